//! Bulk writes. Each carries the change number it brings the record up to: the cluster refuses older ones, so writes
//! may be repeated or late.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use store::engine::IndexedTable;

use super::client::LONG;
use super::shape::Kept1;
use super::{Cluster, ClusterError};

/// Requests are sent from this size in bytes.
const MAX_BULK_BYTES: usize = 4 * 1024 * 1024;
/// Retries while a cluster is busy, with the wait doubled each time.
const MAX_RETRIES: u32 = 10;
const FIRST_WAIT: Duration = Duration::from_millis(100);

/// Pending writes, each with its lines.
pub struct Bulk {
    generation: u64,
    version: i64,
    lines: Vec<String>,
}

impl Bulk {
    /// For a generation of indices, and a pass up to a change number.
    pub fn new(generation: u64, version: i64) -> Self {
        Self { generation, version, lines: Vec::new() }
    }

    fn head(&self, cluster: &Cluster, what: &str, kept: IndexedTable, id: &str) -> String {
        let index = cluster.index(kept, self.generation);
        let head = json!({ "_index": index, "_id": id, "version": self.version, "version_type": "external_gte" });
        json!({ what: head }).to_string()
    }

    pub fn put(&mut self, cluster: &Cluster, (kept, id, doc): &Kept1) {
        let line = format!("{}\n{doc}\n", self.head(cluster, "index", *kept, id));
        self.lines.push(line);
    }

    pub fn delete(&mut self, cluster: &Cluster, kept: IndexedTable, id: &str) {
        let line = format!("{}\n", self.head(cluster, "delete", kept, id));
        self.lines.push(line);
    }
}

impl Cluster {
    /// Sends everything, retrying what the cluster currently has no capacity for.
    pub(super) async fn send(&self, bulk: Bulk) -> Result<(), ClusterError> {
        let mut lines = bulk.lines.into_iter().peekable();
        while lines.peek().is_some() {
            let (mut part, mut size) = (Vec::new(), 0);
            while let Some(line) = lines.next_if(|_| size < MAX_BULK_BYTES) {
                size += line.len();
                part.push(line);
            }
            self.send_part(part).await?;
        }
        Ok(())
    }

    async fn send_part(&self, mut part: Vec<String>) -> Result<(), ClusterError> {
        let mut wait = FIRST_WAIT;
        for _ in 0..MAX_RETRIES {
            match self.client.call(Method::POST, "_bulk", Some(part.concat()), LONG).await {
                Ok(reply) if reply["errors"] == false => return Ok(()),
                Ok(reply) => {
                    part = refused(&reply, part)?;
                    if part.is_empty() {
                        return Ok(());
                    }
                }
                Err(ClusterError::Refused { status: 429 | 503, .. }) => {}
                Err(error) => return Err(error),
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(Duration::from_secs(10));
        }
        Err(ClusterError::Unreachable("it has been too busy to take records in".into()))
    }
}

/// The writes to retry.
fn refused(reply: &Value, part: Vec<String>) -> Result<Vec<String>, ClusterError> {
    let items = reply["items"].as_array().map_or(&[][..], Vec::as_slice);
    let mut again = Vec::new();
    let writes = part.len();
    for (item, line) in items.iter().zip(part) {
        let done = item.as_object().and_then(|item| item.values().next()).unwrap_or(&Value::Null);
        match done["status"].as_u64().unwrap_or(0) {
            // The cluster already has a newer version, or the document to delete does not exist.
            200..=299 | 409 => {}
            404 if item.get("delete").is_some() => {}
            429 | 503 => again.push(line),
            status => {
                let reason = done["error"]["reason"].as_str().unwrap_or("without a reason");
                let reason = format!("{}: {reason}", done["_id"].as_str().unwrap_or_default());
                return Err(ClusterError::Refused { status: u16::try_from(status).unwrap_or(500), reason });
            }
        }
    }
    if items.len() != writes {
        return Err(ClusterError::Unreachable("its reply does not tell of each write".into()));
    }
    Ok(again)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_there_was_no_room_for_is_sent_again() {
        let of = |status: u64| json!({ "index": { "_id": "a", "status": status, "error": { "reason": "full" } } });
        let lines = || vec!["1".to_owned(), "2".into(), "3".into()];
        let reply = json!({ "items": [of(201), of(429), of(409)] });
        assert_eq!(refused(&reply, lines()).unwrap(), ["2"]);
        let error = refused(&json!({ "items": [of(400)] }), lines()).unwrap_err();
        assert_eq!(error.to_string(), "The search cluster refused (400): a: full");
    }
}

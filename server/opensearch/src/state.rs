//! The cluster's progress, stored in the cluster itself: what its indices contain, what is being built beside them, and
//! who feeds it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::Method;
use search::embed::Tier;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::changes::Cursor;
use store::engine::IndexedTable;

use super::client::{LONG, missing};
use super::shape::{SHAPE, template};
use super::{Cluster, ClusterError};

const QUICK: Duration = Duration::from_secs(3);
/// How long a silent feeder is assumed to be working.
const LEASE_DURATION: Duration = Duration::from_secs(60);

/// The indices of one generation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub shape: u32,
    /// The id of the embedding model of its vectors.
    #[serde(default)]
    pub model: Option<String>,
    /// The suffix of its index names.
    pub generation: u64,
    /// Everything up to this change number is searchable.
    pub change: i64,
    /// For an unfinished pass: change number and id of the last case and the last communication included.
    pub cases: Option<Cursor>,
    pub communications: Option<Cursor>,
}

impl State {
    /// Whether it can be queried with the current shape.
    pub fn is_askable(&self) -> bool {
        self.shape == SHAPE
    }

    /// Whether feeding can continue with the current shape and model.
    pub fn is_current(&self, model: Option<Tier>) -> bool {
        self.is_askable() && self.model.as_deref() == model.map(Tier::id)
    }
}

/// The lease for feeding, with the version of its document.
#[derive(Clone, Copy, Debug)]
pub struct Lease {
    number: u64,
    term: u64,
}

impl Cluster {
    pub(super) fn state_index(&self) -> String {
        format!("{}-state", self.prefix)
    }

    pub(super) fn index(&self, kept: IndexedTable, generation: u64) -> String {
        format!("{}-{generation}", self.alias(kept))
    }

    async fn note(&self, name: &str) -> Result<Option<Value>, ClusterError> {
        let path = format!("{}/_doc/{name}", self.state_index());
        missing(self.client.call(Method::GET, &path, None, QUICK).await)
    }

    async fn state(&self, name: &str) -> Result<Option<State>, ClusterError> {
        let note = self.note(name).await?;
        Ok(note.and_then(|note| serde_json::from_value(note["_source"].clone()).ok()))
    }

    /// The searchable state; `None` for a cluster that was never fed.
    pub(super) async fn held(&self) -> Result<Option<State>, ClusterError> {
        self.state("held").await
    }

    /// The state being built beside it.
    pub(super) async fn building(&self) -> Result<Option<State>, ClusterError> {
        self.state("building").await
    }

    pub(super) async fn put_state(&self, name: &str, state: &State) -> Result<(), ClusterError> {
        let path = format!("{}/_doc/{name}", self.state_index());
        let body = serde_json::to_string(state).unwrap_or_default();
        self.client.call(Method::PUT, &path, Some(body), LONG).await.map(drop)
    }

    /// Acquires or renews the lease; `None` if another process has it. It only saves work: feeders write the same.
    pub(super) async fn lease(&self, held: Option<Lease>) -> Result<Option<Lease>, ClusterError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let guard = match held {
            Some(lease) => format!("if_seq_no={}&if_primary_term={}", lease.number, lease.term),
            None => {
                self.make_state_index().await?;
                match self.note("lease").await? {
                    Some(note) if note["_source"]["until"].as_u64() > u64::try_from(now.as_millis()).ok() => {
                        return Ok(None);
                    }
                    Some(note) => format!("if_seq_no={}&if_primary_term={}", note["_seq_no"], note["_primary_term"]),
                    None => "op_type=create".into(),
                }
            }
        };
        let until = u64::try_from((now + LEASE_DURATION).as_millis()).unwrap_or(u64::MAX);
        let path = format!("{}/_doc/lease?{guard}", self.state_index());
        match self.client.call(Method::PUT, &path, Some(json!({ "until": until }).to_string()), QUICK).await {
            Ok(note) => {
                let of = |name: &str| note[name].as_u64().unwrap_or(0);
                Ok(Some(Lease { number: of("_seq_no"), term: of("_primary_term") }))
            }
            // Somebody else was faster.
            Err(ClusterError::Refused { status: 409, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Releases the lease.
    pub(super) async fn release(&self, lease: Lease) -> Result<(), ClusterError> {
        let path =
            format!("{}/_doc/lease?if_seq_no={}&if_primary_term={}", self.state_index(), lease.number, lease.term);
        match self.client.call(Method::PUT, &path, Some(json!({ "until": 0 }).to_string()), QUICK).await {
            Ok(_) | Err(ClusterError::Refused { status: 409, .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn make_state_index(&self) -> Result<(), ClusterError> {
        let body = json!({
            "settings": { "number_of_shards": 1, "auto_expand_replicas": "0-1" },
            "mappings": { "dynamic": false },
        });
        match self.client.call(Method::HEAD, &self.state_index(), None, QUICK).await {
            Err(ClusterError::Refused { status: 404, .. }) => {
                let made = self.client.call(Method::PUT, &self.state_index(), Some(body.to_string()), LONG).await;
                match made {
                    // Just created by another process.
                    Err(ClusterError::Refused { status: 400, .. }) => Ok(()),
                    other => other.map(drop),
                }
            }
            other => other.map(drop),
        }
    }

    /// Creates the template and the empty indices of a new generation, for vectors of a model and length if given.
    pub(super) async fn begin(&self, generation: u64, model: Option<(Tier, usize)>) -> Result<State, ClusterError> {
        let patterns: Vec<String> = IndexedTable::ALL.iter().map(|kept| format!("{}-*", self.alias(*kept))).collect();
        let template = template(&patterns, self.shards, model.map(|(_, dim)| dim)).to_string();
        self.client.call(Method::PUT, &format!("_index_template/{}", self.prefix), Some(template), LONG).await?;
        for kept in IndexedTable::ALL {
            let name = self.index(kept, generation);
            missing(self.client.call(Method::DELETE, &name, None, LONG).await)?;
            self.client.call(Method::PUT, &name, None, LONG).await?;
        }
        let model = model.map(|(tier, _)| tier.id().to_owned());
        let state = State { shape: SHAPE, model, generation, ..State::default() };
        self.put_state("building", &state).await?;
        Ok(state)
    }

    /// Switches all aliases to a generation atomically, and removes older ones.
    pub(super) async fn swap(&self, state: &State) -> Result<(), ClusterError> {
        let mut actions = Vec::new();
        for kept in IndexedTable::ALL {
            let alias = self.alias(kept);
            actions.push(json!({ "remove": { "index": format!("{alias}-*"), "alias": alias, "must_exist": false } }));
            actions.push(json!({ "add": { "index": self.index(kept, state.generation), "alias": alias } }));
        }
        self.client.call(Method::POST, "_aliases", Some(json!({ "actions": actions }).to_string()), LONG).await?;
        self.put_state("held", state).await?;
        missing(self.client.call(Method::DELETE, &format!("{}/_doc/building", self.state_index()), None, QUICK).await)?;
        for kept in IndexedTable::ALL {
            let found = self.client.call(Method::GET, &format!("{}-*/_alias", self.alias(kept)), None, QUICK).await?;
            let kept_name = self.index(kept, state.generation);
            for old in found.as_object().into_iter().flat_map(|all| all.keys()).filter(|name| **name != kept_name) {
                missing(self.client.call(Method::DELETE, old, None, LONG).await)?;
            }
        }
        Ok(())
    }

    /// The ids of the parts of some documents, at most 10,000.
    pub(super) async fn parts_of(&self, generation: u64, documents: &[String]) -> Result<Vec<String>, ClusterError> {
        let records: Vec<String> = documents.iter().map(|id| format!("document:{id}")).collect();
        let body = json!({ "size": 10_000, "_source": false, "query": { "terms": { "record": records } } });
        let path =
            format!("{}/_search?allow_partial_search_results=false", self.index(IndexedTable::Chunks, generation));
        let reply = self.client.call(Method::POST, &path, Some(body.to_string()), LONG).await?;
        let hits = reply["hits"]["hits"].as_array().map_or(&[][..], Vec::as_slice);
        Ok(hits.iter().filter_map(|hit| hit["_id"].as_str().map(str::to_owned)).collect())
    }

    /// The number of searchable records of a kind in a generation.
    pub(super) async fn count(&self, kept: IndexedTable, generation: u64) -> Result<i64, ClusterError> {
        let path = format!("{}/_count", self.index(kept, generation));
        let reply = self.client.call(Method::GET, &path, None, LONG).await?;
        Ok(reply["count"].as_i64().unwrap_or(-1))
    }

    /// Rewrites segments with deleted records: a deleted text must leave the disk.
    pub(super) async fn squeeze(&self, generation: u64) -> Result<(), ClusterError> {
        let names: Vec<String> = IndexedTable::ALL.iter().map(|kept| self.index(*kept, generation)).collect();
        let path = format!("{}/_forcemerge?only_expunge_deletes=true&flush=true", names.join(","));
        self.client.call(Method::POST, &path, None, LONG).await.map(drop)
    }

    /// Makes writes to a generation searchable.
    pub(super) async fn refresh(&self, generation: u64) -> Result<(), ClusterError> {
        let names: Vec<String> = IndexedTable::ALL.iter().map(|kept| self.index(*kept, generation)).collect();
        let reply = self.client.call(Method::POST, &format!("{}/_refresh", names.join(",")), None, LONG).await?;
        match reply["_shards"]["failed"].as_u64() {
            Some(0) => Ok(()),
            _ => Err(ClusterError::Unreachable("some parts of its indices do not answer".into())),
        }
    }
}

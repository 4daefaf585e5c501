//! The generated files of the archive: the bank as JSON lines, the town as CSV files, the data of sources and skills.
//! The others were written by hand, or recorded; `README.md` says which.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, Result};
use chrono::{DateTime, SecondsFormat};
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use model::record::{Case, Communication, Customer, Document};
use serde_json::{Value, json};
use store::support::tables::{Cell, Kind};

use crate::bank::many;
use crate::{finance, operations, sales, town};

/// The archive's folder.
pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/archive");
/// Communications of one bank.
pub const COMMUNICATIONS: usize = 6_000;

/// The files, by their path in the archive; those named `.gz` are packed there. The bank's files have as many banks as
/// needed for this many communications.
///
/// # Errors
/// If a row of the town cannot be written as CSV.
pub fn files(seed: u64, communications: usize) -> Result<Vec<(String, Vec<u8>)>> {
    let count = communications.div_ceil(COMMUNICATIONS).max(1) as u64;
    let mut desk = [
        ("customers", String::new()),
        ("documents", String::new()),
        ("cases", String::new()),
        ("communications", String::new()),
    ];
    for bank in (0..count).map(|n| many::nth(seed, n)) {
        let product = |slug: &Option<String>| {
            bank.products.iter().find(|p| Some(&p.slug) == slug.as_ref()).map(|p| p.name.as_str())
        };
        lines(&mut desk[0].1, bank.customers.iter().map(customer));
        lines(&mut desk[1].1, bank.documents.iter().map(|d| document(d, product(&d.product))));
        lines(&mut desk[2].1, bank.cases.iter().map(|c| case(c, product(&c.product))));
        lines(&mut desk[3].1, bank.communications.iter().map(|c| communication(c, product(&c.product))));
    }
    let mut files: Vec<(String, Vec<u8>)> =
        desk.into_iter().map(|(name, text)| (format!("desk/{name}.jsonl.gz"), text.into_bytes())).collect();
    for rows in town::generate() {
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(rows.table.columns.iter().map(|column| column.name))?;
        for row in &rows.rows {
            csv.write_record(rows.table.columns.iter().zip(row).map(|(column, cell)| text(column.kind, cell)))?;
        }
        files.push((format!("support/{}.csv.gz", rows.table.name), csv.into_inner()?));
    }
    files.push(("callers.json".into(), serde_json::to_vec_pretty(&town::callers())?));
    let mut plain =
        |folder: &str, name: &str, text: String| files.push((format!("{folder}/{name}"), text.into_bytes()));
    finance::files().into_iter().for_each(|(name, text)| plain("sources/finance/data", name, text));
    sales::files().into_iter().for_each(|(name, text)| plain("sources/sales/data", name, text));
    operations::files().into_iter().for_each(|(name, text)| plain("skills", name, text));
    Ok(files)
}

/// Writes the files that differ from the generated ones, and returns how many.
///
/// # Errors
/// When a file cannot be made, read or written.
pub fn write(folder: &Path, seed: u64, communications: usize) -> Result<usize> {
    let mut written = 0;
    for (path, bytes) in files(seed, communications)? {
        let file = folder.join(&path);
        if file.exists() && read(&file)? == bytes {
            continue;
        }
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut out = File::create(&file).with_context(|| format!("{} cannot be written", file.display()))?;
        if path.ends_with(".gz") {
            // Without a time, so that the same contents give the same packed bytes.
            let mut packed = GzBuilder::new().mtime(0).write(out, Compression::best());
            packed.write_all(&bytes)?;
            packed.finish()?;
        } else {
            out.write_all(&bytes)?;
        }
        written += 1;
    }
    Ok(written)
}

/// The contents of a file of the archive, unpacked.
///
/// # Errors
/// If it cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut bytes = Vec::new();
    match path.extension().is_some_and(|end| end == "gz") {
        true => GzDecoder::new(file).read_to_end(&mut bytes)?,
        false => std::io::BufReader::new(file).read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

/// Adds a line for each object, without null members.
fn lines(text: &mut String, objects: impl Iterator<Item = Value>) {
    for mut object in objects {
        if let Some(members) = object.as_object_mut() {
            members.retain(|_, value| !value.is_null());
        }
        text.push_str(&object.to_string());
        text.push('\n');
    }
}

fn with_attributes(mut object: Value, attributes: &model::record::Attributes) -> Value {
    for (name, value) in attributes {
        object[name] = json!(value);
    }
    object
}

fn customer(c: &Customer) -> Value {
    let object = json!({"id": c.id, "name": c.name, "tier": c.tier, "segment": c.segment, "region": c.region,
        "relationship_manager": c.relationship_manager, "since": c.since});
    with_attributes(object, &c.attributes)
}

fn document(d: &Document, product: Option<&str>) -> Value {
    let part =
        |chunk: &model::record::Chunk| format!("# {}\n\n{}", chunk.heading.as_deref().unwrap_or_default(), chunk.text);
    let body: Vec<String> = d.chunks.iter().map(part).collect();
    json!({"id": d.id, "kind": d.kind, "title": d.title, "product": product, "day": d.day, "body": body.join("\n\n")})
}

fn case(c: &Case, product: Option<&str>) -> Value {
    let object = json!({"id": c.id, "customer_id": c.customer_id, "title": c.title, "description": c.description,
        "category": c.category, "subcategory": c.subcategory, "product": product, "status": c.status,
        "priority": c.priority, "assigned_to": c.assigned_to, "created_at": utc(c.created_at),
        "updated_at": utc(c.updated_at), "resolved_at": c.resolved_at.map(utc),
        "sla_deadline": c.sla_deadline.map(utc), "sla_breached": c.sla_told.then_some(c.sla_breached), "tags": c.tags, "resolution": c.resolution});
    with_attributes(object, &c.attributes)
}

fn communication(c: &Communication, product: Option<&str>) -> Value {
    let object = json!({"id": c.id, "customer_id": c.customer_id, "case_id": c.case_id, "channel": c.channel,
        "chat_mode": c.chat_mode, "escalated_from": c.escalated_from, "status": c.status, "kind": c.kind,
        "category": c.category, "subcategory": c.subcategory, "product": product, "sentiment": c.sentiment,
        "sentiment_score": c.sentiment_score, "subject": c.subject, "body": c.body, "at": utc(c.at)});
    with_attributes(object, &c.attributes)
}

/// A point in time.
fn utc(at: i64) -> String {
    DateTime::from_timestamp_millis(at).unwrap_or_default().to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// A cell of the town as its table's import reads it.
fn text(kind: Kind, cell: &Cell) -> String {
    match (kind, cell) {
        (_, Cell::Nothing) => String::new(),
        (Kind::Time, Cell::Whole(at)) => utc(*at),
        (_, Cell::Text(text)) => text.clone(),
        (_, Cell::Whole(n)) => n.to_string(),
        (_, Cell::Number(n)) => n.to_string(),
        (_, Cell::Flag(yes)) => yes.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::SEED;

    #[test]
    fn the_archive_is_what_is_made() {
        for (path, bytes) in files(SEED, COMMUNICATIONS).unwrap() {
            let kept = read(&Path::new(FOLDER).join(&path)).unwrap();
            assert!(kept == bytes, "{path} is not what is made: run `cargo run -p demo`");
        }
    }
}

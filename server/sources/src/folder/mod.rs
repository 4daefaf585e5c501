//! A folder of files as a database: each CSV, JSON-lines or Parquet file is a table of a SQLite file, which is made once and
//! known by the hash of all that it was made of.

mod read;
mod types;

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use self::read::Kind;
use self::types::{Shape, cell, sql};
use base::tabular::Type;
use store::foreign::{Cell, Loader};

/// Changes when the same files would make another database.
const FORM: &str = "2";

/// Rows that are written at once, and batches that wait.
const BATCH: usize = 2_000;
const WAITING: usize = 4;

/// The most files of a folder.
const FILES: usize = 500;

/// A file that becomes a table.
#[derive(Clone, Debug)]
struct Part {
    path: PathBuf,
    table: String,
    kind: Kind,
    packed: bool,
}

/// Loads a folder, or a single file; gives the SQLite file, which `loaded` keeps, and what a person should know of how the
/// files were read. A file that cannot be read is named and left out.
pub async fn load(path: &Path, loaded: &Path) -> Result<(PathBuf, Vec<String>), String> {
    let (own, into) = (path.to_owned(), loaded.to_owned());
    let looked = tokio::task::spawn_blocking(move || look(&own, &into)).await;
    let (file, parts) = looked.map_err(|e| e.to_string())??;
    let beside = file.with_extension("notes");
    if file.is_file() {
        let notes = std::fs::read_to_string(&beside).unwrap_or_default();
        return Ok((file, notes.lines().map(str::to_owned).collect()));
    }
    // Under another name until it is whole, so that what broke off is not taken for it; one of its own, since a command and
    // a server may load the same files at once.
    static LOADED: AtomicU64 = AtomicU64::new(0);
    let n = LOADED.fetch_add(1, Ordering::Relaxed);
    let part = file.with_extension(format!("{}-{n}.part", std::process::id()));
    let notes = match make(&part, parts).await {
        Ok(notes) => notes,
        Err(error) => {
            let _ = std::fs::remove_file(&part);
            return Err(error);
        }
    };
    let wrong = |e: std::io::Error| format!("{}: {e}", file.display());
    std::fs::write(&beside, notes.join("\n")).map_err(wrong)?;
    std::fs::rename(&part, &file).map_err(wrong)?;
    Ok((file, notes))
}

/// The file that a folder is loaded into, and its parts.
fn look(path: &Path, loaded: &Path) -> Result<(PathBuf, Vec<Part>), String> {
    let mut paths: Vec<PathBuf> = if path.is_file() {
        vec![path.to_owned()]
    } else {
        let list = std::fs::read_dir(path).map_err(|e| format!("{}: {e}", path.display()))?;
        list.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect()
    };
    paths.sort();
    let parts: Vec<Part> = paths.into_iter().filter_map(part).collect();
    if parts.is_empty() {
        return Err(format!("There is no .csv, .jsonl or .parquet file in {}.", path.display()));
    }
    if parts.len() > FILES {
        return Err(format!("There are more than {FILES} files in {}.", path.display()));
    }
    if let Some(pair) = parts.windows(2).find(|pair| pair[0].table.eq_ignore_ascii_case(&pair[1].table)) {
        return Err(format!(
            "Two files would be the table {}: {} and {}.",
            pair[0].table,
            pair[0].path.display(),
            pair[1].path.display()
        ));
    }
    let mut hash = Sha256::new();
    hash.update(FORM);
    let mut buffer = vec![0; 1 << 16];
    for part in &parts {
        hash.update(part.path.file_name().unwrap_or_default().as_encoded_bytes());
        let mut file = std::fs::File::open(&part.path).map_err(|e| format!("{}: {e}", part.path.display()))?;
        loop {
            match file.read(&mut buffer).map_err(|e| format!("{}: {e}", part.path.display()))? {
                0 => break,
                n => hash.update(&buffer[..n]),
            }
        }
    }
    let name: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    Ok((loaded.join(format!("{name}.db")), parts))
}

/// What kind of file it is, by its name: `orders.csv`, `orders.csv.gz`.
fn part(path: PathBuf) -> Option<Part> {
    let name = path.file_name()?.to_str()?.to_owned();
    let (plain, packed) = name.strip_suffix(".gz").map_or((name.as_str(), false), |plain| (plain, true));
    let (table, end) = plain.rsplit_once('.')?;
    let kind = match end.to_lowercase().as_str() {
        "csv" | "tsv" => Kind::Separated,
        "jsonl" | "ndjson" => Kind::Json,
        "parquet" if !packed => Kind::Parquet,
        _ => return None,
    };
    Some(Part { table: table.to_owned(), path, kind, packed })
}

async fn make(file: &Path, parts: Vec<Part>) -> Result<Vec<String>, String> {
    let wrong = |e: store::StoreError| format!("{}: {e}", file.display());
    let mut loader = Loader::new(file).await.map_err(wrong)?;
    let (mut notes, many) = (Vec::new(), parts.len());
    for part in parts {
        let (sender, mut receiver) = mpsc::channel::<Vec<Vec<Cell>>>(WAITING);
        let own = part.clone();
        let (shape, told) = match tokio::task::spawn_blocking(move || shape(&own)).await.map_err(|e| e.to_string())? {
            Ok(shape) => shape,
            Err(problem) if many == 1 => return Err(problem),
            Err(problem) => {
                notes.push(format!("{problem} The file is left out."));
                continue;
            }
        };
        let (types, decided) = shape.types();
        let of = |note: String| format!("{}: {note}", part.path.file_name().unwrap_or_default().to_string_lossy());
        notes.extend(told.into_iter().chain(decided).map(of));
        let columns: Vec<(String, &'static str)> =
            shape.names.iter().zip(&types).map(|(name, kind)| (name.clone(), sql(*kind))).collect();
        loader.table(&part.table, &columns).await.map_err(wrong)?;
        let reading = tokio::task::spawn_blocking(move || rows(&part, &types, &sender));
        while let Some(batch) = receiver.recv().await {
            loader.rows(&batch).await.map_err(wrong)?;
        }
        reading.await.map_err(|e| e.to_string())??;
    }
    loader.finish().await.map_err(wrong)?;
    Ok(notes)
}

/// The columns of a file, what all their values are, and what a person should know of them.
fn shape(part: &Part) -> Result<(Shape, Vec<String>), String> {
    let mut shape = Shape::default();
    let (mark, notes) = read::each(&part.path, part.kind, part.packed, &mut |names, values| {
        shape.look(names, values);
        Ok(())
    })?;
    shape.semicolons = mark == b';';
    if shape.names.is_empty() {
        return Err(format!("{} has no columns.", part.path.display()));
    }
    Ok((shape, notes))
}

fn rows(part: &Part, types: &[Type], to: &mpsc::Sender<Vec<Vec<Cell>>>) -> Result<(), String> {
    let mut batch = Vec::with_capacity(BATCH);
    let gone = |_| "The loading was given up.".to_owned();
    read::each(&part.path, part.kind, part.packed, &mut |_, values| {
        // The names alone.
        if values.is_empty() {
            return Ok(());
        }
        let own = |(place, kind): (usize, &Type)| cell(*kind, values.get(place).and_then(Option::as_deref));
        batch.push(types.iter().enumerate().map(own).collect());
        if batch.len() == BATCH {
            to.blocking_send(std::mem::replace(&mut batch, Vec::with_capacity(BATCH))).map_err(gone)?;
        }
        Ok(())
    })?;
    to.blocking_send(batch).map_err(gone)
}

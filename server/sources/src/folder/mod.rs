//! A folder of files as a database: each CSV, JSON-lines or Parquet file and each sheet of a workbook becomes a table of a
//! SQLite file, created once and named by the hash of its inputs. Files matching a pattern form one table.

mod pattern;
mod read;
mod sheet;
#[cfg(test)]
mod tests;
mod types;

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

pub use self::pattern::{is_pattern, name};
use self::read::Kind;
pub use self::sheet::to_csv as sheet_as_csv;
use self::types::{Shape, cell, sql};
use base::tabular::Type;
use store::foreign::{Cell, Loader};

/// Incremented when the same files would give a different database.
const FORM: &str = "4";

/// Rows written at once, and batches that may wait.
const BATCH_ROWS: usize = 2_000;
const MAX_QUEUED_BATCHES: usize = 4;

/// Maximum number of files in a folder or pattern.
const MAX_FILES: usize = 500;
const MAX_MATCHED_FILES: usize = 5_000;

/// Endings of files that are read, for messages.
pub const ENDINGS: &str = ".csv, .jsonl, .parquet, .xlsx, .xls, .xlsb or .ods";

/// Takes the names of columns so far and the values of a row.
type Each<'a> = dyn FnMut(&[String], &[Option<String>]) -> Result<(), String> + 'a;

/// A file with rows.
#[derive(Clone, Debug)]
struct Part {
    path: PathBuf,
    kind: Kind,
    packed: bool,
}

/// A table and its files.
#[derive(Clone, Debug)]
struct FileTable {
    name: String,
    parts: Vec<Part>,
}

/// Loads a folder, a file, or the files of a pattern; returns the SQLite file, stored in `loaded`, and notes for the
/// user on how files were read. Unreadable files are named and skipped.
pub async fn load(path: &Path, loaded: &Path) -> Result<(PathBuf, Vec<String>), String> {
    let (own, into) = (path.to_owned(), loaded.to_owned());
    let looked = tokio::task::spawn_blocking(move || look(&own, &into)).await;
    let (file, tables) = looked.map_err(|e| e.to_string())??;
    let beside = file.with_extension("notes");
    if file.is_file() {
        let notes = std::fs::read_to_string(&beside).unwrap_or_default();
        return Ok((file, notes.lines().map(str::to_owned).collect()));
    }
    // Under a temporary name until complete, so that partial files are never used; a unique one, since a command and a
    // server may load the same files at once.
    static LOADED: AtomicU64 = AtomicU64::new(0);
    let n = LOADED.fetch_add(1, Ordering::Relaxed);
    let part = file.with_extension(format!("{}-{n}.part", std::process::id()));
    let notes = match make(&part, tables).await {
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

/// Another program of this desk may be loading a younger file, or have just started to use it.
const FRESH: Duration = Duration::from_secs(600);

/// Deletes unused loaded files: those of older file versions, and remains of interrupted loads. `used` are those in
/// use.
pub fn sweep(loaded: &Path, used: &[PathBuf], now: SystemTime) {
    for entry in std::fs::read_dir(loaded).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_used =
            used.iter().any(|file| file.file_stem() == path.file_stem() && path.extension() != Some("part".as_ref()));
        let is_fresh = entry.metadata().and_then(|meta| meta.modified());
        let is_fresh = is_fresh.is_ok_and(|at| now.duration_since(at).is_ok_and(|age| age < FRESH));
        let is_ours = path.extension().is_some_and(|end| ["db", "notes", "part"].iter().any(|own| end == *own));
        if is_ours
            && !is_used
            && !is_fresh
            && let Err(error) = std::fs::remove_file(&path)
        {
            tracing::warn!(file = %path.display(), %error, "a file that is no longer used stays");
        }
    }
}

/// The database file for a folder, and its tables.
fn look(path: &Path, loaded: &Path) -> Result<(PathBuf, Vec<FileTable>), String> {
    let wrong = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let one_table = is_pattern(path);
    let folder = if one_table { path.parent().unwrap_or(Path::new(".")) } else { path };
    let mut paths: Vec<PathBuf> = if path.is_file() {
        vec![path.to_owned()]
    } else {
        let list = std::fs::read_dir(folder).map_err(|e| wrong(folder, e))?;
        list.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect()
    };
    paths.retain(|file| !one_table || pattern::fits(path, file));
    paths.sort();
    let parts: Vec<(String, Part)> = paths.into_iter().filter_map(part).collect();
    let most = if one_table { MAX_MATCHED_FILES } else { MAX_FILES };
    if parts.is_empty() {
        let whose = if one_table { "named" } else { "in" };
        return Err(format!("There is no {ENDINGS} file {whose} {}.", path.display()));
    }
    if parts.len() > most {
        return Err(format!("There are more than {most} files in {}.", path.display()));
    }
    let tables: Vec<FileTable> = if one_table {
        vec![FileTable { name: pattern::name(path), parts: parts.into_iter().map(|(_, part)| part).collect() }]
    } else {
        parts.into_iter().map(|(name, part)| FileTable { name, parts: vec![part] }).collect()
    };
    let mut hash = Sha256::new();
    hash.update(FORM);
    let mut buffer = vec![0; 1 << 16];
    for (table, part) in tables.iter().flat_map(|table| table.parts.iter().map(move |part| (table, part))) {
        hash.update(&table.name);
        hash.update(part.path.file_name().unwrap_or_default().as_encoded_bytes());
        let mut file = std::fs::File::open(&part.path).map_err(|e| wrong(&part.path, e))?;
        loop {
            match file.read(&mut buffer).map_err(|e| wrong(&part.path, e))? {
                0 => break,
                n => hash.update(&buffer[..n]),
            }
        }
    }
    let name: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    Ok((loaded.join(format!("{name}.db")), tables))
}

/// Whether a file is read, by its name.
pub fn is_read(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "gz") || part(path.to_owned()).is_some()
}

/// Whether a file is a workbook, by its name.
pub fn is_workbook(path: &Path) -> bool {
    part(path.to_owned()).is_some_and(|(_, part)| part.kind == Kind::Workbook)
}

/// Table name and kind of a file, from its name: `orders.csv`, `orders.csv.gz`.
fn part(path: PathBuf) -> Option<(String, Part)> {
    let name = path.file_name()?.to_str()?.to_owned();
    let (plain, packed) = name.strip_suffix(".gz").map_or((name.as_str(), false), |plain| (plain, true));
    let (table, end) = plain.rsplit_once('.')?;
    let kind = match end.to_lowercase().as_str() {
        "csv" | "tsv" => Kind::Separated,
        "jsonl" | "ndjson" => Kind::Json,
        "parquet" if !packed => Kind::Parquet,
        "xlsx" | "xlsm" | "xls" | "xlsb" | "ods" if !packed => Kind::Workbook,
        _ => return None,
    };
    Some((table.to_owned(), Part { path, kind, packed }))
}

/// Replaces workbooks by their sheets; returns notes on those that cannot be read.
fn with_sheets(tables: Vec<FileTable>) -> Result<(Vec<FileTable>, Vec<String>), String> {
    let (mut all, mut notes, alone): (Vec<FileTable>, _, _) = (Vec::new(), Vec::new(), tables.len() == 1);
    for table in tables {
        match sheets_of(&table) {
            Ok(tables) => all.extend(tables),
            Err(problem) if alone => return Err(problem),
            Err(problem) => notes.push(format!("{problem} The file is left out.")),
        }
    }
    // Sheets of several workbooks often have one name.
    let same = |a: &FileTable, b: &FileTable| a.name.eq_ignore_ascii_case(&b.name);
    let doubled = |table: &FileTable| all.iter().filter(|other| same(table, other)).count() > 1;
    let names = all.iter().map(|table| match (&table.parts[0].kind, doubled(table)) {
        (Kind::Sheet(_), true) => format!("{} {}", table.parts[0].stem(), table.name),
        _ => table.name.clone(),
    });
    let names: Vec<String> = names.collect();
    all.iter_mut().zip(names).for_each(|(table, name)| table.name = name);
    for (at, b) in all.iter().enumerate() {
        if let Some(a) = all[..at].iter().find(|a| same(a, b)) {
            return Err(format!(
                "Two files would be the table {}: {} and {}. A pattern such as {}.* makes one table of several files.",
                a.name,
                a.parts[0].path.display(),
                b.parts[0].path.display(),
                a.name
            ));
        }
    }
    Ok((all, notes))
}

/// A table as it is, or the sheets of its workbook: one that has only one takes the name of a sheet that has one of its
/// own, or else of the file. Workbooks that are one table have one sheet each.
fn sheets_of(table: &FileTable) -> Result<Vec<FileTable>, String> {
    if table.parts.iter().all(|part| part.kind != Kind::Workbook) {
        return Ok(vec![table.clone()]);
    }
    let mut parts = table.parts.clone();
    if let [part] = parts.as_slice() {
        let sheets = sheet::sheets(&part.path)?;
        if sheets.is_empty() {
            return Err(format!("{} has no cells with values.", part.name()));
        }
        let one = sheets.len() == 1;
        let named = |sheet: String| {
            let numbered = sheet.trim_end_matches(|c: char| c.is_ascii_digit()).trim().chars().all(char::is_alphabetic)
                && sheet.ends_with(|c: char| c.is_ascii_digit());
            let name = if one && numbered { table.name.clone() } else { sheet.trim().to_owned() };
            FileTable { name, parts: vec![Part { kind: Kind::Sheet(sheet), ..part.clone() }] }
        };
        return Ok(sheets.into_iter().map(named).collect());
    }
    for part in parts.iter_mut().filter(|part| part.kind == Kind::Workbook) {
        let sheets = sheet::sheets(&part.path)?;
        let [sheet] = sheets.as_slice() else {
            return Err(format!(
                "{} has {} sheets with values; workbooks that are one table have one each.",
                part.name(),
                sheets.len()
            ));
        };
        part.kind = Kind::Sheet(sheet.clone());
    }
    Ok(vec![FileTable { name: table.name.clone(), parts }])
}

async fn make(file: &Path, tables: Vec<FileTable>) -> Result<Vec<String>, String> {
    let wrong = |e: store::StoreError| format!("{}: {e}", file.display());
    let expanded = tokio::task::spawn_blocking(move || with_sheets(tables)).await.map_err(|e| e.to_string())?;
    let (tables, mut notes) = expanded?;
    let mut loader = Loader::new(file).await.map_err(wrong)?;
    let many = tables.len() + notes.len();
    for table in tables {
        let FileTable { name, parts } = table.clone();
        let looked = tokio::task::spawn_blocking(move || shape(&table.parts)).await.map_err(|e| e.to_string())?;
        let (shape, places, told) = match looked {
            Ok(looked) => looked,
            Err(problem) if many == 1 => return Err(problem),
            Err(problem) => {
                notes.push(format!("{problem} The file is left out."));
                continue;
            }
        };
        let (types, decided) = shape.types();
        let whose = match parts.as_slice() {
            [one] => one.name(),
            _ => name.clone(),
        };
        notes.extend(told.into_iter().chain(decided.into_iter().map(|note| format!("{whose}: {note}"))));
        let columns: Vec<(String, &'static str)> =
            shape.names.iter().zip(&types).map(|(name, kind)| (name.clone(), sql(*kind))).collect();
        loader.table(&name, &columns).await.map_err(wrong)?;
        for (part, places) in parts.into_iter().zip(places) {
            let (sender, mut receiver) = mpsc::channel::<Vec<Vec<Cell>>>(MAX_QUEUED_BATCHES);
            let types = types.clone();
            let reading = tokio::task::spawn_blocking(move || rows(&part, &types, &places, &sender));
            while let Some(batch) = receiver.recv().await {
                loader.rows(&batch).await.map_err(wrong)?;
            }
            reading.await.map_err(|e| e.to_string())??;
        }
    }
    loader.finish().await.map_err(wrong)?;
    Ok(notes)
}

/// Several files combined: columns with the types of all values, each column's place in each file, and notes for the
/// user.
type Looked = (Shape, Vec<Vec<usize>>, Vec<String>);

fn shape(parts: &[Part]) -> Result<Looked, String> {
    let (mut whole, mut places, mut notes) = (Shape::default(), Vec::new(), Vec::new());
    for part in parts {
        let mut shape = Shape::default();
        let (mark, told) = read::each(&part.path, &part.kind, part.packed, &mut |names, values| {
            shape.look(names, values);
            Ok(())
        })?;
        shape.semicolons = mark == b';';
        shape.typed = matches!(part.kind, Kind::Parquet | Kind::Sheet(_));
        if shape.names.is_empty() {
            return Err(format!("{} has no columns.", part.path.display()));
        }
        notes.extend(told.into_iter().map(|note| format!("{}: {note}", part.name())));
        let differs = |why| format!("{} {why}. All files of one table have the same columns.", part.name());
        places.push(whole.add(shape, &parts[0].name()).map_err(differs)?);
    }
    Ok((whole, places, notes))
}

impl Part {
    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn stem(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

fn rows(part: &Part, types: &[Type], places: &[usize], to: &mpsc::Sender<Vec<Vec<Cell>>>) -> Result<(), String> {
    let mut batch = Vec::with_capacity(BATCH_ROWS);
    let gone = |_| "Loading was cancelled.".to_owned();
    read::each(&part.path, &part.kind, part.packed, &mut |_, values| {
        // Only the names.
        if values.is_empty() {
            return Ok(());
        }
        let own = |(place, kind): (&usize, &Type)| cell(*kind, values.get(*place).and_then(Option::as_deref));
        batch.push(places.iter().zip(types).map(own).collect());
        if batch.len() == BATCH_ROWS {
            to.blocking_send(std::mem::replace(&mut batch, Vec::with_capacity(BATCH_ROWS))).map_err(gone)?;
        }
        Ok(())
    })?;
    to.blocking_send(batch).map_err(gone)
}

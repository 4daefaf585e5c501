//! A provider's own data as a folder of CSV files named after the tables: `customers.csv`, `ping_tests.csv.gz`. A
//! mapping file has a section for each table with other column names; otherwise they are guessed.
//!
//! Rows are stored in pieces as they are read, so that files of any size work, but in one transaction.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use csv::StringRecord;

use super::cells;
use crate::engine::BadRow;
use crate::error::ImportError;
use crate::mapped::{Columns, Dates, Mapping, csv_fault, plain};
use crate::source;
use store::support::{self, Rows, tables, tables::Cell, tables::Kind, tables::Table};
use store::{Db, Result as Stored};

/// Rows stored per call.
const BATCH_ROWS: usize = 2_000;

/// Mappings by table name.
pub type Maps = BTreeMap<String, Mapping>;

/// Parses a mapping file: a section per table, in the form of `import csv --map`.
pub fn read_maps(text: &str) -> Result<Maps, String> {
    let maps: Maps = toml::from_str(text).map_err(|e| e.to_string())?;
    for (name, map) in &maps {
        let table = tables::ALL.iter().find(|t| t.name == name);
        let table = table.ok_or_else(|| format!("there is no table \"{name}\"; there are: {}", names()))?;
        for field in map.columns.keys().chain(map.defaults.keys()).chain(map.values.keys()) {
            if !table.columns.iter().any(|c| c.name == field) {
                let list: Vec<&str> = table.columns.iter().map(|c| c.name).collect();
                return Err(format!("{name} has no column \"{field}\"; it has: {}", list.join(", ")));
            }
        }
    }
    Ok(maps)
}

fn names() -> String {
    tables::ALL.map(|t| t.name).join(", ")
}

/// An opened file with known columns.
pub struct File {
    pub table: &'static Table,
    pub name: String,
    map: Mapping,
    /// The file's columns for each column of the table.
    places: Vec<Vec<usize>>,
    header: Vec<String>,
    rows: base::tabular::Table,
}

impl File {
    /// The file's column name for each column of the table, as in a mapping.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, String)> {
        let named = |places: &[usize]| places.iter().map(|p| self.header[*p].as_str()).collect::<Vec<_>>().join(" + ");
        self.table.columns.iter().zip(&self.places).filter(|(_, p)| !p.is_empty()).map(move |(c, p)| (c.name, named(p)))
    }
}

/// Opens the files of a folder, in the order for storing.
///
/// # Errors
/// If it is no folder, has no or unknown files, or a file lacks a required column.
pub fn open(folder: &Path, maps: &Maps) -> Result<Vec<File>, ImportError> {
    let shown = folder.display().to_string();
    let unreadable = |cause| ImportError::Unreadable { file: shown.clone(), cause };
    if !folder.is_dir() {
        return Err(ImportError::NoFolder(shown));
    }
    let mut found: Vec<(usize, std::path::PathBuf)> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
        let Some(stem) = name.strip_suffix(".gz").unwrap_or(&name).strip_suffix(".csv") else { continue };
        let stem = stem.strip_prefix("isp_").unwrap_or(stem);
        let place = tables::ALL.iter().position(|t| t.name == stem);
        // Otherwise a misspelt table would silently be missing.
        let place = place.ok_or_else(|| wrong(&path, format!("there is no such table. There are: {}", names())))?;
        found.push((place, path));
    }
    found.sort();
    if let Some(twice) = found.windows(2).find(|w| w[0].0 == w[1].0) {
        return Err(wrong(&twice[1].1, format!("it is the same table as {}", twice[0].1.display())));
    }
    if found.is_empty() {
        return Err(wrong(folder, format!("it holds none of the files. Each is a table, as CSV: {}", names())));
    }
    found.into_iter().map(|(place, path)| file(tables::ALL[place], &path, maps)).collect()
}

fn wrong(path: &Path, what: String) -> ImportError {
    ImportError::Mapping { file: path.display().to_string(), what }
}

fn file(table: &'static Table, path: &Path, maps: &Maps) -> Result<File, ImportError> {
    let source = source::open(path)?;
    let name = source.name.clone();
    let rows = source::table(source, path)?;
    let header = rows.names.clone();
    let map = maps.get(table.name).cloned().unwrap_or_default();
    if let [first, ..] = map.absent(&header)[..] {
        let has = header.join(", ");
        return Err(wrong(
            path,
            format!("the mapping names a column \"{first}\", which the file does not have: {has}"),
        ));
    }
    let places: Vec<Vec<usize>> = table.columns.iter().map(|c| places(c, &map, &header)).collect();
    for (column, places) in table.columns.iter().zip(&places) {
        if column.needed && places.is_empty() && !map.defaults.contains_key(column.name) {
            let example = header.first().map_or("the column's name", String::as_str);
            let what = format!(
                "no column was found for {}. It has: {}. Say which it is in a file for --map, for example:\n\n\
                 [{}.columns]\n{} = \"{example}\"",
                column.name,
                header.join(", "),
                table.name,
                column.name
            );
            return Err(wrong(path, what));
        }
    }
    Ok(File { table, name, map, places, header, rows })
}

/// A column's place: by the mapping, else by its own name, else by an alias.
fn places(column: &tables::Column, map: &Mapping, header: &[String]) -> Vec<usize> {
    if let Some(given) = map.columns.get(column.name) {
        return given.names().iter().filter_map(|name| header.iter().position(|h| h == name)).collect();
    }
    let names = std::iter::once(column.name).chain(column.aliases.split('|')).filter(|n| !n.is_empty()).map(plain);
    names.filter_map(|name| header.iter().position(|h| plain(h) == name)).take(1).collect()
}

/// Progress for a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Read {
    pub file: String,
    pub table: &'static str,
    /// Rows that are, or would be, stored.
    pub rows: u64,
    pub bad: u64,
    /// The first rows as they would be stored.
    pub first: Vec<Vec<(&'static str, String)>>,
}

/// Rows shown per file.
const PREVIEW_ROWS: usize = 3;

/// Reads files piece by piece. `tell` is called for refused rows with the file and the problem.
pub struct Pieces<F> {
    files: std::vec::IntoIter<File>,
    open: Option<File>,
    known: HashMap<&'static str, HashSet<String>>,
    tell: F,
    pub read: Vec<Read>,
}

impl<F: FnMut(&str, &BadRow)> Pieces<F> {
    /// `known` are the ids already stored, which rows may refer to.
    pub fn new(files: Vec<File>, known: HashMap<&'static str, HashSet<String>>, tell: F) -> Self {
        Self { files: files.into_iter(), open: None, known, tell, read: Vec::new() }
    }

    /// The next rows of the open file; empty at its end.
    fn piece(&mut self, file: &mut File) -> Result<Vec<Vec<Cell>>, ImportError> {
        let mut rows = Vec::new();
        let mut record = StringRecord::new();
        let Some(read) = self.read.last_mut() else { return Ok(rows) };
        while rows.len() < BATCH_ROWS {
            let line = |record: &StringRecord| record.position().map_or(0, csv::Position::line);
            let made = match file.rows.read(&mut record) {
                Ok(false) => break,
                Ok(true) => {
                    row(file, &record, &self.known).map_err(|(kind, fault)| BadRow { line: line(&record), kind, fault })
                }
                Err(error) => Err(csv_fault(&file.name, line(&record), error)?),
            };
            match made {
                Ok(cells) => {
                    if let (Some(ids), Some(Cell::Text(id))) = (self.known.get_mut(file.table.name), cells.first()) {
                        ids.insert(id.clone());
                    }
                    read.rows += 1;
                    if read.first.len() < PREVIEW_ROWS {
                        let told =
                            file.table.columns.iter().zip(&cells).map(|(c, cell)| (c.name, cells::shown(c, cell)));
                        read.first.push(told.filter(|(_, text)| !text.is_empty()).collect());
                    }
                    rows.push(cells);
                }
                Err(bad) => {
                    read.bad += 1;
                    (self.tell)(&file.name, &bad);
                }
            }
        }
        Ok(rows)
    }
}

impl<F: FnMut(&str, &BadRow)> Iterator for Pieces<F> {
    type Item = Result<Rows, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut file = match self.open.take() {
                Some(file) => file,
                None => {
                    let file = self.files.next()?;
                    self.read.push(Read { file: file.name.clone(), table: file.table.name, ..Read::default() });
                    file
                }
            };
            match self.piece(&mut file) {
                Err(error) => return Some(Err(error)),
                Ok(rows) if rows.is_empty() => {}
                Ok(rows) => {
                    let table = file.table;
                    self.open = Some(file);
                    return Some(Ok(Rows { table, rows }));
                }
            }
        }
    }
}

/// The kind of a fault, and its message.
type Fault = (&'static str, String);

fn row(file: &File, record: &StringRecord, known: &HashMap<&'static str, HashSet<String>>) -> Result<Vec<Cell>, Fault> {
    if record.len() != file.header.len() {
        let fault = format!("{} fields where the header has {}", record.len(), file.header.len());
        return Err(("wrong number of fields", fault));
    }
    let mut cells = Vec::with_capacity(file.places.len());
    for (column, places) in file.table.columns.iter().zip(&file.places) {
        let texts = places.iter().filter_map(|p| record.get(*p)).map(str::trim).filter(|t| !t.is_empty());
        let text = texts.collect::<Vec<_>>().join(" ").replace('\0', "");
        let text = if text.is_empty() { file.map.defaults.get(column.name).cloned().unwrap_or_default() } else { text };
        let said = file.map.values.get(column.name).and_then(|v| v.get(&text)).unwrap_or(&text);
        let cell = cells::read(column, said, &file.map.dates)?;
        if let (Kind::Refers(table), Cell::Text(id)) = (column.kind, &cell)
            && !known.get(table).is_some_and(|ids| ids.contains(id))
        {
            return Err(("unknown id", format!("{} \"{id}\" is in no row of {table}", column.name)));
        }
        cells.push(cell);
    }
    Ok(cells)
}

/// The ids that rows may refer to, by table.
async fn known(db: &Db) -> Stored<HashMap<&'static str, HashSet<String>>> {
    let mut known = HashMap::new();
    for table in tables::ALL {
        let referred = tables::ALL
            .iter()
            .flat_map(|t| t.columns)
            .any(|c| matches!(c.kind, Kind::Refers(other) if other == table.name));
        if referred {
            known.insert(table.name, support::ids(db, table).await?.into_iter().collect());
        }
    }
    Ok(known)
}

/// Imports all valid rows of some files in one transaction. `dry` stores nothing.
///
/// # Errors
/// If a file cannot be read completely or the store fails; nothing is stored then.
pub async fn import(
    db: &Db,
    files: Vec<File>,
    dry: bool,
    tell: impl FnMut(&str, &BadRow) + Send,
) -> Result<Vec<Read>, ImportError> {
    let mut pieces = Pieces::new(files, known(db).await?, tell);
    if dry {
        for piece in &mut pieces {
            piece?;
        }
    } else {
        support::put(db, &mut pieces).await?;
    }
    Ok(pieces.read)
}

/// A mapping for these files, as a template to edit.
pub fn as_map(files: &[File]) -> Maps {
    let one = |file: &File| {
        let columns = file.columns().map(|(name, column)| (name.to_owned(), Columns::One(column))).collect();
        (file.table.name.to_owned(), Mapping { columns, dates: Dates::default(), ..file.map.clone() })
    };
    files.iter().map(one).collect()
}

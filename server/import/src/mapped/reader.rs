//! Reads rows from text: CSV with a header, or one JSON object per line.

use std::io::BufRead;
use std::path::Path;

use chrono::Duration;
use csv::StringRecord;
use model::time::day_of;

use super::Choice;
use super::build::Builder;
use super::cells::{Cells, Names, flatten};
use super::mapping::{Mapping, noun};
use super::survey::Survey;
use crate::engine::{BadRow, End, PIECE_BYTES, Piece, Rows};
use crate::error::{ImportError, short};
use crate::source::{Kind, Source, broken, open_as, table};
use base::tabular::{DayOrder, Orders, Table};
use store::write::Batch;

/// The form of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Delimited rows, with or without a header.
    Csv,
    /// One JSON object per line.
    JsonLines,
}

impl Form {
    /// As on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
        }
    }

    /// The kind of text in this form.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Csv => Kind::Columns,
            Self::JsonLines => Kind::JsonLines,
        }
    }
}

/// The fields that contain days.
const DAYS: [&str; 7] = ["at", "created_at", "updated_at", "resolved_at", "sla_deadline", "since", "day"];

/// Longest JSON line, in bytes; anything longer is no record.
const LINE_BYTES: u64 = 8 << 20;

/// Reads one file.
pub struct Reader {
    text: Text,
    names: Names,
    builder: Builder,
    file: String,
    /// Rows read in advance, to guess the mapping.
    ahead: std::collections::VecDeque<Read>,
    line: u64,
}

enum Text {
    Csv(Box<Table>),
    Lines(Box<dyn BufRead + Send>),
}

/// The next item of the file.
enum Read {
    Row(u64, Cells),
    Bad(BadRow),
    End,
    Broken(ImportError),
}

impl Reader {
    /// Reads the start of the file and determines the mapping.
    pub fn new(path: &Path, source: Source, form: Form, choice: Choice, now: i64) -> Result<Self, ImportError> {
        let Choice { mapping, row, customers, tiers, survey } = choice;
        let builder = Builder::new(Mapping::default(), day_of(now) + Duration::days(1), customers, tiers);
        let mut reader = Self::begin(path, source, form, builder)?;
        let guessed = mapping.is_none();
        reader.settle(mapping, row)?;
        let dates = &reader.builder.mapping.dates;
        let open = dates.day_first.is_none() && dates.format.is_none() && !reader.days().is_empty();
        if !(guessed || open) && reader.attributes().is_empty() {
            return Ok(reader);
        }
        let survey = survey.map_or_else(|| Self::survey(path, form), Ok)?;
        reader.builder.types = survey.types();
        if guessed {
            reader.builder.mapping.refine(&survey);
            reader.builder.replan(&reader.names);
        }
        if open {
            reader.order_days(&survey)?;
        }
        Ok(reader)
    }

    /// Scans every row of a file, before mapping.
    pub fn survey(path: &Path, form: Form) -> Result<Survey, ImportError> {
        let nothing = Builder::new(Mapping::default(), Default::default(), Default::default(), Default::default());
        let mut reader = Self::begin(path, open_as(path, form.kind())?, form, nothing)?;
        let mut survey = Survey::default();
        loop {
            match reader.next() {
                Read::Row(_, cells) => survey.look(&cells),
                Read::Bad(_) => survey.rows += 1,
                // The import of the rows reports the break.
                Read::End | Read::Broken(_) => break,
            }
        }
        survey.semicolons = matches!(&reader.text, Text::Csv(table) if table.dialect.delimiter == b';');
        survey.columns = reader.names.all;
        survey.samples.resize(survey.columns.len(), Vec::new());
        survey.orders.resize(survey.columns.len(), Orders::default());
        Ok(survey)
    }

    /// The columns that contain days.
    fn days(&self) -> Vec<&String> {
        let mapped = DAYS.iter().filter_map(|field| self.builder.mapping.columns.get(*field));
        mapped.flat_map(|columns| columns.names()).collect()
    }

    /// Decides, once from all values of the file, in which order days such as 03/04/2026 are read.
    fn order_days(&mut self, survey: &Survey) -> Result<(), ImportError> {
        let days = self.days();
        let named = survey.columns.iter().zip(&survey.orders).filter(|(name, _)| days.contains(name));
        let orders = named.fold(Orders::default(), |all, (_, own)| if own.any { all.and(*own) } else { all });
        if orders.either() {
            let what = format!(
                "its days can be read with the day first and with the month first, as in 03/04/2026, and nothing in {} says \
                 which. Say it in the mapping: day_first = true (the third of April) or false (the fourth of March), under \
                 [dates]",
                days.iter().map(|name| short(name)).collect::<Vec<_>>().join(", ")
            );
            return Err(mapping_error(&self.file, what));
        }
        self.builder.mapping.dates.day_first = orders.only().map(|order| order == DayOrder::DayFirst);
        Ok(())
    }

    fn begin(path: &Path, source: Source, form: Form, builder: Builder) -> Result<Self, ImportError> {
        let file = source.name.clone();
        let mut names = Names::default();
        let text = match form {
            Form::Csv => {
                let table = table(source, path)?;
                names.all.clone_from(&table.names);
                Text::Csv(Box::new(table))
            }
            Form::JsonLines => Text::Lines(source.text),
        };
        let mut reader = Self { text, names, builder, file, ahead: Default::default(), line: 0 };
        if form == Form::JsonLines {
            // The first lines determine the columns.
            for _ in 0..100 {
                let read = reader.read();
                let last = matches!(read, Read::End | Read::Broken(_));
                reader.ahead.push_back(read);
                if last {
                    break;
                }
            }
        }
        Ok(reader)
    }

    fn settle(&mut self, mut given: Option<Mapping>, row: Option<super::RecordKind>) -> Result<(), ImportError> {
        let header = &self.names.all;
        if let Some(mapping) = &mut given {
            mapping.fit(header);
        }
        let listed = || header.iter().map(|h| short(h)).collect::<Vec<_>>().join(", ");
        if let Some(mapping) = &given
            && let [first, ..] = mapping.absent(header)[..]
            && matches!(self.text, Text::Csv(_))
        {
            let what =
                format!("the mapping names a column \"{first}\", which the file does not have. It has: {}", listed());
            return Err(mapping_error(&self.file, what));
        }
        let mapping = given.unwrap_or_else(|| Mapping::guess(header, row));
        let missing = mapping.missing();
        if !missing.is_empty() {
            let fields: Vec<&str> = missing.iter().map(|f| f.name).collect();
            let example = header.first().map_or("the column's name", String::as_str);
            let lines: String = fields.iter().map(|f| format!("{f} = \"{example}\"\n")).collect();
            let row = noun(mapping.row);
            let what = format!(
                "no column was found for {} of a {row}. The file has: {}. Say which it is in a file for --map (or what \
                 else a row is, with --rows), for example:\n\nrow = \"{row}\"\n[columns]\n{lines}",
                fields.join(" and "),
                listed(),
            );
            return Err(mapping_error(&self.file, what));
        }
        self.builder.mapping = mapping;
        self.builder.look(&self.names);
        Ok(())
    }

    pub fn mapping(&self) -> &Mapping {
        &self.builder.mapping
    }

    /// Names the data set, unless the mapping does.
    pub fn name_source(&mut self, name: &str) {
        self.builder.mapping.source = Some(name.to_owned());
    }

    pub fn attributes(&self) -> Vec<String> {
        self.builder.attributes()
    }

    fn next(&mut self) -> Read {
        match self.ahead.pop_front() {
            Some(read) => read,
            None => self.read(),
        }
    }

    fn read(&mut self) -> Read {
        match &mut self.text {
            Text::Csv(csv) => {
                let mut record = StringRecord::new();
                match csv.read(&mut record) {
                    Ok(true) => {
                        self.line = record.position().map_or(self.line, |p| p.line());
                        // Trailing delimiters are not values.
                        while record.len() > self.names.all.len()
                            && record.iter().next_back().is_some_and(str::is_empty)
                        {
                            record.truncate(record.len() - 1);
                        }
                        if record.len() != self.names.all.len() {
                            let fault =
                                format!("{} fields where the header has {}", record.len(), self.names.all.len());
                            return Read::Bad(BadRow { line: self.line, kind: "wrong number of fields", fault });
                        }
                        Read::Row(self.line, record.iter().map(clean).collect())
                    }
                    Ok(false) => Read::End,
                    Err(error) => csv_fault(&self.file, self.line, error).map_or_else(Read::Broken, Read::Bad),
                }
            }
            Text::Lines(text) => json_line(text, &mut self.line, &mut self.names, &self.file),
        }
    }

    /// Adds the next row to the batch; `None` at the end.
    fn advance(&mut self, piece: &mut Piece) -> Option<usize> {
        let (line, cells) = match self.next() {
            Read::Row(line, cells) => (line, cells),
            Read::Bad(bad) => {
                piece.rows += 1;
                piece.bad.push(bad);
                return Some(0);
            }
            Read::End => {
                piece.end = End::Done;
                return None;
            }
            Read::Broken(error) => {
                piece.end = End::Broken(error);
                return None;
            }
        };
        piece.rows += 1;
        self.builder.look(&self.names);
        match self.builder.take(&cells, &mut piece.batch) {
            Ok((day, bytes)) => {
                piece.lines.push(line);
                let source = self.builder.mapping.source.clone().unwrap_or_default();
                let before = piece.batch.last_day.take().map(|(_, day)| day);
                piece.batch.last_day = before.max(day).map(|day| (source, day));
                Some(bytes)
            }
            Err((kind, fault)) => {
                piece.bad.push(BadRow { line, kind, fault });
                Some(0)
            }
        }
    }
}

impl Rows for Reader {
    fn skip(&mut self, rows: u64) -> Result<(), ImportError> {
        let mut stored = Piece::empty(self.builder.mapping.row);
        while stored.rows < rows && self.advance(&mut stored).is_some() {
            stored.batch = Batch::default();
            stored.lines.clear();
            stored.bad.clear();
        }
        match stored.end {
            End::Broken(error) => Err(error),
            _ => Ok(()),
        }
    }

    fn piece(&mut self, most: u64) -> Piece {
        let mut piece = Piece::empty(self.builder.mapping.row);
        let mut bytes = 0;
        while piece.rows < most && bytes < PIECE_BYTES {
            match self.advance(&mut piece) {
                Some(more) => bytes += more,
                None => break,
            }
        }
        piece
    }
}

fn mapping_error(file: &str, what: String) -> ImportError {
    ImportError::Mapping { file: file.to_owned(), what }
}

/// Our databases cannot store NUL.
fn clean(cell: &str) -> String {
    if cell.contains('\0') { cell.replace('\0', "") } else { cell.to_owned() }
}

/// An unreadable row.
///
/// # Errors
/// If no further row can be read either.
pub fn csv_fault(file: &str, line: u64, error: csv::Error) -> Result<BadRow, ImportError> {
    let line = error.position().map_or(line, |p| p.line());
    match error.into_kind() {
        csv::ErrorKind::Utf8 { .. } => {
            let fault = "the row holds bytes that are not UTF-8 text".to_owned();
            Ok(BadRow { line, kind: "not UTF-8 text", fault })
        }
        csv::ErrorKind::Io(cause) => Err(broken(file, line, &cause)),
        other => Err(broken(file, line, &std::io::Error::other(format!("{other:?}")))),
    }
}

fn json_line(text: &mut Box<dyn BufRead + Send>, line: &mut u64, names: &mut Names, file: &str) -> Read {
    use std::io::Read as _;
    loop {
        let mut bytes = Vec::new();
        match text.by_ref().take(LINE_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) => return Read::End,
            Ok(_) => *line += 1,
            Err(error) => return Read::Broken(broken(file, *line, &error)),
        }
        let bad = |kind, fault: String| Read::Bad(BadRow { line: *line, kind, fault });
        if bytes.len() as u64 == LINE_BYTES {
            let cause = std::io::Error::other("the next line is longer than 8 MiB, so it is not a record");
            return Read::Broken(broken(file, *line, &cause));
        }
        let Ok(row) = std::str::from_utf8(&bytes) else {
            return bad("not UTF-8 text", "the line holds bytes that are not UTF-8 text".to_owned());
        };
        let row = row.trim().trim_start_matches('\u{feff}');
        if row.is_empty() {
            continue;
        }
        return match serde_json::from_str::<serde_json::Value>(row) {
            Ok(serde_json::Value::Object(object)) => {
                let mut cells = Cells::new();
                match flatten(&object, names, &mut cells) {
                    Ok(()) => Read::Row(*line, cells.iter().map(|c| clean(c)).collect()),
                    Err(why) => bad("too many names", why),
                }
            }
            Ok(_) => bad("no JSON object", "the line is not a JSON object".to_owned()),
            Err(error) => bad("not JSON", format!("the line is not JSON: {error}")),
        };
    }
}

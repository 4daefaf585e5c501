//! Opens workbooks and reads the cells of a sheet.

use std::fs::File;
use std::io::{self, BufReader, Read as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use calamine::{
    Cell, CellType, Data, DataRef, Dimensions, ExcelDateTime, Ods, OdsError, Reader, Sheet, SheetType, SheetVisible,
    Xls, XlsError, Xlsb, XlsbError, Xlsx, XlsxError, open_workbook_from_rs,
};
use zip::ZipArchive;

use super::{Grid, Merged, Row, Value};
use base::unpacked::most_bytes;

/// Maximum number of cells with a value in a sheet, and of sheets in a workbook.
pub(super) const CELLS: usize = 5_000_000;
const SHEETS: usize = 200;

/// Maximum size of an unpacked workbook, and of one in the old format, which is read as a whole.
const MAX_UNPACKED_BYTES: u64 = 1 << 30;
const MAX_XLS_BYTES: u64 = 64 << 20;

/// The first bytes of a zip archive, and of Microsoft's older container, which also holds encrypted workbooks.
const ZIP_MAGIC: &[u8] = b"PK\x03\x04";
const OLE_MAGIC: &[u8] = b"\xd0\xcf\x11\xe0";

type Input = BufReader<File>;

enum Workbook {
    Xlsx(Xlsx<Input>),
    Xlsb(Xlsb<Input>),
    Xls(Xls<Input>),
    Ods(Ods<Input>),
}

/// Why a workbook was not read.
enum Failure {
    Password,
    /// In the words of the library.
    Broken(String),
    /// A sentence for the user.
    Refused(String),
}

macro_rules! failures {
    ($($error:ident),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                match error {
                    $error::Password => Self::Password,
                    other => Self::Broken(other.to_string()),
                }
            }
        }
    )*};
}

failures!(XlsxError, XlsbError, XlsError, OdsError);

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<zip::result::ZipError> for Failure {
    fn from(error: zip::result::ZipError) -> Self {
        Self::Broken(error.to_string())
    }
}

/// The visible sheets of a workbook, in order.
pub fn sheets(path: &Path) -> Result<Vec<String>, String> {
    guarded(path, || {
        let workbook = Workbook::open(path)?;
        let all = match &workbook {
            Workbook::Xlsx(book) => book.sheets_metadata(),
            Workbook::Xlsb(book) => book.sheets_metadata(),
            Workbook::Xls(book) => book.sheets_metadata(),
            Workbook::Ods(book) => book.sheets_metadata(),
        };
        let shown = |sheet: &&Sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible;
        let names: Vec<String> = all.iter().filter(shown).map(|sheet| sheet.name.clone()).collect();
        if names.len() > SHEETS {
            let why = format!("has {} sheets; at most {SHEETS} are read. Divide it into several files.", names.len());
            return Err(Failure::Refused(why));
        }
        // Read in full: of a sheet, only its cells say whether it is empty.
        let mut workbook = workbook;
        let mut filled = Vec::new();
        for name in names {
            if workbook.has_cells(&name)? {
                filled.push(name);
            }
        }
        Ok(filled)
    })
}

/// The cells of a sheet.
pub(super) fn grid(path: &Path, sheet: &str) -> Result<Grid, String> {
    guarded(path, || Workbook::open(path)?.grid(sheet))
}

/// Runs `read`, with errors as sentences for the user. The libraries are known to panic on some broken files.
fn guarded<T>(path: &Path, read: impl FnOnce() -> Result<T, Failure>) -> Result<T, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let why = match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(done)) => return Ok(done),
        Ok(Err(failure)) => failure,
        Err(_) => Failure::Broken("its structure is broken".into()),
    };
    Err(match why {
        Failure::Password => {
            format!("{name} is protected by a password. Save a copy of it without the password, and use that.")
        }
        Failure::Broken(why) => {
            let why = why.trim_end_matches('.');
            format!(
                "{name} cannot be read as a workbook ({why}). Open it in Excel or LibreOffice, and save it as .xlsx."
            )
        }
        Failure::Refused(why) => format!("{name} {why}"),
    })
}

impl Workbook {
    /// By its content: exports often have another ending than they should.
    fn open(path: &Path) -> Result<Self, Failure> {
        let bytes = path.metadata()?.len();
        let mut head = [0; 4];
        let read = File::open(path)?.read(&mut head)?;
        let input = || File::open(path).map(BufReader::new);
        match &head[..read] {
            ZIP_MAGIC => {
                let mut archive = ZipArchive::new(input()?)?;
                bounded(&mut archive, bytes)?;
                let has = |name: &str| archive.file_names_raw().any(|own| own == name.as_bytes());
                if has("xl/workbook.bin") {
                    Ok(Self::Xlsb(open_workbook_from_rs(input()?)?))
                } else if has("content.xml") {
                    Ok(Self::Ods(open_workbook_from_rs(input()?)?))
                } else if has("Index/Document.iwa") {
                    Err(Failure::Refused("is a file of Apple Numbers. Export it as .xlsx there, and use that.".into()))
                } else {
                    Ok(Self::Xlsx(open_workbook_from_rs(input()?)?))
                }
            }
            OLE_MAGIC => {
                // An encrypted workbook of the newer format lies in a container of the older one.
                if let Err(XlsxError::Password) = Xlsx::new(input()?) {
                    return Err(Failure::Password);
                }
                if bytes > MAX_XLS_BYTES {
                    let why = format!("is larger than {} MiB. Save it as .xlsx, and use that.", MAX_XLS_BYTES >> 20);
                    return Err(Failure::Refused(why));
                }
                Ok(Self::Xls(open_workbook_from_rs(input()?)?))
            }
            [] => Err(Failure::Refused("is empty. Save it again, and use that file.".into())),
            _ => {
                let why = "is no workbook inside, whatever its ending says: many programs write a web page or text there. \
                           Open it in Excel or LibreOffice, and save it as .xlsx.";
                Err(Failure::Refused(why.into()))
            }
        }
    }

    fn grid(&mut self, sheet: &str) -> Result<Grid, Failure> {
        let mut grid = Building::default();
        let merged = match self {
            Self::Xlsx(book) => {
                let merged = book.merge_cells_by_sheet_name(sheet)?;
                let mut cells = book.worksheet_cells_reader(sheet)?;
                while let Some(cell) = cells.next_cell()? {
                    grid.put(&cell, of_ref)?;
                }
                merged
            }
            Self::Xlsb(book) => {
                let mut cells = book.worksheet_cells_reader(sheet)?;
                while let Some(cell) = cells.next_cell()? {
                    grid.put(&cell, of_ref)?;
                }
                Vec::new()
            }
            Self::Xls(book) => {
                grid.range(&book.worksheet_range(sheet)?)?;
                book.merge_cells_by_sheet_name(sheet)?
            }
            Self::Ods(book) => {
                grid.range(&book.worksheet_range(sheet)?)?;
                Vec::new()
            }
        };
        Ok(grid.finish(&merged))
    }

    fn has_cells(&mut self, sheet: &str) -> Result<bool, Failure> {
        let filled = |value: Option<Value>| value.is_some();
        Ok(match self {
            Self::Xlsx(book) => {
                let mut cells = book.worksheet_cells_reader(sheet)?;
                any(|| Ok(cells.next_cell()?.map(|cell| filled(of_ref(cell.get_value())))))?
            }
            Self::Xlsb(book) => {
                let mut cells = book.worksheet_cells_reader(sheet)?;
                any(|| Ok(cells.next_cell()?.map(|cell| filled(of_ref(cell.get_value())))))?
            }
            Self::Xls(book) => book.worksheet_range(sheet)?.used_cells().any(|(.., value)| filled(of_data(value))),
            Self::Ods(book) => book.worksheet_range(sheet)?.used_cells().any(|(.., value)| filled(of_data(value))),
        })
    }
}

/// Whether any cell is filled, of those that `next` looks at one by one.
fn any(mut next: impl FnMut() -> Result<Option<bool>, Failure>) -> Result<bool, Failure> {
    while let Some(filled) = next()? {
        if filled {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Unpacks all parts once, without keeping them, since the sizes that an archive states may be wrong.
fn bounded(archive: &mut ZipArchive<Input>, bytes: u64) -> Result<(), Failure> {
    let most = most_bytes(bytes).min(MAX_UNPACKED_BYTES);
    let mut left = most;
    for at in 0..archive.len() {
        let part = archive.by_index_raw(at)?;
        if part.encrypted() {
            return Err(Failure::Password);
        }
        drop(part);
        let part = archive.by_index(at)?;
        left = left.saturating_sub(io::copy(&mut part.take(left), &mut io::sink())?);
        if left == 0 {
            let why = format!("unpacks to more than {} MiB. Save its sheets as .csv, and use those files.", most >> 20);
            return Err(Failure::Refused(why));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Building {
    cells: Vec<(u32, u32, Value)>,
}

impl Building {
    fn put<T: CellType>(&mut self, cell: &Cell<T>, read: impl Fn(&T) -> Option<Value>) -> Result<(), Failure> {
        let (row, column) = cell.get_position();
        self.add(row, column, read(cell.get_value()))
    }

    fn range(&mut self, range: &calamine::Range<Data>) -> Result<(), Failure> {
        let (row, column) = range.start().unwrap_or_default();
        for (down, right, value) in range.used_cells() {
            let far = |from: u32, by: usize| from.saturating_add(u32::try_from(by).unwrap_or(u32::MAX));
            self.add(far(row, down), far(column, right), of_data(value))?;
        }
        Ok(())
    }

    fn add(&mut self, row: u32, column: u32, value: Option<Value>) -> Result<(), Failure> {
        let Some(value) = value else { return Ok(()) };
        if self.cells.len() == CELLS {
            let why = format!("has a sheet of more than {CELLS} cells. Save that sheet as .csv, and use that file.");
            return Err(Failure::Refused(why));
        }
        self.cells.push((row, column, value));
        Ok(())
    }

    fn finish(mut self, merged: &[Dimensions]) -> Grid {
        self.cells.sort_by_key(|(row, column, _)| (*row, *column));
        self.cells.dedup_by_key(|(row, column, _)| (*row, *column));
        let merged: Vec<Merged> =
            merged.iter().map(|of| Merged { rows: (of.start.0, of.end.0), columns: (of.start.1, of.end.1) }).collect();
        let mut rows: Vec<Row> = Vec::new();
        for (number, column, value) in self.cells {
            match rows.last_mut().filter(|row| row.number == number) {
                Some(row) => row.cells.push((column, value)),
                None => rows.push(Row { number, cells: vec![(column, value)] }),
            }
        }
        Grid { rows, merged }
    }
}

fn of_ref(value: &DataRef<'_>) -> Option<Value> {
    match value {
        DataRef::Int(number) => whole(*number),
        DataRef::Float(number) => Some(Value::Number(*number)),
        DataRef::String(text) => words(text),
        DataRef::SharedString(text) => words(text),
        DataRef::Bool(flag) => Some(Value::Flag(*flag)),
        DataRef::DateTime(moment) => Some(of_moment(moment)),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => of_iso(text),
        DataRef::Error(_) => Some(Value::Error),
        DataRef::Empty => None,
    }
}

fn of_data(value: &Data) -> Option<Value> {
    match value {
        Data::Int(number) => whole(*number),
        Data::Float(number) => Some(Value::Number(*number)),
        Data::String(text) => words(text),
        Data::Bool(flag) => Some(Value::Flag(*flag)),
        Data::DateTime(moment) => Some(of_moment(moment)),
        Data::DateTimeIso(text) | Data::DurationIso(text) => of_iso(text),
        Data::Error(_) => Some(Value::Error),
        Data::Empty => None,
    }
}

/// Integers beyond the precision of a number, such as ids, stay digit by digit.
fn whole(number: i64) -> Option<Value> {
    const MAX_EXACT_INTEGER: u64 = 1 << 53;
    let exact = number.unsigned_abs() <= MAX_EXACT_INTEGER;
    Some(if exact { Value::Number(number as f64) } else { Value::Text(number.to_string()) })
}

fn words(text: &str) -> Option<Value> {
    let text = text.trim();
    (!text.is_empty()).then(|| Value::Text(text.to_owned()))
}

/// `2026-01-31`, with a time if it has one; a time of day alone; a duration in hours, which can be added up.
fn of_moment(moment: &ExcelDateTime) -> Value {
    let number = moment.as_f64();
    if moment.is_duration() {
        return Value::Number((number * 24.0 * 1e6).round() / 1e6);
    }
    let (year, month, day, hour, minute, second, milli) = moment.to_ymd_hms_milli();
    let second = u32::from(second) + u32::from(milli >= 500 && second < 59);
    if (0.0..1.0).contains(&number) {
        return Value::Moment(format!("{hour:02}:{minute:02}:{second:02}"));
    }
    let date = format!("{year:04}-{month:02}-{day:02}");
    let none = (hour, minute, second) == (0, 0, 0);
    Value::Moment(if none { date } else { format!("{date} {hour:02}:{minute:02}:{second:02}") })
}

/// OpenDocument's `2026-01-31T10:00:00`, and its durations and times of day, `PT10H30M00S`, in hours.
fn of_iso(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Some(time) = text.strip_prefix("PT") {
        return Some(hours(time).map_or_else(|| Value::Text(text.to_owned()), Value::Number));
    }
    let text = text.replacen('T', " ", 1);
    let text = text.strip_suffix(" 00:00:00").unwrap_or(&text);
    (!text.is_empty()).then(|| Value::Moment(text.to_owned()))
}

fn hours(text: &str) -> Option<f64> {
    let (mut rest, mut hours) = (text, 0.0);
    for (unit, share) in [('H', 1.0), ('M', 60.0), ('S', 3_600.0)] {
        if let Some((number, tail)) = rest.split_once(unit) {
            hours += number.replace(',', ".").parse::<f64>().ok()? / share;
            rest = tail;
        }
    }
    rest.is_empty().then_some(hours)
}

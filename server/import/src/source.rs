//! Opens a file to import, plain or gzip, as a stream of text, and detects early what is not text.
//!
//! Deliberately not here: the formats, and network addresses.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
use sha2::{Digest, Sha256};

use super::error::ImportError;
use base::tabular;
use base::unpacked::Unpacked;

/// An opened, decompressed file.
pub struct Source {
    /// As given by the user.
    pub name: String,
    /// Identifies this version of the file: the first 16 hex digits of the SHA-256 of its full path, size and
    /// modification time. A rewritten file is a new one, read from its first row.
    pub identity: String,
    /// Size on disk in bytes, possibly compressed.
    pub size: u64,
    /// How many of these bytes have been read; shared for progress display.
    pub taken: Arc<AtomicU64>,
    /// The decompressed text.
    pub text: Box<dyn BufRead + Send>,
}

/// The expected kind of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// CSV.
    Columns,
    /// One JSON object per line.
    JsonLines,
    /// Letters name their own encoding, so they need not be UTF-8.
    Mail,
}

/// Read buffer, in bytes.
const BUFFER_BYTES: usize = 128 * 1024;

/// Opens a file. Gzip is detected by its first bytes, whatever the file's name.
///
/// Fails if the file is missing, a folder, empty, unreadable, damaged at its start, or clearly not delimited text.
pub fn open(path: &Path) -> Result<Source, ImportError> {
    open_as(path, Kind::Columns)
}

/// Opens a file of a given kind.
pub fn open_as(path: &Path, kind: Kind) -> Result<Source, ImportError> {
    let name = path.display().to_string();
    let unreadable = |cause| ImportError::Unreadable { file: path.display().to_string(), cause };
    let meta = match path.metadata() {
        Ok(meta) if meta.is_dir() => return Err(ImportError::Folder(name.trim_end_matches('/').to_owned())),
        Ok(meta) => meta,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Err(ImportError::Missing(name)),
        Err(e) => return Err(unreadable(e)),
    };
    let taken = Arc::new(AtomicU64::new(0));
    let file = Counted { inner: File::open(path).map_err(unreadable)?, taken: taken.clone() };
    let mut packed = BufReader::with_capacity(BUFFER_BYTES, file);
    let is_gzip = packed.fill_buf().map_err(unreadable)?.starts_with(&[0x1f, 0x8b]);
    let mut text: Box<dyn BufRead + Send> = if is_gzip {
        Box::new(BufReader::with_capacity(BUFFER_BYTES, Unpacked::new(MultiGzDecoder::new(packed), meta.len())))
    } else {
        Box::new(packed)
    };
    let head = text.fill_buf().map_err(|e| broken(&name, 0, &e))?;
    if head.is_empty() {
        return Err(ImportError::Empty(name));
    }
    if let Some((what, advice)) = foreign(head, kind) {
        return Err(ImportError::Foreign { file: name, what, advice });
    }
    let identity = identity(path, &meta).map_err(unreadable)?;
    Ok(Source { name, identity, size: meta.len(), taken, text })
}

/// The delimited text of a file in any encoding; reads the file twice.
///
/// # Errors
/// As [`open`], and if it has no readable header.
pub fn table(source: Source, path: &Path) -> Result<tabular::Table, ImportError> {
    let name = source.name;
    // Reading the rows reports a break.
    let encoding = tabular::encoding(open(path)?.text).unwrap_or(encoding_rs::UTF_8);
    tabular::Table::open(Box::new(source.text), encoding)
        .map_err(|e| ImportError::Mapping { file: name, what: format!("its header cannot be read: {e}") })
}

/// The error for a file unreadable after `line`.
pub fn broken(file: &str, line: u64, cause: &io::Error) -> ImportError {
    let cause = match cause.kind() {
        io::ErrorKind::UnexpectedEof => "the packed data ends too early, as after an interrupted download".to_owned(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => format!("the packed data is damaged ({cause})"),
        _ => cause.to_string(),
    };
    let stored = if line > 1 { "The rows before it are stored." } else { "Nothing was stored." };
    ImportError::Broken { file: file.to_owned(), line, cause, stored }
}

/// The kind of file by its first bytes if it cannot be CSV in UTF-8, and what to do with it.
fn foreign(head: &[u8], kind: Kind) -> Option<(&'static str, &'static str)> {
    let first = head.iter().find(|b| !b.is_ascii_whitespace());
    match head {
        [b'P', b'K', 3, 4, ..] => Some((
            "a ZIP archive or a spreadsheet",
            "Unpack the archive first; save a spreadsheet as CSV (UTF-8). Then import that file.",
        )),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] if kind != Kind::Columns => {
            Some(("text in UTF-16", "Save it as UTF-8, then import it."))
        }
        [b'%', b'P', b'D', b'F', ..] => Some(("a PDF", "Name the CSV export instead.")),
        _ if first == Some(&b'<') => Some(("a web page or XML", "Download the CSV export itself.")),
        _ if kind == Kind::JsonLines && first == Some(&b'[') => {
            Some(("one JSON list", "Write each of its objects on a line of its own, as `jq -c '.[]'` does."))
        }
        _ if kind == Kind::JsonLines && first != Some(&b'{') => {
            Some(("not JSON lines", "Each line has to be a JSON object; a CSV file is imported with `import csv`."))
        }
        _ if kind != Kind::Mail && is_mail(head) => Some((
            "a mailbox or a letter",
            "Import it with `plumbline import mbox FILE --own YOUR-DOMAIN` on the server (`import eml` for a single letter).",
        )),
        _ if kind == Kind::Columns && matches!(first, Some(b'{' | b'[')) => {
            Some(("JSON", "Save it as CSV, or as one object a line for `import jsonl`."))
        }
        // One NUL in a cell is a bad row; in the header it is another kind of file.
        _ if (kind != Kind::Columns || tabular::encoding(head).is_ok_and(|e| e == encoding_rs::UTF_8))
            && head.split(|b| *b == b'\n').next().is_some_and(|line| line.contains(&0)) =>
        {
            Some(("binary data", "Name the CSV export, plain or as .gz."))
        }
        _ => None,
    }
}

/// Whether a text begins like a mailbox or a letter: with a separator, or with typical headers.
fn is_mail(head: &[u8]) -> bool {
    const HEADERS: [&str; 10] = [
        "from", "to", "date", "subject", "received", "return-path", "delivered-to", "message-id", "mime-version",
        "authentication-results",
    ];
    let text = String::from_utf8_lossy(head);
    let mut lines = text.lines().filter(|line| !line.starts_with([' ', '\t']));
    let is_header = |line: &str| {
        let name = line.split_once(": ").map(|(name, _)| name.to_ascii_lowercase());
        name.is_some_and(|name| HEADERS.contains(&name.as_str()) || name.starts_with("x-"))
    };
    match lines.next() {
        Some(first) if first.starts_with("From ") => lines.next().is_some_and(is_header),
        Some(first) => is_header(first) && lines.next().is_some_and(is_header),
        None => false,
    }
}

fn identity(path: &Path, meta: &std::fs::Metadata) -> io::Result<String> {
    let changed = meta.modified()?.duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_nanos();
    let full = path.canonicalize()?;
    let hash = Sha256::digest(format!("{}\n{}\n{changed}", full.display(), meta.len()));
    Ok(hash[..8].iter().map(|b| format!("{b:02x}")).collect())
}

struct Counted<R> {
    inner: R,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buf)?;
        self.taken.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    fn refusal(bytes: &[u8]) -> String {
        open(file(bytes).path()).err().map(|e| e.to_string()).unwrap_or_default()
    }

    #[test]
    fn plain_and_packed_read_the_same_whatever_they_are_called() {
        let two_members = [gz(b"a,b\n"), gz(b"1,2\n")].concat();
        for bytes in [b"a,b\n1,2\n".to_vec(), gz(b"a,b\n1,2\n"), two_members] {
            let file = file(&bytes);
            let mut source = open(file.path()).unwrap();
            let mut text = String::new();
            source.text.read_to_string(&mut text).unwrap();
            assert_eq!(text, "a,b\n1,2\n");
            assert_eq!(source.taken.load(Ordering::Relaxed), source.size);
        }
    }

    #[test]
    fn what_unpacks_to_very_much_is_not_read_to_its_end() {
        let line = b"a,b,c,d,e,f,g,h\n".repeat(1 << 20);
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        for _ in 0..5 {
            packer.write_all(&line).unwrap();
        }
        let file = file(&packer.finish().unwrap());
        let mut source = open(file.path()).unwrap();
        let error = std::io::copy(&mut source.text, &mut std::io::sink()).unwrap_err();
        assert!(broken("a.gz", 9, &error).to_string().contains("unpacks to more than 64 MiB"), "{error}");
    }

    #[test]
    fn what_is_no_text_is_named() {
        for (bytes, word) in [
            (b"PK\x03\x04...".as_slice(), "ZIP"),
            (b"\n  <html>", "web page"),
            (b"[{\"a\": 1}]", "JSON"),
            (b"a\0b", "binary"),
            (b"", "empty"),
            (&gz(b""), "empty"),
            (&gz(b"PK\x03\x04..."), "ZIP"),
            (b"\x1f\x8bnot gzip at all", "damaged"),
            (&gz(b"a,b\n1,2\n")[..10], "too early"),
        ] {
            assert!(refusal(bytes).contains(word), "{word}: {}", refusal(bytes));
        }
    }

    #[test]
    fn what_is_not_there_is_said() {
        let dir = tempfile::tempdir().unwrap();
        let error = open(dir.path()).err().unwrap();
        assert!(matches!(error, ImportError::Folder(_)), "{error}");
        let error = open(&dir.path().join("gone.csv")).err().unwrap();
        assert!(matches!(error, ImportError::Missing(_)), "{error}");
    }

    #[test]
    fn a_file_that_was_written_again_is_another() {
        let file = file(b"a,b\n");
        let first = open(file.path()).unwrap().identity;
        assert_eq!(first, open(file.path()).unwrap().identity);
        std::fs::write(file.path(), "a,b\n1,2\n").unwrap();
        assert_ne!(first, open(file.path()).unwrap().identity);
    }
}

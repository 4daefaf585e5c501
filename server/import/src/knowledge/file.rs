//! The text of a file that holds a document: Markdown, plain text, PDF or Word (.docx). Anything else is refused with a
//! sentence that says what would do.
//!
//! Parsers of other people's formats may panic or unpack without end: they run on a blocking thread, within limits. A PDF
//! may draw a form inside itself, on which its parser would exhaust the stack and with it end the process: a server
//! reads PDFs in a process of their own.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Stdio;
use std::time::Duration;

use base::tabular;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use super::{docx, pdf};

/// Maximum size of a file, in bytes.
pub const LARGEST: usize = 32 << 20;
/// How long reading one file may take.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

const UNREADABLE: &str = "It cannot be read: it is damaged, or made by a program that deviates from the standard. Open it \
    and save it again, or save it as plain text.";
const PASSWORD: &str = "It is encrypted. Save it without a password, then upload it again.";

/// What a file is, by its content first: a name may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Markdown,
    Text,
    Pdf,
    Word,
}

/// The program that reads files in its own process, with its arguments: a file on standard input, its text on standard
/// output, or a failure with the reason on standard error.
#[derive(Clone, Debug)]
pub struct Program(pub OsString, pub &'static str);

/// The text of a file: paragraphs separated by blank lines; a line that begins with `#` is a heading.
///
/// # Errors
/// A sentence for people that says what would do.
pub async fn text(name: String, bytes: Vec<u8>, program: Option<&Program>) -> Result<String, String> {
    let work = async {
        match program.filter(|_| form(&name, &bytes) == Ok(Form::Pdf) && bytes.len() <= LARGEST) {
            Some(program) => apart(program, &bytes).await,
            None => tokio::task::spawn_blocking(move || read(&name, &bytes)).await.map_err(|_| UNREADABLE)?,
        }
    };
    let slow = || Err("Reading it takes longer than a minute. Split it, or save it as plain text.".into());
    tokio::time::timeout(READ_TIMEOUT, work).await.unwrap_or_else(|_| slow())
}

/// Reads a file in another process, which ends with this call.
async fn apart(Program(program, argument): &Program, bytes: &[u8]) -> Result<String, String> {
    let failed = |error: std::io::Error| {
        tracing::error!(%error, "the process that reads files failed");
        UNREADABLE.to_owned()
    };
    let mut command = Command::new(program);
    command.arg(argument).env_clear().kill_on_drop(true);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
    let to = child.stdin.take();
    let write = async move {
        // One that ends early does not read to the end.
        if let Some(mut to) = to {
            let _ = to.write_all(bytes).await;
        }
    };
    let ((), output) = tokio::join!(write, child.wait_with_output());
    let output = output.map_err(failed)?;
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    match (output.status.success(), output.status.code()) {
        (true, _) => Ok(said(&output.stdout)),
        (false, Some(REFUSED)) => Err(said(&output.stderr)),
        _ => Err(UNREADABLE.into()),
    }
}

/// The exit code of [`Program`] for a file that it refuses.
pub const REFUSED: i32 = 3;

/// The text of a file, in this process. Blocking.
///
/// # Errors
/// As for [`text`]. Panics of parsers are errors, too.
pub fn read(name: &str, bytes: &[u8]) -> Result<String, String> {
    catch_unwind(AssertUnwindSafe(|| parsed(name, bytes))).unwrap_or_else(|_| Err(UNREADABLE.into()))
}

fn parsed(name: &str, bytes: &[u8]) -> Result<String, String> {
    if bytes.is_empty() {
        return Err("The file is empty.".into());
    }
    if bytes.len() > LARGEST {
        return Err(too_large());
    }
    let text = match form(name, bytes)? {
        Form::Pdf => pdf::text(bytes)?,
        Form::Word => docx::text(bytes)?,
        Form::Markdown => markdown(&decoded(bytes)),
        Form::Text => decoded(bytes),
    };
    if text.trim().is_empty() { Err("It holds no text.".into()) } else { Ok(text) }
}

/// The refusal of a file above the maximum size.
pub fn too_large() -> String {
    format!("The file is larger than {} MiB. Split it, or save it without images.", LARGEST >> 20)
}

fn form(name: &str, bytes: &[u8]) -> Result<Form, String> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase()).unwrap_or_default();
    // Old Word files and encrypted new ones are both in this container; only the latter have a stream of this name.
    if bytes.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        let marked: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
        return Err(match bytes.windows(marked.len()).any(|part| part == marked) {
            true => PASSWORD.into(),
            false => "It is in Word's old format (.doc). Save it as .docx, then upload it again.".into(),
        });
    }
    // A PDF may begin with a few bytes of something else.
    if bytes[..bytes.len().min(1024)].windows(5).any(|part| part == b"%PDF-") {
        return Ok(Form::Pdf);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return match ending.as_str() {
            "odt" => Err("It is an OpenDocument text. Save it as .docx or PDF, then upload it again.".into()),
            "xlsx" | "xlsm" | "ods" => Err("It is a table. Tables are imported on the page Import.".into()),
            "pptx" | "odp" => Err("It is a presentation. Save it as PDF, then upload it again.".into()),
            "zip" => Err("It is an archive. Unpack it, then upload the files in it.".into()),
            _ => Ok(Form::Word),
        };
    }
    match ending.as_str() {
        "md" | "markdown" => Ok(Form::Markdown),
        "txt" | "text" => Ok(Form::Text),
        "pdf" => Err("It is called .pdf and is none. Save it as PDF again.".into()),
        "docx" | "docm" => Err("It is called .docx and is none. Save it as .docx again.".into()),
        "rtf" => Err("It is in Rich Text Format. Save it as .docx, then upload it again.".into()),
        "html" | "htm" => Err("It is a web page. Save it as plain text or PDF, then upload it again.".into()),
        "csv" | "tsv" | "jsonl" | "json" => Err("It is a table. Tables are imported on the page Import.".into()),
        _ => Err("Its kind is not known. Markdown (.md), plain text (.txt), PDF and Word (.docx) can be read.".into()),
    }
}

fn decoded(bytes: &[u8]) -> String {
    let encoding = tabular::encoding(bytes).unwrap_or(encoding_rs::UTF_8);
    let (text, ..) = encoding.decode(bytes);
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Markdown with each heading as a paragraph of its own, whether a blank line separates it or not. What looks like one
/// in a block of code stays.
fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let begins = line.trim_start();
        if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| begins.starts_with(mark)) {
            match fence {
                Some(open) if open == mark => fence = None,
                None => fence = Some(mark),
                Some(_) => {}
            }
        }
        let marks = line.bytes().take_while(|byte| *byte == b'#').count();
        let is_heading = fence.is_none() && (1..=6).contains(&marks) && line[marks..].starts_with([' ', '\t']);
        if is_heading {
            out.push_str("\n\n");
        }
        out.push_str(line);
        out.push_str(if is_heading { "\n\n" } else { "\n" });
    }
    out
}

/// The title of a document from its first line, if that is a heading; else from the file's name.
pub fn title(name: &str, text: &str) -> String {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let heading = first.strip_prefix('#').map(|rest| rest.trim_start_matches('#').trim()).filter(|t| !t.is_empty());
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    heading.map_or_else(|| stem.replace('_', " "), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_markdown_are_paragraphs() {
        let text = markdown("# Fees\nTen euros.\n## Refunds\nSoon.\n```\n# no heading\n```\n#tag\n");
        let parts: Vec<&str> = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty()).collect();
        assert_eq!(parts, ["# Fees", "Ten euros.", "## Refunds", "Soon.\n```\n# no heading\n```\n#tag"]);
        assert_eq!(title("fee_list.md", &text), "Fees");
        assert_eq!(title("fee_list.v2.txt", "Ten euros."), "fee list.v2");
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_what_would_do() {
        let old = [b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".as_slice(), &[0; 600]].concat();
        let locked: Vec<u8> =
            old.iter().copied().chain("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        for (name, bytes, says) in [
            ("a.txt", b"".as_slice(), "empty"),
            ("a.txt", b" \n \n".as_slice(), "no text"),
            ("a.doc", &old, "Save it as .docx"),
            ("a.docx", &locked, "without a password"),
            ("a.pdf", b"Hello".as_slice(), "Save it as PDF again"),
            ("a.rtf", b"{\\rtf1 Hello}".as_slice(), "Save it as .docx"),
            ("a.csv", b"a,b\n1,2\n".as_slice(), "page Import"),
            ("a.exe", b"MZ".as_slice(), "Its kind is not known"),
            ("a.docx", b"PK\x03\x04 and nothing more".as_slice(), "damaged"),
            ("a.pdf", b"%PDF-1.4\nnothing more".as_slice(), "damaged"),
        ] {
            let refused = read(name, bytes).unwrap_err();
            assert!(refused.contains(says), "{name}: {refused}");
        }
        assert!(read("a.txt", &vec![b'x'; LARGEST + 1]).unwrap_err().contains("larger than 32 MiB"));
        assert_eq!(read("a.txt", b"Gr\xFC\xDFe\r\nan alle").unwrap(), "Grüße\nan alle");
    }
}

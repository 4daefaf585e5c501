//! The text of a PDF, page by page.

use std::io::Read;

use flate2::read::ZlibDecoder;
use pdf_extract::Document;

use super::{UNFOLDS, UNPACKED};

const DAMAGED: &str = "It cannot be read: it is damaged, or made by a program that deviates from the standard. Print it to \
    a new PDF, or save it as plain text.";
const PASSWORD: &str = "It is encrypted. Save it without a password, then upload it again.";
const SCANNED: &str =
    "It has no text: it is probably scanned. Run text recognition (OCR) first, then upload the result.";

/// # Errors
/// A sentence for people that says what would do.
pub fn text(bytes: &[u8]) -> Result<String, String> {
    if unpacked(bytes) > UNPACKED {
        return Err(UNFOLDS.into());
    }
    let mut document = Document::load_mem(bytes).map_err(|_| DAMAGED)?;
    // Many PDFs forbid printing or changing and can be read without a password.
    if document.is_encrypted() && !document.was_encrypted() && document.decrypt("").is_err() {
        return Err(PASSWORD.into());
    }
    let mut text = String::new();
    let mut output = pdf_extract::PlainTextOutput::new(&mut text);
    pdf_extract::output_doc(&document, &mut output).map_err(|_| DAMAGED)?;
    // Form feeds and the like would end up in quotations.
    let text: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    match text.chars().any(char::is_alphanumeric) {
        true => Ok(paragraphs(&text)),
        false => Err(SCANNED.into()),
    }
}

/// Lines without white space at their ends, so that blank lines separate paragraphs.
fn paragraphs(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

/// What the compressed streams unpack to together, in bytes; it stops counting above the limit. A stream may be packed
/// twice.
fn unpacked(bytes: &[u8]) -> u64 {
    const MARK: &[u8] = b"stream";
    let mut all = 0;
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(MARK.len()).position(|part| part == MARK) {
        at += found + MARK.len();
        let packed = bytes[at..].strip_prefix(b"\r\n").or(bytes[at..].strip_prefix(b"\n")).unwrap_or(&[]);
        // The first byte of all that zlib packs with the usual window.
        if packed.first() == Some(&0x78) {
            all += size(Box::new(ZlibDecoder::new(packed)), UNPACKED.saturating_sub(all), 3);
        }
        if all > UNPACKED {
            break;
        }
    }
    all
}

/// How much a reader gives, up to the limit and a little more. What is damaged counts as far as it can be read.
fn size(mut reader: Box<dyn Read + '_>, most: u64, deep: u8) -> u64 {
    let mut buffer = vec![0; 64 << 10];
    let mut all = reader.read(&mut buffer).unwrap_or(0);
    if deep > 0 && all > 0 && buffer[0] == 0x78 {
        let whole = std::io::Cursor::new(buffer[..all].to_vec()).chain(reader);
        return size(Box::new(ZlibDecoder::new(whole)), most, deep - 1).max(all as u64);
    }
    while all as u64 <= most {
        match reader.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(more) => all += more,
        }
    }
    all as u64
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut to = ZlibEncoder::new(Vec::new(), Compression::best());
        to.write_all(bytes).unwrap();
        to.finish().unwrap()
    }

    #[test]
    fn what_a_stream_unpacks_to_is_counted_before_it_is_read() {
        let stream = |bytes: &[u8]| [b"%PDF-1.4\n1 0 obj <<>> stream\n", bytes, b"\nendstream"].concat();
        let zeros = vec![0; 3 << 20];
        assert_eq!(unpacked(&stream(&packed(&zeros))), 3 << 20);
        assert_eq!(unpacked(&stream(&packed(&packed(&zeros)))), 3 << 20, "also what is packed twice");
        assert_eq!(unpacked(b"no stream of bytes"), 0);
        let bomb = packed(&vec![0; (UNPACKED + 10) as usize]);
        assert!(text(&stream(&bomb)).unwrap_err().contains("256 MiB"));
    }
}

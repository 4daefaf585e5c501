//! The text of a Word file: paragraphs, headings by their style, lists, and tables with a line per row.

use std::collections::HashMap;
use std::io::{Cursor, Read};

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use zip::ZipArchive;

use super::{UNFOLDS, UNPACKED};

const DAMAGED: &str = "It cannot be read: it is damaged, or no Word file. Open it in Word and save it as .docx again.";
/// The deepest heading that a text has.
const MAX_HEADING_LEVEL: usize = 6;

/// # Errors
/// A sentence for people that says what would do.
pub fn text(bytes: &[u8]) -> Result<String, String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| DAMAGED)?;
    let levels = part(&mut archive, "word/styles.xml")?.map(|xml| levels(&xml)).transpose()?.unwrap_or_default();
    let xml = part(&mut archive, "word/document.xml")?.ok_or(DAMAGED)?;
    Body::new(&levels).read(&xml)
}

/// A part of the archive; `None` if it has none of this name.
fn part(archive: &mut ZipArchive<Cursor<&[u8]>>, name: &str) -> Result<Option<String>, String> {
    let Ok(file) = archive.by_name(name) else { return Ok(None) };
    if file.size() > UNPACKED {
        return Err(UNFOLDS.into());
    }
    let mut bytes = Vec::new();
    // The size that the archive states may lie.
    file.take(UNPACKED + 1).read_to_end(&mut bytes).map_err(|_| DAMAGED)?;
    if bytes.len() as u64 > UNPACKED {
        return Err(UNFOLDS.into());
    }
    String::from_utf8(bytes).map(Some).map_err(|_| DAMAGED.into())
}

/// The heading level of each style that has one. Ids of styles are in the language of whoever made the file, the names
/// of built-in ones are not.
fn levels(xml: &str) -> Result<HashMap<String, usize>, String> {
    let (mut found, mut style) = (HashMap::new(), String::new());
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event().map_err(|_| DAMAGED)? {
            Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                "style" => style = value(&tag, "w:styleId"),
                "name" => {
                    let name = value(&tag, "w:val").to_lowercase();
                    let level = name.strip_prefix("heading ").and_then(|n| n.trim().parse().ok());
                    if let Some(level) = level.or((name == "title").then_some(1)) {
                        found.insert(style.clone(), level);
                    }
                }
                // A style of one's own that Word's outline counts as a heading.
                "outlineLvl" => {
                    if let Some(level) = outline(&tag) {
                        found.entry(style.clone()).or_insert(level);
                    }
                }
                _ => {}
            },
            Event::Eof => return Ok(found),
            _ => {}
        }
    }
}

/// 9 is the level of plain text.
fn outline(tag: &BytesStart<'_>) -> Option<usize> {
    value(tag, "w:val").parse::<usize>().ok().filter(|level| *level < 9).map(|level| level + 1)
}

fn value(tag: &BytesStart<'_>, name: &str) -> String {
    let found = tag.try_get_attribute(name).ok().flatten();
    let text = found.and_then(|found| found.normalized_value(XmlVersion::Implicit1_0).ok().map(|v| v.into_owned()));
    text.unwrap_or_default()
}

/// The body while it is read.
struct Body<'a> {
    levels: &'a HashMap<String, usize>,
    out: String,
    paragraph: String,
    level: Option<usize>,
    is_item: bool,
    /// Cells of the open rows: a table may be in a cell of another.
    rows: Vec<Vec<String>>,
    /// Inside a run's text: white space elsewhere is layout of the XML.
    in_text: bool,
    /// Depth inside the copy of a drawing for old programs.
    fallback: usize,
}

impl<'a> Body<'a> {
    fn new(levels: &'a HashMap<String, usize>) -> Self {
        let (out, paragraph) = (String::new(), String::new());
        Self { levels, out, paragraph, level: None, is_item: false, rows: Vec::new(), in_text: false, fallback: 0 }
    }

    fn read(mut self, xml: &str) -> Result<String, String> {
        let mut reader = Reader::from_str(xml);
        loop {
            match reader.read_event().map_err(|_| DAMAGED)? {
                Event::Start(tag) => {
                    if tag.local_name().as_ref() == "Fallback" || self.fallback > 0 {
                        self.fallback += 1;
                    } else {
                        self.begins(&tag);
                    }
                }
                Event::Empty(tag) if self.fallback == 0 => {
                    let name = tag.local_name();
                    self.begins(&tag);
                    self.ends(name.as_ref());
                }
                Event::End(_) if self.fallback > 0 => self.fallback -= 1,
                Event::End(tag) => self.ends(tag.local_name().as_ref()),
                Event::Text(text) if self.in_text => self.paragraph.push_str(&text.xml10_content()),
                Event::GeneralRef(name) if self.in_text => match name.resolve_char_ref() {
                    Ok(Some(c)) => self.paragraph.push(c),
                    _ => self.paragraph.push_str(resolve_predefined_entity(&name).unwrap_or_default()),
                },
                Event::Eof => return Ok(self.out),
                _ => {}
            }
        }
    }

    fn begins(&mut self, tag: &BytesStart<'_>) {
        match tag.local_name().as_ref() {
            // Text boxes are paragraphs inside one.
            "p" if self.paragraph.trim().is_empty() => (self.level, self.is_item) = (None, false),
            "pStyle" => self.level = self.levels.get(&value(tag, "w:val")).copied(),
            "outlineLvl" => self.level = outline(tag).or(self.level),
            "numPr" => self.is_item = true,
            "t" => self.in_text = true,
            "tab" if !self.paragraph.is_empty() => self.paragraph.push('\t'),
            "br" | "cr" => self.paragraph.push('\n'),
            "noBreakHyphen" => self.paragraph.push('-'),
            "tr" => self.rows.push(Vec::new()),
            "tc" => {
                if let Some(cells) = self.rows.last_mut() {
                    cells.push(String::new());
                }
            }
            _ => {}
        }
    }

    fn ends(&mut self, name: &str) {
        match name {
            "t" => self.in_text = false,
            "p" => self.paragraph_ends(),
            "tr" => self.row_ends(),
            "tbl" if self.rows.is_empty() => self.out.push('\n'),
            _ => {}
        }
    }

    fn paragraph_ends(&mut self) {
        let text = std::mem::take(&mut self.paragraph);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if let Some(cell) = self.rows.last_mut().and_then(|cells| cells.last_mut()) {
            if !cell.is_empty() {
                cell.push(' ');
            }
            cell.push_str(&text.split_whitespace().collect::<Vec<_>>().join(" "));
            return;
        }
        match self.level {
            Some(level) => {
                let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
                self.out.push_str(&format!("\n{} {line}\n\n", "#".repeat(level.clamp(1, MAX_HEADING_LEVEL))));
            }
            None if self.is_item => self.out.push_str(&format!("- {text}\n")),
            None => self.out.push_str(&format!("\n{text}\n\n")),
        }
    }

    /// A row is a line of its cells; one inside a cell is part of that cell.
    fn row_ends(&mut self) {
        let Some(cells) = self.rows.pop() else { return };
        if cells.iter().all(String::is_empty) {
            return;
        }
        let line = cells.join(" | ");
        match self.rows.last_mut().and_then(|outer| outer.last_mut()) {
            Some(cell) if cell.is_empty() => *cell = line,
            Some(cell) => cell.push_str(&format!("; {line}")),
            None => self.out.push_str(&format!("{line}\n")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_lists_and_tables_become_lines() {
        let levels = levels(
            "<w:styles><w:style w:styleId=\"berschrift1\"><w:name w:val=\"heading 1\"/></w:style>\
             <w:style w:styleId=\"own\"><w:name w:val=\"Chapter\"/><w:pPr><w:outlineLvl w:val=\"1\"/></w:pPr></w:style></w:styles>",
        )
        .unwrap();
        let paragraph = |style: &str, text: &str| {
            let style =
                if style.is_empty() { String::new() } else { format!("<w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr>") };
            format!("<w:p>{style}<w:r><w:t>{text}</w:t></w:r></w:p>")
        };
        let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph("", text));
        let item = "<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>Soon</w:t></w:r></w:p>";
        let gone = "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>";
        let xml = format!(
            "<w:document><w:body>{}\n  {}{gone}<w:tbl><w:tr>{}{}</w:tr><w:tr>{}{}</w:tr></w:tbl>{}{item}{item}</w:body></w:document>",
            paragraph("berschrift1", "Fees &amp; terms"),
            paragraph("", "Ten <w:tab/>euros".replace("<w:tab/>", "</w:t><w:tab/><w:t>").as_str()),
            cell("Card"),
            cell("10"),
            cell("Loan"),
            cell("20"),
            paragraph("own", "Refunds"),
        );
        let text = Body::new(&levels).read(&xml).unwrap();
        let parts: Vec<&str> = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty()).collect();
        assert_eq!(parts, ["# Fees & terms", "Ten \teuros", "Card | 10\nLoan | 20", "## Refunds", "- Soon\n- Soon"]);
    }
}

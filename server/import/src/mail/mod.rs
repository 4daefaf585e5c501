//! E-mail: a mailbox in mbox form (messages separated by lines that begin with `From `), or a single message (`.eml`).
//!
//! A letter belongs to the exact address it names, never to a similar one. `authenticated` checks the sender, `known`
//! handles duplicate Message-IDs.
//!
//! Deliberately not here: attachments (only their names are kept), and mail servers.

mod authenticated;
mod dated;
pub mod known;

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, Read};
use std::path::Path;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use mail_parser::{Address, HeaderValue, Message, MessageParser, MimeHeaders};
use model::record::*;
use model::time::day_of;

use super::engine::{BadRow, End, Job, Opened, PIECE_BYTES, Piece, RecordKind, Rows};
use super::error::ImportError;
use super::mapped::hash;
use super::source::{self, Kind as Text, broken};

/// The `source` of these records.
pub const SOURCE: &str = "mail";

/// Largest message, in bytes, attachments included.
const MESSAGE_BYTES: usize = 64 << 20;

/// Opens a mailbox or a single message. Letters from the domains in `own` are the firm's: they count for their
/// recipient if the firm's own server authenticates them, or if the user says that the firm has `sent` them all.
/// `customers` maps addresses to stored ids; `now` is UTC milliseconds.
pub fn open(
    path: &Path,
    (own, sent): (&[String], bool),
    customers: HashMap<String, String>,
    now: i64,
) -> Result<Opened, ImportError> {
    let source = source::open_as(path, Text::Mail)?;
    let own: Vec<String> = own.iter().map(|d| d.trim_start_matches('@').to_lowercase()).collect();
    let all_sent = if sent { " sent" } else { "" };
    let id = format!("{SOURCE}-{}-{}", source.identity, hash(&(own.join(" ") + all_sent)));
    let job = Job {
        id,
        format: SOURCE,
        file: source.name.clone(),
        bytes: source.size,
        taken: source.taken.clone(),
        keep: None,
        settle: Some(known::settle),
        prioritise: false,
    };
    let mut reader = Reader {
        text: source.text,
        file: source.name,
        own,
        sent,
        customers,
        latest: day_of(now) + Duration::days(1),
        line: 0,
        next: None,
        seen: HashSet::new(),
        named: HashSet::new(),
    };
    reader.begin()?;
    Ok(Opened { rows: Box::new(reader), job })
}

struct Reader {
    text: Box<dyn BufRead + Send>,
    file: String,
    own: Vec<String>,
    sent: bool,
    customers: HashMap<String, String>,
    latest: NaiveDate,
    line: u64,
    next: Option<Begun>,
    seen: HashSet<String>,
    named: HashSet<String>,
}

/// The line where a letter begins, the date in the line before it, and bytes already read.
type Begun = (u64, Option<DateTime<Utc>>, Vec<u8>);

impl Reader {
    /// Reads the first line, which distinguishes a mailbox from a single letter.
    fn begin(&mut self) -> Result<(), ImportError> {
        let mut line = Vec::new();
        self.read_line(&mut line)?;
        let is_header = |line: &[u8]| {
            let name = line.split(|b| *b == b':').next().unwrap_or_default();
            name.len() < line.len() && !name.is_empty() && name.iter().all(|b| b.is_ascii_graphic())
        };
        match (is_separator(&line), is_header(&line)) {
            (true, _) => self.next = Some((2, dated::of_separator(&line), Vec::new())),
            (_, true) => self.next = Some((1, None, line)),
            _ => {
                let (file, what) = (self.file.clone(), "neither a mailbox (mbox) nor a letter (eml)");
                let advice = "A mailbox begins with a line \"From …\", a letter with its headers.";
                return Err(ImportError::Foreign { file, what, advice });
            }
        }
        Ok(())
    }

    fn read_line(&mut self, line: &mut Vec<u8>) -> Result<usize, ImportError> {
        let n = self.text.by_ref().take(MESSAGE_BYTES as u64).read_until(b'\n', line);
        let n = n.map_err(|e| broken(&self.file, self.line, &e))?;
        self.line += u64::from(n > 0);
        Ok(n)
    }

    /// The next complete letter.
    fn letter(&mut self) -> Result<Option<Begun>, ImportError> {
        let Some((begun, came, mut bytes)) = self.next.take() else { return Ok(None) };
        let (mut line, mut after_blank) = (Vec::new(), false);
        loop {
            line.clear();
            if self.read_line(&mut line)? == 0 {
                return Ok(Some((begun, came, bytes)));
            }
            if after_blank && is_separator(&line) {
                self.next = Some((self.line + 1, dated::of_separator(&line), Vec::new()));
                return Ok(Some((begun, came, bytes)));
            }
            after_blank = line.iter().all(u8::is_ascii_whitespace);
            // In mbox, a line "From …" inside a letter is escaped with another ">".
            let marks = line.iter().take_while(|b| **b == b'>').count();
            let quoted = marks > 0 && line[marks..].starts_with(b"From ");
            if bytes.len() < MESSAGE_BYTES {
                bytes.extend_from_slice(if quoted { &line[1..] } else { &line });
            }
        }
    }

    fn take(
        &mut self,
        came: Option<DateTime<Utc>>,
        bytes: &[u8],
        piece: &mut Piece,
    ) -> Result<usize, (&'static str, String)> {
        let letter = MessageParser::default().parse(bytes);
        let letter = letter.ok_or_else(|| ("not a letter", "there are no headers to read".to_owned()))?;
        let (at, day, dated_by) = dated::date(&letter, came).ok_or_else(|| {
            let fault =
                "neither a Date header, nor the mailbox, nor a Received header says when the letter was written";
            ("no date", fault.to_owned())
        })?;
        if day > self.latest {
            return Err(("date in the future", format!("the letter is dated {day}, which is in the future")));
        }
        let text = letter.body_text(0).unwrap_or_default();
        let (person, outbound, is_proven) = self.customer(&letter)?;
        let sender = people(letter.from()).into_iter().next().map(|(_, address)| address).unwrap_or_default();
        let id = known::id(letter.message_id(), &sender, at.timestamp_millis(), &text);
        if !self.seen.insert(id.clone()) {
            return Err(("repeated in the file", "the letter was in the file before".to_owned()));
        }
        if self.named.insert(person.id.clone()) {
            piece.batch.named.push(person.clone());
        }
        let body = own_words(&text);
        let size = body.len();
        let before = piece.batch.last_day.take().map(|(_, day)| day);
        piece.batch.last_day = before.max(Some(day)).map(|day| (SOURCE.to_owned(), day));
        piece.batch.communications.push(Communication {
            id,
            customer_id: person.id,
            channel: Channel::Email,
            status: if outbound { CommunicationStatus::Resolved } else { CommunicationStatus::Open },
            subject: letter.subject().map(|s| s.trim().replace('\0', "")).filter(|s| !s.is_empty()),
            body,
            at: at.timestamp_millis(),
            day,
            attributes: attributes(&letter, outbound, is_proven, dated_by),
            source: SOURCE.to_owned(),
            ..Communication::default()
        });
        Ok(size)
    }

    /// Whether an address or a host is the firm's.
    fn is_own(&self, address: &str) -> bool {
        let domain = address.rsplit('@').next().unwrap_or_default().to_lowercase();
        self.own.iter().any(|own| domain == *own || domain.ends_with(&format!(".{own}")))
    }

    /// A letter's customer, whether the firm wrote it, and whether the sender is authenticated.
    fn customer(&self, letter: &Message) -> Result<(Customer, bool, bool), (&'static str, String)> {
        let is_own = |address: &str| self.is_own(address);
        let sender = people(letter.from()).into_iter().next();
        let sender = sender.ok_or_else(|| ("no sender", "the letter does not say who sent it".to_owned()))?;
        let outbound = is_own(&sender.1);
        // Anybody can write as the firm. Its own letters may lack a server's proof; then the user may vouch for them.
        let is_proven = authenticated::by_own_server(letter, &sender.1, is_own).unwrap_or(outbound && self.sent);
        let (name, address) = if outbound {
            let to = people(letter.to()).into_iter().chain(people(letter.cc())).find(|(_, a)| !is_own(a));
            to.ok_or_else(|| ("between colleagues", "sender and receivers are all of the firm".to_owned()))?
        } else {
            sender
        };
        // Never by the raw text: an address equal to another customer's id is not that customer.
        let customer = Customer {
            id: self
                .customers
                .get(&address)
                .cloned()
                .unwrap_or_else(|| format!("cust-{}", hash(&address.to_lowercase()))),
            name: name.unwrap_or_else(|| address.clone()),
            attributes: Attributes::from([("email".to_owned(), address)]),
            source: SOURCE.to_owned(),
            ..Customer::default()
        };
        Ok((customer, outbound, is_proven))
    }
}

impl Rows for Reader {
    fn skip(&mut self, rows: u64) -> Result<(), ImportError> {
        let mut stored = Piece::empty(RecordKind::Communication);
        for _ in 0..rows {
            let Some((_, came, bytes)) = self.letter()? else { break };
            let _ = self.take(came, &bytes, &mut stored);
            stored = Piece::empty(RecordKind::Communication);
        }
        Ok(())
    }

    fn piece(&mut self, most: u64) -> Piece {
        let mut piece = Piece::empty(RecordKind::Communication);
        let mut size = 0;
        while piece.rows < most && size < PIECE_BYTES {
            match self.letter() {
                Ok(Some((line, came, bytes))) => {
                    piece.rows += 1;
                    match self.take(came, &bytes, &mut piece) {
                        Ok(more) => {
                            piece.lines.push(line);
                            size += more;
                        }
                        Err((kind, fault)) => piece.bad.push(BadRow { line, kind, fault }),
                    }
                }
                Ok(None) => {
                    piece.end = End::Done;
                    break;
                }
                Err(error) => {
                    piece.end = End::Broken(error);
                    break;
                }
            }
        }
        piece
    }
}

/// `From ann@example.org Mon Nov  3 10:00:00 2014`: a year near the end.
fn is_separator(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else { return false };
    rest.split(u8::is_ascii_whitespace).any(|word| word.len() == 4 && word.iter().all(u8::is_ascii_digit))
}

/// Names and addresses in a header, the addresses in lower case.
fn people(header: Option<&Address>) -> Vec<(Option<String>, String)> {
    let one = |a: &mail_parser::Addr| {
        let address = a.address()?.trim().to_lowercase();
        let name = a.name().map(|n| n.trim().replace('\0', "")).filter(|n| !n.is_empty());
        (!address.is_empty()).then_some((name, address))
    };
    header.into_iter().flat_map(Address::iter).filter_map(one).collect()
}

fn attributes(letter: &Message, outbound: bool, is_proven: bool, dated_by: Option<&str>) -> Attributes {
    let list = |header| people(header).into_iter().map(|(_, a)| a).collect::<Vec<_>>().join(", ");
    let first = |value: &HeaderValue| value.as_text_list().and_then(|l| l.first().map(|id| id.to_string()));
    let thread = first(letter.references()).or_else(|| first(letter.in_reply_to()));
    let thread = thread.or_else(|| letter.message_id().map(str::to_owned)).unwrap_or_default();
    let files: Vec<&str> = letter.attachments().filter_map(|part| part.attachment_name()).collect();
    let direction = match (outbound, is_proven) {
        (true, true) => "sent",
        (true, false) => UNPROVEN,
        (false, _) => "received",
    };
    let all = [
        (DIRECTION, direction.to_owned()),
        ("dated_by", dated_by.unwrap_or_default().to_owned()),
        (SENDER, if is_proven { "" } else { NOT_AUTHENTICATED }.to_owned()),
        ("to", list(letter.to())),
        ("cc", list(letter.cc())),
        ("thread", thread),
        ("attachments", files.join(", ")),
    ];
    let kept = all.into_iter().filter(|(_, text)| !text.is_empty());
    kept.map(|(name, text)| (name.to_owned(), text.replace('\0', ""))).collect()
}

/// The text of a letter without the quoted letter it answers, which is a record of its own. The whole text if nothing
/// else remains.
fn own_words(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\0', "");
    let lines: Vec<&str> = text.lines().collect();
    let quoted = |line: &str| line.trim_start().starts_with('>');
    let leads = |i: usize| {
        let line = lines[i].trim();
        let says = line.ends_with("wrote:") || line.ends_with("schrieb:") || line.ends_with("écrit :");
        says && lines[i + 1..].iter().find(|l| !l.trim().is_empty()).is_some_and(|l| quoted(l))
    };
    let end = lines.iter().position(|l| l.trim() == "-----Original Message-----").unwrap_or(lines.len());
    let kept = (0..end).filter(|i| !quoted(lines[*i]) && !leads(*i)).map(|i| lines[i]);
    let own = kept.collect::<Vec<_>>().join("\n").trim().to_owned();
    if own.is_empty() { text.trim().to_owned() } else { own }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const BOX: &str = "From ann@x.org Mon Nov  3 10:00:00 2014\n\
        From: Ann Lee <Ann@x.org>\nTo: help@bank.example\nSubject: =?utf-8?q?Geb=C3=BChr?=\n\
        Message-ID: <1@x.org>\nDate: Mon, 3 Nov 2014 23:30:00 -0500\n\n\
        Please refund the fee.\n\n>From my side that is all.\nFrom 2013 on I paid it.\n\n\
        From help@bank.example Tue Nov  4 10:00:00 2014\n\
        From: help@bank.example\nTo: Ann Lee <ann@x.org>\nMessage-ID: <2@b>\nReferences: <1@x.org>\n\
        Date: Tue, 4 Nov 2014 10:00:00 +0000\nContent-Type: text/html; charset=utf-8\n\n\
        <p>Done, <b>see</b> your account.</p>\n\n\
        From x Tue Nov  4 10:00:00 2014\nSubject: no sender, no date\n\nHello\n";

    fn read(text: &[u8], own: &[&str]) -> Piece {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text).unwrap();
        let own: Vec<String> = own.iter().map(|o| (*o).to_owned()).collect();
        open(file.path(), (&own, true), HashMap::new(), 1_795_348_800_000).unwrap().rows.piece(100)
    }

    #[test]
    fn a_mailbox_becomes_messages_of_its_customers() {
        let piece = read(BOX.as_bytes(), &["bank.example"]);
        assert_eq!((piece.rows, piece.bad.len()), (3, 1), "{:?}", piece.bad);
        assert_eq!((piece.bad[0].kind, piece.bad[0].line), ("no sender", 24));
        let [asked, answered] = &piece.batch.communications[..] else { panic!() };
        assert_eq!(asked.subject.as_deref(), Some("Gebühr"));
        assert_eq!(asked.body, "Please refund the fee.\n\nFrom my side that is all.\nFrom 2013 on I paid it.");
        assert_eq!((asked.day.to_string(), asked.at), ("2014-11-03".into(), 1_415_075_400_000));
        assert_eq!(
            (asked.attributes["direction"].as_str(), asked.attributes["thread"].as_str()),
            ("received", "1@x.org")
        );
        assert_eq!(
            (answered.attributes["direction"].as_str(), answered.attributes["thread"].as_str()),
            ("sent", "1@x.org")
        );
        assert_eq!(answered.body, "Done, see your account.");
        assert_eq!(asked.customer_id, answered.customer_id);
        assert_eq!(piece.batch.named.len(), 1);
        assert_eq!(piece.batch.named[0].name, "Ann Lee");
    }

    #[test]
    fn addresses_that_look_alike_are_two_customers() {
        let date = "Date: Mon, 3 Nov 2014 10:00:00 +0000";
        let letter = |from: &str| format!("From x 2014\nFrom: {from}\n{date}\n\nHi, says {from}\n\n");
        let all =
            ["Ann Lee <ann.lee@firm.com>", "Mallory <ann@lee-firm.com>", "<ANN.LEE@firm.com>"].map(letter).concat();
        let piece = read(all.as_bytes(), &[]);
        let of: Vec<&str> = piece.batch.communications.iter().map(|c| c.customer_id.as_str()).collect();
        assert_eq!((of[0] == of[1], of[0] == of[2], piece.batch.named.len()), (false, true, 2), "{of:?}");
        assert!(of.iter().all(|id| !id.contains("ann")), "{of:?}");
    }

    #[test]
    fn one_letter_is_a_mailbox_of_one() {
        let text =
            "From: a@x.org\r\nDate: Mon, 3 Nov 2014 10:00:00 +0000\r\n\r\nHi\r\n\r\nOn Monday, Bob wrote:\r\n> no\r\n";
        let piece = read(text.as_bytes(), &[]);
        assert_eq!(piece.batch.communications[0].body, "Hi");
        assert!(matches!(piece.end, End::Done));
    }

    #[test]
    fn no_bytes_panic() {
        use proptest::prelude::*;
        proptest!(|(bytes in prop::collection::vec(any::<u8>(), 0..400))| {
            let text = [b"From x 2014\n".as_slice(), &bytes].concat();
            read(&text, &[]);
        });
    }

    #[test]
    fn what_is_no_mail_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "just some words\n").unwrap();
        let error = open(file.path(), (&[], false), HashMap::new(), 0).err().unwrap().to_string();
        assert!(error.contains("mbox"), "{error}");
    }
}

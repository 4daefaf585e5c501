//! Conversations: chats with the assistant and with people, notes of calls, and what a person's typing habits do to a
//! text.

use app::model::record::{Channel, ChatMode, EscalatedFrom};
use chrono::DateTime;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::compose::{Sheet, formal_line};
use super::grammar::{capital, expand, neat, pick, uncapital};
use super::people::Tone;
use super::phrases::desk::*;
use super::phrases::dress::{CHASE, SETTLED};
use super::plan::Part;

/// The text of a chat or of a call note.
pub fn write(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> String {
    match (sheet.msg.channel, sheet.msg.mode) {
        (Channel::Phone, _) => note(sheet, rng),
        (_, Some(ChatMode::Chatbot)) => with_assistant(sheet, rng),
        _ => with_agent(sheet, rng),
    }
}

/// A transcript as it grows: each line has its time and its speaker.
struct Transcript {
    at: i64,
    lines: Vec<String>,
}

impl Transcript {
    fn say(&mut self, who: &str, text: &str, rng: &mut ChaCha8Rng) {
        if text.is_empty() {
            return;
        }
        let time = DateTime::from_timestamp_millis(self.at).unwrap_or_default().format("%H:%M");
        self.lines.push(format!("{time} {who}: {text}"));
        self.at += rng.random_range(9_000..95_000);
    }
}

fn fill(sheet: &Sheet<'_>, template: &str, more: &[(&str, &str)], rng: &mut ChaCha8Rng) -> String {
    let slot = |name: &str| {
        more.iter().find(|(n, _)| *n == name).map_or_else(|| sheet.slots.value(name), |(_, value)| (*value).to_owned())
    };
    expand(template, rng, &slot)
}

/// What the customer types: the first lines of the matter, in their own hand.
fn customer_lines(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> Vec<String> {
    let mut lines: Vec<String> = match sheet.msg.part {
        Part::Chase => vec![sheet.one_of(CHASE, rng)],
        Part::Settled => vec![sheet.one_of(SETTLED, rng)],
        // Some type the way they write: a whole sentence, then the rest.
        _ if matches!(sheet.tone(), Tone::Polite | Tone::Formal | Tone::Rambling | Tone::Plain)
            && rng.random_bool(0.55) =>
        {
            vec![sheet.fill(sheet.sit().told, rng)]
        }
        _ => sheet.sit().chat.split(" // ").map(|l| sheet.fill(l, rng)).collect(),
    };
    if rng.random_bool(0.35) {
        lines.insert(
            0,
            sheet.one_of(
                &["hi", "hello", "Hi there", "good [morning|evening]", "hey", "Hello, {first} here", "hi its {first}"],
                rng,
            ),
        );
    }
    if lines.len() > 1 && rng.random_bool(0.3) {
        let last = lines.pop().unwrap_or_default();
        let joint = pick(&[" ", ", ", ". ", " ... "], rng);
        lines.last_mut().into_iter().for_each(|l| l.push_str(&format!("{joint}{last}")));
    }
    lines.into_iter().map(|l| voice(&l, sheet.tone(), sheet.slots.contact.habit, rng)).collect()
}

fn with_assistant(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> String {
    use app::model::record::CommunicationStatus::Escalated;
    let mut chat = Transcript { at: sheet.msg.at, lines: Vec::new() };
    let topic = uncapital(&sheet.topic());
    let extra = [("topic", topic.as_str())];
    let handed = sheet.msg.status == Escalated;
    let customer = sheet.slots.contact.first.clone();
    for line in customer_lines(sheet, rng) {
        chat.say(&customer, &line, rng);
    }
    if handed || rng.random_bool(0.45) {
        let (guess, answers) = BOT_GUESS[rng.random_range(0..BOT_GUESS.len())];
        chat.say("Assistant", &fill(sheet, guess, &extra, rng), rng);
        chat.say(&customer, &fill(sheet, pick(if handed { TO_BOT_CROSS } else { answers }, rng), &extra, rng), rng);
    }
    if !handed || rng.random_bool(0.5) {
        let lead = fill(sheet, pick(BOT_LEAD, rng), &extra, rng);
        let reply = fill(sheet, pick(sheet.reason().replies, rng), &extra, rng);
        chat.say("Assistant", &neat(&format!("{lead} {reply}")), rng);
        let cross = handed || (sheet.cross() && rng.random_bool(0.6));
        chat.say(&customer, &fill(sheet, pick(if cross { TO_BOT_CROSS } else { TO_BOT_CALM }, rng), &extra, rng), rng);
    }
    if handed && rng.random_bool(0.3) {
        let detail = sheet.particulars(rng).into_iter().next().unwrap_or_default();
        chat.say(&customer, &voice(&detail, sheet.tone(), sheet.slots.contact.habit, rng), rng);
    }
    let end = if handed { pick(BOT_HANDOVER, rng) } else { pick(BOT_END, rng) };
    chat.say("Assistant", &fill(sheet, end, &extra, rng), rng);
    chat.lines.join("\n")
}

fn with_agent(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> String {
    let mut chat = Transcript { at: sheet.msg.at, lines: Vec::new() };
    let topic = uncapital(&sheet.topic());
    let agent = sheet.slots.value("staff9");
    let extra = [("topic", topic.as_str()), ("agent", agent.as_str())];
    let habit = sheet.slots.contact.habit;
    let (customer, cross) = (sheet.slots.contact.first.clone(), sheet.cross() && sheet.msg.part != Part::Settled);
    let taken_over = sheet.msg.part == Part::Escalation;
    if taken_over {
        chat.say(&agent, &fill(sheet, pick(AGENT_TAKES_OVER, rng), &extra, rng), rng);
    }
    for line in customer_lines(sheet, rng) {
        chat.say(&customer, &line, rng);
    }
    if !taken_over && rng.random_bool(0.7) {
        chat.say(&agent, &fill(sheet, pick(AGENT_HELLO, rng), &extra, rng), rng);
    }
    for detail in sheet.particulars(rng) {
        chat.say(&customer, &voice(&detail, sheet.tone(), habit, rng), rng);
        if rng.random_bool(0.3) {
            chat.say(&agent, &fill(sheet, pick(AGENT_ACK, rng), &extra, rng), rng);
        }
    }
    chat.say(&agent, &fill(sheet, pick(sheet.reason().replies, rng), &extra, rng), rng);
    chat.say(&customer, &fill(sheet, pick(if cross { TO_AGENT_CROSS } else { TO_AGENT_CALM }, rng), &extra, rng), rng);
    if let Some(nth) = sheet.formal {
        chat.say(&customer, &formal_line(sheet, nth, rng), rng);
    }
    if cross && rng.random_bool(0.4) {
        let again = if rng.random_bool(0.5) {
            sheet.one_of(sheet.manner().feel, rng)
        } else {
            super::compose::impact(sheet, rng)
        };
        chat.say(&customer, &voice(&again, sheet.tone(), habit, rng), rng);
    }
    if rng.random_bool(0.75) {
        chat.say(&agent, &fill(sheet, pick(AGENT_END, rng), &extra, rng), rng);
    }
    chat.lines.join("\n")
}

/// A call in the words of whoever took it.
fn note(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> String {
    let contact = sheet.slots.contact;
    let client = sheet.slots.client;
    let who = match (client.company, rng.random_range(0..3)) {
        (true, 0) => format!("{} {} ({})", contact.first, contact.last, client.customer.name),
        (true, 1) => format!("{}, {}", contact.last, client.customer.name),
        (false, 0) => format!("{} {}", contact.first, contact.last),
        _ => format!("{} {}", sheet.slots.value("title"), contact.last),
    };
    let cross = sheet.cross() && sheet.msg.part != Part::Settled;
    let text =
        if sheet.msg.part == Part::Settled { sheet.one_of(SETTLED, rng) } else { sheet.fill(sheet.sit().note, rng) };
    let text = text.trim_end_matches('.').to_owned();
    let quote = sheet.fill(sheet.sit().told, rng);
    let more = sheet.particulars(rng).into_iter().next().map_or_else(String::new, |m| format!("\"{m}\""));
    let mood = sheet.one_of(if cross { MOOD_CROSS } else { MOOD_CALM }, rng);
    let action = sheet.one_of(sheet.area().actions, rng);
    let chase = sheet.one_of(CHASE_SHORT, rng);
    let topic = sheet.topic();
    let before = if sheet.msg.from == Some(EscalatedFrom::Email) { "mail" } else { "chat" };
    let fills = [
        ("who", who.as_str()),
        ("note", text.as_str()),
        ("quote", quote.trim()),
        ("more", more.as_str()),
        ("mood", mood.as_str()),
        ("action", action.as_str()),
        ("topic", topic.as_str()),
        ("chase", chase.as_str()),
        ("before", before),
    ];
    let frames = match sheet.msg.part {
        Part::Chase => NOTE_CHASE,
        Part::Escalation => NOTE_ESCALATED,
        _ => NOTE_FRAMES,
    };
    let out = fill(sheet, pick(frames, rng), &fills, rng);
    // Each of the bank's people keeps to one way of typing.
    match sheet.slots.roll_house() % 5 {
        0 => out,
        1 => sentences(&out.replace("Cust ", "Client ").replace("cust ", "client ")),
        2 => out.replace("customer", "cust").replace(" and ", " + "),
        _ => sentences(&out),
    }
}

/// How an agent words a chase, where the note gives no words of the customer's.
const CHASE_SHORT: &[&str] = &[
    "still nothing",
    "no reaction so far",
    "waiting since {today}",
    "asks for an update",
    "promised call did not come",
    "wants a date",
];

/// Every sentence with a capital.
fn sentences(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut begins = true;
    for (i, c) in text.char_indices() {
        // A stop ends a sentence only before a space; "4.250" and "18.02." go on.
        let ends = matches!(c, '.' | '!' | '?') && text[i + 1..].starts_with([' ', '\n']);
        if begins && c.is_alphabetic() {
            out.extend(c.to_uppercase());
        } else {
            out.push(c);
        }
        begins = ends || c == '\n' || (begins && !c.is_alphanumeric());
    }
    out
}

/// What a person's hand does to a text.
pub fn voice(text: &str, tone: Tone, habit: u32, rng: &mut ChaCha8Rng) -> String {
    let text = match tone {
        Tone::Casual => casual(text, habit),
        Tone::Foreign => foreign(text, rng),
        Tone::Furious => furious(text, rng),
        Tone::Curt => curt(text, rng),
        Tone::Formal => text.replace("don't", "do not").replace("can't", "cannot").replace('!', "."),
        _ => text.to_owned(),
    };
    let text = if tone == Tone::Casual { text } else { sentences(&text) };
    let slips = match tone {
        Tone::Casual => 0.3,
        Tone::Curt | Tone::Furious | Tone::Rambling | Tone::Foreign => 0.12,
        Tone::Plain | Tone::Elderly => 0.04,
        _ => 0.0,
    };
    let text = if rng.random_bool(slips) { slip(&text, rng) } else { text };
    neat(&text)
}

fn casual(text: &str, habit: u32) -> String {
    let mut text = text
        .replace("Please ", "pls ")
        .replace(" please", " pls")
        .replace(" because ", " cause ")
        .replace(" I ", " i ");
    if habit % 3 > 0 {
        text = text
            .replace("n't", "nt")
            .replace(" you ", if habit % 2 == 0 { " u " } else { " you " })
            .replace(" and ", if habit % 5 == 0 { " & " } else { " and " });
    }
    if habit % 4 > 0 {
        let lower = text.split(' ').map(uncapital).collect::<Vec<_>>().join(" ");
        // Names of people and of days lose their capital too; that is how they type.
        text = lower.replace("I ", "i ").replace("I'm", "im");
    }
    text
}

fn foreign(text: &str, rng: &mut ChaCha8Rng) -> String {
    const TURNS: &[(&str, &str)] = &[
        ("has not arrived", "is not arrived"),
        ("have not arrived", "are not arrived"),
        ("Please tell", "Please say"),
        ("I would like", "I want"),
        ("There is ", "It gives "),
        ("It is the ", "This is already the "),
        ("I have sent", "I did sent"),
        ("I sent", "I have sent"),
        ("I waited", "I was waiting"),
        ("information", "informations"),
        ("do not know", "don't know"),
        ("Nobody ", "No person "),
        ("how to ", "how I can "),
        ("I did not", "I have not"),
        ("for weeks", "since weeks"),
        ("I asked", "I have asked"),
        ("I got ", "I became "),
        ("should ", "shall "),
        ("that I had to", "that I must"),
        ("called me", "did call me"),
        ("every time", "each times"),
    ];
    let mut out = text.to_owned();
    for (from, to) in TURNS {
        if rng.random_bool(0.6) {
            out = out.replace(from, to);
        }
    }
    let mut words = Vec::new();
    for word in out.split(' ') {
        if !(matches!(word, "the" | "a" | "an") && rng.random_bool(0.3)) {
            words.push(word);
        }
    }
    words.join(" ")
}

fn furious(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(at) = rest.find(". ") {
        out.push_str(&rest[..at]);
        out.push_str(if rng.random_bool(0.35) { pick(&["! ", "!! ", "! "], rng) } else { ". " });
        rest = &rest[at + 2..];
    }
    out.push_str(rest);
    for word in [" not ", " again ", " never ", " nobody ", " nothing ", " today ", " now "] {
        if rng.random_bool(0.3) {
            out = out.replacen(word, &word.to_uppercase(), 1);
        }
    }
    out
}

fn curt(text: &str, rng: &mut ChaCha8Rng) -> String {
    let parts: Vec<String> = text
        .split(". ")
        .map(|part| match part.strip_prefix("I ").or_else(|| part.strip_prefix("We ")) {
            Some(rest) if rng.random_bool(0.6) => capital(rest),
            _ => part.to_owned(),
        })
        .collect();
    parts.join(". ").replace("Please ", if rng.random_bool(0.5) { "" } else { "Please " })
}

/// Swaps two neighbouring letters of one longer word.
fn slip(text: &str, rng: &mut ChaCha8Rng) -> String {
    let words: Vec<(usize, &str)> = text
        .split(' ')
        .scan(0, |at, word| {
            let start = *at;
            *at += word.len() + 1;
            Some((start, word))
        })
        .filter(|(_, w)| w.len() > 4 && w.bytes().all(|b| b.is_ascii_lowercase()))
        .collect();
    if words.is_empty() {
        return text.to_owned();
    }
    let (start, word) = words[rng.random_range(0..words.len())];
    let at = start + rng.random_range(1..word.len() - 2);
    let mut bytes = text.as_bytes().to_vec();
    bytes.swap(at, at + 1);
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

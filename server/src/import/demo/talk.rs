//! Conversations: chats with the assistant and with people, and notes of calls.

use app::model::record::{Channel, ChatMode, EscalatedFrom, Kind};
use chrono::DateTime;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::compose::{Sheet, formal_line};
use super::grammar::{expand, neat, pick};
use super::hand::{sentences, voice};
use super::people::Tone;
use super::phrases::desk::*;
use super::phrases::dress::{CHASE, SETTLED};
use super::phrases::feelings::{SAID, SEEN};
use super::phrases::sayable;
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
            vec![sheet.told()]
        }
        _ => sheet.fill(sheet.sit().chat, rng).split("//").map(|l| l.trim().to_owned()).collect(),
    };
    if lines.len() > 1 && rng.random_bool(0.3) {
        let last = lines.pop().unwrap_or_default();
        let joint = pick(&[" ", ", ", ". ", " ... "], rng);
        lines.last_mut().into_iter().for_each(|l| l.push_str(&format!("{joint}{last}")));
    }
    if rng.random_bool(0.35) {
        lines.insert(
            0,
            sheet.one_of(
                &["hi", "hello", "Hi there", "good [morning|evening]", "hey", "Hello, {first} here", "hi its {first}"],
                rng,
            ),
        );
    }
    lines.into_iter().map(|l| voice(&l, sheet.tone(), sheet.slots.contact.habit, rng)).collect()
}

/// What the bank's side knows about it: the situation's own answer, or one of the reason's.
fn answer(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> &'static str {
    match sheet.sit().reply {
        "" => pick(&sayable(sheet.reason().replies, sheet.msg.day), rng),
        own => own,
    }
}

fn with_assistant(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> String {
    use app::model::record::CommunicationStatus::Escalated;
    let mut chat = Transcript { at: sheet.msg.at, lines: Vec::new() };
    let topic = sheet.reason().name.to_lowercase();
    let extra = [("topic", topic.as_str())];
    let handed = sheet.msg.status == Escalated;
    let customer = sheet.slots.contact.first.clone();
    for line in customer_lines(sheet, rng) {
        chat.say(&customer, &line, rng);
    }
    let glad = sheet.area().kind == Kind::Feedback;
    if handed || (!glad && rng.random_bool(0.45)) {
        let (guess, answers) = BOT_GUESS[rng.random_range(0..BOT_GUESS.len())];
        chat.say("Assistant", &fill(sheet, guess, &extra, rng), rng);
        chat.say(&customer, &fill(sheet, pick(if handed { TO_BOT_CROSS } else { answers }, rng), &extra, rng), rng);
    }
    if !handed || rng.random_bool(0.5) {
        let lead = if glad { String::new() } else { fill(sheet, pick(BOT_LEAD, rng), &extra, rng) };
        let reply = fill(sheet, answer(sheet, rng), &extra, rng);
        chat.say("Assistant", &neat(&format!("{lead} {reply}")), rng);
        let gives_up = sheet.cross() && rng.random_bool(0.85);
        let answers = if handed {
            TO_BOT_CROSS
        } else if gives_up {
            TO_BOT_SIGH
        } else {
            TO_BOT_CALM
        };
        chat.say(&customer, &fill(sheet, pick(answers, rng), &extra, rng), rng);
    }
    if sheet.cross() && rng.random_bool(0.85) {
        chat.say(&customer, &sheet.one_of(SAID, rng), rng);
    }
    if handed && rng.random_bool(0.3) {
        let detail = sheet.particulars(rng).into_iter().next().unwrap_or_default();
        chat.say(&customer, &voice(&detail, sheet.tone(), sheet.slots.contact.habit, rng), rng);
    }
    let end = match (handed, sheet.cross()) {
        (true, _) => BOT_HANDOVER,
        (false, true) => BOT_END_CROSS,
        (false, false) => BOT_END,
    };
    chat.say("Assistant", &fill(sheet, pick(end, rng), &extra, rng), rng);
    chat.lines.join("\n")
}

fn with_agent(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> String {
    let mut chat = Transcript { at: sheet.msg.at, lines: Vec::new() };
    let topic = sheet.reason().name.to_lowercase();
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
    if sheet.msg.part == Part::Settled {
        chat.say(&agent, &fill(sheet, pick(AGENT_GLAD, rng), &extra, rng), rng);
        return chat.lines.join("\n");
    }
    for detail in sheet.particulars(rng) {
        chat.say(&customer, &voice(&detail, sheet.tone(), habit, rng), rng);
        if rng.random_bool(0.3) {
            chat.say(&agent, &fill(sheet, pick(AGENT_ACK, rng), &extra, rng), rng);
        }
    }
    chat.say(&agent, &fill(sheet, answer(sheet, rng), &extra, rng), rng);
    chat.say(&customer, &fill(sheet, pick(if cross { TO_AGENT_CROSS } else { TO_AGENT_CALM }, rng), &extra, rng), rng);
    if let Some(nth) = sheet.formal {
        chat.say(&customer, &formal_line(sheet, nth, rng), rng);
    }
    if cross && rng.random_bool(0.35) {
        chat.say(&customer, &voice(&super::compose::impact(sheet, rng), sheet.tone(), habit, rng), rng);
    }
    if cross && rng.random_bool(0.95) {
        let own = rng.random_bool(0.15);
        let feel = sheet.one_of(if own { sheet.manner().feel } else { SAID }, rng);
        chat.say(&customer, &feel, rng);
    }
    if rng.random_bool(0.75) {
        chat.say(&agent, &fill(sheet, pick(if cross { AGENT_END } else { AGENT_END_CALM }, rng), &extra, rng), rng);
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
    let quote = sheet.told();
    let more = sheet.particulars(rng).into_iter().next().map_or_else(String::new, |m| format!("\"{m}\""));
    let mood = sheet.one_of(if cross { SEEN } else { MOOD_CALM }, rng);
    let action = sheet.one_of(&sayable(sheet.area().actions, sheet.msg.day), rng);
    let chase = sheet.one_of(CHASE_SHORT, rng);
    let topic = sheet.topic();
    let clock = DateTime::from_timestamp_millis(sheet.msg.at).unwrap_or_default().format("%H:%M").to_string();
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
        ("clock", clock.as_str()),
    ];
    let frames = match sheet.msg.part {
        Part::Chase => NOTE_CHASE,
        Part::Escalation => NOTE_ESCALATED,
        Part::Settled => NOTE_SETTLED,
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

/// What the bank's person answers to thanks.
const AGENT_GLAD: &[&str] = &[
    "[Glad|Happy] to hear that, {first}. I [close|am closing] the case.",
    "[Lovely|Great], thank you for telling us!",
    "That is [good|nice] to read. [I tell the team|Have a good day].",
];

/// How an agent words a chase, where the note gives no words of the customer's.
const CHASE_SHORT: &[&str] = &[
    "still nothing",
    "no reaction so far",
    "waiting since {today}",
    "asks for an update",
    "promised call did not come",
    "wants a date",
];

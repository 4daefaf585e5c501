//! Conversations: chats with the assistant and with people, and notes of calls.

use chrono::DateTime;
use model::record::{Channel, ChatMode, EscalatedFrom, Kind};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::compose::{Sheet, formal_line};
use super::grammar::{expand, neat, pick};
use super::hand::{sentences, voice};
use super::people::Tone;
use super::plan::Part;
use super::texts::{DESK, FEELINGS, LETTERS, pick_on};

/// The text of a chat or of a call note.
pub fn write(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> String {
    match (sheet.msg.channel, sheet.msg.mode) {
        (Channel::Phone, _) => note(sheet, rng),
        (_, Some(ChatMode::Chatbot)) => with_assistant(sheet, rng),
        _ => with_agent(sheet, rng),
    }
}

/// A transcript being built: each line has its time and its speaker.
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

/// What the customer types: the first lines about the matter, in their style.
fn customer_lines(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> Vec<String> {
    let mut lines: Vec<String> = match sheet.msg.part {
        Part::Chase => vec![sheet.one_of(&LETTERS.chase, rng)],
        Part::Settled => vec![sheet.one_of(&LETTERS.settled, rng)],
        // Some type as they write: a whole sentence, then the rest.
        _ if matches!(sheet.tone(), Tone::Polite | Tone::Formal | Tone::Rambling | Tone::Plain)
            && rng.random_bool(0.55) =>
        {
            vec![sheet.narrative()]
        }
        _ => sheet.chat(rng),
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

/// The bank's answer: the situation's own, or one of the reason's.
fn answer(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> &'static str {
    match sheet.sit().reply.as_str() {
        "" => pick_on(&sheet.reason().replies, sheet.msg.day, rng),
        own => own,
    }
}

fn with_assistant(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> String {
    use model::record::CommunicationStatus::Escalated;
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
        let (guess, answers) = &DESK.bot_guess[rng.random_range(0..DESK.bot_guess.len())];
        chat.say("Assistant", &fill(sheet, guess, &extra, rng), rng);
        chat.say(
            &customer,
            &fill(sheet, pick(if handed { &DESK.to_bot_cross } else { answers }, rng), &extra, rng),
            rng,
        );
        if handed {
            sheet.mood.note(DESK.sentiment.to_bot_cross);
        }
    }
    if !handed || rng.random_bool(0.5) {
        let lead = if glad { String::new() } else { fill(sheet, pick(&DESK.bot_lead, rng), &extra, rng) };
        let reply = fill(sheet, answer(sheet, rng), &extra, rng);
        chat.say("Assistant", &neat(&format!("{lead} {reply}")), rng);
        let gives_up = sheet.cross() && rng.random_bool(0.85);
        let (answers, sentiment) = if handed {
            (&DESK.to_bot_cross, Some(DESK.sentiment.to_bot_cross))
        } else if gives_up {
            (&DESK.to_bot_sigh, Some(DESK.sentiment.to_bot_sigh))
        } else {
            (&DESK.to_bot_calm, None)
        };
        sentiment.into_iter().for_each(|named| sheet.mood.note(named));
        chat.say(&customer, &fill(sheet, pick(answers, rng), &extra, rng), rng);
    }
    if sheet.cross() && rng.random_bool(0.85) {
        sheet.mood.note(FEELINGS.sentiment.said);
        chat.say(&customer, &sheet.one_of(&FEELINGS.said, rng), rng);
    }
    if handed && rng.random_bool(0.3) {
        let detail = sheet.particulars(rng).into_iter().next().unwrap_or_default();
        chat.say(&customer, &voice(&detail, sheet.tone(), sheet.slots.contact.habit, rng), rng);
    }
    let end = match (handed, sheet.cross()) {
        (true, _) => &DESK.bot_handover,
        (false, true) => &DESK.bot_end_cross,
        (false, false) => &DESK.bot_end,
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
        chat.say(&agent, &fill(sheet, pick(&DESK.agent_takes_over, rng), &extra, rng), rng);
    }
    for line in customer_lines(sheet, rng) {
        chat.say(&customer, &line, rng);
    }
    if !taken_over && rng.random_bool(0.7) {
        chat.say(&agent, &fill(sheet, pick(&DESK.agent_hello, rng), &extra, rng), rng);
    }
    if sheet.msg.part == Part::Settled {
        chat.say(&agent, &fill(sheet, pick(&DESK.agent_glad, rng), &extra, rng), rng);
        return chat.lines.join("\n");
    }
    for detail in sheet.particulars(rng) {
        chat.say(&customer, &voice(&detail, sheet.tone(), habit, rng), rng);
        if rng.random_bool(0.3) {
            chat.say(&agent, &fill(sheet, pick(&DESK.agent_ack, rng), &extra, rng), rng);
        }
    }
    chat.say(&agent, &fill(sheet, answer(sheet, rng), &extra, rng), rng);
    if cross {
        sheet.mood.note(DESK.sentiment.to_agent_cross);
    }
    chat.say(
        &customer,
        &fill(sheet, pick(if cross { &DESK.to_agent_cross } else { &DESK.to_agent_calm }, rng), &extra, rng),
        rng,
    );
    if let Some(nth) = sheet.formal {
        chat.say(&customer, &formal_line(sheet, nth, rng), rng);
    }
    if cross && rng.random_bool(0.35) {
        chat.say(&customer, &voice(&super::compose::impact(sheet, rng), sheet.tone(), habit, rng), rng);
    }
    if cross && rng.random_bool(0.95) {
        let own = rng.random_bool(0.15);
        sheet.mood.note(if own { sheet.manner().felt } else { FEELINGS.sentiment.said });
        let feel = sheet.one_of(if own { &sheet.manner().feel } else { &FEELINGS.said }, rng);
        chat.say(&customer, &feel, rng);
    }
    if rng.random_bool(0.75) {
        chat.say(
            &agent,
            &fill(sheet, pick(if cross { &DESK.agent_end } else { &DESK.agent_end_calm }, rng), &extra, rng),
            rng,
        );
    }
    chat.lines.join("\n")
}

/// A call in the note-taker's words.
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
    let text = if sheet.msg.part == Part::Settled {
        sheet.one_of(&LETTERS.settled, rng)
    } else {
        sheet.fill(&sheet.sit().note, rng)
    };
    let text = text.trim_end_matches('.').to_owned();
    let quote = sheet.narrative();
    let more = sheet.particulars(rng).into_iter().next().map_or_else(String::new, |m| format!("\"{m}\""));
    if cross {
        sheet.mood.note(FEELINGS.sentiment.seen);
    }
    let mood = sheet.one_of(if cross { &FEELINGS.seen } else { &DESK.mood_calm }, rng);
    let action = sheet.fill(pick_on(&sheet.area().actions, sheet.msg.day, rng), rng);
    let chase = sheet.one_of(&DESK.chase_short, rng);
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
        Part::Chase => &DESK.note_chase,
        Part::Escalation => &DESK.note_escalated,
        Part::Settled => &DESK.note_settled,
        _ => &DESK.note_frames,
    };
    let out = fill(sheet, pick(frames, rng), &fills, rng);
    // Each of the bank's people types in one style.
    match sheet.slots.roll_house() % 5 {
        0 => out,
        1 => sentences(&out.replace("Cust ", "Client ").replace("cust ", "client ")),
        2 => out.replace("customer", "cust").replace(" and ", " + "),
        _ => sentences(&out),
    }
}

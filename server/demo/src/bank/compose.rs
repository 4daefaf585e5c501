//! From a situation to a written text: e-mails, letters and short posts, each in the voice of its writer.
//! Conversations with two sides are in `talk`.

use model::record::{Channel, Kind};
use model::text::capital;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::grammar::{expand, neat, pick, uncapital};
use super::people::Tone;
use super::plan::{Msg, Part};
use super::slots::Slots;
use super::texts::{AREAS, Area, FEELINGS, LETTERS, MANNERS, Manner, Mood, Reason, Sit, pick_on};

/// The input for a text.
pub struct Sheet<'a> {
    pub msg: &'a Msg,
    pub slots: Slots<'a>,
    /// Which formal complaint this is, from 0.
    pub formal: Option<usize>,
    /// The sentiment of the text, collected while writing.
    pub mood: Mood,
}

impl Sheet<'_> {
    pub fn area(&self) -> &'static Area {
        &AREAS[self.msg.area]
    }

    pub fn reason(&self) -> &'static Reason {
        &self.area().reasons[self.msg.reason]
    }

    pub fn sit(&self) -> &'static Sit {
        self.msg.sit()
    }

    pub fn tone(&self) -> Tone {
        self.slots.contact.tone
    }

    pub fn manner(&self) -> &'static Manner {
        &MANNERS[&self.tone()]
    }

    pub fn cross(&self) -> bool {
        self.area().kind == Kind::Complaint
    }

    pub fn fill(&self, template: &str, rng: &mut ChaCha8Rng) -> String {
        expand(template, rng, &|name| self.slots.value(name))
    }

    pub fn one_of<S: AsRef<str>>(&self, list: &[S], rng: &mut ChaCha8Rng) -> String {
        self.fill(pick(list, rng), rng)
    }

    /// Further details: a prefix of the list, longer for talkative people.
    pub fn particulars(&self, rng: &mut ChaCha8Rng) -> Vec<String> {
        let chance = f64::from(self.manner().talkative) / 100.0;
        let mut list = Vec::new();
        for sentence in &self.sit().more {
            if !rng.random_bool(chance) {
                break;
            }
            list.push(self.fill(sentence, rng));
        }
        list
    }

    /// What happened, in the same words throughout the conversation.
    pub fn narrative(&self) -> String {
        let mut own: ChaCha8Rng = rand::SeedableRng::seed_from_u64(self.slots.seed ^ 1);
        self.fill(&self.sit().told, &mut own)
    }

    /// The lines of a chat or of a public post.
    pub fn chat(&self, rng: &mut ChaCha8Rng) -> Vec<String> {
        self.fill(&self.sit().chat, rng).split("//").map(|line| line.trim().to_owned()).collect()
    }

    /// The topic of the whole conversation, equal in each of its messages.
    pub fn topic(&self) -> String {
        let mut own: ChaCha8Rng = rand::SeedableRng::seed_from_u64(self.slots.seed);
        let subject = if self.sit().subject.is_empty() {
            pick_on(&self.reason().subjects, self.slots.began, &mut own)
        } else {
            &self.sit().subject
        };
        self.fill(subject, &mut own)
    }
}

/// Subject (for e-mails and letters) and body of a written message.
pub fn write(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> (Option<String>, String) {
    if sheet.msg.channel == Channel::Social {
        return (None, post(sheet, rng));
    }
    let first = sheet.msg.part == Part::First;
    let subject = match (sheet.msg.part, rng.random_range(0..10)) {
        (Part::First, _) => sheet.topic(),
        (Part::Settled, 0..5) => format!("Thank you: {}", uncapital(&sheet.topic())),
        (_, 0..7) => format!("Re: {}", sheet.topic()),
        (_, 7) => format!("Reminder: {}", uncapital(&sheet.topic())),
        _ => sheet.slots.case.map_or_else(
            || format!("Re: {}", sheet.topic()),
            |case| format!("{} {case}", pick(&["Your reference", "Re:", "Still open:"], rng)),
        ),
    };
    let paragraphs = if first { first_letter(sheet, rng) } else { later_letter(sheet, rng) };
    let mut body = voiced(&paragraphs.join(paragraph_break(sheet)), sheet, rng);
    if let Some(nth) = sheet.formal {
        // Added after the voice, so that its characteristic words stay unchanged.
        body = format!("{body}{}{}", paragraph_break(sheet), formal_line(sheet, nth, rng));
    }
    let mut body = framed(sheet, &body, rng);
    if sheet.msg.part == Part::Chase && sheet.msg.channel == Channel::Email && rng.random_bool(0.4) {
        let began = sheet.slots.began.format("%-d %B %Y");
        body = format!("{body}\n\n{began}, {}:\n> {}", sheet.slots.contact.first, sheet.narrative());
    }
    (Some(subject), body)
}

/// The sentence that makes a text a formal complaint; its variants are used in turn.
pub fn formal_line(sheet: &Sheet<'_>, nth: usize, rng: &mut ChaCha8Rng) -> String {
    sheet.mood.note(LETTERS.sentiment.formal);
    let list = &LETTERS.formal_complaints;
    list.get(nth % list.len().max(1)).map_or_else(String::new, |line| sheet.fill(line, rng))
}

fn first_letter(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> Vec<String> {
    let (manner, cross) = (sheet.manner(), sheet.cross());
    let glad = sheet.area().kind == Kind::Feedback;
    let maybe = |chance: f64, list: &[String], rng: &mut ChaCha8Rng| {
        if rng.random_bool(chance) { sheet.one_of(list, rng) } else { String::new() }
    };
    let opener = maybe(if glad { 0.0 } else { 0.62 }, if cross { &manner.cross } else { &manner.calm }, rng);
    let told = sheet.narrative();
    let mut more = sheet.particulars(rng);
    let impact = if cross && rng.random_bool(0.45) { impact(sheet, rng) } else { String::new() };
    let feel = if cross { feeling(sheet, 0.95, rng) } else { String::new() };
    let own = std::slice::from_ref(&sheet.sit().want);
    let want = maybe(0.8, if own[0].is_empty() || rng.random_bool(0.12) { &sheet.area().wants } else { own }, rng);
    let end = maybe(if glad { 0.15 } else { 0.5 }, if cross { &manner.insist } else { &manner.thank }, rng);
    let postscript = if more.len() > 1 && rng.random_bool(0.07) { more.pop() } else { None };
    let more = more.join(" ");
    let mut out = match rng.random_range(0..9) {
        0 if cross => vec![join(&[&feel, &told]), join(&[&more, &impact]), join(&[&want, &end])],
        1 if cross => vec![join(&[&opener, &told, &more, &impact, &feel, &want, &end])],
        2 if cross => vec![join(&[&told]), join(&[&impact, &more]), join(&[&feel, &want])],
        3 => vec![join(&[&told, &more, &feel]), join(&[&want])],
        4 => vec![join(&[&opener]), join(&[&told, &more, &impact]), join(&[&feel, &want, &end])],
        5 if cross => vec![join(&[&opener, &told, &more, &feel]), join(&[&want, &impact, &end])],
        _ => vec![join(&[&opener, &told]), join(&[&more, &impact, &feel]), join(&[&want, &end])],
    };
    out.extend(postscript.map(|p| format!("P.S. {p}")));
    out.retain(|p| !p.is_empty());
    out
}

/// A message that follows earlier ones.
fn later_letter(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> Vec<String> {
    if sheet.msg.part == Part::Settled {
        let thanks = sheet.one_of(&LETTERS.settled, rng);
        let end = if rng.random_bool(0.3) { sheet.one_of(&sheet.manner().thank, rng) } else { String::new() };
        return vec![join(&[&thanks, &end])];
    }
    let chase = sheet.one_of(&LETTERS.chase, rng);
    let again = match rng.random_range(0..4) {
        0 => sheet.narrative(),
        1 => sheet.particulars(rng).join(" "),
        2 if sheet.cross() => impact(sheet, rng),
        _ => String::new(),
    };
    let end =
        if sheet.cross() { sheet.one_of(&LETTERS.chase_end, rng) } else { sheet.one_of(&sheet.area().wants, rng) };
    let feel = if sheet.cross() { feeling(sheet, 0.9, rng) } else { String::new() };
    let mut out = match rng.random_range(0..3) {
        0 => vec![join(&[&chase, &again, &feel, &end])],
        1 => vec![join(&[&again]), join(&[&chase, &feel, &end])],
        _ => vec![join(&[&chase, &again]), join(&[&feel, &end])],
    };
    out.retain(|p| !p.is_empty());
    out
}

/// How they are affected: in the writer's manner, in plain words, or both.
fn feeling(sheet: &Sheet<'_>, chance: f64, rng: &mut ChaCha8Rng) -> String {
    if !rng.random_bool(chance) {
        return String::new();
    }
    let mut own = if rng.random_bool(0.5) { sheet.one_of(&sheet.manner().feel, rng) } else { String::new() };
    if !own.is_empty() {
        sheet.mood.note(sheet.manner().felt);
    }
    if own.is_empty() || rng.random_bool(0.7) {
        sheet.mood.note(FEELINGS.sentiment.written);
        let plain = sheet.one_of(&FEELINGS.written, rng);
        own = if rng.random_bool(0.5) { join(&[&own, &plain]) } else { join(&[&plain, &own]) };
    }
    own
}

pub fn impact(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> String {
    let company = sheet.slots.client.company;
    let lines: Vec<&str> =
        sheet.area().impacts.iter().filter(|(who, _)| who.suits(company)).map(|(_, line)| line.as_str()).collect();
    sheet.one_of(&lines, rng)
}

/// A public post: one or two lines of the chat, shorter and louder.
fn post(sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> String {
    let lines = sheet.chat(rng);
    let said = lines[..lines.len().min(rng.random_range(1..=3))].join(pick(&[" ", ". ", "... ", " - "], rng));
    let feel = match (sheet.cross(), sheet.area().kind) {
        (true, _) => {
            sheet.mood.note(FEELINGS.sentiment.posted);
            sheet.one_of(&FEELINGS.posted, rng)
        }
        (_, Kind::Feedback) => {
            sheet.one_of(&["👏", "[Nice|Great] service!", "Credit where it's due.", "❤️", "Recommended.", ""], rng)
        }
        _ => sheet.one_of(&["Anyone know?", "Can't find it on your page.", "?", "Thanks!", "DM me.", ""], rng),
    };
    let at = pick(&["@larkfieldbank ", "@larkfieldbank ", "hey @larkfieldbank ", "", "Dear @larkfieldbank, "], rng);
    let tail = if at.is_empty() { " @larkfieldbank" } else { "" };
    // Amounts and references do not belong in public; people leave them out or write them anyway; both happen.
    let text = if rng.random_bool(0.5) { capital(&said) } else { said };
    let stop = if feel.is_empty() || text.ends_with(['.', '!', '?']) { "" } else { pick(&[".", "!", "..."], rng) };
    neat(&format!("{at}{text}{stop} {feel}{tail}"))
}

/// Greeting, text, sign-off and name.
fn framed(sheet: &Sheet<'_>, body: &str, rng: &mut ChaCha8Rng) -> String {
    let (contact, habit) = (sheet.slots.contact, sheet.slots.contact.habit);
    let manner = sheet.manner();
    let steady = |list: &[String], rng: &mut ChaCha8Rng| {
        // People mostly use the same greeting.
        let own = list.get(habit as usize % list.len().max(1)).map_or("", String::as_str);
        if rng.random_bool(0.7) { sheet.fill(own, rng) } else { sheet.one_of(list, rng) }
    };
    let mut greet = steady(&manner.greet, rng);
    let mut sign = steady(&manner.sign, rng);
    if sheet.cross() && sheet.msg.part != Part::Settled {
        // Angry writers leave out friendly phrases.
        let warm = |line: &str| {
            ["Dear", "Good", "est", "ind", "Warm", "sincerely", "friendly", "heers"].iter().any(|w| line.contains(w))
        };
        if warm(&greet) && rng.random_bool(0.6) {
            greet = sheet.one_of(&LETTERS.cool_greetings, rng);
        }
        if warm(&sign) && rng.random_bool(0.8) {
            sign = pick(&["Regards,", "Regards,", "", "Awaiting your answer,"], rng).to_owned();
        }
    }
    let name = match (contact.tone, habit / 11 % 4) {
        (Tone::Casual | Tone::Curt, _) if !sign.is_empty() && sign.contains(&contact.first) => String::new(),
        (Tone::Curt | Tone::Furious, _) if sign.contains(&contact.last) => String::new(),
        (Tone::Casual, _) => contact.first.to_lowercase(),
        (Tone::Elderly, _) => {
            format!("{}{} {}", if contact.woman { "(Mrs) " } else { "" }, contact.first, contact.last)
        }
        (_, 0) => format!("{}. {}", contact.first.chars().next().unwrap_or('A'), contact.last),
        (_, 1) if !sheet.slots.client.company => contact.first.clone(),
        _ => format!("{} {}", contact.first, contact.last),
    };
    let mut foot = vec![sign, name];
    if sheet.slots.client.company && !contact.role.is_empty() && habit / 13 % 3 > 0 {
        foot.push(format!("{}, {}", contact.role, sheet.slots.client.customer.name));
    }
    if sheet.msg.channel == Channel::Email && habit.is_multiple_of(9) && rng.random_bool(0.5) {
        foot.push(format!("Sent from my {}", contact.device));
    }
    foot.retain(|line| !line.is_empty());
    let gap = if contact.tone == Tone::Curt || habit / 17 % 5 == 0 { "\n" } else { "\n\n" };
    let mut parts = Vec::new();
    if sheet.msg.channel == Channel::Letter {
        parts.push(format!("{}, {}", sheet.slots.client.customer.name, sheet.msg.day.format("%-d %B %Y")));
    }
    parts.extend([greet, body.to_owned(), foot.join("\n")]);
    parts.retain(|p| !p.is_empty());
    parts.join(gap)
}

fn paragraph_break(sheet: &Sheet<'_>) -> &'static str {
    match (sheet.tone(), sheet.slots.contact.habit / 3 % 3) {
        (Tone::Rambling | Tone::Casual, _) | (Tone::Elderly, 0) => " ",
        (Tone::Curt, _) | (Tone::Foreign, 0) => "\n",
        (_, 0) => " ",
        _ => "\n\n",
    }
}

/// Sentences with one space between, empty ones left out.
fn join(parts: &[&String]) -> String {
    let kept: Vec<&str> = parts.iter().map(|p| p.trim()).filter(|p| !p.is_empty()).collect();
    kept.join(" ")
}

/// The text as this person would type it.
pub fn voiced(text: &str, sheet: &Sheet<'_>, rng: &mut ChaCha8Rng) -> String {
    super::hand::voice(text, sheet.tone(), sheet.slots.contact.habit, rng)
}

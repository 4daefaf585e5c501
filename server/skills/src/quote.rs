//! Which words of a message are quoted: verbatim, and the customer's own.

use base::own_words;
use model::record::{Channel, Communication};
use model::text::excerpt;
use search::words;

/// Maximum length of an excerpt, in characters.
pub const EXCERPT: usize = 200;

/// Weights of the words of its topic and of its subject in a sentence (the share of them, by the square root of their
/// number), of its length up to [`WHOLE`] words, and of a figure. Fitted on 100 messages whose telling sentences were
/// chosen by hand; of 100 others it takes one of the chosen for 84, where the first sentence is one for 28.
const TOPIC: f64 = 2.6;
const SUBJECT: f64 = 1.2;
const LENGTH: f64 = 3.5;
const FIGURE: f64 = 0.5;
const WHOLE: usize = 12;

/// The customer's own words in a message, without those of the assistant or a colleague.
pub fn own(c: &Communication) -> String {
    own_words::of_customer(is_chat(c), text(c))
}

/// Words of a communication that show a query, else what it is about; in a chat, of one line.
pub fn excerpt(c: &Communication, query: &str) -> String {
    let own = own(c);
    // The lines of a chat have others between them.
    let line = |found: &dyn Fn(&str) -> bool| own.lines().find(|line| found(line)).unwrap_or(&own).to_owned();
    if words::matched(&own, query).is_empty() {
        let sentence = telling(&own, c, "");
        let said = if is_chat(c) { line(&|line| line.contains(sentence)) } else { own.clone() };
        let whole = said.chars().count() <= EXCERPT;
        let start = if whole { 0 } else { said.find(sentence).unwrap_or_default() };
        return said[start..excerpt::end(&said, start, EXCERPT)].trim().to_owned();
    }
    let held = |line: &str| words::matched(line, query).len();
    let most = own.lines().map(held).max().unwrap_or_default();
    let said = if is_chat(c) { line(&|line| held(line) == most) } else { own.clone() };
    words::excerpt(&said, query, EXCERPT).to_owned()
}

/// The sentence that says most of what a message is about: its topic, its subject, and `about`.
pub fn telling<'t>(own: &'t str, c: &Communication, about: &str) -> &'t str {
    let labels = [c.category.as_deref(), c.subcategory.as_deref(), Some(about)];
    let topic = words::distinct(&labels.into_iter().flatten().collect::<Vec<_>>().join(" "));
    let subject = words::distinct(c.subject.as_deref().unwrap_or_default());
    let score = |sentence: &str| {
        let stems = words::distinct(sentence);
        let share = |of: &[String]| {
            let held = of.iter().filter(|stem| stems.contains(stem)).count();
            held as f64 / (of.len().max(1) as f64).sqrt()
        };
        let length = sentence.split_whitespace().count().min(WHOLE) as f64 / WHOLE as f64;
        let figure = f64::from(u8::from(sentence.contains(|c: char| c.is_ascii_digit())));
        TOPIC * share(&topic) + SUBJECT * share(&subject) + LENGTH * length + FIGURE * figure
    };
    // The first of equals.
    sentences(own).into_iter().rev().max_by(|a, b| score(a).total_cmp(&score(b))).unwrap_or(own)
}

/// The sentences of a text; a line without closing punctuation counts as one.
pub fn sentences(text: &str) -> Vec<&str> {
    text.lines().flat_map(|line| own_words::sentences(line, usize::MAX)).collect()
}

/// Its text; the subject if it has no body.
pub fn text(c: &Communication) -> &str {
    if c.body.trim().is_empty() { c.subject.as_deref().unwrap_or_default() } else { &c.body }
}

fn is_chat(c: &Communication) -> bool {
    c.channel == Channel::Chat
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(channel: Channel, body: &str) -> Communication {
        let subcategory = Some("late payments".to_owned());
        Communication { channel, subcategory, body: body.to_owned(), ..Communication::default() }
    }

    #[test]
    fn what_tells_most_is_quoted() {
        let body = "Dear Sir,\n\nI write to you again today, as I did before. It rained all week where I live, and the \
            dog was ill as well, which is a pity. The payment of 4,200 EUR to our carrier is late for the third time. A payment is \
            late.\n\nRegards\nAnn Lee";
        let letter = message(Channel::Email, body);
        let own = own(&letter);
        assert_eq!(telling(&own, &letter, ""), "The payment of 4,200 EUR to our carrier is late for the third time.");
        assert!(excerpt(&letter, "").starts_with("The payment of 4,200 EUR"));
        assert!(excerpt(&letter, "rain").contains("It rained all week"), "what is asked for comes before what tells");
        assert_eq!(telling("", &letter, ""), "");
    }

    #[test]
    fn of_a_chat_one_line_is_quoted() {
        let long = "and that is all that I can say about it for now ".repeat(5);
        let body = format!("10:42 Mara: hello\n10:43 Bot: hi\n10:44 Mara: my payments are late\n10:45 Mara: {long}");
        let chat = message(Channel::Chat, &body);
        assert!(body.contains(&excerpt(&chat, "")), "verbatim");
        assert_eq!(excerpt(&chat, "payments"), "my payments are late");
    }
}

//! Follow-up questions by the model: one light call, parsed leniently.

use super::prompt::{self, fill};
use super::{ModelSession, Purpose, catalog};
use crate::view::View;
use llm::{ChatRequest, LlmError, Message};

const MAX_FOLLOW_UPS: usize = 3;
/// How much of the answer the prompt holds, in characters.
const MAX_ANSWER_CHARS: usize = 500;
/// Minimum length of a question, in characters (exclusive).
const MIN_QUESTION_CHARS: usize = 10;

/// Asks for them, given the beginning of the answer and the data that there is.
pub async fn suggest(view: &View<'_>, answer: &str, asker: &ModelSession<'_>) -> Result<Vec<String>, LlmError> {
    let sources = catalog::sources(view);
    let answer = beginning(answer);
    let text = fill(prompt::FOLLOW_UPS, &[("sources", &sources), ("query", &view.run.question), ("answer", answer)]);
    let request = ChatRequest { messages: vec![Message::user(text)], ..ChatRequest::default() };
    let reply = asker.ask(Purpose::FollowUps, request, "").await?;
    let asked: Vec<&str> =
        view.earlier.iter().map(|r| r.question.as_str()).chain([view.run.question.as_str()]).collect();
    Ok(parse(&reply.content, &asked))
}

/// The first characters of an answer, which its figures stand in.
fn beginning(answer: &str) -> &str {
    answer.char_indices().nth(MAX_ANSWER_CHARS).map_or(answer, |(at, _)| &answer[..at])
}

/// One question per line, whatever the list marker; repeated and earlier questions are dropped; the first three.
pub fn parse(text: &str, asked: &[&str]) -> Vec<String> {
    let mut seen: Vec<String> = asked.iter().map(|q| key(q)).collect();
    let mut list = Vec::new();
    for line in text.lines() {
        let line = unmarked(line);
        // "Here are three questions:" introduces a list and asks nothing.
        if line.chars().count() <= MIN_QUESTION_CHARS || line.ends_with(':') || seen.contains(&key(line)) {
            continue;
        }
        seen.push(key(line));
        list.push(line.to_owned());
        if list.len() == MAX_FOLLOW_UPS {
            break;
        }
    }
    list
}

/// The line without surrounding bullets, numbers ("1.", "2)", "(3)", "Q4:"), checkboxes, quotation marks and emphasis.
fn unmarked(line: &str) -> &str {
    let mut text = line.trim();
    loop {
        let before = text;
        text = text
            .trim_start_matches(['-', '*', '•', '·', '–', '—', '‣', '◦', '>', '#', '"', '“', '_', '`'])
            .trim_start();
        text = text.strip_prefix("[ ]").unwrap_or(text).trim_start();
        text = numbered(text).unwrap_or(text).trim_start();
        if text == before {
            break;
        }
    }
    text.trim_end_matches(['"', '”', '*', '_', '`']).trim_end()
}

fn numbered(text: &str) -> Option<&str> {
    let open = text.strip_prefix('(').unwrap_or(text);
    let open = open.strip_prefix(['Q', 'q']).filter(|r| r.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(open);
    let rest = open.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == open.len() || open.len() - rest.len() > 2 {
        return None;
    }
    rest.strip_prefix(['.', ')', ':', ']']).filter(|r| r.is_empty() || r.starts_with([' ', '\t', '*', '"']))
}

/// Questions that differ only in case or punctuation are equal.
fn key(question: &str) -> String {
    question.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn all_list_marks_go() {
        let text = "Here are three questions:\n1. When did login failures start to increase?\n- Which segments are affected?\n\
                    2) which segments are affected\n(3) **What changed in the January update?**\n* Too short\nQ4: And a fifth one, too many?";
        assert_eq!(
            parse(text, &["Why?"]),
            [
                "When did login failures start to increase?",
                "Which segments are affected?",
                "What changed in the January update?"
            ]
        );
        assert_eq!(
            parse(
                "• Why are customers complaining?\n– \"How many complaints a day?\"",
                &["why are customers complaining"]
            ),
            ["How many complaints a day?"]
        );
        assert_eq!(parse("24 hours after the outage, who wrote?", &[]), ["24 hours after the outage, who wrote?"]);
        assert!(parse("", &[]).is_empty());
    }

    #[test]
    fn the_prompt_holds_five_hundred_characters_of_the_answer() {
        assert_eq!(beginning("Short."), "Short.");
        assert_eq!(beginning(&"é".repeat(501)), "é".repeat(500));
    }

    proptest! {
        #[test]
        fn at_most_three_and_never_short(text in any::<String>(), lines in prop::collection::vec("[-*0-9.) a-z?]{0,30}", 0..8)) {
            for text in [text, lines.join("\n")] {
                let list = parse(&text, &[]);
                prop_assert!(list.len() <= 3 && list.iter().all(|q| q.chars().count() > 10));
            }
        }
    }
}

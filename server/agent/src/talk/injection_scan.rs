//! Passages of a result that look like instructions to a model: found by form, flagged for people. Pure, no model.
//!
//! Deliberately not here: any protection. The effects of a text are limited where tools act, read and are shown,
//! whether a passage is found here or not; this tells a person where somebody tried.

use std::borrow::Cow;
use std::sync::LazyLock;

use model::run::{InjectionFinding, ToolOutput};
use model::text::head;
use regex::Regex;
use serde_json::Value;

use base::pattern;
use outside::text::hidden;

/// Maximum passages reported per result, and characters of each.
const MOST: usize = 8;
const MAX_PASSAGE_CHARS: usize = 160;
/// Minimum bytes of a text: labels and days, of which results are full, give no orders.
const MIN_TEXT_BYTES: usize = 12;
/// Bytes scanned per result; a model reads far less.
const LOOKED_AT: usize = 1 << 20;
/// Bytes that are scanned in well under a millisecond.
const SHORT_BYTES: usize = 8 << 10;
/// Invisible characters: one or two come with many pasted texts, three hide something.
const MIN_INVISIBLE_CHARS: usize = 3;
/// Length of a mixed run of letters and digits that is encoded text rather than a word.
const MIN_ENCODED_BYTES: usize = 80;

/// What a passage does, with its phrasings. `\b` is an ASCII word boundary.
const SIGNS: [(&str, &str); 10] = [
    (
        "sets other instructions aside",
        r#"(?im)(?:^\s*|[.!?:;,"'“(\[>*#-]\s*|\b(?:please|now|then|must|just|instead|you should)\s+)(?:ignore|disregard|forget|override|bypass|discard|stop following|do not follow|don'?t follow|pay no attention to)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|preceding|all|your|original|initial|system|everything)\b[^.\n]{0,40}\b(?:instructions?|prompts?|rules?|directions?|directives?|commands?|guidelines?|guidance|orders|tasks?|programming|constraints?|restrictions?|said|told)\b|\b(?:ignorier\w*|vergiss|vergessen sie|missachte)\b[^.\n]{0,60}\b(?:anweisung\w*|instruktion\w*|befehle?|aufgaben?|regeln|vorgaben)|\b(?:ignorez|ignorer|oublie|oubliez)\b[^.\n]{0,40}\b(?:instructions|consignes)|\b(?:ignora|ignore|olvida)\b[^.\n]{0,40}\b(?:instrucciones|istruzioni)|\b(?:ignoruok|pamiršk|nepaisyk)[^.\n]{0,40}(?:nurodym|instrukcij|taisykl)"#,
    ),
    (
        "looks like a marker of the prompt",
        r"(?im)<\|[a-z_]{2,30}\|>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>|</?(?:system|assistant|instructions?|tool_call|tool_result|function_calls?|result)(?:\s[^>\n]{0,80})?>|^\s*(?:[#*\[<>-]+\s*)?(?:system|assistant|developer)(?:\s+(?:prompt|message|instructions?|note|override))?\s*[\]>*]*\s*:|^\s*(?:action input|observation|final answer)\s*:",
    ),
    (
        "speaks to an assistant",
        r"(?i)\b(?:attention|dear|hey|hello|note (?:to|for)|message (?:to|for)|instructions? (?:to|for))[\s,:]+(?:the\s+|any\s+|all\s+)?(?:ai|a\.i\.|llm|language model|chatbot|assistant|model)\b|\b(?:you are|you're|act as|acting as|pretend to be|pretend (?:that )?you(?: are|'re)|role-?play as|simulate|behave (?:as|like)|imagine you are)\b[^.\n]{0,60}\b(?:ai|llm|chatbot|language model|chatgpt|gpt|assistant|bot|persona|character)\b|\b(?:as|if you are) an? (?:ai|llm|language model)\b",
    ),
    (
        "sets another task",
        r"(?i)\b(?:new|updated|revised|real|actual|additional|important|urgent|secret|hidden|special|critical)\s+(?:system\s+)?(?:instructions?|task|directive|objective|goal)\s*:|\byour (?:new|real|next|only|actual|main|true)\s+(?:task|goal|job|objective|instructions?|role|mission|purpose)\b|\b(?:from now on|from this point on|starting now|for the rest of (?:this|the|our) conversation)\b[^.\n]{0,40}\b(?:you (?:will|must|are|shall|should|can)|answer|respond|reply|act|speak)\b|[=-]{3,}\s*(?:new|end|begin|system)\b|(?-i:\b(?:BEGIN|END|START) OF (?:THE )?(?:SYSTEM|USER|DATA|DOCUMENT|CONTEXT|INSTRUCTIONS?|PROMPT)\b)",
    ),
    (
        "asks for another mode",
        r"(?i)\b(?:developer|jailbreak|jailbroken|dan|god|sudo|unrestricted|unfiltered|debug|root) mode\b|\bdo anything now\b|\b(?:no|without|free (?:of|from)|ignoring)\s+(?:any\s+|all\s+)?(?:ethical|moral|content|safety)\s+(?:or \w+\s+)?(?:guidelines|restrictions|limits|limitations|filters?|constraints|policies|boundaries)\b",
    ),
    (
        "asks for the prompt or for keys",
        r"(?i)\b(?:reveal|show|print|repeat|output|display|tell|give|leak|send|write|list|share|expose|disclose)\b[^.\n]{0,40}\b(?:system prompts?|your (?:\w+\s+){0,2}(?:prompts?|instructions)|prompt texts?|api[ _-]?keys?|hidden (?:rules|instructions|prompt)|initial prompt|(?:all|the) (?:text|words|instructions) above)\b",
    ),
    (
        "asks to call a tool",
        r"(?i)\b(?:call|invoke|execute)\s+(?:the\s+|a\s+|your\s+|this\s+)?(?:\w+\s+){0,2}(?:tools?|function|plugin|api)\b|\b(?:call|invoke|use|run|execute|trigger)\s+(?:the\s+)?`?(?-i:[a-z]+(?:_[a-z0-9]+)+)\b",
    ),
    (
        "asks to send data somewhere",
        r"(?i)\b(?:send|forward|e-?mail|post|upload|exfiltrate|transmit|submit|append|export)\b[^.\n]{0,100}\b(?:customers?|accounts?|conversation|data|records?|history|contents?|files?|information|details|messages?|passwords?|credentials|everything)\b[^\n]{0,60}\bto\b[^\n]{0,30}(?:[a-z0-9.+-]+@[a-z0-9-]+\.[a-z]|https?://|www\.)",
    ),
    (
        "carries a link or an image that loads from elsewhere",
        r"(?i)!\[[^\]\n]*\]\([^)\s]+|\[[^\]\n]*\]\(\s*(?:https?:)?//[^)\s]*[?&=#{][^)\s]*\)|\]\(\s*(?:javascript|data|vbscript):|\bjavascript:|<\s*(?:script|iframe|object|embed)\b|<\s*img\b[^>\n]*\b(?:src|onerror)\s*=",
    ),
    (
        "dictates the answer",
        r#"(?im)(?:^\s*|[.!?:;]\s*|\b(?:please|always|only|must|then|and)\s+)(?:respond|reply|answer|output|print|say|write|conclude|state)\s+(?:only\s+(?:with|in|by)\b|with\s+(?:only|exactly|nothing but|the (?:word|words|phrase|sentence|string|text|following))\b|exactly\b|nothing but\b|["“'‘])|\b(?:confidence|evidence|grounding|run)\s+(?:score|level|rating)\b[^.\n]{0,20}\b(?:to|as|is|be|of)\s*\d|\bthis (?:answer|result|claim) (?:is|has been|was) (?:already )?(?:verified|approved|authori[sz]ed)\b|\bdecision\s*[:=]\s*"?approved?\b"#,
    ),
];

static PATTERNS: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
    // Unicode word boundaries are many times slower in text that is not all ASCII.
    SIGNS.iter().map(|(why, text)| (*why, pattern(&text.replace(r"\b", r"(?-u:\b)")))).collect()
});

/// Whether a result is scanned in well under a millisecond.
pub fn is_short(output: &ToolOutput) -> bool {
    let sources: usize = output.sources.iter().map(|source| source.title.len() + source.excerpt.len()).sum();
    sources + text_bytes(&output.data) <= SHORT_BYTES
}

fn text_bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(text_bytes).sum(),
        Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + text_bytes(value)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

/// What looks like an instruction in the first MiB of a result, each passage once, at most eight.
pub fn passages(output: &ToolOutput) -> Vec<InjectionFinding> {
    let mut found = Findings { passages: Vec::new(), left: LOOKED_AT };
    for source in &output.sources {
        found.look(&source.title, &source.id);
        found.look(&source.excerpt, &source.id);
    }
    found.walk(&output.data, "");
    found.passages
}

/// The first thing in a text that looks like an instruction to a model: what it does, and the words with some context
/// after them.
pub fn suspect(text: &str) -> Option<(&'static str, String)> {
    // Emoji and some scripts use invisible joiners; some countries' flags have six tags.
    let tags = text.chars().filter(|c| ('\u{e0000}'..='\u{e007f}').contains(c)).count();
    let unseen =
        text.chars().filter(|c| hidden(*c) && !c.is_control() && !matches!(c, '\u{200c}'..='\u{200f}')).count();
    if tags > 2 * MIN_INVISIBLE_CHARS || unseen - tags >= MIN_INVISIBLE_CHARS {
        return Some(("holds invisible characters", shown(&plain(text), 0)));
    }
    let plain = plain(text);
    for (why, pattern) in PATTERNS.iter() {
        if let Some(at) = pattern.find(&plain) {
            return Some((*why, shown(&plain, at.start())));
        }
    }
    encoded(&plain).map(|at| ("holds a long encoded text", shown(&plain, at)))
}

/// The start of a long word of mixed-case letters and digits, as in base64.
fn encoded(text: &str) -> Option<usize> {
    let of_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '-' | '_');
    let mut at = 0;
    for word in text.split(|c: char| !of_base64(c)) {
        let has = |of: fn(&char) -> bool| word.chars().any(|c| of(&c));
        if word.len() >= MIN_ENCODED_BYTES
            && has(char::is_ascii_uppercase)
            && has(char::is_ascii_lowercase)
            && has(char::is_ascii_digit)
        {
            return Some(at);
        }
        // The separator may be longer than a byte.
        let end = at + word.len();
        at = end + text[end..].chars().next().map_or(0, char::len_utf8);
    }
    None
}

/// As a model may well read it: without invisible characters, wide letters narrowed.
fn plain(text: &str) -> Cow<'_, str> {
    let odd = |c: char| hidden(c) && !matches!(c, '\n' | '\t');
    if text.is_ascii() && !text.chars().any(odd) {
        return Cow::Borrowed(text);
    }
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '’' => '\'',
        other => other,
    };
    Cow::Owned(text.chars().filter(|c| !odd(*c)).map(narrow).collect())
}

/// Some characters from a position on, on one line.
fn shown(text: &str, from: usize) -> String {
    let rest = text.get(from..).unwrap_or_default();
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '!' | '?' | ':' | ';' | ','));
    let words: Vec<&str> = rest.split_whitespace().take(MAX_PASSAGE_CHARS).collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_PASSAGE_CHARS) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

struct Findings {
    passages: Vec<InjectionFinding>,
    left: usize,
}

impl Findings {
    /// Strings and field names; a record is identified by its id, anything else by its path.
    fn walk(&mut self, value: &Value, place: &str) {
        match value {
            Value::String(text) => self.look(text, place),
            Value::Array(items) => {
                for (n, item) in items.iter().enumerate() {
                    self.walk(item, &format!("{place}/{n}"));
                }
            }
            Value::Object(fields) => {
                let id = ["id", "communicationId", "caseId"].iter().find_map(|name| fields.get(*name)?.as_str());
                for (name, value) in fields {
                    self.look(name, place);
                    match id {
                        Some(id) => self.walk(value, id),
                        None => self.walk(value, &format!("{place}/{name}")),
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn look(&mut self, text: &str, place: &str) {
        if self.passages.len() >= MOST || text.len() < MIN_TEXT_BYTES {
            return;
        }
        let text = head(text, self.left);
        self.left -= text.len();
        let Some((why, words)) = suspect(text) else { return };
        // An excerpt repeats its text.
        if self.passages.iter().all(|p| p.text != words) {
            self.passages.push(InjectionFinding { place: place.to_owned(), text: words, why: why.to_owned() });
        }
    }
}

#[cfg(test)]
#[path = "injection_scan_tests.rs"]
mod tests;

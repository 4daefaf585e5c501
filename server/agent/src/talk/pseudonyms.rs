//! Pseudonyms for personal data in what a model reads (X-35). Before a request leaves, every known name and customer
//! id, e-mail address, phone, account and card number in it becomes `Customer-001`, `Email-001` …, the same throughout
//! the run; replies are restored before anything else sees them: answers, calls' arguments, and so proposals.
//!
//! A value keeps its number for the run: [`RunEvent::Pseudonyms`](model::run::RunEvent::Pseudonyms) records them in
//! order, so a process that resumes the run uses the same.
//!
//! Deliberately not here: names unknown to the data. The model sees people in a message's text who are neither
//! customers nor staff, names of less than four letters, inflected names (Lithuanian "Jono" for "Jonas"), parts of
//! names ("Hartmann" for "Hartmann Logistik") and postal addresses: nothing distinguishes them from other words.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

use aho_corasick::AhoCorasick;
use model::run::{StandIn, StandKind};
use regex::{Captures, Regex};
use serde_json::Value;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use base::pattern;
use base::personal_data;
use llm::{Arguments, ChatRequest, Message, Reply};

/// The names of the data, and the values with a pseudonym so far.
pub struct Pseudonyms {
    names: Vec<(StandKind, String)>,
    /// The matcher, with the name that each pattern is a spelling of.
    finder: Option<(AhoCorasick, Vec<usize>)>,
    /// Whether values recognised by form get pseudonyms, too.
    forms: bool,
    used: Mutex<Used>,
}

#[derive(Default)]
struct Used {
    /// In order of first appearance: numbers count within a kind.
    all: Vec<StandIn>,
    of_value: HashMap<(StandKind, String), String>,
    /// By pseudonym in lower case.
    of_stand: HashMap<String, String>,
    /// How many of them were recorded in events.
    told: usize,
}

/// Shorter names occur in too many words.
const MIN_NAME_BYTES: usize = 4;

static STAND: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(?:customer|id|staff|email|phone|account)-\d{3,}"));

impl Pseudonyms {
    /// For these names; with `forms`, also for values recognised by form; `before` are those of the run so far.
    pub fn new<'a>(names: impl Iterator<Item = (StandKind, &'a str)>, forms: bool, before: &[StandIn]) -> Self {
        let names = names.filter(|(_, n)| n.len() >= MIN_NAME_BYTES).map(|(kind, n)| (kind, n.to_owned()));
        let mut names: Vec<(StandKind, String)> = names.collect();
        names.sort_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)));
        names.dedup_by(|a, b| a.1 == b.1);
        let mut patterns: Vec<(usize, String)> = Vec::with_capacity(names.len());
        for (n, (_, name)) in names.iter().enumerate() {
            patterns.push((n, folded(name).text));
            // As written inside JSON text.
            let quoted = Value::from(name.as_str()).to_string();
            let quoted = &quoted[1..quoted.len() - 1];
            if quoted != name {
                patterns.push((n, folded(quoted).text));
            }
        }
        let (of, patterns): (Vec<usize>, Vec<String>) = patterns.into_iter().unzip();
        let finder = AhoCorasick::new(patterns);
        let finder = finder.inspect_err(|error| tracing::error!(%error, "names cannot be looked for")).ok();
        let mut used = Used::default();
        before.iter().for_each(|stand| drop(used.stand_in(stand.kind, &stand.value)));
        used.told = used.all.len();
        Self { finder: finder.map(|f| (f, of)), names, forms, used: used.into() }
    }

    /// Replaces values in the request. Returns how many values have a pseudonym now, and the new ones, if any.
    pub fn hide(&self, request: &mut ChatRequest) -> Option<(u32, Vec<StandIn>)> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        // All values first: one recognised by the word before it may occur elsewhere without it.
        walk(request, &mut |text: &mut String| {
            for (_, found) in self.places(text, &used) {
                let (kind, value) = self.value(text, &found);
                used.stand_in(kind, &value);
            }
        });
        walk(request, &mut |text: &mut String| {
            let places = self.places(text, &used);
            if places.is_empty() {
                return;
            }
            let (mut out, mut from) = (String::with_capacity(text.len()), 0);
            for (range, found) in places {
                let (kind, value) = self.value(text, &found);
                out.push_str(&text[from..range.start]);
                out.push_str(&used.stand_in(kind, &value));
                from = range.end;
            }
            out.push_str(&text[from..]);
            *text = out;
        });
        let new = used.all[used.told..].to_vec();
        used.told = used.all.len();
        (!new.is_empty()).then(|| (u32::try_from(used.told).unwrap_or(u32::MAX), new))
    }

    /// Restores the values in a reply.
    pub fn restore(&self, reply: &mut Reply) {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let mut restore = |text: &mut String| {
            let put = |found: &Captures<'_>| {
                used.of_stand.get(&found[0].to_lowercase()).cloned().unwrap_or_else(|| found[0].to_owned())
            };
            let restored = STAND.replace_all(text, put).into_owned();
            *text = restored;
        };
        restore(&mut reply.content);
        restore(&mut reply.reasoning);
        reply.tool_calls.iter_mut().for_each(|c| in_arguments(&mut c.arguments, &mut restore));
    }

    /// The places in a text to replace, in order, without overlaps: the first counts; of several with the same start,
    /// the longest.
    fn places(&self, text: &str, used: &Used) -> Vec<(Range<usize>, Found)> {
        let mut places: Vec<(Range<usize>, Found)> = Vec::new();
        if let Some((finder, of)) = &self.finder {
            let folded = folded(text);
            let all = finder.try_find_overlapping_iter(&folded.text).into_iter().flatten();
            let written = all.filter_map(|m| Some((folded.written(m.range())?, of[m.pattern().as_usize()])));
            let whole = written.filter(|(range, _)| is_whole(text, range));
            places.extend(whole.map(|(range, name)| (range, Found::Name(name))));
        }
        if self.forms {
            // Anyone writing a pseudonym in a message must not learn whose it is: it is treated as a value.
            let literal = STAND.find_iter(text).filter_map(|m| Some((m.range(), kind_of(m.as_str())?)));
            places.extend(literal.map(|(range, kind)| (range.clone(), Found::Form(kind, range))));
            places.extend(
                personal_data::find(text).into_iter().map(|(kind, range)| (range.clone(), Found::Form(kind, range))),
            );
            for StandIn { kind, value } in used.all.iter().filter(|s| !is_name(s.kind)) {
                let all = text.match_indices(value.as_str()).map(|(at, _)| at..at + value.len());
                let whole = all.filter(|range| personal_data::is_word(text, range));
                places.extend(whole.map(|range| (range.clone(), Found::Form(*kind, range))));
            }
        }
        places.sort_by_key(|(range, found)| (range.start, std::cmp::Reverse(range.end), found.rank()));
        personal_data::apart(&mut places, |(range, _)| range.clone());
        places
    }

    fn value<'t>(&'t self, text: &'t str, found: &Found) -> (StandKind, Cow<'t, str>) {
        match found {
            Found::Name(n) => (self.names[*n].0, self.names[*n].1.as_str().into()),
            Found::Form(kind, range) => (*kind, text[range.clone()].into()),
        }
    }
}

impl Used {
    /// The pseudonym of a value; a new one has the kind's next number, with at least three digits.
    fn stand_in(&mut self, kind: StandKind, value: &str) -> String {
        if let Some(stand) = self.of_value.get(&(kind, value.to_owned())) {
            return stand.clone();
        }
        let number = self.all.iter().filter(|s| s.kind == kind).count() + 1;
        let stand = format!("{}-{number:03}", kind.stem());
        self.all.push(StandIn { kind, value: value.to_owned() });
        self.of_value.insert((kind, value.to_owned()), stand.clone());
        self.of_stand.insert(stand.to_lowercase(), value.to_owned());
        stand
    }
}

/// A text folded for comparison: compatibility-normalised (NFKD), lower case, white space as single spaces.
struct Folded {
    text: String,
    /// For each byte, its character in the original text, and one more for the end.
    from: Vec<usize>,
}

fn folded(written: &str) -> Folded {
    let (mut text, mut from) = (String::with_capacity(written.len()), Vec::with_capacity(written.len() + 1));
    for (at, c) in written.char_indices() {
        if c.is_ascii() && !c.is_ascii_whitespace() {
            text.push(c.to_ascii_lowercase());
        } else if c.is_whitespace() {
            if !text.ends_with(' ') {
                text.push(' ');
            }
        } else {
            text.extend(std::iter::once(c).nfkd().flat_map(char::to_lowercase));
        }
        from.resize(text.len(), at);
    }
    from.push(written.len());
    Folded { text, from }
}

impl Folded {
    /// The range in the original text; `None` if it would cut a character.
    fn written(&self, range: Range<usize>) -> Option<Range<usize>> {
        let (start, end) = (self.from[range.start], self.from[range.end]);
        let begins = range.start == 0 || self.from[range.start - 1] < start;
        (begins && self.from[range.end - 1] < end).then_some(start..end)
    }
}

/// A whole word, including all marks of its last letter.
fn is_whole(text: &str, range: &Range<usize>) -> bool {
    personal_data::is_word(text, range) && !text[range.end..].chars().next().is_some_and(is_combining_mark)
}

/// The kind of a pseudonym.
fn kind_of(stand: &str) -> Option<StandKind> {
    let stem = stand.split('-').next()?;
    StandKind::ALL.iter().copied().find(|kind| kind.stem().eq_ignore_ascii_case(stem))
}

/// A match: a name of the data, or a value recognised by form.
enum Found {
    Name(usize),
    Form(StandKind, Range<usize>),
}

impl Found {
    /// The order of two matches at the same place.
    const fn rank(&self) -> (bool, StandKind) {
        match self {
            Self::Name(_) => (false, StandKind::Customer),
            Self::Form(kind, _) => (true, *kind),
        }
    }
}

const fn is_name(kind: StandKind) -> bool {
    matches!(kind, StandKind::Customer | StandKind::Id | StandKind::Staff)
}

/// Every text of a request that a model reads. Tools and schemas contain personal data only in examples; they are
/// copied only if something changes.
fn walk(request: &mut ChatRequest, change: &mut impl FnMut(&mut String)) {
    for message in &mut request.messages {
        match message {
            Message::System { content } | Message::User { content } | Message::Tool { content, .. } => change(content),
            Message::Assistant { content, tool_calls } => {
                change(content);
                tool_calls.iter_mut().for_each(|c| in_arguments(&mut c.arguments, change));
            }
        }
    }
    if let Some((_, schema)) = &mut request.response_schema {
        in_value(schema, change);
    }
    let mut tools = request.tools.to_vec();
    for tool in &mut tools {
        change(&mut tool.description);
        let mut schema = Value::clone(&tool.schema);
        in_value(&mut schema, change);
        if schema != *tool.schema {
            tool.schema = schema.into();
        }
    }
    if tools != *request.tools {
        request.tools = tools.into();
    }
}

fn in_arguments(arguments: &mut Arguments, change: &mut impl FnMut(&mut String)) {
    match arguments {
        Arguments::Parsed(value) => in_value(value, change),
        Arguments::Broken { raw, .. } => change(raw),
    }
}

/// A number with a pseudonym becomes a string.
fn in_value(value: &mut Value, change: &mut impl FnMut(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(items) => items.iter_mut().for_each(|v| in_value(v, change)),
        Value::Object(map) => map.values_mut().for_each(|v| in_value(v, change)),
        Value::Number(number) => {
            let before = number.to_string();
            let mut text = before.clone();
            change(&mut text);
            if text != before {
                *value = Value::String(text);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

#[cfg(test)]
#[path = "pseudonyms_tests.rs"]
mod tests;

//! Stand-ins for personal data in what a model reads (X-35). Before a request leaves, every known name, e-mail address,
//! phone, account and card number in it becomes `Customer-001`, `Email-001` …, the same throughout the run; what comes back
//! is put right before anything else sees it: answers, the arguments of calls, and so what is proposed.
//!
//! A value keeps its number for the run: [`RunEvent::Pseudonyms`](model::run::RunEvent::Pseudonyms) holds them in
//! their order, so a process that picks the run up goes on with the same.
//!
//! Deliberately not here: names that the data does not know. A person who is no customer and no member of staff, named in a
//! message's text, is read by the model as they stand there, and so are parts of names ("Hartmann" for "Hartmann
//! Logistik") and postal addresses: nothing tells them from other words.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

use aho_corasick::AhoCorasick;
use model::run::{StandIn, StandKind};
use regex::{Captures, Regex};
use serde_json::Value;

use crate::pattern;
use base::personal_data;
use llm::{Arguments, ChatRequest, Message, Reply};

/// The names of the data, and the values that have a stand-in by now.
pub struct Pseudonyms {
    names: Vec<(StandKind, String)>,
    /// Finds them; with the name that each pattern is a spelling of.
    finder: Option<(AhoCorasick, Vec<usize>)>,
    /// Whether what is known by its form has stand-ins, too.
    forms: bool,
    used: Mutex<Used>,
}

#[derive(Default)]
struct Used {
    /// In the order of their first appearance: numbers count those of a kind.
    all: Vec<StandIn>,
    of_value: HashMap<(StandKind, String), String>,
    /// By the stand-in in lower case.
    of_stand: HashMap<String, String>,
    /// So many of them are told in an event.
    told: usize,
}

/// Shorter names stand in too many words.
const SHORTEST: usize = 4;

static STAND: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(?:customer|staff|email|phone|account)-\d{3,}"));

impl Pseudonyms {
    /// Of these names; of what is known by its `forms` where that is wanted; `before` are those that the run has already.
    pub fn new<'a>(names: impl Iterator<Item = (StandKind, &'a str)>, forms: bool, before: &[StandIn]) -> Self {
        let names = names.filter(|(_, n)| n.len() >= SHORTEST).map(|(kind, n)| (kind, n.to_owned()));
        let mut names: Vec<(StandKind, String)> = names.collect();
        names.sort_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)));
        names.dedup_by(|a, b| a.1 == b.1);
        let mut patterns: Vec<(usize, String)> = Vec::with_capacity(names.len());
        for (n, (_, name)) in names.iter().enumerate() {
            patterns.push((n, name.clone()));
            if !name.is_ascii() {
                patterns.extend([(n, name.to_lowercase()), (n, name.to_uppercase())]);
            }
            // As it stands inside a text that is JSON.
            let quoted = Value::from(name.as_str()).to_string();
            let quoted = &quoted[1..quoted.len() - 1];
            if quoted != name {
                patterns.push((n, quoted.to_owned()));
            }
        }
        let (of, patterns): (Vec<usize>, Vec<String>) = patterns.into_iter().unzip();
        let finder = AhoCorasick::builder().ascii_case_insensitive(true).build(patterns);
        let finder = finder.inspect_err(|error| tracing::error!(%error, "names cannot be looked for")).ok();
        let mut used = Used::default();
        before.iter().for_each(|stand| drop(used.stand_in(stand.kind, &stand.value)));
        used.told = used.all.len();
        Self { finder: finder.map(|f| (f, of)), names, forms, used: used.into() }
    }

    /// Puts stand-ins into the request. How many values have one now, and those that are new, when there are any.
    pub fn hide(&self, request: &mut ChatRequest) -> Option<(u32, Vec<StandIn>)> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        // All values first: one that is known by the word before it may stand elsewhere without that word.
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

    /// Puts the values back into a reply.
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

    /// The places of a text that get stand-ins, in order; none overlaps another: the first counts, of several that begin
    /// together the longest.
    fn places(&self, text: &str, used: &Used) -> Vec<(Range<usize>, Found)> {
        let mut places: Vec<(Range<usize>, Found)> = Vec::new();
        if let Some((finder, of)) = &self.finder {
            let all = finder.try_find_overlapping_iter(text).into_iter().flatten();
            let whole = all.filter(|m| personal_data::is_word(text, &m.range()));
            places.extend(whole.map(|m| (m.range(), Found::Name(of[m.pattern().as_usize()]))));
        }
        if self.forms {
            // Who writes a stand-in in a message must not be told of whom it is: it is a value like others.
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
    /// The stand-in of a value, with the next number of its kind where it has none. Three digits at least.
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

/// Of what kind a stand-in is.
fn kind_of(stand: &str) -> Option<StandKind> {
    let stem = stand.split('-').next()?;
    StandKind::ALL.iter().copied().find(|kind| kind.stem().eq_ignore_ascii_case(stem))
}

/// What stands at a place: a name of the data, or something known by its form.
enum Found {
    Name(usize),
    Form(StandKind, Range<usize>),
}

impl Found {
    /// Which of two that take the same place counts.
    const fn rank(&self) -> (bool, StandKind) {
        match self {
            Self::Name(_) => (false, StandKind::Customer),
            Self::Form(kind, _) => (true, *kind),
        }
    }
}

const fn is_name(kind: StandKind) -> bool {
    matches!(kind, StandKind::Customer | StandKind::Staff)
}

/// Every text of a request that a model reads. Tools and schemas name personal data only where an example does; they are
/// copied only where something changes.
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

/// A number that has a stand-in becomes a text.
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
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use llm::{Finish, ToolCall, Usage};

    fn of(names: &[&str], before: &[StandIn]) -> Pseudonyms {
        Pseudonyms::new(names.iter().map(|n| (StandKind::Customer, *n)), true, before)
    }

    fn reply(content: &str, tool_calls: Vec<ToolCall>) -> Reply {
        Reply {
            content: content.into(),
            reasoning: String::new(),
            tool_calls,
            finish: Finish::Stop,
            usage: Usage::default(),
            model: String::new(),
            cost_usd: None,
        }
    }

    fn request(texts: &[&str]) -> ChatRequest {
        ChatRequest { messages: texts.iter().map(|t| Message::user(*t)).collect(), ..ChatRequest::default() }
    }

    fn texts(request: &ChatRequest) -> Vec<String> {
        let text = |m: &Message| match m {
            Message::User { content } => content.clone(),
            other => panic!("{other:?}"),
        };
        request.messages.iter().map(text).collect()
    }

    #[test]
    fn names_go_out_as_stand_ins_and_come_back() {
        let names = of(&["Osei Textiles", "Osei", "Hartmann Logistik", "Abc"], &[]);
        let mut request = ChatRequest {
            messages: vec![
                Message::user("What does hartmann logistik want, and Osei Textiles? Oseil is another."),
                Message::tool("c1", r#"{"customer":"Osei Textiles","also":"Osei","body":"Yours,\nOsei"}"#),
            ],
            ..ChatRequest::default()
        };
        assert_eq!(names.hide(&mut request.clone()).map(|(n, _)| n), Some(3));
        assert_eq!(names.hide(&mut request), None, "nothing new");
        let Message::User { content } = &request.messages[0] else { panic!() };
        assert!(!content.contains("Osei T") && content.contains("Oseil") && !content.contains("hartmann"), "{content}");
        let sent = format!("{:?}", request.messages[1]);
        assert!(sent.contains("Customer-002") && !sent.contains("Osei"), "{sent}");
        let call =
            ToolCall { id: "c".into(), name: "t".into(), arguments: Arguments::Parsed(json!({"q": "customer-002"})) };
        let mut reply = reply("Customer-001's and Customer-002's; Customer-009 is nobody.", vec![call]);
        names.restore(&mut reply);
        assert_eq!(reply.content, "Hartmann Logistik's and Osei Textiles's; Customer-009 is nobody.");
        assert_eq!(reply.tool_calls[0].arguments.object(), Ok(&json!({"q": "Osei Textiles"})));
    }

    #[test]
    fn what_is_known_by_its_form_goes_out_as_stand_ins_and_acts_on_the_real_one() {
        let names = of(&[], &[]);
        let mut sent = request(&[
            "Write to ann@osei.example and bo@osei.example, or call +370 600 12345.",
            r#"{"account_number":"12345678","n":140,"day":"2026-01-31"} 12345678"#,
        ]);
        let (count, new) = names.hide(&mut sent).unwrap();
        assert_eq!((count, new.len()), (4, 4));
        assert_eq!(
            texts(&sent),
            [
                "Write to Email-001 and Email-002, or call Phone-001.",
                r#"{"account_number":"Account-001","n":140,"day":"2026-01-31"} Account-001"#
            ]
        );
        let arguments = Arguments::Parsed(json!({"to": ["Email-002"]}));
        let mut reply = reply("", vec![ToolCall { id: "c".into(), name: "draft_email".into(), arguments }]);
        names.restore(&mut reply);
        assert_eq!(reply.tool_calls[0].arguments.object(), Ok(&json!({"to": ["bo@osei.example"]})));
    }

    #[test]
    fn a_stand_in_that_a_message_writes_is_nobodys() {
        let names = of(&[], &[]);
        let mut sent = request(&["ann@osei.example", "Send all of it to Email-001."]);
        names.hide(&mut sent).unwrap();
        assert_eq!(texts(&sent), ["Email-001", "Send all of it to Email-002."]);
        let mut reply = reply("To Email-002.", Vec::new());
        names.restore(&mut reply);
        assert_eq!(reply.content, "To Email-001.");
    }

    #[test]
    fn another_process_goes_on_with_the_same() {
        let first = of(&["Osei Textiles"], &[]);
        let mut sent = request(&["b@x.lt, Osei Textiles, a@x.lt"]);
        let (_, stands) = first.hide(&mut sent).unwrap();
        let second = of(&["Osei Textiles"], &stands);
        let mut again = request(&["a@x.lt, b@x.lt, Osei Textiles, c@x.lt"]);
        assert_eq!(second.hide(&mut again).map(|(n, new)| (n, new.len())), Some((4, 1)));
        assert_eq!(texts(&again), ["Email-002, Email-001, Customer-001, Email-003"]);
    }

    fn planted() -> impl Strategy<Value = String> {
        prop_oneof![
            Just("Osei Textiles".to_owned()),
            Just("Žalgiris Ąžuolas".to_owned()),
            "[a-z]{2,8}\\.[a-z]{2,8}@[a-z]{2,8}\\.(lt|com|example)",
            "\\+370 6[0-9]{2} [0-9]{5}",
            "\\+4420[0-9]{8}",
            Just("LT121000011101001000".to_owned()),
            Just("4111 1111 1111 1111".to_owned()),
        ]
    }

    proptest! {
        /// Whatever the text around: nothing that was planted leaves, and all of it comes back.
        #[test]
        fn hidden_and_put_back_is_the_same_text(
            parts in proptest::collection::vec(("[,;!? \n][a-zA-Z,;!?čšž \n]{0,20}[a-z] ", planted()), 1..8),
            end in " [a-zA-Z,;!?\n ]{0,20}",
        ) {
            let text: String = parts.iter().map(|(around, value)| format!("{around}{value}")).collect::<String>() + &end;
            let names = of(&["Osei Textiles", "Žalgiris Ąžuolas"], &[]);
            let mut sent = request(&[&text]);
            names.hide(&mut sent);
            let hidden = texts(&sent).concat();
            for (_, value) in &parts {
                prop_assert!(!hidden.contains(value.as_str()), "{value} in {hidden}");
            }
            let mut back = reply(&hidden, Vec::new());
            names.restore(&mut back);
            prop_assert_eq!(back.content, text);
        }
    }
}

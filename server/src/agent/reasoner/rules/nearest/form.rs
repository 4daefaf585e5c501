//! Forms of questions and how their slots are filled.

use std::sync::LazyLock;

use app::model::text::capital;

use super::known::Known;

/// A form of a question that the rules answer.
pub struct Form {
    /// What it is found by: tags, further words, its own.
    pub found_by: String,
    pub text: &'static str,
    /// What it counts are cases; of some forms nothing is counted.
    pub of_cases: Option<bool>,
}

/// All forms, in the order of the file.
pub static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let lines = include_str!("forms.txt").lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let form = |line: &'static str| {
        let mut parts = line.splitn(3, '|').map(str::trim);
        let (tags, words, text) = (parts.next()?, parts.next()?, parts.next()?);
        let tags: Vec<String> = tags.split_whitespace().map(tag).collect();
        let own: Vec<&str> =
            pieces(text).filter_map(|p| if let Piece::Text(text) = p { Some(text) } else { None }).collect();
        let counts = text.to_lowercase();
        let of_cases = counts.contains("cases").then_some(true).or(counts.contains("{records}").then_some(false));
        Some(Form { of_cases, found_by: [&tags.join(" "), words, &own.join(" ")].join(" "), text })
    };
    lines.filter_map(form).collect()
});

/// A tag as a word that no text holds.
pub fn tag(name: &str) -> String {
    format!("tag{name}")
}

enum Piece<'a> {
    Text(&'a str),
    Slot(&'a str),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    text.split('{').enumerate().flat_map(|(n, part)| match part.split_once('}') {
        Some((slot, rest)) if n > 0 => vec![Piece::Slot(slot), Piece::Text(rest)],
        _ => vec![Piece::Text(part)],
    })
}

/// A filled form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filled {
    pub question: String,
    /// The conditions that it says, by their places among those that were understood.
    pub says: Vec<usize>,
    pub says_time: bool,
    /// Slots that had to be filled with what nobody said.
    pub made_up: usize,
    /// Slots that took what nobody said, as they may.
    pub usual: usize,
}

impl Form {
    /// The form with its slots filled; `None` where one has nothing to take, not even of the data.
    pub fn fill(&self, known: &Known<'_>) -> Option<Filled> {
        let mut out = Filled::default();
        // {about} says what no slot of its own says.
        let late: Vec<usize> = if self.text.contains("SLA") { known.late() } else { Vec::new() };
        out.says.extend(&late);
        let taken: Vec<usize> = slots(self.text)
            .flat_map(|(name, _, _)| match name.to_lowercase().as_str() {
                noun @ ("records" | "cases" | "customers") => known.of_noun(noun),
                value @ ("customer" | "topic") => known.first(value).into_iter().collect(),
                _ => Vec::new(),
            })
            .chain(late)
            .collect();
        for piece in pieces(self.text) {
            let slot = match piece {
                Piece::Text(text) => {
                    out.question.push_str(text);
                    continue;
                }
                Piece::Slot(slot) => slot,
            };
            let (name, usual, must) = parsed(slot);
            let (text, says) = match name.to_lowercase().as_str() {
                noun @ ("records" | "cases" | "customers") => {
                    let (text, says) = known.noun(noun);
                    (if name.starts_with(char::is_uppercase) { capital(&text) } else { text }, says)
                }
                "about" => known.about(&taken),
                "whole" => known.of_share(false, &taken),
                "part" => known.of_share(true, &taken),
                "one" => known.of_pair(0),
                "other" => known.of_pair(1),
                "period" => {
                    let text = known.period(0);
                    out.says_time |= !text.is_empty();
                    (text, Vec::new())
                }
                "time" | "time2" => {
                    out.says_time = true;
                    (known.period(usize::from(name == "time2")).trim().to_owned(), Vec::new())
                }
                "group" | "groups" | "group2" => {
                    let said = known.group(usize::from(name == "group2"), name == "groups");
                    if said.is_none() {
                        out.usual += 1;
                    }
                    (said.unwrap_or_else(|| super::known::group_noun(usual, name == "groups")), Vec::new())
                }
                "number" => (known.number().unwrap_or_else(|| usual.to_owned()), Vec::new()),
                "record" => (known.record().unwrap_or_default(), Vec::new()),
                value => known.value(value),
            };
            let (text, says) = match text.is_empty() && must {
                true => {
                    out.made_up += 1;
                    (known.of_data(name)?, Vec::new())
                }
                false => (text, says),
            };
            out.question.push_str(&text);
            out.says.extend(says);
        }
        out.question = out.question.trim().to_owned();
        Some(out)
    }
}

/// Name, what is usual, whether it must be filled.
fn parsed(slot: &str) -> (&str, &str, bool) {
    let (slot, must) = slot.strip_suffix('!').map_or((slot, false), |slot| (slot, true));
    let (name, usual) = slot.split_once(':').unwrap_or((slot, ""));
    (name, usual, must || matches!(name, "time2" | "one" | "other"))
}

fn slots(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str, bool)> {
    pieces(text).filter_map(|piece| if let Piece::Slot(slot) = piece { Some(parsed(slot)) } else { None })
}

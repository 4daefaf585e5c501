//! How a question was read: once a run, and stored with it. Routing, plans, writers and the questions after it look at
//! this, and nobody reads the question again.

use std::ops::Range;

use app::model::session::taught::TaughtWord;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::asked::{Asked, Before, PARTS, Refusal};
use super::asker::Asker;
use super::asks::Asks;
use super::cue::{self, Word};
use super::declared;
use super::plainly::plainly;
use super::read;
use super::records::records;
use super::said::{Group, Said};
use super::tokens::Text;
use crate::query::ast::Dataset;
use crate::query::catalog::Catalog;
use crate::query::range::{self, Resolved};
use crate::query::values::{Mention, Vocabulary};

/// A question, read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Parse {
    /// As it was read: short forms written out, typos put right. Places are those in this.
    #[serde(default)]
    pub text: String,
    /// Values of the data that it names.
    #[serde(default)]
    pub values: Vec<Mention>,
    #[serde(default)]
    pub times: Vec<(Resolved, Range<usize>)>,
    /// Records that it names by their ids.
    #[serde(default)]
    pub records: Vec<(String, Range<usize>)>,
    /// What looks like a time and is none.
    #[serde(default)]
    pub problem: Option<String>,
    #[serde(default)]
    pub asks: Asks,
    /// All that it says, read as one question.
    #[serde(default)]
    pub said: Said,
    /// The queries that it means, in the order of its questions, or why there is none.
    pub queries: Result<Vec<Asked>, Refusal>,
    /// Where no word of it asks: the queries that count what it names.
    #[serde(default)]
    pub counted: Option<Result<Vec<Asked>, Refusal>>,
    /// Taught words that it holds; what they mean was read in their place.
    #[serde(default)]
    pub taught: Vec<TaughtWord>,
    #[serde(default)]
    pub earlier: Earlier,
}

/// What the conversation before a question was about, as far as the question may go on from it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Earlier {
    /// Where the question before was one for figures.
    pub before: Option<Before>,
    /// The question before was one for something else.
    pub lost: bool,
    /// The question before was not understood.
    pub refused: bool,
    /// What the question before asked for where that was no figure, as its row of the table says it.
    pub goal: Option<String>,
    pub topic: Topic,
}

/// What a conversation is about, for questions that leave it open.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Topic {
    pub values: Vec<Mention>,
    pub time: Option<(Resolved, String)>,
    pub subject: String,
}

impl Parse {
    pub fn of(question: &str, v: &Vocabulary, as_of: NaiveDate, earlier: Earlier) -> Self {
        let (question, taught) = v.taught_in(question);
        let plain = plainly(&question);
        let problem = range::problem_in(&plain, as_of).map(|problem| problem.to_string());
        let text = Text::of(&plain, v, as_of);
        let catalog = Catalog::of(v);
        let (before, refused) = (earlier.before.as_ref(), earlier.refused);
        let asker = Asker { found: &text, catalog: &catalog, as_of, before, refused, counting: false };
        let queries = match &problem {
            Some(problem) => Err(Refusal::Ask(problem.clone())),
            None => asker.queries(),
        };
        let queries = or_declared(queries, &question, v, as_of, before);
        let counted =
            matches!(queries, Err(Refusal::Silent)).then(|| Asker { counting: true, ..asker.clone() }.queries());
        Self {
            records: records(&text.text),
            asks: Asks::of(&text.text),
            said: read::read(&text.tokens(0..usize::MAX), &catalog),
            text: text.text,
            values: text.values,
            times: text.times,
            problem,
            queries,
            counted,
            taught,
            earlier,
        }
    }

    /// The parse that was stored with a run, where this program still knows the form.
    pub fn stored(value: &Value) -> Option<Self> {
        Self::deserialize(value).ok()
    }

    /// In the form in which it is stored: what is empty is left out.
    pub fn to_stored(&self) -> Value {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        bare(&mut value);
        value
    }

    pub fn words(&self) -> Vec<Word> {
        cue::words(&self.text)
    }

    /// The first time that it names, with words for it.
    pub fn time(&self) -> Option<(Resolved, String)> {
        match self.times.first() {
            Some((resolved, span)) => Some((resolved.clone(), self.text.get(span.clone())?.trim().to_owned())),
            // A bare year: "from 2019".
            None => self.said.times.first().map(|(resolved, _)| (resolved.clone(), resolved.label.clone())),
        }
    }

    /// What it is grouped by.
    pub fn group(&self) -> Option<&Group> {
        match &self.queries {
            Ok(all) => all.first()?.said.groups.first(),
            Err(_) => self.said.groups.first(),
        }
    }

    /// Whether it names records, customers or columns at all.
    pub fn names_records(&self) -> bool {
        let said = &self.said;
        let column = |group: &Group| matches!(group, Group::Column(_));
        said.noun_at.is_some()
            || said.dataset.is_some()
            || said.late
            || said.customers
            || said.number.is_some()
            || said.groups.iter().chain(&said.spare).any(column)
    }

    /// Whether it is asked of a declared source.
    pub fn of_source(&self) -> bool {
        let declared = |asked: &Asked| matches!(asked.query.dataset, Dataset::Source(_));
        self.queries.as_ref().is_ok_and(|all| all.first().is_some_and(declared))
    }

    /// The queries, those of a bare noun phrase included.
    pub fn any_queries(&self) -> Result<&Vec<Asked>, &Refusal> {
        self.counted.as_ref().unwrap_or(&self.queries).as_ref()
    }

    /// What the next question may go on from. `top` is the stored value of the group that this one's answer named first;
    /// `row` is what a row of the table was asked for that served this one, with the count of the records it was about.
    pub fn then(&self, top: Option<String>, topic: Topic, row: Option<(String, Option<Asked>)>) -> Earlier {
        let asked = self.any_queries().ok().filter(|asked| !(self.earlier.lost && asked.iter().any(Asked::leans)));
        let of_row = |top| row.as_ref()?.1.clone().map(|asked| Before { asked, top, also: Vec::new() });
        let before = asked.and_then(|asked| {
            let goes_on = self.earlier.before.as_ref().filter(|_| asked.first().is_some_and(Asked::leans));
            let mut also =
                goes_on.map_or_else(Vec::new, |b| [b.also.as_slice(), std::slice::from_ref(&b.asked)].concat());
            also.extend(asked.iter().cloned());
            let asked = also.pop()?;
            also.drain(..also.len().saturating_sub(PARTS - 1));
            Some(Before { asked, top: top.clone(), also })
        });
        let before = before.or_else(|| of_row(top));
        Earlier { lost: before.is_none(), refused: false, before, goal: row.map(|(goal, _)| goal), topic }
    }
}

/// What the desk's own records do not answer is asked of the declared sources; where the desk has no records, all is.
fn or_declared(
    own: Result<Vec<Asked>, Refusal>,
    question: &str,
    v: &Vocabulary,
    as_of: NaiveDate,
    before: Option<&Before>,
) -> Result<Vec<Asked>, Refusal> {
    let goes_on = before.is_some_and(|before| matches!(before.asked.query.dataset, Dataset::Source(_)));
    let empty = v.days.is_empty() && v.customers.is_empty();
    if v.sources.is_empty() || own.is_ok() && !goes_on && !empty {
        return own;
    }
    match (own, declared::queries(question, v, as_of, before)) {
        (_, Some(Ok(asked))) => Ok(asked),
        (Err(Refusal::Unknown(words)), Some(Err(Refusal::Unknown(theirs)))) if words.len() < theirs.len() && !empty => {
            Err(Refusal::Unknown(words))
        }
        (Err(_), Some(Err(why))) => Err(why),
        (own, _) => own,
    }
}

/// Leaves out members of objects that say nothing; queries stay whole.
fn bare(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(bare),
        Value::Object(map) => {
            map.iter_mut().filter(|(name, _)| *name != "query").for_each(|(_, value)| bare(value));
            let says = |value: &Value| match value {
                Value::Null | Value::Bool(false) => false,
                Value::Array(list) => !list.is_empty(),
                Value::String(text) => !text.is_empty(),
                _ => true,
            };
            map.retain(|_, value| says(value));
        }
        _ => {}
    }
}

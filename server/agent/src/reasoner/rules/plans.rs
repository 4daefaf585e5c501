//! What is done for an act: `plans.toml`. Acts without a plan are answered by queries, or need no data.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use reader::Act;
use serde::Deserialize;

/// A plan.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub act: Act,
    /// One of the seven intents of D-037, for the trace.
    pub name: String,
    /// How the trace says what was understood.
    pub says: String,
    /// The time range when the question names none.
    #[serde(default = "all")]
    pub range: String,
    /// Groups of calls, in order; the calls of a group run at once.
    #[serde(rename = "steps")]
    pub groups: Vec<Group>,
}

fn all() -> String {
    "all".into()
}

/// Calls that need nothing of each other.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Said before they run.
    pub thought: String,
    pub calls: Vec<CallTemplate>,
}

/// A call with the arguments that the plan fixes.
#[derive(Debug, Deserialize)]
pub struct CallTemplate {
    pub tool: String,
    #[serde(flatten)]
    pub fixed: BTreeMap<String, Arg>,
}

/// Where an argument comes from.
#[derive(Debug, Deserialize)]
#[serde(try_from = "toml::Value")]
pub enum Arg {
    Value(serde_json::Value),
    /// What the question counts: "communications" or "cases".
    Data,
    /// Words to search for: what it is about as the person named it, and these.
    Subject(String),
    /// What it is about in the question's own words.
    Words,
    /// The customer that the question names, by id. Without one the call is given up.
    Customer,
    /// The label of the largest topic that was found.
    TopTopic,
    /// What it is about, as a title.
    About,
    /// What is to be noted, as it was said.
    Note,
    /// The question as it was asked.
    Question,
    /// Another one, where there is a value for it.
    Maybe(Box<Arg>),
    /// A part of the draft that was filled in, by JSON pointer.
    Filled(String),
    /// Up to three communications that were found, by id.
    Found,
    /// The record that the question names, by id.
    RecordId,
    /// Where a conversation began, and where it went on.
    FromChannel,
    ToChannel,
    /// Who it goes to.
    To,
}

impl TryFrom<toml::Value> for Arg {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<Self, String> {
        let Some(name) = value.as_str().and_then(|text| text.strip_prefix('$')) else {
            return serde_json::to_value(value).map(Self::Value).map_err(|error| error.to_string());
        };
        if let Some(name) = name.strip_suffix('?') {
            return Ok(Self::Maybe(Box::new(Self::try_from(toml::Value::from(format!("${name}")))?)));
        }
        let (name, more) = name.split_once(' ').unwrap_or((name, ""));
        Ok(match name {
            "data" => Self::Data,
            "subject" => Self::Subject(more.to_owned()),
            "words" => Self::Words,
            "customer" => Self::Customer,
            "top_topic" => Self::TopTopic,
            "about" => Self::About,
            "note" => Self::Note,
            "question" => Self::Question,
            "filled" => Self::Filled(more.to_owned()),
            "found" => Self::Found,
            "record" => Self::RecordId,
            "from_channel" => Self::FromChannel,
            "to_channel" => Self::ToChannel,
            "to" => Self::To,
            _ => return Err(format!("an argument has no value ${name}")),
        })
    }
}

#[derive(Debug, Default, Deserialize)]
struct Plans {
    plan: Vec<Plan>,
}

fn read() -> Result<Plans, toml::de::Error> {
    toml::from_str(include_str!("plans.toml"))
}

/// The plan of an act.
pub fn of(act: Act) -> Option<&'static Plan> {
    // A test reads them as they are.
    static PLANS: LazyLock<Plans> = LazyLock::new(|| read().unwrap_or_default());
    PLANS.plan.iter().find(|plan| plan.act == act)
}

/// True for acts that end in a proposal.
pub const fn acts(act: Act) -> bool {
    matches!(act, Act::OpenCase | Act::AssignCase | Act::NoteCase | Act::Draft)
}

/// True for acts whose answer is a figure of all records that are meant.
pub const fn counts(act: Act) -> bool {
    use Act::*;
    matches!(
        act,
        Why | Topics | Sentiment | Sla | Resolution | Cdd | Escalation | Nps | Anomaly | Trend | Risk | Urgent
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plan_is_read() {
        let plans = read().unwrap().plan;
        assert_eq!(plans.len(), 26);
        assert!(plans.iter().all(|plan| of(plan.act).is_some_and(|known| known.says == plan.says)), "an act twice");
        assert!(Arg::try_from(toml::Value::from("$nothing")).is_err());
    }
}

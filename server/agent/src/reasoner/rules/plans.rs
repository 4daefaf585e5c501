//! The plans for acts, and for questions about deals: `plans.toml`. Acts without a plan are answered by queries, or need
//! no data.

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
    /// How the trace describes the reading.
    pub says: String,
    /// The default time range.
    #[serde(default = "all")]
    pub range: String,
    /// Groups of calls, in order; the calls of a group run concurrently.
    #[serde(rename = "steps")]
    pub groups: Vec<Group>,
}

fn all() -> String {
    "all".into()
}

/// Independent calls.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The thought before they run.
    pub thought: String,
    pub calls: Vec<CallTemplate>,
}

/// A call with the plan's fixed arguments.
#[derive(Debug, Deserialize)]
pub struct CallTemplate {
    pub tool: String,
    #[serde(flatten)]
    pub fixed: BTreeMap<String, Arg>,
}

/// The origin of an argument.
#[derive(Debug, Deserialize)]
#[serde(try_from = "toml::Value")]
pub enum Arg {
    Value(serde_json::Value),
    /// Filled in from the question or from results; the text after its name belongs to it.
    Slot(Slot, String),
    /// Another argument, if it has a value.
    Maybe(Box<Arg>),
}

/// What fills an argument.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// What the question counts: "communications" or "cases".
    Data,
    /// Words to search for: the subject as the person named it, and these.
    Subject,
    /// The subject in the question's own words.
    Words,
    /// The customer named by the question, by id. Without one the call is dropped.
    Customer,
    /// The label of the largest topic found.
    TopTopic,
    /// The subject, as a title.
    About,
    /// The text to note, as written.
    Note,
    /// The question's text.
    Question,
    /// The question before, and the document quoted for it by id, if this one follows on that.
    Before,
    Quoted,
    /// A part of the filled-in draft, by JSON pointer.
    Filled,
    /// Up to three communications found on the subject, by id; an empty list if there are none.
    Found,
    /// The record named by the question, by id.
    Record,
    /// The channel where a conversation began, and where it continued.
    FromChannel,
    ToChannel,
    /// The recipient.
    To,
    /// The condition that a message says that its customer wants to leave. Without a column for it the call is dropped.
    Leaving,
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
        let slot = toml::Value::from(name).try_into().map_err(|_| format!("an argument has no value ${name}"))?;
        Ok(Self::Slot(slot, more.to_owned()))
    }
}

/// A plan for deals: its tools get the same arguments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealPlan {
    pub case: String,
    /// As of [`Plan`].
    pub name: String,
    pub says: String,
    /// The thought before its calls.
    pub thought: String,
    pub tools: Vec<String>,
    /// Words that name this side of a deal.
    #[serde(default)]
    pub words: String,
}

#[derive(Debug, Default, Deserialize)]
struct Plans {
    plan: Vec<Plan>,
    deals: Vec<DealPlan>,
}

fn read() -> Result<Plans, toml::de::Error> {
    toml::from_str(include_str!("plans.toml"))
}

// A test checks that they parse.
static PLANS: LazyLock<Plans> = LazyLock::new(|| read().unwrap_or_default());

/// The plan of an act.
pub fn for_act(act: Act) -> Option<&'static Plan> {
    PLANS.plan.iter().find(|plan| plan.act == act)
}

/// The plans for deals.
pub fn deals() -> &'static [DealPlan] {
    &PLANS.deals
}

/// The plan for deals of this case.
pub fn of_deals(case: &str) -> Option<&'static DealPlan> {
    PLANS.deals.iter().find(|plan| plan.case == case)
}

/// True for acts that end in a proposal.
pub const fn acts(act: Act) -> bool {
    matches!(act, Act::OpenCase | Act::AssignCase | Act::NoteCase | Act::Draft)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plan_is_read() {
        let plans = read().unwrap().plan;
        assert_eq!(plans.len(), 26);
        assert!(
            plans.iter().all(|plan| for_act(plan.act).is_some_and(|known| known.says == plan.says)),
            "an act twice"
        );
        assert!(
            ["one", "worst", "list", "regions", "week", "periods", "quota", "figures", "why"]
                .iter()
                .all(|c| of_deals(c).is_some())
        );
        assert!(Arg::try_from(toml::Value::from("$nothing")).is_err());
    }
}

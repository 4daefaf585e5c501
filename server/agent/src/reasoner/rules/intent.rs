//! An act with a plan, and the conditions of the question that its tools accept.

use model::run::FIELDS;
use model::time::DateRange;
use reader::Act;

use super::plans::Plan;
use query::ast::Dataset;
use query::catalog::Catalog;
use query::frame::grammar::pointers;
use query::frame::{FilterSlot, Frame, Group};
use query::range::Resolved;
use skills::signals::{LEAVING, SIGNAL};
use store::analytics::Attribute;
use tools::Registry;

/// The parameter that takes any further condition.
pub const WHERE: &str = "where";

/// Tools that search by words: what they cannot filter by, they search for.
pub const SEARCHES: [&str; 2] = ["search_knowledge_base", "ask_question"];

/// An act with a plan, and its input from the question.
#[derive(Clone, Debug)]
pub struct IntentMatch {
    pub plan: &'static Plan,
    pub frame: Frame,
    /// "communications" or "cases".
    pub data: &'static str,
    /// Its single-value conditions, one per column: what tools filter by.
    pub slots: Vec<FilterSlot>,
    /// Its conditions that a tool of the plan accepts, or the act implies.
    pub applied: Vec<FilterSlot>,
    /// Its conditions on columns that the records of its tools do not have.
    pub unread: Vec<FilterSlot>,
    /// Its subject in the person's own words, for searching: "mobile app".
    pub subject: String,
    /// The plan's time range, for a question that names none.
    pub usual: DateRange,
}

impl IntentMatch {
    /// Its time range, if the question or the conversation names one.
    pub fn time(&self) -> Option<&Resolved> {
        self.frame.time.as_ref().map(|time| &time.time)
    }

    /// The words of conditions that none of its plan's counting tools could apply.
    pub fn not_applied(&self) -> Vec<String> {
        let words = |f: &FilterSlot| if f.negated { format!("not {}", f.words) } else { f.words.clone() };
        let records = self.frame.records.iter().map(|records| records.words.clone());
        // Conditions carried over from earlier turns narrow only figures.
        let meant = |f: &&FilterSlot| !f.carried || pointers::counts(self.plan.act);
        let left = self.frame.filters.iter().filter(|f| !self.applied.contains(f)).filter(meant);
        // No plan can group, so every grouping is reported as not applied, except time for Trend and When, which group by it
        // anyway. A record id is reported for plans that count: they cannot be limited to one record.
        let by_time = matches!(self.plan.act, Act::Trend | Act::When);
        let groups = self.frame.groups.iter().filter(|group| !(by_time && matches!(group, Group::Time(_))));
        let groups =
            groups.filter(|_| !self.frame.group_carried).map(|group| format!("by {}", group.name().replace('_', " ")));
        let id = self.frame.id.iter().filter(|_| pointers::counts(self.plan.act)).cloned();
        left.map(words).chain(records).chain(groups).chain(id).collect()
    }

    /// What the act itself says is no condition.
    pub fn says(&self, slot: &FilterSlot) -> bool {
        use Act::*;
        let leaves = slot.column == SIGNAL && !slot.negated && slot.values == [LEAVING];
        matches!(
            (self.plan.act, slot.column.as_str()),
            (Sla, "sla_breached")
                | (Resolution, "status")
                | (Sentiment | Risk, "sentiment")
                | (Urgent, "sla_breached" | "priority" | "status")
                | (Cdd, "category")
                | (AssignCase | Draft | OpenCase | NoteCase, _)
        ) || self.plan.act == Risk && leaves
    }

    /// Whether the records that its tools count have a column.
    fn reads(&self, column: &str, catalog: &Catalog) -> bool {
        use Act::*;
        let cases = match self.plan.act {
            Sla | Resolution | Cdd | Urgent | Promises => true,
            Trend | When => self.data == "cases",
            _ => false,
        };
        let dataset = if cases { Dataset::Cases } else { Dataset::Communications };
        column == "customer" || catalog.column(dataset, column).is_some()
    }

    /// Finds the conditions that a tool of the plan accepts, or the act implies.
    pub fn apply(&mut self, registry: &Registry, catalog: &Catalog) {
        let calls = self.plan.groups.iter().flat_map(|group| &group.calls);
        let tools = calls.filter_map(|call| registry.find(&call.tool));
        let tools: Vec<_> =
            tools.filter_map(|tool| Some((&*tool.name, tool.accepts["properties"].as_object()?))).collect();
        let applies = |slot: &&FilterSlot| {
            let single = self.slots.contains(slot);
            let takes = tools.iter().any(|(name, properties)| {
                properties.contains_key(WHERE) && self.reads(&slot.column, catalog)
                    || single && properties.contains_key(parameter(slot))
                    || single
                        && SEARCHES.contains(name)
                        && matches!(slot.column.as_str(), "category" | "subcategory" | "kind")
                    || *name == "analyze_channel_escalation" && is_channel(slot)
            });
            takes || slot.words.is_empty() || self.says(slot)
        };
        self.applied = self.frame.filters.iter().filter(applies).cloned().collect();
        self.unread = self.frame.filters.iter().filter(|slot| !self.reads(&slot.column, catalog)).cloned().collect();
    }
}

pub fn is_channel(slot: &FilterSlot) -> bool {
    matches!(slot.column.as_str(), "channel" | "chat_mode")
}

/// The tools' parameter for filtering by a column.
pub fn parameter(slot: &FilterSlot) -> &str {
    match slot.column.as_str() {
        "customer" => "customerId",
        own if Attribute::find(own).is_some() => {
            FIELDS.iter().find(|(_, column)| *column == own).map_or(own, |(field, _)| field)
        }
        own => own,
    }
}

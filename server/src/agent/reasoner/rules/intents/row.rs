//! What a row of the table of intents holds.

/// What a question is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    OpenCase,
    AssignCase,
    AddNote,
    Abilities,
    Sla,
    Drivers,
    When,
    Customer,
    Sentiment,
    PerDay,
    Breakdown,
    Topics,
    Count,
    Find,
    Escalation,
    Resolution,
    Cdd,
    Similar,
    Record,
    Nps,
    Health,
    Relationship,
    Risk,
    Anomalies,
    Issues,
    Trends,
    Ask,
    Updates,
}

impl Goal {
    /// True for goals that are about one customer, and make no sense without.
    pub const fn of_one_customer(self) -> bool {
        matches!(self, Self::Customer | Self::Health | Self::Relationship)
    }

    /// True for goals whose own words say which records are meant.
    pub const fn names_records(self) -> bool {
        use Goal::*;
        matches!(
            self,
            Sla | Topics
                | Sentiment
                | Escalation
                | Resolution
                | Cdd
                | Risk
                | Anomalies
                | Issues
                | Trends
                | Updates
                | Record
                | Nps
        )
    }

    /// True for goals that are a count, which a query says as well.
    pub const fn counts(self) -> bool {
        matches!(self, Self::Count | Self::Breakdown | Self::PerDay)
    }

    /// True for goals that are about cases.
    pub const fn of_cases(self) -> bool {
        matches!(self, Self::Sla | Self::Resolution | Self::Cdd)
    }

    /// True for goals that look for the question's own words, whatever they are.
    pub const fn is_searched(self) -> bool {
        matches!(self, Self::Find | Self::Ask | Self::Updates)
    }
}

/// A row of the table.
#[derive(Debug)]
pub struct Intent {
    pub goal: Goal,
    /// One of the seven intents of D-037, for the trace.
    pub name: &'static str,
    /// How the trace says what was understood.
    pub says: &'static str,
    /// Parted by `|`.
    pub cues: &'static str,
    /// Groups of calls, in order; the calls of a group run at once.
    pub plan: &'static [Group],
    /// The time range when the question names none: what is recent for "why", everything for "how many".
    pub range: &'static str,
}

impl Intent {
    /// The cues one by one.
    pub fn each_cue(&self) -> impl Iterator<Item = &'static str> {
        self.cues.split('|').map(str::trim)
    }
}

/// Calls that need nothing of each other.
#[derive(Debug)]
pub struct Group {
    /// Said before they run.
    pub thought: &'static str,
    pub calls: &'static [CallTemplate],
}

/// A call with the arguments that the intent fixes; the slots of the question are added to them.
#[derive(Debug)]
pub struct CallTemplate {
    pub tool: &'static str,
    pub fixed: &'static [(&'static str, Arg)],
}

/// Where an argument comes from.
#[derive(Clone, Copy, Debug)]
pub enum Arg {
    Text(&'static str),
    Number(i64),
    Yes,
    /// What the question counts: "communications" or "cases".
    Data,
    /// Words to search for: the subject as the person named it, and these.
    Subject(&'static str),
    /// What it is about in the question's own words.
    Words,
    /// The grouping that the question names.
    GroupBy,
    /// The customer that the question names, by id.
    Customer,
    /// The label of the largest topic that was found.
    TopTopic,
    /// What comes after "about", as a title.
    About,
    /// The question as it was asked.
    Question,
    /// Up to three communications that were found, by id.
    Found,
    /// The record that the question names, by id.
    RecordId,
    /// Where a conversation began, and where it went on.
    FromChannel,
    ToChannel,
    /// The case that the question names, by id.
    CaseId,
    /// Who comes after the case's id and "to".
    Assignee,
    /// What comes after the colon, or after the case's id.
    Note,
}

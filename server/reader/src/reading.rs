//! The types of a reading.

use serde::{Deserialize, Serialize};

/// A closed set with the names of the training data, in the order of `check.py`.
macro_rules! closed {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $member:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name { $($(#[$of])* #[serde(rename = $text)] $member),* }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$member),*];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$member => $text),* }
            }
        }
    };
}

closed! {
    /// The purpose of a question.
    #[derive(Default)]
    Act {
        Figure = "figure", List = "list", Why = "why", Trend = "trend", When = "when", Compare = "compare",
        CallSheet = "call_sheet", LastContact = "last_contact", Who = "who", Said = "said", Promises = "promises",
        Sentiment = "sentiment", Topics = "topics", Risk = "risk", Health = "health", Urgent = "urgent",
        Document = "document", Similar = "similar", Record = "record", Anomaly = "anomaly",
        /// Conversations that move from one channel to another.
        Escalation = "escalation",
        /// Deadlines met or missed.
        Sla = "sla",
        /// Time to resolution.
        Resolution = "resolution",
        /// Customer due diligence.
        Cdd = "cdd", Nps = "nps", Draft = "draft", OpenCase = "open_case", AssignCase = "assign_case",
        NoteCase = "note_case", Deals = "deals", Forecast = "forecast", Pipeline = "pipeline", Sources = "sources",
        CompareSources = "compare_sources",
        /// How a figure is computed.
        Method = "method", Help = "help", Thanks = "thanks",
        /// Asks for something that no record of a desk contains.
        Outside = "outside",
        /// Unintelligible.
        #[default]
        Unclear = "unclear",
    }
}

closed! {
    /// How many records become one number; none of these is a count.
    Aggregation {
        Share = "share", Distinct = "distinct", Average = "average", Median = "median", Sum = "sum", Min = "min",
        Max = "max", Percentile = "percentile", Rate = "rate",
    }
}

closed! {
    /// Which comes first.
    Order {
        Most = "most", Least = "least", Newest = "newest", Oldest = "oldest", Worst = "worst", Best = "best",
        Longest = "longest", Shortest = "shortest", Soonest = "soonest",
    }
}

closed! {
    /// What is kept from the previous turn.
    Keep {
        Subject = "subject",
        /// All conditions except for the customer and the time.
        Filters = "filters", Customer = "customer", Time = "time",
        /// The measure with its aggregation.
        Measure = "measure", Group = "group",
        /// The records listed or counted in the previous answer.
        Rows = "rows",
    }
}

closed! {
    /// The role of a span of the question.
    Role {
        Subject = "subject", Measure = "measure", Group = "group", Value = "value",
        /// An excluded value.
        Except = "except", Over = "over", AtLeast = "atleast", Under = "under", AtMost = "atmost", Exactly = "exactly",
        /// Records of which there must be none.
        None = "none",
        /// Records of which there must be at least one.
        Any = "any", Time = "time",
        /// The value to compare with.
        Versus = "versus",
        /// The topic to search for or write about.
        About = "about", To = "to", Id = "id", Limit = "limit",
        /// A place in the previous answer's list.
        Place = "place",
        /// What is dropped from the previous turn.
        Drop = "drop",
        /// Where a second question begins.
        Split = "split",
    }
}

/// Words of the question with their role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Span {
    pub role: Role,
    /// As in the question.
    pub text: String,
    /// The byte of the question where they begin.
    pub start: usize,
    /// That of its least certain word, 0 to 1.
    pub probability: f32,
}

/// A question, read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    pub act: Act,
    /// The probability of the act, 0 to 1, calibrated on held-out questions.
    pub probability: f32,
    /// The second likeliest act with its probability.
    pub second: (Act, f32),
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aggregation: Option<Aggregation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// Only one thing is asked for.
    #[serde(default)]
    pub one: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<Keep>,
    /// In question order.
    #[serde(default)]
    pub spans: Vec<Span>,
    /// How much less likely it is than the likeliest reading of the same question: the logarithm of the ratio, from 0.
    #[serde(default)]
    pub cost: f32,
}

impl Reading {
    /// The spans with a role, in question order.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = &Span> {
        self.spans.iter().filter(move |span| span.role == role)
    }

    /// The text of the first span with a role.
    pub fn first(&self, role: Role) -> Option<&str> {
        self.with_role(role).next().map(|span| span.text.as_str())
    }

    pub fn keeps(&self, keep: Keep) -> bool {
        self.keep.contains(&keep)
    }
}

//! What a reading holds.

use serde::{Deserialize, Serialize};

/// A closed set whose members have the names that the training data has for them, in the order of `check.py`.
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
    /// What a question asks for.
    #[derive(Default)]
    Act {
        Figure = "figure", List = "list", Why = "why", Trend = "trend", When = "when", Compare = "compare",
        CallSheet = "call_sheet", LastContact = "last_contact", Who = "who", Said = "said", Promises = "promises",
        Sentiment = "sentiment", Topics = "topics", Risk = "risk", Health = "health", Urgent = "urgent",
        Document = "document", Similar = "similar", Record = "record", Anomaly = "anomaly",
        /// Conversations that move from one channel to another.
        Escalation = "escalation",
        /// Deadlines kept or missed.
        Sla = "sla",
        /// How long it takes to resolve.
        Resolution = "resolution",
        /// Customer due diligence.
        Cdd = "cdd", Nps = "nps", Draft = "draft", OpenCase = "open_case", AssignCase = "assign_case",
        NoteCase = "note_case", Deals = "deals", Forecast = "forecast", Pipeline = "pipeline", Sources = "sources",
        CompareSources = "compare_sources",
        /// How a figure is worked out.
        Method = "method", Help = "help", Thanks = "thanks",
        /// What no record of a desk can tell.
        Outside = "outside",
        /// Nothing can be made of it.
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
    /// What comes first.
    Order {
        Most = "most", Least = "least", Newest = "newest", Oldest = "oldest", Worst = "worst", Best = "best",
        Longest = "longest", Shortest = "shortest", Soonest = "soonest",
    }
}

closed! {
    /// What still holds of the turn before.
    Keep {
        Subject = "subject",
        /// All that narrows but the customer and the time.
        Filters = "filters", Customer = "customer", Time = "time",
        /// The measure with its aggregation.
        Measure = "measure", Group = "group",
        /// The records that the answer before listed or counted.
        Rows = "rows",
    }
}

closed! {
    /// What a span of the question is for.
    Role {
        Subject = "subject", Measure = "measure", Group = "group", Value = "value",
        /// A value that is left out.
        Except = "except", Over = "over", AtLeast = "atleast", Under = "under", AtMost = "atmost", Exactly = "exactly",
        /// Records that there must be none of.
        None = "none",
        /// Records that there must be one of at least.
        Any = "any", Time = "time",
        /// What it is held against.
        Versus = "versus",
        /// What to look for or write about.
        About = "about", To = "to", Id = "id", Limit = "limit",
        /// A place in the list of the answer before.
        Place = "place",
        /// What no longer holds of the turn before.
        Drop = "drop",
        /// Where a second question begins.
        Split = "split",
    }
}

/// Words of the question with what they are for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Span {
    pub role: Role,
    /// As the question has them.
    pub text: String,
    /// The byte of the question that they begin at.
    pub start: usize,
    /// That of its least sure word, 0 to 1.
    pub probability: f32,
}

/// A question, read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    pub act: Act,
    /// How sure the act is, 0 to 1, calibrated on questions that the reader was not trained on.
    pub probability: f32,
    /// The next likely act with its probability.
    pub second: (Act, f32),
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aggregation: Option<Aggregation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// One thing alone is asked for.
    #[serde(default)]
    pub one: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<Keep>,
    /// In the order of the question.
    #[serde(default)]
    pub spans: Vec<Span>,
    /// How much less likely it is than the likeliest reading of the same question: the logarithm of the ratio, from 0.
    #[serde(default)]
    pub cost: f32,
}

impl Reading {
    /// The spans of a role, in the order of the question.
    pub fn of(&self, role: Role) -> impl Iterator<Item = &Span> {
        self.spans.iter().filter(move |span| span.role == role)
    }

    /// The text of the first span of a role.
    pub fn first(&self, role: Role) -> Option<&str> {
        self.of(role).next().map(|span| span.text.as_str())
    }

    pub fn keeps(&self, keep: Keep) -> bool {
        self.keep.contains(&keep)
    }
}

//! Stages of messages and quadrants of topics, for pages and scopes.

text_enum! {
    /// The stage of a message within its case. It is derived from time: up to the opening of the case it is the first
    /// contact; after its resolution, after that. In between, the first quarter of the time is triage and the last the
    /// resolution. An unresolved case has triage in the first quarter of the time to its deadline (of 48 hours if it
    /// has none), and is in investigation after that. Messages without a case have no stage.
    Stage {
        Contact = "initial-contact", Triage = "triage", Investigation = "investigation", Resolution = "resolution",
        After = "post-resolution",
    }
}

impl Stage {
    /// Its name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contact => "first contact",
            Self::After => "after resolution",
            other => other.as_str(),
        }
    }
}

text_enum! {
    /// Volume and sentiment: high and bad is critical, low and bad to be watched; high and not bad is a strength, low
    /// and not bad noise.
    Quadrant { Critical = "critical", Watch = "watch", Strength = "strength", Noise = "noise" }
}

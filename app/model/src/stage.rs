//! Where messages and topics stand: screens show it, and a question can be limited to it.

text_enum! {
    /// Where a message stands in the life of its case. Nothing says it, so it is told by time: up to the opening of the case
    /// it is the first contact; after its resolution, after that. Between them the first quarter of the time is triage and
    /// the last the resolution. A case that is not resolved has triage in the first quarter of the time to its deadline (of
    /// 48 hours where it has none), and is in investigation after that. Messages without a case are not on a journey.
    Stage {
        Contact = "initial-contact", Triage = "triage", Investigation = "investigation", Resolution = "resolution",
        After = "post-resolution",
    }
}

impl Stage {
    /// As it is called in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contact => "first contact",
            Self::After => "after resolution",
            other => other.as_str(),
        }
    }
}

text_enum! {
    /// Much or little, and how it reads: much that is bad is critical, little of it to be watched; much that is not bad is a
    /// strength, little of it noise.
    Quadrant { Critical = "critical", Watch = "watch", Strength = "strength", Noise = "noise" }
}

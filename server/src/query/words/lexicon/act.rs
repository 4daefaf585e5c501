//! What phrases do to a question.

use serde::{Deserialize, Serialize};

/// What a phrase does to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// Says nothing.
    Filler,
    /// Says nothing, but parts what is asked about from what is asked of it: "what share of X were Y".
    Verb,
    Count,
    /// "a month": each month, where a mean is asked for.
    EachTime,
    /// "the worst month" is the one with the most.
    WorstTime,
    Distinct,
    Share,
    /// What comes before is the part.
    ShareBefore,
    Average,
    Median,
    /// "separately": values of two columns are asked for one after the other.
    Apart,
    Longest,
    Shortest,
    HowLong,
    Most,
    Least,
    /// "more X or Y".
    More,
    Fewer,
    /// Customers, or who works on cases.
    Who,
    WhoHandles,
    /// "worst": most of complaints or of what was late; of what else it does not say.
    Worst,
    /// "second most".
    Second,
    Third,
    By,
    Which,
    Not,
    /// What is true of all that somebody did: not known here.
    OnlyEver,
    /// "both Texas and Florida", "and again in January": the one and the other.
    Both,
    /// "not just complaints": no limit.
    NotOnly,
    Without,
    With,
    And,
    Or,
    Compare,
    PreviousPeriod,
    PreviousYear,
    Grew,
    Fell,
    /// Which of the two ends of a change does not matter.
    Change,
    MoreThan,
    AtLeast,
    LessThan,
    AtMost,
    Late,
    /// Late, and not finished yet.
    Overdue,
    InTime,
    /// The share of late cases, or of those in time.
    LateRate,
    InTimeRate,
    /// By the mean score of feeling.
    WorstMood,
    BestMood,
    Escalated,
    Contains,
    Disputed,
    Unresolved,
    /// What somebody did with cases, where it is no name of a status: "who closed most".
    Closed,
    Resolved,
    Unassigned,
    Narrative,
    Trend,
    /// It, them, those.
    That,
    /// What is counted.
    Messages,
    Cases,
    Customers,
    Documents,
    Hours,
    /// A stretch of time, one word each.
    Day,
    Week,
    Month,
    Quarter,
    Year,
    Weekday,
    /// The request to go on from before.
    Again,
    /// "… among critical ones": what follows is the whole of a share.
    Among,
    /// "takes longest".
    TakesLongest,
    TakesShortest,
    /// As things stand: no limit where the records say how things stand, a vague time elsewhere.
    Now,
    /// Of two times: their sum, not how they compare.
    Together,
    /// By the share of cases that were late.
    WorstRate,
    BestRate,
    /// Lately: no time that could be worked out.
    Vague,
    /// "the year after".
    NextPeriod,
    /// When customers became customers.
    Joined,
    /// What cannot be known from the records.
    Future,
}

//! The firm's records: customers, their communications, their cases, and the firm's own documents. Every importer
//! writes these, every tool reads them.

pub mod library;
pub mod page;
pub mod sheet;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

text_enum! {
    /// Importance of the relationship. Determines the SLA and the priority of a case.
    #[derive(Default)]
    Tier { Platinum = "platinum", Gold = "gold", Silver = "silver", #[default] Standard = "standard" }
}

impl Tier {
    /// Hours until a case must be resolved (requirement A-113).
    pub const fn sla_hours(self) -> i64 {
        match self {
            Tier::Platinum => 4,
            Tier::Gold => 8,
            Tier::Silver => 24,
            Tier::Standard => 48,
        }
    }
}

text_enum! {
    /// How a message arrived. The first five are those of requirement A-061; archives add three more.
    #[derive(Default)]
    Channel {
        Email = "email", Phone = "phone", Chat = "chat", Letter = "letter", Social = "social",
        #[default] Web = "web", Referral = "referral", Fax = "fax",
    }
}

text_enum! {
    /// Who answered a chat.
    ChatMode { Chatbot = "chatbot", HumanAgent = "human-agent" }
}

text_enum! {
    /// Where a conversation began, if elsewhere.
    EscalatedFrom { Chatbot = "chatbot", Email = "email", Chat = "chat" }
}

text_enum! {
    /// The status of a communication.
    #[derive(Default)]
    CommunicationStatus { #[default] Open = "open", InProgress = "in_progress", Resolved = "resolved", Escalated = "escalated" }
}

text_enum! {
    /// What the customer wants.
    #[derive(Default)]
    Kind { Complaint = "complaint", #[default] Enquiry = "enquiry", Request = "request", Feedback = "feedback" }
}

text_enum! {
    /// The sentiment of a text.
    Sentiment { Positive = "positive", Neutral = "neutral", Negative = "negative" }
}

text_enum! {
    /// The status of a case.
    #[derive(Default)]
    CaseStatus {
        #[default] Open = "open", InProgress = "in_progress", Pending = "pending", Resolved = "resolved", Closed = "closed",
    }
}

impl CaseStatus {
    /// The statuses of a case that is still open.
    pub const UNFINISHED: [Self; 3] = [Self::Open, Self::InProgress, Self::Pending];
}

text_enum! {
    /// The priority of a case (A-114 derives it from tier and sentiment).
    #[derive(Default)]
    Priority { Low = "low", #[default] Medium = "medium", High = "high", Critical = "critical" }
}

text_enum! {
    /// The kind of a document.
    DocumentKind { Article = "article", ReleaseNote = "release_note", Policy = "policy", Notice = "notice" }
}

/// Further fields of an archive without a place in the model (state, ZIP code, tags …), by snake_case name. Tools
/// filter and group by these names.
pub type Attributes = BTreeMap<String, String>;

/// A firm or person served by the desk.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Customer {
    pub id: String,
    pub name: String,
    pub tier: Tier,
    /// The kind of customer, e.g. `"corporate"`, `"private"`; empty if unknown.
    pub segment: String,
    pub region: Option<String>,
    pub relationship_manager: Option<String>,
    pub since: Option<NaiveDate>,
    pub attributes: Attributes,
    /// Its data set, e.g. `"demo"`, `"cfpb"`.
    pub source: String,
}

/// One message from or about a customer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Communication {
    pub id: String,
    pub customer_id: String,
    pub case_id: Option<String>,
    pub channel: Channel,
    /// Only for chats.
    pub chat_mode: Option<ChatMode>,
    pub escalated_from: Option<EscalatedFrom>,
    pub status: CommunicationStatus,
    pub kind: Kind,
    /// The topic, e.g. `"Payment processing"`; subcategories divide it.
    pub category: Option<String>,
    pub subcategory: Option<String>,
    /// Slug of a product, e.g. `"mobile-banking"`; the `products` table has its name.
    pub product: Option<String>,
    /// `None` if there is no text to judge.
    pub sentiment: Option<Sentiment>,
    /// From -1 (negative) to 1 (positive).
    pub sentiment_score: Option<f64>,
    pub subject: Option<String>,
    /// Written by customers: untrusted. May be empty.
    pub body: String,
    /// UTC milliseconds; noon if the source only gives the day.
    pub at: i64,
    /// The day given by the source; all counts by day use it.
    pub day: NaiveDate,
    pub attributes: Attributes,
    /// Its data set, e.g. `"demo"`, `"cfpb"`.
    pub source: String,
}

/// The attribute of a letter whose sender is unproven.
pub const SENDER: &str = "sender";
/// Its value.
pub const NOT_AUTHENTICATED: &str = "not authenticated";

/// The attribute that says whether the firm `sent` or `received` a letter.
pub const DIRECTION: &str = "direction";
/// Its value for a letter that names the firm as sender without proof.
pub const UNPROVEN: &str = "unproven";

impl Communication {
    /// Whether it may be forged in the firm's name: such text has no known author.
    pub fn may_be_forged(&self) -> bool {
        self.attributes.get(DIRECTION).is_some_and(|direction| direction == UNPROVEN)
    }

    /// Whether nothing proves the sender that a letter names.
    pub fn is_unauthenticated(&self) -> bool {
        self.attributes.get(SENDER).is_some_and(|sender| sender == NOT_AUTHENTICATED)
    }
}

/// Work opened by the firm for a customer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Case {
    pub id: String,
    pub customer_id: String,
    pub title: String,
    pub description: String,
    pub category: Option<String>,
    pub subcategory: Option<String>,
    pub product: Option<String>,
    pub status: CaseStatus,
    pub priority: Priority,
    pub assigned_to: Option<String>,
    /// UTC milliseconds, like all times here.
    pub created_at: i64,
    pub updated_at: i64,
    pub resolved_at: Option<i64>,
    /// Day of `created_at` as given by the source.
    pub day: NaiveDate,
    pub sla_deadline: Option<i64>,
    /// Resolved after the deadline, or still open after it; taken from the source if it says so.
    pub sla_breached: bool,
    /// Whether the source itself says if it was in time; that takes precedence over any deadline.
    #[serde(default)]
    pub sla_told: bool,
    pub tags: Vec<String>,
    pub resolution: Option<String>,
    pub attributes: Attributes,
    pub source: String,
}

impl Case {
    /// Whether it missed its SLA as of a day: resolved after the deadline, or past it and still open when that day
    /// began. `None` with neither a deadline nor a verdict of the source.
    pub fn is_breached(&self, as_of: NaiveDate) -> Option<bool> {
        let open = CaseStatus::UNFINISHED.contains(&self.status);
        let began = as_of.and_time(chrono::NaiveTime::MIN).and_utc().timestamp_millis();
        let overdue = open && self.sla_deadline.is_some_and(|due| due < began);
        (self.sla_told || self.sla_breached || self.sla_deadline.is_some()).then_some(self.sla_breached || overdue)
    }
}

/// A note on a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaseNote {
    pub id: String,
    pub case_id: String,
    pub author: String,
    pub body: String,
    /// UTC milliseconds.
    pub at: i64,
}

/// The firm's own text: an article, a release note, a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    pub id: String,
    pub kind: DocumentKind,
    pub title: String,
    pub product: Option<String>,
    pub day: NaiveDate,
    pub source: String,
    pub chunks: Vec<Chunk>,
}

/// Part of a document, small enough to be found and cited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chunk {
    /// `"{document id}#{position}"`.
    pub id: String,
    /// From 1.
    pub position: u32,
    pub heading: Option<String>,
    pub text: String,
}

/// A product line: communications and cases refer to it by slug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    pub slug: String,
    pub name: String,
}

/// The slug of a name: lower case, words joined by a hyphen. `"Credit card"` is `"credit-card"`.
pub fn slug(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

/// Priority from tier and sentiment.
pub const fn priority(tier: Tier, sentiment: Option<Sentiment>) -> Priority {
    let negative = matches!(sentiment, Some(Sentiment::Negative));
    match (tier, negative) {
        (Tier::Platinum, true) => Priority::Critical,
        (Tier::Platinum, false) | (Tier::Gold, true) => Priority::High,
        (Tier::Gold, false) | (_, true) => Priority::Medium,
        _ => Priority::Low,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs() {
        for (name, want) in [
            ("Credit card", "credit-card"),
            ("  Money transfer, virtual currency ", "money-transfer-virtual-currency"),
            ("Überweisung", "überweisung"),
            ("", ""),
        ] {
            assert_eq!(slug(name), want);
        }
    }

    #[test]
    fn priority_follows_tier_and_sentiment() {
        use Sentiment::*;
        let table = [
            (Tier::Platinum, Some(Negative), Priority::Critical),
            (Tier::Platinum, Some(Positive), Priority::High),
            (Tier::Gold, Some(Negative), Priority::High),
            (Tier::Gold, None, Priority::Medium),
            (Tier::Silver, Some(Negative), Priority::Medium),
            (Tier::Standard, Some(Neutral), Priority::Low),
        ];
        for (tier, sentiment, want) in table {
            assert_eq!(priority(tier, sentiment), want, "{tier} {sentiment:?}");
        }
    }

    #[test]
    fn text_enums_read_what_they_write() {
        for channel in Channel::ALL {
            assert_eq!(channel.as_str().to_uppercase().parse::<Channel>(), Ok(*channel));
        }
        assert!("pigeon".parse::<Channel>().unwrap_err().contains("email, phone"));
    }
}

//! Other programs' words for the desk's values.

use model::record::*;

use super::fields::plain;

/// The value with a matching word; lists contain the value's own name and synonyms, separated by `|`.
fn among<T: Copy>(text: &str, list: &[(T, &str)]) -> Option<T> {
    let text = plain(text);
    list.iter().find(|(_, words)| words.split('|').any(|word| word == text)).map(|(value, _)| *value)
}

pub fn channel(text: &str) -> Option<Channel> {
    among(
        text,
        &[
            (Channel::Email, "email|mail|emailmessage"),
            (Channel::Phone, "phone|call|telephone|voice|phonecall|hotline"),
            (Channel::Chat, "chat|livechat|webchat|chatbot|messenger|whatsapp|sms|text"),
            (Channel::Letter, "letter|post|postalmail|mailpiece"),
            (Channel::Social, "social|socialmedia|twitter|x|facebook|instagram|linkedin|reddit|review|appstore"),
            (Channel::Web, "web|website|webform|form|portal|online|selfservice|app|mobileapp|api"),
            (Channel::Referral, "referral|webreferral"),
            (Channel::Fax, "fax"),
        ],
    )
}

pub fn communication_status(text: &str) -> Option<CommunicationStatus> {
    among(
        text,
        &[
            (CommunicationStatus::Open, "open|new|unresolved|unanswered|reopened|active"),
            (
                CommunicationStatus::InProgress,
                "inprogress|pending|onhold|waiting|workinprogress|pendingcustomerresponse",
            ),
            (CommunicationStatus::Resolved, "resolved|closed|done|solved|answered|complete|completed"),
            (CommunicationStatus::Escalated, "escalated"),
        ],
    )
}

pub fn case_status(text: &str) -> Option<CaseStatus> {
    among(
        text,
        &[
            (CaseStatus::Open, "open|new|unresolved|reopened|active|todo|assigned"),
            (CaseStatus::InProgress, "inprogress|workinprogress|started|underreview|escalated"),
            (CaseStatus::Pending, "pending|onhold|waiting|awaitinguserinfo|awaitingcustomer|awaitingvendor"),
            (CaseStatus::Resolved, "resolved|solved|done|complete|completed|fixed"),
            (CaseStatus::Closed, "closed|cancelled|canceled"),
        ],
    )
}

pub fn yes_or_no(text: &str) -> Option<bool> {
    among(text, &[(true, "yes|true|y|1"), (false, "no|false|n|0")])
}

/// Also with a rank: `1 - Critical`, `P2`.
pub fn priority(text: &str) -> Option<Priority> {
    let word: String = text.chars().filter(|c| c.is_alphabetic()).collect();
    let by_word = among(
        &word,
        &[
            (Priority::Critical, "critical|urgent|highest|blocker|emergency"),
            (Priority::High, "high|major|important"),
            (Priority::Medium, "medium|moderate|normal|standard|average"),
            (Priority::Low, "low|minor|lowest|trivial|planning"),
        ],
    );
    let ranks = [Priority::Critical, Priority::High, Priority::Medium, Priority::Low, Priority::Low];
    let rank = |digits: String| digits.parse::<usize>().ok().and_then(|n| ranks.get(n.checked_sub(1)?).copied());
    by_word.or_else(|| match word.to_lowercase().as_str() {
        "" | "p" | "sev" | "priority" | "severity" => rank(text.chars().filter(char::is_ascii_digit).collect()),
        _ => None,
    })
}

pub fn kind(text: &str) -> Option<Kind> {
    among(
        text,
        &[
            (Kind::Complaint, "complaint|issue|problem|grievance|incident"),
            (Kind::Enquiry, "enquiry|inquiry|question|query|information"),
            (Kind::Request, "request|servicerequest|order|changerequest|task"),
            (Kind::Feedback, "feedback|review|comment|suggestion|praise|compliment|survey"),
        ],
    )
}

pub fn sentiment(text: &str) -> Option<Sentiment> {
    among(
        text,
        &[
            (Sentiment::Positive, "positive|pos|happy|good|satisfied"),
            (Sentiment::Neutral, "neutral|neu|none|mixed"),
            (Sentiment::Negative, "negative|neg|unhappy|bad|angry|dissatisfied"),
        ],
    )
}

pub fn tier(text: &str) -> Option<Tier> {
    among(
        text,
        &[
            (Tier::Platinum, "platinum|vip|enterprise|diamond|premium"),
            (Tier::Gold, "gold"),
            (Tier::Silver, "silver"),
            (Tier::Standard, "standard|bronze|basic|regular|none|free"),
        ],
    )
}

/// The names of a closed set, for people.
pub fn list<T: std::fmt::Display>(all: &[T]) -> String {
    all.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_own_word_is_known() {
        assert!(Channel::ALL.iter().all(|v| channel(v.as_str()) == Some(*v)));
        assert!(CommunicationStatus::ALL.iter().all(|v| communication_status(v.as_str()) == Some(*v)));
        assert!(CaseStatus::ALL.iter().all(|v| case_status(v.as_str()) == Some(*v)));
        assert!(Priority::ALL.iter().all(|v| priority(v.as_str()) == Some(*v)));
        assert!(Kind::ALL.iter().all(|v| kind(v.as_str()) == Some(*v)));
        assert!(Sentiment::ALL.iter().all(|v| sentiment(v.as_str()) == Some(*v)));
        assert!(Tier::ALL.iter().all(|v| tier(v.as_str()) == Some(*v)));
    }

    #[test]
    fn words_of_other_programs() {
        assert_eq!(channel("E-Mail"), Some(Channel::Email));
        assert_eq!(channel("pigeon"), None);
        for (text, want) in [
            ("1 - Critical", Some(Priority::Critical)),
            ("3 - Moderate", Some(Priority::Medium)),
            ("P2", Some(Priority::High)),
            ("4", Some(Priority::Low)),
            ("9", None),
            ("0", None),
            ("soon", None),
        ] {
            assert_eq!(priority(text), want, "{text}");
        }
    }
}

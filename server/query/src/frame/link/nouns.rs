//! Names for the firm's own records, their time buckets, and states without a stored name. Data of the catalogue, like
//! the synonyms of columns and values; nouns, not ways of asking.

use crate::ast::{Bucket, Dataset};

/// The firm's own datasets by their records' nouns (separated by `|`, in the plain form of `pick::plain`), with the
/// kind of message.
pub const DATASETS: &[(&str, Dataset, Option<&str>)] = &[
    (
        "complaint|complain|complained|complaining|grievance|gripe|problem|issue|trouble|dissatisfaction|moan",
        Dataset::Communications,
        Some("complaint"),
    ),
    ("enquiry|inquiry|question|query", Dataset::Communications, Some("enquiry")),
    ("request", Dataset::Communications, Some("request")),
    ("feedback|praise|compliment", Dataset::Communications, Some("feedback")),
    (
        "message|communication|contact|conversation|interaction|correspondence|record|wrote|write|written|writing|contacted|touch|in touch|volume|text",
        Dataset::Communications,
        None,
    ),
    ("case|ticket|file|dispute|matter|work item|sla breach|breach|sla", Dataset::Cases, None),
    (
        "customer|client|account|company|firm|people|person|household|business|corporate client|relationship|who|somebody|member|consumer|bank",
        Dataset::Customers,
        None,
    ),
    ("document|article|release note|policy|notice|announcement|knowledge base", Dataset::Documents, None),
];

/// People who are customers, where the customers are people.
pub const PEOPLE: &str = "consumer|people|person|household|member|somebody";

/// Stretches of time.
pub const BUCKETS: &[(&str, Bucket)] = &[
    ("day|daily|each day|date|day by day", Bucket::Day),
    ("week|weekly|calendar week|wk|week by week", Bucket::Week),
    ("month|monthly|calendar month|mth|month by month", Bucket::Month),
    ("quarter|quarterly|qtr|quarter by quarter", Bucket::Quarter),
    ("year|yearly|annual|annually|calendar year|yr|year by year", Bucket::Year),
    ("weekday|day of the week|day of week|days of the week", Bucket::Weekday),
];

/// Columns of the firm's own, with further names.
pub const COLUMNS: &[(&str, &str)] = &[
    (
        "resolution_hours",
        "time to close|closing time|handling|duration|take|took|long|days open|processing time|solution time|time|lead time|time to solve|time taken|open|days|slow|slower|slowest|quick|quicker|quickest|fast|faster|fastest|longer",
    ),
    (
        "sentiment_score",
        "sentiment|mood|satisfaction|satisfied|happy|happier|happiest|unhappy|unhappiest|angry|angriest|happiness|feeling|tone",
    ),
    ("category", "complaint type|theme|subject|problem|topic|kind of complaint|cause|type"),
    ("assigned_to", "who|colleague|staff|person|employee|member of staff|worker|owner|case owner|group"),
    ("customer", "who|account|people|person"),
    ("channel", "way|route|contact channel|means"),
    ("product", "service|product area|product line|area"),
    ("region", "country|location|place|market|region"),
    ("relationship_manager", "adviser|banker|portfolio manager|account manager|advisor"),
    ("tier", "class|category of customer|customer class|status of customer"),
];

/// States of the firm's own records: name, column, stored value; `None` for missing values.
pub const STATES: &[(&str, &str, Option<&str>)] = &[
    (
        "late|untimely|untimely response|untimely reply|sla breach|breach|breach sla|breached|missed|missed deadline|too late|out of sla|past sla|breached sla",
        "sla_breached",
        Some("yes"),
    ),
    ("on time|in time|within sla|kept|timely|timely response|timely reply|timely answer", "sla_breached", Some("no")),
    ("unassigned|nobody|without owner|not assigned|unowned", "assigned_to", None),
];

/// Names for messages that nobody answered, and for the others.
pub const UNANSWERED: &str = "unanswered|not answered|no answer|without answer|no reply|without reply|no response|without response|not replied|not replied to|not responded to|unreplied|awaiting answer|awaiting reply|awaiting a reply|awaiting an answer|waiting for answer|waiting for reply|waiting for a reply|waiting for an answer|without a reply|without an answer";
pub const ANSWERED: &str = "answered|replied|replied to|responded to|answer|reply|response";

/// Words before a time that make it another day than the one when the record came: whose records, and the column.
pub const OTHER_DAYS: &[(&str, Dataset, &str)] = &[
    ("resolved|closed|solved|settled|completed|finished|resolve|close|solve|finish", Dataset::Cases, "resolved_on"),
    (DUE, Dataset::Cases, "due_on"),
    ("since|joined|join|onboarded", Dataset::Customers, "since"),
];
/// The word for a deadline that may lie ahead.
pub const DUE: &str = "due";

/// Events of every record: no conditions.
const EVENTS: &str = "opened|open up|received|sent|filed|created|raised|logged|came|come|came in|made|submitted|registered|arrived|got|recorded|placed|reached|had|affected|hit|involved|concerned|counted|there";

/// Whether words are no condition in any data.
pub fn says_nothing(text: &str) -> bool {
    let phrase = crate::values::pick::phrase(text);
    let empty = |word: &str| search::words::is_stop(word) || holds(EVENTS, word);
    holds(EVENTS, &phrase) || phrase.split(' ').all(empty)
}

/// Whether a text has a noun of the firm's documents.
pub fn names_documents(text: &str) -> bool {
    let names = |word: &str| DATASETS.iter().any(|(names, of, _)| *of == Dataset::Documents && holds(names, word));
    crate::values::pick::words(text).iter().any(|(word, _)| names(word))
}

/// Whether words are the noun of messages or cases, and no more.
pub fn is_of_records(text: &str) -> bool {
    let phrase = crate::values::pick::phrase(text);
    let of_records = |of: &Dataset| matches!(of, Dataset::Communications | Dataset::Cases);
    DATASETS.iter().any(|(names, of, _)| of_records(of) && holds(names, &phrase))
}

/// Whether a category is of customer due diligence, by the names that firms use for it.
pub fn is_due_diligence(category: &str) -> bool {
    const NAMES: [&str; 5] = ["cdd", "due diligence", "kyc", "know your customer", "edd"];
    let name = category.to_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    NAMES.iter().any(|own| if own.contains(' ') { name.contains(own) } else { words.contains(own) })
}

/// Names for unfinished work past its deadline.
pub const OVERDUE: &str = "overdue|past due|past sla deadline|past their sla deadline|past its sla deadline|past the sla deadline|past deadline|past their deadline|past its deadline|past the deadline|over deadline|behind|over due";
/// The label of the condition that a case is not done.
pub const UNFINISHED_LABEL: &str = "not finished";
/// Names for unfinished work.
pub const UNFINISHED: &str = "open|unresolved|unfinished|still open|not closed|not resolved|unsolved|active|outstanding|not finished|not yet resolved|not solved|unanswered|not answered|waiting|still waiting";

/// Further names of a column and its states.
pub fn further_names(column: &str) -> impl Iterator<Item = String> + '_ {
    let columns = COLUMNS.iter().filter(move |(of, _)| *of == column).map(|(_, names)| *names);
    let states = STATES.iter().filter(move |(_, of, _)| *of == column).map(|(names, ..)| *names);
    let unfinished = (column == "status").then_some(UNFINISHED).into_iter();
    columns.chain(states).chain(unfinished).flat_map(|names| names.split('|')).map(str::to_owned)
}

/// Whether a list of phrases contains one.
pub fn holds(list: &str, phrase: &str) -> bool {
    list.split('|').any(|one| one == phrase)
}

/// A time bucket by name.
pub fn bucket(phrase: &str) -> Option<Bucket> {
    BUCKETS.iter().find(|(names, _)| holds(names, phrase)).map(|(_, bucket)| *bucket)
}

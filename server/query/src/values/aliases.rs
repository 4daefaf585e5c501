//! Synonyms for values in the data: one table per slot, open to additions. Words are in lower case and
//! singular, separated by `|`.

/// Product slugs, of which the first in the data counts, and their synonyms.
pub const PRODUCTS: &[(&str, &str)] = &[
    ("mobile-banking", "mobile app|mobile application|banking app|app|mobile"),
    ("online-banking|internet-banking|mobile-banking", "online bank"),
    ("online-banking|internet-banking", "web banking|website"),
    ("internet-banking|online-banking", "internet banking"),
    ("credit-card|credit-card-or-prepaid-card|credit-cards|cards", "credit card"),
    ("credit-card|cards|credit-card-or-prepaid-card|debit-card|prepaid-card", "card"),
    ("debit-card|cards|checking-or-savings-account|bank-account-or-service", "debit card"),
    ("prepaid-card|credit-card-or-prepaid-card", "prepaid card|gift card"),
    ("mortgage|mortgages", "mortgage loan|home loan|house loan"),
    ("current-account|checking-or-savings-account|bank-account-or-service", "current account"),
    ("checking-or-savings-account|current-account|bank-account-or-service", "checking account"),
    ("savings-account|savings|checking-or-savings-account|bank-account-or-service", "savings account"),
    ("savings-account|savings|checking-or-savings-account", "saving"),
    ("bank-account-or-service|checking-or-savings-account|current-account", "bank account"),
    ("student-loan", "student debt|college loan"),
    ("vehicle-loan-or-lease|consumer-loan|auto-loan", "car loan"),
    ("auto-loan|vehicle-loan-or-lease|consumer-loan", "auto loan"),
    ("vehicle-loan-or-lease|consumer-loan", "vehicle loan"),
    ("personal-loan|payday-loan-title-loan-or-personal-loan|consumer-loan|loans", "personal loan"),
    ("payday-loan|payday-loan-title-loan-or-personal-loan", "payday loan"),
    ("payday-loan-title-loan-or-personal-loan", "title loan"),
    ("business-loan|commercial-loan|corporate-lending", "business loan"),
    ("loans|personal-loan|consumer-loan", "loan"),
    ("debt-collection", "debt collector|collection agency"),
    (
        "credit-reporting|credit-reporting-credit-repair-services-or-other-personal-consumer-reports|credit-reporting-or-other-personal-consumer-reports",
        "credit report",
    ),
    ("credit-reporting|credit-reporting-credit-repair-services-or-other-personal-consumer-reports", "credit reporting"),
    ("credit-reporting-credit-repair-services-or-other-personal-consumer-reports|credit-reporting", "credit bureau"),
    ("money-transfers|money-transfer-virtual-currency-or-money-service|payments", "money transfer|wire transfer"),
    ("virtual-currency|money-transfer-virtual-currency-or-money-service", "crypto|cryptocurrency"),
    ("payments", "payment"),
    ("foreign-exchange|fx", "fx|foreign exchange"),
    ("trading|trading-platform|investments", "trading"),
    ("investments|investment|wealth-management", "investment"),
];

/// Channels.
pub const CHANNELS: &[(&str, &str)] = &[
    ("email", "e mail|mail"),
    ("phone", "phone call|telephone|call|hotline"),
    ("chat", "live chat|chat message|chatbot"),
    ("letter", "post|postal mail"),
    ("social", "social media|twitter|facebook|tweet"),
    ("web", "online form|web form"),
];

/// Kinds of communication.
pub const KINDS: &[(&str, &str)] =
    &[("complaint", "complain|complaining|complained"), ("enquiry", "inquiry|question"), ("feedback", "praise")];

/// Directions of feeling.
pub const SENTIMENTS: &[(&str, &str)] =
    &[("negative", "unhappy|angry|dissatisfied|upset"), ("positive", "happy|satisfied|pleased")];

/// Statuses of communications and cases.
pub const STATUSES: &[(&str, &str)] =
    &[("open", "unresolved"), ("resolved", "solved"), ("in_progress", "in progress|ongoing")];

/// Each synonym, with its value.
pub fn each(table: &'static [(&'static str, &'static str)]) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.iter().flat_map(|(value, names)| names.split('|').map(|name| (name, *value)))
}

/// US states by postal code; the first name is the label.
pub const STATES: &[(&str, &[&str])] = &[
    ("AL", &["Alabama"]),
    ("AK", &["Alaska"]),
    ("AZ", &["Arizona"]),
    ("AR", &["Arkansas"]),
    ("CA", &["California"]),
    ("CO", &["Colorado"]),
    ("CT", &["Connecticut"]),
    ("DE", &["Delaware"]),
    ("DC", &["District of Columbia", "Washington DC", "Washington D.C."]),
    ("FL", &["Florida"]),
    ("GA", &["Georgia"]),
    ("HI", &["Hawaii"]),
    ("ID", &["Idaho"]),
    ("IL", &["Illinois"]),
    ("IN", &["Indiana"]),
    ("IA", &["Iowa"]),
    ("KS", &["Kansas"]),
    ("KY", &["Kentucky"]),
    ("LA", &["Louisiana"]),
    ("ME", &["Maine"]),
    ("MD", &["Maryland"]),
    ("MA", &["Massachusetts"]),
    ("MI", &["Michigan"]),
    ("MN", &["Minnesota"]),
    ("MS", &["Mississippi"]),
    ("MO", &["Missouri"]),
    ("MT", &["Montana"]),
    ("NE", &["Nebraska"]),
    ("NV", &["Nevada"]),
    ("NH", &["New Hampshire"]),
    ("NJ", &["New Jersey"]),
    ("NM", &["New Mexico"]),
    ("NY", &["New York"]),
    ("NC", &["North Carolina"]),
    ("ND", &["North Dakota"]),
    ("OH", &["Ohio"]),
    ("OK", &["Oklahoma"]),
    ("OR", &["Oregon"]),
    ("PA", &["Pennsylvania"]),
    ("PR", &["Puerto Rico"]),
    ("RI", &["Rhode Island"]),
    ("SC", &["South Carolina"]),
    ("SD", &["South Dakota"]),
    ("TN", &["Tennessee"]),
    ("TX", &["Texas"]),
    ("UT", &["Utah"]),
    ("VT", &["Vermont"]),
    ("VA", &["Virginia"]),
    ("WA", &["Washington"]),
    ("WV", &["West Virginia"]),
    ("WI", &["Wisconsin"]),
    ("WY", &["Wyoming"]),
    ("GU", &["Guam"]),
    ("VI", &["Virgin Islands"]),
];

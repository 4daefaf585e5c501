//! Synonyms for stored values of columns without an alias table. A row counts only if the data has its value; a row
//! with a note says what is only approximately the same.

/// Column, stored value, synonyms (separated by `|`), and whether they are only approximate.
pub const SYNONYMS: &[(&str, &str, &str, bool)] = &[
    ("region", "Germany", "german|germans|german based|deutschland", false),
    ("region", "France", "french", false),
    ("region", "Italy", "italian|italians", false),
    ("region", "Nordics", "nordic|scandinavia|scandinavian|scandinavians|nordic country", false),
    ("region", "Nordics", "sweden|swedish|denmark|danish|norway|norwegian|finland|finnish", true),
    ("region", "Benelux", "benelux country|low country", false),
    ("region", "Benelux", "netherlands|dutch|holland|belgium|belgian|luxembourg", true),
    ("region", "Iberia", "iberian|iberian peninsula|spain and portugal", false),
    ("region", "Iberia", "spain|spanish|portugal|portuguese", true),
    ("region", "UK and Ireland", "uk ireland|united kingdom and ireland|britain and ireland|british isle", false),
    (
        "region",
        "UK and Ireland",
        "uk|united kingdom|british|britain|great britain|england|ireland|irish|scotland",
        true,
    ),
    ("region", "International", "overseas", true),
    (
        "segment",
        "private",
        "private individual|private person|private people|retail|retail banking|private household",
        false,
    ),
    ("segment", "corporate", "corporates|corporation|large company|big company|corporate banking", false),
    ("segment", "small business", "sme|smes|small firm|small company|small enterprise", false),
    ("segment", "institutional", "institution|institutional investor", false),
    (
        "tags",
        "Servicemember",
        "service member|military|military member|military consumer|military people|military personnel|veteran|soldier|armed force|active duty|serviceman|servicemen|servicewoman|troop|army",
        false,
    ),
    (
        "tags",
        "Older American",
        "older consumer|older people|older person|older adult|older customer|elderly|elderly consumer|elderly people|senior|senior citizen|senior consumer|old people|pensioner|aged consumer",
        false,
    ),
    ("company_response", "Untimely response", "untimely reply|untimely answer", false),
    (
        "company_response",
        "Closed with explanation",
        "explained|closed by explanation|only an explanation|just an explanation",
        false,
    ),
    (
        "company_response",
        "Closed with monetary relief",
        "monetary redress|money relief|financial relief|with money relief|relief in money",
        false,
    ),
    (
        "company_response",
        "Closed with non-monetary relief",
        "non monetary redress|relief without money|non financial relief|nonmonetary relief",
        false,
    ),
    (
        "company_response",
        "In progress",
        "still in progress|not yet answered by the company|pending at the company",
        false,
    ),
    (
        "consent",
        "Consent provided",
        "consented|consent given|with consent|gave consent|gave their consent|agreed to publication",
        false,
    ),
    (
        "consent",
        "Consent not provided",
        "consent refused|refused consent|without consent|no consent|declined consent|did not consent|consent denied",
        false,
    ),
    (
        "consent",
        "Consent withdrawn",
        "withdrew consent|withdrawn consent|withdrew their consent|consent was withdrawn",
        false,
    ),
];

/// Channels, by the verbs for them.
pub const CHANNEL_VERBS: &[(&str, &str)] = &[
    ("phone", "phoned|telephoned|rang|rang us|called us|phoning|ringing up|on the line"),
    ("email", "emailed|emailing|mailed us|e mailed"),
    ("chat", "chatted|chatting"),
];

/// Synonyms of channels, for archives with a field for how a complaint was sent.
pub const SENT_VIA: &[(&str, &str, &str)] = &[
    ("Web", "web", "internet|online|website|web site|web form|online form|portal"),
    ("Postal mail", "letter", "mail|post|postal mail|postal|snail mail|paper|paper mail"),
    (
        "Referral",
        "referral",
        "referred|referral from other agency|referred by other agency|referred by another agency|referred by an agency|other agency",
    ),
    ("Fax", "fax", "fax machine|telefax|facsimile"),
];

/// Languages by their imported code.
pub const LANGUAGES: &[(&str, &str)] = &[
    ("eng", "english"),
    ("fra", "french"),
    ("deu", "german"),
    ("nld", "dutch"),
    ("spa", "spanish"),
    ("ita", "italian"),
    ("por", "portuguese"),
    ("dan", "danish"),
    ("swe", "swedish"),
    ("nob", "norwegian"),
    ("fin", "finnish"),
    ("pol", "polish"),
];

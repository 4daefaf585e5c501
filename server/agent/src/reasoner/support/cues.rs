//! The words by which a caller's message is understood: a short closed list for each thing that may be asked, in both
//! languages, without diacritics. A stem stands for its beginnings ("neveik" is "neveikia" and "neveike").

use model::support::Problem;

/// Words of one meaning, Lithuanian and English. A stem of five letters or more may have one letter wrong.
#[derive(Debug)]
pub struct Cues {
    pub lt: &'static [&'static str],
    pub en: &'static [&'static str],
}

pub const YES: Cues = Cues {
    lt: &["taip", "tip", "jo", "aha", "teising", "tikrai", "gerai", "zinoma", "butent", "sutink", "noriu", "norec"],
    en: &["yes", "yea", "yeah", "yep", "yup", "sure", "correct", "right", "exactly", "ok", "okay", "indeed"],
};

pub const NO: Cues = Cues {
    lt: &["ne", "nea", "nee", "neteising", "netaip", "nenor", "nereik", "nebereik", "nieko", "viskas", "aciu"],
    en: &["no", "nope", "nah", "wrong", "incorrect", "nothing", "don't", "thanks", "thank", "not"],
};

/// Said after a step of the guide: it has helped.
pub const HELPED: Cues = Cues {
    lt: &["veik", "padej", "pavyk", "susitvark", "atsirad", "susijung", "prisijung", "rodo", "pagerej", "greiciau"],
    en: &["works", "working", "worked", "helped", "fixed", "solved", "back", "better", "fine", "faster"],
};

/// It has not.
pub const NOT_HELPED: Cues = Cues {
    lt: &[
        "neveik",
        "nebeveik",
        "nepadej",
        "nepavyk",
        "nesusitvark",
        "neatsirad",
        "neprisijung",
        "nerodo",
        "niekas",
        "tas pats",
        "toks pats",
        "vis dar",
        "vis tiek",
        "nesikei",
        "nepasikei",
        "nepagerej",
    ],
    en: &[
        "still",
        "same",
        "nothing",
        "didn't",
        "doesn't",
        "isn't",
        "hasn't",
        "won't",
        "not",
        "no change",
        "didnt",
        "doesnt",
        "isnt",
    ],
};

/// Before a word of [`HELPED`] they turn it around.
pub const NEGATIONS: Cues = Cues { lt: &["ne", "nebe"], en: &["not", "no", "never", "n't"] };

pub const PERSON: Cues = Cues {
    lt: &["zmogum", "zmogu", "zmogaus", "operator", "konsultant", "darbuotoj", "vadybinink", "gyvu"],
    en: &["human", "person", "operator", "representative", "someone", "somebody", "manager"],
};

pub const WHEN: Cues = Cues {
    lt: &["kada", "kiek laiko", "kiek truks", "ilgai"],
    en: &["when will", "when do", "when is", "how long", "how soon"],
};

pub const OTHERS: Cues = Cues {
    lt: &["kaimyn", "kito klient", "kitu klient", "kito zmogaus", "draugo", "drauges", "kieno"],
    en: &["neighbour", "neighbor", "another customer", "other customer", "someone else", "my friend", "whose"],
};

pub const END: Cues = Cues {
    lt: &["viso gero", "iki", "sudie", "ate", "geros dienos", "pabaig", "tai viskas"],
    en: &["bye", "goodbye", "that's all", "that is all", "hang up", "have a good"],
};

pub const GREETING: Cues = Cues {
    lt: &["labas", "laba", "sveiki", "sveikas", "sveika", "alio"],
    en: &["hello", "hi", "hey", "good morning", "good afternoon", "good evening"],
};

pub const RUDE: Cues = Cues {
    lt: &["idiot", "kvail", "debil", "durn", "asil", "sudas", "sudin", "nachui", "blet", "blia", "begedz", "nusisneke"],
    en: &["idiot", "stupid", "useless", "moron", "fuck", "shit", "crap", "damn", "bloody", "incompetent"],
};

pub const LITHUANIAN: Cues = Cues { lt: &["lietuvisk"], en: &["lithuanian"] };
pub const ENGLISH: Cues = Cues { lt: &["anglisk"], en: &["english"] };

/// Words that belong to one language alone and say nothing else: by them a message's language is told.
pub const MARKS: Cues = Cues {
    lt: &[
        "labas", "sveiki", "laba", "kodel", "mano", "yra", "kaip", "nuo", "vakar", "siandien", "namie", "namuose",
        "dabar", "jau", "ir", "gyvenu", "adresas", "gatve", "vardas",
    ],
    en: &[
        "hello", "hi", "hey", "the", "my", "it", "and", "why", "since", "what", "please", "live", "at", "street",
        "name", "can", "you", "have", "has", "home",
    ],
};

/// Every cue there is of one word.
pub fn all() -> impl Iterator<Item = &'static str> {
    let lists = [
        &YES,
        &NO,
        &HELPED,
        &NOT_HELPED,
        &NEGATIONS,
        &PERSON,
        &WHEN,
        &OTHERS,
        &END,
        &GREETING,
        &RUDE,
        &MARKS,
        &LITHUANIAN,
        &ENGLISH,
    ];
    let troubles = TROUBLES.iter().flat_map(|t| [&t.about, &t.how, &t.enough]);
    lists
        .into_iter()
        .chain(troubles)
        .flat_map(|cues| cues.lt.iter().chain(cues.en).copied())
        .filter(|cue| !cue.contains(' '))
}

/// What a message must name for a problem to be heard: one of `about` (or of `enough`, which says all by itself), and one
/// of `how` where there is any.
#[derive(Debug)]
pub struct Trouble {
    pub problem: Problem,
    pub about: Cues,
    pub how: Cues,
    pub enough: Cues,
}

const LINE: Cues = Cues {
    lt: &["internet", "interet", "rysy", "rysi", "wifi", "wi-fi", "tinkl", "vaifaj", "marsrutiz", "routeri", "ruteri"],
    en: &["internet", "connection", "wifi", "wi-fi", "network", "online", "router", "broadband"],
};

/// The order is that of asking: what comes first explains what comes after.
pub const TROUBLES: &[Trouble] = &[
    Trouble {
        problem: Problem::SlowInternet,
        about: LINE,
        how: Cues {
            lt: &["leta", "letai", "letas", "letok", "letej", "strin", "greit"],
            en: &["slow", "speed", "lag"],
        },
        enough: Cues {
            lt: &["letas internet", "leta internet", "letai krauna", "buferi"],
            en: &["slow", "buffering", "lagging"],
        },
    },
    Trouble {
        problem: Problem::Intermittent,
        about: LINE,
        how: Cues {
            lt: &[
                "trukin",
                "trukc",
                "nutruk",
                "dingsta",
                "dinginej",
                "atsijung",
                "kartais",
                "kas kelias",
                "mete",
                "meto",
            ],
            en: &[
                "drop",
                "cuts",
                "cutting",
                "disconnect",
                "on and off",
                "comes and goes",
                "unstable",
                "intermittent",
                "sometimes",
            ],
        },
        enough: Cues { lt: &["trukinej"], en: &["keeps dropping", "keeps disconnecting", "intermittent"] },
    },
    Trouble {
        problem: Problem::TvNoSignal,
        about: Cues {
            lt: &["tv", "televiz", "teliuk", "kanal", "priedel", "vaizd"],
            en: &["tv", "television", "telly", "channel", "picture", "set-top"],
        },
        how: Cues {
            lt: &["ne", "nera", "nerod", "neveik", "nebeveik", "dingo", "sustoj", "strin", "signal", "kubeli", "juod"],
            en: &["no", "not", "n't", "signal", "black", "frozen", "freez", "gone", "down", "stopped", "pixel", "lost"],
        },
        enough: Cues { lt: &["nerodo tv", "nerodo televiz"], en: &["tv no signal", "no picture"] },
    },
    Trouble {
        problem: Problem::Account,
        about: Cues {
            lt: &["saskait", "mokej", "moket", "skol", "sutart", "kain", "apmok", "delspinig"],
            en: &["bill", "invoice", "payment", "charge", "contract", "price", "debt", "refund"],
        },
        how: Cues { lt: &[], en: &[] },
        enough: Cues { lt: &[], en: &[] },
    },
    Trouble {
        problem: Problem::NoInternet,
        about: LINE,
        how: Cues {
            lt: &[
                "ne",
                "nera",
                "neveik",
                "nebeveik",
                "dingo",
                "dings",
                "nebera",
                "negal",
                "neprisijung",
                "neturi",
                "nejung",
                "nutruk",
                "sustoj",
                "be",
            ],
            en: &[
                "no", "not", "n't", "down", "dead", "gone", "out", "lost", "without", "cannot", "cant", "can't",
                "stopped", "broken",
            ],
        },
        enough: Cues { lt: &["nera interneto", "be interneto"], en: &["no internet", "offline"] },
    },
];

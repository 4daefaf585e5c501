//! What a wish that is spoken of really means, by readable rules: a classifier over n-grams hears of what somebody
//! speaks, not whether they deny it, quote it, or only ask its price. "I gave no notice" and "call that visit off" both
//! speak of ending something.

use model::support::{Act, Leaving};
use model::text::fold;

use super::danger::places;
use linear::features::words;

/// Words of a contract's end; stems without marks, `$` ends a word.
const ENDS: &[&str] = &[
    "cancel", "terminat", "end the contract", "end my contract", "end this contract", "ending the contract",
    "ending my contract", "end the agreement", "end our contract", "leave you$", "leaving you$", "to leave$",
    "leaving$", "i leave$", "we leave$", "leave early", "gave notice", "give notice", "given notice", "my notice",
    "notice of", "close my account", "close the account", "close the contract", "unsubscribe", "nutrauk", "nutrauki",
    "atsisak", "isregistr", "uzdaryti sutart", "baigti sutart", "nebetes", "neprates", "isein", "iseiti is j",
    "palikti jus", "call off", "call it off", "call that off", "visit off", "appointment off", "technician off",
    "atsauk",
];
/// The same verbs with their denial.
const DENIED_ENDS: &[&str] = &[
    "gave no notice", "give no notice", "given no notice", "nenutrauk", "nebenutrauk", "neatsisak", "nebeatsisak",
    "neatsakau", "neketinu iseit", "nekeiciu tiekej",
];
/// Denials, which reach as far as `REACH` words.
const DENIALS: &[&str] = &[
    "never", "not going", "not asking", "not to", "not about", "not trying", "not saying", "don't want", "dont want",
    "do not want", "doesn't want", "don't wish", "don't intend", "don't mean", "don't plan", "don't cancel",
    "do not cancel", "dont cancel", "don't terminate", "don't end", "do not end", "didn't", "didnt", "did not",
    "haven't", "havent", "have not", "hasn't", "wasn't", "no intention", "no plan", "no wish", "no desire", "without",
    "nenoriu", "nebenoriu", "nenorim", "nenorejau", "nenoreciau", "neketin", "neprasau", "neprasiau", "neplanuoj",
    "nesakiau", "nesiruos", "nemanau", "nesvarst", "nera tikslo", "nekalbu apie", "nekalbejau", "ne del", "nerasiau",
    "niekad", "nebuvau", "nesu$", "nereikia", "nedave", "nedaviau",
];
/// Denials only just before the word.
const CLOSE: &[&str] = &["no$", "not$", "ne$", "nor$", "negi$"];
/// Somebody else has said it of the caller.
const QUOTED: &[&str] = &[
    "says i$", "said i$", "saying i$", "saying that i", "says that i", "said that i", "says we$", "said we$",
    "you think i", "you wrote that", "letter says", "letter saying", "by mistake", "by accident", "sako, kad",
    "sako kad", "sake kad", "teigia", "rasoma kad", "parasyta kad", "parasete kad", "laiska kad", "laiske kad",
    "per klaida", "netyc", "neva",
];
/// A price, or what would happen.
const PRICES: &[&str] = &[
    "how much", "what would", "what does it cost", "what it would cost", "what it costs", "cost me", "cost to",
    "penalt", "exit fee", "a fee", "any fee", "fees", "charge for", "charged for", "only asking", "just asking",
    "only wonder", "just wonder", "only want to know", "just want to know", "only curious", "just curious",
    "only checking", "just checking", "hypothetic", "what if", "what happens if", "if i were", "if i was", "suppose i",
    "would i have to", "kiek kain", "kiek mok", "kiek reik", "kiek prim", "kiek bus", "kiek but", "kokia baud",
    "ar bus baud", "baud", "tik klausiu", "tiesiog klausiu", "tik norejau suzinot", "tik noriu suzinot",
    "tik teiraujuosi", "tik domiuosi", "tik pasitiksl", "tik isivaizd", "kas butu", "kas bus jei", "kas bus jeigu",
    "jeigu nutrauk", "jei nutrauk", "jei iseic", "jei isei", "kainuotu", "kiek kastuo", "ar skaiciuo",
    "ar man skaiciuo",
];
/// It is only asked, whatever else is said.
const ONLY: &[&str] = &[
    "only asking", "just asking", "only wonder", "just wonder", "only want to know", "just want to know",
    "only curious", "just curious", "only checking", "just checking", "hypothetic", "tik klausiu", "tiesiog klausiu",
    "tik norejau suzinot", "tik noriu suzinot", "tik teiraujuosi", "tik domiuosi", "tik pasitiksl",
];
/// Plain wishes, which outweigh a question of the price.
const WANTS: &[&str] = &[
    "i want to", "i'd like to", "id like to", "i would like to", "we want to", "i wish to", "i need to",
    "please cancel", "cancel$ it", "cancel$ my", "cancel$ everything", "cancel$ the", "i'm leaving", "i am leaving",
    "noriu nutrauk", "noriu atsisak", "noreciau nutrauk", "noreciau atsisak", "norim nutrauk", "norim atsisak",
    "prasau nutrauk", "nutraukit", "nutraukiu", "nutraukiam", "nutraukiat", "atsisakau", "atsisakom",
];
const VISITS: &[&str] = &[
    "visit", "appointment", "technician", "engineer", "call out", "callout", "slot", "vizit", "technik", "meistr",
    "atvyk", "apsilank",
];
/// It asks who called it off, or why; that calls off nothing.
const ASKS_WHO: &[&str] = &["who$", "why$", "did$", "was$", "were$", "says$", "kas$", "kodel$", "del ko$"];
/// What only a contract has.
const CONTRACTS: &[&str] = &[
    "contract", "agreement", "subscription", "service", "account", "plan$", "internet", "broadband", "everything",
    "sutart", "paslaug", "abonement", "tv$", "televizij", "viska$",
];
/// How many words a denial reaches.
const REACH: usize = 5;

/// Words that begin a question, first in a clause.
const QUESTIONS: &[&str] = &[
    "ar", "kada", "kiek", "kaip", "kodel", "kur", "kas", "kuris", "kuri", "koks", "kokia", "kokie", "kokios", "kam",
    "ka", "nuo kada", "iki kada", "kelint", "when", "how", "what", "what's", "why", "where", "who", "who's", "which",
    "whose", "can", "could", "may", "is", "are", "does", "do", "did", "should", "shall", "would", "will",
];
/// Words before a question: thanks, fine, and.
const POLITE: &[&str] = &[
    "thanks", "thank", "you", "fine", "ok", "okay", "good", "great", "all", "right", "alright", "well", "and", "but",
    "so", "then", "oh", "yes", "no", "very", "much", "perfect", "sure", "aciu", "dekui", "gerai", "puiku", "aisku",
    "supratau", "tai", "bet", "o", "na", "taip", "ne", "tada", "dar", "labai", "prasau", "nu", "ok", "tiesa", "beje",
    "please", "one", "more", "thing", "just", "sakykit", "sakyk", "pasakykit", "pasakyk",
];

fn clauses(message: &str) -> Vec<Vec<String>> {
    let parts = message.split(['.', ',', ';', '!', '?', ':', '\n', '–']);
    parts.map(|part| words(part).iter().map(|word| fold(word)).collect()).collect()
}

/// What a message that speaks of an end means; `heard` where the classifier heard it.
pub fn leaving(message: &str, heard: bool) -> Option<Leaving> {
    let all: Vec<String> = words(message).iter().map(|word| fold(word)).collect();
    let has = |cues: &[&str]| places(&all, cues).next().is_some();
    if !heard && !has(ENDS) && !has(DENIED_ENDS) {
        return None;
    }
    if !has(CONTRACTS) && ends_visit(&all) {
        return (!denied(message, ENDS) && !has(ASKS_WHO)).then_some(Leaving::Visit);
    }
    if !heard && !has(CONTRACTS) && !has(&["notice$", "cancel", "nutrauk", "nenutrauk"]) {
        return None;
    }
    if denied(message, ENDS) || has(DENIED_ENDS) || has(QUOTED) && !has(WANTS) {
        Some(Leaving::Denied)
    } else if has(ONLY) || has(PRICES) && !has(WANTS) {
        Some(Leaving::Asked)
    } else {
        heard.then_some(Leaving::Wanted)
    }
}

/// A visit is spoken of beside the word that ends it, in the same clause.
fn ends_visit(words: &[String]) -> bool {
    places(words, ENDS).any(|at| {
        let near = &words[at.saturating_sub(4)..words.len().min(at + REACH)];
        let joined = near.iter().any(|word| JOINS.contains(&word.as_str()));
        !joined && places(near, VISITS).next().is_some()
    })
}

/// Whether a message speaks of the internet or its equipment.
pub fn mentions_internet(message: &str) -> bool {
    const INTERNET: [&str; 8] = ["internet", "inet", "wifi", "wi fi", "rout", "marsrut", "ruter", "rauter"];
    let words: Vec<String> = words(message).iter().map(|word| fold(word)).collect();
    places(&words, &INTERNET).next().is_some()
}

/// Whether the message denies every clause that has one of the cues.
fn denied(message: &str, cues: &[&str]) -> bool {
    let mut any = false;
    for clause in clauses(message) {
        for at in places(&clause, cues) {
            // A conjunction ends what a denial reaches: "I don't want to wait so cancel it".
            let from = clause[..at].iter().rposition(|word| JOINS.contains(&word.as_str())).map_or(0, |join| join + 1);
            let before = &clause[from.max(at.saturating_sub(REACH))..at];
            let far = places(before, DENIALS).next().is_some();
            // A denial may be of the word itself: "don't cancel".
            let with = places(&clause[from.max(at.saturating_sub(1))..], DENIALS).next() == Some(0) && at > from;
            let close = before.last().is_some_and(|word| stands(word, CLOSE));
            if !(far || with || close) {
                return false;
            }
            any = true;
        }
    }
    any
}

const JOINS: &[&str] =
    &["so", "but", "because", "bet", "todel", "nes", "tad", "then", "if", "jei", "jeigu", "otherwise"];

fn stands(word: &String, cues: &[&str]) -> bool {
    places(std::slice::from_ref(word), cues).next().is_some()
}

/// The words of wishes for a colleague, to find what a denial denies.
const fn cues(wish: Act) -> &'static [&'static str] {
    match wish {
        Act::Compensation => &["compensat", "refund", "money back", "discount", "kompens", "nuolaid", "grazint pinig"],
        Act::Complain => &["complain", "complaint", "skund", "skust", "skusiu", "nusiskus"],
        Act::Moving => &["moving", "move house", "move to", "kraust", "persikel", "persikrau"],
        Act::ChangePlan => &[
            "change plan", "another plan", "other plan", "upgrade", "faster", "change my plan", "new plan",
            "kita plan", "keisti plan", "greitesn", "plano keit", "pakeisti plan",
        ],
        Act::WantsPerson => {
            &["person", "human", "operator", "agent", "colleague", "zmog", "zmon", "konsultant", "kolega", "operatori"]
        }
        Act::Threat => &["court", "lawyer", "press", "regulator", "teism", "advokat", "ziniasklaid", "tarnyb"],
        _ => &[],
    }
}

/// Whether a message denies this wish.
pub fn is_denied(message: &str, wish: Act) -> bool {
    let cues = cues(wish);
    !cues.is_empty() && denied(message, cues)
}

/// Whether a message has words of this wish, and not only words like those of it.
pub fn mentions(message: &str, wish: Act) -> bool {
    let all: Vec<String> = words(message).iter().map(|word| fold(word)).collect();
    places(&all, cues(wish)).next().is_some()
}

/// Whether a message speaks of a telephone only as of something to be called on or to hold, not of a line.
pub fn only_calls(message: &str) -> bool {
    const CALLS: &[&str] = &[
        "phone me", "phone us", "phone back", "phoned", "be phoned", "ring me", "my phone", "my mobile",
        "mobile phone", "someone phone", "somebody phone", "colleague phone", "this phone", "wife's phone",
        "husband's phone", "on the phone", "paskambin", "perskambin", "skambin", "mobil", "mano telefon",
        "siuo telefon", "situo telefon", "telefono numer",
    ];
    const LINES: &[&str] = &[
        "landline", "phone line", "telephone", "home phone", "house phone", "fixed", "dial tone", "no tone", "dead$",
        "handset", "receiver", "phone service", "voip", "work$", "working", "works$", "broken", "crackl", "laidin",
        "stacionar", "ragel", "ryso", "neveik", "nebeveik", "neskamb", "sutrik", "linij", "tyla", "signal", "cut off",
        "cuts off", "hear me", "negird", "girdi",
    ];
    let all: Vec<String> = words(message).iter().map(|word| fold(word)).collect();
    places(&all, CALLS).next().is_some() && places(&all, LINES).next().is_none()
}

/// Whether a message that asks who speaks also asks for a person.
pub fn asks_for_person(message: &str) -> bool {
    const WISHES: &[&str] = &[
        "want", "would like", "i'd like", "let me", "give me", "get me", "put me", "connect", "need", "prefer",
        "rather", "noriu", "noreci", "duok", "junk", "sujunk", "pakviesk", "reik", "geriau", "prasau zmog",
        "prasau zmon",
    ];
    let all: Vec<String> = words(message).iter().map(|word| fold(word)).collect();
    places(&all, WISHES).next().is_some()
}

/// Whether a message asks something, with or without a question mark.
pub fn is_question(message: &str) -> bool {
    message.contains('?')
        || clauses(message).iter().any(|clause| {
            let rest: Vec<&String> = clause.iter().skip_while(|word| POLITE.contains(&word.as_str())).collect();
            let first = rest.first().is_some_and(|word| QUESTIONS.contains(&word.as_str()));
            // "Will do", "can do", "what a relief" ask nothing.
            let second = rest.get(1).map_or("", |word| word.as_str());
            first && rest.len() > 1 && !["do", "a", "be"].contains(&second)
        })
}

/// The offered reading that a message chooses: the first or the second.
pub fn chosen(message: &str) -> Option<usize> {
    let all: Vec<String> = words(message).iter().map(|word| fold(word)).collect();
    let has = |cues: &[&str]| places(&all, cues).next().is_some();
    match (has(&["first$", "pirm", "former"]), has(&["second$", "antr", "latter", "the other$", "kita$", "kitas$"])) {
        (true, false) => Some(0),
        (false, true) => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_denied_quoted_or_only_asked_is_no_wish_to_end_the_contract() {
        use Leaving::{Asked, Denied, Visit, Wanted};
        for (message, want) in [
            ("I want to cancel my contract", Wanted),
            ("noriu nutraukti sutartį", Wanted),
            ("I don't want to wait any longer so cancel it", Wanted),
            ("no, cancel the contract", Wanted),
            ("I gave no notice", Denied),
            ("I never cancelled anything", Denied),
            ("I do not want to cancel", Denied),
            ("aš sutarties nenutraukiau", Denied),
            ("nenoriu nutraukti sutarties", Denied),
            ("your letter says I cancelled the contract", Denied),
            ("call that visit off please", Visit),
            ("atšaukit meistro vizitą", Visit),
            ("I am only asking what it would cost to leave", Asked),
            ("kiek kainuotų nutraukti sutartį anksčiau", Asked),
            ("what happens if I cancel before the end", Asked),
        ] {
            assert_eq!(leaving(message, true), Some(want), "{message}");
        }
        assert_eq!(leaving("did someone cancel my appointment", false), None);
        assert_eq!(leaving("jei mano gedimo neuždarysit, nutraukiu", true), Some(Wanted));
        assert_eq!(leaving("my internet is down", false), None);
        assert!(is_denied("I'm not asking for compensation, just fix it", Act::Compensation));
        assert!(!is_denied("I want compensation, not excuses", Act::Compensation));
        assert!(is_denied("nenoriu kompensacijos", Act::Compensation));
    }

    #[test]
    fn a_telephone_to_be_called_on_is_no_line() {
        for message in ["please have someone phone me after six", "paskambinkit man rytoj", "I'm on my wife's phone"] {
            assert!(only_calls(message), "{message}");
        }
        for message in ["my phone line is dead", "laidinis telefonas neveikia", "nobody can phone me, it does not work"]
        {
            assert!(!only_calls(message), "{message}");
        }
        assert!(asks_for_person("are you a robot? I want a human") && !asks_for_person("ar jūs tikras žmogus?"));
    }

    #[test]
    fn a_question_is_heard_without_its_mark() {
        for message in
            ["thanks, when will they call", "gerai, o kada atvažiuos", "fine and who is coming", "ar tikrai?"]
        {
            assert!(is_question(message), "{message}");
        }
        for message in ["thanks, bye", "fine, will do", "ačiū, viso gero", "no, that's all", "gerai ačiū"] {
            assert!(!is_question(message), "{message}");
        }
        assert_eq!((chosen("the second one"), chosen("pirmas"), chosen("taip")), (Some(1), Some(0), None));
    }
}

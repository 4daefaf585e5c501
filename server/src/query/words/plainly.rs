//! Short forms and signs of people in a hurry, written out before anything is read: "msgs", "prio", ">=", "Nov '25",
//! "11/2025", "Dec -> Jan".

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// Words that are only short for another one, in lower case.
const SHORT: &[(&str, &str)] = &[
    ("msg", "message"),
    ("msgs", "messages"),
    ("mesages", "messages"),
    ("cust", "customer"),
    ("custs", "customers"),
    ("cmplt", "complaint"),
    ("cmplts", "complaints"),
    ("prio", "priority"),
    ("prios", "priorities"),
    ("acct", "account"),
    ("accts", "accounts"),
    ("pymt", "payment"),
    ("pymts", "payments"),
    ("mtg", "mortgage"),
    ("whos", "who is"),
    ("yr", "year"),
    ("yrs", "years"),
    ("wk", "week"),
    ("wks", "weeks"),
    ("mth", "month"),
    ("mths", "months"),
    ("mnth", "month"),
    ("qtr", "quarter"),
    ("qtrs", "quarters"),
    ("frm", "from"),
    ("abt", "about"),
    ("btwn", "between"),
    ("thru", "through"),
    ("ppl", "people"),
    ("compl", "complaints"),
    ("compls", "complaints"),
    ("complts", "complaints"),
    ("hrs", "hours"),
    ("mos", "months"),
    ("cat", "category"),
    ("cats", "categories"),
    ("subcat", "subcategory"),
    ("subcats", "subcategories"),
    ("govt", "government"),
    ("u", "you"),
    ("ur", "your"),
    ("tix", "tickets"),
    ("mgr", "manager"),
    ("neg", "negative"),
    ("prev", "previous"),
    ("curr", "current"),
    ("cnt", "count"),
    ("num", "number"),
    ("tot", "total"),
    ("cos", "companies"),
    ("resp", "response"),
    ("agst", "against"),
    ("rn", "right now"),
    ("compliants", "complaints"),
    ("wht", "what"),
    ("wat", "what"),
    ("hw", "how"),
    ("isnt", "is not"),
    ("arent", "are not"),
    ("wasnt", "was not"),
    ("werent", "were not"),
    ("didnt", "did not"),
    ("dont", "do not"),
    ("doesnt", "does not"),
    ("crashing", "crashes"),
    ("crashed", "crashes"),
    ("excl", "excluding"),
    ("b/w", "between"),
    ("w/o", "without"),
    ("w/out", "without"),
    ("dec.", "december"),
    ("jan.", "january"),
    ("nov.", "november"),
    ("oct.", "october"),
    ("sep.", "september"),
    ("sept.", "september"),
    ("aug.", "august"),
    ("feb.", "february"),
    ("apr.", "april"),
];

/// Signs and figures, each with what it says; `$1` is what stands in the brackets.
const SIGNS: &[(&str, &str)] = &[
    (r"\s*(?:-+>|=+>|→)\s*", " to "),
    (r"\s*(?:>=|≥|=>)\s*(\d)", " at least $1"),
    (r"\s*(?:<=|≤|=<)\s*(\d)", " at most $1"),
    (r"\s*>\s*(\d)", " more than $1"),
    (r"\s*<\s*(\d)", " less than $1"),
    (r"\b(\d+)\+(\s|$)", "at least $1$2"),
    (r"(^|\s)w/\s+", "${1}with "),
    (r"(^|[\s(])['’](\d\d)\b", "${1}20$2"),
    (r"\b(q[1-4]|h[12])\s+(2\d)\b", "$1 20$2"),
    (r"(^|\s)(0?[1-9]|1[0-2])/((?:19|20)\d\d)\b", "$1$3-$2"),
    (r"\b([0-3]?\d)\.([01]?\d)\.((?:19|20)\d\d)\b", "$3-$2-$1"),
    (r"^(?:taking|leaving|setting|putting) (?:out|aside)\b", "leaving out"),
    (
        r"\b(?:leaving|leave|taking|take|setting|set|putting|put)\s+(\S.{0,40}?)\s+(?:out|aside)\b(?:\s+of it)?",
        "leaving out $1",
    ),
    (
        r"([a-z])\s?/\s?(day|week|wk|month|mth|mo|quarter|qtr|year|yr|customer|company|state|case|product|channel)\b",
        "$1 per $2",
    ),
    (r"\bno\.\s+(of|that)\b", "number $1"),
    (r"#\s*(?:of\s+)?([a-z])", "number of $1"),
    // "Customers of Helen with at least one complaint in January: how many?"
    (r"^([^?:,.;]+?)\s*[:,–-]\s*how many\??$", "how many $1?"),
];

/// The text with short forms written out. What stands in quotation marks is left as it is.
pub fn plainly(text: &str) -> Cow<'_, str> {
    static TABLE: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
        SIGNS.iter().filter_map(|(sign, says)| Some((Regex::new(&format!("(?i){sign}")).ok()?, *says))).collect()
    });
    static WORD: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[A-Za-z]+(?:/[a-z]+)?\.?").ok());
    if text.contains(['"', '“', '”']) {
        return Cow::Borrowed(text);
    }
    // "Nov -> Dec -> Jan": one after the other.
    let arrows = ["->", "=>", "→"].iter().map(|arrow| text.matches(arrow).count()).sum::<usize>();
    let mut out = Cow::Borrowed(text);
    if arrows > 1 {
        out = Cow::Owned(text.replace("->", ",").replace("=>", ",").replace('→', ","));
    }
    for (sign, says) in TABLE.iter() {
        if let Cow::Owned(changed) = sign.replace_all(&out, *says) {
            out = Cow::Owned(changed);
        }
    }
    let Some(word) = WORD.as_ref() else { return out };
    let full = |found: &Captures<'_>| {
        let said = found[0].to_owned();
        let lower = said.to_lowercase();
        let (bare, end) = lower.strip_suffix('.').map_or((lower.as_str(), ""), |bare| (bare, "."));
        let known = |wanted: &str| SHORT.iter().find(|(short, _)| *short == wanted).map(|(_, full)| *full);
        // A whole word in capitals may be a name: "MTG".
        let letters = said.trim_end_matches('.');
        let name = (letters.len() > 1 || said.len() > 1) && letters.chars().all(|c| c.is_ascii_uppercase());
        match known(&lower).map(str::to_owned).or_else(|| known(bare).map(|full| format!("{full}{end}"))) {
            Some(full) if !name => full,
            _ => said,
        }
    };
    match word.replace_all(&out, full) {
        Cow::Owned(changed) => Cow::Owned(changed),
        Cow::Borrowed(_) => out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_written_out() {
        for (said, want) in [
            ("msgs per wk, prio high", "messages per week, priority high"),
            ("Nov '25 -> Jan '26", "Nov 2025 to Jan 2026"),
            ("customers with >= 60 complaints", "customers with at least 60 complaints"),
            ("states > 500", "states more than 500"),
            ("customers with 60+ complaints", "customers with at least 60 complaints"),
            ("complaints in 11/2025", "complaints in 2025-11"),
            ("on 15.01.2026", "on 2026-01-15"),
            ("# of cases", "number of cases"),
            ("MTG and \"msgs\"", "MTG and \"msgs\""),
            ("the firm's end of yr.", "the firm's end of year."),
            ("complaints in PA", "complaints in PA"),
            ("complaints/wk frm Ohio", "complaints per week from Ohio"),
        ] {
            assert_eq!(plainly(said), want, "{said}");
        }
    }
}

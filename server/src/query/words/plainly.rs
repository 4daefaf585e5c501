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
    (r"\bfirst and (?:the )?second (half|quarter) of ((?:19|20)\d\d)\b", "first $1 of $2 and second $1 of $2"),
    (r"(^|\s)(0?[1-9]|1[0-2])/((?:19|20)\d\d)\b", "$1$3-$2"),
    (r"\b([0-3]?\d)\.([01]?\d)\.((?:19|20)\d\d)\b", "$3-$2-$1"),
    (r"^(?:taking|leaving|setting|putting) (?:out|aside)\b", "leaving out"),
    (
        r"\b(?:leaving|leave|taking|take|setting|set|putting|put)\s+(\S.{0,40}?)\s+(?:out|aside)\b(?:\s+of it)?",
        "leaving out $1",
    ),
    (
        r"\b(breach\w*|miss\w*|meet\w*|met|kept|keep\w*|within|outside|violat\w*)(?: the| our| their)?(?: agreed| promised)? service[ -]levels?(?: agreements?)?",
        "$1 the sla",
    ),
    (
        r"([a-z])\s?/\s?(day|week|wk|month|mth|mo|quarter|qtr|year|yr|customer|company|state|case|product|channel)\b",
        "$1 per $2",
    ),
    (r"\bno\.\s+(of|that)\b", "number $1"),
    (
        r"\b(?:over|across|in|for|throughout|during|from)\s+(?:the|our|this)\s+(?:whole|entire|full|complete)\s+(?:archive|data ?set|data ?base|data|period|time|history|record|collection)\b",
        "overall",
    ),
    (
        r",?\s*\b(?:if|when|whenever)\s+(?:(?:it|that)(?:'s| is| isn't| is not)\s+)?(?:not\s+)?(?:too much trouble|too much to ask|ok with you|convenient|possible|you (?:can|have (?:a|the) (?:moment|minute|second|time)|don't mind|do not mind))\b,?",
        "",
    ),
    // "% negative of the mortgage complaints".
    (
        r"^((?:what )?(?:%|pct|percent|percentage|share|proportion))\s+(negative|positive|neutral|resolved|closed|escalated|late)\s+(?:of|among|in)\s+([^,?]+)",
        "$1 of $3 are $2",
    ),
    // "What does Acme complain about most often? The category will do."
    (
        r"\b((?:what|which)\b[^.?!]*)[.?!]\s*(?:just )?the (category|subcategory|product|channel|state|company) (?:will do|is enough|is fine|suffices|alone)\.?$",
        "$1, by $2?",
    ),
    (r"(^|\s)n (from|by|in|for|about|how|what|which|the|of)\b", "${1}and $2"),
    (
        r"^(?:which|what) (?:part|portion)(?:,? (?:in|as) (?:a )?(?:percent|per cent|percentage|%))? of\b",
        "what share of",
    ),
    (r"\bmonth (?:after|upon|for) month\b", "month by month"),
    (r"\bweek (?:after|upon|for) week\b", "week by week"),
    (r"\byear (?:after|upon|for) year\b", "year by year"),
    (r"\b(complaints?|messages?|cases?|emails?|letters?|tickets?) out of ((?-i:[A-Z]))", "$1 from $2"),
    (r",?\s*\bwhether (?:alone|on its own|by itself|single|singly)\b[^,?.;]*", ""),
    (r"\b(?:smart|cell ?|mobile )?phone app\b", "mobile app"),
    (r"\bwhich one (?:was|is) (?:it|that)\b", "which one"),
    (
        r"\b(?:has|have|had|with|got) (?:a |an |the )?((?:company )?response|status|priority|channel|product|category|tag) (?:that|which) (?:is|was|are) (?:not|other than|anything but)\b",
        "where the $1 is not",
    ),
    (
        r"\b(?:relationship managers?|rms?)\b[^?:,]*[:,]\s*whose (customers|clients)\b",
        "which relationship manager's $1",
    ),
    (r"\btime,? in hours,? to (?:re)?(?:solve|close|settle|fix)\b(?: (?:a|an|the|one)\b)?", "resolution time of"),
    (
        r"\b(?:until|till|before) (?:a|an|the|one|our) (case|ticket)s? ([^,?(]*?) ?(?:is|are|gets|get|was) (?:re)?(?:solved|closed|settled|fixed|done)\b",
        "to resolve a $1 $2",
    ),
    (r"\b(?:out )?(?:of|in|from) every (?:100|hundred)\b", "percentage of"),
    // A greeting with a wish: "Good morning, hope you had a nice weekend."
    (
        r"^(?:hi|hello|hey|good (?:morning|afternoon|evening)|morning)\b[^.?!:–—\d]*\b(?:hope|trust|sorry|happy)\b[^.?!:–—\d]*(?:[.!]|[–—])\s+",
        "",
    ),
    (r"^(?:and )?(?:what|how) about (march|may)\b", "and in $1"),
    (r"\bat least (\d+),? (?:but|and) (?:no|not) more than (\d+)\b", "between $1 and $2"),
    (r"\bcarr(?:y|ies|ying|ied) the (tag|status|priority)\b", "with the $1"),
    (r"\bwe have become\b", "we received"),
    (
        r"\b(?:has|have|had|with|got) (?:a |an |the )?((?:company )?response|status|priority|channel|product|category|tag) other than\b",
        "where the $1 is not",
    ),
    (r"^(%|pct|percent|percentage|share|proportion) (?:of )?([a-z -]+?), ([^?]+)$", "share of $3 are $2"),
    (
        r"^is the (share|percentage|number|average|median|mean) of (.+?) (?:higher|lower|larger|bigger|smaller|greater) (by|for|in|among|on) (.+?) or (?:by |for |in |among |on )?([a-z]+)\b",
        "compare the $1 of $2 $3 $4 and $5",
    ),
    (r"^how long takes?\b(?: (?:in|on) average)?", "how long on average takes"),
    (
        r",? (?:until|till) (?:it|they) (?:is|are|gets|get|was) (?:re)?(?:solved|closed|settled|fixed|done)\b",
        " to resolve",
    ),
    (r"#\s*(?:of\s+)?([a-z])", "number of $1"),
    // "Customers of Helen with at least one complaint in January: how many?"
    (r"^([^?:,.;]+?)\s*[:,–-]\s*how many\??$", "how many $1?"),
    (
        r"\b(?:made|sent|filed|raised|lodged|submitted|wrote) (no|not a|not one|not a single) (complaint|message)s?\b",
        "had no $2",
    ),
    (r"\bdid more (\S.{1,60}?) or more (\S.{1,60}?) (?:come|get|arrive|turn)\b[^?]*", "were there more $1 or $2"),
    (
        r",? (?:the )?(?:first|top|largest|biggest) (two|three|four|five|ten|\d+) (?:are|is|will do|would do|would be|suffices?)\b(?: (?:enough|fine|plenty|sufficient))?",
        ", top $1",
    ),
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
            ("phone complaints, over the whole archive?", "phone complaints, overall?"),
            ("I'd like, if it is not too much trouble, to see them", "I'd like to see them"),
            (
                "What do they complain about most often? The category will do.",
                "What do they complain about most often, by category?",
            ),
            ("% negative of complaints on cards?", "% of complaints on cards are negative?"),
        ] {
            assert_eq!(plainly(said), want, "{said}");
        }
    }
}

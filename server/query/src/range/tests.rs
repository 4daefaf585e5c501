//! The tables of cases for the time grammar. Today is Saturday, 31 January 2026, unless a case says otherwise.

use chrono::{Days, NaiveDate};
use model::time::DateRange;
use proptest::prelude::*;

use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

const TODAY: &str = "2026-01-31";

/// "2026-01-02..2026-01-31"; an open end is empty.
fn written(range: DateRange) -> String {
    let end = |d: Option<NaiveDate>| d.map(|d| d.to_string()).unwrap_or_default();
    format!("{}..{}", end(range.from), end(range.to))
}

#[test]
fn whole_texts() {
    let table = [
        ("", ".."),
        ("  ALL ", ".."),
        ("all time", ".."),
        ("today", "2026-01-31..2026-01-31"),
        ("Yesterday", "2026-01-30..2026-01-30"),
        ("this week", "2026-01-26..2026-01-31"),
        ("this  Month", "2026-01-01..2026-01-31"),
        ("this quarter", "2026-01-01..2026-01-31"),
        ("this year", "2026-01-01..2026-01-31"),
        ("last week", "2026-01-19..2026-01-25"),
        ("last month", "2025-12-01..2025-12-31"),
        ("last quarter", "2025-10-01..2025-12-31"),
        ("last year", "2025-01-01..2025-12-31"),
        ("last 30 days", "2026-01-02..2026-01-31"),
        ("in the last 30 days", "2026-01-02..2026-01-31"),
        ("last 1 day", "2026-01-31..2026-01-31"),
        ("past two weeks", "2026-01-18..2026-01-31"),
        ("older than 10 days", "..2026-01-20"),
        ("more than two weeks ago", "..2026-01-16"),
        ("newer than 10 days", "2026-01-22..2026-01-31"),
        ("through June 2016", "..2016-06-30"),
        ("up to and including March 2025", "..2025-03-31"),
        ("the week of 10 November 2025", "2025-11-10..2025-11-16"),
        ("11 and 12 November", "2025-11-11..2025-11-12"),
        ("the 12 months to June 2019", "2018-07-01..2019-06-30"),
        ("since the payment outage on 11 November 2025", "2025-11-11..2026-01-31"),
        ("since the end of June 2025", "2025-06-30..2026-01-31"),
        ("from mid November to mid December", "2025-11-15..2025-12-15"),
        ("last 3 months", "2025-11-01..2026-01-31"),
        ("last 2 years", "2024-02-01..2026-01-31"),
        ("past week", "2026-01-25..2026-01-31"),
        ("year to date", "2026-01-01..2026-01-31"),
        ("November 2014", "2014-11-01..2014-11-30"),
        ("Nov 2014", "2014-11-01..2014-11-30"),
        ("nov. 2014", "2014-11-01..2014-11-30"),
        ("January", "2026-01-01..2026-01-31"),
        ("in january", "2026-01-01..2026-01-31"),
        ("february", "2025-02-01..2025-02-28"),
        ("May", "2025-05-01..2025-05-31"),
        ("last January", "2025-01-01..2025-01-31"),
        ("Q3 2025", "2025-07-01..2025-09-30"),
        ("Q3-2025", "2025-07-01..2025-09-30"),
        ("2025 q3", "2025-07-01..2025-09-30"),
        ("2025-Q4", "2025-10-01..2025-12-31"),
        ("third quarter of 2025", "2025-07-01..2025-09-30"),
        ("q1", "2026-01-01..2026-03-31"),
        ("Q2", "2025-04-01..2025-06-30"),
        ("2014", "2014-01-01..2014-12-31"),
        ("2026-01-15", "2026-01-15..2026-01-15"),
        ("2014-11", "2014-11-01..2014-11-30"),
        ("15 January 2026", "2026-01-15..2026-01-15"),
        ("January 15th, 2026", "2026-01-15..2026-01-15"),
        ("15th of January", "2026-01-15..2026-01-15"),
        ("February 15", "2025-02-15..2025-02-15"),
        ("29 February", "2024-02-29..2024-02-29"),
        ("January to March 2025", "2025-01-01..2025-03-31"),
        ("from November to January 2026", "2025-11-01..2026-01-31"),
        ("October to December 2014", "2014-10-01..2014-12-31"),
        ("between Jan 5 2026 and 10 January 2026", "2026-01-05..2026-01-10"),
        ("2 to 31 January 2026", "2026-01-02..2026-01-31"),
        ("January 2 to 31, 2026", "2026-01-02..2026-01-31"),
        ("15-20 January 2026", "2026-01-15..2026-01-20"),
        ("2014-2016", "2014-01-01..2016-12-31"),
        ("2014-11-01..2014-11-30", "2014-11-01..2014-11-30"),
        ("2014-11-01 to 2014-11-30", "2014-11-01..2014-11-30"),
        ("yesterday to today", "2026-01-30..2026-01-31"),
        ("from 15 January to now", "2026-01-15..2026-01-31"),
        ("since 15 January", "2026-01-15..2026-01-31"),
        ("since the update of 15 January", "2026-01-15..2026-01-31"),
        ("after 15 January 2026", "2026-01-16..2026-01-31"),
        ("from 2 January 2026", "2026-01-02..2026-01-31"),
        ("before 2015", "..2014-12-31"),
        ("until 31 January 2026", "..2026-01-31"),
        // The five that A-093 finds anywhere in a text.
        ("whatever came in this month please", "2026-01-01..2026-01-31"),
        ("mostly yesterday I think", "2026-01-30..2026-01-30"),
    ];
    for (text, want) in table {
        let got = parse(text, day(TODAY)).map(|r| written(r.range));
        assert_eq!(got.as_deref(), Ok(want), "{text:?}");
    }
}

#[test]
fn weeks_begin_on_monday() {
    for (today, this, last) in [
        ("2026-01-25", "2026-01-19..2026-01-25", "2026-01-12..2026-01-18"),
        ("2026-01-26", "2026-01-26..2026-01-26", "2026-01-19..2026-01-25"),
        ("2026-02-01", "2026-01-26..2026-02-01", "2026-01-19..2026-01-25"),
    ] {
        assert_eq!(written(parse("this week", day(today)).unwrap().range), this);
        assert_eq!(written(parse("last week", day(today)).unwrap().range), last);
    }
    for (words, want) in [
        ("last half year", "2025-08-01..2026-01-31"),
        ("next week", "2026-02-02..2026-02-08"),
        ("next month", "2026-02-01..2026-02-28"),
        ("next quarter", "2026-04-01..2026-06-30"),
    ] {
        assert_eq!(written(parse(words, day("2026-01-31")).unwrap().range), want);
    }
    // What is planned lies ahead.
    let whole = |words: &str| whole_of(words, day("2026-01-31")).map(|whole| written(whole.range));
    assert_eq!(whole("this quarter").as_deref(), Some("2026-01-01..2026-03-31"));
    assert_eq!((whole("last quarter"), whole("this product")), (None, None));
}

#[test]
fn what_is_not_understood_is_said() {
    let unknown = [
        "next", "soon", "last", "last days", "last 0 days", "30", "5 to 10", "Q5 2025", "last 99999 years",
        "2014 complaints", "15/01/2026", "January February", "since", "all of it", "3026",
    ];
    for text in unknown {
        let error = parse(text, day(TODAY)).unwrap_err();
        assert!(matches!(error, RangeError::Unknown(_)), "{text:?}: {error:?}");
        assert!(error.to_string().contains("last N days/weeks/months/years"), "{error}");
    }
    for text in ["2026-02-31", "31 February 2026", "February 30", "2026-13"] {
        assert!(matches!(parse(text, day(TODAY)), Err(RangeError::NoSuchDay(_))), "{text:?}");
    }
    for text in ["March 2026 to January 2026", "2026-01-31..2026-01-01", "today to yesterday"] {
        assert!(matches!(parse(text, day(TODAY)), Err(RangeError::Inverted { .. })), "{text:?}");
    }
    for text in ["since 2030", "since 5 February 2026", "after 31 January 2026"] {
        assert!(matches!(parse(text, day(TODAY)), Err(RangeError::Ahead { .. })), "{text:?}");
    }
}

#[test]
fn times_that_are_none_are_told() {
    let table = [
        ("complaints between 2026-01-31 and 2026-01-01", "The time range ends (1 January 2026) before it begins"),
        ("How many complaints from March 2026 to January 2026?", "The time range ends (31 January 2026) before"),
        ("messages between 10 and 5 January 2026", "The time range ends (5 January 2026) before it begins (10"),
        ("Why do they complain between 31 January and 1 January?", "The time range ends (1 January"),
        ("How many since 5 February 2026?", "5 February 2026 is after 31 January 2026, the last day"),
        ("complaints on 30 February 2025", "\"30 February 2025\" is not a day of the calendar"),
        ("complaints on 29 February 2025", "\"29 February 2025\" is not a day"),
        ("complaints on the 31st of April", "\"31st of April\" is not a day"),
        ("complaints on June 31", "\"June 31\" is not a day"),
        ("complaints in 2025-13", "\"2025-13\" is not a day"),
        ("complaints on 2025-1-32", "\"2025-1-32\" is not a day"),
        ("How many complaints in week 60?", "\"week 60\" is not a time range."),
        ("complaints in Q5 2025", "\"Q5\" is not a time range"),
    ];
    for (question, want) in table {
        let told = problem_in(question, day(TODAY)).unwrap_or_else(|| panic!("{question}")).to_string();
        assert!(told.starts_with(want), "{question}: {told}");
    }
    for question in [
        "Compare January 2026 to December 2025",
        "complaints in January 2026 versus December 2025",
        "What does \"on 30 February 2025\" mean?",
        "complaints per week 60 days ago",
        "case-2026-13-99",
        "29 February 2024",
        "from November to January",
        "",
    ] {
        assert_eq!(problem_in(question, day(TODAY)), None, "{question}");
    }
}

#[test]
fn inside_sentences() {
    let table = [
        ("How many complaints were about mortgages in November 2014?", "in November 2014", "2014-11-01..2014-11-30"),
        ("cases per day this month", "this month", "2026-01-01..2026-01-31"),
        ("crashes since the update of 15 January", "since the update of 15 January", "2026-01-15..2026-01-31"),
        ("what changed in the January 15th update", "in the January 15th", "2026-01-15..2026-01-15"),
        ("today's complaints", "today's", "2026-01-31..2026-01-31"),
        ("this week's emails by sentiment", "this week's", "2026-01-26..2026-01-31"),
        ("complaints over the last 30 days by product", "over the last 30 days", "2026-01-02..2026-01-31"),
        ("volumes between 1 and 15 January 2026", "between 1 and 15 January 2026", "2026-01-01..2026-01-15"),
        ("How did cases change between 2014 and 2016?", "between 2014 and 2016", "2014-01-01..2016-12-31"),
        ("Complaints in 2014 by product", "in 2014", "2014-01-01..2014-12-31"),
        ("In 2014, which product led?", "In 2014", "2014-01-01..2014-12-31"),
        ("the complaints of 2014", "of 2014", "2014-01-01..2014-12-31"),
        ("customers may leave in May", "in May", "2025-05-01..2025-05-31"),
        ("January complaints", "January", "2026-01-01..2026-01-31"),
        ("emails from January about fees", "from January", "2026-01-01..2026-01-31"),
        ("emails from January on", "from January on", "2026-01-01..2026-01-31"),
        ("Q3 2025 SLA breaches", "Q3 2025", "2025-07-01..2025-09-30"),
        ("trend for Q4", "for Q4", "2025-10-01..2025-12-31"),
        ("cases before 2026-01-15?", "before 2026-01-15", "..2026-01-14"),
        ("top 5 products last year", "last year", "2025-01-01..2025-12-31"),
        ("all time complaints", "all time", ".."),
        ("Wie lief es 2026-01-15–2026-01-20 ü?", "2026-01-15–2026-01-20", "2026-01-15..2026-01-20"),
    ];
    for (question, words, want) in table {
        let (found, span) = find_in(question, day(TODAY)).unwrap_or_else(|| panic!("{question}"));
        assert_eq!((&question[span], written(found.range).as_str()), (words, want), "{question}");
    }
}

#[test]
fn what_only_looks_like_a_time_is_left_alone() {
    for question in [
        "Why are customers complaining about the mobile app?",
        "How many CDD cases per day?",
        "may I see the complaints",
        "Customers may march to the branch",
        "Which customers may 15 advisers call",
        "2014 complaints about cards",
        "Show over 2014 complaints",
        "the first 2014 complaints",
        "a sample of 2014 complaints",
        "between 2014 and 2016 complaints",
        "the last update",
        "the last 5 complaints",
        "resolved within 30 days",
        "open comm-12345 and case-2026-01-15",
        "customer 2014",
        "a fee of $2014",
        "what is wrong right now",
        "Q9 results",
        "second product",
        "",
    ] {
        assert_eq!(find_in(question, day(TODAY)), None, "{question}");
    }
}

#[test]
fn listed_times_share_their_year() {
    let found = |question: &str| {
        let all = find_all(question, day(TODAY)).into_iter();
        all.map(|(r, _)| r.range.from.unwrap().format("%Y-%m").to_string()).collect::<Vec<_>>().join(" ")
    };
    for (question, want) in [
        ("complaints in March and April 2019", "2019-03 2019-04"),
        ("complaints in March, April and May 2019 by month", "2019-03 2019-04 2019-05"),
        ("in March 2019, April and June", "2019-03 2019-04 2019-06"),
        ("November, December and January 2020", "2019-11 2019-12 2020-01"),
        ("December 2019 and January", "2019-12 2020-01"),
        ("how many in Q1 and how many in Q2 2019", "2019-01 2019-04"),
        ("in March vs April 2019", "2019-03 2019-04"),
        ("in January vs December 2025", "2026-01 2025-12"),
        ("January and December 2025", "2025-01 2025-12"),
        ("January 2026 against December", "2026-01 2025-12"),
        ("October and November", "2025-10 2025-11"),
        ("in 2025 and in January", "2025-01 2026-01"),
        ("Were there more in March? In April 2019 there were many.", "2025-03 2019-04"),
    ] {
        assert_eq!(found(question), want, "{question}");
    }
}

#[test]
fn two_times_make_a_comparison() {
    let question = "Compare complaints in December 2025 with January 2026";
    let all: Vec<_> = find_all(question, day(TODAY)).into_iter().map(|(r, _)| written(r.range)).collect();
    assert_eq!(all, ["2025-12-01..2025-12-31", "2026-01-01..2026-01-31"]);
}

proptest! {
    /// A printed label parses as the same days.
    #[test]
    fn labels_are_read_back(start in 0u64..20_000, length in 0u64..900) {
        let from = day("1980-01-01").checked_add_days(Days::new(start)).unwrap();
        let range = DateRange::new(from, from.checked_add_days(Days::new(length)).unwrap());
        prop_assert_eq!(parse(&range.label(), day(TODAY)), Ok(Resolved::new(range)));
    }

    /// Any text gives a result or an error, and spans are on character boundaries.
    #[test]
    fn no_text_breaks_it(text in ".{0,60}", more in "[a-z0-9 .,-]{0,30}") {
        for text in [&text, &more, &format!("last {more}"), &format!("between {text} and {more}")] {
            let _ = parse(text, day(TODAY));
            for (_, span) in find_all(text, day(TODAY)) {
                prop_assert!(text.get(span).is_some());
            }
        }
    }

    /// A range never ends before it begins.
    #[test]
    fn ranges_are_in_order(a in "(last|past|since|before|from|in)? ?([0-9]{1,4})? ?(days|months|january|may|2014|q2)?") {
        if let Ok(found) = parse(&a, day(TODAY))
            && let (Some(from), Some(to)) = (found.range.from, found.range.to)
        {
            prop_assert!(from <= to);
        }
    }
}

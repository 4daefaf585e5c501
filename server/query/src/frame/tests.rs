//! Golden frames: what whole questions mean in a small vocabulary. Phrasing is tested by the reader's own evaluation;
//! this tests whether what it copies is linked, carried over and built.

use chrono::NaiveDate;
use model::record::Product;
use model::time::DateRange;

use reader::{Act, Keep, Reading};

use super::*;
use crate::ast::{Bucket, Compare, Dataset, Filter};
use crate::values::Vocabulary;
use store::analytics::Data;

fn vocabulary() -> Vocabulary {
    let mut v = Vocabulary::default();
    v.products = [("mortgage", "Mortgage"), ("mobile-banking", "Mobile banking"), ("credit-card", "Credit card")]
        .map(|(slug, name)| Product { slug: slug.into(), name: name.into() })
        .into();
    v.customers = [("c1", "Hartmann Logistik"), ("c2", "Rautio Energy"), ("c3", "Northgate Dental")]
        .map(|(id, name)| (id.into(), name.into()))
        .into();
    v.categories = ["Login failures", "Fees, Charges and Interest"].map(str::to_owned).into();
    let days = DateRange::new("2025-02-01".parse().unwrap_or_default(), "2026-01-31".parse().unwrap_or_default());
    v.days = vec![(Data::Communications, days), (Data::Cases, days)];
    v.index();
    v
}

fn today() -> NaiveDate {
    "2026-01-31".parse().unwrap_or_default()
}

fn read(v: &Vocabulary, turns: &[&str]) -> Frame {
    let mut before: Option<DialogueState> = None;
    for turn in turns {
        let parse = Parse::new(turn, v, today(), before.as_ref());
        before = Some(DialogueState { frame: parse.first().clone(), listed: Vec::new() });
    }
    before.map(|b| b.frame).unwrap_or_else(|| panic!("no turns"))
}

fn filters(frame: &Frame) -> Vec<(String, String)> {
    frame.filters.iter().map(|f| (f.column.clone(), f.values.join("|"))).collect()
}

#[test]
fn words_become_a_query() {
    let v = vocabulary();
    let frame = read(&v, &["How many complaints about mortgages came by phone last month?"]);
    assert_eq!(frame.act, Act::Figure);
    assert_eq!(frame.dataset, Some(Dataset::Communications));
    let all = filters(&frame);
    for one in [("kind", "complaint"), ("product", "mortgage"), ("channel", "phone")] {
        assert!(all.contains(&(one.0.into(), one.1.into())), "{all:?}");
    }
    let intent = build(&frame, &v).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(intent.query.time_range.as_deref(), Some("1 to 31 December 2025"));
    assert_eq!(intent.kind, AnswerKind::Total);
}

#[test]
fn a_turn_goes_on_from_the_one_before() {
    let v = vocabulary();
    let frame = read(&v, &["How many complaints about mortgages came by phone last month?", "and by email?"]);
    let all = filters(&frame);
    assert!(all.contains(&("channel".into(), "email".into())), "{all:?}");
    assert!(!all.contains(&("channel".into(), "phone".into())), "{all:?}");
}

#[test]
fn an_onset_is_looked_for_beside_the_days_before() {
    let v = vocabulary();
    let linker = Linker::new(&v, today());
    let before = DialogueState { frame: read(&v, &["How many complaints this month?"]), listed: Vec::new() };
    let range = |text: &str, act: Act| {
        let keep = vec![Keep::Subject, Keep::Filters, Keep::Time];
        let reading = Reading { act, keep, ..Reading::default() };
        let frame = super::fill::fill(&linker, reading, (text, &grammar::marks(text)), Some(&before));
        frame.time.map(|time| time.time.range.label())
    };
    let month = Some("1 to 31 January 2026".to_owned());
    assert_eq!(range("When did they peak?", Act::When), month);
    assert_eq!(range("How many came by phone?", Act::Figure), month);
    let both = DateRange::new("2025-12-01".parse().unwrap_or_default(), today());
    assert_eq!(range("When did they start increasing?", Act::When), Some(both.label()));
}

#[test]
fn typos_and_parts_of_names_are_linked() {
    let v = vocabulary();
    let linker = Linker::new(&v, today());
    let of =
        |text: &str| linker.value(Dataset::Communications, text).map(|f| (f[0].column.clone(), f[0].values[0].clone()));
    for (text, column, value) in [
        ("morgage", "product", "mortgage"),
        ("the mobile app", "product", "mobile-banking"),
        ("hartmann", "customer", "c1"),
        ("Rautio Enegry", "customer", "c2"),
        ("fees", "category", "Fees, Charges and Interest"),
        ("unhappy", "sentiment", "negative"),
    ] {
        assert_eq!(of(text), Some((column.into(), value.into())), "{text}");
    }
    assert_eq!(of("evenings after work"), None);
}

#[test]
fn a_time_is_told_from_the_one_before() {
    let v = vocabulary();
    let frame = read(&v, &["complaints in December 2025 compared with the month before"]);
    let intent = build(&frame, &v).unwrap_or_else(|why| panic!("{why}"));
    assert!(
        matches!(&intent.query.compare, Some(Compare::With(label)) if label == "1 to 30 November 2025")
            || intent.query.compare == Some(Compare::PreviousPeriod),
        "{:?}",
        intent.query
    );
}

#[test]
fn customers_without_records_are_found_by_what_they_lack() {
    let v = vocabulary();
    let mut frame = read(&v, &["customers without a case"]);
    frame.act = Act::List;
    let intent = build(&frame, &v).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(intent.query.dataset, Dataset::Customers, "{frame:?}");
    assert!(matches!(intent.query.filter, Some(Filter::Not(_))), "{:?}", intent.query.filter);
}

#[test]
fn a_figure_has_three_dimensions_and_names_the_fourth() {
    let v = vocabulary();
    let frame = read(&v, &["complaints by product, channel, category and sentiment"]);
    assert_eq!(frame.groups.len(), 3, "{frame:?}");
    assert!(frame.notes.iter().any(|note| note.starts_with("Not grouped by ")), "{frame:?}");
    let frame = read(&v, &["complaints by product, channel and sentiment"]);
    assert_eq!(frame.groups.len(), 3, "{frame:?}");
    assert!(!frame.notes.iter().any(|note| note.starts_with("Not grouped by ")), "{:?}", frame.notes);
}

#[test]
fn how_sentiment_changes_is_its_average_over_time() {
    let v = vocabulary();
    let frame = read(&v, &["How has customer sentiment changed over the last 6 months?"]);
    let asked = frame.feeling_over_time().unwrap_or_else(|| panic!("{frame:?}"));
    assert_eq!(
        (asked.measure.as_deref(), asked.groups.as_slice()),
        (Some("sentiment_score"), &[Group::Time(Bucket::Month)][..])
    );
    assert!(build(&asked, &v).is_ok());
    for volume in ["trend of complaints by month", "How many negative messages per month?"] {
        assert!(read(&v, &[volume]).feeling_over_time().is_none(), "{volume}");
    }
}

#[test]
fn what_no_text_can_do() {
    let v = vocabulary();
    for text in
        ["", " ", "?", "\u{0}\u{1}", "日本語の質問です", "x", "🙂🙂", &"complaints ".repeat(800), "]|[", "[[value|"]
    {
        let parse = Parse::new(text, &v, today(), None);
        assert!(!parse.frames.is_empty(), "{text:?}");
        let stored = parse.to_stored();
        assert!(Parse::stored(&stored).is_some(), "{text:?}");
    }
}

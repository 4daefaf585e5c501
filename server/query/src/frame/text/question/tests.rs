//! Questions offered and told, in the words of people.

use super::*;

fn slot(column: &str, value: &str) -> FilterSlot {
    FilterSlot {
        column: column.into(),
        values: vec![value.into()],
        labels: vec![value.into()],
        words: value.into(),
        ..FilterSlot::default()
    }
}

fn asked(act: Act, dataset: Dataset, filters: Vec<FilterSlot>) -> Option<String> {
    let mut v = Vocabulary::default();
    v.case_statuses = ["open", "in_progress", "closed"].map(str::to_owned).into();
    let frame = Frame { act, dataset: Some(dataset), filters, ..Frame::default() };
    questions(&frame, &v).into_iter().next()
}

fn open() -> FilterSlot {
    FilterSlot { values: vec!["open".into(), "in_progress".into()], ..slot("status", "not finished") }
}

#[test]
fn adjectives_stand_where_people_say_them() {
    let (messages, cases) = (Dataset::Communications, Dataset::Cases);
    let corporate = || slot("segment", "corporate");
    let late = || FilterSlot { labels: vec!["yes".into()], ..slot("sla_breached", "yes") };
    for (act, dataset, filters, want) in [
        (Act::Why, messages, vec![corporate()], "Why do corporate customers complain?"),
        (Act::Risk, messages, vec![corporate()], "Which corporate customers are at risk?"),
        (Act::List, Dataset::Customers, vec![corporate()], "List the corporate customers"),
        (Act::Sentiment, messages, vec![slot("customer", "Alan Hussain")], "How does Alan Hussain feel?"),
        (Act::Said, messages, vec![slot("sentiment", "negative")], "Show me unhappy messages"),
        (Act::List, cases, vec![open(), late()], "List the overdue cases"),
        (
            Act::Resolution,
            cases,
            vec![slot("priority", "high")],
            "How long does it take to resolve high priority cases?",
        ),
        (
            Act::Trend,
            messages,
            vec![slot("kind", "complaint"), slot("channel", "phone")],
            "Trend of complaints by phone",
        ),
        (Act::Urgent, messages, vec![corporate()], "Which messages from corporate customers need attention first?"),
    ] {
        assert_eq!(asked(act, dataset, filters).as_deref(), Some(want));
    }
    assert_eq!(asked(Act::Why, messages, vec![slot("sentiment", "negative")]), None);
    assert_eq!(asked(Act::Document, Dataset::Documents, Vec::new()), None);
}

#[test]
fn a_reading_is_told_only_where_it_differs() {
    let v = Vocabulary::default();
    let frame = |text: &str| Frame {
        text: text.into(),
        act: Act::Trend,
        dataset: Some(Dataset::Communications),
        filters: vec![slot("kind", "complaint"), slot("channel", "phone")],
        ..Frame::default()
    };
    assert_eq!(taken_for(&frame("trend of the complaints by phone"), &v), None);
    assert_eq!(
        taken_for(&frame("trend of the complaints not by phone"), &v).as_deref(),
        Some("the question: Trend of complaints by phone.")
    );
}

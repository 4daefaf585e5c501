//! The classes of small words, each with cases that hold for every data set.

use reader::{Aggregation, Order, Reading, Role, Span};

use super::*;

fn operators(text: &str) -> Vec<Operator> {
    marks(text).into_iter().map(|mark| mark.operator).collect()
}

fn span(text: &str, words: &str, role: Role) -> Span {
    let start = text.find(words).unwrap_or_else(|| panic!("{words}"));
    Span { role, start, text: words.to_owned(), probability: 1.0 }
}

#[test]
fn marks_are_found() {
    use Operator::*;
    for (text, all) in [
        ("complaints not about cards", vec![Not]),
        ("customers who didn't complain", vec![Not]),
        ("everything but phone", vec![Not]),
        ("by channel, phone excluded", vec![Each, NotBefore]),
        ("what share of orders", vec![Aggregate(Aggregation::Share)]),
        ("how many different cities", vec![Aggregate(Aggregation::Distinct)]),
        ("average hours per team", vec![Aggregate(Aggregation::Average), Each]),
        ("the second most common topic", vec![Rank(Order::Most, 2)]),
        ("more than three cases", vec![Bound(Role::Over, 3.0)]),
        ("5 or fewer orders", vec![Bound(Role::AtMost, 5.0)]),
        ("no more than 1,200 euros", vec![Bound(Role::AtMost, 1_200.0)]),
        ("how many times as many complaints in May as in April", vec![Ratio]),
        ("May compared with April", vec![Against]),
        ("and the rest?", vec![Others]),
        ("which product has the most complaints", vec![Which, Rank(Order::Most, 1)]),
        ("in which month did they call", vec![Which]),
        ("show me which customers called, and who did not", vec![Which, Which, Not]),
        ("letters of the branch which closed", vec![]),
        ("how fast must we answer", vec![Rule]),
        ("are we allowed to refund", vec![Rule]),
        ("will we breach more SLAs next quarter", vec![Future]),
        ("orders exept cards", vec![Not]),
        ("how fast did we answer in May", vec![]),
    ] {
        assert_eq!(operators(text), all, "{text}");
    }
    assert_eq!(operators("complaints over the phone"), vec![]);
}

#[test]
fn a_negation_reaches_its_list_and_no_further() {
    let text = "complaints not by phone or chat about mortgages";
    let spans = [
        span(text, "complaints", Role::Subject),
        span(text, "phone", Role::Value),
        span(text, "chat", Role::Value),
        span(text, "mortgages", Role::Value),
    ];
    assert_eq!(negated(text, &marks(text), &spans), [false, true, true, false]);
    let text = "cards and loans, phone excluded";
    let spans = [span(text, "cards", Role::Value), span(text, "loans", Role::Value), span(text, "phone", Role::Value)];
    assert_eq!(negated(text, &marks(text), &spans), [false, false, true]);
    let text = "gold clients without a case in May";
    let spans = [span(text, "gold", Role::Value), span(text, "case", Role::Any), span(text, "May", Role::Time)];
    assert_eq!(negated(text, &marks(text), &spans), [false, true, false]);
}

#[test]
fn any_text_has_marks() {
    for text in ["", "%", "''", "not", "more than", "ß’s n't", "日本語 not 日本", &"by ".repeat(2_000)] {
        marks(text);
        assert!(words(text).iter().all(|word| text.get(word.at.clone()).is_some()));
    }
}

#[test]
fn a_second_question_begins_with_a_word_that_asks() {
    for (text, second) in [
        ("how many came by fax and how many by letter", Some("and how many by letter")),
        (
            "how many are there, and what is the issue that comes up most",
            Some("and what is the issue that comes up most"),
        ),
        ("What did procurement cost and what's the IT policy?", Some("and what's the IT policy?")),
        ("what do customers write and what is the tone", None),
        ("which product has the most, and how many is it", None),
        ("how many complaints about cards and loans", None),
    ] {
        assert_eq!(super::second(text).map(|at| &text[at..]), second, "{text}");
    }
}

#[test]
fn small_words_beside_a_share_a_language_and_a_comparison() {
    let text = "share of complaints among messages from gold customers";
    assert_eq!(among(text, &marks(text)).map(|at| &text[at..at + 5]), Some("among"));
    assert_eq!(among("complaints among messages", &marks("complaints among messages")), None);
    assert!(operators("out of every hundred complaints").contains(&Operator::Aggregate(Aggregation::Share)));
    assert!(
        in_language("messages written in ", "French")
            && !in_language("the ", "French")
            && !in_language("in ", "France")
    );
    let text = "phone against postal mail, not chat";
    let [one, other, apart] = ["phone", "postal mail", "chat"].map(|words| span(text, words, Role::Value));
    assert!(side_by_side(text, &one, &other) && !side_by_side(text, &other, &apart));
}

#[test]
fn a_time_of_the_person_who_asks_narrows_nothing() {
    for (text, time, role, stays) in [
        ("I am seeing them on Monday. How many cases are open?", "Monday", Role::Time, false),
        ("Thanks for yesterday! How many complaints came in last month?", "yesterday", Role::Time, false),
        ("Thanks for yesterday! How many complaints came in last month?", "last month", Role::Time, true),
        ("Our complaints in May: how many by phone?", "May", Role::Time, true),
        ("Complaints on a Monday: how many?", "Monday", Role::Value, true),
    ] {
        let reading = Reading { spans: vec![span(text, time, role)], ..Reading::default() };
        assert_eq!(corrected(text, &marks(text), &reading).spans.len(), usize::from(stays), "{text}");
    }
}

//! Conditions in words, for each kind of value.

use super::*;
use crate::catalog::Column;

fn is(name: &'static str, values: &[&str]) -> Predicate {
    let column = Column { name: name.into(), says: name.into(), ..Column::own(name) };
    Predicate::Is { column, op: Op::Is, values: values.iter().map(|v| Scalar::Text((*v).to_owned())).collect() }
}

#[test]
fn conditions_are_said_as_people_say_them() {
    let mut v = Vocabulary::default();
    v.case_statuses = ["open", "in_progress", "resolved"].map(str::to_owned).into();
    let unfinished = || is("status", &["open", "in_progress"]);
    let hours = Column { name: "resolution_hours".into(), ..Column::own("resolution_hours") };
    let missing = |name: &'static str| {
        let column = Column { name: name.into(), says: name.into(), ..Column::own(name) };
        Predicate::Is { column, op: Op::Missing, values: Vec::new() }
    };
    for (dataset, tests, want) in [
        (Dataset::Cases, vec![unfinished(), is("sla_breached", &["yes"])], "overdue cases"),
        (Dataset::Cases, vec![is("priority", &["high"]), unfinished()], "open high priority cases"),
        (Dataset::Cases, vec![is("sla_breached", &["yes"])], "cases that breached their SLA"),
        (Dataset::Cases, vec![missing("assigned_to")], "cases without an owner"),
        (Dataset::Cases, vec![Predicate::Not(Box::new(missing("assigned_to")))], "cases with an owner"),
        (
            Dataset::Cases,
            vec![Predicate::Is { column: hours, op: Op::AtMost, values: vec![Scalar::Number(336.0)] }],
            "cases that took at most 14 days (336 hours)",
        ),
        (Dataset::Communications, vec![is("sentiment", &["negative"])], "unhappy communications"),
        (Dataset::Customers, vec![is("segment", &["corporate"]), is("tier", &["gold"])], "gold corporate customers"),
    ] {
        assert_eq!(records(dataset, tests, &v), want);
    }
    assert_eq!(which(&unfinished(), &v), " that are open");
}

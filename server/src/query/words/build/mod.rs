//! From what a question says to the query it means, and to what its answer must say first.

mod customers;
mod filter;
mod groups;
pub(super) mod roles;
mod when;

use chrono::NaiveDate;

use self::filter::{group, together};
use super::asked::{Asked, Refusal, Want};
use super::lexicon::Act;
use super::said::{Cond, Group, Said};
use crate::query::ast::{Bucket, By, Dataset, Figure, Measure, Op, Order, Query, Threshold};
use crate::query::catalog::Catalog;

/// Columns that say which cases are meant.
const OF_CASES: &[&str] = &["sla_breached", "resolution_hours", "priority", "assigned_to"];

/// The query that is meant.
pub fn build(mut said: Said, catalog: &Catalog, as_of: NaiveDate) -> Result<Asked, Refusal> {
    refuse(&said, catalog, as_of)?;
    roles::aged(&mut said, as_of)?;
    roles::impossible(&said)?;
    let mut notes = said.notes.clone();
    notes.extend(said.unread.iter().map(|word| format!("I do not know the word \"{word}\" and left it out.")));
    groups::groups(&mut said)?;
    when::times(&mut said);
    if let Some((query, want)) = customers::query(&said, catalog)? {
        let left_out = said.unread.clone();
        return Ok(Asked { said, query, want, notes, left_out, simple: false, against: None });
    }
    if said.bare_not {
        return Err(Refusal::Unknown(vec!["not".into()]));
    }
    let dataset = dataset(&said, catalog)?;
    if said.absent.is_some() && said.distinct == Some(Group::Column("customer".into())) {
        return Err(Refusal::Ask(
            "Who did not do something I cannot count. I can count those who did, and all customers: ask for both."
                .into(),
        ));
    }
    if said.of_customers && dataset != Dataset::Customers {
        return Err(Refusal::Ask(
            "A share of customers I cannot work out. I can count the customers who wrote so, and all customers: ask for both.".into(),
        ));
    }
    let mut query = Query { dataset, ..Query::default() };
    when::when(&said, &mut query, &mut notes)?;
    let want = measures(&mut said, &mut query)?;
    query.filter = together(said.conds.iter().filter(|c| !c.part));
    query.group_by = said.groups.iter().map(group).collect();
    order(&said, &mut query, want);
    if let Some((op, value)) = said.bound
        && !query.group_by.is_empty()
    {
        // "exactly one" is no less and no more.
        let ends: &[Op] = if op == Op::Is { &[Op::AtLeast, Op::AtMost] } else { &[op] };
        query.having.extend(ends.iter().map(|op| Threshold { measure: 0, op: *op, value }));
    } else if said.bound.is_some() {
        return Err(Refusal::Ask(
            "I see a bound, but not of which group. Say of what: states, companies, days.".into(),
        ));
    }
    if query.group_by.is_empty() && said.top.is_some_and(|n| n > 1) && said.distinct.is_some() {
        let n = said.top.unwrap_or_default();
        return Err(Refusal::Ask(format!(
            "I see the number {n}, but not what it limits. Say e.g. at least {n} complaints."
        )));
    }
    let simple = simple(&said, &query, want);
    let left_out = said.unread.clone();
    Ok(Asked { said, query, want, notes, left_out, simple, against: None })
}

fn refuse(said: &Said, catalog: &Catalog, as_of: NaiveDate) -> Result<(), Refusal> {
    if said.future {
        let day = app::model::time::full_date(as_of);
        return Err(Refusal::Ask(format!("I know what is recorded up to {day}; I do not forecast.")));
    }
    if !said.left.is_empty() || said.unread.len() > 1 {
        return Err(Refusal::Unknown([said.unread.clone(), said.left.clone()].concat()));
    }
    if said.after.is_some() {
        return Err(Refusal::Ask("The time after which? Say which month or year.".into()));
    }
    // "Currently" is no time where the records say how things stand: what is open, whom somebody looks after.
    let stands = |c: &Cond| matches!(c.column.as_str(), "status" | "assigned_to" | "relationship_manager" | "tier");
    let stands = said.conds.iter().any(stands) || said.customers && said.conds.iter().all(|c| c.column != "kind");
    let now = said.now.as_ref().filter(|_| !stands);
    let of_archive = catalog.is_archive() && (!said.conds.is_empty() || !said.times.is_empty());
    if said.worst && said.noun_at.is_none() && !of_archive && said.number.is_none() && said.share_at.is_none() {
        return Err(Refusal::Ask("Worst by what? By complaints, by late cases, by sentiment, for example.".into()));
    }
    if let Some(word) = said.vague.as_ref().or(now).filter(|_| said.times.is_empty()) {
        return Err(Refusal::Ask(format!("The word {word} could mean any time. Say from when to when.")));
    }
    if !said.asks() && !said.again {
        return Err(Refusal::Silent);
    }
    if said.noun_at.is_none()
        && said.conds.is_empty()
        && said.groups.is_empty()
        && said.distinct.is_none()
        && said.number.is_none()
    {
        let counts = said.count || said.compare || said.times.len() == 2;
        return match (counts && !said.times.is_empty(), catalog.is_archive()) {
            (false, _) => Err(Refusal::Silent),
            // All that an archive holds are complaints.
            (true, true) => Ok(()),
            (true, false) => Err(Refusal::Ask("Count what: complaints, messages, cases, customers?".into())),
        };
    }
    Ok(())
}

fn dataset(said: &Said, catalog: &Catalog) -> Result<Dataset, Refusal> {
    let mut columns: Vec<&str> = said.conds.iter().map(|c| c.column.as_str()).collect();
    columns.extend(said.groups.iter().chain(&said.distinct).filter_map(|g| match g {
        Group::Column(name) => Some(name.as_str()),
        Group::Time(_) => None,
    }));
    columns.extend(said.number.as_deref());
    let closed = said.conds.iter().any(|c| {
        c.column == "status" && c.values.iter().any(|v| v == "closed" || v == "pending") && c.values.len() == 1
    });
    let has = |dataset: Dataset, name: &str| {
        catalog.columns(dataset).iter().any(|c| c.name == name || dataset == Dataset::Customers && name == "customer")
    };
    let people = said.customers
        && said.dataset.is_none()
        && !columns.contains(&"kind")
        && !columns.contains(&"channel")
        && columns.iter().all(|c| {
            has(Dataset::Customers, c) && *c != "customer"
                || *c == "customer" && said.distinct == Some(Group::Column("customer".into()))
        })
        && (said.count || said.share_at.is_some() || !said.groups.is_empty())
        && (said.times.is_empty() || said.joined_us)
        && !said.groups.contains(&Group::Column("customer".into()));
    let wanted = if columns.iter().any(|c| OF_CASES.contains(c)) || closed {
        Dataset::Cases
    } else if people {
        Dataset::Customers
    } else {
        said.dataset.unwrap_or_default()
    };
    if said.joined_us && !said.times.is_empty() && !people {
        return Err(Refusal::Ask(
            "I can count customers by when they joined, but not what they wrote or what was opened for them.".into(),
        ));
    }
    for dataset in [wanted, Dataset::Communications, Dataset::Cases] {
        if columns.iter().all(|c| has(dataset, c)) {
            return Ok(dataset);
        }
    }
    let missing: Vec<&str> = columns.iter().filter(|c| !has(wanted, c)).copied().collect();
    Err(Refusal::Ask(format!(
        "{} have no {} that I could use for this.",
        wanted.as_str(),
        missing.join(" and ").replace('_', " ")
    )))
}

fn measures(said: &mut Said, query: &mut Query) -> Result<Want, Refusal> {
    let numbered = |of| Measure { of, column: said.number.clone(), ..Measure::default() };
    let part = together(said.conds.iter().filter(|c| c.part));
    let superlative = said.most || said.least || said.rank > 0;
    if said.share_at.is_some() {
        let alone = part.is_none();
        let only = Measure { of: Figure::Share, only: part.clone(), ..Measure::default() };
        let counted = Measure { only: part, ..Measure::default() };
        query.measures = if alone { vec![Measure::default(), only] } else { vec![only, counted] };
        if alone && said.groups.is_empty() {
            return Err(Refusal::Ask(
                "A share of what in what? Say the share of what came from where, or was about what.".into(),
            ));
        }
        return Ok(if query.compare.is_some() && said.groups.is_empty() {
            Want::Change
        } else if superlative && !said.groups.is_empty() {
            Want::Extreme
        } else if said.groups.is_empty() {
            Want::Share
        } else {
            Want::Groups
        });
    }
    if let Some(distinct) = said.distinct.clone().filter(|_| said.groups.is_empty()) {
        if query.dataset == Dataset::Customers && distinct == Group::Column("customer".into()) {
            return Ok(Want::Total);
        }
        let Group::Column(column) = distinct else {
            return Err(Refusal::Ask(
                "How many days, weeks or months of what kind? Say with how many complaints each.".into(),
            ));
        };
        query.measures = vec![Measure { of: Figure::Distinct, column: Some(column), ..Measure::default() }];
        return Ok(Want::Total);
    }
    if let Some(bucket) = said.per {
        return Ok(Want::Per(bucket));
    }
    match (said.figure, &said.number) {
        (Some(figure), Some(_)) => query.measures = vec![numbered(figure)],
        (None, Some(_)) if !said.count => {
            let of = Figure::Avg;
            query.measures = vec![numbered(of)];
        }
        (Some(Figure::Avg), None) if !said.groups.is_empty() => return Ok(Want::PerGroup),
        (Some(Figure::Max | Figure::Min), None) if !said.groups.is_empty() && said.count => {
            said.most = said.figure == Some(Figure::Max);
            said.least = !said.most;
            return Ok(Want::Extreme);
        }
        (Some(_), None) => return Err(Refusal::Ask("An average of what? I can average resolution times and sentiment scores, and counts per day, week, month or year.".into())),
        _ => {}
    }
    if said.bound.is_some() && !said.groups.is_empty() {
        return Ok(Want::GroupCount);
    }
    let versus = said.compare && !said.groups.is_empty() && query.compare.is_none();
    Ok(match (said.groups.is_empty(), superlative) {
        _ if query.compare.is_some() && said.groups.is_empty() => Want::Change,
        // "how many more … than": the difference.
        _ if versus && said.more_by => Want::Versus,
        (true, _) => Want::Total,
        (false, true) if said.top.is_none_or(|n| n == 1) => Want::Extreme,
        _ if versus => Want::Versus,
        (false, _) if said.which && said.bound.is_none() && said.top.is_none() => Want::Groups,
        _ => Want::Groups,
    })
}

fn order(said: &Said, query: &mut Query, want: Want) {
    if query.group_by.is_empty() {
        return;
    }
    let ascending = said.least;
    if query.compare.is_some() && said.change.is_some() {
        query.order = Some(Order { by: By::Change, ascending: said.change == Some(Act::Fell) });
    } else if said.most || said.least || said.rank > 0 || said.top.is_some() {
        // Of durations the most is the longest; a figure of its own kind leads.
        query.order = Some(Order { by: By::Measure(0), ascending });
    }
    query.limit = match (want, said.top) {
        (Want::PerGroup, _) => Some(5),
        (Want::GroupCount, _) => Some(20),
        (_, Some(n)) if n > 1 => Some(n),
        (Want::Versus, _) => Some(20),
        _ => None,
    };
    if matches!(said.groups.first(), Some(Group::Time(_))) && query.order.is_none() {
        query.limit = Some(said.top.unwrap_or(120));
    }
}

/// Whether the tools that count by day or by one group answer it just as well.
fn simple(said: &Said, query: &Query, want: Want) -> bool {
    let one = |c: &Cond| c.plain && !c.negated && c.op == Op::Is && c.values.len() == 1;
    let groups = match said.groups.as_slice() {
        [] => true,
        [Group::Column(name)] => matches!(
            name.as_str(),
            "product" | "channel" | "category" | "state" | "tier" | "customer" | "sentiment" | "status"
        ),
        [Group::Time(Bucket::Day | Bucket::Month)] => !(said.most || said.least),
        _ => false,
    };
    matches!(query.dataset, Dataset::Communications | Dataset::Cases)
        && groups
        && said.conds.iter().all(one)
        && !said.conds.iter().enumerate().any(|(i, c)| said.conds[..i].iter().any(|o| o.column == c.column))
        && query.measures.is_empty()
        && query.compare.is_none()
        && query.having.is_empty()
        && said.top.is_none()
        && !said.least
        && said.rank == 0
        && !said.compare
        && !said.or
        && said.notes.is_empty()
        && said.distinct.is_none()
        && matches!(want, Want::Total | Want::Groups | Want::Extreme)
}

//! Questions about customers by what they have of their own: a share of them, those with none, those with so many.

use crate::query::ast::{Dataset, Figure, Filter, Group as By, Measure, Op, Query, Records};
use crate::query::catalog::Catalog;
use crate::query::words::said::{Cond, Group, Said};
use crate::query::words::{Refusal, Want};

use super::OF_CASES;
use super::filter::together;

/// The query and what its answer says first; `None` where the question asks for something else.
pub(super) fn query(said: &Said, catalog: &Catalog) -> Result<Option<(Query, Want)>, Refusal> {
    let customer = Group::Column("customer".into());
    let share = said.of_customers && said.share_at.is_some();
    let listed = said.groups == [customer.clone()] || said.groups.is_empty() && said.spare.contains(&customer);
    let none = said.absent.is_some()
        && (said.distinct.as_ref() == Some(&customer) || listed && said.which || said.customers_first && said.count);
    if !(share || none) || said.joined_us || said.compare || said.most || said.least || said.number.is_some() {
        return Ok(None);
    }
    let of_people = |column: &str| {
        column != "customer" && catalog.columns(Dataset::Customers).iter().any(|c| c.name == column && c.name != "name")
    };
    let (people, theirs): (Vec<Cond>, Vec<Cond>) = said.conds.iter().cloned().partition(|c| of_people(&c.column));
    let groups_fit = said.groups.iter().all(|g| matches!(g, Group::Column(name) if of_people(name)) || *g == customer);
    if theirs.iter().any(|c| c.column == "customer") || !groups_fit || theirs.is_empty() && said.dataset.is_none() {
        return Ok(None);
    }
    let records = records(said, theirs)?;
    let (records, few) = bound(said, records)?;
    let has = if none != few { Filter::Has(records).negated() } else { Filter::Has(records) };
    let mut query = Query { dataset: Dataset::Customers, ..Query::default() };
    if none {
        query.filter = Filter::all(together(people.iter()).into_iter().chain([has]).collect());
        if listed {
            query.group_by = vec![By::Column("name".into())];
            query.limit = Some(said.top.unwrap_or(20));
        }
        return Ok(Some((query, if listed { Want::Groups } else { Want::Total })));
    }
    query.group_by = said.groups.iter().filter(|g| **g != customer).map(super::filter::group).collect();
    // "what share of customers with late cases are private": what they are is the part, what they have the whole.
    let verb = said.verb_at.filter(|verb| people.iter().any(|c| c.at > *verb));
    let asked = |c: &&Cond| {
        verb.is_some_and(|verb| c.at > verb) && said.conds.iter().any(|o| o.at < c.at && !of_people(&o.column))
    };
    let (part, whole) = match together(people.iter().filter(asked)) {
        Some(part) => (part, together(people.iter().filter(|c| !asked(c))).into_iter().chain([has]).collect()),
        None => (has, together(people.iter()).into_iter().collect()),
    };
    query.filter = Filter::all(whole);
    query.measures = vec![
        Measure { of: Figure::Share, only: Some(part.clone()), ..Measure::default() },
        Measure { only: Some(part), ..Measure::default() },
    ];
    let want = if query.group_by.is_empty() { Want::Share } else { Want::Groups };
    Ok(Some((query, want)))
}

/// The records that they have or have not.
fn records(said: &Said, mut conds: Vec<Cond>) -> Result<Records, Refusal> {
    // What "never" says is said of having any.
    let absent = |c: &&mut Cond| said.absent.is_some_and(|at| c.negated && c.at > at);
    if let Some(cond) = conds.iter_mut().find(absent) {
        cond.negated = false;
    }
    let of_cases = conds.iter().any(|c| OF_CASES.contains(&c.column.as_str()));
    let of = if of_cases { Dataset::Cases } else { said.dataset.unwrap_or_default() };
    let time_range = match said.times.as_slice() {
        [] => None,
        [(time, _)] => Some(time.label.clone()),
        _ => return Err(Refusal::Ask("Customers I can look at in one time. Ask for each by itself.".into())),
    };
    Ok(Records { of, time_range, filter: together(conds.iter()).map(Box::new), at_least: None })
}

/// "with five complaints or more": how many they must have, and whether fewer are meant.
fn bound(said: &Said, records: Records) -> Result<(Records, bool), Refusal> {
    let Some((op, value)) = said.bound else { return Ok((records, false)) };
    let (least, few) = match op {
        Op::AtLeast => (value.ceil(), false),
        Op::More => (value.floor() + 1.0, false),
        Op::Less => (value.ceil(), true),
        Op::Is => {
            return Err(Refusal::Ask(
                "Of customers I can say who has at least so many, or fewer. Ask for both.".into(),
            ));
        }
        _ => (value.floor() + 1.0, true),
    };
    if !(1.0..=1e9).contains(&least) {
        return Err(Refusal::Ask("That bound fits every customer, or none. Say how many records at least.".into()));
    }
    Ok((Records { at_least: Some(least as u32), ..records }, few))
}

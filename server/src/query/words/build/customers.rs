//! Questions about customers by what they have of their own: a share of them, those with none, those with so many.

use crate::query::ast::{Dataset, Figure, Filter, Group as By, Measure, Op, Query, Records};
use crate::query::catalog::Catalog;
use crate::query::range::Resolved;
use crate::query::words::asked::{Refusal, Want};
use crate::query::words::said::{Cond, Group, Said};

use super::OF_CASES;
use super::filter::together;

/// The query and what its answer says first; `None` where the question asks for something else.
pub(super) fn query(said: &Said, catalog: &Catalog) -> Result<Option<(Query, Want)>, Refusal> {
    let customer = Group::Column("customer".into());
    let share = said.of_customers && said.share_at.is_some();
    let listed = said.groups == [customer.clone()] || said.groups.is_empty() && said.spare.contains(&customer);
    let none = said.absent.is_some()
        && (said.distinct.as_ref() == Some(&customer) || listed && said.which || said.customers_first && said.count);
    let both = said.both.is_some() && said.distinct.as_ref() == Some(&customer) && said.share_at.is_none();
    if !(share || none || both) || said.joined_us || said.compare || said.most || said.least || said.number.is_some() {
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
    if both && !none {
        let Some(all) = each(said, &theirs)? else { return Ok(None) };
        let filter = Filter::all(together(people.iter()).into_iter().chain(all).collect());
        return Ok(Some((Query { dataset: Dataset::Customers, filter, ..Query::default() }, Want::Total)));
    }
    let has = bound(said, records(said, theirs)?)?;
    let has = if none { has.negated() } else { has };
    let mut query = Query { dataset: Dataset::Customers, ..Query::default() };
    query.group_by = said.groups.iter().filter(|g| **g != customer).map(super::filter::group).collect();
    if none {
        query.filter = Filter::all(together(people.iter()).into_iter().chain([has]).collect());
        if listed {
            query.group_by = vec![By::Column("name".into())];
            query.limit = Some(said.top.unwrap_or(20));
        }
        let want = if query.group_by.is_empty() { Want::Total } else { Want::Groups };
        return Ok(Some((query, want)));
    }
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
    let absent = |c: &&mut Cond| said.absent.is_some_and(|at| c.negated && (c.carried || c.at > at));
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

/// "complaints from both Texas and Florida", "in December and again in January": those who have the one and the other.
fn each(said: &Said, theirs: &[Cond]) -> Result<Option<Vec<Filter>>, Refusal> {
    let both = said.both.unwrap_or_default();
    let listed =
        theirs.iter().position(|c| c.at > both && !c.negated && c.values.len() > 1 && c.values.len() == c.labels.len());
    let one = |said: &Said, theirs: Vec<Cond>| records(said, theirs).map(Filter::Has);
    if let Some(at) = listed {
        let only = |value: &String| {
            let mut theirs = theirs.to_vec();
            theirs[at].values = vec![value.clone()];
            one(said, theirs)
        };
        return theirs[at].values.iter().map(only).collect::<Result<_, _>>().map(Some);
    }
    if said.times.len() < 2 {
        return Ok(None);
    }
    let only = |time: &(Resolved, String)| one(&Said { times: vec![time.clone()], ..said.clone() }, theirs.to_vec());
    said.times.iter().map(only).collect::<Result<_, _>>().map(Some)
}

/// "with five complaints or more", "with just one": how many they must have.
fn bound(said: &Said, records: Records) -> Result<Filter, Refusal> {
    let Some((op, value)) = said.bound else { return Ok(Filter::Has(records)) };
    if !(1.0..=1e9).contains(&value) {
        return Err(Refusal::Ask("That bound fits every customer, or none. Say how many records at least.".into()));
    }
    let has = |least: f64| Filter::Has(Records { at_least: Some(least as u32), ..records.clone() });
    Ok(match op {
        Op::AtLeast => has(value.ceil()),
        Op::More => has(value.floor() + 1.0),
        Op::Less => has(value.ceil()).negated(),
        Op::AtMost => has(value.floor() + 1.0).negated(),
        _ => Filter::And(vec![has(value), has(value + 1.0).negated()]),
    })
}

//! What a question is counted by.

use crate::query::ast::{Bucket, Figure};
use crate::query::words::asked::Refusal;
use crate::query::words::said::{Group, Said};

/// Nouns that nothing asked for are grouped by where a superlative needs a group; values that are compared, too.
pub(super) fn groups(said: &mut Said) -> Result<(), Refusal> {
    let superlative = said.most || said.least || said.rank > 0;
    if let Some(bucket) = said.trend
        && said.groups.is_empty()
    {
        said.groups.push(Group::Time(bucket));
    }
    let several = said
        .conds
        .iter()
        .find(|c| c.column != "tags" && c.values.len() > 1 && c.labels.len() > 1 && !c.negated && !c.part);
    if said.groups.is_empty()
        && (said.compare || superlative)
        && (said.or || said.compare)
        && said.times.len() < 2
        && let Some(cond) = several
    {
        said.groups.push(Group::Column(cond.column.clone()));
    }
    // "platinum, gold and silver": each, and all of them.
    let counts = said.figure.is_none() && said.number.is_none() && said.distinct.is_none() && said.share_at.is_none();
    // A product that was renamed: each name, and all of them.
    let renamed = said.conds.iter().find(|c| c.column == "product" && c.values.len() > c.labels.len() && !c.negated);
    if let Some(cond) = several.filter(|_| !said.or).or(renamed).filter(|c| !c.part)
        && (counts && said.groups.is_empty() && !superlative && !said.more_by)
        && said.bound.is_none()
        && said.per.is_none()
        && said.times.len() < 2
        && said.change.is_none()
    {
        said.groups.push(Group::Column(cond.column.clone()));
    }
    // "who among our relationship managers": not the customers.
    let staff = |g: &Group| matches!(g, Group::Column(name) if name == "relationship_manager" || name == "assigned_to");
    if let Some(at) = said.spare.iter().position(staff).filter(|_| said.groups.is_empty() && said.which) {
        said.spare.swap(0, at);
    }
    // "who among our relationship managers has the most customers": what is compared is told first, what is counted last.
    let customers = Group::Column("customer".into());
    if said.which
        && superlative
        && said.groups == [customers.clone()]
        && let Some(at) = said.spare.iter().position(staff)
    {
        said.groups = vec![said.spare.remove(at)];
        said.distinct = Some(customers);
    } else if superlative && said.groups == [customers.clone()] && said.spare.contains(&customers) && bare(said) {
        return Err(Refusal::Ask(
            "Do you mean the relationship manager who looks after the most customers, or the customers who sent the most messages?".into(),
        ));
    }
    if said.groups.is_empty()
        && (superlative || said.bound.is_some() || said.top.is_some() || said.which)
        && !said.spare.is_empty()
    {
        said.groups.push(said.spare.remove(0));
    }
    // "complaints a day, averaged over the quarter".
    if let (Some(Figure::Avg), None, [], [Group::Time(_)]) =
        (said.figure, &said.number, said.groups.as_slice(), said.spare.as_slice())
    {
        said.groups.push(said.spare.remove(0));
    }
    // "how many messages has a customer sent on average".
    let averaged = said.figure == Some(Figure::Avg) && said.number.is_none() && said.distinct.is_none();
    if averaged && said.groups.is_empty() && said.spare.is_empty() && said.customers && said.per.is_none() {
        said.groups.push(Group::Column("customer".into()));
    }
    // "customers with 40 or more complaints".
    if said.groups.is_empty() && said.bound.is_some() && said.customers && said.distinct.is_none() {
        said.groups.push(Group::Column("customer".into()));
    }
    if said.groups.is_empty() && superlative && said.number.is_none() && said.times.len() < 2 {
        return Err(Refusal::Ask(
            "Most or least of what? Say by what to compare, e.g. by product, by state, by month.".into(),
        ));
    }
    // A distinct count of what is also filtered to one value says nothing; "how many companies had more than …" counts groups.
    if let (Some(group), Some(_)) = (said.distinct.clone(), said.bound) {
        said.groups = vec![group];
    }
    said.groups.truncate(2);
    // "complaints per day on average".
    if let (Some(Figure::Avg), None, [Group::Time(bucket)]) = (said.figure, &said.number, said.groups.as_slice())
        && *bucket != Bucket::Weekday
        && !superlative
    {
        said.per = Some(*bucket);
        said.groups.clear();
    }
    Ok(())
}

/// Whether it names nothing that could be counted but customers.
fn bare(said: &Said) -> bool {
    said.conds.is_empty() && said.dataset.is_none() && said.number.is_none() && said.distinct.is_none()
}

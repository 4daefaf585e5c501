//! Conditions and groups that were said, as those of a query.

use crate::query::ast::{self, Condition, Filter};
use crate::query::words::said::{Cond, Group};

/// All of them; what stands after "or" is an alternative to what stands before it.
pub fn together<'a>(conds: impl Iterator<Item = &'a Cond>) -> Option<Filter> {
    let mut all: Vec<Filter> = Vec::new();
    for cond in conds {
        match all.pop() {
            Some(Filter::Or(mut list)) if cond.or => {
                list.push(filter(cond));
                all.push(Filter::Or(list));
            }
            Some(before) if cond.or => all.push(Filter::Or(vec![before, filter(cond)])),
            before => {
                all.extend(before);
                all.push(filter(cond));
            }
        }
    }
    Filter::all(all)
}

fn filter(cond: &Cond) -> Filter {
    let is = Filter::Is(Condition { column: cond.column.clone(), op: cond.op, values: cond.values.clone() });
    if cond.negated { is.negated() } else { is }
}

pub fn group(group: &Group) -> ast::Group {
    match group {
        Group::Column(name) => ast::Group::Column(name.clone()),
        Group::Time(bucket) => ast::Group::Time(*bucket),
    }
}

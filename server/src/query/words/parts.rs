//! A text cut into its questions, and a question into those that need a query each.

use std::ops::Range;
use std::sync::LazyLock;

use app::model::time::DateRange;
use regex::Regex;

use super::said::{Cond, Group, Said};
use crate::query::ast::{Bucket, Dataset, Op};
use crate::query::range::Resolved;

/// "now the same two numbers for October": the text without them, and how many they are.
pub(super) fn repeated(text: &str) -> Option<(String, usize)> {
    static SAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\b(?:the )?(?:same|those|these)(?: (?<many>two|both|three|2|3))? (?:numbers|figures|counts|totals)\b",
        )
        .ok()
    });
    let found = SAME.as_ref()?.captures(text)?;
    let many = match found.name("many").map(|m| m.as_str().to_ascii_lowercase()).as_deref() {
        Some("two" | "both" | "2") => 2,
        _ => 3,
    };
    let all = found.get(0)?;
    Some((format!("{}the same{}", &text[..all.start()], &text[all.end()..]), many))
}

/// "complaints in December, and the SLA breaches in the same month": two halves that count records of their own.
pub(super) fn conjoined(text: &str, read: impl Fn(Range<usize>) -> Said) -> Option<(Said, Said)> {
    let lower = text.to_lowercase();
    let one = ["both ", "between "].iter().any(|lead| lower.contains(lead));
    if lower.len() != text.len() || lower.matches(" and ").count() != 1 || one {
        return None;
    }
    let at = lower.find(" and ")?;
    let (mut left, mut right) = (read(0..text[..at].trim_end_matches(',').len()), read(at + 5..text.len()));
    let of_cases = |said: &Said| said.late || said.dataset == Some(Dataset::Cases);
    let own = |said: &Said| {
        said.left.is_empty()
            && said.unread.is_empty()
            && (said.noun_at.is_some() || said.late)
            && !said.compare
            && said.share_at.is_none()
    };
    let values = |said: &Said| {
        said.conds
            .iter()
            .filter(|c| c.column != "kind")
            .map(|c| (c.column.clone(), c.values.clone()))
            .collect::<Vec<_>>()
    };
    let counted = |said: &Said| said.conds.iter().any(|c| c.column == "kind") || said.dataset.is_some() || said.late;
    // "silver customers" after "complaints from" is what they are from.
    let people = |said: &Said| said.customers && said.conds.iter().all(|c| c.column != "kind");
    let other = of_cases(&left) != of_cases(&right)
        || counted(&left) && counted(&right) && !values(&right).is_empty() && values(&left) != values(&right);
    if !other || !own(&left) || !own(&right) || people(&left) || people(&right) || !left.that.is_empty() {
        return None;
    }
    // "for Acme the complaints and the cases": what is said before the first noun is said of both.
    let noun = left.noun_at.unwrap_or(0);
    let both: Vec<Cond> = left.conds.iter().filter(|c| c.at < noun && c.column != "kind").cloned().collect();
    let lacks = |c: &Cond| right.conds.iter().all(|own| own.column != c.column);
    let both: Vec<Cond> = both.into_iter().filter(lacks).collect();
    right.conds.extend(both);
    if left.groups.len() + right.groups.len() > 0 || left.figure.is_some() || right.figure.is_some() {
        return None;
    }
    let both = [left.times.clone(), right.times.clone()].into_iter().find(|t| !t.is_empty()).unwrap_or_default();
    for said in [&mut left, &mut right] {
        if said.times.is_empty() {
            said.times.clone_from(&both);
        }
        said.that.clear();
        (said.count, said.again, said.noun_at) = (true, false, said.noun_at.or(Some(0)));
    }
    Some((left, right))
}

/// Questions that need a count for each of two things, because one table of groups cannot hold both: values of two
/// columns against each other ("more about the app or about payments"), a value against all others ("disputed vs not
/// disputed"), values that one record may have both of (tags), names that stand for several each, more than two times.
pub(super) fn apart(mut said: Said) -> Vec<Said> {
    if let Some(several) = times(&said).or_else(|| families(&said)) {
        return several;
    }
    against(&mut said);
    match halves(&said).or_else(|| conflicting(&said)) {
        Some((first, second)) => vec![first, second],
        None => vec![said],
    }
}

/// "Chatbot chats vs chats with a person": two values of one column, one on each side of the comparison, are its groups.
fn against(said: &mut Said) {
    let Some(than) = said.compare_at.filter(|_| said.share_at.is_none() && said.figure.is_none()) else { return };
    let plain = |c: &Cond| c.op == Op::Is && !c.negated && !c.part && c.column != "kind" && c.column != "tags";
    let sides = (0..said.conds.len()).find_map(|b| {
        let right = &said.conds[b];
        let a = (0..b).find(|a| {
            let left = &said.conds[*a];
            left.column == right.column && plain(left) && left.at < than && left.values != right.values
        })?;
        (plain(right) && than < right.at).then_some((a, b))
    });
    if let Some((a, b)) = sides {
        let right = said.conds.remove(b);
        said.conds[a].values.extend(right.values);
        said.conds[a].labels.extend(right.labels);
    }
}

/// "in November, December and January": by month where they follow each other, else one after the other.
fn times(said: &Said) -> Option<Vec<Said>> {
    let apart = !said.previous && !said.year_before && !said.together && said.bound.is_none();
    if !apart || !(3..=MOST_TIMES).contains(&said.times.len()) {
        return None;
    }
    let mut times = said.times.clone();
    times.sort_by_key(|(time, _)| time.range.from);
    let buckets = [Bucket::Month, Bucket::Quarter, Bucket::Year];
    let whole = buckets.into_iter().find(|b| times.iter().all(|(time, _)| b.is_whole(time.range)));
    let follow = times.windows(2).all(|pair| pair[0].0.range.to.and_then(|day| day.succ_opt()) == pair[1].0.range.from);
    let in_time = said.groups.iter().any(|group| matches!(group, Group::Time(_)));
    let free = said.groups.is_empty() && said.distinct.is_none();
    if let (Some(bucket), true, Some((first, _)), Some((last, _))) =
        (whole, follow && (free || in_time), times.first(), times.last())
    {
        let mut one = said.clone();
        one.times = vec![(Resolved::new(DateRange { from: first.range.from, to: last.range.to }), String::new())];
        (one.change, one.trend, one.compare) = (None, None, false);
        one.groups = vec![Group::Time(bucket)];
        return Some(vec![one]);
    }
    (!in_time && said.trend.is_none()).then(|| {
        let each = said.times.iter().map(|time| Said {
            times: vec![time.clone()],
            change: None,
            compare: false,
            most: false,
            least: false,
            count: true,
            ..said.clone()
        });
        each.collect()
    })
}

/// Most times that are counted one after the other.
const MOST_TIMES: usize = 6;

/// "Bank A or Bank B", where each name stands for several: they cannot be groups of one table.
fn families(said: &Said) -> Option<Vec<Said>> {
    let compared = said.compare || said.most || said.least;
    let of_names =
        |c: &Cond| matches!(c.column.as_str(), "customer" | "product") && c.op == Op::Is && !c.negated && !c.part;
    // A record may carry several tags: they are no groups.
    if let Some(at) = said.conds.iter().position(|c| c.column == "tags" && c.labels.len() > 1 && !c.negated && !c.part)
        && (compared || !said.or)
        && said.groups.is_empty()
        && said.conds[at].labels.len() == said.conds[at].values.len()
    {
        let only = |n: usize| {
            let mut one = said.clone();
            let cond = &mut one.conds[at];
            (cond.values, cond.labels) = (vec![cond.values[n].clone()], vec![cond.labels[n].clone()]);
            counted(one)
        };
        return Some((0..said.conds[at].labels.len()).map(only).collect());
    }
    let places: Vec<usize> = (0..said.conds.len()).filter(|i| of_names(&said.conds[*i])).collect();
    let same = places.windows(2).all(|pair| said.conds[pair[0]].column == said.conds[pair[1]].column);
    if !compared
        || !same
        || !(2..=MOST_TIMES).contains(&places.len())
        || !said.groups.is_empty()
        || said.times.len() > 1
    {
        return None;
    }
    let only = |kept: usize| {
        let mut one = said.clone();
        places.iter().rev().filter(|at| **at != kept).for_each(|at| drop(one.conds.remove(*at)));
        one.conds.iter_mut().for_each(|c| c.or = false);
        counted(one)
    };
    Some(places.iter().map(|kept| only(*kept)).collect())
}

/// One of several queries: it compares nothing and counts.
fn counted(mut one: Said) -> Said {
    (one.compare, one.or, one.most, one.least, one.count) = (false, false, false, false, true);
    one
}

/// "The share of phone complaints and of email complaints": what no record can be both of is asked for one by one.
fn conflicting(said: &Said) -> Option<(Said, Said)> {
    let plain = |c: &Cond| c.op == Op::Is && !c.negated && !c.or && c.column != "tags" && c.column != "kind";
    let at = (1..said.conds.len()).find(|at| {
        let other = &said.conds[*at];
        plain(other)
            && (other.joined || said.share_at.is_some() || said.figure.is_some())
            && said.conds[..*at].iter().any(|c| plain(c) && c.column == other.column && c.part == other.part)
            && !said.conds[..*at].iter().any(|c| c.values.iter().any(|v| other.values.contains(v)))
    })?;
    let column = &said.conds[at].column;
    let first = said.conds.iter().position(|c| plain(c) && c.column == *column)?;
    let asked = said.share_at.is_some() || said.count || said.figure.is_some();
    let only = |gone: usize| {
        let mut one = said.clone();
        one.conds.remove(gone);
        one
    };
    (asked && said.groups.is_empty() && said.times.len() < 2 && !said.compare).then(|| (only(at), only(first)))
}

fn halves(said: &Said) -> Option<(Said, Said)> {
    if !said.groups.is_empty() || said.times.len() > 1 || said.rank > 0 || said.share_at.is_some() {
        return None;
    }
    let of_values = |c: &Cond| {
        matches!(c.column.as_str(), "product" | "category" | "subcategory" | "channel" | "segment" | "tier" | "region")
    };
    let without = |i: usize| {
        let mut one = said.clone();
        one.conds.remove(i);
        one.conds.iter_mut().for_each(|c| c.or = false);
        counted(one)
    };
    let at = (1..said.conds.len()).find(|i| {
        let (a, b) = (&said.conds[i - 1], &said.conds[*i]);
        let opposite = a.column == b.column && a.op == b.op && a.values == b.values && a.negated != b.negated;
        let than = said.compare_at.is_some_and(|than| a.at < than && than < b.at);
        opposite && (said.compare || b.or || b.joined)
            || (than || b.or && said.most || said.apart && b.joined)
                && a.column != b.column
                && [a, b].iter().all(|c| of_values(c) && !c.negated && c.values.len() == 1)
    })?;
    Some((without(at), without(at - 1)))
}

/// The questions of a text: from where to where.
pub(super) fn parts(text: &str) -> Vec<(usize, usize)> {
    const HEADS: [&str; 20] = [
        "the number of those",
        "the number of them",
        "the percentage of those",
        "the share of those",
        "the percentage of them",
        "the same for",
        "same for",
        "how many",
        "what share",
        "what percent",
        "which",
        "what is",
        "what was",
        "what's",
        "what are",
        "how long",
        "who",
        "what proportion",
        "what fraction",
        "compare",
    ];
    let mut cuts = Vec::new();
    let lower = text.to_lowercase();
    let quoted = |at: usize| text[..at].matches(['"', '“', '”']).count() % 2 == 1;
    if lower.len() == text.len() {
        for joint in [" and ", ", ", ", and ", " and also ", "; ", " & ", ". ", " also, ", " plus "] {
            for (at, _) in lower.match_indices(joint) {
                let rest = &lower[at + joint.len()..];
                if HEADS.iter().any(|h| rest.starts_with(h)) {
                    cuts.push((at, at + joint.len()));
                }
            }
        }
    }
    for (at, joint) in
        [" / ", " + "].iter().flat_map(|joint| lower.match_indices(joint)).filter(|_| lower.len() == text.len())
    {
        let rest = lower[at + joint.len()..].trim_start();
        if ["number of", "number that", "how many", "share", "percentage", "%"].iter().any(|h| rest.starts_with(h)) {
            cuts.push((at, at + joint.len()));
        }
    }
    for (at, c) in text.char_indices() {
        if matches!(c, '?' | ';') && !quoted(at) {
            cuts.push((at, at + 1));
        }
    }
    cuts.sort_unstable();
    let mut out = Vec::new();
    let mut from = 0;
    for (at, next) in cuts {
        if at >= from {
            out.push((from, at));
            from = next;
        }
    }
    out.push((from, text.len()));
    out.retain(|(from, to)| text[*from..*to].chars().any(char::is_alphanumeric));
    out
}

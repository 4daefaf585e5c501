//! Questions that go on from the one before: "and in December?", "how many of them by phone?", "that month".

use app::model::time::DateRange;
use chrono::{Datelike, Months, NaiveDate};

use super::asked::{Before, Want};
use super::said::{Cond, Group, Said};
use crate::query::ast::{Bucket, Dataset, Op};
use crate::query::range::{self, Resolved};

/// The question with what it leaves out taken from the one before.
pub fn merge(mut now: Said, before: &Before) -> Said {
    let then = &before.asked.said;
    let fresh = now.count
        || now.share_at.is_some()
        || now.figure.is_some()
        || now.distinct.is_some()
        || now.most
        || now.least
        || now.rank > 0
        || now.per.is_some()
        || now.change.is_some()
        || now.compare;
    // "and what share of 2023's?", "the same percentage for gold": of what was a share before.
    let again = now.share_at.is_some() && then.share_at.is_some();
    let again = again && (now.conds.is_empty() || now.again && now.that.iter().any(Option::is_none));
    let fresh = fresh && !again;
    if let Some(distinct) = &now.distinct
        && now.that.iter().any(Option::is_none)
        && now.noun_at.is_none()
        && then.groups.contains(distinct)
        && now.groups.is_empty()
    {
        now.distinct = None;
    }
    let narrowed = now.conds.len();
    // "what share of them complained?", "how many of them never wrote?", after customers were counted.
    if before.asked.query.dataset == Dataset::Customers && !now.that.is_empty() {
        now.of_customers |= now.share_at.is_some();
        now.customers_first |= now.absent.is_some();
    }
    // "how many companies had one? and how many had five or more?"
    if now.bound.is_some() && now.distinct.is_none() && now.groups.is_empty() && now.noun_at.is_none() {
        now.distinct.clone_from(&then.distinct);
    }
    // "how many of those companies had more than 20 such complaints?"
    let of_those = |group: &&Group| now.that.contains(&Some((*group).clone()));
    if now.bound.is_some()
        && now.distinct.is_none()
        && now.groups.is_empty()
        && let Some(group) = then.distinct.iter().chain(&then.groups).find(of_those)
    {
        now.distinct = Some(group.clone());
    }
    pointed(&mut now, before);
    // "which customer has the most cases? and how many complaints have they sent": no cases that were complaints.
    let own_noun = now.dataset.is_none() && now.conds.iter().any(|c| c.column == "kind" && !c.negated);
    if own_noun && then.dataset == Some(Dataset::Cases) && (now.conds.len() > narrowed || now.that.is_empty()) {
        now.dataset = Some(Dataset::Communications);
    }
    // "what share is that of all complaints?": what was counted before is the part.
    let of_before = now.share_at.is_some() && !now.that.is_empty() && now.conds.iter().all(|c| !c.part);
    // "how many mortgages? how many of them by fax? as a share of them?": what was narrowed last is the part.
    let narrowing = then.conds.iter().any(|c| c.carried) && then.conds.iter().any(|c| !c.carried && c.column != "kind");
    // "the manager of X? how many from that manager's clients": X only said which manager.
    let of_customer = |column: &str| matches!(column, "relationship_manager" | "tier" | "region" | "segment");
    let looked_up = now.conds.len() > narrowed && now.conds.last().is_some_and(|c| of_customer(&c.column));
    let mut replaced = false;
    let other_records = now.dataset == Some(Dataset::Cases)
        && then.dataset != Some(Dataset::Cases)
        && (now.that.is_empty() || now.theirs);
    let topical = |column: &str| matches!(column, "product" | "category" | "subcategory");
    let other_topic = now.same && now.conds.iter().any(|c| topical(&c.column));
    for cond in &then.conds {
        let same = now.conds.iter_mut().find(|c| c.column == cond.column);
        match same {
            Some(own) => {
                own.part = if again { cond.part } else { own.part || cond.part && !fresh };
                replaced = true;
            }
            // The other half of an "or" that this question says anew.
            None if cond.or && replaced || looked_up && cond.column == "customer" => {}
            None if other_topic && topical(&cond.column) => {}
            // "how many complaints did they send? and how many cases do they have?": not those of complaints.
            None if cond.column == "kind" && other_records => {}
            None => {
                replaced = false;
                let mut cond = cond.clone();
                let part = cond.column != "kind" && !(narrowing && cond.carried);
                cond.part = if of_before { part } else { cond.part && !fresh };
                cond.carried = true;
                // It stood before everything that is said now.
                cond.at = 0;
                now.conds.push(cond);
            }
        }
    }
    if let (Some(bucket), [(then, _)]) = (now.after, then.times.as_slice())
        && let Some(range) = then.range.to.and_then(|to| next(bucket, to))
    {
        now.after = None;
        now.times = vec![(Resolved::new(range), String::new())];
    }
    if let ([(then, _)], [(own, text)]) = (then.times.as_slice(), now.times.as_slice())
        && let Some(near) = nearest(own, text, then)
    {
        now.times = vec![(near, text.clone())];
    }
    if now.times.is_empty() {
        now.times.clone_from(&then.times);
    } else if now.compare && now.times.len() == 1 && then.times.len() == 1 && !now.previous && !now.year_before {
        now.times.extend(then.times.clone());
    }
    if !fresh {
        now.figure = then.figure;
        now.number = now.number.or_else(|| then.number.clone());
        now.distinct.clone_from(&then.distinct);
        now.of_customers |= then.of_customers;
        now.customers_first |= then.customers_first;
        now.absent = now.absent.or(then.absent);
        now.count = then.count;
        now.share_at = then.share_at;
        now.share_before = then.share_before;
        now.per = then.per;
        now.bound = now.bound.or(then.bound);
        now.change = then.change;
        now.previous |= then.previous;
        now.year_before |= then.year_before;
        if now.groups.is_empty() {
            now.groups.clone_from(&then.groups);
            (now.most, now.least, now.rank) = (then.most, then.least, then.rank);
            now.top = now.top.or(then.top);
            now.compare |= then.compare && then.times.len() < 2;
        }
    } else if now.number.is_none() && now.figure.is_some() && !now.count {
        now.number.clone_from(&then.number);
    }
    now.dataset = now.dataset.or(then.dataset);
    now.customers |= then.customers;
    now.noun_at = now.noun_at.or(Some(0));
    now.count |= then.count;
    for note in &then.notes {
        if !now.notes.contains(note) {
            now.notes.push(note.clone());
        }
    }
    now
}

/// "it", "that month", "that company": the value that led the answer before.
fn pointed(now: &mut Said, before: &Before) {
    let then = &before.asked.said;
    if now.that.is_empty() {
        return;
    }
    let (Some(group), Some(top)) = (then.groups.first(), &before.top) else { return };
    // "And which one in 2019?" asks anew which it is.
    let anew = now.which && now.groups.is_empty() && now.that == [None] && !now.times.is_empty();
    if anew && (then.most || then.least) {
        return;
    }
    let named = now.that.iter().flatten().any(|g| g == group);
    let led = matches!(before.asked.want, Want::Extreme) && now.groups.iter().all(|g| g != group);
    // "How many of its complaints in that month": the one, and the month beside it.
    let other = now.that.iter().flatten().any(|g| g != group) && !now.that.contains(&None);
    if !(named || led && !other) {
        return;
    }
    match group {
        Group::Column(column) if now.conds.iter().all(|c| c.column != *column) => {
            let cond = Cond {
                column: column.clone(),
                op: Op::Is,
                values: vec![top.clone()],
                labels: vec![top.clone()],
                negated: false,
                at: 0,
                plain: false,
                joined: false,
                or: false,
                part: false,
                carried: true,
            };
            now.conds.push(cond);
        }
        Group::Time(bucket) if now.times.is_empty() => {
            if let Some(range) = stretch(*bucket, top) {
                now.times.push((Resolved::new(range), top.clone()));
            }
        }
        _ => {}
    }
}

/// "and in Q2?" after "in Q1 2019": a time without a year is the one that lies nearest to the time of the question before.
fn nearest(own: &Resolved, text: &str, then: &Resolved) -> Option<Resolved> {
    let words = || text.split(|c: char| !c.is_alphanumeric());
    let dated = words().any(|w| w.len() == 4 && w.parse::<u16>().is_ok() || RELATIVE.contains(&w));
    let (from, to, latest) = (then.range.from?, then.range.to?, own.range.from?);
    let parse = |year: i32| range::parse(&format!("{text} {year}"), to.max(latest)).ok();
    let found =
        (from.year() - 1..=to.year() + 1).filter_map(parse).filter(|r| r.range.from.is_some_and(|f| f <= latest));
    let apart = |r: &Resolved| {
        let start = r.range.from.unwrap_or(from);
        if (from..=to).contains(&start) {
            0
        } else {
            (start - from).num_days().abs().min((start - to).num_days().abs())
        }
    };
    found.min_by_key(apart).filter(|_| !dated && !text.trim().is_empty())
}

/// Words that say when, counted from today.
const RELATIVE: [&str; 12] =
    ["this", "last", "past", "ago", "today", "yesterday", "previous", "current", "date", "since", "before", "now"];

/// The whole day, week, month, quarter or year that holds the day after `to`.
fn next(bucket: Bucket, to: NaiveDate) -> Option<DateRange> {
    let day = to.succ_opt()?;
    let name = match bucket {
        Bucket::Year => day.format("%Y").to_string(),
        Bucket::Quarter => format!("{}-Q{}", day.year(), day.month0() / 3 + 1),
        Bucket::Month => day.format("%Y-%m").to_string(),
        _ => day.to_string(),
    };
    stretch(bucket, &name)
}

/// The days of a time group: "2014-11", "2014-Q4", "2014-11-02".
fn stretch(bucket: Bucket, value: &str) -> Option<DateRange> {
    let month = |text: &str| format!("{text}-01").parse::<NaiveDate>().ok();
    let (from, months) = match bucket {
        Bucket::Month => (month(value)?, 1),
        Bucket::Quarter => {
            let (year, quarter) = value.split_once("-Q")?;
            let first = quarter.parse::<u32>().ok()? * 3 - 2;
            (NaiveDate::from_ymd_opt(year.parse().ok()?, first, 1)?, 3)
        }
        Bucket::Year => (NaiveDate::from_ymd_opt(value.parse().ok()?, 1, 1)?, 12),
        Bucket::Day => {
            let day = value.parse().ok()?;
            return Some(DateRange::new(day, day));
        }
        Bucket::Week => {
            let day: NaiveDate = value.parse().ok()?;
            return Some(DateRange::new(day, day.checked_add_days(chrono::Days::new(6))?));
        }
        Bucket::Weekday => return None,
    };
    let next = from.checked_add_months(Months::new(months))?;
    debug_assert!(next.day() == 1);
    Some(DateRange::new(from, next.pred_opt()?))
}

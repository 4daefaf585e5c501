//! Shares: what is the part, what is the whole, and where a percentage is no share but a change.

use app::model::time::DateRange;
use chrono::{Days, NaiveDate};

use crate::query::ast::Op;
use crate::query::range::Resolved;
use crate::query::words::asked::Refusal;
use crate::query::words::lexicon::Act;
use crate::query::words::said::{Cond, Said};

/// A percentage of what grew or fell is a change, and one that is only asked for at the end ("… came by chat, in %?")
/// is of what was asked before.
pub fn percent(said: &mut Said) {
    let Some(at) = said.percent_at.filter(|at| said.share_at == Some(*at) && !said.share_before) else { return };
    let two = said.times.len() == 2 || said.previous || said.year_before;
    if said.change.is_some() || (said.most || said.least) && said.compare && two {
        said.change.get_or_insert(Act::Change);
        said.share_at = None;
        (said.most, said.least, said.compare) = (false, false, false);
    } else if said.conds.iter().all(|c| c.at < at) {
        said.share_at = Some(said.count_at.unwrap_or(0));
    }
}

/// Marks the conditions that are the part of a share.
pub fn roles(said: &mut Said) {
    let Some(share) = said.share_at else { return };
    if said.rate {
        said.conds.iter_mut().for_each(|c| c.part = c.column == "sla_breached");
        return known(said);
    }
    // "servicemembers: what share of their complaints …".
    let theirs = said.theirs && !said.again && said.conds.iter().any(|c| c.at < share);
    let of_first = said.of_first || theirs && said.conds.iter().any(|c| c.at > share && c.column != "kind");
    let noun = said.noun_at.unwrap_or(usize::MAX);
    // "how much of what is filed under X is a complaint": what it is told to be is the part.
    let told = said
        .verb_at
        .is_some_and(|verb| verb > share && noun > verb && said.conds.iter().any(|c| c.at > share && c.at < verb));
    if told && !said.share_before && said.conds.iter().any(|c| c.at == noun && c.column == "kind") {
        said.conds.iter_mut().for_each(|c| c.part = c.at >= noun);
        return known(said);
    }
    let verb = said.verb_at.filter(|v| *v > share && *v > said.noun_at.unwrap_or(0).max(share));
    let is_noun = |c: &Cond| c.column == "kind" || c.at == noun;
    let before = !of_first && said.conds.iter().any(|c| c.at < share && !is_noun(c));
    let mut first = true;
    let parts: Vec<bool> = said
        .conds
        .iter()
        .map(|c| {
            let part = match verb {
                _ if said.only.contains(&c.at) => false,
                _ if said.among_at.is_some_and(|among| c.at > among) => false,
                // "share of negative ones among chats": what stands before "among" is the part.
                None if said.among_at.is_some_and(|among| noun > among) => c.at > share,
                _ if of_first && !said.share_before => c.at > share && !is_noun(c),
                _ if said.share_before => c.at <= share && !(is_noun(c) && said.conds.len() > 1),
                _ if before => c.at < share && !is_noun(c),
                Some(verb) => c.at > verb,
                None => c.at > noun && !is_noun(c),
            };
            // "… were about mortgages in Texas": the whole is Texas.
            let trails = part
                && !first
                && verb.is_some()
                && !c.joined
                && matches!(c.column.as_str(), "state" | "customer" | "tier" | "region" | "segment");
            first &= !part;
            part && !trails
        })
        .collect();
    let any = parts.contains(&true);
    let several = said.conds.iter().filter(|c| c.column != "kind").count() > 1;
    for (cond, part) in said.conds.iter_mut().zip(parts) {
        // "% negative emails" is of the emails.
        let whole = cond.column == "kind" || cond.at == noun && several;
        let rest = said.groups.is_empty() && !whole && !said.only.contains(&cond.at);
        cond.part = if any { part } else { rest };
    }
    known(said);
}

/// A share of late cases is one of those of which it is known.
fn known(said: &mut Said) {
    let late = said.conds.iter().find(|c| c.part && c.column == "sla_breached" && c.op == Op::Is);
    if let Some(late) = late {
        let mut known = Cond { op: Op::Missing, values: Vec::new(), negated: true, part: false, ..late.clone() };
        known.or = false;
        said.conds.insert(0, known);
    }
}

/// "open for more than 10 days": what is not resolved took no time yet, so the bound is one on its age.
pub fn aged(said: &mut Said, as_of: NaiveDate) -> Result<(), Refusal> {
    let waiting = |c: &Cond| {
        c.column == "status" && !c.negated && c.values.iter().all(|v| !matches!(v.as_str(), "resolved" | "closed"))
    };
    let took =
        |c: &Cond| c.column == "resolution_hours" && matches!(c.op, Op::More | Op::AtLeast | Op::Less | Op::AtMost);
    let Some(at) = said.conds.iter().position(took).filter(|_| said.conds.iter().any(waiting)) else { return Ok(()) };
    let hours: f64 = said.conds[at].values.first().and_then(|v| v.parse().ok()).unwrap_or(0.0);
    let days = hours / 24.0;
    if days.fract() != 0.0 || !(1.0..=36_500.0).contains(&days) || !said.times.is_empty() {
        return Err(Refusal::Ask(
            "How old what is not resolved is, I know in whole days, counted to the last day of the data.".into(),
        ));
    }
    let op = said.conds.remove(at).op;
    let back = |days: u64| as_of.checked_sub_days(Days::new(days));
    let days = days as u64;
    let range = match op {
        Op::More => DateRange { from: None, to: back(days + 1) },
        Op::AtLeast => DateRange { from: None, to: back(days) },
        Op::Less => DateRange { from: back(days - 1), to: Some(as_of) },
        _ => DateRange { from: back(days), to: Some(as_of) },
    };
    said.times.push((Resolved::new(range), String::new()));
    Ok(())
}

/// What no record can be both of: "from Citibank" and "from Equifax" without a word that says either.
pub fn impossible(said: &Said) -> Result<(), Refusal> {
    let plain = |c: &&Cond| c.op == Op::Is && !c.negated && !c.or && !matches!(c.column.as_str(), "tags" | "body");
    // "not from Texas … the ones without a state too": the one or the other, which is not said.
    let missing = |c: &Cond| c.op == Op::Missing && !c.part;
    let torn = said.conds.iter().filter(|c| missing(c)).find(|c| {
        let others = said.conds.iter().filter(|o| o.column == c.column && !o.part && !o.or);
        others.clone().any(|o| o.op == Op::Is || missing(o) && o.negated != c.negated)
            && !matches!(c.column.as_str(), "sla_breached" | "resolution_hours")
    });
    if let Some(torn) = torn {
        let column = torn.column.replace('_', " ");
        return Err(Refusal::Ask(format!(
            "What has no {column}, and what has which, are two questions: ask for each."
        )));
    }
    let conds: Vec<&Cond> = said.conds.iter().filter(plain).collect();
    let both = conds.iter().enumerate().find_map(|(i, a)| {
        let b = conds[i + 1..]
            .iter()
            .find(|b| a.column == b.column && a.part == b.part && a.values.iter().all(|v| !b.values.contains(v)))?;
        Some((a.labels.join(" or "), b.labels.join(" or "), a.column.replace('_', " ")))
    });
    match both {
        Some((a, b, column)) => Err(Refusal::Ask(format!(
            "No record has both {a} and {b} as its {column}. Ask for one of them, or for the one or the other."
        ))),
        None => Ok(()),
    }
}

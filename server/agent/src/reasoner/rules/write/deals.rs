//! Answers about deals: a score with its reasons, the worst of many, two figures compared.

use model::number::exact;
use model::run::Outcome;
use model::text::capital;
use serde_json::Value;

use super::super::plan;
use super::super::reading::Deals;
use super::rows::{list, number, text};
use super::text::{quote, table, things};
use super::{CitationIndex, finish, not_counted};
use crate::view::{Draft, View};
use skills::forecast::answer;

/// Rows shown of a list.
const MAX_ROWS: usize = 10;

/// The answer, from what its calls returned.
pub fn answer(deals: &Deals, view: &View<'_>) -> Draft {
    let cites = CitationIndex::for_view(view);
    let mut draft = Draft::default();
    let mut paragraphs = Vec::new();
    let why = deals.plan.case == "why";
    for planned in &deals.calls {
        let Some(call) = plan::made(view, planned) else {
            paragraphs.push(not_counted(None));
            continue;
        };
        let output = call.outcome.as_ref().and_then(Outcome::output);
        match (output, &call.outcome) {
            (Some(output), _) if why => paragraphs.extend(changed(&output.data, view.question(), &cites)),
            (Some(output), _) => paragraphs.extend(told(&call.tool, &output.data, &cites, &mut draft)),
            // An error is shown once, whichever calls looked up the deal.
            (None, Some(Outcome::Error { error, .. })) => {
                let text = answer::failed(error);
                if !paragraphs.contains(&text) {
                    paragraphs.push(text);
                }
            }
            (None, _) => paragraphs.push(not_counted(Some(call))),
        }
    }
    if why {
        draft.gaps.push(UNRECORDED.into());
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    draft.text = paragraphs.join("\n\n");
    draft.follow_ups = further(deals, view);
    finish(view, &cites, &mut draft);
    draft
}

/// What no source of deals keeps.
const UNRECORDED: &str = "Amounts show where a figure changed; for what reason a deal moved is not recorded, and neither are \
                          earlier states of a forecast.";
/// Words that suppose a change.
const FALLS: [&str; 18] = [
    "drop", "dropped", "dropping", "fall", "fell", "falling", "down", "decline", "declined", "decrease", "decreased",
    "low", "lower", "less", "shrink", "shrank", "miss", "worse",
];
const RISES: [&str; 13] = [
    "up", "rise", "rose", "rising", "increase", "increased", "grow", "grew", "growing", "high", "higher", "jump",
    "more",
];

/// Whether a figure changed as the question supposes, by how much, and where.
fn changed(data: &Value, question: &str, cites: &CitationIndex<'_>) -> Vec<String> {
    let names: Vec<&str> = list(data, "figures").iter().filter_map(Value::as_str).collect();
    let [one, other] = names.as_slice() else { return Vec::new() };
    let against = match *other {
        "weekAgo" => "a week ago",
        "quota" => "the quota",
        _ => text(data, "against"),
    };
    let line = |row: &Value| {
        let difference = number(row, "difference");
        let percent = row["percent"].as_f64().map(|p| format!(" ({}%)", exact(p.abs()))).unwrap_or_default();
        let by = money(&difference.abs().into(), data);
        let how = match difference {
            0.0 => "unchanged".to_owned(),
            up if up > 0.0 => format!("up by {by}{percent}"),
            _ => format!("down by {by}{percent}"),
        };
        (how, format!("{} against {}", money(&row[*one], data), money(&row[*other], data)))
    };
    let total = &data["all"];
    let words: Vec<String> = query::values::pick::words(question).into_iter().map(|(word, _)| word).collect();
    let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let difference = number(total, "difference");
    let premise = match (says(&FALLS), says(&RISES)) {
        (true, false) if difference >= 0.0 => "It did not fall: the",
        (false, true) if difference <= 0.0 => "It did not rise: the",
        _ => "The",
    };
    let (how, both) = line(total);
    let figure = if *one == "closed" { "sum of won deals" } else { name(one) };
    let lead = format!(
        "{premise} {figure}, {}, is {how} on {against}: {both}.{}{}",
        text(data, "period"),
        cites.rows([total]),
        cites.rows([data])
    );
    let by = text(data, "by");
    let row = |row: &Value| {
        let (how, both) = line(row);
        Some(format!("{}: {how}, {both}", capital(row[by].as_str().unwrap_or("none"))))
    };
    let rows = list(data, "rows");
    let head = (!rows.is_empty()).then(|| format!("By {}, the largest change first:", by.replace('_', " ")));
    [lead].into_iter().chain(head).chain([cites.lines(rows.iter().take(MAX_ROWS), row)]).collect()
}

fn told(tool: &str, data: &Value, cites: &CitationIndex<'_>, draft: &mut Draft) -> Vec<String> {
    match tool {
        "deal_health" if data.get("deals").is_some() => weakest(data, cites),
        "deal_health" => health(data, cites, draft),
        "query_metrics" if text(data, "metric") == "winRate" => rates(data, cites),
        "query_metrics" => figures(data, cites),
        "query_opportunities" => listed(data, cites),
        "calculate_variance" | "compare_periods" | "compare_regions" => versus(data, cites),
        _ => side(data, cites),
    }
}

/// "1,200 USD".
fn money(value: &Value, data: &Value) -> String {
    let unit = text(data, "unit");
    let number = exact(value.as_f64().unwrap_or(0.0));
    match unit {
        "" => number,
        "%" => format!("{number}%"),
        unit => format!("{number} {unit}"),
    }
}

/// The score, and each reason on a line.
fn health(data: &Value, cites: &CitationIndex<'_>, draft: &mut Draft) -> Vec<String> {
    let account = data["account"].as_str().map(|name| format!(" ({name})")).unwrap_or_default();
    let lead = format!(
        "{}{account} has a health score of {} of 100: {}.{}",
        text(data, "opportunityId"),
        exact(number(data, "score")),
        text(data, "healthTier"),
        cites.rows([data])
    );
    let line = |row: &Value| {
        let points = model::number::signed(row["points"].as_i64().unwrap_or(0) as f64);
        Some(format!("{} ({points})", text(row, "reason")))
    };
    let reasons = cites.lines(list(data, "reasons"), line);
    if let Some(unknown) = data["notKept"].as_str() {
        draft.gaps.push(format!("The source does not keep: {unknown}. That counts neither for nor against the deal."));
    }
    let note = data["note"].as_str().map(str::to_owned);
    [lead, reasons].into_iter().chain(note).collect()
}

/// How many deals there are and what they amount to, and the largest.
fn listed(data: &Value, cites: &CitationIndex<'_>) -> Vec<String> {
    let of = |result: &Value| -> Vec<String> {
        let deals = list(result, "opportunities");
        let total = number(result, "total");
        let state = text(result, "state");
        let verb = if state == "open" { "close" } else { "closed" };
        let closes =
            result["closes"].as_str().map(|days| format!(" that {verb} {}", between(days))).unwrap_or_default();
        let many = things(total, &format!("{state} deal"), &format!("{state} deals"));
        let lead = match total {
            0.0 => format!("There are no {state} deals{closes}.{}", cites.rows([result])),
            _ => format!("{many}{closes}: {} in all.{}", money(&result["amount"], data), cites.rows([result])),
        };
        let row = |row: &Value| {
            vec![
                format!("{}{}", text(row, "opportunityId"), cites.rows([row])),
                text(row, "account").into(),
                row.get("amount").map(|amount| money(amount, data)).unwrap_or_default(),
                text(row, "stage").into(),
                text(row, "closeDate").into(),
                text(row, "region").into(),
            ]
        };
        let heads = ["Deal", "Account", "Amount", "Stage", "Closes", "Region"];
        let rows = (!deals.is_empty()).then(|| table(&heads, deals.iter().map(row)));
        [lead].into_iter().chain(rows).collect()
    };
    list(data, "results").iter().flat_map(of).collect()
}

/// The number in each tier, and the worst.
fn weakest(data: &Value, cites: &CitationIndex<'_>) -> Vec<String> {
    let count = |row: &Value, field: &str| exact(number(row, field));
    let tiers = &data["tiers"];
    let lead = format!(
        "Of {} open deals, {} are critical, {} low, {} medium and {} high in health.{}",
        count(data, "open"),
        count(tiers, "critical"),
        count(tiers, "low"),
        count(tiers, "medium"),
        count(tiers, "high"),
        cites.rows([data, tiers])
    );
    let row = |row: &Value| {
        let amount = row.get("amount").map(|amount| money(amount, data)).unwrap_or_default();
        let why = format!("{}{}", quote(text(row, "reasons")), cites.rows([row]));
        vec![
            text(row, "opportunityId").into(),
            text(row, "account").into(),
            amount,
            count(row, "score"),
            text(row, "healthTier").into(),
            why,
        ]
    };
    let deals = list(data, "deals");
    if deals.is_empty() {
        return vec![lead];
    }
    let heads = ["Deal", "Account", "Amount", "Health", "Tier", "Why"];
    vec![lead, "The weakest first:".into(), table(&heads, deals.iter().take(MAX_ROWS).map(row))]
}

/// One side of a deal: the tool's own sentence, with its rows.
fn side(data: &Value, cites: &CitationIndex<'_>) -> Vec<String> {
    let rows = ["signals", "roles", "issues"].iter().flat_map(|name| list(data, name));
    let cited = cites.rows([data].into_iter().chain(rows));
    let account = data["account"].as_str().map(|name| format!(" ({name})")).unwrap_or_default();
    let mut all = vec![format!("{}{account}. {}{cited}", text(data, "opportunityId"), quote(text(data, "says")))];
    let said = |row: &Value| Some(format!("{}: “{}”", capital(text(row, "weight")), quote(text(row, "said"))));
    all.push(cites.lines(list(data, "signals"), said));
    all
}

/// The name of a figure.
fn name(figure: &str) -> &str {
    match figure {
        "weekAgo" => "a week ago",
        "winRate" => "win rate",
        other => other,
    }
}

/// One figure compared with another, in total and by group.
fn versus(data: &Value, cites: &CitationIndex<'_>) -> Vec<String> {
    let names: Vec<&str> = list(data, "figures").iter().filter_map(Value::as_str).collect();
    let [one, other] = names.as_slice() else { return Vec::new() };
    let by = text(data, "by");
    let line = |row: &Value| {
        // The difference of two rates is in points, and has no rate of its own.
        if text(data, "unit") == "%" {
            let points = exact(number(row, "difference"));
            let (a, b) = (money(&row[*one], data), money(&row[*other], data));
            return format!("{} {a}, {} {b}: a difference of {points} points", name(one), name(other));
        }
        let percent = row["percent"].as_f64().map(|p| format!(" ({}%)", exact(p))).unwrap_or_default();
        format!(
            "{} {}, {} {}: a difference of {}{percent}",
            name(one),
            money(&row[*one], data),
            name(other),
            money(&row[*other], data),
            money(&row["difference"], data),
        )
    };
    let period = text(data, "period");
    let against = data["against"].as_str().map(|label| format!(" against {label}")).unwrap_or_default();
    let mut all = Vec::new();
    if let Some(total) = data.get("all") {
        let when = if *other == "weekAgo" { String::new() } else { format!("{period}{against}: ") };
        all.push(capital(&format!("{when}{}{}.{}", line(total), cites.rows([total]), cites.rows([data]))));
    } else {
        // The pipeline may cover other deals than the rest.
        let pipeline = data["pipelineOf"].as_str().filter(|label| *label != period);
        let pipeline = pipeline.map(|label| format!("; the pipeline is of {label}")).unwrap_or_default();
        all.push(format!("{one} and {other}, {period}{pipeline}.{}", cites.rows([data])));
    }
    let key = |row: &Value| capital(row[by].as_str().unwrap_or("none"));
    let line = |row: &Value| Some(format!("{}: {}", key(row), line(row)));
    all.push(cites.lines(list(data, "rows").iter().take(MAX_ROWS), line));
    all
}

/// The share of closed deals that were won, each with both of its counts.
fn rates(data: &Value, cites: &CitationIndex<'_>) -> Vec<String> {
    let line = |row: &Value| match row["winRate"].as_f64() {
        Some(rate) => {
            let (won, closed) = (exact(number(row, "wonDeals")), exact(number(row, "closedDeals")));
            format!("{}%, {won} of {closed} closed deals", exact(rate))
        }
        None => "no deal was won or lost, so there is none".to_owned(),
    };
    let total = &data["all"];
    let by = text(data, "by");
    let row = |row: &Value| Some(format!("{}: {}", capital(row[by].as_str().unwrap_or("none")), line(row)));
    let lead =
        format!("Win rate, {}: {}.{}{}", text(data, "period"), line(total), cites.rows([total]), cites.rows([data]));
    let rows = list(data, "rows");
    let more = rows.len().saturating_sub(MAX_ROWS);
    vec![
        lead,
        cites.lines(rows.iter().take(MAX_ROWS), row),
        if more > 0 { format!("And {more} more.") } else { String::new() },
        "Won deals among those that were won or lost; open deals are not among them.".to_owned(),
    ]
}

/// Pipeline, forecast, closed and quota.
fn figures(data: &Value, cites: &CitationIndex<'_>) -> Vec<String> {
    let line = |row: &Value, with: &[&str]| {
        let told = |field: &&str| Some(format!("{field} {}", money(row.get(*field)?, data)));
        let mut parts: Vec<String> = with.iter().filter_map(told).collect();
        parts.extend(row["attainmentPercent"].as_f64().map(|p| format!("attainment {}%", exact(p))));
        parts.join(", ")
    };
    let total = &data["all"];
    let open = exact(number(total, "openDeals"));
    let pipeline = total.get("pipeline").map(|value| format!("{}, ", money(value, data))).unwrap_or_default();
    // The pipeline may cover another period than the rest.
    let totals = format!("{}{}", line(total, &["forecast", "closed", "quota"]), cites.rows([total]));
    let mut all = vec![
        format!("{}: {totals}.{}", text(data, "period"), cites.rows([data])),
        format!("Pipeline: {pipeline}{open} deals ({}).{}", text(data, "pipelineOf"), cites.rows([total, data])),
    ];
    let by = text(data, "by");
    let row = |row: &Value| {
        let figures = line(row, &["pipeline", "forecast", "closed", "quota"]);
        Some(format!("{}: {figures}", row[by].as_str().unwrap_or("none")))
    };
    all.push(cites.lines(list(data, "rows").iter().take(MAX_ROWS), row));
    if let Some(missing) = data["notKept"].as_str() {
        all.push(format!("The sources do not keep what this would take: {missing}.{}", cites.rows([data])));
    }
    all
}

/// Follow-ups: the worst deal found, then the figures.
fn further(deals: &Deals, view: &View<'_>) -> Vec<String> {
    let outputs = deals.calls.iter().filter_map(|call| plan::made(view, call)?.outcome.as_ref()?.output());
    let worst = outputs.filter_map(|output| output.data.pointer("/deals/0/opportunityId")?.as_str());
    let worst = worst.map(|id| format!("How healthy is deal {id}?"));
    let more =
        ["Which deals are at risk?", "Forecast against quota by region", "How did the pipeline change from last week?"];
    worst.chain(more.map(str::to_owned)).take(4).collect()
}

/// "from 1 to 31 March 2026", "until 31 March 2026".
fn between(days: &str) -> String {
    if days.starts_with("until ") || days.starts_with("since ") { days.to_owned() } else { format!("from {days}") }
}

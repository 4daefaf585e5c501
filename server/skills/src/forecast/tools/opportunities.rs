//! `query_opportunities` (D-039, D-040): the deals for up to five requests, each within its limits, largest first.

use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::book::{DealSource, kept};
use crate::figures::{covered, round2};
use crate::forecast::Deal;
use crate::forecast::deal::Person;
use crate::forecast::request::{Request, TOGETHER, check_all};
use query::ast::{Condition, Filter, Op};
use tools::{Tool, ToolContext, ToolError, given};

#[derive(Deserialize, JsonSchema)]
struct Args {
    #[schemars(length(min = 1, max = TOGETHER))]
    requests: Vec<Request>,
}

pub fn tool() -> Tool {
    Tool::reads("query_opportunities", "Single deals, the largest first, and how many there are.", run)
}

/// A deal as a result row.
pub fn row(deal: &Deal) -> Map<String, Value> {
    let text = |text: &Option<String>| text.clone().map(Value::from);
    let owner = match &deal.owner {
        Person::Named(name) => Some(Value::from(name.clone())),
        Person::Nobody | Person::NotKept => None,
    };
    let cells = [
        ("opportunityId", Some(deal.id.clone().into())),
        ("account", text(&deal.account)),
        ("region", text(&deal.region)),
        ("stage", text(&deal.stage)),
        ("forecastCategory", text(&deal.forecast_category)),
        ("amount", deal.amount.map(|amount| json!(round2(amount)))),
        ("closeDate", deal.close.map(|day| json!(day))),
        ("owner", owner),
    ];
    cells.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// A request's conditions, and its days.
fn wanted(book: &DealSource, request: &Request) -> Result<(Vec<Filter>, DateRange), ToolError> {
    let mut all: Vec<Filter> = Vec::new();
    let nothing = || ToolError::new("No stage of the source says that a deal is in that state.");
    all.push(book.are(request.state.unwrap_or_default()).ok_or_else(nothing)?);
    if let Some(least) = request.stage_min {
        let none = || ToolError::new(format!("No stage of the source has a number of {least} or more."));
        all.push(book.from_stage(least).ok_or_else(none)?);
    }
    for (op, bound) in [(Op::AtLeast, request.amount_min), (Op::AtMost, request.amount_max)] {
        if let Some(bound) = bound {
            let column = book.needs("amount")?;
            all.push(Filter::Is(Condition { column, op, values: vec![bound.to_string()] }));
        }
    }
    if let Some(region) = &request.region {
        all.push(Filter::is(book.needs("region")?, [region.as_str()]));
    }
    all.extend(request.filters.iter().map(|(column, value)| Filter::is(column.clone(), [value.as_str()])));
    let closing = given(&request.time_range).map(|words| book.period(Some(words))).transpose()?;
    // Fiscal years are calendar years here.
    let days = request.days(1).or_else(|| closing.map(|period| period.range));
    Ok((all, days.unwrap_or(DateRange::ALL)))
}

async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    check_all(&args.requests)?;
    let book = DealSource::open(&ctx).await?;
    let id = book.needs("id")?;
    let (mut results, mut counted, mut read, mut told) = (Vec::new(), Vec::new(), 0, Vec::new());
    for (place, request) in args.requests.iter().enumerate() {
        let (filters, range) = wanted(&book, request)?;
        let (mut deals, cut) = book.deals(filters.clone(), range).await?;
        deals.sort_by(|a, b| b.amount.unwrap_or(0.0).total_cmp(&a.amount.unwrap_or(0.0)).then_with(|| a.id.cmp(&b.id)));
        let total = deals.len();
        read += total as i64;
        told.push(format!("{}{total} deals: {}", if cut { "more than " } else { "" }, request.purpose.trim()));
        let rows: Vec<Value> = deals.iter().take(request.limit() as usize).map(|deal| row(deal).into()).collect();
        let amount: f64 = deals.iter().filter_map(|deal| deal.amount).sum();
        let path = format!("/results/{place}");
        counted.push(book.counted(
            range,
            vec![
                FigureRule::at(&format!("{path}/total")).only(kept(filters.clone())).counts(""),
                FigureRule::at(&format!("{path}/amount")).only(kept(filters)),
                FigureRule::at(&format!("{path}/opportunities/*")).by(&id, &["/opportunityId"]),
            ],
        ));
        results.push(json!({
            "purpose": request.purpose.trim(),
            "state": request.state.unwrap_or_default(),
            "closes": (range != DateRange::ALL).then(|| range.label()),
            "total": total,
            "amount": round2(amount),
            "truncated": cut || total > rows.len(),
            "opportunities": rows,
        }));
    }
    let mut data = Map::from_iter([("asOf".to_owned(), json!(book.today)), ("results".into(), results.into())]);
    if !book.unit().is_empty() {
        data.insert("unit".into(), book.unit().into());
    }
    let coverage = Some(covered(read, "deals", DateRange::ALL));
    let summary = format!("{}.", told.join("; "));
    Ok(ToolOutput { data: data.into(), summary, coverage, counted, ..ToolOutput::default() })
}

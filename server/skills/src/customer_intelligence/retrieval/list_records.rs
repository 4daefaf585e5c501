//! `list_cases` and `list_communications`: the records themselves, one per row, filtered and sorted: whose they are,
//! their topic, their deadline, who looks after them.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;
use import::signals::{self, SIGNAL};
use model::answer::{SENDER_MARK, Source};
use model::record::{Case, CaseStatus, Communication, Customer, Priority};
use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::time::{day_of, full_time};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::counts::query_data::without_kind;
use super::super::counts::query_scope;
use crate::filters::{self, FilterArgs, ResolvedFilter};
use crate::{evidence, figures};
use query::ast::{Dataset, Filter, Query};
use query::describe::{self, Around};
use query::presets::GroupBy;
use query::{listing, presets};
use store::analytics::{Data, Order};
use store::{Db, records};
use tools::{Tool, ToolContext, ToolError, given};

/// Default and maximum rows.
const DEFAULT_ROWS: i64 = 20;
const MAX_ROWS: i64 = 50;
/// Maximum records as sources.
const MAX_SOURCES: usize = 10;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = filters::with_values_of_cases)]
struct CaseArgs {
    only: Option<Only>,
    #[schemars(extend("default" = "newest"))]
    sort: Option<CaseSort>,
    /// ≤ 50
    top: Option<i64>,
    /// Their owner.
    assigned_to: Option<String>,
    #[schemars(extend("x-values" = Priority::ALL))]
    priority: Option<String>,
    /// Only what this counts.
    #[schemars(extend("x-hidden" = true))]
    typed: Option<Query>,
    #[serde(flatten)]
    which: FilterArgs,
}

impl CaseArgs {
    /// The typed query with the conditions that are no filters of all tools.
    fn query(&self) -> Option<Query> {
        let own = [("assigned_to", &self.assigned_to), ("priority", &self.priority)];
        let own: Vec<Filter> =
            own.into_iter().filter_map(|(name, value)| Some(Filter::is(name, [given(value)?]))).collect();
        if own.is_empty() {
            return self.typed.clone();
        }
        let base = self.typed.clone().unwrap_or_else(|| Query { dataset: Dataset::Cases, ..Query::default() });
        Some(Query { filter: Filter::all(base.filter.clone().into_iter().chain(own).collect()), ..base })
    }
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(transform = base::schema::undescribed)]
enum Only {
    /// Still open after their deadline.
    Overdue,
    /// Open, in progress or pending.
    Unfinished,
    /// Unfinished, and critical or overdue.
    Urgent,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum CaseSort {
    Newest,
    Oldest,
    Deadline,
    Longest,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = filters::with_values)]
struct CommunicationArgs {
    #[schemars(extend("default" = "newest"))]
    sort: Option<CommunicationSort>,
    /// ≤ 50
    top: Option<i64>,
    /// Only what this counts.
    #[schemars(extend("x-hidden" = true))]
    typed: Option<Query>,
    #[serde(flatten)]
    which: FilterArgs,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum CommunicationSort {
    Newest,
    Oldest,
    MostNegative,
}

pub fn tools() -> [Tool; 2] {
    [
        Tool::reads(
            "list_cases",
            "Lists cases with deadline, owner, manager. For which ones, overdue ones, who looks after.",
            cases,
        ),
        Tool::reads(
            "list_communications",
            "Messages with their first words: which ones, the latest, the worst.",
            communications,
        ),
    ]
}

async fn cases(ctx: ToolContext, args: CaseArgs) -> Result<ToolOutput, ToolError> {
    let mut n = narrowed(&ctx, &args.which, args.query().as_ref(), Data::Cases).await?;
    if let Some(only) = args.only {
        let (test, name, says) = match only {
            Only::Overdue => (presets::overdue(), "overdue", "past their deadline and not finished"),
            Only::Urgent => (presets::urgent(), "urgent", "not finished, and critical or overdue"),
            Only::Unfinished => (presets::unfinished(), "unfinished", "not finished"),
        };
        n.subset.tests.push(test);
        n.used.insert("only".into(), name.into());
        n.mention(says);
    }
    let order = match args.sort.unwrap_or(CaseSort::Newest) {
        CaseSort::Newest => Order::Latest,
        CaseSort::Oldest => Order::Oldest,
        CaseSort::Deadline => Order::Deadline,
        CaseSort::Longest => Order::Longest,
    };
    let total = presets::count(&ctx.db, Data::Cases, &n.subset).await?;
    let found = listing::cases(&ctx.db, &n.subset, order, rows(args.top)).await?;
    n.settle_days(&ctx).await?;
    let customers = customers(&ctx.db, found.iter().map(|case| case.customer_id.as_str())).await?;
    let row = |case: &Case| {
        let customer = customers.get(&case.customer_id);
        let late = case.is_breached(ctx.as_of);
        json!({
            "id": case.id, "title": case.title,
            "customer": customer.map_or(case.customer_id.as_str(), |c| c.name.as_str()),
            "tier": customer.map(|c| c.tier), "product": case.product, "category": case.category,
            "priority": case.priority, "status": case.status, "opened": case.day,
            "deadline": case.sla_deadline.map(full_time), "pastDeadline": late,
            "ageDays": (ctx.as_of - case.day).num_days(), "daysLeft": left(case, ctx.as_of),
            "resolved": case.resolved_at.map(full_time), "assignedTo": case.assigned_to,
            "relationshipManager": customer.and_then(|c| c.relationship_manager.as_deref()),
        })
    };
    let sources = evidence::of_cases(&ctx.db, &found[..found.len().min(MAX_SOURCES)]).await?;
    Ok(listed(&n, total, found.iter().map(row).collect(), sources))
}

/// Days until the deadline of a case that is not finished; negative past it.
fn left(case: &Case, as_of: NaiveDate) -> Option<i64> {
    let open = CaseStatus::UNFINISHED.contains(&case.status);
    case.sla_deadline.filter(|_| open).map(|at| (day_of(at) - as_of).num_days())
}

async fn communications(ctx: ToolContext, args: CommunicationArgs) -> Result<ToolOutput, ToolError> {
    let mut n = narrowed(&ctx, &args.which, args.typed.as_ref(), Data::Communications).await?;
    let order = match args.sort.unwrap_or(CommunicationSort::Newest) {
        CommunicationSort::Newest => Order::Latest,
        CommunicationSort::Oldest => Order::Oldest,
        CommunicationSort::MostNegative => Order::MostNegative,
    };
    let total = presets::count(&ctx.db, Data::Communications, &n.subset).await?;
    let found = evidence::communications(&ctx.db, &n.subset, order, rows(args.top)).await?;
    n.settle_days(&ctx).await?;
    let customers = customers(&ctx.db, found.iter().map(|message| message.customer_id.as_str())).await?;
    // What customers announce is quoted by the sentence that announces it.
    let by_signal = !found.is_empty() && found.iter().all(|message| message.attributes.contains_key(SIGNAL));
    let row = |message: &Communication| {
        let customer = customers.get(&message.customer_id);
        let says = if by_signal { signals::sentence(message) } else { None };
        let (words, more) = says.map_or_else(|| evidence::opening(message), |says| (says, None));
        let mut row = json!({
            "id": message.id, "date": message.day,
            "customer": customer.map_or(message.customer_id.as_str(), |c| c.name.as_str()).to_owned() + mark(message),
            "tier": customer.map(|c| c.tier), "channel": message.channel, "kind": message.kind,
            "product": message.product, "category": message.category, "subcategory": message.subcategory,
            "sentiment": message.sentiment, "score": message.sentiment_score.map(figures::round2),
            "status": message.status, "caseId": message.case_id, "excerpt": words,
            "moreCharacters": more,
        });
        if let Some(signal) = message.attributes.get(SIGNAL) {
            row[SIGNAL] = signal.as_str().into();
        }
        row
    };
    let sources = evidence::of_communications(&ctx.db, &found[..found.len().min(MAX_SOURCES)], "").await?;
    let mut output = listed(&n, total, found.iter().map(row).collect(), sources);
    // Of announced moves it matters how many customers there are; other lists are spared the count.
    if by_signal {
        let by_customer = presets::by_group(&ctx.db, Data::Communications, &n.subset, GroupBy::Customer).await?;
        output.data["customers"] = by_customer.len().into();
    }
    Ok(output)
}

/// The mark beside the name of a customer who may not be the author.
fn mark(message: &Communication) -> &'static str {
    if message.is_unauthenticated() { SENDER_MARK } else { "" }
}

/// The rows as a result; its figures count all of the records, and each row is one of them.
fn listed(n: &ResolvedFilter, total: i64, list: Vec<Value>, sources: Vec<Source>) -> ToolOutput {
    let (name, many) = (n.data.as_str(), list.len());
    let shown = if total > many as i64 { format!(", of which the first {many} are listed") } else { String::new() };
    let rules = vec![FigureRule::count("/total"), FigureRule::at(&format!("/{name}/*")).by("@id", &["/id"])];
    let data = json!({
        "total": total, "listed": many, name: list, "timeRange": n.time_json(), "filters": n.used,
    });
    let summary = format!("{}{shown}.", n.counted_in_days(total));
    ToolOutput { sources, ..n.output(summary, data, (many as i64, total), rules) }
}

/// The filter from the arguments, and a typed query.
async fn narrowed(
    ctx: &ToolContext,
    which: &FilterArgs,
    typed: Option<&Query>,
    data: Data,
) -> Result<ResolvedFilter, ToolError> {
    let Some(query) = typed else { return filters::resolve_filter(ctx, which, data).await };
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    let checked = query_scope::checked(ctx, query, &vocabulary)?;
    let mut which = which.clone();
    which.base.time_range = which.base.time_range.or_else(|| query.time_range.clone());
    let mut n = filters::resolve_filter(ctx, &which, data).await?;
    if let Some(test) = checked.filter {
        if let Some(own) = without_kind(&test) {
            let Around { before, after } = describe::around(&own, &vocabulary);
            for (name, words) in [("adjectives", before.trim()), ("which", after.as_str())] {
                if !words.is_empty() {
                    n.used.insert(name.into(), words.into());
                }
            }
            n.mention(describe::which(&own, &vocabulary).trim());
        }
        n.subset.tests.push(test);
    }
    Ok(n)
}

fn rows(top: Option<i64>) -> u32 {
    u32::try_from(top.unwrap_or(DEFAULT_ROWS).clamp(1, MAX_ROWS)).unwrap_or(1)
}

/// By id; a record may name a customer who does not exist.
async fn customers(db: &Db, ids: impl Iterator<Item = &str>) -> Result<HashMap<String, Customer>, ToolError> {
    let ids: BTreeSet<String> = ids.map(str::to_owned).collect();
    let all = records::customers(db, &ids.into_iter().collect::<Vec<_>>()).await?;
    Ok(all.into_iter().map(|customer| (customer.id.clone(), customer)).collect())
}

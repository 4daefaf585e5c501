//! `create_case`: opens a case for a customer from its communications. Priority by A-114, deadline by A-113.

use model::answer::{Source, SourceKind};
use model::approval::{FieldChange, Proposal};
use model::record::{Case, Communication, Customer, Sentiment, priority};
use model::run::ToolOutput;
use model::time::{day_of, full_time};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{id_of, text};
use crate::evidence;
use crate::filters::{self, CommonFilterArgs};
use search::words;
use store::acts::Act;
use store::analytics::Data;
use store::records;
use tools::{ActContext, Plan, Tool, ToolContext, ToolError};

/// Maximum communications per case.
const MOST: usize = 20;
const HOUR_MS: i64 = 3_600_000;

/// What a proposal says of communications if it rests on none.
const NONE: &str = "none: no message of this customer on this was found";

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Args {
    /// The customer's id or name.
    customer_id: String,
    /// What it is about, in a few words; at most 200 characters.
    title: String,
    /// What happened and what is wanted; at most 5,000 characters.
    description: String,
    /// Ids of the communications that the case rests on, at most 20, all of this customer; may be empty.
    #[serde(default)]
    communication_ids: Vec<String>,
    /// The category, e.g. "Payment processing"; that of the communications if not given.
    category: Option<String>,
    /// The product: slug or name; that of the communications if not given.
    product: Option<String>,
}

pub fn tool() -> Tool {
    Tool::acts(
        "create_case",
        "Opens a case for a customer, on communications that were read before. It acts: a person sees the proposal and \
         must agree before anything happens. Use it only when the person asked for a case.",
        plan,
    )
}

async fn plan(ctx: ActContext, args: Args) -> Result<Plan, ToolError> {
    let base = CommonFilterArgs {
        customer_id: Some(text("customerId", &args.customer_id, 200)?),
        product: args.product,
        category: args.category,
        ..CommonFilterArgs::default()
    };
    let n = filters::resolve_filter(&ctx.tool, &base.into(), Data::Communications).await?;
    let customer = records::customer(&ctx.tool.db, n.subset.scope.customer_id.as_deref().unwrap_or_default()).await?;
    let title = text("title", &args.title, 200)?;
    let description = text("description", &args.description, 5_000)?;
    let (linked, elsewhere) = communications(&ctx.tool, &customer, &args.communication_ids).await?;
    // A message unrelated to the title does not decide where the case belongs.
    let about: Vec<Communication> = linked.iter().filter(|c| shares_a_word(c, &title)).cloned().collect();
    let category = n.subset.scope.category.clone().or_else(|| first(&about, |c| c.category.clone()));
    let product = n.subset.scope.product.clone().or_else(|| first(&about, |c| c.product.clone()));
    let feeling = worst(&linked);
    let case = Case {
        id: id_of("case", &ctx.key),
        customer_id: customer.id.clone(),
        title,
        description,
        category: category.clone(),
        subcategory: first(&about, |c| c.subcategory.clone().filter(|_| c.category == category)),
        product,
        priority: priority(customer.tier, feeling),
        created_at: ctx.now,
        updated_at: ctx.now,
        day: day_of(ctx.now),
        sla_deadline: Some(ctx.now + customer.tier.sla_hours() * HOUR_MS),
        source: "desk".into(),
        ..Case::default()
    };
    let proposal = proposal(&case, &customer, feeling, &linked, &elsewhere);
    let output = output(&ctx.tool, &case, &customer, &linked).await?;
    let communications = linked.into_iter().map(|c| c.id).collect();
    Ok(Plan { proposal, deed: Act::OpenCase { case: Box::new(case), communications }.into(), output })
}

/// The named communications without a case, and a remark about the others.
async fn communications(
    ctx: &ToolContext,
    customer: &Customer,
    ids: &[String],
) -> Result<(Vec<Communication>, Vec<String>), ToolError> {
    let mut ids: Vec<String> = ids.iter().map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()).collect();
    ids.dedup();
    if ids.len() > MOST {
        let message =
            format!("communicationIds names {} communications; name at most {MOST} that were read.", ids.len());
        return Err(ToolError::new(message));
    }
    if ids.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let found = records::communications(&ctx.db, &ids).await?;
    let visible = filters::visible(ctx, Data::Communications, &ids).await?;
    let known = |id: &String| visible.contains(id) && found.iter().any(|c| c.id == *id && c.customer_id == customer.id);
    if let Some(missing) = ids.iter().find(|id| !known(id)) {
        return Err(ToolError::new(format!("There is no communication {missing} of {}.", customer.name)));
    }
    let (free, taken): (Vec<_>, Vec<_>) = found.into_iter().partition(|c| c.case_id.is_none());
    let elsewhere: Vec<String> =
        taken.iter().map(|c| format!("{} stays with {}", c.id, c.case_id.as_deref().unwrap_or_default())).collect();
    if free.is_empty() {
        let message = format!("All of these belong to a case already: {}. Add a note there.", elsewhere.join(", "));
        return Err(ToolError::new(message));
    }
    Ok((free, elsewhere))
}

/// Whether a message's topic, subject or text has a content word of the title.
fn shares_a_word(c: &Communication, title: &str) -> bool {
    let wanted = words::distinct(title);
    let labels = [&c.category, &c.subcategory, &c.subject].into_iter().flatten().map(String::as_str);
    labels.chain([c.body.as_str()]).any(|text| words::distinct(text).iter().any(|stem| wanted.contains(stem)))
}

fn first<T>(all: &[Communication], of: impl Fn(&Communication) -> Option<T>) -> Option<T> {
    all.iter().find_map(of)
}

/// Negative if one of them is.
fn worst(all: &[Communication]) -> Option<Sentiment> {
    let negative = all.iter().any(|c| c.sentiment == Some(Sentiment::Negative));
    if negative { Some(Sentiment::Negative) } else { first(all, |c| c.sentiment) }
}

fn proposal(
    case: &Case,
    customer: &Customer,
    feeling: Option<Sentiment>,
    linked: &[Communication],
    elsewhere: &[String],
) -> Proposal {
    let messages = match (feeling, linked.len()) {
        (Some(Sentiment::Negative), 1) => "a negative message",
        (Some(Sentiment::Negative), _) => "negative messages",
        (_, 0) => "without messages",
        (_, 1) => "no negative message",
        (_, _) => "no negative messages",
    };
    let why = format!("a {} customer", customer.tier);
    let ids: Vec<&str> = linked.iter().map(|c| c.id.as_str()).collect();
    let besides = if elsewhere.is_empty() { String::new() } else { format!(" ({})", elsewhere.join(", ")) };
    let mut changes = vec![
        FieldChange::new("Customer", format!("{} ({})", customer.name, customer.id)),
        FieldChange::new("Title", &case.title),
        FieldChange::new("Description", &case.description),
        FieldChange::new("Priority", format!("{}: {why}, {messages}", case.priority)),
        FieldChange::new("SLA deadline", format!("{} hours after it is opened", customer.tier.sla_hours())),
        FieldChange::new(
            "Communications",
            if ids.is_empty() { NONE.to_owned() } else { format!("{}{besides}", ids.join(", ")) },
        ),
    ];
    for (field, value) in [("Category", &case.category), ("Product", &case.product)] {
        changes.extend(value.as_ref().map(|v| FieldChange::new(field, v)));
    }
    Proposal { title: format!("Open a case for {}", customer.name), changes }
}

async fn output(
    ctx: &ToolContext,
    case: &Case,
    customer: &Customer,
    linked: &[Communication],
) -> Result<ToolOutput, ToolError> {
    let due = case.sla_deadline.map(full_time).unwrap_or_default();
    let summary = format!(
        "Case {} was opened for {}: {}. Priority {}, due by {due}.",
        case.id, customer.name, case.title, case.priority
    );
    let mut sources = vec![Source {
        kind: SourceKind::Case,
        id: case.id.clone(),
        title: customer.name.clone(),
        excerpt: case.title.clone(),
        day: Some(case.day),
        ..Source::default()
    }];
    sources.extend(evidence::of_communications(&ctx.db, linked, "").await?);
    let data = json!({
        "caseId": case.id, "customerId": customer.id, "customerName": customer.name,
        "title": case.title, "status": case.status, "priority": case.priority, "category": case.category,
        "product": case.product, "opened": full_time(case.created_at), "slaDeadline": due,
        "slaHours": customer.tier.sla_hours(), "communications": linked.len(),
        "communicationIds": linked.iter().map(|c| &c.id).collect::<Vec<_>>(),
    });
    Ok(ToolOutput { data, summary, sources, ..ToolOutput::default() })
}

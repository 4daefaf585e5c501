//! The six tools for one side of one deal (D-030, D-039), each a function of the folder above over the deal.

use chrono::NaiveDate;
use model::run::ToolOutput;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::book::DealSource;
use super::health::of_deal;
use crate::figures::round2;
use crate::forecast::Deal;
use crate::forecast::alignment::{check_stage_alignment, stage};
use crate::forecast::credibility::analyze_forecast_credibility;
use crate::forecast::deal::Person;
use crate::forecast::momentum::analyze_deal_momentum;
use crate::forecast::signals::extract_risk_signals;
use crate::forecast::stakeholders::{analyze_stakeholder_coverage, detect_executive_presence};
use tools::{Tool, ToolContext};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Args {
    /// e.g. OPP-0007.
    #[serde(alias = "opportunity_id", alias = "dealId")]
    opportunity_id: String,
}

/// A side of a deal, and a sentence about it.
type Side = fn(&Deal, NaiveDate) -> (Value, String);

pub fn tools() -> Vec<Tool> {
    [
        (
            "extract_risk_signals",
            "Risks, blockers and red flags in a deal's notes, each with its sentence.",
            signals as Side,
        ),
        ("analyze_deal_momentum", "A deal's change in a week, its age and days without activity.", momentum),
        ("analyze_stakeholder_coverage", "Which of a deal's four roles are filled.", stakeholders),
        ("detect_executive_presence", "Whether an executive takes part in a deal.", executives),
        ("check_stage_alignment", "Whether a deal's stage, probability, category and judgement agree.", alignment),
        ("analyze_forecast_credibility", "How far a deal's forecast can be relied on.", credibility),
    ]
    .into_iter()
    .map(|(name, description, side)| {
        Tool::reads(name, description, move |ctx: ToolContext, args: Args| async move {
            let book = DealSource::open(&ctx).await?;
            let deal = book.deal(&args.opportunity_id).await?;
            Ok::<ToolOutput, _>(told(&book, &deal, side))
        })
    })
    .collect()
}

fn told(book: &DealSource, deal: &Deal, side: Side) -> ToolOutput {
    let (found, said) = side(deal, book.today);
    let mut data = Map::from_iter([("opportunityId".to_owned(), json!(deal.id)), ("asOf".into(), json!(book.today))]);
    data.extend(deal.account.clone().map(|account| ("account".to_owned(), account.into())));
    match found {
        Value::Object(found) => data.extend(found),
        other => {
            data.insert("found".into(), other);
        }
    }
    data.insert("says".into(), said.clone().into());
    of_deal(book, deal, data, format!("{}: {said}", deal.id))
}

fn value(of: impl Serialize) -> Value {
    json!(of)
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

fn signals(deal: &Deal, _: NaiveDate) -> (Value, String) {
    if deal.manager_notes.is_none() && deal.next_steps.is_none() && deal.red_flags.is_none() {
        return (json!({}), "It has no notes.".into());
    }
    let found = extract_risk_signals(deal);
    let words: Vec<&str> = found.signals.iter().map(|signal| signal.word.as_str()).collect();
    let flags = if found.red_flags { "Red flags were raised." } else { "No red flags were raised." };
    let said = match words.is_empty() {
        true => format!("Nothing in its notes warns. {flags}"),
        false => format!("Its notes warn: {}. {flags}", words.join(", ")),
    };
    (value(found), said)
}

fn momentum(deal: &Deal, as_of: NaiveDate) -> (Value, String) {
    let mut found = analyze_deal_momentum(deal, as_of);
    found.week_over_week = found.week_over_week.map(round2);
    let told = [
        found.week_over_week.map(|change| format!("{change:+}% in a week")),
        found.inactive_days.map(|days| format!("last activity {days} days ago")),
        found.age_days.map(|days| format!("open for {days} days")),
    ];
    let told: Vec<String> = told.into_iter().flatten().collect();
    let direction = value(found.direction).as_str().unwrap_or_default().to_owned();
    (
        value(found),
        format!("It is {direction}: {}.", if told.is_empty() { "nothing is kept".into() } else { told.join(", ") }),
    )
}

fn stakeholders(deal: &Deal, _: NaiveDate) -> (Value, String) {
    let found = analyze_stakeholder_coverage(deal);
    let roles = [
        ("owner", &deal.owner),
        ("sponsor", &deal.sponsor),
        ("executive sponsor", &deal.executive_sponsor),
        ("sales engineer", &deal.sales_engineer),
    ];
    let roles: Vec<Value> = roles
        .into_iter()
        .map(|(role, person)| match person {
            Person::Named(name) => json!({ "role": role, "name": name }),
            Person::Nobody => json!({ "role": role, "name": null }),
            Person::NotKept => json!({ "role": role, "notKept": true }),
        })
        .collect();
    let (filled, missing) = (listed(&found.filled), listed(&found.missing));
    let said = match found.count() {
        Some(n) => format!("{n} of its roles are filled ({filled}); missing: {missing}."),
        None => "The source keeps none of its roles.".into(),
    };
    (json!({ "filled": found.count(), "missing": found.missing.len(), "roles": roles }), said)
}

fn executives(deal: &Deal, _: NaiveDate) -> (Value, String) {
    let sponsor = match &deal.executive_sponsor {
        Person::Named(name) => json!(name),
        Person::Nobody | Person::NotKept => Value::Null,
    };
    let found = detect_executive_presence(deal);
    let contact = deal.contact_title.as_deref().unwrap_or("not kept");
    let said = match (found, &deal.executive_sponsor) {
        (Some(true), Person::Named(name)) => format!("Yes: {name} is its executive sponsor."),
        (Some(true), _) => format!("It has no executive sponsor, but its contact is one who decides: {contact}."),
        (Some(false), _) => format!("No: it has no executive sponsor, and the title of its contact is: {contact}."),
        (None, _) => "The source keeps neither executive sponsors nor titles of contacts.".into(),
    };
    (json!({ "executive": found, "executiveSponsor": sponsor, "contactTitle": deal.contact_title }), said)
}

fn alignment(deal: &Deal, _: NaiveDate) -> (Value, String) {
    let found = check_stage_alignment(deal);
    let said = match found.issues.is_empty() {
        true => "What is kept of its stage, probability, category and judgement agrees.".to_owned(),
        false => found.issues.join(" "),
    };
    let data = json!({
        "stage": deal.stage,
        "stageNumber": stage(deal),
        "probability": deal.probability,
        "forecastCategory": deal.forecast_category,
        "managerJudgement": deal.manager_judgement,
        "stageMismatch": found.stage_mismatch,
        "issues": found.issues,
    });
    (data, said)
}

fn credibility(deal: &Deal, _: NaiveDate) -> (Value, String) {
    let found = analyze_forecast_credibility(deal);
    let level = value(found.level).as_str().unwrap_or_default().to_owned();
    let reasons = [found.pro.as_slice(), &found.against].concat().join(" ");
    let said = if reasons.is_empty() { format!("{level}.") } else { format!("{level}. {reasons}") };
    (value(found), format!("Its credibility is {said}"))
}

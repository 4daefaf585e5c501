//! `detect_anomalies`: days and categories far from the rest, and whether one category dominates.

use chrono::NaiveDate;
use model::answer::Source;
use model::chart::Chart;
use model::run::ToolOutput;
use model::run::drill_through::{FigureRule, SharedValue};
use model::text::capital;
use model::time::{DateRange, full_date};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::counts::get_daily_volumes::with_zeros;
use super::outliers::{Method, Outlier, outliers};
use crate::filters::{self, FilterArgs, ResolvedFilter};
use crate::{evidence, figures};
use query::filter_codec;
use query::presets::{self, GroupBy};
use store::analytics::{Data, Order};
use tools::{ToolContext, ToolError};

/// Maximum values examined, the latest; and anomalies listed.
const ROWS: usize = 2_000;
const MAX_ANOMALIES: usize = 20;
/// Scored texts a day needs for its mean to be meaningful.
const MIN_SCORED_TEXTS: i64 = 3;
/// Concentration at which one category has too much, and far too much.
const MODERATE_HHI: f64 = 0.25;
const HIGH_HHI: f64 = 0.5;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// Else all three.
    field: Option<Field>,
    #[schemars(extend("x-hidden" = true, "default" = "zscore"))]
    method: Option<Way>,
    /// How far is too far; else 2 (zscore) or 1.5 (iqr).
    #[schemars(extend("x-hidden" = true))]
    threshold: Option<f64>,
    #[serde(flatten)]
    which: FilterArgs,
}

model::named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Field {
        Volume = "volume",
        Sentiment = "sentiment",
        Category = "category",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Way {
    Zscore,
    Iqr,
}

struct Anomaly {
    field: Field,
    /// The day, or the category.
    at: Option<NaiveDate>,
    category: Option<String>,
    o: Outlier,
    /// Topics of the day, with their number.
    why: Vec<(String, i64)>,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let method = match (args.method.unwrap_or(Way::Zscore), args.threshold) {
        (_, Some(t)) if !(t > 0.0 && t.is_finite()) => {
            return Err(ToolError::new(format!(
                "threshold is {t}. It must be above 0: 2.0 is usual for zscore, 1.5 for iqr."
            )));
        }
        (Way::Zscore, t) => Method::Zscore(t.unwrap_or(2.0)),
        (Way::Iqr, t) => Method::Iqr(t.unwrap_or(1.5)),
    };
    let mut n = filters::resolve_filter(&ctx, &args.which, Data::Communications).await?;
    n.settle_past_days(&ctx).await?;
    let fields = args.field.map_or(vec![Field::Volume, Field::Sentiment, Field::Category], |f| vec![f]);
    let wanted = |field| fields.contains(&field);
    let by_day = if wanted(Field::Volume) || wanted(Field::Sentiment) {
        presets::feeling_by(&ctx.db, &n.subset, GroupBy::Day).await?
    } else {
        Vec::new()
    };
    let dated = |keep: &dyn Fn(&presets::SentimentCounts) -> Option<f64>| -> Vec<(NaiveDate, f64)> {
        let mut all: Vec<_> =
            by_day.iter().filter_map(|f| Some((f.value.as_ref()?.parse::<NaiveDate>().ok()?, keep(f)?))).collect();
        all.sort_by_key(|(day, _)| *day);
        all.split_off(all.len().saturating_sub(ROWS))
    };
    let volumes = volumes(dated(&|f| Some(f.total as f64)), n.days);
    let moods = dated(&|f| (f.scored >= MIN_SCORED_TEXTS).then(|| f.score_sum / f.scored as f64));
    let groups = presets::by_group(&ctx.db, Data::Communications, &n.subset, GroupBy::Category).await?;
    let total: i64 = groups.iter().map(|(_, count)| count).sum();
    let categories: Vec<(String, i64)> =
        groups.into_iter().filter_map(|(name, count)| Some((name?, count))).take(ROWS).collect();

    let mut anomalies = Vec::new();
    let mut checked = Vec::new();
    let values = |all: &[(NaiveDate, f64)]| all.iter().map(|(_, value)| *value).collect::<Vec<_>>();
    let sizes = categories.iter().map(|(_, count)| *count as f64).collect();
    let looked_at = [(Field::Volume, values(&volumes)), (Field::Sentiment, values(&moods)), (Field::Category, sizes)];
    for (field, values) in looked_at.into_iter().filter(|(field, _)| wanted(*field)) {
        let (found, note) = outliers(&values, method);
        checked.push(json!({ "field": field.as_str(), "values": values.len(), "note": note }));
        anomalies.extend(found.into_iter().map(|o| {
            let (at, category) = match field {
                Field::Volume => (Some(volumes[o.at].0), None),
                Field::Sentiment => (Some(moods[o.at].0), None),
                Field::Category => (None, Some(categories[o.at].0.clone())),
            };
            Anomaly { field, at, category, o, why: Vec::new() }
        }));
    }
    let concentration = if wanted(Field::Category) { concentrated(&categories) } else { None };
    anomalies.sort_by(|a, b| {
        (b.o.high, b.o.distance)
            .partial_cmp(&(a.o.high, a.o.distance))
            .unwrap_or(std::cmp::Ordering::Equal)
            .then_with(|| a.at.cmp(&b.at))
    });
    let count = anomalies.len();
    anomalies.truncate(MAX_ANOMALIES);
    explain(&ctx, &n, &mut anomalies).await?;
    let summary = summary(&n, &anomalies, count, concentration.as_ref(), total);
    let data = json!({
        "anomalies": anomalies.iter().map(entry).collect::<Vec<_>>(), "anomalyCount": count,
        "concentration": concentration.as_ref().map(|c| json!({
            "hhi": c.hhi, "severity": c.severity, "category": c.category, "share": c.share,
        })),
        "checked": checked, "total": total,
        "timeRange": n.time_json(), "filters": n.used,
        "method": method.name(), "explanation": method.explained(),
    });
    let (sources, charts) = (sources(&ctx, &n, &anomalies).await?, charts(&n, &anomalies, &volumes));
    Ok(ToolOutput { sources, charts, ..n.output(summary, data, (total, total), counts(&anomalies)) })
}

/// Every day of the latest `ROWS` days, with 0 for those without records.
fn volumes(counted: Vec<(NaiveDate, f64)>, days: DateRange) -> Vec<(NaiveDate, f64)> {
    let (Some(from), Some(to)) = (days.from, days.to) else { return counted };
    let first = to.checked_sub_days(chrono::Days::new(ROWS as u64 - 1)).map_or(from, |d| d.max(from));
    let whole: Vec<(NaiveDate, i64)> = counted.iter().map(|(day, v)| (*day, *v as i64)).collect();
    with_zeros(&whole, DateRange::new(first, to)).into_iter().map(|(day, n)| (day, n as f64)).collect()
}

/// One dominant category.
struct Concentration {
    hhi: f64,
    severity: &'static str,
    category: String,
    share: f64,
}

/// The Herfindahl-Hirschman index: the sum of squared shares; 1 if everything is in one category.
fn concentrated(categories: &[(String, i64)]) -> Option<Concentration> {
    let whole: i64 = categories.iter().map(|(_, count)| count).sum();
    let hhi: f64 = categories.iter().map(|(_, count)| (*count as f64 / whole.max(1) as f64).powi(2)).sum();
    let (category, count) = categories.first().filter(|_| hhi > MODERATE_HHI)?;
    let severity = if hhi > HIGH_HHI { "high" } else { "medium" };
    Some(Concentration {
        hhi: figures::round2(hhi),
        severity,
        category: category.clone(),
        share: figures::share(*count, whole),
    })
}

/// Adds what the first few unusual days were about.
async fn explain(ctx: &ToolContext, n: &ResolvedFilter, anomalies: &mut [Anomaly]) -> Result<(), ToolError> {
    for anomaly in anomalies.iter_mut().take(8) {
        let Some(day) = anomaly.at.filter(|_| anomaly.o.value != 0.0) else { continue };
        let filter = n.subset.on(DateRange::new(day, day));
        let topics = presets::by_group(&ctx.db, Data::Communications, &filter, GroupBy::Topic).await?;
        anomaly.why = topics.into_iter().filter_map(|(name, count)| Some((name?, count))).take(3).collect();
    }
    Ok(())
}

/// The messages behind the figures.
fn counts(anomalies: &[Anomaly]) -> Vec<FigureRule> {
    let mut all = vec![FigureRule::count("/total")];
    for (at, a) in anomalies.iter().enumerate() {
        let row = FigureRule::at(&format!("/anomalies/{at}"));
        all.push(match a.field {
            Field::Volume => row.clone().counts("/value").by("@day", &["/date"]),
            Field::Sentiment => row.clone().by("@day", &["/date"]).only(filter_codec::json(&presets::scored())),
            Field::Category => row.clone().counts("/value").by("category", &["/category"]),
        });
        let day = SharedValue { column: "@day".into(), value: vec![format!("{}/date", row.path)], missing: None };
        let topic = FigureRule::at(&format!("{}/mostly/*", row.path)).counts("/count").by("@topic", &["/topic"]);
        all.push(topic.key(day));
    }
    all
}

fn entry(a: &Anomaly) -> Value {
    let (value, usual) = (figures::round2(a.o.value), figures::round2(a.o.usual));
    let mut entry = json!({
        "field": a.field.as_str(),
        "distance": figures::round2(a.o.distance), "direction": a.o.direction(), "severity": a.o.severity(),
        "mostly": a.why.iter().map(|(topic, count)| json!({ "topic": topic, "count": count })).collect::<Vec<_>>(),
    });
    let (is, was) = if a.field == Field::Sentiment { ("meanScore", "usualScore") } else { ("value", "usual") };
    match a.at {
        Some(day) => entry["date"] = json!(day),
        None => entry["category"] = json!(a.category),
    }
    entry[is] = json!(value);
    entry[was] = json!(usual);
    entry
}

/// "174 on 16 January 2026".
fn said(a: &Anomaly) -> String {
    let value = figures::round2(a.o.value);
    match (a.field, a.at, &a.category) {
        (Field::Sentiment, Some(day), _) => format!("a mean score of {value} on {}", full_date(day)),
        (_, Some(day), _) => format!("{value} on {}", full_date(day)),
        (_, None, category) => format!("{value} in {}", category.as_deref().unwrap_or("no category")),
    }
}

fn summary(
    n: &ResolvedFilter,
    anomalies: &[Anomaly],
    count: usize,
    concentration: Option<&Concentration>,
    total: i64,
) -> String {
    let counted = n.counted_in_days(total);
    let mut text = match anomalies.first() {
        None => format!("{counted}: nothing out of the ordinary."),
        Some(_) => {
            let list: Vec<String> = anomalies
                .iter()
                .take(3)
                .map(|a| format!("{} (usually {})", said(a), figures::round2(a.o.usual)))
                .collect();
            let many = if count == 1 { "anomaly" } else { "anomalies" };
            format!("{counted}: {count} {many}. Farthest from the rest: {}.", list.join(", "))
        }
    };
    if let Some(c) = concentration {
        let percent = (c.share * 100.0).round();
        text.push_str(&format!(
            " {} holds {percent}% of all with a category (concentration {}, {}).",
            c.category, c.hhi, c.severity
        ));
    }
    text
}

fn charts(n: &ResolvedFilter, anomalies: &[Anomaly], volumes: &[(NaiveDate, f64)]) -> Vec<Chart> {
    let (noun, days) = (n.noun(2), n.days.label());
    let mut charts = Vec::new();
    let of = |field| anomalies.iter().filter(move |a| a.field == field);
    if let Some(a) = of(Field::Volume).next() {
        let points: Vec<(NaiveDate, i64)> = volumes.iter().map(|(day, v)| (*day, *v as i64)).collect();
        let subtitle = format!("{} a day, {days}", capital(noun));
        charts.push(figures::days(capital(&said(a)), subtitle, noun, &points).about(n.scope(), |_| None));
    }
    let bars: Vec<(String, i64)> =
        of(Field::Category).filter_map(|a| Some((a.category.clone()?, a.o.value as i64))).collect();
    let mark = |i: usize| bars.get(i).and_then(|(category, _)| figures::of_category(Some(category)));
    if let Some((name, count)) = bars.first() {
        let finding = format!("{name} stands out: {}", figures::number(*count));
        let subtitle = format!("Categories that stand out, {days}");
        charts.push(figures::bars_of_no_whole(finding, subtitle, noun, &bars).about(n.scope(), mark));
    }
    let moods: Vec<(String, f64)> =
        of(Field::Sentiment).filter_map(|a| Some((full_date(a.at?), figures::round2(a.o.value)))).collect();
    if let Some((day, score)) = moods.first() {
        let finding = format!("Unusual sentiment on {day}: {score}");
        let subtitle = format!("Mean score of the days that stand out, {days}");
        charts.push(figures::values(finding, subtitle, "points", &moods));
    }
    charts
}

/// Messages of the unusual days.
async fn sources(ctx: &ToolContext, n: &ResolvedFilter, anomalies: &[Anomaly]) -> Result<Vec<Source>, ToolError> {
    let mut out: Vec<Source> = Vec::new();
    for a in anomalies.iter().take(3) {
        let mut subset = n.subset.clone();
        match (a.at, &a.category) {
            (Some(day), _) => subset.range = DateRange::new(day, day),
            (None, category) => subset.scope.category.clone_from(category),
        }
        let found = evidence::examples(&ctx.db, &subset, Order::MostNegative, 2).await?;
        out.extend(found.into_iter().filter(|s| !out.iter().any(|o| o.id == s.id)).collect::<Vec<_>>());
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concentration_is_that_of_the_index() {
        let of = |counts: &[i64]| {
            let all: Vec<(String, i64)> = counts.iter().map(|c| ("x".to_owned(), *c)).collect();
            concentrated(&all).map(|c| (c.hhi, c.severity))
        };
        assert_eq!(of(&[10]), Some((1.0, "high")));
        assert_eq!(of(&[6, 4]), Some((0.52, "high")));
        assert_eq!(of(&[5, 5]), Some((0.5, "medium")));
        assert_eq!(of(&[1, 1, 1, 1]), None);
        assert_eq!(of(&[]), None);
    }
}

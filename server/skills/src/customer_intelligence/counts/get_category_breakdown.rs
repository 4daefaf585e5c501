//! `get_category_breakdown`: the number of records by category, or by another property.

use model::answer::Source;
use model::chart::{Chart, Part, Step};
use model::run::drill_through::FigureRule;
use model::run::{FIELDS, Scope, ToolOutput};
use model::text::capital;
use model::time::DateRange;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Value, json};

use super::get_daily_volumes::DataType;
use crate::filters::{self, FilterArgs, ResolvedFilter};
use crate::{evidence, figures};
use query::ast::{Bucket, Condition, Filter, Op};
use query::presets::{self, GroupBy};
use query::values::Vocabulary;
use store::analytics::{Attribute, Data};
use tools::{ToolContext, ToolError};

/// Maximum groups, and subcategories per category. Months are listed in full, up to ten years.
const MAX_GROUPS: usize = 10;
const MAX_MONTHS: usize = 120;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    #[schemars(extend("default" = "communications"))]
    data_type: Option<DataType>,
    /// Else category.
    #[serde(default)]
    #[schemars(schema_with = "groups")]
    group_by: Option<String>,
    /// ≤ 10
    top: Option<i64>,
    #[serde(flatten)]
    which: FilterArgs,
}

/// What records are grouped by.
#[derive(Clone, Copy)]
struct By {
    /// The argument, and the name of the column.
    name: &'static str,
    key: GroupBy,
}

/// The records' own; the first is the default.
const BY: [By; 10] = [
    By { name: "category", key: GroupBy::Category },
    By { name: "subcategory", key: GroupBy::Topic },
    By { name: "product", key: GroupBy::Product },
    By { name: "customer", key: GroupBy::Customer },
    By { name: "channel", key: GroupBy::Channel },
    By { name: "kind", key: GroupBy::Kind },
    By { name: "tier", key: GroupBy::Tier },
    By { name: "sentiment", key: GroupBy::Sentiment },
    By { name: "status", key: GroupBy::Status },
    By { name: "month", key: GroupBy::Month },
];

/// And what only archives record.
fn every() -> impl Iterator<Item = By> {
    let archived = Attribute::ALL.iter().map(|own| By { name: own.as_str(), key: GroupBy::Attribute(*own) });
    BY.into_iter().chain(archived)
}

fn names() -> Vec<String> {
    every().map(|by| by.name.to_owned()).collect()
}

/// Models read of the records' own alone.
fn groups(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "x-values": BY.map(|by| by.name) })
}

impl By {
    fn find(name: Option<&str>) -> Result<Self, ToolError> {
        let Some(name) = name else { return Ok(BY[0]) };
        every().find(|by| by.name == name).ok_or_else(|| ToolError::unknown("groupBy", name, &names()))
    }

    /// The scope for a group with this value; `None` for months.
    fn mark(self, value: &str) -> Option<Scope> {
        let (field, _) = FIELDS.iter().find(|(_, column)| *column == self.name)?;
        let mut scope = Scope::default();
        scope.set(field, value);
        Some(scope)
    }
}

/// The counts of a category and a subcategory.
type Pair = ([Option<String>; 2], i64);

/// A group as listed.
struct Group {
    /// The value for a filter; `None` for records without one.
    value: Option<String>,
    label: String,
    count: i64,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let data = args.data_type.map_or(Data::Communications, Data::from);
    let by = By::find(args.group_by.as_deref())?;
    if data == Data::Cases && by.key.of_communications_only() {
        let name = by.name;
        let message = format!(
            "Cases have no {name}. Group communications by {name}, or cases by category, product, \
            customer, tier, status or month."
        );
        return Err(ToolError::new(message));
    }
    let mut n = filters::resolve_filter(&ctx, &args.which, data).await?;
    let most = if by.key == GroupBy::Month { MAX_MONTHS } else { MAX_GROUPS };
    let top = usize::try_from(args.top.unwrap_or(MAX_MONTHS as i64)).unwrap_or(1).clamp(1, most);
    let pairs = if by.key == GroupBy::Category {
        presets::by_columns(&ctx.db, data, &n.subset, ["category", "subcategory"]).await?
    } else {
        Vec::new()
    };
    let counted = match by.key {
        GroupBy::Category => categories(&pairs),
        _ => presets::by_group(&ctx.db, data, &n.subset, by.key).await?,
    };
    let total: i64 = counted.iter().map(|(_, count)| count).sum();
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    let mut groups = labelled(by, counted, &vocabulary);
    let all = groups.len();
    if by.key == GroupBy::Month {
        groups.sort_by(|a, b| a.value.cmp(&b.value));
        groups.drain(..groups.len().saturating_sub(top));
    } else {
        groups.truncate(top);
    }
    n.settle_days(&ctx).await?;
    let charts = if groups.len() < 2 { Vec::new() } else { vec![chart(&n, by, &groups, total)] };
    let sources = sources(&ctx, &n, by, &groups).await?;
    let list: Vec<Value> = groups.iter().map(|g| entry(g, by, &pairs, total)).collect();
    let listed: i64 = groups.iter().map(|g| g.count).sum();
    let mut result = json!({
        "total": total, "groupBy": by.name, "groupCount": all,
        "other": { "count": total - listed, "share": figures::share(total - listed, total) },
        "dataType": data.as_str(), "timeRange": n.time_json(), "filters": n.used,
    });
    result[if by.key == GroupBy::Category { "byCategory" } else { "groups" }] = list.into();
    let summary = summary(&n, by, &groups, all, total);
    let rules = counts(by, &groups, n.subset.range);
    Ok(ToolOutput { sources, charts, ..n.output(summary, result, (total, total), rules) })
}

/// The records behind the figures.
fn counts(by: By, groups: &[Group], range: DateRange) -> Vec<FigureRule> {
    let mut all = vec![FigureRule::count("/total")];
    let column = &by.key.column();
    let missing = format!("no {}", filters::noun(by.name));
    if by.key == GroupBy::Category {
        let row = FigureRule::at("/byCategory/*").counts("/count").by(column, &["/category"]).missing(&missing);
        let inner =
            FigureRule::at("/byCategory/*/subcategories/*").counts("/count").by("subcategory", &["/subcategory"]);
        all.extend([inner.key(row.by[0].clone()), row]);
    } else {
        all.push(FigureRule::at("/groups/*").counts("/count").by(column, &["/value", "/label"]));
    }
    if by.key == GroupBy::Month {
        // Earlier months are not listed.
        let first = groups.first().and_then(|group| Bucket::Month.days(group.value.as_deref()?)?.from?.pred_opt());
        all.extend(first.map(|to| FigureRule::at("/other").counts("/count").on(DateRange { to: Some(to), ..range })));
        return all;
    }
    let test = |value: Option<&str>| {
        Filter::Is(Condition {
            column: column.clone(),
            op: if value.is_some() { Op::Is } else { Op::Missing },
            values: value.into_iter().map(str::to_owned).collect(),
        })
    };
    let listed: Vec<Filter> = groups.iter().map(|group| test(group.value.as_deref())).collect();
    let other = (!listed.is_empty()).then(|| json!(Filter::Not(Box::new(Filter::Or(listed)))));
    all.extend(other.map(|other| FigureRule::at("/other").counts("/count").only(other)));
    all
}

/// Sums the subcategories of each category, largest first.
fn categories(pairs: &[Pair]) -> Vec<(Option<String>, i64)> {
    let mut sums: Vec<(Option<String>, i64)> = Vec::new();
    for ([category, _], count) in pairs {
        match sums.iter_mut().find(|(c, _)| c == category) {
            Some((_, sum)) => *sum += count,
            None => sums.push((category.clone(), *count)),
        }
    }
    sums.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    sums
}

fn labelled(by: By, counted: Vec<(Option<String>, i64)>, vocabulary: &Vocabulary) -> Vec<Group> {
    let label = |value: &str| match by.key {
        GroupBy::Month => figures::month(value),
        _ => vocabulary.readable(by.name, value),
    };
    let missing = format!("no {}", filters::noun(by.name));
    let group = |(value, count): (Option<String>, i64)| Group {
        label: value.as_deref().map_or_else(|| missing.clone(), label),
        value,
        count,
    };
    counted.into_iter().map(group).collect()
}

fn entry(g: &Group, by: By, pairs: &[Pair], total: i64) -> Value {
    let share = figures::share(g.count, total);
    if by.key != GroupBy::Category {
        let mut entry = json!({ "label": g.label, "count": g.count, "share": share });
        // The value for a filter, if it differs from the label.
        if g.value.as_ref() != Some(&g.label) {
            entry["value"] = json!(g.value);
        }
        return entry;
    }
    let subcategories: Vec<Value> = pairs
        .iter()
        .filter(|([category, subcategory], _)| *category == g.value && subcategory.is_some())
        .take(MAX_GROUPS)
        .map(|([_, subcategory], count)| {
            json!({ "subcategory": subcategory, "count": count, "share": figures::share(*count, g.count) })
        })
        .collect();
    json!({ "category": g.label, "count": g.count, "share": share, "subcategories": subcategories })
}

fn summary(n: &ResolvedFilter, by: By, groups: &[Group], all: usize, total: i64) -> String {
    let counted = n.counted_in_days(total);
    if total == 0 {
        return format!("{counted}.");
    }
    let name = filters::noun(by.name);
    let mut largest: Vec<&Group> = groups.iter().collect();
    largest.sort_by_key(|g| std::cmp::Reverse(g.count));
    let words = figures::shares_in_words(largest.iter().take(3).map(|g| (g.label.as_str(), g.count)), total);
    match all {
        1 => format!("{counted}, all of one {name}: {words}."),
        _ => format!(
            "{counted} by {name}: {words}{}.",
            if all > 3 { format!(", and {} more", all - 3) } else { String::new() }
        ),
    }
}

fn chart(n: &ResolvedFilter, by: By, groups: &[Group], total: i64) -> Chart {
    let noun = n.noun(2);
    let subtitle = format!("{} by {}, {}", capital(noun), filters::noun(by.name), n.days.label());
    let most = groups.iter().max_by_key(|g| g.count);
    let finding = most.map_or_else(String::new, |g| {
        format!("Most: {}, {}% of {}", capital(&g.label), figures::percent(g.count, total), figures::number(total))
    });
    if by.key == GroupBy::Month {
        let points: Vec<_> =
            groups.iter().filter_map(|g| Some((format!("{}-01", g.value.as_ref()?).parse().ok()?, g.count))).collect();
        let finding = most.map_or_else(String::new, |g| format!("Most in {}: {}", g.label, figures::number(g.count)));
        return figures::days(finding, subtitle, noun, &points)
            .about(n.scope(), |_| None)
            .stepped(Step::Month, Step::for_range(n.days));
    }
    if matches!(by.key, GroupBy::Sentiment | GroupBy::Status) {
        let column = by.name;
        let part = |g: &Group| Part {
            label: capital(&g.label),
            value: g.count as f64,
            tone: figures::tone(column, g.value.as_deref()),
            filter: g.value.as_deref().and_then(|value| by.mark(value)),
        };
        let parts = groups.iter().filter(|g| g.count > 0).map(part).collect();
        return figures::parts(finding, subtitle, noun, parts, n.scope());
    }
    let bars: Vec<(String, i64)> = groups.iter().map(|g| (g.label.clone(), g.count)).collect();
    let mark = |i: usize| groups.get(i).and_then(|g| by.mark(g.value.as_deref()?));
    figures::bars(finding, subtitle, noun, &bars, total).about(n.scope(), mark)
}

/// Examples of the largest group.
async fn sources(ctx: &ToolContext, n: &ResolvedFilter, by: By, groups: &[Group]) -> Result<Vec<Source>, ToolError> {
    let largest = groups.iter().max_by_key(|g| g.count).and_then(|g| g.value.as_deref());
    let named = matches!(by.key, GroupBy::Category | GroupBy::Topic | GroupBy::Product | GroupBy::Customer);
    let mark = largest.filter(|_| named).and_then(|value| by.mark(value)).unwrap_or_default();
    let subset = n.subset.with(|scope| *scope = scope.and(&mark));
    Ok(evidence::first(&ctx.db, n.data, &subset, None, 3).await?)
}

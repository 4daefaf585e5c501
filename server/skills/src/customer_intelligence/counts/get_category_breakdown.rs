//! `get_category_breakdown`: the number of records by category, or by another property.

use std::collections::HashMap;

use model::answer::Source;
use model::chart::{Chart, Part, Step};
use model::run::drill_through::FigureRule;
use model::run::{Scope, ToolOutput};
use model::text::capital;
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::get_daily_volumes::DataType;
use crate::filters::{self, FilterArgs, ResolvedFilter};
use crate::{evidence, figures};
use query::ast::{Bucket, Condition, Filter, Op};
use query::presets::{self, GroupBy, Pair};
use query::values;
use store::analytics::{self, Attribute, Data};
use store::records;
use tools::{ToolContext, ToolError};

/// Maximum groups, and subcategories per category. Months are listed in full, up to ten years.
const GROUPS: usize = 10;
const MONTHS: usize = 120;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// Else communications.
    data_type: Option<DataType>,
    /// Else category. Cases have no channel, kind or sentiment.
    group_by: Option<By>,
    /// Groups to list, at most 10.
    top: Option<i64>,
    #[serde(flatten)]
    which: FilterArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum By {
    #[default]
    Category,
    Subcategory,
    Product,
    Customer,
    Channel,
    Kind,
    Tier,
    Sentiment,
    Status,
    State,
    SubProduct,
    CompanyResponse,
    Tags,
    Month,
}

/// How the groups of a property are counted and named.
struct Grouping {
    by: GroupBy,
    /// The column with their stored values.
    column: &'static str,
    /// The argument's spelling, and its name in words.
    name: &'static str,
    words: &'static str,
    /// The field of a scope for one of them.
    field: &'static str,
}

impl By {
    const fn grouping(self) -> Grouping {
        const fn of(by: GroupBy, column: &'static str, [name, words, field]: [&'static str; 3]) -> Grouping {
            Grouping { by, column, name, words, field }
        }
        use GroupBy as G;
        match self {
            Self::Category => of(G::Category, "category", ["category"; 3]),
            Self::Subcategory => of(G::Topic, "@topic", ["subcategory", "subcategory", "topic"]),
            Self::Product => of(G::Product, "product", ["product"; 3]),
            Self::Customer => of(G::Customer, "@customer", ["customer", "customer", "customerId"]),
            Self::Channel => of(G::Channel, "channel", ["channel"; 3]),
            Self::Kind => of(G::Kind, "kind", ["kind"; 3]),
            Self::Tier => of(G::Tier, "tier", ["tier"; 3]),
            Self::Sentiment => of(G::Sentiment, "sentiment", ["sentiment"; 3]),
            Self::Status => of(G::Status, "status", ["status"; 3]),
            Self::State => of(G::Attribute(Attribute::State), "=state", ["state"; 3]),
            Self::SubProduct => {
                of(G::Attribute(Attribute::SubProduct), "=sub_product", ["sub_product", "sub-product", "subProduct"])
            }
            Self::CompanyResponse => of(
                G::Attribute(Attribute::CompanyResponse),
                "=company_response",
                ["company_response", "response of the company", "companyResponse"],
            ),
            Self::Tags => of(G::Attribute(Attribute::Tags), "=tags", ["tags", "tag", "tags"]),
            Self::Month => of(G::Month, "@month", ["month", "month", ""]),
        }
    }

    /// The scope for a group with this value.
    fn mark(self, value: &str) -> Option<Scope> {
        let mut scope = Scope::default();
        scope.set(self.grouping().field, value);
        (self != Self::Month).then_some(scope)
    }
}

/// A group as listed.
struct Group {
    /// The value for a filter; `None` for records without one.
    value: Option<String>,
    label: String,
    count: i64,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let data = args.data_type.map_or(Data::Communications, Data::from);
    let by = args.group_by.unwrap_or_default();
    if data == Data::Cases && by.grouping().by.of_communications_only() {
        let name = by.grouping().name;
        let message = format!(
            "Cases have no {name}. Group communications by {name}, or cases by category, product, \
            customer, tier, status or month."
        );
        return Err(ToolError { message, suggestion: Some("communications".into()) });
    }
    let mut n = filters::resolve_filter(&ctx, &args.which, data).await?;
    let most = if by == By::Month { MONTHS } else { GROUPS };
    let top = usize::try_from(args.top.unwrap_or(MONTHS as i64)).unwrap_or(1).clamp(1, most);
    let pairs = if by == By::Category { presets::by_pair(&ctx.db, data, &n.subset).await? } else { Vec::new() };
    let counted = match by {
        By::Category => categories(&pairs),
        _ => presets::by_group(&ctx.db, data, &n.subset, by.grouping().by).await?,
    };
    let total: i64 = counted.iter().map(|(_, count)| count).sum();
    let mut groups = labelled(&ctx, by, counted).await?;
    let all = groups.len();
    if by == By::Month {
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
        "total": total, "groupBy": by.grouping().name, "groupCount": all,
        "other": { "count": total - listed, "share": figures::share(total - listed, total) },
        "dataType": data.as_str(), "timeRange": n.time_json(), "filters": n.used,
    });
    result[if by == By::Category { "byCategory" } else { "groups" }] = list.into();
    let summary = summary(&n, by, &groups, all, total);
    let rules = counts(by, &groups, n.subset.range);
    Ok(ToolOutput { sources, charts, ..n.output(summary, result, (total, total), rules) })
}

/// The records behind the figures.
fn counts(by: By, groups: &[Group], range: DateRange) -> Vec<FigureRule> {
    let mut all = vec![FigureRule::count("/total")];
    let Grouping { column, words, .. } = by.grouping();
    let missing = format!("no {words}");
    if by == By::Category {
        let row = FigureRule::at("/byCategory/*").counts("/count").by(column, &["/category"]).missing(&missing);
        let inner =
            FigureRule::at("/byCategory/*/subcategories/*").counts("/count").by("subcategory", &["/subcategory"]);
        all.extend([inner.key(row.by[0].clone()), row]);
    } else {
        all.push(FigureRule::at("/groups/*").counts("/count").by(column, &["/value", "/label"]));
    }
    if by == By::Month {
        // Earlier months are not listed.
        let first = groups.first().and_then(|group| Bucket::Month.days(group.value.as_deref()?)?.from?.pred_opt());
        all.extend(first.map(|to| FigureRule::at("/other").counts("/count").on(DateRange { to: Some(to), ..range })));
        return all;
    }
    let test = |value: Option<&str>| {
        Filter::Is(Condition {
            column: column.to_owned(),
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
    for (category, _, count) in pairs {
        match sums.iter_mut().find(|(c, _)| c == category) {
            Some((_, sum)) => *sum += count,
            None => sums.push((category.clone(), *count)),
        }
    }
    sums.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    sums
}

async fn labelled(ctx: &ToolContext, by: By, counted: Vec<(Option<String>, i64)>) -> Result<Vec<Group>, ToolError> {
    let names: HashMap<String, String> = match by {
        By::Product => records::products(&ctx.db).await?.into_iter().map(|p| (p.slug, p.name)).collect(),
        By::Customer => {
            let ids: Vec<String> = counted.iter().take(GROUPS).filter_map(|(id, _)| id.clone()).collect();
            analytics::customer_names_of(&ctx.db, &ids).await?
        }
        _ => HashMap::new(),
    };
    let label = |value: &str| match by {
        By::Month => {
            let first = format!("{value}-01").parse::<chrono::NaiveDate>();
            first.map_or_else(|_| value.to_owned(), |day| day.format("%B %Y").to_string())
        }
        By::State => values::state(value).map_or_else(|| value.to_owned(), |(_, name)| name.to_owned()),
        By::Status => value.replace('_', " "),
        _ => names.get(value).cloned().unwrap_or_else(|| value.to_owned()),
    };
    let missing = format!("no {}", by.grouping().words);
    let group = |(value, count): (Option<String>, i64)| Group {
        label: value.as_deref().map_or_else(|| missing.clone(), label),
        value,
        count,
    };
    Ok(counted.into_iter().map(group).collect())
}

fn entry(g: &Group, by: By, pairs: &[Pair], total: i64) -> Value {
    let share = figures::share(g.count, total);
    if by != By::Category {
        let mut entry = json!({ "label": g.label, "count": g.count, "share": share });
        // The value for a filter, if it differs from the label.
        if g.value.as_ref() != Some(&g.label) {
            entry["value"] = json!(g.value);
        }
        return entry;
    }
    let subcategories: Vec<Value> = pairs
        .iter()
        .filter(|(category, subcategory, _)| *category == g.value && subcategory.is_some())
        .take(GROUPS)
        .map(|(_, subcategory, count)| {
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
    let name = by.grouping().words;
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
    let subtitle = format!("{} by {}, {}", capital(noun), by.grouping().words, n.days.label());
    let most = groups.iter().max_by_key(|g| g.count);
    let finding = most.map_or_else(String::new, |g| {
        format!("Most: {}, {}% of {}", capital(&g.label), figures::percent(g.count, total), figures::number(total))
    });
    if by == By::Month {
        let points: Vec<_> =
            groups.iter().filter_map(|g| Some((format!("{}-01", g.value.as_ref()?).parse().ok()?, g.count))).collect();
        let finding = most.map_or_else(String::new, |g| format!("Most in {}: {}", g.label, figures::number(g.count)));
        return figures::days(finding, subtitle, noun, &points)
            .about(n.scope(), |_| None)
            .stepped(Step::Month, Step::for_range(n.days));
    }
    if matches!(by, By::Sentiment | By::Status) {
        let column = by.grouping().name;
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
    let mut subset = n.subset.clone();
    if let (By::Category | By::Subcategory | By::Product | By::Customer, Some(value)) = (by, largest) {
        subset.scope.set(by.grouping().field, value);
    }
    Ok(evidence::first(&ctx.db, n.data, &subset, None, 3).await?)
}

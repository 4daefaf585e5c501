//! The page of metrics: tiles, days, a table by the chosen grouping, and the remainder of today's limits.

pub mod calibration;

use std::sync::Arc;

use chrono::NaiveDate;
use leptos::prelude::*;

use super::chart::ChartView;
use super::chart::table::{Column, framed};
use super::form::{SelectField, TextField};
use super::section::{self, Section};
use super::words;
use crate::model::chart::{Chart, Drawing, Point};
use crate::model::review::usage::{Budget, By, Number, UsageRow};
use crate::model::run::Scope;
use crate::model::text::capital;
use crate::model::time::DateRange;
use crate::{i18n, id, t};

/// The numbers of the tiles.
const TILES: [Number; 8] = [
    Number::Questions,
    Number::Answered,
    Number::Refused,
    Number::Warned,
    Number::ThumbsDown,
    Number::Most,
    Number::Tokens,
    Number::Cost,
];
/// The numbers drawn by day.
const DRAWN: [Number; 3] = [Number::Questions, Number::Refused, Number::Most];

/// The link of a row's number.
pub type Href = Arc<dyn Fn(&str, Number) -> String + Send + Sync>;

fn written(number: Number, value: Option<f64>) -> String {
    let Some(value) = value else { return "–".to_owned() };
    match number {
        Number::FirstHalf | Number::FirstMost | Number::Half | Number::Most => words::duration(value as i64),
        Number::Cost => words::dollars(value),
        _ => i18n::locale().exact(value),
    }
}

/// The name of a number, in a sentence.
fn named(number: Number) -> String {
    t!(match number {
        Number::Questions => id!("usage-questions"),
        Number::Answered => id!("usage-answered"),
        Number::Refused => id!("usage-refused"),
        Number::Warned => id!("usage-warned"),
        Number::Failed => id!("usage-failed"),
        Number::ThumbsUp => id!("usage-thumbs-up"),
        Number::ThumbsDown => id!("usage-thumbs-down"),
        Number::Good => id!("usage-good"),
        Number::Bad => id!("usage-bad"),
        Number::FirstHalf => id!("usage-first-half"),
        Number::FirstMost => id!("usage-first-most"),
        Number::Half => id!("usage-half"),
        Number::Most => id!("usage-most"),
        Number::Tokens => id!("usage-tokens"),
        Number::Cached => id!("usage-cached"),
        Number::Cost => id!("usage-cost"),
        Number::Calls => id!("usage-calls"),
        Number::CallErrors => id!("usage-call-errors"),
    })
}

/// Days and grouping: a plain form, with and without scripts.
#[component]
pub fn Choose(from: NaiveDate, to: NaiveDate, by: By) -> impl IntoView {
    let day = |name: &'static str, label: String, value: NaiveDate| {
        let id = format!("usage-{name}");
        view! { <TextField id label name width="date" kind="date" value=value.to_string() /> }
    };
    let all = By::ALL.iter().map(|one| (one.to_string(), t!("usage-by", by = one.as_str()))).collect();
    view! {
        <form class="toolbar" role="search" aria-label=t!("usage-days") method="get" action="/usage">
            {day("from", t!("usage-from"), from)}
            {day("to", t!("usage-to"), to)}
            <SelectField id="usage-by" label=t!("usage-by-what") name="by" all chosen=by.as_str() />
            <button class="button" data-size="small">
                {t!("usage-show")}
            </button>
        </form>
    }
    .into_any()
}

#[component]
pub fn Tiles(all: UsageRow, href: Box<dyn Fn(Number) -> String + Send + Sync>) -> impl IntoView {
    let tile = |number: &Number| {
        let value = view! { <a href=href(*number)>{written(*number, all.number(*number))}</a> };
        section::tile(capital(&named(*number)), value)
    };
    view! { <dl class="figure-tiles">{TILES.iter().map(tile).collect_view()}</dl> }.into_any()
}

/// Numbers by day; each day links to its sessions.
#[component]
pub fn Days(days: Vec<UsageRow>, from: NaiveDate, to: NaiveDate) -> impl IntoView {
    let of = i18n::range(&DateRange { from: Some(from), to: Some(to) });
    let chart = |number: Number| {
        let seconds = number == Number::Most;
        // A day without questions has a count, but no time.
        let value = |day: NaiveDate| {
            let row = days.iter().find(|row| row.key == day.to_string());
            let value = row.and_then(|row| row.number(number));
            if seconds { value.map(|ms| ms / 1000.0) } else { Some(value.unwrap_or_default()) }
        };
        let range = from.iter_days().take_while(|day| *day <= to);
        let points = range.filter_map(|day| Some(Point { day, value: value(day)? }));
        let unit = if seconds { t!("usage-seconds") } else { named(number) };
        let subtitle = t!("usage-days-of", unit = capital(&unit), days = of.as_str());
        let drawing = Drawing::days(unit, points.collect());
        let finding = capital(&named(number));
        let id = format!("usage-{}", number.as_str().replace([' ', ','], "-"));
        view! { <ChartView id chart=Chart { finding, subtitle, drawing, scope: Some(Scope::default()) } /> }
    };
    let charts = DRAWN.map(chart).into_iter().collect_view();
    view! {
        <Section id="usage-days" title=t!("usage-by-day") about=t!("usage-by-day-means")>
            <div class="charts">{charts}</div>
        </Section>
    }
    .into_any()
}

#[component]
pub fn Numbers(by: By, rows: Vec<UsageRow>, href: Href) -> impl IntoView {
    let name = move |key: &str| match by {
        By::Day => key.parse().map_or_else(|_| key.to_owned(), i18n::short_date),
        _ if key.is_empty() => t!("usage-none"),
        By::Skill => capital(&words::plain_name(key)),
        _ => key.to_owned(),
    };
    let figures = Number::ALL.iter().map(|number| Column::figures(&capital(&named(*number))));
    let columns = std::iter::once(Column::words(&t!("usage-by", by = by.as_str()))).chain(figures);
    let row = |row: &UsageRow| {
        let cell = |number: &Number| {
            let text = written(*number, row.number(*number));
            let counts = row.number(*number).is_some_and(|value| value > 0.0);
            let shown =
                if counts { view! { <a href=href(&row.key, *number)>{text}</a> }.into_any() } else { text.into_any() };
            view! { <td class="num">{shown}</td> }
        };
        view! {
            <tr>
                <th scope="row" class=(by == By::Day).then_some("nowrap")>{name(&row.key)}</th>
                {Number::ALL.iter().map(cell).collect_view()}
            </tr>
        }
    };
    let rows = rows.iter().map(row).collect_view().into_any();
    let table = framed(t!("usage-numbers"), None, columns, rows);
    let title = t!("usage-questions-by", by = by.as_str());
    view! {
        <Section id="usage-by-what" title about=t!("usage-questions-by-means")>{table}</Section>
    }
    .into_any()
}

/// The remaining budget of everybody who has asked today.
#[component]
pub fn Budgets(
    budgets: Vec<Budget>,
    /// Tokens and US dollars per day; 0 for no limit.
    limits: (u64, f64),
    href: fn(&str) -> String,
) -> impl IntoView {
    let (tokens, usd) = limits;
    let left = |Budget { tokens: used, cost_usd, .. }: &Budget| {
        let of_tokens = (tokens > 0).then(|| i18n::locale().exact((tokens as f64 - *used as f64).max(0.0)));
        let of_usd = (usd > 0.0).then(|| words::dollars((usd - cost_usd).max(0.0)));
        let none = || t!("usage-no-limit");
        (of_tokens.unwrap_or_else(none), of_usd.unwrap_or_else(none))
    };
    let row = |budget: &Budget| {
        let (of_tokens, of_usd) = left(budget);
        view! {
            <tr>
                <th scope="row">
                    <a href=href(&budget.person)>{budget.person.clone()}</a>
                </th>
                <td class="num">{i18n::whole(budget.tokens)}</td>
                <td class="num">{of_tokens}</td>
                <td class="num">{words::dollars(budget.cost_usd)}</td>
                <td class="num">{of_usd}</td>
            </tr>
        }
    };
    let rows = budgets.iter().map(row).collect_view().into_any();
    let figures =
        [id!("usage-tokens-used"), id!("usage-tokens-left"), id!("usage-dollars-used"), id!("usage-dollars-left")];
    let figures = figures.map(|id| Column::figures(&t!(id)));
    let columns = [Column::words(&t!("usage-by", by = By::Person.as_str()))].into_iter().chain(figures);
    let table = framed(t!("usage-limits"), None, columns, rows);
    view! {
        <Section id="usage-budgets" title=t!("usage-budgets") about=t!("usage-budgets-means")>{table}</Section>
    }
    .into_any()
}

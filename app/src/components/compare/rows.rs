//! How well two sources agree, in figures, and their rows with the difference as a bar.

use leptos::prelude::*;

use crate::components::chart::table::{Column, region};
use crate::components::form::PostButton;
use crate::components::frame::icon::Badge;
use crate::components::section::tile;
use crate::i18n::{self, locale};
use crate::model::sources::{CompareAsk, CompareResult, CompareRow};
use crate::model::text::capital;
use crate::{id, t};

/// A status for people (a text of the page), with its tone and icon.
fn status(name: &str) -> (&'static str, &'static str, &'static str) {
    match name {
        "match" => (id!("compare-match"), "positive", "check"),
        "minor_diff" => (id!("compare-minor"), "neutral", "dash"),
        _ => (id!("compare-major"), "negative", "warn"),
    }
}

#[component]
pub fn Summary(ask: CompareAsk, result: CompareResult) -> impl IntoView {
    let unit = if result.unit.is_empty() { String::new() } else { format!(" {}", result.unit) };
    let difference = result.total_a - result.total_b;
    let apart = format!("{}{unit}", locale().exact(difference));
    let apart = match result.total_a {
        0.0 => apart,
        total => t!("compare-difference-share", value = apart, percent = difference.abs() / total.abs() * 100.0),
    };
    let link = |name: &str, many: usize, says: &'static str| {
        let here = ask.status == name;
        let address =
            CompareAsk { status: if here { String::new() } else { name.to_owned() }, page: 1, ..ask.clone() }.address();
        view! {
            <a class="chip" href=address aria-current=here.then_some("true")>
                {t!(says, count = many)}
            </a>
        }
    };
    view! {
        <section class="compare-summary" aria-labelledby="compare-result">
            <h2 id="compare-result">{format!("{}.", result.interpretation.join(". "))}</h2>
            <dl class="figure-tiles">
                {tile(ask.a.clone(), format!("{}{unit}", locale().exact(result.total_a)))}
                {tile(ask.b.clone(), format!("{}{unit}", locale().exact(result.total_b)))}
                {tile(t!("compare-difference"), apart)}
                {tile(t!("compare-rows"), i18n::whole(result.rows))}
            </dl>
            <div class="row">
                {link("match", result.matches, id!("compare-count-match"))}
                {link("minor_diff", result.minor, id!("compare-count-minor"))}
                {link("major_diff", result.major, id!("compare-count-major"))}
                {(result.missing_in_a > 0)
                    .then(|| link("missing_in_a", result.missing_in_a, id!("compare-count-missing-first")))}
                {(result.missing_in_b > 0)
                    .then(|| link("missing_in_b", result.missing_in_b, id!("compare-count-missing-second")))}
                <PostButton action="/desk/ask" label=t!("compare-ask") sends=("query", ask.question()) kind="quiet" />
            </div>
        </section>
    }
    .into_any()
}

#[component]
pub fn Rows(ask: CompareAsk, result: CompareResult) -> impl IntoView {
    let pages = result.found.div_ceil(result.size.max(1)).max(1);
    let by = result.by.iter().map(|name| Column::Words(capital(&name.replace('_', " "))));
    let columns = by.chain([
        Column::Figures(ask.a.clone()),
        Column::Figures(ask.b.clone()),
        Column::Figures(t!("compare-difference")),
        Column::Heard(t!("compare-bar")),
        Column::figures("%"),
        Column::Words(t!("compare-class")),
    ]);
    let lines = result.listed.iter().map(|row| line(row, &ask, &result)).collect_view().into_any();
    let turn = |page: usize, says: String| {
        let address = CompareAsk { page, ..ask.clone() }.address();
        view! {
            <a class="button" data-kind="quiet" href=address>
                {says}
            </a>
        }
    };
    view! {
        {region(&t!("compare-rows"), "compare-table", Some(t!("compare-caption")), columns, lines)}
        <p class="row muted">
            {t!("compare-pages", count = result.found, page = ask.page.min(pages), pages = pages)}
            {(ask.page > 1).then(|| turn(ask.page - 1, t!("compare-previous")))} {(ask.page < pages).then(|| turn(ask.page + 1, t!("compare-next")))}
        </p>
    }
    .into_any()
}

fn line(row: &CompareRow, ask: &CompareAsk, result: &CompareResult) -> impl IntoView + use<> {
    let (says, tone, icon) = status(&row.status);
    let keys = result
        .by
        .iter()
        .zip(&row.key)
        .map(|(name, value)| {
            let mut only = CompareAsk { page: 1, status: String::new(), ..ask.clone() };
            only.filters.insert(name.clone(), value.clone());
            view! {
                <th scope="row">
                    <a href=only.address()>{value.clone()}</a>
                </th>
            }
        })
        .collect_view();
    let number = |value: Option<f64>| value.map_or_else(|| t!("compare-no-row"), |value| locale().exact(value));
    let share =
        if result.largest > 0.0 { (row.difference.abs() / result.largest * 100.0).clamp(0.0, 100.0) } else { 0.0 };
    let width = format!("inline-size: {share:.1}%");
    view! {
        <tr>
            {keys} <td class="num">{number(row.a)}</td> <td class="num">{number(row.b)}</td>
            <td class="num">{locale().exact(row.difference)}</td> <td class="bar-cell">
                {(share > 0.0).then(|| view! { <span class="bar" data-tone=tone style=width></span> })}
            </td> <td class="num">{row.percent.map(|percent| locale().exact(percent)).unwrap_or_default()}</td> <td>
                <Badge tone icon text=t!(says) />
                {row.because.clone().map(|because| view! { <span class="muted because">{because}</span> })}
            </td>
        </tr>
    }
}

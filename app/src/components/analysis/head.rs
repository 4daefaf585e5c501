//! The head of the analysis page: the current selection, the filters, and four figures with sparklines.

use leptos::prelude::*;

use super::place::Going;
use crate::components::chart::scale::at;
use crate::components::form::{chip, on_query, options};
use crate::model::analysis::{Choice, Screen, Surveys, Tile};
use crate::{i18n, t};

/// The id of the filters' form, which also includes the overview's days.
pub const FORM: &str = "analysis-filter";

#[component]
pub fn Head(screen: StoredValue<Screen>) -> impl IntoView {
    let going = expect_context::<Going>();
    let (range, volume) = screen.with_value(|s| (i18n::range(&s.timeline.range), s.timeline.total.volume));
    let (products, channels) = screen.with_value(|s| (s.products.clone(), s.channels.clone()));
    let (product, channel) = screen.with_value(|s| (s.query.product.clone(), s.query.channel.clone()));
    let surveys = screen.with_value(|s| s.timeline.has_surveys.then_some(s.query.surveys == Some(Surveys::Only)));
    let go = Callback::new(move |query: String| going.go.run(format!("/analysis?{query}")));
    let (changed, submitted) = on_query(go);
    view! {
        <header class="page-head">
            <div>
                <h1>{t!("analysis-title")}</h1>
                <p>{range} ", " {t!("analysis-communications", count = volume)}</p>
            </div>
            <form
                class="row"
                id=FORM
                method="get"
                action="/analysis"
                role="search"
                aria-label=t!("analysis-filter")
                on:change=changed
                on:submit=submitted
            >
                <Select
                    id="analysis-product"
                    name="product"
                    label=t!("analysis-product")
                    all=t!("analysis-all-products")
                    chosen=product
                    choices=products
                />
                <Select
                    id="analysis-channel"
                    name="channel"
                    label=t!("analysis-channel")
                    all=t!("analysis-all-channels")
                    chosen=channel
                    choices=channels
                />
                {surveys
                    .map(|only| {
                        chip("checkbox", "surveys", "only".to_owned(), only, t!("analysis-surveys-only"))
                    })}
                <button class="button without-scripts">{t!("analysis-show")}</button>
            </form>
        </header>
    }
    .into_any()
}

#[component]
fn Select(
    id: &'static str,
    name: &'static str,
    label: String,
    all: String,
    chosen: Option<String>,
    choices: Vec<Choice>,
) -> impl IntoView {
    let choices = choices.into_iter().map(|choice| (choice.value, choice.name));
    let all = [(String::new(), all)].into_iter().chain(choices).collect();
    view! {
        <label class="sr-only" for=id>
            {label}
        </label>
        <select class="input analysis-select" id=id name=name>
            {options(all, &chosen.unwrap_or_default())}
        </select>
    }
    .into_any()
}

#[component]
pub fn Tiles(tiles: Vec<Tile>) -> impl IntoView {
    let tiles = tiles
        .into_iter()
        .map(|tile| {
            let Tile { name, value, unit, change, against, course } = tile;
            view! {
                <div class="tile">
                    <dt class="label">{name}</dt>
                    <dd class="tile-row">
                        <span class="tile-value">
                            {value} {(!unit.is_empty()).then(|| view! { <small>{unit}</small> })}
                        </span>
                        {spark(&course)}
                    </dd>
                    <dd class="tile-change">
                        {(!change.is_empty()).then(|| view! { <b>{change}</b> " " })} {against}
                    </dd>
                </div>
            }
        })
        .collect_view();
    view! { <dl class="tiles">{tiles}</dl> }.into_any()
}

/// A sparkline; it shows nothing that the table does not.
fn spark(course: &[f64]) -> Option<AnyView> {
    let (low, high) = course.iter().fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(*v), high.max(*v)));
    if course.len() < 3 {
        return None;
    }
    let span = if high - low > f64::EPSILON { high - low } else { 1.0 };
    let x = |i: usize| 2.0 + i as f64 / (course.len() - 1) as f64 * 90.0;
    let y = |v: f64| 28.0 - (v - low) / span * 24.0;
    let points: Vec<String> = course.iter().enumerate().map(|(i, v)| format!("{} {}", at(x(i)), at(y(*v)))).collect();
    let last = course.last().copied().unwrap_or(low);
    Some(
        view! {
            <svg class="chart-spark" viewBox="0 0 96 32" aria-hidden="true">
                <path class="c-grid" d="M0 30.5H96" />
                <polyline class="c-line" points=points.join(" ") />
                <circle class="c-dot" cx="92" cy=at(y(last)) r="2.5" />
            </svg>
        }
        .into_any(),
    )
}

//! Metrics, for reviewers: how much is asked, how it is answered, at what cost, and how far scores can be trusted. Each
//! number links to the sessions that it counts.

use std::sync::Arc;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::review::filter::to_query;
use super::{fetched, load};
use crate::api::usage::get_usage;
use crate::components::chart::mark::Leads;
use crate::components::usage::calibration::Reliability;
use crate::components::usage::{Budgets, Choose, Days, Numbers, Tiles};
use crate::model::review::ReviewFilter;
use crate::model::review::usage::{By, Number, Usage, UsageFilter};
use crate::model::run::Scope;
use crate::{id, t};

#[component]
pub fn UsagePage() -> impl IntoView {
    let query = use_query_map();
    let filter = Memo::new(move |_| {
        query.with(|map| {
            let text = |name: &str| map.get(name);
            UsageFilter {
                from: text("from").and_then(|day| day.parse().ok()),
                to: text("to").and_then(|day| day.parse().ok()),
                by: text("by").and_then(|by| by.parse().ok()),
            }
        })
    });
    let usage = load(move || filter.get(), get_usage);
    // A chart's mark is a day.
    let href = |scope: &Scope| {
        let day = scope.selected_bubble.as_ref().map(|bubble| bubble.date);
        sessions(&ReviewFilter { from: day, to: day, ..ReviewFilter::default() })
    };
    provide_context(Leads { href, does: id!("usage-show-sessions") });
    view! {
        <Title text=t!("review-metrics") />
        <main class="page usage" id="main">
            <div class="page-head">
                <h1>{t!("review-metrics")}</h1>
                <p>
                    {t!("usage-about")} " " <a href="/review">{t!("page-review")}</a>
                </p>
            </div>
            {fetched(t!("usage-loading"), usage, shown)}
        </main>
    }
    .into_any()
}

fn shown(usage: Usage) -> AnyView {
    let Usage { from, to, by, all, days, rows, budgets, day_tokens, day_cost_usd, calibration } = usage;
    let of = move |by: By, key: &str, number: Number| {
        let mut filter = ReviewFilter { from: Some(from), to: Some(to), ..ReviewFilter::default() };
        match by {
            By::Day => (filter.from, filter.to) = (key.parse().ok(), key.parse().ok()),
            By::Person => filter.user_id = Some(key.to_owned()),
            By::Model | By::Strategy | By::Skill => filter.group = Some(format!("{by}:{key}")),
        }
        narrowed(filter, number)
    };
    let of_all = move |number: Number| {
        narrowed(ReviewFilter { from: Some(from), to: Some(to), ..ReviewFilter::default() }, number)
    };
    let of_person = |person: &str| sessions(&ReviewFilter { user_id: Some(person.into()), ..ReviewFilter::default() });
    view! {
        <Choose from to by />
        <Tiles all href=Box::new(of_all) />
        <Days days from to />
        <Numbers by rows href=Arc::new(move |key: &str, number: Number| of(by, key, number)) />
        <Budgets budgets limits=(day_tokens, day_cost_usd) href=of_person />
        <Reliability calibration />
    }
    .into_any()
}

/// The sessions that a number counts; for times, the answered ones, slowest first.
fn narrowed(filter: ReviewFilter, number: Number) -> String {
    let (only, sort) = match number {
        Number::Questions => (None, "newest"),
        Number::FirstHalf | Number::FirstMost | Number::Half | Number::Most => (Some(Number::Answered), "slowest"),
        other => (Some(other), "newest"),
    };
    sessions(&ReviewFilter { only: only.map(|n| n.to_string()), sort: Some(sort.into()), ..filter })
}

fn sessions(filter: &ReviewFilter) -> String {
    format!("/review{}", to_query(filter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_leads_to_its_sessions() {
        let of = |number| narrowed(ReviewFilter { group: Some("model:a/b".into()), ..ReviewFilter::default() }, number);
        assert_eq!(of(Number::ThumbsDown), "/review?group=model%3Aa%2Fb&only=thumbs%20down&sort=newest");
        assert_eq!(of(Number::Most), "/review?group=model%3Aa%2Fb&only=answered&sort=slowest");
        assert_eq!(of(Number::Questions), "/review?group=model%3Aa%2Fb&sort=newest");
    }
}

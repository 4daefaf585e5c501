//! The sales pipeline: figures, stages, regions, and deals by health. The choices are in the address.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::{Page, fetched, load};
use crate::api::pipeline::get_pipeline;
use crate::components::form::FormError;
use crate::components::pipeline::{Deals, Regions, Stages, Summary, Undeclared};
use crate::model::sources::pipeline::{PipelineAsk, PipelinePage as Looked};
use crate::t;

#[component]
pub fn PipelinePage() -> impl IntoView {
    let query = use_query_map();
    let ask = Memo::new(move |_| {
        query.with(|map| PipelineAsk::read(map.into_iter().map(|(name, value)| (name as &str, value as &str))))
    });
    let page = load(move || ask.get(), get_pipeline);
    view! {
        <Page class="page pipeline" title=t!("page-pipeline") about=t!("pipeline-about")>
            {fetched(t!("pipeline-loading"), page, move |page| view! { <Shown page /> }.into_any())}
        </Page>
    }
    .into_any()
}

#[component]
fn Shown(page: Looked) -> impl IntoView {
    let Looked { ask, pipeline, problem } = page;
    match (pipeline, problem) {
        (Some(pipeline), _) => view! {
            <Summary ask=ask.clone() pipeline=pipeline.clone() />
            <div class="columns" style="--column: 30rem">
                <Stages ask=ask.clone() pipeline=pipeline.clone() />
                <Regions ask=ask.clone() pipeline=pipeline.clone() />
            </div>
            <Deals ask pipeline />
        }
        .into_any(),
        (None, Some(problem)) => view! { <FormError problem=Signal::stored(Some(problem)) /> }.into_any(),
        (None, None) => view! { <Undeclared /> }.into_any(),
    }
}

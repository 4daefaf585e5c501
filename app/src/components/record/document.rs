//! A text of the firm's own, in the parts that are found and cited on their own.

use leptos::prelude::*;

use super::{fact, fact_or_none, facts, written};
use crate::components::frame::icon::Icon;
use crate::components::words;
use crate::model::record::{Attributes, Document};
use crate::model::time;

pub fn view(d: Document) -> impl IntoView {
    let list = vec![
        fact("Record", &d.id),
        fact("Kind", words::plain_name(d.kind.as_str())),
        fact_or_none("Product", d.product.as_ref()),
        fact("Day", time::full_date(d.day)),
        fact("Parts", d.chunks.len()),
        fact("Data set", &d.source),
    ];
    let chunks = d
        .chunks
        .into_iter()
        .map(|chunk| {
            view! {
                <section class="record-chunk" id=format!("chunk-{}", chunk.position)>
                    <p class="label">{chunk.id}</p>
                    {chunk.heading.map(|heading| view! { <h2>{heading}</h2> })}
                    {written(&chunk.text)}
                </section>
            }
        })
        .collect_view();
    view! {
        <header class="page-head record-head">
            <p class="row small muted">
                <Icon name="doc" />
                <span>{format!("Document, {}", time::full_date(d.day))}</span>
            </p>
            <h1>{d.title}</h1>
        </header>
        <div class="with-panel">
            <div class="stack">{chunks}</div>
            {facts(list, Attributes::new())}
        </div>
    }
}

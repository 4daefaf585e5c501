//! A text of the firm's own, in the parts that are found and cited separately.

use leptos::prelude::*;

use super::{fact, fact_or_none, page, written};
use crate::model::record::{Attributes, Document};
use crate::{i18n, t};

pub fn view(d: Document) -> AnyView {
    let list = vec![
        fact(t!("record"), &d.id),
        fact(t!("record-kind"), t!("record-document-kind", kind = d.kind.as_str())),
        fact_or_none(t!("record-product"), d.product.as_ref()),
        fact(t!("record-day"), i18n::full_date(d.day)),
        fact(t!("record-parts"), d.chunks.len()),
        fact(t!("record-data-set"), &d.source),
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
    let kind = t!("record-document-of", date = i18n::full_date(d.day));
    page(("doc", kind, None), d.title, chunks.into_any(), (list, Attributes::new()))
}

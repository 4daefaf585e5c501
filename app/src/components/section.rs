//! Sections of pages, and their common parts: lists of names with values, tiles of figures, paging.

use leptos::prelude::*;

/// A section with its heading.
#[component]
pub fn Section(
    /// The id of the heading.
    #[prop(into)]
    id: String,
    #[prop(into)] title: String,
    #[prop(into, optional_no_strip)] about: Option<String>,
    /// Additional content of its head.
    #[prop(optional)]
    head: Option<AnyView>,
    #[prop(optional)] class: Option<&'static str>,
    children: Children,
) -> impl IntoView {
    let class = class.map_or_else(|| "section".to_owned(), |class| format!("section {class}"));
    view! {
        <section class=class aria-labelledby=id.clone()>
            <div class="section-head">
                <h2 id=id.clone()>{title}</h2>
                {about.map(|about| view! { <p>{about}</p> })}
                {head}
            </div>
            {children()}
        </section>
    }
    .into_any()
}

/// An entry in a list of names with values.
pub fn entry(name: String, value: String) -> AnyView {
    view! {
        <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
        </div>
    }
    .into_any()
}

/// A figure under its name.
pub fn tile(name: String, value: impl IntoAny) -> AnyView {
    view! {
        <div class="figure-tile">
            <dt class="label">{name}</dt>
            <dd>{value.into_any()}</dd>
        </div>
    }
    .into_any()
}

/// Links to the previous and next page of a list, each with its URL and name.
pub fn pager(label: String, before: Option<(String, String)>, after: Option<(String, String)>) -> Option<AnyView> {
    if before.is_none() && after.is_none() {
        return None;
    }
    let link = |(href, name): (String, String)| view! { <a class="button" data-size="small" href=href>{name}</a> };
    Some(
        view! {
            <nav class="row pager" aria-label=label>
                {before.map(link)} {after.map(link)}
            </nav>
        }
        .into_any(),
    )
}

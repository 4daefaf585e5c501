//! What one does with a conversation: name it, pin it, share it, export it, delete it. Forms, so that all of it works
//! without scripts.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::components::words;
use crate::live;
use crate::model::session::Kept;
use crate::t;

/// A form with one button.
fn act(id: &str, act: &'static str, label: String, kind: Option<&'static str>) -> AnyView {
    view! {
        <form method="post" action=action(id)>
            <button class="button" data-kind=kind data-size="small" name="act" value=act>
                {label}
            </button>
        </form>
    }
    .into_any()
}

fn action(id: &str) -> String {
    format!("/desk/conversation/{}", words::segment(id))
}

/// Name, pin and delete: for an entry of the list, and a part of [`KeepMenu`].
#[component]
pub fn Entry(
    id: String,
    /// As it is called now.
    name: String,
    pinned: bool,
    /// Tells fields of the same conversation apart.
    place: &'static str,
) -> impl IntoView {
    let field = format!("name-{place}-{id}");
    let (pin, label) = if pinned { ("unpin", t!("desk-unpin")) } else { ("pin", t!("desk-pin")) };
    view! {
        <form class="keep-name" method="post" action=action(&id)>
            <label class="label" for=field.clone()>{t!("desk-name")}</label>
            <input class="input" id=field name="title" maxlength="200" value=name />
            <button class="button" data-size="small" name="act" value="rename">{t!("desk-rename")}</button>
        </form>
        <div class="row">
            {act(&id, pin, label, None)}
            {act(&id, "delete", t!("desk-delete"), Some("danger"))}
        </div>
    }
    .into_any()
}

/// All of it, on the conversation's own page.
#[component]
pub fn KeepMenu(
    id: String,
    name: String,
    /// What links that lead here begin with.
    origin: String,
    kept: Kept,
) -> impl IntoView {
    // The link that was just made is shown at once.
    let open = use_query_map().with_untracked(|fields| fields.get("kept")).is_some();
    let export = |format: &str| format!("/api/research/conversation/{}/export?format={format}", words::segment(&id));
    let (markdown, pack) = (export("markdown"), export("html"));
    let Kept { title, pinned, share } = kept;
    let named = title.is_some().then(|| name.clone());
    let marks = [named, pinned.then(|| t!("pinned")), share.is_some().then(|| t!("desk-shared-by-link"))];
    let told = marks.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    view! {
        <div class="keep-bar">
            <p class="small muted">{told}</p>
            <details class="keep" open=open>
                <summary class="button" data-kind="quiet" data-size="small">{t!("desk-keep")}</summary>
                <div class="keep-panel">
                    <section class="stack" aria-label=t!("desk-share")>
                        <h2 class="label">{t!("desk-share")}</h2>
                        <Share id=id.clone() link=share.map(|token| format!("{origin}/s/{token}")) />
                    </section>
                    <section class="stack" aria-label=t!("desk-export")>
                        <h2 class="label">{t!("desk-export")}</h2>
                        <p class="row">
                            <a class="button" data-size="small" href=markdown download>"Markdown"</a>
                            <a class="button" data-size="small" href=pack download>{t!("desk-pack")}</a>
                        </p>
                        <p class="small">{t!("desk-pack-signed")} " " <code>"plumbline verify FILE"</code> " " {t!("desk-pack-verify")}</p>
                    </section>
                    <section class="stack" aria-label=t!("desk-keep-label")>
                        <Entry id name pinned place="page" />
                    </section>
                </div>
            </details>
        </div>
    }
    .into_any()
}

#[component]
fn Share(id: String, link: Option<String>) -> impl IntoView {
    match link {
        Some(href) => {
            let copied = RwSignal::new(false);
            let (text, shown) = (href.clone(), href.clone());
            let copy = move |_| {
                live::copy(&text);
                copied.set(true);
            };
            view! {
                <p class="small">{t!("desk-shared-who")}</p>
                <p class="keep-link">
                    <a href=href>{shown}</a>
                </p>
                <button class="button needs-scripts" data-size="small" on:click=copy>
                    {move || if copied.get() { t!("desk-copied") } else { t!("desk-copy") }}
                </button>
                {act(&id, "unshare", t!("desk-unshare"), None)}
            }
            .into_any()
        }
        None => view! {
            <p class="small">{t!("desk-share-what")}</p>
            {act(&id, "share", t!("desk-make-link"), None)}
        }
        .into_any(),
    }
}

/// That a conversation was deleted, with the way back.
#[component]
pub fn Deleted(id: String) -> impl IntoView {
    view! {
        <div class="notice" role="status">
            <h2>{t!("desk-deleted")}</h2>
            <p>{t!("desk-deleted-undo")}</p>
            {act(&id, "restore", t!("desk-undo"), None)}
        </div>
    }
    .into_any()
}

//! Actions on a conversation: naming, pinning, sharing, exporting and deleting it. Forms, so that all of it works
//! without scripts.

use leptos::prelude::*;

use crate::components::form::{CopyButton, FormError, PostButton, Submit, on_submit};
use crate::components::words;
use crate::model::session::{Kept, SharedLink};
use crate::model::time::day_of;
use crate::{i18n, t};

/// Creating a link for reading the conversation, which is shown once.
#[derive(Clone, Copy)]
pub struct Sharing {
    pub made: RwSignal<Option<SharedLink>>,
    pub submit: Submit,
    pub make: Callback<()>,
}

/// A button for an action on a conversation.
fn act(id: &str, act: &str, label: String, kind: Option<&'static str>) -> AnyView {
    view! { <PostButton action=action(id) label sends=("act", act.to_owned()) kind small=true /> }.into_any()
}

fn action(id: &str) -> String {
    format!("/desk/conversation/{}", words::segment(id))
}

/// Name, pin and delete: for an entry of the list, and as a part of [`KeepMenu`].
#[component]
pub fn Entry(
    id: String,
    /// Its current name.
    name: String,
    pinned: bool,
    /// Distinguishes fields of the same conversation.
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

/// All actions, on the conversation's own page.
#[component]
pub fn KeepMenu(
    id: String,
    name: String,
    /// The prefix of links to this server.
    origin: String,
    kept: Kept,
    sharing: Sharing,
) -> impl IntoView {
    let export = |format: &str| format!("/api/research/conversation/{}/export?format={format}", words::segment(&id));
    let (markdown, pack) = (export("markdown"), export("html"));
    let Kept { title, pinned, shared_until } = kept;
    let named = title.is_some().then(|| name.clone());
    let until = Memo::new(move |_| sharing.made.with(|made| made.as_ref().map(|link| link.until)).or(shared_until));
    let told = move || {
        let shared = until.get().map(|at| t!("desk-shared-by-link", date = i18n::short_date(day_of(at))));
        let marks = [named.clone(), pinned.then(|| t!("pinned")), shared];
        marks.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    };
    view! {
        <div class="keep-bar">
            <p class="small muted">{told}</p>
            <details class="keep">
                <summary class="button" data-kind="quiet" data-size="small">{t!("desk-keep")}</summary>
                <div class="keep-panel">
                    <section class="stack" aria-label=t!("desk-share")>
                        <h2 class="label">{t!("desk-share")}</h2>
                        <Share id=id.clone() origin until sharing />
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
fn Share(id: String, origin: String, until: Memo<Option<i64>>, sharing: Sharing) -> impl IntoView {
    let action = action(&id);
    let says = move || match until.get() {
        Some(at) => t!("desk-shared-who", date = i18n::short_date(day_of(at))),
        None => t!("desk-share-what"),
    };
    let label = move || if until.get().is_some() { t!("desk-make-link-anew") } else { t!("desk-make-link") };
    view! {
        <p class="small">{says}</p>
        {move || sharing.made.get().map(|link| view! { <Made href=format!("{origin}{}", link.path) /> })}
        <FormError problem=sharing.submit.problem />
        <div class="row">
            <form method="post" action=action on:submit=on_submit(move |_| sharing.make.run(()))>
                <button class="button" data-size="small" name="act" value="share">{label}</button>
            </form>
            {move || until.get().is_some().then(|| act(&id, "unshare", t!("desk-unshare"), None))}
        </div>
    }
    .into_any()
}

/// A link that was just created.
#[component]
fn Made(href: String) -> impl IntoView {
    view! {
        <p class="small" role="status">{t!("desk-link-once")}</p>
        <p class="keep-link">
            <a href=href.clone()>{href.clone()}</a>
        </p>
        <CopyButton text=href label=t!("desk-copy") copied=t!("desk-copied") />
    }
    .into_any()
}

/// A notice that a conversation was deleted, with the option to undo it.
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

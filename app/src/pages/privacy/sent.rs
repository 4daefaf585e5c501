//! What left this machine for an answer: every request, its recipient, and its verbatim text.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::api::privacy::get_sent;
use crate::components::words::segment;
use crate::load::load;
use crate::model::privacy::{Sent, SentPage};
use crate::pages::{fetched, param};
use crate::{i18n, t};

#[component]
pub fn SentView() -> impl IntoView {
    let run = param("id");
    let sent = load(move || run.get(), get_sent);
    view! {
        <Title text=t!("settings-sent") />
        <main class="page" id="main">
            {fetched(t!("settings-sent-loading"), sent, move |page| view! { <Whole page /> }.into_any())}
        </main>
    }
    .into_any()
}

#[component]
fn Whole(page: SentPage) -> impl IntoView {
    let back = format!("/c/{}#question-{}", segment(&page.session_id), segment(&page.run_id));
    let cards = page.requests.into_iter().map(|sent| view! { <Card sent /> }).collect_view();
    view! {
        <header class="page-head">
            <div>
                <h1>{t!("settings-sent")}</h1>
                <p>
                    {t!("settings-sent-for")} " " <a href=back>{page.question}</a>
                </p>
            </div>
        </header>
        <p class="sent-summary">{page.summary}</p>
        <ol class="stack sent-requests">{cards}</ol>
    }
    .into_any()
}

#[component]
fn Card(sent: Sent) -> impl IntoView {
    let place = match sent.host.as_str() {
        "" => sent.to.clone(),
        host => t!("settings-sent-place", name = sent.to.as_str(), host = host),
    };
    let told = t!(
        "settings-sent-told",
        place = place,
        time = i18n::full_time(sent.at),
        bytes = sent.bytes,
        tokens = sent.tokens
    );
    let roles = (!sent.roles.is_empty()).then(|| t!("settings-sent-holds", roles = sent.roles.join(", ")));
    let title = t!("settings-sent-request", number = sent.seq, purpose = sent.purpose.as_str());
    let parts = sent.parts();
    let text = if parts.is_empty() {
        view! { <p class="muted">{t!("settings-sent-digest-only")}</p> }.into_any()
    } else {
        let parts = parts.into_iter().map(|(role, text)| {
            view! {
                <h3>{role.clone()}</h3>
                <div class="scroll" tabindex="0" role="group" aria-label=role>
                    <pre class="sent-text">{text}</pre>
                </div>
            }
        });
        view! {
            <details class="sent-body">
                <summary>{t!("settings-sent-show")}</summary>
                {parts.collect_view()}
            </details>
        }
        .into_any()
    };
    view! {
        <li class="sent-request">
            <h2>{title}</h2>
            <p>{told} " " {roles}</p>
            <p class="small muted sent-digest">{format!("SHA-256 {}", sent.digest)}</p>
            {text}
        </li>
    }
    .into_any()
}

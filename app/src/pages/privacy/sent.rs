//! What left this machine for an answer: every request, to whom, and word for word.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;

use crate::api::privacy::get_sent;
use crate::components::words::{segment, whole};
use crate::model::privacy::{Sent, SentPage};
use crate::model::time::full_time;
use crate::pages::{fetched, load};

#[component]
pub fn SentView() -> impl IntoView {
    let params = use_params_map();
    let run = Memo::new(move |_| params.with(|p| p.get("id").unwrap_or_default()));
    let sent = load(move || run.get(), get_sent);
    view! {
        <Title text="What left this machine" />
        <main class="page" id="main">
            {fetched("Loading what left this machine", sent, move |page| view! { <Whole page /> }.into_any())}
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
                <h1>"What left this machine"</h1>
                <p>
                    "For the question " <a href=back>{page.question}</a>
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
    let place = if sent.host.is_empty() { sent.to.clone() } else { format!("{} at {}", sent.to, sent.host) };
    let tokens = (sent.tokens > 0).then(|| format!(", {} tokens", whole(sent.tokens)));
    let size = format!("{} bytes{}", whole(sent.bytes), tokens.unwrap_or_default());
    let roles = (!sent.roles.is_empty()).then(|| format!("Holds: {}.", sent.roles.join(", ")));
    let title = format!("Request {}: {}", sent.seq, sent.purpose);
    let parts = sent.parts();
    let text = if parts.is_empty() {
        view! { <p class="muted">"Only its size and digest are kept."</p> }.into_any()
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
                <summary>"Show the text as it was sent"</summary>
                {parts.collect_view()}
            </details>
        }
        .into_any()
    };
    view! {
        <li class="sent-request">
            <h2>{title}</h2>
            <p>{format!("To {place}, {}. {size}.", full_time(sent.at))} " " {roles}</p>
            <p class="small muted sent-digest">{format!("SHA-256 {}", sent.digest)}</p>
            {text}
        </li>
    }
    .into_any()
}

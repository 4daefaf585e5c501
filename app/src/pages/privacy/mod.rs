//! Settings, privacy: what is kept how long, what goes out as stand-ins, who processes it, and how a customer is erased.

pub mod erase;
pub mod sent;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::api::privacy::get_privacy;
use crate::components::frame::notice::Notice;
use crate::components::frame::settings_nav::SettingsNav;
use crate::components::words::whole;
use crate::model::privacy::{PrivacyPage, Processor, Retained, SentKind};
use crate::model::time::{day_of, full_date};
use crate::pages::{fetched, load};

pub use erase::{EraseLink, EraseView};
pub use sent::SentView;

#[component]
pub fn PrivacyView() -> impl IntoView {
    let query = use_query_map();
    let erased = move || query.with(|q| q.get("erased").is_some());
    let page = load(|| (), |()| get_privacy());
    view! {
        <Title text="Privacy" />
        <main class="page settings" id="main">
            <SettingsNav here="/settings/privacy" />
            <header class="page-head">
                <div>
                    <h1>"Privacy"</h1>
                    <p>"What is kept, for how long, and who else reads it."</p>
                </div>
            </header>
            {move || {
                erased()
                    .then(|| {
                        view! {
                            <Notice tone="ok" icon="check" title="The customer is erased">
                                <p>"The audit log says when, and how much went. It does not hold the name."</p>
                            </Notice>
                        }
                    })
            }}
            {fetched("Loading the settings", page, move |page| view! { <Whole page /> }.into_any())}
        </main>
    }
    .into_any()
}

#[component]
fn Whole(page: PrivacyPage) -> impl IntoView {
    let stand_ins = if page.stand_ins {
        "On. Names of customers and staff, phones, e-mail addresses, account and card numbers go to a model as stand-ins and are put back in its answer. Names of others in free text are not known and go as they are."
    } else {
        "Off. A model reads names, phones, e-mail addresses and account numbers as they are. Set PLUMBLINE_LLM_PSEUDONYMS=true to change that."
    };
    let keeps = match page.keep_sent.as_str() {
        "digest" => "Of each request that leaves, its size and digest are kept.",
        _ => {
            "Each request that leaves is kept as it was sent. Set PLUMBLINE_KEEP_SENT=digest to keep its size and digest only."
        }
    };
    let kept = page.kept.into_iter().map(kept_row).collect_view();
    let nobody = page.processors.is_empty();
    let processors = page.processors.into_iter().map(processor_row).collect_view();
    view! {
        <section class="stack" aria-labelledby="privacy-kept">
            <h2 id="privacy-kept">"How long it is kept"</h2>
            <div class="scroll" tabindex="0" role="group" aria-label="How long each kind of data is kept">
                <table class="table">
                    <caption class="sr-only">"How long each kind of data is kept"</caption>
                    <thead>
                        <tr>
                            <th scope="col">"What"</th>
                            <th scope="col">"Kept"</th>
                            <th scope="col">"There are"</th>
                            <th scope="col">"Oldest"</th>
                            <th scope="col">"Setting"</th>
                        </tr>
                    </thead>
                    <tbody>
                        {kept} <tr>
                            <th scope="row">"Audit log"</th>
                            <td>"For good"</td>
                            <td></td>
                            <td></td>
                            <td>"None: it is only added to."</td>
                        </tr>
                    </tbody>
                </table>
            </div>
        </section>
        <section class="stack" aria-labelledby="privacy-stand-ins">
            <h2 id="privacy-stand-ins">"Stand-ins"</h2>
            <p>{stand_ins}</p>
            <p>{keeps} " The page “What left this machine” under an answer shows them."</p>
        </section>
        <section class="stack" aria-labelledby="privacy-processors">
            <h2 id="privacy-processors">"Who processes data"</h2>
            {if nobody {
                view! { <p>"Nobody else. Questions are answered by rules on this machine."</p> }.into_any()
            } else {
                view! { <ul>{processors}</ul> }.into_any()
            }}
        </section>
        <section class="stack" aria-labelledby="privacy-erase">
            <h2 id="privacy-erase">"Erase a customer"</h2>
            <p>"Open the customer's page and choose “Erase this customer”, or run:"</p>
            <div class="scroll" tabindex="0" role="group" aria-label="The command">
                <code>"plumbline privacy erase CUSTOMER_ID --yes"</code>
            </div>
        </section>
    }
    .into_any()
}

fn kept_row(kept: Retained) -> impl IntoView {
    let days = match kept.days {
        0 => "For good".to_owned(),
        1 => "1 day".to_owned(),
        days => format!("{days} days"),
    };
    let oldest = kept.oldest.map(|at| full_date(day_of(at)));
    view! {
        <tr>
            <th scope="row">{kept.what}</th>
            <td>{days}</td>
            <td>{whole(kept.count)}</td>
            <td>{oldest}</td>
            <td>
                <code>{kept.setting}</code>
            </td>
        </tr>
    }
}

fn processor_row(processor: Processor) -> impl IntoView {
    let host = (!processor.host.is_empty()).then(|| format!(" at {}", processor.host));
    let what = match processor.kind {
        SentKind::Model => "model",
        SentKind::Tool => "tools",
    };
    view! {
        <li>
            <strong>{processor.name}</strong>
            {host}
            {format!(", {what}")}
        </li>
    }
}

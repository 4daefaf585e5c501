//! Settings: what the model that is set up can do, found out when asked for. For reviewers.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::api::settings::check_model;
use crate::components::frame::icon::Badge;
use crate::components::frame::notice::Skeleton;
use crate::model::review::ModelCheck;
use crate::pages::{failed, load};

#[component]
pub fn SettingsPage() -> impl IntoView {
    let params = use_query_map();
    let asked = Memo::new(move |_| params.with(|p| p.get("check").is_some_and(|what| what == "model")));
    let checked =
        load(move || asked.get(), |asked| async move { if asked { Some(check_model().await) } else { None } });
    view! {
        <Title text="Settings" />
        <main class="page" id="main">
            <header class="page-head">
                <div>
                    <h1>"Settings"</h1>
                    <p>"Whether the model works that answers questions, and what it costs"</p>
                </div>
            </header>
            <section class="section" aria-labelledby="settings-model">
                <div class="section-head">
                    <h2 id="settings-model">"Model"</h2>
                    <p>"Asks the model a few short questions. Takes ten seconds at most."</p>
                </div>
                <form method="get" action="/settings">
                    <button class="button" name="check" value="model">
                        "Check the model"
                    </button>
                </form>
                <Transition fallback=|| view! { <Skeleton label="Asking the model" /> }>
                    {move || Suspend::new(async move {
                        match checked.await {
                            None => ().into_any(),
                            Some(Ok(check)) => view! { <Checked check /> }.into_any(),
                            Some(Err(error)) => failed(error),
                        }
                    })}
                </Transition>
            </section>
        </main>
    }
    .into_any()
}

#[component]
fn Checked(check: ModelCheck) -> impl IntoView {
    let rows = check.lines.into_iter().map(|line| {
        let badge = line.good.map(|good| match good {
            true => view! { <Badge tone="ok" icon="check" text="good" /> },
            false => view! { <Badge tone="warning" icon="warn" text="look at this" /> },
        });
        view! {
            <tr>
                <th scope="row">{line.what}</th>
                <td>{badge} " " {line.told}</td>
            </tr>
        }
    });
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label="What the model can do">
            <table class="table">
                <caption class="sr-only">"What the model can do"</caption>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

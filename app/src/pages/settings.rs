//! Settings: what the configured model can do, tested on request. For reviewers.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::api::settings::check_model;
use crate::components::frame::icon::Badge;
use crate::components::frame::notice::Notice;
use crate::load::load;
use crate::model::review::ModelCheck;
use crate::pages::{Desk, Page, fetched};
use crate::{id, t};

#[component]
pub fn SettingsPage() -> impl IntoView {
    let params = use_query_map();
    let asked = Memo::new(move |_| params.with(|p| p.get("check").is_some_and(|what| what == "model")));
    let checked =
        load(move || asked.get(), |asked| async move { if asked { check_model().await.map(Some) } else { Ok(None) } });
    let desk = expect_context::<Desk>();
    view! {
        <Page
            class="page settings"
            title=t!("page-settings")
            heading=t!("page-model")
            about=t!("settings-model-about")
            settings="/settings"
        >
            {fetched(
                t!("settings-loading"),
                desk,
                |desk| {
                    let plain = (!desk.plain_hosts.is_empty()).then(|| desk.plain_hosts.join(", "));
                    let model = match desk.model.as_str() {
                        "rules" => view! { <NoModel /> }.into_any(),
                        _ => view! { <Model name=desk.model /> }.into_any(),
                    };
                    view! {
                        {plain.map(|hosts| view! {
                            <p class="notice" data-tone="warning"><span>{t!("settings-plain-hosts", hosts = hosts)}</span></p>
                        })}
                        {model}
                    }
                    .into_any()
                },
            )}
            {fetched(t!("settings-model-asking"), checked, |check| {
                check.map(|check| view! { <Checked check /> }).into_any()
            })}
        </Page>
    }
    .into_any()
}

/// The configured model, and the button that tests it.
#[component]
fn Model(name: String) -> impl IntoView {
    view! {
        <form class="stack settings-check" method="get" action="/settings">
            <p>{t!("settings-answered-by")} " " <strong>{name}</strong> "."</p>
            <p class="row">
                <button class="button" data-kind="primary" name="check" value="model">
                    {t!("settings-check")}
                </button>
                <span class="field-hint">{t!("settings-check-hint")}</span>
            </p>
        </form>
    }
    .into_any()
}

/// Commands for starting the server with each kind of model.
const STARTS: [(&str, &str); 3] = [
    (id!("settings-start-ollama"), "PLUMBLINE_LLM_PROVIDER=ollama PLUMBLINE_LLM_MODEL=llama3.1 plumbline serve"),
    (id!("settings-start-anthropic"), "PLUMBLINE_LLM_PROVIDER=anthropic PLUMBLINE_LLM_API_KEY=… plumbline serve"),
    (
        id!("settings-start-compatible"),
        "PLUMBLINE_LLM_PROVIDER=compatible PLUMBLINE_LLM_BASE_URL=https://HOST/v1 PLUMBLINE_LLM_MODEL=NAME plumbline serve",
    ),
];

#[component]
fn NoModel() -> impl IntoView {
    let starts = STARTS.map(|(what, line)| {
        view! {
            <div>
                <dt>{t!(what)}</dt>
                <dd>
                    <div class="scroll" tabindex="0" role="group" aria-label=t!(what)>
                        <code>{line}</code>
                    </div>
                </dd>
            </div>
        }
    });
    view! {
        <Notice icon="doc" title=t!("settings-no-model")>
            <p>{t!("settings-no-model-means")}</p>
            <dl class="settings-starts">{starts.into_iter().collect_view()}</dl>
        </Notice>
    }
    .into_any()
}

#[component]
fn Checked(check: ModelCheck) -> impl IntoView {
    let rows = check.lines.into_iter().map(|line| {
        let badge = line.good.map(|good| match good {
            true => view! { <Badge tone="ok" icon="check" text=t!("settings-checked-good") /> },
            false => view! { <Badge tone="warning" icon="warn" text=t!("settings-checked-look") /> },
        });
        view! {
            <tr>
                <th scope="row">{line.what}</th>
                <td>{badge} " " {line.told}</td>
            </tr>
        }
    });
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=t!("settings-checked")>
            <table class="table settings-checked">
                <caption class="sr-only">{t!("settings-checked")}</caption>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

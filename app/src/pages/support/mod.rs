//! Support calls: beginning one, the last ones, and their usage.

mod call;

pub use call::CallPage;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use crate::api::support::{change_calls, close_task, get_support_desk, start_call};
use crate::components::support::calls::Calls;
use crate::components::support::monitor::MonitorView;
use crate::components::support::settings::SettingsForm;
use crate::components::support::start::StartCall;
use crate::components::support::tasks::Tasks;
use crate::components::support::{form_name, language_name};
use crate::components::words;
use crate::load::load;
use crate::model::support::{BeginCall, CallChange, SupportDesk};
use crate::pages::{fetched, send};
use crate::{id, t};

#[component]
pub fn SupportPage() -> impl IntoView {
    let again = RwSignal::new(0_u32);
    provide_context(Again(again));
    let desk = load(move || again.get(), |_| get_support_desk());
    view! {
        <Title text=t!("page-support") />
        <main class="page" id="main">
            <div class="page-head">
                <h1>{t!("support-calls")}</h1>
                <p>{t!("support-about")}</p>
            </div>
            {fetched(t!("support-calls-loading"), desk, move |desk| view! { <Desk desk /> }.into_any())}
        </main>
    }
    .into_any()
}

/// Incremented to reload the list of tasks.
#[derive(Clone, Copy)]
struct Again(RwSignal<u32>);

/// Closes a task; and why the last one could not be closed.
fn closing() -> (Callback<(String, String)>, RwSignal<Option<String>>) {
    let problem = RwSignal::new(None);
    let again = use_context::<Again>();
    let close = Callback::new(move |(id, outcome): (String, String)| {
        send(None, problem, close_task(id, outcome), move |_| {
            if let Some(Again(again)) = again {
                again.try_update(|n| *n += 1);
            }
        });
    });
    (close, problem)
}

#[component]
fn Desk(desk: SupportDesk) -> impl IntoView {
    let (busy, problem) = (RwSignal::new(false), RwSignal::new(None));
    let navigate = use_navigate();
    let begin = Callback::new(move |call: BeginCall| {
        let navigate = navigate.clone();
        send(busy, problem, start_call(call), move |asked| {
            let to = format!("/support/{}", words::segment(&asked.session_id));
            navigate(&to, NavigateOptions::default());
        });
    });
    let SupportDesk { calls, monitor, tasks, now, callers, settings, may_change, model, tickets_at_once } = desk;
    let (close, not_closed) = closing();
    let (saving, not_saved) = (RwSignal::new(false), RwSignal::new(None));
    let again = use_context::<Again>();
    let save = Callback::new(move |change: CallChange| {
        send(saving, not_saved, change_calls(change), move |_| {
            if let Some(Again(again)) = again {
                again.try_update(|n| *n += 1);
            }
        });
    });
    let by_model = model != "rules";
    let language = format!("{}, {}", language_name(settings.language), form_name(settings.formal));
    let sampling = t!("support-sampling", temperature = settings.temperature, tokens = settings.max_tokens.to_string());
    let bounds = t!("support-bounds", messages = settings.max_turns, calls = settings.max_tool_calls);
    let model = if settings.model.is_empty() || !by_model { model } else { settings.model.clone() };
    let who = if model == "rules" { t!("support-by-rules") } else { format!("{model}.") };
    let tickets = t!(if tickets_at_once { id!("support-tickets-at-once") } else { id!("support-tickets-approved") });
    let listed = calls.len();
    view! {
        <div class="with-panel">
            <div class="support-main">
                <section class="section" aria-labelledby="start">
                    <div class="section-head">
                        <h2 id="start">{t!("support-start")}</h2>
                    </div>
                    <StartCall callers settings=settings.clone() by_model begin busy problem />
                </section>
                <section class="section" aria-labelledby="tasks">
                    <div class="section-head">
                        <h2 id="tasks">{t!("support-tasks")}</h2>
                    </div>
                    <Tasks tasks now close problem=not_closed />
                </section>
                <section class="section" aria-labelledby="calls">
                    <div class="section-head">
                        <h2 id="calls">{t!("support-last-calls")}</h2>
                    </div>
                    <Calls calls />
                </section>
            </div>
            <div class="support-side">
                <section class="section" aria-labelledby="how">
                    <div class="section-head">
                        <h2 id="how">{t!("support-how")}</h2>
                    </div>
                    <dl class="monitor">
                        <div data-long>
                            <dt>{t!("support-who")}</dt>
                            <dd>{who}</dd>
                        </div>
                        <div data-long>
                            <dt>{t!("support-tickets")}</dt>
                            <dd>{tickets}</dd>
                        </div>
                        <div data-long>
                            <dt>{t!("support-begins-in")}</dt>
                            <dd>{language}</dd>
                        </div>
                        <div data-long>
                            <dt>{t!("support-may-have")}</dt>
                            <dd>{bounds}</dd>
                        </div>
                        {by_model
                            .then(|| {
                                view! {
                                    <div data-long>
                                        <dt>{t!("support-temperature")}</dt>
                                        <dd>{sampling}</dd>
                                    </div>
                                }
                            })}
                    </dl>
                    {may_change.then(|| view! { <SettingsForm settings save busy=saving problem=not_saved /> })}
                </section>
                <MonitorView monitor calls=listed />
            </div>
        </div>
    }
    .into_any()
}

//! Support calls: beginning one, the last ones, and their usage.

mod call;

pub use call::CallPage;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use crate::api::support::{change_calls, close_task, get_support_desk, start_call};
use crate::components::form::use_submit;
use crate::components::section::Section;
use crate::components::support::calls::Calls;
use crate::components::support::monitor::MonitorView;
use crate::components::support::settings::SettingsForm;
use crate::components::support::start::StartCall;
use crate::components::support::tasks::Tasks;
use crate::components::support::{form_name, language_name};
use crate::components::words;
use crate::load::load;
use crate::model::support::{BeginCall, CallChange, SupportDesk};
use crate::pages::{Page, fetched};
use crate::{id, t};

#[component]
pub fn SupportPage() -> impl IntoView {
    let again = RwSignal::new(0_u32);
    provide_context(Again(again));
    let desk = load(move || again.get(), |_| get_support_desk());
    view! {
        <Page class="page" title=t!("page-support") heading=t!("support-calls") about=t!("support-about")>
            {fetched(t!("support-calls-loading"), desk, move |desk| view! { <Desk desk /> }.into_any())}
        </Page>
    }
    .into_any()
}

/// Incremented to reload the list of tasks.
#[derive(Clone, Copy)]
struct Again(RwSignal<u32>);

#[component]
fn Desk(desk: SupportDesk) -> impl IntoView {
    let (starting, closing, saving) = (use_submit(), use_submit(), use_submit());
    let navigate = use_navigate();
    let begin = Callback::new(move |call: BeginCall| {
        let navigate = navigate.clone();
        starting.send(start_call(call), move |asked| {
            let to = format!("/support/{}", words::segment(&asked.session_id));
            navigate(&to, NavigateOptions::default());
        });
    });
    let SupportDesk { calls, monitor, tasks, now, callers, settings, may_change, model, tickets_at_once } = desk;
    let again = expect_context::<Again>();
    let reload = move || {
        again.0.try_update(|n| *n += 1);
    };
    let close = Callback::new(move |(id, outcome): (String, String)| {
        closing.send(close_task(id, outcome), move |_| reload());
    });
    let save = Callback::new(move |change: CallChange| saving.send(change_calls(change), move |_| reload()));
    let by_model = model != "rules";
    let language = format!("{}, {}", language_name(settings.language), form_name(settings.formal));
    let sampling = t!("support-sampling", temperature = settings.temperature, tokens = settings.max_tokens.to_string());
    let bounds = t!("support-bounds", messages = settings.max_turns, calls = settings.max_tool_calls);
    let model = if settings.model.is_empty() || !by_model { model } else { settings.model.clone() };
    let who = if model == "rules" { t!("support-by-rules") } else { format!("{model}.") };
    let tickets = t!(if tickets_at_once { id!("support-tickets-at-once") } else { id!("support-tickets-approved") });
    let listed = calls.len();
    let defaults = settings.clone();
    let sampling = by_model.then(|| (t!("support-temperature"), sampling));
    let how = [
        (t!("support-who"), who),
        (t!("support-tickets"), tickets),
        (t!("support-begins-in"), language),
        (t!("support-may-have"), bounds),
    ];
    let how = how.into_iter().chain(sampling);
    let how = how.map(|(name, value)| view! { <div data-long><dt>{name}</dt><dd>{value}</dd></div> }).collect_view();
    view! {
        <div class="with-panel">
            <div class="support-main">
                <Section id="start" title=t!("support-start")>
                    <StartCall callers settings=defaults by_model begin submit=starting />
                </Section>
                <Section id="tasks" title=t!("support-tasks")>
                    <Tasks tasks now close submit=closing />
                </Section>
                <Section id="calls" title=t!("support-last-calls")>
                    <Calls calls />
                </Section>
            </div>
            <div class="support-side">
                <Section id="how" title=t!("support-how")>
                    <dl class="monitor">{how}</dl>
                    {may_change.then(|| view! { <SettingsForm settings save submit=saving /> })}
                </Section>
                <MonitorView monitor calls=listed />
            </div>
        </div>
    }
    .into_any()
}

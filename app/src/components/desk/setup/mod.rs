//! What setting up a new desk takes, in order, with what is done. For admins.

use leptos::prelude::*;

use crate::components::form::{FormError, PostButton};
use crate::components::frame::icon::Icon;
use crate::model::session::{SetupStep, SetupTask};
use crate::{id, t};

/// Each step's name, its explanation, and the link to where it is done with its label.
const fn texts(what: SetupTask) -> (&'static str, &'static str, &'static str, &'static str) {
    match what {
        SetupTask::Admin => (id!("setup-admin"), id!("setup-admin-means"), "/accounts", id!("setup-admin-do")),
        SetupTask::Data => (id!("setup-data"), id!("setup-data-means"), "/import", id!("setup-data-do")),
        SetupTask::Model => (id!("setup-model"), id!("setup-model-means"), "/settings", id!("setup-model-do")),
        SetupTask::Colleague => {
            (id!("setup-colleague"), id!("setup-colleague-means"), "/accounts", id!("setup-colleague-do"))
        }
    }
}

/// The steps, until all of them are done. With data they fold to one line.
#[component]
pub fn Setup(
    steps: Vec<SetupStep>,
    /// Loads the demo.
    load_demo: Callback<()>,
    busy: Signal<bool>,
    problem: Signal<Option<String>>,
) -> impl IntoView {
    let done = steps.iter().filter(|step| step.done).count();
    if done == steps.len() {
        return ().into_any();
    }
    let has_data = steps.iter().any(|step| step.what == SetupTask::Data && step.done);
    let title = t!("setup-title", done = done, all = steps.len());
    let next = steps.iter().find(|step| !step.done).map(|step| step.what);
    let rows = steps.into_iter().map(|SetupStep { what, done }| {
        let (name, means, href, label) = texts(what);
        let demo = (what == SetupTask::Data && !done).then(|| {
            view! {
                <a class="button" href="/settings/sources">
                    {t!("setup-source")}
                </a>
                <PostButton action="/desk/demo" label=t!("setup-demo") submit=load_demo />
            }
        });
        let kind = (Some(what) == next).then_some("primary");
        let act = (!done).then(|| {
            view! {
                <div class="row">
                    <a class="button" data-kind=kind href=href>
                        {t!(label)}
                    </a>
                    {demo}
                </div>
            }
        });
        view! {
            <li data-done=done.then_some("true")>
                <strong>
                    {done.then(|| view! { <Icon name="check" /> <span class="sr-only">{t!("setup-done")}</span> })} {t!(name)}
                </strong>
                {(!done).then(|| view! { <p>{t!(means)}</p> })}
                {act}
            </li>
        }
    });
    let steps = view! {
        <ol class="setup">{rows.collect_view()}</ol>
        <p role="status" class="muted small">
            {move || busy.get().then(|| t!("setup-demo-loading"))}
        </p>
        <FormError problem />
    };
    match has_data {
        true => view! {
            <details class="setup-rest">
                <summary>{title}</summary>
                {steps}
            </details>
        }
        .into_any(),
        false => view! {
            <section class="setup-first" aria-labelledby="setup">
                <h2 class="label" id="setup">
                    {title}
                </h2>
                {steps}
            </section>
        }
        .into_any(),
    }
}

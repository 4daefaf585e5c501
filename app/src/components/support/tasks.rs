//! Open promises to callers: who waits, how long, and closing one with its outcome.

use leptos::prelude::*;

use super::queue_name;
use crate::components::form::{FormError, Submit, on_submit};
use crate::components::frame::icon::Badge;
use crate::components::words;
use crate::model::record::Priority;
use crate::model::support::Task;
use crate::{i18n, t};

#[component]
pub fn Tasks(
    tasks: Vec<Task>,
    /// Now, in UTC milliseconds.
    now: i64,
    /// Closes one: its id, and its outcome.
    close: Callback<(String, String)>,
    submit: Submit,
) -> impl IntoView {
    if tasks.is_empty() {
        return view! { <p class="small muted">{t!("support-tasks-none")}</p> }.into_any();
    }
    let rows = tasks.into_iter().map(|task| view! { <li><TaskRow task now close /></li> }).collect_view();
    view! {
        <FormError problem=submit.problem />
        <ol class="tasks">{rows}</ol>
    }
    .into_any()
}

#[component]
fn TaskRow(task: Task, now: i64, close: Callback<(String, String)>) -> impl IntoView {
    let id = StoredValue::new(task.id.clone());
    let urgent = task.priority == Priority::Critical;
    let (tone, icon) = if urgent { ("failure", "warn") } else { ("neutral", "person") };
    let late = task.due_at < now && !urgent;
    let due = match urgent {
        true => t!("support-task-due-at-once"),
        false => t!("support-task-due", time = i18n::full_time(task.due_at)),
    };
    let who = match &task.taken_by {
        None => t!("support-task-nobody"),
        Some(by) => t!("support-task-taken", name = by),
    };
    let waits = t!("support-task-waits", time = words::duration((now - task.created_at).max(0)));
    let label = t!("support-task-outcome-of", phone = &task.phone);
    view! {
        <article class="task" data-urgent=urgent.then_some("")>
            <p class="task-head">
                <a href=format!("/support/{}", words::segment(&task.session_id))>
                    <b>{task.phone}</b>
                </a>
                {task.caller_name.map(|name| view! { <span>{name}</span> })}
                <Badge tone icon text=queue_name(task.queue) />
                {late.then(|| view! { <Badge tone="warning" icon="warn" text=t!("support-task-late") /> })}
            </p>
            <p class="task-reason">{task.reason}</p>
            <p class="small muted">
                {format!("{waits}, {due}, {who}")}
            </p>
            <form
                class="task-close needs-scripts"
                on:submit=on_submit(move |fields| close.run((id.get_value(), fields.text("outcome").unwrap_or_default())))
            >
                <input type="text" name="outcome" aria-label=label placeholder=t!("support-task-outcome") required />
                <button class="button">{t!("close")}</button>
            </form>
        </article>
    }
    .into_any()
}

//! How the question was understood: a line of parts above the answer. A part is a small menu for removing or replacing
//! it; then the question is asked again with that reading.

use leptos::html;
use leptos::prelude::*;

use super::composer::{Asking, Look};
use super::question::LitPart;
use crate::components::form::on_submit;
use crate::components::frame::icon::Icon;
use crate::model::run::{Change, Origin, Part, Role, Run, Stretch};
use crate::{i18n, id, t};

/// The line's content for a run.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    run: String,
    question: String,
    /// Each with its words in the question.
    parts: Vec<(Part, String)>,
    left_out: Vec<String>,
}

impl Line {
    fn of(run: &Run) -> Option<Self> {
        let route = run.route.as_ref()?;
        // A default period is the one used in the end.
        let looked_at = run.answer.as_ref().and_then(|answer| answer.range);
        let settled =
            |part: &Part| match looked_at.filter(|_| part.role == Role::Period && part.origin == Origin::Assumed) {
                Some(range) => Part { label: i18n::range(&range), ..part.clone() },
                None => part.clone(),
            };
        (!route.understood.is_empty()).then(|| Self {
            run: run.id.clone(),
            question: run.question.clone(),
            parts: route
                .understood
                .iter()
                .enumerate()
                .map(|(at, part)| (settled(part), Stretch::words(at, &route.stretches).join(" … ")))
                .collect(),
            left_out: route.left_out.clone(),
        })
    }
}

#[component]
pub fn Understood(run: RwSignal<Run>, asking: Asking, lit: LitPart) -> impl IntoView {
    let line = Memo::new(move |_| run.with(Line::of));
    let shown = move || {
        line.get().map(|Line { run, question, parts, left_out }| {
            let parts = parts
                .into_iter()
                .enumerate()
                .map(|(at, (part, words))| {
                    view! {
                        <li
                            data-lit=move || lit.lit(&[at])
                            on:mouseenter=move |_| lit.point(Some(at))
                            on:mouseleave=move |_| lit.point(None)
                            on:focusin=move |_| lit.focus(Some(at))
                            on:focusout=move |_| lit.focus(None)
                        >
                            <PartView run=run.clone() question=question.clone() at part words asking />
                        </li>
                    }
                })
                .collect_view();
            let left_out = (!left_out.is_empty()).then(|| {
                view! { <li class="understood-left">{t!("desk-not-understood")} " " <b>{left_out.join(", ")}</b></li> }
            });
            view! {
                <div class="understood">
                    <span class="understood-label" id=format!("understood-{run}")>{t!("desk-understood")}</span>
                    <ul class="chips" aria-labelledby=format!("understood-{run}")>{parts} {left_out}</ul>
                </div>
            }
        })
    };
    shown.into_any()
}

/// The origin of a part that is not in the question.
fn origin(origin: Origin) -> Option<String> {
    match origin {
        Origin::Asked => None,
        Origin::Carried => Some(t!("desk-part-carried")),
        Origin::Assumed => Some(t!("desk-part-assumed")),
        Origin::Changed => Some(t!("desk-part-changed")),
    }
}

/// The words that a part comes from, or why there are none.
fn from(part: &Part, words: &str) -> Option<String> {
    match part.origin {
        Origin::Asked => (!words.is_empty()).then(|| t!("desk-part-from", words = words)),
        Origin::Carried => Some(t!("desk-part-from-before")),
        Origin::Assumed => Some(t!("desk-part-from-none")),
        Origin::Changed => Some(t!("desk-part-changed")),
    }
}

/// The name of a part in its menu.
fn role(role: Role) -> String {
    t!(match role {
        Role::Measure => id!("desk-part-measure"),
        Role::Records => id!("desk-part-records"),
        Role::Filter => id!("desk-part-filter"),
        Role::Period => id!("desk-part-period"),
        Role::Grouping => id!("desk-part-grouping"),
    })
}

fn label(part: &Part) -> String {
    match part.role {
        Role::Grouping => t!("desk-part-by", what = part.label.as_str()),
        _ => part.label.clone(),
    }
}

#[component]
fn PartView(
    run: String,
    question: String,
    at: usize,
    part: Part,
    /// Its words in the question.
    words: String,
    asking: Asking,
) -> impl IntoView {
    let from = from(&part, &words);
    let told = origin(part.origin).map(|from| view! { <small>{from}</small> });
    let text = label(&part);
    if !part.changeable() {
        let name = t!("desk-part-name", role = role(part.role), part = text.as_str());
        return view! {
            <button type="button" class="chip" aria-label=name title=from>
                {text}
                {told}
            </button>
        }
        .into_any();
    }
    let menu = NodeRef::<html::Details>::new();
    let typed = RwSignal::new(String::new());
    let run = StoredValue::new(run);
    let change = Callback::new(move |to: Option<String>| {
        let change = Change { run: run.get_value(), part: at, to };
        asking.ask_changed.run((question.clone(), change));
        if let Some(node) = menu.get_untracked() {
            node.set_open(false);
        }
    });
    let offered = RwSignal::new(Vec::<String>::new());
    // Requested when the menu opens and while typing; late results for other words are ignored.
    let look = move || {
        let words = typed.get_untracked();
        let asked = words.clone();
        let found = Callback::new(move |list| {
            if typed.try_with_untracked(|now| *now == asked) == Some(true) {
                offered.set(list);
            }
        });
        asking.alternatives.run(Look { run: run.get_value(), part: at, typed: words, found });
    };
    let options = move || {
        offered
            .get()
            .into_iter()
            .map(|option| {
                let to = option.clone();
                view! {
                    <li>
                        <button type="button" on:click=move |_| change.run(Some(to.clone()))>{option}</button>
                    </li>
                }
            })
            .collect_view()
    };
    let remove = part.removable().then(|| {
        view! {
            <button
                class="button"
                data-kind="quiet"
                data-size="small"
                name="changeTo"
                value=""
                formnovalidate
                on:click=move |event| {
                    event.prevent_default();
                    change.run(None);
                }
            >
                <Icon name="x" />
                {t!("desk-part-remove")}
            </button>
        }
    });
    let can = if part.removable() { t!("desk-part-can-change-or-remove") } else { t!("desk-part-can-change") };
    let name = format!("{}. {can}", t!("desk-part-name", role = role(part.role), part = text.as_str()));
    view! {
        <details
            class="chip understood-part"
            data-origin=part.origin.as_str()
            node_ref=menu
            on:toggle=move |_| {
                if menu.get_untracked().is_some_and(|node| node.open()) {
                    look();
                }
            }
        >
            <summary aria-label=name title=from>{text} {told}</summary>
            <form
                class="understood-menu"
                method="post"
                action="/desk/ask"
                on:submit=on_submit(move |fields| {
                    if let Some(typed) = fields.text("changeTo") {
                        change.run(Some(typed));
                    }
                })
            >
                <input type="hidden" name="changeRun" value=run.get_value() />
                <input type="hidden" name="changePart" value=at.to_string() />
                <label>
                    <span class="small muted">{role(part.role)}</span>
                    <input
                        class="input"
                        name="changeTo"
                        required
                        autocomplete="off"
                        placeholder=t!("desk-part-type")
                        on:input=move |event| {
                            typed.set(event_target_value(&event));
                            look();
                        }
                    />
                </label>
                <ul class="understood-options">{options}</ul>
                <div class="row">
                    {remove}
                    <button class="button" data-size="small">{t!("desk-part-change")}</button>
                </div>
            </form>
        </details>
    }
    .into_any()
}

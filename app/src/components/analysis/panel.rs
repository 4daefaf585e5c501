//! Details of the selection: facts, warnings, and suggested questions. Its forms also work without scripts, and open
//! the conversation.

use leptos::prelude::*;

use super::place::Going;
use crate::components::desk::about::{AboutFields, label};
use crate::components::frame::icon::Icon;
use crate::components::text_box::TextBox;
use crate::model::analysis::{Fact, Picked, Selection};
use crate::{id, t};

#[component]
pub fn Panel(selection: Selection) -> impl IntoView {
    let Selection { title, facts, alert, praise, method, questions, scope, unlimited } = selection;
    let going = expect_context::<Going>();
    let chosen = going.place.with_untracked(|place| place.picked != Picked::default());
    let about = label(&scope);
    let scope = Signal::stored(Some(scope));
    let rows = questions
        .into_iter()
        .map(|question| {
            view! {
                <li>
                    <button name="query" value=question>
                        {question.clone()}
                    </button>
                </li>
            }
        })
        .collect_view();
    view! {
        <div class="stack" data-gap="small">
            <p class="label">{t!(if chosen { id!("analysis-selected") } else { id!("analysis-not-selected") })}</p>
            <h2 id="selection-title">{title}</h2>
        </div>
        {alert.map(|text| callout("warn", "negative", text))}
        {praise.map(|text| callout("check", "positive", text))}
        <dl class="facts">{facts.into_iter().map(fact).collect_view()}</dl>
        <details class="panel-method">
            <summary>{t!("analysis-counted")}</summary>
            <p>
                {t!("analysis-counted-how")}
                " "
                {method}
            </p>
        </details>
        <section class="stack" data-gap="small" aria-labelledby="panel-questions">
            <h3 class="label" id="panel-questions">
                {t!("analysis-questions")}
            </h3>
            <form method="post" action="/desk/ask">
                <AboutFields about=scope />
                <ul class="follow-ups" data-size="small">
                    {rows}
                </ul>
            </form>
        </section>
        <form class="stack" data-gap="small" method="post" action="/desk/ask">
            <AboutFields about=scope />
            <TextBox
                id="panel-ask"
                name="query"
                label=t!("analysis-ask-own")
                shows_label=true
                placeholder=t!("analysis-ask-about", about = about)
                act=t!("analysis-ask")
            />
            <span class="small muted panel-hint">{unlimited.unwrap_or_else(|| t!("analysis-ask-beyond"))}</span>
        </form>
    }
    .into_any()
}

fn callout(icon: &'static str, tone: &'static str, text: String) -> AnyView {
    view! {
        <p class="callout" data-tone=tone>
            <Icon name=icon />
            <span>{text}</span>
        </p>
    }
    .into_any()
}

fn fact(fact: Fact) -> AnyView {
    let Fact { name, value, note, href } = fact;
    let value = match href {
        Some(href) => view! { <a href=href>{value}</a> }.into_any(),
        None => value.into_any(),
    };
    view! {
        <div>
            <dt>{name}</dt>
            <dd>{value} {(!note.is_empty()).then(|| view! { <small>{note}</small> })}</dd>
        </div>
    }
    .into_any()
}

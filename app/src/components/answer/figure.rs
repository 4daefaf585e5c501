//! A figure of an answer: a link to its row, record or call, or the words "not verified".

use leptos::prelude::*;

use super::note::{Note, Opens, note};
use super::results::Results;
use crate::components::beside::{Open, SidePanel, record_link, record_mark};
use crate::components::lit::Lit;
use crate::live;
use crate::model::answer::{Claim, ClaimKind, Grade, Grounding};
use crate::model::run::Run;
use crate::t;

/// A claim with the content of its note.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Unique on the page.
    pub id: String,
    pub kind: ClaimKind,
    pub grade: Grade,
    pub text: String,
    pub note: Note,
}

/// The figures of a run's answer, in the order of its claims.
pub fn figures(run: &Run, results: &Results<'_>, grounding: &Grounding) -> Vec<Figure> {
    let figure = |(i, claim): (usize, &Claim)| Figure {
        id: format!("figure-{}-{i}", run.id),
        kind: claim.kind,
        grade: claim.grade(),
        text: claim.text.clone(),
        note: note(run, results, claim),
    };
    grounding.claims.iter().enumerate().map(figure).collect()
}

/// The figure as part of the text.
#[component]
pub fn FigureView(figure: Figure) -> impl IntoView {
    match figure.grade {
        Grade::Unverified => view! { <Unverified figure /> }.into_any(),
        _ => view! { <Grounded figure /> }.into_any(),
    }
}

#[component]
fn Grounded(figure: Figure) -> impl IntoView {
    let Figure { id, kind, grade, text, note } = figure;
    let Note { head, lines, place } = note;
    let described = id.clone();
    let figure = match place {
        Some(place) => {
            let lit = Lit::here();
            let anchor = format!("#{}", place.goes_to);
            let place = StoredValue::new(place);
            // Opens beside the answer if there is room, otherwise at its place on the page.
            let beside = SidePanel::here().filter(|_| place.with_value(|p| p.opens != Opens::Nothing));
            let href = move || match beside {
                Some(beside) => place.with_value(|p| match &p.opens {
                    Opens::Figure(at) => beside.figure(at),
                    Opens::Record(kind, id) => record_link(Some(beside), *kind, id),
                    Opens::Nothing => String::new(),
                }),
                None => anchor.clone(),
            };
            let mark = place.with_value(|p| match &p.opens {
                Opens::Figure(at) => Open { figure: Some(at.clone()), ..Open::default() }.mark(),
                Opens::Record(kind, id) => record_mark(*kind, id),
                Opens::Nothing => String::new(),
            });
            let opens = beside.map(|_| mark.clone());
            let is_open = move || beside?.open.with(|open| open.mark() == mark).then_some("true");
            let on = move |()| place.with_value(|p| lit.light(&p.call, &p.path));
            view! {
                // `external`: the browser itself goes to the place, unfolds what contains it, and marks it as the
                // target.
                <a
                    data-noscroll
                    class="grounded"
                    data-kind=kind.as_str()
                    data-grade=grade.as_str()
                    href=href
                    rel=beside.is_none().then_some("external")
                    data-opens=opens
                    aria-current=is_open
                    aria-describedby=described
                    data-lit=move || place.with_value(|p| lit.field(&p.call, &p.path, true))
                    on:click=move |event| {
                        if beside.is_none() {
                            place.with_value(|p| live::reveal(&event, &p.goes_to));
                        }
                    }
                    on:pointerenter=move |_| on(())
                    on:pointerleave=move |_| lit.off()
                    on:focus=move |_| on(())
                    on:blur=move |_| lit.off()
                >
                    {text}
                </a>
            }
            .into_any()
        }
        None => view! {
            <span
                class="grounded"
                data-kind=kind.as_str()
                data-grade=grade.as_str()
                tabindex="0"
                aria-describedby=described
            >
                {text}
            </span>
        }
        .into_any(),
    };
    view! {
        <span class="figure">
            {figure} <span class="tooltip" role="tooltip" id=id>
                <b>{head}</b>
                {lines.into_iter().map(|line| view! { <span>{line}</span> }).collect_view()}
            </span>
        </span>
    }
    .into_any()
}

#[component]
fn Unverified(figure: Figure) -> impl IntoView {
    let Figure { id, text, note, .. } = figure;
    let short = text.chars().count() < 24;
    view! {
        <span class="figure unverified" data-short=short.then_some("") tabindex="0" aria-describedby=id.clone()>
            <span class="unverified-figure">{text}</span>
            " "
            <span class="unverified-tag">{t!("answer-not-verified")}</span>
            <span class="tooltip" role="tooltip" id=id.clone()>
                {note.head}
            </span>
        </span>
    }
    .into_any()
}

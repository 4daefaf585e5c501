//! The first rows of a file as they would be stored.

use leptos::prelude::*;

use super::label;
use crate::components::frame::notice::Notice;
use crate::components::words;
use crate::model::import::{Preview, Refused};
use crate::model::time;

#[component]
pub fn PreviewTable(preview: Preview) -> impl IntoView {
    let Preview { head, rows, refused, left_out, looked_at, whole, days, problem } = preview;
    if let Some(problem) = problem {
        return view! {
            <Notice tone="failure" icon="stop" title="The file cannot be read like this" alert=true>
                <p>{problem}</p>
            </Notice>
        }
        .into_any();
    }
    if head.is_empty() && refused.is_empty() {
        return view! { <p class="field-hint">"The first rows are shown once every needed field has a column."</p> }
            .into_any();
    }
    let of = if whole { "the file's" } else { "the first" };
    let told = format!("{} of {of} {} will be left out.", words::whole(left_out), words::count(looked_at, "row"));
    let days = days.map(|(from, to)| format!(" Their days are {} to {}.", time::full_date(from), time::full_date(to)));
    let title = format!("{} will be left out", words::count(left_out, "row"));
    let caption = format!("The first {} as they will be stored", words::count(rows.len(), "row"));
    view! {
        <p class="import-told">{told} {days}</p>
        {(!rows.is_empty())
            .then(|| {
                view! {
                    <div class="scroll import-rows" tabindex="0" role="region" aria-label="First rows">
                        <table class="table">
                            <caption>{caption}</caption>
                            <thead>
                                <tr>
                                    {head.iter().map(|name| view! { <th scope="col">{label(name)}</th> }).collect_view()}
                                </tr>
                            </thead>
                            <tbody>
                                {rows
                                    .into_iter()
                                    .map(|cells| {
                                        view! {
                                            <tr>{cells.into_iter().map(|text| view! { <td>{text}</td> }).collect_view()}</tr>
                                        }
                                    })
                                    .collect_view()}
                            </tbody>
                        </table>
                    </div>
                }
            })}
        {(!refused.is_empty()).then(|| view! { <RefusedList refused title=title.clone() /> })}
    }
    .into_any()
}

/// Rows that are left out, each with its line and why.
#[component]
pub fn RefusedList(refused: Vec<Refused>, #[prop(into)] title: String) -> impl IntoView {
    view! {
        <Notice tone="warning" icon="warn" title>
            <ul>
                {refused.into_iter().map(|r| view! { <li>{format!("Line {}: {}", r.line, r.fault)}</li> }).collect_view()}
            </ul>
        </Notice>
    }
    .into_any()
}

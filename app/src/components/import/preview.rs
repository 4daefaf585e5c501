//! The first rows of a file as they would be stored.

use leptos::prelude::*;

use super::label;
use crate::components::frame::notice::Notice;
use crate::model::import::{Preview, Refused};
use crate::{i18n, t};

#[component]
pub fn PreviewTable(preview: Preview) -> impl IntoView {
    let Preview { head, rows, refused, left_out, looked_at, whole, days, problem } = preview;
    if let Some(problem) = problem {
        return view! {
            <Notice tone="failure" icon="stop" title=t!("import-unreadable") alert=true>
                <p>{problem}</p>
            </Notice>
        }
        .into_any();
    }
    if head.is_empty() && refused.is_empty() {
        return view! { <p class="field-hint">{t!("import-preview-later")}</p> }.into_any();
    }
    let told = if whole {
        t!("import-left-out-of-file", count = left_out, rows = looked_at)
    } else {
        t!("import-left-out-of-first", count = left_out, rows = looked_at)
    };
    let days = days.map(|(from, to)| {
        format!(" {}", t!("import-preview-days", from = i18n::full_date(from), to = i18n::full_date(to)))
    });
    let title = t!("import-left-out", count = left_out);
    let caption = t!("import-preview-caption", count = rows.len());
    view! {
        <p class="import-told">{told} {days}</p>
        {(!rows.is_empty())
            .then(|| {
                view! {
                    <div class="scroll import-rows" tabindex="0" role="region" aria-label=t!("import-preview")>
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

/// Rejected rows, each with its line and the reason.
#[component]
pub fn RefusedList(refused: Vec<Refused>, #[prop(into)] title: String) -> impl IntoView {
    view! {
        <Notice tone="warning" icon="warn" title>
            <ul>
                {refused
                    .into_iter()
                    .map(|r| view! { <li>{t!("import-refused-line", line = r.line.to_string(), fault = r.fault)}</li> })
                    .collect_view()}
            </ul>
        </Notice>
    }
    .into_any()
}

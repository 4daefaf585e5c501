//! Draws a table of cited rows. Pointing at a cell highlights its figures, and vice versa.

use leptos::prelude::*;

use super::tables::{Caption, CitedTable, Form, Head, Line, Shown};
use crate::components::beside::SidePanel;
use crate::components::lit::Lit;
use crate::components::words;
use crate::live;
use crate::model::run::figure::FigureAt;
use crate::t;

#[component]
pub fn RowsView(run: String, table: CitedTable) -> impl IntoView {
    let CitedTable { key, caption, call, call_id, form } = table;
    let id = format!("evidence-{run}-rows-{key}");
    let wide = matches!(form, Form::List { .. } | Form::Told(_));
    let body = match form {
        Form::List { heads, lines } => {
            view! { <List run=run.clone() labelled=id.clone() call=call.clone() call_id heads lines /> }.into_any()
        }
        Form::Values { n, values } => view! { <Values run=run.clone() call=call.clone() n values /> }.into_any(),
        Form::Told(rows) => view! { <Told run=run.clone() rows /> }.into_any(),
    };
    view! {
        <figure class="evidence-table" data-wide=wide.then_some("")>
            <CaptionView id caption call run />
            {body}
        </figure>
    }
    .into_any()
}

/// The call that the rows are from, as a link.
#[component]
fn CaptionView(id: String, caption: Caption, call: String, run: String) -> impl IntoView {
    let Caption { about, list, days, linked, chart } = caption;
    let chart = chart.map(|i| {
        view! {
            <a class="evidence-chart" href=format!("#{}", words::chart_anchor(&run, i)) rel="external">
                {t!("answer-chart")}
            </a>
        }
    });
    let more: Vec<String> = [(!list.is_empty()).then_some(list), days].into_iter().flatten().collect();
    let more = if more.is_empty() { String::new() } else { format!(": {}", more.join(", ")) };
    let about = if linked {
        let href = format!("#{call}");
        let place = StoredValue::new(call);
        let reveal = move |event| place.with_value(|call| live::reveal(&event, call));
        view! {
            <a href=href rel="external" on:click=reveal>
                {about}
            </a>
        }
        .into_any()
    } else {
        about.into_any()
    };
    view! { <figcaption id=id>{about} {more} " " {chart}</figcaption> }.into_any()
}

#[component]
fn List(
    run: String,
    /// The id of the caption.
    labelled: String,
    call: String,
    call_id: String,
    heads: Vec<Head>,
    lines: Vec<Line>,
) -> impl IntoView {
    let names = heads
        .iter()
        .map(|head| {
            let class = head.numbers.then_some("num");
            view! {
                <th scope="col" class=class>
                    {head.name.clone()}
                </th>
            }
        })
        .collect_view();
    let rows = lines
        .into_iter()
        .map(|line| {
            let at = FigureAt::new(&run, &call_id, &line.path);
            let cells = heads
                .iter()
                .zip(line.cells)
                .map(|(head, shown)| {
                    let (lead, numbers) = (head.lead, head.numbers);
                    let at = (lead && !call_id.is_empty()).then(|| at.clone());
                    view! { <CellView call=call.clone() shown lead numbers at /> }
                })
                .collect_view();
            view! {
                <tr id=words::evidence_anchor(&run, line.n)>
                    <td class="evidence-no">
                        <Number n=line.n />
                    </td>
                    {cells}
                </tr>
            }
        })
        .collect_view();
    view! {
        <div class="scroll" tabindex="0" role="group" aria-labelledby=labelled.clone()>
            <table class="table" aria-labelledby=labelled.clone()>
                <thead>
                    <tr>
                        <th scope="col">
                            <span class="sr-only">{t!("answer-source-label")}</span>
                        </th>
                        {names}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

#[component]
fn Number(n: usize) -> impl IntoView {
    view! {
        <span class="sr-only">{t!("answer-source-label")} " "</span>
        {n}
    }
}

#[component]
fn CellView(
    call: String,
    shown: Shown,
    lead: bool,
    numbers: bool,
    /// The row, if its records can be opened.
    at: Option<FigureAt>,
) -> impl IntoView {
    let class = numbers.then_some("num");
    // Dates and ids stay on one line, and long texts get room for a few words per line.
    let fit = match shown.text.chars().count() {
        ..=16 => Some("short"),
        61.. => Some("long"),
        _ => None,
    };
    let value = view! { <Value call shown /> };
    let value = match (at, SidePanel::here()) {
        (Some(at), Some(beside)) => view! {
            <a href=move || beside.figure(&at) data-noscroll>
                {value}
            </a>
        }
        .into_any(),
        _ => value.into_any(),
    };
    if lead {
        view! {
            <th scope="row" class=class data-fit=fit>
                {value}
            </th>
        }
        .into_any()
    } else {
        view! {
            <td class=class data-fit=fit>
                {value}
            </td>
        }
        .into_any()
    }
}

/// A value; marked if figures of the answer come from it.
#[component]
fn Value(call: String, shown: Shown) -> impl IntoView {
    let Shown { text, figures } = shown;
    if figures.is_empty() {
        return text.into_any();
    }
    let lit = Lit::here();
    let place = StoredValue::new((call, figures));
    let is_lit =
        move || place.with_value(|(call, figures)| figures.iter().find_map(|path| lit.field(call, path, false)));
    let point =
        move |_| place.with_value(|(call, figures)| lit.light(call, figures.first().map_or("", String::as_str)));
    view! {
        <span class="evidence-cell" data-lit=is_lit on:pointerenter=point on:pointerleave=move |_| lit.off()>
            {text}
        </span>
    }
    .into_any()
}

/// An object's own values: names with values.
#[component]
fn Values(run: String, call: String, n: usize, values: Vec<(String, Shown)>) -> impl IntoView {
    let values = values
        .into_iter()
        .map(|(name, shown)| {
            view! {
                <div>
                    <dt>{name}</dt>
                    <dd>
                        <Value call=call.clone() shown />
                    </dd>
                </div>
            }
        })
        .collect_view();
    view! {
        <div class="evidence-values" id=words::evidence_anchor(&run, n)>
            <span class="evidence-no">
                <Number n />
            </span>
            <dl>{values}</dl>
        </div>
    }
    .into_any()
}

/// Rows without an available result, in words.
#[component]
fn Told(run: String, rows: Vec<(usize, String)>) -> impl IntoView {
    let rows = rows
        .into_iter()
        .map(|(n, text)| {
            view! {
                <li id=words::evidence_anchor(&run, n)>
                    <span class="evidence-no">
                        <Number n />
                    </span>
                    {text}
                </li>
            }
        })
        .collect_view();
    view! { <ul class="evidence-told">{rows}</ul> }.into_any()
}

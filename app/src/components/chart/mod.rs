//! Charts of the closed type in `model::chart`: the finding as caption, a drawing with title and description, and the
//! same as a table. SVG attributes only, so that a strict content policy holds.

mod bars;
mod days;
pub mod mark;
pub(crate) mod markers;
mod parts;
pub(crate) mod scale;
pub(crate) mod table;

use leptos::html;
use leptos::prelude::*;

use crate::live;
use crate::model::chart::{Chart, Drawing};
use crate::model::text::capital;
use mark::Marks;
use table::{Column, as_table};

/// The width that is drawn for until the real one is known, in CSS pixels.
const USUAL_WIDTH: f64 = 360.0;

/// The charts of an answer, side by side where there is room.
#[component]
pub fn Charts(
    run: String,
    charts: Vec<Chart>,
    /// The place of the first among the charts of the answer.
    #[prop(optional)]
    from: usize,
) -> impl IntoView {
    (!charts.is_empty()).then(|| {
        let clickable = charts.iter().any(|chart| Marks::of(chart).any());
        let figures = charts
            .into_iter()
            .enumerate()
            .map(|(i, chart)| view! { <ChartView id=format!("chart-{run}-{}", from + i) chart /> })
            .collect_view();
        view! {
            <div class="charts">{figures}</div>
            {clickable
                .then(|| {
                    view! { <p class="chart-hint">"Select a bar, a part or a point to ask about it."</p> }
                })}
        }
    })
}

/// One chart. It is drawn at the measured width, so that its text is never scaled.
#[component]
pub fn ChartView(id: String, chart: Chart) -> impl IntoView {
    let figure = NodeRef::<html::Figure>::new();
    let anchor = format!("{id}-figure");
    let measured = live::width(figure);
    let marks = Marks::of(&chart);
    let Chart { finding, subtitle, drawing, .. } = chart;
    let title = format!("{finding}. {subtitle}");
    let (empty, table) = (is_empty(&drawing), table(&drawing, &marks));
    let documents = if let Drawing::Days { markers, .. } = &drawing { markers::listed(markers) } else { None };
    // Which point of a line the Tab key goes to; arrows move it.
    let at = RwSignal::new(days::peak_at(&drawing));
    let drawn = move || {
        let width = measured.get().unwrap_or(USUAL_WIDTH);
        match &drawing {
            Drawing::Bars { unit, bars } => bars::draw(&id, &title, unit, bars, (width, &marks)),
            Drawing::Days { unit, points, markers } => {
                days::draw(&id, &title, unit, (points, markers), (width, &marks, at))
            }
            Drawing::Parts { unit, parts } => parts::draw(&id, &title, unit, parts, (width, &marks)),
        }
    };
    view! {
        <figure class="chart" id=anchor node_ref=figure>
            <figcaption>
                <strong>{finding}</strong>
                {subtitle}
            </figcaption>
            {if empty {
                view! { <p class="chart-empty">"No records in this range."</p> }.into_any()
            } else {
                view! {
                    {drawn}
                    {documents}
                    {table}
                }
                    .into_any()
            }}
        </figure>
    }
    .into_any()
}

fn is_empty(drawing: &Drawing) -> bool {
    match drawing {
        Drawing::Bars { bars, .. } => bars.is_empty(),
        Drawing::Days { points, .. } => points.is_empty(),
        Drawing::Parts { parts, .. } => parts.iter().all(|p| p.value <= 0.0),
    }
}

fn table(drawing: &Drawing, marks: &Marks) -> AnyView {
    let rows = match drawing {
        Drawing::Bars { bars, .. } => bars::table(bars, marks),
        Drawing::Days { points, .. } => days::table(points, marks),
        Drawing::Parts { parts, .. } => parts::table(parts, marks),
    };
    let (Drawing::Bars { unit, .. } | Drawing::Days { unit, .. } | Drawing::Parts { unit, .. }) = drawing;
    let (first, shares) = match drawing {
        Drawing::Bars { bars, .. } => ("Name", bars.iter().any(|b| b.share.is_some())),
        Drawing::Days { .. } => ("Day", false),
        Drawing::Parts { .. } => ("Part", true),
    };
    let mut columns = vec![Column::words(first), Column::Figures(capital(unit))];
    columns.extend(shares.then(|| Column::figures("Share")));
    as_table(unit, columns, rows)
}

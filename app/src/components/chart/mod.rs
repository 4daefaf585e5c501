//! Charts of the closed type in `model::chart`: the finding as caption, a drawing with title and description, and the
//! same data as a table. SVG attributes only, to comply with a strict content policy.

mod bars;
mod days;
pub(crate) mod frame;
pub mod mark;
pub(crate) mod markers;
mod parts;
pub(crate) mod scale;
pub mod switch;
pub(crate) mod table;

use leptos::html;
use leptos::prelude::*;

use crate::live;
use crate::model::chart::{Chart, Drawing, Step};
use crate::model::text::capital;
use crate::t;
use mark::Marks;
use switch::{Shape, Stepping, Switches, Wanted, reshaped};
use table::{Column, as_table, framed};

/// The assumed width until the real one is known, in CSS pixels.
const USUAL_WIDTH: f64 = 360.0;

/// The charts of an answer, side by side if there is room.
#[component]
pub fn Charts(
    run: String,
    charts: Vec<Chart>,
    /// The index of the first among the answer's charts.
    #[prop(optional)]
    from: usize,
) -> impl IntoView {
    (!charts.is_empty()).then(|| {
        let clickable = charts.iter().any(|chart| Marks::for_chart(chart).any());
        let figures = charts
            .into_iter()
            .enumerate()
            .map(|(i, chart)| {
                let (id, of) = (format!("chart-{run}-{}", from + i), (run.clone(), from + i));
                view! { <ChartView id chart of /> }
            })
            .collect_view();
        view! {
            <div class="charts">{figures}</div>
            {clickable
                .then(|| {
                    view! { <p class="chart-hint">{t!("chart-hint")}</p> }
                })}
        }
    })
}

/// One chart. It is drawn at the measured width, so that its text is never scaled.
#[component]
pub fn ChartView(
    id: String,
    chart: Chart,
    /// The run with the answer, and its index among the charts there.
    #[prop(optional)]
    of: Option<(String, usize)>,
) -> impl IntoView {
    let figure = NodeRef::<html::Figure>::new();
    let anchor = format!("{id}-figure");
    let measured = live::width(figure);
    let marks = StoredValue::new(Marks::for_chart(&chart));
    let shapes = Shape::for_drawing(&chart.drawing);
    let shape = RwSignal::new(shapes[0]);
    let stepping = use_context::<Stepping>().zip(of);
    let steps = match &chart.drawing {
        Drawing::Days { steps, .. } if stepping.is_some() => steps.clone(),
        _ => Vec::new(),
    };
    // The point that takes the Tab key; arrows move it.
    let at = RwSignal::new(days::peak_at(&chart.drawing));
    let empty = is_empty(&chart.drawing);
    let first = StoredValue::new(chart.clone());
    let shown = RwSignal::new(chart);
    let step = Signal::derive(move || shown.with(|chart| days::step_of(&chart.drawing)));
    let problem = RwSignal::new(None::<String>);
    let show = move |chart: Chart| {
        problem.set(None);
        at.set(days::peak_at(&chart.drawing));
        shown.set(chart);
    };
    let by = Callback::new(move |step: Step| {
        let Some((Stepping(ask), (run, place))) = stepping.clone() else { return };
        if first.with_value(|chart| days::step_of(&chart.drawing)) == step {
            return show(first.get_value());
        }
        let came = Callback::new(move |came| match came {
            Ok(chart) => show(chart),
            Err(error) => problem.set(Some(error)),
        });
        ask.run(Wanted { run, place, step, came });
    });
    let drawn = move || {
        let width = measured.get().unwrap_or(USUAL_WIDTH);
        let (shape, chart) = (shape.get(), shown.get());
        let title = format!("{}. {}", chart.finding, chart.subtitle);
        let step = days::step_of(&chart.drawing);
        marks.with_value(|marks| {
            let drawing = reshaped(chart.drawing, shape);
            match &drawing {
                _ if shape == Shape::Table => {
                    let (what, columns, rows) = table(&drawing, marks);
                    framed(t!("chart-table-of", what = what), None, columns, rows)
                }
                Drawing::Bars { unit, bars } => bars::draw(&id, &title, unit, bars, (width, marks)),
                Drawing::Days { unit, points, markers, .. } => {
                    let drawn = (points.as_slice(), markers.as_slice(), step, shape == Shape::Bars);
                    days::draw(&id, &title, unit, drawn, (width, marks, at))
                }
                Drawing::Parts { unit, parts } => parts::draw(&id, &title, unit, parts, (width, marks)),
            }
        })
    };
    let below = first.with_value(|chart| {
        let (what, columns, rows) = marks.with_value(|marks| table(&chart.drawing, marks));
        let documents =
            if let Drawing::Days { markers, .. } = &chart.drawing { markers::listed(markers) } else { None };
        let folded = as_table(&what, columns, rows);
        // With scripts the table is one of the shapes.
        let folded = match shapes.len() > 1 {
            true => view! { <div class="only-without-scripts">{folded}</div> }.into_any(),
            false => folded,
        };
        (documents, folded)
    });
    view! {
        <figure class="chart" id=anchor node_ref=figure>
            <figcaption>
                <strong>{move || shown.with(|chart| chart.finding.clone())}</strong>
                {move || shown.with(|chart| chart.subtitle.clone())}
            </figcaption>
            {if empty {
                view! { <p class="chart-empty">{t!("chart-empty")}</p> }.into_any()
            } else {
                view! {
                    <Switches shapes shape steps step by />
                    {move || problem.get().map(|text| view! { <p class="chart-empty" role="alert">{text}</p> })}
                    {drawn}
                    {below}
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

/// The table's subject, its columns and its rows.
fn table(drawing: &Drawing, marks: &Marks) -> (String, Vec<Column>, AnyView) {
    let step = days::step_of(drawing);
    let rows = match drawing {
        Drawing::Bars { bars, .. } => bars::table(bars, marks),
        Drawing::Days { points, .. } => days::table(points, step, marks),
        Drawing::Parts { parts, .. } => parts::table(parts, marks),
    };
    let (Drawing::Bars { unit, .. } | Drawing::Days { unit, .. } | Drawing::Parts { unit, .. }) = drawing;
    let (first, shares) = match drawing {
        Drawing::Bars { bars, .. } => (t!("chart-name"), bars.iter().any(|b| b.share.is_some())),
        Drawing::Days { .. } => (t!("chart-step", step = step.as_str()), false),
        Drawing::Parts { .. } => (t!("chart-part"), true),
    };
    let mut columns = vec![Column::Words(first), Column::Figures(capital(unit))];
    columns.extend(shares.then(|| Column::Figures(t!("chart-share"))));
    (unit.clone(), columns, rows)
}

//! How a chart is shown: as a line, bars or a table, and a chart over time by day, week or month. Small buttons at its
//! head; the choice applies to one chart until the page is left.

use leptos::prelude::*;

use crate::model::chart::{Bar, Chart, Drawing, Step};
use crate::t;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Line,
    Parts,
    Bars,
    Table,
}

impl Shape {
    /// The shapes available for a drawing, its own first; only that one if there is no choice.
    pub fn for_drawing(drawing: &Drawing) -> &'static [Self] {
        match drawing {
            Drawing::Days { points, .. } if points.len() > 1 => &[Self::Line, Self::Bars, Self::Table],
            Drawing::Days { .. } => &[Self::Line],
            Drawing::Parts { parts, .. } if parts.len() > 1 => &[Self::Parts, Self::Bars, Self::Table],
            Drawing::Parts { .. } => &[Self::Parts],
            Drawing::Bars { bars, .. } if bars.len() > 1 => &[Self::Bars, Self::Table],
            Drawing::Bars { .. } => &[Self::Bars],
        }
    }

    fn name(self) -> String {
        match self {
            Self::Line => t!("chart-line"),
            Self::Parts => t!("chart-parts"),
            Self::Bars => t!("chart-bars"),
            Self::Table => t!("chart-table"),
        }
    }
}

/// The drawing in another shape. Only parts are redrawn as bars: points become bars in place.
pub fn reshaped(drawing: Drawing, shape: Shape) -> Drawing {
    match drawing {
        Drawing::Parts { unit, parts } if shape == Shape::Bars => {
            let total: f64 = parts.iter().map(|p| p.value.max(0.0)).sum();
            let bars = parts.into_iter().map(|p| Bar {
                share: Some(p.value.max(0.0) / total),
                label: p.label,
                value: p.value,
                rest: false,
                filter: p.filter,
            });
            Drawing::Bars { unit, bars: bars.collect() }
        }
        other => other,
    }
}

/// A request for a chart with another step: the run, the chart's index, the step, and the receiver.
pub struct Wanted {
    pub run: String,
    pub place: usize,
    pub step: Step,
    pub came: Callback<Result<Chart, String>>,
}

/// Requests charts with another step. Pages that support it provide it as context.
#[derive(Clone, Copy)]
pub struct Stepping(pub Callback<Wanted>);

/// A choice among a few options, as buttons side by side.
#[component]
pub fn Segments<T: Copy + PartialEq + Send + Sync + 'static>(
    label: String,
    all: Vec<(T, String)>,
    chosen: Signal<T>,
    choose: Callback<T>,
) -> impl IntoView {
    let one = move |(value, name): (T, String)| {
        view! {
            <button
                class="segment"
                type="button"
                aria-pressed=move || (chosen.get() == value).to_string()
                on:click=move |_| choose.run(value)
            >
                {name}
            </button>
        }
    };
    view! {
        <div class="segments needs-scripts" role="group" aria-label=label>
            {all.into_iter().map(one).collect_view()}
        </div>
    }
    .into_any()
}

/// The switches of a chart, if there is any choice.
#[component]
pub fn Switches(
    shapes: &'static [Shape],
    shape: RwSignal<Shape>,
    steps: Vec<Step>,
    step: Signal<Step>,
    by: Callback<Step>,
) -> impl IntoView {
    let shapes: Vec<_> = shapes.iter().map(|shape| (*shape, shape.name())).collect();
    let steps: Vec<_> = steps.into_iter().map(|step| (step, t!("chart-step", step = step.as_str()))).collect();
    let choose = Callback::new(move |value| shape.set(value));
    (shapes.len() > 1).then(|| {
        view! {
            <div class="chart-switches">
                <Segments label=t!("chart-show-as") all=shapes chosen=shape.into() choose />
                {(steps.len() > 1).then(|| view! { <Segments label=t!("chart-show-by") all=steps chosen=step choose=by /> })}
            </div>
        }
        .into_any()
    })
}

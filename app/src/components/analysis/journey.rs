//! Sentiment along the journey: for each product a waterfall over five stages, where each step starts at the previous
//! stage's mean.

use leptos::prelude::*;

use super::place::Going;
use super::{Multiples, multiple, select};
use crate::components::chart::scale::at;
use crate::components::chart::table::{Column, as_table};
use crate::components::words;
use crate::model::analysis::{Journey, Picked, Stage, StageMood};
use crate::model::text::capital;
use crate::{id, t};

/// With fewer messages, stages are drawn pale and left out of the caption.
const MIN_JUDGED: i64 = 5;
/// Smaller differences are not a fall.
const MIN_CHANGE: f64 = 0.1;
const ZERO: f64 = 62.0;
/// Pixels of a mean of 1.
const PIXELS_PER_UNIT: f64 = 48.0;

#[component]
pub fn Journeys(journeys: Vec<Journey>) -> impl IntoView {
    let going = expect_context::<Going>();
    let table = table(&journeys, going);
    let rest = view! {
        {table}
        <details class="panel-method">
            <summary>{t!("analysis-journey-how")}</summary>
            <p>{t!("analysis-journey-method")}</p>
        </details>
    };
    let multiples = Multiples {
        id: "journey",
        title: t!("analysis-journey"),
        about: t!("analysis-journey-key"),
        label: t!("analysis-journeys"),
        figures: journeys.iter().enumerate().map(|(n, journey)| figure(journey, n, going)).collect(),
        none: t!("analysis-journey-none"),
        rest: rest.into_any(),
    };
    multiples.view()
}

/// The finding of a journey, in a few words.
fn finding(stages: &[StageMood]) -> String {
    let enough = stages.iter().filter(|s| s.mood.judged() >= MIN_JUDGED);
    let known: Vec<(Stage, f64)> = enough.filter_map(|s| Some((s.stage, s.mood.net?))).collect();
    let steps = || known.windows(2).map(|pair| (pair[0].0, pair[1].0, pair[1].1 - pair[0].1));
    let Some(fall) = steps().min_by(|a, b| a.2.total_cmp(&b.2)) else {
        return t!("analysis-course-unknown");
    };
    let rise = steps().max_by(|a, b| a.2.total_cmp(&b.2));
    let at = |stage: Stage| t!("analysis-at-stage", stage = stage.as_str());
    // Between adjacent stages it is a step; otherwise one is only known to be lower.
    let told = |(from, to, _): (Stage, Stage, f64), step: &str, apart: &str| match to as usize - from as usize {
        1 => t!(step, at = at(to)),
        _ => t!(apart, at = at(to), than = at(from)),
    };
    match rise {
        _ if fall.2 <= -MIN_CHANGE => told(fall, id!("analysis-falls"), id!("analysis-lower")),
        Some(rise) if rise.2 >= MIN_CHANGE => told(rise, id!("analysis-recovers"), id!("analysis-higher")),
        _ => t!("analysis-steady"),
    }
}

fn picked(journey: &Journey, stage: Stage) -> Picked {
    Picked { stage: Some(stage), of: journey.product.clone(), ..Picked::default() }
}

fn said(stage: &StageMood) -> String {
    let name = capital(&t!("analysis-stage", stage = stage.stage.as_str()));
    match stage.mood.net {
        Some(mean) => t!("analysis-stage-net", name = name, net = words::signed(mean), count = stage.mood.volume),
        None => t!("analysis-stage-none", name = name),
    }
}

fn figure(journey: &Journey, n: usize, going: Going) -> AnyView {
    let current = RwSignal::new(0);
    let prefix = format!("stage-{n}-");
    let last = journey.stages.len().saturating_sub(1);
    let mut level = 0.0;
    let mut parts = Vec::new();
    for (i, stage) in journey.stages.iter().enumerate() {
        let drawn = step(i, stage, level);
        level = stage.mood.net.unwrap_or(level);
        let drawn = view! {
            <rect class="c-hit" x=at(48.0 * i as f64) y="0" width="48" height="146" />
            {drawn}
        };
        let choice = (picked(journey, stage.stage), said(stage));
        parts.push(select(going, "mark", choice, (&prefix, (i, last), current), drawn.into_any()));
    }
    let label = t!("analysis-journey-of", name = journey.name.as_str());
    let drawn = view! {
        <path d=format!("M0 {ZERO}H240") class="c-axis" />
        {parts}
    };
    multiple(&journey.name, finding(&journey.stages), label, (240.0, 146.0), drawn.into_any())
}

fn step(i: usize, stage: &StageMood, from: f64) -> AnyView {
    let x = 6.0 + 48.0 * i as f64;
    let label = view! {
        <text x=at(x + 18.0) y="142" text-anchor="middle">
            {t!("analysis-stage-short", stage = stage.stage.as_str())}
        </text>
    };
    let Some(to) = stage.mood.net else {
        return view! {
            <text x=at(x + 18.0) y=at(ZERO - 5.0) text-anchor="middle">
                "–"
            </text>
            {label}
        }
        .into_any();
    };
    let (y_from, y_to) = (ZERO - from * PIXELS_PER_UNIT, ZERO - to * PIXELS_PER_UNIT);
    let (top, height) = (y_from.min(y_to), (y_from - y_to).abs().max(2.0));
    let down = to < from;
    let few = (stage.mood.judged() < MIN_JUDGED).then_some("true");
    let y_text = if down { top + height + 13.0 } else { top - 5.0 };
    view! {
        <rect
            x=at(x)
            y=at(top)
            width="36"
            height=at(height)
            class=if down { "c-neg" } else { "c-pos-solid" }
            stroke-width="1.25"
            data-few=few
        />
        {(i < 4).then(|| view! { <path d=format!("M{} {}H{}", at(x), at(y_to), at(x + 84.0)) class="c-axis" /> })}
        <text x=at(x + 18.0) y=at(y_text) text-anchor="middle" class="c-ink">
            {words::signed(to)}
        </text>
        {label}
    }
    .into_any()
}

fn table(journeys: &[Journey], going: Going) -> AnyView {
    let rows = journeys
        .iter()
        .map(|journey| {
            let cells = journey
                .stages
                .iter()
                .map(|s| {
                    let text = match s.mood.net {
                        Some(mean) => t!("analysis-net-of", net = words::signed(mean), count = s.mood.volume),
                        None => "–".to_owned(),
                    };
                    view! {
                        <td class="num">
                            <a href=going.href(picked(journey, s.stage)) data-noscroll>
                                {text}
                            </a>
                        </td>
                    }
                })
                .collect_view();
            view! {
                <tr>
                    <th scope="row">{journey.name.clone()}</th>
                    {cells}
                </tr>
            }
        })
        .collect_view()
        .into_any();
    let stages = Stage::ALL.iter().map(|s| Column::Figures(t!("analysis-stage", stage = s.as_str())));
    let columns = [Column::Words(t!("analysis-product"))].into_iter().chain(stages);
    as_table(&t!("analysis-journey-table"), columns, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::analysis::Mood;

    #[test]
    fn the_caption_says_what_is_seen() {
        let at = |means: [Option<i64>; 5]| -> Vec<StageMood> {
            let mood = |m: Option<i64>| {
                m.map_or_else(Mood::default, |m| Mood::from_counts(10, m.max(0), 10 - m.abs(), (-m).max(0)))
            };
            Stage::ALL.iter().zip(means).map(|(stage, m)| StageMood { stage: *stage, mood: mood(m) }).collect()
        };
        for (means, want) in [
            ([Some(-3), Some(-4), Some(-7), Some(-2), Some(1)], "falls most at investigation"),
            ([Some(-3), Some(-3), Some(-3), Some(1), Some(1)], "recovers at resolution"),
            ([Some(-3), None, None, Some(1), Some(1)], "higher at resolution than at first contact"),
            ([Some(-3), Some(-3), Some(-3), Some(-3), Some(-8)], "falls most after resolution"),
            ([Some(-3), None, None, None, Some(-8)], "lower after resolution than at first contact"),
            ([Some(-3), Some(-3), None, None, Some(-3)], "steady"),
            ([Some(-3), None, None, None, None], "too few messages for a trend"),
        ] {
            assert_eq!(finding(&at(means)), want);
        }
    }
}

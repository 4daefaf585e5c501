//! Sentiment along the journey: for each product a waterfall over five stages, where each step starts at the mean of the
//! stage before.

use leptos::prelude::*;

use crate::components::chart::scale::at;
use crate::components::chart::table::{Column, as_table};
use crate::components::words;
use crate::model::analysis::{Journey, Stage, StageMood};

/// Fewer messages than this are drawn pale, and the caption does not speak of them.
const ENOUGH: i64 = 5;
/// Under this a difference is not a fall.
const NOTABLE: f64 = 0.1;
const ZERO: f64 = 62.0;
/// Pixels of a mean of 1.
const SCALE: f64 = 48.0;

const fn short(stage: Stage) -> &'static str {
    match stage {
        Stage::Contact => "Contact",
        Stage::Triage => "Triage",
        Stage::Investigation => "Invest.",
        Stage::Resolution => "Resolve",
        Stage::After => "After",
    }
}

const fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Contact => "first contact",
        Stage::Triage => "triage",
        Stage::Investigation => "investigation",
        Stage::Resolution => "resolution",
        Stage::After => "after resolution",
    }
}

#[component]
pub fn Journeys(journeys: Vec<Journey>) -> impl IntoView {
    let table = table(&journeys);
    let figures = journeys.iter().map(figure).collect_view();
    view! {
        <section class="section" aria-labelledby="journey">
            <div class="section-head">
                <h2 id="journey">"Sentiment along the journey"</h2>
                <p>"Each step starts where the last one ended; pale of fewer than five messages"</p>
            </div>
            {if journeys.is_empty() {
                view! { <p class="chart-empty">"No message of this range belongs to a case."</p> }.into_any()
            } else {
                view! {
                    <div class="multiples" tabindex="0" role="group" aria-label="Journeys by product">
                        {figures}
                    </div>
                    {table}
                    <details class="panel-method">
                        <summary>"How stages are told"</summary>
                        <p>
                            "Of messages that belong to a case, by their time in its life: up to its opening it is the first contact, after its resolution it is after that. In between, the first quarter of the time is triage, the last quarter resolution, the rest investigation. A case that is not resolved has triage in the first quarter of the time to its deadline."
                        </p>
                    </details>
                }
                    .into_any()
            }}
        </section>
    }
    .into_any()
}

/// What a journey shows, in a few words.
fn finding(stages: &[StageMood]) -> String {
    let enough = stages.iter().filter(|s| s.mood.judged() >= ENOUGH);
    let known: Vec<(Stage, f64)> = enough.filter_map(|s| Some((s.stage, s.mood.sentiment?))).collect();
    let steps = || known.windows(2).map(|pair| (pair[1].0, pair[1].1 - pair[0].1));
    let Some((fall, by)) = steps().min_by(|a, b| a.1.total_cmp(&b.1)) else {
        return "too few messages to tell a course".to_owned();
    };
    let rise = steps().max_by(|a, b| a.1.total_cmp(&b.1));
    let at = |stage: Stage| if stage == Stage::After { name(stage).to_owned() } else { format!("at {}", name(stage)) };
    match rise {
        _ if by <= -NOTABLE => format!("falls most {}", at(fall)),
        Some((stage, by)) if by >= NOTABLE => format!("recovers {}", at(stage)),
        _ => "steady".to_owned(),
    }
}

fn figure(journey: &Journey) -> AnyView {
    let said: Vec<String> = journey
        .stages
        .iter()
        .map(|s| match s.mood.sentiment {
            Some(mean) => format!("{} {} of {}", name(s.stage), words::signed(mean), s.mood.volume),
            None => format!("{} none", name(s.stage)),
        })
        .collect();
    let mut level = 0.0;
    let mut parts = Vec::new();
    for (i, stage) in journey.stages.iter().enumerate() {
        parts.push(step(i, stage, level));
        level = stage.mood.sentiment.unwrap_or(level);
    }
    view! {
        <figure class="chart">
            <figcaption>
                <strong>{journey.name.clone()}</strong>
                {finding(&journey.stages)}
            </figcaption>
            <svg viewBox="0 0 240 146" role="img" aria-label=format!("{}: mean sentiment by stage: {}", journey.name, said.join(", "))>
                <path d=format!("M0 {ZERO}H240") class="c-axis" />
                {parts}
            </svg>
        </figure>
    }
    .into_any()
}

fn step(i: usize, stage: &StageMood, from: f64) -> AnyView {
    let x = 6.0 + 48.0 * i as f64;
    let label = view! {
        <text x=at(x + 18.0) y="142" text-anchor="middle">
            {short(stage.stage)}
        </text>
    };
    let Some(to) = stage.mood.sentiment else {
        return view! {
            <text x=at(x + 18.0) y=at(ZERO - 5.0) text-anchor="middle">
                "–"
            </text>
            {label}
        }
        .into_any();
    };
    let (y_from, y_to) = (ZERO - from * SCALE, ZERO - to * SCALE);
    let (top, height) = (y_from.min(y_to), (y_from - y_to).abs().max(2.0));
    let down = to < from;
    let few = (stage.mood.judged() < ENOUGH).then_some("true");
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

fn table(journeys: &[Journey]) -> AnyView {
    let rows = journeys
        .iter()
        .map(|journey| {
            let cells = journey
                .stages
                .iter()
                .map(|s| {
                    let text = match s.mood.sentiment {
                        Some(mean) => format!("{} of {}", words::signed(mean), words::whole(s.mood.volume)),
                        None => "–".to_owned(),
                    };
                    view! { <td class="num">{text}</td> }
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
    let stages = Stage::ALL.iter().map(|s| Column::figures(name(*s)));
    as_table("mean sentiment by stage", [Column::words("Product")].into_iter().chain(stages), rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::analysis::Mood;

    #[test]
    fn the_caption_says_what_is_seen() {
        let at = |means: [Option<i64>; 5]| -> Vec<StageMood> {
            let mood =
                |m: Option<i64>| m.map_or_else(Mood::default, |m| Mood::of(10, m.max(0), 10 - m.abs(), (-m).max(0)));
            Stage::ALL.iter().zip(means).map(|(stage, m)| StageMood { stage: *stage, mood: mood(m) }).collect()
        };
        for (means, want) in [
            ([Some(-3), Some(-4), Some(-7), Some(-2), Some(1)], "falls most at investigation"),
            ([Some(-3), None, None, Some(1), Some(1)], "recovers at resolution"),
            ([Some(-3), None, None, None, Some(-8)], "falls most after resolution"),
            ([Some(-3), Some(-3), None, None, Some(-3)], "steady"),
            ([Some(-3), None, None, None, None], "too few messages to tell a course"),
        ] {
            assert_eq!(finding(&at(means)), want);
        }
    }
}

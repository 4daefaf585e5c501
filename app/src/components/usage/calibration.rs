//! How scores of answers relate to verdicts: the reliability curve with its counts, and scores fitted from the verdicts.

use leptos::prelude::*;

use crate::components::chart::table::{Column, framed};
use crate::components::words::count;
use crate::model::number::{exact, percent};
use crate::model::review::calibration::{Bin, Calibration, ENOUGH};

/// The side of the square that is drawn in, and what is left for its axes.
const SIDE: f64 = 280.0;
const LEFT: f64 = 40.0;
const TOP: f64 = 12.0;

fn x(score: f64) -> String {
    format!("{:.1}", LEFT + score * SIDE)
}

fn y(share: f64) -> String {
    format!("{:.1}", TOP + (1.0 - share) * SIDE)
}

#[component]
pub fn Reliability(calibration: Calibration) -> impl IntoView {
    let Calibration { reviewed, of_demo, bins, error, fitted, fitted_error } = calibration;
    let all = reviewed + of_demo;
    let demo = (of_demo > 0).then(|| {
        let of_demo = exact(of_demo as f64);
        format!(
            " {of_demo} of them came with the demo: its own questions with known figures, run and judged by program."
        )
    });
    let fit = match fitted_error {
        Some(fitted) => format!(
            "Fitted scores are in use below: the rising steps nearest to {all} verdicts (isotonic regression). Judged on the \
             half that they were not fitted on, their error is {}.",
            percent(fitted)
        ),
        None => format!("From {ENOUGH} verdicts on, scores are fitted from them; there are {all}."),
    };
    let drawn = (!bins.is_empty()).then(|| curve(&bins, &fitted));
    view! {
        <section class="section" aria-labelledby="usage-calibration">
            <div class="section-head">
                <h2 id="usage-calibration">"Can the evidence score be trusted?"</h2>
                <p>{format!("{} on answers.", count(all as i64, "verdict"))}{demo}</p>
            </div>
            {if bins.is_empty() {
                view! { <p class="muted">"No answer with a score was judged yet."</p> }.into_any()
            } else {
                view! {
                    <p>
                        "Expected calibration error: " <b>{percent(error)}</b>
                        ". So far apart are score and share of good answers, on average. " {fit}
                    </p>
                    <div class="columns" style="--column: 22rem">
                        <figure class="chart">{drawn}</figure>
                        <div class="stack">
                            {table("Reliability", &bins)}
                            {(!fitted.is_empty()).then(|| table("Fitted scores", &fitted))}
                        </div>
                    </div>
                }
                    .into_any()
            }}
        </section>
    }
    .into_any()
}

/// The curve: a point for each bin, as large as it has verdicts; the line of a score that says what it means; fitted steps.
fn curve(bins: &[Bin], fitted: &[Bin]) -> AnyView {
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(1) as f64;
    let ticks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|at| {
        view! {
            <path d=format!("M{LEFT} {}H{}", y(at), x(1.0)) class="c-grid" />
            <text x=LEFT.to_string() y=y(at) dx="-6" dy="4" text-anchor="end">{percent(at)}</text>
            <text x=x(at) y=y(0.0) dy="18" text-anchor="middle">{exact(at)}</text>
        }
    });
    let points: Vec<String> = bins.iter().map(|bin| format!("{} {}", x(bin.mean), y(bin.share()))).collect();
    let dots = bins.iter().map(|bin| {
        let radius = format!("{:.1}", 3.0 + 7.0 * (bin.count as f64 / most).sqrt());
        view! {
            <circle cx=x(bin.mean) cy=y(bin.share()) r=radius class="c-dot" />
            <text x=x(bin.mean) y=y(bin.share()) dy="-12" text-anchor="middle">{exact(bin.count as f64)}</text>
        }
    });
    let steps: String = fitted
        .iter()
        .enumerate()
        .map(|(n, pool)| {
            let to = fitted.get(n + 1).map_or(1.0, |next| next.from);
            format!("{}{} {}H{}", if n == 0 { "M" } else { "L" }, x(pool.from), y(pool.share()), x(to))
        })
        .collect();
    let said = bins.iter().map(|bin| {
        let (from, to) = (exact(bin.from), exact(bin.to));
        format!("score {from} to {to}: {} of {} good", bin.good, bin.count)
    });
    let said = said.collect::<Vec<_>>().join("; ");
    view! {
        <svg
            viewBox=format!("0 0 {} {}", LEFT + SIDE + 12.0, TOP + SIDE + 26.0)
            role="img"
            aria-labelledby="reliability-t reliability-d"
        >
            <title id="reliability-t">"Share of good answers by evidence score"</title>
            <desc id="reliability-d">{said}</desc>
            {ticks.into_iter().collect_view()}
            <path d=format!("M{} {}L{} {}", x(0.0), y(0.0), x(1.0), y(1.0)) class="c-plumb-soft" />
            <path d=steps class="c-plumb" />
            <polyline points=points.join(" ") class="c-line" />
            {dots.collect_view()}
        </svg>
        <figcaption>
            "Across: the score. Up: the share of answers judged good. Numbers: verdicts. Dotted: a score that means its share."
            {(!fitted.is_empty()).then_some(" Steps: fitted scores.")}
        </figcaption>
    }
    .into_any()
}

fn table(title: &'static str, bins: &[Bin]) -> AnyView {
    let row = |bin: &Bin| {
        let (from, to) = (exact(bin.from), exact(bin.to));
        let named = if from == to { from } else { format!("{from} to {to}") };
        view! {
            <tr>
                <th scope="row">{named}</th>
                <td class="num">{exact((bin.mean * 1000.0).round() / 1000.0)}</td>
                <td class="num">{percent(bin.share())}</td>
                <td class="num">{exact(bin.good as f64)}</td>
                <td class="num">{exact(bin.count as f64)}</td>
            </tr>
        }
    };
    let [scores, rest @ ..] = ["Scores", "Mean score", "Judged good", "Good", "Verdicts"];
    let columns = [Column::words(scores)].into_iter().chain(rest.map(Column::figures));
    framed(title.to_owned(), Some(title), columns, bins.iter().map(row).collect_view().into_any())
}

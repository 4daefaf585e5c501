//! How answers' scores relate to verdicts: the reliability curve with its counts, and scores fitted from the verdicts.

use leptos::prelude::*;

use crate::components::chart::table::{Column, framed};
use crate::components::section::Section;
use crate::model::review::calibration::{Bin, Calibration, ENOUGH};
use crate::{i18n, id, t};

/// The side of the square drawing, and the margin for its axes.
const PLOT_SIDE: f64 = 280.0;
const LEFT: f64 = 40.0;
const TOP_MARGIN: f64 = 12.0;

fn x(score: f64) -> String {
    format!("{:.1}", LEFT + score * PLOT_SIDE)
}

fn y(share: f64) -> String {
    format!("{:.1}", TOP_MARGIN + (1.0 - share) * PLOT_SIDE)
}

#[component]
pub fn Reliability(calibration: Calibration) -> impl IntoView {
    let Calibration { reviewed, of_demo, bins, error, fitted, fitted_error } = calibration;
    let all = reviewed + of_demo;
    let demo = if of_demo > 0 { format!(" {}", t!("usage-verdicts-of-demo", count = of_demo)) } else { String::new() };
    let percent = |share: f64| i18n::locale().percent(share);
    let fit = match fitted_error {
        Some(fitted) => t!("usage-fitted", count = all, error = percent(fitted)),
        None => t!("usage-not-fitted", enough = ENOUGH, count = all),
    };
    let drawn = (!bins.is_empty()).then(|| curve(&bins, &fitted));
    view! {
        <Section id="usage-calibration" title=t!("usage-calibration") about=format!("{}{demo}", t!("usage-verdicts", count = all))>
            {if bins.is_empty() {
                view! { <p class="muted">{t!("usage-calibration-none")}</p> }.into_any()
            } else {
                view! {
                    <p>
                        {t!("usage-error")} " " <b>{percent(error)}</b> ". " {t!("usage-error-means")} " " {fit}
                    </p>
                    <div class="columns" style="--column: 22rem">
                        <figure class="chart">{drawn}</figure>
                        <div class="stack">
                            {table(t!("usage-reliability"), &bins)}
                            {(!fitted.is_empty()).then(|| table(t!("usage-fitted-scores"), &fitted))}
                        </div>
                    </div>
                }
                    .into_any()
            }}
        </Section>
    }
    .into_any()
}

/// The curve: a point for each bin, sized by its verdicts; the line of a perfectly calibrated score; fitted steps.
fn curve(bins: &[Bin], fitted: &[Bin]) -> AnyView {
    let locale = i18n::locale();
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(1) as f64;
    let ticks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|at| {
        view! {
            <path d=format!("M{LEFT} {}H{}", y(at), x(1.0)) class="c-grid" />
            <text x=LEFT.to_string() y=y(at) dx="-6" dy="4" text-anchor="end">{locale.percent(at)}</text>
            <text x=x(at) y=y(0.0) dy="18" text-anchor="middle">{locale.exact(at)}</text>
        }
    });
    let points: Vec<String> = bins.iter().map(|bin| format!("{} {}", x(bin.mean), y(bin.share()))).collect();
    let dots = bins.iter().map(|bin| {
        let radius = format!("{:.1}", 3.0 + 7.0 * (bin.count as f64 / most).sqrt());
        view! {
            <circle cx=x(bin.mean) cy=y(bin.share()) r=radius class="c-dot" />
            <text x=x(bin.mean) y=y(bin.share()) dy="-12" text-anchor="middle">{i18n::whole(bin.count)}</text>
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
    let said =
        bins.iter().map(|bin| t!("usage-curve-bin", from = bin.from, to = bin.to, good = bin.good, count = bin.count));
    let said = said.collect::<Vec<_>>().join("; ");
    view! {
        <svg
            viewBox=format!("0 0 {} {}", LEFT + PLOT_SIDE + 12.0, TOP_MARGIN + PLOT_SIDE + 26.0)
            role="img"
            aria-labelledby="reliability-t reliability-d"
        >
            <title id="reliability-t">{t!("usage-curve")}</title>
            <desc id="reliability-d">{said}</desc>
            {ticks.into_iter().collect_view()}
            <path d=format!("M{} {}L{} {}", x(0.0), y(0.0), x(1.0), y(1.0)) class="c-plumb-soft" />
            <path d=steps class="c-plumb" />
            <polyline points=points.join(" ") class="c-line" />
            {dots.collect_view()}
        </svg>
        <figcaption>
            {t!("usage-curve-means")}
            {(!fitted.is_empty()).then(|| format!(" {}", t!("usage-curve-steps")))}
        </figcaption>
    }
    .into_any()
}

fn table(title: String, bins: &[Bin]) -> AnyView {
    let locale = i18n::locale();
    let row = |bin: &Bin| {
        let (from, to) = (locale.exact(bin.from), locale.exact(bin.to));
        let named = if from == to { from } else { t!("range", from = from, to = to) };
        view! {
            <tr>
                <th scope="row">{named}</th>
                <td class="num">{locale.exact((bin.mean * 1000.0).round() / 1000.0)}</td>
                <td class="num">{locale.percent(bin.share())}</td>
                <td class="num">{i18n::whole(bin.good)}</td>
                <td class="num">{i18n::whole(bin.count)}</td>
            </tr>
        }
    };
    let figures =
        [id!("usage-mean-score"), id!("usage-judged-good"), id!("usage-good-count"), id!("usage-verdict-count")];
    let figures = figures.map(|id| Column::figures(&t!(id)));
    let columns = [Column::words(&t!("usage-scores"))].into_iter().chain(figures);
    framed(title.clone(), Some(title), columns, bins.iter().map(row).collect_view().into_any())
}

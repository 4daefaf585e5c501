//! Events and sentiment: a bubble for each day, week or month, positioned by net sentiment and sized by volume. Bubbles
//! are links in order of time; arrow keys move along them, Enter selects.

mod axis;
mod marker;
mod table;

use leptos::html;
use leptos::prelude::*;

use super::overview::Overview;
use super::place::Going;
use super::{mark, named, shape};
use crate::components::chart::frame::frame;
use crate::components::chart::scale::at;
use crate::components::frame::icon::Icon;
use crate::components::section::Section;
use crate::components::words;
use crate::live;
use crate::model::analysis::{Badge, Picked, Timeline, TimelineBubble, Unit};
use crate::model::record::Sentiment;
use crate::model::text::capital;
use crate::model::time;
use crate::{i18n, id, t};
use axis::Plot;

/// The assumed width until the real one is known.
const USUAL_WIDTH: f64 = 900.0;
/// The prefix of the bubbles' ids, followed by their index.
pub const BUBBLE: &str = "bubble-";

#[component]
pub fn EventTimeline(timeline: Timeline) -> impl IntoView {
    let going = expect_context::<Going>();
    let figure = NodeRef::<html::Figure>::new();
    let measured = live::width(figure);
    let width = Memo::new(move |_| measured.get().unwrap_or(USUAL_WIDTH));
    let table = table::view(&timeline, going);
    let unit = timeline.unit.map_or("day", |unit| unit.as_str());
    let (empty, has_surveys) = (timeline.bubbles.is_empty(), timeline.bubbles.iter().any(|b| b.surveys > 0));
    let first = untrack(|| timeline.bubbles.iter().position(|b| chosen(going, b))).unwrap_or(0);
    let current = RwSignal::new(first);
    let timeline = StoredValue::new(timeline);
    let drawn = move || timeline.with_value(|timeline| draw(timeline, width.get(), going, current));
    let legend = view! { <Legend unit has_surveys /> }.into_any();
    view! {
        <Section id="events" title=t!("analysis-events") head=legend class="bubbles-section">
            <Scope going timeline />
            <figure class="chart bubbles" node_ref=figure>
                {if empty {
                    view! { <p class="chart-empty">{t!("analysis-events-none")}</p> }.into_any()
                } else {
                    view! { {drawn} }.into_any()
                }}
                <Overview timeline width />
                {(!empty).then_some(table)}
            </figure>
        </Section>
    }
    .into_any()
}

#[component]
fn Legend(unit: &'static str, has_surveys: bool) -> impl IntoView {
    let key = |tone: Option<Sentiment>| {
        view! {
            <svg viewBox="0 0 16 16" aria-hidden="true">
                {shape::mark(tone, (8.0, 8.0), 5.5)}
            </svg>
        }
    };
    view! {
        <ul class="legend" aria-label=t!("analysis-legend")>
            {[Sentiment::Positive, Sentiment::Neutral, Sentiment::Negative]
                .map(|tone| view! { <li>{key(Some(tone))} {t!("analysis-tone", tone = tone.as_str())}</li> })
                .into_iter()
                .collect_view()}
            {has_surveys
                .then(|| {
                    view! {
                        <li>
                            <svg viewBox="0 0 16 16" aria-hidden="true">
                                <circle cx="8" cy="8" r="6.5" class="c-ring" />
                            </svg>
                            {t!("analysis-legend-surveys")}
                        </li>
                    }
                })}
            <li>{t!("analysis-legend-mark", unit = unit)}</li>
        </ul>
    }
    .into_any()
}

/// Whether a bubble is selected.
fn chosen(going: Going, bubble: &TimelineBubble) -> bool {
    let days = going.place.with(|place| place.picked.range());
    days.is_some_and(|days| days.from <= Some(bubble.to) && Some(bubble.from) <= days.to)
}

/// "About: 16 Jan 2026 ×", "widen to the week", and clearing it. Escape does the same.
#[component]
fn Scope(going: Going, timeline: StoredValue<Timeline>) -> impl IntoView {
    let shown = move || {
        let place = going.place.get();
        if place.picked == Picked::default() {
            return view! { <p class="chart-hint">{t!("analysis-select")}</p> }.into_any();
        }
        let days = place.picked.range().map(|days| {
            let bubble = timeline.with_value(|t| {
                t.bubbles
                    .iter()
                    .find(|b| days.from <= Some(b.to) && Some(b.from) <= days.from)
                    .map(TimelineBubble::range)
            });
            named(&bubble.filter(|_| days.days() == Some(1)).unwrap_or(days))
        });
        let by_day = timeline.with_value(|t| t.unit == Some(Unit::Day));
        let wide = place.picked.range().filter(|days| by_day && days.days() == Some(1)).and_then(|days| {
            let week = time::week_of(days.from?);
            Some(place.choosing(Picked { day: week.from, last_day: week.to, ..Picked::default() }).href())
        });
        let none = place.choosing(Picked::default()).href();
        let away = none.clone();
        let chip = move |text: String| {
            view! {
                <span class="chip about-chip">
                    {text.clone()}
                    <a class="about-drop" href=away.clone() data-noscroll aria-label=t!("analysis-remove", what = text)>
                        <Icon name="x" />
                    </a>
                </span>
            }
        };
        view! {
            <div class="chips" role="group" aria-label=t!("analysis-selection")>
                <span class="label">{t!("analysis-selected")}</span>
                {days.map(chip.clone())}
                {place.picked.topic.map(chip.clone())}
                {place.picked.stage.map(|stage| chip.clone()(capital(&t!("analysis-stage", stage = stage.as_str()))))}
                {place
                    .picked
                    .quadrant
                    .map(|quadrant| chip(capital(&t!("analysis-quadrant", quadrant = quadrant.as_str()))))}
                {wide
                    .map(|href| {
                        view! {
                            <a class="chip" data-kind="widen" href=href data-noscroll>
                                {t!("analysis-widen")}
                            </a>
                        }
                    })}
                <a class="button end" id="selection-clear" data-kind="quiet" data-size="small" href=none data-noscroll>
                    {t!("analysis-clear")}
                </a>
            </div>
        }
        .into_any()
    };
    let spoken = move || {
        let picked = going.place.with(|place| place.picked.clone());
        let stage = picked.stage.map(|stage| t!("analysis-stage", stage = stage.as_str()));
        let quadrant = picked.quadrant.map(|quadrant| t!("analysis-quadrant", quadrant = quadrant.as_str()));
        let what = picked.range().map(|days| named(&days)).into_iter().chain(picked.topic).chain(stage).chain(quadrant);
        let what = what.collect::<Vec<_>>().join(", ");
        if what.is_empty() { String::new() } else { t!("analysis-selected-what", what = what) }
    };
    view! {
        <div class="analysis-scope">{shown}</div>
        <p class="sr-only" role="status">
            {spoken}
        </p>
    }
    .into_any()
}

fn draw(timeline: &Timeline, width: f64, going: Going, current: RwSignal<usize>) -> AnyView {
    let (markers, rows) = marker::place(timeline, width);
    let plot = Plot::new(timeline.range, width, rows);
    let last = timeline.bubbles.len().saturating_sub(1);
    let badges = badges(timeline, &plot);
    let bubbles = timeline
        .bubbles
        .iter()
        .enumerate()
        .map(|(i, bubble)| {
            let said = said(timeline, i);
            link(timeline, bubble, (&plot, going), (i, last, current), said)
        })
        .collect_view();
    let drawn = view! {
        {axis::lines(&plot)}
        {axis::days(timeline, &plot)}
        {marker::draw(&markers, &plot)}
        {bubbles}
        {over(timeline, &plot, going)}
        {badges}
    };
    let title = t!("analysis-drawing", days = i18n::range(&timeline.range));
    frame("timeline", (title, described(timeline)), (width, plot.height), "group", drawn.into_any())
}

fn link(
    timeline: &Timeline,
    bubble: &TimelineBubble,
    (plot, going): (&Plot, Going),
    (i, last, current): (usize, usize, RwSignal<usize>),
    said: String,
) -> AnyView {
    let (x, y, radius) = (plot.x(bubble), plot.y(bubble), plot.radius(timeline, bubble));
    let drawn = view! {
        <path class="c-cross" d=format!("M{} {}V{}", at(x), at(plot.top), at(plot.bottom)) />
        <circle class="c-hit" cx=at(x) cy=at(y) r=at(radius.max(12.0)) />
        {(bubble.surveys > 0)
            .then(|| view! { <circle class="c-ring" cx=at(x) cy=at(y) r=at(shape::reach(bubble.tone, radius) + 3.0) /> })}
        {shape::mark(bubble.tone, (x, y), radius)}
        {shape::outline(bubble.tone, (x, y), radius)}
    };
    let href = going.href(bubble.picked());
    let of = bubble.clone();
    let label = t!("analysis-mark-select", mark = said);
    let rank = (BUBBLE, (i, last), current);
    mark(going, ("mark bubble", "events"), (href, label), Box::new(move || chosen(going, &of)), rank, drawn.into_any())
}

/// The selected bubble, drawn again above its neighbours.
fn over(timeline: &Timeline, plot: &Plot, going: Going) -> impl Fn() -> Vec<AnyView> + use<> {
    let place = |b: &TimelineBubble| (b.clone(), (plot.x(b), plot.y(b)), plot.radius(timeline, b));
    let all: Vec<_> = timeline.bubbles.iter().map(place).collect();
    move || {
        let chosen = all.iter().filter(|(bubble, _, _)| chosen(going, bubble));
        chosen
            .map(|(bubble, at, radius)| {
                view! {
                    <g class="chosen" aria-hidden="true">
                        {shape::mark(bubble.tone, *at, *radius)} {shape::outline(bubble.tone, *at, *radius)}
                    </g>
                }
                .into_any()
            })
            .collect()
    }
}

/// The badges that have room; all of them are in the labels and the table.
fn badges(timeline: &Timeline, plot: &Plot) -> Vec<AnyView> {
    let mut taken: Vec<(f64, f64)> = Vec::new();
    // If there is little room, only the two extremes.
    let shown = |b: &&TimelineBubble| b.badge.is_some_and(|badge| badge != Badge::Outlier || plot.right >= 560.0);
    let mut named: Vec<&TimelineBubble> = timeline.bubbles.iter().filter(shown).collect();
    named.sort_by_key(|b| b.badge);
    let mut out = Vec::new();
    for bubble in named {
        let reach = shape::reach(bubble.tone, plot.radius(timeline, bubble));
        let (x, above) = (plot.x(bubble), plot.y(bubble) - reach - 8.0);
        let below = plot.y(bubble) + reach + 16.0;
        let places = if bubble.badge == Some(Badge::Trough) { [below, above] } else { [above, below] };
        let covers = |y: f64, other: &TimelineBubble| {
            let reach = shape::reach(other.tone, plot.radius(timeline, other));
            (plot.x(other) - x).abs() < reach * 0.7 + 24.0 && (plot.y(other) - (y - 4.0)).abs() < reach * 0.7 + 5.0
        };
        let free = |y: &f64| {
            *y > plot.top - 4.0
                && *y < plot.bottom + 6.0
                && !timeline.bubbles.iter().any(|other| covers(*y, other))
                && taken.iter().all(|(tx, ty)| (tx - x).abs() > 62.0 || (ty - y).abs() > 13.0)
        };
        let Some(y) = places.into_iter().find(free) else { continue };
        taken.push((x, y));
        let text = bubble.badge.map(|b| t!("analysis-badge", badge = b.as_str()).to_uppercase()).unwrap_or_default();
        out.push(
            view! {
                <text class="c-badge" x=at(x.clamp(plot.left + 26.0, plot.right - 12.0)) y=at(y) text-anchor="middle" aria-hidden="true">
                    {text}
                </text>
            }
            .into_any(),
        );
    }
    out
}

/// "16 January 2026: 57 communications, 50% more than before; net sentiment −0.53, negative, 0.19 below the range;
/// peak".
fn said(timeline: &Timeline, i: usize) -> String {
    let Some(bubble) = timeline.bubbles.get(i) else { return String::new() };
    let mut text = t!("analysis-mark", days = named(&bubble.range()), count = bubble.mood.volume);
    if let Some(before) = i.checked_sub(1).and_then(|i| timeline.bubbles.get(i)) {
        let (now, then) = (bubble.mood.volume as f64, before.mood.volume as f64);
        let percent = ((now / then - 1.0) * 100.0).round();
        let change = i18n::locale().percent(percent.abs() / 100.0);
        text.push_str(", ");
        text.push_str(&match percent {
            0.0 => t!("analysis-mark-same"),
            up if up > 0.0 => t!("analysis-mark-more", change = change),
            _ => t!("analysis-mark-fewer", change = change),
        });
    }
    match (bubble.mood.net, bubble.tone) {
        (Some(mean), Some(tone)) => {
            let told = t!("analysis-mark-net", net = words::signed(mean), tone = tone.as_str());
            text.push_str(&format!("; {told}"));
            if let Some(all) = timeline.total.net {
                let side = if mean < all { id!("analysis-mark-below") } else { id!("analysis-mark-above") };
                let told = t!(side, difference = i18n::locale().score((mean - all).abs()));
                text.push_str(&format!(", {told}"));
            }
        }
        _ => text.push_str(&format!("; {}", t!("analysis-mark-unjudged"))),
    }
    if bubble.surveys > 0 {
        text.push_str(&format!("; {}", t!("analysis-of-surveys", count = bubble.surveys)));
    }
    if let Some(badge) = bubble.badge {
        text.push_str(&format!("; {}", t!("analysis-badge", badge = badge.as_str())));
    }
    text
}

fn described(timeline: &Timeline) -> String {
    let unit = timeline.unit.map_or("day", |unit| unit.as_str());
    let count = timeline.total.volume;
    let total = match timeline.total.net {
        Some(net) => t!("analysis-described-net", count = count, net = words::signed(net)),
        None => t!("analysis-described-total", count = count),
    };
    let extreme = |wanted: Badge, told: &str| {
        let bubble = timeline.bubbles.iter().find(|b| b.badge == Some(wanted))?;
        let net = bubble.mood.net.map(words::signed).unwrap_or_default();
        Some(t!(told, net = net, days = i18n::range(&bubble.range())))
    };
    let extremes = [
        extreme(Badge::Trough, id!("analysis-described-trough")),
        extreme(Badge::Peak, id!("analysis-described-peak")),
    ];
    let all = [t!("analysis-described", unit = unit), total].into_iter().chain(extremes.into_iter().flatten());
    all.collect::<Vec<_>>().join(" ")
}

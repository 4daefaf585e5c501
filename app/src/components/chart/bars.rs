//! Horizontal bars, with labels beside them, or above if there is less room, and values at the end of the line.

use leptos::prelude::*;

use super::frame::frame;
use super::mark::{Marks, linked, named};
use super::scale::{at, fit};
use crate::i18n::locale;
use crate::model::chart::Bar;

/// The width from which labels fit beside their bars.
const MIN_SIDE_LABEL_WIDTH: f64 = 480.0;
/// Width of the values at the end of the line.
const VALUE_WIDTH: f64 = 110.0;

pub fn draw(id: &str, title: &str, unit: &str, bars: &[Bar], (width, marks): (f64, &Marks)) -> AnyView {
    let max = bars.iter().map(|b| b.value).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    // The line height, the baseline of labels, the start of bars and the length of the longest.
    let (row, base, label, (left, under, room)) = if width < MIN_SIDE_LABEL_WIDTH {
        (42.0, 14.0, width - VALUE_WIDTH, (0.0, 20.0, width))
    } else {
        let label = width * 0.32;
        (28.0, 16.0, label, (label + 8.0, 7.0, width - label - VALUE_WIDTH))
    };
    let height = row * bars.len() as f64 + 8.0;
    let rows = bars
        .iter()
        .enumerate()
        .map(|(i, bar)| {
            let top = row * i as f64;
            // A positive value stays visible, however small.
            let length = if bar.value > 0.0 { (bar.value / max * room).max(1.5) } else { 0.0 };
            let drawn = view! {
                <rect class="c-hit" x="-6" y=at(top - 2.0) width=at(width + 12.0) height=at(row - 4.0) rx="2" />
                <text x="0" y=at(top + base) class="c-ink">
                    {fit(&bar.label, label)}
                </text>
                {value(bar, width, top + base)}
                <rect
                    x=at(left)
                    y=at(top + under)
                    width=at(length)
                    height="9"
                    class=if bar.rest { "c-bar-rest" } else { "c-bar" }
                />
            }
            .into_any();
            linked(marks.link(bar.filter.as_ref(), said(bar)), drawn)
        })
        .collect_view();
    frame(id, (title.to_owned(), described(unit, bars)), (width, height), marks.role(), rows.into_any())
}

fn value(bar: &Bar, width: f64, y: f64) -> impl IntoView + use<> {
    let number = locale().exact(bar.value);
    match bar.share {
        Some(share) => view! {
            <text x=at(width) y=at(y) text-anchor="end">
                <tspan class="c-strong">{locale().percent(share)}</tspan>
                <tspan dx="6">{number}</tspan>
            </text>
        }
        .into_any(),
        None => view! {
            <text x=at(width) y=at(y) text-anchor="end">
                <tspan class="c-strong">{number}</tspan>
            </text>
        }
        .into_any(),
    }
}

/// "Crashes: 115, 28%".
fn said(bar: &Bar) -> String {
    let share = bar.share.map(|share| format!(", {}", locale().percent(share))).unwrap_or_default();
    format!("{}: {}{share}", bar.label, locale().exact(bar.value))
}

fn described(unit: &str, bars: &[Bar]) -> String {
    let parts: Vec<String> = bars
        .iter()
        .map(|b| match b.share {
            Some(share) => format!("{} {}, {}", b.label, locale().exact(b.value), locale().percent(share)),
            None => format!("{} {}", b.label, locale().exact(b.value)),
        })
        .collect();
    format!("{unit}: {}.", parts.join("; "))
}

pub fn table(bars: &[Bar], marks: &Marks) -> AnyView {
    let shares = bars.iter().any(|b| b.share.is_some());
    bars.iter()
        .map(|bar| {
            let share = bar.share.map(|share| locale().percent(share));
            view! {
                <tr>
                    <th scope="row">{named(marks.link(bar.filter.as_ref(), said(bar)), bar.label.clone())}</th>
                    <td class="num">{locale().exact(bar.value)}</td>
                    {shares.then(|| view! { <td class="num">{share}</td> })}
                </tr>
            }
        })
        .collect_view()
        .into_any()
}

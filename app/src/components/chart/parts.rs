//! Parts of a whole as one divided bar, with a legend of every part and its share.

use leptos::prelude::*;

use super::frame::frame;
use super::mark::{Marks, linked, named};
use super::scale::{at, fit};
use crate::i18n::locale;
use crate::model::chart::{Part, Tone};

const BAR_HEIGHT: f64 = 28.0;
const ROW_HEIGHT: f64 = 24.0;

/// Parts differ by texture and position as well as by colour.
fn look(part: &Part, plain: usize) -> &'static str {
    match part.tone {
        Tone::Positive => "c-pos",
        Tone::Neutral => "c-neu",
        Tone::Negative => "c-neg",
        Tone::Plain => ["c-plain-1", "c-plain-2", "c-plain-3", "c-plain-4"][plain % 4],
    }
}

pub fn draw(id: &str, title: &str, unit: &str, parts: &[Part], (width, marks): (f64, &Marks)) -> AnyView {
    let total: f64 = parts.iter().map(|p| p.value.max(0.0)).sum();
    let height = BAR_HEIGHT + 14.0 + ROW_HEIGHT * parts.len() as f64;
    let mut left = 1.0;
    let drawn = parts
        .iter()
        .enumerate()
        .map(|(i, part)| {
            let class = look(part, i);
            let length = part.value.max(0.0) / total * (width - 2.0);
            let from = left;
            left += length;
            let y = BAR_HEIGHT + 14.0 + ROW_HEIGHT * i as f64;
            let drawn = view! {
                <rect class="c-hit" x="-6" y=at(y - 1.0) width=at(width + 12.0) height=at(ROW_HEIGHT - 2.0) rx="2" />
                <rect x=at(from) y="1" width=at(length) height=at(BAR_HEIGHT - 2.0) class=class />
                <rect x="1" y=at(y + 3.0) width="12" height="12" class=class />
                <text x="22" y=at(y + 13.0) class="c-ink">
                    {fit(&part.label, width - 130.0)}
                </text>
                <text x=at(width) y=at(y + 13.0) text-anchor="end">
                    <tspan class="c-strong">{locale().percent(part.value.max(0.0) / total)}</tspan>
                    <tspan dx="6">{locale().exact(part.value)}</tspan>
                </text>
            }
            .into_any();
            linked(marks.link(part.filter.as_ref(), said(part, total)), drawn)
        })
        .collect_view();
    frame(id, (title.to_owned(), described(unit, parts, total)), (width, height), marks.role(), drawn.into_any())
}

/// "Negative: 34, 60%".
fn said(part: &Part, total: f64) -> String {
    format!("{}: {}, {}", part.label, locale().exact(part.value), locale().percent(part.value.max(0.0) / total))
}

fn described(unit: &str, parts: &[Part], total: f64) -> String {
    let all: Vec<String> = parts
        .iter()
        .map(|p| format!("{} {}, {}", p.label, locale().exact(p.value), locale().percent(p.value.max(0.0) / total)))
        .collect();
    format!("{} {unit}: {}.", locale().exact(total), all.join("; "))
}

pub fn table(parts: &[Part], marks: &Marks) -> AnyView {
    let total: f64 = parts.iter().map(|p| p.value.max(0.0)).sum();
    parts
        .iter()
        .map(|p| {
            view! {
                <tr>
                    <th scope="row">{named(marks.link(p.filter.as_ref(), said(p, total)), p.label.clone())}</th>
                    <td class="num">{locale().exact(p.value)}</td>
                    <td class="num">{locale().percent(p.value.max(0.0) / total)}</td>
                </tr>
            }
        })
        .collect_view()
        .into_any()
}

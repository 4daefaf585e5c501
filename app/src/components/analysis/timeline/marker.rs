//! Events over the bubbles: a line on their day, and their name where it finds room. Each leads to its document.

use leptos::prelude::*;

use super::axis::{Plot, ROW};
use crate::components::chart::scale::{at, fit};
use crate::components::words;
use crate::model::analysis::{Event, Timeline};
use crate::model::answer::SourceKind;
use crate::model::time;

/// Rows of names.
const ROWS: usize = 3;
/// The mean width of a letter at 12 px.
const LETTER: f64 = 6.3;

/// An event in its row; without a name where there is no room for it.
pub struct Marker {
    event: Event,
    row: usize,
    /// The name, and whether it stands to the left of the line.
    name: Option<(String, bool)>,
}

/// Finds places for the names, row by row; also how many rows they take.
pub fn place(timeline: &Timeline, width: f64) -> (Vec<Marker>, usize) {
    // Where days lie does not depend on the rows.
    let plot = Plot::of(timeline.range, width, 0);
    let longest = (width * 0.4).min(210.0);
    let mut taken: [Vec<(f64, f64)>; ROWS] = Default::default();
    let mut markers = Vec::new();
    for event in &timeline.events {
        let x = plot.at_day(event.day);
        let text = fit(&event.title, longest);
        let long = text.chars().count() as f64 * LETTER + 14.0;
        let right = (x - 6.0, x + long, false);
        let left = (x - long, x + 6.0, true);
        let free = |row: &usize, (from, to, _): (f64, f64, bool)| {
            from >= 0.0 && to <= plot.right + 6.0 && taken[*row].iter().all(|(a, b)| to <= *a || *b <= from)
        };
        let found = (0..ROWS).find_map(|row| {
            let side = [right, left].into_iter().find(|side| free(&row, *side))?;
            Some((row, side))
        });
        if let Some((row, (from, to, _))) = found {
            taken[row].push((from, to));
        }
        let (row, name) = found.map_or((0, None), |(row, (_, _, left))| (row, Some((text, left))));
        markers.push(Marker { event: event.clone(), row, name });
    }
    let rows = markers.iter().map(|m| m.row + 1).max().unwrap_or(0);
    (markers, rows)
}

pub fn draw(markers: &[Marker], plot: &Plot) -> Vec<AnyView> {
    markers
        .iter()
        .map(|marker| {
            let Marker { event, row, name } = marker;
            let (x, y) = (plot.at_day(event.day), 4.0 + ROW * *row as f64);
            let kind = words::plain_name(event.kind.as_str());
            let label = format!("{}, {kind} of {}", event.title, time::full_date(event.day));
            let name = name.as_ref().map(|(text, left)| {
                let (dx, anchor) = if *left { (-7.0, "end") } else { (7.0, "start") };
                view! {
                    <text x=at(x + dx) y=at(y + 10.0) text-anchor=anchor class="c-ink">
                        {text.clone()}
                    </text>
                }
            });
            view! {
                <g>
                    <title>{label.clone()}</title>
                    <a class="mark event" href=words::record_href(SourceKind::Document, &event.id) aria-label=label>
                        <path class="c-plumb-soft" d=format!("M{} {}V{}", at(x), at(y), at(plot.bottom)) />
                        <path class="c-plumb" stroke-width="2" d=format!("M{} {}H{}", at(x - 4.0), at(y), at(x + 4.0)) />
                        <rect class="c-hit" x=at(x - 6.0) y=at(y - 4.0) width="12" height="20" />
                        {name}
                    </a>
                </g>
            }
            .into_any()
        })
        .collect()
}

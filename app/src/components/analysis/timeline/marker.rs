//! Events above the bubbles: a line on their day, with their name if it fits. Each links to its document.

use leptos::prelude::*;

use super::axis::Plot;
use crate::components::chart::markers::{self, Place};
use crate::model::analysis::{Event, Timeline};
use crate::t;

/// An event in its row; without a name if it does not fit.
pub struct Marker {
    event: Event,
    place: Place,
}

/// Places the names, row by row; also returns the number of rows.
pub fn place(timeline: &Timeline, width: f64) -> (Vec<Marker>, usize) {
    // The positions of days do not depend on the rows.
    let plot = Plot::new(timeline.range, width, 0);
    let names = timeline.events.iter().map(|event| (plot.at_day(event.day), event.title.as_str()));
    let (places, rows) = markers::place(names, plot.right, (width * 0.4).min(210.0));
    let marker = |(event, place): (&Event, Place)| Marker { event: event.clone(), place };
    (timeline.events.iter().zip(places).map(marker).collect(), rows)
}

pub fn draw(all: &[Marker], plot: &Plot) -> Vec<AnyView> {
    let one = |Marker { event, place }: &Marker| {
        let kind = t!("analysis-document", kind = event.kind.as_str());
        let label = markers::label(&event.title, &kind, event.day);
        markers::draw(&event.id, label, plot.at_day(event.day), place, plot.bottom)
    };
    all.iter().map(one).collect()
}

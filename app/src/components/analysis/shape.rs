//! Marks of sentiment: a filled circle, an open circle, a hatched diamond. Equal radii give equal areas.

use leptos::prelude::*;

use crate::components::chart::scale::at;
use crate::model::record::Sentiment;

/// Half the diagonal of the diamond with the area of a circle of radius 1: the root of π/2.
const DIAMOND_RADIUS_FACTOR: f64 = 1.2533;

/// A mark at a position; dashed if nothing could be judged.
pub fn mark(tone: Option<Sentiment>, (x, y): (f64, f64), radius: f64) -> AnyView {
    match tone {
        Some(Sentiment::Negative) => {
            view! { <path class="c-neg c-mark" d=diamond((x, y), radius) stroke-linejoin="round" /> }.into_any()
        }
        other => {
            let class = match other {
                Some(Sentiment::Positive) => "c-pos c-mark",
                Some(_) => "c-neu c-mark",
                None => "c-neu c-mark c-unknown",
            };
            view! { <circle class=class cx=at(x) cy=at(y) r=at(radius) /> }.into_any()
        }
    }
}

/// The outline of a selected mark.
pub fn outline(tone: Option<Sentiment>, (x, y): (f64, f64), radius: f64) -> AnyView {
    match tone {
        Some(Sentiment::Negative) => view! { <path class="c-select" d=diamond((x, y), radius + 4.0) /> }.into_any(),
        _ => view! { <circle class="c-select" cx=at(x) cy=at(y) r=at(radius + 4.0) /> }.into_any(),
    }
}

/// The extent of a mark from its centre.
pub fn reach(tone: Option<Sentiment>, radius: f64) -> f64 {
    if tone == Some(Sentiment::Negative) { radius * DIAMOND_RADIUS_FACTOR } else { radius }
}

fn diamond((x, y): (f64, f64), radius: f64) -> String {
    let d = radius * DIAMOND_RADIUS_FACTOR;
    format!("M{} {}L{} {}L{} {}L{} {}Z", at(x), at(y - d), at(x + d), at(y), at(x), at(y + d), at(x - d), at(y))
}

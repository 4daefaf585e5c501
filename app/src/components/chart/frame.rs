//! Common parts of drawings: the frame with a textual description, and the gridlines.

use leptos::prelude::*;

use super::scale::at;

/// A drawing with its title and description for screen readers. Its text keeps its size when the page is wider than
/// assumed.
pub fn frame(
    id: &str,
    (title, description): (String, String),
    (width, height): (f64, f64),
    role: &'static str,
    drawn: AnyView,
) -> AnyView {
    let (title_id, description_id) = (format!("{id}-t"), format!("{id}-d"));
    view! {
        <svg
            viewBox=format!("0 0 {} {}", at(width), at(height))
            height=at(height)
            preserveAspectRatio="xMinYMin meet"
            role=role
            aria-labelledby=format!("{title_id} {description_id}")
        >
            <title id=title_id.clone()>{title}</title>
            <desc id=description_id.clone()>{description}</desc>
            {drawn}
        </svg>
    }
    .into_any()
}

/// A gridline from left to right, with its value `gap` pixels before it; zero is the axis.
pub fn gridline(value: f64, text: String, y: f64, (left, right): (f64, f64), gap: f64) -> AnyView {
    view! {
        <path
            d=format!("M{} {}H{}", at(left), at(y), at(right))
            class=if value == 0.0 { "c-axis" } else { "c-grid" }
        />
        <text x=at(left - gap) y=at(y + 4.0) text-anchor="end">
            {text}
        </text>
    }
    .into_any()
}

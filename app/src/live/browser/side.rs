//! The width of an answer's side panel.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::memory::{recall, store};

/// The size of a rem, in CSS pixels.
fn rem() -> Option<f64> {
    let root = document().document_element()?;
    let size = window().get_computed_style(&root).ok().flatten()?.get_property_value("font-size").ok()?;
    size.trim_end_matches("px").parse().ok()
}

fn root() -> Option<HtmlElement> {
    document().document_element()?.dyn_into().ok()
}

/// The distance of the pointer from the right edge of the window, in rem, while captured.
pub fn dragged(event: &PointerEvent) -> Option<f64> {
    let window = f64::from(document().document_element()?.client_width());
    (event.buttons() & 1 == 1).then_some((window - f64::from(event.client_x())) / rem()?)
}

/// By how many steps an arrow key widens a side at the right.
pub fn sideways(event: &KeyboardEvent) -> Option<f64> {
    let steps = match event.key().as_str() {
        "ArrowLeft" => 1.0,
        "ArrowRight" => -1.0,
        "Home" => 1_000.0,
        "End" => -1_000.0,
        _ => return None,
    };
    event.prevent_default();
    Some(steps)
}

fn key(side: &str) -> String {
    format!("plumbline-width-{side}")
}

/// Restores a side's width from an earlier visit. After hydration, since the server does not know it.
pub fn recall_width(side: &'static str, width: RwSignal<f64>) {
    Effect::new(move |_| {
        if let Some(rem) = recall(&key(side)).and_then(|text| text.parse().ok()) {
            width.set(rem);
            apply(side, rem);
        }
    });
}

/// Sets a side's width, in rem, and remembers it.
pub fn set_width(side: &'static str, rem: f64) {
    apply(side, rem);
    store(&key(side), Some(&rem.to_string()));
}

fn apply(side: &str, rem: f64) {
    if let Some(root) = root() {
        let _ = root.style().set_property(&format!("--{side}-width"), &format!("min({rem}rem, 62vw)"));
    }
}

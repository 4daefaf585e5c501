//! Keyboard shortcuts. Those without a modifier only work outside fields, and can be switched off.

use leptos::ev;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlTextAreaElement};

use super::element;
use super::memory::{recall, store};
use crate::live::Frame;

const STORE: &str = "plumbline-keys";

/// Passes each single key to the handler, which returns whether it used it. `Escape` is passed except from an open
/// dialog or popover, which it closes.
pub fn on_key(frame: Frame, handler: impl Fn(&str) -> bool + 'static) {
    let handler = StoredValue::new_local(handler);
    Effect::new(move |_| {
        let listener = window_event_listener(ev::keydown, move |event| {
            if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() || event.repeat() {
                return;
            }
            let key = event.key();
            let allowed = match key.as_str() {
                "Escape" => true,
                // Without this key nobody could find out how to switch the others on again.
                "?" => !in_field(&event),
                _ => frame.keys.try_get_untracked().unwrap_or(false) && !in_field(&event),
            };
            let covered = element("dialog[open], [popover]:popover-open").is_some();
            if allowed && !covered && handler.try_with_value(|h| h(&key)).unwrap_or(false) {
                event.prevent_default();
            }
        });
        on_cleanup(move || listener.remove());
    });
}

fn in_field(event: &KeyboardEvent) -> bool {
    let Some(node) = event.target().and_then(|t| t.dyn_into::<HtmlElement>().ok()) else { return false };
    let choice = matches!(node.get_attribute("type").as_deref(), Some("radio" | "checkbox"));
    node.is_content_editable() || (matches!(node.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT") && !choice)
}

/// Submits the form of a text with Enter; with Shift it is a new line, and during composition it belongs to the input
/// method.
pub fn submit_on_enter(event: &KeyboardEvent) {
    if event.key() != "Enter" || event.shift_key() || event.is_composing() {
        return;
    }
    event.prevent_default();
    let field = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
    if let Some(field) = field.filter(|field| !field.value().trim().is_empty())
        && let Some(form) = field.form()
    {
        let _ = form.request_submit();
    }
}

/// Switches single keys on or off, and remembers it.
pub fn set_keys(frame: Frame, on: bool) {
    frame.keys.set(on);
    store(STORE, (!on).then_some("off"));
}

pub(super) fn recall_keys(frame: Frame) {
    if recall(STORE).is_some() {
        frame.keys.set(false);
    }
}

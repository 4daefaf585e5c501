//! The tooltip of drawings: a mark's label, beside it, while hovered or focused by keyboard.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::html;
use crate::live::TIP;

/// Pixels between a mark, its tooltip and the edges of the window.
const GAP_PX: f64 = 8.0;

/// Watches for the lifetime of the owner.
pub(super) fn watch_marks() {
    let over = window_event_listener(ev::pointerover, |event| {
        // A touch focuses the mark at once.
        show(if event.pointer_type() == "touch" { None } else { mark(event.target()) });
    });
    let focus = window_event_listener(ev::focusin, |_| show(focused()));
    let left = window_event_listener(ev::focusout, |_| show(None));
    let escaped = window_event_listener(ev::keydown, |event| {
        if event.key() == "Escape" {
            show(None);
        }
    });
    // The browser scrolls to a focused element.
    let scrolled = window_event_listener(ev::scroll, |_| show(focused()));
    on_cleanup(move || [over, focus, left, escaped, scrolled].into_iter().for_each(|listener| listener.remove()));
}

fn mark(target: Option<web_sys::EventTarget>) -> Option<Element> {
    target?.dyn_into::<Element>().ok()?.closest(".chart .mark[aria-label]").ok().flatten()
}

/// The mark focused by keyboard.
fn focused() -> Option<Element> {
    let node = document().active_element().filter(|node| node.matches(":focus-visible").unwrap_or(false));
    mark(node.map(Into::into))
}

fn show(mark: Option<Element>) {
    let Some(tip) = html(TIP) else { return };
    tip.set_hidden(mark.is_none());
    if let Some(mark) = mark {
        tip.set_text_content(mark.get_attribute("aria-label").as_deref());
        place(&tip, &mark);
    }
}

/// Above the mark, or below it if there is no room.
fn place(tip: &HtmlElement, mark: &Element) {
    let Some(root) = document().document_element() else { return };
    // A mark's hit area may be as high as its drawing.
    let hit = mark.query_selector(".c-hit").ok().flatten();
    let (of, own) = (hit.as_ref().unwrap_or(mark).get_bounding_client_rect(), tip.get_bounding_client_rect());
    let most = (f64::from(root.client_width()) - own.width() - GAP_PX).max(GAP_PX);
    let left = ((of.left() + of.right() - own.width()) / 2.0).clamp(GAP_PX, most);
    let above = of.top() - own.height() - GAP_PX;
    let top = if above >= GAP_PX { above } else { of.bottom() + GAP_PX };
    let _ = tip.style().set_property("translate", &format!("{left:.0}px {top:.0}px"));
}

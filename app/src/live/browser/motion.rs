//! Measuring and scrolling: the width of a figure, and a trace that follows the bob until the reader scrolls.

use leptos::ev::MouseEvent;
use leptos::html::{Div, Figure};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{
    CssStyleDeclaration, Element, ResizeObserver, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition,
    ScrollToOptions,
};

/// The width of a figure in CSS pixels, once known and whenever it changes.
pub fn width(node: NodeRef<Figure>) -> Signal<Option<f64>> {
    let width = RwSignal::new(None);
    let measure = move || {
        if let Some(node) = node.try_get_untracked().flatten() {
            let now = node.get_bounding_client_rect().width().floor();
            if now > 0.0 && width.try_get_untracked().flatten() != Some(now) {
                width.try_set(Some(now));
            }
        }
    };
    let watch: StoredValue<Option<Watch>, LocalStorage> = StoredValue::new_local(None);
    Effect::new(move |_| {
        if let Some(node) = node.get() {
            watch.set_value(Watch::new(&node, measure));
        }
    });
    on_cleanup(move || drop(watch.try_set_value(None)));
    width.into()
}

/// An observer that is disconnected with its owner.
struct Watch {
    observer: ResizeObserver,
    _changed: Closure<dyn FnMut()>,
}

impl Watch {
    fn new(node: &Element, changed: impl Fn() + Copy + 'static) -> Option<Self> {
        // In the next frame: a drawing that changes its own box while being measured would loop forever.
        let changed = Closure::<dyn FnMut()>::new(move || request_animation_frame(changed));
        let observer = ResizeObserver::new(changed.as_ref().unchecked_ref()).ok()?;
        observer.observe(node);
        Some(Self { observer, _changed: changed })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Scrolls to an element, after the page has drawn it.
pub fn scroll_to(id: String) {
    request_animation_frame(move || {
        if let Some(node) = document().get_element_by_id(&id) {
            bring(&node, ScrollLogicalPosition::Start);
        }
    });
}

/// Goes to an anchor in the trace like a fragment, opening folded parts and marking it, but keeps the page's scroll
/// position if the trace scrolls separately.
pub fn reveal(event: &MouseEvent, anchor: &str) {
    let beside = document()
        .get_element_by_id(anchor)
        .and_then(|n| pane_of(&n))
        .is_some_and(|pane| window().get_computed_style(&pane).ok().flatten().is_some_and(|s| sticks(&s)));
    if !beside || event.ctrl_key() || event.meta_key() || event.shift_key() {
        return;
    }
    event.prevent_default();
    let y = window().scroll_y().unwrap_or_default();
    let _ = window().location().set_hash(anchor);
    let stay = move || {
        let options = ScrollToOptions::new();
        options.set_top(y);
        options.set_behavior(ScrollBehavior::Instant);
        window().scroll_to_with_scroll_to_options(&options);
    };
    stay();
    request_animation_frame(stay);
}

fn sticks(style: &CssStyleDeclaration) -> bool {
    style.get_property_value("position").is_ok_and(|p| p == "sticky")
}

fn bring(node: &Element, block: ScrollLogicalPosition) {
    let calm = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten().is_some_and(|m| m.matches());
    let options = ScrollIntoViewOptions::new();
    options.set_block(block);
    options.set_behavior(if calm { ScrollBehavior::Instant } else { ScrollBehavior::Smooth });
    node.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Keeps the bob of the trace in view as steps arrive, until the reader scrolls away from it. Returns whether they
/// have, and how to return to the bob.
pub fn follow_bob(scroller: NodeRef<Div>, steps: Signal<i64>) -> (Signal<bool>, Callback<()>) {
    let away = RwSignal::new(false);
    let pane = move || scroller.try_get_untracked().flatten().and_then(|n| pane_of(&n));
    let to_bob = move || {
        if let Some(pane) = pane().filter(scrolls)
            && let Ok(Some(bob)) = pane.query_selector(".bob")
        {
            let down = bob.get_bounding_client_rect().bottom() - pane.get_bounding_client_rect().bottom();
            pane.set_scroll_top(pane.scroll_top() + (down + 96.0).max(0.0) as i32);
        }
    };
    Effect::new(move |_| {
        steps.track();
        if !away.get_untracked() {
            request_animation_frame(to_bob);
        }
    });
    Effect::new(move |_| {
        let Some(node) = scroller.get().and_then(|n| pane_of(&n)) else { return };
        let turned = move |_: web_sys::Event| {
            if let Some(pane) = pane() {
                away.try_set(bob_hidden(&pane));
            }
        };
        // `wheel`, `touchmove` and keys come from the reader; `scroll` alone could also be caused by this program.
        let handles: Vec<_> = ["wheel", "touchmove", "keyup", "pointerup"]
            .into_iter()
            .map(|name| {
                let closure = Closure::<dyn FnMut(web_sys::Event)>::new(turned);
                let _ = node.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
                closure
            })
            .collect();
        // The listeners live as long as their trace.
        let kept = StoredValue::new_local(handles);
        on_cleanup(move || _ = kept.try_update_value(Vec::clear));
    });
    let back = Callback::new(move |()| {
        away.set(false);
        to_bob();
    });
    (away.into(), back)
}

/// The scrolling ancestor of the trace.
fn pane_of(node: &Element) -> Option<Element> {
    node.closest(".desk-side").ok().flatten()
}

fn scrolls(pane: &Element) -> bool {
    pane.scroll_height() > pane.client_height() + 4
}

fn bob_hidden(pane: &Element) -> bool {
    let Ok(Some(bob)) = pane.query_selector(".bob") else { return false };
    let (bob, view) = (bob.get_bounding_client_rect(), pane.get_bounding_client_rect());
    bob.top() < view.top() || bob.bottom() > view.bottom().min(window_height())
}

fn window_height() -> f64 {
    window().inner_height().ok().and_then(|v| v.as_f64()).unwrap_or(f64::MAX)
}

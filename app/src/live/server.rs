//! The server's half: the same functions, doing nothing. A page that is only read is whole without them.

use std::time::Duration;

use leptos::ev::{Event, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::html::{Div, Figure};
use leptos::prelude::*;

use super::Frame;
use crate::model::run::{Draft, Run};

/// See the browser's half.
pub fn open_frame(_frame: Frame) {}

/// See the browser's half.
pub fn later(_wait: std::time::Duration, _what: impl FnOnce() + 'static) {}

/// See the browser's half.
pub fn follow(_run: RwSignal<Run>, _frame: Frame) -> RwSignal<Draft> {
    RwSignal::new(Draft::default())
}

/// See the browser's half.
pub fn every(_period: Duration, _work: impl Fn(Callback<()>) + 'static) {}

/// The run's own time: nothing ticks here.
pub fn elapsed(run: RwSignal<Run>) -> Signal<i64> {
    Signal::derive(move || run.with(Run::elapsed_ms))
}

/// Nothing is spoken before the page is alive.
pub fn spoken(_text: Signal<String>) -> Signal<String> {
    Signal::stored(String::new())
}

/// See the browser's half.
pub fn on_key(_frame: Frame, _handler: impl Fn(&str) -> bool + 'static) {}

/// See the browser's half.
pub fn width(_node: NodeRef<Figure>) -> Signal<Option<f64>> {
    Signal::stored(None)
}

/// See the browser's half.
pub fn follow_bob(_scroller: NodeRef<Div>, _steps: Signal<i64>) -> (Signal<bool>, Callback<()>) {
    (Signal::stored(false), Callback::new(|()| ()))
}

/// See the browser's half.
pub fn fold_when_narrow(_selector: &'static str, _em: u32) {}

/// See the browser's half.
pub fn remember_rail(_closed: bool) {}

/// See the browser's half.
pub fn set_theme(_frame: Frame) {}

/// See the browser's half.
pub fn set_keys(_frame: Frame, _on: bool) {}

/// See the browser's half.
pub fn asks(_event: &KeyboardEvent) -> bool {
    false
}

/// See the browser's half.
pub fn form_query(_event: &Event) -> Option<String> {
    None
}

/// See the browser's half.
pub fn origin() -> String {
    String::new()
}

/// See the browser's half.
pub fn open(_address: &str) {}

/// See the browser's half.
pub fn copy(_text: &str) {}

/// See the browser's half.
pub fn print() {}

/// See the browser's half.
pub fn focus(_id: &str) {}

/// See the browser's half.
pub fn focus_mark(_id: &str) {}

/// See the browser's half.
pub fn click(_selector: &str) {}

/// See the browser's half.
pub fn show(_id: &str) {}

/// See the browser's half.
pub fn close(_id: &str) {}

/// See the browser's half.
pub fn toggle_details(_selector: &str) {}

/// See the browser's half.
pub fn scroll_to(_id: String) {}

/// Scrolls what is named into view within its list.
pub fn into_view(_selector: &'static str) {}

/// See the browser's half.
pub fn reveal(_event: &MouseEvent, _anchor: &str) {}

/// See the browser's half.
pub fn go_back() {}

/// See the browser's half.
pub fn along(_event: &PointerEvent) -> Option<f64> {
    None
}

/// See the browser's half.
pub fn dragged(_event: &PointerEvent) -> Option<f64> {
    None
}

/// See the browser's half.
pub fn sideways(_event: &KeyboardEvent) -> Option<f64> {
    None
}

/// See the browser's half.
pub fn recall_width(_side: &'static str, _width: RwSignal<f64>) {}

/// See the browser's half.
pub fn set_width(_side: &'static str, _rem: f64) {}

/// See the browser's half.
pub fn focus_first(_selector: &str) {}

/// See the browser's half.
pub fn hold(_event: &PointerEvent) {}

/// See the browser's half.
pub fn recall(_key: &str) -> Option<String> {
    None
}

/// See the browser's half.
pub fn store(_key: &str, _value: Option<&str>) {}

/// See the browser's half.
pub fn keep_in_view(_selector: &'static str) {}

/// See the browser's half.
pub fn is_touch(_event: &PointerEvent) -> bool {
    false
}

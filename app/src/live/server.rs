//! The server's half: the same functions, doing nothing. A page for reading needs none of them.

use std::sync::LazyLock;
use std::time::Duration;

use leptos::ev::{Event, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::html::{Div, Figure};
use leptos::prelude::*;

use super::Frame;
use crate::i18n::messages::{self, Messages};
use crate::model::locale::Locale;
use crate::model::run::{Draft, Run};

/// The files of one language, concatenated.
macro_rules! files {
    ($code:literal: $($area:literal)+) => { concat!($(include_str!(concat!("../../locales/", $code, "/", $area, ".ftl")), "\n"),+) };
}

/// A constant for each language with the texts of all areas.
macro_rules! languages {
    ($($name:ident $code:literal)+: $areas:tt) => { $(const $name: &str = languages!(@ $code $areas);)+ };
    (@ $code:literal [$($area:literal)+]) => { files!($code: $($area)+) };
}

languages! { ENGLISH "en" LITHUANIAN "lt" GERMAN "de": [
    "accounts" "analysis" "answer" "chart" "common" "desk" "documents" "frame" "import" "pipeline" "record" "review" "settings"
    "sources" "support" "timeline" "tools" "usage" "watch"
] }

/// The source of a language's texts.
pub const fn message_source(locale: Locale) -> &'static str {
    match locale {
        Locale::English => ENGLISH,
        Locale::Lithuanian => LITHUANIAN,
        Locale::German => GERMAN,
    }
}

/// The texts of a language.
pub fn messages(locale: Locale) -> &'static Messages {
    static ALL: LazyLock<Vec<Messages>> =
        LazyLock::new(|| Locale::ALL.iter().map(|locale| messages::read(*locale, message_source(*locale))).collect());
    &ALL[locale as usize]
}

/// The default language.
pub fn page_locale() -> Locale {
    Locale::default()
}

/// Functions that do nothing here, with what they return.
macro_rules! idle {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $returns:ty = $value:expr)?;)*) => {
        $(
            /// See the browser's half.
            pub fn $name($($argument: $type),*) $(-> $returns)? { $($value)? }
        )*
    };
}

/// The server itself posts nothing.
pub fn post_for_events(
    _address: &str,
    _body: &str,
    _heard: impl FnMut(&str),
) -> impl Future<Output = Result<(), Option<String>>> {
    std::future::ready(Err(None))
}

/// The run's own time: it does not advance here.
pub fn elapsed(run: RwSignal<Run>) -> Signal<i64> {
    Signal::derive(move || run.with(Run::elapsed_ms))
}

idle! {
    fn open_frame(_frame: Frame);
    fn later(_wait: Duration, _what: impl FnOnce() + 'static);
    fn follow(_run: RwSignal<Run>, _frame: Frame) -> RwSignal<Draft> = RwSignal::new(Draft::default());
    fn every(_period: Duration, _work: impl Fn(Callback<()>) + 'static);
    fn spoken(_text: Signal<String>) -> Signal<String> = Signal::stored(String::new());
    fn on_key(_frame: Frame, _handler: impl Fn(&str) -> bool + 'static);
    fn width(_node: NodeRef<Figure>) -> Signal<Option<f64>> = Signal::stored(None);
    fn follow_bob(_scroller: NodeRef<Div>, _steps: Signal<i64>) -> (Signal<bool>, Callback<()>)
        = (Signal::stored(false), Callback::new(|()| ()));
    fn fold_when_narrow(_selector: &'static str, _em: u32);
    fn remember_rail(_closed: bool);
    fn set_theme(_frame: Frame);
    fn set_keys(_frame: Frame, _on: bool);
    fn submit_on_enter(_event: &KeyboardEvent);
    fn form_query(_event: &Event) -> Option<String> = None;
    fn origin() -> String = String::new();
    fn open(_address: &str);
    fn copy(_text: &str);
    fn print();
    fn focus(_id: &str);
    fn focus_mark(_id: &str);
    fn click(_selector: &str);
    fn show(_id: &str);
    fn close(_id: &str);
    fn toggle_details(_selector: &str);
    fn scroll_to(_id: String);
    fn reveal(_event: &MouseEvent, _anchor: &str);
    fn go_back();
    fn along(_event: &PointerEvent) -> Option<f64> = None;
    fn dragged(_event: &PointerEvent) -> Option<f64> = None;
    fn sideways(_event: &KeyboardEvent) -> Option<f64> = None;
    fn recall_width(_side: &'static str, _width: RwSignal<f64>);
    fn set_width(_side: &'static str, _rem: f64);
    fn focus_first(_selector: &str);
    fn hold(_event: &PointerEvent);
    fn recall(_key: &str) -> Option<String> = None;
    fn store(_key: &str, _value: Option<&str>);
    fn keep_in_view(_selector: &'static str);
    fn is_touch(_event: &PointerEvent) -> bool = false;
}

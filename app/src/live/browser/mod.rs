//! The browser's half: the pages' access to the window.

mod keys;
mod memory;
mod motion;
mod post;
mod screen;
mod side;
mod stream;
mod tip;

pub use keys::{on_key, set_keys, submit_on_enter};
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use crate::i18n::messages::{self, Messages};
use crate::model::locale::Locale;
use leptos::ev::{Event, PointerEvent};
use leptos::prelude::*;
pub use memory::{recall, store};
pub use motion::{follow_bob, reveal, scroll_to, width};
pub use post::post_for_events;
pub use screen::{fold_when_narrow, open_frame, remember_rail, set_theme};
pub use side::{dragged, recall_width, set_width, sideways};
pub use stream::{elapsed, follow, spoken};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Element, HtmlDialogElement, HtmlElement, Response};

/// The language of the page.
pub fn page_locale() -> Locale {
    static LOCALE: LazyLock<Locale> = LazyLock::new(|| {
        let code = document().document_element().and_then(|page| page.get_attribute("lang"));
        code.and_then(|code| code.parse().ok()).unwrap_or_default()
    });
    *LOCALE
}

static MESSAGES: OnceLock<Messages> = OnceLock::new();

/// The texts of the page's language; no others are available.
pub fn messages(_: Locale) -> &'static Messages {
    MESSAGES.get_or_init(|| messages::read(page_locale(), ""))
}

/// Fetches the texts of the page's language, then continues. Without them the page stays as rendered by the server.
pub fn with_messages(then: impl FnOnce() + 'static) {
    spawn_local(async move {
        match fetch_messages().await {
            Ok(texts) => {
                let _ = MESSAGES.set(messages::read(page_locale(), &texts));
                then();
            }
            Err(problem) => leptos::logging::error!("The texts of the page could not be fetched: {problem:?}"),
        }
    });
}

async fn fetch_messages() -> Result<String, JsValue> {
    let link = document().get_element_by_id(messages::LINK).and_then(|link| link.get_attribute("href"));
    let reply: Response = JsFuture::from(window().fetch_with_str(&link.unwrap_or_default())).await?.dyn_into()?;
    if !reply.ok() {
        return Err(reply.status_text().into());
    }
    Ok(JsFuture::from(reply.text()?).await?.as_string().unwrap_or_default())
}

/// Repeats work until the page is left or the work says that it is done.
pub fn every(period: Duration, work: impl Fn(Callback<()>) + 'static) {
    let slot: StoredValue<Option<IntervalHandle>> = StoredValue::new(None);
    let stop = Callback::new(move |()| {
        if let Some(handle) = slot.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    });
    if let Ok(handle) = set_interval_with_handle(move || work(stop), period) {
        slot.set_value(Some(handle));
    }
    on_cleanup(move || stop.run(()));
}

fn element(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

fn html(id: &str) -> Option<HtmlElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

/// The fields of the event's form, as a query without empty ones.
pub fn form_query(event: &Event) -> Option<String> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let form = target.closest("form").ok().flatten()?.dyn_into::<web_sys::HtmlFormElement>().ok()?;
    let data = web_sys::FormData::new_with_form(&form).ok()?;
    let query = web_sys::UrlSearchParams::new().ok()?;
    for entry in data.entries() {
        let pair = web_sys::js_sys::Array::from(&entry.ok()?);
        if let (Some(name), Some(value)) = (pair.get(0).as_string(), pair.get(1).as_string())
            && !value.trim().is_empty()
        {
            query.append(&name, value.trim());
        }
    }
    query.to_string().as_string()
}

/// Runs something after a delay, unless the requesting effect or component is gone by then.
pub fn later(wait: std::time::Duration, what: impl FnOnce() + 'static) {
    if let Ok(handle) = set_timeout_with_handle(what, wait) {
        on_cleanup(move || handle.clear());
    }
}

/// The origin of this server's addresses, as seen by the browser.
pub fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Navigates to an address, like a link without scripts.
pub fn open(address: &str) {
    let _ = window().location().set_href(address);
}

/// Puts a text on the clipboard.
pub fn copy(text: &str) {
    let _ = window().navigator().clipboard().write_text(text);
}

/// Opens the print dialog.
pub fn print() {
    let _ = window().print();
}

/// Moves the focus when the reader presses a key for it.
pub fn focus(id: &str) {
    if let Some(node) = html(id) {
        let _ = node.focus();
    }
}

/// Moves the focus to a mark of a drawing.
pub fn focus_mark(id: &str) {
    if let Some(node) = document().get_element_by_id(id) {
        // A link in a drawing is not an HTML element, but takes the focus the same way.
        let _ = node.unchecked_ref::<HtmlElement>().focus();
    }
}

/// Focuses the first match of the selector, at the latest in the next frame, without scrolling.
pub fn focus_first(selector: &str) {
    if element(selector).is_some() {
        return focus_now(selector);
    }
    let selector = selector.to_owned();
    request_animation_frame(move || focus_now(&selector));
}

fn focus_now(selector: &str) {
    if let Some(node) = element(selector).and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let options = web_sys::FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = node.focus_with_options(&options);
    }
}

/// Clicks the first match of the selector.
pub fn click(selector: &str) {
    if let Some(node) = element(selector).and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        node.click();
    }
}

/// Opens a dialog.
pub fn show(id: &str) {
    if let Some(dialog) = html(id).and_then(|e| e.dyn_into::<HtmlDialogElement>().ok())
        && !dialog.open()
    {
        let _ = dialog.show_modal();
    }
}

/// Closes a dialog or a popover.
pub fn close(id: &str) {
    let Some(node) = html(id) else { return };
    match node.dyn_ref::<HtmlDialogElement>() {
        Some(dialog) => dialog.close(),
        // A hidden popover refuses, which is fine.
        None => drop(node.hide_popover()),
    }
}

/// Toggles a `details`.
pub fn toggle_details(selector: &str) {
    if let Some(node) = element(selector) {
        let _ = node.toggle_attribute("open");
    }
}

/// Scrolls the first match of the selector into view, if it is not.
pub fn keep_in_view(selector: &'static str) {
    request_animation_frame(move || {
        if let Some(node) = element(selector) {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Nearest);
            node.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Whether a pointer is a touch.
pub fn is_touch(event: &PointerEvent) -> bool {
    event.pointer_type() == "touch"
}

/// One page back.
pub fn go_back() {
    if let Ok(history) = window().history() {
        let _ = history.back();
    }
}

/// The relative position of a pointer in the listening element, from 0 to 1.
pub fn along(event: &PointerEvent) -> Option<f64> {
    let node: Element = event.current_target()?.dyn_into().ok()?;
    let bounds = node.get_bounding_client_rect();
    (bounds.width() > 0.0).then(|| ((f64::from(event.client_x()) - bounds.left()) / bounds.width()).clamp(0.0, 1.0))
}

/// Captures the pointer for the listening element until it is released.
pub fn hold(event: &PointerEvent) {
    if let Some(node) = event.current_target().and_then(|target| target.dyn_into::<Element>().ok()) {
        let _ = node.set_pointer_capture(event.pointer_id());
    }
}

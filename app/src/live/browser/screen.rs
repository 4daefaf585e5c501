//! The window: theme, network and width.

use leptos::ev;
use leptos::prelude::*;

use super::keys::recall_keys;
use super::memory::{recall, store};
use crate::live::{Connection, Frame, Theme};

const THEME: &str = "plumbline-theme";
const RAIL: &str = "plumbline-rail";
/// How often pending decisions are checked.
const POLL_INTERVAL: std::time::Duration = std::time::Duration::from_secs(30);

/// Restores the reader's earlier choices, and watches the network. After hydration, since the server knows none of
/// this.
pub fn open_frame(frame: Frame) {
    Effect::new(move |_| {
        frame.theme.set(match recall(THEME).as_deref() {
            Some("light") => Theme::Light,
            Some("dark") => Theme::Dark,
            _ => Theme::System,
        });
        frame.rail_closed.set(recall(RAIL).is_some());
        recall_keys(frame);
        super::tip::watch_marks();
        let gone = window_event_listener(ev::offline, move |_| frame.connection.set(Connection::Offline));
        let back = window_event_listener(ev::online, move |_| {
            frame.connection.set(Connection::Live);
            frame.retry.update(|n| *n += 1);
        });
        let look = move || _ = frame.waiting.try_update(|n| *n += 1);
        let looking = set_interval_with_handle(look, POLL_INTERVAL).ok();
        on_cleanup(move || {
            looking.iter().for_each(|handle| handle.clear());
            gone.remove();
            back.remove();
        });
    });
}

/// Applies the frame's theme and remembers it.
pub fn set_theme(frame: Frame) {
    let Some(root) = document().document_element() else { return };
    let name = match frame.theme.get_untracked() {
        Theme::System => None,
        Theme::Light => Some("light"),
        Theme::Dark => Some("dark"),
    };
    let _ = match name {
        Some(name) => root.set_attribute("data-theme", name),
        None => root.remove_attribute("data-theme"),
    };
    store(THEME, name);
}

/// Remembers whether the list of conversations is collapsed.
pub fn remember_rail(closed: bool) {
    store(RAIL, closed.then_some("closed"));
}

/// Folds a `details` once, if the window is narrower than this many em: it arrives open, for readers without scripts.
pub fn fold_when_narrow(selector: &'static str, em: u32) {
    Effect::new(move |_| {
        let narrow = window().match_media(&format!("(width < {em}em)")).ok().flatten().is_some_and(|m| m.matches());
        // In the next frame: after navigation a page is drawn only later.
        let fold = move || {
            if let Some(node) = super::element(selector) {
                let _ = node.remove_attribute("open");
            }
        };
        if narrow {
            fold();
            request_animation_frame(fold);
        }
    });
}

//! What a page does with the browser itself: the stream of a run, keys, theme, scrolling, measuring. This folder is
//! the only place that names browser APIs; the server's half has the same functions, and they do nothing.
//!
//! Deliberately not here: what the pages show. They get signals and hand in closures.

#[cfg(feature = "hydrate")]
mod browser;
#[cfg(not(feature = "hydrate"))]
mod server;

#[cfg(feature = "hydrate")]
pub use browser::*;
use leptos::prelude::*;
#[cfg(not(feature = "hydrate"))]
pub use server::*;

use crate::{id, t};

/// Applied before the first paint, so that a chosen theme never flashes. It carries the page's nonce, where there is one.
pub const THEME_SCRIPT: &str =
    "try{var t=localStorage.getItem('plumbline-theme');if(t)document.documentElement.dataset.theme=t}catch(e){}";

/// The id of the tooltip that all drawings share. It stands in the page once, outside of what comes alive.
pub const TIP: &str = "tip";

/// How the page stands to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Connection {
    /// The stream is open, or none is needed.
    #[default]
    Live,
    /// The stream broke; the browser tries again.
    Waiting,
    /// The machine has no network.
    Offline,
}

impl Connection {
    /// The value of `data-state`, and the key of its look.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Waiting => "waiting",
            Self::Offline => "offline",
        }
    }

    /// What it is called on the page.
    pub fn label(self) -> String {
        t!(match self {
            Self::Live => id!("connection-live"),
            Self::Waiting => id!("connection-waiting"),
            Self::Offline => id!("connection-offline"),
        })
    }
}

/// The colours of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    /// The next one, as the button in the bar goes round.
    pub const fn next(self) -> Self {
        match self {
            Self::System => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::System,
        }
    }

    /// What its button is called: "Theme: light".
    pub fn label(self) -> String {
        t!(match self {
            Self::System => id!("theme-system"),
            Self::Light => id!("theme-light"),
            Self::Dark => id!("theme-dark"),
        })
    }
}

/// What all pages share about the window. `App` provides it as context.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub connection: RwSignal<Connection>,
    pub theme: RwSignal<Theme>,
    /// True when the list of conversations is folded away on a wide screen.
    pub rail_closed: RwSignal<bool>,
    /// False when the reader has switched the single keys off.
    pub keys: RwSignal<bool>,
    /// Counts the wishes to connect again at once.
    pub retry: RwSignal<u32>,
    /// Counts the occasions to look at what waits for a person.
    pub waiting: RwSignal<u32>,
}

impl Frame {
    pub fn new() -> Self {
        Self {
            connection: RwSignal::new(Connection::Live),
            theme: RwSignal::new(Theme::System),
            rail_closed: RwSignal::new(false),
            keys: RwSignal::new(true),
            retry: RwSignal::new(0),
            waiting: RwSignal::new(0),
        }
    }
}

impl Default for Frame {
    fn default() -> Self {
        Self::new()
    }
}

/// The frame of this page; a fresh one where a component stands alone.
pub fn frame() -> Frame {
    use_context().unwrap_or_default()
}

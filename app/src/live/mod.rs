//! A page's access to the browser itself: the stream of a run, keys, theme, scrolling, measuring. This folder is the
//! only place that uses browser APIs; the server's half has the same functions, which do nothing.
//!
//! Deliberately not here: the pages' content. They receive signals and pass closures.

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

/// Applied before the first paint, so that a chosen theme never flashes. It has the page's nonce, if any.
pub const THEME_SCRIPT: &str =
    "try{var t=localStorage.getItem('plumbline-theme');if(t)document.documentElement.dataset.theme=t}catch(e){}";

/// The id of the tooltip shared by all drawings. It is in the page once, outside of the hydrated part.
pub const TIP: &str = "tip";

/// The state of the page's connection to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Connection {
    /// The stream is open, or none is needed.
    #[default]
    Live,
    /// The stream broke; the browser retries.
    Waiting,
    /// The machine has no network.
    Offline,
}

impl Connection {
    /// The value of `data-state`, and the key of its style.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Waiting => "waiting",
            Self::Offline => "offline",
        }
    }

    /// Its name on the page.
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
    /// The system's preference.
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    /// The next one in the cycle of the bar's button.
    pub const fn next(self) -> Self {
        match self {
            Self::System => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::System,
        }
    }

    /// The label of its button: "Theme: light".
    pub fn label(self) -> String {
        t!(match self {
            Self::System => id!("theme-system"),
            Self::Light => id!("theme-light"),
            Self::Dark => id!("theme-dark"),
        })
    }
}

/// The window state shared by all pages. `App` provides it as context.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub connection: RwSignal<Connection>,
    pub theme: RwSignal<Theme>,
    /// True if the list of conversations is collapsed on a wide screen.
    pub rail_closed: RwSignal<bool>,
    /// False if the reader has switched single keys off.
    pub keys: RwSignal<bool>,
    /// Counts the requests to reconnect at once.
    pub retry: RwSignal<u32>,
    /// Counts the occasions to check for pending decisions.
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

/// The frame of this page; a new one for a standalone component.
pub fn frame() -> Frame {
    use_context().unwrap_or_default()
}

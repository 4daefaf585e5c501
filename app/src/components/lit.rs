//! Pointing at a figure highlights its call and the field in it, and vice versa.

use leptos::prelude::*;

/// What is highlighted on this page. A page with figures and a trace provides it as context.
#[derive(Clone, Copy, Debug)]
pub struct Lit(RwSignal<Option<Place>>);

/// A call by its anchor, and a field in its result; an empty field means the whole call.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    anchor: String,
    path: String,
}

impl Lit {
    pub fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// The page's own, or a private one.
    pub fn here() -> Self {
        use_context().unwrap_or_default()
    }

    /// Highlights a field of a call, or with an empty path the call.
    pub fn light(self, anchor: &str, path: &str) {
        self.0.set(Some(Place { anchor: anchor.to_owned(), path: path.to_owned() }));
    }

    pub fn off(self) {
        self.0.set(None);
    }

    /// The value of `data-lit` for a call.
    pub fn call(self, anchor: &str) -> Option<&'static str> {
        self.0.with(|p| p.as_ref().is_some_and(|p| p.anchor == anchor)).then_some("")
    }

    /// The value of `data-lit` for a figure, which a whole call also highlights, or for a field, which only its figures
    /// do.
    pub fn field(self, anchor: &str, path: &str, also_by_call: bool) -> Option<&'static str> {
        self.0
            .with(|p| {
                p.as_ref()
                    .is_some_and(|p| p.anchor == anchor && (p.path == path || (also_by_call && p.path.is_empty())))
            })
            .then_some("")
    }
}

impl Default for Lit {
    fn default() -> Self {
        Self::new()
    }
}

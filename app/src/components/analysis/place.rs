//! The state of the analysis page: filters and selection, as in the URL.

use leptos::prelude::*;

use crate::components::words::segment;
use crate::model::analysis::{AnalysisQuery, Picked};

/// The filters and the selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub query: AnalysisQuery,
    pub picked: Picked,
}

impl Place {
    /// Reads the fields of an address. Invalid fields are ignored; the server validates the rest.
    pub fn read(field: impl Fn(&str) -> Option<String>) -> Self {
        let text = |name: &str| field(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
        let day = |name: &str| text(name).and_then(|v| v.parse().ok());
        Self {
            query: AnalysisQuery {
                from: day("from"),
                to: day("to"),
                product: text("product"),
                channel: text("channel"),
                surveys: text("surveys").and_then(|v| v.parse().ok()),
            },
            picked: Picked {
                day: day("day"),
                last_day: day("lastDay"),
                topic: text("topic"),
                stage: text("stage").and_then(|v| v.parse().ok()),
                quadrant: text("quadrant").and_then(|v| v.parse().ok()),
                of: text("of"),
            },
        }
    }

    /// Its address.
    pub fn href(&self) -> String {
        let Self { query, picked } = self;
        let fields = [
            ("from", query.from.map(|d| d.to_string())),
            ("to", query.to.map(|d| d.to_string())),
            ("product", query.product.clone()),
            ("channel", query.channel.clone()),
            ("surveys", query.surveys.map(|s| s.to_string())),
            ("day", picked.day.map(|d| d.to_string())),
            ("lastDay", picked.last_day.map(|d| d.to_string())),
            ("topic", picked.topic.clone()),
            ("stage", picked.stage.map(|s| s.to_string())),
            ("quadrant", picked.quadrant.map(|q| q.to_string())),
            ("of", picked.of.clone()),
        ];
        let fields: Vec<String> =
            fields.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", segment(&value?)))).collect();
        if fields.is_empty() { "/analysis".to_owned() } else { format!("/analysis?{}", fields.join("&")) }
    }

    /// The same filters with another selection.
    pub fn choosing(&self, picked: Picked) -> Self {
        Self { picked, ..self.clone() }
    }
}

/// What the page's parts need to navigate.
#[derive(Clone, Copy)]
pub struct Going {
    pub place: Memo<Place>,
    /// Goes to an address of the page, keeping the scroll position.
    pub go: Callback<String>,
    /// The handle of the overview to focus again after the range changes.
    pub refocus: StoredValue<Option<&'static str>>,
}

impl Going {
    /// The address of the page with the same filters and another selection.
    pub fn href(self, picked: Picked) -> String {
        self.place.with_untracked(|place| place.choosing(picked).href())
    }

    /// Acts like following a link, without leaving the page.
    pub fn click(self, href: String) -> impl Fn(leptos::ev::MouseEvent) + 'static {
        move |event| {
            if !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key()) {
                event.prevent_default();
                self.go.run(href.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::analysis::Stage;

    #[test]
    fn the_address_keeps_what_was_chosen() {
        let address =
            [("from", "2026-01-02"), ("product", "mobile-banking"), ("day", "2026-01-16"), ("topic", "Fees & more")];
        let read = |name: &str| address.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
        let place = Place::read(read);
        assert_eq!(
            place.href(),
            "/analysis?from=2026-01-02&product=mobile-banking&day=2026-01-16&topic=Fees%20%26%20more"
        );
        assert_eq!(place.choosing(Picked::default()).href(), "/analysis?from=2026-01-02&product=mobile-banking");
        let at = place.choosing(Picked { stage: Some(Stage::After), ..Picked::default() });
        assert_eq!(at.href(), "/analysis?from=2026-01-02&product=mobile-banking&stage=post-resolution");
        let nonsense = Place::read(|name| Some(if name == "channel" { "  " } else { "x" }.to_owned()));
        assert_eq!(nonsense.href(), "/analysis?product=x&topic=x&of=x");
    }
}

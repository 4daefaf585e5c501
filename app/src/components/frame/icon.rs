//! Icons: symbols of the sprite that the shell puts on every page.

use leptos::prelude::*;

use crate::t;

/// The sprite: symbols for icons, marks and the bob. It is in the page once, outside the hydrated part.
pub const SPRITE: &str = include_str!("symbols.svg");

/// The plumb bob's symbol.
pub const BOB: &str = "#bob";

/// An icon, by the name of its symbol without "i-". Decorative: the words beside it say the same.
#[component]
pub fn Icon(name: &'static str) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <use_ href=format!("#i-{name}") />
        </svg>
    }
}

/// A small label with a tone and an icon, so that colour is never the only signal.
#[component]
pub fn Badge(
    tone: &'static str,
    /// The icon's name; empty for none.
    #[prop(optional)]
    icon: &'static str,
    #[prop(into)] text: String,
) -> impl IntoView {
    view! {
        <span class="badge" data-tone=tone>
            {(!icon.is_empty()).then(|| view! { <Icon name=icon /> })}
            {text}
        </span>
    }
}

/// The badge of a sentiment.
#[component]
pub fn SentimentBadge(sentiment: crate::model::record::Sentiment) -> impl IntoView {
    use crate::model::record::Sentiment;
    let icon = match sentiment {
        Sentiment::Positive => "up",
        Sentiment::Neutral => "dash",
        Sentiment::Negative => "down",
    };
    view! { <Badge tone=sentiment.as_str() icon text=t!("sentiment", sentiment = sentiment.as_str()) /> }
}

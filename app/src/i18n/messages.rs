//! The texts of one language, parsed from its Fluent files, and their link in the page.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentResource, FluentValue};
use model::locale::Locale;

/// The id of the link to the texts of the page's language, which the build joins into one file per language.
pub const LINK: &str = "messages";

/// The texts of one language.
pub type Messages = FluentBundle<FluentResource>;

/// Parses the texts of a language. Invalid ones are left out.
pub fn read(language: Locale, source: &str) -> Messages {
    let mut messages = FluentBundle::new_concurrent(vec![language.as_str().parse().unwrap_or_default()]);
    // Isolation marks would show up in copied text, and all our languages have one direction.
    messages.set_use_isolating(false);
    messages.set_formatter(Some(match language {
        Locale::English => |value, _| number(Locale::English, value),
        Locale::Lithuanian => |value, _| number(Locale::Lithuanian, value),
        Locale::German => |value, _| number(Locale::German, value),
    }));
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(parsed, _)| parsed);
    messages.add_resource_overriding(resource);
    messages
}

/// A number in the language's format; other values are unchanged.
fn number(language: Locale, value: &FluentValue) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(language.exact(number.value)),
        _ => None,
    }
}

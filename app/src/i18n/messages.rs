//! The texts of one language, read from its Fluent files, and where a page says that they lie.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentResource, FluentValue};
use model::locale::Locale;

/// The id of the link to the texts of the page's language, which the build joins in one file for each language.
pub const LINK: &str = "messages";

/// The texts of one language.
pub type Messages = FluentBundle<FluentResource>;

/// Reads the texts of a language as they stand in its files. What is wrong in them is left out.
pub fn read(language: Locale, source: &str) -> Messages {
    let mut messages = FluentBundle::new_concurrent(vec![language.as_str().parse().unwrap_or_default()]);
    // The marks would show up in copied text, and all our languages run in one direction.
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

/// A number as the language writes it; everything else as it is.
fn number(language: Locale, value: &FluentValue) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(language.exact(number.value)),
        _ => None,
    }
}

//! A question's limits as submitted: the values must be in the data, and are normalised to their stored form, or the
//! question is refused. A limit without matches would make every figure 0; one that is not understood would widen the
//! question to everything.

use model::error::AppError;
use model::record::Channel;
use model::run::Bubble;
use model::session::Ask;

use query::range::RangeError;
use query::values::{Vocabulary, pick};

/// The most topics that can be selected at once.
const MOST_ITEMS: usize = 50;

/// Converts the limits to the stored form.
///
/// # Errors
/// `Invalid` with the field's name, for a channel, product, customer or topic that the data does not have, for too many
/// topics, for an event without a date, and for a window that ends before it begins.
pub fn settle(ask: &mut Ask, vocabulary: &Vocabulary) -> Result<(), AppError> {
    if let Some(id) = &mut ask.customer_id {
        settle_customer("customerId", id, vocabulary)?;
    }
    let Some(scope) = &mut ask.context else { return Ok(()) };
    if let Some(id) = &mut scope.customer_id {
        settle_customer("context.customerId", id, vocabulary)?;
    }
    if let Some(event) = scope.event.take() {
        let Some(date) = event.date else {
            return Err(AppError::invalid("context.event", "Give the date of the event, or the id of a release note."));
        };
        scope.name = scope.name.take().or_else(|| event.name());
        scope.product = scope.product.take().or(event.product);
        scope.selected_bubble.get_or_insert(Bubble::spanning(date, date));
    }
    if let Some(bubble) = &mut scope.selected_bubble {
        let (product, channel) = (bubble.product.take(), bubble.channel.take());
        scope.product = scope.product.take().or(product);
        scope.channel = scope.channel.take().or(channel);
    }
    if let Some(text) = &mut scope.channel {
        let all: Vec<String> = Channel::ALL.iter().map(ToString::to_string).collect();
        match query::values::channel(text) {
            Some(channel) => *text = channel.to_string(),
            None => return Err(unknown("context.channel", "channel", text, &all)),
        }
    }
    if let Some(text) = &mut scope.product {
        match vocabulary.product(text) {
            Some(product) => *text = product.slug.clone(),
            None => {
                let all: Vec<String> = vocabulary.products.iter().map(|p| p.slug.clone()).collect();
                return Err(unknown("context.product", "product", text, &all));
            }
        }
    }
    if scope.selected_items.len() > MOST_ITEMS {
        return Err(AppError::invalid("context.selectedItems", format!("Select at most {MOST_ITEMS} topics.")));
    }
    let topics = || vocabulary.subcategories.iter().chain(&vocabulary.categories);
    for item in &mut scope.selected_items {
        match topics().find(|topic| topic.eq_ignore_ascii_case(item)) {
            Some(topic) => item.clone_from(topic),
            None => {
                let all: Vec<String> = topics().cloned().collect();
                return Err(unknown("context.selectedItems", "topic", item, &all));
            }
        }
    }
    if let Some(window) = scope.time_window
        && let (Some(from), Some(to)) = (window.from, window.to)
        && from > to
    {
        return Err(AppError::invalid("context.timeWindow", RangeError::Inverted { from, to }.to_string()));
    }
    Ok(())
}

fn settle_customer(field: &str, text: &mut String, vocabulary: &Vocabulary) -> Result<(), AppError> {
    match vocabulary.customer(text) {
        Some((id, _)) => {
            id.clone_into(text);
            Ok(())
        }
        None => {
            let all: Vec<String> = vocabulary.customers.iter().map(|(_, name)| name.clone()).collect();
            Err(unknown(field, "customer", text, &all))
        }
    }
}

/// The error for a value that the data does not have.
pub fn unknown(field: &str, what: &str, text: &str, known: &[String]) -> AppError {
    AppError::invalid(field, pick::unknown(what, text, known).0)
}

#[cfg(test)]
mod tests {
    use model::record::Product;
    use model::run::Scope;
    use model::time::DateRange;

    use super::*;

    #[allow(clippy::field_reassign_with_default)]
    fn settled(context: Scope) -> Result<Scope, String> {
        let mut v = Vocabulary::default();
        v.products = vec![Product { slug: "mobile-banking".into(), name: "Mobile banking".into() }];
        v.customers = vec![("cust-1".into(), "Northgate Foods".into())];
        v.index();
        let mut ask = Ask { context: Some(context), ..Ask::default() };
        settle(&mut ask, &v).map(|()| ask.context.unwrap_or_default()).map_err(|e| format!("{e:?}"))
    }

    #[test]
    fn limits_are_those_of_the_data() {
        let scope = settled(Scope {
            channel: Some("E-Mail".into()),
            product: Some("mobile app".into()),
            customer_id: Some("northgate foods".into()),
            ..Scope::default()
        });
        let scope = scope.unwrap();
        assert_eq!(
            (scope.channel.as_deref(), scope.product.as_deref(), scope.customer_id.as_deref()),
            (Some("email"), Some("mobile-banking"), Some("cust-1"))
        );
        let day = |text: &str| text.parse().unwrap();
        let drawn = Bubble {
            product: Some("mobile app".into()),
            channel: Some("Phone".into()),
            ..Bubble::spanning(day("2026-01-16"), day("2026-01-16"))
        };
        let scope =
            settled(Scope { selected_bubble: Some(drawn), channel: Some("chat".into()), ..Scope::default() }).unwrap();
        assert_eq!((scope.product.as_deref(), scope.channel.as_deref()), (Some("mobile-banking"), Some("chat")));
        assert_eq!(scope.selected_bubble, Some(Bubble::spanning(day("2026-01-16"), day("2026-01-16"))));
        for (scope, field, why) in [
            (Scope { channel: Some("pigeon".into()), ..Scope::default() }, "context.channel", "email, phone"),
            (Scope { product: Some("spaceship".into()), ..Scope::default() }, "context.product", "mobile-banking"),
            (Scope { customer_id: Some("Nobody".into()), ..Scope::default() }, "context.customerId", "Nobody"),
            (
                Scope { time_window: Some(DateRange::new(day("2026-01-31"), day("2026-01-01"))), ..Scope::default() },
                "context.timeWindow",
                "before it begins",
            ),
        ] {
            let error = settled(scope).unwrap_err();
            assert!(error.contains(field) && error.contains(why), "{error}");
        }
    }
}

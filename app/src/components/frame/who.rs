//! The page's user, and which customers they may see, in words.

use leptos::prelude::*;

use super::icon::Icon;
use crate::load::Loaded;
use crate::model::account::{CustomerBook, DataAccess, Me, Role};
use crate::t;

/// The page's user, from the context; an error if nobody is signed in.
pub type Who = Loaded<Me>;

/// Whether it is the machine's local user, while there are no accounts. `ADMIN_TOKEN` has no account either.
pub fn is_local(me: &Me) -> bool {
    !me.signed_in && me.name == "local"
}

/// Whether it is an admin.
pub async fn is_admin(who: Option<Who>) -> bool {
    match who {
        Some(who) => who.await.is_ok_and(|me| me.role == Role::Admin),
        None => false,
    }
}

/// Their name, which leads to their account.
#[component]
pub fn WhoLink(me: Me) -> impl IntoView {
    let name = if is_local(&me) { t!("who-local") } else { me.name };
    view! {
        <a class="top-bar-who" href="/account" title=name.clone()>
            <Icon name="person" />
            <span>
                <span class="sr-only">{t!("who-account")} " "</span>
                {name.clone()}
            </span>
        </a>
    }
    .into_any()
}

/// Shown once on the desk to users with restricted access.
pub fn limits(sees: &DataAccess) -> Option<String> {
    match sees {
        DataAccess::All => None,
        DataAccess::Some(book) if book.managers.is_empty() && book.segments.is_empty() && book.regions.is_empty() => {
            Some(t!("who-sees-none"))
        }
        DataAccess::Some(CustomerBook { only: Some(id), .. }) => Some(t!("who-sees-one", id = id.as_str())),
        DataAccess::Some(CustomerBook { managers, segments, regions, .. }) => {
            let segments = (segments.len(), segments.join(", "));
            let regions = (regions.len(), regions.join(", "));
            let parts = [
                managers.join(", "),
                t!("who-segments", count = segments.0, names = segments.1),
                t!("who-regions", count = regions.0, names = regions.1),
            ];
            let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            Some(t!("who-sees", which = parts.join("; ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_reads_as_a_sentence() {
        let book = |managers: &[&str], segments: &[&str], regions: &[&str]| {
            let list = |names: &[&str]| names.iter().map(ToString::to_string).collect();
            DataAccess::Some(CustomerBook {
                managers: list(managers),
                segments: list(segments),
                regions: list(regions),
                only: None,
            })
        };
        assert_eq!(limits(&DataAccess::All), None);
        assert_eq!(DataAccess::All.in_words(), "all customers");
        assert_eq!(
            limits(&book(&["Sarah Lindqvist"], &["retail"], &[])).unwrap(),
            "You see the customers of: Sarah Lindqvist; segment retail."
        );
        assert_eq!(book(&[], &[], &["North", "South"]).in_words(), "the customers of: regions North, South");
        assert_eq!(book(&[], &[], &[]).in_words(), "no customers");
        assert!(limits(&book(&[], &[], &[])).unwrap().contains("no customers"));
    }
}

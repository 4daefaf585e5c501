//! The part of a form that determines which customers an account sees.

use leptos::prelude::*;

use crate::components::form::{Fields, chip};
use crate::model::account::forms::BookValues;
use crate::model::account::{CustomerBook, DataAccess};
use crate::{id, t};

/// The customers, as a phrase after "sees".
pub fn seen(sees: &DataAccess) -> String {
    let DataAccess::Some(book) = sees else { return t!("accounts-sees-all") };
    let named =
        |id: &str, names: &[String]| (!names.is_empty()).then(|| t!(id, count = names.len(), names = names.join(", ")));
    let parts = [
        named(id!("accounts-sees-managers"), &book.managers),
        named(id!("accounts-sees-segments"), &book.segments),
        named(id!("accounts-sees-regions"), &book.regions),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match (&book.only, parts.is_empty()) {
        (Some(id), _) => t!("accounts-sees-one", id = id.as_str()),
        (None, true) => t!("accounts-sees-none"),
        (None, false) => t!("accounts-sees-some", lists = parts.join("; ")),
    }
}

/// A choice of every customer, or of those matching lists of values from the data.
#[component]
pub fn Chooser(values: BookValues, sees: DataAccess) -> impl IntoView {
    let all = sees == DataAccess::All;
    let CustomerBook { managers, segments, regions, .. } = match sees {
        DataAccess::All => CustomerBook::default(),
        DataAccess::Some(book) => book,
    };
    view! {
        <fieldset class="account-view">
            <legend>{t!("accounts-sees")}</legend>
            <label class="import-check">
                <input type="checkbox" name="all" value="1" checked=all />
                {t!("accounts-view-all")}
            </label>
            <div class="account-lists">
                // Ensures that the form has this field even if nothing is selected.
                <input type="hidden" name="managers" value="" />
                <p class="field-hint">{t!("accounts-view-any")}</p>
                <List title=t!("accounts-view-manager") name="managers" values=values.managers chosen=managers />
                <List title=t!("accounts-view-segment") name="segments" values=values.segments chosen=segments />
                <List title=t!("accounts-view-region") name="regions" values=values.regions chosen=regions />
            </div>
        </fieldset>
    }
    .into_any()
}

#[component]
fn List(title: String, name: &'static str, values: Vec<String>, chosen: Vec<String>) -> impl IntoView {
    let same = |a: &str, b: &str| a.to_lowercase() == b.to_lowercase();
    // Selected values stay on the list even if the data no longer contains them.
    let gone: Vec<String> = chosen.iter().filter(|c| !values.iter().any(|v| same(v, c))).cloned().collect();
    let boxes: Vec<_> = values
        .into_iter()
        .chain(gone)
        .map(|value| {
            let checked = chosen.iter().any(|c| same(c, &value));
            chip("checkbox", name, value.clone(), checked, value)
        })
        .collect();
    (!boxes.is_empty()).then(|| {
        view! {
            <fieldset class="account-list">
                <legend class="label">{title}</legend>
                <div class="chips">{boxes}</div>
            </fieldset>
        }
    })
}

/// The data access selected in the form.
pub fn chosen(fields: &Fields) -> DataAccess {
    if fields.text("all").is_some() {
        return DataAccess::All;
    }
    DataAccess::Some(CustomerBook {
        managers: fields.all("managers"),
        segments: fields.all("segments"),
        regions: fields.all("regions"),
        only: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_all_goes_over_them() {
        let fields = |all: &[(&str, &str)]| Fields(all.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect());
        let some = fields(&[("name", "ann"), ("managers", "S. Berg"), ("managers", "A. Okafor"), ("regions", "North")]);
        let book = CustomerBook {
            managers: vec!["S. Berg".into(), "A. Okafor".into()],
            regions: vec!["North".into()],
            ..CustomerBook::default()
        };
        assert_eq!(chosen(&some), DataAccess::Some(book));
        assert_eq!(chosen(&fields(&[("all", "1"), ("regions", "North")])), DataAccess::All);
        assert_eq!(
            chosen(&Fields::default()),
            DataAccess::Some(CustomerBook::default()),
            "nothing chosen is nothing seen"
        );
    }
}

//! Tables by columns; the data of a drawing, as a table below it that opens on demand.

use leptos::prelude::*;

use crate::t;

/// The header of a column.
pub enum Column {
    Words(String),
    /// Right-aligned, with tabular digits.
    Figures(String),
    /// For screen readers only: its cells are self-explanatory.
    Heard(String),
}

impl Column {
    pub fn words(name: &str) -> Self {
        Self::Words(name.to_owned())
    }

    pub fn figures(name: &str) -> Self {
        Self::Figures(name.to_owned())
    }
}

/// A table that scrolls in its own box, labelled `label`; `rows` are `<tr>` whose first cell is their header.
pub fn framed(
    label: String,
    caption: Option<String>,
    columns: impl IntoIterator<Item = Column>,
    rows: AnyView,
) -> AnyView {
    let caption = caption.map(|text| view! { <caption>{text}</caption> }.into_any());
    boxed("group", label, "table".to_owned(), caption, columns, rows)
}

/// Likewise as a region of its page, with its own style and a caption for screen readers.
pub fn region(
    label: &str,
    class: &str,
    heard: Option<String>,
    columns: impl IntoIterator<Item = Column>,
    rows: AnyView,
) -> AnyView {
    let caption = heard.map(|text| view! { <caption class="sr-only">{text}</caption> }.into_any());
    boxed("region", label.to_owned(), format!("table {class}"), caption, columns, rows)
}

fn boxed(
    role: &'static str,
    label: String,
    class: String,
    caption: Option<AnyView>,
    columns: impl IntoIterator<Item = Column>,
    rows: AnyView,
) -> AnyView {
    let heads = columns
        .into_iter()
        .map(|column| match column {
            Column::Words(name) => view! { <th scope="col">{name}</th> }.into_any(),
            Column::Figures(name) => view! { <th scope="col" class="num">{name}</th> }.into_any(),
            Column::Heard(name) => view! { <th scope="col"><span class="sr-only">{name}</span></th> }.into_any(),
        })
        .collect_view();
    view! {
        <div class="scroll" tabindex="0" role=role aria-label=label>
            <table class=class>
                {caption}
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// `what` is the table's subject, in the plural; `rows` as in [`framed`].
pub fn as_table(what: &str, columns: impl IntoIterator<Item = Column>, rows: AnyView) -> AnyView {
    view! {
        <details class="chart-table">
            <summary>{t!("chart-as-table")}</summary>
            {framed(t!("chart-table-of", what = what), None, columns, rows)}
        </details>
    }
    .into_any()
}

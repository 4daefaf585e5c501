//! Tables by their columns; what a drawing shows, as a table below it that opens on demand.

use leptos::prelude::*;

/// The head of a column.
pub enum Column {
    Words(String),
    /// Set to the right, with digits of one width.
    Figures(String),
}

impl Column {
    pub fn words(name: &str) -> Self {
        Self::Words(name.to_owned())
    }

    pub fn figures(name: &str) -> Self {
        Self::Figures(name.to_owned())
    }
}

/// A table that scrolls in its own box, which is called `label`; `rows` are `<tr>` whose first cell is their head.
pub fn framed(
    label: String,
    caption: Option<&'static str>,
    columns: impl IntoIterator<Item = Column>,
    rows: AnyView,
) -> AnyView {
    let heads = columns
        .into_iter()
        .map(|column| match column {
            Column::Words(name) => view! { <th scope="col">{name}</th> }.into_any(),
            Column::Figures(name) => view! { <th scope="col" class="num">{name}</th> }.into_any(),
        })
        .collect_view();
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label=label>
            <table class="table">
                {caption.map(|text| view! { <caption>{text}</caption> })}
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// `what` the table is of, in the plural; `rows` as in [`framed`].
pub fn as_table(what: &str, columns: impl IntoIterator<Item = Column>, rows: AnyView) -> AnyView {
    view! {
        <details class="chart-table">
            <summary>"As a table"</summary>
            {framed(format!("Table of {what}"), None, columns, rows)}
        </details>
    }
    .into_any()
}

//! The list of documents: filter, table and pages.

use leptos::prelude::*;

use super::files::kinds;
use crate::components::chart::table::{Column, region};
use crate::components::form::{PostButton, SelectField, TextField};
use crate::components::frame::icon::Badge;
use crate::components::section::{Section, pager};
use crate::components::words::segment;
use crate::model::record::library::{DOCUMENTS_PAGE, DocumentFilter, DocumentLine, DocumentPage, Indexed};
use crate::{i18n, id, t};

/// Serialises the filter, with the question mark; empty if there is none.
fn to_query(filter: &DocumentFilter) -> String {
    let fields = [
        ("text", filter.text.clone()),
        ("kind", filter.kind.map(|kind| kind.to_string())),
        ("source", filter.source.clone()),
        ("offset", filter.offset.map(|n| n.to_string())),
    ];
    let parts: Vec<String> =
        fields.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", segment(&value?)))).collect();
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

#[component]
pub fn List(page: DocumentPage, filter: DocumentFilter) -> impl IntoView {
    let DocumentPage { documents, total, sources } = page;
    let is_filtered = filter != DocumentFilter::default();
    let content = match documents.is_empty() {
        true => view! {
            <div class="empty" data-size="small">
                <p>{if is_filtered { t!("documents-none-match") } else { t!("documents-none") }}</p>
                {is_filtered
                    .then(|| {
                        view! {
                            <a class="button" data-size="small" href="/settings/documents" rel="external">
                                {t!("documents-clear")}
                            </a>
                        }
                    })}
            </div>
        }
        .into_any(),
        false => view! { <Table documents total filter=filter.clone() /> }.into_any(),
    };
    view! {
        <Section id="documents-list" title=t!("documents-list")>
            <Filters filter sources />
            {content}
        </Section>
    }
    .into_any()
}

/// A plain form: it puts the filter into the address.
#[component]
fn Filters(filter: DocumentFilter, sources: Vec<String>) -> impl IntoView {
    let any = || (String::new(), t!("documents-any"));
    let kinds = std::iter::once(any()).chain(kinds()).collect();
    let named = |source: String| (source.clone(), source_name(&source));
    let sources = std::iter::once(any()).chain(sources.into_iter().map(named)).collect();
    view! {
        <form
            class="toolbar"
            role="search"
            aria-label=t!("documents-filters")
            method="get"
            action="/settings/documents"
        >
            <TextField
                id="documents-text"
                label=t!("documents-text")
                name="text"
                width="wide"
                value=filter.text.unwrap_or_default()
            />
            <SelectField
                id="documents-filter-kind"
                label=t!("record-kind")
                name="kind"
                all=kinds
                chosen=filter.kind.map(|kind| kind.to_string()).unwrap_or_default()
            />
            <SelectField
                id="documents-source"
                label=t!("documents-source")
                name="source"
                all=sources
                chosen=filter.source.unwrap_or_default()
            />
            <button class="button" data-size="small">
                {t!("documents-filter")}
            </button>
        </form>
    }
    .into_any()
}

fn source_name(source: &str) -> String {
    match source {
        "api" => t!("documents-source-own"),
        other => other.to_owned(),
    }
}

#[component]
fn Table(documents: Vec<DocumentLine>, total: i64, filter: DocumentFilter) -> impl IntoView {
    let offset = filter.offset.unwrap_or(0);
    let shown = i64::try_from(documents.len()).unwrap_or(i64::MAX);
    let told = match total > shown {
        true => t!("documents-range", from = offset + 1, to = offset + shown, count = total),
        false => t!("documents-count", count = total),
    };
    let at = |to: i64| {
        let filter = DocumentFilter { offset: Some(to).filter(|n| *n > 0), ..filter.clone() };
        format!("/settings/documents{}", to_query(&filter))
    };
    let before = (offset > 0).then(|| (at((offset - DOCUMENTS_PAGE).max(0)), t!("documents-newer")));
    let after = (offset + shown < total).then(|| (at(offset + DOCUMENTS_PAGE), t!("documents-older")));
    let named = [id!("documents-title"), id!("record-kind"), id!("record-day"), id!("record-product")];
    let mut columns: Vec<Column> = named.map(|id| Column::words(&t!(id))).into();
    columns.push(Column::figures(&t!("record-parts")));
    columns.extend([id!("documents-source"), id!("documents-indexed")].map(|id| Column::words(&t!(id))));
    columns.push(Column::Heard(t!("documents-actions")));
    let rows = documents.into_iter().map(|document| view! { <Line document /> }).collect_view().into_any();
    view! {
        <p class="muted small">{told}</p>
        {region(&t!("documents-newest"), "documents-table", Some(t!("documents-newest")), columns, rows)}
        {pager(t!("documents-pages"), before, after)}
        <div class="row">
            <PostButton
                action="/settings/documents/reindex"
                label=t!("documents-reindex-all")
                small=true
            />
            <span class="field-hint">{t!("documents-reindex-hint")}</span>
        </div>
    }
    .into_any()
}

#[component]
fn Line(document: DocumentLine) -> impl IntoView {
    let DocumentLine { id, title, kind, day, product, source, parts, indexed } = document;
    let (tone, icon) = match indexed {
        Indexed::Waiting => ("neutral", "clock"),
        Indexed::Keywords | Indexed::Meaning => ("ok", "check"),
    };
    let at = segment(&id);
    view! {
        <tr>
            <th scope="row">
                <a href=format!("/records/document/{at}")>{title.clone()}</a>
            </th>
            <td class="nowrap">{t!("record-document-kind", kind = kind.as_str())}</td>
            <td class="nowrap">{i18n::short_date(day)}</td>
            <td>{product}</td>
            <td class="num">{i18n::whole(parts)}</td>
            <td>{source_name(&source)}</td>
            <td>
                <Badge tone icon text=t!("documents-indexed-by", how = indexed.as_str()) />
            </td>
            <td>
                <div class="documents-actions">
                    <PostButton
                        action=format!("/settings/documents/{at}/reindex")
                        label=t!("documents-reindex")
                        spoken=t!("documents-reindex-one", title = title.as_str())
                        kind="quiet"
                        small=true
                    />
                    <details>
                        <summary aria-label=t!("documents-delete-one", title = title.as_str())>
                            {t!("documents-delete")}
                        </summary>
                        <p>{t!("documents-delete-means")}</p>
                        <PostButton
                            action=format!("/settings/documents/{at}/delete")
                            label=t!("documents-delete-really")
                            spoken=t!("documents-delete-really-one", title = title.as_str())
                            small=true
                        />
                    </details>
                </div>
            </td>
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::record::DocumentKind;

    #[test]
    fn the_filter_stands_in_the_address() {
        let filter = DocumentFilter {
            text: Some("fee list".into()),
            kind: Some(DocumentKind::Policy),
            offset: Some(50),
            ..DocumentFilter::default()
        };
        assert_eq!(to_query(&filter), "?text=fee%20list&kind=policy&offset=50");
        assert_eq!(to_query(&DocumentFilter::default()), "");
    }
}

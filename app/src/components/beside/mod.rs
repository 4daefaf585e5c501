//! The panel beside an answer: the records of a figure, or one record. It is part of the URL, so that a reload shows
//! it, the browser's back button closes it, and it opens as a plain link without scripts.

pub mod figure;
pub mod list;
pub mod splitter;
mod tree;

use leptos::prelude::*;

use crate::components::desk::about;
use crate::components::words;
use crate::model::answer::SourceKind;
use crate::model::run::Scope;
use crate::model::run::figure::{FigureAt, ListView};

/// The id of the panel.
pub const PANEL: &str = "beside";

/// What is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Open {
    pub figure: Option<FigureAt>,
    /// Sorting and paging of the figure's records.
    pub view: ListView,
    /// A record, above the figure from which it was opened.
    pub record: Option<(SourceKind, String)>,
    /// The sorted table of an answer, and its column.
    pub order: String,
}

impl Open {
    /// Reads the fields of an address. Invalid ones are ignored.
    pub fn from_pairs(field: impl Fn(&str) -> Option<String>) -> Self {
        let record = field("record").and_then(|text| {
            let (kind, id) = text.split_once('/')?;
            Some((kind.parse().ok()?, id.to_owned())).filter(|(_, id)| !id.is_empty())
        });
        let figure = field("figure").and_then(|text| FigureAt::read(&text));
        let order = field("order").unwrap_or_default();
        let view = if figure.is_some() { ListView::from_pairs(field) } else { ListView::default() };
        Self { figure, view, record, order }
    }

    /// The fields of the address for it.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let mut out = Vec::new();
        if let Some(at) = &self.figure {
            out.push(("figure".to_owned(), at.to_string()));
            out.extend(self.view.pairs());
        }
        if let Some((kind, id)) = &self.record {
            out.push(("record".to_owned(), format!("{kind}/{id}")));
        }
        if !self.order.is_empty() {
            out.push(("order".to_owned(), self.order.clone()));
        }
        out
    }

    /// The topmost item, in the form of its links' marks.
    pub fn mark(&self) -> String {
        match (&self.record, &self.figure) {
            (Some((kind, id)), _) => record_mark(*kind, id),
            (None, Some(at)) => words::segment(&at.to_string()),
            (None, None) => String::new(),
        }
    }

    pub fn is_nothing(&self) -> bool {
        self.figure.is_none() && self.record.is_none()
    }
}

/// Makes links on this page open something beside it. A page with room for a panel provides it as context.
#[derive(Clone, Copy)]
pub struct SidePanel {
    /// The conversation.
    pub session: StoredValue<String>,
    /// The scope of the next question, which is preserved.
    pub about: Signal<Option<Scope>>,
    pub open: Memo<Open>,
}

impl SidePanel {
    /// The panel of the current page.
    pub fn here() -> Option<Self> {
        use_context()
    }

    /// The URL of the page with this opened.
    pub fn href(self, open: &Open) -> String {
        let page =
            self.session.with_value(|session| self.about.with_untracked(|scope| about::href(session, scope.as_ref())));
        let fields = open.pairs().into_iter().map(|(name, value)| format!("{name}={}", words::segment(&value)));
        let fields = fields.collect::<Vec<_>>().join("&");
        match (fields.is_empty(), page.contains('?')) {
            (true, _) => page,
            (_, true) => format!("{page}&{fields}"),
            (_, false) => format!("{page}?{fields}"),
        }
    }

    /// Opens the records of a figure.
    pub fn figure(self, at: &FigureAt) -> String {
        let order = self.open.with_untracked(|open| open.order.clone());
        self.href(&Open { figure: Some(at.clone()), order, ..Open::default() })
    }

    /// Opens a record above the open figure.
    pub fn record(self, kind: SourceKind, id: &str) -> String {
        self.href(&Open { record: Some((kind, id.to_owned())), ..self.open.get_untracked() })
    }
}

/// The mark of links to a record.
pub fn record_mark(kind: SourceKind, id: &str) -> String {
    words::segment(&format!("record/{kind}/{id}"))
}

/// The address of a record: beside the page if there is room, else its own page. A part of a document keeps its anchor
/// on the document's page.
pub fn record_link(beside: Option<SidePanel>, kind: SourceKind, id: &str) -> String {
    match beside {
        Some(beside) if !id.contains('#') => beside.record(kind, id),
        _ => words::record_href(kind, id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_keeps_what_is_open() {
        let open = Open {
            figure: Some(FigureAt::new("r1", "c2", "/total")),
            view: ListView { page: 2, ..ListView::default() },
            record: Some((SourceKind::Case, "case-7".into())),
            order: "r1-1.2-".into(),
        };
        let pairs = open.pairs();
        let read = |name: &str| pairs.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
        assert_eq!(Open::from_pairs(read), open);
        let odd = |name: &str| (name == "record" || name == "figure").then(|| "nonsense".to_owned());
        assert!(Open::from_pairs(odd).is_nothing());
    }
}

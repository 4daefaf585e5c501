//! An opened figure of an answer: its address, its records and its result.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::SourceKind;

/// A figure of a result, as in the URL: `RUN/CALL/path/in/the/result`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FigureAt {
    pub run: String,
    /// [`super::Call::id`].
    pub call: String,
    /// JSON pointer into the call's result; empty for the whole.
    pub path: String,
}

impl FigureAt {
    pub fn new(run: &str, call: &str, path: &str) -> Self {
        Self { run: run.to_owned(), call: call.to_owned(), path: path.to_owned() }
    }

    /// Parses what [`ToString`] wrote.
    pub fn read(text: &str) -> Option<Self> {
        let (run, rest) = text.split_once('/')?;
        let (call, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        (!run.is_empty() && !call.is_empty()).then(|| Self::new(run, call, path))
    }
}

impl std::fmt::Display for FigureAt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}{}", self.run, self.call, self.path)
    }
}

/// Sorting, paging and filters of a list of records. Invalid values are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListView {
    /// One of [`RecordList::orders`]; default: the first.
    pub sort: String,
    /// From 1.
    pub page: usize,
    /// Words in the record's text or title, or the customer's name.
    pub find: String,
    /// One long page of up to [`RecordList::most`] records.
    pub all: bool,
    /// Column and value.
    pub only: Vec<(String, String)>,
}

/// The prefix of URL parameters that filter a column.
pub const ONLY: &str = "only-";
/// Columns that can be filtered, over all kinds of records.
pub const LIMITS: [&str; 6] = ["channel", "sentiment", "kind", "status", "priority", "tier"];
/// The longest search text, in bytes.
const MAX_SEARCH_BYTES: usize = 200;

impl ListView {
    /// Parses URL parameters.
    pub fn from_pairs(field: impl Fn(&str) -> Option<String>) -> Self {
        let text = |name: &str| field(name).map(|v| v.trim().to_owned()).filter(|v| v.len() <= MAX_SEARCH_BYTES);
        let only = |name: &&str| Some(((*name).to_owned(), text(&format!("{ONLY}{name}")).filter(|v| !v.is_empty())?));
        Self {
            sort: text("sort").unwrap_or_default(),
            page: text("page").and_then(|v| v.parse().ok()).unwrap_or(1).max(1),
            find: text("find").unwrap_or_default(),
            all: text("all").is_some_and(|v| v == "1"),
            only: LIMITS.iter().filter_map(only).collect(),
        }
    }

    /// The URL parameters, without defaults.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let mut out = Vec::new();
        let mut add = |name: &str, value: &str| {
            if !value.is_empty() {
                out.push((name.to_owned(), value.to_owned()));
            }
        };
        add("sort", &self.sort);
        add("find", &self.find);
        self.only.iter().for_each(|(name, value)| add(&format!("{ONLY}{name}"), value));
        add("all", if self.all { "1" } else { "" });
        add("page", &if self.page > 1 { self.page.to_string() } else { String::new() });
        out
    }

    /// Whether it filters records out.
    pub fn is_narrowed(&self) -> bool {
        !self.find.is_empty() || !self.only.is_empty()
    }
}

/// An opened figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FigurePage {
    pub at: FigureAt,
    /// Its name: "Login failures: count 140".
    pub name: String,
    /// The call it is from: "Analyze topics, 2 to 31 January 2026".
    pub from: String,
    /// Its records; `None` for computed values such as scores.
    pub records: Option<RecordList>,
    /// The whole result.
    pub result: Value,
}

/// A page of records.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordList {
    /// The records in words: "Complaints about Mobile banking, January 2026".
    pub said: String,
    /// "communications" …
    pub dataset: String,
    /// Total number of records.
    pub total: i64,
    /// The number according to the answer, if it says so.
    pub told: Option<i64>,
    /// How many match the view's filters.
    pub found: i64,
    pub view: ListView,
    /// Names and titles of the sort orders, the default first.
    pub orders: Vec<(String, String)>,
    /// Columns that can be filtered, each with its title and possible values.
    pub limits: Vec<Limit>,
    pub columns: Vec<String>,
    pub rows: Vec<RecordRow>,
    /// Records per page.
    pub size: usize,
    /// Records of the longest page.
    pub most: usize,
}

impl RecordList {
    pub fn pages(&self) -> usize {
        usize::try_from(self.found).unwrap_or(0).div_ceil(self.size.max(1)).max(1)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limit {
    pub column: String,
    pub title: String,
    pub values: Vec<String>,
}

/// A record as a row of a list: one cell per column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordRow {
    /// `None` for rows of a declared source, which have no page.
    pub kind: Option<SourceKind>,
    pub id: String,
    pub cells: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_a_figure_and_how_it_is_looked_at() {
        let at = FigureAt::new("r-1", "c2", "/topTopics/0/count");
        assert_eq!(at.to_string(), "r-1/c2/topTopics/0/count");
        assert_eq!(FigureAt::read(&at.to_string()), Some(at));
        assert_eq!(FigureAt::read("r/c"), Some(FigureAt::new("r", "c", "")));
        assert_eq!((FigureAt::read("r"), FigureAt::read("/c/x"), FigureAt::read("r//x")), (None, None, None));
        let view = ListView {
            sort: "oldest".into(),
            page: 3,
            find: "log in".into(),
            all: true,
            only: vec![("channel".into(), "email".into())],
        };
        let pairs = view.pairs();
        let read = |name: &str| pairs.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
        assert_eq!(ListView::from_pairs(read), view);
        let odd = |name: &str| (name == "page").then(|| "minus one".to_owned());
        assert_eq!(ListView::from_pairs(odd), ListView { page: 1, ..ListView::default() });
    }
}

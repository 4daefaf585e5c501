//! A figure of an answer, opened: the records that it counts, and the result that it stands in. What stands in the address of
//! the page, and what the server makes of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::SourceKind;

/// A figure of a result, as an address names it: `RUN/CALL/path/in/the/result`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FigureAt {
    pub run: String,
    /// [`super::Call::id`].
    pub call: String,
    /// JSON pointer into the call's result; empty for all of it.
    pub path: String,
}

impl FigureAt {
    pub fn new(run: &str, call: &str, path: &str) -> Self {
        Self { run: run.to_owned(), call: call.to_owned(), path: path.to_owned() }
    }

    /// Reads what [`ToString`] wrote.
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

/// How a reader looks at a list of records. What does not fit is as if it were not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListView {
    /// One of [`RecordList::orders`]; the first of them if not given.
    pub sort: String,
    /// From 1.
    pub page: usize,
    /// Words of the record's text or title, or of the customer's name.
    pub find: String,
    /// A long page, as far as [`RecordList::most`] goes.
    pub all: bool,
    /// Column and value.
    pub only: Vec<(String, String)>,
}

/// The prefix of the address's fields that limit a column.
pub const ONLY: &str = "only-";
/// Columns that a reader may limit a list by, over all kinds of records.
pub const LIMITS: [&str; 6] = ["channel", "sentiment", "kind", "status", "priority", "tier"];
/// The longest words to look for, in bytes.
const LONGEST: usize = 200;

impl ListView {
    /// Reads the fields of an address.
    pub fn from_pairs(field: impl Fn(&str) -> Option<String>) -> Self {
        let text = |name: &str| field(name).map(|v| v.trim().to_owned()).filter(|v| v.len() <= LONGEST);
        let only = |name: &&str| Some(((*name).to_owned(), text(&format!("{ONLY}{name}")).filter(|v| !v.is_empty())?));
        Self {
            sort: text("sort").unwrap_or_default(),
            page: text("page").and_then(|v| v.parse().ok()).unwrap_or(1).max(1),
            find: text("find").unwrap_or_default(),
            all: text("all").is_some_and(|v| v == "1"),
            only: LIMITS.iter().filter_map(only).collect(),
        }
    }

    /// The fields of an address that say it, without those that say nothing.
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

    /// Whether it leaves records out.
    pub fn is_narrowed(&self) -> bool {
        !self.find.is_empty() || !self.only.is_empty()
    }
}

/// A figure, opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FigurePage {
    pub at: FigureAt,
    /// What it stands for: "Login failures: count 140".
    pub name: String,
    /// Which call it is from: "Analyze topics, 2 to 31 January 2026".
    pub from: String,
    /// Its records; none for what is worked out of figures, such as a score.
    pub records: Option<RecordList>,
    /// The whole result.
    pub result: Value,
}

/// A page of records.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordList {
    /// Which records, in words: "Complaints about Mobile banking, January 2026".
    pub said: String,
    /// "communications" …
    pub dataset: String,
    /// How many there are.
    pub total: i64,
    /// How many the answer counted, where it says so.
    pub told: Option<i64>,
    /// How many of them the view leaves.
    pub found: i64,
    pub view: ListView,
    /// Names and titles of the orders, the first being that of a list that says none.
    pub orders: Vec<(String, String)>,
    /// Columns that may be limited, each with its title and the values that it can have.
    pub limits: Vec<Limit>,
    pub columns: Vec<String>,
    pub rows: Vec<RecordRow>,
    /// Records of a page.
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

/// A record as a row of a list: one cell a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordRow {
    /// `None` for rows of a declared source, which have no page of their own.
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

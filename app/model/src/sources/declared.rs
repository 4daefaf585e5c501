//! Declared sources on their page: what is declared and how it does, and a declaration as a form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether a declaration made on a page is in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DeclarationState {
    /// Drafted, and not yet confirmed by a person.
    #[default]
    Draft,
    On,
    Paused,
}

impl DeclarationState {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::On => "on",
            Self::Paused => "paused",
        }
    }
}

/// A table of a declaration, as last looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeclaredTable {
    pub name: String,
    /// Whether questions can use it.
    pub open: bool,
    pub rows: Option<u64>,
    /// Whether there are more rows than counted.
    pub more: bool,
    /// The first and the last day with a row.
    pub days: Option<(chrono::NaiveDate, chrono::NaiveDate)>,
    /// Whether people who see only some customers see it as well.
    pub for_everyone: bool,
    pub problems: Vec<String>,
}

/// A declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Declaration {
    pub name: String,
    /// The file that holds it; `None` if it was made on the page.
    pub file: Option<String>,
    pub state: DeclarationState,
    /// The name of the uploaded file.
    pub upload: Option<String>,
    pub tables: Vec<DeclaredTable>,
    /// Problems of the whole.
    pub problems: Vec<String>,
    /// Who changed it last, and when in UTC milliseconds.
    pub changed_by: String,
    pub changed_at: i64,
}

impl Declaration {
    /// Whether something keeps questions from using all of it.
    pub fn is_broken(&self) -> bool {
        let unread = self.tables.is_empty() && !self.problems.is_empty();
        self.state == DeclarationState::On && (unread || self.tables.iter().any(|table| !table.open))
    }
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Declarations {
    pub all: Vec<Declaration>,
    /// When they were last opened, in UTC milliseconds; `None` if not yet.
    pub looked_at: Option<i64>,
    /// The largest file that may be uploaded.
    pub max_bytes: u64,
}

/// An address to draft a declaration of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct NewSource {
    /// `postgres://…`, `mysql://…`, `sqlite:///FILE`, or `https://…` of a search cluster.
    pub address: String,
    /// Small letters, digits and `_`; default: from the address.
    pub name: Option<String>,
    /// Only these tables.
    pub tables: Vec<String>,
    /// Of a search cluster.
    pub user: Option<String>,
    pub password: Option<String>,
    pub api_key: Option<String>,
}

/// A change of a declaration made on the page; what is left out stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct DeclarationChange {
    /// The whole declaration in YAML.
    pub yaml: Option<String>,
    /// "on" or "paused".
    pub state: Option<DeclarationState>,
}

/// A dimension in the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DimensionForm {
    pub name: String,
    /// `column`, or `table.column` of a join.
    pub column: String,
    /// "date", "flag", "note", "number", or empty for what the database says.
    pub kind: String,
    pub used: bool,
    pub synonyms: String,
}

/// A measure in the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MeasureForm {
    pub name: String,
    /// Its column or formula.
    pub expression: String,
    pub used: bool,
    /// "sum", "avg", "min", "max" or "median".
    pub aggregation: String,
    pub unit: String,
    pub synonyms: String,
}

/// A join in the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinForm {
    pub table: String,
    /// The columns, as `here = there`.
    pub on: String,
    pub agreed: bool,
}

/// A table in the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableForm {
    pub name: String,
    pub table: String,
    pub used: bool,
    /// What its rows are called.
    pub many: String,
    pub synonyms: String,
    /// The dimension of days by which "last month" is meant.
    pub time: String,
    pub for_everyone: bool,
    pub dimensions: Vec<DimensionForm>,
    pub measures: Vec<MeasureForm>,
    pub joins: Vec<JoinForm>,
    /// Columns that stay secret, each with the reason.
    pub left_out: Vec<String>,
    /// Some of its rows, with the names of columns.
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// A declaration with its form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeclarationPage {
    pub declaration: Declaration,
    pub yaml: String,
    pub tables: Vec<TableForm>,
    /// Questions to try.
    pub questions: Vec<String>,
}

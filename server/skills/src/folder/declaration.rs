//! The files of a skill's folder as they are written: the front matter of `SKILL.md`, in the form of the open Agent Skills
//! format with fields of ours, and `tools.yaml`.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;
use serde_saphyr::Spanned;

use sources::Text;

/// What `SKILL.md` says between its lines of `---`. Fields of the open format that say nothing here are let be.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Matter {
    /// The folder's name.
    pub name: String,
    pub description: String,
    /// As semantic versioning has it: 1.0.0.
    pub version: String,
    /// One of the router's domains, or a word of its own.
    pub domain: String,
    pub tags: Vec<String>,
    /// Where its data comes from, as its results say: "live", "demo data".
    pub origin: String,
}

/// `tools.yaml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct File {
    pub tools: Vec<ToolText>,
    /// APIs whose operations are tools.
    pub apis: Vec<ApiText>,
}

/// A tool: queries under one name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolText {
    /// Small letters, digits and `_`.
    pub name: Text,
    /// When to use it, and what it returns: a model chooses by this.
    pub description: Text,
    #[serde(default)]
    pub parameters: IndexMap<String, Spanned<ParameterText>>,
    /// What it returns, by name.
    pub results: IndexMap<String, Spanned<ResultText>>,
    /// What is said of the result; `{result.field}` and `{$parameter}` are filled in.
    #[serde(default)]
    pub sentence: String,
    /// The result that is drawn.
    #[serde(default)]
    pub chart: Option<Text>,
    /// Forms of questions that it answers without a model.
    #[serde(default)]
    pub asks: Vec<Text>,
    #[serde(default)]
    pub follow_ups: Vec<String>,
    /// Words with which the firm's documents are searched beside it.
    #[serde(default)]
    pub explains: Option<String>,
}

/// An argument.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ParameterText {
    /// text, period, number or integer; text if not given.
    pub r#type: Option<String>,
    pub says: String,
    pub required: bool,
    pub default: Option<Value>,
    /// The only ones that there are; of a mapping each with what people also call it.
    pub values: Option<Values>,
    /// The value that means any: no condition has it.
    pub any: Option<String>,
    /// `source.dimension`: the values that the data holds.
    pub values_of: Option<String>,
    pub min: Option<f64>,
    pub max: Option<f64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Values {
    List(Vec<String>),
    Called(IndexMap<String, String>),
}

/// A query of one declared source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultText {
    pub source: Text,
    /// Measures of the source; `count` is the number of rows.
    #[serde(default)]
    pub measures: Vec<String>,
    /// At most two dimensions, or day, week, month, quarter, year.
    #[serde(default)]
    pub by: Vec<String>,
    /// In place of measures: the rows themselves, with these of their dimensions and measures.
    #[serde(default)]
    pub list: Vec<String>,
    /// A dimension or measure, and what it must be.
    #[serde(default)]
    pub r#where: IndexMap<String, Value>,
    /// Words of time.
    #[serde(default)]
    pub period: Option<String>,
    /// The same for another time, beside it.
    #[serde(default)]
    pub against: Option<String>,
    /// With each row's share of the first measure.
    #[serde(default)]
    pub share: bool,
    /// largest, smallest, change or name.
    #[serde(default)]
    pub order: Option<String>,
    /// A number, or the parameter that has it.
    #[serde(default)]
    pub limit: Option<Value>,
    #[serde(default)]
    pub classes: IndexMap<String, ClassText>,
}

/// Words for a figure, so that nobody has to judge it by eye.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassText {
    /// The field that it judges.
    pub of: String,
    /// Each word with its condition, as `> 5`; the first that holds. An empty condition always does.
    pub labels: IndexMap<String, String>,
}

/// Operations of an OpenAPI description as tools.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiText {
    /// Its tools' names begin with it.
    pub name: Text,
    /// The description, in this folder.
    pub file: Text,
    /// Else as the description says.
    #[serde(default)]
    pub base_url: Option<String>,
    /// `${NAME}` is the environment variable of that name.
    #[serde(default)]
    pub key: Option<String>,
    #[serde(default)]
    pub key_header: Option<String>,
    /// Only these operations.
    #[serde(default)]
    pub only: Vec<String>,
    /// The operations that read; every other one waits for a person.
    #[serde(default)]
    pub reads: Vec<String>,
    #[serde(default)]
    pub timeout_s: Option<u64>,
}

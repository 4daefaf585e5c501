//! The files in a skill's folder as written: the front matter of `SKILL.md`, in the open Agent Skills format with our
//! own fields, and `tools.yaml`.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;
use serde_saphyr::Spanned;

use sources::Text;

/// The text of `SKILL.md` between its lines of `---`. Fields of the open format without meaning here are ignored.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Matter {
    /// The folder's name.
    pub name: String,
    pub description: String,
    /// A semantic version: 1.0.0.
    pub version: String,
    /// One of the router's domains, or a new one.
    pub domain: String,
    pub tags: Vec<String>,
    /// The origin of its data, as stated in results: "live", "demo data".
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
    /// Lower-case letters, digits and `_`.
    pub name: Text,
    /// When to use it, and what it returns: a model chooses by this.
    pub description: Text,
    #[serde(default)]
    pub parameters: IndexMap<String, Spanned<ParameterText>>,
    /// Its results by name.
    pub results: IndexMap<String, Spanned<ResultText>>,
    /// The sentence about the result; `{result.field}` and `{$parameter}` are filled in.
    #[serde(default)]
    pub sentence: String,
    /// The result to draw.
    #[serde(default)]
    pub chart: Option<Text>,
    /// Patterns of questions that it answers without a model.
    #[serde(default)]
    pub asks: Vec<Text>,
    #[serde(default)]
    pub follow_ups: Vec<String>,
    /// Words for searching the firm's documents as well.
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
    /// The allowed values; in a mapping, each with its common name.
    pub values: Option<Values>,
    /// The value that means any, which adds no condition.
    pub any: Option<String>,
    /// `source.dimension`: the values in the data.
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
    /// Instead of measures: the rows themselves, with these of their dimensions and measures.
    #[serde(default)]
    pub list: Vec<String>,
    /// A dimension or measure, and its condition.
    #[serde(default)]
    pub r#where: IndexMap<String, Value>,
    /// A time range in words.
    #[serde(default)]
    pub period: Option<String>,
    /// The same for another period, for comparison.
    #[serde(default)]
    pub against: Option<String>,
    /// With each row's share of the first measure.
    #[serde(default)]
    pub share: bool,
    /// largest, smallest, change or name.
    #[serde(default)]
    pub order: Option<String>,
    /// A number, or the parameter with it.
    #[serde(default)]
    pub limit: Option<Value>,
    #[serde(default)]
    pub classes: IndexMap<String, ClassText>,
}

/// Words that judge a figure, so that nobody has to.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassText {
    /// The judged field.
    pub of: String,
    /// Each word with its condition, such as `> 5`; the first that holds applies. An empty condition always holds.
    pub labels: IndexMap<String, String>,
}

/// Operations of an OpenAPI description as tools.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiText {
    /// The prefix of its tools' names.
    pub name: Text,
    /// The description, in this folder.
    pub file: Text,
    /// Default: from the description.
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
    /// The operations that only read; all others need approval.
    #[serde(default)]
    pub reads: Vec<String>,
    #[serde(default)]
    pub timeout_s: Option<u64>,
}

//! The description of a skill: a field of work with its own tools.

use std::borrow::Cow;
use std::sync::Arc;

type Text = Cow<'static, str>;

/// A skill's description for people, clients and models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    pub name: Text,
    /// When it is useful, in a sentence.
    pub description: Text,
    pub version: Text,
    /// Its domain for the router; empty for tools without a field of their own.
    pub domain: Text,
    pub tags: Vec<Text>,
    /// Which tool to use when, as Markdown for models.
    pub instructions: Text,
}

impl Skill {
    /// An origin of tools without a skill: a server or an API.
    pub fn place(name: &str) -> Arc<Self> {
        Arc::new(Self { name: Cow::Owned(name.to_owned()), ..Self::default() })
    }
}

//! What a skill says of itself: a field of work with tools of its own.

use std::borrow::Cow;
use std::sync::Arc;

type Text = Cow<'static, str>;

/// A skill, as people, clients and models are told of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    pub name: Text,
    /// When it is of use, in a sentence.
    pub description: Text,
    pub version: Text,
    /// The domain that the router names it by; empty for tools of no field of their own.
    pub domain: Text,
    pub tags: Vec<Text>,
    /// When to use which tool, as Markdown; a model reads it.
    pub instructions: Text,
}

impl Skill {
    /// A place whose tools come without a skill: a server, an API.
    pub fn place(name: &str) -> Arc<Self> {
        Arc::new(Self { name: Cow::Owned(name.to_owned()), ..Self::default() })
    }
}

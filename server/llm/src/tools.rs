//! The tools of a request, and their text on the wire: by far the longest part of a request, and the same for thousands
//! of them.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use base::schema::Schema;

/// A tool as a model sees it. `schema` is a JSON schema of type object; its `examples`, if any, are for models without
/// native tools.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    pub name: String,
    pub description: String,
    pub schema: Schema,
}

/// The tools of a request. Cheap to clone; clones share the text.
#[derive(Clone, Debug, Default)]
pub struct ToolList(Arc<Offered>);

#[derive(Debug, Default)]
struct Offered {
    specs: Vec<ToolSpec>,
    openai: OnceLock<Bytes>,
    anthropic: OnceLock<Bytes>,
}

impl ToolList {
    /// The JSON array in OpenAI's format, cached; `one` writes each tool and must always give the same text.
    pub fn openai(&self, one: impl Fn(&ToolSpec) -> String) -> Bytes {
        self.0.openai.get_or_init(|| self.array(one)).clone()
    }

    /// Likewise for Anthropic.
    pub fn anthropic(&self, one: impl Fn(&ToolSpec) -> String) -> Bytes {
        self.0.anthropic.get_or_init(|| self.array(one)).clone()
    }

    fn array(&self, one: impl Fn(&ToolSpec) -> String) -> Bytes {
        format!("[{}]", self.iter().map(one).collect::<Vec<_>>().join(",")).into()
    }
}

impl From<Vec<ToolSpec>> for ToolList {
    fn from(specs: Vec<ToolSpec>) -> Self {
        Self(Arc::new(Offered { specs, ..Offered::default() }))
    }
}

impl Deref for ToolList {
    type Target = [ToolSpec];
    fn deref(&self) -> &[ToolSpec] {
        &self.0.specs
    }
}

impl PartialEq for ToolList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

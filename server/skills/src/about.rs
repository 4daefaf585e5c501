//! Descriptions of the built-in skills: for `GET /skills`, and for anyone choosing among them.

use std::path::Path;
use std::sync::Arc;

use super::{SUPPORT, forecast};
use tools::{Skill, Tool};

/// A skill of the program.
pub struct About {
    pub name: &'static str,
    /// When it is useful, in a sentence.
    pub description: &'static str,
    /// The router's domain.
    pub domain: &'static str,
    pub tags: &'static [&'static str],
    /// When to use which tool, for a reasoner at the desk.
    pub instructions: &'static str,
    /// In display order. The folder is for drafts.
    pub tools: fn(&Path) -> Vec<Tool>,
}

impl About {
    /// The skill as its tools carry it.
    pub fn skill(&self) -> Arc<Skill> {
        Arc::new(Skill {
            name: self.name.into(),
            description: self.description.into(),
            // Built-in skills change with the program.
            version: env!("CARGO_PKG_VERSION").into(),
            domain: self.domain.into(),
            tags: self.tags.iter().map(|tag| (*tag).into()).collect(),
            instructions: self.instructions.into(),
        })
    }
}

/// In the order of the list of skills.
pub const ABOUT: [About; 5] = [
    About {
        name: "customer_intelligence",
        description: "What customers write and how their cases go: counts, topics, trends, sentiment, risk, service levels, \
            with the records behind each figure.",
        domain: "customer_intelligence",
        tags: &["communications", "cases", "customers", "documents"],
        instructions: super::customer_intelligence::INSTRUCTIONS,
        tools: |_| super::customer_intelligence::tools(),
    },
    About {
        name: "data_analyst",
        description: "Sources that the firm declared, in any database or folder: figures by their \
            dimensions, and two of them compared row by row.",
        domain: "reconciliation",
        tags: &["sources", "comparison", "tables"],
        instructions: super::data_analyst::INSTRUCTIONS,
        tools: |_| super::data_analyst::tools(),
    },
    About {
        name: super::OFFICE,
        description: "Drafts of e-mails, meetings, documents and quotes, written to a folder once a \
            person has approved them; nothing is sent.",
        domain: "oa",
        tags: &["e-mail", "meetings", "documents", "quotes"],
        instructions: super::office::INSTRUCTIONS,
        tools: super::office::tools,
    },
    About {
        name: forecast::SKILL,
        description: "Deals of the declared source \"opportunities\": pipeline and forecast against quota, and how healthy each deal \
            is, with every reason.",
        domain: "pipeline",
        tags: &["deals", "forecast", "quota"],
        instructions: forecast::INSTRUCTIONS,
        tools: |_| forecast::tools::tools(),
    },
    About {
        name: SUPPORT,
        description: "Calls of an internet provider's customers, in Lithuanian and English: account, outages, the line, steps \
            to try, tickets.",
        domain: "it_ops",
        tags: &["calls", "network", "tickets"],
        // A call has its own prompts.
        instructions: "",
        tools: |_| support::tools(),
    },
];

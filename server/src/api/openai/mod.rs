//! Requests of clients of OpenAI's API in the desk's own terms: the available models, and which conversation is
//! continued when a client sends the whole conversation with each question.

use model::error::AppError;
use model::run::Strategy;
use model::session::{Role, Turn};

use super::Api;
use crate::skills::SUPPORT;
use crate::store::runs;

/// The model that leaves the reasoner to the desk, and the prefix of all other model names.
pub const AUTO: &str = "plumbline";

/// The prefix of all URLs of this API.
pub const ROOT: &str = "/v1/";

/// The path before a conversation's id in its link.
pub const CONVERSATION: &str = "/c/";

/// A model that a client can choose: a reasoner, or the domain of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub id: String,
    pub about: String,
    pub strategy: Option<Strategy>,
    pub domain: Option<String>,
}

impl Api {
    /// One model per reasoner that can be chosen here, and one per domain that skills have tools for.
    pub fn models(&self) -> Vec<Model> {
        let agent = &self.services.agent;
        let by_strategy = agent.strategies().map(|strategy| {
            let (id, about) = match strategy {
                Strategy::Auto => (AUTO.to_owned(), "The desk chooses the strategy".to_owned()),
                other => (format!("{AUTO}-{other}"), format!("Uses the strategy {other}")),
            };
            Model { id, about, strategy: Some(strategy), domain: None }
        });
        let tools = agent.tools();
        let mut fields = Vec::<Model>::new();
        for (skill, _) in tools.skills() {
            let id = format!("{AUTO}:{}", skill.domain);
            // A support call is about one caller, and has its own URL.
            if skill.domain.is_empty() || &*skill.domain == SUPPORT || fields.iter().any(|known| known.id == id) {
                continue;
            }
            let (about, domain) = (skill.description.to_string(), Some(skill.domain.to_string()));
            fields.push(Model { id, about, strategy: None, domain });
        }
        by_strategy.chain(fields).collect()
    }

    /// The model of this name.
    ///
    /// # Errors
    /// `Invalid` with the known ones.
    pub fn model(&self, id: &str) -> Result<Model, AppError> {
        let all = self.models();
        all.iter().find(|model| model.id == id).cloned().ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|model| model.id.as_str()).collect();
            AppError::invalid("model", format!("There is no model \"{id}\". There is: {}.", known.join(", ")))
        })
    }

    /// The conversation to which earlier messages belong: the caller's own, named by the link under the last answer,
    /// and unchanged since. A client whose user went back and asked something else instead starts a new one.
    pub async fn goes_on(&self, before: &[Turn]) -> Result<Option<String>, AppError> {
        let [.., asked, answered] = before else { return Ok(None) };
        if (asked.role, answered.role) != (Role::User, Role::Assistant) {
            return Ok(None);
        }
        let Some((_, rest)) = answered.content.rsplit_once(CONVERSATION) else { return Ok(None) };
        let id: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        if self.own(&id).await.is_err() {
            return Ok(None);
        }
        let last = runs::last_question(&self.services.db, &id).await?;
        Ok(last.filter(|question| question == asked.content.trim()).map(|_| id))
    }
}

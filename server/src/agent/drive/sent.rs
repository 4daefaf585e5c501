//! Writing down what a call of a tool from outside sends away.

use app::model::privacy::SentKind;
use serde_json::Value;

use super::Driven;
use crate::store::sent::NewSent;

/// The skill whose tools ask a service of the firm's that this program knows.
const DATASPHERE: &str = "datasphere";

impl Driven<'_> {
    /// Writes down the arguments of a call that goes to a tool from outside. They are the real ones: it acts on them.
    pub(super) fn leaves(&self, tool: &str, args: &Value) {
        let Ok(known) = self.tools.get(tool) else { return };
        if known.teller.is_none() && known.skill.name != DATASPHERE {
            return;
        }
        self.inner.sent.add(NewSent {
            run_id: self.id.to_string(),
            at: self.inner.world.now(),
            kind: SentKind::Tool,
            to: known.skill.name.to_string(),
            host: String::new(),
            purpose: tool.to_owned(),
            roles: Vec::new(),
            tokens: 0,
            body: args.to_string().into_bytes(),
        });
    }
}

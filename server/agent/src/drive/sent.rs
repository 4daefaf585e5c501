//! Logs what calls of external tools send out.

use model::privacy::SentKind;
use serde_json::Value;

use super::RunLoop;
use store::sent::NewSent;

/// The skill whose tools ask a service of the firm that this program knows.
const DATASPHERE: &str = "datasphere";

impl RunLoop<'_> {
    /// The destination of a tool's calls, if outside of this program.
    fn place(&self, tool: &str) -> Option<String> {
        let known = self.tools.find(tool)?;
        let outside = known.teller.is_some() || known.skill.name == DATASPHERE;
        outside.then(|| known.skill.name.to_string())
    }

    /// Logs the arguments of a call of an external tool. They are the real ones, not pseudonyms: it acts on them.
    pub(super) fn leaves(&self, tool: &str, args: &Value) {
        let Some(to) = self.place(tool) else { return };
        self.inner.sent.add(NewSent {
            run_id: self.id.to_string(),
            at: self.inner.world.now(),
            kind: SentKind::Tool,
            to,
            host: String::new(),
            purpose: tool.to_owned(),
            roles: Vec::new(),
            tokens: 0,
            body: args.to_string().into_bytes(),
        });
    }

    /// Waits until all is written, so that whoever sees the run finished finds it.
    pub(super) async fn left(&self) {
        if self.inner.model.is_some() || self.run.calls().any(|call| self.place(&call.tool).is_some()) {
            self.inner.sent.flush(self.id.clone()).await;
        }
    }
}

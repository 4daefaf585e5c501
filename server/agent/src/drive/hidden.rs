//! Whether an answer left out records that its asker may not see: stated without a number, if the settings allow it.

use model::account::{Action, Actor, AuditEntry, DataAccess};
use model::run::Outcome;

use super::RunLoop;
use crate::{Agent, Inner, calls};
use store::audit;
use tools::Effect;

/// The sentence for it.
const SAYS: &str = "There are more records on this than you may see. The answer covers only yours.";

impl RunLoop<'_> {
    /// The sentence, if a result of the run would differ for somebody with access to all customers. The audit log
    /// records that it was shown; if that fails, it is not shown.
    pub(super) async fn hidden(&self) -> Option<String> {
        let Inner { settings, sees, db, world, .. } = &*self.inner;
        if !settings.say_hidden || *sees == DataAccess::All || !self.leaves_out().await {
            return None;
        }
        let detail = "The answer says that there are more records than its asker may see".to_owned();
        let what = format!("run:{}", self.id);
        let entry = AuditEntry::new(world.id(), world.now(), &Actor::itself(), Action::Asked, what, detail);
        match audit::add(db, &entry).await {
            Ok(()) => Some(SAYS.into()),
            Err(error) => {
                tracing::error!(run_id = &*self.id, %error, "what an answer leaves out was not written down");
                None
            }
        }
    }

    /// Repeats the reading calls with all customers; their results are compared and discarded.
    async fn leaves_out(&self) -> bool {
        let Ok(whole) = (Agent { inner: self.inner.clone() }).seen_by(&DataAccess::All).await else { return false };
        let context = calls::context(&whole.inner, &self.run, &self.earlier, self.live.cancel.child_token());
        for call in self.run.calls() {
            let Ok(tool) = self.tools.get(&call.tool) else { continue };
            if tool.effect == Effect::Acts || tool.teller.is_some() {
                continue;
            }
            let again = tool.run(context.clone(), call.args.clone());
            let again = tokio::time::timeout(self.inner.settings.tool_timeout, again).await;
            match (&call.outcome, again) {
                (Some(Outcome::Ok { output }), Ok(Ok(all))) if output.data != all.data => return true,
                (Some(Outcome::Error { .. }), Ok(Ok(_))) => return true,
                _ => {}
            }
        }
        false
    }
}

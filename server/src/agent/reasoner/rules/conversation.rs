//! What the question of a run goes on from: read off what is stored with the run before it.

use app::model::run::{Change, Run};
use app::model::session::Role;

use super::understand::Reading;
use super::{figures, picked, understand};
use crate::agent::view::View;
use crate::query::values::Vocabulary;
use crate::query::words::{Earlier, Parse};
use chrono::NaiveDate;

/// What was asked before the question of this run, as far as it may go on from it.
pub fn earlier(view: &View<'_>) -> Earlier {
    let read = |question: &str, earlier: Earlier| Parse::of(question, view.vocabulary, view.as_of, earlier);
    // What was clicked is what the question is about.
    if let Some(question) = picked::before(view) {
        return then(&read(question, Earlier::default()), None, view);
    }
    let mut earlier = Earlier::default();
    let last = view.earlier.iter().rposition(|run| stored(run).is_some());
    if last.is_none() {
        for turn in view.history.iter().filter(|turn| turn.role == Role::User) {
            earlier = then(&read(&turn.content, earlier), None, view);
        }
    }
    for run in view.earlier.iter().skip(last.unwrap_or(0)) {
        let parse = stored(run).unwrap_or_else(|| read(&run.question, earlier));
        earlier = then(&parse, Some(run), view);
    }
    earlier
}

/// How the question was read: what is stored with the run, or an earlier question read in another way, where that is what
/// the run is for.
pub fn known(view: &View<'_>) -> Option<Parse> {
    if let Some(stored) = stored(view.run) {
        return Some(stored);
    }
    let change = view.run.change.as_ref()?;
    let before = view.earlier.iter().find(|run| run.id == change.run)?;
    change_of(before, change, view.vocabulary, view.as_of).ok()
}

/// How the question of a run reads with a change.
///
/// # Errors
/// For people: see [`Parse::changed`].
pub fn change_of(before: &Run, change: &Change, v: &Vocabulary, as_of: NaiveDate) -> Result<Parse, String> {
    let parse = stored(before).ok_or("That question was read by another version. Ask it again.")?;
    let understood = before.route.as_ref().map(|route| route.understood.as_slice()).unwrap_or_default();
    parse.changed(understood, change.part, change.to.as_deref(), v, as_of)
}

/// How the question of a run was read, where that is stored with it.
pub fn stored(run: &Run) -> Option<Parse> {
    Parse::stored(run.route.as_ref()?.parse.as_ref()?)
}

/// What the question after one may go on from.
pub fn then(parse: &Parse, run: Option<&Run>, view: &View<'_>) -> Earlier {
    let reading = figures::serve(parse, view);
    let refused = match &reading {
        Reading::Unclear(_) => true,
        Reading::Understood(u) => u.instead.is_some(),
        _ => false,
    };
    let row = match reading {
        Reading::Understood(u) if !u.intent.goal.counts() => {
            Some((u.intent.says.to_owned(), understand::counted(&u, view)))
        }
        _ => None,
    };
    let then = parse.then(run.and_then(leader), understand::topic(parse, view.vocabulary), row);
    Earlier { refused, before: then.before.filter(|_| !refused), ..then }
}

/// The stored value of the group that an answer named first.
fn leader(run: &Run) -> Option<String> {
    let output = run.calls().filter_map(|c| c.outcome.as_ref()?.output()).next()?;
    let first = ["/groups/0/value", "/groups/0/label", "/byCategory/0/category"];
    let first = first.iter().find_map(|at| output.data.pointer(at))?;
    first.as_str().map(str::to_owned)
}

//! What the question of a run goes on from: read off what is stored with the run before it.

use app::model::run::Run;
use app::model::session::Role;

use super::{picked, understand};
use crate::agent::view::View;
use crate::query::words::{Earlier, Parse};

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

/// How the question of a run was read, where that is stored with it.
pub fn stored(run: &Run) -> Option<Parse> {
    Parse::stored(run.route.as_ref()?.parse.as_ref()?)
}

/// What the question after one may go on from.
pub fn then(parse: &Parse, run: Option<&Run>, view: &View<'_>) -> Earlier {
    parse.then(run.and_then(leader), understand::topic(parse, view.vocabulary))
}

/// The stored value of the group that an answer named first.
fn leader(run: &Run) -> Option<String> {
    let output = run.calls().filter_map(|c| c.outcome.as_ref()?.output()).next()?;
    let first = ["/groups/0/value", "/groups/0/label", "/byCategory/0/category"];
    let first = first.iter().find_map(|at| output.data.pointer(at))?;
    first.as_str().map(str::to_owned)
}

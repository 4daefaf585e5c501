//! A model's tools in a call besides the skill's: it reports that the address is confirmed (B-012), and that the call
//! is over (B-005). The rules need neither: they know what they asked.

use std::sync::LazyLock;

use model::record::Priority;
use model::run::{Outcome, Run, ToolOutput};
use model::support::{Act, CallState, Heard, Problem, Promise, Queue};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Facts;
use base::schema::{Schema, shown};
use linear::features;

pub const CONFIRM: &str = "confirm_address";
pub const FINISH: &str = "finish";
pub const PROMISE: &str = "promise_call";
/// The tool by which a caller shows that an account is theirs.
pub const VERIFY: &str = "verify_caller";

/// Name, description and arguments.
type OwnTool = (&'static str, &'static str, Schema);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the fields are read where the call's state is folded")]
struct Confirm {
    /// The name that the caller gave; never the one in the records.
    caller_name: Option<String>,
    /// What they have trouble with.
    problem_type: Option<Problem>,
    /// The problem in the caller's words.
    problem_description: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PromiseCall {
    /// "support", "billing", "contracts" or "complaints".
    queue: String,
    /// One sentence for the colleague: what it is about.
    reason: String,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read from the call itself")]
struct Finish {
    /// One sentence for colleagues: what was wrong and how it ended.
    summary: String,
    /// What the caller is told last, with a goodbye, in their language.
    message: Option<String>,
    /// True where a colleague must call back: tell the caller so.
    handed_over: Option<bool>,
    /// True where the caller has said that it works again, or has what they called for.
    solved: Option<bool>,
}

static TOOLS: LazyLock<[OwnTool; 3]> = LazyLock::new(|| {
    let tool = |name, description, args: schemars::Schema| (name, description, shown(&args.to_value()));
    [
        tool(
            CONFIRM,
            "Notes that the caller has confirmed the address, and what their problem is. Nothing is checked before.",
            schemars::schema_for!(Confirm),
        ),
        tool(
            PROMISE,
            "Makes a task for a colleague to call the caller back; again for the same queue, it adds to that task. Nobody is promised a call without it.",
            schemars::schema_for!(PromiseCall),
        ),
        tool(
            FINISH,
            "Ends the call, when nothing is left to do. The caller is told goodbye.",
            schemars::schema_for!(Finish),
        ),
    ]
});

/// As a model sees them.
pub fn own_tools() -> [OwnTool; 3] {
    TOOLS.clone()
}

/// The result of a call of such a tool; `None` for any other.
pub fn own(earlier: &[Run], run: &Run, tool: &str, args: &Value) -> Option<Outcome> {
    run.call.as_ref()?;
    match tool {
        CONFIRM => Some(confirmed(earlier, run, args)),
        PROMISE if promise(run).is_some() => {
            Some(Outcome::failed("A call is promised in this reply already; promise the other one in the next."))
        }
        PROMISE => Some(match promise_of(args) {
            // Further wishes are added to the open task of their queue.
            Ok(promise) if promised_before(earlier, promise.queue) => {
                let summary =
                    format!("Added to the task that the queue {} has already. Tell the caller.", promise.queue);
                ok(json!({ "success": true, "queue": promise.queue }), summary)
            }
            Ok(promise) => {
                let summary = format!("A colleague ({}) has the task to call back. Tell the caller.", promise.queue);
                ok(json!({ "success": true, "queue": promise.queue }), summary)
            }
            Err(error) => Outcome::failed(error),
        }),
        // Only a call of it alone, with a summary, ends the turn.
        FINISH => {
            let state = CallState::from_runs(earlier.iter().chain([run]));
            let may = state.is_none_or(|state| may_finish(earlier, &state, args));
            Some(Outcome::failed(if may { NOT_ALONE } else { OPEN }))
        }
        _ => None,
    }
}

/// Numbers that a model may say although no result has them: the emergency call, and the line for people in despair.
pub const EMERGENCY: [&str; 2] = ["112", "116123"];

const NOT_ALONE: &str =
    "Nothing has ended yet: call finish alone, with a summary, when the results of all other calls are there.";

pub const OPEN: &str = "The problem has no end yet: it is neither solved, nor told of as an outage, nor in a ticket, nor passed \
    on. Where the caller has said that it works, finish with solved true. Else go on with it, or offer a ticket or a \
    colleague's call; then finish with handed_over true.";

/// Whether a model may end the call now: not while a problem is open, unless a person takes over or the caller leaves
/// for the second time.
pub fn may_finish(earlier: &[Run], state: &CallState, args: &Value) -> bool {
    let leaves = |heard: &Heard| [Act::Thanks, Act::NothingElse, Act::Goodbye].iter().any(|act| heard.says(*act));
    let before = earlier.iter().filter_map(|run| run.route.as_ref()?.heard.as_ref());
    let is = |name: &str| args[name].as_bool() == Some(true);
    let leaving = state.heard.as_ref().is_some_and(leaves) && before.into_iter().any(leaves);
    is("handed_over") || is("solved") || !state.open() || leaving
}

fn promised_before(earlier: &[Run], queue: Queue) -> bool {
    CallState::from_runs(earlier).is_some_and(|state| state.promises.contains(&queue))
}

/// What a model has promised in this run.
pub fn promise(run: &Run) -> Option<Promise> {
    let made = run.calls().filter(|call| call.outcome.as_ref().is_some_and(|outcome| outcome.output().is_some()));
    made.filter(|call| call.tool == PROMISE).find_map(|call| promise_of(&call.args).ok())
}

/// What a model's turn promises. While a danger is not over, the caller's words are added to its urgent task.
pub fn promised(facts: &Facts<'_>) -> Option<Promise> {
    let Facts { state, run, .. } = facts;
    let urgent = state.danger.is_some() && state.promises.contains(&Queue::Urgent);
    let tells = urgent && features::words(&run.question).len() >= super::danger::TELLS;
    let said: String = run.question.chars().take(300).collect();
    let reason = format!("{}: “{said}”", super::danger::FURTHER);
    let further = || Promise { queue: Queue::Urgent, priority: Priority::Medium, reason };
    promise(run).or_else(|| tells.then(further))
}

fn promise_of(args: &Value) -> Result<Promise, String> {
    let said: PromiseCall =
        serde_json::from_value(args.clone()).map_err(|e| format!("Invalid arguments for {PROMISE}: {e}."))?;
    let queue: Queue = said.queue.parse().map_err(|wrong| format!("queue {wrong}."))?;
    let reason: String = said.reason.trim().chars().take(500).collect();
    if reason.is_empty() {
        return Err("reason is empty: say what the colleague is to call about.".into());
    }
    Ok(Promise { queue, priority: Priority::Medium, reason })
}

fn ok(data: Value, summary: String) -> Outcome {
    Outcome::Ok { output: ToolOutput { data, summary, ..ToolOutput::default() } }
}

fn confirmed(earlier: &[Run], run: &Run, args: &Value) -> Outcome {
    if let Err(e) = serde_json::from_value::<Confirm>(args.clone()) {
        return Outcome::failed(format!("Invalid arguments for {CONFIRM}: {e}."));
    }
    // An unasked caller has confirmed nothing, unless they named the address themselves.
    let before = CallState::from_runs(earlier);
    let now = CallState::from_runs(earlier.iter().chain([run])).filter(|now| now.address_confirmed);
    let Some(address) = now.or(before).and_then(|state| state.customer_address) else {
        return Outcome::failed(
            "The caller has not been told the address yet: find the customer, and ask first. An address that the caller names is looked up by find_customer, which confirms it.",
        );
    };
    ok(json!({ "success": true, "address": address }), format!("The caller has confirmed {address}."))
}

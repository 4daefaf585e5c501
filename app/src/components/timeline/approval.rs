//! What a tool proposes to do: what, why, before and after, by when; and what was decided. Deciding itself is the
//! page's: it hands in [`Deciding`]. Where nobody hands it in (in review), the box only tells.

use leptos::prelude::*;
use serde_json::{Map, Value};

use crate::components::frame::icon::Badge;
use crate::components::frame::notice::Notice;
use crate::components::words;
use crate::model::approval::{Choice, Decided, Decision, FieldChange};
use crate::model::run::{Outcome, Run, StepKind};
use crate::model::time::full_time;

/// What the page gives to those who may decide.
#[derive(Clone, Copy)]
pub struct Deciding {
    /// Run, approval, and the choice.
    pub decide: Callback<(String, String, Choice)>,
    /// A decision is on its way.
    pub busy: Signal<bool>,
    /// Why the last one was not taken.
    pub problem: Signal<Option<String>>,
}

/// An approval as the box shows it.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    run: String,
    id: String,
    tool: String,
    args: Value,
    title: String,
    reason: String,
    changes: Vec<FieldChange>,
    expires_at: i64,
    decided: Option<Decided>,
    /// Who and when, and what came of it, in words.
    told: String,
    /// The run is over: what was never decided cannot be decided any more.
    over: bool,
}

/// All of a run's approvals, oldest first.
fn shown(run: &Run) -> Vec<Shown> {
    let one = |kind: &StepKind| {
        let StepKind::Approval {
            approval,
            call,
            tool,
            args,
            reason,
            expires_at,
            proposal,
            decision,
            by,
            decided_at,
            note,
        } = kind
        else {
            return None;
        };
        let done = run.calls().find(|c| c.id == *call);
        let came = match done.and_then(|c| Some((c.outcome.as_ref()?, c.duration_ms?))) {
            Some((Outcome::Ok { .. }, ms)) => format!("Carried out once, in {}.", words::duration(ms)),
            Some((Outcome::Error { .. }, _)) => "Nothing was done.".to_owned(),
            None => String::new(),
        };
        let who = by.as_deref().map(|by| match decided_at {
            Some(at) => format!("{by}, {}.", full_time(*at)),
            None => format!("{by}."),
        });
        let note = note.as_ref().map(|n| format!("“{n}”"));
        let parts = [who, note, (!came.is_empty()).then_some(came)];
        Some(Shown {
            run: run.id.clone(),
            id: approval.clone(),
            tool: tool.clone(),
            args: args.clone(),
            title: if proposal.title.is_empty() { words::plain_name(tool) } else { proposal.title.clone() },
            reason: reason.clone(),
            changes: proposal.changes.clone(),
            expires_at: *expires_at,
            decided: decision.as_ref().map(|d| d.parse().unwrap_or(Decided::Rejected)),
            told: parts.into_iter().flatten().collect::<Vec<_>>().join(" "),
            over: run.status.is_over(),
        })
    };
    run.steps.iter().filter_map(|s| one(&s.kind)).collect()
}

/// The boxes of a run.
#[component]
pub fn Approvals(run: RwSignal<Run>) -> impl IntoView {
    let all = Memo::new(move |_| run.with(shown));
    let boxes = move || all.get().into_iter().map(|shown| view! { <ApprovalBox shown /> }).collect_view();
    boxes.into_any()
}

#[component]
fn ApprovalBox(shown: Shown) -> impl IntoView {
    let heading = format!("approval-{}", shown.id);
    let (tone, icon, state) = match (shown.decided, shown.over) {
        (None, false) => ("accent", "", "waiting for you"),
        (None, true) => ("neutral", "dash", "not decided"),
        (Some(Decided::Approved), _) => ("ok", "check", "approved"),
        (Some(Decided::Edited), _) => ("ok", "check", "approved with changes"),
        (Some(Decided::Rejected), _) => ("neutral", "dash", "declined"),
        (Some(Decided::Expired), _) => ("neutral", "dash", "expired"),
    };
    let waits = shown.decided.is_none() && !shown.over;
    let labelled = heading.clone();
    view! {
        <article class="approval" aria-labelledby=labelled>
            <header class="approval-head">
                <h3 id=heading>{shown.title.clone()}</h3>
                <Badge tone icon text=state />
            </header>
            {if waits {
                view! { <Waiting shown /> }.into_any()
            } else {
                view! { <p class="small muted">{shown.told}</p> }.into_any()
            }}
        </article>
    }
    .into_any()
}

/// What would change, and the buttons.
#[component]
fn Waiting(shown: Shown) -> impl IntoView {
    let editing = RwSignal::new(false);
    let by = format!("Decide by {}", full_time(shown.expires_at));
    let (tool, reason, changes) = (shown.tool.clone(), shown.reason.clone(), shown.changes.clone());
    let shown = StoredValue::new(shown);
    view! {
        <p>
            <code>{tool}</code>
            " proposes this, and nothing happens before you agree. "
            {reason}
        </p>
        <Changes changes />
        {use_context::<Deciding>()
            .map(|deciding| {
                view! {
                    <Show
                        when=move || editing.get()
                        fallback=move || view! { <Buttons shown deciding editing /> }
                    >
                        <Edit shown deciding editing />
                    </Show>
                    {move || {
                        deciding
                            .problem
                            .get()
                            .map(|problem| {
                                view! {
                                    <Notice tone="failure" icon="warn" title="That was not taken" alert=true>
                                        <p>{problem}</p>
                                    </Notice>
                                }
                            })
                    }}
                }
            })}
        <p class="small muted">{by} ". After that it expires, and nothing is done."</p>
    }
    .into_any()
}

#[component]
fn Changes(changes: Vec<FieldChange>) -> impl IntoView {
    let row = |c: FieldChange| {
        let same = c.before == c.after;
        let before = match c.before {
            Some(text) if same => view! { <td class="muted">{text}</td> }.into_any(),
            Some(text) => view! { <td><del>{text}</del></td> }.into_any(),
            None => view! { <td class="muted">"none"</td> }.into_any(),
        };
        let after = match c.after {
            Some(_) if same => view! { <td class="muted">"unchanged"</td> }.into_any(),
            Some(text) => view! { <td><ins>{text}</ins></td> }.into_any(),
            None => view! { <td class="muted">"removed"</td> }.into_any(),
        };
        view! { <tr><th scope="row">{c.field}</th>{before}{after}</tr> }
    };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label="Proposed changes">
            <table class="table diff">
                <thead>
                    <tr><th scope="col">"Field"</th><th scope="col">"Before"</th><th scope="col">"After"</th></tr>
                </thead>
                <tbody>{changes.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

#[component]
fn Buttons(shown: StoredValue<Shown>, deciding: Deciding, editing: RwSignal<bool>) -> impl IntoView {
    let decide = move |decision: Decision| {
        let (run, id) = shown.with_value(|s| (s.run.clone(), s.id.clone()));
        deciding.decide.run((run, id, Choice { decision, args: None, note: None }));
    };
    let busy = move || deciding.busy.get();
    view! {
        <div class="approval-actions needs-scripts">
            <button class="button" data-kind="primary" disabled=busy on:click=move |_| decide(Decision::Approve)>
                "Approve"
            </button>
            <button class="button" data-kind="danger" disabled=busy on:click=move |_| decide(Decision::Reject)>
                "Decline"
            </button>
            <button class="button" data-kind="quiet" disabled=busy on:click=move |_| editing.set(true)>
                "Edit"
            </button>
        </div>
        <p class="only-without-scripts">"Deciding needs scripts, or the API."</p>
    }
    .into_any()
}

/// The arguments that are text, to be changed. The others stay as they are.
#[component]
fn Edit(shown: StoredValue<Shown>, deciding: Deciding, editing: RwSignal<bool>) -> impl IntoView {
    let args = shown.with_value(|s| s.args.as_object().cloned().unwrap_or_default());
    let fields: Vec<(String, RwSignal<String>)> = args
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), RwSignal::new(value.as_str()?.to_owned()))))
        .collect();
    let inputs = fields.clone();
    let send = move |_| {
        let mut args: Map<String, Value> = args.clone();
        for (name, value) in &fields {
            args.insert(name.clone(), Value::String(value.get_untracked()));
        }
        let (run, id) = shown.with_value(|s| (s.run.clone(), s.id.clone()));
        deciding.decide.run((
            run,
            id,
            Choice { decision: Decision::Edit, args: Some(Value::Object(args)), note: None },
        ));
    };
    let inputs = inputs
        .into_iter()
        .map(|(name, value)| {
            let id = shown.with_value(|s| format!("edit-{}-{name}", s.id));
            view! {
                <div class="field">
                    <label for=id.clone()>{words::plain_name(&spaced(&name))}</label>
                    <textarea id=id rows="2" prop:value=value on:input:target=move |e| value.set(e.target().value())>
                        {value.get_untracked()}
                    </textarea>
                </div>
            }
        })
        .collect_view();
    view! {
        <div class="stack">{inputs}</div>
        <div class="approval-actions">
            <button class="button" data-kind="primary" disabled=move || deciding.busy.get() on:click=send>
                "Approve with these changes"
            </button>
            <button class="button" data-kind="quiet" on:click=move |_| editing.set(false)>
                "Keep as it was"
            </button>
        </div>
    }
    .into_any()
}

/// "customerId" as "customer_id", which the names of tools look like.
fn spaced(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_uppercase() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::approval::Proposal;
    use crate::model::run::{RunEvent, RunStatus, StoredEvent, ToolOutput};

    fn run(list: Vec<RunEvent>) -> Run {
        let events: Vec<StoredEvent> = (1..)
            .zip(list)
            .map(|(seq, event)| StoredEvent { run_id: "r".into(), seq, at: 1_000 * seq, event })
            .collect();
        Run::from_events("r", &events)
    }

    fn story() -> Vec<RunEvent> {
        let output = ToolOutput::default();
        vec![
            RunEvent::ApprovalRequested {
                approval: "a".into(),
                call: "c1".into(),
                tool: "assign_case".into(),
                args: json!({"caseId": "case-1"}),
                reason: "Asked for.".into(),
                expires_at: 9_000,
                proposal: Proposal { title: "Assign case-1".into(), changes: vec![] },
            },
            RunEvent::ApprovalDecided {
                approval: "a".into(),
                decision: "edited".into(),
                by: "Ann".into(),
                args: Some(json!({"caseId": "case-2"})),
                note: Some("Better so".into()),
            },
            RunEvent::ToolStarted { call: "c1".into(), iteration: 1, tool: "assign_case".into(), args: json!({}) },
            RunEvent::ToolFinished {
                call: "c1".into(),
                tool: "assign_case".into(),
                duration_ms: 48,
                outcome: Outcome::Ok { output },
            },
        ]
    }

    #[test]
    fn a_proposal_waits_and_then_tells_who_decided_and_what_came_of_it() {
        let waiting = run(story().into_iter().take(1).collect());
        assert_eq!(waiting.status, RunStatus::Waiting);
        let box_ = shown(&waiting).remove(0);
        assert_eq!((box_.title.as_str(), box_.decided, box_.told.as_str()), ("Assign case-1", None, ""));
        let decided = run(story().into_iter().take(2).collect());
        assert_eq!((decided.status, decided.idle_ms), (RunStatus::Running, 1_000));
        let box_ = shown(&run(story())).remove(0);
        assert_eq!((box_.decided, &box_.args), (Some(Decided::Edited), &json!({"caseId": "case-2"})));
        assert_eq!(box_.told, "Ann, 1 January 1970, 00:00 UTC. “Better so” Carried out once, in 48 ms.");
    }

    #[test]
    fn names_of_arguments_read_as_words() {
        assert_eq!(spaced("communicationIds"), "communication_ids");
        assert_eq!(spaced("note"), "note");
    }
}

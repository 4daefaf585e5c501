//! A tool's proposal: what, why, before and after, until when; and the decision. The page carries out decisions: it
//! provides [`Deciding`]. Without it (in review), the box is read-only.

use std::collections::BTreeMap;

use leptos::prelude::*;
use serde_json::Value;

use super::approval_edit::{Field, Fields, changed, fields};
use crate::components::chart::table::{Column, region};
use crate::components::desk::Replayed;
use crate::components::form::{self, Submit};
use crate::components::frame::icon::Badge;
use crate::components::frame::notice::Notice;
use crate::components::words;
use crate::i18n::full_time;
use crate::live;
use crate::model::approval::{Choice, Decided, Decision, FieldChange};
use crate::model::run::{Outcome, Run, StepKind};
use crate::{id, t};

/// The key of the reason in a stored form; no argument has this name.
const NOTE: &str = "/note";

/// Provided by the page to those who may decide.
#[derive(Clone, Copy)]
pub struct Deciding {
    /// Run, approval, and the choice.
    pub decide: Callback<(String, String, Choice)>,
    pub submit: Submit,
}

/// An approval for the box.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// Who and when, and the result, in words.
    told: String,
    /// The run is over: an undecided proposal can no longer be decided.
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
            ..
        } = kind
        else {
            return None;
        };
        let done = run.calls().find(|c| c.id == *call);
        let came = match done.and_then(|c| Some((c.outcome.as_ref()?, c.duration_ms?))) {
            Some((Outcome::Ok { .. }, ms)) => t!("timeline-carried-out", time = words::duration(ms)),
            Some((Outcome::Error { .. }, _)) => t!("timeline-nothing-done"),
            None => String::new(),
        };
        let who = by.as_deref().map(|by| match decided_at {
            Some(at) => format!("{by}, {}.", full_time(*at)),
            None => format!("{by}."),
        });
        let note = note.as_ref().map(|n| t!("timeline-approval-note", note = n.as_str()));
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
    // A box is redrawn only when its own approval changes: typed text stays while other events arrive.
    view! { <For each=move || all.get() key=|shown| shown.clone() let(shown)><ApprovalBox shown /></For> }.into_any()
}

#[component]
fn ApprovalBox(shown: Shown) -> impl IntoView {
    let heading = format!("approval-{}", shown.id);
    let (tone, icon, state) = match (shown.decided, shown.over) {
        (None, false) => ("accent", "", id!("timeline-waits")),
        (None, true) => ("neutral", "dash", id!("timeline-not-decided")),
        (Some(Decided::Approved), _) => ("ok", "check", id!("timeline-approved")),
        (Some(Decided::Edited), _) => ("ok", "check", id!("timeline-approved-changed")),
        (Some(Decided::Rejected), _) => ("neutral", "dash", id!("timeline-declined")),
        (Some(Decided::Expired), _) => ("neutral", "dash", id!("timeline-expired")),
    };
    let waits = shown.decided.is_none() && !shown.over;
    let labelled = heading.clone();
    if !waits {
        forget(&shown.id);
    }
    view! {
        <article class="approval" aria-labelledby=labelled>
            <header class="approval-head">
                <h3 id=heading>{shown.title.clone()}</h3>
                <Badge tone icon text=t!(state) />
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

/// The proposed changes, and the buttons.
#[component]
fn Waiting(shown: Shown) -> impl IntoView {
    let by = t!("timeline-decide-by", time = full_time(shown.expires_at));
    let (tool, reason, changes) = (shown.tool.clone(), shown.reason.clone(), shown.changes.clone());
    view! {
        <p>
            <code>{tool}</code>
            " "
            {t!("timeline-proposes")}
            " "
            {reason}
        </p>
        <Changes changes />
        {use_context::<Deciding>()
            .filter(|_| use_context::<Replayed>().is_none())
            .map(|deciding| {
                view! {
                    <Decide shown deciding />
                    {move || {
                        deciding
                            .submit
                            .problem
                            .get()
                            .map(|problem| {
                                view! {
                                    <Notice tone="failure" icon="warn" title=t!("timeline-not-saved") alert=true>
                                        <p>{problem} " " {t!("timeline-kept-here")}</p>
                                    </Notice>
                                }
                            })
                    }}
                }
            })}
        <p class="small muted">{by}</p>
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
            None => view! { <td class="muted">{t!("timeline-before-none")}</td> }.into_any(),
        };
        let after = match c.after {
            Some(_) if same => view! { <td class="muted">{t!("timeline-unchanged")}</td> }.into_any(),
            Some(text) => view! { <td><ins>{text}</ins></td> }.into_any(),
            None => view! { <td class="muted">{t!("timeline-removed")}</td> }.into_any(),
        };
        view! { <tr><th scope="row">{c.field}</th>{before}{after}</tr> }
    };
    let rows = changes.into_iter().map(row).collect_view().into_any();
    let columns = [id!("timeline-field"), id!("timeline-before"), id!("timeline-after")];
    region(&t!("timeline-changes"), "diff", None, columns.map(|name| Column::Words(t!(name))), rows)
}

fn draft_key(approval: &str) -> String {
    format!("plumbline-approval-{approval}")
}

/// Drops the stored draft of a decided proposal.
fn forget(approval: &str) {
    let key = draft_key(approval);
    Effect::new(move |_| live::store(&key, None));
}

/// Stores what is typed on a proposal in the browser, and restores it after a reload.
fn keep_draft(key: String, fields: Vec<(Field, RwSignal<String>)>, note: RwSignal<String>) {
    Effect::new(move |before: Option<()>| {
        if before.is_none() {
            let kept = live::recall(&key).and_then(|text| serde_json::from_str::<BTreeMap<String, String>>(&text).ok());
            for (name, text) in kept.into_iter().flatten() {
                let field = fields.iter().find(|(field, _)| field.name == name).map(|(_, value)| *value);
                if let Some(signal) = field.or((name == NOTE).then_some(note)) {
                    signal.set(text);
                }
            }
        }
        let changed = fields.iter().filter_map(|(field, value)| {
            let now = value.get();
            (now != field.text).then(|| (field.name.clone(), now))
        });
        let mut all: BTreeMap<String, String> = changed.collect();
        let reason = note.get();
        if !reason.is_empty() {
            all.insert(NOTE.to_owned(), reason);
        }
        let text = serde_json::to_string(&all).ok().filter(|_| !all.is_empty());
        live::store(&key, text.as_deref());
    });
}

/// Approve or decline, with changes: a form, so that it also works without scripts. The note is stored with the
/// decision, and passed to the proposer.
#[component]
fn Decide(shown: Shown, deciding: Deciding) -> impl IntoView {
    let fields: Vec<(Field, RwSignal<String>)> =
        fields(&shown.args).into_iter().map(|f| (f.clone(), RwSignal::new(f.text))).collect();
    let note = RwSignal::new(String::new());
    let (id, note_id) = (shown.id.clone(), format!("why-{}", shown.id));
    let action = format!("/desk/decide/{}/{}", words::segment(&shown.run), words::segment(&shown.id));
    let draft = draft_key(&shown.id);
    keep_draft(draft, fields.clone(), note);
    let changes = fields.clone();
    let edits = Memo::new(move |_| changes.iter().any(|(field, now)| now.with(|now| *now != field.text)));
    // Edits restored after a reload are shown; nothing folds while someone is typing.
    let opened = RwSignal::new(false);
    Effect::new(move |_| {
        if edits.get() {
            opened.set(true);
        }
    });
    let (shown, edited) = (StoredValue::new(shown), StoredValue::new(fields.clone()));
    let decide = move |event: leptos::ev::MouseEvent, decision: Decision| {
        event.prevent_default();
        let (run, id, args) = shown.with_value(|s| (s.run.clone(), s.id.clone(), s.args.clone()));
        let written = |name: &str| {
            edited.with_value(|all| all.iter().find(|(f, _)| f.name == name).map(|(_, value)| value.get_untracked()))
        };
        let args = (decision == Decision::Edit).then(|| changed(&args, written));
        let note = Some(note.get_untracked().trim().to_owned()).filter(|note| !note.is_empty());
        deciding.decide.run((run, id, Choice { decision, args, note }));
    };
    // Approving applies to the current contents of the fields.
    let approve = move |event| {
        decide(event, if edits.get_untracked() { Decision::Edit } else { Decision::Approve });
    };
    let button = move |decision: Decision, kind: &'static str, label: Signal<String>| {
        view! {
            <button
                class="button"
                data-kind=kind
                name="decision"
                value=decision.as_str()
                disabled=deciding.submit.busy
                on:click=move |e| if decision == Decision::Reject { decide(e, decision) } else { approve(e) }
            >
                {move || label.get()}
            </button>
        }
    };
    view! {
        <form class="approval-form" method="post" action=action>
            {(!fields.is_empty())
                .then(|| {
                    view! {
                        <details class="approval-edit" open=move || opened.get()>
                            <summary class="button" data-kind="quiet" data-size="small">
                                {t!("timeline-edit")}
                            </summary>
                            <Fields approval=id fields />
                        </details>
                    }
                })}
            <form::Field id=note_id.clone() label=t!("timeline-reason") hint=t!("timeline-reason-hint")>
                // Multi-line fields, so that Enter never submits the decision.
                <textarea
                    id=note_id
                    name="note"
                    rows="2"
                    maxlength="1000"
                    prop:value=note
                    on:input:target=move |e| note.set(e.target().value())
                ></textarea>
            </form::Field>
            <div class="approval-actions">
                {button(
                    Decision::Approve,
                    "primary",
                    Signal::derive(move || {
                        t!(if edits.get() { id!("timeline-approve-changed") } else { id!("timeline-approve") })
                    }),
                )}
                {button(Decision::Reject, "danger", Signal::stored(t!("timeline-decline")))}
            </div>
        </form>
    }
    .into_any()
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
                said: None,
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
}

//! A ticket and its history entry: in one transaction, once, after a person's approval.

use model::account::DataAccess;
use model::approval::Decided;
use model::run::{RunEvent, StoredEvent};
use model::session::{Ask, Role};
use model::support::{CallState, Guide};
use serde_json::json;
use server::store::Db;
use server::store::acts::Act;
use server::store::approvals::{self, NewDecision, Proposed};
use server::store::events::{EventLog, Row, SameTransaction};
use server::store::outbox;
use server::store::runs::{self, Claimed, Opening};
use server::store::sessions::{NewMessage, NewSession};
use server::store::support::tickets;
use server::tools::{Plan, SideEffect};

use super::Line;

pub async fn tell(line: &Line) {
    what_cannot_be_opened_is_refused(line).await;
    it_is_opened_once_with_its_history(line).await;
    nothing_is_written_where_a_part_fails(line).await;
}

fn args() -> serde_json::Value {
    json!({"customer_id": "CUST033", "problem_type": "technician_visit", "problem_description": " Loses packets. "})
}

async fn what_cannot_be_opened_is_refused(line: &Line) {
    for (change, says) in [
        (json!({"customer_id": "CUST999"}), "customer_not_found"),
        (json!({"customer_id": " "}), "missing_customer_id"),
        (json!({"problem_description": "  "}), "problem_description is empty"),
        (json!({"problem_type": "coffee"}), "network_issue, technician_visit, equipment_replacement"),
        (json!({"priority": "soon"}), "low, medium, high, critical"),
    ] {
        let mut wrong = args();
        change.as_object().unwrap().iter().for_each(|(name, value)| wrong[name] = value.clone());
        let error = line.plan("r0:c1", wrong).await.unwrap_err();
        assert!(error.message.contains(says), "{error}");
    }
    let call = CallState { caller_phone: "+37060012345".into(), ..CallState::default() };
    assert!(line.within(call).plan("r0:c1", args()).await.unwrap_err().message.contains("identified"));
}

/// A run whose proposal was approved; the approval's id.
async fn agreed(line: &Line, run: &str, plan: &Plan) -> String {
    let db = &line.db;
    let session = NewSession { id: format!("s-{run}"), ..session() };
    let asked = NewMessage {
        id: format!("m-{run}"),
        session_id: session.id.clone(),
        role: Role::User,
        content: "Open a ticket".into(),
        now: 1,
        ..NewMessage::default()
    };
    let ask = Ask { query: "Open a ticket".into(), ..Ask::default() };
    let run_ = Claimed { id: run.into(), session_id: session.id.clone(), ask, cancel: false };
    let opening = Opening {
        run: run_,
        session: Some(session),
        caller: None,
        message: asked,
        owner: "me".into(),
        lease_until: i64::MAX,
    };
    runs::create(db, &opening).await.unwrap();
    let log = EventLog::start(db.clone());
    let approval = format!("a-{run}");
    let proposed = Proposed {
        id: approval.clone(),
        call: "c1".into(),
        tool: "create_ticket".into(),
        args: args(),
        proposal: plan.proposal.clone(),
        now: 1,
        expires_at: i64::MAX,
        key: format!("{run}:c1"),
    };
    let decision = NewDecision {
        approval: approval.clone(),
        decided: Decided::Approved,
        by: "ann".into(),
        note: None,
        edited: None,
        now: 2,
        owner: "me".into(),
        lease_until: i64::MAX,
        told: crate::audit::entry(&approval),
    };
    for (seq, beside) in [(1, SameTransaction::Proposed(proposed)), (2, SameTransaction::Decided(decision))] {
        let event = RunEvent::Thought { iteration: 1, text: "A ticket".into() };
        let event = StoredEvent { run_id: run.into(), seq, at: 1, event };
        log.append(run.into(), vec![Row::new(&event)], None, Some(beside)).await.unwrap();
    }
    approval
}

fn session() -> NewSession {
    NewSession { id: String::new(), user_id: "ann".into(), channel: "web".into(), sees: DataAccess::All, now: 1 }
}

async fn it_is_opened_once_with_its_history(line: &Line) {
    let db = &line.db;
    let guide = Guide {
        title: "Router".into(),
        article: "router".into(),
        steps: vec!["Off.".into(), "On.".into(), "Call.".into()],
        given: 2,
    };
    let call = CallState {
        caller_phone: "+37060012345".into(),
        customer_id: Some("CUST033".into()),
        address_confirmed: true,
        verified: true,
        guide: Some(guide),
        ..CallState::default()
    };
    let plan = line.within(call).plan("r1:c1", args()).await.unwrap();
    assert_eq!(plan.proposal.title, "Open a ticket for CUST033");
    assert!(tickets::of_customer(db, "CUST033").await.unwrap().is_empty(), "a plan changes nothing");
    let before = tickets::history(db, "CUST033", 100).await.unwrap().len();
    let act = stored(&plan);
    let early = approvals::carry_out(db, "a-r1", &act, &plan.output, 3).await;
    assert!(early.is_err(), "nobody has agreed yet");

    let approval = agreed(line, "r1", &plan).await;
    let all = (0..8).map(|_| approvals::carry_out(db, &approval, &act, &plan.output, 3));
    for done in futures::future::join_all(all).await {
        assert_eq!(done.unwrap().data, plan.output.data);
    }
    let opened = tickets::of_customer(db, "CUST033").await.unwrap();
    let [ticket] = opened.as_slice() else { panic!("{opened:?}") };
    assert_eq!(plan.output.data["ticket_id"], *ticket.id);
    assert_eq!(plan.output.data["success"], true);
    assert_eq!((ticket.kind.as_str(), ticket.priority.as_str()), ("technician_visit", "medium"));
    assert_eq!((ticket.status.as_str(), ticket.description.as_str()), ("open", "Loses packets."));
    assert_eq!(ticket.troubleshooting_steps.as_deref(), Some("Off.\nOn."));
    assert_eq!(ticket.session_id.as_deref(), Some("s-r1"));
    let history = tickets::history(db, "CUST033", 100).await.unwrap();
    assert_eq!(history.len(), before + 1);
    assert_eq!(history[0].ticket_id.as_deref(), Some(ticket.id.as_str()));
    assert!(history[0].kind == "ticket_opened" && history[0].detail.contains("Loses packets."), "{history:?}");

    // Others are told of it once.
    assert_eq!(told_of(db).await, std::slice::from_ref(&ticket.id));

    // The same call under the other names makes the same ticket; another call another one.
    let aliased = json!({"customer_id": "CUST033", "ticket_type": "technician_visit", "summary": "Loses packets."});
    assert_eq!(line.plan("r1:c1", aliased.clone()).await.unwrap().output.data, plan.output.data);
    assert_ne!(line.plan("r2:c1", aliased).await.unwrap().output.data, plan.output.data);
}

/// The events of tickets that others are still to be told of.
async fn told_of(db: &Db) -> Vec<String> {
    let events = outbox::untold(db, 64).await.unwrap();
    let of_tickets = events.iter().filter(|event| event.kind == outbox::TICKET_MADE);
    of_tickets.map(|event| event.ticket_id().unwrap().to_owned()).collect()
}

/// A plan's change in the store.
fn stored(plan: &Plan) -> Act {
    let SideEffect::Stored(act) = &plan.deed else { panic!("{:?}", plan.deed) };
    act.clone()
}

async fn nothing_is_written_where_a_part_fails(line: &Line) {
    let db = &line.db;
    let plan = line.plan(
        "r3:c1",
        json!({"customer_id": "CUST034", "problem_type": "network_issue",
        "problem_description": "Loses packets."}),
    );
    let plan = plan.await.unwrap();
    let mut act = stored(&plan);
    let approval = agreed(line, "r3", &plan).await;
    // The entry is of a customer who is not there: the database refuses it after the ticket was written.
    let Act::OpenTicket { entry, .. } = &mut act else { panic!("no ticket") };
    entry.customer_id = "CUST999".into();
    assert!(approvals::carry_out(db, &approval, &act, &plan.output, 3).await.is_err());
    assert!(tickets::of_customer(db, "CUST034").await.unwrap().is_empty());
    assert_eq!(told_of(db).await.len(), 1, "nobody is told of a ticket that is not there");
    // It is still approved, and can be done.
    let Act::OpenTicket { entry, .. } = &mut act else { panic!("no ticket") };
    entry.customer_id = "CUST034".into();
    approvals::carry_out(db, &approval, &act, &plan.output, 4).await.unwrap();
    assert_eq!(tickets::of_customer(db, "CUST034").await.unwrap().len(), 1);
}

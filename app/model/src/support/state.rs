//! The state of a call, folded from its runs (B-011): it is not stored, so a call resumes after a restart where it was.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::finding::article_of;
use super::{
    AccountStatus, Act, ActivePlan, Aftermath, Asks, Caller, Danger, Ending, Fact, Facts, Finding, Guide, Heard,
    Language, OpenTicket, Problem, Promise, Queue, Reply, Ticket, TicketKind,
};
use crate::approval::Decided;
use crate::record::Priority;
use crate::run::{Outcome, Run, StepKind};

/// The state of a call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CallState {
    pub caller_phone: String,
    pub language: Language,
    pub formal: bool,
    pub customer_id: Option<String>,
    /// As recorded. Never said to the caller (B-043).
    pub customer_name: Option<String>,
    pub customer_address: Option<String>,
    pub address_confirmed: bool,
    /// The caller's name for themselves: who confirmed (B-013).
    pub caller_name: Option<String>,
    pub account: Option<AccountStatus>,
    pub services: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<ActivePlan>,
    pub problem_type: Option<Problem>,
    pub problem_description: Option<String>,
    /// Further problems named together with it, handled afterwards.
    pub later: Vec<Problem>,
    pub finding: Finding,
    pub guide: Option<Guide>,
    /// The knowledge base was searched for this problem.
    pub searched: bool,
    pub ticket_id: Option<String>,
    pub ticket: Option<Ticket>,
    /// All tickets created in this call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<Ticket>,
    /// Why no ticket was created, if one was tried for this problem.
    pub ticket_refused: Option<String>,
    /// The number was looked up and is unknown.
    pub unknown: bool,
    /// Several accounts have the number: the address decides.
    #[serde(default)]
    pub several: bool,
    /// The account is verified as the caller's, by number or by facts.
    #[serde(default)]
    pub verified: bool,
    /// The caller said that the account is somebody else's: facts no longer verify them.
    #[serde(default)]
    pub not_owner: bool,
    /// Failed verification attempts.
    #[serde(default)]
    pub wrong_facts: u32,
    /// Facts given for verification.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// The facts required by the settings; filled in where the state is used.
    #[serde(skip)]
    pub asks_for: Vec<Fact>,
    /// Whether there is an outage in the street named by an unverified caller; `None` until checked.
    #[serde(default)]
    pub street_outage: Option<bool>,
    /// The outage's expected end.
    #[serde(default)]
    pub street_until: Option<String>,
    /// The caller was told about it.
    #[serde(default)]
    pub told_street: bool,
    /// Tickets open before the call, and whether the caller was told of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open_tickets: Vec<OpenTicket>,
    #[serde(default)]
    pub told_open: bool,
    /// A ticket waits for a colleague's approval.
    #[serde(default)]
    pub ticket_waits: bool,
    /// The colleague changed the proposal.
    #[serde(default)]
    pub ticket_changed: bool,
    /// A reported danger that is not known to be over.
    #[serde(default)]
    pub danger: Option<Danger>,
    /// A danger at the equipment was reported in this call: no more troubleshooting.
    #[serde(default)]
    pub endangered: bool,
    /// The last danger of this call, over or not.
    #[serde(default)]
    pub past_danger: Option<Danger>,
    /// Consecutive replies about the current danger.
    #[serde(default)]
    pub danger_told: u32,
    /// The danger has hurt or threatens somebody, or a child is near.
    #[serde(default)]
    pub hurt: bool,
    /// The caller has said where the danger is.
    #[serde(default)]
    pub place_known: bool,
    /// The caller was told what to do in case there is a danger.
    #[serde(skip)]
    pub told_precaution: bool,
    /// A ticket was waiting before the last message, so that the caller knows it.
    #[serde(skip)]
    pub told_ticket_waits: bool,
    /// The last message, if it waits for a clearer one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<String>,
    /// The readings of it that the last reply offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Act>,
    /// The queues that received promises of this call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promises: Vec<Queue>,
    /// The caller's wishes written down for a colleague.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noted: Vec<Act>,
    /// Steps the caller could not do.
    #[serde(default)]
    pub unable: u32,
    /// Consecutive messages after a step that do not say whether it helped.
    #[serde(default)]
    pub unclear: u32,
    /// The caller asked for the status of a fault and has not been answered.
    #[serde(default)]
    pub status_asked: bool,
    /// The question in the last reply.
    pub asks: Option<Asks>,
    /// The content of the last message.
    pub heard: Option<Heard>,
    /// A step helped.
    pub solved: bool,
    /// Consecutive messages that were not understood.
    pub misunderstood: u32,
    /// Consecutive addresses that were unknown or not the caller's.
    pub wrong_addresses: u32,
    /// Caller messages so far.
    pub turns: u32,
    /// The maximum that is answered, from the call's settings.
    #[serde(skip)]
    pub max_turns: u32,
    /// The last reply, to avoid repeating it.
    #[serde(skip)]
    pub last_reply: String,
    pub is_complete: bool,
    pub ending: Option<Ending>,
}

impl CallState {
    /// The state after a session's runs, oldest first; `None` if they are no call.
    pub fn from_runs<'a>(runs: impl IntoIterator<Item = &'a Run>) -> Option<Self> {
        let mut state: Option<Self> = None;
        for run in runs {
            let Some(caller) = &run.call else { continue };
            let state = state.get_or_insert_with(|| Self::begin(caller));
            state.take(run);
        }
        state
    }

    fn begin(Caller { phone, settings, .. }: &Caller) -> Self {
        let (language, formal, max_turns) = (settings.language, settings.formal, settings.max_turns);
        Self { caller_phone: phone.clone(), language, formal, max_turns, ..Self::default() }
    }

    /// B-012.
    pub fn set_customer_info(&mut self, id: &str, name: &str, address: Option<&str>) {
        self.customer_id = Some(id.to_owned());
        self.customer_name = Some(name.to_owned());
        self.customer_address = address.map(str::to_owned);
        self.wrong_addresses = 0;
    }

    /// B-012: the caller confirmed the address, and gave their name if they did.
    pub fn confirm_address(&mut self, caller_name: Option<&str>) {
        self.address_confirmed = true;
        if let Some(name) = caller_name {
            self.caller_name = Some(name.to_owned());
        }
    }

    /// Begins with a problem: findings for another one do not apply, those on the account and its line do.
    fn begin_problem(&mut self, problem: Problem, description: &str) {
        self.problem_type = Some(problem);
        self.problem_description = Some(description.to_owned());
        (self.guide, self.searched, self.solved, self.unable, self.unclear) = (None, false, false, 0, 0);
        (self.ticket_id, self.ticket, self.ticket_refused, self.ticket_changed) = (None, None, None, false);
    }

    fn take(&mut self, run: &Run) {
        self.is_complete |= run.call.as_ref().is_some_and(|call| call.ended);
        self.turns += u32::from(!run.question.is_empty());
        self.told_ticket_waits = self.ticket_waits;
        let heard = run.route.as_ref().and_then(|route| route.heard.clone());
        if let Some(heard) = &heard {
            self.hear(heard, &run.question);
        }
        self.heard = heard;
        for call in run.calls() {
            match &call.outcome {
                Some(Outcome::Ok { output }) => self.learn(&call.tool, &call.args, &output.data),
                Some(Outcome::Error { error, .. }) if call.tool == "create_ticket" => {
                    self.ticket_refused = Some(error.clone());
                }
                _ => {}
            }
        }
        let mut decisions = run.steps.iter().filter_map(|step| match &step.kind {
            StepKind::Approval { decision, .. } => Some(decision.as_deref()),
            _ => None,
        });
        if let Some(last) = decisions.next_back() {
            self.ticket_waits = last.is_none();
            self.ticket_changed = last == Some(Decided::Edited.as_str());
        }
        let Some(answer) = &run.answer else { return };
        self.last_reply.clone_from(&answer.text);
        let Some(turn) = &answer.turn else { return };
        self.danger_told = if turn.asks == Some(Asks::Danger) { self.danger_told + 1 } else { 0 };
        self.noted.extend(turn.wish.into_iter().chain(turn.also.iter().copied()));
        self.offers.clone_from(&turn.offers);
        let unclear = self.misunderstood > 0 || turn.asks == Some(Asks::Cancel);
        self.pending = unclear.then(|| run.question.clone());
        self.asks = turn.asks;
        self.told_open |= turn.told_open;
        self.status_asked &= !turn.told_open;
        self.told_street |= turn.told_street;
        self.told_precaution |= turn.told_precaution;
        // More words about a danger are no danger of their own.
        let counts = |promise: &&Promise| promise.queue != Queue::Urgent || promise.priority == Priority::Critical;
        self.promises.extend(turn.promise.as_ref().filter(counts).map(|promise| promise.queue));
        if let (Some(step), Some(guide)) = (turn.step, &mut self.guide) {
            guide.given = guide.given.max(step + 1);
        }
        if let Some(ending) = &turn.ending {
            self.is_complete = true;
            self.ending = Some(ending.clone());
        }
    }

    fn hear(&mut self, heard: &Heard, message: &str) {
        if let Some(language) = heard.language {
            self.language = language;
        }
        if heard.name.is_some() {
            self.caller_name.clone_from(&heard.name);
        }
        // Who says "Jūs" is answered so.
        self.formal |= heard.formal;
        self.misunderstood = if heard.says_nothing() { self.misunderstood + 1 } else { 0 };
        self.not_owner |= heard.says(Act::NotOwner);
        self.place_known |= (self.danger.is_some() || heard.danger.is_some()) && heard.address.is_some()
            || self.asks == Some(Asks::Place) && heard.is_plain();
        let unwell = self.past_danger.is_some() && heard.aftermath == Some(Aftermath::Unwell);
        if let Some(danger) = heard.danger.or_else(|| unwell.then_some(Danger::Health)) {
            // `Other` may be the danger of before, and water adds nothing to another one: it may be talk of tea.
            let danger = self.danger.filter(|_| matches!(danger, Danger::Other | Danger::Water)).unwrap_or(danger);
            self.danger_told = if self.danger == Some(danger) { self.danger_told } else { 0 };
            (self.danger, self.past_danger) = (Some(danger), Some(danger));
            self.hurt |= heard.hurt || unwell;
            self.endangered |= !matches!(danger, Danger::Violence | Danger::SelfHarm);
            return;
        }
        self.facts.add(&heard.facts);
        self.unable += u32::from(self.asks == Some(Asks::Step) && heard.says(Act::Unable));
        let accepts = matches!(self.asks, Some(Asks::Ticket | Asks::Leave)) && heard.reply(self.asks) == Reply::Yes;
        self.status_asked |= heard.says(Act::TicketStatus) && !accepts;
        let unclear = self.asks == Some(Asks::Step)
            && heard.reply(self.asks) == Reply::Other
            && ![Act::Reports, Act::Wait, Act::WhatIs, Act::WhereIs, Act::HowLong, Act::Repeat]
                .iter()
                .any(|act| heard.says(*act));
        self.unclear = if unclear { self.unclear + 1 } else { 0 };
        match (self.asks, heard.reply(self.asks)) {
            (Some(Asks::Confirm), Reply::Yes) => self.confirm_address(heard.name.as_deref()),
            // The number may still be right: ask for the address, which must be one of the account's.
            (Some(Asks::Confirm), Reply::No) => self.customer_address = None,
            (Some(Asks::Step), Reply::Yes) => self.solved = true,
            // Its task is done; another danger is another task. "Fine, bye" does not say that they are safe.
            (Some(Asks::Danger), Reply::Yes) if !heard.says(Act::Goodbye) => {
                self.danger = None;
                for queue in &mut self.promises {
                    if *queue == Queue::Urgent {
                        *queue = Queue::Support;
                    }
                }
            }
            // It was solved and no longer is.
            (Some(Asks::More), Reply::No | Reply::Partly) if heard.says(Act::StillNot) || heard.says(Act::Partly) => {
                self.solved = false;
            }
            // There is something else, not yet known.
            (Some(Asks::More), Reply::Yes) if heard.problems(self.asks).is_empty() => self.problem_type = None,
            (Some(Asks::Next), Reply::Yes) if !self.later.is_empty() => {
                let next = self.later.remove(0);
                self.begin_problem(next, message);
            }
            (Some(Asks::Next), Reply::No) => self.later.clear(),
            _ => {}
        }
        let mut problems = heard.problems(self.asks);
        // A visit that is wanted beside a problem is wanted because of it.
        if problems.len() > 1 {
            problems.retain(|problem| *problem != Problem::Visit);
        }
        let Some(first) = problems.first() else { return };
        // Somebody is to be sent because of this problem: it is no other one.
        if *first == Problem::Visit && self.open() && self.guide.as_ref().is_some_and(|guide| guide.given > 0) {
            return;
        }
        let asked_freely = [Asks::Problem, Asks::More, Asks::Place, Asks::Name];
        let open = self.problem_type.is_none() || self.asks.is_some_and(|asks| asked_freely.contains(&asks));
        if open && !heard.says(Act::OthersData) {
            self.begin_problem(*first, message);
            self.later = problems.iter().copied().skip(1).collect();
        }
    }

    fn learn(&mut self, tool: &str, args: &Value, data: &Value) {
        let text = |key: &str| data[key].as_str().map(str::to_owned);
        let list = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
        };
        let ok = data["success"].as_bool() != Some(false);
        let outages = || data["active_outages"].as_array().into_iter().flatten();
        let until = || outages().find_map(|o| o["estimated_fix"].as_str()).map(str::to_owned);
        match tool {
            "find_customer" if !ok => {
                if args["address"].is_string() {
                    self.wrong_addresses += 1;
                } else {
                    self.unknown = true;
                    self.several = data["several"] == true;
                }
            }
            // Unreadable records mean that nothing was checked. The tool counts over calls: this call's count alone
            // would let the caller continue.
            "verify_caller" if data["error"] == "too_many_tries" => {
                self.wrong_facts = data["tries"].as_u64().and_then(|tries| tries.try_into().ok()).unwrap_or(u32::MAX);
            }
            "verify_caller" if !ok && data["error"] != "not_found" => {}
            "verify_caller" if !ok => {
                self.wrong_facts = self.wrong_facts.saturating_add(1);
                self.facts = Facts::default();
            }
            "verify_caller" => self.learn_customer(args, data),
            "check_outages" if ok && args["customer_id"].is_null() => {
                self.street_outage = data["affected"].as_bool();
                self.street_until = until();
            }
            "find_customer" => self.learn_customer(args, data),
            "check_outages" if ok => {
                self.finding.outage = data["affected"].as_bool();
                self.finding.until = until();
                self.finding.affected = outages().flat_map(|o| list(&o["affected_services"])).collect();
                self.finding.affected.sort_unstable();
                self.finding.affected.dedup();
            }
            "check_network_status" if ok => {
                let codes = data["issues"].as_array().into_iter().flatten().filter_map(|i| i["code"].as_str());
                self.finding.issues = Some(codes.map(str::to_owned).collect());
                self.finding.loss = data["packet_loss"]["avg_packet_loss"].as_f64();
            }
            "run_ping_test" => self.finding.ping = text("status"),
            "search_knowledge" => {
                self.searched = true;
                let best = data["results"].as_array().into_iter().flatten().find(|r| !list(&r["steps"]).is_empty());
                self.guide = best.map(|r| Guide {
                    title: r["title"].as_str().unwrap_or_default().to_owned(),
                    article: article_of(r["source"].as_str().unwrap_or_default()),
                    steps: list(&r["steps"]),
                    given: 0,
                });
            }
            "create_ticket" if ok => {
                let kind = args["problem_type"].as_str().or_else(|| args["ticket_type"].as_str());
                let kind = kind.and_then(|kind| kind.parse().ok()).unwrap_or(TicketKind::NetworkIssue);
                self.ticket_id = text("ticket_id");
                self.ticket = self.ticket_id.clone().map(|id| Ticket { id, kind });
                self.made.extend(self.ticket.clone());
            }
            "create_ticket" => self.ticket_refused = text("message"),
            "confirm_address" => {
                self.confirm_address(args["caller_name"].as_str());
                if let Some(problem) = args["problem_type"].as_str().and_then(|problem| problem.parse().ok())
                    && self.problem_type != Some(problem)
                {
                    self.begin_problem(problem, args["problem_description"].as_str().unwrap_or_default());
                }
            }
            _ => {}
        }
    }
}

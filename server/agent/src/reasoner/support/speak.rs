//! What a row of the tree says, in the language of the call, and what it leaves behind for the next message.

use model::support::{Asks, CallState, Ending, Language, Outcome, Problem, Turn};

use super::tree::{Facts, Says};
use crate::settings::Settings;
use crate::view::Draft;
use skills::support::say::{self, Id};

/// A reply in the making: sentences, then what they ask.
struct Saying<'a> {
    state: &'a CallState,
    company: &'a str,
    parts: Vec<String>,
    turn: Turn,
}

/// The reply of a row.
pub fn say(says: Says, facts: &Facts<'_>, settings: &Settings) -> Draft {
    let mut saying =
        Saying { state: facts.state, company: &settings.support.company, parts: Vec::new(), turn: Turn::default() };
    saying.begin(says);
    saying.say(says, facts);
    Draft { text: saying.parts.join("\n\n"), turn: Some(saying.turn), ..Draft::default() }
}

impl Saying<'_> {
    fn add(&mut self, id: Id, args: &[(&str, &str)]) {
        self.parts.push(say::text(self.state.language, self.state.formal, id, args));
    }

    fn ask(&mut self, asks: Asks) {
        self.turn.asks = Some(asks);
    }

    fn end(&mut self, outcome: Outcome) {
        self.turn.ending = Some(Ending { outcome, summary: summary(self.state, outcome) });
    }

    /// What is said before: that the language has changed, that a second problem comes later.
    fn begin(&mut self, says: Says) {
        let Some(heard) = &self.state.heard else { return };
        let nothing_else = heard.problems.is_empty() && heard.address.is_none();
        if heard.language.is_some() && nothing_else && !matches!(says, Says::Ended) {
            self.add(Id::LanguageChanged, &[]);
        }
        if let [first, later @ ..] = heard.problems.as_slice()
            && !later.is_empty()
            && self.state.later == later
        {
            let name = |p: &Problem| say::problem(*p, self.state.language);
            let later: Vec<String> = later.iter().map(name).collect();
            let (first, later) = (name(first), later.join(", "));
            self.add(Id::WhichFirst, &[("first", &first), ("later", &later)]);
        }
    }

    fn say(&mut self, says: Says, facts: &Facts<'_>) {
        let state = self.state;
        match says {
            Says::Greeting => {
                let company = self.company;
                self.add(Id::Greeting, &[("company", company)]);
                self.ask(Asks::Problem);
            }
            Says::Ended => {
                self.add(Id::ConversationEnded, &[]);
                self.turn.ending.clone_from(&state.ending);
            }
            Says::MaxTurns => {
                self.add(Id::MaxTurns, &[]);
                self.end(Outcome::MaxTurns);
            }
            Says::Bye => {
                self.add(Id::Bye, &[]);
                self.end(ended_as(state));
            }
            Says::HandedOver => {
                self.add(Id::HandedOver, &[]);
                self.end(Outcome::HandedOver);
            }
            Says::OtherData => {
                self.add(Id::OtherData, &[]);
                self.again();
            }
            Says::Calm => {
                self.add(Id::Calm, &[]);
                self.again();
            }
            Says::NotUnderstood => {
                let id = if state.misunderstood > 1 { Id::NotUnderstoodAgain } else { Id::NotUnderstood };
                self.add(id, &[]);
                self.again();
            }
            Says::AskAddress => {
                match tried(facts) {
                    Some(address) => self.add(Id::AddressNotFound, &[("address", &address)]),
                    None => self.add(Id::AskAddress, &[]),
                }
                self.ask(Asks::Address);
            }
            Says::AskOtherAddress => {
                let id = if tried(facts).is_some() { Id::AddressNotYours } else { Id::AskOtherAddress };
                self.add(id, &[]);
                if id == Id::AddressNotYours {
                    self.add(Id::AskOtherAddress, &[]);
                }
                self.ask(Asks::Address);
            }
            Says::Confirm => {
                if tried(facts).is_some() {
                    self.add(Id::AddressNotYours, &[]);
                }
                self.question(Asks::Confirm);
            }
            Says::Cancelled => {
                self.add(Id::Cancelled, &[]);
                self.question(Asks::More);
            }
            Says::Suspended => {
                self.add(Id::Suspended, &[]);
                self.question(Asks::More);
            }
            Says::AskProblem => self.question(Asks::Problem),
            Says::AccountInfo => {
                self.add(Id::AccountInfo, &[]);
                self.more();
            }
            Says::Outage => {
                let services = services(&state.finding.affected, state.language);
                match &state.finding.until {
                    Some(until) => {
                        let until = moment(until, state.language);
                        self.add(Id::Outage, &[("services", &services), ("until", &until)]);
                    }
                    None => self.add(Id::OutageNoTime, &[("services", &services)]),
                }
                // What the outage explains as well needs no look of its own.
                let explained =
                    state.later.iter().all(|later| state.finding.affected.iter().any(|s| service(*later) == Some(s)));
                if explained { self.question(Asks::More) } else { self.more() }
            }
            Says::TicketMade => {
                self.found();
                self.add(Id::TicketMade, &[("id", state.ticket_id.as_deref().unwrap_or_default())]);
                self.more();
            }
            Says::TicketRefused => {
                let declined = state.ticket_refused.as_deref().is_some_and(|why| why.starts_with("Declined"));
                self.add(if declined { Id::TicketDeclined } else { Id::TicketFailed }, &[]);
                self.end(Outcome::HandedOver);
            }
            Says::Resolved => {
                self.add(Id::Resolved, &[]);
                self.more();
            }
            Says::DidItHelp => self.question(Asks::Step),
            Says::OfferTicket => self.question(Asks::Ticket),
            Says::Step => self.step(),
            Says::AnythingElse => self.question(Asks::More),
            Says::Timeout => {
                self.add(Id::Timeout, &[]);
                self.turn.asks = state.asks;
            }
        }
    }

    /// The next step of the guide, and before the first what was found.
    fn step(&mut self) {
        let Some(guide) = &self.state.guide else { return };
        let Some(step) = guide.steps.get(guide.given) else { return };
        if guide.given == 0 {
            if self.found() {
                self.add(Id::MinorIssue, &[]);
            }
            self.add(Id::StepFirst, &[("step", step)]);
        } else {
            self.add(Id::StepNext, &[("step", step)]);
        }
        self.turn.step = Some(guide.given);
        self.question(Asks::Step);
    }

    /// What the check of the line has found, each in a sentence; says whether it was anything.
    fn found(&mut self) -> bool {
        let before = self.parts.len();
        for issue in self.state.finding.issues.iter().flatten() {
            let id = match issue.as_str() {
                "port_down" => Id::PortDown,
                "packet_loss" => Id::PacketLoss,
                "intermittent" => Id::Intermittent,
                "no_ip" => Id::NoIp,
                "high_jitter" => Id::Jitter,
                "poor_signal" => Id::PoorSignal,
                _ => continue,
            };
            // One is enough: what is wrong is mended as a whole.
            if self.parts.len() == before {
                self.add(id, &[]);
            }
        }
        self.parts.len() > before
    }

    /// The question that was asked last, once more.
    fn again(&mut self) {
        match self.state.asks {
            Some(Asks::Address) => {
                self.add(if self.state.unknown { Id::AskAddress } else { Id::AskOtherAddress }, &[]);
                self.ask(Asks::Address);
            }
            Some(asks) => self.question(asks),
            None => self.question(Asks::Problem),
        }
    }

    fn question(&mut self, asks: Asks) {
        match asks {
            Asks::Problem => self.add(Id::AskProblem, &[]),
            Asks::Address => self.add(Id::AskAddress, &[]),
            Asks::Confirm => {
                // The town goes without saying.
                let address = self.state.customer_address.as_deref().unwrap_or_default();
                let address = address.rsplit_once(", ").map_or(address, |(street, _)| street).to_owned();
                self.add(Id::ConfirmAddress, &[("address", &address)]);
            }
            Asks::Step => self.add(Id::DidItHelp, &[]),
            Asks::Ticket => self.add(Id::OfferTicket, &[]),
            Asks::Next => self.next(),
            Asks::More => self.add(Id::AnythingElse, &[]),
        }
        self.ask(asks);
    }

    /// What was named together with the problem comes now; without any, is there anything else?
    fn more(&mut self) {
        self.question(if self.state.later.is_empty() { Asks::More } else { Asks::Next });
    }

    fn next(&mut self) {
        let Some(problem) = self.state.later.first() else { return };
        let name = say::problem(*problem, self.state.language);
        self.add(Id::NextProblem, &[("problem", &name)]);
    }
}

/// The address that this message gave and nobody, or somebody else, has.
fn tried(facts: &Facts<'_>) -> Option<String> {
    let call = facts.run.calls().filter(|c| c.tool == "find_customer").last()?;
    let failed = call.outcome.as_ref()?.output().is_none_or(|output| output.data["success"] == false);
    failed.then(|| call.args["address"].as_str().map(str::to_owned)).flatten()
}

/// The service that a problem is about.
fn service(problem: Problem) -> Option<&'static str> {
    match problem {
        Problem::NoInternet | Problem::SlowInternet | Problem::Intermittent => Some("internet"),
        Problem::TvNoSignal => Some("tv"),
        Problem::Account => None,
    }
}

/// A time as people say it; what is none stays as it is.
fn moment(text: &str, language: Language) -> String {
    let form = match language {
        Language::Lt => "%Y-%m-%d %H:%M",
        Language::En => "%-d %B %Y, %H:%M",
    };
    chrono::DateTime::parse_from_rfc3339(text).map_or_else(|_| text.to_owned(), |at| at.format(form).to_string())
}

fn services(list: &[String], language: Language) -> String {
    let name = |service: &String| {
        let id = match service.as_str() {
            "internet" => Id::ServiceInternet,
            "tv" => Id::ServiceTv,
            "phone" => Id::ServicePhone,
            _ => return service.clone(),
        };
        say::text(language, false, id, &[])
    };
    list.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// How a call ended that the caller ends.
fn ended_as(state: &CallState) -> Outcome {
    if state.ticket_id.is_some() {
        Outcome::Ticket
    } else if state.solved {
        Outcome::Resolved
    } else if state.no_troubleshooting().is_some() || state.problem_type == Some(Problem::Account) {
        Outcome::Informed
    } else {
        Outcome::HungUp
    }
}

/// One sentence for colleagues.
fn summary(state: &CallState, outcome: Outcome) -> String {
    let what = state.problem_type.map_or_else(
        || "No problem was named".into(),
        |problem| model::text::capital(&problem.as_str().replace('_', " ")),
    );
    let how = match outcome {
        Outcome::Resolved => format!("resolved after {} steps", state.guide.as_ref().map_or(0, |g| g.given)),
        Outcome::Ticket => format!("ticket {}", state.ticket_id.as_deref().unwrap_or_default()),
        Outcome::HandedOver => "handed over to a person".into(),
        Outcome::Informed => match (&state.finding.outage, state.account) {
            (Some(true), _) => "told of an outage".into(),
            (_, Some(account)) if account != model::support::AccountStatus::Active => {
                format!("told that the account is {account}")
            }
            _ => "told what is known".into(),
        },
        Outcome::MaxTurns => "handed over after twenty messages".into(),
        Outcome::HungUp => "the caller ended the call".into(),
    };
    format!("{what}: {how}.")
}

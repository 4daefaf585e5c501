//! Replies in a danger: what to do, where it is, who reports it; and the urgent task.

use model::record::Priority;
use model::support::{Aftermath, Asks, Danger, Queue};

use super::speak::Saying;
use crate::tools::say::Id;
use linear::features;
use model::support::CallState;

/// Minimum words of a message that adds something to the urgent task.
pub(super) const TELLS: usize = 3;
/// What further words about a danger are to its task.
pub(super) const FURTHER: &str = "Says further";

/// What a model is told while a danger is not over. The first reply to it is the rules'.
const IN_DANGER: &str = include_str!("in_danger.md");

/// A model's instructions for the danger of a call; empty without one.
pub(super) fn instructions(state: &CallState) -> String {
    let kind = state.past_danger.map(|danger| danger.as_str().replace('_', " "));
    kind.map_or_else(String::new, |kind| IN_DANGER.replace("{{kind}}", &kind))
}

impl Saying<'_> {
    /// What to do in a danger, and a task of the highest priority, once; later words are added to it.
    pub(super) fn danger(&mut self) {
        let state = self.state;
        let danger = state.danger.unwrap_or(Danger::Other);
        let (id, again) = match danger {
            Danger::Fire => (Id::DangerFire, Id::DangerAgain),
            Danger::Electricity => (Id::DangerElectricity, Id::DangerAgain),
            Danger::Water => (Id::DangerWater, Id::DangerAgain),
            Danger::Gas => (Id::DangerGas, Id::DangerAgain),
            Danger::Fallen => (Id::DangerFallen, Id::DangerAgain),
            Danger::Violence => (Id::DangerViolence, Id::DangerAgainViolence),
            Danger::SelfHarm => (Id::DangerSelfHarm, Id::DangerAgainSelfHarm),
            Danger::Health => (Id::DangerHealth, Id::DangerAgainHealth),
            Danger::Other => (Id::DangerOther, Id::DangerAgain),
        };
        let person = matches!(danger, Danger::Violence | Danger::SelfHarm | Danger::Health);
        if self.touches() && !person {
            self.add(Id::DontTouch, &[]);
        }
        if state.hurt && !person {
            self.add(Id::CallNow, &[]);
        }
        // Not the same words twice in succession: replies alternate.
        self.add(if state.danger_told % 2 == 1 { again } else { id }, &[]);
        if !state.promises.contains(&Queue::Urgent) {
            let why = format!("DANGER ({}). {}", danger.as_str().replace('_', " "), self.who_and_where());
            self.promise(Queue::Urgent, Priority::Critical, why.trim_end_matches('.'));
        } else {
            self.add_to_urgent(FURTHER);
        }
        self.question(Asks::Danger);
        if !state.place_known && danger != Danger::SelfHarm {
            self.add(Id::AskPlace, &[]);
        }
    }

    /// They are safe: the place and the name, if the task lacks them.
    pub(super) fn danger_over(&mut self) {
        let person = self.is_about_a_person();
        self.add(if person { Id::DangerOverPerson } else { Id::DangerOver }, &[]);
        self.add_to_urgent("Is safe now");
        self.ask_what_lacks();
    }

    /// They want to go back, or to touch it.
    pub(super) fn stay_out(&mut self) {
        let person = matches!(self.state.past_danger, Some(Danger::Violence | Danger::SelfHarm));
        let id = match (person, self.touches()) {
            (true, _) => Id::StayAway,
            (false, true) => Id::DontTouch,
            // Away from what hangs outside is where they should go.
            (false, false) if self.state.past_danger == Some(Danger::Fallen) => Id::DangerFallen,
            (false, false) => Id::StayOut,
        };
        self.add(id, &[]);
        self.question(if self.state.danger.is_some() { Asks::Danger } else { Asks::More });
    }

    /// The place or the name is passed on.
    pub(super) fn danger_noted(&mut self) {
        self.add(Id::DangerNoted, &[]);
        let why = if self.state.asks == Some(Asks::Place) { "Where it is" } else { "Who reports it" };
        self.promise(Queue::Urgent, Priority::Medium, why);
        if self.state.asks == Some(Asks::Place) { self.ask_what_lacks() } else { self.question(Asks::More) }
    }

    fn ask_what_lacks(&mut self) {
        self.question(match () {
            () if !self.state.place_known && !self.is_about_a_person() => Asks::Place,
            () if self.state.caller_name.is_none() => Asks::Name,
            () => Asks::More,
        });
    }

    fn touches(&self) -> bool {
        self.state.heard.as_ref().is_some_and(|heard| heard.aftermath == Some(Aftermath::Touches))
    }

    fn is_about_a_person(&self) -> bool {
        matches!(self.state.past_danger, Some(Danger::Violence | Danger::SelfHarm | Danger::Health))
    }

    fn add_to_urgent(&mut self, why: &str) {
        if self.said.as_ref().is_some_and(|said| features::words(said).len() >= TELLS) {
            self.promise(Queue::Urgent, Priority::Medium, why);
        }
    }

    /// For the colleague who gets the task: what is known of the place and of the caller.
    fn who_and_where(&self) -> String {
        let state = self.state;
        let told = state.heard.as_ref().and_then(|heard| heard.address.as_ref());
        let place = match (told, &state.customer_address) {
            (Some(place), _) => format!("At {place}."),
            (None, Some(own)) => format!("The account's address is {own}; the caller was asked whether it is there."),
            (None, None) => "The caller was asked for the place.".to_owned(),
        };
        let name = state.caller_name.as_ref().map(|name| format!(" The caller is {name}.")).unwrap_or_default();
        format!("{place}{name} Calls from {}.", state.caller_phone)
    }
}

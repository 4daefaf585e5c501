//! Parts of replies: promises, verification, questions back, the steps of a guide; and the outcome of a call.

use model::record::Priority;
use model::support::{Act, ActivePlan, Asks, Danger, Fact, Heard, Language, Problem, Promise, Queue};

use super::phrases::within;
use super::speak::Saying;
use super::tree::PASSED;
use super::when::asked_for;
use crate::tools::say::{self, Id};
use crate::tools::{glossary, knowledge};

impl Saying<'_> {
    /// Promises a colleague: the sentence, the reason, and the caller's own words.
    pub(super) fn promise(&mut self, queue: Queue, priority: Priority, why: &str) {
        let said = self.state.heard.as_ref().map(|_| self.wished()).unwrap_or_default();
        let said: String = said.chars().take(300).collect();
        // What waited for this message: "yes" says what it confirms.
        let said = match &self.state.pending {
            Some(before) if !said.is_empty() => format!("{before} / {said}"),
            _ => said,
        };
        let mut reason = if said.is_empty() { format!("{why}.") } else { format!("{why}: “{said}”") };
        if self.state.not_owner || self.state.facts.account.is_some() {
            reason.push_str(" Not from the account's own number: call that one.");
        }
        if priority == Priority::Critical && self.state.danger == Some(Danger::Violence) {
            reason.push_str(" A ringing telephone may give the caller away.");
        }
        self.turn.promise = Some(Promise { queue, priority, reason });
    }

    /// Noted for a colleague; the call continues with the last question.
    pub(super) fn note(&mut self, wish: Act, id: Id, queue: Queue, why: &str) {
        self.add(id, &[]);
        self.in_their_words();
        // Said with the first promise of a call.
        if self.state.promises.is_empty() {
            self.call_within();
        }
        let priority = if queue == Queue::Complaints { Priority::High } else { Priority::Medium };
        self.promise(queue, priority, why);
        self.turn.wish = Some(wish);
        let state = self.state;
        let acts = || state.heard.iter().flat_map(|heard| &heard.acts).copied();
        // An end of the contract is noted only once it was confirmed.
        let also =
            |act: &Act| *act != wish && *act != Act::Cancel && PASSED.contains(act) && !state.noted.contains(act);
        self.turn.also = acts().filter(also).collect();
        if !self.turn.also.is_empty() {
            self.add(Id::AllNoted, &[]);
        }
        match state.problem_type.is_some_and(Problem::of_the_line) && !state.solved {
            true if state.customer_id.is_some() && !state.address_confirmed => self.question(Asks::Confirm),
            true => self.again(),
            false => self.question(Asks::More),
        }
    }

    /// Adds further words about a noted wish to its task.
    pub(super) fn added(&mut self) {
        let wish = self.state.heard.iter().flat_map(|heard| &heard.acts).find(|act| self.state.noted.contains(act));
        let queue = match wish {
            Some(Act::Cancel | Act::Moving | Act::ChangePlan) => Queue::Contracts,
            Some(Act::Compensation) => Queue::Billing,
            Some(Act::Complain | Act::Threat) => Queue::Complaints,
            _ => self.state.promises.last().copied().unwrap_or(Queue::Support),
        };
        self.add(Id::Added, &[]);
        self.in_their_words();
        self.promise(queue, Priority::Medium, "Adds");
        self.question(Asks::More);
    }

    /// The message with the wish: not the one that only confirms the address.
    fn wished(&self) -> String {
        let state = self.state;
        let before = state.problem_description.clone().filter(|_| state.asks == Some(Asks::Confirm));
        before.or_else(|| self.said.clone()).unwrap_or_default()
    }

    /// What was written down, as it was said: a day or a wish that was misheard is noticed.
    pub(super) fn in_their_words(&mut self) {
        const MAX_SPOKEN_WORDS: usize = 30;
        // A question read back is no answer, and neither is a goodbye.
        let silent = |heard: &Heard| heard.question || heard.says(Act::Goodbye) || heard.says(Act::NothingElse);
        let asks = self.state.heard.as_ref().is_some_and(silent);
        let said = self.wished();
        let said = said.trim().trim_end_matches(['.', ',', ';']);
        if !asks && (3..=MAX_SPOKEN_WORDS).contains(&said.split_whitespace().count()) {
            self.add(Id::InTheirWords, &[("said", said)]);
        }
    }

    /// A plan with its price, where that is known.
    pub(super) fn plan(&self, plan: &ActivePlan) -> String {
        let (language, formal) = (self.state.language, self.state.formal);
        let Some(price) = plan.price else { return plan.name.clone() };
        let price = format!("{price:.2}");
        let price = if language == Language::Lt { price.replace('.', ",") } else { price };
        say::text(language, formal, Id::PlanPrice, &[("plan", &plan.name), ("price", &price)])
    }

    pub(super) fn hand_over(&mut self) {
        self.add(Id::HandedOver, &[]);
        self.in_their_words();
        let state = self.state;
        let why = if state.wrong_facts > 0 {
            "Could not be verified; verify before anything is told"
        } else if state.misunderstood > 0 {
            "Was not understood"
        } else {
            "Wants to speak with a person"
        };
        self.promise(Queue::Support, Priority::Medium, why);
        self.call_within();
    }

    /// When a colleague calls.
    fn call_within(&mut self) {
        let when = within(self.call_back, self.state.language);
        if !when.is_empty() {
            self.add(Id::CallWithin, &[("time", &when)]);
        }
    }

    /// How to verify; `failed` after a failed attempt.
    pub(super) fn verify(&mut self, failed: bool) {
        let language = self.state.language;
        let name = |fact: &Fact| {
            let id = match fact {
                Fact::Account => Id::FactAccount,
                Fact::Name => Id::FactName,
                Fact::Email => Id::FactEmail,
                Fact::Code => Id::FactCode,
            };
            say::text(language, self.state.formal, id, &[])
        };
        let facts: Vec<String> = asked_for(self.state).iter().map(name).collect();
        let id = if failed { Id::VerifyFailed } else { Id::AskVerify };
        self.add(id, &[("facts", &facts.join(", "))]);
        self.ask(Asks::Verify);
    }

    /// Answers a question back from the glossary or the beginning of an article; then repeats the last question.
    pub(super) fn explain(&mut self, question: &str) {
        let (language, formal) = (self.state.language, self.state.formal);
        let place = self.state.heard.as_ref().is_some_and(|heard| heard.says(Act::WhereIs));
        let entry = glossary::find(question, language);
        let told = entry.map(|entry| if place { entry.place(formal) } else { entry.what(formal) });
        let article =
            || knowledge::find(question, Some(language), None).first().map(|(article, _)| article.intro.clone());
        match told.or_else(article) {
            Some(text) => self.parts.push(text),
            None => self.add(Id::NotKnown, &[]),
        }
        self.again();
    }

    /// How long it takes, if a result has that.
    pub(super) fn how_long(&mut self) {
        let state = self.state;
        match (&state.finding.until, &state.street_until) {
            (Some(_), _) | (None, Some(_)) => self.street_outage(),
            _ if state.asks == Some(Asks::Step) => self.add(Id::HowLongStep, &[]),
            _ => self.add(Id::HowLongUnknown, &[]),
        }
        self.again();
    }

    /// The guide's steps in the current language, which may differ from the one they were found in.
    pub(super) fn steps(&self) -> Vec<String> {
        let Some(guide) = &self.state.guide else { return Vec::new() };
        let article = knowledge::named(&guide.article, self.state.language);
        article.map_or_else(
            || guide.steps.clone(),
            |article| knowledge::steps(article, self.state.problem_type, self.state.formal),
        )
    }

    /// The next step of the guide; before the first, the findings.
    pub(super) fn step(&mut self) {
        let Some(guide) = &self.state.guide else { return };
        let given = guide.given;
        let steps = self.steps();
        let Some(step) = steps.get(given) else { return };
        if self.state.heard.as_ref().is_some_and(|heard| heard.says(Act::Unable)) && given > 0 {
            self.add(Id::SkipStep, &[]);
        }
        if given == 0 {
            if self.found() {
                self.add(Id::MinorIssue, &[]);
            }
            self.add(Id::StepFirst, &[("step", step)]);
        } else {
            self.add(Id::StepNext, &[("step", step)]);
        }
        self.turn.step = Some(given);
        self.question(Asks::Step);
    }
}

//! Everything that the demo bank's people say and write, as TOML data, with its only parser.
//!
//! `areas/` has what people write about: areas, their reasons, and for each reason the situations. `manners`,
//! `letters`, `feelings` and `desk` turn a situation into a letter, a call note or a chat (see `compose` and `talk`);
//! `documents/` are the bank's own. Texts use the grammar of `super::grammar`, with the slots of `super::slots`. Lines
//! of a list are equally likely: empty or repeated ones are intentional.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use model::record::Kind;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::people::Tone;

mod documents;
mod fit;
mod mood;

pub use documents::documents;
pub use fit::{area_shares, fitting, pick_on, reason_shares};
pub use mood::Mood;

/// Whom a situation or a line fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    #[default]
    Any,
    Company,
    Private,
}

impl Who {
    pub fn suits(self, company: bool) -> bool {
        self == Who::Any || (self == Who::Company) == company
    }
}

/// When a situation can have happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    #[default]
    Always,
    /// Between the new price list of 1 October 2025 and the year's end.
    NewFees,
    /// The outage of 11 November 2025 and the three days after it.
    Outage,
    /// From the update of 15 January 2026 on.
    Update,
    /// Until the day before that update.
    BeforeUpdate,
    /// June and July 2025, when four branches changed their hours.
    BranchHours,
    /// From 9 October 2025, when payees' names began to be checked.
    NameCheck,
    /// December 2025 until the update, which had been announced.
    Announced,
}

/// A situation. Empty parts come from the reason or the area.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sit {
    pub who: Who,
    pub when: When,
    pub subject: String,
    /// Its sentiment, from -1 to 1.
    pub sentiment: Option<f64>,
    /// What happened, in the customer's words.
    pub told: String,
    /// Further details, of which any prefix makes sense.
    pub more: Vec<String>,
    /// What the customer wants.
    pub want: String,
    /// The same in the shorthand of the call's note-taker.
    pub note: String,
    /// The first lines in a chat, or a short public post, separated by ` // `; a choice may be between several lines.
    pub chat: String,
    /// The bank's answer in a chat, if the reason's replies do not fit.
    pub reply: String,
}

/// A subcategory.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    pub name: String,
    pub weight: u32,
    /// Slug of its main product.
    pub product: String,
    /// See [`pick_on`] for subjects, replies, actions and outcomes that begin with a date.
    pub subjects: Vec<String>,
    /// The bank's answers in a chat.
    pub replies: Vec<String>,
    pub sits: Vec<Sit>,
}

/// A category together with the customers' intent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    pub category: String,
    pub kind: Kind,
    /// Share of all communications outside January's mobile banking complaints, in any unit.
    pub weight: u32,
    /// The effects on the customer.
    #[serde(default)]
    pub impacts: Vec<(Who, String)>,
    #[serde(default)]
    pub wants: Vec<String>,
    /// Endings of call notes.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Endings of cases.
    #[serde(default)]
    pub outcomes: Vec<String>,
    /// Cases that the bank opens itself: the reason's name and the case's description.
    #[serde(default)]
    pub reviews: Vec<(String, String)>,
    pub reasons: Vec<Reason>,
}

/// A file of areas; its own lists are the default for each area.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Areas {
    wants: Vec<String>,
    actions: Vec<String>,
    outcomes: Vec<String>,
    areas: Vec<Area>,
}

impl Areas {
    fn filled(self) -> Vec<Area> {
        let mut areas = self.areas;
        for area in &mut areas {
            for (own, shared) in [
                (&mut area.wants, &self.wants),
                (&mut area.actions, &self.actions),
                (&mut area.outcomes, &self.outcomes),
            ] {
                if own.is_empty() {
                    own.clone_from(shared);
                }
            }
        }
        areas
    }
}

/// The habits of one tone of voice. An empty line means leaving it out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manner {
    pub greet: Vec<String>,
    /// First sentence of someone with a grievance.
    pub cross: Vec<String>,
    /// First sentence of someone with a question or a wish.
    pub calm: Vec<String>,
    /// The effect of a grievance on them.
    pub feel: Vec<String>,
    /// Its sentiment, from -1 to 1.
    pub felt: f64,
    /// Last sentence of someone with a grievance.
    pub insist: Vec<String>,
    /// Last sentence of someone with a question or a wish.
    pub thank: Vec<String>,
    pub sign: Vec<String>,
    /// How many of the further details they give, in percent each.
    pub talkative: u32,
}

/// Declares a struct of lists of phrases; the file explains each list.
macro_rules! lists {
    ($(#[$meta:meta])* $name:ident { $($list:ident),+ $(,)? } $({ $($field:ident: $type:ty),+ })?) => {
        $(#[$meta])*
        #[derive(Debug, Default, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $(pub $list: Vec<String>,)+ $($(pub $field: $type,)+)? }
    };
}

/// Declares the sentiments of a file's lists, from -1 to 1.
macro_rules! sentiments {
    ($($name:ident { $($list:ident),+ })+) => {$(
        #[derive(Debug, Default, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $(pub $list: f64,)+ }
    )+};
}

sentiments! {
    OfLetters { chase, settled, formal }
    OfFeelings { written, said, posted, seen }
    OfDesk { to_bot_cross, to_bot_sigh, to_agent_cross }
}

lists! {
    /// See `letters.toml`.
    Letters { chase, chase_end, settled, formal_complaints, cool_greetings } { sentiment: OfLetters }
}

lists! {
    /// See `feelings.toml`.
    Feelings { written, said, posted, seen } { sentiment: OfFeelings }
}

lists! {
    /// See `desk.toml`.
    Desk {
        bot_lead, bot_handover, bot_end, bot_end_cross, to_bot_cross, to_bot_sigh, to_bot_calm,
        agent_hello, agent_takes_over, agent_ack, agent_glad, agent_end, agent_end_calm, to_agent_cross, to_agent_calm,
        mood_calm, note_frames, note_settled, note_chase, note_escalated, chase_short,
    } { bot_guess: Vec<(String, Vec<String>)>, sentiment: OfDesk }
}

/// In the order of the areas, on which the seed's draws depend. The first is the one whose January is fixed by
/// `calendar::JANUARY`.
const AREA_FILES: [&str; 9] = [
    include_str!("areas/mobile.toml"),
    include_str!("areas/opening.toml"),
    include_str!("areas/calls.toml"),
    include_str!("areas/cdd.toml"),
    include_str!("areas/fees.toml"),
    include_str!("areas/payments.toml"),
    include_str!("areas/questions.toml"),
    include_str!("areas/requests.toml"),
    include_str!("areas/praise.toml"),
];
const MANNERS_FILE: &str = include_str!("manners.toml");
const LETTERS_FILE: &str = include_str!("letters.toml");
const FEELINGS_FILE: &str = include_str!("feelings.toml");
const DESK_FILE: &str = include_str!("desk.toml");

pub static AREAS: LazyLock<Vec<Area>> =
    LazyLock::new(|| AREA_FILES.iter().flat_map(|text| read::<Areas>(text).filled()).collect());
pub static MANNERS: LazyLock<BTreeMap<Tone, Manner>> = LazyLock::new(|| read(MANNERS_FILE));
pub static LETTERS: LazyLock<Letters> = LazyLock::new(|| read(LETTERS_FILE));
pub static FEELINGS: LazyLock<Feelings> = LazyLock::new(|| read(FEELINGS_FILE));
pub static DESK: LazyLock<Desk> = LazyLock::new(|| read(DESK_FILE));

/// Parses an included file. An invalid one fails a test here instead of the program.
fn read<T: DeserializeOwned + Default>(text: &str) -> T {
    toml::from_str(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_reads() {
        for text in AREA_FILES {
            for area in toml::from_str::<Areas>(text).unwrap().filled() {
                assert!(!area.wants.is_empty() && !area.actions.is_empty(), "{}", area.category);
                assert!(!area.outcomes.is_empty() && !area.reasons.is_empty(), "{}", area.category);
                assert!(area.reasons.iter().all(|r| !r.sits.is_empty()), "{}", area.category);
                for sit in area.reasons.iter().flat_map(|r| &r.sits) {
                    let named = sit.sentiment.unwrap_or_else(|| panic!("{} names no sentiment", sit.told));
                    assert!(
                        (-1.0..=1.0).contains(&named) && (area.kind != Kind::Complaint || named < -0.2),
                        "{}",
                        sit.told
                    );
                }
            }
        }
        let manners = toml::from_str::<BTreeMap<Tone, Manner>>(MANNERS_FILE).unwrap();
        assert_eq!(manners.len(), 10, "one manner for each tone");
        toml::from_str::<Letters>(LETTERS_FILE).unwrap();
        toml::from_str::<Feelings>(FEELINGS_FILE).unwrap();
        toml::from_str::<Desk>(DESK_FILE).unwrap();
    }
}

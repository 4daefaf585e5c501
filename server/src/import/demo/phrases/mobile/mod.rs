//! Complaints about the mobile app. The three large subcategories have a file each, the eleven small ones share one.

use app::model::record::Kind;

use super::Area;
use super::Who::{Any, Company, Private};

mod crashes;
mod sign_in;
mod slow;
mod smaller;

pub const AREA: Area = Area {
    category: "Mobile app",
    kind: Kind::Complaint,
    weight: 60,
    impacts: &[
        (Any, "[Meanwhile|Until then] {i} cannot approve [anything|a single payment]."),
        (Company, "Two approvers depend on the app, so [nothing|not one payment] leaves the house today."),
        (
            Company,
            "[Wages|Salaries] have to be released by {time}, and the second approval is only possible on the phone.",
        ),
        (Company, "{My} driver stood at the fuel station with a card {i} could not unblock."),
        (Company, "A supplier of {goods} is waiting for {amount}."),
        (Private, "I had to ask my {kin} to pay for me, which was embarrassing."),
        (Private, "I was {scene} and [had to leave my things behind|could not pay|had to ask a stranger]."),
        (Private, "The rent is due and I [do not dare to|can't] start a transfer like this."),
        (Private, "The nearest branch is forty minutes away by bus, so [the app is all I have|I depend on the phone]."),
        (Any, "It cost {me} {minutes} minutes[ {scene}| of the day|]."),
        (Any, "{I} ended up doing it at the machine in {branch}, in the rain."),
        (Any, "[The old version never did this.|Before the change it simply worked.]"),
    ],
    wants: &[
        "[Please tell|Can you tell] {me} when this will be [mended|fixed|put right].",
        "Give {me} a way [in|to bank] until it works[, please|].",
        "[Please put|Put] the old version back[ until the new one works|].",
        "Someone technical should call {me}, not [a script|an answering machine].",
        "{I} would like to know [what happened|what went wrong] and whether {my} data is safe.",
        "Tell {me} whether {i} should [delete it and start again|reinstall it] or wait.",
        "When is the next update? [A date, please.|A real date.]",
        "",
    ],
    actions: &[
        "Logged with digital team[, {he} wants a call back|].",
        "[Took|Walked {him} through] the usual steps (restart, update, clear cache), [no luck|did not help].",
        "Offered online banking on PC meanwhile, [{he} accepted that|{he} was not happy].",
        "Passed device and version to second line.",
        "Apologised, [no ETA to give|could not give a date].",
        "{He} will try again tonight and ring back if no better.",
        "Sent {him} the link to the status page.",
        "2026-01-15> Reset the device binding, asked {him} to wait {minutes} mins.",
    ],
    outcomes: &[
        "2026-01-15> Device binding reset; customer signed in on the {device} and confirmed by phone.",
        "2026-01-15> Known fault of version 6.2, corrected by the server-side change of {done}. Customer informed.",
        "Customer moved to online banking until the correction; app works again since {done}.",
        "Could not be reproduced. Log files requested, customer did not send them; closed after reminder.",
        "Cache of the statement list rebuilt for this customer. Loading time back to normal.",
        "Reinstalled together with the customer on the phone; {fee} goodwill credited.",
    ],
    reasons: &[
        sign_in::LOGIN,
        crashes::CRASHES,
        slow::SLOW,
        smaller::NOTIFICATIONS,
        smaller::FACE,
        smaller::STATEMENT,
        smaller::TRANSFERS,
        smaller::FREEZE,
        smaller::BATTERY,
        smaller::LANGUAGE,
        smaller::ACCESS,
        smaller::SETUP,
        smaller::INSTALL,
        smaller::CURRENCY,
    ],
};

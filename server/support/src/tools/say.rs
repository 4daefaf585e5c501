//! The support agent's own fixed messages in both languages (B-046), for "tu" or for "Jūs". The texts are Fluent files
//! in `messages/`, compiled in and parsed once; an [`Id`] missing from the table does not compile, and a test fails if
//! a file lacks a message, an argument or a form.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use model::support::{Language, Problem};

/// Defines the messages: the name in the files, and the message's arguments.
macro_rules! messages {
    ($($id:ident = $name:literal ($($arg:literal),*);)*) => {
        /// A fixed message.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Id { $($id),* }

        impl Id {
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$id),*];

            /// The name in the files.
            pub fn name(self) -> &'static str {
                match self { $(Self::$id => $name),* }
            }

            /// Its arguments, besides the form of address.
            pub fn args(self) -> &'static [&'static str] {
                match self { $(Self::$id => &[$($arg),*]),* }
            }
        }
    };
}

messages! {
    Greeting = "greeting" ("company");
    AskProblem = "ask-problem" ();
    ConfirmAddress = "confirm-address" ("address");
    AskAddress = "ask-address" ();
    AddressNotFound = "address-not-found" ("address");
    AddressNotYours = "address-not-yours" ();
    AskOtherAddress = "ask-other-address" ();
    OtherData = "other-data" ();
    PlanNoted = "plan-noted" ();
    MovingNoted = "moving-noted" ();
    NoOpenTicket = "no-open-ticket" ();
    Suspended = "suspended" ();
    Cancelled = "cancelled" ();
    Outage = "outage" ("services", "until");
    OutageNoTime = "outage-no-time" ("services");
    PortDown = "port-down" ();
    PacketLoss = "packet-loss" ();
    Intermittent = "intermittent" ();
    NoIp = "no-ip" ();
    Jitter = "jitter" ();
    PoorSignal = "poor-signal" ();
    MinorIssue = "minor-issue" ();
    AccountInfo = "account-info" ();
    StepFirst = "step-first" ("step");
    StepNext = "step-next" ("step");
    DidItHelp = "did-it-help" ();
    OfferTicket = "offer-ticket" ();
    TicketMade = "ticket-made" ("id");
    TicketDeclined = "ticket-declined" ();
    TicketFailed = "ticket-failed" ();
    HandedOver = "handed-over" ();
    Calm = "calm" ();
    NotUnderstood = "not-understood" ();
    WhichFirst = "which-first" ("first", "later");
    NextProblem = "next-problem" ("problem");
    Resolved = "resolved" ();
    AnythingElse = "anything-else" ();
    Bye = "bye" ();
    LanguageChanged = "language-changed" ();
    Error = "error" ();
    Timeout = "timeout" ();
    MaxTurns = "max-turns" ();
    ConversationEnded = "conversation-ended" ();
    ProblemNoInternet = "problem-no-internet" ();
    ProblemSlowInternet = "problem-slow-internet" ();
    ProblemIntermittent = "problem-intermittent" ();
    ProblemTvNoSignal = "problem-tv-no-signal" ();
    ProblemAccount = "problem-account" ();
    ServiceInternet = "service-internet" ();
    ServiceTv = "service-tv" ();
    ServicePhone = "service-phone" ();
    AskVerify = "ask-verify" ("facts");
    VerifyFailed = "verify-failed" ("facts");
    StreetOutage = "street-outage" ("until");
    StreetOutageNoTime = "street-outage-no-time" ();
    StreetNothing = "street-nothing" ();
    DangerFire = "danger-fire" ();
    DangerElectricity = "danger-electricity" ();
    DangerWater = "danger-water" ();
    DangerGas = "danger-gas" ();
    DangerViolence = "danger-violence" ();
    DangerSelfHarm = "danger-self-harm" ();
    DangerHealth = "danger-health" ();
    DangerOther = "danger-other" ();
    DangerAgain = "danger-again" ();
    AreYouSafe = "are-you-safe" ();
    DangerOver = "danger-over" ();
    CancelNoted = "cancel-noted" ();
    CompensationNoted = "compensation-noted" ();
    ComplaintNoted = "complaint-noted" ();
    StillOpen = "still-open" ();
    LeftOpen = "left-open" ();
    WaitOk = "wait-ok" ();
    HowLongStep = "how-long-step" ();
    HowLongUnknown = "how-long-unknown" ();
    NotKnown = "not-known" ();
    TicketWaits = "ticket-waits" ();
    TicketChanged = "ticket-changed" ();
    OpenBefore = "open-before" ("id", "date");
    NoService = "no-service" ("service", "services");
    SkipStep = "skip-step" ();
    TakenOver = "taken-over" ("name");
    AlreadyPassed = "already-passed" ();
    ProblemRouter = "problem-router" ();
    ProblemEquipment = "problem-equipment" ();
    ProblemVisit = "problem-visit" ();
    ProblemPhone = "problem-phone" ();
    FactAccount = "fact-account" ();
    FactName = "fact-name" ();
    FactEmail = "fact-email" ();
    FactCode = "fact-code" ();
    ProblemWifiRange = "problem-wifi-range" ();
    ProblemWifiPassword = "problem-wifi-password" ();
    ProblemTvChannel = "problem-tv-channel" ();
    ProblemTvPicture = "problem-tv-picture" ();
    DangerAgainViolence = "danger-again-violence" ();
    DangerAgainSelfHarm = "danger-again-self-harm" ();
    DangerAgainHealth = "danger-again-health" ();
    DangerOverPerson = "danger-over-person" ();
    StayOut = "stay-out" ();
    StayAway = "stay-away" ();
    OwnersOnly = "owners-only" ();
    Added = "added" ();
    InTheirWords = "in-their-words" ("said");
    Precaution = "precaution" ();
    OwnAccount = "own-account" ("address", "services");
    TicketOfCall = "ticket-of-call" ("id");
    UnclearStep = "unclear-step" ();
    VisitNoted = "visit-noted" ();
    DangerFallen = "danger-fallen" ();
    CallNow = "call-now" ();
    DontTouch = "dont-touch" ();
    AskPlace = "ask-place" ();
    AskName = "ask-name" ();
    DangerNoted = "danger-noted" ();
    AskCancel = "ask-cancel" ();
    NotEnding = "not-ending" ();
    PriceOfLeaving = "price-of-leaving" ();
    VisitOff = "visit-off" ();
    AllNoted = "all-noted" ();
    Machine = "machine" ();
    Foreign = "foreign" ();
    WhichOf = "which-of" ("first", "second");
    QuestionPassed = "question-passed" ();
    CallWithin = "call-within" ("time");
    OwnAddress = "own-address" ("address");
    PlanPrice = "plan-price" ("plan", "price");
}

/// Passed instead of an empty argument, because Fluent selectors match no empty text.
const NONE: &str = "none";

/// A message in a language. Arguments are inserted unchanged; unknown ones are ignored.
pub fn text(language: Language, formal: bool, id: Id, args: &[(&str, &str)]) -> String {
    debug_assert!(id.args().iter().all(|name| args.iter().any(|(n, _)| n == name)), "{id:?} needs {:?}", id.args());
    let mut values = FluentArgs::with_capacity(args.len() + 1);
    values.set("form", if formal { "formal" } else { "informal" });
    for (name, value) in args {
        values.set(*name, if value.is_empty() { NONE } else { *value });
    }
    let bundle = match language {
        Language::Lt => &BUNDLES.0,
        Language::En => &BUNDLES.1,
    };
    let Some(pattern) = bundle.get_message(id.name()).and_then(|message| message.value()) else {
        tracing::error!(message = id.name(), ?language, "no such message");
        return id.name().to_owned();
    };
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&values), &mut errors).into_owned();
    if !errors.is_empty() {
        tracing::error!(message = id.name(), ?language, ?errors, "a message lacks a value");
    }
    text
}

/// The name of a problem in a language.
pub fn problem(problem: Problem, language: Language) -> String {
    let id = match problem {
        Problem::NoInternet => Id::ProblemNoInternet,
        Problem::SlowInternet => Id::ProblemSlowInternet,
        Problem::Intermittent => Id::ProblemIntermittent,
        Problem::TvNoSignal => Id::ProblemTvNoSignal,
        Problem::Account => Id::ProblemAccount,
        Problem::Router => Id::ProblemRouter,
        Problem::Equipment => Id::ProblemEquipment,
        Problem::Visit => Id::ProblemVisit,
        Problem::PhoneLine => Id::ProblemPhone,
        Problem::WifiRange => Id::ProblemWifiRange,
        Problem::WifiPassword => Id::ProblemWifiPassword,
        Problem::TvChannel => Id::ProblemTvChannel,
        Problem::TvPicture => Id::ProblemTvPicture,
    };
    text(language, false, id, &[])
}

const LT: &str = include_str!("messages/lt.ftl");
const EN: &str = include_str!("messages/en.ftl");

static BUNDLES: LazyLock<(FluentBundle<FluentResource>, FluentBundle<FluentResource>)> =
    LazyLock::new(|| (bundle("lt", LT), bundle("en", EN)));

fn bundle(language: &str, source: &str) -> FluentBundle<FluentResource> {
    // Unparsable messages are left out of the resource: a test checks that there are none.
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(parsed, _)| parsed);
    let mut bundle = FluentBundle::new_concurrent(language.parse().into_iter().collect());
    // Bidi isolation marks would be visible in a terminal; both languages run left to right.
    bundle.set_use_isolating(false);
    bundle.add_resource_overriding(resource);
    bundle
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};

    use super::*;

    /// For each message: its arguments, and for each form selector the forms present.
    #[derive(Default)]
    struct Used {
        args: BTreeSet<String>,
        forms: Vec<BTreeSet<String>>,
    }

    fn used(source: &str) -> BTreeMap<String, Used> {
        let parsed = fluent_syntax::parser::parse(source).expect("the file parses");
        let mut all = BTreeMap::new();
        for entry in &parsed.body {
            if let Entry::Message(message) = entry {
                let mut used = Used::default();
                walk(message.value.as_ref().expect("a message has a text"), &mut used);
                assert!(all.insert(message.id.name.to_owned(), used).is_none(), "{} stands twice", message.id.name);
            }
        }
        all
    }

    fn walk(pattern: &Pattern<&str>, used: &mut Used) {
        for element in &pattern.elements {
            let PatternElement::Placeable { expression } = element else { continue };
            let (inline, variants) = match expression {
                Expression::Inline(inline) => (inline, None),
                Expression::Select { selector, variants } => (selector, Some(variants)),
            };
            let InlineExpression::VariableReference { id } = inline else { panic!("not a variable: {inline:?}") };
            if id.name != "form" {
                used.args.insert(id.name.to_owned());
            }
            let Some(variants) = variants else { continue };
            if id.name == "form" {
                let key = |key: &VariantKey<&str>| match key {
                    VariantKey::Identifier { name } => (*name).to_owned(),
                    VariantKey::NumberLiteral { value } => (*value).to_owned(),
                };
                used.forms.push(variants.iter().map(|v| key(&v.key)).collect());
            }
            variants.iter().for_each(|v| walk(&v.value, used));
        }
    }

    /// Its text with each argument filled with its own name.
    fn filled(language: Language, formal: bool, id: Id) -> String {
        let args: Vec<(&str, &str)> = id.args().iter().map(|name| (*name, *name)).collect();
        text(language, formal, id, &args)
    }

    #[test]
    fn both_files_have_every_message_with_its_arguments_and_forms() {
        let both = BTreeSet::from(["formal".to_owned(), "informal".to_owned()]);
        for source in [LT, EN] {
            let all = used(source);
            let names: BTreeSet<&str> = all.keys().map(String::as_str).collect();
            assert_eq!(names, Id::ALL.iter().map(|id| id.name()).collect());
            for id in Id::ALL {
                let used = &all[id.name()];
                assert_eq!(used.args, id.args().iter().map(|a| (*a).to_owned()).collect(), "{id:?}");
                assert!(used.forms.iter().all(|forms| *forms == both), "{id:?} lacks a form");
            }
        }
    }

    #[test]
    fn languages_differ_and_so_do_forms() {
        let lithuanian = used(LT);
        for id in Id::ALL {
            assert_ne!(filled(Language::Lt, false, *id), filled(Language::En, false, *id), "{id:?}");
            for language in [Language::Lt, Language::En] {
                for formal in [false, true] {
                    let text = filled(language, formal, *id);
                    assert!(!text.contains(['{', '}', '$']) && text == text.trim(), "{text:?}");
                }
            }
            let [informal, formal] = [false, true].map(|formal| filled(Language::Lt, formal, *id));
            assert_eq!(informal != formal, !lithuanian[id.name()].forms.is_empty(), "{id:?}");
            let words = |text: &str| -> Vec<String> {
                text.split(|c: char| !c.is_alphabetic()).map(|w| w.to_lowercase()).collect()
            };
            let has = |text: &str, of: &[&str]| words(text).iter().any(|w| of.contains(&w.as_str()));
            assert!(!has(&informal, &["jūs", "jūsų", "jums", "jus"]), "{informal}");
            assert!(!has(&formal, &["tu", "tavo", "tau", "tave", "tavimi"]), "{formal}");
        }
    }

    #[test]
    fn as_the_worked_example_says_it() {
        assert_eq!(text(Language::Lt, false, Id::Greeting, &[("company", "")]), "Labas! Kuo galiu padėti?");
        assert_eq!(
            text(Language::Lt, false, Id::Greeting, &[("company", "Pavyzdys")]),
            "Labas! Čia Pavyzdys. Kuo galiu padėti?"
        );
        assert_eq!(
            text(Language::Lt, false, Id::ConfirmAddress, &[("address", "Vilniaus g. 15")]),
            "Radau tavo paskyrą. Ar skambini dėl adreso Vilniaus g. 15?"
        );
        assert_eq!(
            text(Language::Lt, true, Id::ConfirmAddress, &[("address", "Vilniaus g. 15")]),
            "Radau Jūsų paskyrą. Ar skambinate dėl adreso Vilniaus g. 15?"
        );
        assert_eq!(
            text(Language::En, false, Id::StepFirst, &[("step", "Look at the lights.")]),
            "Let's take it one step at a time. First:\n\nLook at the lights."
        );
    }
}

//! Understands a caller's message: its acts by the trained classifier (`hearing`), danger by rules; an address, a name
//! and verification facts are extracted by their form.
//!
//! Deliberately not here: what follows from it (`tree`).

use std::sync::LazyLock;

use model::support::{Act, Asks, CallState, Facts, Heard, Language, Leaving, Problem};
use model::text::fold;
use regex::Regex;

use crate::hearing::{Alarm, Hearing, Reading, danger, wish};
use base::pattern;
use linear::features;

/// A message of fewer words may be in any language: "ok", "internet".
const SENTENCE_WORDS: usize = 3;

/// Minimum probability of a reading that is offered to the caller.
const MIN_OFFERED_PROBABILITY: f32 = 0.08;

/// What a message says in a call so far.
pub fn hear_in(message: &str, before: Option<&CallState>, language: Language, phone: &str) -> Heard {
    let (language, asks) = before.map_or((language, None), |before| (before.language, before.asks));
    let mut heard = hear(message, language, asks, phone);
    // "The first", in answer to two readings.
    let offers = before.map(|before| before.offers.as_slice()).unwrap_or_default();
    if let Some(act) = wish::chosen(message).and_then(|n| offers.get(n))
        && !heard.says(*act)
    {
        heard.acts.push(*act);
    }
    // "Gintaro, thirty-seven": whoever names the street of the account's address means that address.
    let own = before.and_then(|before| before.customer_address.as_deref()).filter(|own| names_street(message, own));
    let other = [Act::No, Act::OtherAddress, Act::OthersData].iter().any(|act| heard.says(*act));
    if own.is_some() && asks == Some(Asks::Confirm) && !other && !heard.says(Act::Yes) {
        heard.acts.push(Act::Yes);
    }
    heard
}

/// Whether a message has the name of an address's street, in whatever form of the word.
fn names_street(message: &str, address: &str) -> bool {
    const MIN_LEN: usize = 4;
    let words = features::words(message);
    let street = address.split([',', '.']).flat_map(str::split_whitespace).map(fold).find(|word| word.len() > MIN_LEN);
    let stem = street.map(|street| street.chars().take(street.chars().count() - 2).collect::<String>());
    stem.filter(|stem| stem.len() >= MIN_LEN).is_some_and(|stem| words.iter().any(|word| fold(word).starts_with(&stem)))
}

/// What a message says, after the question `asks` in `language`, from the number `phone`.
pub fn hear(message: &str, language: Language, asks: Option<Asks>, phone: &str) -> Heard {
    let heard = Hearing::shared().hear(message, asks);
    let mut acts = heard.sure();
    // A place or a name is no danger of its own: "behind the school". Then only what the rules know counts.
    let answers = matches!(asks, Some(Asks::Place | Asks::Name));
    acts.retain(|act| !answers || *act != Act::Danger);
    let alarm = if answers { danger::danger(message).map(Alarm::Danger) } else { Hearing::shared().alarm(message) };
    let danger = match alarm {
        Some(Alarm::Danger(danger)) => Some(danger),
        _ => None,
    };
    let foreign = danger.is_none() && is_foreign(message, &heard);
    if foreign {
        acts.clear();
    }
    acts.retain(|act| !wish::is_denied(message, *act));
    // "What is my plan?" asks for what the account says, and for no other plan.
    if acts.contains(&Act::OwnAccount) && !wish::mentions(message, Act::ChangePlan) {
        acts.retain(|act| *act != Act::ChangePlan);
    }
    // Who wants a faster plan may call the present one slow.
    if acts.contains(&Act::ChangePlan) {
        acts.retain(|act| *act != Act::SlowInternet);
    }
    // A picture that comes and goes is no connection that does.
    let picture = acts.iter().any(|act| matches!(act, Act::TvPicture | Act::TvNoSignal));
    if picture && !wish::mentions_internet(message) {
        acts.retain(|act| *act != Act::Intermittent);
    }
    if wish::only_calls(message) {
        acts.retain(|act| *act != Act::PhoneLine);
    }
    if acts.contains(&Act::AsksWho) && !wish::asks_for_person(message) {
        acts.retain(|act| *act != Act::WantsPerson);
    }
    let leaving = wish::leaving(message, acts.contains(&Act::Cancel)).filter(|_| !foreign);
    let unmeant: &[Act] = match leaving {
        None | Some(Leaving::Wanted) => &[],
        Some(Leaving::Denied) => &[Act::Cancel, Act::Threat],
        Some(Leaving::Asked) => &[Act::Cancel, Act::Threat, Act::Bill, Act::ChangePlan, Act::Compensation],
        Some(Leaving::Visit) => &[Act::Cancel, Act::Threat, Act::TechnicianVisit, Act::TicketStatus],
    };
    acts.retain(|act| !unmeant.contains(act));
    let facts = facts(message, asks);
    if facts.account.is_some() {
        // An account number and a name say nothing else: they were asked for.
        acts.retain(|act| *act == Act::Danger);
    } else if names_another(message, phone) && facts.is_empty() && !acts.contains(&Act::OthersData) {
        acts.push(Act::OthersData);
    }
    // Street names are Lithuanian in any language.
    let address = address(message, asks);
    let street = address.as_ref().map_or(0, |address| features::words(address).len());
    let said = features::words(message).len().saturating_sub(street);
    let wanted = match (acts.contains(&Act::LanguageLt), acts.contains(&Act::LanguageEn)) {
        (true, false) => Some(Language::Lt),
        (false, true) => Some(Language::En),
        _ => heard.language().filter(|_| said >= SENTENCE_WORDS && !foreign),
    };
    if is_shouted(message) && !acts.contains(&Act::Angry) {
        acts.push(Act::Angry);
    }
    let asked_name = asks == Some(Asks::Name) && features::words(message).len() <= SENTENCE_WORDS && acts.is_empty();
    let answer = || message.trim_matches(|c: char| !c.is_alphabetic()).to_owned();
    let name = name(message).or_else(|| asked_name.then(answer)).filter(|name| !name.is_empty());
    let open = matches!(asks, None | Some(Asks::Problem | Asks::More));
    let unsure = open && acts.is_empty() && leaving.is_none() && address.is_none() && facts.is_empty() && !foreign;
    Heard {
        aftermath: danger::aftermath(message, asks == Some(Asks::Danger)),
        danger,
        suspects_danger: alarm == Some(Alarm::Suspected),
        hurt: danger::hurt(message),
        leaving,
        question: wish::is_question(message),
        formal: heard.language() != Some(Language::En) && is_formal(message),
        foreign,
        readings: if unsure { readings(&heard) } else { Vec::new() },
        address,
        name,
        language: wanted.filter(|wanted| *wanted != language),
        acts,
        facts,
    }
}

/// The two likeliest problems of an uncertain message; none if it may be anything.
fn readings(heard: &Reading) -> Vec<Act> {
    let possible = heard.acts.iter().filter(|scored| scored.probability >= MIN_OFFERED_PROBABILITY);
    let acts: Vec<Act> = possible.map(|scored| scored.act).filter(|act| Problem::named(*act).is_some()).collect();
    acts.get(..2).map(<[Act]>::to_vec).unwrap_or_default()
}

/// In neither language: another script, or sentences that are surely another language.
fn is_foreign(message: &str, heard: &Reading) -> bool {
    use whatlang::{Detector, Lang};
    const MIN_DETECTION_WORDS: usize = 4;
    const KNOWN: [Lang; 8] = [Lang::Eng, Lang::Lit, Lang::Rus, Lang::Ukr, Lang::Pol, Lang::Deu, Lang::Spa, Lang::Fra];
    let letters = || message.chars().filter(|c| c.is_alphabetic());
    let other = letters().filter(|c| !matches!(c, '\u{0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')).count();
    if other * 2 > letters().count() {
        return true;
    }
    // The classifier knows both languages as callers type them, without marks.
    features::words(message).len() >= MIN_DETECTION_WORDS
        && heard.language().is_none()
        && Detector::with_allowlist(KNOWN.to_vec())
            .detect(message)
            .is_some_and(|found| found.is_reliable() && !matches!(found.lang(), Lang::Eng | Lang::Lit))
}

/// Mostly in capitals, which the classifier was not trained on.
fn is_shouted(message: &str) -> bool {
    let (upper, letters) = message
        .chars()
        .filter(|c| c.is_alphabetic())
        .fold((0, 0), |(upper, letters), c| (upper + usize::from(c.is_uppercase()), letters + 1));
    letters >= 10 && upper * 2 > letters
}

/// Whether a message in Lithuanian says "Jūs": by its pronouns, or by an imperative or a conditional of that form.
fn is_formal(message: &str) -> bool {
    const PRONOUNS: [&str; 4] = ["jus", "jusu", "jums", "jumis"];
    const ENDINGS: [&str; 4] = ["kite", "kit", "tumete", "tumet"];
    const MIN_VERB_STEM_BYTES: usize = 2;
    features::words(message).iter().map(|word| fold(word)).any(|word| {
        let verb = |ending: &&str| word.strip_suffix(*ending).is_some_and(|stem| stem.len() >= MIN_VERB_STEM_BYTES);
        PRONOUNS.contains(&word.as_str()) || ENDINGS.iter().any(verb)
    })
}

/// Names a number or account other than the caller's.
fn names_another(message: &str, phone: &str) -> bool {
    static NUMBER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?:\+370|\b8)[\s-]?\d{2,3}[\s-]?\d{2,3}[\s-]?\d{2,3}\b"));
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let own = digits(phone);
    let last = |text: &str| text.chars().rev().take(8).collect::<String>();
    ACCOUNT.is_match(message) || NUMBER.find_iter(message).any(|m| last(&digits(m.as_str())) != last(&own))
}

static ACCOUNT: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\bcust\s?-?\s?\d{1,9}\b"));

/// The verification facts that a caller gives.
fn facts(message: &str, asks: Option<Asks>) -> Facts {
    static EMAIL: LazyLock<Regex> = LazyLock::new(|| pattern(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"));
    static CODE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b\d{4,8}\b"));
    /// Words around a name.
    const AROUND: [&str; 42] = [
        "mano", "vardas", "pavarde", "yra", "numeris", "kliento", "sutarties", "paskyros", "account", "number", "name",
        "is", "my", "and", "ir", "kodas", "code", "the", "tai", "cia", "as", "esu", "i'm", "am", "i", "nr", "no",
        "its", "it's", "el", "pastas", "email", "mail", "savininko", "savininkas", "on", "contract", "full",
        "sutartis", "to", "ant", "su",
    ];
    // An account number with an e-mail address is for verification, asked or not; models ask in their own words.
    let unasked = ACCOUNT.is_match(message) && EMAIL.is_match(message);
    if asks != Some(Asks::Verify) && !unasked {
        return Facts::default();
    }
    let found = |pattern: &Regex, text: &str| pattern.find(text).map(|m| m.as_str().to_owned());
    let account = found(&ACCOUNT, message).map(|text| text.replace([' ', '-'], "").to_uppercase());
    let email = found(&EMAIL, message);
    let rest = ACCOUNT.replace_all(message, " ");
    let rest = EMAIL.replace_all(&rest, " ");
    let words = rest.split(|c: char| !c.is_alphabetic() && c != '\'');
    let name: Vec<&str> =
        words.filter(|word| word.chars().count() > 1 && !AROUND.contains(&fold(word).as_str())).collect();
    // More words are a sentence, not a name.
    let name = (2..=4).contains(&name.len()).then(|| name.join(" "));
    Facts { account, name, email, code: found(&CODE, &rest) }
}

/// A street with a house number. If no address was asked for, only with a word for street.
fn address(message: &str, asks: Option<Asks>) -> Option<String> {
    static MARKED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)((?:[\p{L}.'’]+\s+){1,3}?(?:g\.|gatv\p{L}*|pr\.|prospekt\p{L}*|al\.|alėj\p{L}*|street|avenue))\s*,?\s*(\d+\s?[a-z]?\b(?:\s?[-–/]\s?\d+)?)",
        )
    });
    static BARE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)((?:[\p{L}.'’]+\s+){1,3})(\d+[a-z]?\b(?:\s?[-–/]\s?\d+)?)"));
    // "Kopų trisdešimt septyni", "Church Street, number twelve": where a danger is, is passed on as it was said.
    static SPOKEN: LazyLock<Regex> = LazyLock::new(|| {
        let lithuanian =
            r"vien|du\b|dvi|tri|trys|ketur|penk|šeš|ses|septyn|aštuon|astuon|devyn|dešimt|desimt|dvylik|tryl";
        let english = r"one\b|two\b|three|four|five|six|seven|eight|nine|ten\b|eleven|twelve|thirteen|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety";
        let number = format!(r"(?:{lithuanian}|{english})\p{{L}}*");
        pattern(&format!(
            r"(?i)((?:[\p{{L}}.'’]+\s+){{0,2}}\p{{L}}{{4,}}),?\s+(?:number\s+|numeris\s+)?({number}(?:\s+{number})?)"
        ))
    });
    let found = MARKED
        .captures(message)
        .or_else(|| {
            matches!(asks, Some(Asks::Address | Asks::Place | Asks::Danger)).then(|| BARE.captures(message)).flatten()
        })
        .or_else(|| matches!(asks, Some(Asks::Place | Asks::Danger)).then(|| SPOKEN.captures(message)).flatten())?;
    let street: Vec<&str> = found[1]
        .split_whitespace()
        .skip_while(|word| {
            // Introductory words are no part of the street.
            let word = fold(word).replace('’', "'");
            [
                "mano", "adresas", "yra", "gyvenu", "cia", "my", "address", "is", "i", "live", "at", "it's", "it",
                "taip", "ne", "no", "yes", "del", "o", "for", "the", "namuose", "adresu",
            ]
            .contains(&word.trim_end_matches('.'))
        })
        .collect();
    (!street.is_empty()).then(|| format!("{} {}", street.join(" "), found[2].trim()))
}

/// The name that callers give themselves.
fn name(message: &str) -> Option<String> {
    static NAME: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?:[Mm]ano vardas(?: yra)?|[Aa]š esu|[Aa]s esu|[Čč]ia|[Mm]y name is|[Tt]his is|[Ii]'m|[Ii] am)\s+(\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?)",
        )
    });
    NAME.captures(message).map(|found| found[1].to_owned())
}

/// What was understood, for the trace.
pub fn describe(heard: &Heard) -> String {
    let mut parts: Vec<String> = heard.acts.iter().map(|act| act.as_str().replace('_', " ")).collect();
    parts.extend(heard.danger.map(|danger| format!("danger: {}", danger.as_str().replace('_', " "))));
    parts.extend(heard.aftermath.map(|said| format!("after it: {}", said.as_str().replace('_', " "))));
    parts.extend(heard.leaving.map(|leaving| format!("an end of the contract: {}", leaving.as_str())));
    parts.extend(heard.foreign.then(|| "another language".to_owned()));
    parts.extend(heard.address.as_ref().map(|a| format!("the address {a}")));
    parts.extend(heard.name.as_ref().map(|n| format!("the name {n}")));
    parts.extend(heard.language.map(|l| if l == Language::Lt { "Lithuanian" } else { "English" }.to_owned()));
    if !heard.facts.is_empty() {
        parts.push("something to be verified by".into());
    }
    if parts.is_empty() { "Heard: nothing that is sure.".into() } else { format!("Heard: {}.", parts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use model::support::Danger;

    use super::*;

    fn heard(message: &str, asks: Asks) -> Heard {
        hear(message, Language::Lt, Some(asks), "+37060012345")
    }

    #[test]
    fn addresses_names_and_others_are_copied_by_their_form() {
        for (message, want) in [
            ("Vilniaus g. 15", Some("Vilniaus g. 15")),
            ("gyvenu Kopų gatvė 10-3", Some("Kopų gatvė 10-3")),
            ("vilniaus 15", Some("vilniaus 15")),
            ("my address is Taikos pr. 6", Some("Taikos pr. 6")),
            ("nežinau", None),
        ] {
            assert_eq!(heard(message, Asks::Address).address.as_deref(), want, "{message}");
        }
        assert_eq!(heard("mano planas 100 Mb", Asks::Problem).address, None);
        assert_eq!(heard("Taip, aš esu Jonas", Asks::Confirm).name.as_deref(), Some("Jonas"));
        assert!(heard("kiek moka CUST002", Asks::Problem).says(Act::OthersData));
        assert!(heard("o numeris +37067974538?", Asks::Problem).says(Act::OthersData));
        assert!(!heard("mano numeris +370 600 12345", Asks::Problem).says(Act::OthersData));
    }

    #[test]
    fn what_verifies_a_caller_is_taken_once_it_was_asked_for() {
        let facts = heard("cust 001, Jonas Jonaitis", Asks::Verify).facts;
        assert_eq!((facts.account.as_deref(), facts.name.as_deref()), (Some("CUST001"), Some("Jonas Jonaitis")));
        let facts = heard("kliento numeris CUST001, kodas 4471", Asks::Verify).facts;
        assert_eq!((facts.name, facts.code.as_deref()), (None, Some("4471")));
        let facts = heard("mano pastas jonas@pastas.example", Asks::Verify).facts;
        assert_eq!(facts.email.as_deref(), Some("jonas@pastas.example"));
        assert!(heard("CUST001 Jonas Jonaitis", Asks::Step).facts.is_empty());
        assert!(heard("o kam jums to reikia, juk aš čia gyvenu jau dešimt metų", Asks::Verify).facts.is_empty());
    }

    #[test]
    fn another_language_is_heard_and_one_word_is_not_enough() {
        let to = |message: &str, language| hear(message, language, Some(Asks::Step), "+37060012345").language;
        for (message, want) in [
            ("Can you please speak English?", Some(Language::En)),
            ("it is still not working", Some(Language::En)),
            ("ok", None),
            ("internet", None),
            ("vis dar neveikia", None),
        ] {
            assert_eq!(to(message, Language::Lt), want, "{message}");
        }
        assert_eq!(to("vis dar neveikia internetas", Language::En), Some(Language::Lt));
        assert_eq!(to("it is still slow", Language::En), None);
    }

    #[test]
    fn a_language_that_is_not_spoken_is_no_act() {
        for message in [
            "Здравствуйте, у меня не работает интернет",
            "Guten Tag, bei mir funktioniert das Internet seit gestern nicht mehr",
            "Dzień dobry, od wczoraj nie działa mi internet w domu",
        ] {
            let heard = heard(message, Asks::Problem);
            assert!(heard.foreign && heard.acts.is_empty() && heard.language.is_none(), "{message}: {heard:?}");
        }
        for message in ["neveikia internetas jau dvi dienas", "my internet has been down since yesterday", "labas"] {
            assert!(!heard(message, Asks::Problem).foreign, "{message}");
        }
    }

    #[test]
    fn a_wish_that_is_denied_or_only_asked_about_is_none() {
        for (message, want) in [
            ("noriu nutraukti sutartį", Leaving::Wanted),
            ("I gave no notice", Leaving::Denied),
            ("I am only asking what it would cost to leave", Leaving::Asked),
            ("call that visit off", Leaving::Visit),
        ] {
            let heard = heard(message, Asks::Problem);
            assert_eq!(heard.leaving, Some(want), "{message}: {heard:?}");
            assert_eq!(heard.says(Act::Cancel), want == Leaving::Wanted, "{message}: {heard:?}");
        }
    }

    #[test]
    fn the_form_of_address_is_heard() {
        for (message, want) in [
            ("ar jūs dar dirbat", true),
            ("klausykit, man neveikia internetas", true),
            ("gal galėtumėte patikrinti", true),
            ("palaukite minutėlę", true),
            ("labas, gal gali pažiūrėt mano internetą", false),
            ("neveikia internetas jau dvi dienas, esu namuose", false),
            ("my kite broke the aerial, just us here", false),
        ] {
            assert_eq!(heard(message, Asks::Problem).formal, want, "{message}");
        }
    }

    #[test]
    fn danger_is_heard_whatever_was_asked() {
        for asks in Asks::ALL {
            assert_eq!(heard("iš routerio eina dūmai", *asks).danger, Some(Danger::Fire));
        }
    }
}

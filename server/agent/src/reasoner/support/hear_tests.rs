//! What messages are heard as: as people type, in both languages.

use model::support::{Asks, Language, Problem, Reply, Wish};

use super::hear;

fn heard(message: &str, asks: Asks) -> model::support::Heard {
    hear(message, Language::Lt, Some(asks), "+37060012345")
}

#[test]
fn answers_are_heard_by_what_was_asked() {
    use Asks::{Confirm, More, Step, Ticket};
    use Reply::{No, Other, Yes};
    for (asks, message, want) in [
        (Confirm, "Taip, teisingai", Yes),
        (Confirm, "tip", Yes),
        (Confirm, "yes that's right", Yes),
        (Confirm, "Ne", No),
        (Confirm, "no, another one", No),
        (Confirm, "o kas?", Other),
        (Step, "veikia!", Yes),
        (Step, "no, it works now", Yes),
        (Step, "taip", Yes),
        (Step, "neveikia", No),
        (Step, "nebeveikia vis tiek", No),
        (Step, "nepadejo", No),
        (Step, "it is still not working", No),
        (Step, "nothing changed", No),
        (Step, "palaukit", Other),
        (Ticket, "gerai", Yes),
        (Ticket, "nereikia", No),
        (More, "ačiū, viskas", No),
        (More, "no thanks", No),
    ] {
        assert_eq!(heard(message, asks).reply, want, "{message}");
    }
}

#[test]
fn problems_are_heard_in_their_order() {
    use Problem::{Account, Intermittent, NoInternet, SlowInternet, TvNoSignal};
    for (message, want) in [
        ("Labas, neveikia internetas", vec![NoInternet]),
        ("dingo interentas", vec![NoInternet]),
        ("internetas", vec![NoInternet]),
        ("my wifi is down", vec![NoInternet]),
        ("labai lėtas internetas", vec![SlowInternet]),
        ("the internet is so slow", vec![SlowInternet]),
        ("rysys vis trukineja", vec![Intermittent]),
        ("the connection keeps dropping", vec![Intermittent]),
        ("nerodo televizorius", vec![TvNoSignal]),
        ("no picture on the tv", vec![TvNoSignal]),
        ("kodėl tokia didelė sąskaita?", vec![Account]),
        ("dingo internetas, TV nerodo ir sąskaita neaiški", vec![NoInternet, TvNoSignal, Account]),
        ("neveikia", vec![]),
        ("kaip sekasi?", vec![]),
    ] {
        assert_eq!(heard(message, Asks::Problem).problems, want, "{message}");
    }
    assert!(heard("vis dar neveikia internetas", Asks::Step).problems.is_empty(), "a result is no new problem");
}

#[test]
fn addresses_names_and_wishes() {
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
    for (message, want) in [
        ("noriu kalbėti su žmogumi", Some(Wish::Person)),
        ("let me talk to a human", Some(Wish::Person)),
        ("o kaimyno internetas?", Some(Wish::OthersData)),
        ("kiek moka CUST002", Some(Wish::OthersData)),
        ("o numeris +37067974538?", Some(Wish::OthersData)),
        ("mano numeris +370 600 12345", None),
        ("kada sutvarkysit?", Some(Wish::When)),
        ("viso gero", Some(Wish::End)),
        ("neveikia", None),
    ] {
        assert_eq!(heard(message, Asks::Problem).wish, want, "{message}");
    }
}

#[test]
fn another_language_is_heard_and_one_word_is_not_enough() {
    let to = |message: &str, language| hear(message, language, Some(Asks::Step), "+37060012345").language;
    for (message, want) in [
        ("Can you please speak English?", Some(Language::En)),
        ("still not working", Some(Language::En)),
        ("ok", None),
        ("internet", None),
        ("vis dar neveikia", None),
    ] {
        assert_eq!(to(message, Language::Lt), want, "{message}");
    }
    assert_eq!(to("vis dar neveikia", Language::En), Some(Language::Lt));
    assert_eq!(to("it is still slow", Language::En), None);
}

//! Topics by phrases, for made-up sentences and real questions of a bank's customers.

use std::collections::BTreeMap;

use super::*;

#[test]
fn every_phrase_can_be_found_and_names_its_own_topic() {
    assert!(TABLE.topics.len() > 50 && TABLE.topics.iter().all(|t| !t.area.is_empty() && !t.name.is_empty()));
    let mut known: HashMap<&[String], usize> = HashMap::new();
    for (topic, words) in &TABLE.phrases {
        assert!((1..=4).contains(&words.len()), "{words:?}");
        let other = known.insert(words, *topic).filter(|other| other != topic);
        assert!(other.is_none(), "{words:?} stands for two topics");
    }
}

#[test]
fn a_text_is_named_by_what_it_says_first_and_most() {
    let name = |text: &str| topic(text).map(|t| t.name);
    assert_eq!(name("I was charged twice for the same transaction, please return one."), Some("Paid twice"));
    assert_eq!(name("The app crashes whenever I open it. Then it crashed again."), Some("Crashes"));
    assert_eq!(name("You've frozen… no: my account has been frozen since May!"), Some("Account restrictions"));
    assert_eq!(name("I can't log in to the app"), Some("Login failures"));
    for text in ["", "Hello!", "See you on Monday at the usual place.", "card", "Die Karte ist nicht angekommen."] {
        assert_eq!(name(text), None, "{text}");
    }
}

/// The topic here of each banking77 intent; the table lacks the others' topics.
const INTENTS: &[(&str, &[&str])] = &[
    (
        "activate_my_card order_physical_card getting_spare_card getting_virtual_card get_disposable_virtual_card \
      get_physical_card card_linking card_about_to_expire visa_or_mastercard disposable_card_limits",
        &["Ordering a card", "Card not arrived", "Limits and access", "PIN"],
    ),
    ("card_arrival card_delivery_estimate", &["Card not arrived", "Ordering a card"]),
    (
        "card_not_working virtual_card_not_working contactless_not_working card_acceptance",
        &["Card not working", "Card declined"],
    ),
    ("declined_card_payment", &["Card declined", "Payment rejected"]),
    (
        "lost_or_stolen_card compromised_card card_swallowed",
        &["Lost or stolen card", "Fraud or scam", "Payment not recognised", "Cash and cheques"],
    ),
    ("change_pin pin_blocked", &["PIN"]),
    ("passcode_forgotten", &["Login failures"]),
    ("lost_or_stolen_phone apple_pay_or_google_pay", &["Devices and security", "Topping up"]),
    ("terminate_account", &["Closing and moving accounts"]),
    ("edit_personal_details", &["Change of details"]),
    ("verify_my_identity unable_to_verify_identity why_verify_identity", &["Identity check fails"]),
    ("verify_source_of_funds", &["Source of funds questions"]),
    (
        "exchange_rate exchange_charge exchange_via_app card_payment_wrong_exchange_rate \
      wrong_exchange_rate_for_cash_withdrawal fiat_currency_support",
        &["Foreign exchange margin", "Cash and cheques"],
    ),
    ("card_payment_fee_charged cash_withdrawal_charge", &["Card fees", "Unexplained charge", "Cash and cheques"]),
    ("extra_charge_on_statement", &["Unexplained charge", "Card fees", "Payment not recognised"]),
    (
        "transfer_fee_charged top_up_by_card_charge top_up_by_bank_transfer_charge",
        &["Transfer fees", "Unexplained charge", "Topping up", "Card fees"],
    ),
    ("transaction_charged_twice", &["Paid twice"]),
    (
        "card_payment_not_recognised direct_debit_payment_not_recognised cash_withdrawal_not_recognised",
        &["Payment not recognised", "Standing orders and direct debits", "Fraud or scam", "Lost or stolen card"],
    ),
    ("request_refund Refund_not_showing_up", &["Refund missing", "Cancelling a payment"]),
    ("cancel_transfer", &["Cancelling a payment", "Sent to the wrong account"]),
    (
        "failed_transfer declined_transfer beneficiary_not_allowed reverted_card_payment?",
        &["Payment rejected", "Card declined", "Refund missing", "Cancelling a payment"],
    ),
    (
        "pending_transfer transfer_not_received_by_recipient transfer_timing balance_not_updated_after_bank_transfer \
      pending_card_payment",
        &["Payment delayed", "Payment times", "International transfer problems", "Card declined"],
    ),
    (
        "pending_cash_withdrawal declined_cash_withdrawal wrong_amount_of_cash_received \
      balance_not_updated_after_cheque_or_cash_deposit atm_support",
        &["Cash and cheques", "Payment delayed", "Card declined"],
    ),
    (
        "top_up_failed top_up_reverted pending_top_up automatic_top_up verify_top_up top_up_limits topping_up_by_card \
      top_up_by_cash_or_cheque transfer_into_account",
        &["Topping up", "Cash and cheques", "Payment times"],
    ),
];

/// Real questions of a bank's customers, if the shared data set is available.
#[test]
fn real_questions_get_the_topic_they_are_about() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/banking77/train.csv");
    let Ok(mut file) = csv::Reader::from_path(&path) else {
        println!("SKIPPED: shared/data is not there");
        return;
    };
    let about: HashMap<&str, &[&str]> =
        INTENTS.iter().flat_map(|(intents, topics)| intents.split_whitespace().map(|i| (i, *topics))).collect();
    let (mut asked, mut named, mut right) = (0, 0, 0);
    let mut wrong: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    let mut none: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in file.records() {
        let row = row.unwrap();
        let Some(topics) = about.get(&row[1]) else { continue };
        asked += 1;
        match topic(&row[0]) {
            Some(found) if topics.contains(&found.name) => (named, right) = (named + 1, right + 1),
            Some(found) => {
                named += 1;
                wrong.entry((row[1].to_owned(), found.name)).or_default().push(row[0].to_owned());
            }
            None => none.entry(row[1].to_owned()).or_default().push(row[0].to_owned()),
        }
    }
    println!("{asked} questions: {named} named, {right} of these right");
    for ((intent, name), texts) in &wrong {
        println!("{} {intent} as {name}: {:?}", texts.len(), &texts[..texts.len().min(3)]);
    }
    for (intent, texts) in &none {
        println!("{} {intent} without: {:?}", texts.len(), &texts[..texts.len().min(4)]);
    }
    assert!(named * 10 >= asked * 6, "{named} of {asked} are named");
    assert!(right * 10 >= named * 9, "{right} of {named} are right");
}

//! The tables of cases for matching words to values.

use super::*;

fn bank() -> Vocabulary {
    let product = |slug: &str, name: &str| Product { slug: slug.into(), name: name.into() };
    let mut v = Vocabulary {
        products: vec![
            product("credit-card", "Credit card"),
            product("mobile-banking", "Mobile banking"),
            product("mortgage", "Mortgage"),
            product("payments", "Payments"),
        ],
        customers: vec![
            ("cust-1".into(), "Aldermoor Textiles Ltd".into()),
            ("cust-2".into(), "Northgate Foods".into()),
            ("cust-3".into(), "Northgate Shipping".into()),
            ("cust-4".into(), "CHASE".into()),
            ("cust-5".into(), "BANK OF AMERICA, NATIONAL ASSOCIATION".into()),
        ],
        categories: vec![
            "Fees, Charges and Interest".into(),
            "CDD Remediation".into(),
            "Call Handling / Customer Interaction".into(),
            "Payment processing".into(),
        ],
        subcategories: vec!["Login failures".into(), "Crashes".into(), "Slow performance".into()],
        attributes: vec![
            (Attribute::State, vec!["CA".into(), "TX".into()]),
            (Attribute::Tags, vec!["Older American".into(), "Servicemember".into()]),
        ],
        ..Vocabulary::default()
    };
    v.index();
    v
}

#[test]
fn single_values() {
    let v = bank();
    for (text, want) in [
        ("mobile-banking", Some("mobile-banking")),
        ("Mobile Banking", Some("mobile-banking")),
        ("mobile app", Some("mobile-banking")),
        ("mobile apps", Some("mobile-banking")),
        ("app", Some("mobile-banking")),
        ("mortgages", Some("mortgage")),
        ("morgage", Some("mortgage")),
        ("home loans", Some("mortgage")),
        ("card", Some("credit-card")),
        ("Credit cards", Some("credit-card")),
        ("weather", None),
        ("", None),
    ] {
        assert_eq!(v.product(text).map(|p| p.slug.as_str()), want, "{text:?}");
    }
    for (text, want) in [
        ("cust-2", Some("cust-2")),
        ("northgate foods", Some("cust-2")),
        ("Northgte Foods", Some("cust-2")),
        ("aldermoor", Some("cust-1")),
        ("Northgate", None),
        ("Bank of America", Some("cust-5")),
    ] {
        assert_eq!(v.customer(text).map(|c| c.0.as_str()), want, "{text:?}");
    }
    assert_eq!(v.category("cdd"), Some("CDD Remediation"));
    assert_eq!(v.subcategory("login failure"), Some("Login failures"));
    assert_eq!(
        (channel("Emails"), channel("phone calls"), channel("pigeon")),
        (Some(Channel::Email), Some(Channel::Phone), None)
    );
    assert_eq!(
        (kind("complaints"), sentiment("unhappy"), tier("Gold")),
        (Some(Kind::Complaint), Some(Sentiment::Negative), Some(Tier::Gold))
    );
    assert_eq!(
        (status("In progress"), status("unresolved"), status("lost")),
        (Some("in_progress"), Some("open"), None)
    );
    assert_eq!(
        (state("california"), state("ca"), state("Calfornia"), state("Bavaria")),
        (Some(("CA", "California")), Some(("CA", "California")), Some(("CA", "California")), None)
    );
}

#[test]
fn an_alias_means_what_the_data_holds() {
    let product = |slug: &str| Product { slug: slug.into(), name: slug.replace('-', " ") };
    let products = [product("credit-card-or-prepaid-card"), product("checking-or-savings-account")];
    assert_eq!(super::product(&products, "credit card").map(|p| p.slug.as_str()), Some("credit-card-or-prepaid-card"));
    assert_eq!(
        super::product(&products, "current account").map(|p| p.slug.as_str()),
        Some("checking-or-savings-account")
    );
    assert_eq!(super::product(&products, "mobile app"), None);
}

#[test]
fn mentions_in_sentences() {
    let v = bank();
    /// A sentence, and what it names: slot, value, words.
    type Case = (&'static str, &'static [(Slot, &'static str, &'static str)]);
    let table: &[Case] = &[
        (
            "Why are customers complaining about the mobile app?",
            &[(Slot::Kind, "complaint", "complaining"), (Slot::Product, "mobile-banking", "mobile app")],
        ),
        (
            "How many complaints were about mortgages?",
            &[(Slot::Kind, "complaint", "complaints"), (Slot::Product, "mortgage", "mortgages")],
        ),
        ("How many CDD cases per day?", &[(Slot::Category, "CDD Remediation", "CDD")]),
        ("count emails by sentiment", &[(Slot::Channel, "email", "emails")]),
        (
            "negative phone calls of Northgate Foods",
            &[
                (Slot::Sentiment, "negative", "negative"),
                (Slot::Channel, "phone", "phone calls"),
                (Slot::Customer, "cust-2", "Northgate Foods"),
            ],
        ),
        (
            "Aldermoor's login failures",
            &[(Slot::Customer, "cust-1", "Aldermoor"), (Slot::Subcategory, "Login failures", "login failures")],
        ),
        ("How is Northgate doing?", &[]),
        (
            "complaints from TX about fees",
            &[
                (Slot::Kind, "complaint", "complaints"),
                (Slot::State, "TX", "TX"),
                (Slot::Category, "Fees, Charges and Interest", "fees"),
            ],
        ),
        (
            "morgage issues in California or Texas",
            &[(Slot::Product, "mortgage", "morgage"), (Slot::State, "CA", "California"), (Slot::State, "TX", "Texas")],
        ),
        ("show me all", &[]),
        ("chase the case", &[]),
        ("complaints about Chase", &[(Slot::Kind, "complaint", "complaints"), (Slot::Customer, "cust-4", "Chase")]),
        ("open cases of platinum customers", &[(Slot::Status, "open", "open"), (Slot::Tier, "platinum", "platinum")]),
        ("open a case", &[]),
        (
            "older Americans with Bank of America",
            &[
                (Slot::Attribute(Attribute::Tags), "Older American", "older Americans"),
                (Slot::Customer, "cust-5", "Bank of America"),
            ],
        ),
        (
            "cust-3 and credit cards",
            &[(Slot::Customer, "cust-3", "cust-3"), (Slot::Product, "credit-card", "credit cards")],
        ),
        ("What is the weather?", &[]),
        ("", &[]),
    ];
    for (question, want) in table {
        let found = v.find_in(question);
        let got: Vec<_> = found.iter().map(|m| (m.slot, m.value.as_str(), &question[m.span.clone()])).collect();
        assert_eq!(got, *want, "{question}");
    }
}

#[tokio::test]
async fn the_vocabulary_is_read_again_when_the_store_has_changed() {
    use store::write::{self, Batch};
    let db = Db::open("sqlite::memory:").await.unwrap();
    let shared = SharedVocabulary::default();
    let before = shared.get(&db).await.unwrap();
    assert!(before.products.is_empty());
    assert!(Arc::ptr_eq(&before, &shared.get(&db).await.unwrap()));
    let products = vec![Product { slug: "mortgage".into(), name: "Mortgage".into() }];
    let batch = Batch { products, ..Batch::default() };
    write::store(&db, &batch, 0).await.unwrap();
    let after = shared.get(&db).await.unwrap();
    assert!(after.product("mortgages").is_some());
    assert_eq!(after.find_in("mortgage")[0].label, "Mortgage");
    // Without added or removed names, the index stays.
    write::store(&db, &Batch { last_day: Some(("bank".into(), "2026-01-31".parse().unwrap())), ..batch }, 0)
        .await
        .unwrap();
    let same = shared.get(&db).await.unwrap();
    assert!(same.change > after.change && Arc::ptr_eq(&same.index, &after.index));
}

#[test]
fn an_account_named_like_a_manager_is_that_managers() {
    let mut v = bank();
    v.people = vec![("relationship_manager", vec!["Helen Marchbanks".into(), "Erik Thorsen".into()])];
    let mine = |account: &str| {
        let own = v.own_words(&[], account);
        own.into_iter().find(|word| word.word == MINE).map(|word| word.meaning)
    };
    for account in ["helen.marchbanks", "Helen_Marchbanks@bank.example"] {
        assert_eq!(mine(account).as_deref(), Some("Helen Marchbanks"), "{account}");
    }
    assert_eq!((mine("helen"), mine("local")), (None, None));
}

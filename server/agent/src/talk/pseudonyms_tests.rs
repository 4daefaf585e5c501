//! Pseudonyms: what leaves, what comes back, and what is not personal.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use llm::{Finish, ToolCall, Usage};

fn of(names: &[&str], before: &[StandIn]) -> Pseudonyms {
    Pseudonyms::new(names.iter().map(|n| (StandKind::Customer, *n)), true, before)
}

fn reply(content: &str, tool_calls: Vec<ToolCall>) -> Reply {
    Reply {
        content: content.into(),
        reasoning: String::new(),
        tool_calls,
        finish: Finish::Stop,
        usage: Usage::default(),
        model: String::new(),
        cost_usd: None,
    }
}

fn request(texts: &[&str]) -> ChatRequest {
    ChatRequest { messages: texts.iter().map(|t| Message::user(*t)).collect(), ..ChatRequest::default() }
}

fn texts(request: &ChatRequest) -> Vec<String> {
    let text = |m: &Message| match m {
        Message::User { content } => content.clone(),
        other => panic!("{other:?}"),
    };
    request.messages.iter().map(text).collect()
}

#[test]
fn names_go_out_as_stand_ins_and_come_back() {
    let names = of(&["Osei Textiles", "Osei", "Hartmann Logistik", "Abc"], &[]);
    let mut request = ChatRequest {
        messages: vec![
            Message::user("What does hartmann logistik want, and Osei Textiles? Oseil is another."),
            Message::tool("c1", r#"{"customer":"Osei Textiles","also":"Osei","body":"Yours,\nOsei"}"#),
        ],
        ..ChatRequest::default()
    };
    assert_eq!(names.hide(&mut request.clone()).map(|(n, _)| n), Some(3));
    assert_eq!(names.hide(&mut request), None, "nothing new");
    let Message::User { content } = &request.messages[0] else { panic!() };
    assert!(!content.contains("Osei T") && content.contains("Oseil") && !content.contains("hartmann"), "{content}");
    let sent = format!("{:?}", request.messages[1]);
    assert!(sent.contains("Customer-002") && !sent.contains("Osei"), "{sent}");
    let call =
        ToolCall { id: "c".into(), name: "t".into(), arguments: Arguments::Parsed(json!({"q": "customer-002"})) };
    let mut reply = reply("Customer-001's and Customer-002's; Customer-009 is nobody.", vec![call]);
    names.restore(&mut reply);
    assert_eq!(reply.content, "Hartmann Logistik's and Osei Textiles's; Customer-009 is nobody.");
    assert_eq!(reply.tool_calls[0].arguments.object(), Ok(&json!({"q": "Osei Textiles"})));
}

#[test]
fn a_name_is_found_however_it_is_written_and_an_id_is_hidden() {
    let all = [(StandKind::Customer, "Žalgiris Ąžuolas"), (StandKind::Id, "cust-ann-lee-firm-com")];
    let names = Pseudonyms::new(all.into_iter(), true, &[]);
    let written = [
        "žALGIRIS ąŽUOLAS", "Žalgiris\u{a0}Ąžuolas", "Žalgiris \n Ąžuolas", "Z\u{30c}algiris A\u{328}z\u{30c}uolas",
        "Ｚ\u{30c}algiris Ąžuolas",
    ];
    for written in written {
        let mut sent = request(&[&format!("Did {written} call? Id cust-ann-lee-firm-com.")]);
        names.hide(&mut sent);
        assert_eq!(texts(&sent), ["Did Customer-001 call? Id Id-001."], "{written}");
    }
    let mut sent = request(&["Žalgiris Ąžuolass, Žalgiris Ąžuolas\u{301}, cust-ann-lee-firm-comx"]);
    let before = texts(&sent);
    assert_eq!((names.hide(&mut sent), texts(&sent)), (None, before), "others");
    let arguments = Arguments::Parsed(json!({"customerId": "Id-001"}));
    let mut reply = reply("", vec![ToolCall { id: "c".into(), name: "get_customer_info".into(), arguments }]);
    names.restore(&mut reply);
    assert_eq!(reply.tool_calls[0].arguments.object(), Ok(&json!({"customerId": "cust-ann-lee-firm-com"})));
}

#[test]
fn what_is_known_by_its_form_goes_out_as_stand_ins_and_acts_on_the_real_one() {
    let names = of(&[], &[]);
    let mut sent = request(&[
        "Write to ann@osei.example and bo@osei.example, or call +370 600 12345.",
        r#"{"account_number":"12345678","n":140,"day":"2026-01-31"} 12345678"#,
    ]);
    let (count, new) = names.hide(&mut sent).unwrap();
    assert_eq!((count, new.len()), (4, 4));
    assert_eq!(
        texts(&sent),
        [
            "Write to Email-001 and Email-002, or call Phone-001.",
            r#"{"account_number":"Account-001","n":140,"day":"2026-01-31"} Account-001"#
        ]
    );
    let arguments = Arguments::Parsed(json!({"to": ["Email-002"]}));
    let mut reply = reply("", vec![ToolCall { id: "c".into(), name: "draft_email".into(), arguments }]);
    names.restore(&mut reply);
    assert_eq!(reply.tool_calls[0].arguments.object(), Ok(&json!({"to": ["bo@osei.example"]})));
}

#[test]
fn a_stand_in_that_a_message_writes_is_nobodys() {
    let names = of(&[], &[]);
    let mut sent = request(&["ann@osei.example", "Send all of it to Email-001."]);
    names.hide(&mut sent).unwrap();
    assert_eq!(texts(&sent), ["Email-001", "Send all of it to Email-002."]);
    let mut reply = reply("To Email-002.", Vec::new());
    names.restore(&mut reply);
    assert_eq!(reply.content, "To Email-001.");
}

#[test]
fn another_process_goes_on_with_the_same() {
    let first = of(&["Osei Textiles"], &[]);
    let mut sent = request(&["b@x.lt, Osei Textiles, a@x.lt"]);
    let (_, stands) = first.hide(&mut sent).unwrap();
    let second = of(&["Osei Textiles"], &stands);
    let mut again = request(&["a@x.lt, b@x.lt, Osei Textiles, c@x.lt"]);
    assert_eq!(second.hide(&mut again).map(|(n, new)| (n, new.len())), Some((4, 1)));
    assert_eq!(texts(&again), ["Email-002, Email-001, Customer-001, Email-003"]);
}

fn planted() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("Osei Textiles".to_owned()),
        Just("Žalgiris Ąžuolas".to_owned()),
        "[a-z]{2,8}\\.[a-z]{2,8}@[a-z]{2,8}\\.(lt|com|example)",
        "\\+370 6[0-9]{2} [0-9]{5}",
        "\\+4420[0-9]{8}",
        Just("LT121000011101001000".to_owned()),
        Just("4111 1111 1111 1111".to_owned()),
    ]
}

proptest! {
    /// Whatever the surrounding text: no planted value leaves, and all of it comes back.
    #[test]
    fn hidden_and_put_back_is_the_same_text(
        parts in proptest::collection::vec(("[,;!? \n][a-zA-Z,;!?čšž \n]{0,20}[a-z] ", planted()), 1..8),
        end in " [a-zA-Z,;!?\n ]{0,20}",
    ) {
        let text: String = parts.iter().map(|(around, value)| format!("{around}{value}")).collect::<String>() + &end;
        let names = of(&["Osei Textiles", "Žalgiris Ąžuolas"], &[]);
        let mut sent = request(&[&text]);
        names.hide(&mut sent);
        let hidden = texts(&sent).concat();
        for (_, value) in &parts {
            prop_assert!(!hidden.contains(value.as_str()), "{value} in {hidden}");
        }
        let mut back = reply(&hidden, Vec::new());
        names.restore(&mut back);
        prop_assert_eq!(back.content, text);
    }
}

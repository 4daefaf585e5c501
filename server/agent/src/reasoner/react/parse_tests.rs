//! Replies as models write them, and as nobody should.

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn act(tool: &str, args: Value) -> Next {
    Next::Act { tool: tool.into(), args }
}

#[test]
fn the_three_spellings_are_one() {
    let args = json!({"query": "mobile app", "filter": {"day": "2026-01-15"}});
    for text in [
        format!("Thought: Look.\nAction: search\nAction Input: {args}"),
        format!("Thought: Look.\nAction: {{\"tool\": \"search\", \"input\": {args}}}"),
        json!({"reasoning": "Look.", "action": "tool", "tool": "search", "args": args}).to_string(),
        format!("**Thought:** Look.\n**Action:** `search`\n**Action Input:**\n```json\n{args}\n```"),
        format!("thought: Look.\naction: search({args})"),
        format!(
            "<think>Hm {{ ( }}</think>\nThought: Look.\nAction: search\nAction Input: {args}\nObservation: 12 found\nThought: Done.\nFinal Answer: 12"
        ),
        format!("```json\n{}\n```", json!({"thought": "Look.", "action": "search", "action_input": args})),
    ] {
        let parsed = parse(&text);
        assert_eq!((parsed.thought.as_str(), &parsed.next), ("Look.", &act("search", args.clone())), "{text}");
        assert_eq!(parsed.dropped, None, "{text}");
    }
}

#[test]
fn answers_come_in_many_forms() {
    for (text, says) in [
        ("Thought: Enough.\nFinal Answer: It is\n\n- the login [1]\n- 34%", "It is\n\n- the login [1]\n- 34%"),
        (r#"{"reasoning": "x", "action": "answer", "response": "Yes: {34}%"}"#, "Yes: {34}%"),
        (
            "Action: respond\nAction Input: {\"message\":\"Radau jūsų paskyrą. Ar skambinate dėl adreso Vilniaus g. 15?\"}",
            "Radau jūsų paskyrą. Ar skambinate dėl adreso Vilniaus g. 15?",
        ),
        ("Action: respond\nAction Input: Just a moment", "Just a moment"),
        ("Simply prose, with action: in it.", "Simply prose, with action: in it."),
        (
            "Final Answer: Two things.\nAction: call the three customers\nThen wait.",
            "Two things.\nAction: call the three customers\nThen wait.",
        ),
        ("Observation: 12\nFinal Answer: invented", ""),
        ("Thought: only that", ""),
        ("", ""),
    ] {
        assert_eq!(parse(text).next, Next::Say(says.into()), "{text}");
    }
    for (text, says) in [
        (
            "Thought: done\nAction: finish\nAction Input: {\"summary\":\"Internet issue resolved after router restart\"}",
            "Internet issue resolved after router restart",
        ),
        ("Action: {\"tool\": \"finish\", \"input\": {\"summary\": \"Done\"}}", "Done"),
    ] {
        let Next::Finish(args) = parse(text).next else { panic!("{text}") };
        assert_eq!(args["summary"], says, "{text}");
    }
}

#[test]
fn an_action_wins_over_an_answer() {
    for text in [
        "Thought: t\nAction: search\nAction Input: {\"q\": \"}\"}\nFinal Answer: early",
        "Final Answer: early\nAction: search\nAction Input: {\"q\": \"}\"}",
        r#"{"action": "tool", "tool": "search", "args": {"q": "}"}, "response": "early"}"#,
    ] {
        let parsed = parse(text);
        assert_eq!(
            (parsed.next, parsed.dropped.as_deref()),
            (act("search", json!({"q": "}"})), Some("early")),
            "{text}"
        );
    }
}

#[test]
fn what_cannot_be_read_is_said() {
    for (text, tool, says) in [
        ("Action: search\nAction Input: {\"q\": \"x\"", "search", "does not end"),
        ("Action: search\nAction Input: mobile app", "search", "no JSON object"),
        ("Action: search\nAction Input: {q: 1}", "search", "not valid"),
        ("Action: {\"input\": {}}", "", "names no tool"),
    ] {
        let Next::Broken { tool: named, error } = parse(text).next else { panic!("{text}: {:?}", parse(text)) };
        assert!(named == tool && error.contains(says), "{text}: {named} {error}");
    }
    assert_eq!(parse("Action: list_all\nAction Input: None").next, act("list_all", json!({})));
    assert_eq!(parse("Action: list_all").next, act("list_all", json!({})));
}

proptest! {
    #[test]
    fn any_call_is_read_back(tool in "[a-z][a-z_]{0,12}", thought in "[\\p{L} ,.?]{1,40}",
        args in prop::collection::hash_map("[a-z]{1,6}", any::<String>(), 0..4), spelling in 0..3) {
        prop_assume!(ending(&tool).is_none());
        let args = json!(args);
        let text = match spelling {
            0 => format!("Thought: {thought}\nAction: {tool}\nAction Input: {args}"),
            1 => format!("Thought: {thought}\nAction: {}", json!({"tool": tool, "input": args})),
            _ => json!({"reasoning": thought, "action": "tool", "tool": tool, "args": args}).to_string(),
        };
        let parsed = parse(&text);
        prop_assert_eq!(parsed.next, Next::Act { tool, args });
        prop_assert_eq!(parsed.thought, thought.trim());
    }

    #[test]
    fn nothing_panics_and_raw_form_is_never_said(text in any::<String>(),
        lines in prop::collection::vec(prop_oneof![Just("Action: ".to_owned()), Just("Action Input: {".to_owned()),
            Just("Thought:".to_owned()), Just("Final Answer:".to_owned()), Just("Observation:".to_owned()),
            "[a-z{}\":, ]{0,20}"], 0..12)) {
        let _ = parse(&text);
        if let Next::Say(said) = parse(&lines.join("\n")).next {
            prop_assert!(!said.contains("\nAction Input:"), "{}", said);
        }
    }
}

#[test]
fn a_call_inside_a_sentence_is_a_call() {
    for (reply, tool) in [
        ("Sure! Let me check. Action: find_customer Action Input: {\"phone\": \"+37060012345\"}", "find_customer"),
        (
            "Thought: I look it up. Action: find_customer\nAction Input: {\"phone\": \"1\"} Then I answer.",
            "find_customer",
        ),
        ("Tuoj patikrinsiu, Action: check_outages {\"area\": \"Liepų g.\"}", "check_outages"),
    ] {
        let parsed = parse(reply);
        let Next::Act { tool: named, args } = &parsed.next else { panic!("{reply}: {parsed:?}") };
        assert!(named == tool && args.is_object() && !parsed.thought.contains("Action"), "{parsed:?}");
    }
    assert!(matches!(
        parse("Please take action: call us when it rains {now}").next,
        Next::Say(_) | Next::Broken { .. }
    ));
    assert!(is_protocol("Observation: ok") && !is_protocol("Take the box. Actions help."));
}

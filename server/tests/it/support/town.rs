//! Each case of the demo's town, according to the tools.

use demo::town::{CASES, Case, UNKNOWN_PHONES, id};
use model::support::CallState;
use serde_json::{Value, json};

use super::Line;

pub async fn tell(line: &Line) {
    the_worked_example(line).await;
    for (case, ids) in CASES {
        // Of those who are no example of anything, one in five.
        let step = if case == Case::Any { 5 } else { 1 };
        for number in ids.step_by(step) {
            a_case(line, case, number).await;
        }
    }
    callers_are_found(line).await;
    areas_are_asked_about(line).await;
    wrong_ids_have_their_codes(line).await;
}

/// B-027, fact by fact.
async fn the_worked_example(line: &Line) {
    let found = line.call("find_customer", json!({"phone": "+37060012345"})).await;
    assert_eq!(
        found,
        json!({
            "success": true, "customer_id": "CUST001", "name": "Jonas Jonaitis", "phone": "+37060012345",
            "email": "jonas.jonaitis@pastas.example", "status": "active",
            "addresses": [{"address_id": "ADR001-1", "full_address": "Vilniaus g. 15, Gintarupis", "is_primary": true}],
            "active_services": [{"type": "internet", "plan": "Šviesolaidis 300"}],
        })
    );
    let outages = line.call("check_outages", json!({"customer_id": "CUST001"})).await;
    assert_eq!((&outages["affected"], &outages["outage_count"]), (&json!(false), &json!(0)));
    let status = line.call("check_network_status", json!({"customer_id": "CUST001"})).await;
    assert_eq!((&status["port_status"], &status["ip_assigned"]), (&json!("up"), &json!(true)));
    assert_eq!((&status["overall_status"], &status["issues"]), (&json!("healthy"), &Value::Null));
    assert_eq!(
        (&status["packet_loss"]["has_packet_loss"], &status["packet_loss"]["test_count"]),
        (&json!(false), &json!(24))
    );
    // What a technician looks at besides.
    assert_eq!(status["switch"], json!({"name": "gnt-senamiestis", "area": "Senamiestis", "status": "up"}));
    assert_eq!(
        status["equipment"],
        json!([{"kind": "router", "model": "TP-Link Archer C6", "installed": "2022-04-25"}])
    );
    assert_eq!((&status["last_route"]["hops"], &status["last_route"]["reached"]), (&json!(5), &json!(true)));
    assert_eq!(status["recent_events"], json!([]));
    let ping = line.call("run_ping_test", json!({"customer_id": "CUST001"})).await;
    assert_eq!((&ping["status"], &ping["measured_at"]), (&json!("healthy"), &json!("2026-01-31T18:00:00+02:00")));
}

async fn a_case(line: &Line, case: Case, number: u32) {
    let id = id(number);
    let who = json!({"customer_id": id});
    let status = line.call("check_network_status", who.clone()).await;
    let outages = line.call("check_outages", who.clone()).await;
    let issues: Vec<(&str, &str)> = status["issues"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|i| (i["code"].as_str().unwrap(), i["severity"].as_str().unwrap()))
        .collect();
    let want: Vec<(&str, &str)> = match case {
        Case::PortDown | Case::OutageTimed | Case::OutageOpen => {
            vec![("port_down", "critical"), ("packet_loss", "critical")]
        }
        Case::LossHigh => vec![("packet_loss", "critical")],
        Case::LossSome => vec![("packet_loss", "warning")],
        Case::Intermittent => vec![("intermittent", "critical")],
        Case::Jitter => vec![("high_jitter", "warning")],
        Case::NoIp | Case::Cancelled => vec![("no_ip", "warning")],
        Case::PoorSignal => vec![("poor_signal", "warning")],
        _ => vec![],
    };
    assert_eq!(issues, want, "{id} {case:?}: {status}");
    let events: Vec<&str> =
        status["recent_events"].as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect();
    assert_eq!(events.contains(&"port_down"), case == Case::PortDown, "{id} {case:?}: {events:?}");
    let affected = matches!(case, Case::OutageTimed | Case::OutageOpen);
    assert_eq!(outages["affected"], affected, "{id} {case:?}: {outages}");
    if affected {
        let fix = &outages["active_outages"][0]["estimated_fix"];
        let want = if case == Case::OutageTimed { json!("2026-01-31T22:00:00+02:00") } else { Value::Null };
        assert_eq!(*fix, want, "{id}");
    }
    let ping = line.call("run_ping_test", who).await;
    let health = match case {
        Case::PortDown | Case::OutageTimed | Case::OutageOpen | Case::LossHigh => "critical",
        Case::LossSome => "warning",
        _ => "healthy",
    };
    assert_eq!(ping["status"], health, "{id} {case:?}: {ping}");

    let found = line.call("find_customer", json!({"address": address(line, &id).await})).await;
    assert_eq!(found["customer_id"], *id, "{case:?}");
    let account = match case {
        Case::Suspended => "suspended",
        Case::Cancelled => "cancelled",
        _ => "active",
    };
    let addresses = found["addresses"].as_array().unwrap();
    assert_eq!(found["status"], account, "{id}");
    assert_eq!(addresses.len(), if case == Case::TwoAddresses { 2 } else { 1 }, "{id}");
    assert_eq!(addresses.iter().filter(|a| a["matched"] == true).count(), 1, "{id}");
    let services: Vec<&str> =
        found["active_services"].as_array().unwrap().iter().map(|s| s["type"].as_str().unwrap()).collect();
    match case {
        Case::Internet => assert_eq!(services, ["internet"], "{id}"),
        Case::Tv => assert_eq!(services, ["tv"], "{id}"),
        Case::Phone => assert_eq!(services, ["phone"], "{id}"),
        Case::Bundle => assert_eq!(services, ["bundle"], "{id}"),
        Case::PoorSignal => assert!(["tv", "bundle"].contains(&services[0]), "{id}"),
        Case::Cancelled => assert!(services.is_empty(), "{id}"),
        _ => assert_eq!(services.len(), 1, "{id}"),
    }
}

/// The recorded main address of a customer.
async fn address(line: &Line, id: &str) -> String {
    let all = server::store::support::customers::addresses(&line.db, id).await.unwrap();
    all[0].full()
}

async fn callers_are_found(line: &Line) {
    for phone in ["8 600 12345", "+370 600 12345", "370-600-12345", "60012345"] {
        assert_eq!(line.call("find_customer", json!({"phone": phone})).await["customer_id"], "CUST001", "{phone}");
    }
    for address in ["vilniaus gatvė 15", "Vilniaus 15", "Vilnius g. 15", "VILNIAUS G. 15, Gintarupis", "vilnaius g 15"]
    {
        let found = line.call("find_customer", json!({"address": address})).await;
        assert_eq!(
            (&found["customer_id"], &found["addresses"][0]["matched"]),
            (&json!("CUST001"), &json!(true)),
            "{address}"
        );
    }
    for args in UNKNOWN_PHONES.map(|phone| json!({"phone": phone})).into_iter().chain([
        json!({"phone": "no number"}),
        json!({"address": "Kauno g. 15"}),
        json!({"address": "Vilniaus g."}),
        json!({"address": "Vilniaus g. 999"}),
        // The number is Jonas's; the address is nobody's.
        json!({"phone": "+37060012345", "address": "Vilniaus g. 999"}),
    ]) {
        let data = line.call("find_customer", args.clone()).await;
        assert_eq!((&data["success"], &data["error"]), (&json!(false), &json!("not_found")), "{args}");
    }
    assert!(line.try_call("find_customer", json!({})).await.is_err());
    // One street has several customers in some house: without a flat or a name nobody is told.
    let (house, name) = shared_house(line).await;
    let several = line.call("find_customer", json!({"address": house})).await;
    assert!(several["error"] == "not_found" && several["message"].as_str().unwrap().contains("the flat"), "{several}");
    let one = line.call("find_customer", json!({"address": house, "name": name})).await;
    assert_eq!(one["name"], *name, "{one}");
}

/// A house with two customers, without its flats, and the name of one.
async fn shared_house(line: &Line) -> (String, String) {
    use server::store::support::customers;
    let mut seen = std::collections::HashMap::<(String, String), String>::new();
    for number in 1..=demo::town::CUSTOMERS {
        let place = customers::addresses(&line.db, &id(number)).await.unwrap().remove(0);
        let customer = customers::get(&line.db, &id(number)).await.unwrap().unwrap();
        let first = |name: &str| name.split(' ').next().unwrap().to_owned();
        let other = seen.insert((place.street.clone(), place.house.clone()), customer.name.clone());
        if other.is_some_and(|other| first(&other) != first(&customer.name)) {
            return (format!("{} {}", place.street, place.house), customer.name);
        }
    }
    panic!("no house is shared");
}

async fn areas_are_asked_about(line: &Line) {
    for (area, count) in [
        ("Liepų g.", 1),
        ("liepu gatve", 1),
        ("Žvejų g. 12", 1),
        ("zveju", 1),
        ("Vilniaus g.", 0),
        ("Gintarupis", 2),
        ("Pašilėje", 1),
        ("Vilniaus g. 15, Gintarupis", 0),
        ("Atlantis", 0),
    ] {
        let data = line.call("check_outages", json!({"area": area})).await;
        assert_eq!((&data["outage_count"], &data["affected"]), (&json!(count), &json!(count > 0)), "{area}: {data}");
    }
    let timed = line.call("check_outages", json!({"area": "Liepų g."})).await;
    assert_eq!(
        timed["active_outages"],
        json!([{
            "outage_id": "OUT101", "type": "fiber_cut", "severity": "critical", "area": "Liepų g.",
            "description": "Kasant pažeistas optinis kabelis", "start_time": "2026-01-31T13:00:00+02:00",
            "estimated_fix": "2026-01-31T22:00:00+02:00", "affected_services": ["internet", "tv", "phone"],
        }])
    );
    assert!(timed["message"].as_str().unwrap().contains("31 January 2026, 22:00"), "{timed}");
}

async fn wrong_ids_have_their_codes(line: &Line) {
    for (tool, args, code) in [
        ("check_network_status", json!({"customer_id": " "}), "missing_customer_id"),
        ("check_network_status", json!({"customer_id": "CUST999"}), "not_found"),
        ("check_network_status", json!({"customer_id": "CUST001", "address_id": "ADR002-1"}), "not_found"),
        ("run_ping_test", json!({"customer_id": ""}), "missing_customer_id"),
        ("run_ping_test", json!({"customer_id": "CUST999"}), "not_found"),
        ("check_outages", json!({}), "missing_customer_id"),
        ("check_outages", json!({"customer_id": "CUST999"}), "not_found"),
    ] {
        let data = line.call(tool, args.clone()).await;
        assert_eq!((&data["success"], &data["error"]), (&json!(false), &json!(code)), "{tool} {args}");
    }
    assert_eq!(line.call("run_ping_test", json!({"customer_id": "cust001"})).await["customer_id"], "CUST001");
    let error = line.try_call("run_ping_test", json!({})).await.unwrap_err();
    assert!(error.message.contains("customer_id is missing"), "{error}");
}

/// In a call the tools answer only about the caller, and only once the address is confirmed.
pub async fn in_a_call(line: &Line) {
    let state = CallState { caller_phone: "+37060012345".into(), ..CallState::default() };
    let begun = line.within(state.clone());
    let found = begun.call("find_customer", json!({"phone": "8 600 12345"})).await;
    assert_eq!((&found["customer_id"], &found["history"][0]["kind"]), (&json!("CUST001"), &json!("joined")));
    let other = address(line, "CUST099").await;
    let other_phone = server::store::support::customers::get(&line.db, "CUST099").await.unwrap().unwrap().phone;
    assert!(begun.try_call("find_customer", json!({"phone": other_phone})).await.is_err());
    // An address opens nothing: not even whether somebody lives there.
    let stranger =
        line.within(CallState { caller_phone: UNKNOWN_PHONES[0].into(), unknown: true, ..CallState::default() });
    let data = stranger.call("find_customer", json!({"address": other})).await;
    let nobody = stranger.call("find_customer", json!({"address": "Vilniaus g. 999"})).await;
    assert_eq!((&data, &data["error"]), (&nobody, &json!("not_found")));
    assert_eq!(
        stranger.call("check_outages", json!({"area": "Liepų g."})).await["affected"],
        true,
        "a street is public"
    );
    for (tool, args) in [
        ("check_network_status", json!({"customer_id": "CUST001"})),
        ("check_outages", json!({"customer_id": "CUST001"})),
        ("run_ping_test", json!({"customer_id": "CUST001"})),
    ] {
        let error = begun.try_call(tool, args.clone()).await.unwrap_err();
        assert!(error.message.contains("identified"), "{error}");
        let known = CallState { customer_id: Some("CUST001".into()), verified: true, ..state.clone() };
        let unverified = CallState { verified: false, address_confirmed: true, ..known.clone() };
        let error = line.within(unverified).try_call(tool, args.clone()).await.unwrap_err();
        assert!(error.message.contains("not verified"), "{error}");
        let error = line.within(known.clone()).try_call(tool, args.clone()).await.unwrap_err();
        assert_eq!(error.message, "Confirm the address first.");
        let confirmed = line.within(CallState { address_confirmed: true, ..known });
        assert_eq!(confirmed.call(tool, args).await["success"], true);
        let error = confirmed.try_call(tool, json!({"customer_id": "CUST002"})).await.unwrap_err();
        assert!(error.message.contains("one customer only"), "{error}");
        let data = confirmed.call("find_customer", json!({"address": other})).await;
        assert_eq!(data["error"], "not_found", "{data}");
    }
}

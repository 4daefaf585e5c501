//! Personal state: what the desk remembers about a person, and how they view a chart.

use serde_json::{Value, json};
use server::store::taught::memory;

use super::{NAME, app};
use crate::app::{TestApp, json, until};
use crate::postgres::Postgres;

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_remembers_what_a_person_says_of_themselves() {
    let server = Postgres::start();
    for database in ["sqlite::memory:".to_owned(), server.database("memory").await] {
        let app = app(&database, &[]).await;
        remembers(&app).await;
    }
}

async fn remembers(app: &TestApp) {
    // Said in a question: nothing is kept before it is approved.
    let waiting = app.ask(&format!("Remember that the boat people are {NAME}")).await;
    assert_eq!(waiting["status"], "waiting", "{waiting}");
    let approval = &waiting["approvals"][0];
    assert_eq!(approval["args"], json!({"word": "boat people", "meaning": NAME}), "{approval}");
    assert_eq!(app.get("/api/memory").await.1, json!([]));
    let run = format!("/api/research/runs/{}", waiting["runId"].as_str().unwrap());
    let path = format!("{run}/approvals/{}", approval["id"].as_str().unwrap());
    assert!(app.post(&path, json!({"decision": "approve"})).await.0 < 300);
    until("the run ends", async || Some(app.get(&run).await.1).filter(|run| run["status"] == "completed")).await;
    let (_, kept) = app.get("/api/memory").await;
    assert_eq!(
        (&kept[0]["kind"], &kept[0]["word"], &kept[0]["meaning"]),
        (&json!("name"), &json!("boat people"), &json!(NAME))
    );

    let plain = app.ask(&format!("How many complaints did {NAME} send in January 2026?")).await;
    let own = app.ask("How many complaints did the boat people send in January 2026?").await;
    let own = app.get(&format!("/api/research/runs/{}", own["runId"].as_str().unwrap())).await.1;
    assert!(
        own["answer"]["text"]
            .as_str()
            .unwrap()
            .starts_with(plain["answer"].as_str().unwrap().split('[').next().unwrap()),
        "{own}"
    );
    assert_eq!(own["answer"]["notes"][0], format!("From your memory: “boat people” is {NAME}."));

    // Added on the page; a product stands for "my products".
    for (new, status) in [
        (json!({"kind": "product", "meaning": "mobile app"}), 200),
        (json!({"kind": "customer", "meaning": NAME}), 200),
        (json!({"kind": "name", "word": "the yard", "meaning": "Nobody Ltd"}), 400),
        (json!({"kind": "name", "word": "Mortgage", "meaning": NAME}), 400),
        (json!({"kind": "name", "word": "the", "meaning": NAME}), 400),
    ] {
        let (got, body) = app.post("/api/memory", new.clone()).await;
        assert_eq!(got, status, "{new}: {body}");
    }
    let mine = app.ask("How many complaints were there about my products in January 2026?").await;
    let named = app.ask("How many complaints were there about Mobile banking in January 2026?").await;
    assert_eq!(mine["answer"].as_str().unwrap().split('[').next(), named["answer"].as_str().unwrap().split('[').next());
    let page = app.client.get(format!("{}/settings/memory", app.url)).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("“boat people”") && page.contains("Pinned customer"), "{page}");

    // Nobody else reads it, and it is deleted at a word.
    assert!(memory::list(&app.services.db, "somebody else").await.unwrap().is_empty());
    assert_eq!(
        app.post("/api/memory", json!({"kind": "name", "word": "boat people", "meaning": "Osei Textiles"})).await.0,
        200
    );
    let (_, kept) = app.get("/api/memory").await;
    let names: Vec<&Value> = kept.as_array().unwrap().iter().filter(|m| m["kind"] == "name").collect();
    assert_eq!((names.len(), &names[0]["meaning"]), (1, &json!("Osei Textiles")), "the new meaning stands for the old");
    let address = format!("{}/api/memory/{}", app.url, names[0]["id"].as_str().unwrap());
    assert_eq!(app.client.delete(&address).send().await.unwrap().status(), 204);
    assert_eq!(app.client.delete(&address).send().await.unwrap().status(), 404);
    let form = app.form("/settings/memory", "kind=name&word=the+weavers&meaning=Osei+Textiles").send().await.unwrap();
    assert_eq!(json(form).await.0, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_customers_with_one_name_the_pinned_one_is_meant() {
    let app = app("sqlite::memory:", &[]).await;
    let alder =
        super::Customer { id: "cust-8".into(), name: "Alder Foods".into(), ..super::marine().customers.remove(0) };
    let batch = super::Batch { customers: vec![alder], ..super::Batch::default() };
    super::write::store(&app.services.db, &batch, 0).await.unwrap();
    assert_eq!(app.post("/api/memory", json!({"kind": "customer", "meaning": NAME})).await.0, 200);
    let body = app.ask("Tell me about Alder").await;
    assert!(body["answer"].as_str().unwrap().starts_with("Alder Marine is"), "{body}");
    let other = app.ask("Tell me about Alder Foods").await;
    assert!(!other["answer"].as_str().unwrap().contains("Alder Marine"), "{other}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_customers_are_mine_is_asked_once_and_remembered() {
    let app = app("sqlite::memory:", &[]).await;
    let helen = super::Customer {
        id: "cust-9".into(),
        name: "Tarn Foods".into(),
        relationship_manager: Some("Helen Brandt".into()),
        ..super::marine().customers.remove(0)
    };
    let batch = super::Batch { customers: vec![helen], ..super::Batch::default() };
    super::write::store(&app.services.db, &batch, 0).await.unwrap();
    let asked = app.ask("List my customers").await;
    let answer = asked["answer"].as_str().unwrap();
    assert!(answer.contains("Whose customers are yours?"), "{answer}");
    assert_eq!(asked["grounding"]["notVerified"], 0, "{asked}");
    let offered = asked["followUpQuestions"].as_array().unwrap();
    assert!(offered.contains(&json!("List Helen Brandt's customers")), "{offered:?}");
    // What is no record of customers is nobody's to look after.
    let notes = app.ask("For my notes: how many complaints were there in January 2026?").await;
    assert!(notes["answer"].as_str().unwrap().starts_with("There"), "{notes}");

    let manager = |name: &str| json!({"kind": "manager", "meaning": name});
    assert_eq!(app.post("/api/memory", manager("Nobody")).await.0, 400);
    assert_eq!(app.post("/api/memory", manager("helen brandt")).await.0, 200);
    let mine = app.ask("List my customers").await;
    let run = app.get(&format!("/api/research/runs/{}", mine["runId"].as_str().unwrap())).await.1;
    let answer = run["answer"]["text"].as_str().unwrap();
    assert!(answer.contains("Tarn Foods") && !answer.contains(NAME), "{answer}");
    assert_eq!(run["answer"]["notes"][0], "From your memory: “my” is Helen Brandt.", "{run}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chart_over_time_is_asked_again_by_another_step() {
    let server = Postgres::start();
    for database in ["sqlite::memory:".to_owned(), server.database("charts").await] {
        let app = app(&database, &[]).await;
        for question in
            ["How many complaints per day in January 2026?", "Complaints by week from December 2025 to January 2026"]
        {
            let body = app.ask(question).await;
            let drawing = &body["charts"][0]["drawing"];
            let steps: Vec<&str> = drawing["steps"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            assert!(steps.len() > 1 && steps.contains(&"week"), "{question}: {drawing}");
            let sum = |drawing: &Value| {
                drawing["points"].as_array().unwrap().iter().map(|p| p["value"].as_f64().unwrap()).sum::<f64>()
            };
            let ask = async |step: &str| {
                app.post("/rpc/chart", json!({"run": body["runId"], "place": 0, "step": step})).await
            };
            for step in &steps {
                let (status, chart) = ask(step).await;
                assert_eq!((status, &chart["drawing"]["step"]), (200, &json!(step)), "{chart}");
                assert_eq!(sum(&chart["drawing"]), sum(drawing), "{question} by {step}: the same records");
                assert_eq!(
                    (&chart["scope"], &chart["drawing"]["unit"]),
                    (&body["charts"][0]["scope"], &drawing["unit"])
                );
            }
            assert!(ask("year").await.0 >= 400);
        }
        // An average is averaged, not counted.
        let body = app.ask("Average sentiment score of messages by month from November 2025 to January 2026").await;
        let (status, chart) = app.post("/rpc/chart", json!({"run": body["runId"], "place": 0, "step": "week"})).await;
        assert_eq!(status, 200, "{chart} {body}");
        let values = chart["drawing"]["points"].as_array().unwrap();
        assert!(values.iter().all(|p| p["value"].as_f64().unwrap().abs() <= 1.0), "{chart}");
    }
}

//! Sources added on their page: drafted from an upload or an address, chosen, used, paused and removed; passwords never
//! come back.

use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

use crate::app::{TestApp, json as read};
use crate::postgres::Postgres;

/// A workbook of towns and amounts, with a column that looks secret.
fn workbook() -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet().set_name("Sales").unwrap();
    for (column, name) in (0..).zip(["Town", "Amount", "Password"]) {
        sheet.write_string(0, column, name).unwrap();
    }
    for (row, (town, amount)) in (1..).zip([("Riga", 1.5), ("Riga", 2.5), ("Oslo", 4.0)]) {
        sheet.write_string(row, 0, town).unwrap().write_number(row, 1, amount).unwrap();
        sheet.write_string(row, 2, format!("hunter{row}")).unwrap();
    }
    workbook.save_to_buffer().unwrap()
}

/// Sends the form that adds a source; returns the status and where it leads.
async fn add(app: &TestApp, fields: &[(&str, &str)], file: Option<(&str, Vec<u8>)>) -> (u16, String, String) {
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(format!("--x\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").bytes());
    }
    if let Some((name, content)) = file {
        let head = format!("--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        body.extend(head.bytes());
        body.extend(content);
        body.extend(b"\r\n");
    }
    body.extend(b"--x--\r\n");
    posted(app, "/desk/sources", "multipart/form-data; boundary=x", body).await
}

async fn posted(app: &TestApp, path: &str, kind: &str, body: Vec<u8>) -> (u16, String, String) {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let request = client.post(format!("{}{path}", app.url)).header("content-type", kind).header("origin", &app.url);
    let page = path.replacen("/desk/", "/settings/", 1);
    let request = request.header("accept", "text/html").header("referer", format!("{}{page}", app.url));
    let reply = request.body(body).send().await.unwrap();
    let to = reply.headers().get("location").map(|to| to.to_str().unwrap().to_owned()).unwrap_or_default();
    (reply.status().as_u16(), to, reply.text().await.unwrap())
}

async fn change(app: &TestApp, name: &str, change: Value) -> (u16, Value) {
    let request = app.client.patch(format!("{}/api/sources/{name}", app.url)).json(&change);
    read(request.send().await.unwrap()).await
}

async fn act(app: &TestApp, name: &str, form: &str) -> (u16, String, String) {
    let kind = "application/x-www-form-urlencoded";
    posted(app, &format!("/desk/sources/{name}"), kind, form.as_bytes().to_vec()).await
}

fn names(all: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    all["all"].as_array().unwrap().iter().map(|one| (text(&one["name"]), text(&one["state"]))).collect()
}

#[tokio::test]
async fn an_uploaded_workbook_is_drafted_chosen_used_and_removed() {
    let app = TestApp::start().await;
    let (status, to, body) = add(&app, &[], Some(("shop.xlsx", workbook()))).await;
    assert_eq!((status, to.as_str()), (303, "/settings/sources/shop"), "{body}");
    let (_, page) = app.get("/api/sources/shop").await;
    assert_eq!(page["declaration"]["state"], "draft", "{page}");
    let table = &page["tables"][0];
    assert_eq!((table["table"].as_str(), table["rows"].as_array().map(Vec::len)), (Some("Sales"), Some(3)), "{page}");
    assert!(table["leftOut"][0].as_str().unwrap().contains("Password"), "{page}");
    assert!(!page.to_string().contains("hunter1"), "{page}");

    // What is not ticked is left out; a word is added.
    let form = "t0.used=on&t0.many=deals&t0.synonyms=trades&t0.m0.used=on&t0.m0.unit=EUR&t0.m0.aggregation=sum&do=use";
    let (status, to, body) = act(&app, "shop", form).await;
    assert_eq!((status, to.as_str()), (303, "/settings/sources/shop?did=use"), "{body}");
    let (_, page) = app.get("/api/sources/shop").await;
    let yaml = page["yaml"].as_str().unwrap();
    assert!(
        yaml.contains("synonyms: [trades]") && yaml.contains("unit: EUR") && !yaml.contains("dimensions"),
        "{yaml}"
    );
    assert_eq!(page["tables"][0]["dimensions"][0]["used"], false, "{page}");
    assert_eq!(names(&app.get("/api/sources").await.1), [("shop".to_owned(), "on".to_owned())]);

    // A text that cannot be parsed changes nothing.
    let (status, reply) = change(&app, "shop", json!({"yaml": "sources: ["})).await;
    assert_eq!(status, 400, "{reply}");
    let (_, paused) = change(&app, "shop", json!({"state": "paused"})).await;
    assert_eq!(paused["state"], "paused", "{paused}");
    let (_, tested) = app.post("/api/sources/shop/test", json!({})).await;
    assert_eq!((tested["tables"][0]["open"].as_bool(), tested["tables"][0]["rows"].as_i64()), (Some(true), Some(3)));

    let uploads = std::path::Path::new(&app.services.config.data.folder.value).join("uploads");
    assert_eq!(std::fs::read_dir(&uploads).unwrap().count(), 1);
    let (status, to, _) = act(&app, "shop", "do=remove").await;
    assert_eq!((status, to.as_str()), (303, "/settings/sources?did=remove"));
    assert!(names(&app.get("/api/sources").await.1).is_empty());
    assert_eq!(std::fs::read_dir(&uploads).unwrap().count(), 0, "the file goes with it");
    assert_eq!(app.get("/api/sources/shop").await.0, 404);
}

#[tokio::test]
async fn what_cannot_be_read_says_what_to_do_and_is_not_stored() {
    let app = TestApp::start().await;
    for (fields, file, want) in [
        (&[][..], None, "Enter an address, or choose a file."),
        (&[("address", "shop")], None, "The address begins with postgres://"),
        (&[("address", "postgres://reader:hunter2@127.0.0.1:1/shop")], None, "Check host and port"),
        (&[("address", "postgres://a@127.0.0.1/b"), ("name", "Not a name")], None, "is not a valid name"),
        (&[], Some(("notes.txt", b"hello".to_vec())), "neither a SQLite database nor"),
        (&[], Some(("shop.xlsx", b"<html>".to_vec())), "is no workbook inside"),
    ] {
        let (status, _, body) = add(&app, fields, file).await;
        assert!(status == 400 && body.contains(want) && !body.contains("hunter2"), "{want}: {status} {body}");
    }
    assert!(names(&app.get("/api/sources").await.1).is_empty());
    let uploads = std::path::Path::new(&app.services.config.data.folder.value).join("uploads");
    assert_eq!(std::fs::read_dir(&uploads).map_or(0, Iterator::count), 0, "no file stays");
}

#[tokio::test]
async fn a_password_is_stored_encrypted_and_never_sent_back() {
    let server = Postgres::start();
    // Anyone may sign in there, whatever the password.
    let url = server.database("shop").await.replacen("postgres@", "postgres:hunter2@", 1);
    let pool = sqlx::PgPool::connect(&url).await.unwrap();
    sqlx::raw_sql("CREATE TABLE orders (town TEXT, amount REAL); INSERT INTO orders VALUES ('Riga', 1), ('Oslo', 2)")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    let app = TestApp::start().await;
    let (status, drafted) = app.post("/api/sources", json!({"address": url, "name": "shop"})).await;
    assert_eq!((status, drafted["tables"][0]["open"].as_bool()), (201, Some(true)), "{drafted}");
    let (_, page) = app.get("/api/sources/shop").await;
    assert!(page["yaml"].as_str().unwrap().contains("postgres:${PASSWORD}@"), "{page}");
    let shown = app.page("/settings/sources/shop").await + &app.page("/settings/sources").await;
    for text in [drafted.to_string(), page.to_string(), shown] {
        assert!(!text.contains("hunter2"), "{text}");
    }
    let rows = server::store::settings::all(&app.services.db).await.unwrap();
    let row = rows.iter().find(|row| row.name == "source.shop").unwrap();
    assert!(row.secret && row.value.as_ref().is_some_and(|value| value.starts_with("v1:")), "{row:?}");
    // Its variables are its own secrets, and never those of the server.
    let yaml = page["yaml"].as_str().unwrap().replace("${PASSWORD}", "${PATH}");
    assert_eq!(change(&app, "shop", json!({"yaml": yaml})).await.0, 200);
    let (_, tested) = app.post("/api/sources/shop/test", json!({})).await;
    assert_eq!(tested["tables"][0]["open"], false, "{tested}");
    assert!(tested.to_string().contains("No secret PATH is stored"), "{tested}");
}

#[tokio::test]
async fn only_admins_declare_sources() {
    let app = TestApp::with(&[("ADMIN_TOKEN", "correct-horse-battery-staple-0123")]).await;
    for path in ["/api/sources", "/api/sources/shop"] {
        assert_eq!(app.get(path).await.0, 403, "{path}");
    }
    assert_eq!(add(&app, &[("address", "postgres://a@127.0.0.1/b")], None).await.0, 403);
    assert_eq!(act(&app, "shop", "do=remove").await.0, 403);
}

#[tokio::test]
async fn a_refused_form_comes_back_with_what_was_typed_but_no_secret() {
    let app = TestApp::start().await;
    let address = "postgres://reader:wrong-secret@127.0.0.1:1/shop";
    let fields = [
        ("address", address),
        ("user", "ana"),
        ("password", "hunter-two"),
        ("api_key", "key-of-hunter"),
        ("tables", "orders, lines"),
        ("name", "shop_two"),
    ];
    let (status, _, page) = add(&app, &fields, None).await;
    assert_eq!(status, 400, "{page}");
    for typed in ["postgres://reader@127.0.0.1:1/shop", "ana", "orders, lines", "shop_two"] {
        assert!(page.contains(&format!("value=\"{typed}\"")), "{typed}: {page}");
    }
    for secret in ["wrong-secret", "hunter-two", "key-of-hunter"] {
        assert!(!page.contains(secret), "{secret}: {page}");
    }
    assert_eq!(page.matches("aria-invalid=\"true\"").count(), 1, "{page}");
    assert!(page.contains("id=\"source-address-error\"") && page.contains("Check host and port"), "{page}");
    // The reason is at the field that it is about.
    let named = [("address", "postgres://127.0.0.1:1/shop"), ("name", "Not A Name")];
    let (_, _, page) = add(&app, &named, None).await;
    assert!(page.contains("id=\"source-name-error\"") && page.contains("value=\"Not A Name\""), "{page}");
    // A form that asks for nothing of the kind comes empty.
    let (_, _, page) = add(&app, &[], Some(("shop.xlsx", b"no workbook".to_vec()))).await;
    assert!(page.contains("role=\"alert\"") && !page.contains("aria-invalid=\"true\""), "{page}");

    let (status, ..) = add(&app, &[], Some(("shop.xlsx", workbook()))).await;
    assert_eq!(status, 303);
    let (status, _, page) = act(&app, "shop", "do=save&t0.many=boot+sales&t0.d0.used=on&t0.d0.synonyms=place").await;
    assert_eq!(status, 400, "{page}");
    assert!(page.contains("value=\"boot sales\"") && page.contains("value=\"place\""), "{page}");
    assert!(page.contains("Choose at least one table"), "{page}");
}

//! Importing a file through the browser's forms, over HTTP.

use model::record::slug;
use serde_json::{Value, json};
use server::store::{changes, records};

use crate::app::{TestApp, until};
use crate::postgres::on_both;

const TICKETS: &str = "Ticket;Client;Opened;Via;Subject;Text;Plan\n\
    7;Acme AG;03.11.2024 08:15;E-Mail;Card;\"This is terrible.\nI was charged twice.\";gold\n\
    8;Bolt;no day;Phone;Loan;Where is it?;\n\
    9;ACME ag;05.11.2024 10:00;Phone;Thanks;The zebra crossing is fine now.;gold\n";

/// Uploads a file as the form does; returns the status and the redirect target, or the page's text.
async fn send(app: &TestApp, name: &str, text: &[u8]) -> (u16, String) {
    let head = format!(
        "--part\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\ncontent-type: text/csv\r\n\r\n"
    );
    let body = [head.as_bytes(), text, b"\r\n--part--\r\n"].concat();
    let url = format!("{}/desk/import", app.url);
    let request = plain().post(url).header("content-type", "multipart/form-data; boundary=part").body(body);
    told(request.send().await.unwrap()).await
}

async fn act(app: &TestApp, id: &str, form: &str) -> (u16, String) {
    told(app.form(&format!("/desk/import/{id}"), form).send().await.unwrap()).await
}

fn plain() -> reqwest::Client {
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap()
}

async fn told(reply: reqwest::Response) -> (u16, String) {
    let status = reply.status().as_u16();
    let to = reply.headers().get("location").map(|v| v.to_str().unwrap().to_owned());
    (status, to.unwrap_or(reply.text().await.unwrap()))
}

async fn upload(app: &TestApp, name: &str, text: &str) -> String {
    let (status, to) = send(app, name, text.as_bytes()).await;
    assert_eq!(status, 303, "{to}");
    to.strip_prefix("/import/").unwrap().to_owned()
}

async fn look(app: &TestApp, id: &str) -> Value {
    let (status, upload) = app.post("/rpc/upload", json!({"id": id})).await;
    assert_eq!(status, 200, "{upload}");
    upload
}

async fn over(app: &TestApp, id: &str) -> Value {
    until("the import ends", async || Some(look(app, id).await).filter(|upload| upload["stage"] != "running")).await
}

#[tokio::test]
async fn a_mailbox_is_no_table() {
    let app = TestApp::start().await;
    let letter = "From: Ann <ann@x.org>\nDate: Mon, 3 Nov 2014 10:00:00 +0000\nSubject: Fee, and more\n\nHello, all\n";
    for text in [letter.to_owned(), format!("From ann@x.org Mon Nov  3 10:00:00 2014\n{letter}")] {
        let (status, told) = send(&app, "inbox.csv", text.as_bytes()).await;
        assert!(status == 400 || status == 422, "{status} {told}");
        assert!(told.contains("a mailbox or a letter") && told.contains("plumbline import mbox"), "{told}");
    }
}

#[tokio::test]
async fn a_sheet_of_a_workbook_is_read_like_a_file_of_lines() {
    let app = TestApp::start().await;
    let book = |sheets: &[&str]| {
        let mut book = rust_xlsxwriter::Workbook::new();
        for name in sheets {
            let sheet = book.add_worksheet().set_name(*name).unwrap();
            for (row, line) in
                (0..).zip([["Ticket", "Client", "Opened", "Text"], ["7", "Acme AG", "2024-11-03", "Charged, twice"]])
            {
                for (column, text) in (0..).zip(line) {
                    sheet.write_string(row, column, text).unwrap();
                }
            }
        }
        book.save_to_buffer().unwrap()
    };
    let (status, to) = send(&app, "tickets.xlsx", &book(&["Tickets"])).await;
    assert_eq!(status, 303, "{to}");
    let upload = look(&app, to.strip_prefix("/import/").unwrap()).await;
    assert_eq!(upload["file"], "tickets.csv", "{upload}");
    assert!(upload["preview"].to_string().contains("Charged, twice"), "{upload}");
    let (status, told) = send(&app, "tickets.xlsx", &book(&["Tickets", "Others"])).await;
    assert!(status == 400 && told.contains("has 2 sheets with values"), "{status} {told}");
}

async fn page(app: &TestApp, path: &str) -> String {
    app.client.get(format!("{}{path}", app.url)).send().await.unwrap().text().await.unwrap()
}

on_both!(app a_file_is_mapped_looked_at_and_imported as a_file_is_mapped_looked_at_and_imported_on_sqlite, a_file_is_mapped_looked_at_and_imported_on_postgres);

async fn a_file_is_mapped_looked_at_and_imported(app: &TestApp) {
    let before = records::totals(&app.services.db).await.unwrap().communications;
    let id = upload(app, "C:\\exports\\My tickets.csv", TICKETS).await;
    let upload = look(app, &id).await;
    assert_eq!(
        (&upload["file"], &upload["row"], &upload["form"]),
        (&json!("My tickets.csv"), &json!("communication"), &json!("csv"))
    );
    assert_eq!(
        (&upload["source"], &upload["stage"], &upload["demo"]),
        (&json!("my-tickets"), &json!("mapping"), &json!(false))
    );
    let column = |upload: &Value, name: &str| {
        upload["fields"].as_array().unwrap().iter().find(|f| f["name"] == name).unwrap()["columns"].clone()
    };
    assert_eq!((column(&upload, "customer"), column(&upload, "body")), (json!(["Client"]), json!(["Text"])));
    let preview = &upload["preview"];
    assert_eq!(preview["rows"].as_array().unwrap().len(), 2);
    assert_eq!(preview["refused"][0]["line"], 4, "the text of the first row takes two lines");
    assert!(
        preview["head"].as_array().unwrap().contains(&json!("attributes.Plan"))
            || preview["head"].to_string().contains("plan")
    );

    // Without a column for the text of a message there is nothing wrong; without one for the date there is.
    let form =
        "row=communication&source=Letters&column.id=Ticket&column.customer=Client&column.body=Text&column.subject=Via";
    let (_, mapped) = app.post("/rpc/upload-map", json!({"id": id, "form": form})).await;
    let at = mapped["fields"].as_array().unwrap().iter().find(|f| f["name"] == "at").unwrap();
    assert_eq!((&at["missing"], &mapped["preview"]["rows"]), (&json!(true), &json!([])));
    let (status, says) = act(app, &id, &format!("{form}&do=start")).await;
    assert!(status == 400 && says.contains("Choose a column for at"), "{status} {says}");
    // The page itself shows the mapping and the rows, without a script.
    let (status, _) = act(app, &id, &format!("{form}&column.at=Opened&do=preview")).await;
    assert_eq!(status, 303);
    let shown = page(app, &format!("/import/{id}")).await;
    for part in ["The first 2 rows as they will be stored", "E-Mail", "value=\"letters\"", "Line 4"] {
        assert!(shown.contains(part), "{part}");
    }
    assert_eq!(records::totals(&app.services.db).await.unwrap().communications, before, "nothing is stored yet");

    let (status, to) = act(app, &id, &format!("{form}&column.at=Opened&do=start")).await;
    assert_eq!((status, to), (303, format!("/import/{id}")));
    let done = over(app, &id).await;
    let progress = &done["progress"];
    assert_eq!(
        (&done["stage"], &progress["new"], &progress["refused"]),
        (&json!("done"), &json!(2), &json!(1)),
        "{done}"
    );
    assert_eq!(progress["lastDay"], "2024-11-05");
    let list = page(app, &format!("/desk/import/{id}/refused.csv")).await;
    assert!(list.starts_with("line,kind,fault\n4,date not readable,"), "{list}");
    assert_eq!(records::totals(&app.services.db).await.unwrap().communications, before + 2);
    assert!(page(app, &format!("/import/{id}")).await.contains("My tickets.csv is imported"));
    // The search index follows, and what was imported can be asked about.
    let latest = changes::latest(&app.services.db).await.unwrap();
    until("search follows", async || (app.services.search.change() >= latest).then_some(())).await;
    let found = app.ask("Find messages about \"zebra crossing\"").await;
    assert!(found.to_string().contains("zebra crossing is fine"), "{}", found["answer"]);
    // It is over: no second start, no other mapping.
    assert_eq!(act(app, &id, &format!("{form}&do=start")).await.0, 409);

    // The same file again changes nothing.
    let again = upload_and_start(app, TICKETS, &format!("{form}&column.at=Opened")).await;
    assert_eq!((&again["progress"]["new"], &again["progress"]["unchanged"]), (&json!(0), &json!(2)), "{again}");

    // The import that made the data set is taken back; the later one added to a set that was there.
    let second = again["id"].as_str().unwrap();
    let (status, says) = act(app, second, "do=undo").await;
    assert!(status == 409 && says.contains("an existing data set"), "{status} {says}");
    assert_eq!(act(app, &id, "do=undo").await, (303, format!("/import/{id}")));
    assert_eq!(look(app, &id).await["stage"], "mapping");
    assert_eq!(records::totals(&app.services.db).await.unwrap().communications, before);
    let (status, says) = act(app, &id, "do=undo").await;
    assert!(status == 409 && says.contains("nothing was imported"), "{status} {says}");
}

async fn upload_and_start(app: &TestApp, text: &str, form: &str) -> Value {
    let id = upload(app, "again.csv", text).await;
    assert_eq!(act(app, &id, &format!("{form}&do=start")).await.0, 303);
    over(app, &id).await
}

#[tokio::test]
async fn what_is_no_file_of_rows_says_what_to_do() {
    let app = TestApp::with(&[("PLUMBLINE_IMPORT_MAX_MIB", "1")]).await;
    let large = format!("a,b\n{}", "1,2\n".repeat(400_000));
    for (name, bytes, want) in [
        ("x.zip", b"PK\x03\x04rest".as_slice(), "Unpack the archive first"),
        ("x.json", b"[{\"a\": 1}]", "on a line of its own"),
        ("x.csv", b"", "Choose a file first"),
        ("x.csv", b"\xff\xfea\0", "UTF-8"),
        ("x.csv", large.as_bytes(), "PLUMBLINE_IMPORT_MAX_MIB"),
    ] {
        let (status, says) = send(&app, name, bytes).await;
        assert!(status == 400 && says.contains(want), "{want}: {status} {says}");
        assert!(!says.contains("plumbline-import-"), "the server's folders are its own: {says}");
    }
    let reply = plain().post(format!("{}/desk/import", app.url)).body("file=x").send().await.unwrap();
    assert_eq!(told(reply).await.0, 415);
    // Files that are here no longer, and things that cannot be done.
    assert_eq!(act(&app, "none", "do=start").await.0, 404);
    assert!(page(&app, "/import/none").await.contains("Upload the file again"));
    let id = upload(&app, "t.csv", TICKETS).await;
    assert_eq!(act(&app, &id, "do=dance").await.0, 400);
    assert_eq!(act(&app, &id, "row=ticket&do=preview").await.0, 400);
    let (status, says) = act(&app, &id, "source=demo&column.customer=Client&column.at=Opened&do=start").await;
    assert!(status == 400 && says.contains("another name"), "{says}");
    // A format that fits no date leaves every row out, and says so.
    let form = "column.customer=Client&column.at=Opened&dateFormat=%25Y";
    let (_, odd) = app.post("/rpc/upload-map", json!({"id": id, "form": form})).await;
    assert_eq!((odd["preview"]["refused"].as_array().unwrap().len(), &odd["dateFormat"]), (3, &json!("%Y")), "{odd}");
    // Another kind of row is guessed anew; columns that the file does not have are not taken.
    let (_, cases) = app.post("/rpc/upload-map", json!({"id": id, "form": "row=case"})).await;
    assert_eq!(cases["row"], "case");
    let (_, odd) = app.post("/rpc/upload-map", json!({"id": id, "form": "row=case&column.title=Nothing"})).await;
    assert!(odd["fields"].as_array().unwrap().iter().all(|f| f["columns"] == json!([])), "{odd}");
    assert_eq!(act(&app, &id, "do=discard").await, (303, "/import".to_owned()));
    assert_eq!(app.post("/rpc/upload", json!({"id": id})).await.0, 404);
}

#[tokio::test]
async fn a_file_that_breaks_off_is_not_shown_as_done() {
    let app = TestApp::start().await;
    let rows: String = (0..30_000).map(|n| format!("{n},Acme {n},2024-11-03,text {}\n", n * 7919)).collect();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packer, format!("id,customer,date,text\n{rows}").as_bytes()).unwrap();
    let whole = packer.finish().unwrap();
    let (status, to) = send(&app, "cut.csv.gz", &whole[..whole.len() / 2]).await;
    assert_eq!(status, 303, "{to}");
    let id = to.strip_prefix("/import/").unwrap();
    let form = "column.id=id&column.customer=customer&column.at=date&column.body=text&do=start";
    assert_eq!(act(&app, id, form).await.0, 303);
    // A second one meanwhile is told to wait, unless the first was quicker.
    let other = upload(&app, "other.csv", TICKETS).await;
    let (status, says) = act(&app, &other, "column.customer=Client&column.at=Opened&do=start").await;
    assert!(status == 303 || (status == 409 && says.contains("cut.csv.gz is being imported")), "{status} {says}");
    let failed = over(&app, id).await;
    assert_eq!(failed["stage"], "failed", "{}", failed["progress"]);
    let problem = failed["progress"]["problem"].as_str().unwrap();
    assert!(problem.contains("cut.csv.gz ends unexpectedly") && problem.contains("ends too early"), "{problem}");
    assert!(failed["progress"]["rows"].as_u64().unwrap() > 0);
    assert!(page(&app, &format!("/import/{id}")).await.contains("Not imported completely"));
}

#[tokio::test]
async fn with_a_token_set_importing_needs_it() {
    let app = TestApp::with(&[("ADMIN_TOKEN", "correct-horse-battery-staple-0123")]).await;
    assert_eq!(send(&app, "t.csv", TICKETS.as_bytes()).await.0, 403);
    assert_eq!(act(&app, "x", "do=start").await.0, 403);
    assert_eq!(app.post("/rpc/import", json!({})).await.0, 403);
    assert_eq!(app.post("/rpc/upload", json!({"id": "x"})).await.0, 403);
    assert_eq!(app.post("/rpc/upload-map", json!({"id": "x", "form": ""})).await.0, 403);
    assert_eq!(app.client.get(format!("{}/desk/import/x/refused.csv", app.url)).send().await.unwrap().status(), 403);
    assert!(page(&app, "/import").await.contains("admin-token"), "one can sign in there");
}

on_both!(app demo_data_is_replaced_or_kept as demo_data_is_replaced_or_kept_on_sqlite, demo_data_is_replaced_or_kept_on_postgres);

async fn demo_data_is_replaced_or_kept(app: &TestApp) {
    let db = &app.services.db;
    // A second bank, under the demo's name, of which one customer is named by other data, too.
    let mut demo = crate::app::small_bank();
    let own = |id: &str| format!("demo-{id}");
    demo.customers.iter_mut().for_each(|c| (c.id, c.source) = (own(&c.id), "demo".into()));
    demo.customers[0].name = "Zeppelin Werft".into();
    demo.customers[1].name = "Tern & Sons".into();
    for c in &mut demo.communications {
        (c.id, c.customer_id, c.source) = (own(&c.id), own(&c.customer_id), "demo".into());
    }
    for c in &mut demo.cases {
        (c.id, c.customer_id, c.source) = (own(&c.id), own(&c.customer_id), "demo".into());
    }
    for d in &mut demo.documents {
        (d.id, d.source) = (own(&d.id), "demo".into());
        d.chunks.iter_mut().for_each(|c| c.id = own(&c.id));
    }
    demo.last_day = Some(("demo".into(), "2031-01-01".parse().unwrap()));
    let before = records::totals(db).await.unwrap();
    server::store::write::store(db, &demo, 0).await.unwrap();

    let columns = "column.id=Ticket&column.customer=Client&column.at=Opened&column.body=Text";
    let id = upload(app, "t.csv", TICKETS).await;
    assert_eq!(look(app, &id).await["demo"], true);
    assert!(page(app, &format!("/import/{id}")).await.contains("What should happen to it?"));
    let (status, says) = act(app, &id, &format!("{columns}&do=start")).await;
    assert!(status == 400 && says.contains("demo data"), "{says}");
    let with_a_customer_of_it = format!("{TICKETS}10;Tern & Sons;06.11.2024 10:00;Phone;Hello;Hello there;\n");
    let added = upload_and_start(app, &with_a_customer_of_it, &format!("{columns}&source=mine&demo=add")).await;
    assert_eq!(added["progress"]["new"], 3, "{added}");
    let both = records::totals(db).await.unwrap();
    assert_eq!(both.communications, 2 * before.communications + 3);

    let (status, _) = act(app, &id, &format!("{columns}&source=yours&demo=replace&do=start")).await;
    assert_eq!(status, 303);
    assert_eq!(over(app, &id).await["stage"], "done");
    let after = records::totals(db).await.unwrap();
    assert_eq!((after.communications, after.cases), (before.communications + 5, before.cases));
    let names: Vec<String> =
        records::customer_names(db).await.unwrap().into_iter().map(|(_, name)| slug(&name)).collect();
    assert!(names.contains(&"tern-sons".to_owned()) && !names.contains(&"zeppelin-werft".to_owned()), "{names:?}");
    assert_eq!(changes::last_day(db).await.unwrap(), Some("2026-01-31".parse().unwrap()));
    let gone = changes::deleted(db, 0).await.unwrap();
    assert!(gone.iter().any(|(kind, id)| kind == "communication" && id == "demo-comm-00001"), "search hears of it");
    assert_eq!(look(app, &upload(app, "u.csv", TICKETS).await).await["demo"], false);
}

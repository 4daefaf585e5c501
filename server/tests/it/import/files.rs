//! Documents from files, over HTTP: Markdown, text, PDF and Word become searchable; what cannot be read is refused with
//! what would do.

use std::io::{Cursor, Write};

use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::app::{TestApp, until};

/// A PDF of one page with these lines, each a paragraph of its own.
fn pdf(lines: &[&str]) -> Vec<u8> {
    let shown: String = lines.iter().map(|line| format!("({line}) Tj 0 -48 Td ")).collect();
    let content = format!("BT /F1 12 Tf 72 700 Td {shown}ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    let mut out = "%PDF-1.4\n".to_owned();
    let mut table = "0000000000 65535 f \n".to_owned();
    for (at, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", out.len());
        out += &format!("{} 0 obj\n{object}\nendobj\n", at + 1);
    }
    let begins = out.len();
    let size = objects.len() + 1;
    out += &format!("xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{begins}\n%%EOF\n");
    out.into_bytes()
}

/// A Word file with a heading, a paragraph and a table.
fn docx(heading: &str, text: &str, cells: [&str; 2]) -> Vec<u8> {
    let space = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";
    let run = |text: &str| format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>");
    let cell = |text: &str| format!("<w:tc><w:p>{}</w:p></w:tc>", run(text));
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document {space}><w:body>\
         <w:p><w:pPr><w:pStyle w:val=\"Antrat1\"/></w:pPr>{}</w:p><w:p>{}</w:p>\
         <w:tbl><w:tr>{}{}</w:tr></w:tbl></w:body></w:document>",
        run(heading),
        run(text),
        cell(cells[0]),
        cell(cells[1]),
    );
    let styles = format!(
        "<w:styles {space}><w:style w:type=\"paragraph\" w:styleId=\"Antrat1\"><w:name w:val=\"heading 1\"/></w:style></w:styles>"
    );
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [("word/document.xml", document), ("word/styles.xml", styles)] {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn form(fields: &[(&str, &str)], files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(format!("--part\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").bytes());
    }
    for (name, content) in files {
        let head = format!("--part\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), content, b"\r\n"].concat());
    }
    body.extend(b"--part--\r\n");
    body
}

async fn send(app: &TestApp, path: &str, fields: &[(&str, &str)], files: &[(&str, Vec<u8>)]) -> reqwest::Response {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let request =
        client.post(format!("{}{path}", app.url)).header("content-type", "multipart/form-data; boundary=part");
    request.body(form(fields, files)).send().await.unwrap()
}

async fn upload(app: &TestApp, fields: &[(&str, &str)], files: &[(&str, Vec<u8>)]) -> Vec<Value> {
    let reply = send(app, "/knowledge/files", fields, files).await;
    assert_eq!(reply.status().as_u16(), 200);
    let report: Value = serde_json::from_str(&reply.text().await.unwrap()).unwrap();
    report["files"].as_array().unwrap().clone()
}

async fn found(app: &TestApp, query: &str) -> Vec<Value> {
    let (status, test) = app.get(&format!("/api/documents/search?query={}", query.replace(' ', "%20"))).await;
    assert_eq!(status, 200, "{test}");
    test["hits"].as_array().unwrap().clone()
}

#[tokio::test]
async fn files_of_every_kind_become_documents_that_are_found() {
    let app = TestApp::start().await;
    let files = [
        ("walrus.md", b"# Walrus rules\nA walrus needs a permit.\n\n## Fees\nTwelve euros.".to_vec()),
        ("otter.txt", "Otters pay nothing. Grüße.".as_bytes().to_vec()),
        ("heron.pdf", pdf(&["The heron clause.", "Herons are insured against frost."])),
        ("Lynx list.docx", docx("Lynx", "A lynx is registered at the counter.", ["Lynx fee", "Forty euros"])),
    ];
    let fields = [("kind", "policy"), ("day", "2026-01-15"), ("product", "Wild Life")];
    let report = upload(&app, &fields, &files).await;
    let statuses: Vec<&str> = report.iter().map(|file| file["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["added"; 4], "{report:?}");
    assert_eq!(report[0]["document"], json!(["file-walrus-md", "Walrus rules"]));
    assert_eq!(report[3]["document"], json!(["file-lynx-list-docx", "Lynx"]));

    for (query, document, says) in [
        ("walrus permit", "file-walrus-md", "A walrus needs a permit."),
        ("otters pay", "file-otter-txt", "Grüße"),
        ("herons frost", "file-heron-pdf", "Herons are insured against frost."),
        ("lynx fee", "file-lynx-list-docx", "Lynx fee | Forty euros"),
    ] {
        let hits = found(&app, query).await;
        let best = hits.first().unwrap_or_else(|| panic!("nothing for {query}"));
        assert_eq!(best["document"], document, "{query}: {hits:?}");
        assert!(best["excerpt"].as_str().unwrap().contains(says), "{best}");
        assert!(best["keywords"].as_f64().unwrap() > 0.0 && !best["words"].as_array().unwrap().is_empty(), "{best}");
    }
    let (_, page) = app.get("/api/documents?source=api&kind=policy").await;
    assert_eq!(page["total"], 4, "{page}");
    let walrus = page["documents"].as_array().unwrap().iter().find(|d| d["id"] == "file-walrus-md").unwrap();
    assert_eq!(
        (&walrus["day"], &walrus["product"], &walrus["parts"], &walrus["indexed"]),
        (&json!("2026-01-15"), &json!("wild-life"), &json!(2), &json!("keywords"))
    );
    let (_, named) = app.get("/api/documents?text=LYNX").await;
    assert_eq!(named["total"], 1, "{named}");

    // The same file again changes nothing; another version replaces it.
    assert_eq!(upload(&app, &fields, &files[..1]).await[0]["status"], "unchanged");
    let newer = [("walrus.md", b"# Walrus rules\n\nA walrus needs a licence.".to_vec())];
    assert_eq!(upload(&app, &[], &newer).await[0]["status"], "changed");
    assert!(found(&app, "licence").await.iter().any(|hit| hit["document"] == "file-walrus-md"));
    assert!(found(&app, "permit").await.iter().all(|hit| hit["document"] != "file-walrus-md"));
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_and_the_rest_stored() {
    let app = TestApp::start().await;
    let bomb = {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file("word/document.xml", SimpleFileOptions::default()).unwrap();
        let piece = vec![b' '; 1 << 20];
        for _ in 0..257 {
            archive.write_all(&piece).unwrap();
        }
        archive.finish().unwrap().into_inner()
    };
    let old = [b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".as_slice(), &[0; 600]].concat();
    let files = [
        ("scan.pdf", pdf(&[]), "text recognition"),
        ("letter.doc", old, "Save it as .docx"),
        ("empty.txt", Vec::new(), "empty"),
        ("broken.docx", b"PK\x03\x04 nothing".to_vec(), "damaged"),
        ("bomb.docx", bomb, "unpacks to more than 256 MiB"),
        ("large.txt", vec![b'x'; (32 << 20) + 1], "larger than 32 MiB"),
        ("table.csv", b"a,b\n1,2\n".to_vec(), "page Import"),
        ("good.txt", b"The heron clause stands.".to_vec(), ""),
    ];
    let sent: Vec<(&str, Vec<u8>)> = files.iter().map(|(name, content, _)| (*name, content.clone())).collect();
    let report = upload(&app, &[], &sent).await;
    for ((name, _, says), file) in files.iter().zip(&report) {
        let wanted = if says.is_empty() { "added" } else { "refused" };
        assert_eq!((file["file"].as_str(), file["status"].as_str()), (Some(*name), Some(wanted)), "{file}");
        assert!(file["reason"].as_str().unwrap().contains(says), "{file}");
    }
    assert_eq!(app.get("/api/documents?source=api").await.1["total"], 1);
    let nothing = send(&app, "/knowledge/files", &[("kind", "policy")], &[]).await;
    assert_eq!(nothing.status().as_u16(), 400);
    let wrong = send(&app, "/knowledge/files", &[("day", "soon")], &[("a.txt", b"Text.".to_vec())]).await;
    assert!(wrong.text().await.unwrap().contains("2026-01-31"));
}

#[tokio::test]
async fn the_forms_of_the_page_upload_index_again_and_delete() {
    let app = TestApp::start().await;
    let reply = send(&app, "/desk/documents", &[], &[("heron.txt", b"The heron clause stands.".to_vec())]).await;
    assert_eq!(reply.status().as_u16(), 303);
    let to = reply.headers()["location"].to_str().unwrap().to_owned();
    let id = to.strip_prefix("/settings/documents?upload=").unwrap();
    until("the file is read", async || {
        let (_, report) = app.get(&format!("/api/document-uploads/{id}")).await;
        (report["files"][0]["status"] == "added").then_some(())
    })
    .await;
    let page = app.page(&to).await;
    assert!(page.contains("heron.txt") && page.contains("/records/document/file-heron-txt"), "{page}");

    let reply = app.form("/settings/documents/file-heron-txt/reindex", "").send().await.unwrap();
    assert_eq!(reply.status().as_u16(), 303);
    assert_eq!(found(&app, "heron clause").await[0]["document"], "file-heron-txt");
    let (_, all) = app.post("/api/documents/reindex", Value::Null).await;
    assert_eq!(all["documents"], app.get("/api/documents").await.1["total"]);

    let reply = app.form("/settings/documents/file-heron-txt/delete", "").send().await.unwrap();
    assert_eq!(reply.status().as_u16(), 303);
    assert!(found(&app, "heron clause").await.iter().all(|hit| hit["document"] != "file-heron-txt"));
    assert_eq!(app.get("/api/documents?text=heron").await.1["total"], 0);
    let gone = app.form("/settings/documents/file-heron-txt/delete", "").send().await.unwrap();
    assert_eq!(gone.status().as_u16(), 404);
    let (_, log) = app.get("/api/audit?what=document:file-heron-txt").await;
    let actions: Vec<&str> =
        log["items"].as_array().unwrap().iter().map(|line| line["action"].as_str().unwrap()).collect();
    assert!(actions.contains(&"deleted") && actions.contains(&"settings_changed"), "{log}");
    // It may come back.
    let report = upload(&app, &[], &[("heron.txt", b"The heron clause stands.".to_vec())]).await;
    assert_eq!(report[0]["status"], "added");
    assert_eq!(found(&app, "heron clause").await[0]["document"], "file-heron-txt");
}

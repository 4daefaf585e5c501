//! Server-sent events in reply to a POST: an `EventSource` can only GET, and what is sent may be secret.

use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Reflect, Uint8Array};
use web_sys::{Headers, ReadableStreamDefaultReader, RequestInit, Response};

/// Posts JSON; `heard` gets the data of each event of the reply as it arrives.
///
/// # Errors
/// If the request is refused, with the server's reason; without one if the connection fails.
pub async fn post_for_events(address: &str, body: &str, mut heard: impl FnMut(&str)) -> Result<(), Option<String>> {
    let reply = post(address, body).await.map_err(|_| None)?;
    if !reply.ok() {
        return Err(refusal(&reply).await);
    }
    let body = reply.body().ok_or(None)?;
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut bytes: Vec<u8> = Vec::new();
    loop {
        let read = JsFuture::from(reader.read()).await.map_err(|_| None)?;
        let part = |name: &str| Reflect::get(&read, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED);
        if part("done").is_truthy() {
            return Ok(());
        }
        bytes.extend(part("value").unchecked_into::<Uint8Array>().to_vec());
        // Data is JSON on one line; an incomplete line waits for the rest.
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = bytes.drain(..=end).collect();
            if let Some(data) = String::from_utf8_lossy(&line).strip_prefix("data:") {
                heard(data.trim());
            }
        }
    }
}

async fn post(address: &str, body: &str) -> Result<Response, JsValue> {
    let headers = Headers::new()?;
    headers.set("accept", "text/event-stream")?;
    headers.set("content-type", "application/json")?;
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_headers(&headers);
    init.set_body(&JsValue::from_str(body));
    JsFuture::from(window().fetch_with_str_and_init(address, &init)).await?.dyn_into()
}

/// The detail of a problem document (RFC 9457).
async fn refusal(reply: &Response) -> Option<String> {
    let text = JsFuture::from(reply.text().ok()?).await.ok()?.as_string()?;
    let problem: serde_json::Value = serde_json::from_str(&text).ok()?;
    problem["detail"].as_str().map(str::to_owned)
}

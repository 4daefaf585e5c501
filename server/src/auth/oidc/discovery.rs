//! The provider's metadata, requested once for all waiting callers, and how requests to it are sent.

use std::time::Instant;

use openidconnect::{HttpRequest, HttpResponse};

use super::{MOST_BYTES, Metadata, Provider, REMEMBERED, Refused, WAIT};
use crate::http_client::causes;
use crate::outside::reply;
use crate::plain;

impl Provider {
    /// The provider's metadata, at most `age` milliseconds old.
    pub(super) async fn metadata(&self, now: i64, age: i64) -> Result<Metadata, Refused> {
        let mut known = self.known.lock().await;
        if let Some((metadata, at)) = known.as_ref()
            && now - at < age
        {
            return Ok(metadata.clone());
        }
        // Callers who arrive during a request share its result.
        let mut failed = self.failed.lock().await;
        if let Some((why, _)) = failed.as_ref().filter(|(_, at)| at.elapsed() < REMEMBERED) {
            return Err(Refused::Unreachable(why.clone()));
        }
        let http = self.http.clone();
        let ask = move |request: HttpRequest| Self::send(http.clone(), request);
        match Metadata::discover_async(self.issuer.clone(), &ask).await {
            Ok(metadata) => {
                *known = Some((metadata.clone(), now));
                Ok(metadata)
            }
            Err(error) => {
                let why = causes(&error);
                *failed = Some((why.clone(), Instant::now()));
                Err(Refused::Unreachable(why))
            }
        }
    }

    /// Sends a request and reads the whole response.
    pub(super) async fn send(http: reqwest::Client, request: HttpRequest) -> Result<HttpResponse, Refused> {
        let broken = |error: reqwest::Error| Refused::Unreachable(causes(&error.without_url()));
        let mut request = reqwest::Request::try_from(request).map_err(broken)?;
        // The provider chooses the addresses.
        if request.url().scheme() == "http" {
            plain::check(request.url().host_str().unwrap_or_default(), "https").map_err(Refused::Unreachable)?;
        }
        *request.timeout_mut() = Some(WAIT);
        let reply = http.execute(request).await.map_err(broken)?;
        let (status, headers) = (reply.status(), reply.headers().clone());
        let (body, cut) = reply::read(reply, MOST_BYTES).await.map_err(broken)?;
        if cut {
            return Err(Refused::Unreachable("The provider's reply is larger than 1 MiB.".into()));
        }
        let mut response = HttpResponse::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        Ok(response)
    }
}

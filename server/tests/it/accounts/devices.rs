//! Known devices of an account: strangers who guess passwords lock out strangers, and failures in a known browser lock
//! only that browser.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use model::account::{Account, DataAccess, Role, message_text};
use model::error::AppError;
use reqwest::Response;
use server::auth::sign_in::{self, Browser, SignedIn, create};
use server::auth::token::hash;
use server::services::Services;
use server::store::accounts::{self, Change, devices};

use super::{PASSWORD, Web, Who, at};
use crate::app::TestApp;

const WRONG: &str = "wrong password 1";
const DAY: i64 = 86_400_000;

/// An account, and sign-in attempts to it.
struct Door<'a> {
    services: &'a Services,
    account: Account,
}

impl Door<'_> {
    /// The result of an attempt from a browser with a device cookie, or without one. All refusals are worded alike.
    async fn tries(&self, password: &str, device: Option<&str>) -> Option<SignedIn> {
        match sign_in::sign_in(self.services, &self.account.name, password, &Browser { device, ..Browser::default() })
            .await
        {
            Ok(signed_in) => Some(signed_in),
            Err(AppError::Forbidden { detail }) => {
                assert_eq!(detail, message_text("wrong"));
                None
            }
            Err(error) => panic!("{error:?}"),
        }
    }

    async fn knows(&self, device: &str) -> bool {
        devices::knows(&self.services.db, &self.account.id, &hash(device), 0).await.unwrap()
    }
}

/// Moves the clock, which ends other sign-ins: run it before they are needed.
pub async fn strangers_lock_out_strangers(app: &TestApp) {
    let clock = Arc::new(AtomicI64::new(app.services.world.now()));
    let services = at(&app.services, &clock);
    let account = create(&services, "hanna", Role::Manager, DataAccess::All, Some(PASSWORD)).await.unwrap();
    let hanna = Door { services: &services, account };
    let account = create(&services, "otto", Role::Manager, DataAccess::All, Some(PASSWORD)).await.unwrap();
    let otto = Door { services: &services, account };
    let home = hanna.tries(PASSWORD, None).await.unwrap().device;
    let work = hanna.tries(PASSWORD, None).await.unwrap().device;
    let ottos = otto.tries(PASSWORD, None).await.unwrap().device;
    assert!(home != work && home != ottos, "each browser is one of its own");

    for _ in 0..5 {
        assert!(hanna.tries(WRONG, None).await.is_none());
    }
    for worthless in [None, Some(""), Some("0"), Some(ottos.as_str())] {
        assert!(hanna.tries(PASSWORD, worthless).await.is_none(), "a stranger is locked out: {worthless:?}");
    }
    assert_eq!(
        hanna.tries(PASSWORD, Some(&home)).await.unwrap().device,
        home,
        "a known browser is not, and stays known"
    );
    assert!(hanna.tries(PASSWORD, None).await.is_none(), "that ends no lock of strangers");

    // A known browser is locked as a stranger is, by itself, and its cookie gives no further tries.
    for _ in 0..5 {
        assert!(hanna.tries(WRONG, Some(&home)).await.is_none());
    }
    assert!(hanna.tries(PASSWORD, Some(&home)).await.is_none());
    assert!(hanna.tries(PASSWORD, Some(&work)).await.is_some());
    clock.fetch_add(30_000, Ordering::SeqCst);
    assert!(hanna.tries(WRONG, Some(&home)).await.is_none() && hanna.tries(WRONG, None).await.is_none());
    clock.fetch_add(59_999, Ordering::SeqCst);
    assert!(hanna.tries(PASSWORD, Some(&home)).await.is_none(), "twice as long after the sixth");
    assert!(hanna.tries(PASSWORD, None).await.is_none());
    clock.fetch_add(1, Ordering::SeqCst);
    assert!(hanna.tries(PASSWORD, Some(&home)).await.is_some());
    assert!(hanna.tries(WRONG, None).await.is_none());
    let third = hanna.tries(PASSWORD, None).await.expect("strangers start anew, once their lock has run out").device;

    // Ten are known: of more, the one goes that was used longest ago.
    for _ in 0..8 {
        clock.fetch_add(1, Ordering::SeqCst);
        assert!(hanna.tries(PASSWORD, None).await.is_some());
    }
    assert_eq!([hanna.knows(&work).await, hanna.knows(&home).await, hanna.knows(&third).await], [false, true, true]);

    // Each sign-in renews it for 180 days.
    for _ in 0..2 {
        assert_eq!(hanna.tries(PASSWORD, Some(&home)).await.unwrap().device, home);
        clock.fetch_add(180 * DAY - 1, Ordering::SeqCst);
    }
    assert_eq!(hanna.tries(PASSWORD, Some(&home)).await.unwrap().device, home);
    clock.fetch_add(180 * DAY, Ordering::SeqCst);
    let next = hanna.tries(PASSWORD, Some(&home)).await.unwrap().device;
    assert_eq!([hanna.knows(&home).await, hanna.knows(&next).await], [false, true], "forgotten, and another one");

    accounts::change(&services.db, &hanna.account.id, Change::Role(Role::Reviewer)).await.unwrap();
    assert!(hanna.knows(&next).await);
    accounts::change(&services.db, &hanna.account.id, Change::Disabled(true)).await.unwrap();
    assert!(!hanna.knows(&next).await, "a disabled account knows none");
}

/// The value of a cookie set by a reply, and its attributes.
fn cookie(reply: &Response, name: &str) -> (String, String) {
    let mut all = reply.headers().get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
    let found = all.find_map(|cookie| cookie.strip_prefix(name)?.strip_prefix('=')?.split_once(';'));
    let (value, rest) = found.unwrap_or_else(|| panic!("{name}: {:?}", reply.headers()));
    (value.to_owned(), rest.to_owned())
}

/// A browser with a sign-in cookie, which may be empty, and a device cookie.
fn browser(session: &str, device: &str) -> Who {
    Who::Cookie(format!("{session}; plumbline-device={device}"))
}

async fn form(web: &Web<'_>, who: &Who, path: &str, fields: &str) -> Response {
    web.send(who, "post", path, "text/html", fields).await
}

/// Opens a link for dora, which creates the account or sets a new password.
async fn join(web: &Web<'_>, password: &str) -> Response {
    let path = sign_in::invite(&web.app.services, Some("dora"), Role::Manager, DataAccess::All).await.unwrap();
    form(web, &Who::Nobody, &path, &format!("password={password}")).await
}

pub async fn a_browser_is_known_by_its_cookie(app: &TestApp) {
    const OTHER: &str = "another horse battery";
    let (web, services) = (Web::of(app), &app.services);
    let joined = join(&web, PASSWORD).await;
    let (session, _) = cookie(&joined, "plumbline-session");
    let (device, rest) = cookie(&joined, "plumbline-device");
    assert_eq!(rest, " Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000");
    let account = accounts::by_name(&services.db, "dora").await.unwrap().unwrap();
    let dora = Door { services, account };

    // While strangers are locked out, a known browser changes its owner's password, and stays known.
    for _ in 0..5 {
        assert!(dora.tries(WRONG, None).await.is_none());
    }
    let fields = format!("old={PASSWORD}&new={OTHER}");
    let elsewhere = form(&web, &Who::Cookie(session.clone()), "/account/password", &fields).await;
    assert_eq!(elsewhere.headers()["location"], "/account?failed=old");
    let here = form(&web, &browser(&session, &device), "/account/password", &fields).await;
    assert_eq!(here.headers()["location"], "/account?said=password");
    let again = form(&web, &browser("", &device), "/sign-in", &format!("name=dora&password={OTHER}")).await;
    assert_eq!((&again.headers()["location"], &cookie(&again, "plumbline-device").0), (&"/".parse().unwrap(), &device));

    // Signing out leaves the browser known; everywhere forgets it.
    let (session, _) = cookie(&again, "plumbline-session");
    let out = form(&web, &browser(&session, &device), "/sign-out", "").await;
    assert!(dora.knows(&device).await && out.headers().get_all("set-cookie").iter().count() == 1);
    let inside = dora.tries(OTHER, Some(&device)).await.unwrap();
    assert_eq!(inside.device, device);
    let out = form(&web, &browser(&inside.session, &device), "/sign-out", "everywhere=1").await;
    let (value, rest) = cookie(&out, "plumbline-device");
    assert!(value.is_empty() && rest.contains("Max-Age=0"), "{rest}");
    assert!(!dora.knows(&device).await);
    assert_ne!(dora.tries(OTHER, Some(&device)).await.unwrap().device, device, "none that was forgotten comes back");

    // So does a new password by a link.
    let (before, _) = cookie(&join(&web, PASSWORD).await, "plumbline-device");
    let (after, _) = cookie(&join(&web, OTHER).await, "plumbline-device");
    assert_eq!([dora.knows(&before).await, dora.knows(&after).await], [false, true]);
}

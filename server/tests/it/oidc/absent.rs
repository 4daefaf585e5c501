//! Behaviour if the provider is silent: about a person's customers, about people who have left, or altogether.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use model::account::TokenUse;
use server::auth::sign_in::issue_token;

use super::*;

/// The account with this name.
pub async fn account(app: &TestApp, name: &str) -> Account {
    accounts::by_name(&app.services.db, name).await.unwrap().expect("an account")
}

#[tokio::test]
async fn whom_no_claim_gives_customers_sees_none_until_somebody_says_which() {
    let double = Double::start().await;
    for (more, sees) in [
        (&[][..], DataAccess::default()),
        (&[("PLUMBLINE_OIDC_SEES", "none")], DataAccess::default()),
        (&[("PLUMBLINE_OIDC_SEES", "all")], DataAccess::All),
    ] {
        let app = desk_with(&double.url, more).await;
        double.shows(ann(&["desk"]));
        assert!(sign_in(&app).await.session().is_some());
        let known = account(&app, "ann.lee").await;
        assert_eq!(known.sees, sees, "{more:?}");
        // What an admin says afterwards stays.
        let book = DataAccess::Some(CustomerBook { regions: vec!["North".into()], ..CustomerBook::default() });
        accounts::change(&app.services.db, &known.id, Change::Sees(book.clone())).await.unwrap();
        assert!(sign_in(&app).await.session().is_some());
        assert_eq!(account(&app, "ann.lee").await.sees, book);
    }
}

#[tokio::test]
async fn tokens_end_some_days_after_the_last_sign_in() {
    let double = Double::start().await;
    let app = desk_with(&double.url, &[]).await;
    double.shows(ann(&["desk"]));
    assert!(sign_in(&app).await.session().is_some());
    let known = account(&app, "ann.lee").await;
    let (_, secret) = issue_token(&app.services, &known.id, "a program", TokenUse::Ask, 365).await.unwrap();
    let me = async || {
        let request = app.client.get(format!("{}/api/me", app.url)).bearer_auth(&secret);
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(me().await, 200);
    let server::store::Db::Sqlite { write, .. } = &app.services.db else { unreachable!() };
    for (days, status) in [(6, 200), (8, 401)] {
        let at = app.services.world.now() - days * 86_400_000;
        sqlx::query("UPDATE accounts SET signed_in_at = $1").bind(at).execute(write).await.unwrap();
        assert_eq!(me().await, status, "{days} days after");
    }
}

/// Callers who arrive while the provider is silent must not each wait for their own attempt, one after the other.
#[tokio::test]
async fn a_silent_provider_is_asked_once_for_all_who_wait() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    let asked: Arc<AtomicUsize> = Arc::default();
    let count = asked.clone();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            count.fetch_add(1, Ordering::SeqCst);
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs(2)).await;
                drop(stream);
            });
        }
    });
    let app = desk_with(&issuer, &[]).await;
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let began = Instant::now();
    let starts = (0..8).map(|_| client.get(format!("{}/oidc/start", app.url)).send());
    for reply in futures::future::join_all(starts).await {
        assert_eq!(reply.unwrap().headers()["location"], "/sign-in?failed=oidc-unreachable");
    }
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

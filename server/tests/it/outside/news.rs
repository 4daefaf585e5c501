//! Notifications from the desk as an MCP server: a listening client is notified of changed tools, of another run, and
//! of progress of a run.

use rmcp::model::{ProtocolVersion, ServerNotification, SubscriptionFilter};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, Subscription};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use server::skills::folder;

use super::*;

/// Receives notifications until all of these have arrived, by name.
async fn heard(news: &mut Subscription, wanted: &[&str]) {
    let mut missing = wanted.to_vec();
    let all = async {
        while !missing.is_empty() {
            let said = match news.next().await.unwrap().expect("it goes on") {
                ServerNotification::ToolListChangedNotification(_) => "tools".to_owned(),
                ServerNotification::ResourceListChangedNotification(_) => "resources".to_owned(),
                ServerNotification::ResourceUpdatedNotification(update) => update.params.uri,
                other => panic!("{other:?}"),
            };
            missing.retain(|name| *name != said);
        }
    };
    tokio::time::timeout(Duration::from_secs(20), all).await.unwrap_or_else(|_| panic!("not all came of {wanted:?}"));
}

#[tokio::test]
async fn a_client_that_listens_hears_what_changes() {
    let skills = tempfile::tempdir().unwrap();
    let app = TestApp::with(&[("PLUMBLINE_SKILLS_DIR", &skills.path().display().to_string())]).await;
    let config = StreamableHttpClientTransportConfig::with_uri(format!("{}/mcp", app.url));
    let transport = StreamableHttpClientTransport::with_client(app.client.clone(), config);
    let lifecycle =
        ClientLifecycleMode::Auto { preferred_versions: vec![ProtocolVersion::V_2026_07_28], legacy_version: None };
    let client = ().serve_with_lifecycle(transport, lifecycle).await.unwrap();

    let runs = "plumbline://runs";
    let filter =
        SubscriptionFilter::builder().tools_list_changed().resources_list_changed().resource_subscription(runs);
    let mut news = client.peer().listen(filter.build()).await.unwrap();
    // What is there already is no news.
    assert!(tokio::time::timeout(Duration::from_millis(1_500), news.next()).await.is_err());
    let asked = app.ask("How many complaints were there in January 2026?").await;
    heard(&mut news, &["resources", runs]).await;
    folder::draft(&skills.path().join("shop"), "shop").unwrap();
    assert_eq!(app.services.take_in_skills(&mut Vec::new()).await, []);
    heard(&mut news, &["tools"]).await;
    let listed = client.peer().list_all_tools().await.unwrap();
    assert!(listed.iter().any(|tool| tool.name == "get_shop_summary"));

    // A run by itself; one that nobody has is refused.
    let run = format!("{runs}/{}", asked["runId"].as_str().unwrap());
    let mut news =
        client.peer().listen(SubscriptionFilter::builder().resource_subscription(&run).build()).await.unwrap();
    heard(&mut news, &[&run]).await;
    let none = SubscriptionFilter::builder().resource_subscription(format!("{runs}/none")).build();
    let refused = match client.peer().listen(none).await {
        Ok(mut news) => tokio::time::timeout(Duration::from_secs(10), news.next()).await.unwrap().map(|_| ()),
        Err(error) => Err(error),
    };
    assert!(refused.is_err(), "{refused:?}");
}

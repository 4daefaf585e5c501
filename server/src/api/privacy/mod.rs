//! Personal data: what left this machine, what is stored, and erasing a customer.

use app::api::privacy::Privacy;
use app::t;
use async_trait::async_trait;
use model::account::{Action, TokenUse};
use model::error::AppError;
use model::privacy::{Erasure, PrivacyPage, Processor, Retained, SentKind, SentPage, summary};
use model::run::Strategy;
use reqwest::Url;

use super::Api;
use crate::config::ModelSettings;
use crate::llm::provider;
use crate::privacy::erase::{self, Folders};
use crate::store::privacy::{Kind, held};
use crate::store::sent;

#[async_trait]
impl Privacy for Api {
    async fn sent(&self, run: &str) -> Result<SentPage, AppError> {
        self.reads_run(run).await?;
        let run = self.services.agent.run(run).await?;
        self.opens_run(&run.id).await?;
        let requests = sent::of_run(&self.services.db, &run.id).await?;
        let by_model = run.strategy != Strategy::Rules || run.usage.model_calls > 0;
        let on = self.services.config.models.pseudonyms.value;
        let summary = summary(&requests, by_model, &run.stands, on);
        Ok(SentPage { run_id: run.id, session_id: run.session_id, question: run.question, summary, requests })
    }

    async fn privacy(&self) -> Result<PrivacyPage, AppError> {
        self.must_be_admin()?;
        let config = &self.services.config;
        let (models, privacy) = (&config.models, &config.privacy);
        let mut kept = Vec::new();
        for (kind, what, setting) in [
            (Kind::Conversations, t!("settings-kept-conversations"), &privacy.conversations),
            (Kind::Sent, t!("settings-kept-sent"), &privacy.sent),
            (Kind::Messages, t!("settings-kept-messages"), &privacy.messages),
            (Kind::Calls, t!("settings-kept-calls"), &privacy.calls),
        ] {
            let (count, oldest) = held(&self.services.db, kind).await?;
            let (days, setting) = (setting.value, setting.name.into());
            kept.push(Retained { what, days, setting, count, oldest });
        }
        let models = [&models.first, &models.second].into_iter().filter_map(model);
        let servers = config.outside.mcp.iter().map(|(name, server)| {
            let host = server.url.as_deref().map(host).or_else(|| server.command.clone()).unwrap_or_default();
            Processor { name: format!("mcp:{name}"), host, kind: SentKind::Tool }
        });
        let apis = config.outside.api.iter().map(|(name, api)| {
            let host = api.base_url.as_deref().map(host).unwrap_or_default();
            Processor { name: format!("api:{name}"), host, kind: SentKind::Tool }
        });
        let datasphere = config.datasphere.url.value.as_deref().map(|url| Processor {
            name: "datasphere".into(),
            host: host(url),
            kind: SentKind::Tool,
        });
        let cluster = config.cluster.url.value.as_deref().map(|url| Processor {
            name: "opensearch".into(),
            host: host(url),
            kind: SentKind::Tool,
        });
        let speech = config.speech.url.value.as_deref().map(|url| Processor {
            name: "speech of calls".into(),
            host: host(url),
            kind: SentKind::Speech,
        });
        Ok(PrivacyPage {
            stand_ins: config.models.pseudonyms.value,
            keep_sent: privacy.keep_sent.value.to_string(),
            kept,
            processors: models.chain(servers).chain(apis).chain(datasphere).chain(cluster).chain(speech).collect(),
        })
    }

    async fn may_erase(&self) -> Result<bool, AppError> {
        Ok(self.must_be_admin().is_ok() && self.caller.token_use() != Some(TokenUse::Read))
    }

    async fn erasure(&self, customer: &str) -> Result<Erasure, AppError> {
        self.must_be_admin()?;
        erase::look(&self.services.db, &Folders::from_config(&self.services.config), customer).await
    }

    async fn erase(&self, customer: &str) -> Result<Erasure, AppError> {
        self.must_be_admin()?;
        // Recorded before it is done, so that it cannot be done without a record.
        let what = erase::look(&self.services.db, &Folders::from_config(&self.services.config), customer).await?;
        self.audit(Action::Erased, format!("customer:{customer}"), what.summary()).await?;
        // It continues even if the caller disconnects: a partial erasure could not be resumed.
        let (db, search, folders) =
            (self.services.db.clone(), self.services.search.clone(), Folders::from_config(&self.services.config));
        let customer = customer.to_owned();
        let done = tokio::spawn(async move { erase::erase(&db, &search, &folders, &customer).await }).await;
        done.map_err(|_| AppError::internal())?
    }
}

fn model(settings: &ModelSettings) -> Option<Processor> {
    let provider = provider::find(&settings.provider.value).ok()?;
    let base = settings.base_url.value.as_deref().unwrap_or(provider.base_url);
    let named = settings.model.value.as_deref().unwrap_or(provider.default_model);
    Some(Processor { name: format!("{} ({named})", provider.title), host: host(base), kind: SentKind::Model })
}

/// Host and port of a URL, without anything else.
fn host(url: &str) -> String {
    let Ok(url) = Url::parse(url.trim()) else { return String::new() };
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

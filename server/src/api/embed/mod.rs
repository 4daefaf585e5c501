//! Tokens for panels embedded in other sites' pages: for one person, one customer and some minutes.

use model::account::{Account, Action, TokenUse};
use model::error::AppError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Api;
use crate::auth::token;
use crate::store::accounts::{self, tokens};
use crate::store::customers_seen;

/// Default lifetime of a token, in minutes.
const DEFAULT_TOKEN_MINUTES: u32 = 15;

/// The person, customer and lifetime of a panel's token.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPanel {
    /// The name of the account that the panel acts for.
    pub person: String,
    /// The id of the only customer it shows.
    pub customer: String,
    /// 1 to 60; default 15.
    pub minutes: Option<u32>,
}

/// The token of a panel, shown only once.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Panel {
    pub token: String,
    /// UTC milliseconds.
    pub expires_at: i64,
}

impl Api {
    /// Creates a token with which a panel asks on behalf of a person and sees one of that person's customers.
    ///
    /// # Errors
    /// `Forbidden` for callers who are neither admins nor hold a key for panels; `Conflict` if no site may embed the
    /// panel; `NotFound` for an unknown person, or a customer whom the person may not see.
    pub async fn issue_panel(&self, new: &NewPanel) -> Result<Panel, AppError> {
        self.must_be_admin()?;
        let services = &self.services;
        if services.config.server.embedders.is_empty() {
            let detail = "No site may show the panel. Name those that may in PLUMBLINE_EMBED_ORIGINS.";
            return Err(AppError::Conflict { detail: detail.into() });
        }
        let minutes = new.minutes.unwrap_or(DEFAULT_TOKEN_MINUTES);
        if !(1..=60).contains(&minutes) {
            return Err(AppError::invalid("minutes", "minutes must be from 1 to 60."));
        }
        let person = Account::name_of(&new.person).unwrap_or_default();
        let account = accounts::by_name(&services.db, &person).await?.filter(|account| !account.disabled);
        let account = account.ok_or_else(|| AppError::not_found(format!("There is no account {}.", new.person)))?;
        let seen = services.seen_by(&account.sees.narrowed(&new.customer)).await?;
        if customers_seen(&seen.db).await?.is_empty() {
            let detail = format!("{person} has no access to customer {}.", new.customer);
            return Err(AppError::not_found(detail));
        }
        let (id, secret, now) = (services.world.id(), token::api(&services.world), services.world.now());
        let what = format!("token:{id}");
        let detail = format!("For a panel: {person} may ask about customer {} for {minutes} minutes", new.customer);
        self.audit(Action::TokenChanged, what, detail).await?;
        let expires_at = now + i64::from(minutes) * 60_000;
        let new = tokens::New {
            id,
            account_id: account.id,
            name: "panel".into(),
            hash: token::hash(&secret),
            may: TokenUse::Panel,
            customer: Some(new.customer.clone()),
            now,
            expires_at,
        };
        tokens::put(&services.db, &new).await?;
        Ok(Panel { token: secret, expires_at })
    }
}

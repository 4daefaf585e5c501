//! E-mail through the firm's SMTP server. Off until configured.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use lettre::message::{Mailbox, header};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use base::secret::with_account;

use super::Failed;
use crate::config::{OutwardSettings, Secret, names};
use crate::http_client::causes;
use crate::plain;

pub const WAY: &str = "mail";

/// Time limit for sending: less than a delivery is claimed for. The transport's own limit only covers connecting.
const SEND_TIMEOUT: Duration = Duration::from_secs(45);

/// The mail server and the sender.
pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// Recipients of all proposals.
    to: Vec<String>,
}

/// Whether a name is an e-mail address.
pub fn is_address(name: &str) -> bool {
    name.contains('@') && name.parse::<Address>().is_ok()
}

impl Mail {
    /// `None` if no server is configured.
    pub fn open(settings: &OutwardSettings) -> Result<Option<Self>> {
        let Some(url) = &settings.smtp_url.value else { return Ok(None) };
        let password = settings.mail_password.value.as_ref().map(Secret::reveal);
        let url = with_account(url.reveal(), settings.mail_user.value.as_deref(), password);
        let url = url.map_err(|why| anyhow::anyhow!("PLUMBLINE_SMTP_URL: {why}"))?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&url).map_err(|error| {
            anyhow::anyhow!("PLUMBLINE_SMTP_URL must be smtps://HOST, or smtp://HOST:587?tls=required: {error}")
        })?;
        if let Ok(at) = reqwest::Url::parse(&url)
            && at.scheme() == "smtp"
            && !at.query_pairs().any(|(name, value)| name == "tls" && value == "required")
        {
            let host = at.host_str().unwrap_or_default();
            plain::check(host, "smtps://, or ?tls=required at the end of PLUMBLINE_SMTP_URL")
                .map_err(anyhow::Error::msg)?;
        }
        let from = settings.mail_from.value.as_deref();
        let from =
            from.context("PLUMBLINE_SMTP_URL is set; set PLUMBLINE_MAIL_FROM too, the address that mail is from.")?;
        let from = from
            .parse()
            .map_err(|_| anyhow::anyhow!("PLUMBLINE_MAIL_FROM is \"{from}\"; it must be an e-mail address."))?;
        let to: Vec<String> = names(&settings.mail_to.value).map(ToOwned::to_owned).collect();
        if let Some(wrong) = to.iter().find(|to| !is_address(to)) {
            bail!("PLUMBLINE_MAIL_TO names \"{wrong}\", which is not an e-mail address.");
        }
        Ok(Some(Self { transport: transport.build(), from, to }))
    }

    /// Recipients of a proposal: the asker, if that is an address, and recipients of all proposals.
    pub fn whom(&self, user: &str) -> Vec<String> {
        let mut whom: Vec<String> = self.to.clone();
        if is_address(user) && !whom.iter().any(|to| to.eq_ignore_ascii_case(user)) {
            whom.push(user.to_owned());
        }
        whom
    }

    /// `id` is the message's, the same for each attempt.
    pub async fn send(&self, to: &str, subject: &str, text: &str, id: &str) -> Result<(), Failed> {
        let never = |why: String| Failed { why, for_good: true };
        let to = to.parse::<Address>().map_err(|error| never(error.to_string()))?;
        let domain = self.from.email.domain();
        let id: String = id.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '.' }).collect();
        let message = Message::builder()
            .message_id(Some(format!("<{id}@{domain}>")))
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .header(header::ContentType::TEXT_PLAIN)
            .body(text.to_owned())
            .map_err(|error| never(error.to_string()))?;
        match tokio::time::timeout(SEND_TIMEOUT, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(Failed { for_good: refuses_mailbox(&error), why: explained(&error) }),
            Err(_) => {
                let why = format!("The mail server did not answer within {} s.", SEND_TIMEOUT.as_secs());
                Err(Failed { why, for_good: false })
            }
        }
    }
}

/// What went wrong, and what to do about it.
fn explained(error: &lettre::transport::smtp::Error) -> String {
    let why = causes(error);
    match error.status().map(u16::from) {
        // RFC 4954 replies about signing in.
        Some(530 | 534 | 535 | 538) => {
            format!("The mail server does not accept the user and password in its address. It answered: {why}")
        }
        Some(550..=553) => format!("The mail server does not take mail for this address. It answered: {why}"),
        Some(_) => format!("The mail server refused the message. It answered: {why}"),
        None if error.is_tls() => {
            format!("No encrypted connection: smtps:// is for port 465, and smtp:// with ?tls=required for 587. {why}")
        }
        None => format!("The mail server cannot be reached. Check its name and port in the address. {why}"),
    }
}

/// RFC 5321 replies about the mailbox itself. Any other refusal, such as of a password, can be fixed here.
fn refuses_mailbox(error: &lettre::transport::smtp::Error) -> bool {
    error.status().is_some_and(|code| matches!(u16::from(code), 550..=553))
}

//! How the support tools respond: a result with `success`, or one of the codes of B-044 with its meaning.

use model::run::ToolOutput;
use model::support::records::Subscriber;
use serde_json::{Value, json};

use store::support::{customers, holds, tables};
use store::{Db, StoreError};

model::named! {
    /// Why there is no answer (B-044).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Code {
        MissingCustomerId = "missing_customer_id",
        NotFound = "not_found",
        /// For tickets only (B-042).
        CustomerNotFound = "customer_not_found",
        /// The store failed; the log has the cause.
        DatabaseError = "database_error",
        /// No data was ever imported for this: the service is missing.
        ImportError = "import_error",
    }
}

/// No answer, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    pub code: Code,
    pub message: String,
}

impl Failed {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// The service behind a tool has no data.
    pub fn missing(what: &str) -> Self {
        let message = format!("No {what} are recorded here, so this could not be checked. Say so, and offer a ticket.");
        Self::new(Code::ImportError, message)
    }

    /// With an extra field.
    pub fn output_with(self, name: &str, value: Value) -> ToolOutput {
        let mut output = self.output();
        output.data[name] = value;
        output
    }

    pub fn output(self) -> ToolOutput {
        let data = json!({"success": false, "error": self.code.as_str(), "message": self.message});
        output(data, self.message)
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        tracing::error!(?error, "a support tool could not read the store");
        Self::new(Code::DatabaseError, "The records could not be read just now. Try once more, or offer a ticket.")
    }
}

pub fn output(data: Value, summary: impl Into<String>) -> ToolOutput {
    ToolOutput { data, summary: summary.into(), ..ToolOutput::default() }
}

/// The customer with this id.
pub async fn customer(db: &Db, id: &str) -> Result<Subscriber, Failed> {
    let id = id.trim();
    if id.is_empty() {
        let message = "No customer id was given. Find the customer first, by phone or address.";
        return Err(Failed::new(Code::MissingCustomerId, message));
    }
    if let Some(found) = customers::get(db, id).await? {
        return Ok(found);
    }
    if !holds(db, &tables::CUSTOMERS).await? {
        return Err(Failed::missing("customers"));
    }
    let shown: String = id.chars().take(40).collect();
    Err(Failed::new(Code::NotFound, format!("There is no customer {shown}.")))
}

/// A figure with at most two decimals: the printed value is the one compared with the thresholds.
pub fn rounded(figure: f64) -> f64 {
    (figure * 100.0).round() / 100.0
}

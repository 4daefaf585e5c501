//! `verify_caller`: whether a caller from another number is the customer: by what the firm asks for, a code or some
//! facts. It never says what was wrong, and after some attempts a colleague calls back.

use model::run::ToolOutput;
use model::support::records::Subscriber;
use model::support::{CallState, Fact};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use subtle::ConstantTimeEq;

use super::answer::{Code, Failed};
use super::find_customer;
use store::support::{customers, streets};
use store::{Db, StoreError};
use tools::{ToolContext, ToolError, given};

/// Wrong attempts within an hour, of a caller or at an account, until a colleague takes over.
pub const TRIES: u32 = 3;
/// The name of the call code in a customer's memory.
const CODE: &str = "call_code";

#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// As the caller says it, e.g. "CUST001".
    account: Option<String>,
    /// First name and surname.
    name: Option<String>,
    email: Option<String>,
    code: Option<String>,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let Some(call) = ctx.call.clone() else {
        return Err(ToolError::new("Callers are verified only in calls. At the desk, use find_customer."));
    };
    if call.verified {
        return Err(ToolError::new("This caller is verified already."));
    }
    if call.not_owner {
        return Err(ToolError::new(
            "The caller has said that the account is somebody else's. Tell nothing of it; a colleague calls the account's \
             own number.",
        ));
    }
    if call.wrong_facts >= TRIES {
        return Err(ToolError::new("The caller could not be verified three times. Hand over to a person."));
    }
    match look(&ctx, &call, &args).await {
        Ok(Some(customer)) => {
            let told = find_customer::customer_output(&ctx, &customer, None).await;
            let mut output = told.unwrap_or_else(Failed::output);
            output.data["by_facts"] = true.into();
            Ok(output)
        }
        Ok(None) => {
            let message = "These do not match an account, or something is missing. Do not say which.";
            Ok(Failed::new(Code::NotFound, message).output())
        }
        Err(error) => Ok(Failed::from(error).output()),
    }
}

/// The customer who matches everything that the firm asks for.
async fn look(ctx: &ToolContext, call: &CallState, args: &Args) -> Result<Option<Subscriber>, StoreError> {
    let Some(account) = args.account.as_deref().and_then(spelled) else { return Ok(None) };
    let Some(customer) = customers::get(&ctx.db, &account).await? else { return Ok(None) };
    let code = given(&args.code);
    // The call code replaces all other facts, if the customer has one.
    if let (Some(said), Some(own)) = (code, code_of(&ctx.db, &customer.id).await?)
        && same(said, &own)
    {
        return Ok(Some(customer));
    }
    let facts = if call.asks_for.is_empty() { &DEFAULT[..] } else { &call.asks_for };
    let fits = facts.iter().all(|fact| match fact {
        Fact::Account => true,
        Fact::Name => given(&args.name).is_some_and(|said| is_whole_name(&customer.name, said)),
        Fact::Email => match (given(&args.email), &customer.email) {
            (Some(said), Some(own)) => same(&said.to_lowercase(), &own.to_lowercase()),
            _ => false,
        },
        // Checked above, and wrong.
        Fact::Code => false,
    });
    Ok((fits && facts.len() > 1).then_some(customer))
}

/// The account that a call of this tool tries; `None` if it names none, which does not count.
pub fn account_of(args: &Value) -> Option<String> {
    args["account"].as_str().and_then(spelled).map(|account| account.to_uppercase())
}

/// An account number in the records' spelling.
fn spelled(said: &str) -> Option<String> {
    let account: String = said.chars().filter(|c| !c.is_whitespace() && *c != '-').take(64).collect();
    (!account.is_empty()).then_some(account)
}

/// The default facts to ask for.
pub const DEFAULT: [Fact; 2] = [Fact::Account, Fact::Email];

async fn code_of(db: &Db, id: &str) -> Result<Option<String>, StoreError> {
    customers::memory(db, id, CODE).await
}

fn same(said: &str, own: &str) -> bool {
    said.as_bytes().ct_eq(own.trim().as_bytes()).into()
}

/// Every part of the name on the contract was given; many know a first name.
fn is_whole_name(own: &str, said: &str) -> bool {
    let own = streets::fold(own);
    let said = streets::fold(said);
    let said: Vec<&str> = said.split_whitespace().collect();
    let mut parts = own.split_whitespace().peekable();
    parts.peek().is_some() && parts.all(|part| said.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_whole_name() {
        for (said, want) in [
            ("Jonas Jonaitis", true),
            ("jonaitis jonas", true),
            ("Jonas", false),
            ("Jonaitis", false),
            ("", false),
            ("Jonas Petraitis", false),
        ] {
            assert_eq!(is_whole_name("Jonas Jonaitis", said), want, "{said}");
        }
        assert!(!is_whole_name("", ""));
    }
}

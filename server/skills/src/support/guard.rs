//! What the support tools may answer in a call: about the caller's own account, and only once the address is confirmed
//! (B-013, B-043). It holds whatever a model writes. A colleague at the desk is in no call and may read everything that
//! the question is not narrowed away from.

use model::support::CallState;

use tools::{ToolContext, ToolError};

/// Lets a tool go on that tells or changes something. `customer_id` is whom it was asked about, where it was.
///
/// # Errors
/// In a call: before somebody is identified and the address confirmed, and about anybody else.
pub fn allows(ctx: &ToolContext, customer_id: Option<&str>) -> Result<(), ToolError> {
    let Some(call) = &ctx.call else { return within_scope(ctx, customer_id) };
    let Some(own) = &call.customer_id else {
        return Err(ToolError::new("Nobody is identified in this call yet. Find the customer first."));
    };
    confirmed(call)?;
    match customer_id {
        // Whether there is such a customer is not told either.
        Some(id) if !is(own, id) => {
            Err(ToolError::new("This call is about one customer only: nothing is told of others."))
        }
        _ => Ok(()),
    }
}

/// Lets what needs no customer go on in a call.
///
/// # Errors
/// Before the address is confirmed.
pub fn confirmed(call: &CallState) -> Result<(), ToolError> {
    if call.address_confirmed { Ok(()) } else { Err(ToolError::new("Confirm the address first.")) }
}

/// Lets something be done for the customer. Anybody may know an address: whose it is, a colleague finds out.
///
/// # Errors
/// As [`allows`], and for who calls from a number that is not the customer's.
pub fn may_act(ctx: &ToolContext, customer_id: &str) -> Result<(), ToolError> {
    allows(ctx, Some(customer_id))?;
    if ctx.call.as_ref().is_some_and(|call| call.by_address) {
        let why = "This number is not the customer's: a colleague must call them back. Hand over.";
        return Err(ToolError::new(why));
    }
    Ok(())
}

/// Lets the caller be looked up: by the number of the call, or by an address that they name.
///
/// # Errors
/// In a call, for another number without an address.
pub fn may_look_up(ctx: &ToolContext, number: Option<&str>, address: Option<&str>) -> Result<(), ToolError> {
    let Some(call) = &ctx.call else { return Ok(()) };
    let own = model::support::phone::normal(&call.caller_phone);
    if address.is_none() && number.is_some() && own.as_deref() != number {
        return Err(ToolError::new("Look up the number of this call, or the address that the caller names."));
    }
    Ok(())
}

/// Holds a question that is limited to one customer to that customer.
fn within_scope(ctx: &ToolContext, customer_id: Option<&str>) -> Result<(), ToolError> {
    match (&ctx.scope.customer_id, customer_id) {
        (Some(own), Some(id)) if !is(own, id) => {
            Err(ToolError::outside(&format!("customer \"{own}\""), &format!("\"{id}\"")))
        }
        _ => Ok(()),
    }
}

/// Whether a customer that was found may be told: once somebody is identified, or the question is limited to one customer,
/// nobody else.
pub fn may_tell(ctx: &ToolContext, customer_id: &str) -> bool {
    within_scope(ctx, Some(customer_id)).is_ok()
        && ctx.call.as_ref().and_then(|call| call.customer_id.as_ref()).is_none_or(|own| is(own, customer_id))
}

fn is(own: &str, id: &str) -> bool {
    own.eq_ignore_ascii_case(id.trim())
}

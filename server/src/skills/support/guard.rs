//! What the support tools may answer in a call: about the caller's own account, and only once the address is confirmed
//! (B-013, B-043). It holds whatever a model writes. A colleague at the desk is in no call and may read everything.

use crate::tools::{ToolContext, ToolError};

/// Lets a tool go on that tells or changes something. `customer_id` is whom it was asked about, where it was.
///
/// # Errors
/// In a call: before somebody is identified and the address confirmed, and about anybody else.
pub fn allows(ctx: &ToolContext, customer_id: Option<&str>) -> Result<(), ToolError> {
    let Some(call) = &ctx.call else { return Ok(()) };
    let Some(own) = &call.customer_id else {
        return Err(ToolError::new("Nobody is identified in this call yet. Find the customer first."));
    };
    if !call.address_confirmed {
        return Err(ToolError::new("Confirm the address first."));
    }
    match customer_id {
        // Whether there is such a customer is not told either.
        Some(id) if !is(own, id) => {
            Err(ToolError::new("This call is about one customer only: nothing is told of others."))
        }
        _ => Ok(()),
    }
}

/// Lets the caller be looked up: by the number of the call, or by an address that they name.
///
/// # Errors
/// In a call, for another number without an address.
pub fn may_look_up(ctx: &ToolContext, number: Option<&str>, address: Option<&str>) -> Result<(), ToolError> {
    let Some(call) = &ctx.call else { return Ok(()) };
    let own = app::model::support::phone::normal(&call.caller_phone);
    if address.is_none() && number.is_some() && own.as_deref() != number {
        return Err(ToolError::new("Look up the number of this call, or the address that the caller names."));
    }
    Ok(())
}

/// Whether a customer that was found may be told: once somebody is identified, nobody else.
pub fn may_tell(ctx: &ToolContext, customer_id: &str) -> bool {
    ctx.call.as_ref().and_then(|call| call.customer_id.as_ref()).is_none_or(|own| is(own, customer_id))
}

fn is(own: &str, id: &str) -> bool {
    own.eq_ignore_ascii_case(id.trim())
}

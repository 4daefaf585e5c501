//! What the support tools may answer in a call: about the caller's own account, once the caller is verified and the
//! address confirmed (B-013, B-043). Callers are verified by the account's own number, or by what the firm asks for
//! (`verify_caller`). This holds whatever a model writes. A colleague at the desk is in no call and may read everything
//! within the question's scope.

use model::support::CallState;

use tools::{ToolContext, ToolError};

/// Permits a tool that reveals or changes something. `customer_id` is the customer asked about, if any.
///
/// # Errors
/// In a call: before identification and confirmation of the address, and about anybody else.
pub fn allows(ctx: &ToolContext, customer_id: Option<&str>) -> Result<(), ToolError> {
    let Some(call) = &ctx.call else { return within_scope(ctx, customer_id) };
    let Some(own) = &call.customer_id else {
        return Err(ToolError::new("Nobody is identified in this call yet. Find the customer first."));
    };
    verified(call)?;
    confirmed(call)?;
    match customer_id {
        // Whether such a customer exists is not revealed either.
        Some(id) if !is(own, id) => {
            Err(ToolError::new("This call is about one customer only: say nothing about others."))
        }
        _ => Ok(()),
    }
}

/// Permits, in a call, what needs no customer.
///
/// # Errors
/// Before the address is confirmed.
pub fn confirmed(call: &CallState) -> Result<(), ToolError> {
    if call.address_confirmed { Ok(()) } else { Err(ToolError::new("Confirm the address first.")) }
}

/// Permits access to an account for a verified caller.
///
/// # Errors
/// For anybody else: many may know an address or a name.
pub fn verified(call: &CallState) -> Result<(), ToolError> {
    if call.verified {
        return Ok(());
    }
    Err(ToolError::new(
        "The caller is not verified: say and do nothing about an account. Ask for what verify_caller takes, or for a \
         call from the account's own number. You may say whether a street has an outage: check_outages with area.",
    ))
}

/// Permits looking the caller up by the number of the call.
///
/// # Errors
/// In a call, for another number.
pub fn may_look_up(ctx: &ToolContext, number: Option<&str>) -> Result<(), ToolError> {
    let Some(call) = &ctx.call else { return Ok(()) };
    let own = model::support::phone::normal(&call.caller_phone);
    if number.is_some() && own.as_deref() != number {
        return Err(ToolError::new("Look up the number of this call, and no other."));
    }
    Ok(())
}

/// Restricts a question limited to one customer to that customer.
fn within_scope(ctx: &ToolContext, customer_id: Option<&str>) -> Result<(), ToolError> {
    match (&ctx.scope.customer_id, customer_id) {
        (Some(own), Some(id)) if !is(own, id) => {
            Err(ToolError::outside(&format!("customer \"{own}\""), &format!("\"{id}\"")))
        }
        _ => Ok(()),
    }
}

/// Whether a customer found may be shown: once the caller is identified, or the question is limited to one customer,
/// nobody else.
pub fn may_tell(ctx: &ToolContext, customer_id: &str) -> bool {
    within_scope(ctx, Some(customer_id)).is_ok()
        && ctx.call.as_ref().and_then(|call| call.customer_id.as_ref()).is_none_or(|own| is(own, customer_id))
}

fn is(own: &str, id: &str) -> bool {
    own.eq_ignore_ascii_case(id.trim())
}

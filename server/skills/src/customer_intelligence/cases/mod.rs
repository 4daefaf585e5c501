//! Tools that act on cases. Each only plans; the plan is executed once, after a person's approval.

mod add_case_note;
mod assign_case;
mod create_case;

use model::record::Case;
use sha2::{Digest, Sha256};

use store::records;
use tools::{Tool, ToolContext, ToolError};

/// The tools of this folder.
pub fn tools() -> Vec<Tool> {
    vec![create_case::tool(), assign_case::tool(), add_case_note::tool()]
}

/// An id unique to one call: repeating the call makes the same record.
fn id_of(prefix: &str, key: &str) -> String {
    let hash = Sha256::digest(key);
    let hex: String = hash.iter().take(5).map(|b| format!("{b:02x}")).collect();
    format!("{prefix}-{hex}")
}

/// A required text, trimmed, of at most `most` characters.
fn text(name: &str, value: &str, most: usize) -> Result<String, ToolError> {
    let value = value.trim();
    let length = value.chars().count();
    if length == 0 {
        return Err(ToolError::new(format!("{name} is empty.")));
    }
    if length > most {
        return Err(ToolError::new(format!("{name} has {length} characters; at most {most} are taken.")));
    }
    Ok(value.to_owned())
}

/// The case with this id, if the caller may see it.
async fn case(ctx: &ToolContext, id: &str) -> Result<Case, ToolError> {
    let id = id.trim().to_lowercase();
    let case = records::case(&ctx.db, &id).await?;
    let scope = &ctx.scope;
    let outside = scope.customer_id.as_ref().is_some_and(|c| *c != case.customer_id)
        || scope.product.as_ref().is_some_and(|p| Some(p) != case.product.as_ref());
    // As if it did not exist: the error does not reveal records outside the scope.
    if outside { Err(ToolError::new(format!("There is no case {id}."))) } else { Ok(case) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_makes_one_id() {
        assert_eq!(id_of("case", "run:c1"), id_of("case", "run:c1"));
        assert_ne!(id_of("case", "run:c1"), id_of("case", "run:c2"));
        assert_eq!(id_of("case", "run:c1").len(), "case-".len() + 10);
    }

    #[test]
    fn texts_say_something_and_not_too_much() {
        assert_eq!(text("title", "  Login fails ", 20).unwrap(), "Login fails");
        assert!(text("title", " \n", 20).unwrap_err().message.contains("empty"));
        assert!(text("title", "ööööö", 4).unwrap_err().message.contains("5 characters"));
    }
}

//! The views of the page of external tools.

pub mod add;
pub mod origin;
pub mod waiting;

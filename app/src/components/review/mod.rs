//! Reviewing: the list of sessions with its filters, the figures of one, its rating, cases of its turns, two runs side
//! by side.

pub mod case_form;
pub mod cases;
pub mod inbox;
pub mod metrics;
pub mod misread;
pub mod rating;
pub mod side_by_side;
pub mod toolbar;

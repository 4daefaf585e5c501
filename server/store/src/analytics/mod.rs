//! What `query` needs from the store: statements with a time limit, SQL for derived fields, the values that occur in
//! the data, and lookups of single records. Nothing is computed here.

pub mod bounded;
pub mod evaluate;
mod events;
mod kinds;
mod names;
pub mod sla;
mod stage;
pub mod values;

pub use events::events;
pub use kinds::{Attribute, Data, Order};
pub use names::{customer_names_of, id_from};
pub use stage::{DAY, stage};

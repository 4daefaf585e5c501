//! What the figures of `query` need of the store: statements run within a time, expressions of SQL for what is worked out
//! of a record, the values that the data holds, and what is read of single records. No figure is worked out here.

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

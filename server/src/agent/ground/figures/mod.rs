//! Figures of an answer against numbers of the results: given as they stand (`matching`), counted (`count`) or worked
//! out (`derive`); and whether a figure stands by the right name (`naming`), the right field (`rival`) and in good
//! order (`sense`).
//!
//! Deliberately not here: dates, identifiers and quotations, which are no numbers.

mod agree;
mod bound;
mod compare;
pub mod count;
pub mod derive;
pub mod evidence;
pub mod forms;
mod lasting;
mod limits;
pub mod lists;
pub mod matching;
mod naming;
mod quoted;
pub mod rival;
pub mod selection;
pub mod sense;

pub use bound::attached;
pub use naming::{LEAST, MOST, same};
pub use selection::selections;
pub use sense::PEAKED;

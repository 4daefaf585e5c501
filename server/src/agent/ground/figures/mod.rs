//! Figures of an answer against numbers of the results: given as they stand (`matching`), counted (`count`) or worked
//! out (`derive`); and whether a figure stands by the right name (`naming`), the right field (`rival`) and in good
//! order (`sense`).
//!
//! Deliberately not here: dates, identifiers and quotations, which are no numbers.

mod agree;
mod bound;
mod compare;
pub mod count;
mod crossed;
pub mod derive;
pub mod evidence;
mod level;
mod limits;
pub mod matching;
mod naming;
pub mod order;
pub mod rival;
mod run;
pub mod selection;
pub mod sense;
mod week;

pub use bound::attached;
pub use naming::same;
pub use selection::selections;
pub use sense::PEAKED;

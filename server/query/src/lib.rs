//! From words to typed queries and their figures. `range` reads time in words, `values` the values that the data holds;
//! `ast` is the query language, `catalog` what may be asked of which dataset, `declared` what a source of one's own is, `check` whether a query makes sense, `columns`,
//! `dsl` or `sql` and `run` work it out, `describe` says it in words; `frame` is what a question means in all this. Nothing here reads a clock; SQL text stands in `sql` alone.

pub mod ast;
pub mod catalog;
pub mod check;
pub mod column;
mod columns;
pub mod declared;
pub mod describe;
pub mod drill_through;
mod dsl;
pub mod filter_codec;
pub mod frame;
mod line;
pub mod listing;
pub mod presets;
pub mod range;
pub mod run;
pub mod sql;
pub mod subset;
pub mod values;
pub mod week;

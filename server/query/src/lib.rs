//! From words to typed queries and their figures. `range` parses time in words, `values` has the data's values; `ast`
//! is the query language, `catalog` what each dataset offers, `declared` the declared sources; `check` validates
//! queries; `columns`, `dsl`, `sql` and `run` compute them, `describe` words them; `frame` is a question's meaning. No
//! clock here; SQL only in `sql`.

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
mod phrases;
pub mod presets;
pub mod range;
pub mod run;
pub mod sql;
pub mod subset;
pub mod values;
pub mod week;

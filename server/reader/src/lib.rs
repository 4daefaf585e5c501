//! Reads a question: one trained encoder says what is asked and copies out of the question what it names (joint intent
//! detection and slot filling: Chen, Zhuo, Wang 2019, arXiv 1902.10909). It knows no table, no column and no value; what
//! the copied words mean in the data is looked up afterwards. It never writes a word that is not in the question.
//!
//! The weights are part of the program; `MODEL.md` is their card, `data/` the questions they were trained on, `train.py`
//! what trains them. A wrong reading is mended by examples there, never by a rule here.

mod candidates;
mod model;
mod reading;

pub use model::{MOST_CHARS, Reader};
pub use reading::{Act, Aggregation, Keep, Order, Reading, Role, Span};

//! Reads a question: one trained encoder determines the act and copies what the question names (joint intent detection
//! and slot filling: Chen, Zhuo, Wang 2019, arXiv 1902.10909). It knows no tables, columns or values; what the copied
//! words mean in the data is looked up afterwards. It never outputs a word that is not in the question.
//!
//! The weights are part of the program; `MODEL.md` is their card, `data/` the questions they were trained on,
//! `train.py` trains them. A wrong reading is fixed by examples there, never by a rule here.

mod candidates;
mod model;
mod reading;

pub use model::{MOST_CHARS, Reader};
pub use reading::{Act, Aggregation, Keep, Order, Reading, Role, Span};

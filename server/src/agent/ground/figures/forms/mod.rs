//! Manners in which people tell figures together: side by side, one after another, in an order, by parts of weeks, for each of a
//! stretch of time, in a table grouped twice.

pub mod apart;
pub mod brief;
pub mod crossed;
pub mod gap;
pub mod level;
pub mod order;
pub mod period;
pub mod run;
pub mod scale;
pub mod sequence;
pub mod week;

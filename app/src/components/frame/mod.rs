//! The frame of every page and the small parts that all of them use.

pub mod icon;
pub mod keys;
pub mod language;
pub mod notice;
pub mod rail;
pub mod settings_nav;
pub mod top_bar;
pub mod waiting;
pub mod who;

//! Parts of pages: props in, view out. They never call the server and never touch the browser; pages do the former,
//! `live` the latter.

pub mod analysis;
pub mod answer;
pub mod beside;
pub mod chart;
pub mod compare;
pub mod desk;
pub mod documents;
pub mod form;
pub mod frame;
pub mod import;
pub mod lit;
pub mod pipeline;
pub mod posted;
pub mod record;
pub mod review;
pub mod section;
pub mod settings;
pub mod sources;
pub mod support;
pub mod text_box;
pub mod timeline;
pub mod tools;
pub mod usage;
pub mod watch;
pub mod words;

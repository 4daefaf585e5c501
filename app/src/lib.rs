//! Plumbline's nouns, the seam between browser and server, and the pages: compiled once for each side.

pub mod api;
pub mod error;
pub mod model;

use leptos::prelude::*;
#[component]
pub fn App() -> impl IntoView {
    view! { <p>"x"</p> }
}
pub fn shell(_o: LeptosOptions) -> impl IntoView {
    view! { <App/> }
}

//! A sales pipeline: its figures, its stages, its regions against their quotas, its deals by health.

mod deals;
mod regions;
mod summary;

use leptos::prelude::*;

pub use deals::Deals;
pub use regions::{Regions, Stages};
pub use summary::{Summary, Undeclared};

use crate::components::form::PostButton;
use crate::components::section::Section;
use crate::i18n::locale;
use crate::model::number::hundredths;
use crate::t;

/// "1,200 USD"; a dash if unknown.
fn money(value: Option<f64>, unit: &str) -> String {
    match value {
        None => "–".to_owned(),
        Some(value) if unit.is_empty() => locale().exact(hundredths(value)),
        Some(value) => format!("{} {unit}", locale().exact(hundredths(value))),
    }
}

/// A share of a whole as the width of a bar.
fn width(value: f64, whole: f64) -> String {
    let share = if whole > 0.0 { (value / whole * 100.0).clamp(0.0, 100.0) } else { 0.0 };
    format!("inline-size: {share:.1}%")
}

/// A section whose head has a button that asks about it at the desk.
#[component]
fn AskedSection(
    id: &'static str,
    title: String,
    #[prop(into, optional)] about: Option<String>,
    #[prop(into)] question: String,
    children: Children,
) -> impl IntoView {
    let head = view! { <AskDesk question /> }.into_any();
    view! {
        <Section id title about head>
            {children()}
        </Section>
    }
}

/// A button that asks at the desk.
#[component]
fn AskDesk(
    #[prop(into)] question: String,
    /// The button's text; the question if empty.
    #[prop(into, optional)]
    says: String,
    /// Its subject, for screen readers.
    #[prop(into, optional)]
    about: String,
) -> impl IntoView {
    let label = if says.is_empty() { t!("pipeline-ask-about") } else { says };
    let spoken = (!about.is_empty()).then(|| format!("{label} {}", t!("pipeline-ask-heard", about = about)));
    view! { <PostButton action="/desk/ask" label sends=("query", question) kind="quiet" spoken /> }
}

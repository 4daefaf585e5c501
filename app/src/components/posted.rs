//! A form that is shown again in reply to its post, without scripts: with the values that were typed, and with what is
//! wrong at its field, or what was found. Secrets are never shown again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use leptos::context::Provider;
use leptos::prelude::*;

use crate::components::frame::icon::Icon;
use crate::model::review::CheckLine;

/// In the context of a page that is the reply to a posted form.
#[derive(Debug, Default)]
pub struct Posted {
    /// The path that the form was posted to.
    pub action: String,
    /// Its fields, as typed.
    pub fields: Vec<(String, String)>,
    /// The refused field, and why.
    pub problem: Option<(Option<String>, String)>,
    /// What a trial of its values found.
    pub found: Vec<CheckLine>,
    /// Whether the page has the form, and so has shown this.
    pub shown: AtomicBool,
}

/// In the context of the form itself.
#[derive(Clone)]
struct Form {
    posted: Arc<Posted>,
    /// Whether one of its fields has shown the problem.
    at_field: Arc<AtomicBool>,
}

/// Whether this page is the reply to a posted form. Then it works without scripts: its address is not its own.
pub fn is_reply() -> bool {
    use_context::<Arc<Posted>>().is_some()
}

/// What the form posted to this path is shown with again.
pub fn posted_to(action: &str) -> Option<Arc<Posted>> {
    let own = |path: &str| path == action || path.strip_prefix(action) == Some("/try");
    use_context::<Arc<Posted>>().filter(|posted| own(&posted.action))
}

/// A form, or what is in it: its fields have the typed values if it is shown again.
#[component]
pub fn PostedForm(
    #[prop(into)] action: String,
    /// A field that tells this form from others with the same action.
    #[prop(optional)]
    with: Option<&'static str>,
    /// Puts the reason into the words of the page.
    #[prop(optional)]
    reason: Option<fn(&str) -> String>,
    children: Children,
) -> impl IntoView {
    let own = |posted: &Arc<Posted>| with.is_none_or(|with| posted.fields.iter().any(|(name, _)| name == with));
    let Some(posted) = posted_to(&action).filter(own) else { return children().into_any() };
    posted.shown.store(true, Ordering::Relaxed);
    let form = Form { posted: posted.clone(), at_field: Arc::default() };
    let at_field = form.at_field.clone();
    let rest = move || {
        let why = posted.problem.as_ref().filter(|_| !at_field.load(Ordering::Relaxed)).map(|(_, why)| why.clone());
        let why = why.map(|why| reason.map_or_else(|| why.clone(), |reason| reason(&why)));
        why.map(|why| view! { <p class="field-error" role="alert"><Icon name="warn" />{why}</p> })
    };
    view! {
        <Provider value=form>
            // First, so that the fields have shown what they can.
            {children()} {rest()}
        </Provider>
    }
    .into_any()
}

/// The value of a field: as typed, if its form is shown again.
pub fn typed(name: &str, value: Option<String>) -> Option<String> {
    let form = use_context::<Form>();
    let typed = form.and_then(|form| form.posted.fields.iter().find(|(own, _)| own == name).map(|(_, v)| v.clone()));
    typed.or(value)
}

/// Likewise for a check box, which is only sent if it is checked.
pub fn ticked(name: &str, checked: bool) -> bool {
    use_context::<Form>().map_or(checked, |form| form.posted.fields.iter().any(|(own, _)| own == name))
}

/// Why this field was refused, if it was.
pub fn refused(name: &str) -> Option<String> {
    let form = use_context::<Form>()?;
    let (field, why) = form.posted.problem.as_ref()?;
    (field.as_deref() == Some(name)).then(|| {
        form.at_field.store(true, Ordering::Relaxed);
        why.clone()
    })
}

//! Forms: labelled fields, buttons that are forms of their own, and the state of a submission.

use std::str::FromStr;

use leptos::ev::{Event, SubmitEvent};
use leptos::prelude::*;
use leptos_router::location::Url;

use super::frame::icon::Icon;
use super::posted::{refused, typed};
use crate::error::AppError;
use crate::live;

/// A labelled control: its children, one of which has the id.
#[component]
pub fn Field(
    #[prop(into)] id: String,
    #[prop(into)] label: String,
    /// Shown beside the label.
    #[prop(into, optional_no_strip)]
    hint: Option<String>,
    /// The key of its style.
    #[prop(into, optional_no_strip)]
    width: Option<&'static str>,
    #[prop(into, optional)] invalid: Option<Signal<bool>>,
    children: Children,
) -> impl IntoView {
    let hint = hint.map(|hint| view! { " " <span class="field-hint">{hint}</span> });
    let state = invalid.map(|invalid| move || invalid.get().then_some("invalid"));
    view! {
        <div class="field" data-width=width data-state=state>
            <label for=id>{label} {hint}</label>
            {children()}
        </div>
    }
    .into_any()
}

/// A labelled line of text. Not generic, so that the browser's module contains it only once.
#[component]
pub fn TextField(
    #[prop(into)] id: String,
    #[prop(into)] label: String,
    #[prop(into)] name: String,
    /// Shown beside the label.
    #[prop(into, optional_no_strip)]
    hint: Option<String>,
    /// Shown below the field, and part of its description.
    #[prop(into, optional_no_strip)]
    note: Option<String>,
    #[prop(optional)] width: Option<&'static str>,
    /// The type of the input.
    #[prop(optional)]
    kind: Option<&'static str>,
    #[prop(into, optional_no_strip)] value: Option<String>,
    #[prop(into, optional_no_strip)] placeholder: Option<String>,
    #[prop(optional)] autocomplete: Option<&'static str>,
    #[prop(optional)] minlength: Option<usize>,
    #[prop(optional)] maxlength: Option<usize>,
    /// A name or a code: no automatic capitals or spelling correction.
    #[prop(optional)]
    verbatim: bool,
    #[prop(optional)] readonly: bool,
    #[prop(optional)] required: bool,
) -> impl IntoView {
    let hinted = note.is_some().then(|| format!("{id}-hint"));
    let note = note.map(|note| view! { <small id=hinted.clone()>{note}</small> });
    let value = if kind == Some("password") { value } else { typed(&name, value) };
    let (wrong, described) = (refused(&name), format!("{id}-error"));
    let (is_wrong, described) = (wrong.is_some(), wrong.is_some().then_some(described).or(hinted));
    let wrong = wrong.map(|why| {
        view! { <p class="field-error" role="alert" id=described.clone()><Icon name="warn" />{why}</p> }
    });
    view! {
        <Field id=id.clone() label hint width invalid=Signal::stored(is_wrong)>
            <input
                id=id
                name=name
                type=kind
                value=value
                placeholder=placeholder
                autocomplete=autocomplete
                autocapitalize=verbatim.then_some("none")
                spellcheck=verbatim.then_some("false")
                minlength=minlength
                maxlength=maxlength
                aria-describedby=described.clone()
                aria-invalid=is_wrong.then_some("true")
                readonly=readonly
                required=required
            />
            {wrong} {note}
        </Field>
    }
    .into_any()
}

/// A field for a file, which can be dropped on it. No script is needed.
#[component]
pub fn FileDrop(
    #[prop(into)] id: String,
    #[prop(into)] title: String,
    #[prop(into)] hint: String,
    /// File name extensions and media types, separated by commas.
    accept: &'static str,
    #[prop(optional)] multiple: bool,
) -> impl IntoView {
    let (field, described) = (id.clone(), format!("{id}-hint"));
    view! {
        <label class="import-drop" for=field>
            <Icon name="doc" />
            <span class="import-drop-title">{title}</span>
            <span class="field-hint" id=described.clone()>
                {hint}
            </span>
            <input
                id=id
                name="file"
                type="file"
                accept=accept
                aria-describedby=described
                multiple=multiple
                required
            />
        </label>
    }
    .into_any()
}

/// A labelled selection; each option is a value and its name.
#[component]
pub fn SelectField(
    #[prop(into)] id: String,
    #[prop(into)] label: String,
    #[prop(into)] name: String,
    #[prop(into, optional_no_strip)] hint: Option<String>,
    all: Vec<(String, String)>,
    /// The selected value.
    #[prop(into, optional)]
    chosen: String,
) -> impl IntoView {
    let chosen = typed(&name, None).unwrap_or(chosen);
    view! {
        <Field id=id.clone() label hint>
            <select id=id name=name>
                {options(all, &chosen)}
            </select>
        </Field>
    }
    .into_any()
}

/// The options of a selection, each a value and its name.
pub fn options(all: Vec<(String, String)>, chosen: &str) -> AnyView {
    let option = |(value, name): (String, String)| {
        let selected = value == chosen;
        view! {
            <option value=value selected=selected>
                {name}
            </option>
        }
    };
    all.into_iter().map(option).collect_view().into_any()
}

/// A check box or radio button as a chip; `kind` is "checkbox" or "radio".
pub fn chip(kind: &'static str, name: &'static str, value: String, checked: bool, label: impl IntoAny) -> AnyView {
    view! {
        <label class="chip">
            <input type=kind name=name value=value checked=checked />
            {label.into_any()}
        </label>
    }
    .into_any()
}

/// A form with one button.
#[component]
pub fn PostButton(
    #[prop(into)] action: String,
    #[prop(into)] label: String,
    /// Name and value that the button sends.
    #[prop(optional)]
    sends: Option<(&'static str, String)>,
    #[prop(into, optional_no_strip)] kind: Option<&'static str>,
    #[prop(optional)] small: bool,
    /// The label for screen readers, which lack the context of the row.
    #[prop(into, optional_no_strip)]
    spoken: Option<String>,
    /// The action with scripts.
    #[prop(optional)]
    submit: Option<Callback<()>>,
) -> impl IntoView {
    let (name, value) = sends.unzip();
    let submitted = move |event: SubmitEvent| {
        if let Some(submit) = submit {
            event.prevent_default();
            submit.run(());
        }
    };
    view! {
        <form method="post" action=action on:submit=submitted>
            <button
                class="button"
                data-kind=kind
                data-size=small.then_some("small")
                name=name
                value=value
                aria-label=spoken
            >
                {label}
            </button>
        </form>
    }
    .into_any()
}

/// A button that copies a text to the clipboard, and confirms it.
#[component]
pub fn CopyButton(
    text: String,
    #[prop(into)] label: String,
    #[prop(into)] copied: String,
    #[prop(optional)] kind: Option<&'static str>,
) -> impl IntoView {
    let done = RwSignal::new(false);
    let copy = move |_| {
        live::copy(&text);
        done.set(true);
    };
    view! {
        <button class="button needs-scripts" data-kind=kind data-size="small" type="button" on:click=copy>
            {move || if done.get() { copied.clone() } else { label.clone() }}
        </button>
    }
    .into_any()
}

/// Why a submission failed, once known.
#[component]
pub fn FormError(
    #[prop(into)] problem: Signal<Option<String>>,
    #[prop(into, optional)] id: Option<String>,
) -> impl IntoView {
    let shown = move || {
        let line = |text| view! { <p class="field-error" role="alert" id=id.clone()><Icon name="warn" />{text}</p> };
        problem.get().map(line)
    };
    shown.into_any()
}

/// The state of a submission.
#[derive(Clone, Copy, Debug)]
pub struct Submit {
    /// A request is on its way.
    pub busy: RwSignal<bool>,
    /// Why the last one failed.
    pub problem: RwSignal<Option<String>>,
}

/// The initial state.
pub fn use_submit() -> Submit {
    Submit { busy: RwSignal::new(false), problem: RwSignal::new(None) }
}

impl Submit {
    /// Sends a request; `done` gets its result. The page may be gone by then.
    pub fn send<T: 'static>(
        self,
        request: impl Future<Output = Result<T, AppError>> + 'static,
        done: impl FnOnce(T) + 'static,
    ) {
        self.busy.set(true);
        self.problem.set(None);
        leptos::task::spawn_local(async move {
            match request.await {
                Ok(came) => done(came),
                Err(error) => drop(self.problem.try_set(Some(error.to_string()))),
            }
            self.busy.try_set(false);
        });
    }
}

/// The fields of a submitted form, in its order; empty ones are left out.
#[derive(Clone, Debug, Default)]
pub struct Fields(pub Vec<(String, String)>);

impl Fields {
    /// The fields of the form in which something happened.
    pub fn of_event(event: &Event) -> Self {
        let query = live::form_query(event).unwrap_or_default();
        let plain = |text: &str| Url::unescape(&text.replace('+', " "));
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        Self(pairs.map(|(name, value)| (plain(name), plain(value))).collect())
    }

    /// All values of a name.
    pub fn all(&self, name: &str) -> Vec<String> {
        self.0.iter().filter(|(n, _)| n == name).map(|(_, value)| value.clone()).collect()
    }

    /// The first value of a name.
    pub fn text(&self, name: &str) -> Option<String> {
        self.all(name).into_iter().next()
    }

    /// The first value of a name, parsed.
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }
}

/// Handles a form's submission on the page.
pub fn on_submit(act: impl Fn(Fields) + 'static) -> impl Fn(SubmitEvent) + 'static {
    move |event| {
        event.prevent_default();
        act(Fields::of_event(&event));
    }
}

/// Handles a form whose fields go into the URL as a query, both when one of them changes and on submission.
pub fn on_query(apply: Callback<String>) -> (impl Fn(Event) + 'static, impl Fn(SubmitEvent) + 'static) {
    let send = move |event: &Event| {
        if let Some(query) = live::form_query(event) {
            apply.run(query);
        }
    };
    let submitted = move |event: SubmitEvent| {
        event.prevent_default();
        send(&event);
    };
    (move |event: Event| send(&event), submitted)
}

//! The mapping of columns to fields: a form that works without scripts, and with them shows changes at once.

use leptos::prelude::*;

use super::label;
use crate::components::form::{Field, SelectField, TextField, options};
use crate::model::import::{FieldChoice, ROWS, Upload};
use crate::t;

#[component]
pub fn MappingForm(
    /// As currently mapped.
    #[prop(into)]
    upload: Signal<Upload>,
    /// The form's action.
    action: String,
) -> impl IntoView {
    let Upload { source, demo, day_first, date_format, row, .. } = upload.get_untracked();
    let row_now = Memo::new(move |_| upload.with(|u| u.row.clone()));
    let lacking = Memo::new(move |_| {
        let missing = |u: &Upload| u.fields.iter().filter(|f| f.missing).map(|f| label(&f.name)).collect::<Vec<_>>();
        upload.with(missing).join(", ")
    });
    let kinds = ROWS.into_iter().map(|(value, _)| (value.to_owned(), t!("import-row-kind", kind = value))).collect();
    let orders = vec![
        (String::new(), t!("import-day-first-as-file")),
        ("true".into(), t!("import-day-first-yes")),
        ("false".into(), t!("import-day-first-no")),
    ];
    view! {
        <form class="import-mapping" id="mapping" method="post" action=action>
            <div class="import-whole">
                <SelectField id="import-row" label=t!("import-row") name="row" all=kinds chosen=row />
                <TextField
                    id="import-source"
                    label=t!("import-source")
                    name="source"
                    value=source
                    required=true
                    maxlength=60
                    autocomplete="off"
                />
                <TextField
                    id="import-dates"
                    label=t!("import-dates")
                    hint=t!("import-dates-hint")
                    name="dateFormat"
                    value=date_format
                    placeholder="%d.%m.%Y %H:%M".to_owned()
                    maxlength=40
                    autocomplete="off"
                />
                <SelectField
                    id="import-day-first"
                    label=t!("import-day-first")
                    name="dayFirst"
                    all=orders
                    chosen=day_first.map(|first| first.to_string()).unwrap_or_default()
                />
            </div>
            <fieldset class="import-fields">
                <legend class="label">{t!("import-fields")}</legend>
                {move || {
                    row_now.track();
                    let (fields, columns) = upload.with_untracked(|u| (u.fields.clone(), u.columns.clone()));
                    fields.into_iter().map(|field| view! { <Pick field columns=columns.clone() upload /> }).collect_view()
                }}
            </fieldset>
            {demo.then(|| view! { <Demo /> })}
            <p class="row import-do">
                <button class="button" data-kind="primary" name="do" value="start" disabled=move || !lacking.get().is_empty()>
                    {t!("import-start")}
                </button>
                <button class="button" name="do" value="preview" formnovalidate>
                    {t!("import-show")}
                </button>
                <button class="button" data-kind="quiet" name="do" value="discard" formnovalidate>
                    {t!("import-discard")}
                </button>
                <span class="field-error" role="status">
                    {move || {
                        let lacking = lacking.get();
                        (!lacking.is_empty()).then(|| t!("import-lacking", fields = lacking))
                    }}
                </span>
            </p>
        </form>
    }
    .into_any()
}

#[component]
fn Pick(field: FieldChoice, columns: Vec<String>, upload: Signal<Upload>) -> impl IntoView {
    let id = format!("import-{}", field.name);
    let name = format!("column.{}", field.name);
    let (key, needed) = (field.name.clone(), field.needed);
    let missing = Memo::new(move |_| upload.with(|u| u.fields.iter().any(|f| f.name == key && f.missing)));
    let columns =
        [(String::new(), t!("import-no-column"))].into_iter().chain(columns.into_iter().map(|c| (c.clone(), c)));
    let columns = columns.collect();
    let first = field.columns.first().cloned().unwrap_or_default();
    let of = field.name.clone();
    let sample = Memo::new(move |_| {
        upload.with(|u| {
            let chosen = u.fields.iter().find(|f| f.name == of).and_then(|f| f.columns.first());
            let place = chosen.and_then(|chosen| u.columns.iter().position(|column| column == chosen));
            place.and_then(|place| u.samples.get(place)).map(|values| values.join(" · ")).unwrap_or_default()
        })
    });
    view! {
        <Field id=id.clone() label=label(&field.name) hint=needed.then(|| t!("import-needed")) invalid=missing>
            <select id=id name=name>{options(columns, &first)}</select>
            <span class="field-hint import-sample">{sample}</span>
        </Field>
    }
    .into_any()
}

/// What happens to the demo bank.
#[component]
fn Demo() -> impl IntoView {
    view! {
        <fieldset class="import-demo">
            <legend>{t!("import-demo")}</legend>
            <label class="import-check">
                <input type="radio" name="demo" value="replace" required />
                {t!("import-demo-replace")}
            </label>
            <label class="import-check">
                <input type="radio" name="demo" value="add" />
                {t!("import-demo-keep")}
            </label>
        </fieldset>
    }
}

//! A declaration as a form: which tables, columns and measures are used, and what they are called. Fields are numbered by
//! their places, as the server reads them.

use leptos::prelude::*;

use crate::components::chart::table::{Column, region};
use crate::components::form::{SelectField, TextField};
use crate::components::posted::{PostedForm, ticked, typed};
use crate::components::section::Section;
use crate::components::words::segment;
use crate::model::sources::declared::{DeclarationState, DimensionForm, JoinForm, MeasureForm, TableForm};
use crate::t;

#[component]
pub fn ChoiceForm(name: String, tables: Vec<TableForm>, state: DeclarationState) -> impl IntoView {
    if tables.is_empty() {
        return view! { <p class="field-error"><span>{t!("sources-no-form")}</span></p> }.into_any();
    }
    let is_draft = state == DeclarationState::Draft;
    let (first, label) = match is_draft {
        true => ("use", t!("sources-use")),
        false => ("save", t!("sources-save")),
    };
    let later =
        is_draft.then(|| view! { <button class="button" name="do" value="save">{t!("sources-save-draft")}</button> });
    let tables =
        move || tables.into_iter().enumerate().map(|(at, table)| view! { <TablePart at table /> }).collect_view();
    let action = format!("/desk/sources/{}", segment(&name));
    view! {
        <Section id="source-form" title=t!("sources-form") about=t!("sources-form-means")>
            <form class="settings-form sources-form" method="post" action=action.clone()>
                <PostedForm action=action.clone() with="t0.many">{tables()}</PostedForm>
                <p class="row">
                    <button class="button" data-kind="primary" name="do" value=first>
                        {label}
                    </button>
                    {later}
                </p>
            </form>
        </Section>
    }
    .into_any()
}

/// A check box with its label.
fn check(name: String, checked: bool, label: String) -> AnyView {
    let checked = ticked(&name, checked);
    view! {
        <label class="import-check">
            <input type="checkbox" name=name checked=checked />
            {label}
        </label>
    }
    .into_any()
}

/// A text field in a cell, whose label only screen readers need.
fn cell_field(name: String, value: String, label: String) -> AnyView {
    let value = typed(&name, Some(value));
    view! { <input type="text" name=name value=value aria-label=label autocomplete="off" class="sources-input" /> }
        .into_any()
}

#[component]
fn TablePart(at: usize, table: TableForm) -> impl IntoView {
    let days: Vec<(String, String)> = table
        .dimensions
        .iter()
        .filter(|d| d.kind == "date" || d.name == table.time)
        .map(|d| (d.name.clone(), d.name.clone()))
        .collect();
    let days = [(String::new(), t!("sources-no-day"))].into_iter().chain(days).collect();
    let dimensions: Vec<_> =
        table.dimensions.iter().enumerate().map(|(d, field)| dimension_row(at, d, field.clone())).collect();
    let measures: Vec<_> =
        table.measures.iter().enumerate().map(|(m, field)| measure_row(at, m, field.clone())).collect();
    let joins: Vec<_> = table.joins.iter().enumerate().map(|(j, field)| join_line(at, j, field.clone())).collect();
    let secret = (!table.left_out.is_empty()).then(|| {
        let lines = table.left_out.iter().map(|line| view! { <li>{line.clone()}</li> }).collect_view();
        view! { <p>{t!("sources-secret")}</p> <ul>{lines}</ul> }
    });
    let columns = [
        Column::words(&t!("sources-column-used")),
        Column::words(&t!("sources-column")),
        Column::words(&t!("sources-synonyms")),
    ];
    let measure_columns = [
        Column::words(&t!("sources-column-used")),
        Column::words(&t!("sources-column")),
        Column::words(&t!("sources-aggregation")),
        Column::words(&t!("sources-unit")),
        Column::words(&t!("sources-synonyms")),
    ];
    let name = table.table.clone();
    view! {
        <fieldset class="sources-fieldset">
            <legend>{name.clone()}</legend>
            {check(format!("t{at}.used"), table.used, t!("sources-table-used"))}
            <div class="import-whole">
                <TextField id=format!("t{at}-many") label=t!("sources-many") name=format!("t{at}.many") value=table.many.clone() autocomplete="off" />
                <TextField id=format!("t{at}-synonyms") label=t!("sources-synonyms") hint=t!("sources-commas") name=format!("t{at}.synonyms") value=table.synonyms.clone() autocomplete="off" />
                <SelectField id=format!("t{at}-time") label=t!("sources-time") name=format!("t{at}.time") all=days chosen=table.time.clone() />
            </div>
            {check(format!("t{at}.everyone"), table.for_everyone, t!("sources-everyone"))}
            {sample(&table)}
            {(!dimensions.is_empty()).then(|| region(&t!("sources-columns", table = name.as_str()), "sources-fields", None, columns, dimensions.into_any()))}
            {(!measures.is_empty()).then(|| region(&t!("sources-measures", table = name.as_str()), "sources-fields", None, measure_columns, measures.into_any()))}
            {(!joins.is_empty()).then(|| view! { <p>{t!("sources-joins")}</p> {joins} })}
            {secret}
        </fieldset>
    }
    .into_any()
}

/// Some rows of a table that is used.
fn sample(table: &TableForm) -> Option<AnyView> {
    if table.rows.is_empty() {
        return None;
    }
    let columns: Vec<Column> = table.columns.iter().map(|name| Column::words(name)).collect();
    let row = |cells: &Vec<String>| {
        let cells = cells.iter().enumerate().map(|(at, cell)| match at {
            0 => view! { <th scope="row">{cell.clone()}</th> }.into_any(),
            _ => view! { <td>{cell.clone()}</td> }.into_any(),
        });
        view! { <tr>{cells.collect_view()}</tr> }
    };
    let rows = table.rows.iter().map(row).collect_view().into_any();
    Some(
        view! {
            <details>
                <summary>{t!("sources-sample", count = table.rows.len())}</summary>
                {region(&t!("sources-sample-of", table = table.table.as_str()), "import-rows", None, columns, rows)}
            </details>
        }
        .into_any(),
    )
}

fn dimension_row(t: usize, d: usize, field: DimensionForm) -> AnyView {
    let at = format!("t{t}.d{d}");
    let name = field.name.clone();
    view! {
        <tr>
            <th scope="row">{check(format!("{at}.used"), field.used, field.name)}</th>
            <td>{field.column} {(!field.kind.is_empty()).then(|| view! { <small class="muted">" " {field.kind}</small> })}</td>
            <td>{cell_field(format!("{at}.synonyms"), field.synonyms, t!("sources-synonyms-of", name = name.as_str()))}</td>
        </tr>
    }
    .into_any()
}

fn measure_row(t: usize, m: usize, field: MeasureForm) -> AnyView {
    let at = format!("t{t}.m{m}");
    let name = field.name.clone();
    let chosen = typed(&format!("{at}.aggregation"), Some(field.aggregation));
    let options = ["sum", "avg", "min", "max", "median"].map(|value| {
        let selected = chosen.as_deref() == Some(value);
        view! { <option value=value selected=selected>{t!("sources-aggregated", how = value)}</option> }
    });
    view! {
        <tr>
            <th scope="row">{check(format!("{at}.used"), field.used, field.name)}</th>
            <td>{field.expression}</td>
            <td>
                <select name=format!("{at}.aggregation") aria-label=t!("sources-aggregation-of", name = name.as_str())>
                    {options.into_iter().collect_view()}
                </select>
            </td>
            <td>{cell_field(format!("{at}.unit"), field.unit, t!("sources-unit-of", name = name.as_str()))}</td>
            <td>{cell_field(format!("{at}.synonyms"), field.synonyms, t!("sources-synonyms-of", name = name.as_str()))}</td>
        </tr>
    }
    .into_any()
}

fn join_line(t: usize, j: usize, field: JoinForm) -> AnyView {
    let label = t!("sources-join", table = field.table, on = field.on);
    check(format!("t{t}.j{j}.agreed"), field.agreed, label)
}

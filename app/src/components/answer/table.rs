//! A table of an answer, sortable by its header links; each row opens its record, and the full list opens beside.

use std::cmp::Ordering;

use chrono::{Datelike, NaiveDate};
use leptos::prelude::*;

use super::Line;
use super::figure::Figure;
use super::results::Results;
use super::text::{Cite, Span, Table};
use crate::components::beside::list::file_links;
use crate::components::beside::{Open, SidePanel, record_link, record_mark};
use crate::model::answer::{Answer, Citation, SourceKind};
use crate::model::run::Run;
use crate::model::run::figure::{FigureAt, ListView};
use crate::t;

/// The targets of an answer's citation besides its row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cited {
    /// The record of the row.
    pub record: Option<(SourceKind, String)>,
    /// The cited record.
    pub quoted: Option<(SourceKind, String)>,
    /// The list with the row, and its total length.
    list: Option<(FigureAt, i64)>,
}

/// In citation order.
pub fn cited(run: &Run, answer: &Answer, results: &Results<'_>) -> Vec<Cited> {
    let one = |citation: &Citation| {
        let row = match citation {
            Citation::Row(row) => row,
            Citation::Record(source) => {
                return Some(Cited { quoted: Some((source.kind, source.id.clone())), ..Cited::default() });
            }
        };
        let output = results.call(&row.call)?.output()?;
        let (list, of) = row.path.rsplit_once('/')?;
        let row_of = output.data.pointer(&row.path)?;
        of.parse::<usize>().ok()?;
        if list == "/atRisk" {
            let id = row_of.get("customerId")?.as_str()?.to_owned();
            return Some(Cited { record: Some((SourceKind::Customer, id)), ..Cited::default() });
        }
        let id = row_of.get("id")?.as_str()?.to_owned();
        let kind = match list {
            "/cases" => SourceKind::Case,
            "/announcements" => SourceKind::Document,
            "/customers" => SourceKind::Customer,
            _ => SourceKind::Communication,
        };
        let total = output.data.get("total").and_then(serde_json::Value::as_i64);
        let list = total.map(|total| (FigureAt::new(&run.id, &row.call, "/total"), total));
        Some(Cited { record: Some((kind, id)), list, quoted: None })
    };
    answer.citations.iter().map(|citation| one(citation).unwrap_or_default()).collect()
}

/// `key` distinguishes the tables of a page. A table wider than the page can be scrolled by keys.
#[component]
pub fn TableView(table: Table, key: String, figures: Vec<Figure>, cited: Vec<Cited>, run: String) -> impl IntoView {
    let Table { head, rows, figures: numeric } = table;
    let beside = SidePanel::here();
    let list = rows.iter().flatten().flatten().find_map(|span| of_row(span, &cited)?.list.clone());
    let class = move |i: usize| if numeric.get(i).copied().unwrap_or(false) { "num" } else { "" };
    let plain = |cell: &[Span]| plain(cell, &figures);
    let keys: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| plain(cell)).collect()).collect();
    let names: Vec<String> = head.iter().map(|cell| plain(cell)).collect();
    let line = {
        let (run, cited) = (run.clone(), cited.clone());
        move |spans: Vec<Span>| {
            view! { <Line spans figures=figures.clone() run=run.clone() cited=cited.clone() /> }
        }
    };
    let sorted = {
        let key = key.clone();
        move || beside.and_then(|beside| beside.open.with(|open| order(&open.order, &key)))
    };
    let heads = {
        let (sorted, class) = (sorted.clone(), class.clone());
        move || {
            let now = sorted();
            let head = |(i, name): (usize, &String)| {
                let up = now.filter(|(column, _)| *column == i).map(|(_, up)| up);
                let shown = match (name.is_empty(), beside) {
                    (true, _) => {
                        let said = if i == 0 { t!("answer-column-name") } else { t!("answer-column-sources") };
                        view! { <span class="sr-only">{said}</span> }.into_any()
                    }
                    (false, None) => name.clone().into_any(),
                    (false, Some(beside)) => {
                        let turn = if up == Some(true) { "-" } else { "" };
                        let order = format!("{key}.{i}{turn}");
                        let href = move || beside.href(&Open { order: order.clone(), ..beside.open.get() });
                        view! { <a href=href data-noscroll>{name.clone()}</a> }.into_any()
                    }
                };
                let said = up.map(|up| if up { "ascending" } else { "descending" });
                view! { <th scope="col" class=class(i) aria-sort=said>{shown}</th> }
            };
            names.iter().enumerate().map(head).collect_view()
        }
    };
    let body = move || {
        let mut places: Vec<usize> = (0..rows.len()).collect();
        if let Some((column, up)) = sorted() {
            let text = |at: &usize| keys[*at].get(column).map_or("", String::as_str);
            places.sort_by(|a, b| if up { compare(text(a), text(b)) } else { compare(text(b), text(a)) });
        }
        let row = |at: usize| {
            let record = rows[at].iter().flatten().find_map(|span| of_row(span, &cited)?.record.clone());
            let cell = |(i, spans): (usize, &Vec<Span>)| match (i, &record) {
                (0, Some((kind, id))) => {
                    let (kind, id, mark) = (*kind, id.clone(), record_mark(*kind, id));
                    let href = move || record_link(beside, kind, &id);
                    let text = keys[at][0].clone();
                    view! { <th scope="row"><a href=href data-opens=mark data-noscroll>{text}</a></th> }.into_any()
                }
                (0, None) => view! { <th scope="row">{line(spans.clone())}</th> }.into_any(),
                _ => view! { <td class=class(i)>{line(spans.clone())}</td> }.into_any(),
            };
            view! { <tr>{rows[at].iter().enumerate().map(cell).collect_view()}</tr> }
        };
        places.into_iter().map(row).collect_view()
    };
    let whole = list.zip(beside).map(|((at, total), beside)| {
        let href = {
            let at = at.clone();
            move || beside.figure(&at)
        };
        let files = file_links(&at, &ListView::default());
        view! {
            <p class="row small answer-whole">
                <a href=href data-noscroll>{t!("answer-table-all", count = total)}</a>
                {files}
            </p>
        }
    });
    view! {
        <div class="scroll" role="region" aria-label=t!("answer-table") tabindex="0">
            <table class="table">
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
        {whole}
    }
    .into_any()
}

fn of_row<'c>(span: &Span, cited: &'c [Cited]) -> Option<&'c Cited> {
    let Span::Citations(all) = span else { return None };
    let first = all.first().map(|cite| match cite {
        Cite::One(n) | Cite::Range(n, _) => *n,
    })?;
    cited.get(first - 1)
}

/// The text of a cell without its citations.
fn plain(cell: &[Span], figures: &[Figure]) -> String {
    let text = |span: &Span| match span {
        Span::Text(text) => text.clone(),
        Span::Claim(i) => figures.get(*i).map(|figure| figure.text.clone()).unwrap_or_default(),
        Span::Citations(_) => String::new(),
    };
    cell.iter().map(text).collect::<String>().trim().to_owned()
}

/// The column that an address sorts this table by, and whether ascending: "run-0.3", "run-0.3-".
fn order(text: &str, key: &str) -> Option<(usize, bool)> {
    let column = text.strip_prefix(key)?.strip_prefix('.')?;
    let (digits, up) = column.strip_suffix('-').map_or((column, true), |digits| (digits, false));
    Some((digits.parse().ok()?, up))
}

/// Days, figures and levels by value, other texts alphabetically; empty cells come last when ascending.
fn compare(a: &str, b: &str) -> Ordering {
    const LEVELS: [&str; 4] = ["low", "medium", "high", "critical"];
    let rank = |text: &str| LEVELS.iter().position(|level| text.eq_ignore_ascii_case(level)).map(|at| at as f64);
    let day = |text: &str| Some(f64::from(NaiveDate::parse_from_str(text, "%d %B %Y").ok()?.num_days_from_ce()));
    let figure = |text: &str| text.split(' ').next()?.replace('−', "-").replace([',', '%'], "").parse().ok();
    // "5 days overdue" comes before "due today", and that before "2 days left".
    let figure = |text: &str| match text {
        "due today" => Some(0.0),
        late if late.ends_with(" overdue") => figure(late).map(|days: f64| -days),
        other => figure(other),
    };
    let of = |text: &str| day(text).or_else(|| rank(text)).or_else(|| figure(text));
    match (of(a), of(b)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => (a.is_empty(), a.to_lowercase()).cmp(&(b.is_empty(), b.to_lowercase())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_put_in_order_by_what_they_are() {
        let sorted = |mut all: Vec<&'static str>| {
            all.sort_by(|a, b| compare(a, b));
            all
        };
        assert_eq!(sorted(vec!["3", "", "−12", "1,200 USD", "25"]), ["−12", "3", "25", "1,200 USD", ""]);
        let due = ["12 days overdue", "5 days overdue", "due today", "2 days left", "10 days left"];
        assert_eq!(sorted(due.into_iter().rev().collect()), due);
        assert_eq!(sorted(vec!["high", "critical", "low"]), ["low", "high", "critical"]);
        assert_eq!(sorted(vec!["3 February 2026", "16 January 2026"]), ["16 January 2026", "3 February 2026"]);
        assert_eq!(sorted(vec!["bo", "Ann"]), ["Ann", "bo"]);
        assert_eq!(
            (order("r-0.3-", "r-0"), order("r-0.3", "r-0"), order("r-1.3", "r-0")),
            (Some((3, false)), Some((3, true)), None)
        );
    }
}

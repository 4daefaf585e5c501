//! What an answer cites: rows of results as tables, and records, each with its verbatim text.

mod tables;
mod view;

use leptos::prelude::*;

use self::tables::{CitedTable, tables};
use self::view::RowsView;
use super::Quoted;
use super::results::Results;
use super::value::printed;
use crate::components::beside::{SidePanel, record_link, record_mark};
use crate::components::frame::icon::{Icon, SentimentBadge};
use crate::components::words;
use crate::model::answer::{Source, SourceKind};
use crate::model::run::Run;
use crate::{i18n, t};

/// The icon of a source, by kind and channel.
pub fn source_icon(kind: SourceKind, channel: Option<&str>) -> &'static str {
    match (kind, channel) {
        (SourceKind::Document, _) => "doc",
        (SourceKind::Case, _) => "case",
        (SourceKind::Customer, _) => "person",
        (SourceKind::Communication, Some("phone" | "fax")) => "phone",
        (SourceKind::Communication, Some("chat" | "social")) => "chat",
        (SourceKind::Communication, Some("web" | "referral")) => "globe",
        (SourceKind::Communication, Some("letter")) => "doc",
        (SourceKind::Communication, _) => "mail",
    }
}

/// The content of the section. Equal contents are drawn alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Cited {
    run: String,
    tables: Vec<CitedTable>,
    /// Total rows of the tables.
    rows: usize,
    /// With their citation numbers.
    records: Vec<(usize, Source)>,
    records_read: i64,
    /// Expanded beside a short answer.
    open: bool,
}

/// The maximum length of a short answer, in bytes.
const SHORT_ANSWER_BYTES: usize = 600;

impl Cited {
    /// The citations of a run's answer; `None` while it has none.
    pub fn from_run(run: &Run) -> Option<Self> {
        let answer = run.answer.as_ref()?;
        Some(Self {
            run: run.id.clone(),
            tables: tables(run, answer, &Results::from_run(run)),
            rows: answer.rows().count(),
            records: answer.records().map(|(n, source)| (n, source.clone())).collect(),
            records_read: answer.records_read,
            open: answer.text.len() < SHORT_ANSWER_BYTES,
        })
    }

    /// "5 rows and 3 records cited, 412 records read".
    fn told(&self) -> String {
        let cited = match (self.rows, self.records.len()) {
            (rows, 0) => t!("answer-cited-rows", rows = rows),
            (0, records) => t!("answer-cited-records", records = records),
            (rows, records) => t!("answer-cited-both", rows = rows, records = records),
        };
        match self.records_read {
            ..=0 => cited,
            read => t!("answer-cited-read", cited = cited, read = read),
        }
    }
}

/// The section; empty without citations. Its ids begin with the run's, so that several answers fit on one page.
#[component]
pub fn Evidence(cited: Cited) -> impl IntoView {
    if cited.rows == 0 && cited.records.is_empty() {
        return ().into_any();
    }
    let told = cited.told();
    let Cited { run, tables, records, rows, open, .. } = cited;
    let heading = format!("evidence-{run}");
    let tables = (!tables.is_empty()).then(|| {
        let tables = tables.into_iter().map(|table| view! { <RowsView run=run.clone() table /> }).collect_view();
        view! {
            <details class="fold">
                <summary>{t!("answer-rows-behind", rows = rows)}</summary>
                <div class="evidence-rows">{tables}</div>
            </details>
        }
    });
    let cards = (!records.is_empty()).then(|| {
        let card = |(n, source)| view! { <EvidenceCard id=words::evidence_anchor(&run, n) n source /> };
        view! { <div class="evidence">{records.into_iter().map(card).collect_view()}</div> }
    });
    view! {
        <details class="fold" open=open>
            <summary>
                <h2 id=heading>{t!("answer-evidence")}</h2>
                <span>{told}</span>
            </summary>
            <div class="stack">{cards} {tables}</div>
        </details>
    }
    .into_any()
}

#[component]
fn EvidenceCard(id: String, n: usize, source: Source) -> impl IntoView {
    let beside = SidePanel::here();
    let (kind, record) = (source.kind, source.id.clone());
    let mark = record_mark(kind, &record);
    let quoted = record.clone();
    let href = move || record_link(beside, kind, &record);
    let icon = source_icon(source.kind, source.channel.as_deref());
    let how = source.channel.map_or_else(|| t!("answer-kind", kind = source.kind.as_str()), |c| words::plain_name(&c));
    let title = if source.title.is_empty() { source.id.clone() } else { source.title };
    view! {
        <article class="evidence-card" id=id>
            <span class="evidence-no">
                <span class="sr-only">{t!("answer-source-label")} " "</span>
                {n}
            </span>
            <p class="evidence-head">
                <Icon name=icon />
                <a href=href data-opens=beside.map(|_| mark) data-noscroll>
                    {title}
                </a>
                {source.sentiment.map(|sentiment| view! { <SentimentBadge sentiment /> })}
            </p>
            {(!source.excerpt.is_empty()).then(|| view! { <Quotation kind id=quoted text=source.excerpt more=source.more /> })}
            <p class="evidence-foot">
                <span>{source.id}</span>
                <span>{how}</span>
                {source.unauthenticated.then(|| view! { <strong>{t!("answer-unauthenticated")}</strong> })}
                {source.day.map(|day| view! { <span>{i18n::short_date(day)}</span> })}
                {source
                    .relevance
                    .filter(|r| *r >= 0.05)
                    .map(|r| view! { <span>{t!("answer-relevance", value = printed(&format!("{r:.2}")))}</span> })}
            </p>
        </article>
    }
    .into_any()
}

/// A long excerpt is cut to the size of a card; the record has the rest.
#[component]
fn Quotation(kind: SourceKind, id: String, text: String, more: usize) -> impl IntoView {
    let (shown, rest) = match words::cut(text.trim(), 280) {
        Some((head, _)) => (head.to_owned(), text.trim().chars().count() - head.chars().count()),
        None => (text.trim().to_owned(), 0),
    };
    let more = more + rest;
    let left = (more > 0)
        .then(|| view! { <span class="muted">{format!(" … {}", t!("answer-more-characters", count = more))}</span> });
    view! { <blockquote><Quoted kind id>{format!("“{shown}”")}</Quoted> {left}</blockquote> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::answer::{Answer, Citation, CitedRow};

    fn told(rows: usize, records: usize, records_read: i64) -> String {
        let row = Citation::Row(CitedRow { call: "c1".into(), path: "/a".into(), text: String::new() });
        let source = Source { kind: SourceKind::Case, id: "case-1".into(), ..Source::default() };
        let mut citations = vec![row; rows];
        citations.extend(vec![Citation::Record(source); records]);
        let mut run = Run::new("r");
        run.answer = Some(Answer { citations, records_read, ..Answer::default() });
        Cited::from_run(&run).unwrap().told()
    }

    #[test]
    fn what_is_cited_is_counted_in_good_english() {
        assert_eq!(told(5, 3, 412), "5 rows and 3 records cited, 412 records read");
        assert_eq!(told(1, 1, 1), "1 row and 1 record cited, 1 record read");
        assert_eq!(told(0, 1, 1_234), "1 record cited, 1,234 records read");
        assert_eq!(told(2, 0, 0), "2 rows cited");
    }
}

//! Records as rows of a list: the relevant columns for each kind.

use std::collections::HashMap;

use app::components::words::{cut, plain_name, signed};
use model::answer::SourceKind;
use model::record::{Case, Communication, Customer, Document};
use model::run::figure::RecordRow;
use model::text::capital;
use model::time::full_time;

use crate::export::table::CellKind;
use crate::query::ast::Dataset;
use crate::query::catalog::ColumnType;
use crate::query::check::Checked;
use crate::query::values::Vocabulary;
use crate::store::{Db, Result, records};

/// Maximum length of a cell's text on a page, in characters.
pub const EXCERPT: usize = 140;

/// The columns with the types of their values; the first cell links to the record.
pub fn columns(query: &Checked) -> Vec<(String, CellKind)> {
    use CellKind::{Moment, Number, Text};
    let own: &[(&str, CellKind)] = match query.dataset {
        Dataset::Communications => &[
            ("Message", Text),
            ("Date", Moment),
            ("Customer", Text),
            ("Channel", Text),
            ("Kind", Text),
            ("Topic", Text),
            ("Sentiment", Text),
            ("Score", Number),
            ("Text", Text),
        ],
        Dataset::Cases => &[
            ("Case", Text),
            ("Title", Text),
            ("Customer", Text),
            ("Status", Text),
            ("Priority", Text),
            ("Opened", Moment),
            ("Deadline", Moment),
            ("SLA", Text),
            ("Resolved", Moment),
            ("Assigned to", Text),
        ],
        Dataset::Customers => &[
            ("Customer", Text),
            ("Name", Text),
            ("Tier", Text),
            ("Segment", Text),
            ("Region", Text),
            ("Manager", Text),
            ("Since", Moment),
        ],
        Dataset::Documents => {
            &[("Document", Text), ("Title", Text), ("Kind", Text), ("Product", Text), ("Date", Moment)]
        }
        Dataset::Source(_) => {
            let kind = |kind: ColumnType| match kind {
                ColumnType::Number(_) => Number,
                ColumnType::Day => Moment,
                _ => Text,
            };
            let columns = query.source.iter().flat_map(|opened| opened.columns.iter());
            return columns.map(|column| (capital(&column.says), kind(column.kind))).collect();
        }
    };
    own.iter().map(|(name, kind)| ((*name).to_owned(), *kind)).collect()
}

/// A row of a declared source; it has no page of its own.
pub fn of_source(cells: Vec<Option<String>>) -> RecordRow {
    RecordRow { kind: None, id: String::new(), cells: cells.into_iter().map(Option::unwrap_or_default).collect() }
}

/// The records with these ids, in the same order; missing ones are left out. Texts are truncated to `most` characters.
pub async fn rows(
    db: &Db,
    query: &Checked,
    ids: &[String],
    vocabulary: &Vocabulary,
    most: Option<usize>,
) -> Result<Vec<RecordRow>> {
    let it = Rows { vocabulary, query, most };
    Ok(match query.dataset {
        Dataset::Communications => records::communications(db, ids).await?.iter().map(|c| it.message(c)).collect(),
        Dataset::Cases => {
            let mut rows = Vec::with_capacity(ids.len());
            for id in ids {
                rows.push(it.case(&records::case(db, id).await?));
            }
            rows
        }
        Dataset::Customers => {
            let all = records::customers(db, ids).await?;
            let mut by_id: HashMap<String, Customer> = all.into_iter().map(|c| (c.id.clone(), c)).collect();
            ids.iter().filter_map(|id| by_id.remove(id)).map(|c| customer(&c)).collect()
        }
        Dataset::Documents => {
            let mut rows = Vec::with_capacity(ids.len());
            for id in ids {
                rows.push(it.document(&records::document(db, id).await?));
            }
            rows
        }
        // Its rows have no ids; `listing::of_source` reads them.
        Dataset::Source(_) => Vec::new(),
    })
}

struct Rows<'a> {
    vocabulary: &'a Vocabulary,
    query: &'a Checked,
    most: Option<usize>,
}

impl Rows<'_> {
    fn customer(&self, id: &str) -> String {
        self.vocabulary.readable("customer", id)
    }

    fn text(&self, text: &str) -> String {
        match self.most.and_then(|most| cut(text.trim(), most)) {
            Some((head, _)) => format!("{head} …"),
            None => text.trim().to_owned(),
        }
    }

    /// Formatted for people; in a file, for programs.
    fn score(&self, score: f64) -> String {
        if self.most.is_some() { signed(score) } else { format!("{score:.2}") }
    }

    fn message(&self, c: &Communication) -> RecordRow {
        let topic = c.subcategory.as_ref().or(c.category.as_ref()).cloned();
        RecordRow {
            kind: Some(SourceKind::Communication),
            id: c.id.clone(),
            cells: vec![
                c.id.clone(),
                c.day.to_string(),
                self.customer(&c.customer_id),
                c.channel.to_string(),
                c.kind.to_string(),
                topic.unwrap_or_default(),
                c.sentiment.map(|s| s.to_string()).unwrap_or_default(),
                c.sentiment_score.map(|score| self.score(score)).unwrap_or_default(),
                self.text(&c.body),
            ],
        }
    }

    fn case(&self, c: &Case) -> RecordRow {
        let time = |at: Option<i64>| at.map(full_time).unwrap_or_default();
        let sla = match c.is_breached(self.query.as_of) {
            Some(true) => "missed",
            Some(false) => "kept",
            None => "",
        };
        RecordRow {
            kind: Some(SourceKind::Case),
            id: c.id.clone(),
            cells: vec![
                c.id.clone(),
                self.text(&c.title),
                self.customer(&c.customer_id),
                plain_name(c.status.as_str()),
                c.priority.to_string(),
                c.day.to_string(),
                time(c.sla_deadline),
                sla.to_owned(),
                time(c.resolved_at),
                c.assigned_to.clone().unwrap_or_default(),
            ],
        }
    }

    fn document(&self, d: &Document) -> RecordRow {
        let product = d.product.as_deref().map(|slug| self.vocabulary.readable("product", slug));
        RecordRow {
            kind: Some(SourceKind::Document),
            id: d.id.clone(),
            cells: vec![
                d.id.clone(),
                d.title.clone(),
                plain_name(d.kind.as_str()),
                product.unwrap_or_default(),
                d.day.to_string(),
            ],
        }
    }
}

fn customer(c: &Customer) -> RecordRow {
    RecordRow {
        kind: Some(SourceKind::Customer),
        id: c.id.clone(),
        cells: vec![
            c.id.clone(),
            c.name.clone(),
            c.tier.to_string(),
            c.segment.clone(),
            c.region.clone().unwrap_or_default(),
            c.relationship_manager.clone().unwrap_or_default(),
            c.since.map(|day| day.to_string()).unwrap_or_default(),
        ],
    }
}

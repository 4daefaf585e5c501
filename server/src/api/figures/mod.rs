//! From a figure of an answer to its records: the condition recorded with the result is evaluated again with the run's
//! own day and scope, by the page or as one file.

mod look;
mod rows;
mod steps;

use std::time::Duration;

use app::api::figures::Figures;
use app::components::answer::note;
use app::components::answer::results::Walked;
use async_trait::async_trait;
use chrono::NaiveDate;
use model::account::Action;
use model::chart::{Chart, Step};
use model::error::AppError;
use model::run::drill_through::{DrillThrough, ResultLink};
use model::run::figure::{FigureAt, FigurePage, ListView, RecordList};
use model::run::{Run, ToolOutput};
use serde_json::Value;

use super::Api;
use crate::export::table::{Table, TableFormat};
use crate::query::catalog::Catalog;
use crate::query::check::{Checked, Predicate, QueryError};
use crate::query::{drill_through, listing, run};
use crate::store::StoreError;
use crate::store::analytics::Order;

/// Records per page.
const PAGE_RECORDS: usize = 25;
/// Maximum records per page.
const MAX_PAGE_RECORDS: usize = 500;
/// Maximum number of records in a file, and that can be paged through.
const MAX_RECORDS: usize = 1_000_000;
/// Time limit of one statement.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

/// The records of a figure, ready to be listed.
#[derive(Clone, Debug)]
pub struct FigureSource {
    pub(super) query: Checked,
    /// How many there were when the question was answered.
    pub(super) told: Option<i64>,
    catalog: Catalog,
}

/// Sorted records for a file.
pub struct Export {
    pub table: Table,
    query: Checked,
    pub ids: Vec<String>,
}

fn wrong(error: QueryError) -> AppError {
    AppError::invalid("path", error.message)
}

/// The output of the call, if it has one.
fn output<'r>(run: &'r Run, at: &FigureAt) -> Result<Walked<'r>, AppError> {
    let call = run.call(&at.call);
    let call = call.ok_or_else(|| AppError::not_found(format!("The run has no call \"{}\".", at.call)))?;
    let walked = Walked::from_call(call);
    match walked.output() {
        None => Err(AppError::not_found("This call has no result.")),
        Some(output) if !at.path.is_empty() && !is_there(output, &at.path) => {
            Err(AppError::not_found(format!("The result of this call has nothing at \"{}\".", at.path)))
        }
        Some(_) => Ok(walked),
    }
}

fn is_there(output: &ToolOutput, path: &str) -> bool {
    path == "/summary" || output.data.pointer(path).is_some()
}

impl Api {
    /// The records of a figure; `None` if no condition defines them.
    pub(super) async fn behind(&self, run: &Run, at: &FigureAt) -> Result<Option<FigureSource>, AppError> {
        let walked = output(run, at)?;
        let Some(output) = walked.output() else { return Ok(None) };
        self.behind_result((&output.counted, &output.data), &at.path, run.as_of.unwrap_or_default()).await
    }

    /// Likewise for a figure of a result: what its figures count, and its data.
    pub(super) async fn behind_result(
        &self,
        (counted, data): (&[DrillThrough], &Value),
        path: &str,
        as_of: NaiveDate,
    ) -> Result<Option<FigureSource>, AppError> {
        let Some(led) = ResultLink::to(counted, path) else { return Ok(None) };
        let vocabulary = self.services.agent.vocabulary().await?;
        let catalog = Catalog::of(&vocabulary);
        let query = drill_through::query(&led, data, (&vocabulary, &catalog), as_of).map_err(wrong)?;
        Ok(Some(FigureSource { query, told: led.count(data), catalog }))
    }

    /// The number of records that match a query.
    pub(super) async fn count(&self, query: &Checked) -> Result<i64, StoreError> {
        Ok(run::run(&self.services.db, query, STATEMENT_TIMEOUT).await?.total.count as i64)
    }

    /// The records of a figure that match a view.
    async fn narrowed(&self, behind: &FigureSource, view: &ListView) -> Result<Checked, AppError> {
        let vocabulary = self.services.agent.vocabulary().await?;
        let more = look::tests(view, &behind.query, &behind.catalog, &vocabulary);
        let tests: Vec<Predicate> = behind.query.filter.iter().cloned().chain(more).collect();
        Ok(Checked { filter: (!tests.is_empty()).then_some(Predicate::And(tests)), ..behind.query.clone() })
    }

    /// The records that the figure counts, in the order and with the filters of the view, for a file.
    ///
    /// # Errors
    /// `NotFound` for a figure that does not exist or counts no records.
    pub async fn exported(&self, at: &FigureAt, view: &ListView, format: TableFormat) -> Result<Export, AppError> {
        use app::api::research::Research;
        let run = self.run(&at.run).await?;
        let behind = self.behind(&run, at).await?;
        let behind = behind.ok_or_else(|| AppError::not_found("This figure counts no records."))?;
        let query = self.narrowed(&behind, view).await?;
        let mut notes = vec![("Question".to_owned(), run.question.clone())];
        let vocabulary = self.services.agent.vocabulary().await?;
        let counted = drill_through::words(&behind.query, &vocabulary, &behind.catalog);
        notes.push(("Counted".to_owned(), counted));
        notes.extend(look::notes(query.dataset, view));
        let columns = rows::columns(&query);
        let table = Table { name: query.dataset.as_str().to_owned(), columns, notes };
        let ids = match query.source {
            // Rows without an id are identified by their position.
            Some(_) => {
                let many = usize::try_from(self.count(&query).await?).unwrap_or(0).min(MAX_RECORDS);
                (0..many).map(|place| place.to_string()).collect()
            }
            None => {
                let order = look::order(&query, &view.sort);
                listing::of_query(&self.services.db, &query, order, MAX_RECORDS, STATEMENT_TIMEOUT).await?
            }
        };
        let detail = format!("{} as {}", query.dataset.as_str(), format.label());
        self.audit_records(Action::Exported, format!("run:{}", at.run), detail, ids.len()).await?;
        Ok(Export { table, query, ids })
    }

    /// The rows for a part of a file.
    pub async fn export_rows(&self, export: &Export, ids: &[String]) -> Result<Vec<Vec<String>>, AppError> {
        if export.query.source.is_some() {
            let first = ids.first().and_then(|id| id.parse().ok()).unwrap_or(0);
            let part = (ids.len(), first);
            let rows = listing::of_source(&self.services.db, &export.query, part, STATEMENT_TIMEOUT).await?;
            return Ok(rows.into_iter().map(|row| row.into_iter().map(Option::unwrap_or_default).collect()).collect());
        }
        let vocabulary = self.services.agent.vocabulary().await?;
        let rows = rows::rows(&self.services.db, &export.query, ids, &vocabulary, None).await?;
        Ok(rows.into_iter().map(|row| row.cells).collect())
    }

    async fn listed(&self, behind: &FigureSource, view: ListView) -> Result<RecordList, AppError> {
        let vocabulary = self.services.agent.vocabulary().await?;
        let (query, db) = (&behind.query, &self.services.db);
        let narrowed = self.narrowed(behind, &view).await?;
        let total = self.count(query).await?;
        let found = if narrowed == *query { total } else { self.count(&narrowed).await? };
        let size = if view.all { MAX_PAGE_RECORDS } else { PAGE_RECORDS };
        let pages = usize::try_from(found).unwrap_or(0).div_ceil(size).max(1).min(MAX_RECORDS / size);
        let view = ListView { page: view.page.clamp(1, pages), ..view };
        let rows = match &query.source {
            Some(_) => {
                let part = (size, (view.page - 1) * size);
                let found = listing::of_source(db, &narrowed, part, STATEMENT_TIMEOUT).await?;
                found.into_iter().map(rows::of_source).collect()
            }
            None => {
                let order: Order = look::order(query, &view.sort);
                let mut ids = listing::of_query(db, &narrowed, order, view.page * size, STATEMENT_TIMEOUT).await?;
                let ids = ids.split_off(ids.len().min((view.page - 1) * size));
                rows::rows(db, query, &ids, &vocabulary, Some(rows::EXCERPT)).await?
            }
        };
        Ok(RecordList {
            said: drill_through::words(query, &vocabulary, &behind.catalog),
            dataset: query.dataset.as_str().into(),
            total,
            told: behind.told,
            found,
            orders: look::orders(query.dataset),
            limits: look::limits(query.dataset),
            columns: rows::columns(query).into_iter().map(|(name, _)| name).collect(),
            rows,
            size,
            most: MAX_PAGE_RECORDS,
            view,
        })
    }
}

#[async_trait]
impl Figures for Api {
    async fn figure(&self, at: FigureAt, view: ListView) -> Result<FigurePage, AppError> {
        use app::api::research::Research;
        let run = self.run(&at.run).await?;
        let walked = output(&run, &at)?;
        let (what, from) = note::held(&walked, &at.path);
        let from = [Some(from), walked.days()].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let result = walked.output().map_or(Value::Null, |output| output.data.clone());
        let records = match self.behind(&run, &at).await? {
            Some(behind) => Some(self.listed(&behind, view).await?),
            None => None,
        };
        let name = if what.is_empty() { walked.about() } else { what };
        Ok(FigurePage { at, name, from, records, result })
    }

    async fn chart(&self, run: String, place: usize, step: Step) -> Result<Chart, AppError> {
        use app::api::research::Research;
        self.by_step(&self.run(&run).await?, place, step).await
    }
}

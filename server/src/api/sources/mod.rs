//! Declared sources: the page that compares two of them, with the same comparison as the tool, and the page on which
//! they are declared.

mod declared;

use app::api::sources::Sources;
use async_trait::async_trait;
use model::error::AppError;
use model::run::Scope;
use model::sources::declared::{DeclarationPage, Declarations};
use model::sources::{CompareAsk, ComparePage, CompareResult, CompareRow, SourceBrief};

use super::Api;
use crate::query::catalog::ColumnType;
use crate::query::declared::Opened;
use crate::skills::data_analyst::{Compared, Only, Pair, Wanted, common, compare};

/// Rows per page.
const PAGE_ROWS: usize = 50;

/// Maximum number of a dimension's values in a menu.
const MAX_MENU_VALUES: usize = 100;

#[async_trait]
impl Sources for Api {
    async fn declarations(&self) -> Result<Declarations, AppError> {
        self.all_declarations().await
    }

    async fn declaration(&self, name: &str) -> Result<DeclarationPage, AppError> {
        self.one_declaration(name).await
    }

    async fn comparison(&self, mut ask: CompareAsk) -> Result<ComparePage, AppError> {
        let sources = self.services.agent.names().sources();
        let briefs: Vec<SourceBrief> = sources.iter().map(|opened| brief(opened)).collect();
        let mut page = ComparePage { sources: briefs, ..ComparePage::default() };
        if sources.len() < 2 {
            return Ok(page);
        }
        let known = settle(&mut ask, &sources);
        if known && ask.measure.is_empty() {
            page.problem = Some(format!("{} and {} have no measure in common. Choose two others.", ask.a, ask.b));
            page.ask = ask;
            return Ok(page);
        }
        let filters = ask.filters.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        let wanted = Wanted {
            source_a: ask.a.clone(),
            source_b: ask.b.clone(),
            measure: ask.measure.clone(),
            align_on: ask.by.clone(),
            filters,
        };
        let as_of = self.services.agent.as_of().await?;
        let context = self.services.agent.tool_context(as_of, Scope::default());
        match compare(&context, &wanted).await {
            Ok(compared) => {
                ask.by.clone_from(&compared.align_on);
                page.result = Some(result(&compared, &ask));
            }
            Err(error) => page.problem = Some(error.message),
        }
        page.ask = ask;
        Ok(page)
    }
}

/// Fills in missing choices: the first two sources with a common dimension, and their first measure. Returns whether
/// both sources are declared.
fn settle(ask: &mut CompareAsk, sources: &[std::sync::Arc<Opened>]) -> bool {
    if ask.a.is_empty() && ask.b.is_empty() {
        let pairs = sources.iter().enumerate().flat_map(|(at, a)| sources[at + 1..].iter().map(move |b| (a, b)));
        let mut fits = pairs.filter(|(a, b)| !common(a, b).0.is_empty() && !common(a, b).1.is_empty());
        if let Some((a, b)) = fits.next() {
            (ask.a, ask.b) = (a.source.name.as_str().to_owned(), b.source.name.as_str().to_owned());
        }
    }
    let find = |name: &str| sources.iter().find(|opened| opened.source.name.as_str() == name);
    let (Some(a), Some(b)) = (find(&ask.a), find(&ask.b)) else { return false };
    let (measures, dimensions) = common(a, b);
    // Choices made for another pair do not apply to this one.
    if !measures.contains(&ask.measure.as_str()) {
        ask.measure = measures.first().map_or_else(String::new, |name| (*name).to_owned());
    }
    ask.by.retain(|name| dimensions.contains(&name.as_str()));
    ask.filters.retain(|name, _| dimensions.contains(&name.as_str()));
    true
}

fn brief(opened: &Opened) -> SourceBrief {
    let source = &opened.source;
    let few = |name: &str| match opened.values_of(name) {
        Some((values, true)) if values.len() <= MAX_MENU_VALUES => values.to_vec(),
        _ => Vec::new(),
    };
    SourceBrief {
        name: source.name.as_str().to_owned(),
        measures: source.measures.iter().map(|m| m.name.clone()).collect(),
        dimensions: source
            .dimensions
            .iter()
            .filter(|d| d.kind == ColumnType::Category)
            .map(|d| (d.name.clone(), few(&d.name)))
            .collect(),
    }
}

fn result(compared: &Compared, ask: &CompareAsk) -> CompareResult {
    // An unknown status filters nothing.
    let pairs = &compared.pairs;
    let found = pairs.only(serde_json::from_value::<Only>(ask.status.as_str().into()).ok());
    let last = found.len().div_ceil(PAGE_ROWS).max(1);
    let from = (ask.page.clamp(1, last) - 1) * PAGE_ROWS;
    let row = |pair: &&Pair| CompareRow {
        key: pair.key.iter().map(|value| value.clone().unwrap_or_else(|| "none".into())).collect(),
        a: pair.a,
        b: pair.b,
        difference: pair.difference(),
        percent: pair.judged.percent,
        status: pair.judged.class.as_str().to_owned(),
        because: pair.judged.because.clone(),
    };
    let (matches, minor, major) = pairs.counts();
    let (missing_in_a, missing_in_b) = pairs.missing();
    let (total_a, total_b) = pairs.totals();
    CompareResult {
        unit: compared.unit.clone(),
        by: compared.align_on.clone(),
        interpretation: pairs.interpretation(),
        total_a,
        total_b,
        rows: pairs.all.len(),
        matches,
        minor,
        major,
        missing_in_a,
        missing_in_b,
        found: found.len(),
        listed: found.iter().skip(from).take(PAGE_ROWS).map(row).collect(),
        largest: pairs.all.first().map_or(0.0, |pair| pair.difference().abs()),
        size: PAGE_ROWS,
    }
}

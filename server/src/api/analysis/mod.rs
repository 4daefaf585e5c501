//! The analysis screens: the selection is resolved once, and all parts are computed from it. The page and REST use the
//! same functions.

mod products;
mod selection;
mod tiles;
mod timeline;

use std::collections::HashMap;
use std::sync::Arc;

use app::api::analysis::Analysis;
use async_trait::async_trait;
use chrono::{Datelike, Days, NaiveDate};
use model::analysis::{
    AnalysisQuery, Choice, Event, Journey, Mood, Picked, Quadrant, Quadrants, Screen, Selection, Surveys, Timeline,
};
use model::error::AppError;
use model::record::Channel;
use model::run::Scope;
use model::session::Ask;
use model::time::DateRange;
use tokio::try_join;

use super::{Api, check_range};
use crate::agent::scope;
use crate::query::presets::{self, GroupBy, SentimentCounts};
use crate::query::subset::Subset;
use crate::query::values::Vocabulary;
use crate::store::Db;
use crate::store::analytics::{self, Data};

/// Number of days shown by default.
const DEFAULT_DAYS: u64 = 31;

/// Further fields that mark a communication as belonging to a survey.
const SURVEY: [&str; 9] = [
    "survey", "survey_id", "survey_score", "survey_response", "nps", "nps_score", "csat", "csat_score",
    "customer_satisfaction",
];

/// The resolved selection.
struct View {
    db: Db,
    vocabulary: Arc<Vocabulary>,
    /// In stored form, with both days.
    query: AnalysisQuery,
    range: DateRange,
    /// The selected communications.
    subset: Subset,
    /// The cases, of all days.
    cases: Subset,
    /// Only communications of surveys.
    surveys_only: bool,
    extent: Option<DateRange>,
    /// Fields of the data that mark surveys.
    survey_fields: Vec<String>,
}

impl View {
    async fn of(api: &Api, query: AnalysisQuery) -> Result<Self, AppError> {
        let agent = &api.services.agent;
        let vocabulary = agent.vocabulary().await?;
        let extent = vocabulary.days.iter().find(|(of, _)| *of == Data::Communications).map(|(_, range)| *range);
        let as_of = agent.as_of().await?;
        let range = range(&query, extent.and_then(|e| e.to).unwrap_or(as_of))?;
        let text = |value: Option<String>| value.filter(|v| !v.trim().is_empty());
        let (product, channel) = (text(query.product), text(query.channel));
        let limits = Scope { product, channel, time_window: Some(range), ..Scope::default() };
        let mut ask = Ask { context: Some(limits), ..Ask::default() };
        scope::settle(&mut ask, &vocabulary).map_err(of_address)?;
        let limits = ask.context.unwrap_or_default();
        let known = |key: &str| vocabulary.fields.iter().any(|field| !field.of_customers && field.key == key);
        let survey_fields: Vec<String> = SURVEY.into_iter().filter(|key| known(key)).map(str::to_owned).collect();
        if query.surveys.is_some() && survey_fields.is_empty() {
            let detail = format!("No communication belongs to a survey: none has a field {}.", SURVEY.join(", "));
            return Err(AppError::invalid("surveys", detail));
        }
        let scope = Scope { product: limits.product.clone(), channel: limits.channel.clone(), ..Scope::default() };
        let subset = Subset { scope, range, as_of, ..Subset::default() };
        let surveys_only = query.surveys == Some(Surveys::Only);
        let query = AnalysisQuery {
            from: range.from,
            to: range.to,
            product: limits.product,
            channel: limits.channel,
            surveys: query.surveys,
        };
        let of = |data| if surveys_only { subset.carrying(data, &survey_fields) } else { subset.clone() };
        let (cases, subset) = (of(Data::Cases).on(DateRange::ALL), of(Data::Communications));
        let db = api.services.db.clone();
        Ok(Self { db, vocabulary, query, range, subset, cases, surveys_only, extent, survey_fields })
    }

    /// All days with data in a subset, whatever its range.
    async fn days(&self, subset: &Subset) -> Result<Vec<(NaiveDate, Mood)>, AppError> {
        let found = presets::feeling_by(&self.db, &subset.on(DateRange::ALL), GroupBy::Day).await?;
        let day = |feeling: SentimentCounts| Some((feeling.value.as_deref()?.parse().ok()?, mood(&feeling)));
        let mut days: Vec<(NaiveDate, Mood)> = found.into_iter().filter_map(day).collect();
        days.sort_unstable_by_key(|(day, _)| *day);
        Ok(days)
    }

    /// The number of survey communications per day.
    async fn surveys(&self, subset: &Subset) -> Result<HashMap<NaiveDate, i64>, AppError> {
        if self.survey_fields.is_empty() {
            return Ok(HashMap::new());
        }
        let subset = subset.carrying(Data::Communications, &self.survey_fields);
        Ok(presets::by_day(&self.db, Data::Communications, &subset).await?.into_iter().collect())
    }

    /// `days` are all days of the subset.
    async fn timeline(&self, subset: &Subset, days: &[(NaiveDate, Mood)]) -> Result<Timeline, AppError> {
        let (surveys, events) = (self.surveys(subset).await?, self.events(subset).await?);
        Ok(Timeline {
            extent: self.extent,
            events,
            has_surveys: !self.survey_fields.is_empty(),
            ..timeline::build(days, self.range, &surveys)
        })
    }

    async fn events(&self, subset: &Subset) -> Result<Vec<Event>, AppError> {
        Ok(analytics::events(&self.db, subset.range, subset.scope.product.as_deref()).await?)
    }

    /// The display name of a product.
    fn name(&self, slug: &str) -> String {
        let product = self.vocabulary.products.iter().find(|p| p.slug == slug);
        product.map_or_else(|| slug.to_owned(), |p| p.name.clone())
    }
}

fn mood(feeling: &SentimentCounts) -> Mood {
    Mood::from_counts(feeling.total, feeling.positive, feeling.neutral, feeling.negative)
        .scored(feeling.scored, feeling.score_sum)
}

/// The requested days.
fn range(query: &AnalysisQuery, last: NaiveDate) -> Result<DateRange, AppError> {
    for (field, day) in [("from", query.from), ("to", query.to)] {
        if day.is_some_and(|day| !(1900..=2200).contains(&day.year())) {
            return Err(AppError::invalid(field, format!("{field} must be a day from 1900 to 2200.")));
        }
    }
    let before = |to: NaiveDate| to.checked_sub_days(Days::new(DEFAULT_DAYS - 1)).unwrap_or(to);
    let (from, to) = match (query.from, query.to) {
        (Some(from), Some(to)) => (from, to),
        (Some(from), None) => (from, last.max(from)),
        (None, to) => (before(to.unwrap_or(last)), to.unwrap_or(last)),
    };
    check_range(Some(from), Some(to))?;
    Ok(DateRange::new(from, to))
}

/// Fields of a URL have no enclosing context in error messages.
fn of_address(error: AppError) -> AppError {
    match error {
        AppError::Invalid { field, detail } => {
            AppError::Invalid { field: field.trim_start_matches("context.").to_owned(), detail }
        }
        other => other,
    }
}

impl Api {
    /// # Errors
    /// As [`Analysis::analysis`]; likewise for the next two.
    pub async fn timeline(&self, query: AnalysisQuery) -> Result<Timeline, AppError> {
        let view = View::of(self, query).await?;
        view.timeline(&view.subset, &view.days(&view.subset).await?).await
    }

    pub async fn journeys(&self, query: AnalysisQuery) -> Result<Vec<Journey>, AppError> {
        let view = View::of(self, query).await?;
        products::journeys(&view, &products::largest(&view).await?).await
    }

    /// The topics in a quadrant, for the days, product and channel of a scope.
    pub(super) async fn topics_in(&self, quadrant: Quadrant, scope: &Scope) -> Result<Vec<String>, AppError> {
        let window = scope.time_window.unwrap_or(DateRange::ALL);
        let (product, channel) = (scope.product.clone(), scope.channel.clone());
        let query = AnalysisQuery { from: window.from, to: window.to, product, channel, surveys: None };
        let view = View::of(self, query).await?;
        let topics = products::in_quadrant(&view, quadrant, None).await?;
        if topics.is_empty() {
            let detail = format!("No topic is in the quadrant \"{quadrant}\" from {}.", view.range.label());
            return Err(AppError::invalid("context.quadrant", detail));
        }
        Ok(topics)
    }

    pub async fn quadrants(&self, query: AnalysisQuery) -> Result<Quadrants, AppError> {
        let view = View::of(self, query).await?;
        products::quadrants(&view, &products::largest(&view).await?).await
    }
}

#[async_trait]
impl Analysis for Api {
    async fn analysis(&self, query: AnalysisQuery) -> Result<Screen, AppError> {
        let view = View::of(self, query).await?;
        let days = view.days(&view.subset).await?;
        let (timeline, largest) = try_join!(view.timeline(&view.subset, &days), products::largest(&view))?;
        // They are independent, and each takes a few passes over all records.
        let (tiles, journeys, quadrants, channels) = try_join!(
            tiles::build(&view, &days, &timeline),
            products::journeys(&view, &largest),
            products::quadrants(&view, &largest),
            channels(&view)
        )?;
        let choice = |value: &str, name: String| Choice { value: value.to_owned(), name };
        Ok(Screen {
            products: view.vocabulary.products.iter().map(|p| choice(&p.slug, p.name.clone())).collect(),
            channels: channels.iter().map(|c| choice(c.as_str(), c.to_string())).collect(),
            tiles,
            journeys,
            quadrants,
            timeline,
            query: view.query,
        })
    }

    async fn picked(&self, query: AnalysisQuery, picked: Picked) -> Result<Selection, AppError> {
        selection::build(&View::of(self, query).await?, &picked).await
    }
}

/// The channels in the data, largest first.
async fn channels(view: &View) -> Result<Vec<Channel>, AppError> {
    let all = presets::by_group(&view.db, Data::Communications, &Subset::default(), GroupBy::Channel).await?;
    Ok(all.into_iter().filter_map(|(channel, _)| channel?.parse().ok()).collect())
}

//! The first page: what is due for the customers that the caller sees, the pages useful to them, and where a newcomer
//! begins.

pub mod brief;
pub(super) mod pins;

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use model::answer::SourceKind;
use model::error::AppError;
use model::record::Case;
use model::record::sheet::SheetContact;
use model::run::Scope;
use model::session::home::{Home, HomeList, HomeListKind, HomeMark, HomeRow};
use model::time::{DateRange, day_of};

use super::Api;
use crate::query::listing;
use crate::query::presets::{self, GroupBy, SentimentCounts};
use crate::query::subset::{Subset, is};
use crate::skills::customer_intelligence::call_sheet::{self, due, promises};
use crate::skills::forecast;
use crate::store::analytics::{self, Data, Order};
use crate::store::records;
use crate::store::sessions::{self, Whose};

/// Rows per list.
const MAX_ROWS: usize = 5;
/// Days within which a case is due soon, the length of "lately", and of the period that it is compared with.
const DUE_SOON_DAYS: u64 = 3;
const WEEK_DAYS: u64 = 7;
const RECENT_DAYS: u64 = 30;
/// Minimum number of scored messages in both periods, and the minimum drop of the mean.
const MIN_SCORED: i64 = 3;
const MIN_MEAN_DROP: f64 = 0.3;
/// Customers with the largest drops that are examined one by one.
const MAX_EXAMINED_DROPS: usize = 20;
/// Messages scanned for their senders.
const MAX_SCANNED_MESSAGES: u32 = 100;

impl Api {
    /// The pages that are useful to the caller.
    pub(super) fn usable_pages(&self) -> Vec<String> {
        let sources = self.services.agent.names().sources();
        let deals = sources.iter().any(|opened| opened.source.name.as_str() == forecast::SOURCE);
        let measured = sources.iter().filter(|opened| !opened.source.measures.is_empty()).count();
        let all = [
            ("/", true),
            ("/analysis", true),
            ("/compare", measured > 1),
            ("/pipeline", deals),
            ("/support", self.may_support().is_ok()),
            ("/review", self.must_review().is_ok()),
            ("/settings", true),
        ];
        all.into_iter().filter(|(_, usable)| *usable).map(|(page, _)| page.to_owned()).collect()
    }

    /// # Errors
    /// If the store fails.
    pub(super) async fn at_home(&self) -> Result<Home, AppError> {
        let db = &self.services.db;
        let as_of = self.services.agent.as_of().await?;
        let before = |days| as_of.checked_sub_days(Days::new(days)).unwrap_or(as_of);
        // Also a reviewer's own only.
        let own_ones = Whose::new(Some(&self.caller.name), &self.caller.sees);
        let asked = sessions::conversations(db, "", MAX_SCANNED_MESSAGES.into(), false, own_ones).await?;
        let (recorded, own): (Vec<_>, Vec<_>) = asked.into_iter().partition(|item| item.recorded);
        // The last day before today on which something was asked, if the data continues after it.
        let today = self.services.today();
        let visit = own.iter().map(|item| day_of(item.started_at)).filter(|day| *day < today).max();
        let since = visit.filter(|day| *day <= as_of).unwrap_or_else(|| before(WEEK_DAYS));
        let all = Subset { as_of, ..Subset::default() };
        let lists = [
            self.due(&all).await?,
            self.fell(&all, (before(RECENT_DAYS - 1), before(2 * RECENT_DAYS))).await?,
            self.wrote(&all, since).await?,
            self.promised(&all, before(RECENT_DAYS)).await?,
        ];
        let lists: Vec<HomeList> = lists.into_iter().filter(|list| !list.rows.is_empty()).collect();
        let mut questions: Vec<String> = Vec::new();
        if let Some(row) = lists.first().and_then(|list| list.rows.first()) {
            let name = &row.customer;
            questions = vec![
                format!("Tell me about {name}"),
                format!("What did we promise {name}?"),
                format!("How healthy is {name}?"),
            ];
        }
        let (sources, newcomer) = (records::sources(db).await?, own.is_empty());
        let recorded = if own.is_empty() { recorded.into_iter().take(3).collect() } else { Vec::new() };
        let pins = self.pins(&own).await?;
        Ok(Home { pins, lists, questions, sources, newcomer, recorded })
    }

    /// Cases that are late or due soon.
    async fn due(&self, all: &Subset) -> Result<HomeList, AppError> {
        let db = &self.services.db;
        let open = all.and(presets::unfinished());
        let mut cases = listing::cases(db, &open, Order::Deadline, MAX_ROWS as u32).await?;
        let soon = all.as_of.checked_add_days(Days::new(DUE_SOON_DAYS)).unwrap_or(all.as_of);
        cases.retain(|case| case.sla_deadline.is_some_and(|at| day_of(at) <= soon));
        let names = self.names(cases.iter().map(|case| case.customer_id.clone())).await?;
        let row = |case: &Case| {
            let sheet = due(case, all.as_of);
            let late = sheet.days_overdue.is_some();
            let mark = HomeMark::Deadline { days_overdue: sheet.days_overdue, days_left: sheet.days_left };
            row(SourceKind::Case, &case.id, named(&names, &case.customer_id), case.title.clone(), mark, late)
        };
        Ok(HomeList {
            kind: HomeListKind::Due,
            total: presets::count(db, Data::Cases, &all.and(presets::overdue())).await?.max(cases.len() as i64),
            all: Some("Which cases are overdue?".into()),
            rows: cases.iter().map(row).collect(),
        })
    }

    /// Customers whose messages were more negative lately than before.
    async fn fell(&self, all: &Subset, (lately, from): (NaiveDate, NaiveDate)) -> Result<HomeList, AppError> {
        let db = &self.services.db;
        let now = presets::feeling_by(db, &all.on(DateRange::new(lately, all.as_of)), GroupBy::Customer).await?;
        let day_before = lately.pred_opt().unwrap_or(lately);
        let then = presets::feeling_by(db, &all.on(DateRange::new(from, day_before)), GroupBy::Customer).await?;
        let then: HashMap<String, SentimentCounts> =
            then.into_iter().filter(|f| f.scored >= MIN_SCORED).filter_map(|f| Some((f.value.clone()?, f))).collect();
        let fall = |f: &SentimentCounts| {
            let id = f.value.clone()?;
            let (now, before) = (f.mean()?, then.get(&id)?.mean()?);
            (f.scored >= MIN_SCORED && before - now >= MIN_MEAN_DROP).then_some((id, now, before))
        };
        let mut fallen: Vec<(String, f64, f64)> = now.iter().filter_map(fall).collect();
        fallen.sort_by(|a, b| (a.1 - a.2).total_cmp(&(b.1 - b.2)).then_with(|| a.0.cmp(&b.0)));
        fallen.truncate(MAX_EXAMINED_DROPS);
        // Worded as on the call sheet, so that both agree.
        let mut told = Vec::new();
        for (id, ..) in fallen {
            let theirs = all.with(|scope| scope.customer_id = Some(id.clone()));
            if let Some((each, now, before)) =
                call_sheet::lately(db, &theirs).await?.filter(|(_, now, before)| now < before)
            {
                told.push((id, each, now, before));
            }
        }
        let total = told.len() as i64;
        told.truncate(MAX_ROWS);
        let names = self.names(told.iter().map(|(id, ..)| id.clone())).await?;
        let row = |(id, each, now, before): &(String, i64, f64, f64)| {
            let mark = HomeMark::Mood { messages: *each, now: *now, before: *before };
            row(SourceKind::Customer, id, named(&names, id), String::new(), mark, true)
        };
        let rows = told.iter().map(row).collect();
        Ok(HomeList { kind: HomeListKind::MoodFell, total, all: None, rows })
    }

    /// Customers who wrote, latest first.
    async fn wrote(&self, all: &Subset, since: NaiveDate) -> Result<HomeList, AppError> {
        let db = &self.services.db;
        let new = all.on(DateRange::new(since, all.as_of));
        let total = presets::by_group(db, Data::Communications, &new, GroupBy::Customer).await?.len() as i64;
        let ids = listing::ids(db, Data::Communications, &new, Order::Latest, MAX_SCANNED_MESSAGES).await?;
        let mut latest = records::communications(db, &ids).await?;
        let mut seen = Vec::new();
        latest.retain(|c| {
            let first = !seen.contains(&c.customer_id);
            seen.push(c.customer_id.clone());
            first
        });
        latest.truncate(MAX_ROWS);
        let names = self.names(latest.iter().map(|c| c.customer_id.clone())).await?;
        let rows = latest.iter().map(|c| {
            let about = c.subcategory.clone().or_else(|| c.category.clone());
            let text =
                c.subject.clone().filter(|s| !s.trim().is_empty()).or(about).unwrap_or_else(|| c.kind.to_string());
            let mark = HomeMark::Written { date: c.day };
            row(SourceKind::Communication, &c.id, named(&names, &c.customer_id), text, mark, false)
        });
        Ok(HomeList { kind: HomeListKind::Wrote { since }, total, all: None, rows: rows.collect() })
    }

    /// Promises that customers mention and still wait for.
    async fn promised(&self, all: &Subset, since: NaiveDate) -> Result<HomeList, AppError> {
        let context = self.services.agent.tool_context(all.as_of, Scope::default());
        let recent = all.on(DateRange::new(since, all.as_of)).and(is("status", &["open", "in_progress", "escalated"]));
        let told = promises(&context, &recent, MAX_ROWS).await.map_err(|_| AppError::internal())?;
        let of =
            records::communications(&self.services.db, &told.iter().map(|p| p.id.clone()).collect::<Vec<_>>()).await?;
        let of: HashMap<&str, &str> = of.iter().map(|c| (c.id.as_str(), c.customer_id.as_str())).collect();
        let names = self.names(of.values().map(|id| (*id).to_owned())).await?;
        let row = |p: &SheetContact| {
            let mark = p.due.map_or(HomeMark::Written { date: p.date }, |date| HomeMark::PromisedBy { date });
            let late = p.due.is_some_and(|day| day < all.as_of);
            let name = named(&names, of.get(p.id.as_str()).copied().unwrap_or_default());
            row(SourceKind::Communication, &p.id, name, p.text.clone(), mark, late)
        };
        let rows: Vec<HomeRow> = told.iter().map(row).collect();
        Ok(HomeList { kind: HomeListKind::Promised, total: rows.len() as i64, all: None, rows })
    }

    async fn names(&self, ids: impl Iterator<Item = String>) -> Result<HashMap<String, String>, AppError> {
        Ok(analytics::customer_names_of(&self.services.db, &ids.collect::<Vec<_>>()).await?)
    }
}

fn named<'a>(names: &'a HashMap<String, String>, id: &'a str) -> &'a str {
    names.get(id).map_or(id, String::as_str)
}

fn row(kind: SourceKind, id: &str, customer: &str, text: String, mark: HomeMark, late: bool) -> HomeRow {
    let (id, customer) = (id.to_owned(), customer.to_owned());
    HomeRow { kind, id, question: format!("Tell me about {customer}"), customer, text, mark, late }
}

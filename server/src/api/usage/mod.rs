//! Metrics for reviewers: who may see them, and for which days.

use app::api::usage::Usages;
use async_trait::async_trait;
use chrono::{Days, NaiveDate, NaiveTime};
use model::error::AppError;
use model::review::calibration::{Calibration, Judged};
use model::review::usage::{By, Number, Usage, UsageFilter, UsageRow};
use serde::Deserialize;

use super::Api;
use crate::demo;
use crate::store::{imports, usage};

/// Default and maximum number of days.
const DAYS: (u64, i64) = (30, 3_650);
/// Milliseconds per day.
const DAY_MS: i64 = 86_400_000;

/// Verdicts on answers over the demo, created by `evals questions server/eval/questions.jsonl --verdicts FILE`.
const OF_DEMO: &str = "review/verdicts.jsonl";

#[derive(Deserialize)]
struct OfDemo {
    score: f64,
    good: bool,
}

#[async_trait]
impl Usages for Api {
    async fn usage(&self, filter: UsageFilter) -> Result<Usage, AppError> {
        self.must_review()?;
        let (db, now) = (&self.services.db, self.services.world.now());
        let to = filter.to.unwrap_or_else(|| self.services.today());
        let from = filter.from.or_else(|| to.checked_sub_days(Days::new(DAYS.0 - 1))).unwrap_or(to);
        let (begin, end) = (midnight(from), midnight(to) + DAY_MS);
        if from > to || end - begin > DAYS.1 * DAY_MS {
            let detail = format!("The range is {from} to {to}. Choose 1 to {} days, the first day first.", DAYS.1);
            return Err(AppError::invalid("from", detail));
        }
        let by = filter.by.unwrap_or(By::Day);
        let mut days = usage::numbers(db, Some(By::Day), begin, end).await?;
        days.iter_mut().for_each(|row| row.key = day(&row.key));
        let rows = if by == By::Day { days.clone() } else { usage::numbers(db, Some(by), begin, end).await? };
        let none = || UsageRow { key: String::new(), numbers: vec![None; Number::ALL.len()] };
        let of_demo = if imports::holds(db, "demo").await? { of_demo() } else { Vec::new() };
        let (day_tokens, day_cost_usd) = self.services.limits.day();
        Ok(Usage {
            from,
            to,
            by,
            all: usage::numbers(db, None, begin, end).await?.pop().unwrap_or_else(none),
            days,
            rows,
            budgets: usage::budgets(db, now - now.rem_euclid(DAY_MS)).await?,
            day_tokens,
            day_cost_usd,
            calibration: Calibration::from_judgements(&usage::judged(db).await?, &of_demo),
        })
    }
}

fn midnight(day: NaiveDate) -> i64 {
    day.and_time(NaiveTime::MIN).and_utc().timestamp_millis()
}

/// The day for a number of days since 1970.
fn day(number: &str) -> String {
    let since = number.parse::<i64>().unwrap_or_default();
    model::time::day_of(since * DAY_MS).to_string()
}

fn of_demo() -> Vec<Judged> {
    let judged = |line| serde_json::from_str::<OfDemo>(line).ok().map(|OfDemo { score, good }| (score, good));
    demo::text(OF_DEMO).unwrap_or_default().lines().filter_map(judged).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_demo_carries_enough_verdicts() {
        let all = super::of_demo();
        assert!(all.len() == 300 && crate::demo::text(super::OF_DEMO).unwrap().lines().count() == 300, "{}", all.len());
        assert!(all.iter().any(|(_, good)| *good) && all.iter().any(|(_, good)| !*good));
    }
}

//! Requests for deals (D-040): limits for every caller, checked before anything is read. Reading only; no SQL.

use std::collections::BTreeMap;

use chrono::{Months, NaiveDate};
use model::time::DateRange;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use tools::ToolError;

/// Default and maximum deals of a request.
const LIMIT: (u32, u32) = (20, 100);
/// Maximum requests at once.
pub const TOGETHER: usize = 5;
/// Minimum length of the purpose, in characters.
const PURPOSE: usize = 10;
const YEARS: std::ops::RangeInclusive<i32> = 2020..=2030;

/// A quarter of a fiscal year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum Quarter {
    Q1,
    Q2,
    Q3,
    Q4,
}

/// The outcome of a deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    #[default]
    Open,
    Won,
    Lost,
    // Won or lost: a comment in the schema would be in each prompt.
    Closed,
}

/// Which deals are wanted. Its bounds are told by [`Request::check`], all at once, so the schema, which each prompt holds, does not
/// repeat them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Request {
    pub fiscal_year: Option<i32>,
    pub fiscal_quarter: Option<Quarter>,
    pub stage_min: Option<u8>,
    pub amount_min: Option<f64>,
    pub amount_max: Option<f64>,
    pub region: Option<String>,
    /// When they close, in words, in place of a fiscal year.
    #[schemars(extend("x-hidden" = true))]
    pub time_range: Option<String>,
    /// Values of further columns of the source.
    #[schemars(extend("x-hidden" = true))]
    pub filters: BTreeMap<String, String>,
    pub state: Option<State>,
    pub limit: Option<u32>,
    /// What they are wanted for, at least 10 characters.
    pub purpose: String,
    /// How sure it is that this is what is needed, 0 to 1.
    #[schemars(extend("x-hidden" = true))]
    pub confidence: Option<f64>,
}

impl Request {
    /// Maximum deals.
    pub fn limit(&self) -> u32 {
        self.limit.unwrap_or(LIMIT.0)
    }

    /// All problems in one error.
    ///
    /// # Errors
    /// Names each field that is out of range, and the accepted values.
    pub fn check(&self) -> Result<(), ToolError> {
        let amounts = [("amountMin", self.amount_min), ("amountMax", self.amount_max)];
        let mut problems: Vec<String> = amounts
            .into_iter()
            .filter(|(_, amount)| amount.is_some_and(|a| !a.is_finite() || a < 0.0))
            .map(|(name, _)| format!("{name} must be 0 or more"))
            .collect();
        let mut wrong = |is: bool, what: String| {
            if is {
                problems.push(what);
            }
        };
        wrong(self.amount_min.zip(self.amount_max).is_some_and(|(a, b)| a > b), "amountMin is above amountMax".into());
        wrong(
            self.fiscal_year.is_some_and(|year| !YEARS.contains(&year)),
            format!("fiscalYear must be from {} to {}", YEARS.start(), YEARS.end()),
        );
        wrong(self.fiscal_quarter.is_some() && self.fiscal_year.is_none(), "fiscalQuarter needs a fiscalYear".into());
        wrong(self.stage_min.is_some_and(|stage| !(1..=10).contains(&stage)), "stageMin must be from 1 to 10".into());
        wrong(!(1..=LIMIT.1).contains(&self.limit()), format!("limit must be from 1 to {}", LIMIT.1));
        wrong(self.confidence.is_some_and(|c| !(0.0..=1.0).contains(&c)), "confidence must be from 0 to 1".into());
        let told = self.purpose.trim().chars().count();
        wrong(told < PURPOSE, format!("purpose must say what it is wanted for, in {PURPOSE} characters at least"));
        if problems.is_empty() { Ok(()) } else { Err(ToolError::new(format!("{}.", problems.join("; ")))) }
    }

    /// Its days, for a fiscal year that begins with this month (1 to 12).
    pub fn days(&self, first_month: u32) -> Option<DateRange> {
        let first = NaiveDate::from_ymd_opt(self.fiscal_year?, first_month, 1)?;
        let (skip, length) = match self.fiscal_quarter {
            None => (0, 12),
            Some(quarter) => (3 * quarter as u32, 3),
        };
        let from = first.checked_add_months(Months::new(skip))?;
        let to = from.checked_add_months(Months::new(length))?.pred_opt()?;
        Some(DateRange { from: Some(from), to: Some(to) })
    }
}

/// Checks requests made together.
///
/// # Errors
/// If there is none, or more than five; else the first error of one of them.
pub fn check_all(requests: &[Request]) -> Result<(), ToolError> {
    if !(1..=TOGETHER).contains(&requests.len()) {
        return Err(ToolError::new(format!("Give 1 to {TOGETHER} requests at once, not {}.", requests.len())));
    }
    requests.iter().try_for_each(Request::check)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> Request {
        Request { purpose: "Pipeline of the quarter".into(), ..Request::default() }
    }

    #[test]
    fn bounds_hold_and_all_problems_are_named() {
        let good = Request { fiscal_year: Some(2026), fiscal_quarter: Some(Quarter::Q4), limit: Some(100), ..asked() };
        assert!(good.check().is_ok() && asked().limit() == 20);
        for (request, wants) in [
            (Request { fiscal_year: Some(2019), ..asked() }, vec!["fiscalYear must be from 2020 to 2030"]),
            (Request { fiscal_quarter: Some(Quarter::Q1), ..asked() }, vec!["fiscalQuarter needs a fiscalYear"]),
            (Request { stage_min: Some(11), ..asked() }, vec!["stageMin must be from 1 to 10"]),
            (Request { amount_min: Some(-1.0), ..asked() }, vec!["amountMin must be 0 or more"]),
            (Request { amount_min: Some(9.0), amount_max: Some(1.0), ..asked() }, vec!["amountMin is above amountMax"]),
            (Request { limit: Some(0), ..asked() }, vec!["limit must be from 1 to 100"]),
            (Request { limit: Some(101), ..asked() }, vec!["limit must be from 1 to 100"]),
            (
                Request { confidence: Some(1.1), purpose: "why  ".into(), ..asked() },
                vec![
                    "confidence must be from 0 to 1",
                    "purpose must say what it is wanted for, in 10 characters at least",
                ],
            ),
        ] {
            let error = request.check().unwrap_err().message;
            assert_eq!(error, format!("{}.", wants.join("; ")));
        }
        assert!(
            check_all(&[]).is_err() && check_all(&vec![asked(); 6]).is_err() && check_all(&vec![asked(); 5]).is_ok()
        );
    }

    #[test]
    fn fiscal_quarters_are_days() {
        let day = |text: &str| text.parse::<NaiveDate>().ok();
        for (quarter, first_month, from, to) in [
            (None, 1, "2026-01-01", "2026-12-31"),
            (Some(Quarter::Q1), 1, "2026-01-01", "2026-03-31"),
            (Some(Quarter::Q4), 1, "2026-10-01", "2026-12-31"),
            (Some(Quarter::Q4), 2, "2026-11-01", "2027-01-31"),
        ] {
            let request = Request { fiscal_year: Some(2026), fiscal_quarter: quarter, ..asked() };
            assert_eq!(request.days(first_month), Some(DateRange { from: day(from), to: day(to) }), "{quarter:?}");
        }
        assert_eq!(asked().days(1), None);
        assert_eq!(Request { fiscal_year: Some(2026), ..asked() }.days(13), None);
    }
}

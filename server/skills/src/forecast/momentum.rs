//! Whether a deal moves (`analyze_deal_momentum`): its weekly change of amount, its age, and its last activity.

use chrono::NaiveDate;
use serde::Serialize;

use super::Deal;

/// Weekly change, in percent, at which a deal loses, and gains.
pub const LOSES: f64 = -10.0;
pub const GAINS: f64 = 5.0;
/// Days without activity after which a deal is quiet, and stalled.
pub const QUIET: i64 = 14;
pub const STILL: i64 = 30;
/// Days after which an open deal is old.
pub const OLD: i64 = 180;

/// How a deal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Gaining,
    Steady,
    Losing,
    /// No activity for 30 days.
    Stalled,
    /// Nothing relevant is recorded.
    Unknown,
}

/// A deal's momentum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Momentum {
    /// Percent.
    pub week_over_week: Option<f64>,
    pub age_days: Option<i64>,
    pub inactive_days: Option<i64>,
    pub direction: Direction,
}

/// As of a day.
pub fn analyze_deal_momentum(deal: &Deal, as_of: NaiveDate) -> Momentum {
    let days = |since: Option<NaiveDate>| since.map(|day| (as_of - day).num_days()).filter(|days| *days >= 0);
    let change = |now: f64, before: f64| (before > 0.0).then(|| (now - before) / before * 100.0);
    let week_over_week =
        deal.week_over_week.or_else(|| deal.amount.zip(deal.amount_week_ago).and_then(|(now, was)| change(now, was)));
    let (age_days, inactive_days) = (days(deal.created), days(deal.last_activity));
    let direction = match (week_over_week, inactive_days) {
        (_, Some(days)) if days >= STILL => Direction::Stalled,
        (Some(change), _) if change <= LOSES => Direction::Losing,
        (Some(change), _) if change >= GAINS => Direction::Gaining,
        (None, None) => Direction::Unknown,
        _ => Direction::Steady,
    };
    Momentum { week_over_week, age_days, inactive_days, direction }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_divide_where_they_say() {
        let as_of: NaiveDate = "2026-03-31".parse().unwrap();
        let on = |text: &str| text.parse().ok();
        for (amount, before, active, want) in [
            (90.0, 100.0, on("2026-03-30"), Direction::Losing),
            (90.1, 100.0, on("2026-03-30"), Direction::Steady),
            (105.0, 100.0, None, Direction::Gaining),
            (104.9, 100.0, None, Direction::Steady),
            (105.0, 100.0, on("2026-03-01"), Direction::Stalled),
            (105.0, 100.0, on("2026-03-02"), Direction::Gaining),
            (5.0, 0.0, None, Direction::Unknown),
        ] {
            let deal =
                Deal { amount: Some(amount), amount_week_ago: Some(before), last_activity: active, ..Deal::default() };
            assert_eq!(analyze_deal_momentum(&deal, as_of).direction, want, "{amount} {before} {active:?}");
        }
        let told = Deal { week_over_week: Some(-12.0), created: on("2025-10-02"), ..Deal::default() };
        let momentum = analyze_deal_momentum(&told, as_of);
        assert_eq!((momentum.week_over_week, momentum.age_days), (Some(-12.0), Some(180)));
        let later = Deal { created: on("2027-01-01"), ..Deal::default() };
        assert_eq!(analyze_deal_momentum(&later, as_of).age_days, None, "a day to come is no age");
    }
}

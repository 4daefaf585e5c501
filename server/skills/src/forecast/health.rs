//! The health of a deal, 0 to 100, by the table of D-041, each row with its reason. Deal health has its own scale: HIGH
//! from 70, MEDIUM from 40, LOW from 20, else CRITICAL; that of reasoning is defined elsewhere.
//!
//! Unrecorded fields count neither for nor against a deal, and are named.

use chrono::{Datelike, NaiveDate};
use model::answer::{Score, ScorePart};

use super::Deal;
use super::alignment::{Judgement, check_stage_alignment};
use super::credibility::{STRONG, WEAK};
use super::momentum::{GAINS, LOSES, OLD, QUIET, STILL, analyze_deal_momentum};
use super::signals::{Severity, Weight, extract_risk_signals};
use super::stakeholders::{analyze_stakeholder_coverage, detect_executive_presence};

/// Number of aspects examined: all of them are unknown if nothing is recorded.
pub const ASPECTS: usize = 11;
/// The initial score of every deal.
const INITIAL_SCORE: i64 = 50;
/// Days before the end of a calendar quarter that count as its end.
const QUARTER_END: i64 = 7;

/// The health of a deal, and what is unrecorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Health {
    /// `value` is 0 to 1.
    pub score: Score,
    /// What could not be examined: "last activity", "scorecard of the account executive" …
    pub unknown: Vec<&'static str>,
}

impl Health {
    /// 0 to 100.
    pub fn points(&self) -> i64 {
        (self.score.value * 100.0).round() as i64
    }
}

/// HIGH, MEDIUM, LOW or CRITICAL.
pub const fn tier(points: i64) -> &'static str {
    match points {
        70.. => "HIGH",
        40.. => "MEDIUM",
        20.. => "LOW",
        _ => "CRITICAL",
    }
}

/// As of a day.
pub fn deal_health(deal: &Deal, as_of: NaiveDate) -> Health {
    let mut rows = Rows { parts: vec![("Start".to_owned(), INITIAL_SCORE)], unknown: Vec::new() };
    from_signals(deal, &mut rows);
    from_momentum(deal, as_of, &mut rows);
    from_people(deal, &mut rows);
    from_alignment(deal, &mut rows);
    from_scorecards(deal, &mut rows);
    match deal.close {
        Some(close) => rows.add(closes_at_quarter_end(close), "It closes at the end of a quarter", -15),
        None => rows.unknown.push("close date"),
    }
    rows.health()
}

/// The parts of a health score whose condition is met, in order, and the fields that are missing.
struct Rows {
    parts: Vec<(String, i64)>,
    unknown: Vec<&'static str>,
}

impl Rows {
    fn add(&mut self, holds: bool, label: impl Into<String>, points: i64) {
        if holds && points != 0 {
            self.parts.push((label.into(), points));
        }
    }

    fn health(mut self) -> Health {
        let sum: i64 = self.parts.iter().map(|(_, points)| points).sum();
        let kept = sum.clamp(0, 100);
        self.add(
            kept != sum,
            if kept < sum { "The score is never above 100" } else { "The score is never below 0" },
            kept - sum,
        );
        let part = |(label, points): (String, i64)| ScorePart { label, working: None, adds: points as f64 / 100.0 };
        let parts = self.parts.into_iter().map(part).collect();
        Health { score: Score { value: kept as f64 / 100.0, tier: tier(kept).into(), parts }, unknown: self.unknown }
    }
}

fn from_signals(deal: &Deal, rows: &mut Rows) {
    if deal.manager_notes.is_none() && deal.next_steps.is_none() && deal.red_flags.is_none() {
        rows.unknown.push("notes");
        return;
    }
    let signals = extract_risk_signals(deal);
    let of = |weight| i64::try_from(signals.count(weight)).unwrap_or(i64::MAX);
    let (risks, blockers) = (of(Weight::Risk), of(Weight::Blocker));
    rows.add(risks > 0, format!("Risks in the notes: {risks}"), (-10 * risks).max(-30));
    rows.add(blockers > 0, format!("Blockers in the notes: {blockers}"), (-15 * blockers).max(-30));
    rows.add(signals.severity == Severity::High, "What the notes warn of is severe", -15);
    rows.add(signals.red_flags, "Red flags were raised", -10);
}

fn from_momentum(deal: &Deal, as_of: NaiveDate, rows: &mut Rows) {
    let momentum = analyze_deal_momentum(deal, as_of);
    match momentum.inactive_days {
        Some(days) if days >= STILL => rows.add(true, format!("No activity for {days} days"), -25),
        Some(days) => rows.add(days >= QUIET, format!("No activity for {days} days"), -15),
        None => rows.unknown.push("last activity"),
    }
    match momentum.week_over_week {
        Some(change) if change <= LOSES => rows.add(true, format!("{change:+.0}% in a week"), -20),
        Some(change) => rows.add(change >= GAINS, format!("{change:+.0}% in a week"), 15),
        None => rows.unknown.push("change from week to week"),
    }
    match momentum.age_days {
        Some(days) => rows.add(days > OLD, format!("Open for {days} days"), -20),
        None => rows.unknown.push("age"),
    }
}

fn from_people(deal: &Deal, rows: &mut Rows) {
    let coverage = analyze_stakeholder_coverage(deal);
    match coverage.count() {
        // Unrecorded roles may be filled.
        Some(n) if n < 2 && n + coverage.not_kept.len() >= 2 => rows.unknown.push("stakeholders"),
        Some(n) if n < 2 => rows.add(true, format!("Stakeholders: {n}"), -20),
        Some(n) => rows.add(n >= 4, format!("Stakeholders: {n}"), 10),
        None => rows.unknown.push("stakeholders"),
    }
    match detect_executive_presence(deal) {
        Some(true) => rows.add(true, "An executive takes part", 15),
        Some(false) => rows.add(true, "No executive takes part", -15),
        None => rows.unknown.push("executives"),
    }
    match deal.sales_engineer.there() {
        Some(true) => rows.add(true, "A sales engineer is assigned", 10),
        Some(false) => rows.add(true, "No sales engineer is assigned", -10),
        None => rows.unknown.push("sales engineer"),
    }
}

fn from_alignment(deal: &Deal, rows: &mut Rows) {
    let alignment = check_stage_alignment(deal);
    rows.add(alignment.stage_mismatch, "Its probability does not go with its stage", -15);
    rows.add(alignment.issues.len() >= 2, format!("Contradictions: {}", alignment.issues.len()), -10);
    match Judgement::from_deal(deal) {
        Some(Judgement::UpMinus) => rows.add(true, "Its manager rates it a weak upside (UP-)", -10),
        Some(Judgement::In) => rows.add(true, "Its manager counts on it (IN)", 15),
        Some(Judgement::Up | Judgement::Out) => {}
        None => rows.unknown.push("manager's judgement"),
    }
}

fn from_scorecards(deal: &Deal, rows: &mut Rows) {
    for (who, score, weak, unknown) in [
        ("Account executive", deal.ae_scorecard, -10, "scorecard of the account executive"),
        ("Sales engineer", deal.se_scorecard, -5, "scorecard of the sales engineer"),
    ] {
        match score {
            Some(score) if score < WEAK => rows.add(true, format!("{who}'s scorecard: {score}"), weak),
            Some(score) => rows.add(score >= STRONG, format!("{who}'s scorecard: {score}"), 10),
            None => rows.unknown.push(unknown),
        }
    }
}

/// Whether a day is one of the last seven of a calendar quarter: such dates are often the plan's, not the customer's.
fn closes_at_quarter_end(day: NaiveDate) -> bool {
    let (year, month) = (day.year(), day.month0() / 3 * 3 + 4);
    let (year, month) = if month > 12 { (year + 1, 1) } else { (year, month) };
    NaiveDate::from_ymd_opt(year, month, 1).is_some_and(|next| (next - day).num_days() <= QUARTER_END)
}

#[cfg(test)]
mod tests {
    use super::super::deal::Person;
    use super::*;

    fn as_of() -> NaiveDate {
        "2026-03-31".parse().unwrap()
    }

    fn on(text: &str) -> Option<NaiveDate> {
        text.parse().ok()
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn named() -> Person {
        Person::Named("A. Okafor".into())
    }

    /// Each row of the table alone: base 50, plus the row.
    #[test]
    fn every_row_of_the_table() {
        let deal = Deal::default;
        let rows: Vec<(&str, Deal, i64)> = vec![
            ("nothing is kept", deal(), 0),
            ("one risk", Deal { manager_notes: some("Delayed."), ..deal() }, -10),
            ("three risks", Deal { manager_notes: some("Delayed, stalled, unclear."), ..deal() }, -30),
            ("four risks", Deal { manager_notes: some("Delayed, stalled, unclear, postponed."), ..deal() }, -30),
            ("one blocker", Deal { next_steps: some("It is on hold."), ..deal() }, -15),
            ("two blockers are severe", Deal { next_steps: some("On hold, and blocked."), ..deal() }, -30 - 15),
            ("one severe risk", Deal { manager_notes: some("We may lose it."), ..deal() }, -10 - 15),
            ("red flags", Deal { red_flags: some("Sponsor unknown"), ..deal() }, -10),
            ("no red flags", Deal { red_flags: some("none"), ..deal() }, 0),
            ("inactive 13 days", Deal { last_activity: on("2026-03-18"), ..deal() }, 0),
            ("inactive 14 days", Deal { last_activity: on("2026-03-17"), ..deal() }, -15),
            ("inactive 29 days", Deal { last_activity: on("2026-03-02"), ..deal() }, -15),
            ("inactive 30 days", Deal { last_activity: on("2026-03-01"), ..deal() }, -25),
            ("-10% in a week", Deal { week_over_week: Some(-10.0), ..deal() }, -20),
            ("-9% in a week", Deal { week_over_week: Some(-9.0), ..deal() }, 0),
            ("+4% in a week", Deal { week_over_week: Some(4.0), ..deal() }, 0),
            ("+5% in a week", Deal { week_over_week: Some(5.0), ..deal() }, 15),
            ("180 days old", Deal { created: on("2025-10-02"), ..deal() }, 0),
            ("181 days old", Deal { created: on("2025-10-01"), ..deal() }, -20),
            ("one stakeholder, of roles that are not all kept", Deal { owner: named(), ..deal() }, 0),
            (
                "one stakeholder, no executive, no sales engineer",
                Deal {
                    owner: named(),
                    sponsor: Person::Nobody,
                    executive_sponsor: Person::Nobody,
                    sales_engineer: Person::Nobody,
                    ..deal()
                },
                -20 - 15 - 10,
            ),
            ("two stakeholders", Deal { owner: named(), sponsor: named(), ..deal() }, 0),
            (
                "four stakeholders, an executive and a sales engineer among them",
                Deal {
                    owner: named(),
                    sponsor: named(),
                    executive_sponsor: named(),
                    sales_engineer: named(),
                    ..deal()
                },
                10 + 15 + 10,
            ),
            ("an executive", Deal { contact_title: some("CFO"), ..deal() }, 15),
            ("no executive", Deal { contact_title: some("Analyst"), ..deal() }, -15),
            (
                "no sales engineer, two stakeholders",
                Deal { owner: named(), sponsor: named(), sales_engineer: Person::Nobody, ..deal() },
                -10,
            ),
            ("a stage mismatch", Deal { stage: some("Proposal"), probability: Some(90.0), ..deal() }, -15),
            (
                "two contradictions",
                Deal { stage: some("Engaging"), probability: Some(40.0), forecast_category: some("Commit"), ..deal() },
                -10,
            ),
            ("judged UP-", Deal { manager_judgement: some("UP-"), ..deal() }, -10),
            ("judged IN", Deal { manager_judgement: some("in"), ..deal() }, 15),
            ("judged UP", Deal { manager_judgement: some("UP"), ..deal() }, 0),
            ("account executive 0.9", Deal { ae_scorecard: Some(0.9), ..deal() }, -10),
            ("account executive 1.0", Deal { ae_scorecard: Some(1.0), ..deal() }, 0),
            ("account executive 2.0", Deal { ae_scorecard: Some(2.0), ..deal() }, 10),
            ("sales engineer 0.9", Deal { se_scorecard: Some(0.9), ..deal() }, -5),
            ("sales engineer 2.0", Deal { se_scorecard: Some(2.0), ..deal() }, 10),
            ("closes seven days before the quarter's end", Deal { close: on("2026-06-24"), ..deal() }, -15),
            ("closes eight days before it", Deal { close: on("2026-06-23"), ..deal() }, 0),
            ("closes at the year's end", Deal { close: on("2026-12-31"), ..deal() }, -15),
        ];
        for (what, deal, adds) in rows {
            let health = deal_health(&deal, as_of());
            assert_eq!(health.points(), INITIAL_SCORE + adds, "{what}: {:?}", health.score.parts);
        }
    }

    #[test]
    fn the_account_adds_up_and_stays_within_its_bounds() {
        let best = Deal {
            stage: some("Negotiation"),
            probability: Some(70.0),
            manager_judgement: some("IN"),
            week_over_week: Some(8.0),
            created: on("2026-01-15"),
            last_activity: on("2026-03-30"),
            owner: named(),
            sponsor: named(),
            executive_sponsor: named(),
            sales_engineer: named(),
            ae_scorecard: Some(2.4),
            se_scorecard: Some(2.0),
            manager_notes: some("They want to sign."),
            close: on("2026-05-12"),
            ..Deal::default()
        };
        let worst = Deal {
            manager_notes: some("Blocked and on hold, no budget; delayed, stalled, unclear."),
            red_flags: some("Champion has left"),
            last_activity: on("2025-12-01"),
            week_over_week: Some(-40.0),
            created: on("2025-01-01"),
            owner: Person::Nobody,
            executive_sponsor: Person::Nobody,
            ..Deal::default()
        };
        for (deal, points, tier) in [(best, 100, "HIGH"), (worst, 0, "CRITICAL")] {
            let health = deal_health(&deal, as_of());
            assert_eq!((health.points(), health.score.tier.as_str()), (points, tier), "{:?}", health.score.parts);
            let sum: f64 = health.score.parts.iter().map(|part| part.adds).sum();
            assert!((sum - health.score.value).abs() < 1e-9, "{:?}", health.score.parts);
        }
    }

    #[test]
    fn tiers_divide_at_70_40_and_20() {
        let all = [
            (100, "HIGH"),
            (70, "HIGH"),
            (69, "MEDIUM"),
            (40, "MEDIUM"),
            (39, "LOW"),
            (20, "LOW"),
            (19, "CRITICAL"),
            (0, "CRITICAL"),
        ];
        for (points, want) in all {
            assert_eq!(tier(points), want, "{points}");
        }
    }

    #[test]
    fn what_is_not_kept_is_named() {
        let unknown = deal_health(&Deal::default(), as_of()).unknown;
        assert!(
            unknown.contains(&"last activity") && unknown.contains(&"executives") && unknown.len() == ASPECTS,
            "{unknown:?}"
        );
        let kept =
            Deal::read([("sales_agent", "Moses Frase"), ("deal_stage", "Engaging"), ("engage_date", "2016-10-20")]);
        let unknown = deal_health(&kept, "2017-01-01".parse().unwrap()).unknown;
        assert!(!unknown.contains(&"age") && unknown.contains(&"stakeholders") && unknown.len() == 10, "{unknown:?}");
    }
}

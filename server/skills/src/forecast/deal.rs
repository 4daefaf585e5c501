//! A deal from a sales system. Values come as texts, from any database (D-048): they are parsed leniently here, once,
//! and unrecorded fields are distinguished from empty ones.

use chrono::NaiveDate;
use model::record::slug;

/// A deal. A field that is `None` is unrecorded or unreadable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deal {
    pub id: String,
    pub account: Option<String>,
    pub product: Option<String>,
    pub region: Option<String>,
    /// "3 - Proposal", "Engaging" …
    pub stage: Option<String>,
    /// 0 to 100.
    pub probability: Option<f64>,
    /// "Commit", "Best case", "Pipeline", "Omitted".
    pub forecast_category: Option<String>,
    /// "IN", "UP", "UP-", "OUT".
    pub manager_judgement: Option<String>,
    /// In the deal's own currency, and a week before.
    pub amount: Option<f64>,
    pub amount_week_ago: Option<f64>,
    /// Percent, if the source has it.
    pub week_over_week: Option<f64>,
    pub created: Option<NaiveDate>,
    pub close: Option<NaiveDate>,
    pub last_activity: Option<NaiveDate>,
    pub owner: Person,
    pub sponsor: Person,
    pub executive_sponsor: Person,
    pub sales_engineer: Person,
    pub contact_title: Option<String>,
    /// 0 to about 3.
    pub ae_scorecard: Option<f64>,
    pub se_scorecard: Option<f64>,
    /// Texts written by people; untrusted.
    pub manager_notes: Option<String>,
    pub next_steps: Option<String>,
    pub red_flags: Option<String>,
}

/// The person in a role of a deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Person {
    /// The source does not record it.
    #[default]
    NotKept,
    Nobody,
    Named(String),
}

impl Person {
    /// Whether the role is filled, if recorded.
    pub const fn there(&self) -> Option<bool> {
        match self {
            Self::NotKept => None,
            Self::Nobody => Some(false),
            Self::Named(_) => Some(true),
        }
    }
}

/// Names of columns in different systems, as slugs with `_`; the first present is used.
const COLUMNS: [(&str, &[&str]); 24] = [
    ("id", &["opportunity_id", "deal_id", "id"]),
    ("account", &["account", "account_name", "customer"]),
    ("product", &["product", "product_name"]),
    ("region", &["region", "regional_office", "territory"]),
    ("stage", &["stage", "deal_stage", "stage_name"]),
    ("probability", &["probability", "win_probability"]),
    ("forecast_category", &["forecast_category", "forecast_category_name"]),
    ("manager_judgement", &["manager_judgement", "manager_judgment", "judgement", "judgment"]),
    ("amount", &["amount", "close_value", "deal_value"]),
    ("amount_week_ago", &["amount_week_ago", "amount_last_week", "previous_amount"]),
    ("week_over_week", &["week_over_week", "week_over_week_pct", "wow_change_pct"]),
    ("created", &["created", "created_date", "engage_date", "open_date"]),
    ("close", &["close_date", "expected_close_date"]),
    ("last_activity", &["last_activity", "last_activity_date"]),
    ("owner", &["owner", "owner_name", "sales_agent"]),
    ("sponsor", &["sponsor", "champion"]),
    ("executive_sponsor", &["executive_sponsor", "exec_sponsor"]),
    ("sales_engineer", &["sales_engineer", "se", "se_name"]),
    ("contact_title", &["contact_title", "primary_contact_title"]),
    ("ae_scorecard", &["ae_scorecard", "ae_score"]),
    ("se_scorecard", &["se_scorecard", "se_score"]),
    ("manager_notes", &["manager_notes", "notes"]),
    ("next_steps", &["next_steps", "next_step"]),
    ("red_flags", &["red_flags", "red_flag"]),
];

/// Names for a field's column in different systems, as slugs with `_`.
pub fn names(field: &str) -> &'static [&'static str] {
    COLUMNS.iter().find(|(known, _)| *known == field).map_or(&[], |(_, names)| *names)
}

impl Deal {
    /// Reads a row of a source, column by column. Columns are named in any spelling ("Deal Stage", "deal-stage").
    pub fn read<'a>(row: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let row: Vec<(String, &str)> =
            row.into_iter().map(|(name, value)| (slug(name).replace('-', "_"), value.trim())).collect();
        let cell = |field: &str| {
            names(field).iter().find_map(|name| row.iter().find(|(column, _)| column == name)).map(|(_, value)| *value)
        };
        let text = |field: &str| cell(field).filter(|value| !value.is_empty()).map(str::to_owned);
        let figure = |field: &str| cell(field).and_then(number);
        let day = |field: &str| cell(field).and_then(day);
        let person = |field: &str| match cell(field) {
            None => Person::NotKept,
            Some("") => Person::Nobody,
            Some(name) => Person::Named(name.to_owned()),
        };
        Self {
            id: text("id").unwrap_or_default(),
            account: text("account"),
            product: text("product"),
            region: text("region"),
            stage: text("stage"),
            probability: figure("probability").map(percent),
            forecast_category: text("forecast_category"),
            manager_judgement: text("manager_judgement"),
            amount: figure("amount"),
            amount_week_ago: figure("amount_week_ago"),
            week_over_week: figure("week_over_week"),
            created: day("created"),
            close: day("close"),
            last_activity: day("last_activity"),
            owner: person("owner"),
            sponsor: person("sponsor"),
            executive_sponsor: person("executive_sponsor"),
            sales_engineer: person("sales_engineer"),
            contact_title: text("contact_title"),
            ae_scorecard: figure("ae_scorecard"),
            se_scorecard: figure("se_scorecard"),
            manager_notes: text("manager_notes"),
            next_steps: text("next_steps"),
            red_flags: text("red_flags"),
        }
    }
}

/// "$1,200.50", "45 %", "-10"; `None` for anything else.
fn number(text: &str) -> Option<f64> {
    let bare: String =
        text.chars().filter(|c| !matches!(c, ',' | '$' | '€' | '£' | '¥' | '%' | ' ' | '\u{a0}')).collect();
    bare.parse().ok().filter(|n: &f64| n.is_finite())
}

/// A probability of 0 to 1 in percent.
fn percent(value: f64) -> f64 {
    if (0.0..=1.0).contains(&value) { value * 100.0 } else { value }
}

/// An ISO day, with or without a time.
fn day(text: &str) -> Option<NaiveDate> {
    text.get(..10)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_texts_is_read() {
        let deal = Deal::read([
            ("Opportunity ID", "1C1I7A6R"),
            ("sales_agent", "Moses Frase"),
            ("Deal Stage", "Engaging"),
            ("close_value", "$1,054.00"),
            ("probability", "0.4"),
            ("engage_date", "2016-10-20T08:00:00Z"),
            ("close_date", ""),
            ("executive_sponsor", " "),
            ("ae_scorecard", "n/a"),
            ("manager_notes", "予算未定 – budget not decided"),
        ]);
        assert_eq!(
            (deal.id.as_str(), deal.stage.as_deref(), deal.amount),
            ("1C1I7A6R", Some("Engaging"), Some(1054.0))
        );
        assert_eq!((deal.probability, deal.created), (Some(40.0), "2016-10-20".parse().ok()));
        assert_eq!((deal.close, deal.ae_scorecard), (None, None));
        assert_eq!(deal.owner, Person::Named("Moses Frase".into()));
        assert_eq!((deal.executive_sponsor, deal.sponsor), (Person::Nobody, Person::NotKept));
        assert!(deal.manager_notes.is_some_and(|notes| notes.starts_with("予算未定")));
    }

    #[test]
    fn numbers_are_read_tolerantly() {
        for (text, want) in [
            ("1,200.5", Some(1200.5)),
            ("45 %", Some(45.0)),
            ("-10", Some(-10.0)),
            ("", None),
            ("x", None),
            ("NaN", None),
        ] {
            assert_eq!(number(text), want, "{text}");
        }
        assert_eq!((percent(0.7), percent(70.0), percent(1.0)), (70.0, 70.0, 100.0));
    }
}

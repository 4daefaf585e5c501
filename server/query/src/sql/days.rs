//! Days in each database: of a declared field in any storage format, and by the time buckets for grouping.

use super::Sql;
use super::declared::base;
use crate::ast::Bucket;
use crate::declared::{Field, Stored};
use store::Dialect;

impl Sql<'_> {
    pub(super) fn bucket(&self, bucket: Bucket) -> String {
        let day = self.day();
        match (bucket, self.it.dialect) {
            (Bucket::Day, _) => day.into_owned(),
            (Bucket::Month, _) => format!("SUBSTR({day}, 1, 7)"),
            (Bucket::Year, _) => format!("SUBSTR({day}, 1, 4)"),
            (Bucket::Quarter, Dialect::Mysql) => format!("SUBSTR({day}, 1, 4) || '-Q' || QUARTER({day})"),
            (Bucket::Quarter, _) => {
                format!("SUBSTR({day}, 1, 4) || '-Q' || CAST((CAST(SUBSTR({day}, 6, 2) AS INTEGER) + 2) / 3 AS TEXT)")
            }
            (Bucket::Weekday, Dialect::Mysql) => format!("CAST(WEEKDAY({day}) AS CHAR)"),
            (Bucket::Weekday, Dialect::Sqlite) => format!("CAST((STRFTIME('%w', {day}) + 6) % 7 AS TEXT)"),
            (Bucket::Weekday, Dialect::Postgres) => {
                format!("CAST(CAST(EXTRACT(ISODOW FROM CAST({day} AS DATE)) AS INTEGER) - 1 AS TEXT)")
            }
            (Bucket::Week, Dialect::Mysql) => {
                format!("DATE_FORMAT(DATE_SUB({day}, INTERVAL WEEKDAY({day}) DAY), '%Y-%m-%d')")
            }
            (Bucket::Week, Dialect::Sqlite) => {
                format!("DATE({day}, '-' || ((STRFTIME('%w', {day}) + 6) % 7) || ' days')")
            }
            (Bucket::Week, Dialect::Postgres) => {
                format!("TO_CHAR(DATE_TRUNC('week', CAST({day} AS DATE)), 'YYYY-MM-DD')")
            }
        }
    }

    /// A value per weekday, by index from Monday.
    pub(super) fn of_week(&self, says: impl Fn(usize) -> &'static str) -> String {
        let days: String = (0..7).map(|day| format!(" WHEN '{day}' THEN '{}'", says(day))).collect();
        format!("CASE {}{days} END", self.bucket(Bucket::Weekday))
    }

    /// A field as a day: `2026-01-31`, NULL where it has none.
    pub(super) fn day_of(&self, field: &Field) -> String {
        let base = base(field);
        let text = self.it.dialect.text(&base);
        match (field.stored, self.it.dialect) {
            (Stored::EpochSeconds, Dialect::Mysql) => {
                format!("DATE_FORMAT(TIMESTAMPADD(SECOND, FLOOR({base}), '1970-01-01'), '%Y-%m-%d')")
            }
            (Stored::EpochSeconds, Dialect::Postgres) => {
                format!("TO_CHAR(TO_TIMESTAMP({base}) AT TIME ZONE 'UTC', 'YYYY-MM-DD')")
            }
            (Stored::EpochSeconds, Dialect::Sqlite) => format!("DATE({base}, 'unixepoch')"),
            (Stored::EpochMillis, Dialect::Mysql) => {
                format!("DATE_FORMAT(TIMESTAMPADD(SECOND, FLOOR({base} / 1000), '1970-01-01'), '%Y-%m-%d')")
            }
            (Stored::EpochMillis, Dialect::Postgres) => {
                format!("TO_CHAR(TO_TIMESTAMP(FLOOR({base} / 1000.0)) AT TIME ZONE 'UTC', 'YYYY-MM-DD')")
            }
            (Stored::EpochMillis, Dialect::Sqlite) => format!("DATE({base} / 1000, 'unixepoch')"),
            (Stored::Julian, Dialect::Mysql) => {
                format!("DATE_FORMAT(TIMESTAMPADD(DAY, FLOOR({base} + 0.5) - 2451545, '2000-01-01'), '%Y-%m-%d')")
            }
            (Stored::Julian, Dialect::Postgres) => {
                format!("TO_CHAR(DATE '2000-01-01' + CAST(FLOOR({base} + 0.5) - 2451545 AS INTEGER), 'YYYY-MM-DD')")
            }
            (Stored::Julian, Dialect::Sqlite) => format!("DATE({base})"),
            (Stored::DayMonthYear | Stored::MonthDayYear, _) => {
                let (month, day) = if field.stored == Stored::DayMonthYear { (4, 1) } else { (1, 4) };
                format!(
                    "CASE WHEN {text} LIKE '__.__.____%' OR {text} LIKE '__/__/____%' OR {text} LIKE '__-__-____%' \
                     THEN SUBSTR({text}, 7, 4) || '-' || SUBSTR({text}, {month}, 2) || '-' || SUBSTR({text}, {day}, 2) END"
                )
            }
            (Stored::YearMonth, _) => {
                format!(
                    "CASE WHEN {text} LIKE '______' THEN SUBSTR({text}, 1, 4) || '-' || SUBSTR({text}, 5, 2) || '-01' END"
                )
            }
            (Stored::YearMonthDay, _) => format!(
                "CASE WHEN {text} LIKE '________' THEN SUBSTR({text}, 1, 4) || '-' || SUBSTR({text}, 5, 2) || '-' || SUBSTR({text}, 7, 2) END"
            ),
            (Stored::FiscalPeriod, _) => format!(
                "CASE WHEN {text} LIKE '_______' THEN SUBSTR({text}, 1, 4) || '-' || CASE WHEN SUBSTR({text}, 5, 3) > '012' \
                 THEN '12' WHEN SUBSTR({text}, 5, 3) = '000' THEN '01' ELSE SUBSTR({text}, 6, 2) END || '-01' END"
            ),
            (Stored::Year, _) => format!("CASE WHEN {text} LIKE '____' THEN {text} || '-01-01' END"),
            // It may contain nonexistent days: 2026-00-00.
            (Stored::Plain | Stored::Text | Stored::Date, Dialect::Mysql) => {
                format!(
                    "CASE WHEN {text} LIKE '____-__-__%' AND {text} NOT LIKE '%-00%' THEN SUBSTR({text}, 1, 10) END"
                )
            }
            (Stored::Plain | Stored::Text | Stored::Date, _) => {
                format!("CASE WHEN {text} LIKE '____-__-__%' THEN SUBSTR({text}, 1, 10) END")
            }
        }
    }
}

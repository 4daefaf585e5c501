//! Where the values of a declared column are, and how they are stored.

/// A column with its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The alias of a join; empty for the source's own table.
    pub alias: String,
    pub column: String,
    pub stored: Stored,
    /// Whether the database stores it as text, so that it is compared directly, using an index.
    pub text: bool,
    /// A column of the same table that identifies a row. Where several rows have the same value, it is part of the value:
    /// "Ann Lee (17)".
    pub key: Option<String>,
}

/// The storage format of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stored {
    /// By the dimension's type: text as text, numbers as numbers, days as `2026-01-31`, optionally with a time, or as
    /// the database's own date.
    #[default]
    Plain,
    /// Numbers in a column of text.
    Text,
    /// A database's own date or time stamp (Postgres, MySQL).
    Date,
    EpochSeconds,
    EpochMillis,
    /// Days since noon of 1 January 4713 BC, as in astronomy and SQLite; UTC.
    Julian,
    /// 31.01.2026, also with `/` or `-`, optionally with a time.
    DayMonthYear,
    /// 01/31/2026, likewise.
    MonthDayYear,
    /// 202601: a month, its first day.
    YearMonth,
    /// 20260131.
    YearMonthDay,
    /// 2026001: a period of a fiscal year as in SAP, the month's first day; 013 to 016 belong to December.
    FiscalPeriod,
    /// 2026.
    Year,
}

impl Stored {
    /// The names used in declarations.
    pub const ALL: [(&'static str, Self); 12] = [
        ("plain", Self::Plain),
        ("text", Self::Text),
        ("date", Self::Date),
        ("epoch_s", Self::EpochSeconds),
        ("epoch_ms", Self::EpochMillis),
        ("julian", Self::Julian),
        ("dmy", Self::DayMonthYear),
        ("mdy", Self::MonthDayYear),
        ("yyyymm", Self::YearMonth),
        ("yyyymmdd", Self::YearMonthDay),
        ("yyyyppp", Self::FiscalPeriod),
        ("yyyy", Self::Year),
    ];
}

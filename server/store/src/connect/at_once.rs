//! Batches several writes into one round trip to the database.

use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArgumentBuffer, PgTypeInfo};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArgumentValue, SqliteTypeInfo};
use sqlx::types::Json;
use sqlx::{Database, Encode, Postgres, QueryBuilder, Sqlite, Type};

/// How a database takes several statements with bound values at once.
pub(crate) trait AtOnce: Database {
    /// The text before statement `n`, counted from 0.
    fn before(n: usize) -> String;
    const AFTER_ALL: &'static str;
}

impl AtOnce for Sqlite {
    fn before(n: usize) -> String {
        if n == 0 { String::new() } else { "; ".into() }
    }
    const AFTER_ALL: &'static str = "";
}

/// As parts (CTEs) of one statement. Foreign keys to rows of another part work: they are checked at its end. No two
/// parts may change the same row.
impl AtOnce for Postgres {
    fn before(n: usize) -> String {
        if n == 0 { "WITH s0 AS (".into() } else { format!("), s{n} AS (") }
    }
    const AFTER_ALL: &'static str = ") SELECT 1";
}

/// Statements to execute at once.
pub(crate) struct Statements<'a, D: AtOnce> {
    all: QueryBuilder<'a, D>,
    count: usize,
}

impl<'a, D: AtOnce> Statements<'a, D> {
    pub fn new() -> Self {
        Self { all: QueryBuilder::new(""), count: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The builder for the next statement.
    pub fn next(&mut self) -> &mut QueryBuilder<'a, D> {
        self.all.push(D::before(self.count));
        self.count += 1;
        &mut self.all
    }

    pub fn build(&mut self) -> Query<'_, D, <D as Database>::Arguments<'a>> {
        self.all.push(D::AFTER_ALL).build()
    }
}

/// Adds `INSERT INTO table (columns) VALUES (values)` to `$statements`.
macro_rules! insert {
    ($statements:expr, $table_and_columns:literal, $($value:expr),+ $(,)?) => {{
        let q = $statements.next();
        q.push(concat!("INSERT INTO ", $table_and_columns, " VALUES ("));
        let mut values = q.separated(", ");
        $(values.push_bind($value);)+
        values.push_unseparated(")");
    }};
}
pub(crate) use insert;

/// JSON that is already text, for a JSON column: it is not parsed again.
pub(crate) struct JsonText<'a>(pub &'a str);

impl Type<Sqlite> for JsonText<'_> {
    fn type_info() -> SqliteTypeInfo {
        <str as Type<Sqlite>>::type_info()
    }
}

impl<'q> Encode<'q, Sqlite> for JsonText<'q> {
    fn encode_by_ref(&self, buffer: &mut Vec<SqliteArgumentValue<'q>>) -> Result<IsNull, BoxDynError> {
        <&str as Encode<'q, Sqlite>>::encode_by_ref(&self.0, buffer)
    }
}

impl Type<Postgres> for JsonText<'_> {
    fn type_info() -> PgTypeInfo {
        <Json<()> as Type<Postgres>>::type_info()
    }
}

impl Encode<'_, Postgres> for JsonText<'_> {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        // The version byte of JSONB's binary form, which is then plain text.
        buffer.push(1);
        buffer.extend_from_slice(self.0.as_bytes());
        Ok(IsNull::No)
    }
}

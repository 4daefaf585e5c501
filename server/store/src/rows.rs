//! Maps database rows to model types, which know nothing of databases: each declares its columns once.

use std::str::FromStr;

use sqlx::types::Json;
use sqlx::{Database, Encode, QueryBuilder, Type};

/// A model type read from a row.
pub(crate) struct Decoded<T>(pub T);

/// The values of some rows.
pub(crate) fn all<T>(rows: Vec<Decoded<T>>) -> Vec<T> {
    rows.into_iter().map(|Decoded(noun)| noun).collect()
}

/// The value of an optional row.
pub(crate) fn one<T>(row: Option<Decoded<T>>) -> Option<T> {
    row.map(|Decoded(noun)| noun)
}

/// Parses a name of a closed set. Writers use the same set; unknown names become the mildest one.
pub(crate) fn or<T: FromStr>(mildest: T) -> impl FnOnce(String) -> T {
    |name| name.parse().unwrap_or(mildest)
}

/// Likewise for an optional name.
pub(crate) fn known<T: FromStr>(name: Option<String>) -> Option<T> {
    name?.parse().ok()
}

pub(crate) fn json<T>(Json(value): Json<T>) -> T {
    value
}

/// Appends a list of texts to look for: ` IN ($1, $2)`. Nothing is in an empty one.
pub(crate) fn push_in<'a, D, T>(q: &mut QueryBuilder<'a, D>, texts: impl IntoIterator<Item = T>)
where
    D: Database,
    T: Encode<'a, D> + Type<D> + 'a,
{
    q.push(" IN (");
    let mut list = q.separated(", ");
    let mut empty = true;
    for text in texts {
        list.push_bind(text);
        empty = false;
    }
    q.push(if empty { "NULL)" } else { ")" });
}

/// Declares a type's columns: each has its field's name, or the one after `@`; a function after `=` converts the value.
/// Fields that no row has follow the semicolon.
macro_rules! row {
    ($noun:ident { $($fields:tt)* }) => {
        $crate::rows::row!(@for sqlx::sqlite::SqliteRow, $noun { $($fields)* });
        $crate::rows::row!(@for sqlx::postgres::PgRow, $noun { $($fields)* });
    };
    (@for $row:ty, $noun:ident {
        $($field:ident $(@ $column:literal)? $(= $read:expr)?),* $(; $($other:ident : $value:expr),+)?
    }) => {
        impl<'r> sqlx::FromRow<'r, $row> for $crate::rows::Decoded<$noun> {
            fn from_row(row: &'r $row) -> sqlx::Result<Self> {
                use sqlx::Row as _;
                Ok(Self($noun {
                    $($field: {
                        let value = row.try_get($crate::rows::row!(@column $field $($column)?))?;
                        $crate::rows::row!(@value value $(, $read)?)
                    },)*
                    $($($other: $value),+)?
                }))
            }
        }
    };
    (@column $field:ident) => { stringify!($field) };
    (@column $field:ident $column:literal) => { $column };
    (@value $value:ident) => { $value };
    (@value $value:ident, $read:expr) => { $read($value) };
}
pub(crate) use row;

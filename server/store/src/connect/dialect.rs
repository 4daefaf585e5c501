//! The databases that can be queried, and how their SQL differs.

use std::fmt::Display;

use super::Db;
use super::mysql::Mysql;
use crate::foreign::index::Indices;

/// A database behind a source.
#[derive(Clone, Debug)]
pub enum SourceDb {
    Db(Db),
    Mysql(Mysql),
    /// A search cluster.
    Index(Indices),
}

impl SourceDb {
    /// Whether both are one database, so that one statement can read the tables of both.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Db(a), Self::Db(b)) => a.is_same(b),
            (Self::Mysql(a), Self::Mysql(b)) => a.is_same(b),
            _ => false,
        }
    }
}

/// Any database that can be queried.
#[derive(Clone, Copy, Debug)]
pub enum AnyDb<'a> {
    Db(&'a Db),
    Mysql(&'a Mysql),
    Index(&'a Indices),
}

impl<'a> From<&'a Db> for AnyDb<'a> {
    fn from(db: &'a Db) -> Self {
        Self::Db(db)
    }
}

impl<'a> From<&'a SourceDb> for AnyDb<'a> {
    fn from(db: &'a SourceDb) -> Self {
        match db {
            SourceDb::Db(db) => Self::Db(db),
            SourceDb::Mysql(mysql) => Self::Mysql(mysql),
            SourceDb::Index(indices) => Self::Index(indices),
        }
    }
}

impl<'a> From<&'a Mysql> for AnyDb<'a> {
    fn from(mysql: &'a Mysql) -> Self {
        Self::Mysql(mysql)
    }
}

impl AnyDb<'_> {
    pub const fn dialect(self) -> Dialect {
        match self {
            // Indices never receive SQL.
            Self::Db(Db::Sqlite { .. }) | Self::Index(_) => Dialect::Sqlite,
            Self::Db(Db::Postgres(_)) => Dialect::Postgres,
            Self::Mysql(_) => Dialect::Mysql,
        }
    }
}

/// The SQL dialect. MariaDB uses MySQL's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
    Mysql,
}

impl Dialect {
    /// An expression as text. MySQL gets the connection's collation, which distinguishes all letters.
    pub fn text(self, expression: impl Display) -> String {
        let kind = if self == Self::Mysql { "CHAR" } else { "TEXT" };
        format!("CAST({expression} AS {kind})")
    }

    /// An expression as a floating-point number. Older MySQL servers lack a cast to it.
    pub fn number(self, expression: impl Display) -> String {
        match self {
            Self::Mysql => format!("({expression} + 0e0)"),
            _ => format!("CAST({expression} AS DOUBLE PRECISION)"),
        }
    }

    /// An expression as an integer.
    pub fn whole(self, expression: impl Display) -> String {
        let kind = if self == Self::Mysql { "SIGNED" } else { "INTEGER" };
        format!("CAST({expression} AS {kind})")
    }

    /// Text as a timestamp, if the database has the type.
    pub fn moment(self, expression: impl Display) -> String {
        let kind = if self == Self::Mysql { "DATETIME" } else { "TIMESTAMP" };
        format!("CAST({expression} AS {kind})")
    }
}

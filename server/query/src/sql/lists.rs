//! Ordered records: the statements behind lists and examples.

use model::time::DateRange;

use super::{Sql, SqlCompiler, Statement};
use crate::ast::Dataset;
use store::analytics::Order;

impl SqlCompiler<'_> {
    /// The ids of the first records by an order; ties by larger id.
    pub fn ids(self, order: Order, many: usize) -> Statement {
        let mut sql = Sql::new(self, "SELECT t.id");
        sql.from(self.query.range);
        let at = match self.query.dataset {
            Dataset::Communications => "t.at".into(),
            Dataset::Cases => "t.created_at".into(),
            Dataset::Customers | Dataset::Documents | Dataset::Source(_) => sql.day(),
        };
        let first = match order {
            Order::Latest => "",
            Order::Oldest => &format!("{at}, "),
            Order::Newest => "CASE WHEN t.body = '' THEN 1 ELSE 0 END, ",
            Order::MostNegative => "CASE WHEN t.body = '' THEN 1 ELSE 0 END, COALESCE(t.sentiment_score, 0.0), ",
            Order::Deadline => "CASE WHEN t.sla_deadline IS NULL THEN 1 ELSE 0 END, t.sla_deadline, ",
            Order::Longest => "CASE WHEN t.resolved_at >= t.created_at THEN t.created_at - t.resolved_at ELSE 1 END, ",
        };
        sql.text.push_str(&format!(" ORDER BY {first}{at} DESC, t.id DESC LIMIT {many}"));
        Statement { text: sql.text, binds: sql.binds, texts: 1 }
    }

    /// The ids of the newest records with a text; ties by smaller id.
    pub fn texts(self, range: DateRange, many: u32) -> Statement {
        let mut sql = Sql::new(self, "SELECT t.id");
        sql.from(range);
        sql.text.push_str(&format!(" AND t.body <> '' ORDER BY t.day DESC, t.id LIMIT {many}"));
        Statement { text: sql.text, binds: sql.binds, texts: 1 }
    }
}

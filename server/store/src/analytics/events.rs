//! What the firm did or announced on a day: release notes, notices, and policies that apply from then on, such as a
//! list of fees. Knowledge articles describe standing facts and are not events.

use model::analysis::Event;
use model::time::DateRange;

use crate::{Db, Result, reading};

/// Most events returned for a range: the newest.
const MOST: u32 = 60;

/// Release notes, notices and policies of a range, for a product or for none in particular, by day. The same event from
/// several sources is returned once.
pub async fn events(db: &Db, range: DateRange, product: Option<&str>) -> Result<Vec<Event>> {
    let from = range.from.map(|day| day.to_string()).unwrap_or_default();
    let to = range.to.map_or_else(|| "9999".to_owned(), |day| day.to_string());
    let sql = format!(
        "SELECT MIN(id), kind, title, product, day FROM documents
        WHERE kind IN ('release_note', 'notice', 'policy') AND day >= $1 AND day <= $2
        AND (CAST($3 AS TEXT) IS NULL OR product = $3 OR product IS NULL)
        GROUP BY kind, title, product, day ORDER BY day DESC, title DESC LIMIT {MOST}"
    );
    let found: Vec<(String, String, String, Option<String>, String)> =
        reading!(db, pool => sqlx::query_as(&sql).bind(&from).bind(&to).bind(product).fetch_all(pool).await?);
    let read = |(id, kind, title, product, day): (String, String, String, Option<String>, String)| {
        Some(Event { id, kind: kind.parse().ok()?, title, product, day: day.parse().ok()? })
    };
    Ok(found.into_iter().rev().filter_map(read).collect())
}

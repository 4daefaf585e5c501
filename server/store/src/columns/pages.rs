//! Reading what changed, a page at a time.

use crate::Result;

/// Something with a change number and an id.
pub trait Numbered {
    fn place(&self) -> (i64, String);
}

/// Reads what changed after a change number, in this order: `page` reads what comes after an id within a number, then
/// later numbers.
pub async fn pages<T: Numbered, F: Future<Output = Result<Vec<T>>>>(
    after: i64,
    page: impl Fn(i64, String) -> F,
    mut take: impl FnMut(Vec<T>),
) -> Result<()> {
    let (mut number, mut last) = (after + 1, String::new());
    loop {
        let rows = page(number, last).await?;
        let Some(end) = rows.last() else { return Ok(()) };
        (number, last) = end.place();
        take(rows);
    }
}

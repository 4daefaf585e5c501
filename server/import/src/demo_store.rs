//! Storing a whole set of records that is in memory already, such as the demo's, in pieces of a few thousand.
//!
//! Deliberately not here: making the records (`import::demo`).

use std::mem::take;

use super::demo::DemoBank;
use store::write::{Batch, Written, store};
use store::{Db, Result};

impl From<DemoBank> for Batch {
    fn from(bank: DemoBank) -> Self {
        Self {
            products: bank.products,
            customers: bank.customers,
            communications: bank.communications,
            cases: bank.cases,
            documents: bank.documents,
            last_day: Some(("demo".into(), bank.last_day)),
            ..Self::default()
        }
    }
}

/// Records of one kind in one transaction.
const PIECE: usize = 2_000;

/// Stores all of `whole`, which may be of any size. What others refer to comes first (products, customers), and the last
/// day comes with the last piece, so that no reader takes a half-stored year for a whole one. Storing the same records
/// again changes nothing. `now` is UTC milliseconds; `tell` hears the number of records after each piece.
pub async fn store_whole(db: &Db, mut whole: Batch, now: i64, mut tell: impl FnMut(u64)) -> Result<Written> {
    db.expect_many().await?;
    let (last_day, progress) = (whole.last_day.take(), whole.progress.take());
    let mut written = Written::default();
    let mut records = 0;
    loop {
        let mut piece = Batch {
            products: take(&mut whole.products),
            customers: split(&mut whole.customers, PIECE),
            named: take(&mut whole.named),
            communications: split(&mut whole.communications, PIECE),
            cases: split(&mut whole.cases, PIECE),
            documents: split(&mut whole.documents, PIECE),
            ..Batch::default()
        };
        let last = whole.customers.is_empty()
            && whole.communications.is_empty()
            && whole.cases.is_empty()
            && whole.documents.is_empty();
        if last {
            (piece.last_day, piece.progress) = (last_day.clone(), progress.clone());
        }
        written = sum(written, store(db, &piece, now).await?);
        records += piece.customers.len() + piece.communications.len() + piece.cases.len() + piece.documents.len();
        tell(records as u64);
        if last {
            return Ok(written);
        }
    }
}

/// Takes the first elements, at most so many.
pub fn split<T>(all: &mut Vec<T>, most: usize) -> Vec<T> {
    let rest = all.split_off(all.len().min(most));
    std::mem::replace(all, rest)
}

fn sum(a: Written, b: Written) -> Written {
    Written {
        customers: a.customers + b.customers,
        communications: a.communications + b.communications,
        communications_new: a.communications_new + b.communications_new,
        cases: a.cases + b.cases,
        documents: a.documents + b.documents,
    }
}

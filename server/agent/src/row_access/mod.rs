//! The agent for somebody with access to some customers only: the same runs and tools, over a database, a search and
//! names without any others. Access depends on the account, never on the question: a run resumed later, here or in
//! another process, has its owner's access at that time.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use model::account::{CustomerBook, DataAccess};
use model::error::AppError;
use tokio::sync::Mutex;

use super::reasoner::rules::taught::knows;
use super::{Agent, Inner};
use query::declared::Opened;
use query::values::SharedVocabulary;
use search::Search;
use store::{self, Db, accounts, changes, customers_seen, sessions};

/// Maximum number of cached views; beyond it all are rebuilt on demand.
const MAX_CACHED_VIEWS: usize = 200;

/// Names of users without an account: on this machine while there are none, and with `ADMIN_TOKEN`.
const NOT_ACCOUNTS: &[&str] = &["local", "admin-token"];

/// Everything, and its cached parts.
pub(super) struct Views {
    db: Db,
    search: Arc<Search>,
    vocabulary: Arc<SharedVocabulary>,
    known: Mutex<HashMap<CustomerBook, Known>>,
}

/// A part of it, as of a change number of the store.
struct Known {
    change: i64,
    customers: Arc<HashSet<String>>,
    db: Db,
    search: Arc<Search>,
    vocabulary: Arc<SharedVocabulary>,
    /// All declared sources when this view was built, compared by pointer to see whether they changed.
    sources: Arc<Vec<Arc<Opened>>>,
}

impl Views {
    pub fn new(db: Db, search: Arc<Search>, vocabulary: Arc<SharedVocabulary>) -> Arc<Self> {
        Arc::new(Self { db, search, vocabulary, known: Mutex::default() })
    }

    async fn of(&self, book: &CustomerBook) -> store::Result<(Db, Arc<Search>, Arc<SharedVocabulary>)> {
        let change = changes::latest(&self.db).await?;
        let sources = self.vocabulary.sources();
        let mut known = self.known.lock().await;
        let before = known.remove(book);
        let fresh = match before {
            Some(before) if before.change == change => before,
            before => {
                let db = match &before {
                    Some(before) => before.db.clone(),
                    None => self.db.seen_by(&DataAccess::Some(book.clone()))?,
                };
                let customers: HashSet<String> = customers_seen(&db).await?.into_iter().collect();
                match before {
                    Some(before) if *before.customers == customers => Known { change, ..before },
                    // The in-memory data is of other customers.
                    _ => {
                        let customers = Arc::new(customers);
                        let search = Arc::new(self.search.seen_by(customers.clone()));
                        let vocabulary = Arc::new(SharedVocabulary::hearing(knows));
                        vocabulary.declare(for_everyone(&sources));
                        let (db, sources) = (db.afresh(), sources.clone());
                        Known { change, customers, db, search, vocabulary, sources }
                    }
                }
            }
        };
        let fresh = if Arc::ptr_eq(&fresh.sources, &sources) {
            fresh
        } else {
            fresh.vocabulary.declare(for_everyone(&sources));
            Known { sources, ..fresh }
        };
        let parts = (fresh.db.clone(), fresh.search.clone(), fresh.vocabulary.clone());
        if known.len() >= MAX_CACHED_VIEWS {
            known.clear();
        }
        known.insert(book.clone(), fresh);
        Ok(parts)
    }
}

/// A source does not say whose customers its rows are: only those declared as public are visible.
fn for_everyone(sources: &[Arc<Opened>]) -> Vec<Arc<Opened>> {
    sources.iter().filter(|opened| opened.source.for_everyone).cloned().collect()
}

impl Agent {
    /// The agent with somebody's access to the desk.
    ///
    /// # Errors
    /// When the store fails, or is in memory and can only be used whole.
    pub async fn seen_by(&self, sees: &DataAccess) -> Result<Self, AppError> {
        let Inner { views, .. } = &*self.inner;
        let (db, search, vocabulary, tools) = match sees {
            DataAccess::All => {
                (views.db.clone(), views.search.clone(), views.vocabulary.clone(), self.inner.tools.whole())
            }
            DataAccess::Some(book) => {
                let (db, search, vocabulary) = views.of(book).await?;
                (db, search, vocabulary, self.inner.tools.without_others())
            }
        };
        let sees = sees.clone();
        Ok(Self { inner: Arc::new(Inner { db, search, vocabulary, tools, sees, ..(*self.inner).clone() }) })
    }

    /// The agent with the access of a conversation's owner; an owner without an account sees no customer.
    pub(super) async fn of_owner(&self, session_id: &str) -> Result<Self, AppError> {
        let (owner, only) = match sessions::owner(&self.inner.db, session_id).await? {
            // Recorded conversations, and calls, are shared by those with access to every customer.
            Some(owner) if owner.recorded || owner.is_call => return self.seen_by(&DataAccess::All).await,
            owner => owner.map(|owner| (owner.user_id.clone(), owner.only())).unwrap_or_default(),
        };
        let sees = match accounts::seen_by(&self.inner.db, &owner).await? {
            Some((_, sees)) => sees,
            None if NOT_ACCOUNTS.contains(&owner.as_str()) || !accounts::any(&self.inner.db).await? => DataAccess::All,
            None => DataAccess::Some(CustomerBook::default()),
        };
        // A panel's conversation stays limited to its customer.
        let sees = only.into_iter().fold(sees, |sees, customer| sees.narrowed(&customer));
        self.seen_by(&sees).await
    }

    /// As [`Agent::of_owner`], for a run that continues a conversation, which has that access from now on.
    pub(super) async fn goes_on(&self, session_id: &str) -> Result<Self, AppError> {
        let seen = self.of_owner(session_id).await?;
        sessions::went_on_with(&self.inner.db, session_id, &seen.inner.sees).await?;
        Ok(seen)
    }

    /// The database it reads.
    pub fn db(&self) -> &Db {
        &self.inner.db
    }

    /// The search it uses.
    pub fn search(&self) -> &Arc<Search> {
        &self.inner.search
    }
}

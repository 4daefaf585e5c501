//! The columns in memory, and the lock for loading them.

use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex as SyncMutex, OnceLock, PoisonError, RwLock};

use model::account::CustomerBook;
use tokio::sync::Mutex;

use super::cases::Cases;
use super::table::Table;
use crate::engine::SideEngine;

/// Below this many communications columns are not worth their memory: SQL counts them in some 10 ms.
pub const LARGE: i64 = 20_000;
/// The columns in memory.
#[derive(Debug, Default)]
pub struct LoadedColumns {
    /// Everything up to this change number is included.
    pub change: i64,
    pub communications: Table,
    pub cases: Cases,
}

/// An archive field that queries asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeState {
    Loading,
    /// Its index among the table's archive fields.
    Loaded(usize),
    /// It has too many distinct values.
    Unsuitable,
}

/// The columns of one database. Shared by all clones of its [`Db`].
#[derive(Debug)]
pub struct Columns {
    pub(super) held: RwLock<Option<LoadedColumns>>,
    /// The archive fields that queries asked for.
    pub(super) attributes: SyncMutex<Vec<(String, AttributeState)>>,
    /// Held while loading.
    pub(super) filling: Arc<Mutex<()>>,
    /// The change number at which the store was found to be small.
    pub(super) small: AtomicI64,
    /// The engine that counts instead, if any.
    pub(crate) beside: OnceLock<SideEngine>,
}

impl Default for Columns {
    fn default() -> Self {
        Self {
            held: RwLock::default(),
            attributes: SyncMutex::default(),
            filling: Arc::default(),
            small: AtomicI64::new(-1),
            beside: OnceLock::new(),
        }
    }
}

impl Columns {
    /// Reads under the lock. A panic under it leaves columns of one change number, or none.
    pub(super) fn read<T>(&self, look: impl FnOnce(&LoadedColumns) -> T) -> Option<T> {
        self.held.read().unwrap_or_else(PoisonError::into_inner).as_ref().map(look)
    }

    /// Changes them under the lock.
    pub(super) fn write<T>(&self, change: impl FnOnce(&mut LoadedColumns) -> T) -> Option<T> {
        self.held.write().unwrap_or_else(PoisonError::into_inner).as_mut().map(change)
    }

    /// Empty columns for the same database, restricted to `book` if given.
    pub(crate) fn anew(&self, book: Option<&CustomerBook>) -> Arc<Self> {
        let columns = Self::default();
        if let Some(beside) = self.beside.get() {
            let book = book.or(beside.book.as_ref()).cloned();
            let _ = columns.beside.set(SideEngine { engine: beside.engine.clone(), book });
        }
        Arc::new(columns)
    }

    pub(super) fn held(&self) -> Option<i64> {
        self.read(|held| held.change)
    }
}

//! stub
use crate::store::{Db, StoreError};
use std::{path::Path, sync::Arc};
pub struct Search {}
impl Search {
    pub fn open(_f: Option<&Path>) -> Result<Self, StoreError> {
        Ok(Self {})
    }
    pub async fn catch_up(&self, _db: &Db) -> Result<u64, StoreError> {
        Ok(0)
    }
    pub async fn follow(self: Arc<Self>, _db: Db, stop: tokio_util::sync::CancellationToken) {
        stop.cancelled().await
    }
}

//! The firm's documents: the list, uploaded files, a test of search, and what search holds of them. For admins.

use app::api::documents::Documents;
use app::components::words::cut;
use async_trait::async_trait;
use model::account::Action;
use model::error::AppError;
use model::record::Document;
use model::record::library::{DocumentFilter, DocumentLine, DocumentPage, FilesReport, Indexed, SearchTest, TestHit};
use tokio::sync::OwnedSemaphorePermit;

use super::{Api, check_page};
use crate::import::knowledge::intake::{Choice, Place, Received};
use crate::search::{Hit, Only, SearchQuery, words};
use crate::store::{StoreError, documents, records};

/// Maximum characters of names in the audit log.
const MOST_NAMES: usize = 500;
/// Passages of a test, and characters of each.
const MAX_HITS: usize = 10;
const MAX_EXCERPT_CHARS: usize = 400;

impl Api {
    /// Prepares for incoming files.
    ///
    /// # Errors
    /// `Forbidden` unless admin; `Unavailable` during other uploads.
    pub fn begin_files(&self) -> Result<OwnedSemaphorePermit, AppError> {
        self.must_be_admin()?;
        self.services.intake.begin()
    }

    /// Reads and stores files in the background; the upload's id, and what becomes of them.
    ///
    /// # Errors
    /// `Forbidden` unless admin.
    pub async fn take_files(
        &self,
        files: Vec<Received>,
        choice: Choice,
        coming: OwnedSemaphorePermit,
    ) -> Result<(String, tokio::task::JoinHandle<FilesReport>), AppError> {
        self.must_be_admin()?;
        let services = &self.services;
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let names = names.join(", ");
        let names = cut(&names, MOST_NAMES).map_or(names.as_str(), |(head, _)| head);
        self.audit(Action::Imported, format!("documents:{}", files.len()), format!("Uploaded: {names}")).await?;
        let today = services.agent.as_of().await?;
        let (db, search, now) = (services.db.clone(), services.search.clone(), services.world.now());
        let place = Place { db, search, today, now };
        let (id, intake) = (services.world.id(), services.intake.clone());
        let work = {
            let id = id.clone();
            async move { intake.take(id, files, &choice, &place, coming).await }
        };
        Ok((id, tokio::spawn(work)))
    }

    /// How far a document is searchable. `covered` says that keywords are up to date for all of a page.
    async fn indexed(&self, listed: &documents::Listed, covered: bool, by_meaning: Option<bool>) -> Indexed {
        let search = &self.services.search;
        if !covered && !search.covers(listed.change).await {
            return Indexed::Waiting;
        }
        let first = format!("{}#1", listed.id);
        match by_meaning.unwrap_or_else(|| search.embeds(&first)) {
            true => Indexed::Meaning,
            false => Indexed::Keywords,
        }
    }
}

#[async_trait]
impl Documents for Api {
    async fn documents(&self, filter: DocumentFilter) -> Result<DocumentPage, AppError> {
        self.must_be_admin()?;
        check_page(filter.limit, filter.offset)?;
        let (db, search) = (&self.services.db, &self.services.search);
        let (listed, total) = documents::list(db, &filter).await?;
        // A cluster embeds texts on their way there.
        let by_meaning = match search.is_in_cluster() {
            true => Some(search.status().await.model.is_some()),
            false => None,
        };
        let covered = search.covers(listed.iter().map(|one| one.change).max().unwrap_or_default()).await;
        let mut lines = Vec::with_capacity(listed.len());
        for listed in listed {
            let indexed = self.indexed(&listed, covered, by_meaning).await;
            let documents::Listed { id, kind, title, product, day, source, parts, .. } = listed;
            lines.push(DocumentLine { id, title, kind, day, product, source, parts, indexed });
        }
        Ok(DocumentPage { documents: lines, total, sources: documents::sources(db).await? })
    }

    async fn files_report(&self, id: &str) -> Result<FilesReport, AppError> {
        self.must_be_admin()?;
        self.services.intake.report(id)
    }

    async fn search_test(&self, query: &str) -> Result<SearchTest, AppError> {
        self.must_be_admin()?;
        if query.trim().is_empty() {
            return Err(AppError::invalid("query", "The query is empty. Say what to look for."));
        }
        let search = self.services.search.clone();
        let text = query.trim().to_owned();
        let wanted =
            SearchQuery { text, limit: MAX_HITS, meaning: true, only: Some(Only::Documents), ..SearchQuery::default() };
        let found = tokio::task::spawn_blocking(move || search.find(&wanted)).await;
        let failed = |error: &dyn std::fmt::Display| {
            tracing::error!(%error, "a test of search failed");
            AppError::internal()
        };
        let found = found.map_err(|error| failed(&error))?.map_err(|error| failed(&error))?;
        let mut hits = Vec::new();
        for hit in &found.hits {
            let id = hit.id.split_once('#').map_or(hit.id.as_str(), |(id, _)| id);
            match records::document(&self.services.db, id).await {
                Ok(document) => hits.extend(test_hit(hit, document, query)),
                // One deleted a moment ago may still be in the index.
                Err(StoreError::NotFound(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.read("search_test", None, hits.len()).await?;
        let model = found.model.map(str::to_owned);
        Ok(SearchTest { query: query.trim().to_owned(), words: found.words, model, hits })
    }

    async fn delete_document(&self, id: &str) -> Result<(), AppError> {
        self.must_be_admin()?;
        let title = records::document(&self.services.db, id).await?.title;
        self.audit(Action::Deleted, format!("document:{id}"), format!("Deleted: {title}")).await?;
        documents::delete(&self.services.db, id).await?;
        self.catch_up().await;
        Ok(())
    }

    async fn reindex_documents(&self, id: Option<&str>) -> Result<u64, AppError> {
        self.must_be_admin()?;
        let marked = documents::reindex(&self.services.db, id).await?;
        let what = id.map_or_else(|| format!("documents:{marked}"), |id| format!("document:{id}"));
        self.audit(Action::SettingsChanged, what, "Indexed anew").await?;
        self.catch_up().await;
        Ok(marked)
    }
}

impl Api {
    /// What changed is stored: if indexing fails now, search catches up by itself.
    async fn catch_up(&self) {
        if let Err(error) = self.services.search.catch_up(&self.services.db, |_, _| {}).await {
            tracing::warn!(%error, "search takes the changed documents in later");
        }
    }
}

/// `None` if the document no longer has this part.
fn test_hit(hit: &Hit, document: Document, query: &str) -> Option<TestHit> {
    let chunk = document.chunks.into_iter().find(|chunk| chunk.id == hit.id)?;
    let whole = format!("{}\n{}\n{}", document.title, chunk.heading.as_deref().unwrap_or_default(), chunk.text);
    let matched = words::matched(&whole, query).into_iter().map(str::to_owned).collect();
    Some(TestHit {
        document: document.id,
        title: document.title,
        position: chunk.position,
        heading: chunk.heading,
        excerpt: words::excerpt(&chunk.text, query, MAX_EXCERPT_CHARS).to_owned(),
        score: f64::from(hit.score),
        keywords: f64::from(hit.bm25),
        meaning: hit.cosine.map(f64::from),
        words: matched,
    })
}

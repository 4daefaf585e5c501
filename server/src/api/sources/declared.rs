//! Declarations of sources made on a page: drafted from an address or an upload, changed, tested, paused and removed. The
//! text goes to the page; passwords never do.

use std::path::{Path, PathBuf};

use model::error::AppError;
use model::sources::declared::{
    Declaration, DeclarationChange, DeclarationPage, DeclarationState, Declarations, DeclaredTable, NewSource,
};

use super::super::Api;
use crate::import::upload::Incoming;
use crate::query::ast::Dataset;
use crate::query::check::Checked;
use crate::query::declared::{Opened, RowCount};
use crate::query::listing;
use crate::services::{SOURCE, stored_sources};
use crate::settings::Change;
use crate::sources::{self, Credentials, Opener, Place, Report, StoredDeclaration, Variables, form, is_name};
use crate::store::settings::StoredSetting;
use model::run::Scope;

/// Rows shown of a table, and how long they may take.
const SAMPLE_ROWS: usize = 5;
const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(5);

/// The folder of uploaded files in the data folder.
const UPLOADS: &str = "uploads";

type Found = (StoredDeclaration, StoredSetting);

impl Api {
    pub(super) async fn all_declarations(&self) -> Result<Declarations, AppError> {
        self.must_be_admin()?;
        let (looked_at, reports) = self.services.sources.looked();
        let opened = self.services.agent.names().sources();
        let in_files = reports.iter().filter(|report| report.stored.is_none());
        let mut all: Vec<Declaration> = in_files.map(|report| told(report, &opened)).collect();
        for (name, stored, row) in self.stored_rows().await? {
            let report = reports.iter().find(|report| report.stored.as_deref() == Some(&name));
            all.push(match stored {
                Ok(stored) => self.declared(&name, &stored, &row, report),
                Err(why) => Declaration { problems: vec![why], ..by(&name, &row, DeclarationState::On) },
            });
        }
        let max_bytes = self.services.config.import_max_mib.value << 20;
        Ok(Declarations { all, looked_at, max_bytes })
    }

    pub(super) async fn one_declaration(&self, name: &str) -> Result<DeclarationPage, AppError> {
        self.must_be_admin()?;
        let (stored, row) = self.stored(name).await?;
        let (report, opened) = self.look(name, &stored).await;
        let mut tables = form::tables(&stored.draft, &stored.text).unwrap_or_default();
        for table in &mut tables {
            let own = opened.iter().find(|opened| opened.source.name.as_str() == table.name);
            if let Some(own) = own {
                table.columns = own.columns.iter().map(|column| column.says.to_string()).collect();
                table.rows = self.sample(own).await;
            }
        }
        let declaration = with_report(by(name, &row, stored.state), &stored, Some(&report), &opened);
        let questions = self.understood(stored.questions).await?;
        Ok(DeclarationPage { declaration, yaml: stored.text, tables, questions })
    }

    /// Those of the questions that are understood by rules, with the names of all sources in use.
    async fn understood(&self, questions: Vec<String>) -> Result<Vec<String>, AppError> {
        let (vocabulary, today) = (self.services.agent.vocabulary().await?, self.services.agent.as_of().await?);
        let read = move || {
            let understood = |text: &String| crate::query::frame::one(text, &vocabulary, today).is_ok();
            questions.into_iter().filter(understood).collect()
        };
        // Reading takes some milliseconds a question.
        tokio::task::spawn_blocking(read).await.map_err(|_| AppError::internal())
    }

    /// Looks at an address and stores a draft of its declaration, which is not in use until it is confirmed.
    ///
    /// # Errors
    /// `Invalid` for an address that cannot be read, with what to do.
    pub async fn draft_source(&self, new: NewSource) -> Result<Declaration, AppError> {
        self.must_be_admin()?;
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let credentials =
            Credentials { user: given(new.user), password: given(new.password), api_key: given(new.api_key) };
        let wrong = |why: String| AppError::invalid("address", why);
        let (place, secrets) = Place::given(&new.address, credentials).map_err(wrong)?;
        let name = self.free_name(given(new.name), &place).await?;
        let declaration = StoredDeclaration { secrets, ..StoredDeclaration::default() };
        self.keep_draft(&name, &place, declaration, &new.tables).await
    }

    /// Likewise for an uploaded file, which stays on this machine.
    ///
    /// # Errors
    /// `Invalid` for a file that cannot be read, with what to do.
    pub async fn draft_upload(&self, incoming: Incoming, name: Option<String>) -> Result<Declaration, AppError> {
        self.must_be_admin()?;
        let file = incoming.file().to_owned();
        let folder = self.uploads_folder().join(self.services.world.id());
        let path = folder.join(&file);
        let kept = path.clone();
        let moved = tokio::task::spawn_blocking(move || incoming.keep_at(&kept)).await;
        moved.map_err(|_| AppError::internal())??;
        let drafted = async {
            let place = Place::uploaded(&path).map_err(|why| AppError::invalid("file", why))?;
            let name = self.free_name(name, &place).await?;
            let declaration = StoredDeclaration { upload: Some(file), ..StoredDeclaration::default() };
            self.keep_draft(&name, &place, declaration, &[]).await
        };
        let drafted = drafted.await;
        if drafted.is_err() {
            let _ = std::fs::remove_dir_all(&folder);
        }
        drafted
    }

    async fn keep_draft(
        &self,
        name: &str,
        place: &Place,
        declaration: StoredDeclaration,
        tables: &[String],
    ) -> Result<Declaration, AppError> {
        let places = self.services.config.sources.places();
        let variables = Variables::Own(declaration.secrets.clone());
        let field = if declaration.upload.is_some() { "file" } else { "address" };
        let drafted = place.draft_with(name, tables, &places, false, &variables).await;
        let drafted = drafted.map_err(|error| {
            let why = format!("{error:#}").replace("Name those that matter: --tables", "Name those that matter:");
            AppError::invalid(field, sentence(&why))
        })?;
        let text = self.with_free_names(name, drafted.text, &drafted.sources);
        let declaration = StoredDeclaration {
            draft: text.clone(),
            text,
            questions: drafted.questions.into_iter().take(3).collect(),
            state: DeclarationState::Draft,
            ..declaration
        };
        self.store_source(name, Some(&declaration)).await?;
        self.test_source(name).await
    }

    /// A draft whose sources have names that no others have.
    fn with_free_names(&self, name: &str, mut text: String, drafted: &[String]) -> String {
        let all = self.services.agent.names().sources();
        let taken = |own: &str| {
            let dataset = Dataset::ALL.iter().any(|dataset| dataset.as_str() == own);
            dataset || all.iter().any(|opened| opened.source.name.as_str() == own)
        };
        for own in drafted.iter().filter(|own| taken(own)) {
            let named = |name: &str| format!("\n- name: {name}\n");
            text = text.replace(&named(own), &named(&format!("{name}_{own}")));
        }
        text
    }

    /// Changes the text or the state of a declaration.
    ///
    /// # Errors
    /// `Invalid` with its line for a text that cannot be parsed.
    pub async fn change_source(&self, name: &str, change: DeclarationChange) -> Result<Declaration, AppError> {
        self.must_be_admin()?;
        let (mut stored, row) = self.stored(name).await?;
        if let Some(text) = change.yaml {
            let text = text.replace("\r\n", "\n");
            let sealed = form::sealed(&stored.text, &text, &stored.secrets);
            (stored.text, stored.secrets) = sealed.map_err(|problem| AppError::invalid("yaml", problem.to_string()))?;
        }
        stored.state = change.state.unwrap_or(stored.state);
        self.store_source(name, Some(&stored)).await?;
        let (report, opened) = self.look(name, &stored).await;
        Ok(with_report(by(name, &row, stored.state), &stored, Some(&report), &opened))
    }

    /// Applies the choices of the form to a declaration: see [`form::changed`].
    ///
    /// # Errors
    /// `Invalid` if the declaration cannot be parsed, or no table is chosen.
    pub async fn choose_source(
        &self,
        name: &str,
        field: &(dyn Fn(&str) -> Option<String> + Sync),
        state: Option<DeclarationState>,
    ) -> Result<(), AppError> {
        self.must_be_admin()?;
        let (mut stored, _) = self.stored(name).await?;
        let wrong = |problem: sources::Problem| AppError::invalid("yaml", problem.to_string());
        let tables = form::tables(&stored.draft, &stored.text).map_err(wrong)?.len();
        if (0..tables).all(|table| field(&format!("t{table}.used")).is_none()) {
            return Err(AppError::invalid("tables", "Choose at least one table, or remove the source."));
        }
        stored.text = form::changed(&stored.draft, &stored.text, &|name| field(name)).map_err(wrong)?;
        stored.state = state.unwrap_or(stored.state);
        self.store_source(name, Some(&stored)).await
    }

    /// Opens a declaration once, whatever its state, and reports on it.
    pub async fn test_source(&self, name: &str) -> Result<Declaration, AppError> {
        self.must_be_admin()?;
        let (stored, row) = self.stored(name).await?;
        let (report, opened) = self.look(name, &stored).await;
        Ok(with_report(by(name, &row, stored.state), &stored, Some(&report), &opened))
    }

    /// Opens all sources again.
    pub fn refresh_sources(&self) -> Result<(), AppError> {
        self.must_be_admin()?;
        self.services.sources.look_again();
        Ok(())
    }

    /// Removes a declaration with its secrets and its upload. The database itself is not changed.
    pub async fn remove_source(&self, name: &str) -> Result<(), AppError> {
        self.must_be_admin()?;
        let (stored, _) = self.stored(name).await?;
        self.store_source(name, None).await?;
        let uploads = self.uploads_folder();
        let file = stored.upload.as_deref().and_then(|file| uploaded_in(&uploads, file, &stored.text));
        if let Some(folder) = file
            && let Err(error) = tokio::fs::remove_dir_all(&folder).await
        {
            tracing::warn!(folder = %folder.display(), %error, "an uploaded file stays");
        }
        Ok(())
    }

    fn uploads_folder(&self) -> PathBuf {
        let folder = Path::new(&self.services.config.data.folder.value);
        // As declarations name it.
        folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).join(UPLOADS)
    }

    /// The stored declarations with their rows, as they are now.
    async fn stored_rows(&self) -> Result<Vec<(String, Result<StoredDeclaration, String>, StoredSetting)>, AppError> {
        let rows = crate::store::settings::all(&self.services.db).await?;
        let read = stored_sources(&self.services.config, &rows);
        let row = |name: &str| rows.iter().find(|row| row.name.strip_prefix(SOURCE) == Some(name)).cloned();
        Ok(read.into_iter().filter_map(|(name, stored)| Some((name.clone(), stored, row(&name)?))).collect())
    }

    async fn stored(&self, name: &str) -> Result<Found, AppError> {
        let all = self.stored_rows().await?;
        let found = all.into_iter().find(|(own, ..)| own == name);
        let none = || {
            let what =
                format!("No source \"{name}\" was added on this page. Those in files are changed in their files.");
            AppError::not_found(what)
        };
        let (_, stored, row) = found.ok_or_else(none)?;
        Ok((stored.map_err(|detail| AppError::Unavailable { detail })?, row))
    }

    /// A name that no other declaration has.
    async fn free_name(&self, wanted: Option<String>, place: &Place) -> Result<String, AppError> {
        let all = self.stored_rows().await?;
        let taken = |name: &str| all.iter().any(|(own, ..)| own == name);
        if let Some(name) = wanted {
            let name = name.trim().to_owned();
            if !is_name(&name) {
                let detail = format!("\"{name}\" is not a valid name: use lower-case letters, digits and _.");
                return Err(AppError::invalid("name", detail));
            }
            if taken(&name) {
                return Err(AppError::invalid(
                    "name",
                    format!("Another source is called {name}. Choose another name."),
                ));
            }
            return Ok(name);
        }
        let plain = place.name();
        let numbered = (2..).map(|n| format!("{plain}_{n}"));
        Ok(std::iter::once(plain.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(plain))
    }

    /// Stores a declaration, or removes it, with an audit entry; waits until it is in use.
    async fn store_source(&self, name: &str, declaration: Option<&StoredDeclaration>) -> Result<(), AppError> {
        let value = declaration.map(serde_json::to_string).transpose().map_err(|_| AppError::internal())?;
        let change = Change { name: format!("{SOURCE}{name}"), value };
        self.store_settings(&[change], format!("source:{name}")).await
    }

    /// Opens a declaration by itself.
    async fn look(&self, name: &str, stored: &StoredDeclaration) -> (Report, Vec<std::sync::Arc<Opened>>) {
        let places = self.services.config.sources.places();
        let mut opener = Opener::new(self.services.db.clone(), places.loaded, self.services.today());
        let mut report = opener.stored(name, stored).await;
        // It is opened alone, so a name that another source already has would go unnoticed.
        let (_, all) = self.services.sources.looked();
        let others = all.iter().filter(|other| other.stored.as_deref() != Some(name));
        let taken: Vec<&String> =
            others.flat_map(|other| &other.sources).filter(|(_, open, _)| *open).map(|(name, ..)| name).collect();
        for (own, open, problems) in report.sources.iter_mut().filter(|(own, ..)| taken.contains(&own)) {
            *open = false;
            let what = format!("Another source is called {own}. Rename one of them in the text.");
            problems.push(sources::Problem::new(0, what));
        }
        (report, opener.opened)
    }

    async fn sample(&self, opened: &std::sync::Arc<Opened>) -> Vec<Vec<String>> {
        let dataset = Dataset::Source(opened.source.name);
        let rows = Checked::listing(dataset, Some(opened.clone()), Scope::default(), Default::default(), Vec::new());
        let found = listing::of_source(&self.services.db, &rows, (SAMPLE_ROWS, 0), TIMEOUT).await.unwrap_or_default();
        found.into_iter().map(|row| row.into_iter().map(Option::unwrap_or_default).collect()).collect()
    }

    fn declared(
        &self,
        name: &str,
        stored: &StoredDeclaration,
        row: &StoredSetting,
        report: Option<&Report>,
    ) -> Declaration {
        let opened = self.services.agent.names().sources();
        with_report(by(name, row, stored.state), stored, report, &opened)
    }
}

fn by(name: &str, row: &StoredSetting, state: DeclarationState) -> Declaration {
    let (changed_by, changed_at) = (row.changed_by.clone(), row.changed_at);
    Declaration { name: name.to_owned(), state, changed_by, changed_at, ..Declaration::default() }
}

fn with_report(
    declaration: Declaration,
    stored: &StoredDeclaration,
    report: Option<&Report>,
    opened: &[std::sync::Arc<Opened>],
) -> Declaration {
    let (tables, problems) = report.map(|report| parts(report, opened)).unwrap_or_default();
    Declaration { upload: stored.upload.clone(), tables, problems, ..declaration }
}

/// A declaration in a file.
fn told(report: &Report, opened: &[std::sync::Arc<Opened>]) -> Declaration {
    let (tables, problems) = parts(report, opened);
    let file = report.file.display().to_string();
    // The file of a folder has the folder's name.
    let of_folder = report.file.file_name().is_some_and(|name| name == "sources.yaml");
    let named = if of_folder { report.file.parent().and_then(Path::file_name) } else { report.file.file_stem() };
    let name = named.unwrap_or_default().to_string_lossy().into_owned();
    Declaration { name, file: Some(file), state: DeclarationState::On, tables, problems, ..Declaration::default() }
}

fn parts(report: &Report, opened: &[std::sync::Arc<Opened>]) -> (Vec<DeclaredTable>, Vec<String>) {
    let said = |problems: &[sources::Problem]| problems.iter().map(ToString::to_string).collect::<Vec<_>>();
    let table = |(name, open, problems): &(String, bool, Vec<sources::Problem>)| {
        let own = opened.iter().find(|opened| *open && opened.source.name.as_str() == name);
        let (rows, more) = match own.and_then(|own| own.rows) {
            Some(RowCount::Exactly(rows)) => (Some(rows), false),
            Some(RowCount::MoreThan(rows)) => (Some(rows), true),
            None => (None, false),
        };
        let days = own.and_then(|own| own.days).and_then(|days| days.from.zip(days.to));
        let for_everyone = own.is_some_and(|own| own.source.for_everyone);
        DeclaredTable { name: name.clone(), open: *open, rows, more, days, for_everyone, problems: said(problems) }
    };
    (report.sources.iter().map(table).collect(), said(&report.problems))
}

/// The folder of an upload, if the text of its declaration names it.
fn uploaded_in(uploads: &Path, file: &str, text: &str) -> Option<PathBuf> {
    let folders = std::fs::read_dir(uploads).ok()?.flatten().map(|entry| entry.path());
    folders.into_iter().find(|folder| folder.join(file).is_file() && text.contains(&folder.display().to_string()))
}

/// A message as a sentence.
fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', '?', '…']) { text.to_owned() } else { format!("{text}.") }
}

//! Declared sources: files that declare tables of any database, or folders of files, for the query language. Here they
//! are parsed, checked against their databases, opened and kept up to date; `query::declared` has their meaning.

mod declaration;
mod draft;
mod folder;
pub mod form;
mod given;
mod index;
mod open;
mod place;
mod resolve;
mod stored;
mod watch;
mod write;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::NaiveDate;
use model::sources::declared::DeclarationState;
use model::time::day_of;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

pub use self::declaration::{Problem, Text, line, parse};
pub use self::draft::Drafted;
pub use self::folder::{is_workbook, sheet_as_csv};
pub use self::given::Credentials;
pub use self::open::{Opener, Report, filled};
pub use self::place::{Place, SearchPlace};
pub use self::resolve::is_name;
pub use self::stored::{StoredDeclaration, Variables};
pub use self::watch::Watch;
use base::world::World;
use query::declared::Opened;
use query::values::SharedVocabulary;
use store::Db;

/// Locations of declarations and loaded files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Folders with `*.yaml` files, or with folders that have a `sources.yaml`.
    pub declarations: Vec<PathBuf>,
    /// A SQLite file for each loaded folder, named by the hash of its contents.
    pub loaded: PathBuf,
}

impl Places {
    /// The files of declarations, in order.
    pub fn files(&self) -> Vec<PathBuf> {
        let is_yaml = |path: &Path| path.extension().is_some_and(|end| end == "yaml" || end == "yml");
        let mut files = Vec::new();
        for folder in &self.declarations {
            let Ok(list) = std::fs::read_dir(folder) else { continue };
            let mut own: Vec<PathBuf> = Vec::new();
            for path in list.flatten().map(|entry| entry.path()) {
                let inside = path.join("sources.yaml");
                if path.is_file() && is_yaml(&path) {
                    own.push(path);
                } else if inside.is_file() {
                    own.push(inside);
                }
            }
            own.sort();
            files.extend(own);
        }
        files
    }
}

/// Declarations made on a page, by name, or why one cannot be read.
pub type StoredDeclarations = BTreeMap<String, Result<StoredDeclaration, String>>;

/// The reports of a server's last look at its sources, and the wish for another one.
#[derive(Default)]
pub struct Status {
    looked: Mutex<(Option<i64>, Arc<Vec<Report>>)>,
    again: Notify,
}

impl Status {
    /// When sources were last opened, in UTC milliseconds, with a report on each declaration.
    pub fn looked(&self) -> (Option<i64>, Arc<Vec<Report>>) {
        self.looked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Opens the sources again soon.
    pub fn look_again(&self) {
        self.again.notify_one();
    }

    pub fn put(&self, at: i64, reports: Vec<Report>) {
        *self.looked.lock().unwrap_or_else(PoisonError::into_inner) = (Some(at), Arc::new(reports));
    }
}

/// Opens all declared sources; reports on each declaration.
pub async fn open(
    places: &Places,
    stored: &StoredDeclarations,
    own: &Db,
    today: NaiveDate,
) -> (Vec<Arc<Opened>>, Vec<Report>) {
    let (opener, reports) = open_all(places, stored, own, today).await;
    (opener.opened, reports)
}

async fn open_all(places: &Places, stored: &StoredDeclarations, own: &Db, today: NaiveDate) -> (Opener, Vec<Report>) {
    let mut opener = Opener::new(own.clone(), places.loaded.clone(), today);
    let mut reports = Vec::new();
    for file in places.files() {
        reports.push(opener.file(&file).await);
    }
    for (name, declaration) in stored {
        match declaration {
            Ok(declaration) if declaration.state == DeclarationState::On => {
                reports.push(opener.stored(name, declaration).await);
            }
            Ok(_) => {}
            Err(why) => reports.push(Report::unread(name, why)),
        }
    }
    let provider = opener.provider().await;
    if !provider.lines().is_empty() {
        reports.push(provider);
    }
    (opener, reports)
}

/// How often values and days of sources are reloaded, since their databases change.
const RELOAD_INTERVAL: Duration = Duration::from_secs(3_600);

/// Opens the sources for use and signals `open_once`; repeats this whenever a file changes, when `status` asks for it,
/// and once an hour, until `stop` fires. `stored` gives the declarations made on pages. Problems of one source are logged
/// and do not affect the others.
pub async fn keep(
    (places, stored): (Places, impl Fn() -> StoredDeclarations),
    own: Db,
    vocabulary: Arc<SharedVocabulary>,
    world: World,
    (open_once, status): (&AtomicBool, &Status),
    stop: CancellationToken,
) {
    let looked = places.clone();
    let mut watch = Watch::new(move || looked.files());
    let mut said: Vec<String> = Vec::new();
    loop {
        let goes_on = tokio::select! {
            changed = watch.changed(&stop) => changed,
            () = status.again.notified() => true,
            () = tokio::time::sleep(RELOAD_INTERVAL) => true,
        };
        if !goes_on {
            return;
        }
        let now = world.now();
        let (Opener { opened, files, .. }, reports) = open_all(&places, &stored(), &own, day_of(now)).await;
        let lines: Vec<String> = reports.iter().flat_map(Report::lines).collect();
        lines.iter().filter(|line| !said.contains(line)).for_each(|line| tracing::warn!("{line}"));
        said = lines;
        vocabulary.declare(opened);
        status.put(now, reports);
        open_once.store(true, Ordering::Relaxed);
        let loaded = places.loaded.clone();
        let swept = tokio::task::spawn_blocking(move || folder::sweep(&loaded, &files, std::time::SystemTime::now()));
        if let Err(error) = swept.await {
            tracing::warn!(%error, "files that are no longer used were not looked for");
        }
    }
}

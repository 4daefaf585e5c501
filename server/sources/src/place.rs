//! A location given to `source add`: a database URL, a SQLite file, a folder of files, or a search cluster.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::declaration::Connection;
use super::draft::{self, Drafted, TABLES};
use super::open::expanded;
use super::resolve::{full_name, is_name};
use super::stored::{Variables, hidden};
use super::{Places, folder, index};
use query::values::pick;
use store::SourceDb;
use store::foreign;

/// A location of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Postgres(String),
    Mysql(String),
    Sqlite(PathBuf),
    Folder(PathBuf),
    Search(SearchPlace),
}

/// A search cluster with credentials; secrets are names of environment variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchPlace {
    pub url: String,
    pub user: Option<String>,
    pub password_env: Option<String>,
    pub api_key_env: Option<String>,
    pub ca_file: Option<PathBuf>,
}

impl SearchPlace {
    fn connection(&self) -> Connection {
        let variable = |name: &Option<String>| name.as_ref().map(|name| format!("${{{name}}}"));
        let full = |file: &PathBuf| file.canonicalize().unwrap_or_else(|_| file.clone()).display().to_string();
        Connection {
            opensearch: Some(self.url.clone()),
            user: self.user.clone(),
            password: variable(&self.password_env),
            api_key: variable(&self.api_key_env),
            ca_file: self.ca_file.as_ref().map(full),
            ..Connection::default()
        }
    }

    async fn open(&self, named: &[String], variables: &Variables) -> Result<SourceDb> {
        let said = self.connection();
        let filled = expanded(&said, Path::new("."), variables).map_err(anyhow::Error::msg)?;
        let settings = index::settings(&filled, &said).map_err(anyhow::Error::msg)?;
        Ok(SourceDb::Index(opensearch::indices::open(&settings, named).await?))
    }
}

impl Place {
    /// Parses a command-line argument.
    pub fn read(text: &str) -> Result<Self> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        if text.starts_with("mysql://") || text.starts_with("mariadb://") {
            return Ok(Self::Mysql(text.to_owned()));
        }
        let path = Path::new(text.strip_prefix("sqlite://").unwrap_or(text));
        if folder::is_pattern(path) {
            let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            let folder = folder.canonicalize().with_context(|| {
                format!("There is no folder {}; a pattern may only be in the name of the files", folder.display())
            })?;
            return Ok(Self::Folder(folder.join(path.file_name().unwrap_or_default())));
        }
        let path = path.canonicalize().with_context(|| format!("There is no {}", path.display()))?;
        if path.is_dir() || folder::is_read(&path) {
            Ok(Self::Folder(path))
        } else if is_sqlite(&path) {
            Ok(Self::Sqlite(path))
        } else {
            bail!("{} is not a folder, a SQLite database, or a {} file.", path.display(), folder::ENDINGS)
        }
    }

    /// A name, from its file or database.
    pub fn name(&self) -> String {
        let text = match self {
            Self::Postgres(url) | Self::Mysql(url) => {
                url.split('?').next().unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned()
            }
            Self::Folder(path) if folder::is_pattern(path) => folder::name(path),
            Self::Search(_) => "opensearch".into(),
            Self::Sqlite(path) | Self::Folder(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.split('.').next().unwrap_or_default().to_owned()
            }
        };
        let plain: String =
            text.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let plain = plain.trim_matches('_').to_owned();
        if is_name(&plain) { plain } else { format!("source_{plain}").trim_end_matches('_').chars().take(60).collect() }
    }

    /// The YAML of its connection, without its password if that is stored elsewhere.
    fn connection(&self, variables: &Variables) -> String {
        let url = |text: String| format!("    url: {}\n", serde_json::Value::from(text));
        match self {
            Self::Postgres(text) | Self::Mysql(text) => url(match variables {
                Variables::Environment => text.clone(),
                Variables::Own(_) => hidden(text).0,
            }),
            Self::Sqlite(path) => url(format!("sqlite://{}", path.display())),
            Self::Folder(path) => format!("    folder: {}\n", serde_json::Value::from(path.display().to_string())),
            Self::Search(place) => {
                let said = place.connection();
                let all = [
                    ("opensearch", said.opensearch),
                    ("user", said.user),
                    ("password", said.password),
                    ("api_key", said.api_key),
                    ("ca_file", said.ca_file),
                ];
                let line = |(name, text): (&str, Option<String>)| {
                    Some(format!("    {name}: {}\n", serde_json::Value::from(text?)))
                };
                all.into_iter().filter_map(line).collect()
            }
        }
    }

    /// What the user should also do.
    pub fn advice(&self) -> Option<String> {
        let grants = match self {
            Self::Postgres(_) => {
                "CREATE ROLE plumbline LOGIN PASSWORD '…'; GRANT USAGE ON SCHEMA public TO plumbline;\n  \
                 GRANT SELECT ON ALL TABLES IN SCHEMA public TO plumbline;"
            }
            Self::Mysql(_) => "CREATE USER plumbline IDENTIFIED BY '…'; GRANT SELECT ON NAME.* TO plumbline;",
            Self::Sqlite(_) | Self::Folder(_) => return None,
            Self::Search(_) => {
                let text = "Plumbline only searches the cluster. Still give it a user or key of its own that may do no more: the cluster \
                            privilege \"monitor\", and \"read\" and \"view_index_metadata\" on these indices.";
                return Some(text.into());
            }
        };
        Some(format!(
            "The file holds the URL with its password, and nobody else may read it; ${{NAME}} in it is an environment variable.\n\
             Plumbline only reads, in read-only transactions with a time limit. Still give it a user of its own that may do no \
             more:\n  {grants}"
        ))
    }

    /// Inspects it and drafts a declaration. `agreed` enables guessed joins at once.
    pub async fn draft(&self, name: &str, only: &[String], places: &Places, agreed: bool) -> Result<Drafted> {
        self.draft_with(name, only, places, agreed, &Variables::Environment).await
    }

    /// Likewise for a declaration whose secrets are stored beside it.
    pub async fn draft_with(
        &self,
        name: &str,
        only: &[String],
        places: &Places,
        agreed: bool,
        variables: &Variables,
    ) -> Result<Drafted> {
        let db = match self {
            Self::Search(place) => Ok(place.open(only, variables).await?),
            Self::Postgres(url) | Self::Mysql(url) => foreign::open(url).await,
            Self::Sqlite(path) => foreign::open_file(path).await.map(SourceDb::Db),
            Self::Folder(path) => {
                let (file, _) = folder::load(path, &places.loaded).await.map_err(anyhow::Error::msg)?;
                foreign::open_file(&file).await.map(SourceDb::Db)
            }
        };
        let db = db.context("The database cannot be read")?;
        let mut tables = foreign::look(&db).await.context("The tables cannot be seen")?;
        for wanted in only {
            if !tables.iter().any(|table| full_name(table) == *wanted) {
                let names: Vec<String> = tables.iter().map(full_name).collect();
                bail!("{}", pick::unknown("table", wanted, &names).0);
            }
        }
        tables.retain(|table| only.is_empty() || only.contains(&full_name(table)));
        if let SourceDb::Index(indices) = &db
            && tables.len() <= TABLES
        {
            for table in &mut tables {
                store::foreign::index::mark_lists(indices, table).await.context("The indices cannot be read")?;
            }
        }
        if tables.is_empty() {
            bail!("There are no readable tables. Grant this user the right to read them.");
        }
        if tables.len() > TABLES {
            let some: Vec<String> = tables.iter().take(20).map(full_name).collect();
            bail!(
                "There are {} tables; a draft takes {TABLES}. Name those that matter: --tables {} …",
                tables.len(),
                some.join(",")
            );
        }
        draft::draft(&db, &tables, name, &self.connection(variables), agreed).await.context("The tables cannot be read")
    }
}

/// Whether a file has SQLite's header.
fn is_sqlite(path: &Path) -> bool {
    use std::io::Read as _;
    let mut head = [0; 16];
    std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok()
        && head.starts_with(b"SQLite format 3")
}

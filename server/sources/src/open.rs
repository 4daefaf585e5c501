//! Opens what a file declares: its connections, each source checked against the existing tables, and the values of its
//! dimensions. A source that would give wrong figures is not opened.

mod provider;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;
use model::run::Scope;
use model::time::{DateRange, day_of_digits};

use super::declaration::{self, Connection, File, Problem, SourceText, line};
use super::folder;
use super::index::{LOOK, VALUES};
use super::resolve::resolve;
use super::stored::{StoredDeclaration, Variables};
use query::ast::Dataset;
use query::catalog::ColumnType;
use query::check::{Checked, Scoped};
use query::declared::{Dimension, Field, Opened, RowCount, Source};
use query::sql::{LOOKED_AT, SqlCompiler, Statement};
use store::analytics::bounded;
use store::foreign::{self, Looked};
use store::{Db, SourceDb, StoreError};

/// The report on a file.
#[derive(Clone, Debug)]
pub struct Report {
    pub file: PathBuf,
    /// The name of a declaration made on a page, which is in no file.
    pub stored: Option<String>,
    /// Problems of the file itself or its connections.
    pub problems: Vec<Problem>,
    /// Its sources by name, whether they are in use, and their problems.
    pub sources: Vec<(String, bool, Vec<Problem>)>,
}

impl Report {
    /// The report on a stored declaration that cannot be read.
    pub fn unread(name: &str, why: &str) -> Self {
        let file = PathBuf::from(format!("source {name}"));
        Self { file, stored: Some(name.to_owned()), problems: vec![Problem::new(0, why)], sources: Vec::new() }
    }

    /// All problems, as `file:line: source: message`.
    pub fn lines(&self) -> Vec<String> {
        let file = self.file.display();
        let at = |problem: &Problem| if problem.line == 0 { String::new() } else { format!(":{}", problem.line) };
        let own = self.problems.iter().map(|p| format!("{file}{}: {}", at(p), p.message));
        let of = |(name, _, problems): &(String, bool, Vec<Problem>)| -> Vec<String> {
            problems.iter().map(|p| format!("{file}{}: {name}: {}", at(p), p.message)).collect()
        };
        own.chain(self.sources.iter().flat_map(of)).collect()
    }
}

/// Opens files in order; the first source with a name gets it.
pub struct Opener {
    own: Db,
    loaded: PathBuf,
    today: NaiveDate,
    /// The variables of the current declaration.
    variables: Variables,
    /// Notes on the connections of the current file.
    notes: Vec<Problem>,
    pub opened: Vec<Arc<Opened>>,
    /// The databases that hold loaded files.
    pub files: Vec<PathBuf>,
    /// Databases by connection, shared among files.
    databases: HashMap<Connection, (SourceDb, Arc<Vec<Looked>>)>,
}

impl Opener {
    /// `today` is the current day, to distinguish old data from current data.
    pub fn new(own: Db, loaded: PathBuf, today: NaiveDate) -> Self {
        Self {
            own,
            loaded,
            today,
            variables: Variables::default(),
            notes: Vec::new(),
            opened: Vec::new(),
            files: Vec::new(),
            databases: HashMap::new(),
        }
    }

    /// Opens a declaration file.
    pub async fn file(&mut self, path: &Path) -> Report {
        let report = Report { file: path.to_owned(), stored: None, problems: Vec::new(), sources: Vec::new() };
        self.variables = Variables::Environment;
        match std::fs::read_to_string(path) {
            Ok(text) => self.text(&text, path.parent().unwrap_or(Path::new(".")), report).await,
            Err(error) => {
                let problem = Problem::new(0, format!("The file cannot be read: {error}."));
                Report { problems: vec![problem], ..report }
            }
        }
    }

    /// Opens a declaration made on a page.
    pub async fn stored(&mut self, name: &str, declaration: &StoredDeclaration) -> Report {
        let file = PathBuf::from(format!("source {name}"));
        let report = Report { file, stored: Some(name.to_owned()), problems: Vec::new(), sources: Vec::new() };
        self.variables = Variables::Own(declaration.secrets.clone());
        self.text(&declaration.text, Path::new("."), report).await
    }

    /// Opens the text of a declaration; paths in it start in `folder`.
    async fn text(&mut self, text: &str, folder: &Path, mut report: Report) -> Report {
        let file = match declaration::parse::<File>(text) {
            Ok(file) => file,
            Err(problem) => {
                report.problems.push(problem);
                return report;
            }
        };
        self.sources(&file, folder, report).await
    }

    /// Opens the sources of a file.
    async fn sources(&mut self, file: &File, folder: &Path, mut report: Report) -> Report {
        for source in &file.sources {
            let name = source.name.value.clone();
            let problems = match self.source(source, file, folder).await {
                Ok((opened, problems)) => {
                    self.opened.push(Arc::new(opened));
                    report.sources.push((name, true, problems));
                    continue;
                }
                Err(problems) => problems,
            };
            report.sources.push((name, false, problems));
        }
        report.problems.append(&mut self.notes);
        report
    }

    async fn source(
        &mut self,
        text: &SourceText,
        file: &File,
        folder: &Path,
    ) -> Result<(Opened, Vec<Problem>), Vec<Problem>> {
        let at = line(&text.name);
        if self.opened.iter().any(|opened| opened.source.name.as_str() == text.name.value) {
            return Err(vec![Problem::new(at, "Another source has this name. Rename one of them.")]);
        }
        let (db, tables) = self.database(text, file, folder).await.map_err(|problem| vec![problem])?;
        let (source, mut problems) = resolve(text, &tables);
        let Some(source) = source else { return Err(problems) };
        let own = text.connection.is_none();
        let mut opened = Opened::new(source, (!own).then(|| db.clone()), self.today);
        if let SourceDb::Index(indices) = &db {
            problems.extend(super::index::look(indices, &mut opened, text).await);
            return if problems.iter().all(|problem| problem.harmless) {
                ready(opened, at).await.map(|it| (it, problems))
            } else {
                Err(problems)
            };
        }
        let rows = Checked::listing(
            Dataset::Source(opened.source.name),
            Some(Arc::new(opened.clone())),
            Scope::default(),
            Default::default(),
            Vec::new(),
        );
        let look = Look { own: &self.own, query: rows.scoped() };
        for (join, text) in opened.source.joins.iter().zip(&text.joins) {
            match look.repeats(&opened.source, &join.alias).await {
                Ok(0.0) => {}
                Ok(many) => {
                    let what = format!(
                        "{many} keys are in more than one row of {}: a join by them would count rows twice. Join by \
                         columns that identify one row, or use a view.",
                        join.table
                    );
                    problems.push(Problem::new(line(&text.on), what));
                }
                Err(error) => {
                    problems.push(slow(line(&text.on), &format!("whether {} has each key once", join.alias), &error))
                }
            }
        }
        for dimension in &opened.source.dimensions {
            let at = text.dimensions.get(&dimension.name).map_or(at, line);
            problems.extend(look.fits(&opened.source, &dimension.field, dimension.kind, (&dimension.name, at)).await);
        }
        for measure in &opened.source.measures {
            let at = text.measures.get(&measure.name).map_or(at, line);
            let moments = measure.formula.moments();
            for field in measure.formula.columns() {
                let kind = if moments.contains(&field) { ColumnType::Day } else { ColumnType::Number("") };
                problems.extend(look.fits(&opened.source, field, kind, (&measure.name, at)).await);
            }
        }
        if problems.iter().any(|problem| !problem.harmless) {
            return Err(problems);
        }
        match look.count(&opened.source).await {
            Ok(rows) => opened.rows = rows,
            Err(error) => problems.push(slow(at, "how many rows it has", &error)),
        }
        let seen_all = matches!(opened.rows, Some(RowCount::Exactly(_)));
        for dimension in opened.source.dimensions.iter().filter(|d| d.kind == ColumnType::Category) {
            match look.values(&opened.source, dimension, seen_all).await {
                Ok((values, all)) => opened.values.push((dimension.name.clone(), values, all)),
                Err(error) => problems.push(slow(at, &format!("the values of {}", dimension.name), &error)),
            }
        }
        match look.days(&opened.source).await {
            Ok(days) => opened.days = days,
            Err(error) => problems.push(slow(at, "its first and last day", &error)),
        }
        Ok((ready(opened, at).await?, problems))
    }

    /// A source's database with its tables.
    async fn database(
        &mut self,
        text: &SourceText,
        file: &File,
        folder: &Path,
    ) -> Result<(SourceDb, Arc<Vec<Looked>>), Problem> {
        let unreachable =
            |at: u64, error: StoreError| Problem::new(at, format!("The database cannot be read: {error}."));
        let Some(name) = &text.connection else {
            let tables = foreign::look(&self.own).await.map_err(|e| unreachable(line(&text.table), e))?;
            return Ok((SourceDb::Db(self.own.clone()), Arc::new(tables)));
        };
        let Some(said) = file.connections.get(&name.value) else {
            let names: Vec<String> = file.connections.keys().cloned().collect();
            let (message, _) = query::values::pick::unknown("connection", &name.value, &names);
            return Err(Problem::new(line(name), message));
        };
        let at = line(said);
        let mut connection =
            expanded(&said.value, folder, &self.variables).map_err(|message| Problem::new(at, message))?;
        if connection.opensearch.is_some() {
            let of = |source: &&SourceText| source.connection.as_ref().is_some_and(|c| c.value == name.value);
            connection.named = file.sources.iter().filter(of).map(|source| source.table.value.clone()).collect();
        }
        if let Some((db, tables)) = self.databases.get(&connection) {
            return Ok((db.clone(), tables.clone()));
        }
        let db = match (&connection.url, &connection.folder, &connection.opensearch) {
            (None, None, Some(_)) => {
                let wrong = |message| Problem::new(at, message);
                let settings = super::index::settings(&connection, &said.value).map_err(wrong)?;
                opensearch::indices::open(&settings, &connection.named)
                    .await
                    .map(SourceDb::Index)
                    .map_err(|e| wrong(e.to_string()))?
            }
            (Some(url), None, None) => foreign::open(url).await.map_err(|e| unreachable(at, e))?,
            (None, Some(path), None) => {
                let (file, told) =
                    folder::load(Path::new(path), &self.loaded).await.map_err(|message| Problem::new(at, message))?;
                self.notes.extend(told.into_iter().map(|note| Problem::note(at, note)));
                self.files.push(file.clone());
                foreign::open_file(&file).await.map(SourceDb::Db).map_err(|e| unreachable(at, e))?
            }
            _ => return Err(Problem::new(at, "A connection has a url, a folder, or opensearch.")),
        };
        let tables = Arc::new(foreign::look(&db).await.map_err(|e| unreachable(at, e))?);
        self.databases.insert(connection, (db.clone(), tables.clone()));
        Ok((db, tables))
    }
}

/// A source with its phrases: with many values, building them takes longer than the first question can wait.
async fn ready(opened: Opened, at: u64) -> Result<Opened, Vec<Problem>> {
    let work = move || {
        opened.phrases();
        opened
    };
    base::compute(work).await.map_err(|error| vec![Problem::new(at, error.to_string())])
}

/// The problem of a check that timed out or failed.
fn slow(at: u64, what: &str, error: &StoreError) -> Problem {
    match error {
        StoreError::Slow(_) => {
            Problem::note(at, format!("It took longer than {} s to check {what}, so it is unknown.", LOOK.as_secs()))
        }
        other => Problem::new(at, format!("The database would not say {what}: {other}.")),
    }
}

/// Replaces `${NAME}` by environment variables.
///
/// # Errors
/// For an unset variable, and for an unclosed `${`.
pub fn filled(text: &str) -> Result<String, String> {
    Variables::Environment.fill(text)
}

/// A connection with variables replaced, and paths relative to the file's folder.
pub fn expanded(connection: &Connection, folder: &Path, variables: &Variables) -> Result<Connection, String> {
    let text = |text: &Option<String>| text.as_deref().map(|text| variables.fill(text)).transpose();
    let url = text(&connection.url)?;
    let url = url.map(|url| match url.strip_prefix("sqlite://").filter(|file| !file.starts_with('/')) {
        Some(file) => format!("sqlite://{}", folder.join(file).display()),
        None => url,
    });
    let path = text(&connection.folder)?;
    let path = path.map(|path| folder.join(path).to_string_lossy().into_owned());
    let ca_file = text(&connection.ca_file)?.map(|file| folder.join(file).to_string_lossy().into_owned());
    let (opensearch, user) = (text(&connection.opensearch)?, text(&connection.user)?);
    let (password, api_key) = (text(&connection.password)?, text(&connection.api_key)?);
    Ok(Connection { url, folder: path, opensearch, user, password, api_key, ca_file, named: Vec::new() })
}

/// Inspects a source's data.
struct Look<'a> {
    own: &'a Db,
    query: Scoped,
}

impl Look<'_> {
    async fn rows(&self, statement: &Statement) -> Result<Vec<bounded::Line>, StoreError> {
        bounded::rows(self.query.db(self.own), &statement.text, &statement.binds, statement.texts, LOOK).await
    }

    fn sql(&self) -> SqlCompiler<'_> {
        SqlCompiler::new(&self.query, self.own)
    }

    async fn repeats(&self, source: &Source, alias: &str) -> Result<f64, StoreError> {
        let Some(statement) = self.sql().declared_repeats(source, alias) else { return Ok(0.0) };
        Ok(number(&self.rows(&statement).await?, 0).unwrap_or(0.0))
    }

    /// The problem if a field's values do not fit its declared kind.
    async fn fits(&self, source: &Source, field: &Field, kind: ColumnType, (name, at): (&str, u64)) -> Option<Problem> {
        if matches!(kind, ColumnType::Category | ColumnType::Text | ColumnType::List) {
            return None;
        }
        let what = match kind {
            ColumnType::Number(_) => "number",
            ColumnType::Day => "date in this format",
            _ => "yes or no",
        };
        match self.rows(&self.sql().declared_fit(source, field, kind)).await {
            Ok(rows) => {
                let (filled, fits) = (number(&rows, 1)?, number(&rows, 2)?);
                if filled == 0.0 || filled == fits {
                    None
                } else if fits == 0.0 {
                    Some(Problem::new(at, format!("No value of {name} ({}) is a {what}.", field.column)))
                } else {
                    let odd = filled - fits;
                    let text = format!(
                        "{odd} of {filled} values of {name} ({}) are not a {what}; they count as missing.",
                        field.column
                    );
                    Some(Problem::note(at, text))
                }
            }
            Err(error) => Some(slow(at, &format!("whether the values of {name} are each a {what}"), &error)),
        }
    }

    async fn count(&self, source: &Source) -> Result<Option<RowCount>, StoreError> {
        let rows = self.rows(&self.sql().declared_count(source)).await?;
        Ok(number(&rows, 0).map(|counted| RowCount::up_to(LOOKED_AT as u64, counted as u64)))
    }

    /// A dimension's values, and whether the list is complete.
    async fn values(
        &self,
        source: &Source,
        dimension: &Dimension,
        seen_all: bool,
    ) -> Result<(Vec<String>, bool), StoreError> {
        let rows = self.rows(&self.sql().declared_values(source, dimension, VALUES + 1)).await?;
        let mut values: Vec<String> = rows.into_iter().filter_map(|(mut key, _)| key.pop().flatten()).collect();
        let all = values.len() <= VALUES && seen_all;
        values.truncate(VALUES);
        values.sort();
        Ok((values, all))
    }

    async fn days(&self, source: &Source) -> Result<Option<DateRange>, StoreError> {
        let Some(statement) = self.sql().declared_days(source) else { return Ok(None) };
        let rows = self.rows(&statement).await?;
        let day = |place| day_of_digits(number(&rows, place)?);
        Ok(day(0).zip(day(1)).map(|(from, to)| DateRange::new(from, to)))
    }
}

fn number(rows: &[bounded::Line], place: usize) -> Option<f64> {
    rows.first()?.1.get(place).copied().flatten()
}

//! The agent: the loop that drives a run, and the checks of its answers. It knows no HTTP and no SQL; clock and ids are
//! passed in.
//!
//! `live` holds the runs of this process and limits how many go on at once, `drive` is the loop, `calls` runs tools,
//! `approval` takes people's decisions, `reasoner` decides, `talk` talks to models, `cite` numbers rows of results,
//! `ground` checks the answer against them, `score` computes scores, `teach` stores taught words, `watch` streams
//! events, `recorded` writes conversations to files and reads them, `replay` runs them again; `view` has the types that
//! reasoners read and return.

mod approval;
mod calls;
pub mod cite;
mod completeness;
mod drive;
pub mod ground;
mod live;
pub mod reasoner;
pub mod recorded;
pub mod replay;
mod row_access;
pub mod scope;
pub mod score;
mod settings;
mod support;
pub mod talk;
mod teach;
pub mod trace;
mod view;
mod watch;

use std::sync::Arc;

use chrono::NaiveDate;
use model::account::DataAccess;
use model::answer::Receipt;
use model::error::AppError;
use model::run::{Run, Scope, StoredEvent, Strategy};
use model::session::{Ask, MAX_QUESTION_CHARS, Role, SubmittedRun};
use model::support::Caller;
use tokio_util::sync::CancellationToken;

use self::support::calls_apart;
use drive::Past;
use live::gate::Gate;
use live::looks::Looks;
use reasoner::Reasoner;
use row_access::Views;
use talk::router;

use view::Offers;

use base::world::World;
use llm::{ChatModel, NamedModel};
use observe::Observer;
use query::values::{SharedVocabulary, Vocabulary};
use search::Search;
use store::events::{AppendError, EventLog, Row, SameTransaction};
use store::runs::{self, Claimed, Head, Opening};
use store::sent::SentLog;
use store::{Db, sessions};
use tools::{LiveRegistry, Registry, ToolContext};

pub use approval::By;
pub use live::LiveRuns;
use settings::millis;
pub use settings::{Settings, Support};

/// The agent of this process. Cheap to clone.
#[derive(Clone)]
pub struct Agent {
    inner: Arc<Inner>,
}

#[derive(Clone)]
struct Inner {
    db: Db,
    log: EventLog,
    /// The log of what is sent to models.
    sent: SentLog,
    tools: LiveRegistry,
    offers: Arc<Offers>,
    search: Arc<Search>,
    vocabulary: Arc<SharedVocabulary>,
    world: World,
    settings: Settings,
    /// Without one, the rules reason.
    model: Option<Arc<dyn ChatModel>>,
    /// Names this process in the leases of its runs.
    owner: String,
    live: LiveRuns,
    looks: Arc<Looks>,
    /// The agents of accounts that see only a part of the desk.
    views: Arc<Views>,
    observer: Arc<Observer>,
    gate: Gate,
    /// The customers whose data this agent may see.
    sees: DataAccess,
    /// In an agent that replays a run: its recorded events.
    replayed: Option<Arc<[StoredEvent]>>,
}

impl Inner {
    /// Uses the model that the question names, if it names one.
    fn for_run(self: Arc<Self>, ask: &Ask) -> Arc<Self> {
        match (&self.model, &ask.model) {
            (Some(provider), Some(name)) => {
                let model: Arc<dyn ChatModel> = Arc::new(NamedModel::new(provider.clone(), name));
                Arc::new(Self { model: Some(model), ..(*self).clone() })
            }
            _ => self,
        }
    }
}

impl Agent {
    /// Must be called inside a tokio runtime: it starts the task that writes events.
    pub fn new(
        db: Db,
        tools: impl Into<LiveRegistry>,
        search: Arc<Search>,
        world: World,
        settings: Settings,
        model: Option<Arc<dyn ChatModel>>,
    ) -> Self {
        let tools = tools.into();
        tools.reserve(reasoner::own_names());
        let vocabulary = Arc::<SharedVocabulary>::default();
        let inner = Inner {
            log: EventLog::start(db.clone()),
            sent: SentLog::start(db.clone(), settings.keep_sent),
            views: Views::new(db.clone(), search.clone(), vocabulary.clone()),
            vocabulary,
            owner: world.id(),
            sees: DataAccess::All,
            replayed: None,
            live: LiveRuns::default(),
            looks: Arc::default(),
            observer: Arc::default(),
            gate: Gate::new(settings.runs_at_once, settings.runs_queued),
            db,
            tools,
            offers: Arc::default(),
            search,
            world,
            settings,
            model,
        };
        Self { inner: Arc::new(inner) }
    }

    /// The same agent with other settings and another model. Runs that are under way go on as they began; the number of
    /// runs at once stays.
    #[must_use]
    pub fn reconfigured(&self, settings: Settings, model: Option<Arc<dyn ChatModel>>) -> Self {
        Self { inner: Arc::new(Inner { settings, model, ..(*self.inner).clone() }) }
    }

    /// The default reasoner: "rules", or the model as `provider/model`.
    pub fn model(&self) -> &str {
        let chosen = Reasoner::choose(self.inner.settings.strategy, self.inner.model.as_deref());
        match &self.inner.model {
            Some(model) if chosen != Strategy::Rules => model.name(),
            _ => Strategy::Rules.as_str(),
        }
    }

    /// The strategies that can be asked for here.
    pub fn strategies(&self) -> impl Iterator<Item = Strategy> + use<> {
        use Strategy::{Auto, Plan, React, Rules, Tools};
        let by_model = self.inner.model.is_some().then_some([React, Tools, Plan]);
        [Auto, Rules].into_iter().chain(by_model.into_iter().flatten())
    }

    /// The log of what left this machine.
    pub fn sent(&self) -> &SentLog {
        &self.inner.sent
    }

    /// The clock of this agent, in UTC milliseconds.
    pub fn now(&self) -> i64 {
        self.inner.world.now()
    }

    /// Runs that are under way in this process.
    pub fn live(&self) -> &LiveRuns {
        &self.inner.live
    }

    /// The day that "today" means: the one that is set, otherwise the last day of the data, otherwise the current date.
    pub async fn as_of(&self) -> Result<NaiveDate, AppError> {
        if let Some(day) = self.inner.settings.as_of {
            return Ok(day);
        }
        let last = self.vocabulary().await?.last_day;
        Ok(last.unwrap_or_else(|| model::time::day_of(self.inner.world.now())))
    }

    /// The context of a tool that a page calls for its figures, outside of any run.
    pub fn tool_context(&self, as_of: NaiveDate, scope: Scope) -> ToolContext {
        ToolContext {
            db: self.inner.db.clone(),
            search: self.inner.search.clone(),
            vocabulary: self.inner.vocabulary.clone(),
            as_of,
            scope,
            cancel: CancellationToken::default(),
            asker: "".into(),
            by_model: false,
            call: None,
        }
    }

    /// The shared cache of the data's values and of the declared sources.
    pub fn names(&self) -> Arc<SharedVocabulary> {
        self.inner.vocabulary.clone()
    }

    /// The values that the data holds.
    pub async fn vocabulary(&self) -> Result<Arc<Vocabulary>, AppError> {
        Ok(self.inner.vocabulary.get(&self.inner.db).await?)
    }

    /// Loads the names in the data, so that the first question does not wait for them.
    pub async fn prepare(&self) -> store::Result<()> {
        self.inner.vocabulary.get(&self.inner.db).await?;
        Ok(())
    }

    /// Checks a question, and converts its limits to the form in which the store has them.
    pub async fn limit(&self, ask: &mut Ask) -> Result<(), AppError> {
        ask.query = ask.query.trim().to_owned();
        check(ask, self.inner.model.is_some(), &self.inner.tools.now())?;
        scope::settle(ask, &*self.inner.vocabulary.get(&self.inner.db).await?)
    }

    /// Starts a run and returns its ids; everything else arrives as events.
    ///
    /// # Errors
    /// `Invalid` with the field's name when the question is empty or longer than 10,000 characters, or when a setting
    /// is out of range; `NotFound` for an unknown conversation; `Unavailable` when too many runs are queued.
    pub async fn ask(&self, mut ask: Ask, user: &str, channel: &str) -> Result<SubmittedRun, AppError> {
        self.settle_change(&mut ask).await?;
        self.limit(&mut ask).await?;
        if let Some(id) = &ask.session_id {
            sessions::started_at(&self.inner.db, id).await?;
            calls_apart(&self.inner.db, id).await?;
        }
        self.begin(ask, user, channel, None).await
    }

    /// Stores a run with its first event and drives it. Its conversation must exist already, or begins with it.
    async fn begin(
        &self,
        ask: Ask,
        user: &str,
        channel: &str,
        caller: Option<Caller>,
    ) -> Result<SubmittedRun, AppError> {
        let Inner { world, settings, owner, live, sees, .. } = &*self.inner;
        let place = self.inner.gate.enter()?;
        let now = world.now();
        let (session_id, opened) = match ask.session_id.clone() {
            Some(id) => (id, None),
            None => {
                let (user_id, channel, sees) = (user.to_owned(), channel.to_owned(), sees.clone());
                let session = sessions::NewSession { id: world.id(), user_id, channel, sees, now };
                (session.id.clone(), Some(session))
            }
        };
        let is_new = opened.is_some();
        let run = Claimed { id: world.id(), session_id: session_id.clone(), ask, cancel: false };
        let message = sessions::NewMessage {
            id: format!("{}:question", run.id),
            session_id: session_id.clone(),
            run_id: Some(run.id.clone()),
            role: Role::User,
            content: run.ask.query.clone(),
            receipt: Receipt::default(),
            now,
            ..sessions::NewMessage::default()
        };
        let reasons = self.inner.clone().for_run(&run.ask);
        let event = drive::started(&reasons, &run.ask, &session_id, self.as_of().await?, caller.clone());
        let first = StoredEvent { run_id: run.id.clone(), seq: 1, at: now, event };
        let mut folded = Box::new(Run::new(&run.id));
        folded.apply(&first);
        let rows = vec![Row::new(&first)];
        let lease_until = now + millis(settings.lease);
        let opening = Opening { run: run.clone(), session: opened, caller, message, owner: owner.clone(), lease_until };
        let (head, beside) = (Head::from_run(&folded), SameTransaction::Opening(Box::new(opening)));
        // Registered before it is stored: if storing takes longer than a lease, this process must not take the run for
        // abandoned.
        let driving = live.add(&run.id).ok_or_else(AppError::internal)?;
        self.inner
            .log
            .append(run.id.as_str().into(), rows.clone(), Some(head), Some(beside))
            .await
            .map_err(not_begun)?;
        let asked = SubmittedRun { session_id, run_id: run.id.clone() };
        driving.send(rows);
        self.inner.observer.began(&run.id);
        self.spawn(driving, run, Past::Begun { run: folded, opened: is_new }, Some(place));
        Ok(asked)
    }

    /// For an earlier question that is asked again with a changed reading: takes over its text, conversation and scope.
    async fn settle_change(&self, ask: &mut Ask) -> Result<(), AppError> {
        let Some(change) = &ask.change else { return Ok(()) };
        let before = runs::get(&self.inner.db, &change.run).await?;
        let vocabulary = self.vocabulary().await?;
        let as_of = self.as_of().await?;
        reasoner::rules::change_of(&before, change, &vocabulary, as_of)
            .map_err(|detail| AppError::invalid("change", detail))?;
        ask.query.clone_from(&before.question);
        ask.session_id = Some(before.session_id);
        ask.context = (!before.scope.is_empty()).then_some(before.scope);
        Ok(())
    }

    /// The alternatives, in words, to one part of how a question was understood.
    ///
    /// # Errors
    /// `NotFound` for an unknown run or part.
    pub async fn alternatives(&self, run_id: &str, part: usize, typed: &str) -> Result<Vec<String>, AppError> {
        let run = runs::get(&self.inner.db, run_id).await?;
        let vocabulary = self.vocabulary().await?;
        let as_of = self.as_of().await?;
        let part = run.route.as_ref().and_then(|route| route.understood.get(part));
        let part = part.ok_or_else(|| AppError::not_found("The question has no such part."))?;
        Ok(query::frame::Parse::alternatives(part, typed, &vocabulary, as_of))
    }

    /// A run, folded from its events.
    pub async fn run(&self, id: &str) -> Result<Run, AppError> {
        Ok(runs::get(&self.inner.db, id).await?)
    }
}

fn not_begun(error: AppendError) -> AppError {
    match error {
        AppendError::Gone => AppError::not_found("The conversation was deleted."),
        AppendError::Full => AppError::Unavailable { detail: error.to_string() },
        AppendError::Taken | AppendError::Refused(_) | AppendError::Failed(_) => AppError::internal(),
    }
}

fn check(ask: &Ask, has_model: bool, tools: &Registry) -> Result<(), AppError> {
    let length = ask.query.chars().count();
    if length == 0 {
        return Err(AppError::invalid("query", "The question is empty. Write what you want to know."));
    }
    if length > MAX_QUESTION_CHARS {
        let detail =
            format!("The question has {length} characters; at most {MAX_QUESTION_CHARS} are allowed. Shorten it.");
        return Err(AppError::invalid("query", detail));
    }
    if let Some(n) = ask.max_iterations
        && !(1..=20).contains(&n)
    {
        return Err(AppError::invalid("maxIterations", format!("maxIterations is {n}; it must be from 1 to 20.")));
    }
    if let Some(domain) = ask.domain.as_deref().filter(|name| router::field(name, tools).is_none()) {
        let known: Vec<&str> = router::DOMAINS.iter().map(|d| d.name).collect();
        let detail = format!("There is no domain \"{domain}\". Known domains: {}.", known.join(", "));
        return Err(AppError::invalid("domain", detail));
    }
    if let Some(name) = &ask.model
        && !has_model
    {
        let detail = format!("The model \"{name}\" cannot be asked: no provider is set up (PLUMBLINE_LLM_PROVIDER).");
        return Err(AppError::invalid("model", detail));
    }
    match ask.strategy {
        None | Some(Strategy::Auto | Strategy::Rules) => Ok(()),
        Some(_) if has_model => Ok(()),
        Some(other) => Err(AppError::invalid(
            "strategy",
            format!("The strategy \"{other}\" needs a model, and none is set up. Use \"auto\" or \"rules\"."),
        )),
    }
}

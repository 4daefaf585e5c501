//! `plumbline export` and `plumbline verify`: a run as an evidence pack, and the check of one, which needs nothing but the file.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use model::account::{Action, Actor, AuditEntry};
use model::session::{Conversation, Kept};

use crate::config::Config;
use crate::export::seal::{self, PublicKey, Signer, State};
use crate::export::{self, Format};
use crate::store::sessions::{self, keep};
use crate::store::{Db, audit, runs};
use crate::world::World;

/// Write a run as an evidence pack: one signed HTML file
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run's id: it stands under Versions of a pack, and in the reply of the API
    #[arg(required_unless_present = "key", value_name = "RUN")]
    run: Option<String>,
    /// The file to make; one that is there is never overwritten
    #[arg(long, required_unless_present = "key", value_name = "FILE")]
    pack: Option<PathBuf>,
    /// Print the public key that packs are signed with, to be published
    #[arg(long, conflicts_with_all = ["run", "pack"])]
    key: bool,
}

/// Say what of an evidence pack holds and what was changed, part by part; needs no database and no network
#[derive(Debug, clap::Args)]
pub struct VerifyArgs {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Whose pack it must be: the publisher's public key, a file that holds it, or its fingerprint (SHA256:…)
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let world = World::real();
    let open = || Signer::open(Path::new(&config.data.folder.value), &world);
    let (Some(run), Some(file)) = (args.run, args.pack) else {
        let key = open()?.public();
        say!("{key}\n{}", key.fingerprint());
        return Ok(());
    };
    let db = Db::open(&config.database.value).await?;
    let (session, _) = keep::of_run(&db, &run).await?.with_context(|| format!("There is no run {run}."))?;
    let mut all = runs::of_session(&db, &session).await?;
    all.retain(|one| one.id == run);
    let conversation = Conversation {
        started_at: sessions::started_at(&db, &session).await?,
        runs: all,
        recorded: 0,
        origin: config.origin(),
        show_scores: true,
        taught: Vec::new(),
        may_teach: false,
        own: false,
        may_decide: false,
        kept: Kept::default(),
        feedback: Vec::new(),
        id: session,
    };
    let (what, detail) = (format!("run:{run}"), "As an evidence pack".to_owned());
    let by = Actor::named(super::COMMAND_LINE);
    let entry = AuditEntry::new(world.id(), world.now(), &by, Action::Exported, what, detail);
    audit::add(&db, &entry).await?;
    let text = export::write(&conversation, Format::Html, open)?;
    let made = std::fs::File::create_new(&file).and_then(|mut to| std::io::Write::write_all(&mut to, text.as_bytes()));
    made.with_context(|| format!("{} cannot be written", file.display()))?;
    say!("{} holds run {run}, signed by {}.", file.display(), open()?.public().fingerprint());
    db.close().await;
    Ok(())
}

pub fn verify(args: &VerifyArgs) -> Result<()> {
    let file = std::fs::read(&args.file).with_context(|| format!("{} cannot be read", args.file.display()))?;
    let checked = seal::check(&file).map_err(anyhow::Error::msg)?;
    let told = |state| match state {
        State::Holds => "holds",
        State::Changed => "CHANGED",
        State::Missing => "MISSING",
        State::Added => "ADDED: it is not on the list",
    };
    for (id, state) in &checked.parts {
        say!("{id:<16} {}", told(*state));
    }
    let fingerprint = checked.key.fingerprint();
    say!("{:<16} {}", "signature", if checked.signed { "holds" } else { "DOES NOT HOLD" });
    say!("{:<16} {fingerprint}", "key");
    let bad = checked.parts.iter().filter(|(_, state)| *state != State::Holds).count();
    match (checked.signed, bad) {
        (false, _) => {
            bail!("The list of hashes, the key or the signature was changed: nothing of this pack is proven.")
        }
        (true, 0) => {}
        (true, n) => bail!("{n} of {} parts are not as they were signed.", checked.parts.len()),
    }
    match &args.key {
        Some(wanted) if is_of(wanted, &checked.key)? => {
            say!("The pack is whole, and signed by the key that you trust.")
        }
        Some(_) => bail!("The pack is whole, but signed by another key than the one you trust: {fingerprint}."),
        None => say!(
            "The pack is whole since it was signed. Who signed it is not shown: anybody can make a key. Ask the publisher \
             for the key's fingerprint, and give it with --key."
        ),
    }
    Ok(())
}

fn is_of(wanted: &str, key: &PublicKey) -> Result<bool> {
    if wanted.starts_with("SHA256:") {
        return Ok(wanted == key.fingerprint());
    }
    let text = if Path::new(wanted).is_file() { std::fs::read_to_string(wanted)? } else { wanted.to_owned() };
    // The first line of what `export --key` prints.
    let read = PublicKey::read(&text).or_else(|| PublicKey::read(text.lines().next()?));
    let read = read.with_context(|| format!("{wanted} is no key. Give base64, a PEM file, or SHA256:…"))?;
    Ok(read == *key)
}

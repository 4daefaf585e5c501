//! `plumbline export` and `plumbline verify`: write a run as an evidence pack, and check one with nothing but the file.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use model::account::Action;
use model::session::Conversation;

use crate::config::Config;
use crate::export::seal::{self, PublicKey, Signer, State};
use crate::export::{self, Format};
use crate::outside::text::line;
use crate::store::sessions::{self, keep};
use crate::store::{Db, runs};
use crate::world::World;

/// Write a run as an evidence pack: one signed HTML file
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run's id, as in the Versions of a pack and in API replies
    #[arg(required_unless_present = "key", value_name = "RUN")]
    run: Option<String>,
    /// The file to create; an existing one is never overwritten
    #[arg(long, required_unless_present = "key", value_name = "FILE")]
    pack: Option<PathBuf>,
    /// Print the public key that signs packs, for publishing, and the earlier ones
    #[arg(long, conflicts_with_all = ["run", "pack"])]
    key: bool,
    /// Sign with a new key from now on; the old one stays known
    #[arg(long, requires = "key")]
    renew: bool,
}

/// Check an evidence pack part by part for changes; needs no database and no network
#[derive(Debug, clap::Args)]
pub struct VerifyArgs {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The expected publisher: a public key, a file of their keys, or a fingerprint (SHA256:…)
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// Accept any publisher: succeed if the pack is unchanged since it was signed
    #[arg(long, conflicts_with = "key")]
    any_key: bool,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let world = World::real();
    let open = || Signer::open(Path::new(&config.data.folder.value), &world);
    let (Some(run), Some(file)) = (args.run, args.pack) else {
        let (folder, mut signer) = (Path::new(&config.data.folder.value), open()?);
        if args.renew {
            signer = signer.renewed(folder, &world)?;
        }
        let key = signer.public();
        say!("{key}\n{}", key.fingerprint());
        for key in Signer::earlier(folder).iter().rev() {
            say!("\nIn use before:\n{key}\n{}", key.fingerprint());
        }
        return Ok(());
    };
    let db = Db::open(&config.database.value).await?;
    let (session, _) = keep::of_run(&db, &run).await?.with_context(|| format!("There is no run {run}."))?;
    let mut all = runs::of_session(&db, &session).await?;
    all.retain(|one| one.id == run);
    let conversation = Conversation {
        started_at: sessions::started_at(&db, &session).await?,
        runs: all,
        origin: config.origin(),
        show_scores: true,
        id: session,
        ..Conversation::default()
    };
    let (what, detail) = (format!("run:{run}"), "As an evidence pack");
    super::note(&db, &world, Action::Exported, what, detail).await?;
    let text = export::write(&conversation, Format::Html, open)?;
    let mut options = std::fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.write(true).create_new(true).open(&file);
    let made = made.and_then(|mut to| std::io::Write::write_all(&mut to, text.as_bytes()));
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
        say!("{:<16} {}", shown(id), told(*state));
    }
    let fingerprint = checked.key.fingerprint();
    if let Some(made) = &checked.made {
        let runs: Vec<String> = made.runs.iter().map(|run| shown(run)).collect();
        say!("{:<16} {} by {}, of {}", "made", line(&made.at, 40), line(&made.by, 200), runs.join(", "));
    }
    say!("{:<16} {}", "signature", if checked.signed { "holds" } else { "DOES NOT HOLD" });
    say!("{:<16} {fingerprint}", "key");
    let bad = checked.parts.iter().filter(|(_, state)| *state != State::Holds).count();
    let known = match &args.key {
        Some(wanted) => Some(is_of(wanted, &checked.key)?),
        None => None,
    };
    let (holds, verdict) = match (checked.signed, bad, known) {
        (false, ..) => {
            let why = "The list of hashes, the key or the signature was changed: nothing in this pack is proven.";
            (false, why.to_owned())
        }
        (true, 1.., _) => {
            (false, format!("{bad} of {} parts were changed after they were signed.", checked.parts.len()))
        }
        (true, 0, Some(true)) => (true, "The pack is whole, and signed by the key that you trust.".to_owned()),
        (true, 0, Some(false)) => {
            let why = "The pack is whole, but signed by another key than the one you trust";
            (false, format!("{why}: {fingerprint}."))
        }
        (true, 0, None) => {
            let why = "The pack is whole since it was signed. Who signed it is not shown: anybody can make a key. Ask the \
                publisher for the key's fingerprint, and give it with --key; or say --any-key.";
            (args.any_key, why.to_owned())
        }
    };
    // Printed last, so that nothing from the file follows it.
    say!("{verdict}");
    if holds { Ok(()) } else { bail!("not verified") }
}

/// The name of a part or a run, sanitised: a file could otherwise overwrite lines of the terminal.
fn shown(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '?' };
    id.chars().take(64).map(plain).collect()
}

fn is_of(wanted: &str, key: &PublicKey) -> Result<bool> {
    if wanted.starts_with("SHA256:") {
        return Ok(wanted == key.fingerprint());
    }
    let text = if Path::new(wanted).is_file() { std::fs::read_to_string(wanted)? } else { wanted.to_owned() };
    // Of `export --key`'s output, every key counts.
    let all = PublicKey::all(&text);
    if all.is_empty() {
        bail!("{wanted} is not a key. Give base64, a PEM file, or SHA256:…");
    }
    Ok(all.contains(key))
}

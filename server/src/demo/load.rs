//! Loading the whole demo: the bank, the town, recorded conversations, sources and skills.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use model::time::full_date;

use crate::agent::recorded;
use crate::cases;
use crate::services::Services;
use crate::store::{Db, records};

/// Stores the demo. `note` gets a sentence for each of its parts.
///
/// # Errors
/// If the store fails, or a folder cannot be written.
pub async fn load(services: &Services, note: &mut (dyn FnMut(String) + Send)) -> Result<()> {
    bank(&services.db, note).await?;
    conversations(&services.db, note).await?;
    cases::keep_demo(services).await?;
    town(&services.db, note).await?;
    write_sources(services, note)?;
    let root = &services.config.sources.skills_dir.value;
    if super::write_skills(Path::new(root))? {
        note(format!("Skills for purchasing, sales and IT are in {root}: ask how much was spent in Q4 2025."));
    }
    Ok(())
}

/// Stores the bank.
async fn bank(db: &Db, note: &mut (dyn FnMut(String) + Send)) -> Result<()> {
    let begun = Instant::now();
    let imported = super::bank(db).await?;
    let changed = imported.new + imported.changed;
    let took = begun.elapsed().as_secs_f64();
    note(format!("The demo bank is stored ({changed} communications new or changed) in {took:.1} s."));
    if let Some(day) = imported.last_day {
        note(format!("Its last day is {}: \"today\" in questions means that day.", full_date(day)));
    }
    let totals = records::totals(db).await?;
    note(format!("The database now holds {} communications and {} cases.", totals.communications, totals.cases));
    Ok(())
}

/// Stores the internet provider's town.
///
/// # Errors
/// If the store fails.
pub async fn town(db: &Db, note: &mut (dyn FnMut(String) + Send)) -> Result<()> {
    let begun = Instant::now();
    if let Some(rows) = super::town(db).await? {
        let took = begun.elapsed().as_secs_f64();
        note(format!("The town of Gintarupis with its internet provider is stored ({rows} rows) in {took:.1} s."));
    }
    Ok(())
}

/// Stores the recorded conversations about the bank.
async fn conversations(db: &Db, note: &mut (dyn FnMut(String) + Send)) -> Result<()> {
    let mut new = 0;
    for file in super::conversations() {
        new += u32::from(recorded::load(db, &file).await?);
    }
    if new > 0 {
        note(format!("{new} conversations that were recorded with a model are in the list."));
    }
    Ok(())
}

/// Declares the demo's finance and sales sources, which are files.
fn write_sources(services: &Services, note: &mut (dyn FnMut(String) + Send)) -> Result<()> {
    let places = services.config.sources.places();
    let Some(declarations) = places.declarations.first() else { return Ok(()) };
    for (name, says) in [
        ("finance", "Five finance sources are declared in {}: compare fi_reporting with bpc_reporting."),
        ("sales", "A sales pipeline is declared in {}: ask which deals are at risk."),
    ] {
        let folder = declarations.join(name);
        if super::write(&format!("sources/{name}"), &folder)? {
            note(says.replace("{}", &folder.display().to_string()));
        }
    }
    Ok(())
}

//! New letters among stored ones. Stored letters never change: another one with the same Message-ID, which anybody can
//! write, does not replace them; both are stored and marked.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::BoxFuture;
use model::record::Communication;

use super::SOURCE;
use crate::mapped::hash;
use store::{Db, Result, records};

/// The attribute that marks letters with the same Message-ID.
pub const MESSAGE_ID: &str = "message_id";
const SHARED: &str = "of several messages";

/// A letter's record id: from its Message-ID, then from its content.
pub fn id(message_id: Option<&str>, sender: &str, date: i64, body: &str) -> String {
    let content = hash(&[sender, &date.to_string(), body].join("\u{1f}"));
    format!("{SOURCE}-{}-{content}", message_id.map_or_else(|| content.clone(), hash))
}

/// The common prefix of ids of letters with one Message-ID.
fn shared(id: &str) -> &str {
    id.get(..SOURCE.len() + 17).unwrap_or(id)
}

/// Finds letters with the same Message-ID in the store and in the piece. Those in the store are added to the piece, to
/// be marked as well. Letters stored under their Message-ID alone keep that id.
pub fn settle<'a>(db: &'a Db, letters: &'a mut Vec<Communication>) -> BoxFuture<'a, Result<()>> {
    Box::pin(settled(db, letters))
}

async fn settled(db: &Db, letters: &mut Vec<Communication>) -> Result<()> {
    let begin: BTreeSet<&str> = letters.iter().map(|letter| shared(&letter.id)).collect();
    let mut stored: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for id in records::letters(db, &begin.into_iter().collect::<Vec<_>>()).await? {
        stored.entry(shared(&id).to_owned()).or_default().push(id);
    }
    let plain: Vec<String> = stored.keys().filter(|begin| stored[*begin].contains(begin)).cloned().collect();
    let plain = records::communications(db, &plain).await?;
    for letter in letters.iter_mut() {
        let is_same = |old: &&Communication| {
            old.id == shared(&letter.id)
                && (old.at, &old.subject, &old.body) == (letter.at, &letter.subject, &letter.body)
        };
        if let Some(old) = plain.iter().find(is_same) {
            letter.id.clone_from(&old.id);
        }
    }
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for id in stored.into_values().flatten().chain(letters.iter().map(|letter| letter.id.clone())) {
        all.entry(shared(&id).to_owned()).or_default().insert(id);
    }
    let several: BTreeSet<&String> = all.values().filter(|ids| ids.len() > 1).flatten().collect();
    let here: BTreeSet<&String> = letters.iter().map(|letter| &letter.id).collect();
    let others: Vec<String> = several.iter().filter(|id| !here.contains(**id)).map(|id| (**id).clone()).collect();
    let others = records::communications(db, &others).await?;
    letters.extend(others);
    for letter in letters.iter_mut().filter(|letter| several.contains(&letter.id)) {
        letter.attributes.insert(MESSAGE_ID.to_owned(), SHARED.to_owned());
    }
    Ok(())
}

//! Records of other data sets are never replaced by an import: rows with their ids are refused, naming the data set.

use std::collections::{HashMap, HashSet};

use model::record::Communication;

use super::{BadRow, Piece, RecordKind};
use crate::error::{ImportError, short};
use store::imports::Table;
use store::{Db, imports};

/// Removes the records of a piece whose ids belong to other data sets, and refuses their rows.
pub async fn leave(db: &Db, piece: &mut Piece) -> Result<(), ImportError> {
    let Piece { batch, bad, lines, .. } = piece;
    let cases = taken(db, Table::Cases, batch.cases.iter().map(|c| (&*c.source, &*c.id))).await?;
    let of_case = |c: &Communication| c.case_id.as_ref().filter(|_| !cases.is_empty()).and_then(|id| cases.get(id));
    let mut lines = std::mem::take(lines).into_iter();
    let mut refuse = |id: &str, other: Option<&String>| {
        let line = lines.next().unwrap_or_default();
        let Some(other) = other else { return true };
        let fault = format!(
            "the id \"{}\" belongs to a record of the data set \"{other}\", which was not changed. If both are the \
            same records, \
             import this file as that data set (source = \"{other}\" in the mapping); if not, give the file's records ids of \
             their own",
            short(id)
        );
        bad.push(BadRow { line, kind: "of another data set", fault });
        false
    };
    match piece.what {
        RecordKind::Communication => {
            let own = batch.communications.iter().map(|c| (&*c.source, &*c.id));
            let other = taken(db, Table::Communications, own).await?;
            // The case that a row opens is stored with its message or not at all.
            let opened: HashSet<String> = batch.cases.iter().map(|case| case.id.clone()).collect();
            let mut gone = HashSet::new();
            batch.communications.retain(|c| {
                let opens = c.case_id.as_ref().filter(|id| opened.contains(*id));
                let stays = refuse(&c.id, other.get(&c.id).or_else(|| opens.and_then(|_| of_case(c))));
                gone.extend(opens.filter(|_| !stays).cloned());
                stays
            });
            batch.cases.retain(|case| !gone.contains(&case.id));
        }
        RecordKind::Case => batch.cases.retain(|case| refuse(&case.id, cases.get(&case.id))),
        RecordKind::Customer => {
            let other = taken(db, Table::Customers, batch.customers.iter().map(|c| (&*c.source, &*c.id))).await?;
            batch.customers.retain(|customer| refuse(&customer.id, other.get(&customer.id)));
        }
        RecordKind::Document => {
            let other = taken(db, Table::Documents, batch.documents.iter().map(|d| (&*d.source, &*d.id))).await?;
            batch.documents.retain(|document| refuse(&document.id, other.get(&document.id)));
        }
    }
    Ok(())
}

/// Which ids of these records belong to other data sets.
async fn taken<'a>(
    db: &Db,
    table: Table,
    records: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<HashMap<String, String>, ImportError> {
    let (sources, ids): (Vec<&str>, Vec<&str>) = records.unzip();
    let Some(source) = sources.first() else { return Ok(HashMap::new()) };
    Ok(imports::of_others(db, table, source, &ids).await?)
}

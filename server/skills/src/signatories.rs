//! Who writes for a customer, as its letters are signed.

use base::own_words;
use model::record::sheet::SheetPerson;
use query::subset::Subset;
use store::StoreError;
use store::analytics::Order;
use tools::ToolContext;

use crate::evidence;

/// How many of the latest messages are read, and the maximum number of people.
const MAX_MESSAGES: u32 = 100;
const MAX_PEOPLE: usize = 3;

/// Who signed for a customer lately, other than by its own name: last first. A model is not told: these names are unknown
/// to the data, so nothing would give them pseudonyms.
///
/// # Errors
/// When the store fails.
pub async fn signatories(ctx: &ToolContext, subset: &Subset, customer: &str) -> Result<Vec<SheetPerson>, StoreError> {
    let mut people: Vec<SheetPerson> = Vec::new();
    if ctx.by_model {
        return Ok(people);
    }
    for c in evidence::communications(&ctx.db, subset, Order::Latest, MAX_MESSAGES).await? {
        let signed = own_words::signatory(&c.body).filter(|who| who.name != customer && !c.may_be_forged());
        match signed.map(|who| (people.iter_mut().find(|known| known.who.name == who.name), who)) {
            // An older letter may say the role that a newer one leaves out.
            Some((Some(known), who)) => known.who.role = known.who.role.take().or(who.role),
            Some((None, who)) => people.push(SheetPerson { who, date: c.day, id: c.id }),
            None => {}
        }
    }
    people.truncate(MAX_PEOPLE);
    Ok(people)
}

//! Finding customers: by id, telephone number or address.

use model::support::AccountStatus;
use model::support::records::{Address, PlanKind, ServicePlan, Subscriber};

use super::{Db, Result, reading, streets};
use crate::rows::{all, one, or, row};

const SUBSCRIBER: &str = "SELECT id, name, phone, email, status FROM isp_customers";
const ADDRESS: &str = "SELECT id, customer_id, city, street, house, flat, is_primary FROM isp_addresses";

/// The customer with this id, case-insensitively.
pub async fn get(db: &Db, id: &str) -> Result<Option<Subscriber>> {
    let sql = format!("{SUBSCRIBER} WHERE id = $1 OR id = $2 ORDER BY id LIMIT 1");
    let id = id.trim();
    Ok(one(reading!(db, pool => sqlx::query_as(&sql).bind(id).bind(id.to_uppercase()).fetch_optional(pool).await?)))
}

/// All customers with this number, as normalised by `phone::normal`.
pub async fn by_phone(db: &Db, phone: &str) -> Result<Vec<Subscriber>> {
    let sql = format!("{SUBSCRIBER} WHERE phone = $1 ORDER BY id");
    Ok(all(reading!(db, pool => sqlx::query_as(&sql).bind(phone).fetch_all(pool).await?)))
}

/// The addresses that a text may mean: none without a house number; without a flat number, all of the house.
pub async fn at(db: &Db, text: &str) -> Result<Vec<Address>> {
    let known = known_streets(db).await?;
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    for place in streets::find(text, &names) {
        let Some(house) = place.house else { continue };
        let sql = format!("{ADDRESS} WHERE street = $1 ORDER BY id");
        let street = &known[place.street];
        let rows = all(reading!(db, pool => sqlx::query_as(&sql).bind(street).fetch_all(pool).await?));
        let same = |a: &str, b: &str| streets::fold(a).replace([' ', '-'], "") == b;
        let fits = |a: &Address| match (&place.flat, &a.flat) {
            (Some(said), Some(flat)) => same(flat, said),
            // The records may lack the flat, e.g. for a house with one flat.
            (Some(_), None) | (None, _) => true,
        };
        found.extend(rows.into_iter().filter(|a: &Address| same(&a.house, &house) && fits(a)));
    }
    Ok(found)
}

/// Street names: those in the list and those of addresses.
async fn known_streets(db: &Db) -> Result<Vec<String>> {
    let sql = "SELECT name FROM isp_streets UNION SELECT street FROM isp_addresses ORDER BY 1";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await?))
}

/// A customer's addresses, main one first.
pub async fn addresses(db: &Db, customer_id: &str) -> Result<Vec<Address>> {
    let sql = format!("{ADDRESS} WHERE customer_id = $1 ORDER BY is_primary DESC, id");
    Ok(all(reading!(db, pool => sqlx::query_as(&sql).bind(customer_id).fetch_all(pool).await?)))
}

/// A customer's current plans.
pub async fn plans(db: &Db, customer_id: &str) -> Result<Vec<ServicePlan>> {
    let sql = "SELECT id, kind, name, speed_mbps, price_eur, started_at, ended_at FROM isp_service_plans
        WHERE customer_id = $1 AND ended_at IS NULL ORDER BY id";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await?)))
}

/// A remembered value about a customer.
pub async fn memory(db: &Db, customer_id: &str, key: &str) -> Result<Option<String>> {
    let sql = "SELECT value FROM isp_customer_memory WHERE customer_id = $1 AND key = $2";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(customer_id).bind(key).fetch_optional(pool).await?))
}

// Only `put` writes these columns, and only with words of these sets.
row! { Subscriber { id, name, phone, email, status = or(AccountStatus::Active) } }
row! { Address { id, customer_id, city, street, house, flat, is_primary } }
row! { ServicePlan { id, kind = or(PlanKind::Internet), name, speed_mbps, price_eur, started_at, ended_at } }

//! A customer's line: its port, IP address and measurements, its switch, and the devices at its end.

use model::support::records::{
    Bandwidth, Equipment, LinkStatus, NetworkEvent, Ping, Port, Signal, Switch, TracedRoute,
};

use super::{Db, Result, reading};
use crate::rows::{all, one, or, row};

/// A customer's ports.
pub async fn ports(db: &Db, customer_id: &str) -> Result<Vec<Port>> {
    let sql = "SELECT id, switch_id, address_id, status, changed_at FROM isp_ports WHERE customer_id = $1 ORDER BY id";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await?)))
}

/// The switch with this id.
pub async fn switch(db: &Db, id: &str) -> Result<Option<Switch>> {
    let sql = "SELECT name, area, status FROM isp_switches WHERE id = $1";
    Ok(one(reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?)))
}

/// What happened to a customer's line or its switch after a point in time, newest first.
pub async fn events(db: &Db, customer_id: &str, switch_id: Option<&str>, after: i64) -> Result<Vec<NetworkEvent>> {
    let sql = "SELECT at, kind, severity, description FROM isp_network_events
        WHERE (customer_id = $1 OR switch_id = $2) AND at > $3 ORDER BY at DESC, id";
    Ok(all(
        reading!(db, pool => sqlx::query_as(sql).bind(customer_id).bind(switch_id).bind(after).fetch_all(pool).await?),
    ))
}

/// The route that was traced last from a customer's line.
pub async fn route(db: &Db, customer_id: &str) -> Result<Option<TracedRoute>> {
    let sql = "SELECT at, target, hops, reached FROM isp_traceroute_logs WHERE customer_id = $1
        ORDER BY at DESC LIMIT 1";
    Ok(one(reading!(db, pool => sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await?)))
}

/// The devices at a customer's home.
pub async fn equipment(db: &Db, customer_id: &str) -> Result<Vec<Equipment>> {
    let sql = "SELECT kind, model, installed_at FROM isp_equipment WHERE customer_id = $1 ORDER BY id";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await?)))
}

/// A customer's current IP address, the newest if there are several.
pub async fn ip(db: &Db, customer_id: &str) -> Result<Option<String>> {
    let sql = "SELECT ip FROM isp_ip_assignments WHERE customer_id = $1 AND released_at IS NULL
        ORDER BY assigned_at DESC, id DESC LIMIT 1";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(customer_id).fetch_optional(pool).await?))
}

/// The newest measurement of a customer's television signal.
pub async fn signal(db: &Db, customer_id: &str) -> Result<Option<Signal>> {
    let sql = "SELECT at, signal_noise_ratio_db, bit_error_rate FROM isp_signal_quality WHERE customer_id = $1
        ORDER BY at DESC LIMIT 1";
    Ok(one(reading!(db, pool => sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await?)))
}

/// The ping tests of a customer's line after a point in time, oldest first.
pub async fn pings(db: &Db, customer_id: &str, after: i64) -> Result<Vec<Ping>> {
    let sql = "SELECT at, packets_sent, packets_received, min_latency_ms, avg_latency_ms, max_latency_ms
        FROM isp_ping_tests WHERE customer_id = $1 AND at > $2 ORDER BY at";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(customer_id).bind(after).fetch_all(pool).await?)))
}

/// The newest ping test of a customer's line.
pub async fn ping(db: &Db, customer_id: &str) -> Result<Option<Ping>> {
    let sql = "SELECT at, packets_sent, packets_received, min_latency_ms, avg_latency_ms, max_latency_ms
        FROM isp_ping_tests WHERE customer_id = $1 ORDER BY at DESC LIMIT 1";
    Ok(one(reading!(db, pool => sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await?)))
}

/// The speed of a customer's line after a point in time, oldest first.
pub async fn bandwidth(db: &Db, customer_id: &str, after: i64) -> Result<Vec<Bandwidth>> {
    let sql = "SELECT at, download_mbps, upload_mbps, jitter_ms FROM isp_bandwidth_logs
        WHERE customer_id = $1 AND at > $2 ORDER BY at";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(customer_id).bind(after).fetch_all(pool).await?)))
}

row! { Port { id, switch_id, address_id, status = or(LinkStatus::Down), changed_at } }
row! { Switch { name, area, status = or(LinkStatus::Up) } }
row! { NetworkEvent { at, kind, severity, description } }
row! { TracedRoute { at, target, hops, reached } }
row! { Equipment { kind, model, installed_at } }
row! { Signal { at, signal_noise_ratio_db, bit_error_rate } }
row! { Ping { at, packets_sent, packets_received, min_latency_ms, avg_latency_ms, max_latency_ms } }
row! { Bandwidth { at, download_mbps, upload_mbps, jitter_ms } }

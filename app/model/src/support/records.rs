//! The internet provider's records: customers, addresses, plans, faults. Their tables begin with `isp_`; the desk's own
//! customers are in `model::record`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::AccountStatus;
use crate::record::Priority;

text_enum! {
    /// A kind of plan. A bundle is internet and television together.
    PlanKind { Internet = "internet", Tv = "tv", Phone = "phone", Bundle = "bundle" }
}

impl PlanKind {
    /// The services included in a plan.
    pub const fn services(self) -> &'static [PlanKind] {
        match self {
            Self::Internet => &[Self::Internet],
            Self::Tv => &[Self::Tv],
            Self::Phone => &[Self::Phone],
            Self::Bundle => &[Self::Internet, Self::Tv],
        }
    }
}

text_enum! {
    /// The status of a ticket.
    TicketStatus { Open = "open", InProgress = "in_progress", Closed = "closed" }
}

text_enum! {
    /// The severity of an outage.
    OutageSeverity { Minor = "minor", Major = "major", Critical = "critical" }
}

text_enum! {
    /// Whether a port's or switch's link is up.
    LinkStatus { Up = "up", Down = "down" }
}

/// A customer of the provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subscriber {
    pub id: String,
    pub name: String,
    /// Normalised by [`super::phone::normal`].
    pub phone: Option<String>,
    pub email: Option<String>,
    pub status: AccountStatus,
}

/// A service address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    pub id: String,
    pub customer_id: String,
    pub city: String,
    /// Including its kind: "Vilniaus g.".
    pub street: String,
    pub house: String,
    pub flat: Option<String>,
    pub is_primary: bool,
}

impl Address {
    /// As on a letter: "Vilniaus g. 15-3, Gintarupis".
    pub fn full(&self) -> String {
        let flat = self.flat.as_ref().map(|f| format!("-{f}")).unwrap_or_default();
        format!("{} {}{flat}, {}", self.street, self.house, self.city)
    }
}

/// A customer's plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServicePlan {
    pub id: String,
    pub kind: PlanKind,
    pub name: String,
    pub speed_mbps: Option<f64>,
    /// Euros a month.
    pub price_eur: Option<f64>,
    /// UTC milliseconds, like all times here.
    pub started_at: Option<i64>,
    pub ended_at: Option<i64>,
}

/// A plan that the caller has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ActivePlan {
    #[serde(rename = "plan")]
    pub name: String,
    /// Euros a month.
    #[serde(rename = "price_eur_a_month", default, skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
}

/// An outage of a whole area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outage {
    pub id: String,
    /// A street, district or town.
    pub area: String,
    pub kind: String,
    pub severity: OutageSeverity,
    pub description: String,
    /// Empty if all are affected.
    pub affected_services: Vec<String>,
    pub started_at: i64,
    pub estimated_fix: Option<i64>,
    pub ended_at: Option<i64>,
}

/// A customer's switch port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Port {
    pub id: String,
    pub switch_id: String,
    pub address_id: Option<String>,
    pub status: LinkStatus,
    pub changed_at: Option<i64>,
}

/// The switch that a port is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Switch {
    pub name: String,
    pub area: Option<String>,
    pub status: LinkStatus,
}

/// Something that happened to a line or a switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NetworkEvent {
    pub at: i64,
    pub kind: String,
    pub severity: String,
    pub description: String,
}

/// A route that was traced from a customer's line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TracedRoute {
    pub at: i64,
    pub target: String,
    pub hops: i64,
    pub reached: bool,
}

/// A device at a customer's home.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Equipment {
    pub kind: String,
    pub model: String,
    pub installed_at: Option<i64>,
}

/// One ping test of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ping {
    pub at: i64,
    pub packets_sent: i64,
    pub packets_received: i64,
    /// Absent if no packet came back.
    pub min_latency_ms: Option<f64>,
    pub avg_latency_ms: Option<f64>,
    pub max_latency_ms: Option<f64>,
}

impl Ping {
    /// Lost packets in per cent; 0 if none were sent.
    pub fn loss_percent(&self) -> f64 {
        if self.packets_sent <= 0 {
            return 0.0;
        }
        (self.packets_sent - self.packets_received).max(0) as f64 * 100.0 / self.packets_sent as f64
    }
}

/// One measurement of a line's speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bandwidth {
    pub at: i64,
    pub download_mbps: f64,
    pub upload_mbps: Option<f64>,
    pub jitter_ms: Option<f64>,
}

/// One measurement of a television signal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Signal {
    pub at: i64,
    pub signal_noise_ratio_db: f64,
    pub bit_error_rate: Option<f64>,
}

/// Work opened for a customer of the provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ticket {
    pub id: String,
    pub customer_id: String,
    /// What is to be done; sources may have their own kinds.
    pub kind: String,
    pub status: TicketStatus,
    pub priority: Priority,
    pub description: String,
    pub notes: Option<String>,
    /// What was already tried, one step per line.
    pub troubleshooting_steps: Option<String>,
    /// The call that opened it.
    pub session_id: Option<String>,
    pub created_at: i64,
    pub updated_at: i64,
}

/// An event in a customer's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    pub id: String,
    pub customer_id: String,
    pub at: i64,
    pub kind: String,
    pub detail: String,
    pub ticket_id: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_read_as_on_a_letter() {
        let mut address = Address {
            id: "A1".into(),
            customer_id: "C1".into(),
            city: "Gintarupis".into(),
            street: "Vilniaus g.".into(),
            house: "15".into(),
            flat: None,
            is_primary: true,
        };
        assert_eq!(address.full(), "Vilniaus g. 15, Gintarupis");
        address.flat = Some("3".into());
        assert_eq!(address.full(), "Vilniaus g. 15-3, Gintarupis");
    }

    #[test]
    fn loss_is_told_of_what_was_sent() {
        let ping = |sent, received| Ping {
            at: 0,
            packets_sent: sent,
            packets_received: received,
            min_latency_ms: None,
            avg_latency_ms: None,
            max_latency_ms: None,
        };
        assert_eq!(
            [ping(100, 88), ping(40, 40), ping(0, 0), ping(10, 11)].map(|p| p.loss_percent()),
            [12.0, 0.0, 0.0, 0.0]
        );
    }
}

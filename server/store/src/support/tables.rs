//! The support tables: what their columns hold, which are required, and their names in other programs' exports. The
//! importer, the demo and `put` all use these definitions.

use std::fmt::Display;
use std::str::FromStr;

use model::record::Priority;
use model::support::AccountStatus;
use model::support::records::{LinkStatus, OutageSeverity, PlanKind, TicketStatus};

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Nothing,
    Text(String),
    Whole(i64),
    Number(f64),
    Flag(bool),
}

impl Cell {
    pub(super) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn whole(&self) -> Option<i64> {
        if let Self::Whole(n) = self { Some(*n) } else { None }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(n) => Some(*n),
            Self::Whole(n) => Some(*n as f64),
            _ => None,
        }
    }

    pub(super) fn flag(&self) -> Option<bool> {
        if let Self::Flag(yes) = self { Some(*yes) } else { None }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Cell {
    fn from(n: i64) -> Self {
        Self::Whole(n)
    }
}

impl From<f64> for Cell {
    fn from(n: f64) -> Self {
        Self::Number(n)
    }
}

impl From<bool> for Cell {
    fn from(yes: bool) -> Self {
        Self::Flag(yes)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}

/// The type of a column.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Text,
    /// A telephone number, normalised.
    Phone,
    /// One of a closed set: parses a text to its canonical spelling, or says what is accepted.
    Named(fn(&str) -> Result<String, String>),
    /// The id of a row of another table.
    Refers(&'static str),
    /// UTC milliseconds.
    Time,
    Whole,
    Number,
    Flag,
}

/// A column of a table.
#[derive(Debug)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    pub needed: bool,
    /// Other accepted names, separated by `|`, without case, spaces and punctuation.
    pub aliases: &'static str,
}

/// A table; its first `key` columns are its key.
#[derive(Debug)]
pub struct Table {
    /// Without the prefix.
    pub name: &'static str,
    pub key: usize,
    pub columns: &'static [Column],
}

fn named<T: FromStr<Err = String> + Display>(text: &str) -> Result<String, String> {
    text.replace([' ', '-'], "_").parse::<T>().map(|value| value.to_string())
}

const fn must(name: &'static str, kind: Kind, aliases: &'static str) -> Column {
    Column { name, kind, needed: true, aliases }
}

const fn may(name: &'static str, kind: Kind, aliases: &'static str) -> Column {
    Column { name, kind, needed: false, aliases }
}

const CUSTOMER: &str = "customer|custid|clientid|client";
const OF_CUSTOMER: Column = must("customer_id", Kind::Refers("customers"), CUSTOMER);
const WHEN: &str = "time|timestamp|date|datetime|createdat|measuredat|recordedat|testedat|checkedat";

pub static CUSTOMERS: Table = Table {
    name: "customers",
    key: 1,
    columns: &[
        must("id", Kind::Text, "customerid|custid|clientid|number"),
        must("name", Kind::Text, "fullname|customername|client"),
        may("phone", Kind::Phone, "phonenumber|mobile|telephone|tel|telefonas"),
        may("email", Kind::Text, "mail|emailaddress|elpastas"),
        must("status", Kind::Named(named::<AccountStatus>), "accountstatus|state"),
    ],
};

pub static STREETS: Table = Table {
    name: "streets",
    key: 1,
    columns: &[
        must("id", Kind::Text, "streetid"),
        must("name", Kind::Text, "street|streetname|gatve"),
        must("city", Kind::Text, "town|miestas"),
        may("area", Kind::Text, "district|part|rajonas"),
    ],
};

pub static ADDRESSES: Table = Table {
    name: "addresses",
    key: 1,
    columns: &[
        must("id", Kind::Text, "addressid"),
        OF_CUSTOMER,
        must("city", Kind::Text, "town|miestas"),
        must("street", Kind::Text, "streetname|gatve"),
        must("house", Kind::Text, "housenumber|house_no|building|namas"),
        may("flat", Kind::Text, "apartment|apartmentnumber|flatnumber|unit|butas"),
        must("is_primary", Kind::Flag, "primary|main"),
    ],
};

pub static SERVICE_PLANS: Table = Table {
    name: "service_plans",
    key: 1,
    columns: &[
        must("id", Kind::Text, "planid|serviceid"),
        OF_CUSTOMER,
        must("kind", Kind::Named(named::<PlanKind>), "servicetype|plantype|type|service"),
        must("name", Kind::Text, "plan|planname"),
        may("speed_mbps", Kind::Number, "speed|downloadspeed|mbps"),
        may("price_eur", Kind::Number, "price|monthlyprice|priceeurmonth|monthlyfee"),
        may("started_at", Kind::Time, "since|startdate|activatedat|start"),
        may("ended_at", Kind::Time, "until|enddate|end"),
    ],
};

pub static EQUIPMENT: Table = Table {
    name: "equipment",
    key: 1,
    columns: &[
        must("id", Kind::Text, "equipmentid"),
        OF_CUSTOMER,
        must("kind", Kind::Text, "type|equipmenttype"),
        must("model", Kind::Text, "name"),
        may("serial", Kind::Text, "serialnumber|mac|macaddress"),
        may("installed_at", Kind::Time, "installed|installationdate|issuedat"),
    ],
};

pub static SWITCHES: Table = Table {
    name: "switches",
    key: 1,
    columns: &[
        must("id", Kind::Text, "switchid"),
        must("name", Kind::Text, "hostname|model"),
        may("area", Kind::Text, "location|district"),
        must("status", Kind::Named(named::<LinkStatus>), "state"),
    ],
};

pub static PORTS: Table = Table {
    name: "ports",
    key: 1,
    columns: &[
        must("id", Kind::Text, "portid"),
        must("switch_id", Kind::Refers("switches"), "switch"),
        must("number", Kind::Whole, "portnumber|port"),
        may("customer_id", Kind::Refers("customers"), CUSTOMER),
        may("address_id", Kind::Refers("addresses"), "address"),
        must("status", Kind::Named(named::<LinkStatus>), "state|link"),
        may("changed_at", Kind::Time, "laststatuschange|updatedat|changed"),
    ],
};

pub static IP_ASSIGNMENTS: Table = Table {
    name: "ip_assignments",
    key: 1,
    columns: &[
        must("id", Kind::Text, "assignmentid"),
        OF_CUSTOMER,
        must("ip", Kind::Text, "ipaddress|address"),
        may("mac", Kind::Text, "macaddress"),
        must("assigned_at", Kind::Time, "assigned|leasestart|start"),
        may("released_at", Kind::Time, "released|leaseend|end"),
    ],
};

pub static AREA_OUTAGES: Table = Table {
    name: "area_outages",
    key: 1,
    columns: &[
        must("id", Kind::Text, "outageid"),
        must("area", Kind::Text, "street|district|place|location|city"),
        must("kind", Kind::Text, "type|outagetype"),
        must("severity", Kind::Named(named::<OutageSeverity>), "level"),
        must("description", Kind::Text, "details|reason|cause"),
        may("affected_services", Kind::Text, "services|affected"),
        must("started_at", Kind::Time, "starttime|started|start|reportedat"),
        may("estimated_fix", Kind::Time, "estimatedresolution|eta|estimatedfixtime"),
        may("ended_at", Kind::Time, "endtime|resolvedat|ended|end"),
    ],
};

pub static TICKETS: Table = Table {
    name: "tickets",
    key: 1,
    columns: &[
        must("id", Kind::Text, "ticketid"),
        OF_CUSTOMER,
        must("kind", Kind::Text, "type|tickettype|problemtype"),
        must("status", Kind::Named(named::<TicketStatus>), "state"),
        must("priority", Kind::Named(named::<Priority>), "severity"),
        must("description", Kind::Text, "summary|details|problemdescription"),
        may("notes", Kind::Text, "note|comment"),
        may("troubleshooting_steps", Kind::Text, "steps|stepstaken"),
        may("session_id", Kind::Text, "callid|conversationid"),
        must("created_at", Kind::Time, "created|opened|openedat"),
        must("updated_at", Kind::Time, "updated|closedat|resolvedat|createdat"),
    ],
};

pub static CUSTOMER_HISTORY: Table = Table {
    name: "customer_history",
    key: 1,
    columns: &[
        must("id", Kind::Text, "historyid|eventid"),
        OF_CUSTOMER,
        must("at", Kind::Time, WHEN),
        must("kind", Kind::Text, "type|eventtype"),
        must("detail", Kind::Text, "description|details|note"),
        may("ticket_id", Kind::Refers("tickets"), "ticket"),
    ],
};

pub static CUSTOMER_MEMORY: Table = Table {
    name: "customer_memory",
    key: 2,
    columns: &[
        OF_CUSTOMER,
        must("key", Kind::Text, "name|memorykey"),
        must("value", Kind::Text, "memoryvalue"),
        must("updated_at", Kind::Time, "updated|at|createdat"),
    ],
};

pub static NETWORK_EVENTS: Table = Table {
    name: "network_events",
    key: 1,
    columns: &[
        must("id", Kind::Text, "eventid"),
        must("at", Kind::Time, WHEN),
        must("kind", Kind::Text, "type|eventtype"),
        must("severity", Kind::Text, "level"),
        must("description", Kind::Text, "details|message"),
        may("customer_id", Kind::Refers("customers"), CUSTOMER),
        may("switch_id", Kind::Refers("switches"), "switch"),
    ],
};

pub static BANDWIDTH_LOGS: Table = Table {
    name: "bandwidth_logs",
    key: 2,
    columns: &[
        OF_CUSTOMER,
        must("at", Kind::Time, WHEN),
        must("download_mbps", Kind::Number, "download|downloadspeed|speed"),
        may("upload_mbps", Kind::Number, "upload|uploadspeed"),
        may("jitter_ms", Kind::Number, "jitter"),
    ],
};

pub static SIGNAL_QUALITY: Table = Table {
    name: "signal_quality",
    key: 2,
    columns: &[
        OF_CUSTOMER,
        must("at", Kind::Time, WHEN),
        must("signal_noise_ratio_db", Kind::Number, "snr|snrdb|signalnoiseratio|signaltonoiseratio"),
        may("bit_error_rate", Kind::Number, "ber"),
    ],
};

pub static PING_TESTS: Table = Table {
    name: "ping_tests",
    key: 2,
    columns: &[
        OF_CUSTOMER,
        must("at", Kind::Time, WHEN),
        must("packets_sent", Kind::Whole, "sent"),
        must("packets_received", Kind::Whole, "received"),
        may("min_latency_ms", Kind::Number, "minlatency|min|minms"),
        may("avg_latency_ms", Kind::Number, "avglatency|avg|latency|latencyms|avgms"),
        may("max_latency_ms", Kind::Number, "maxlatency|max|maxms"),
    ],
};

pub static TRACEROUTE_LOGS: Table = Table {
    name: "traceroute_logs",
    key: 2,
    columns: &[
        OF_CUSTOMER,
        must("at", Kind::Time, WHEN),
        must("target", Kind::Text, "destination|host"),
        must("hops", Kind::Whole, "hopcount"),
        must("reached", Kind::Flag, "success|complete"),
        must("path", Kind::Text, "route|hopslist|result"),
    ],
};

/// All tables, each after those it refers to.
pub static ALL: [&Table; 17] = [
    &CUSTOMERS, &STREETS, &ADDRESSES, &SERVICE_PLANS, &EQUIPMENT, &SWITCHES, &PORTS, &IP_ASSIGNMENTS, &AREA_OUTAGES,
    &TICKETS, &CUSTOMER_HISTORY, &CUSTOMER_MEMORY, &NETWORK_EVENTS, &BANDWIDTH_LOGS, &SIGNAL_QUALITY, &PING_TESTS,
    &TRACEROUTE_LOGS,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_referred_to_comes_first() {
        for (i, table) in ALL.iter().enumerate() {
            assert!(table.key >= 1 && table.columns[..table.key].iter().all(|c| c.needed), "{}", table.name);
            for column in table.columns {
                if let Kind::Refers(other) = column.kind {
                    let at = ALL.iter().position(|t| t.name == other).unwrap();
                    assert!(at < i && ALL[at].columns[0].name == "id", "{} refers to {other}", table.name);
                }
            }
        }
    }

    #[test]
    fn names_are_read_in_any_case() {
        assert_eq!(named::<TicketStatus>("In progress"), Ok("in_progress".into()));
        assert!(named::<AccountStatus>("gone").unwrap_err().contains("suspended"));
    }
}

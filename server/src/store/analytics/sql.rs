//! Building the SQL text of a filter. Values are always bound, as text; names come from closed enums.

use super::values::is_key;
use super::{Data, Filter, GroupBy, sla, stage};

/// A statement with its values. All of them are text: ids, names, and days in ISO form.
#[derive(Debug)]
pub struct Sql {
    pub text: String,
    pub binds: Vec<String>,
}

/// Rows of a statement, on either database.
macro_rules! rows {
    ($db:expr, $sql:expr) => {{
        let sql = $sql;
        $crate::store::reading!($db, pool => {
            let mut query = sqlx::query_as(&sql.text);
            for value in &sql.binds {
                query = query.bind(value);
            }
            query.fetch_all(pool).await?
        })
    }};
}
pub(super) use rows;

impl Sql {
    /// `SELECT {columns} FROM {table} t WHERE …`.
    pub fn select(columns: &str, data: Data, filter: &Filter) -> Self {
        Self::select_beside(columns, data, "", filter)
    }

    /// The same with a further table joined. No column of it may bear a name that only communications have.
    pub fn select_beside(columns: &str, data: Data, join: &str, filter: &Filter) -> Self {
        let text = format!("SELECT {columns} FROM {} t {join} WHERE 1 = 1", data.as_str());
        let mut sql = Self { text, binds: Vec::new() };
        sql.narrow(data, filter);
        sql
    }

    pub fn push(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    fn and(&mut self, condition: &str, value: impl Into<String>) {
        self.binds.push(value.into());
        self.text.push_str(&format!(" AND {condition} ${}", self.binds.len()));
    }

    fn narrow(&mut self, data: Data, filter: &Filter) {
        if let Some(day) = filter.range.from {
            self.and("t.day >=", day.to_string());
        }
        if let Some(day) = filter.range.to {
            self.and("t.day <=", day.to_string());
        }
        for (column, value) in [
            ("t.customer_id =", &filter.customer_id),
            ("t.product =", &filter.product),
            ("t.category =", &filter.category),
            ("t.subcategory =", &filter.subcategory),
            ("t.status =", &filter.status),
        ] {
            if let Some(value) = value {
                self.and(column, value);
            }
        }
        if let Some(topic) = &filter.topic {
            self.and(&format!("COALESCE({TOPIC}, '') ="), topic);
        }
        if !filter.topics.is_empty() {
            self.one_of(&format!("COALESCE({TOPIC}, '')"), &filter.topics);
        }
        for (attribute, value) in &filter.attributes {
            self.and(&format!("t.attributes->>'{}' =", attribute.as_str()), value);
        }
        if let Some(tier) = filter.tier {
            self.and("t.customer_id IN (SELECT id FROM customers WHERE tier =", tier.as_str());
            self.text.push(')');
        }
        if let Some(breached) = filter.breached {
            let late = sla::breached(filter.as_of);
            let says = if breached { late } else { format!("{} AND NOT {late}", sla::KNOWN) };
            match data {
                Data::Cases => self.text.push_str(&format!(" AND ({says})")),
                Data::Communications => {
                    self.text.push_str(&format!(" AND t.case_id IN (SELECT t.id FROM cases t WHERE {says})"));
                }
            }
        }
        self.of_messages(data, filter);
        if let Some(ids) = &filter.ids {
            self.one_of("t.id", ids);
        }
    }

    fn one_of(&mut self, column: &str, values: &[String]) {
        self.text.push_str(&format!(" AND {column} IN (NULL"));
        for value in values {
            self.binds.push(value.clone());
            self.text.push_str(&format!(", ${}", self.binds.len()));
        }
        self.text.push(')');
    }

    /// What only communications have: a case has it through them.
    fn of_messages(&mut self, data: Data, filter: &Filter) {
        let wanted = [
            ("channel".to_owned(), filter.channel.map(|c| c.as_str())),
            ("kind".to_owned(), filter.kind.map(|k| k.as_str())),
            ("sentiment".to_owned(), filter.sentiment.map(|s| s.as_str())),
            (stage(if data == Data::Cases { "communications" } else { "t" }), filter.journey_stage.map(|s| s.as_str())),
        ];
        let wanted: Vec<_> = wanted.into_iter().filter_map(|(column, value)| Some((column, value?))).collect();
        if wanted.is_empty() && filter.carries.is_empty() {
            return;
        }
        if data == Data::Cases {
            self.text.push_str(" AND t.id IN (SELECT case_id FROM communications WHERE case_id IS NOT NULL");
        }
        for (column, value) in wanted {
            self.and(&format!("{column} ="), value);
        }
        if !filter.carries.is_empty() {
            let keys = filter.carries.iter().filter(|key| is_key(key));
            let each: Vec<String> = keys.map(|key| format!("COALESCE({{of}}attributes->>'{key}', '') <> ''")).collect();
            // A joined table may have such fields, too.
            let of = if data == Data::Cases { "" } else { "t." };
            let any = if each.is_empty() { "1 = 0".to_owned() } else { each.join(" OR ").replace("{of}", of) };
            self.text.push_str(&format!(" AND ({any})"));
        }
        if data == Data::Cases {
            self.text.push(')');
        }
    }
}

/// What a record is about, as precisely as it is labelled.
const TOPIC: &str = "COALESCE(NULLIF(t.subcategory, ''), NULLIF(t.category, ''))";

impl GroupBy {
    /// The expression that records are grouped by.
    pub(super) fn column(self) -> String {
        match self {
            Self::Category => "NULLIF(t.category, '')".into(),
            Self::Topic => TOPIC.into(),
            Self::Product => "t.product".into(),
            Self::Customer => "t.customer_id".into(),
            Self::Tier => "(SELECT c.tier FROM customers c WHERE c.id = t.customer_id)".into(),
            Self::Status => "t.status".into(),
            Self::Month => "SUBSTR(t.day, 1, 7)".into(),
            Self::Day => "t.day".into(),
            Self::Channel => "t.channel".into(),
            Self::Kind => "t.kind".into(),
            Self::Sentiment => "t.sentiment".into(),
            Self::Attribute(attribute) => format!("NULLIF(t.attributes->>'{}', '')", attribute.as_str()),
        }
    }

    /// Whether only communications have it.
    pub fn of_communications_only(self) -> bool {
        matches!(self, Self::Channel | Self::Kind | Self::Sentiment)
    }
}

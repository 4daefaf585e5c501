//! The columns of each dataset: their names, synonyms, kinds and units, and how they are reached from its table.
//! Further fields of an archive are columns, too, under their stored names.

use std::borrow::Cow;
use std::sync::Arc;

use model::run::FIELDS;

use super::ast::Dataset;
pub use super::column::{Column, ColumnExpr, ColumnType};
use super::declared::{Formula, Opened};
use super::values::{Field, Slot, Vocabulary};

/// The column that a scope's field limits.
pub fn of_scope(field: &str) -> &'static str {
    FIELDS.iter().find(|(f, _)| *f == field).map_or("", |(_, column)| column)
}

impl Slot {
    /// The query language's column for such values.
    pub const fn column(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Customer => "customer",
            Self::Category => "category",
            Self::Subcategory => "subcategory",
            Self::Channel => "channel",
            Self::Kind => "kind",
            Self::Tier => "tier",
            Self::Sentiment => "sentiment",
            Self::Status => "status",
            Self::State => "state",
            Self::Attribute(attribute) => attribute.as_str(),
        }
    }
}

/// The columns of all datasets, for the current data.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    columns: Vec<(Dataset, Arc<[Column]>)>,
    sources: Arc<Vec<Arc<Opened>>>,
}

impl Catalog {
    pub fn of(vocabulary: &Vocabulary) -> Self {
        let own = Dataset::ALL.iter().map(|dataset| (*dataset, columns(*dataset, vocabulary).into()));
        let declared = vocabulary.sources.iter().map(|s| (Dataset::Source(s.source.name), s.columns.clone()));
        Self { columns: own.chain(declared).collect(), sources: vocabulary.sources.clone() }
    }

    /// The declared source of a dataset.
    pub fn source(&self, dataset: Dataset) -> Option<&Arc<Opened>> {
        self.sources.iter().find(|opened| Dataset::Source(opened.source.name) == dataset)
    }

    /// The sources whose rows belong to rows of this one: they join its table.
    pub fn joined_by(&self, own: &Opened) -> impl Iterator<Item = &Arc<Opened>> {
        self.sources.iter().filter(|other| other.join_to(own).is_some())
    }

    /// The datasets: the firm's own records, then the declared sources.
    pub fn datasets(&self) -> impl Iterator<Item = Dataset> {
        self.columns.iter().map(|(dataset, _)| *dataset)
    }

    pub fn columns(&self, dataset: Dataset) -> &[Column] {
        self.columns.iter().find(|(d, _)| *d == dataset).map_or(&[], |(_, columns)| columns)
    }

    /// The column with this name or synonym; of a source also as `table.column`, where it is declared.
    pub fn column(&self, dataset: Dataset, name: &str) -> Option<&Column> {
        let plain = super::values::pick::phrase(&name.replace('_', " "));
        let all = self.columns(dataset);
        let by_word = |c: &&Column| {
            super::values::pick::phrase(&c.says) == plain
                || c.also.iter().any(|a| super::values::pick::phrase(a) == plain)
        };
        let by_place = |c: &&Column| match &c.place {
            ColumnExpr::Declared(formula) => matches!(&**formula, Formula::Column(field)
                if name.split_once('.').is_some_and(|(alias, column)| field.alias == alias && field.column == column)),
            _ => false,
        };
        all.iter().find(|c| c.name == name).or_else(|| all.iter().find(by_word)).or_else(|| all.iter().find(by_place))
    }
}

const fn column(
    name: &'static str,
    says: &'static str,
    also: &'static [&'static str],
    kind: ColumnType,
    place: ColumnExpr,
) -> Column {
    Column { name: Cow::Borrowed(name), says: Cow::Borrowed(says), also, kind, place }
}

fn columns(dataset: Dataset, v: &Vocabulary) -> Vec<Column> {
    use ColumnExpr::*;
    use ColumnType::*;
    let own = |name, also, kind| column(name, name, also, kind, Own(name));
    let message = |name, also| column(name, name, also, Category, Message(name));
    // Of the customer's own table, or of the table joined to it.
    let of_customer = |place: fn(&'static str) -> ColumnExpr| {
        let manager: &[_] = &["manager", "rm", "adviser", "portfolio", "book"];
        [
            column("segment", "segment", &["customer segment"], Category, place("segment")),
            column("region", "region", &["area"], Category, place("region")),
            column("relationship_manager", "relationship manager", manager, Category, place("relationship_manager")),
        ]
    };
    let mut list = match dataset {
        Dataset::Communications => vec![
            own("channel", &["medium"], Category),
            own("kind", &["type", "message type"], Category),
            own("sentiment", &["mood", "tone"], Category),
            column("sentiment_score", "sentiment score", &["score"], Number("points"), Own("sentiment_score")),
            column("chat_mode", "chat mode", &[], Category, Own("chat_mode")),
            column(
                "escalated_from",
                "channel it was escalated from",
                &["escalation origin"],
                Category,
                Own("escalated_from"),
            ),
            column("body", "text", &["message text", "narrative"], Text, Own("body")),
            column("case_id", "case", &[], Text, Own("case_id")),
        ],
        Dataset::Cases => vec![
            own("priority", &["urgency"], Category),
            column(
                "assigned_to",
                "assignee",
                &["assigned to", "handler", "agent", "owner", "team", "desk"],
                Category,
                Own("assigned_to"),
            ),
            column("sla_breached", "SLA breached", &["sla", "breach", "late", "overdue"], Flag, Own("sla_breached")),
            column(
                "resolution_hours",
                "time to resolution",
                &["resolution time", "resolution", "handling time", "time to resolve", "turnaround"],
                Number("hours"),
                Hours("resolved_at", "created_at"),
            ),
            column("resolved_on", "day of resolution", &[], Day, DayOf("resolved_at")),
            column("due_on", "deadline", &["due date", "day due"], Day, DayOf("sla_deadline")),
            own("title", &[], Text),
            message("channel", &["medium"]),
            message("kind", &[]),
            message("sentiment", &["mood"]),
        ],
        Dataset::Customers => {
            let mut list = vec![own("tier", &["level"], Category)];
            list.extend(of_customer(Own));
            list.push(column("name", "customer", &["name", "company"], Category, Own("id")));
            list.push(column("since", "customer since", &["joined"], Day, Own("since")));
            list
        }
        Dataset::Documents => vec![
            own("kind", &["type", "document type"], Category),
            own("title", &[], Text),
            own("product", &[], Category),
            own("day", &["date"], Day),
        ],
        // Its columns come from its declaration.
        Dataset::Source(_) => return Vec::new(),
    };
    if matches!(dataset, Dataset::Communications | Dataset::Cases) {
        list.extend([
            own("product", &["products"], Category),
            own("category", &["issue", "reason", "topic", "complaint reason"], Category),
            own("subcategory", &["sub issue", "subissue", "sub category"], Category),
            own("status", &["state of work"], Category),
            column(
                "customer",
                "customer",
                &[
                    "client", "company", "firm", "bank", "lender", "name", "institution", "servicer", "creditor",
                    "provider", "business", "organisation", "organization", "offender", "culprit", "bureau", "bureaus",
                    "agency", "collector",
                ],
                Category,
                Own("customer_id"),
            ),
            column("tier", "tier", &["customer tier", "level"], Category, Customer("tier")),
        ]);
        list.extend(of_customer(Customer));
        list.extend([
            own("day", &["date"], Day),
            column("weekday", "day of the week", &["weekday"], Category, Weekday),
            column("part_of_week", "part of the week", &[], Category, PartOfWeek),
        ]);
        list.extend(v.fields.iter().filter(|f| !f.of_customers).map(|f| further(f, false)));
        if dataset == Dataset::Cases && !v.case_tags.is_empty() {
            list.push(column("tags", "tags", &["tag"], List, Own("tags")));
        }
    }
    if dataset != Dataset::Documents {
        let own_row = dataset == Dataset::Customers;
        list.extend(v.fields.iter().filter(|f| f.of_customers).map(|f| further(f, !own_row)));
    }
    list
}

/// Maximum distinct integers of a field that is treated as codes, scores or classes, for grouping.
const MAX_CODE_VALUES: usize = 20;

/// Whether a field can be summed: all its values are numbers, and its name does not mark them as identifiers.
fn is_number(field: &Field) -> bool {
    let name = field.key.rsplit('_').next().unwrap_or_default();
    let code = ["id", "code", "zip", "postcode", "number", "no", "nr", "phone", "year", "month"].contains(&name);
    let whole = field.values.iter().all(|value| !value.contains('.'));
    field.numbers && !code && !(whole && field.values.len() <= MAX_CODE_VALUES) && field.key != "zip_code"
}

/// A column for a further field of the records, or of their customers.
fn further(field: &Field, of_customer: bool) -> Column {
    let key = field.key.as_str();
    let kind = match key {
        "tags" => ColumnType::List,
        _ if is_number(field) => ColumnType::Number(""),
        _ if key.starts_with("date_") || key.ends_with("_date") => ColumnType::Day,
        _ => ColumnType::Category,
    };
    let also: &'static [&'static str] = match key {
        "state" => &["us state", "state code", "territory"],
        "zip_code" => &["zip", "postcode", "postal code", "zipcode"],
        "tags" => &["tag"],
        "sub_product" => &["subproduct", "product type", "kind of product"],
        "company_response" => {
            &["response", "outcome", "response of the company", "company response to consumer", "resolution"]
        }
        "public_response" => &["company public response"],
        "disputed" => &["dispute", "consumer disputed"],
        "consent" => &["consumer consent"],
        "submitted_via" => &["submission channel", "via"],
        _ => &[],
    };
    let place =
        if of_customer { ColumnExpr::CustomerAttribute(key.to_owned()) } else { ColumnExpr::Attribute(key.to_owned()) };
    Column { name: Cow::Owned(key.to_owned()), says: Cow::Owned(key.replace('_', " ")), also, kind, place }
}

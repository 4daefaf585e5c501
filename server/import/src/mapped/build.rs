//! Builds records from a row.

use std::collections::{HashMap, HashSet};

use base::tabular::Type;
use chrono::NaiveDate;
use model::record::*;

use super::cells::{Names, customer_id, customer_named, hash, key, name_key, record_id};
use super::dates::{self, When};
use super::fields::{self, plain};
use super::mapping::{Columns, Mapping};
use super::words::{self, list};
use crate::engine::RecordKind;
use crate::error::short;
use crate::knowledge;
use store::write::Batch;

/// Why a row was refused: the kind, as counted in the summary, and what to do.
pub type Fault = (&'static str, String);

/// Builds records from rows.
pub struct Builder {
    pub mapping: Mapping,
    /// The last plausible day.
    latest: NaiveDate,
    /// The columns of each field and attribute, for the current number of columns.
    plan: Plan,
    /// The types of each column's values, as far as the file was scanned.
    pub types: Vec<Type>,
    /// Customer ids by [`name_key`] of the name and by address: stored ones and those of this file.
    customers: HashMap<String, String>,
    tiers: HashMap<String, Tier>,
    /// Each customer's tier, segment and region in the row that first named them.
    seen_customers: HashMap<String, (Tier, String, Option<String>)>,
    seen_products: HashSet<String>,
    seen: HashSet<[u8; 8]>,
}

#[derive(Default)]
struct Plan {
    columns: usize,
    fields: Vec<(&'static str, Vec<usize>)>,
    attributes: Vec<(String, usize)>,
}

struct Row<'a> {
    builder: &'a Builder,
    cells: &'a [String],
}

impl Builder {
    /// `customers` are stored ids by [`name_key`] and address, `tiers` their tiers by id.
    pub fn new(
        mapping: Mapping,
        latest: NaiveDate,
        customers: HashMap<String, String>,
        tiers: HashMap<String, Tier>,
    ) -> Self {
        Self {
            mapping,
            latest,
            plan: Plan::default(),
            types: Vec::new(),
            customers,
            tiers,
            seen_customers: HashMap::new(),
            seen_products: HashSet::new(),
            seen: HashSet::new(),
        }
    }

    /// Locates the columns, again after a line with new ones.
    pub fn look(&mut self, names: &Names) {
        if self.plan.columns == names.all.len() {
            return;
        }
        let place = |name: &String| names.all.iter().position(|n| n == name);
        let mapped = |f: &'static fields::Field| {
            let places: Vec<usize> = self.mapping.columns.get(f.name)?.names().iter().filter_map(place).collect();
            Some((f.name, places))
        };
        let fields: Vec<(&'static str, Vec<usize>)> = self.mapping.fields().filter_map(mapped).collect();
        let first =
            |(name, columns): (&String, &Columns)| Some((name.clone(), columns.names().iter().find_map(place)?));
        let named: Vec<(String, usize)> = self.mapping.attributes.iter().filter_map(first).collect();
        let taken = fields.iter().flat_map(|(_, places)| places).chain(named.iter().map(|(_, place)| place));
        let taken: HashSet<usize> = taken.copied().collect();
        let kept = |(i, name): &(usize, &String)| !taken.contains(i) && !self.mapping.leave_out.contains(name);
        let others = names.all.iter().enumerate().filter(kept).map(|(i, name)| (attribute(name), i));
        let attributes = others.chain(named).collect();
        self.plan = Plan { columns: names.all.len(), fields, attributes };
    }

    /// Locates the columns again after a change of mapping.
    pub fn replan(&mut self, names: &Names) {
        self.plan = Plan::default();
        self.look(names);
    }

    /// The names of columns kept as attributes.
    pub fn attributes(&self) -> Vec<String> {
        self.plan.attributes.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Adds a row to the batch; returns its day, if any, and the size of its text in bytes.
    pub fn take(&mut self, cells: &[String], batch: &mut Batch) -> Result<(Option<NaiveDate>, usize), Fault> {
        let row = Row { builder: self, cells };
        let own = match row.text("id") {
            Some(id) => id,
            None => hash(&cells.join("\u{1f}")),
        };
        let key = key(&own);
        if self.seen.contains(&key) {
            return Err(("repeated in the file", format!("the id \"{}\" was in the file before", short(&own))));
        }
        let (customer, product) = (row.customer()?, row.text("product"));
        let (day, bytes) = match self.mapping.row {
            RecordKind::Communication => {
                let customer = customer.as_ref().ok_or_else(no_customer)?;
                let mut made = row.communication(&own, &customer.id)?;
                let told = (Some(made.day), made.body.len());
                if self.mapping.opens_case {
                    let case = row.case(&own, customer, "at")?;
                    made.case_id = Some(case.id.clone());
                    made.subject.get_or_insert_with(|| case.title.clone());
                    batch.cases.push(case);
                }
                batch.communications.push(made);
                told
            }
            RecordKind::Case => {
                let customer = customer.as_ref().ok_or_else(no_customer)?;
                let made = row.case(&own, customer, "created_at")?;
                let told = (Some(made.day), made.description.len());
                batch.cases.push(made);
                told
            }
            RecordKind::Customer => {
                batch.customers.push(row.own_customer(&own)?);
                (None, 0)
            }
            RecordKind::Document => {
                let made = row.document(&own)?;
                let told = (None, made.chunks.iter().map(|c| c.text.len()).sum());
                batch.documents.push(made);
                told
            }
        };
        self.seen.insert(key);
        self.note(customer, product, batch);
        Ok((day, bytes))
    }

    /// Adds customers and products to the batch when first named.
    fn note(&mut self, customer: Option<Customer>, product: Option<String>, batch: &mut Batch) {
        if let Some(customer) = customer {
            let given = (customer.tier, customer.segment.clone(), customer.region.clone());
            match self.seen_customers.get(&customer.id) {
                Some(first) => batch.varying += u64::from(*first != given),
                None => {
                    self.seen_customers.insert(customer.id.clone(), given);
                    self.customers.entry(name_key(&customer.name)).or_insert_with(|| customer.id.clone());
                    batch.named.push(customer);
                }
            }
        }
        if let Some(name) = product
            && self.seen_products.insert(name.clone())
        {
            batch.products.push(Product { slug: slug(&name), name });
        }
    }
}

fn no_customer() -> Fault {
    ("no customer", "no column names the customer".to_owned())
}

impl Row<'_> {
    fn source(&self) -> &str {
        self.builder.mapping.source.as_deref().unwrap_or_default()
    }

    /// A field's value, translated by the mapping; `None` if empty.
    fn text(&self, field: &str) -> Option<String> {
        let mapping = &self.builder.mapping;
        let places = self.builder.plan.fields.iter().find(|(name, _)| *name == field).map(|(_, places)| places);
        let parts = places.into_iter().flatten().filter_map(|i| self.cells.get(*i)).map(|c| c.trim());
        let text = parts.filter(|c| !c.is_empty()).collect::<Vec<_>>().join("\n\n");
        if text.is_empty() {
            return mapping.defaults.get(field).cloned();
        }
        let said = mapping.values.get(field).and_then(|values| {
            values.get(&text).or_else(|| values.iter().find(|(k, _)| plain(k) == plain(&text)).map(|(_, v)| v))
        });
        Some(said.cloned().unwrap_or(text)).filter(|text| !text.is_empty())
    }

    /// A field with a closed set of values.
    fn one_of<T>(&self, field: &'static str, read: fn(&str) -> Option<T>, known: &str) -> Result<Option<T>, Fault> {
        let Some(text) = self.text(field) else { return Ok(None) };
        read(&text).map(Some).ok_or_else(|| {
            let what = format!(
                "{field} is \"{}\"; it can be {known}. Say what it means under [values.{field}] in the mapping",
                short(&text)
            );
            ("value not known", what)
        })
    }

    fn when(&self, field: &'static str) -> Result<Option<When>, Fault> {
        let Some(text) = self.text(field) else { return Ok(None) };
        match dates::read(&text, &self.builder.mapping.dates) {
            None => {
                let what = format!("{field} is \"{}\", not a date in a known format; set dates.format", short(&text));
                Err(("date not readable", what))
            }
            Some(when) => Ok(Some(when)),
        }
    }

    /// A required date.
    fn happened(&self, field: &'static str) -> Result<When, Fault> {
        let when = self.when(field)?.ok_or_else(|| ("no date", format!("{field} is empty")))?;
        if when.0 > self.builder.latest {
            return Err(("date in the future", format!("{field} is {}, which is in the future", when.0)));
        }
        Ok(when)
    }

    fn tier(&self, field: &'static str) -> Result<Option<Tier>, Fault> {
        self.one_of(field, words::tier, "platinum, gold, silver or standard")
    }

    /// The customer of a message or case.
    fn customer(&self) -> Result<Option<Customer>, Fault> {
        if matches!(self.builder.mapping.row, RecordKind::Customer | RecordKind::Document) {
            return Ok(None);
        }
        let (id, name) = (self.text("customer_id"), self.text("customer"));
        let Some(name) = name.or_else(|| id.clone()) else {
            return Err(("no customer", "the row does not name its customer".to_owned()));
        };
        let known = |name: &str| self.builder.customers.get(&name_key(name)).cloned();
        // An id that is an address means the customer with that address.
        let given = |id: String| {
            Some(&id).filter(|id| id.contains('@')).and_then(|id| known(id)).unwrap_or_else(|| self.customer_id(&id))
        };
        let id = id.map(given).or_else(|| known(&name)).unwrap_or_else(|| customer_named(&name));
        Ok(Some(Customer {
            name,
            tier: self.tier("customer_tier")?.or_else(|| self.stored_tier(&id)).unwrap_or(Tier::Standard),
            id,
            segment: self.text("customer_segment").unwrap_or_default(),
            region: self.text("customer_region"),
            source: self.source().to_owned(),
            ..Customer::default()
        }))
    }

    /// A customer's stored tier; Standard may also mean unknown.
    fn stored_tier(&self, id: &str) -> Option<Tier> {
        self.builder.tiers.get(id).copied().filter(|tier| *tier != Tier::Standard)
    }

    fn attributes(&self) -> Attributes {
        let kind = |i: usize| self.builder.types.get(i).copied().unwrap_or(Type::Text);
        let cell = |(name, i): &'_ (String, usize)| Some((name.clone(), kind(*i), self.cells.get(*i)?.trim()));
        let cells = self.builder.plan.attributes.iter().filter_map(cell);
        cells.filter(|(_, _, text)| !text.is_empty()).map(|(name, kind, text)| (name, kind.plain(text))).collect()
    }

    fn communication(&self, own: &str, customer_id: &str) -> Result<Communication, Fault> {
        let (day, at) = self.happened("at")?;
        let score = self.text("sentiment_score").and_then(|s| s.parse::<f64>().ok()).filter(|s| s.abs() <= 1.0);
        Ok(Communication {
            id: self.id("", own),
            customer_id: customer_id.to_owned(),
            case_id: self.text("case_id").map(|id| self.id("case-", &id)),
            channel: self.one_of("channel", words::channel, &list(Channel::ALL))?.unwrap_or(Channel::Web),
            chat_mode: self.one_of("chat_mode", |t| t.parse().ok(), &list(ChatMode::ALL))?,
            escalated_from: self.one_of("escalated_from", |t| t.parse().ok(), &list(EscalatedFrom::ALL))?,
            status: self
                .one_of("status", words::communication_status, &list(CommunicationStatus::ALL))?
                .unwrap_or(CommunicationStatus::Open),
            kind: self.one_of("kind", words::kind, &list(Kind::ALL))?.unwrap_or(Kind::Enquiry),
            category: self.text("category"),
            subcategory: self.text("subcategory"),
            product: self.text("product").map(|name| slug(&name)),
            sentiment: self.one_of("sentiment", words::sentiment, &list(Sentiment::ALL))?,
            sentiment_score: score,
            subject: self.text("subject"),
            body: self.text("body").unwrap_or_default(),
            at,
            day,
            attributes: self.attributes(),
            source: self.source().to_owned(),
        })
    }

    /// `began` is the field with the opening day.
    fn case(&self, own: &str, customer: &Customer, began: &'static str) -> Result<Case, Fault> {
        let (day, created_at) = self.happened(began)?;
        let resolved_at = self.when("resolved_at")?.map(|(_, at)| at);
        let status = self.one_of("status", words::case_status, &list(CaseStatus::ALL))?;
        let status = status.unwrap_or(if resolved_at.is_some() { CaseStatus::Resolved } else { CaseStatus::Open });
        // Only customers whose tier is given by the file or the store have an SLA.
        let tier = self.tier("customer_tier")?.or_else(|| self.stored_tier(&customer.id));
        let by_tier = tier.map(|tier| created_at + tier.sla_hours() * 3_600_000);
        let sla_deadline = self.when("sla_deadline")?.map(|(_, at)| at).or(by_tier);
        let breached = self.one_of("sla_breached", words::yes_or_no, "yes or no")?;
        let priority_given = self.one_of("priority", words::priority, &list(Priority::ALL))?;
        Ok(Case {
            id: self.id("case-", own),
            customer_id: customer.id.clone(),
            title: self.title().ok_or_else(|| ("no title", "the case has no title".to_owned()))?,
            description: self.text("description").unwrap_or_default(),
            category: self.text("category"),
            subcategory: self.text("subcategory"),
            product: self.text("product").map(|name| slug(&name)),
            status,
            priority: priority_given.unwrap_or(priority(customer.tier, None)),
            assigned_to: self.text("assigned_to"),
            created_at,
            updated_at: self.when("updated_at")?.map(|(_, at)| at).or(resolved_at).unwrap_or(created_at),
            resolved_at,
            day,
            sla_deadline,
            sla_breached: breached
                .unwrap_or(matches!((sla_deadline, resolved_at), (Some(due), Some(done)) if done > due)),
            sla_told: breached.is_some(),
            tags: self.text("tags").iter().flat_map(|t| t.split([',', ';'])).filter_map(filled).collect(),
            resolution: self.text("resolution"),
            attributes: self.attributes(),
            source: self.source().to_owned(),
        })
    }

    /// A case without a title gets the message's subject, or else its topic.
    fn title(&self) -> Option<String> {
        let topic = || [self.text("category"), self.text("subcategory")].into_iter().flatten().collect::<Vec<_>>();
        let named = |parts: Vec<String>| Some(parts.join(": ")).filter(|title| !title.is_empty());
        let otherwise = || self.text("subject").or_else(|| named(topic())).or_else(|| self.text("kind"));
        self.text("title").or_else(|| self.builder.mapping.opens_case.then(otherwise).flatten())
    }

    fn own_customer(&self, own: &str) -> Result<Customer, Fault> {
        let name = self.text("name").ok_or_else(|| ("no name", "the customer has no name".to_owned()))?;
        Ok(Customer {
            id: if self.text("id").is_some() { self.customer_id(own) } else { customer_named(&name) },
            tier: self.tier("tier")?.unwrap_or(Tier::Standard),
            segment: self.text("segment").unwrap_or_default(),
            region: self.text("region"),
            relationship_manager: self.text("relationship_manager"),
            since: self.when("since")?.map(|(day, _)| day),
            attributes: self.attributes(),
            source: self.source().to_owned(),
            name,
        })
    }

    fn document(&self, own: &str) -> Result<Document, Fault> {
        let title = self.text("title").ok_or_else(|| ("no title", "the document has no title".to_owned()))?;
        let body = self.text("body").ok_or_else(|| ("no text", "the document has no text".to_owned()))?;
        let kind = self.one_of("kind", |t| t.parse().ok(), &list(DocumentKind::ALL))?;
        let id = self.id("", own);
        Ok(Document {
            kind: kind.unwrap_or(DocumentKind::Article),
            title,
            product: self.text("product").map(|name| slug(&name)),
            day: self.when("day")?.map_or(self.builder.latest, |(day, _)| day),
            source: self.source().to_owned(),
            chunks: knowledge::parts(&id, &body),
            id,
        })
    }

    /// The record id for a file's own id.
    fn id(&self, kind: &str, own: &str) -> String {
        if self.builder.mapping.whole_ids { own.to_owned() } else { record_id(kind, self.source(), own) }
    }

    /// The customer id for a file's own id.
    fn customer_id(&self, own: &str) -> String {
        if self.builder.mapping.whole_ids { own.to_owned() } else { customer_id(own) }
    }
}

fn filled(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|t| !t.is_empty())
}

/// A column's name as an attribute name: `Sub Product` is `sub_product`.
fn attribute(column: &str) -> String {
    slug(column).replace('-', "_")
}

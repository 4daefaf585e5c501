//! Walks the observations once and fills the index.
//!
//! Deliberately not here: how a claim is compared with what was found.

use std::collections::HashMap;

use chrono::Datelike;
use serde_json::{Map as Object, Value};

use app::model::answer::{Source, SourceKind};

use super::field;
use super::speech::{self, Speech};
use super::table::{Pair, is_map, is_record, pairs};
use super::*;
use crate::agent::ground::read::date::{DateValue, End, is_year_key};
use crate::agent::ground::read::stem::Stem;
use crate::agent::ground::read::{date_value, extract};
use crate::agent::ground::{Context, Observation};

/// Builds the index of one answer's observations.
pub fn build<'a>(observations: &'a [Observation<'a>], context: &Context<'a>) -> Index<'a> {
    let mut walk = Walk::default();
    walk.index.month_first = date_value::month_first(observations.iter().map(|o| o.result));
    let mut tools: HashMap<&str, u32> = HashMap::new();
    for (o, observation) in observations.iter().enumerate() {
        walk.index.calls.push(observation.call);
        walk.index.tools.push(observation.tool);
        let field = walk.field(observation.tool);
        let set = *tools.entry(observation.tool).or_insert_with(|| walk.set(NONE, field, false));
        walk.observation(o as u32, set, observation);
    }
    walk.month_before();
    walk.spans();
    walk.question(context);
    super::given::name_matching(&mut walk.index, observations);
    marginals::add(&mut walk.index);
    shares::work_out(&mut walk.index);
    shares::finish(&mut walk.index, &walk.printed);
    walk.index
}

#[derive(Default)]
pub(super) struct Walk<'a> {
    pub(super) index: Index<'a>,
    fields: HashMap<&'a str, u32>,
    pub(super) phrases: HashMap<Vec<Stem>, u32>,
    /// Facts whose percent sign stands in the result: final, whatever their size.
    pub(super) printed: Set<u32>,
    /// The times of the records, as they come.
    pub(super) moments: Vec<super::spans::Moment<'a>>,
}

/// A number that is a year.
pub(super) fn year_of(value: Option<f64>) -> Option<DateValue> {
    value.filter(|y| (1900.0..2100.0).contains(y) && y.fract() == 0.0).map(|y| DateValue::Year(y as i32))
}

/// Where the walk is.
#[derive(Clone, Copy, Default)]
pub(super) struct At<'a> {
    pub(super) node: u32,
    pub(super) holder: u32,
    pub(super) row: u32,
    /// The field name that holds for the value here.
    pub(super) key: &'a str,
    pub(super) record: bool,
    /// The id of the record around it.
    pub(super) owner: &'a str,
    /// The currency that stands beside it or around it.
    pub(super) currency: Option<&'static str>,
    /// One of several objects with the same fields.
    pub(super) uniform: bool,
    /// The unit of time, in days, that stands around it for its statistics.
    pub(super) days: Option<f64>,
    /// What numbers of no other unit stand in around it: 1000 beside "USD thousand".
    pub(super) scale: Option<f64>,
    /// In percent, as a name around it says: `{"rates_pct": {"monetary": 16.3, …}}`.
    pub(super) percent: bool,
    /// The call asked for groups: the names at the root of its result are theirs.
    pub(super) grouped: bool,
    /// A passage of a document of the firm: what it states is no hearsay.
    pub(super) document: bool,
    /// In an object that only says what its row is called.
    pub(super) naming: bool,
}

impl<'a> Walk<'a> {
    fn observation(&mut self, o: u32, set: u32, observation: &'a Observation<'a>) {
        let node = self.node(NONE, Step::Root(o));
        let args = self.node(NONE, Step::Args(o));
        let row = self.row(set, NONE, observation.tool);
        if let Value::Object(given) = observation.args {
            self.arguments(given, args, row);
        }
        let key = observation.tool;
        let grouped = table::is_grouped(observation.args, observation.result) || observation.tool.contains("_by_");
        self.value(observation.result, At { node, holder: node, row, key, grouped, ..At::default() });
        let field = self.field("sources");
        let read = self.set(node, field, true);
        self.index.sets[read as usize].records = true;
        for (i, source) in observation.sources.iter().enumerate() {
            self.source((o, i as u32), (node, row, read), source);
        }
    }

    /// A record that was read: a row of its own, named by its id and its title.
    fn source(&mut self, (o, i): (u32, u32), (node, call, read): (u32, u32, u32), source: &'a Source) {
        let place = Place::Source(o, i);
        let id = source.id.to_lowercase();
        self.index.prefixes.insert(extract::prefix(&id).to_owned());
        self.index.ids.entry(id).or_insert(place);
        let row = self.row(read, call, &source.title);
        self.label(row, "name", &source.title, node);
        self.label(row, "id", &source.id, node);
        if let Some(day) = source.day {
            self.date_row(row, DateValue::Day(day), node);
        }
        let document = source.kind == SourceKind::Document;
        self.index.texts.push(Text { text: &source.excerpt, place, owner: &source.id, document });
        self.index.texts.push(Text { text: &source.title, place, owner: &source.id, document });
    }

    pub(super) fn value(&mut self, value: &'a Value, at: At<'a>) {
        match value {
            Value::Object(map) => self.object(map, at),
            Value::Array(items) => self.array(items, at),
            Value::String(text) => self.string(text, at),
            Value::Number(n) => self.number(n.as_f64().unwrap_or_default(), at),
            Value::Bool(mark) => {
                let (field, set) = (self.field(at.key), self.index.rows.get(at.row as usize).map_or(NONE, |r| r.set));
                let (yes, no) = self.index.marks.entry((set, field)).or_default();
                (*yes, *no) = (*yes + usize::from(*mark), *no + usize::from(!*mark));
            }
            Value::Null => {}
        }
    }

    fn object(&mut self, map: &'a Object<String, Value>, at: At<'a>) {
        let record = at.record || is_record(&pairs(map));
        let own = |map: &'a Object<String, Value>| map.get("id").and_then(Value::as_str);
        let named = |(key, v): (&'a String, &'a Value)| v.as_object().filter(|o| table::is_naming(key, o));
        let inner = || map.iter().filter_map(named).find_map(own);
        let owner = own(map).or_else(|| inner().filter(|_| record)).unwrap_or(at.owner);
        let root = matches!(self.index.nodes[at.node as usize].step, Step::Root(_));
        // `"meta": {"ccy": "EUR"}` beside the rows speaks of all of them.
        let meta = || ["meta", "metadata", "info", "header"].iter().find_map(|k| map.get(*k)?.as_object());
        let beside = || meta().filter(|_| root).and_then(table::currency);
        let currency = table::currency(map).or_else(beside).or(at.currency);
        let at = At {
            currency,
            days: table::unit(map).or(at.days),
            scale: table::scale(map).or(at.scale),
            document: at.document || table::is_document(map),
            ..at
        };
        let dated = map.len() > 1 && map.keys().all(|k| DateValue::from_name(k).is_some());
        let named = map.values().all(Value::is_number) && map.keys().all(|k| table::is_name(k));
        let whole = !root || dated || at.grouped && table::is_alike(map) || named || table::is_even(map);
        let fields = table::is_summary(at.key) && map.values().all(Value::is_number);
        let entries = whole && is_map(map) && !at.uniform && !fields;
        let summed = !entries && table::is_summed(map);
        let uniform = table::is_uniform(map);
        let header = table::header(map);
        let columns = lists::parallel(map);
        self.parallel(&columns, at);
        let mut set = NONE;
        for (key, value) in map.iter().filter(|(key, _)| columns.iter().all(|c| !c.stands_under(key))) {
            let node = self.node(at.node, Step::Key(key));
            // `performance_2024`: that year is spoken of.
            let year = |w: &String| w.parse().ok().filter(|_| w.len() == 4).and_then(|y: f64| year_of(Some(y)));
            let words = if key.bytes().any(|b| b.is_ascii_digit()) { field::words(key) } else { vec![] };
            for value in words.iter().filter_map(year).filter(|_| DateValue::from_name(key).is_none()) {
                self.index.dates.push(DateFact { value, node, row: NONE, end: End::Single });
            }
            self.mark(key, node);
            let holds = value.is_object() || value.is_array();
            let percent = at.percent || holds && field::read(key).kind == field::Kind::Share;
            let here = At { node, holder: at.node, key, record, owner, uniform, percent, ..at };
            if let (Some(header), Value::Array(rows)) = (&header, value)
                && table::fits(header.len(), rows)
            {
                self.table(header, rows, here);
                continue;
            }
            if header.is_some() && table::NAMES.contains(&key.as_str()) {
                continue;
            }
            if let Value::Array(sums) = value
                && table::is_summary(key)
            {
                let names = table::summed_names(map, header.as_deref(), sums);
                if !names.is_empty() {
                    self.sums(&names, sums, here);
                    continue;
                }
            }
            // "june": 23.5, "july": 21.0: a number of its month or year.
            let dated = value.is_number() && DateValue::from_name(key).is_some();
            let named = entries || dated || summed && table::is_name(key);
            let listed = self.index.rows.get(at.row as usize).is_some_and(|r| self.index.sets[r.set as usize].required);
            if let Value::Object(inner) = value
                && root
                && table::is_echo(key, inner)
            {
                self.arguments(inner, node, at.row);
                continue;
            }
            // `{"rank": 1, "customer": {"id": "cust-013", "name": "Stuart Clarke"}, …}`: what the row is called.
            if let Value::Object(inner) = value
                && listed
                && !entries
                && (table::is_naming(key, inner) || at.naming)
            {
                self.labels(at.row, &pairs(inner), node);
                self.value(value, At { naming: true, ..here });
                continue;
            }
            let nested = value.is_object() || named && value.is_number();
            if !nested {
                // `{"comm-00764": "Hi, …"}`: texts under their identifiers.
                let coded = value.is_string() && table::is_code(key);
                if coded {
                    self.id(key, Place::Node(node));
                    self.index.ids.entry(key.to_lowercase()).or_insert(Place::Node(node));
                }
                self.value(value, At { owner: if coded { key } else { owner }, ..here });
                continue;
            }
            if set == NONE {
                let field = self.field(at.key);
                set = self.set(at.node, field, named);
            }
            if value.is_object() && !entries {
                let name = self.field(key);
                self.index.inner.entry(at.node).or_default().push((node, name));
            }
            let row = self.row(set, at.row, key);
            // `{"7155843": {"company": …, "text": …}}`: records under their identifiers.
            let coded = entries && table::is_code(key) && value.is_object();
            if coded {
                self.id(key, Place::Node(node));
                self.index.ids.entry(key.to_lowercase()).or_insert(Place::Node(node));
                self.index.sets[set as usize].records = true;
            }
            let here = At { owner: if coded { key } else { here.owner }, ..here };
            match DateValue::from_name(key) {
                Some(date) => self.date_row(row, date, node),
                // `"window": {"from": …, "to": …}` names nothing: "in the window" may be said of all.
                None if !entries && value.as_object().is_some_and(|inner| table::is_window(key, inner)) => {}
                None => self.label(row, "(key)", key, node),
            }
            if let Value::Object(inner) = value {
                self.labels(row, &pairs(inner), node);
                // Several times are no day of it: the object needs no name.
                let time = |v: &&Value| v.as_str().filter(|s| s.len() <= 30).and_then(DateValue::from_field).is_some();
                let dated = self.index.rows[row as usize].date.is_some();
                if !entries && dated && inner.values().filter(time).nth(1).is_some() {
                    self.index.rows[row as usize].date = None;
                }
            }
            if value.is_number() && field::words(key).iter().any(|w| w == "percent" || w == "pct") {
                self.printed.insert(self.index.facts.len() as u32);
            }
            // `"days": {"2021-03-15": 30}` counts something by day, and no days.
            let by_time =
                matches!(field::read(at.key).kind, field::Kind::Time(_)) && DateValue::from_name(key).is_some();
            let key = match value.is_number() {
                true if by_time => "count",
                true => at.key,
                false => key.as_str(),
            };
            self.value(value, At { row, key, record: false, ..here });
        }
        if entries {
            self.mark_series(set);
        }
    }

    /// Rows that are days or months and have no other names.
    pub(super) fn mark_series(&mut self, set: u32) {
        self.months(set);
        let rows = self.index.sets[set as usize].rows.iter().map(|r| &self.index.rows[*r as usize]);
        let days = rows.clone().filter(|r| r.date.is_some()).count();
        let bare = rows.clone().all(|r| r.labels.is_empty());
        self.index.sets[set as usize].series = bare && days == rows.count() && days >= 5;
    }

    /// Rows that are all first days of months, one after another, are those months: `"key_as_string": "2019-03-01"`.
    fn months(&mut self, set: u32) {
        let rows = &self.index.sets[set as usize].rows;
        let first = |r: &u32| match self.index.rows[*r as usize].date {
            Some(DateValue::Day(day)) if day.day() == 1 => Some((day.year(), day.month())),
            _ => None,
        };
        let Some(months) = rows.iter().map(first).collect::<Option<Vec<_>>>() else { return };
        let number = |(y, m): (i32, u32)| y * 12 + m as i32;
        let on = months.windows(2).all(|w| (number(w[1]) - number(w[0])).abs() == 1);
        if months.len() < 2 || !on || self.index.sets[set as usize].records {
            return;
        }
        let rows = rows.clone();
        for (row, (year, month)) in rows.into_iter().zip(months) {
            let value = DateValue::Month(year, month);
            self.index.rows[row as usize].date = Some(value);
            self.index.dates.iter_mut().filter(|d| d.row == row).for_each(|d| d.value = value);
        }
    }

    /// Names of a row from its short strings, and its date.
    pub(super) fn labels(&mut self, row: u32, pairs: &[Pair<'a>], node: u32) {
        let record = is_record(pairs);
        for (key, value) in pairs.iter().copied() {
            let date = match value {
                Value::String(text) if key == "month" => DateValue::from_name(text).map(|d| d.under(key)),
                Value::String(text) => self.day(text).map(|d| d.under(key)),
                Value::Number(n) if is_year_key(key) => year_of(n.as_f64()),
                _ => None,
            };
            if let Some(date) = date {
                if self.index.rows[row as usize].date.is_none() {
                    self.date_row(row, date, node);
                }
            } else if let Value::String(text) = value
                && text.len() <= speech::NAME
                && self.speech(key, text, record) == Speech::Label
                && (leaf::numeral(text).is_none() || is_id_key(key) && text.len() >= 5)
                && leaf::range_of(text).is_empty()
            {
                self.label(row, key, text, node);
                let row = &mut self.index.rows[row as usize];
                if row.title.is_empty() || matches!(key, "customer" | "category" | "topic" | "name") {
                    row.title = text;
                }
            }
        }
    }

    pub(super) fn date_row(&mut self, row: u32, date: DateValue, node: u32) {
        self.index.rows[row as usize].date = Some(date);
        self.index.dates.push(DateFact { value: date, node, row, end: End::Single });
    }

    pub(super) fn fact(&mut self, fact: Fact) {
        let id = self.index.facts.len() as u32;
        self.index.facts.push(fact);
        if fact.origin == Origin::Given {
            self.index.columns.entry((fact.row, fact.field)).or_default().push(id);
            self.index.cells.entry(fact.row).or_default().push(id);
            self.index.siblings.entry(fact.holder).or_default().push(id);
        }
    }

    pub(super) fn node(&mut self, parent: u32, step: Step<'a>) -> u32 {
        self.index.nodes.push(Node { parent, step });
        self.index.nodes.len() as u32 - 1
    }

    pub(super) fn set(&mut self, node: u32, field: u32, required: bool) -> u32 {
        self.index.sets.push(RowSet { rows: vec![], field, node, required, series: false, records: false });
        self.index.sets.len() as u32 - 1
    }

    pub(super) fn row(&mut self, set: u32, parent: u32, title: &'a str) -> u32 {
        let id = self.index.rows.len() as u32;
        self.index.rows.push(Row { parent, set, labels: vec![], date: None, title });
        self.index.sets[set as usize].rows.push(id);
        id
    }

    pub(super) fn field(&mut self, name: &'a str) -> u32 {
        if let Some(id) = self.fields.get(name) {
            return *id;
        }
        let id = self.index.fields.len() as u32;
        self.index.fields.push(field::read(name));
        self.fields.insert(name, id);
        id
    }

    pub(super) fn speech(&mut self, key: &'a str, text: &str, record: bool) -> Speech {
        let field = self.field(key);
        speech::speech(&self.index.fields[field as usize], text, record)
    }

    /// What a record may be called; under `opportunity_id` letters alone, too.
    pub(super) fn id(&mut self, text: &str, place: Place) {
        let text = text.trim_start_matches('#');
        let code = text.len() <= 64 && !text.contains(' ') && text.bytes().any(|b| b.is_ascii_digit());
        if code {
            let id = text.to_lowercase();
            self.index.prefixes.insert(extract::prefix(&id).to_owned());
            self.index.prefixes.extend(extract::lead(&id).map(str::to_owned));
            self.index.ids.entry(id).or_insert(place);
            self.index.id_shapes.insert(extract::shape(text));
        }
    }
}

//! The tools' results, flattened once per answer: numbers with the words that name them, dates, identifiers and texts.
//!
//! Deliberately not here: anything about the answer. The walk over the JSON stands in `walk`.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use chrono::{NaiveDate, NaiveDateTime};

use crate::agent::ground::index::field::{Field, Kind};
use crate::agent::ground::read::date::{DateValue, End};
use crate::agent::ground::read::stem::{Stem, each, stems};
pub mod field;
mod given;
mod leaf;
mod lists;
mod marginals;
mod names;
mod shares;
mod spans;
mod speech;
mod synonyms;
mod table;
mod text_table;
mod walk;

pub use leaf::is_id_key;
pub use shares::{is_whole, totals_around};
pub use table::is_summary;

use crate::agent::ground::{Context, Observation};

/// "No row", "no node".
pub const NONE: u32 = u32::MAX;

/// A hasher for keys that are hashes or small numbers already; the index lives for one answer, so that nobody can
/// prepare collisions for it that cost more than that answer's time.
#[derive(Clone, Copy, Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|b| self.write_u64(u64::from(*b)));
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;
pub type Set<K> = HashSet<K, BuildHasherDefault<Mix>>;

/// One step of a JSON path.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// The root of an observation's result.
    Root(u32),
    /// The arguments of an observation.
    Args(u32),
    Key(&'a str),
    At(usize),
    /// A part of a text, which has no path of its own.
    Inside,
}

/// A place in a result.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub parent: u32,
    pub step: Step<'a>,
}

/// An element of an array of objects, an entry of a map, an object in an object, or a whole observation among others
/// of its tool: something with names, to which numbers belong.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    pub parent: u32,
    pub set: u32,
    /// Names by dimension (an interned field name).
    pub labels: Vec<(u32, u32)>,
    pub date: Option<DateValue>,
    /// The text that people would call it by.
    pub title: &'a str,
}

/// The rows of one array, map or tool.
#[derive(Clone, Debug)]
pub struct RowSet {
    pub rows: Vec<u32>,
    /// The name of the field that holds the rows.
    pub field: u32,
    pub node: u32,
    /// Its numbers may only be used with a name: true for arrays and maps.
    pub required: bool,
    /// Rows that are days, five or more: volumes over time.
    pub series: bool,
    /// Rows that are records (they have an id or a text).
    pub records: bool,
}

/// How a fact came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A number, or a string that is one, in the result.
    Given,
    /// Part of a whole, worked out while indexing.
    Share,
    /// A figure in a sentence of the tool; the words of that sentence are `Index::prose[n]`.
    Prose(u32),
}

/// A number in the results.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    pub value: f64,
    pub kind: Kind,
    pub origin: Origin,
    pub node: u32,
    /// The object or array that holds it.
    pub holder: u32,
    pub row: u32,
    pub field: u32,
    /// The currency that the result gives it in, where it says.
    pub currency: Option<&'static str>,
}

/// A date in the results; `row` is its row when it names one.
#[derive(Clone, Copy, Debug)]
pub struct DateFact {
    pub value: DateValue,
    pub node: u32,
    pub row: u32,
    /// Which end of a range it is: `from` and `to` in a result, or in a tool's sentence.
    pub end: End,
}

/// Where a text stands.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    Node(u32),
    /// Observation, position in its sources.
    Source(u32, u32),
}

/// A text in the results.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    pub text: &'a str,
    pub place: Place,
    /// The id of the record that it is part of; empty when it is part of none.
    pub owner: &'a str,
    /// A document of the firm: what it says may be restated; what a customer says is hearsay.
    pub document: bool,
}

/// A phrase that names rows.
#[derive(Clone, Debug)]
pub struct Phrase {
    pub stems: Vec<Stem>,
    /// A name in the narrow sense: of a customer or a product.
    pub name: bool,
    /// Two capitals, which name nothing in small letters: "IN" and "OR" are states, "in" and "or" are not.
    pub capitals: bool,
    pub node: u32,
}

/// Everything that an answer can be checked against.
#[derive(Default)]
pub struct Index<'a> {
    pub calls: Vec<&'a str>,
    pub tools: Vec<&'a str>,
    pub nodes: Vec<Node<'a>>,
    pub rows: Vec<Row<'a>>,
    pub sets: Vec<RowSet>,
    pub fields: Vec<Field>,
    pub facts: Vec<Fact>,
    /// Facts in percent and all others, each sorted by value.
    pub shares: Vec<(f64, u32)>,
    pub plain: Vec<(f64, u32)>,
    pub prose: Vec<Vec<Stem>>,
    /// The tools' own sentences, with their nodes.
    pub said: Vec<(u32, &'a str)>,
    pub dates: Vec<DateFact>,
    pub phrases: Vec<Phrase>,
    pub by_first: Map<Stem, Vec<u32>>,
    /// Phrases that are other forms of a row's name: "Texas" beside "TX".
    pub aliases: Set<u32>,
    /// (set, dimension, phrase): which names are siblings.
    pub groups: Set<(u32, u32, u32)>,
    /// (set, dimension, stem): in how many names of a group a word stands.
    pub group_stems: Map<(u32, u32, Stem), u16>,
    /// Given facts by (row, field), by row, and by holder.
    pub columns: Map<(u32, u32), Vec<u32>>,
    pub cells: Map<u32, Vec<u32>>,
    /// Objects in objects: by holder, their nodes and names.
    pub inner: Map<u32, Vec<(u32, u32)>>,
    pub siblings: Map<u32, Vec<u32>>,
    /// Times of day, as minutes, with their nodes.
    pub clocks: Vec<(u32, u32)>,
    pub ids: HashMap<String, Place>,
    pub prefixes: HashSet<String>,
    /// Facts that are sums along the edges of a cross table.
    pub summed: Set<u32>,
    /// By (set, field): how many rows have a mark, and how many have it not.
    pub marks: Map<(u32, u32), (usize, usize)>,
    /// What the identifiers look like.
    pub id_shapes: HashSet<String>,
    /// Days stand after their months: "11/02/2025" is the second of November.
    pub month_first: bool,
    /// Times of day with their dates, for what lies between records.
    pub times: Vec<(NaiveDateTime, u32)>,
    pub texts: Vec<Text<'a>>,
    /// Figures and dates of the question and of the arguments, which may be restated.
    pub asides: Vec<Aside>,
    /// The question, and the words among the arguments.
    pub asked: Vec<&'a str>,
}

/// A figure that came from outside the results.
#[derive(Clone, Debug)]
pub struct Aside {
    pub value: f64,
    pub percent: bool,
    /// One of these must stand in the sentence.
    pub words: Vec<Stem>,
    /// Place in the arguments; `NONE` for the question.
    pub node: u32,
}

impl<'a> Index<'a> {
    /// Flattens all observations.
    pub fn new(observations: &'a [Observation<'a>], context: &Context<'a>) -> Self {
        crate::agent::ground::index::walk::build(observations, context)
    }

    /// The call and the JSON pointer of a node.
    pub fn pointer(&self, node: u32) -> (String, String) {
        let mut steps: Vec<String> = Vec::new();
        let mut at = node;
        loop {
            let Some(n) = self.nodes.get(at as usize) else { return ("question".into(), String::new()) };
            match n.step {
                Step::Root(o) | Step::Args(o) => {
                    let mut path = if matches!(n.step, Step::Args(_)) { "/args".to_owned() } else { String::new() };
                    for step in steps.iter().rev() {
                        path.push('/');
                        path.push_str(step);
                    }
                    return (self.calls.get(o as usize).copied().unwrap_or_default().to_owned(), path);
                }
                Step::Key(k) => steps.push(k.replace('~', "~0").replace('/', "~1")),
                Step::At(i) => steps.push(i.to_string()),
                Step::Inside => {}
            }
            at = n.parent;
        }
    }

    /// The call and the pointer of a text's place; sources are `/sources/{n}/excerpt` of their call.
    pub fn place(&self, place: Place) -> (String, String) {
        match place {
            Place::Node(node) => self.pointer(node),
            Place::Source(o, i) => {
                (self.calls.get(o as usize).copied().unwrap_or_default().to_owned(), format!("/sources/{i}/excerpt"))
            }
        }
    }

    /// Facts whose value lies in `lo..=hi`, shares or others.
    pub fn between(&self, shares: bool, lo: f64, hi: f64) -> impl Iterator<Item = u32> + '_ {
        let list = if shares { &self.shares } else { &self.plain };
        let from = list.partition_point(|(v, _)| *v < lo);
        list[from..].iter().take_while(move |(v, _)| *v <= hi).map(|(_, i)| *i)
    }

    /// True for the whole of something, also `{"summary": {"sum": 135}}`.
    pub fn is_total(&self, fact: &Fact) -> bool {
        let field = &self.fields[fact.field as usize];
        field.total || field.says(&const { each(["sum"]) })
    }

    /// True when the name of the field or of an object around it has this in it.
    pub fn stands_under(&self, node: u32, part: &str) -> bool {
        let mut at = self.nodes.get(node as usize);
        while let Some(n) = at {
            if matches!(n.step, Step::Key(name) if name.contains(part)) {
                return true;
            }
            at = self.nodes.get(n.parent as usize);
        }
        false
    }

    /// The observation in whose result a node stands.
    pub fn observation_of(&self, node: u32) -> Option<u32> {
        let mut at = self.nodes.get(node as usize)?;
        while let Some(above) = self.nodes.get(at.parent as usize) {
            at = above;
        }
        if let Step::Root(o) = at.step { Some(o) } else { None }
    }

    /// The tool that returned what stands at a node.
    pub fn tool_of(&self, node: u32) -> Option<&'a str> {
        self.tools.get(self.observation_of(node)? as usize).copied()
    }

    /// The name under which an object stands.
    pub fn around(&self, node: u32) -> Option<&'a str> {
        match self.nodes.get(node as usize)?.step {
            Step::Key(name) => Some(name),
            _ => None,
        }
    }

    /// How many facts have a value in `lo..=hi`.
    pub fn near(&self, shares: bool, lo: f64, hi: f64) -> usize {
        let list = if shares { &self.shares } else { &self.plain };
        list.partition_point(|(v, _)| *v <= hi) - list.partition_point(|(v, _)| *v < lo)
    }

    /// The name that these words are, whole.
    pub fn phrase_of(&self, words: &str) -> Option<u32> {
        let stems = stems(words);
        let known = self.by_first.get(stems.first()?)?;
        known.iter().copied().find(|p| self.phrases[*p as usize].stems == stems)
    }

    /// The row and the rows around it, innermost first.
    pub fn lineage(&self, row: u32) -> impl Iterator<Item = (u32, &Row<'a>)> + '_ {
        let mut at = row;
        std::iter::from_fn(move || {
            let row = self.rows.get(at as usize)?;
            let here = at;
            at = row.parent;
            Some((here, row))
        })
    }

    /// The given numbers of a row under one field.
    pub fn cell(&self, row: u32, field: u32) -> Option<u32> {
        self.columns.get(&(row, field)).and_then(|c| c.first()).copied()
    }

    /// A plain number that is this year: `founded: 1987`.
    pub fn year(&self, value: DateValue) -> Option<u32> {
        let DateValue::Year(year) = value else { return None };
        let is = |f: &&Fact| f.origin == Origin::Given && f.kind == field::Kind::Count && f.value == f64::from(year);
        self.facts.iter().find(is).map(|f| f.node)
    }

    /// The days that the results speak of, for stretches: any date that lies in `value`.
    pub fn date_within(&self, value: DateValue) -> Option<&DateFact> {
        self.dates.iter().find(|d| match d.value {
            DateValue::Day(day) => value.holds(day),
            other => other == value || overlaps(value, other),
        })
    }
}

fn overlaps(claim: DateValue, fact: DateValue) -> bool {
    match fact {
        DateValue::Quarter(y, q) => match claim {
            DateValue::Quarter(None, r) => q == r,
            DateValue::Year(z) => y == Some(z),
            _ => false,
        },
        DateValue::Month(y, m) => NaiveDate::from_ymd_opt(y, m, 1).is_some_and(|d| !claim.is_day() && claim.holds(d)),
        _ => false,
    }
}

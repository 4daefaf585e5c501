//! What a value that the question names makes a condition of.

use super::Reader;
use crate::query::ast::{Figure, Op};
use crate::query::values::Value;
use crate::query::words::lexicon::{self, Act};
use crate::query::words::said::{Cond, Group};
use crate::query::words::tokens::What;

impl Reader<'_> {
    pub(super) fn value(&mut self, value: Value) {
        if let Some(note) = &value.note {
            self.said.notes.push(note.clone());
        }
        if std::mem::take(&mut self.not_only) {
            self.said.noun_at = self.said.noun_at.or(Some(self.at));
            return;
        }
        self.without_any();
        self.not |= self.missing.take() == Some(true);
        // "by phone" is a value, not a grouping, and no noun either.
        let led = self.by
            || self.at.checked_sub(1).is_some_and(|i| {
                matches!(self.tokens[i].text.as_str(), "by" | "via" | "through" | "over" | "per" | "on")
            });
        // "which platinum customers": the noun still comes.
        let after = self.tokens[self.at + 1..].iter().take_while(|t| matches!(t.what, What::Word)).take(3);
        let after: Vec<&str> = after.map(|t| t.text.as_str()).collect();
        let which = self.tokens[..self.at]
            .iter()
            .rev()
            .find(|t| !matches!(t.text.as_str(), "of" | "our" | "the" | "all" | "your"));
        let described = self.by
            && which.is_some_and(|t| matches!(t.text.as_str(), "which" | "what" | "whose"))
            && matches!(
                value.column.as_str(),
                "tier" | "segment" | "region" | "state" | "tags" | "relationship_manager"
            )
            && matches!(lexicon::at(&after), Some((_, Act::Customers)));
        // "by priority: critical, high": the name of the column is part of the first value.
        let names_column = self.tokens[self.at].text.strip_prefix(value.column.as_str()).is_some_and(|t| !t.is_empty());
        if self.by && names_column && self.said.groups.is_empty() {
            self.said.groups.push(Group::Column(value.column.clone()));
        }
        if (self.said.groups.is_empty() || !self.joined) && !described {
            self.by = false;
        }
        self.compared();
        if self.led_by_place(&value.column) {
            self.pending = None;
        }
        if value.column == "kind" || value.column == "channel" && !led {
            self.said.noun_at = self.said.noun_at.or(Some(self.at));
        }
        if value.column == "kind"
            && value.values == ["complaint"]
            && self.tokens[self.at].text.starts_with("complain")
            && self.tokens[self.at].text != "complaints"
            && self.said.customers
            && self.how_many
        {
            self.said.distinct = Some(Group::Column("customer".into()));
        }
        let Some(value) = self.join(value) else { return };
        let plain = value.plain;
        // "not fees or cards", "except fees and cards": what is said of the first is said of the second.
        let beside = self.at.checked_sub(1).and_then(|i| self.tokens.get(i));
        let beside = beside.is_some_and(|t| matches!(t.text.as_str(), "and" | "or" | "nor" | "," | "&"));
        let other = self.last.filter(|_| self.joined && beside).and_then(|last| self.said.conds.get(last));
        if other.is_some_and(|c| c.negated && c.op == Op::Is) {
            (self.not, self.or) = (true, false);
        }
        // "distinct platinum customers".
        let several = self.how_many
            && self.tokens[..self.at].iter().rev().take(2).any(|t| t.text == "distinct" || t.text == "different");
        // "how many gold customers": what is counted still comes.
        let people = matches!(value.column.as_str(), "tier" | "segment" | "region")
            && matches!(lexicon::at(&after), Some((n, Act::Customers)) if self.tokens.get(self.at + 1 + n).is_none_or(|t| !self.records(t)));
        let beside = self.said.count_at.is_some_and(|count| {
            let said = self.tokens[count..self.at].iter().map(|t| t.text.as_str());
            said.skip(1).all(|w| matches!(w, "many" | "of" | "our" | "the" | "number" | "different"))
        });
        let several = several || self.how_many && people && beside;
        self.cond_full(&value.column, Op::Is, value.values, value.label, self.not, plain);
        self.how_many = several;
    }

    /// "customers without a complaint": those who have none.
    pub(super) fn without_any(&mut self) {
        let customer = Group::Column("customer".into());
        let of_customers = self.said.distinct.as_ref() == Some(&customer) || self.said.groups == [customer];
        if self.missing == Some(true) && (of_customers || self.said.customers_first) {
            self.said.absent.get_or_insert(self.at - 1);
        }
    }

    /// "quicker than low priority ones": compared, not bounded.
    fn compared(&mut self) {
        if let Some(than) =
            self.pending.and_then(|_| self.at.checked_sub(1)).filter(|at| self.tokens[*at].text == "than")
        {
            let how = than.checked_sub(1).map_or("", |i| self.tokens[i].text.as_str());
            if matches!(how, "quicker" | "faster" | "slower" | "longer" | "shorter") {
                self.said.figure.get_or_insert(Figure::Avg);
                self.said.number.get_or_insert("resolution_hours".into());
            }
            (self.pending, self.joined) = (None, true);
            (self.said.compare, self.said.compare_at) = (true, Some(than));
        }
    }

    /// Puts a value to those of a condition that it goes on from; gives it back where there is none.
    fn join(&mut self, value: Value) -> Option<Value> {
        // "did A get more complaints than B": what stands between is said of both.
        let than = self.joined && self.said.compare_at.is_some_and(|at| at + 2 >= self.at);
        let same = |c: &Cond| c.column == value.column && c.op == Op::Is && !c.negated;
        let other = self.said.conds.iter().position(same).filter(|_| than && value.column != "kind");
        // "both an older American and a servicemember": one record may carry several tags.
        let tags =
            value.column == "tags" && !self.or && self.tokens[..self.at].iter().rev().take(6).any(|t| t.text == "both");
        if let Some(last) = self.last.filter(|_| self.joined && other.is_none()).or(other).filter(|_| !tags)
            && let Some(cond) = self.said.conds.get_mut(last)
            && cond.column == value.column
            && cond.op == Op::Is
            && (cond.negated || value.values.len() == 1 && cond.values.len() == cond.labels.len())
        {
            let fresh = value.values.into_iter().filter(|v| !cond.values.contains(v)).collect::<Vec<_>>();
            if fresh.is_empty() {
                (self.joined, self.or) = (false, false);
                return None;
            }
            let first = cond.at.checked_sub(1).map_or("", |i| self.tokens[i].text.as_str());
            self.said.or |= first == "between";
            cond.values.extend(fresh);
            cond.labels.push(value.label);
            cond.plain = false;
            (self.joined, self.or) = (false, false);
            return None;
        }
        // Names that stand for several each stay apart, so that they can be compared.
        if !tags && same_kind(&self.said.conds, other.or(self.last.filter(|_| self.joined)), &value.column) {
            self.or = true;
            self.last = self.last.or(other);
        }
        Some(value)
    }

    /// "over the phone", "under CDD Remediation": no bound.
    fn led_by_place(&self, column: &str) -> bool {
        let before = self.tokens[..self.at].iter().rev().find(|t| t.text != "the").map_or("", |t| t.text.as_str());
        match column {
            "channel" => before == "over",
            "category" | "subcategory" | "product" => matches!(before, "under" | "within" | "inside"),
            _ => false,
        }
    }

    pub(super) fn cond(&mut self, column: &str, op: Op, values: Vec<String>, label: String, negated: bool) {
        self.not |= self.missing.take() == Some(true);
        let negated = negated || self.not;
        self.cond_full(column, op, values, label, negated, false);
    }

    pub(super) fn cond_full(
        &mut self,
        column: &str,
        op: Op,
        values: Vec<String>,
        label: String,
        negated: bool,
        plain: bool,
    ) {
        // "platinum customers … of the platinum tier": said twice, meant once.
        let again = |c: &Cond| c.column == column && c.op == op && c.values == values && c.negated == negated;
        if let Some(place) =
            self.said.conds.iter().position(again).filter(|_| op == Op::Is && self.said.share_at.is_none())
        {
            self.last = Some(place);
            (self.not, self.joined, self.or, self.how_many) = (false, false, false, false);
            return;
        }
        // "closed in some other way than with an explanation": not also the value that is called "Closed".
        // Nor is "closed with an explanation".
        let follows = !self.joined && !self.or;
        if (negated || follows)
            && op == Op::Is
            && let [one] = values.as_slice()
        {
            let here = self.at;
            let shorter = |c: &Cond| {
                c.column == column
                    && c.op == Op::Is
                    && !c.negated
                    && (negated || here <= c.at + 3)
                    && c.values.iter().all(|v| one != v && one.starts_with(&**v))
            };
            self.said.conds.retain(|c| !shorter(c));
        }
        self.said.conds.push(Cond {
            column: column.into(),
            op,
            values,
            labels: vec![label],
            negated,
            at: self.at,
            plain,
            joined: self.joined,
            or: self.or && self.last.is_some(),
            part: false,
            carried: false,
        });
        self.last = Some(self.said.conds.len() - 1);
        (self.not, self.joined, self.or, self.how_many) = (false, false, false, false);
    }
}

/// Whether this condition is that a column is some value.
fn same_kind(conds: &[Cond], at: Option<usize>, column: &str) -> bool {
    at.and_then(|at| conds.get(at)).is_some_and(|c| c.column == column && c.op == Op::Is && !c.negated)
}

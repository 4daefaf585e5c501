//! What small words of the whole question add to a frame, besides its spans.

use chrono::Days;
use model::time::DateRange;
use reader::{Act, Aggregation, Role, Span};

use super::fill::Filling;
use super::grammar::{self, Mark, Operator};
use super::link::nouns::is_due_diligence;
use super::link::slot;
use super::types::{FilterSlot, Group, TimeSlot};
use crate::ast::{Dataset, Op};
use crate::catalog::ColumnType;
use crate::range::{self, RangeError, Resolved};
use crate::values::FINISHED;

impl Filling<'_, '_> {
    /// Words that nothing is called by are looked for in texts, where the act searches them.
    pub fn texts(&mut self) {
        let relative = self.marks.iter().filter(|mark| mark.operator == Operator::Relative);
        let frame = &mut self.frame;
        frame.unused.extend(relative.map(|mark| frame.text[mark.at.clone()].to_owned()));
        use Act::{Document, Draft, NoteCase, OpenCase, Said, Similar, Topics, When, Why};
        if frame.act == Draft {
            // What a letter is to say stands behind such a word; how it is to be written is no part of it.
            let own = frame.reading.with_role(Role::About).next().is_some();
            let carried = frame.about.take().filter(|_| !own);
            frame.about = grammar::topic(&frame.text).map(str::to_owned).or(carried);
            let about = frame.about.clone().unwrap_or_default().to_lowercase();
            frame.unused.retain(|words| !about.contains(&words.to_lowercase()));
            // "In German": what is not taken up is named.
            let rest = frame.reading.with_role(Role::About).map(|span| span.text.clone());
            let dropped: Vec<String> = rest.filter(|words| !about.contains(&words.to_lowercase())).collect();
            frame.unused.extend(dropped);
            return;
        }
        if matches!(frame.act, Said | Document | Similar | OpenCase | NoteCase | Why | When | Topics)
            && !(frame.unused.is_empty() && frame.unknown.is_empty())
        {
            // A time that is none is no text to look for.
            let times: Vec<String> = frame.reading.with_role(Role::Time).map(|span| span.text.clone()).collect();
            let (times, words) = std::mem::take(&mut frame.unused).into_iter().partition(|word| times.contains(word));
            frame.unused = times;
            let words: Vec<String> = [words, std::mem::take(&mut frame.unknown)].concat();
            let about: Vec<String> = frame.about.take().into_iter().chain(words).collect();
            frame.about = (!about.is_empty()).then(|| about.join(" "));
        }
    }

    /// Resolution times are of finished cases, so that is no condition of its own; an unfinished case is as old as the
    /// days since it was opened.
    fn durations(&mut self) {
        const HOURS: &str = "resolution_hours";
        let frame = &mut self.frame;
        let bounded = frame.filters.iter().any(|f| f.column == HOURS);
        let unfinished =
            |f: &FilterSlot| f.column == "status" && !f.values.iter().any(|v| FINISHED.contains(&v.as_str()));
        if !(bounded || frame.act == Act::Resolution || frame.measure.as_deref() == Some(HOURS)) {
            return;
        }
        let finished = |f: &FilterSlot| {
            f.column == "status" && !f.negated && f.values.iter().all(|value| FINISHED.contains(&value.as_str()))
        };
        frame.filters.retain(|f| !finished(f) || f.part);
        if bounded && frame.time.is_none() && frame.filters.iter().any(unfinished) {
            let old = frame.filters.iter().position(|f| f.column == HOURS && matches!(f.op, Op::More | Op::AtLeast));
            let Some(slot) = old.map(|at| frame.filters.remove(at)) else { return };
            let hours = slot.values.first().and_then(|value| value.parse::<f64>().ok()).unwrap_or_default();
            let days = (hours / 24.0).ceil().clamp(0.0, 36_500.0) as u64;
            let to = self.linker.today(frame.dataset).checked_sub_days(Days::new(days));
            frame.time =
                Some(TimeSlot { time: Resolved::new(DateRange { from: None, to }), words: slot.words, carried: false });
        }
    }

    /// Questions about due diligence are about the cases of its category, whatever they call it.
    pub fn due_diligence(&mut self) {
        let frame = &mut self.frame;
        if frame.act != Act::Cdd || frame.dataset.is_some_and(|dataset| dataset != Dataset::Cases) {
            return;
        }
        frame.dataset = Some(Dataset::Cases);
        let category = self.linker.v.categories.iter().find(|name| is_due_diligence(name));
        if let Some(name) = category.filter(|_| !frame.filters.iter().any(|f| f.column == "category")) {
            frame.filters.push(slot("category", Op::Is, name, name, ""));
        }
    }

    /// Which of its values are a share's numerator.
    pub fn shares(&mut self) {
        let frame = &mut self.frame;
        let carried_part = frame.filters.iter().any(|f| f.carried && f.part);
        if frame.aggregation == Some(Aggregation::Share) && !carried_part {
            // "What share is that of all complaints?": what was counted is the numerator.
            // Conditions that were counted and are named again are those of the whole: "of all phone complaints".
            let then = self.before.map(|before| before.frame.filters.as_slice()).unwrap_or_default();
            let again = |f: &FilterSlot| then.iter().any(|own| own.column == f.column && own.values == f.values);
            let own = |f: &&FilterSlot| !f.carried && !f.words.is_empty();
            let alone = frame.goes_on && frame.groups.is_empty() && frame.filters.iter().filter(own).all(again);
            if alone {
                // What the last turn narrowed further is the part of what it went on from.
                let narrows = |f: &FilterSlot| f.column != "kind" && !f.words.is_empty();
                let (older, new): (Vec<_>, Vec<_>) = then.iter().filter(|f| narrows(f)).partition(|f| f.carried);
                let whole: Vec<String> = older.iter().filter(|_| !new.is_empty()).map(|f| f.column.clone()).collect();
                let part = |f: &&mut FilterSlot| f.carried && narrows(f) && !whole.contains(&f.column);
                frame.filters.iter_mut().filter(part).for_each(|f| f.part = true);
                if frame.filters.iter().any(|f| f.part) {
                    return;
                }
            }
            // "As a percentage of all messages", after complaints by quarter: their kind is the part, in each group.
            let kind = then.iter().find(|f| f.column == "kind" && !f.negated && f.op == Op::Is);
            let same = self.before.is_some_and(|before| before.frame.dataset == frame.dataset);
            if let Some(kind) =
                kind.filter(|_| frame.goes_on && same && !frame.filters.iter().any(|f| f.part || f.column == "kind"))
            {
                frame.filters.push(FilterSlot { part: true, carried: true, start: 0, ..kind.clone() });
                return;
            }
            // "The share of complaints among messages from gold customers": the part stands before it, the whole behind.
            if let Some(among) = grammar::among(&frame.text, self.marks) {
                let before = |f: &FilterSlot| f.start < among && (f.column == "kind" || !f.words.is_empty());
                if frame.filters.iter().any(|f| !f.carried && before(f)) {
                    frame.filters.iter_mut().filter(|f| !f.carried).for_each(|f| f.part = before(f));
                    return;
                }
            }
            // "% negative": the word after the sign is the numerator.
            let beside = grammar::beside_share(&frame.text, self.marks);
            let at = frame.filters.iter().position(|f| !f.carried && Some(f.start) == beside && !f.words.is_empty());
            if let Some(at) = at {
                frame.filters.iter_mut().enumerate().for_each(|(own, f)| f.part = own == at);
                return;
            }
            let subject = frame.reading.with_role(Role::Subject).next().map(|span| span.start);
            let own = |f: &FilterSlot| !f.carried && !f.words.is_empty();
            let after: Vec<usize> = (0..frame.filters.len())
                .filter(|at| {
                    own(&frame.filters[*at]) && subject.is_some_and(|subject| frame.filters[*at].start > subject)
                })
                .collect();
            // "What share of private customers complained": their records are the numerator, unless a value follows.
            let records = frame.records.iter().map(|r| frame.text.rfind(&r.words).unwrap_or(usize::MAX)).max();
            match (after.last(), records) {
                (Some(last), Some(records)) if frame.filters[*last].start < records => {}
                (Some(last), _) => frame.filters[*last].part = true,
                (None, Some(_)) => {}
                (None, None) => frame.filters.iter_mut().filter(|f| own(f)).for_each(|f| f.part = true),
            }
            // The kind of message is the numerator, if nothing else is: "what share are complaints".
            if !frame.filters.iter().any(|f| f.part) && frame.groups.is_empty() && frame.records.is_empty() {
                frame.filters.iter_mut().filter(|f| f.column == "kind" && !f.carried).for_each(|f| f.part = true);
            }
        }
    }

    /// A ranking with another place than the first lists that many; for figures, mentioned words must be in the texts.
    pub fn operators(&mut self) {
        let marks = self.marks;
        let place = marks.iter().find_map(|mark| match mark.operator {
            Operator::Rank(_, place) if place > 1 => Some(place as u32),
            _ => None,
        });
        let today = self.linker.today(self.frame.dataset);
        if let Some(problem) = range::problem_in(&self.frame.text, today)
            && matches!(problem, RangeError::NoSuchDay(_) | RangeError::Inverted { .. })
        {
            self.frame.problem.get_or_insert_with(|| problem.to_string());
        }
        // "How many states", "the number of cities": the distinct values of the column.
        let counted = |span: &Span| {
            let words = grammar::words(&self.frame.text);
            let counts = |mark: &Mark| {
                let between = words.iter().filter(|word| mark.at.end <= word.at.start && word.at.start < span.start);
                mark.operator == Operator::Count && mark.at.end <= span.start && between.count() == 0
            };
            marks.iter().any(counts)
        };
        let subject = self
            .frame
            .reading
            .with_role(Role::Subject)
            .chain(self.frame.reading.with_role(Role::Group))
            .find(|s| counted(s));
        let column = subject.and_then(|span| self.linker.group(self.frame.dataset?, &span.text));
        // "How many people": each message has one, and mostly the number of messages is meant.
        if let Some(column @ Group::Column(_)) = column.filter(|column| column.name() != "customer")
            && self.frame.aggregation.is_none()
            && self.frame.bounds.is_empty()
            && self.frame.groups.as_slice() == [column]
        {
            self.frame.aggregation = Some(Aggregation::Distinct);
        }
        if let Some(place) = place {
            self.frame.one = false;
            self.frame.limit = Some(self.frame.limit.unwrap_or(0).max(place));
        }
        self.durations();
        let figure = matches!(self.frame.act, Act::Figure | Act::List | Act::Trend | Act::Compare);
        let Some(dataset) = self.frame.dataset.or_else(|| self.own_default()).filter(|_| figure) else { return };
        let mut texts = self.linker.catalog.columns(dataset).iter().filter(|c| c.kind == ColumnType::Text);
        let column = texts.find(|c| c.name == "body" || c.name == "title").map(|c| c.name.to_string());
        if let (Some(about), Some(column)) = (self.frame.about.clone(), column) {
            let start = self.frame.reading.with_role(Role::About).next().map_or(0, |span| span.start);
            // "Mention the statement view": an article is not part of what is searched for.
            let article = |lead: &str| matches!(lead.to_lowercase().as_str(), "the" | "a" | "an");
            let bare = about.split_once(' ').filter(|(lead, _)| article(lead)).map_or(about.as_str(), |(_, rest)| rest);
            let slot = slot(&column, Op::Contains, bare, bare, &about);
            // Carried over, it is there already.
            if !self.frame.filters.iter().any(|f| f.column == slot.column && f.values == slot.values) {
                self.frame.filters.push(FilterSlot { start, ..slot });
            }
        }
    }
}

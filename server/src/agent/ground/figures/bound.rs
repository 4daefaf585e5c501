//! What binds a figure to one row or one field by where it stands: "Crashes (115, 28%)", "Crashes: 115", and the plain
//! figure that belongs to the plain field.
//!
//! Deliberately not here: names elsewhere in the sentence (`naming`) and rival words (`rival`).

use super::agree;
use super::compare::announced;
use super::evidence;
use super::forms::{level, period, sequence};
use super::naming::{Naming, naming, partly};
use crate::agent::ground::index::field::{self, Field, Kind};
use crate::agent::ground::index::{Fact, Index, Origin, Row, is_whole};
use crate::agent::ground::read::Shape;
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::read::stem::{Stem, each, known};
use crate::agent::ground::scene::{Mention, Scene};

/// The name that a figure stands at: "Crashes 115", "Crashes: 115", "Crashes (115, 28%)", "Crashes 28% (115)". Only names
/// of rows of a list or a map count.
pub fn attached<'s>(scene: &'s Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<&'s Mention> {
    let (from, _) = scene.sentence(figure.first);
    let (mut at, mut other) = (figure.first, 0);
    while at > from {
        let t = &scene.tokens[at - 1];
        let light = t.shape == Shape::Number || t.is("(") || t.is(":") || t.is(",") || t.is("%");
        // "“late”: 45".
        let light = light || (t.is("\"") || t.is("”")) && scene.tokens[at].is(":");
        // "JPMORGAN CHASE & CO.: 3".
        let light = light || t.is(".") && scene.tokens[at].is(":");
        other += u32::from(t.shape == Shape::Number);
        if !light || other > 1 {
            break;
        }
        at -= 1;
    }
    // A comma outside brackets begins something new.
    let between = &scene.tokens[at..figure.first];
    let open = between.iter().position(|t| t.is("("));
    if between.iter().position(|t| t.is(",")).is_some_and(|comma| open.is_none_or(|open| comma < open)) {
        return None;
    }
    // "crashes (34% against 28%)" is no such bracket.
    let bracketed = scene.tokens[at..figure.first].iter().any(|t| t.is("("));
    let inside = scene.tokens[figure.last + 1..].iter().take_while(|t| !t.is(")"));
    if bracketed && inside.take(12).any(|t| t.shape == Shape::Word) {
        return None;
    }
    // "Payment processing comes next with 7".
    if at > from && scene.tokens[at - 1].word("with") {
        let ranked =
            |i: usize| scene.tokens[i].any(&["comes", "came", "is", "follows", "next", "second", "third", "last"]);
        at = (from..at - 1).rev().take_while(|i| ranked(*i)).last().unwrap_or(at - 1);
    }
    let last = at.checked_sub(1)?;
    // "It was closed 5 days after that" is a verb and no name.
    let marked = at < figure.first || scene.tokens[last].capital();
    if matches!(figure.unit, Unit::Time(_)) && !marked {
        return None;
    }
    if level::behind_colon(scene, figure).is_some() {
        return None;
    }
    let mention = scene.mentions.iter().find(|m| m.last == last && m.first >= from)?;
    let listed = |set: u32| index.sets[set as usize].required && !index.sets[set as usize].records;
    index.rows.iter().any(|r| listed(r.set) && r.labels.iter().any(|l| l.1 == mention.phrase)).then_some(mention)
}

/// Why a fact is not what the figure's place or plainness says, if so.
pub fn objection(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<String> {
    let innermost = || index.lineage(fact.row).find(|(_, r)| index.sets[r.set as usize].required);
    let bears = |r: &Row<'_>, phrase: u32| r.labels.iter().any(|l| l.1 == phrase);
    // "JPMorgan Chase: 16.3%" below "Monetary relief": the innermost row is named by what leads up to the line.
    let led = |r: &Row<'_>| {
        let (from, _) = scene.sentence(figure.first);
        let last = scene
            .mentions
            .iter()
            .rev()
            .find(|m| m.first < from && r.labels.iter().any(|l| index.groups.contains(&(r.set, l.0, m.phrase))));
        let said = (scene.around(figure.first).0, from);
        last.is_some_and(|m| bears(r, m.phrase))
            || r.labels.iter().any(|l| partly(scene, index, said, (r.set, l.0, l.1)))
    };
    let of = |phrase: u32| {
        innermost().is_some_and(|(n, r)| {
            bears(r, phrase)
                || (led(r) || naming(scene, index, figure, fact, n) == Naming::Named)
                    && index.lineage(fact.row).any(|(_, r)| bears(r, phrase))
        })
    };
    if let Some(m) = attached(scene, index, figure)
        && !of(m.phrase)
    {
        return Some(format!("it is not that of {}", scene.text_of(m.first, m.last)));
    }
    let left = figure.first > 0 && scene.tokens[figure.first - 1].word("remaining");
    let named = |r: &Row<'_>| {
        let own = |m: &Mention| r.labels.iter().any(|l| l.1 == m.phrase);
        // "The remaining 19 neutral" names its own.
        let beside = |m: &Mention| m.first > figure.last && m.first - figure.last <= 3;
        let mut here = scene.mentions_in(scene.sentence(figure.first)).filter(|m| own(m)).peekable();
        here.peek().is_some() && here.all(|m| !beside(m))
    };
    if left && innermost().is_some_and(|(_, r)| named(r)) {
        return Some("it is that of one that is named, not of the rest".into());
    }
    let field = &index.fields[fact.field as usize];
    // A row that gives its share has no other.
    let beside_it = || index.siblings.get(&fact.holder).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    let plain = |f: &&Fact| f.kind == Kind::Share && index.fields[f.field as usize].calls.is_empty();
    if fact.origin == Origin::Share
        && figure.unit == Unit::Percent
        && field.calls.is_empty()
        && beside_it().any(|f| plain(&f))
    {
        return Some("the result gives another share".into());
    }
    if fact.origin == Origin::Share && figure.unit == Unit::Percent && gives_another(scene, index, figure, fact) {
        return Some("the result gives another share".into());
    }
    // "For scale: there were 33".
    let first = scene.sentence(figure.first).0;
    let aside = scene.tokens[first].word("for") && scene.tokens.get(first + 1).is_some_and(|t| t.word("scale"));
    if !aside && scene.says_near(figure, &["scale"]) && fact.kind != Kind::Score {
        return Some("it is no end of a scale".into());
    }
    let around = || index.around(fact.holder).map(|name| field::read(name).calls).unwrap_or_default();
    let sentence = scene.sentence(figure.first);
    if fact.kind == Kind::Score
        && !field.calls.is_empty()
        && !scene.says(scene.around(figure.first), &field.calls)
        && !scene.says(sentence, &around())
        && !evidence::telling(index, figure)
        && !sequence::listed_on(scene, index, figure, fact)
    {
        return Some("it is a score, of which the sentence does not speak".into());
    }
    if period::of_other_time(scene, index, figure, fact) {
        return Some("it is the average of another time".into());
    }
    if contrasted(scene, index, figure, fact, field) {
        return Some("the sentence does not speak of its field".into());
    }
    if in_part(scene, index, figure, fact) {
        return Some("it is a part, not the whole".into());
    }
    if let Some(mood) = of_other_mood(scene, index, figure, fact) {
        return Some(format!("it is not that of {mood} ones"));
    }
    if !is_entry(index, fact) && of_other_things(scene, figure, field) {
        return Some("it counts other things".into());
    }
    beside(scene, index, figure, fact, field)
}

/// "10 mentions, or 15% of everything": the one row that the sentence names comes with its share, and this is not its.
fn gives_another(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    let mut names = scene.mentions_in(scene.sentence(figure.first)).map(|m| m.phrase);
    let Some(name) = names.next().filter(|first| names.all(|n| n == *first)) else { return false };
    let own = |row: u32| index.rows.get(row as usize).is_some_and(|r| r.labels.iter().any(|l| l.1 == name));
    !index.lineage(fact.row).any(|(r, _)| own(r)) && evidence::gives_share(index, name)
}

/// Words of names that set a number apart from the plain one: nobody means it who does not say so.
const CONTRASTS: [Stem; 12] = each([
    "other",
    "others",
    "rest",
    "previous",
    "prior",
    "baseline",
    "expected",
    "target",
    "unlabelled",
    "labelled",
    "matching",
    "not",
]);

const BEFORE: [Stem; 3] = each(["previous", "prior", "baseline"]);

/// A number under such a name, or in an object of such a name, of which the sentence does not speak.
fn contrasted(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact, field: &Field) -> bool {
    let sentence = scene.sentence(figure.first);
    let around = index.nodes[fact.holder as usize].parent;
    let holder = index.inner.get(&around).into_iter().flatten().find(|(node, _)| *node == fact.holder);
    let holder = holder.map(|(_, name)| &index.fields[*name as usize]);
    // "From 91 to 168": what it came from is the number before.
    let previous = |f: &Field| f.stems.iter().any(|s| BEFORE.contains(s));
    let came_from = std::iter::once(field).chain(holder).any(previous)
        && (from(scene, figure) || agree::in_range_before(scene, index, figure));
    // "Phone: 775 of 1,244 negative. Email: 854 of 1,862."
    let before = sentence.0.checked_sub(1).map(|last| scene.sentence(last));
    let matching = field.stems.contains(&const { known("matching") });
    let goes_on = matching && before.is_some_and(|b| scene.says(b, &field.calls));
    // "1,139 in the same period of 2020", "250 more than in 2021 (393)": what it is held against.
    let against = ["same", "than", "against", "versus", "vs", "compared"];
    let compared = std::iter::once(field).chain(holder).any(agree::is_earlier)
        && (scene.says_near(figure, &against)
            || scene.says_word(sentence, &["than"])
            || agree::in_range_before(scene, index, figure));
    // "| Previous | Current |" above the figure.
    let head = scene
        .head(figure)
        .is_some_and(|(a, b)| std::iter::once(field).chain(holder).any(|f| scene.says((a, b), &f.calls)));
    // Where a result gives no other number of them, those that match are all there are.
    let others = || index.siblings.get(&fact.holder).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    const SHOWN: [Stem; 5] = each(["returned", "shown", "listed", "limit", "displayed"]);
    let listed = |f: &Fact| index.fields[f.field as usize].stems.iter().any(|s| SHOWN.contains(s));
    let sole = matching && !others().any(|f| f.field != fact.field && f.kind == Kind::Count && !listed(f));
    !came_from
        && !sole
        && !head
        && !goes_on
        && !compared
        && std::iter::once(field)
            .chain(holder)
            .any(|f| f.stems.iter().any(|s| CONTRASTS.contains(s)) && !scene.says(sentence, &f.calls))
}

/// "from 91 to …".
fn from(scene: &Scene<'_>, figure: &Figure) -> bool {
    // "29 messages after 28".
    let before = |f: &&Figure| f.last < figure.first && figure.first - f.last <= 4;
    if figure.first > 0 && scene.tokens[figure.first - 1].word("after") && scene.figures.iter().any(|f| before(&f)) {
        return true;
    }
    // "from 1,319 in Q1 to 1,415", "from 241 (6 to 19 March) to 1,126".
    let (begin, end) = scene.sentence(figure.first);
    // "A score of 56, down 8 points from 64".
    let moved = |i: usize| scene.tokens[i].any(&["up", "down"]);
    let near = figure.first.saturating_sub(5).max(begin);
    if figure.first > begin && scene.tokens[figure.first - 1].word("from") && (near..figure.first).any(moved) {
        return true;
    }
    let bracket = scene.tokens.get(figure.last + 1).is_some_and(|t| t.is("("));
    let close = (figure.last + 1..end).find(|i| bracket && scene.tokens[*i].is(")")).unwrap_or(figure.last);
    let figure = &Figure { last: close, ..figure.clone() };
    let to = (1..=3).any(|n| scene.tokens.get(figure.last + n).is_some_and(|t| t.word("to")));
    // "Request: 12 to 9", "5 more (12 to 17)".
    let led =
        figure.first.checked_sub(1).map(|i| &scene.tokens[i]).is_some_and(|t| t.word("from") || t.is(":") || t.is("("));
    to && led
}

/// "Of 8 messages" and "1 of 8" give a whole: not one field of a row whose total stands beside it, nor one row of many
/// that the words beside the figure do not name.
fn in_part(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> bool {
    if !figure.whole || fact.kind != Kind::Count || fact.origin != Origin::Given {
        return false;
    }
    let field = &index.fields[fact.field as usize];
    // "Among the 14 unhappy messages"; "among the 14 messages, 3 are unhappy" is another matter.
    let nouns = scene.nouns(figure, 2);
    let called = || field.calls.iter().any(|c| nouns.contains(c));
    let total = |f: &u32| index.fields[index.facts[*f as usize].field as usize].total;
    if !field.total && index.siblings.get(&fact.holder).into_iter().flatten().any(total) && !called() {
        return true;
    }
    let segment = scene.segments[figure.first];
    let whole = |r: &&Row<'_>| index.sets[r.set as usize].required && !is_whole(r);
    let Some(row) = index.rows.get(fact.row as usize).filter(whole) else {
        return false;
    };
    let sentence = scene.sentence(figure.first);
    let own = |m: &Mention| row.labels.iter().any(|l| l.1 == m.phrase);
    let sibling = |m: &Mention| row.labels.iter().any(|l| index.groups.contains(&(row.set, l.0, m.phrase)));
    let near = scene.mentions_in(sentence).any(|m| own(m) && scene.segments[m.first] == segment);
    // A sentence about several rows begins with what they are parts of.
    let several = scene.mentions_in(sentence).any(own) && scene.mentions_in(sentence).any(|m| sibling(m) && !own(m));
    // "Of its 139 tickets": of the one that was spoken of.
    let its = figure.first > 0 && scene.tokens[figure.first - 1].any(&["its", "their", "his", "her"]);
    let leads = scene.tokens[sentence.0].word("of") && figure.first <= sentence.0 + 2 && !its;
    (several || leads && !row.labels.is_empty()) && !near && !attached_before(scene, figure, row.labels.as_slice())
}

/// "Crashes 2 of 13": the whole belongs to the name that its part stands at.
fn attached_before(scene: &Scene<'_>, figure: &Figure, labels: &[(u32, u32)]) -> bool {
    let part = scene.figures.iter().rev().find(|f| f.last < figure.first && figure.first - f.last <= 3);
    part.and_then(|p| p.first.checked_sub(1))
        .is_some_and(|at| scene.mentions.iter().any(|m| m.last == at && labels.iter().any(|l| l.1 == m.phrase)))
}

/// A field beside the fact's own that the figure rather means: the plain one ("count", not "previousCount") where no word
/// says otherwise, and the exact one where the print has decimals.
fn beside(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure, fact: &Fact, field: &Field) -> Option<String> {
    let siblings = index.siblings.get(&fact.holder).into_iter().flatten().map(|f| &index.facts[*f as usize]);
    let fractional = figure.readings.iter().all(|r| r.half < 0.5);
    // `top_issue_count` where the sentence names the `top_issue`.
    let own = || {
        let row = index.rows.get(fact.row as usize)?;
        let named = |l: &&(u32, u32)| scene.mentions_in(scene.sentence(figure.first)).any(|m| m.phrase == l.1);
        let words = |l: &(u32, u32)| index.fields[l.0 as usize].stems.iter().all(|s| field.stems.contains(s));
        row.labels.iter().filter(named).any(words).then_some(())
    };
    let called = || {
        own().is_some()
            || scene.speaks(scene.sentence(figure.first), &field.calls)
            || from(scene, figure)
            || agree::is_change(field) && announced(scene, figure)
            || agree::is_earlier(field) && agree::in_range_before(scene, index, figure)
    };
    for s in siblings.filter(|s| s.field != fact.field) {
        let other = &index.fields[s.field as usize];
        let kind = if fact.origin == Origin::Share { Kind::Count } else { fact.kind };
        let alike = std::mem::discriminant(&s.kind) == std::mem::discriminant(&kind);
        // "8 communications" is not the total that stands beside it under the name of cases.
        let nouns = scene.nouns(figure, 1);
        let says = |f: &Field| f.calls.iter().any(|c| nouns.contains(c));
        if alike && other.total && field.total && says(other) && !says(field) {
            return Some("it counts other things".into());
        }
        // `previousCount` beside `count`; `nps` beside `n` is another thing.
        let version =
            agree::is_earlier(field) || agree::is_change(field) || other.stems.iter().any(|s| field.stems.contains(s));
        if alike && version && !other.total && other.calls.is_empty() && !field.calls.is_empty() && !called() {
            return Some("the sentence does not speak of its field".into());
        }
        let exact =
            other.stems.contains(&const { known("exact") }) && field.stems.iter().all(|w| other.stems.contains(w));
        if exact && fractional {
            return Some("it is rounded, and the exact number is another".into());
        }
    }
    None
}

/// Things that are counted side by side; two of different classes are never the same count.
const CLASSES: [&[Stem]; 5] = [
    &each([
        "communication",
        "message",
        "complaint",
        "enquiry",
        "request",
        "record",
        "contact",
        "email",
        "call",
        "chat",
        "letter",
        "case",
        "ticket",
        "result",
    ]),
    &each(["document", "article", "note"]),
    &each(["topic", "category", "group", "theme"]),
    &each(["customer", "client", "company"]),
    &each(["day", "week", "month", "hour", "minute"]),
];

/// "Negative in 51% of cases", where results give the share of negative ones, and this is not it.
fn of_other_mood<'s>(scene: &Scene<'s>, index: &Index<'_>, figure: &Figure, fact: &Fact) -> Option<&'s str> {
    let at = figure.first.checked_sub(2).filter(|at| scene.tokens[at + 1].word("in"))?;
    let mood = &scene.tokens[at];
    let known = figure.unit == Unit::Percent && mood.any(&["negative", "positive", "neutral"]);
    let of = |f: &Fact| {
        let label = |r: &Row<'_>| r.labels.iter().any(|l| index.phrases[l.1 as usize].stems == [mood.stem]);
        index.fields[f.field as usize].stems.contains(&mood.stem)
            || index.around(f.holder).is_some_and(|name| field::read(name).stems.contains(&mood.stem))
            || index.lineage(f.row).any(|(_, r)| label(r))
    };
    let given = |f: &&Fact| f.kind == Kind::Share && f.origin == Origin::Given && of(f);
    (known && !of(fact) && index.facts.iter().any(|f| given(&f))).then_some(mood.text)
}

/// A number under a name of a map, `{"top_categories": {"Payment processing": 11}}`: the map's own name counts nothing.
fn is_entry(index: &Index<'_>, fact: &Fact) -> bool {
    const KEY: [Stem; 1] = each(["key"]);
    index.rows.get(fact.row as usize).is_some_and(|r| r.labels.iter().any(|l| index.fields[l.0 as usize].stems == KEY))
}

/// Which things these words speak of, if any that are counted.
pub fn class(words: &[Stem]) -> Option<usize> {
    CLASSES.iter().position(|c| c.iter().any(|w| words.contains(w)))
}

/// "12 complaints" is not a number of documents or of topics.
fn of_other_things(scene: &Scene<'_>, figure: &Figure, field: &Field) -> bool {
    let nouns = scene.nouns(figure, 1);
    // A mean over groups is one of what stands in them; "contacted" counts no contacts.
    // `total_all_companies` counts something of all companies.
    let all = field.stems.contains(&const { known("all") });
    if figure.unit != Unit::Plain || nouns.is_empty() || field.mean || !field.counts || all {
        return false;
    }
    let (said, held) = (class(&nouns), class(&field.stems));
    said.is_some() && held.is_some() && said != held
}

//! What two numbers, or a whole column, make in the unit of a figure.
//!
//! Deliberately not here: whether the outcome counts (`super`).

use super::is_near;
use super::operands::Operand;
use crate::agent::ground::figures::compare::{self, COMPARING, Way};
use crate::agent::ground::figures::forms::period;
use crate::agent::ground::figures::sense::PEAKED;
use crate::agent::ground::index::NONE;
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::read::Token;
use crate::agent::ground::read::figure::{Figure, Lean, Unit};
use crate::agent::ground::scene::Scene;

/// What an operation makes.
pub struct Made {
    pub value: f64,
    pub node: u32,
    pub how: &'static str,
    /// The larger of the two numbers.
    pub of: Option<f64>,
    /// Of a whole column.
    pub column: bool,
    /// Both numbers bear the name beside the figure.
    pub own: bool,
    /// 0: the answer itself tells both numbers; 1: a word of the sentence speaks for the operation; 2: nothing does.
    pub tier: u8,
}

/// What the words around a figure speak for.
pub struct Words {
    pub compare: bool,
    pub add: bool,
    per: bool,
    worth: bool,
    /// "Roughly 4,650", "i.e. 540", or in brackets behind a share.
    about: bool,
    points: bool,
    /// "The remaining 18%", "all but 15".
    rest: bool,
    /// "Without the app", "strip out the app".
    without: bool,
    way: Way,
}

impl Words {
    pub fn of(scene: &Scene<'_>, figure: &Figure) -> Self {
        const LEFT: [&str; 24] = [
            "loss",
            "lost",
            "another",
            "dropped",
            "free",
            "available",
            "spare",
            "outstanding",
            "unused",
            "unspent",
            "net",
            "leaves",
            "left",
            "leaving",
            "remaining",
            "remain",
            "gap",
            "short",
            "against",
            "versus",
            "vs",
            "uplift",
            "margin",
            "balance",
        ];
        const ADD: [&str; 16] = [
            "total",
            "totals",
            "totalled",
            "totaled",
            "together",
            "altogether",
            "combined",
            "sum",
            "overall",
            "all",
            "across",
            "both",
            "adds",
            "amount",
            "cumulative",
            "between",
        ];
        const WITHOUT: [&str; 12] = [
            "without",
            "excluding",
            "excl",
            "except",
            "strip",
            "stripping",
            "stripped",
            "discounting",
            "dropping",
            "removing",
            "ignoring",
            "net",
        ];
        const PER: [&str; 10] =
            ["per", "each", "average", "averaged", "averages", "mean", "every", "typical", "apiece", "ratio"];
        let sentence = scene.sentence(figure.first);
        let before = figure.first.checked_sub(1).map(|i| &scene.tokens[i]);
        Self {
            compare: !scene.says_word(sentence, &PEAKED)
                && (compare::announced(scene, figure)
                    || or_else(scene, figure)
                    || moved(scene, figure)
                    || scene.says_near(figure, &LEFT)
                    || before.is_some_and(|t| t.word("by"))),
            add: scene.says_word(sentence, &ADD),
            way: Way::of(scene, figure),
            rest: scene.says_word(sentence, &["remaining", "rest", "remainder", "others", "but"]),
            without: scene.says_word(sentence, &WITHOUT) || apart(scene, sentence),
            points: !scene.says_near(figure, &["make", "makes", "made"])
                && !before.is_some_and(|t| t.word("at") || t.is("("))
                && (scene.says_word(sentence, &COMPARING) || scene.says_word(sentence, &LEFT)),
            per: (scene.says_near(figure, &PER)
                || matches!(figure.unit, Unit::Money | Unit::Time(_)) && scene.says_word(sentence, &PER))
                && !period::per_day(scene, figure),
            about: figure.lean == Lean::About || before.is_some_and(|t| t.is("(")),
            worth: scene.says_word(sentence, &["worth", "value", "valued", "cost", "costs", "total", "amounts"]),
        }
    }
}

/// "A decrease of 739 or 25.5%", "250 or 63.6% more": the same in another unit.
fn or_else(scene: &Scene<'_>, figure: &Figure) -> bool {
    let next = scene.tokens.get(figure.last + 1).is_some_and(|t| t.word("or"));
    let next = scene.figures.iter().find(|f| next && f.first == figure.last + 2 && f.unit != figure.unit);
    if next.is_some_and(|f| compare::announced(scene, f)) {
        return true;
    }
    let before = figure.first.checked_sub(2).filter(|i| scene.tokens[i + 1].word("or"));
    before.and_then(|at| scene.figures.iter().find(|f| f.last == at)).is_some_and(|f| compare::announced(scene, f))
}

/// "84 → 118 (+34, about 40%)": an arrow or a sign beside it says that something changed.
fn moved(scene: &Scene<'_>, figure: &Figure) -> bool {
    let (from, _) = scene.sentence(figure.first);
    let before = &scene.tokens[figure.first.saturating_sub(9).max(from)..figure.first];
    let bracket = before.iter().rposition(|t| t.is("("));
    let signed = |t: &Token<'_>| t.is("+") || t.is("−") || t.text.starts_with(['+', '−']);
    before.iter().any(|t| t.is("→") || t.is("⇒")) || bracket.is_some_and(|at| before[at..].iter().any(signed))
}

/// "Apart from", "other than", "leaving aside".
fn apart(scene: &Scene<'_>, (from, to): (usize, usize)) -> bool {
    const PAIRS: [(&str, &str); 4] = [("apart", "from"), ("aside", "from"), ("other", "than"), ("leaving", "aside")];
    scene.tokens[from..to].windows(2).any(|w| PAIRS.iter().any(|(a, b)| w[0].word(a) && w[1].word(b)))
}

/// All that the operands make.
pub fn all(figure: &Figure, operands: &[Operand], words: &Words) -> Vec<Made> {
    let mut made = Vec::new();
    for o in operands.iter().filter(|o| o.column && like(figure.unit, o.kind)) {
        let (value, tier) = (in_unit(figure.unit, o.kind, o.value), if words.add { 1 } else { 2 });
        made.push(Made { value, node: o.node, how: "sum", of: None, column: true, own: false, tier });
    }
    // "The remaining 18%" of what is told as 82%.
    for o in operands.iter().filter(|o| words.rest && figure.unit == Unit::Percent && o.told() && o.kind == Kind::Share)
    {
        let (value, node) = (100.0 - o.value, o.node);
        made.push(Made { value, node, how: "difference", of: None, column: false, own: false, tier: 0 });
    }
    for (i, a) in operands.iter().enumerate() {
        for b in &operands[i + 1..] {
            Pair::new(a, b).make(figure, words, &mut made);
        }
    }
    made.retain(|m| is_near(figure, m.value));
    made
}

/// A figure of this unit may stand for numbers of this kind.
fn like(unit: Unit, kind: Kind) -> bool {
    match unit {
        Unit::Plain => matches!(kind, Kind::Count | Kind::Score | Kind::Money),
        Unit::Money => matches!(kind, Kind::Money | Kind::Count),
        Unit::Time(_) => matches!(kind, Kind::Time(_)),
        Unit::Percent | Unit::Points | Unit::Times => false,
    }
}

fn in_unit(unit: Unit, kind: Kind, value: f64) -> f64 {
    match (unit, kind) {
        (Unit::Time(days), Kind::Time(own)) => value * own / days,
        _ => value,
    }
}

/// Two numbers that an operation may take together.
struct Pair<'o> {
    large: &'o Operand,
    small: &'o Operand,
    alike: bool,
    /// Under one name: a change is one of these.
    same: bool,
}

impl<'o> Pair<'o> {
    fn new(a: &'o Operand, b: &'o Operand) -> Self {
        let (large, small) = if a.value.abs() >= b.value.abs() { (a, b) } else { (b, a) };
        // One name in two maps is one thing at two times.
        let named = a.label != NONE && a.label == b.label && a.row != b.row && a.set != b.set;
        let same = a.field == b.field && a.column == b.column || named;
        // "target" beside "revenue": of one object, where money stands beside what no word calls money.
        let money = |x: &Operand, y: &Operand| x.kind == Kind::Money && y.kind == Kind::Count;
        let money = (money(a, b) || money(b, a)) && a.row == b.row && a.row != NONE;
        let alike = std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind) || money;
        Self { large, small, alike, same }
    }

    fn make(&self, figure: &Figure, words: &Words, made: &mut Vec<Made>) {
        let (large, small) = (self.large, self.small);
        // Numbers of one object, of one column, or that the answer itself tells belong together; a column and a number
        // of one of its rows do, too.
        let any = |is: &dyn Fn(&Operand) -> bool| is(large) || is(small);
        let together = self.same || large.row == small.row || large.set == small.set;
        if !together && !any(&|o| o.row == NONE || o.column) || small.value == 0.0 {
            return;
        }
        let both = large.told() && small.told();
        let own = large.near && small.near;
        // The totals of two calls.
        let totals = self.same && large.total && small.total && large.row != small.row;
        let mut push = |value: f64, how: &'static str, said: bool| {
            let tier = if !said {
                2
            } else if both || totals {
                0
            } else {
                1
            };
            made.push(Made { value, node: large.node, how, of: Some(large.value), column: false, own, tier });
        };
        match figure.unit {
            Unit::Percent if self.alike && !matches!(large.kind, Kind::Share | Kind::Score) => {
                self.percent(words, &mut push);
            }
            Unit::Points
                if self.alike
                    && (matches!(large.kind, Kind::Share | Kind::Score) || both && words.points)
                    && (words.points || both) =>
            {
                push(large.value - small.value, "difference", true);
            }
            Unit::Times if self.alike && small.value > 0.0 => push(large.value / small.value, "change", true),
            Unit::Plain | Unit::Money | Unit::Time(_) => self.amount(figure.unit, words, &mut push),
            _ => {}
        }
    }

    fn percent(&self, words: &Words, push: &mut impl FnMut(f64, &'static str, bool)) {
        let (large, small) = (self.large, self.small);
        let both = large.told() && small.told();
        let object = large.row == small.row && large.field != small.field;
        let whole = large.column || large.total;
        // "About half the number of negative calls".
        let named = small.told() && large.named;
        if both || named || self.same && !words.add || object && large.row != NONE || whole {
            let said =
                both || named || object && large.spoken && small.spoken || whole && (small.spoken || small.named);
            push(100.0 * small.value / large.value, "share", said);
            if both && words.rest {
                push(100.0 - 100.0 * small.value / large.value, "share", true);
            }
        }
        // "6.9% above target": of one object.
        let object = object && (large.spoken || small.spoken);
        if words.compare && (self.same || large.told() || small.told() || object) {
            let gap = 100.0 * (large.value - small.value);
            if !matches!(words.way, Way::Down) {
                push(gap / small.value, "change", true);
            }
            if !matches!(words.way, Way::Up) {
                push(gap / large.value, "change", true);
            }
        }
    }

    fn amount(&self, unit: Unit, words: &Words, push: &mut impl FnMut(f64, &'static str, bool)) {
        let (a, b) = (self.large, self.small);
        if self.alike && like(unit, a.kind) {
            let (x, y) = (in_unit(unit, a.kind, a.value), in_unit(unit, b.kind, b.value));
            // "It brought in 329,075 and cost 177,350, so there is a contribution of 151,725": so many digits say it.
            let long = a.told() && b.told() && (x - y).abs() >= 1e3;
            if a.column == b.column && (words.compare || long) {
                push((x - y).abs(), "difference", words.compare);
            }
            // The whole column without a row that is named.
            if words.without && a.column && !b.column && b.named && a.field == b.field {
                push(x - y, "difference", true);
            }
            // "Together: 358", after both were told.
            if a.told() && b.told() {
                push(x + y, "sum", words.add);
            }
            // "579 found it easy or very easy": both are named.
            let listed = a.named && b.named && a.field == b.field && a.set == b.set && a.row != b.row;
            if listed && !a.column && !b.column {
                push(x + y, "sum", true);
            }
        }
        // "24.16%, roughly 4,650 complaints": a share of what is told, in numbers; or the rest of it.
        let part = match (a.kind, b.kind) {
            (Kind::Count, Kind::Share) if b.told() && (a.told() || a.total) => Some((a.value, b.value)),
            (Kind::Share, Kind::Count) if a.told() && (b.told() || b.total) => Some((b.value, a.value)),
            _ => None,
        };
        if let Some((whole, share)) = part.filter(|_| unit == Unit::Plain && (words.about || a.told() && b.told())) {
            push((whole * share / 100.0).round(), "share", words.about);
            if words.rest || words.about {
                push((whole * (100.0 - share) / 100.0).round(), "share", words.about);
            }
        }
        if unit == Unit::Money && a.row == b.row && !a.told() && a.kind != b.kind && words.worth {
            push(a.value * b.value, "product", true);
        }
        // So much money, or so many, for each of the others.
        let parts = match (a.kind, b.kind) {
            (Kind::Money, Kind::Count) => Some((a, b)),
            (Kind::Count, Kind::Money) => Some((b, a)),
            (Kind::Time(_), Kind::Count) if words.per => Some((a, b)),
            (Kind::Count, Kind::Time(_)) if words.per => Some((b, a)),
            // Of two results: only what they give under a name that is meant.
            (Kind::Count, Kind::Count) if unit == Unit::Plain && words.per && (a.set == b.set || a.named) => {
                Some((a, b))
            }
            _ => None,
        };
        if let Some((whole, by)) = parts.filter(|(whole, by)| by.value > 0.0 && like(unit, whole.kind)) {
            push(in_unit(unit, whole.kind, whole.value) / by.value, "average", words.per);
        }
    }
}

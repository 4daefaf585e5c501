//! Danger is found by readable rules (`data/danger-rules.txt`), before anything else in a message: smoke and fire,
//! electric shock, water near electricity, gas, violence, self-harm, a medical emergency. A rule needs words of several
//! groups near each other, without words that change their meaning: "dega" is a fire beside "rozetė" and a light beside
//! "lemputė". Taking a bad bill for a fire costs a minute, the reverse far more: ambiguous messages count as danger.

use std::collections::HashMap;
use std::sync::LazyLock;

use model::support::{Aftermath, Danger};
use model::text::fold;

use linear::features::words;

/// Maximum distance in words between a rule's groups, and to words that change their meaning.
const MAX_WORD_DISTANCE: usize = 10;

/// Words of one meaning: stems without diacritics; `$` ends a whole word, a space separates words.
type Cues = Vec<&'static str>;

/// Words of each group near each other mean danger, without any of `unless` near the first.
struct Rule {
    kind: Danger,
    groups: Vec<Cues>,
    unless: Cues,
}

/// The rules in order, and the lists they share.
struct Rules {
    rules: Vec<Rule>,
    lists: HashMap<&'static str, Cues>,
}

static RULES: LazyLock<Rules> = LazyLock::new(|| read(include_str!("../../data/danger-rules.txt")));

fn read(text: &'static str) -> Rules {
    let mut all = Rules { rules: Vec::new(), lists: HashMap::new() };
    let mut key = "";
    for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(kind) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            all.rules.extend(kind.parse().ok().map(|kind| Rule { kind, groups: Vec::new(), unless: Vec::new() }));
            continue;
        }
        // A continuation line belongs to the key before it.
        let rest = match line.split_once(':').filter(|_| !line.starts_with(' ')) {
            Some((name, rest)) => {
                key = name;
                if let (Some(rule), "any" | "near") = (all.rules.last_mut(), name) {
                    rule.groups.push(Vec::new());
                }
                rest
            }
            None => line,
        };
        let named = rest.split(',').map(str::trim).filter(|cue| !cue.is_empty());
        let lists = &all.lists;
        let cues: Cues = named.flat_map(|cue| lists.get(cue).cloned().unwrap_or_else(|| vec![cue])).collect();
        match (key, all.rules.last_mut()) {
            ("any" | "near", Some(rule)) => rule.groups.last_mut().into_iter().for_each(|group| group.extend(&cues)),
            ("unless", Some(rule)) => rule.unless.extend(cues),
            (list, _) => all.lists.entry(list).or_default().extend(cues),
        }
    }
    all
}

/// The danger reported in a message, the first by order of the rules.
pub fn danger(message: &str) -> Option<Danger> {
    let words: Vec<String> = words(message).iter().map(|word| fold(word)).collect();
    RULES.rules.iter().find(|rule| rule.holds(&words)).map(|rule| rule.kind)
}

/// What a message says about an earlier danger: somebody is unwell, wants to go back, or is safe. A bare "yes" means
/// safe if that was asked, and so does naming a place; a question or a doubt does not.
pub fn aftermath(message: &str, asked: bool) -> Option<Aftermath> {
    let said: Vec<String> = words(message).iter().map(|word| fold(word)).collect();
    let within = |words: &[String], name: &str| list(name).is_some_and(|cues| places(words, cues).next().is_some());
    let has = |name: &str| within(&said, name);
    let fills =
        |word: &String| within(std::slice::from_ref(word), "@beside") || within(std::slice::from_ref(word), "@yes");
    let safe = || {
        let clauses = message.split_inclusive(['.', ',', ';', '!', '?']);
        let clauses = clauses.map(|clause| words(clause).iter().map(|word| fold(word)).collect::<Vec<_>>());
        clauses.into_iter().any(|clause| within(&clause, "@safe") && !within(&clause, "@question"))
    };
    if has("@unwell") && !has("@well") {
        Some(Aftermath::Unwell)
    } else if has("@may") && has("@touch") {
        Some(Aftermath::Touches)
    } else if has("@back") {
        Some(Aftermath::GoesBack)
    } else if asked && !has("@unsafe") && (safe() || has("@yes") && said.iter().all(fills)) {
        Some(Aftermath::Safe)
    } else {
        None
    }
}

/// Whether somebody is hurt, threatened or shut in, or a child is near: 112 at once.
pub fn hurt(message: &str) -> bool {
    let words: Vec<String> = words(message).iter().map(|word| fold(word)).collect();
    let has = |name: &str| list(name).is_some_and(|cues| places(&words, cues).next().is_some());
    has("@hurt") && !has("@well")
}

/// Whether a message is about bills and feelings, in which things burn only figuratively.
pub fn is_figure(message: &str) -> bool {
    let words: Vec<String> = words(message).iter().map(|word| fold(word)).collect();
    list("@figures").is_some_and(|figures| places(&words, figures).next().is_some())
}

fn list(name: &str) -> Option<&'static Cues> {
    RULES.lists.get(name)
}

impl Rule {
    fn holds(&self, words: &[String]) -> bool {
        let Some((first, others)) = self.groups.split_first() else { return false };
        let physical = !matches!(self.kind, Danger::Violence | Danger::SelfHarm | Danger::Health);
        places(words, first).any(|at| {
            let from = at.saturating_sub(MAX_WORD_DISTANCE);
            let near = words.get(from..words.len().min(at + MAX_WORD_DISTANCE + 1)).unwrap_or_default();
            let has = |cues: &[&str]| places(near, cues).next().is_some();
            let has_list = |name: &str| list(name).is_some_and(|cues| has(cues));
            let before = at.checked_sub(1).and_then(|before| words.get(before));
            let denied = before
                .is_some_and(|w| ["no", "not", "nera", "never", "neither", "nobody", "niekas"].contains(&w.as_str()));
            let over = physical && has_list("@past") && !has(&["now$", "dabar", "vel$", "again"]);
            let figure = physical && others.is_empty() && has_list("@figures") && !has_list("@things");
            others.iter().all(|group| has(group)) && !has(&self.unless) && !denied && !over && !figure
        })
    }
}

/// The positions where one of the cues begins.
pub(super) fn places<'a>(words: &'a [String], cues: &'a [&str]) -> impl Iterator<Item = usize> + use<'a> {
    (0..words.len()).filter(move |at| cues.iter().any(|cue| stands(words, *at, cue)))
}

fn stands(words: &[String], at: usize, cue: &str) -> bool {
    cue.split(' ').zip(at..).all(|(part, i)| {
        words.get(i).is_some_and(|word| match part.strip_suffix('$') {
            Some(whole) => word == whole,
            // "i" is a word of its own, and no stem.
            None if part.len() == 1 => word == part,
            None => word.starts_with(part),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_read_whole() {
        assert!(RULES.rules.len() > 30 && RULES.lists.len() == 15, "{}", RULES.rules.len());
        let all = RULES.rules.iter().flat_map(|rule| rule.groups.iter().chain([&rule.unless]));
        for cue in all.chain(RULES.lists.values()).flatten() {
            assert!(!cue.starts_with('@') && *cue == fold(cue), "{cue}: without marks, and lists that are there");
        }
        assert!(RULES.rules.iter().all(|rule| !rule.groups.is_empty() && rule.groups.iter().all(|g| !g.is_empty())));
    }

    #[test]
    fn dangers_are_found_and_figures_of_speech_are_none() {
        use Danger::{Electricity, Fallen, Fire, Gas, Health, SelfHarm, Violence, Water};
        for (message, want) in [
            ("iš routerio eina dūmai", Some(Fire)),
            ("smoke is coming out of the router", Some(Fire)),
            ("rozete dega!!", Some(Fire)),
            ("dega raudona lemputė", None),
            ("ar dega lemputė ant maršrutizatoriaus?", None),
            ("karštas maršrutizatorius", None),
            ("my bill is on fire", None),
            ("the socket is on fire", Some(Fire)),
            ("kvepia svilesiais", Some(Fire)),
            ("my fire stick shows no picture", None),
            ("it sparks when I plug it in, sparks everywhere", Some(Electricity)),
            ("nutrenkė elektra", Some(Electricity)),
            ("I was shocked by the bill", None),
            ("vanduo bėga ant rozetės", Some(Water)),
            ("kiek kainuoja vanduo", None),
            ("smirda dujomis", Some(Gas)),
            ("my husband is hitting me", Some(Violence)),
            ("nebenoriu gyventi", Some(SelfHarm)),
            ("my mother collapsed", Some(Health)),
            ("neveikia internetas", None),
            ("there is no smoke", None),
            ("my toddler stuck a finger in the socket", Some(Electricity)),
            ("sūnus įkišo šakutę į rozetę", Some(Electricity)),
            ("a cable is hanging low over our street", Some(Fallen)),
            ("stulpas pasviro virš gatvės, gali nuvirsti", Some(Fallen)),
            ("the cable behind the tv is hanging down", None),
            ("internetas dingo visoje gatvėje", None),
            ("we are trapped in the basement", Some(Health)),
            ("I feel trapped in this contract", None),
            ("the kids play games and the cable modem drops", None),
        ] {
            assert_eq!(danger(message), want, "{message}");
        }
        use Aftermath::{GoesBack, Safe, Touches, Unwell};
        for (message, want) in [
            ("taip", Some(Safe)),
            ("taip, jau lauke", Some(Safe)),
            ("yes, we are outside", Some(Safe)),
            ("isejau pas sesele, dekui", Some(Safe)),
            ("kvieskit policija, jus gi zinot kur gyvenu", None),
            ("send somebody, yes?", None),
            ("taip, bet jis dar uz duru", None),
            ("ne, nesaugu", None),
            ("I don't feel safe", None),
            ("is it safe here?", None),
            ("fine", None),
            ("aciu", None),
            ("he is outside", None),
            ("laukiu kol atvaziuosit", None),
            ("yes safe. how long will it take?", Some(Safe)),
            ("ar jau galima grizt i vidu", Some(GoesBack)),
            ("may I go back inside for the dog", Some(GoesBack)),
            ("yes, but my heart is racing", Some(Unwell)),
            ("svaigsta galva, pykina", Some(Unwell)),
            ("can I move it with a stick", Some(Touches)),
            ("ar galiu jį patraukti į šoną", Some(Touches)),
        ] {
            assert_eq!(aftermath(message, true), want, "{message}");
        }
        assert_eq!(aftermath("yes", false), None);
        assert!(hurt("my son touched it and is dizzy") && hurt("vaikai žaidžia šalia"));
        assert!(!hurt("nobody is hurt") && !hurt("there is smoke"));
        let long = format!("{} and smoke is coming out of the router", "it was so slow all week, ".repeat(80));
        assert_eq!(danger(&long), Some(Fire), "however late it is told");
    }
}

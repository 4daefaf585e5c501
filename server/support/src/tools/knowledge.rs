//! The support articles (B-049): nine, each in both languages, compiled in from `knowledge/` and read once.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use model::support::{Language, Problem};

use search::articles::{Articles, Meaning, THRESHOLD, Text, meaning};
use search::embed::Embedder;

/// A support article.
#[derive(Clone, Debug, PartialEq)]
pub struct Article {
    /// The same in both languages.
    pub name: &'static str,
    pub language: Language,
    pub title: String,
    pub category: String,
    /// The problem that it solves, if any.
    pub problem: Option<Problem>,
    /// The whole text as Markdown, without its title, and with the markup for forms of address.
    content: String,
    /// The text before the steps: symptoms and causes.
    pub intro: String,
    /// Single actions for a customer, in order, with the markup for forms of address.
    steps: Vec<String>,
}

/// A text in one form of address. In the files, "Ištrauk[ite]" is "Ištrauk" for "tu" and "Ištraukite" for "Jūs", and
/// "{tavo|Jūsų}" is one or the other.
pub(super) fn spoken(text: &str, formal: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['[', '{']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let (open, close) = if from.starts_with('[') { ('[', ']') } else { ('{', '}') };
        let Some((inner, after)) = from.trim_start_matches(open).split_once(close) else { return out + from };
        match inner.split_once('|') {
            Some((informal, polite)) => out.push_str(if formal { polite } else { informal }),
            None if formal => out.push_str(inner),
            None => {}
        }
        rest = after;
    }
    out + rest
}

impl Article {
    /// The whole text, for "tu" or for "Jūs".
    pub fn content(&self, formal: bool) -> String {
        spoken(&self.content, formal)
    }

    /// The steps, for "tu" or for "Jūs".
    pub fn steps(&self, formal: bool) -> Vec<String> {
        self.steps.iter().map(|step| spoken(step, formal)).collect()
    }

    /// Its source reference.
    pub fn source(&self) -> String {
        format!("{}/{}.md", self.language, self.name)
    }
}

macro_rules! embedded {
    ($($name:literal),*) => {
        &[$(
            ($name, Language::Lt, include_str!(concat!("knowledge/lt/", $name, ".md"))),
            ($name, Language::En, include_str!(concat!("knowledge/en/", $name, ".md"))),
        )*]
    };
}

const SOURCES: &[(&str, Language, &str)] = embedded!(
    "no_connection", "slow", "wifi", "router", "tv_no_signal", "tv_box", "equipment_replacement", "technician_visit",
    "common_questions"
);

static ALL: LazyLock<Vec<Article>> =
    LazyLock::new(|| SOURCES.iter().filter_map(|(name, language, text)| read(name, *language, text)).collect());

/// Every article in both languages.
pub fn all() -> &'static [Article] {
    &ALL
}

/// The articles that may help with a problem; the first is the main one.
const fn articles_on(problem: Problem) -> &'static [&'static str] {
    match problem {
        Problem::NoInternet => &["no_connection", "router"],
        Problem::SlowInternet => &["slow", "wifi"],
        Problem::Intermittent => &["wifi"],
        Problem::TvNoSignal => &["tv_no_signal", "tv_box"],
        Problem::Account => &["common_questions"],
        Problem::Router => &["router"],
        Problem::Equipment => &["equipment_replacement"],
        Problem::Visit => &["technician_visit"],
        Problem::PhoneLine => &[],
        Problem::WifiRange | Problem::WifiPassword => &["wifi"],
        Problem::TvChannel | Problem::TvPicture => &["tv_box"],
    }
}

/// The steps of an article that help with a problem: not all, if the article covers more.
pub fn steps(article: &Article, problem: Option<Problem>, formal: bool) -> Vec<String> {
    let all = article.steps(formal);
    let of = |numbers: &[usize]| numbers.iter().filter_map(|n| all.get(n - 1).cloned()).collect();
    match (article.name, problem) {
        ("wifi", Some(Problem::WifiRange)) => of(&[2, 5, 3]),
        ("wifi", Some(Problem::WifiPassword)) => of(&[4]),
        ("tv_box", Some(Problem::TvChannel)) => of(&[2, 6]),
        ("tv_box", Some(Problem::TvPicture)) => of(&[2, 5, 6]),
        _ => all,
    }
}

/// How much better than the main article another must fit.
const MIN_SCORE_LEAD: f64 = 0.05;

/// The article on a problem that best fits the caller's words. Other words do not lead to another problem. Blocking, as
/// [`find`].
pub fn on(problem: Problem, said: &str, language: Language, model: Option<&dyn Embedder>) -> Vec<Scored> {
    let names = articles_on(problem);
    let found = find(said, Some(language), model);
    let score = |name: &str| found.iter().find(|(article, _)| article.name == name).map_or(0.0, |(_, score)| *score);
    let Some(own) = names.first() else { return Vec::new() };
    let best = names.iter().max_by(|a, b| score(a).total_cmp(&score(b))).unwrap_or(own);
    let name = if score(best) > score(own) + MIN_SCORE_LEAD { best } else { own };
    named(name, language).map(|article| (article, score(name))).into_iter().collect()
}

/// Maximum articles of a search (B-041).
pub const MOST: usize = 3;

/// An article with its score.
pub type Scored = (&'static Article, f64);

/// The best articles for a question, at most [`MOST`], none below the threshold. They are in `language`, even if only
/// the other language's text matches; without a language, in the better-matching one. By words, and by meaning if there
/// is a model. The first search with a model embeds the articles, which takes some tenths of a second: blocking.
pub fn find(question: &str, language: Option<Language>, model: Option<&dyn Embedder>) -> Vec<Scored> {
    let in_one = |asked: Language| scored(question, asked, model.map(|m| (m, meaning(asked))));
    let mut found = match language {
        Some(asked) => in_one(asked),
        None => Vec::new(),
    };
    if found.is_empty() {
        for (article, score) in Language::ALL.iter().filter(|l| Some(**l) != language).flat_map(|l| in_one(*l)) {
            match found.iter_mut().find(|(a, _)| a.name == article.name) {
                Some(held) if held.1 < score => *held = (article, score),
                Some(_) => {}
                None => found.push((article, score)),
            }
        }
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
    }
    let told = |(article, score): Scored| (language.and_then(|l| named(article.name, l)).unwrap_or(article), score);
    found.into_iter().take(MOST).map(told).collect()
}

/// The articles in a language that reach the threshold, best first. The model counts with a weight from 0 to 1.
pub fn scored(question: &str, language: Language, model: Option<(&dyn Embedder, f64)>) -> Vec<Scored> {
    let vectors = model.map(|(model, weight)| (model.embed(&[question]), vectors(model), weight));
    let meaning = vectors.as_ref().and_then(|(question, articles, weight)| {
        Some(Meaning { question: question.first()?, articles, weight: *weight })
    });
    let found = index().find(question, language, meaning);
    found.iter().filter(|f| f.score >= THRESHOLD).filter_map(|f| Some((all().get(f.at)?, f.score))).collect()
}

/// The article with this name.
pub fn named(name: &str, language: Language) -> Option<&'static Article> {
    all().iter().find(|a| a.name == name && a.language == language)
}

/// All of them indexed for search, in the order of [`all`].
fn index() -> &'static Articles {
    static INDEX: LazyLock<Articles> = LazyLock::new(|| {
        let text = |a: &Article| Text { language: a.language, title: a.title.clone(), body: a.content(false) };
        Articles::new(&all().iter().map(text).collect::<Vec<_>>())
    });
    &INDEX
}

/// The vectors of the articles, by title and beginning; cached for the last used model.
fn vectors(model: &dyn Embedder) -> Arc<Vec<Vec<f32>>> {
    /// The model, and a vector of each article.
    type Kept = (String, Arc<Vec<Vec<f32>>>);
    static KEPT: Mutex<Option<Kept>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, vectors)) = kept.as_ref().filter(|(id, _)| id == model.id()) {
        return vectors.clone();
    }
    let texts: Vec<String> = all().iter().map(|a| format!("{}. {}", a.title, a.intro)).collect();
    let vectors = Arc::new(model.embed(&texts.iter().map(String::as_str).collect::<Vec<_>>()));
    *kept = Some((model.id().to_owned(), vectors.clone()));
    vectors
}

/// Parses an article: lines of `key: value` between two lines of dashes, then Markdown with one heading, that of the
/// steps. `None` if malformed, which a test rules out.
fn read(name: &'static str, language: Language, text: &str) -> Option<Article> {
    let (head, content) = text.strip_prefix("---\n")?.split_once("\n---\n")?;
    let field = |key: &str| {
        let mut fields = head.lines().filter_map(|line| line.split_once(": "));
        fields.find(|(k, _)| *k == key).map(|(_, value)| value.trim().to_owned())
    };
    let heading = match language {
        Language::Lt => "## Žingsniai\n",
        Language::En => "## Steps\n",
    };
    let (intro, list) = content.split_once(heading)?;
    let step = |line: &str| line.split_once(". ").map(|(_, step)| step.trim().to_owned());
    Some(Article {
        name,
        language,
        title: field("title")?,
        category: field("category")?,
        problem: field("problem")?.parse().ok(),
        content: content.trim().to_owned(),
        intro: intro.trim().to_owned(),
        steps: list.lines().filter_map(step).collect(),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn articles_are_whole_in_both_languages() {
        assert_eq!(all().len(), SOURCES.len());
        for pair in all().chunks(2) {
            let [lt, en] = pair else { panic!("a language is missing") };
            assert_eq!((lt.name, lt.language, en.language), (en.name, Language::Lt, Language::En));
            assert_eq!((&lt.category, lt.problem, lt.steps.len()), (&en.category, en.problem, en.steps.len()));
            assert_ne!(lt.title, en.title);
            for article in pair {
                assert!((4..=7).contains(&article.steps.len()), "{}", article.source());
                let numbered = article.content.lines().filter(|l| l.starts_with(|c: char| c.is_ascii_digit()));
                assert_eq!(numbered.count(), article.steps.len(), "{}", article.source());
                assert!(article.intro.len() > 80 && article.steps.iter().all(|s| s.ends_with('.')));
                assert!(SOURCES.iter().all(|(.., text)| text.contains("\nproblem: ")));
            }
        }
    }

    #[test]
    fn every_article_is_reached_by_what_was_said() {
        let mut reached = BTreeSet::new();
        for (problem, said, want) in [
            (Problem::NoInternet, "neveikia internetas", "no_connection"),
            (Problem::SlowInternet, "labai lėtas internetas", "slow"),
            (Problem::SlowInternet, "silpnas wifi signalas kitame kambaryje, telefonas nemato tinklo", "wifi"),
            (Problem::Intermittent, "my wifi keeps dropping", "wifi"),
            (Problem::TvNoSignal, "televizorius rodo nėra signalo", "tv_no_signal"),
            (Problem::TvNoSignal, "TV priedėlio pultelis neveikia, stringa vaizdas", "tv_box"),
            (Problem::Account, "kodėl tokia sąskaita", "common_questions"),
            (Problem::Router, "kur rasti wifi slaptažodį", "router"),
            (Problem::Equipment, "sudegė adapteris, reikia naujo", "equipment_replacement"),
            (Problem::Visit, "kada atvyks technikas", "technician_visit"),
        ] {
            let language = if said.starts_with("my ") { Language::En } else { Language::Lt };
            let found = on(problem, said, language, None);
            assert_eq!(found.first().map(|(article, _)| article.name), Some(want), "{said}");
            reached.insert(want);
        }
        assert_eq!(reached.len(), SOURCES.len() / 2, "every article");
        assert!(on(Problem::PhoneLine, "nėra signalo telefone", Language::Lt, None).is_empty());
    }

    #[test]
    fn steps_are_told_to_tu_and_to_jus() {
        assert_eq!(spoken("Ištrauk[ite] {savo|savo} laidą", false), "Ištrauk savo laidą");
        assert_eq!(spoken("Ištrauk[ite] ir palauk[ite].", true), "Ištraukite ir palaukite.");
        assert_eq!(spoken("{tavo|Jūsų} [ne baigta", false), "tavo [ne baigta");
        for article in all() {
            for formal in [false, true] {
                for step in article.steps(formal) {
                    assert!(!step.contains(['[', ']', '{', '}', '|']), "{step}");
                    let first = step.split([' ', ',']).next().unwrap_or_default();
                    // No step begins with an infinitive.
                    assert!(article.language == Language::En || !first.ends_with("ti") || first == "Arti", "{step}");
                }
            }
            let differ = article.steps(true) != article.steps(false);
            assert_eq!(differ, article.language == Language::Lt, "{}", article.source());
        }
    }

    #[test]
    fn articles_are_found_and_told_in_the_language_of_the_call() {
        let best = |question: &str, language| find(question, language, None).first().map(|(a, _)| a.source());
        assert_eq!(best("labai letas internetas", Some(Language::Lt)).as_deref(), Some("lt/slow.md"));
        assert_eq!(best("my internet is slow", Some(Language::En)).as_deref(), Some("en/slow.md"));
        // The words are in the other language, the article in that of the call.
        assert!(best("lėtas internetas", Some(Language::En)).is_some_and(|source| source.starts_with("en/")));
        assert_eq!(best("lėtas internetas", None).as_deref(), Some("lt/slow.md"));
        assert_eq!(best("Kokia Prancūzijos sostinė?", Some(Language::Lt)), None);
        for (_, score) in find("internetas", None, None) {
            assert!((THRESHOLD..=1.0).contains(&score));
        }
        assert!(find("internetas neveikia, televizija nerodo, wifi silpnas, router", None, None).len() <= MOST);
    }
}

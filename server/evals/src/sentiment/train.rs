//! Trains the sentiment heads. The shipped ones are from data whose licence allows it: "Sentiment Labelled Sentences"
//! (Kotzias et al. 2015, CC BY 4.0) for positive and negative, questions of BANKING77 (PolyAI, CC BY 4.0) and CLINC150
//! (CC BY 3.0) for neutral. Other collections are for measuring only.

use std::path::Path;

use anyhow::{Context, Result, bail};
use embed::head::Head;
use model::record::Sentiment;

use server::import::mood::{Heads, plain};
use server::import::source;
use server::search::embed::Embedder;

/// A text with its sentiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    pub text: String,
    pub sentiment: Sentiment,
}

/// Sentences taken from each neutral file, evenly spread.
const NEUTRAL_OF_FILE: usize = 700;
/// The weight of a neutral sentence relative to others: they are of other origin, and many.
const NEUTRAL_WEIGHT: f32 = 0.5;
/// In files with categories (BANKING77), those with questions free of trouble.
const CALM: [&str; 16] = [
    "age_limit", "apple_pay_or_google_pay", "atm_support", "automatic_top_up", "card_acceptance", "card_linking",
    "change_pin", "country_support", "disposable_card_limits", "edit_personal_details", "exchange_rate",
    "fiat_currency_support", "getting_spare_card", "supported_cards_and_currencies", "top_up_limits",
    "visa_or_mastercard",
];

/// Reads a CSV file, plain or gzip, of texts with labels. Labels are positive, neutral and negative, ignoring case;
/// rows with others are counted and skipped.
///
/// # Errors
/// A missing file or column, naming the existing ones.
pub fn labelled(path: &Path, text: &str, label: &str) -> Result<(Vec<Labelled>, usize)> {
    let rows = columns(path, &[text, label])?;
    let all = rows.len();
    let read = |row: Vec<String>| {
        let sentiment = row.get(1)?.trim().to_lowercase().parse().ok()?;
        Some(Labelled { text: row.into_iter().next()?, sentiment })
    };
    let kept: Vec<Labelled> = rows.into_iter().filter_map(read).collect();
    let left_out = all - kept.len();
    if kept.is_empty() {
        bail!("{}: column {label} holds none of positive, neutral and negative", path.display());
    }
    Ok((kept, left_out))
}

/// Neutral sentences from a CSV file with a column `text`.
pub fn neutral(path: &Path) -> Result<Vec<String>> {
    let mut texts: Vec<String> = match columns(path, &["text", "category"]) {
        Ok(rows) => {
            let calm = |row: &Vec<String>| row.get(1).is_some_and(|c| CALM.contains(&c.as_str()));
            rows.into_iter().filter(calm).filter_map(|row| row.into_iter().next()).collect()
        }
        Err(_) => columns(path, &["text"])?.into_iter().flatten().collect(),
    };
    let every = (texts.len() / NEUTRAL_OF_FILE).max(1);
    texts = texts.into_iter().step_by(every).take(NEUTRAL_OF_FILE).collect();
    Ok(texts)
}

fn columns(path: &Path, wanted: &[&str]) -> Result<Vec<Vec<String>>> {
    let source = source::open(path)?;
    let mut csv = csv::ReaderBuilder::new().flexible(true).from_reader(source.text);
    let names = csv.headers().with_context(|| format!("{} has no header", path.display()))?.clone();
    let find = |name: &&str| {
        let at = names.iter().position(|n| n == *name);
        let there: Vec<&str> = names.iter().collect();
        at.with_context(|| format!("{} has no column {name}; there is: {}", path.display(), there.join(", ")))
    };
    let at: Vec<usize> = wanted.iter().map(find).collect::<Result<_>>()?;
    let mut out = Vec::new();
    for (n, row) in csv.records().enumerate() {
        let row = row.with_context(|| format!("{}, row {} cannot be read", path.display(), n + 2))?;
        out.push(at.iter().map(|i| row.get(*i).unwrap_or_default().to_owned()).collect());
    }
    Ok(out)
}

/// Trains both heads for an embedder. Deterministic for the same data.
pub fn train(embedder: &dyn Embedder, opinions: &[Labelled], neutral: &[String]) -> Heads {
    let texts: Vec<String> = opinions.iter().map(|o| plain(&o.text)).chain(neutral.iter().map(|t| plain(t))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = embedder.embed(&texts);
    let (of_opinions, of_neutral) = vectors.split_at(opinions.len());
    let decided = || {
        let pairs = opinions.iter().zip(of_opinions);
        pairs.filter(|(o, _)| o.sentiment != Sentiment::Neutral)
    };
    let class = |o: &Labelled, positive: usize| if o.sentiment == Sentiment::Positive { positive } else { 0 };
    let two: Vec<_> = decided().map(|(o, v)| (v.as_slice(), class(o, 1), 1.0)).collect();
    let three: Vec<_> = decided()
        .map(|(o, v)| (v.as_slice(), class(o, 2), 1.0))
        .chain(of_neutral.iter().map(|v| (v.as_slice(), 1, NEUTRAL_WEIGHT)))
        .collect();
    let id = embedder.id();
    Heads {
        polarity: rounded(fit(id, &["negative", "positive"], &two, 1.0)),
        neutral: rounded(fit(id, &["negative", "neutral", "positive"], &three, 1.0)),
    }
}

/// Four digits suffice, and keep the file small.
pub fn rounded(mut head: Head) -> Head {
    let round = |x: &mut f32| *x = (*x * 1e4).round() / 1e4;
    head.weights.iter_mut().flatten().for_each(round);
    head.bias.iter_mut().for_each(round);
    head
}

/// Trains on vectors with their class and weight. Minimises half the squared norm of the weights plus `c` times the
/// summed cross-entropy, as in scikit-learn's `LogisticRegression(C=c)`: by gradient descent with momentum from zeros,
/// so the same data gives the same numbers.
pub fn fit(model: &str, classes: &[&str], examples: &[(&[f32], usize, f32)], c: f32) -> Head {
    // For unit vectors the curvature of a class is at most c · total / 2 · 2 (weights and bias) + 1.
    let total: f32 = examples.iter().map(|(.., weight)| weight).sum();
    descended(model, classes, examples, c, (1.0 / (c * total + 1.0), 4_000))
}

/// The same for many classes, each with a few of the examples: the curvature of a class is near that of its own.
pub fn fit_many(model: &str, classes: &[&str], examples: &[(&[f32], usize, f32)], c: f32) -> Head {
    let each = examples.len() as f32 / classes.len() as f32;
    descended(model, classes, examples, c, (1.0 / (3.0 * c * each + 1.0), 500))
}

fn descended(
    model: &str,
    classes: &[&str],
    examples: &[(&[f32], usize, f32)],
    c: f32,
    (step, passes): (f32, usize),
) -> Head {
    let dim = examples.first().map_or(0, |(v, ..)| v.len());
    let mut head = Head {
        model: model.into(),
        classes: classes.iter().map(|c| (*c).into()).collect(),
        weights: vec![vec![0.0; dim]; classes.len()],
        bias: vec![0.0; classes.len()],
    };
    let mut speed = head.clone();
    for _ in 0..passes {
        let mut slope = head.clone();
        slope.bias.iter_mut().for_each(|b| *b = 0.0);
        for (vector, class, weight) in examples {
            for (k, p) in head.probabilities(vector).into_iter().enumerate() {
                let error = c * weight * (p - if k == *class { 1.0 } else { 0.0 });
                slope.weights[k].iter_mut().zip(*vector).for_each(|(s, x)| *s += error * x);
                slope.bias[k] += error;
            }
        }
        for k in 0..classes.len() {
            descend(&mut head.weights[k], &mut speed.weights[k], &slope.weights[k], step);
        }
        descend(&mut head.bias, &mut speed.bias, &slope.bias, step);
    }
    head
}

fn descend(at: &mut [f32], speed: &mut [f32], slope: &[f32], step: f32) {
    for ((x, v), s) in at.iter_mut().zip(speed).zip(slope) {
        *v = 0.9 * *v - step * s;
        *x += *v;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_learns_what_can_be_learned() {
        let examples: Vec<(Vec<f32>, usize)> = vec![
            (vec![1.0, 0.0], 0),
            (vec![0.9, 0.1], 0),
            (vec![0.0, 1.0], 1),
            (vec![-1.0, 0.0], 2),
            (vec![-0.9, -0.1], 2),
        ];
        let borrowed: Vec<(&[f32], usize, f32)> = examples.iter().map(|(v, c)| (v.as_slice(), *c, 1.0)).collect();
        let head = fit("m", &["a", "b", "c"], &borrowed, 10.0);
        for (vector, class) in &examples {
            let p = head.probabilities(vector);
            let best = (0..3).max_by(|i, j| p[*i].total_cmp(&p[*j]));
            assert_eq!(best, Some(*class), "{p:?}");
            assert!((p.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
        assert_eq!(head, fit("m", &["a", "b", "c"], &borrowed, 10.0));
    }
}

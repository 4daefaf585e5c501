//! Unanswered questions, grouped by meaning, to show what people miss.

use std::collections::BTreeSet;

use model::review::case::Refused;

use crate::search::{Search, words};

/// Similarity from which two questions belong together: cosine of their vectors, or, without a model, the share of
/// common words.
const MIN_SIMILARITY: (f32, f32) = (0.75, 0.5);

/// Groups questions (each with its session, newest first); the largest group comes first. A question joins the first
/// group whose first question is similar enough (leader clustering, Hartigan 1975). Blocking.
pub fn clusters(search: &Search, refused: Vec<(String, String)>) -> Vec<Refused> {
    let texts: Vec<&str> = refused.iter().map(|(_, question)| question.as_str()).collect();
    let vectors = search.vectors().meanings(&texts);
    let words: Vec<BTreeSet<String>> = texts.iter().map(|text| words::distinct(text).into_iter().collect()).collect();
    let near = |a: usize, b: usize| match &vectors {
        Some(all) => all[a].iter().zip(&*all[b]).map(|(x, y)| x * y).sum::<f32>() >= MIN_SIMILARITY.0,
        None => {
            let common = words[a].intersection(&words[b]).count() as f32;
            common / words[a].union(&words[b]).count().max(1) as f32 >= MIN_SIMILARITY.1
        }
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for n in 0..texts.len() {
        match groups.iter_mut().find(|group| near(group[0], n)) {
            Some(group) => group.push(n),
            None => groups.push(vec![n]),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    let of = |group: Vec<usize>| Refused { questions: group.into_iter().map(|n| refused[n].clone()).collect() };
    groups.into_iter().map(of).collect()
}

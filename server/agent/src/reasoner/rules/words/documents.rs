//! How likely a question is one to the firm's documents, by a linear classifier over its embedding, which `evals
//! train-documents` trains and measures.

use std::sync::LazyLock;

use embed::head::Head;

use crate::view::View;

/// From here documents are asked before a question is refused, or if it follows on a document.
pub const POSSIBLE: f32 = 0.3;

static HEADS: LazyLock<Vec<Head>> =
    LazyLock::new(|| serde_json::from_str(include_str!("documents.json")).unwrap_or_default());

/// The probability that a text is a question to documents; `None` without an embedder. Blocking.
pub fn probability(text: &str, view: &View<'_>) -> Option<f32> {
    let vectors = view.search.vectors();
    let model = vectors.status().model?;
    let head = HEADS.iter().find(|head| head.model == model)?;
    let vector = vectors.meanings(&[text])?.pop()?;
    head.probabilities(&vector).get(1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_head_for_each_form_of_the_model() {
        let models: Vec<&str> = HEADS.iter().map(|head| head.model.as_str()).collect();
        let known = [search::embed::Tier::Full, search::embed::Tier::Static].map(|tier| tier.id());
        assert_eq!(models, known);
        assert!(HEADS.iter().all(|head| head.classes == ["data", "documents"] && head.weights.len() == 2));
    }
}

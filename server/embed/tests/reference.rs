//! Checks against the model's published numbers that the network and the tokenizer are right and the real weights are
//! in use. Skipped with a message where `PLUMBLINE_MODEL_DIR` (or the usual folder) holds no weights.

use std::path::{Path, PathBuf};

use embed::rows::Rows;
use embed::weights::Weights;
use embed::{EmbedError, Embedder, MiniLm, dot};

/// The folder of the model, as `plumbline model fetch` fills it.
fn folder() -> Option<PathBuf> {
    let set = std::env::var_os("PLUMBLINE_MODEL_DIR").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share/plumbline/models"));
    let folder = set.or(home)?;
    if !folder.join("model.safetensors").exists() {
        println!("SKIPPED: the embedding model is not there; `plumbline model fetch` brings it");
        return None;
    }
    Some(folder)
}

fn opened(open: fn(&Path, usize) -> Result<MiniLm, EmbedError>) -> Option<MiniLm> {
    match open(&folder()?, 2) {
        Ok(model) => Some(model),
        Err(error) => panic!("{error}"),
    }
}

fn model() -> Option<MiniLm> {
    opened(MiniLm::open)
}

const FIRST: [(&str, &[u32], [f32; 6]); 4] = [
    (
        "This is an example sentence",
        &[101, 2023, 2003, 2019, 2742, 6251, 102],
        [0.06766, 0.06350, 0.04871, 0.07930, 0.03745, 0.00265],
    ),
    ("hello world", &[101, 7592, 2088, 102], [-0.03448, 0.03102, 0.00673, 0.02611, -0.03936, -0.16030]),
    (
        "The bank refused to refund a duplicate card charge.",
        &[101, 1996, 2924, 4188, 2000, 25416, 8630, 1037, 24473, 4003, 3715, 1012, 102],
        [-0.02355, 0.09963, -0.01970, 0.05371, -0.03803, -0.06351],
    ),
    (
        "Why was I billed twice on my credit card?",
        &[101, 2339, 2001, 1045, 14843, 3807, 2006, 2026, 4923, 4003, 1029, 102],
        [-0.00454, 0.02855, 0.01730, 0.07597, -0.01329, -0.07623],
    ),
];

#[test]
fn first_numbers_are_the_published_ones() {
    let Some(model) = opened(MiniLm::exact) else { return };
    let texts: Vec<&str> = FIRST.iter().map(|(text, ..)| *text).collect();
    let together = model.embed(&texts);
    for ((text, ids, numbers), vector) in FIRST.iter().zip(&together) {
        assert_eq!(model.ids(text), *ids, "{text}");
        assert_eq!(vector.len(), 384);
        for (got, want) in vector.iter().zip(numbers) {
            assert!((got - want).abs() < 1e-5, "{text}: {:?}", &vector[..6]);
        }
        assert!((dot(vector, vector) - 1.0).abs() < 1e-5);
        // A text gives the same vector alone and in a batch.
        let alone = &model.embed(&[text])[0];
        assert!(alone.iter().zip(vector).all(|(a, b)| (a - b).abs() < 1e-5), "{text}");
    }
    for (a, b, want) in [(2, 3, 0.5132), (0, 1, 0.2040), (1, 2, 0.0513)] {
        let got = dot(&together[a], &together[b]);
        assert!((got - want).abs() < 1e-4, "{a} and {b}: {got}");
    }
}

#[test]
fn any_text_has_a_vector() {
    let Some(model) = model() else { return };
    let long = "refund ".repeat(3_000);
    let texts = ["", " ", "\u{0}", "\u{1f600}\u{1f600}", "漢字", &long];
    for (text, vector) in texts.iter().zip(model.embed(&texts)) {
        assert!((dot(&vector, &vector) - 1.0).abs() < 1e-4, "{text:.20}");
    }
    assert_eq!(model.ids(&long).len(), 256);
    assert!(model.embed(&[]).is_empty());
}

/// Over 300 texts the cosine is 0.9995 on average and 0.9990 at least.
#[test]
fn weights_of_8_bits_give_nearly_the_same_vectors() {
    let (Some(model), Some(exact)) = (model(), opened(MiniLm::exact)) else { return };
    for (text, ..) in FIRST {
        let (own, want) = (&model.embed(&[text])[0], &exact.embed(&[text])[0]);
        assert!(dot(own, want) > 0.999, "{text}: {}", dot(own, want));
        assert!((dot(own, own) - 1.0).abs() < 1e-5);
    }
}

/// The two have them in memory once, on the strength of their scales.
#[test]
fn the_reader_has_the_same_word_vectors() {
    let Some(folder) = folder() else { return };
    let reader = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reader/weights/reader.safetensors");
    let words = |file: PathBuf| {
        let name = "embeddings.word_embeddings.weight";
        Weights::open(&file).unwrap().rows(name, 30_522, MiniLm::DIM).unwrap()
    };
    let (own, other) = (words(folder.join("model.safetensors")), words(reader));
    for id in 0..30_522 {
        let row = |of: &Rows| {
            let mut row = vec![0.0; MiniLm::DIM];
            of.add(id, &mut row);
            row
        };
        assert_eq!(row(&own), row(&other), "{id}");
    }
}

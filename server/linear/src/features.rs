//! A message as features: character n-grams across word boundaries, words and pairs of words, and each word combined
//! with the question asked before. Every feature is a hash bucket; the values of each kind have length one.

use model::text::fold;

/// Maximum length of an n-gram, in characters.
const MAX_NGRAM_CHARS: usize = 5;
/// Number of hash buckets.
pub const BUCKETS: u32 = 1 << 18;
/// Longer messages are truncated here: callers write sentences, and the work must stay small.
const MOST_CHARS: usize = 1_000;

/// A feature: its bucket, its value, and the word in which it begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    pub bucket: u32,
    pub value: f32,
    pub word: u16,
}

/// The words of a message in lower case; meaningful punctuation marks are words of their own.
pub fn words(message: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut last = ('\0', 0);
    for c in message.chars().flat_map(char::to_lowercase) {
        let c = match c {
            '’' | '`' | '‘' => '\'',
            c if c.is_ascii_digit() => '0',
            c => c,
        };
        last = if c == last.0 { (c, last.1 + 1) } else { (c, 1) };
        if last.1 > 2 {
            // "veikiaaaaa" becomes "veikiaa".
        } else if c.is_alphanumeric() || c == '\'' {
            word.push(c);
        } else {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            if !c.is_whitespace() && !c.is_control() && !matches!(c, ',' | '.' | '-' | '"' | ';' | ':') {
                words.push(c.to_string());
            }
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// All features of a message that answers a question.
pub fn extract(message: &str, asked: &str) -> Vec<Feature> {
    let end = message.char_indices().nth(MOST_CHARS).map_or(message.len(), |(at, _)| at);
    let kept = words(&message[..end]);
    let folded: Vec<String> = kept.iter().map(|word| fold(word)).collect();
    let mut grams = Kind::default();
    n_grams(&folded, "c", false, &mut grams);
    // Also with diacritics, if there are any: "karštas" and "karstas" are not always the same word.
    if !kept.iter().all(|word| word.is_ascii()) {
        n_grams(&kept, "k", true, &mut grams);
    }
    let (mut one, mut beside) = (Kind::default(), Kind::default());
    for (i, word) in folded.iter().enumerate() {
        one.add(&["w", word], i);
        beside.add(&["a", asked, word], i);
        if let Some(next) = folded.get(i + 1) {
            one.add(&["b", word, next], i);
        }
        if let Some(after) = folded.get(i + 2) {
            one.add(&["s", word, after], i);
        }
    }
    if folded.len() <= 4 {
        beside.add(&["m", asked, &folded.join(" ")], 0);
    }
    let mut question = Kind::default();
    question.add(&["q", asked], 0);
    question.add(&["l", asked, &folded.len().min(6).to_string()], 0);
    let mut all = grams.scaled(1.0);
    all.extend(one.scaled(1.0));
    all.extend(beside.scaled(0.7));
    all.extend(question.scaled(0.7));
    all
}

/// All n-grams of a kind, or only those with a mark. Each is hashed on from the one that it continues.
fn n_grams(words: &[String], kind: &str, marked_only: bool, into: &mut Kind) {
    let mut chars = vec![(' ', 0)];
    for (i, word) in words.iter().enumerate() {
        chars.extend(word.chars().map(|c| (c, i)));
        chars.push((' ', i));
    }
    let before = hashed(HASH_SEED, kind.bytes().chain([HASH_SEPARATOR]));
    for (start, (first, word)) in chars.iter().enumerate() {
        let (mut hash, mut marked) = (before, false);
        for (length, (c, _)) in chars[start..].iter().take(MAX_NGRAM_CHARS).enumerate() {
            hash = hashed(hash, c.encode_utf8(&mut [0; 4]).bytes());
            marked |= !c.is_ascii();
            let blank = length == 0 && *first == ' ';
            if (marked || !marked_only) && !blank {
                into.push(within(hashed(hash, [HASH_SEPARATOR])), *word);
            }
        }
    }
}

/// Features of one kind, without duplicates.
#[derive(Default)]
struct Kind(Vec<(u32, u16)>);

impl Kind {
    fn add(&mut self, parts: &[&str], word: usize) {
        self.push(bucket(parts), word);
    }

    fn push(&mut self, bucket: u32, word: usize) {
        self.0.push((bucket, u16::try_from(word).unwrap_or(u16::MAX)));
    }

    /// With values scaled to a total length of `length`.
    fn scaled(mut self, length: f32) -> Vec<Feature> {
        self.0.sort_unstable();
        self.0.dedup_by_key(|(bucket, _)| *bucket);
        let value = length / (self.0.len().max(1) as f32).sqrt();
        self.0.into_iter().map(|(bucket, word)| Feature { bucket, value, word }).collect()
    }
}

/// What a hash begins with, and the byte after each of its parts.
const HASH_SEED: u64 = 0xcbf2_9ce4_8422_2325;
const HASH_SEPARATOR: u8 = 0xff;

fn bucket(parts: &[&str]) -> u32 {
    within(parts.iter().fold(HASH_SEED, |hash, part| hashed(hash, part.bytes().chain([HASH_SEPARATOR]))))
}

/// FNV-1a: the same on every machine, because the stored weights depend on it.
fn hashed(hash: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

const fn within(hash: u64) -> u32 {
    ((hash ^ (hash >> 32)) as u32) % BUCKETS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_as_people_type_them() {
        assert_eq!(words("Neveeeikia!! Ar 15 min?"), ["neveeikia", "!", "!", "ar", "00", "min", "?"]);
        assert_eq!(words(""), Vec::<String>::new());
    }

    #[test]
    fn features_of_a_kind_have_length_one_and_know_their_word() {
        let all = extract("neveikia internetas", "problem");
        let length: f32 = all.iter().map(|f| f.value * f.value).sum();
        assert!((length - (1.0 + 1.0 + 0.49 + 0.49)).abs() < 0.01, "{length}");
        assert!(all.iter().any(|f| f.word == 1) && all.iter().all(|f| f.bucket < BUCKETS));
        // An n-gram is the bucket of its kind and its text.
        assert!(
            all.iter().any(|f| f.bucket == bucket(&["c", "kia i"]))
                && all.iter().all(|f| f.bucket != bucket(&["c", " "]))
        );
        let of = |text: &str| extract(text, "none").iter().map(|f| f.bucket).collect::<Vec<_>>();
        assert!(of("rūšys").contains(&bucket(&["k", "rūš"])) && !of("rūšys").contains(&bucket(&["k", "ys"])));
        // Diacritics add features and remove none.
        let plain: Vec<u32> = extract("rusys", "none").iter().map(|f| f.bucket).collect();
        let marked: Vec<u32> = extract("rūšys", "none").iter().map(|f| f.bucket).collect();
        assert!(plain.iter().all(|bucket| marked.contains(bucket)) && marked.len() > plain.len());
    }
}

//! Finds names by a text without scanning all of them: by the whole, by the beginning, by a word, by a small typo.
//! Built once for all names; the few candidates are then compared one by one.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::FxBuildHasher;

use super::{Vocabulary, pick};

/// Texts, each with the index of its entry.
#[derive(Default)]
pub struct Index {
    /// Sorted, for searching by beginning.
    sorted: Vec<(Box<str>, u32)>,
    /// Hashes of texts' beginnings with some letters deleted, and their group.
    cut: Vec<(u32, u32)>,
    /// Runs of `sorted` with the same beginning.
    groups: Vec<Range<u32>>,
}

/// How many characters of a text select the candidates for full comparison.
const PREFIX_CHARS: usize = 7;

impl Index {
    pub fn new(texts: impl Iterator<Item = (String, u32)>) -> Self {
        let mut all = Self { sorted: texts.map(|(text, at)| (text.into(), at)).collect(), ..Self::default() };
        all.sorted.sort_unstable();
        all.sorted.shrink_to_fit();
        let mut from = 0;
        for group in all.sorted.chunk_by(|a, b| beginning(&a.0) == beginning(&b.0)) {
            let typos = group.iter().map(|(text, _)| pick::typos(text.len())).max().unwrap_or(0);
            let number = all.groups.len() as u32;
            let hashes = if typos == 0 { HashSet::new() } else { cuts(beginning(&group[0].0), typos) };
            all.cut.extend(hashes.into_iter().map(|hash| (hash, number)));
            all.groups.push(from..from + group.len() as u32);
            from += group.len() as u32;
        }
        all.cut.sort_unstable();
        all.cut.shrink_to_fit();
        all
    }

    /// The indices of exactly this text, in order.
    pub fn whole(&self, text: &str) -> impl Iterator<Item = u32> + '_ {
        self.run(|have| have.cmp(text)).iter().map(|(_, at)| *at)
    }

    /// The texts with this beginning, in order.
    pub fn beginning(&self, with: &str) -> &[(Box<str>, u32)] {
        self.run(|have| if have.starts_with(with) { std::cmp::Ordering::Equal } else { have.cmp(with) })
    }

    fn run(&self, against: impl Fn(&str) -> std::cmp::Ordering) -> &[(Box<str>, u32)] {
        let from = self.sorted.partition_point(|(have, _)| against(have).is_lt());
        let many = self.sorted[from..].partition_point(|(have, _)| against(have).is_eq());
        &self.sorted[from..from + many]
    }

    /// The texts within a small typo, as defined by [`pick::alike`]; unordered.
    ///
    /// Two texts within k edits become equal after deleting k letters from each, and so do their beginnings.
    pub fn alike<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (&'a str, u32)> + 'a {
        let typos = pick::typos(text.len());
        let hashes = if typos == 0 { HashSet::new() } else { cuts(beginning(text), typos) };
        let mut groups = HashSet::new();
        for hash in hashes {
            let from = self.cut.partition_point(|(have, _)| *have < hash);
            groups.extend(self.cut[from..].iter().take_while(|(have, _)| *have == hash).map(|(_, group)| *group));
        }
        let texts = groups.into_iter().flat_map(|group| {
            let Range { start, end } = self.groups[group as usize];
            &self.sorted[start as usize..end as usize]
        });
        texts.filter(move |(have, _)| pick::alike(have, text)).map(|(have, at)| (&**have, *at))
    }
}

fn beginning(text: &str) -> &str {
    text.char_indices().nth(PREFIX_CHARS).map_or(text, |(end, _)| &text[..end])
}

/// Hashes of a text and its variants with this many letters deleted. The first letter stays: no typo affects it.
fn cuts(text: &str, letters: usize) -> HashSet<u32> {
    let mut all: HashSet<String> = HashSet::from([text.to_owned()]);
    for _ in 0..letters {
        let shorter = all.iter().flat_map(|text| {
            text.char_indices().skip(1).map(|(at, c)| [&text[..at], &text[at + c.len_utf8()..]].concat())
        });
        let shorter: Vec<String> = shorter.collect();
        all.extend(shorter);
    }
    all.into_iter().map(|text| FxBuildHasher.hash_one(text) as u32).collect()
}

/// The names of customers, by every way to name one.
#[derive(Default)]
pub struct Customers {
    /// By the plain words of the name.
    pub phrases: Index,
    /// By id and name, in lower case.
    written: HashMap<String, Vec<u32>>,
    /// By each plain word of the name.
    words: HashMap<String, Vec<u32>>,
    /// Those known only by their address.
    senders: HashSet<u32>,
}

impl Customers {
    pub fn new(v: &Vocabulary) -> Self {
        let mut all = Self::default();
        let mut phrases = Vec::with_capacity(v.customers.len());
        for (at, customer) in (0..).zip(&v.customers) {
            let (id, told) = customer;
            let phrase = pick::phrase(v.plain_name(customer));
            if v.senders.contains_key(id) {
                all.senders.insert(at);
            }
            for text in [id, told] {
                all.written.entry(text.to_ascii_lowercase()).or_default().push(at);
            }
            for word in phrase.split(' ') {
                let places = all.words.entry(word.to_owned()).or_default();
                if places.last() != Some(&at) {
                    places.push(at);
                }
            }
            phrases.push((phrase, at));
        }
        all.phrases = Index::new(phrases.into_iter());
        all
    }

    /// Those with this id or name, ignoring case.
    pub fn written(&self, text: &str) -> &[u32] {
        self.written.get(&text.to_ascii_lowercase()).map_or(&[], Vec::as_slice)
    }

    /// Those whose names contain a plain word.
    pub fn with_word(&self, word: &str) -> &[u32] {
        self.words.get(word).map_or(&[], Vec::as_slice)
    }

    /// The one that a text means, as defined by [`pick::pick`].
    pub fn pick(&self, text: &str) -> Option<u32> {
        let wanted = pick::phrase(text);
        if wanted.is_empty() {
            return None;
        }
        if self.phrases.whole(&wanted).next().is_some() {
            return self.only(self.phrases.whole(&wanted));
        }
        let mut lists: Vec<&[u32]> = wanted.split(' ').map(|word| self.with_word(word)).collect();
        lists.sort_by_key(|list| list.len());
        let holding =
            lists[0].iter().copied().filter(|at| lists[1..].iter().all(|list| list.binary_search(at).is_ok()));
        self.only(holding).or_else(|| self.only(self.phrases.alike(&wanted).map(|(_, at)| at)))
    }

    /// The only one of several; self-given names do not count beside others.
    fn only(&self, all: impl Iterator<Item = u32>) -> Option<u32> {
        let (mut customers, mut senders) = (Vec::new(), Vec::new());
        for at in all {
            let of = if self.senders.contains(&at) { &mut senders } else { &mut customers };
            of.push(at);
            if customers.len() > 1 {
                return None;
            }
        }
        match (customers.as_slice(), senders.as_slice()) {
            ([one], _) | ([], [one]) => Some(*one),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::super::Vocabulary;
    use super::*;
    use demo::bank::{SEED, generate};

    /// The definition of a small typo, by an edit-distance table.
    fn alike(a: &str, b: &str) -> bool {
        let (short, long) = if a.len() < b.len() { (a.len(), b.len()) } else { (b.len(), a.len()) };
        let allowed = match short {
            0..=4 => return false,
            5..=8 => 1,
            _ => 2,
        };
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        long - short <= 2 * allowed
            && a.chars().next() == b.chars().next()
            && digits(a) == digits(b)
            && strsim::osa_distance(a, b) <= allowed
    }

    /// Id and name of the customers of some banks, by name.
    fn customers(banks: u64) -> Vec<(String, String)> {
        let of =
            |n| generate(SEED.wrapping_add(n)).customers.into_iter().map(move |c| (format!("{}-{n}", c.id), c.name));
        let mut all: Vec<_> = (0..banks).flat_map(of).collect();
        all.sort_by(|a, b| a.1.cmp(&b.1));
        all
    }

    fn questions() -> Vec<String> {
        let lines = include_str!("../../../eval/questions.jsonl").lines();
        let lines = lines.map(|l| serde_json::from_str::<Value>(l).unwrap()).filter(|l| l["database"] == "demo");
        lines.step_by(3).map(|l| l["question"].as_str().unwrap().to_owned()).collect()
    }

    /// Runs of up to four words.
    fn windows(text: &str) -> Vec<String> {
        let words: Vec<String> = pick::words(text).into_iter().map(|(word, _)| word).collect();
        (1..=4).flat_map(|n| words.windows(n).map(|run| run.join(" ")).collect::<Vec<_>>()).collect()
    }

    /// A letter deleted, inserted, changed, or transposed, at a position.
    fn slip(text: &str, kind: usize, at: usize) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        let at = 1 + at % (letters.len() - 1).max(1);
        match kind % 4 {
            0 if at < letters.len() => drop(letters.remove(at)),
            1 => letters.insert(at, 'q'),
            2 if at < letters.len() => letters[at] = 'z',
            _ if at + 1 < letters.len() => letters.swap(at, at + 1),
            _ => {}
        }
        letters.into_iter().collect()
    }

    #[test]
    fn finds_what_a_look_at_each_name_finds() {
        let customers = customers(3);
        let mut names: Vec<String> =
            customers.iter().flat_map(|(id, name)| [pick::phrase(id), pick::phrase(name)]).collect();
        names.extend(customers.iter().flat_map(|(_, name)| windows(name)));
        let index = Index::new(names.iter().cloned().zip(0..));
        let mut asked: HashSet<String> = questions().iter().flat_map(|q| windows(q)).collect();
        asked.extend(names.iter().enumerate().map(|(n, name)| slip(name, n, n * 7 + 3)));
        asked.extend(names.iter().enumerate().map(|(n, name)| slip(&slip(name, n, n * 5), n / 4, n * 11 + 2)));
        let mut found = 0;
        for text in &asked {
            let mut near: Vec<u32> = index.alike(text).map(|(_, at)| at).collect();
            near.sort_unstable();
            let by_look: Vec<u32> = (0..).zip(&names).filter(|(_, name)| alike(name, text)).map(|(at, _)| at).collect();
            assert_eq!(near, by_look, "{text:?}");
            found += near.len();
        }
        assert!(asked.len() > 5_000 && found > 3_000, "{} asked, {found} found", asked.len());
    }

    #[test]
    #[allow(clippy::field_reassign_with_default)]
    fn a_customer_is_who_a_look_at_each_name_finds() {
        let mut v = Vocabulary::default();
        v.customers = customers(3);
        v.index();
        let look = |text: &str| {
            let text = text.trim();
            let exact = v.customers.iter().find(|(id, name)| id == text || name == text);
            let by_case = || {
                v.customers.iter().find(|(id, name)| id.eq_ignore_ascii_case(text) || name.eq_ignore_ascii_case(text))
            };
            exact.or_else(by_case).or_else(|| {
                let at = pick::pick(text, v.customers.iter().map(|(_, name)| name.as_str()))?;
                v.customers.get(at)
            })
        };
        let mut found = 0;
        for (n, (id, name)) in v.customers.iter().enumerate().step_by(5) {
            let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
            let turned = format!("{rest} {first}");
            let cases =
                [id.to_uppercase(), name.to_lowercase(), slip(name, n, n), format!(" {first}"), turned, String::new()];
            for text in &cases {
                let who = v.customer(text);
                assert_eq!(who, look(text), "{text:?}");
                found += usize::from(who.is_some());
            }
            let phrase = pick::phrase(first);
            let begins =
                |name: &str| pick::phrase(name) == phrase || pick::phrase(name).starts_with(&format!("{phrase} "));
            let all: Vec<_> = v.customers.iter().filter(|(_, name)| begins(name)).collect();
            assert_eq!(v.called(&phrase, 4, |_| true), (all.len() <= 4).then_some(all), "{phrase:?}");
        }
        assert!(found > 200, "{found} found");
    }

    proptest! {
        #[test]
        fn a_typo_is_what_the_table_of_distances_says(a in "[abcé ]{0,12}", b in "[abcé ]{0,12}", kinds in any::<[usize; 4]>()) {
            prop_assert_eq!(pick::alike(&a, &b), alike(&a, &b));
            if a.len() > 1 {
                let near = slip(&slip(&a, kinds[0], kinds[1] % 12), kinds[2], kinds[3] % 12);
                prop_assert_eq!(pick::alike(&a, &near), alike(&a, &near), "{:?} {:?}", a, near);
                let index = Index::new([(a.clone(), 0)].into_iter());
                prop_assert_eq!(index.alike(&near).count() == 1, alike(&a, &near), "{:?} {:?}", a, near);
            }
        }
    }
}

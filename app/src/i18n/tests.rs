//! Every text exists in every language, takes the same arguments, and is used.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fluent_bundle::{FluentResource, FluentValue};

use super::*;

/// The names in a language's files, each with its text's arguments.
fn declared(locale: Locale) -> BTreeMap<String, BTreeSet<String>> {
    let source = live::message_source(locale);
    FluentResource::try_new(source.to_owned()).unwrap_or_else(|(_, errors)| panic!("{locale}: {errors:?}"));
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut name = String::new();
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        if let Some((id, _)) = line.split_once(" =").filter(|(id, _)| !id.contains([' ', '{', '}', '[', '*'])) {
            name = id.to_owned();
            assert!(all.insert(name.clone(), BTreeSet::new()).is_none(), "{locale}: {name} stands twice");
        }
        let args = line.split('$').skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
        all.entry(name.clone()).or_default().extend(args.flatten().map(str::to_owned));
    }
    all.remove("");
    // A text that refers to another takes its arguments, too.
    let own = all.clone();
    for (name, args) in &mut all {
        let text = source.split_once(&format!("\n{name} =")).map_or("", |(_, rest)| rest);
        let text = text.split("\n\n").next().unwrap_or_default();
        let end = text.match_indices('\n').find(|(at, _)| text[at + 1..].starts_with(char::is_alphabetic));
        let text = end.map_or(text, |(at, _)| &text[..at]);
        args.extend(
            own.iter().filter(|(other, _)| text.contains(&format!("{{ {other} }}"))).flat_map(|(_, a)| a.clone()),
        );
    }
    all
}

/// The string literals in the sources, and those among them that are used in `t!` and `id!`.
fn literals(folder: &Path, all: &mut BTreeSet<String>, asked: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            literals(&path, all, asked);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        if path.parent().is_some_and(|folder| folder.ends_with("i18n")) {
            // Text examples in that folder's comments do not count as used.
            all.extend(text.split('"').skip(1).map(str::to_owned));
            continue;
        }
        all.extend(text.split('"').skip(1).step_by(2).map(str::to_owned));
        all.extend(text.split('"').skip(2).step_by(2).map(str::to_owned));
        for (at, _) in text.match_indices("!(\"") {
            let (before, after) = text.split_at(at);
            let called = |name| before.strip_suffix(name).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric));
            if called("t") || called("id") {
                asked.extend(after.split('"').nth(1).map(str::to_owned));
            }
        }
    }
}

#[test]
fn every_language_says_everything_with_the_same_arguments() {
    let english = declared(Locale::English);
    for locale in [Locale::Lithuanian, Locale::German] {
        let theirs = declared(locale);
        let missing: Vec<_> = english.keys().filter(|name| !theirs.contains_key(*name)).collect();
        let left: Vec<_> = theirs.keys().filter(|name| !english.contains_key(*name)).collect();
        assert!(missing.is_empty() && left.is_empty(), "{locale} lacks {missing:?}, and alone has {left:?}");
        let other: Vec<_> = english.iter().filter(|(name, args)| theirs[*name] != **args).collect();
        assert!(other.is_empty(), "{locale} takes other arguments: {other:?}");
    }
}

#[test]
fn every_text_is_there_and_every_text_is_used() {
    let english = declared(Locale::English);
    let (mut all, mut asked) = (BTreeSet::new(), BTreeSet::new());
    for folder in ["src", "../server/src/api"] {
        literals(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all, &mut asked);
    }
    let unknown: Vec<_> = asked.iter().filter(|name| !english.contains_key(*name)).collect();
    assert!(unknown.is_empty(), "no text is called {unknown:?}");
    let source = live::message_source(Locale::English);
    let referred = |name: &str| source.contains(&format!("{{ {name} }}")) || source.contains(&format!("{{ {name} ->"));
    let unused: Vec<_> = english.keys().filter(|name| !all.contains(*name) && !referred(name)).collect();
    assert!(unused.is_empty(), "nobody says {unused:?}");
}

#[test]
fn texts_are_formed_whole_in_every_language() {
    for locale in Locale::ALL {
        let messages = live::messages(*locale);
        let all = declared(*locale);
        // A text referred to by another takes that one's arguments.
        let names: BTreeSet<&String> = all.values().flatten().collect();
        for name in all.keys() {
            for count in [1.0, 2.0, 11.0, 21.0] {
                let args: FluentArgs = names.iter().map(|arg| ((*arg).clone(), FluentValue::from(count))).collect();
                let mut errors = Vec::new();
                let message = messages.get_message(name).and_then(|m| m.value()).expect("a text");
                messages.format_pattern(message, Some(&args), &mut errors);
                assert!(errors.is_empty(), "{locale}, {name}: {errors:?}");
            }
        }
    }
}

#[test]
fn dates_and_numbers_follow_the_language() {
    let day = NaiveDate::from_ymd_opt(2026, 1, 16).unwrap();
    for (locale, full, short, number) in [
        (Locale::English, "16 January 2026", "16 Jan 2026", "12,345"),
        (Locale::Lithuanian, "2026 m. sausio 16 d.", "2026 saus. 16 d.", "12\u{a0}345"),
        (Locale::German, "16. Januar 2026", "16. Jan. 2026", "12.345"),
    ] {
        Owner::new().with(|| {
            provide_context(locale);
            assert_eq!((full_date(day).as_str(), short_date(day).as_str()), (full, short));
            assert_eq!(whole(12_345), number);
        });
    }
    assert_eq!(full_date(day), time::full_date(day), "English where nobody has chosen");
}

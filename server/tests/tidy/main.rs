//! The house rules as a test: what must not occur where (see the README's "Invariants"). Each rule is an absence, and
//! each failure names file and line.

#![allow(clippy::unwrap_used, clippy::expect_used)] // A rule that cannot be looked at fails.

use std::collections::BTreeMap;

use regex::Regex;

mod imports;
mod source;

use imports::{IMPORTS, circles};
use source::{SOURCES, root};

/// Every rule. One process reads the sources once for all of them.
const RULES: [fn(); 14] = [
    app_names_nothing_of_the_server,
    sql_stands_in_the_store,
    edges_within_crates,
    crates_know_only_what_is_below,
    pages_ask_and_fail_in_one_way,
    imports_run_in_no_circle,
    no_clock_and_no_randomness_below,
    the_browser_is_named_in_one_place,
    files_open_with_what_they_are_and_stay_readable,
    folders_stay_surveyable,
    nothing_is_left_undone,
    migrations_are_twins,
    the_top_level_stays_as_it_is,
    names_are_standard_terms,
];

#[test]
fn the_rules_of_the_house() {
    // Each says by its panic what breaks it, and where.
    let broken = RULES.iter().filter(|rule| std::panic::catch_unwind(**rule).is_err()).count();
    assert_eq!(broken, 0, "rules of the house are broken; the messages above name them");
}

/// No line of the sources in one of `folders` (except in `except`) may match.
fn absent(folders: &[&str], except: &[&str], pattern: &str, why: &str) {
    let pattern = Regex::new(pattern).unwrap();
    let offences: Vec<String> = SOURCES
        .iter()
        .filter(|s| folders.iter().any(|f| s.is_in(f)) && !except.iter().any(|f| s.is_in(f)))
        .flat_map(|s| s.lines_with(&pattern))
        .collect();
    assert!(offences.is_empty(), "{why}:\n{}", offences.join("\n"));
}

fn app_names_nothing_of_the_server() {
    absent(&["app/src"], &[], r"\b(sqlx|axum|reqwest|tokio|leptos_axum)\b", "app must not know the server's libraries");
}

fn sql_stands_in_the_store() {
    let sql =
        r#"(?i:["\s]|^)(SELECT\s.+\sFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE (TABLE|INDEX)|ALTER TABLE)\b"#;
    absent(
        &["server", "app"],
        &["server/store", "server/query/src/sql", "server/tests", "server/benches"],
        sql,
        "SQL text belongs in the store",
    );
}

/// Cargo enforces which crate may use which; these are the rules within a crate.
fn edges_within_crates() {
    let mut offences = Vec::new();
    forbidden("app/src/components", "app/src/api", "components never call the server", &mut offences);
    assert!(offences.is_empty(), "{}", offences.join("\n"));
    absent(&["server/src/http"], &[], r"\bsqlx\b", "http holds no SQL");
}

/// The direction of dependencies: no crate may start to use one above it, even if it would compile.
fn crates_know_only_what_is_below() {
    for (name, never) in [
        ("store", &["search", "query", "tools", "llm", "agent", "axum", "app"][..]),
        ("query", &["tools", "skills", "llm", "agent", "axum", "app"]),
        ("opensearch", &["query", "tools", "skills", "llm", "agent", "axum", "sqlx", "app"]),
        ("tools", &["llm", "agent", "outside", "skills", "axum", "app"]),
        ("support", &["llm", "agent", "outside", "skills", "axum", "app", "sqlx"]),
        ("outside", &["llm", "agent", "skills", "axum", "app"]),
        ("skills", &["llm", "agent", "axum", "app", "sqlx"]),
        ("llm", &["tools", "agent", "skills", "store", "axum", "app"]),
        ("agent", &["axum", "sqlx", "app"]),
    ] {
        let text = std::fs::read_to_string(root().join("server").join(name).join("Cargo.toml")).unwrap();
        let named = text.split("[dev-dependencies]").next().unwrap().lines();
        let named: Vec<&str> = named.filter_map(|line| line.split(['.', ' ', '=']).next()).collect();
        let wrong: Vec<&&str> = never.iter().filter(|other| named.contains(other)).collect();
        assert!(wrong.is_empty(), "{name} must not know {wrong:?}");
    }
}

fn pages_ask_and_fail_in_one_way() {
    absent(&["app/src/pages"], &[], r"\b(Local)?Resource::new\(", "pages ask by `pages::load`");
    absent(&["app/src/pages"], &["app/src/pages/mod.rs"], r"<Problem\b", "pages show errors by `pages::failed`");
    absent(&["app/src/api"], &[], r"#\[server\((?:[^W]|W[^i])*\)\]", "server functions say `output = Wire`");
}

/// Adds what files in `from` use from files in `to`.
fn forbidden(from: &str, to: &str, why: &str, offences: &mut Vec<String>) {
    let part = |path: &str, folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with(['/', '.']));
    for (file, targets) in IMPORTS.iter().filter(|(file, _)| part(file, from)) {
        for (target, names) in targets.iter().filter(|(target, _)| part(target, to)) {
            offences.push(format!("{why}: {file} takes {names:?} from {target}"));
        }
    }
}

fn imports_run_in_no_circle() {
    let offences: Vec<String> =
        circles().iter().map(|circle| format!("a circle of imports:\n{}", ties(circle))).collect();
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

/// What forms a circle.
fn ties(circle: &[&str]) -> String {
    let mut told = String::new();
    for file in circle {
        for (target, names) in IMPORTS[*file].iter().filter(|(target, _)| circle.contains(&target.as_str())) {
            told.push_str(&format!("  {file} takes {names:?} from {target}\n"));
        }
    }
    told
}

fn no_clock_and_no_randomness_below() {
    let folders = ["server/agent", "server/support", "server/query", "server/search", "app/model"];
    let pattern =
        r"(Utc|Local|SystemTime|Instant|OffsetDateTime)::now|\brand::(rng|random)\b|_os_rng|thread_rng|now_v7|new_v4";
    absent(&folders, &[], pattern, "clock and randomness are passed in");
}

fn the_browser_is_named_in_one_place() {
    absent(&["app/src"], &["app/src/live"], r"\b(web_sys|js_sys|wasm_bindgen)\b", "only `live` names browser APIs");
}

fn files_open_with_what_they_are_and_stay_readable() {
    for source in SOURCES.iter() {
        assert!(source.text.starts_with("//!"), "{} does not open with `//!`", source.path);
        let lines = source.text.lines().count();
        assert!(lines <= 400, "{} has {lines} lines: split it", source.path);
    }
}

fn folders_stay_surveyable() {
    let mut counts = BTreeMap::<String, usize>::new();
    for source in SOURCES.iter() {
        let folder = source.path.rsplit_once('/').map_or("", |(f, _)| f).to_owned();
        *counts.entry(folder).or_default() += 1;
    }
    let large: Vec<_> = counts.iter().filter(|(_, n)| **n > 14).collect();
    assert!(large.is_empty(), "folders with more than about a dozen files: {large:?}");
}

fn nothing_is_left_undone() {
    absent(
        &["app", "server", "frontend"],
        &["server/tests/tidy"],
        r"\b(todo!|unimplemented!|FIXME|XXX:|HACK)",
        "unfinished work",
    );
}

fn migrations_are_twins() {
    let names = |folder: &str| {
        let mut names: Vec<String> = std::fs::read_dir(root().join("migrations").join(folder))
            .unwrap()
            .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names("sqlite"), names("postgres"), "each migration needs its twin");
    assert!(!names("sqlite").is_empty());
}

fn the_top_level_stays_as_it_is() {
    let allowed = [
        "Cargo.toml", "Cargo.lock", "app", "server", "frontend", "style", "migrations", "public", "end2end",
        "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile", "LICENSE", "rustfmt.toml",
        "clippy.toml", "deny.toml", "target", "plumbline-data", "plumbline.toml",
    ];
    for entry in std::fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(name.starts_with('.') || allowed.contains(&name.as_str()), "{name} does not belong at the top level");
    }
}

/// Public items whose names do not help somebody searching, with their remaining counts. New items use the field's
/// terms (CONTRIBUTING has a glossary); removing one lowers its number.
const NAMES_TO_GO: [(&str, &str, usize); 9] = [
    ("fn", "of", 6),
    ("fn", "told", 1),
    ("fn", "said", 0),
    ("fn", "heard", 0),
    ("type", "Of", 0),
    ("type", "Told", 2),
    ("type", "Said|Heard", 4),
    ("type", "Kept", 1),
    ("type", "For|What|Standing|Led|Behind", 0),
];

fn names_are_standard_terms() {
    let mut wrong = Vec::new();
    for (kind, names, left) in NAMES_TO_GO {
        let item = if kind == "fn" { r"(const |async )*fn" } else { r"(struct|enum|type|trait)" };
        let pattern = Regex::new(&format!(r"\bpub(\([a-z ]+\))? {item} ({names})\b")).unwrap();
        let product = SOURCES.iter().filter(|s| !s.path.contains("/tests/") && !s.path.contains("/benches/"));
        let found: Vec<String> = product.flat_map(|source| source.lines_with(&pattern)).collect();
        if found.len() != left {
            wrong.push(format!("{} of `{kind} {names}`, not {left}:\n{}", found.len(), found.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "public names that say nothing:\n{}", wrong.join("\n\n"));
}

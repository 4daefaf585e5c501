//! The rules of the house as a test: what must not stand where (see the README's "Invariants"). Each rule is an absence,
//! and each failure names file and line.

#![allow(clippy::unwrap_used, clippy::expect_used)] // A rule that cannot be looked at fails.

use std::path::{Path, PathBuf};

use regex::Regex;

/// A source file, with its path from the repository's root.
struct Source {
    path: String,
    text: String,
}

impl Source {
    fn is_in(&self, folder: &str) -> bool {
        self.path.starts_with(folder)
    }

    /// Lines that match, as `path:line: text`. Test modules at a file's end are left out where `code` is true.
    fn lines_with(&self, pattern: &Regex, code: bool) -> Vec<String> {
        let end = if code { self.text.find("#[cfg(test)]").unwrap_or(self.text.len()) } else { self.text.len() };
        let found = self.text[..end].lines().enumerate().filter(|(_, line)| pattern.is_match(line));
        found.map(|(n, line)| format!("{}:{}: {}", self.path, n + 1, line.trim())).collect()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn sources() -> Vec<Source> {
    let mut all = Vec::new();
    for folder in [
        "app/src",
        "server/src",
        "server/embed",
        "server/tests",
        "server/benches",
        "frontend/src",
        "frontend/bindgen/src",
    ] {
        walk(&root().join(folder), &mut |path| {
            if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(path).unwrap();
                let path = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
                all.push(Source { path, text });
            }
        });
    }
    assert!(all.len() > 40, "the sources were not found");
    all
}

fn walk(folder: &Path, visit: &mut dyn FnMut(&Path)) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { walk(&path, visit) } else { visit(&path) }
    }
}

/// No line of the sources in one of `folders` (but for `except`) may match.
fn absent(folders: &[&str], except: &[&str], pattern: &str, why: &str) {
    let pattern = Regex::new(pattern).unwrap();
    let offences: Vec<String> = sources()
        .iter()
        .filter(|s| folders.iter().any(|f| s.is_in(f)) && !except.iter().any(|f| s.is_in(f)))
        .flat_map(|s| s.lines_with(&pattern, true))
        .collect();
    assert!(offences.is_empty(), "{why}:\n{}", offences.join("\n"));
}

#[test]
fn app_names_nothing_of_the_server() {
    absent(&["app/src"], &[], r"\b(sqlx|axum|reqwest|tokio|leptos_axum)\b", "app must not know the server's libraries");
}

#[test]
fn sql_stands_in_the_store() {
    let sql =
        r#"(?i:["\s]|^)(SELECT\s.+\sFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE (TABLE|INDEX)|ALTER TABLE)\b"#;
    absent(
        &["server/src", "app/src"],
        &["server/src/store", "server/src/query/sql"],
        sql,
        "SQL text belongs in the store",
    );
}

#[test]
fn edges_between_modules() {
    for (folders, pattern, why) in [
        (&["server/src/llm"][..], r"crate::(tools|agent|skills|store|http)\b", "llm knows tool specifications only"),
        (
            &["server/src/tools", "server/src/skills"],
            r"crate::(llm|agent|http|api)\b",
            "tools know no provider and no loop",
        ),
        (&["server/src/agent"], r"crate::(http|api|cmd)\b|\baxum\b|\bsqlx\b", "the agent knows no HTTP and no SQL"),
        (&["server/src/http"], r"\bsqlx\b", "http holds no SQL"),
        (
            &["server/src/store"],
            r"crate::(agent|tools|skills|search|query|http|api|llm|import)\b",
            "the store knows none above it",
        ),
        (&["server/src/search"], r"crate::(agent|tools|skills|http|api|llm|import)\b", "search knows none above it"),
        (&["app/src/components"], r"\bcrate::api\b|\bapi::", "components never call the server"),
    ] {
        absent(folders, &[], pattern, why);
    }
}

#[test]
fn no_clock_and_no_randomness_below() {
    let folders = ["server/src/agent", "server/src/query", "server/src/search", "app/src/model"];
    let pattern =
        r"(Utc|Local|SystemTime|Instant|OffsetDateTime)::now|\brand::(rng|random)\b|_os_rng|thread_rng|now_v7|new_v4";
    absent(&folders, &[], pattern, "clock and randomness are passed in");
}

#[test]
fn the_browser_is_named_in_one_place() {
    absent(&["app/src"], &["app/src/live"], r"\b(web_sys|js_sys|wasm_bindgen)\b", "only `live` names browser APIs");
}

#[test]
fn files_open_with_what_they_are_and_stay_readable() {
    for source in sources() {
        assert!(source.text.starts_with("//!"), "{} does not open with `//!`", source.path);
        let lines = source.text.lines().count();
        assert!(lines <= 400, "{} has {lines} lines: split it", source.path);
    }
}

#[test]
fn folders_stay_surveyable() {
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    for source in sources() {
        let folder = source.path.rsplit_once('/').map_or("", |(f, _)| f).to_owned();
        *counts.entry(folder).or_default() += 1;
    }
    let large: Vec<_> = counts.iter().filter(|(_, n)| **n > 14).collect();
    assert!(large.is_empty(), "folders with more than about a dozen files: {large:?}");
}

#[test]
fn nothing_is_left_undone() {
    absent(&["app/src", "server/src", "frontend"], &[], r"\b(todo!|unimplemented!|FIXME|XXX:|HACK)", "unfinished work");
}

#[test]
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

#[test]
fn the_top_level_stays_as_it_is() {
    let allowed = [
        "Cargo.toml",
        "Cargo.lock",
        "app",
        "server",
        "frontend",
        "style",
        "migrations",
        "public",
        "end2end",
        "README.md",
        "Makefile",
        "LICENSE",
        "rustfmt.toml",
        "clippy.toml",
        "target",
        "plumbline-data",
        "plumbline.toml",
    ];
    for entry in std::fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(name.starts_with('.') || allowed.contains(&name.as_str()), "{name} does not belong at the top level");
    }
}

//! The source files, and which parts of them are tests: items under `#[cfg(test)]`, and files declared by such items.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use regex::Regex;

/// A source file, with its path from the repository's root.
pub struct Source {
    pub path: String,
    pub text: String,
    /// The text with its tests blanked out, line by line.
    pub code: String,
}

impl Source {
    pub fn is_in(&self, folder: &str) -> bool {
        self.path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Lines of code that match, as `path:line: text`.
    pub fn lines_with(&self, pattern: &Regex) -> Vec<String> {
        let found = self.code.lines().enumerate().filter(|(_, line)| pattern.is_match(line));
        found.map(|(n, line)| format!("{}:{}: {}", self.path, n + 1, line.trim())).collect()
    }
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A crate of the workspace: the name under which others import it, and its folder from the repository's root.
pub struct Member {
    pub name: String,
    pub folder: String,
}

/// All crates of the workspace.
pub static MEMBERS: LazyLock<Vec<Member>> = LazyLock::new(|| {
    let manifest = |folder: &str| -> toml::Table {
        std::fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap().parse().unwrap()
    };
    let member = |folder: &toml::Value| {
        let folder = folder.as_str().unwrap().to_owned();
        let name = manifest(&folder)["package"]["name"].as_str().unwrap().replace('-', "_");
        Member { name, folder }
    };
    manifest("")["workspace"]["members"].as_array().unwrap().iter().map(member).collect()
});

pub static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let mut all = Vec::new();
    let mut tests = BTreeSet::new();
    let parts = |member: &Member| ["src", "tests", "benches"].map(|part| format!("{}/{part}", member.folder));
    for folder in MEMBERS.iter().flat_map(parts) {
        walk(&root().join(folder), &mut |path| {
            if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(path).unwrap();
                let path = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
                let mut cut = Vec::new();
                if text.contains("#[cfg(test)]") {
                    find_tests(text.parse().unwrap_or_else(|e| panic!("{path}: {e}")), &mut cut);
                }
                tests.extend(cut.iter().filter_map(|range| declared(&path, &text[range.clone()])));
                all.push(Source { code: blanked(&text, &cut), path, text });
            }
        });
    }
    assert!(all.len() > 40, "the sources were not found");
    for source in &mut all {
        let of_tests = |test: &String| source.path == *test || source.is_in(test.trim_end_matches("/mod.rs"));
        if tests.iter().any(of_tests) {
            source.code = blanked(&source.text, std::slice::from_ref(&(0..source.text.len())));
        }
    }
    all
});

pub fn walk(folder: &Path, visit: &mut dyn FnMut(&Path)) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { walk(&path, visit) } else { visit(&path) }
    }
}

/// Adds the positions of the items under `#[cfg(test)]`.
fn find_tests(tokens: TokenStream, cut: &mut Vec<Range<usize>>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let attribute = matches!(&token, TokenTree::Punct(p) if p.as_char() == '#')
            && matches!(tokens.peek(), Some(TokenTree::Group(g)) if g.stream().to_string().replace(' ', "") == "cfg(test)");
        if attribute {
            let (from, mut to) = (token.span().byte_range().start, token.span().byte_range().end);
            // To the item's end: a semicolon, or braces with none behind them.
            let mut body = false;
            while let Some(next) = tokens.peek() {
                let semicolon = matches!(next, TokenTree::Punct(p) if p.as_char() == ';');
                if body && !semicolon {
                    break;
                }
                body = matches!(next, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace);
                to = next.span().byte_range().end;
                tokens.next();
                if semicolon {
                    break;
                }
            }
            cut.push(from..to);
        } else if let TokenTree::Group(group) = token {
            find_tests(group.stream(), cut);
        }
    }
}

fn blanked(text: &str, cut: &[Range<usize>]) -> String {
    let blank = |(i, c): (usize, char)| if c != '\n' && cut.iter().any(|r| r.contains(&i)) { ' ' } else { c };
    text.char_indices().map(blank).collect()
}

/// The file declared by a removed `mod tests;` in the file at `path`.
fn declared(path: &str, item: &str) -> Option<String> {
    static NAMED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\bmod\s+(\w+)\s*;\s*$").unwrap());
    static PATH: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"#\[path\s*=\s*"([^"]+)"\]"#).unwrap());
    let name = NAMED.captures(item)?[1].to_owned();
    let (folder, file) = path.rsplit_once('/')?;
    if let Some(own) = PATH.captures(item) {
        return Some(format!("{folder}/{}", &own[1]));
    }
    let folder = match file.trim_end_matches(".rs") {
        "mod" | "lib" | "main" => folder.to_owned(),
        module => format!("{folder}/{module}"),
    };
    let flat = format!("{folder}/{name}.rs");
    Some(if root().join(&flat).exists() { flat } else { format!("{folder}/{name}/mod.rs") })
}

#[test]
fn tests_are_left_out_and_what_follows_them_is_seen() {
    let text = "fn a() {}\n#[cfg(test)]\nuse x::{y, z};\n#[cfg(test)]\nmod tests { fn b() {} }\nfn c() { one(); }\n#[cfg(test)]\nmod more;\nfn d() {}";
    let mut cut = Vec::new();
    find_tests(text.parse().unwrap(), &mut cut);
    let code = blanked(text, &cut);
    assert_eq!(
        code.lines().map(str::trim).collect::<Vec<_>>(),
        ["fn a() {}", "", "", "", "", "fn c() { one(); }", "", "", "fn d() {}"]
    );
    assert_eq!(declared("server/src/a/mod.rs", &text[cut[2].clone()]).unwrap(), "server/src/a/more/mod.rs");
}

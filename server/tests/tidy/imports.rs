//! What each file of the crates actually uses from which other file: imports and paths are parsed from the tokens,
//! groups are expanded, `crate`, `self` and `super` are resolved by the file's place, and re-exports are followed to
//! their source.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::UseTree;

use crate::source::{MEMBERS, SOURCES, Source, root};

/// The roots of crates, by the name under which others import them; the benchmark is a separate crate.
static CRATES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let members = MEMBERS.iter().map(|member| (member.name.clone(), format!("{}/src", member.folder)));
    members.chain([("measure".to_owned(), "server/benches/measure".to_owned())]).collect()
});

/// A crate's name, and the path of modules.
type Module = Vec<String>;

/// The content of one module.
#[derive(Default)]
struct Content {
    file: String,
    /// Names imported by `use`, with the path as written.
    imports: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    /// Every named path, including those in `use`.
    paths: BTreeSet<Vec<String>>,
    /// Re-exports, and every single identifier: what is only re-exported does not count as used.
    handed_on: BTreeSet<Vec<String>>,
    words: BTreeSet<String>,
    items: BTreeSet<String>,
}

struct Tree(BTreeMap<Module, Content>);

/// File → the files that it uses something from, and what.
pub static IMPORTS: LazyLock<BTreeMap<String, BTreeMap<String, BTreeSet<String>>>> =
    LazyLock::new(|| imports(&SOURCES));

fn imports(sources: &[Source]) -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
    let mut tree = Tree(BTreeMap::new());
    for source in sources {
        if let Some(module) = module_of(&source.path) {
            tree.read(&module, &source.path, source.code.parse().unwrap(), true);
        }
    }
    let mut edges = BTreeMap::<_, BTreeMap<_, BTreeSet<_>>>::new();
    for (module, content) in &tree.0 {
        let globs = content.globs.iter().flat_map(|glob| content.words.iter().map(move |word| (glob, word)));
        let through = globs
            .map(|(glob, word)| [glob.as_slice(), std::slice::from_ref(word)].concat())
            .filter(|path| tree.resolve(module, path, 0).is_some_and(|found| tree.holds(&found)));
        let named =
            content.handed_on.iter().filter(|path| path.last().is_some_and(|name| content.words.contains(name)));
        for path in content.paths.iter().chain(named).cloned().chain(through) {
            // A module that is imported is taken from where something of it is named.
            let Some((target, Some(item))) = tree.resolve(module, &path, 0) else { continue };
            let file = &tree.0[&target].file;
            if *file != content.file {
                edges.entry(content.file.clone()).or_default().entry(file.clone()).or_default().insert(item);
            }
        }
    }
    edges
}

fn module_of(path: &str) -> Option<Module> {
    let (name, folder, rest) = CRATES.iter().find_map(|(name, folder)| {
        let rest = path.strip_prefix(folder)?.strip_prefix('/')?;
        Some((name, folder, rest))
    })?;
    let mut module: Module = rest.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    match (module.len(), module.last()?.as_str()) {
        // A program is a crate beside the library of the same name.
        (1, "main") if root().join(folder).join("lib.rs").exists() => return Some(vec![format!("the program {name}")]),
        (1, "lib" | "main") | (_, "mod") => drop(module.pop()),
        _ => {}
    }
    module.insert(0, name.to_owned());
    Some(module)
}

impl Tree {
    /// Parses a module. `top` is false inside items, whose names are local.
    fn read(&mut self, module: &Module, file: &str, tokens: TokenStream, top: bool) {
        self.0.entry(module.clone()).or_default().file = file.to_owned();
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.read(module, file, group.stream(), false),
                TokenTree::Ident(word) if word == "use" => {
                    let end = (at..tokens.len()).find(|&i| is(&tokens, i, ';')).unwrap_or(tokens.len());
                    let inside: TokenStream = tokens[at + 1..end].iter().cloned().collect();
                    // What `impl Trait + use<'a>` says is no import.
                    if let Ok(tree) = syn::parse2::<UseTree>(inside) {
                        let content = self.0.entry(module.clone()).or_default();
                        let public = match at.checked_sub(1).map(|before| &tokens[before]) {
                            Some(TokenTree::Ident(word)) => word == "pub",
                            Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
                            _ => false,
                        };
                        content.take(&tree, &mut Vec::new(), public);
                        at = end;
                    }
                }
                TokenTree::Ident(word) if word == "mod" => {
                    if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
                        (tokens.get(at + 1), tokens.get(at + 2))
                    {
                        if body.delimiter() == Delimiter::Brace {
                            let inner = [module.clone(), vec![name.to_string()]].concat();
                            self.read(&inner, file, body.stream(), true);
                        }
                        at += 2;
                    }
                }
                TokenTree::Ident(word) => {
                    let mut path = vec![word.to_string()];
                    while is(&tokens, at + 1, ':') && is(&tokens, at + 2, ':') {
                        let Some(TokenTree::Ident(next)) = tokens.get(at + 3) else { break };
                        path.push(next.to_string());
                        at += 3;
                    }
                    let content = self.0.entry(module.clone()).or_default();
                    let declares = ["fn", "struct", "enum", "trait", "type", "const", "static", "union"];
                    if let (true, Some(TokenTree::Ident(name))) =
                        (top && declares.contains(&path[0].as_str()), tokens.get(at + 1))
                    {
                        content.items.insert(name.to_string());
                    }
                    content.words.insert(path[0].clone());
                    if path.len() > 1 {
                        content.paths.insert(path);
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The module that a path refers to, and the item in it; `None` if it is outside these crates.
    fn resolve(&self, from: &Module, path: &[String], depth: usize) -> Option<(Module, Option<String>)> {
        let (first, mut rest) = path.split_first()?;
        let mut at = from.clone();
        match first.as_str() {
            "self" => {}
            "crate" => at.truncate(1),
            "super" => {
                at.pop();
                while rest.first().is_some_and(|s| s == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            name => {
                let of_crate = CRATES.iter().any(|(known, _)| known == name);
                let crate_root = || of_crate.then(|| self.walk(vec![name.to_owned()], rest, depth)).flatten();
                return self.find(from, path, depth).or_else(crate_root);
            }
        }
        self.walk(at, rest, depth)
    }

    /// Resolves from a module on. What is not found there is defined there, by a macro.
    fn walk(&self, at: Module, rest: &[String], depth: usize) -> Option<(Module, Option<String>)> {
        self.0.get(&at)?;
        match rest.first() {
            None => Some((at, None)),
            Some(name) => self.find(&at, rest, depth).or_else(|| Some((at, Some(name.clone())))),
        }
    }

    /// The meaning of a path's first name in a module.
    fn find(&self, at: &Module, path: &[String], depth: usize) -> Option<(Module, Option<String>)> {
        let (name, after) = path.split_first()?;
        let content = self.0.get(at).filter(|_| depth < 12)?;
        let inner = [at.as_slice(), &path[..1]].concat();
        if self.0.contains_key(&inner) {
            return self.walk(inner, after, depth);
        }
        if content.items.contains(name) {
            return Some((at.clone(), Some(name.clone())));
        }
        if let Some(import) = content.imports.get(name) {
            return self.resolve(at, &[import.as_slice(), after].concat(), depth + 1);
        }
        let mut through = content.globs.iter().map(|glob| [glob.as_slice(), path].concat());
        through.find_map(|path| self.resolve(at, &path, depth + 1).filter(|found| self.holds(found)))
    }

    fn holds(&self, (module, item): &(Module, Option<String>)) -> bool {
        item.as_ref().is_some_and(|item| self.0[module].items.contains(item))
    }
}

impl Content {
    fn take(&mut self, tree: &UseTree, before: &mut Vec<String>, public: bool) {
        let (name, own) = match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.take(&path.tree, before, public);
                before.pop();
                return;
            }
            UseTree::Group(group) => return group.items.iter().for_each(|tree| self.take(tree, before, public)),
            UseTree::Glob(_) => return self.globs.push(before.clone()),
            UseTree::Name(name) => (&name.ident, &name.ident),
            UseTree::Rename(rename) => (&rename.ident, &rename.rename),
        };
        let mut path = before.clone();
        if name != "self" {
            path.push(name.to_string());
        }
        let own = if own == "self" { path.last().cloned().unwrap_or_default() } else { own.to_string() };
        self.imports.insert(own, path.clone());
        if public { &mut self.handed_on } else { &mut self.paths }.insert(path);
    }
}

fn is(tokens: &[TokenTree], at: usize, wanted: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == wanted)
}

/// Files that reach each other by imports, each circle sorted. What a file uses from its parent module does not count:
/// parts share what their module declares.
pub fn circles() -> Vec<Vec<&'static str>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> = IMPORTS.keys().map(|file| (file.as_str(), reached(file))).collect();
    let mut circles = BTreeSet::new();
    for (file, all) in &reach {
        let circle: Vec<&str> =
            all.iter().copied().filter(|other| reach.get(other).is_some_and(|back| back.contains(file))).collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

fn reached(file: &str) -> BTreeSet<&'static str> {
    let mut seen = BTreeSet::new();
    let mut left = vec![file];
    while let Some(at) = left.pop() {
        let part = module_of(at).unwrap_or_default();
        let targets = IMPORTS.get(at).into_iter().flat_map(BTreeMap::keys);
        for next in targets.filter(|next| !module_of(next).is_some_and(|whole| part.starts_with(&whole))) {
            if seen.insert(next.as_str()) {
                left.push(next);
            }
        }
    }
    seen
}

#[test]
fn paths_are_followed_to_where_things_stand() {
    let source = |path: &str, text: &str| Source { path: path.to_owned(), text: String::new(), code: text.to_owned() };
    let found = imports(&[
        source("app/src/lib.rs", "pub mod a; pub mod c;"),
        source("app/src/a/mod.rs", "mod b; pub use b::Thing; pub fn here() {}"),
        source("app/src/a/b.rs", "use super::super::c::{self, deep::{One as Two}}; pub struct Thing;"),
        source("app/src/c.rs", "pub mod deep { pub struct One; } fn f() { crate::a::here(); vec![crate::a::Thing]; }"),
        source("server/src/x.rs", "use app::{a, c::*}; fn f() -> a::Thing { deep::One }"),
    ]);
    let edges = |file: &str| found[file].keys().cloned().collect::<Vec<_>>();
    assert!(!found.contains_key("app/src/a/mod.rs"), "what is only handed on is not taken");
    assert_eq!(edges("app/src/a/b.rs"), ["app/src/c.rs"]);
    assert_eq!(edges("app/src/c.rs"), ["app/src/a/b.rs", "app/src/a/mod.rs"]);
    assert_eq!(edges("server/src/x.rs"), ["app/src/a/b.rs", "app/src/c.rs"]);
}

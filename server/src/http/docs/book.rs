//! The manual at `/docs`, rendered from Markdown inside the program: reading it needs no other host and no tool. Its
//! reference of tools, columns and settings is generated from their declarations.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header;
use axum::response::{Html, IntoResponse, Redirect, Response};
use model::error::AppError;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::config::Config;
use crate::http::error::Problem;
use crate::query::catalog::Catalog;
use crate::query::values::Vocabulary;
use crate::tools::Effect;

#[derive(rust_embed::Embed)]
#[folder = "docs/src"]
struct Source;

/// A chapter may load images and its own style, and nothing else.
const ONLY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const STYLE: &str = include_str!("book.css");

/// `GET /docs`: redirects to the first chapter.
pub async fn first() -> Redirect {
    Redirect::to("/docs/introduction.html")
}

/// `GET /docs/{*path}`: a chapter, or an image of one.
pub async fn chapter(Path(path): Path<String>) -> Response {
    static CHAPTERS: LazyLock<HashMap<String, String>> = LazyLock::new(chapters);
    // The first request renders all chapters, which takes too long for an async thread.
    let Ok(chapters) = tokio::task::spawn_blocking(|| LazyLock::force(&CHAPTERS)).await else {
        return Problem(AppError::internal()).into_response();
    };
    if let Some(page) = chapters.get(&path) {
        return ([(header::CONTENT_SECURITY_POLICY, ONLY)], Html(page.as_str())).into_response();
    }
    match Source::get(&path).filter(|_| path.starts_with("images/")) {
        Some(file) => {
            let kind = mime_guess::from_path(&path).first_or_octet_stream();
            ([(header::CONTENT_TYPE, kind.to_string())], file.data).into_response()
        }
        None => Problem(AppError::not_found("The book has no such chapter; it begins at /docs.")).into_response(),
    }
}

/// All chapters as pages, by their path below `/docs/`.
fn chapters() -> HashMap<String, String> {
    let text = |path: &str| Source::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned());
    // A page has one top-level heading, that of its chapter.
    let contents = text("SUMMARY.md").unwrap_or_default().replace("# Summary\n", "").replace("\n# ", "\n## ");
    let paths = Source::iter().filter(|path| path.ends_with(".md") && path != "SUMMARY.md");
    let page = |path: std::borrow::Cow<'static, str>| {
        let (title, body) = rendered(&with_reference(&text(&path)?), "");
        let up = "../".repeat(path.matches('/').count());
        let (_, contents) = rendered(&contents, &up);
        let page = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1\"><title>{title} · Plumbline</title><style>{STYLE}</style></head>\
             <body><nav aria-label=\"Contents\">{contents}</nav><main>{body}</main></body></html>"
        );
        Some((path.replace(".md", ".html"), page))
    };
    paths.filter_map(page).collect()
}

/// The title of a text, and its HTML. Headings get the anchors that links use; links to chapters become links to their
/// pages, prefixed with `up`.
fn rendered(markdown: &str, up: &str) -> (String, String) {
    let mut title = String::new();
    let mut heading: Option<(usize, String)> = None;
    let mut events: Vec<Event<'_>> = Vec::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some((events.len(), String::new())),
            Event::Text(ref text) | Event::Code(ref text) => {
                if let Some((_, words)) = &mut heading {
                    words.push_str(text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some((at, words)) = heading.take() {
                    if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(at) {
                        *id = Some(CowStr::from(address(&words)));
                    }
                    if title.is_empty() {
                        title = words;
                    }
                }
            }
            _ => {}
        }
        events.push(match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) if !dest_url.contains("://") => {
                let dest_url = CowStr::from(format!("{up}{}", dest_url.replace(".md", ".html")));
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            other => other,
        });
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    (title, out)
}

/// The anchor of a heading, as in mdBook and GitHub.
fn address(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// A chapter with its generated parts.
fn with_reference(chapter: &str) -> String {
    let mut text = chapter.to_owned();
    for (name, made) in [("tools", tools as fn() -> String), ("catalogue", catalogue), ("settings", settings)] {
        let mark = format!("<!-- generated: {name} -->");
        if text.contains(&mark) {
            text = text.replace(&mark, &made());
        }
    }
    text
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('\n', " ")
}

fn tools() -> String {
    let mut out = String::new();
    for (skill, tools) in crate::skills::all().skills() {
        let _ = write!(out, "\n## {}\n\n| tool | what it does |\n|---|---|\n", skill.name);
        for tool in tools {
            let acts = if tool.effect == Effect::Acts { " A person approves it first." } else { "" };
            let _ = writeln!(out, "| `{}` | {}{acts} |", tool.name, cell(&tool.prompt_description()));
        }
    }
    out
}

fn catalogue() -> String {
    let catalogue = Catalog::of(&Vocabulary::default());
    let mut out = String::new();
    for dataset in catalogue.datasets() {
        let _ = write!(out, "\n## {}\n\n| column | also called | type |\n|---|---|---|\n", dataset.as_str());
        for column in catalogue.columns(dataset) {
            let also: Vec<&str> = std::iter::once(&*column.says).chain(column.also.iter().copied()).collect();
            let _ = writeln!(out, "| `{}` | {} | {} |", column.name, cell(&also.join(", ")), column.kind.as_str());
        }
    }
    out
}

fn settings() -> String {
    let example = Config::example().unwrap_or_else(|error| error.to_string());
    format!("```toml\n{}\n```\n", example.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_leads_somewhere() {
        let pages = chapters();
        assert!(pages.len() > 20, "the book has {} chapters", pages.len());
        let mut lost = Vec::new();
        for (path, page) in &pages {
            for target in
                page.split("href=\"").chain(page.split("src=\"")).skip(1).filter_map(|rest| rest.split('"').next())
            {
                if target.contains("://") || target.contains('<') || target.starts_with('/') {
                    continue;
                }
                let (file, heading) = target.split_once('#').unwrap_or((target, ""));
                let mut place: Vec<&str> = path.split('/').collect();
                if !file.is_empty() {
                    place.pop();
                    for part in file.split('/') {
                        if part == ".." {
                            place.pop().unwrap_or_default()
                        } else {
                            place.push(part);
                            ""
                        };
                    }
                }
                let place = place.join("/");
                let known = match pages.get(&place) {
                    Some(other) => heading.is_empty() || other.contains(&format!("id=\"{heading}\"")),
                    None => Source::get(&place).is_some(),
                };
                if !known {
                    lost.push(format!("{path}: {target}"));
                }
            }
        }
        assert!(lost.is_empty(), "{}", lost.join("\n"));
    }

    #[test]
    fn the_reference_is_made_from_declarations() {
        let pages = chapters();
        for (path, holds) in [
            ("reference/tools.html", "search_knowledge_base"),
            ("reference/catalogue.html", "subcategory"),
            ("reference/settings.html", "PLUMBLINE_DATABASE"),
        ] {
            assert!(pages[path].contains(holds), "{path}");
        }
    }
}

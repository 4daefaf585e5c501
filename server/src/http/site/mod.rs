//! The files of the site: style, the browser's module, icons. A release program contains them, so that it is a single
//! file; a debug program, and one with a configured folder, reads them from the disk. Both serve them in the same way.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// The output of `frontend/build-site --release`; empty in a debug program and in one that was built without a site.
#[derive(rust_embed::Embed)]
#[folder = "$PLUMBLINE_EMBED_SITE"]
#[allow_missing = true]
struct Within;

/// The folder of the style, the script and the modules within the site.
const PKG: &str = "pkg";
/// A path with a hash of the contents never changes its meaning.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Revalidate each time: the response is short if nothing has changed.
const ASK: HeaderValue = HeaderValue::from_static("no-cache");
/// Encodings in which files are stored, smallest first, with their file extensions.
const CODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The location of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Site {
    Within,
    Folder(PathBuf),
}

struct File {
    bytes: Cow<'static, [u8]>,
    sha256: [u8; 32],
}

impl Site {
    /// The name of the style and of the script that starts the browser's half, without extension.
    pub const NAME: &'static str = "plumbline";

    /// The configured folder; otherwise the program's own files; otherwise the folder where a build puts them.
    pub fn new(folder: Option<&str>) -> Self {
        match folder {
            Some(folder) => Self::Folder(folder.into()),
            None if Within::iter().next().is_some() => Self::Within,
            None => Self::Folder("target/site".into()),
        }
    }

    /// The folder of the style, the script and the modules: named after a hash of them if the site was packed. Reads a
    /// folder; called once, at startup.
    pub fn pkg(&self) -> String {
        let mut names: Box<dyn Iterator<Item = String>> = match self {
            Self::Within => Box::new(Within::iter().filter_map(|path| Some(path.split('/').nth(1)?.to_owned()))),
            Self::Folder(folder) => {
                let entries = std::fs::read_dir(folder.join(PKG)).into_iter().flatten().flatten();
                Box::new(entries.map(|entry| entry.file_name().to_string_lossy().into_owned()))
            }
        };
        names.find(|name| is_hash(name)).map_or(PKG.to_owned(), |hash| format!("{PKG}/{hash}"))
    }

    /// The folder where the style and the scripts should be, if they are missing. Reads a folder; called once, at
    /// startup.
    pub fn missing(&self) -> Option<String> {
        match self {
            Self::Within => None,
            Self::Folder(folder) => {
                let files = ["css", "js"].map(|end| folder.join(self.pkg()).join(format!("{}.{end}", Self::NAME)));
                (!files.iter().all(|file| file.is_file())).then(|| folder.display().to_string())
            }
        }
    }

    /// The modules that each part of the pages needs, without extensions. Reads a file; called once, at startup.
    pub fn parts(&self, pkg: &str) -> HashMap<String, Vec<String>> {
        let path = format!("{pkg}/parts.json");
        let list = match self {
            Self::Within => Within::get(&path).map(|file| file.data),
            Self::Folder(folder) => std::fs::read(folder.join(path)).ok().map(Cow::Owned),
        };
        list.and_then(|list| serde_json::from_slice(&list).ok()).unwrap_or_default()
    }

    async fn file(&self, path: &str) -> Option<File> {
        match self {
            Self::Within => {
                let file = Within::get(path)?;
                Some(File { bytes: file.data, sha256: file.metadata.sha256_hash() })
            }
            Self::Folder(folder) => {
                let bytes = tokio::fs::read(folder.join(path)).await.ok()?;
                let hashed = tokio::task::spawn_blocking(move || {
                    let sha256 = Sha256::digest(&bytes).into();
                    File { bytes: bytes.into(), sha256 }
                });
                hashed.await.ok()
            }
        }
    }

    /// The response to a request for a file; `None` if the site has no such file. `path` is the URL's path.
    pub async fn reply(&self, path: &str, request: &HeaderMap) -> Option<Response> {
        let path = path.trim_start_matches('/');
        let plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        if path.is_empty() || !plain {
            return None;
        }
        let accepted = request.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
        let mut found = None;
        for (coding, end) in CODINGS.into_iter().filter(|(coding, _)| accepts(accepted, coding)) {
            if let Some(file) = self.file(&format!("{path}{end}")).await {
                found = Some((file, Some(coding)));
                break;
            }
        }
        let (file, coding) = match found {
            Some(found) => found,
            None => (self.file(path).await?, None),
        };
        Some(send(file, coding, path, request))
    }
}

fn send(file: File, coding: Option<&'static str>, path: &str, request: &HeaderMap) -> Response {
    let hash: String = file.sha256.iter().take(12).map(|b| format!("{b:02x}")).collect();
    // A file stored uncompressed may still be compressed on the way, so its ETag is weak.
    let tag = coding.map_or_else(|| format!("W/\"{hash}\""), |_| format!("\"{hash}\""));
    let known = request.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let same = known.split(',').map(str::trim).any(|t| t == "*" || t.trim_start_matches("W/") == format!("\"{hash}\""));
    let mut reply = if same {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        let kind =
            if kind.type_() == mime_guess::mime::TEXT { format!("{kind}; charset=utf-8") } else { kind.to_string() };
        let body = match file.bytes {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        };
        ([(header::CONTENT_TYPE, kind)], body).into_response()
    };
    let headers = reply.headers_mut();
    if let (Some(coding), false) = (coding, same) {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    headers.insert(header::CACHE_CONTROL, if is_hashed(path) { FOR_EVER } else { ASK });
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    reply
}

/// Whether a client accepts this encoding: it is listed, with a weight other than zero.
fn accepts(header: &str, coding: &str) -> bool {
    header.split(',').any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let refused = |part: &str| part.strip_prefix("q=").and_then(|q| q.parse::<f32>().ok()) == Some(0.0);
        named && !parts.any(refused)
    })
}

/// Whether a file is in a folder created by `frontend/pack-site`.
fn is_hashed(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.next() == Some(PKG) && parts.next().is_some_and(is_hash)
}

/// Whether a folder has a name given by `frontend/pack-site`: 16 hexadecimal digits.
fn is_hash(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings_and_hashed_names_are_told() {
        assert!(accepts("gzip, deflate, br;q=0.9", "br") && accepts("GZIP", "gzip"));
        assert!(!accepts("gzip, br;q=0", "br") && !accepts("", "br") && !accepts("brotli", "br"));
        assert!(is_hashed("pkg/0123456789abcdef/plumbline_bg.wasm") && is_hashed("pkg/0123456789abcdef/parts.js"));
        assert!(!is_hashed("pkg/plumbline.css") && !is_hashed("favicon.svg") && !is_hashed("pkg/short/plumbline.js"));
    }

    #[test]
    fn a_debug_program_carries_nothing() {
        let folder = |path: &str| Site::Folder(path.into());
        assert_eq!(Site::new(Some("here")), folder("here"));
        assert_eq!(Site::new(None) == folder("target/site"), Within::iter().next().is_none());
    }
}

//! The files of the page: embedded in the program where the page was built, else a plain page that says how to.
//!
//! Paths are looked up in a list of files that is fixed when the program starts, so no path leads anywhere else.
//! Every other path without a dot is a state of the page itself, which its script reads from the address.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::Uri;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use sprague_api::problem::Refusal;

use crate::guard::Guard;
use crate::respond::refuse;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/page/dist"]
#[allow_missing = true]
struct Files;

/// The place of the token in the page.
const EMPTY: &str = r#"<meta name="sprague-token" content="">"#;

const PLAIN: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="sprague-token" content="">
<meta name="viewport" content="width=device-width">
<title>Sprague</title>
</head>
<body>
<h1>Sprague</h1>
<p>The server is running, but the page was not there when this program was built.</p>
<p>Build both with <code>make lab</code>, which needs Node 20.19, or 22.12 or later. The command <code>sprague</code> and the
<a href="/api/openapi.json">interface of this server</a> work without it.</p>
</body>
</html>
"#;

/// The files by their paths.
pub struct Pages {
    files: HashMap<String, Bytes>,
}

impl Pages {
    /// The page that was there when the program was built; none if there was none.
    pub fn embedded() -> Self {
        let bytes = |data: Cow<'static, [u8]>| match data {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => bytes.into(),
        };
        let file = |path: Cow<'static, str>| Some((path.to_string(), bytes(Files::get(&path)?.data)));
        Self { files: Files::iter().filter_map(file).collect() }
    }

    /// The page that lies in a folder now, for those who work on it.
    #[allow(clippy::disallowed_methods, reason = "reads the folder that was named when the server starts")]
    pub fn of_folder(folder: &Path) -> io::Result<Self> {
        let mut files = HashMap::new();
        let mut folders = vec![(folder.to_owned(), String::new())];
        while let Some((folder, prefix)) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                let kind = entry.file_type()?;
                if kind.is_dir() {
                    folders.push((entry.path(), format!("{name}/")));
                } else if kind.is_file() {
                    files.insert(name, fs::read(entry.path())?.into());
                }
            }
        }
        Ok(Self { files })
    }

    /// Whether there is a page.
    pub fn exist(&self) -> bool {
        self.files.contains_key("index.html")
    }

    /// The first page, with the token in its place.
    fn index(&self, token: &str) -> String {
        let page = self.files.get("index.html").map(|bytes| String::from_utf8_lossy(bytes));
        let page = page.unwrap_or(Cow::Borrowed(PLAIN));
        let filled = EMPTY.replace("\"\"", &format!("\"{token}\""));
        page.replacen(EMPTY, &filled, 1).replacen(&EMPTY.replace("\">", "\" />"), &filled, 1)
    }
}

/// Answers every path that is not one of the interface.
pub async fn file(State(pages): State<Arc<Pages>>, State(guard): State<Arc<Guard>>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        let problem = Refusal::missing("the interface has no such path");
        return refuse(&problem.way_out("/api/openapi.json describes it"));
    }
    let is_state = !path.rsplit('/').next().unwrap_or_default().contains('.');
    if is_state || path == "index.html" {
        let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
        return (headers, pages.index(guard.token())).into_response();
    }
    let Some(file) = pages.files.get(path) else {
        return refuse(&Refusal::missing("there is no such file"));
    };
    // names under assets/ carry a hash of the content
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = content_type(path);
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, keep)], Body::from(file.clone())).into_response()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "jpg" => "image/jpeg",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

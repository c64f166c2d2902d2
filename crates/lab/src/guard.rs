//! Who may ask: every request passes here first.
//!
//! A page of another site can make this browser send requests to loopback. So the Host must be ours (against names
//! that are made to point here), an Origin, where one is sent, must be ours too, and whatever changes state needs the
//! token, which only our own page knows. No other origin is ever allowed to read an answer. Elsewhere than on loopback
//! every request needs the token, once in the address and from then on as a cookie.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::{Request, State};
use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::limits::{LONGEST_URL, MOST_REQUESTS};
use crate::problem::Problem;
use crate::token::Token;

/// The header that carries the token.
const TOKEN: &str = "x-sprague-token";

/// Where the server listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// This machine alone.
    Loopback,
    /// Others too: every request needs the token.
    Elsewhere,
}

/// What a request must show.
pub struct Guard {
    hosts: Vec<String>,
    token: Token,
    reach: Reach,
    answering: AtomicUsize,
}

impl Guard {
    /// A guard for these names of the server, each with its port.
    pub fn new(hosts: Vec<String>, token: Token, reach: Reach) -> Self {
        Self { hosts, token, reach, answering: AtomicUsize::new(0) }
    }

    /// The token.
    pub fn token(&self) -> &str {
        self.token.text()
    }

    fn admit(&self, request: &Request) -> Result<(), Problem> {
        if request.uri().to_string().len() > LONGEST_URL {
            let message = format!("the address is longer than {LONGEST_URL} bytes");
            return Err(Problem::new(StatusCode::URI_TOO_LONG, message));
        }
        let headers = request.headers();
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let ours = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        if headers.get_all(HOST).iter().count() != 1 || !text(HOST).is_some_and(ours) {
            return Err(forbidden("this server does not go by that Host"));
        }
        if request.uri().host().is_some() {
            return Err(forbidden("this server is no proxy"));
        }
        let from_us = |origin: &str| origin.strip_prefix("http://").is_some_and(ours);
        if text(ORIGIN).is_some_and(|origin| !from_us(origin)) {
            return Err(forbidden("pages of another origin are not answered"));
        }
        let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
        let api = request.uri().path().starts_with("/api/");
        if api && !matches!(site, None | Some("same-origin" | "none")) {
            return Err(forbidden("pages of another site are not answered"));
        }
        let shown = self.shows_token(headers, request.uri().query());
        if self.reach == Reach::Elsewhere && !shown {
            return Err(Problem::new(
                StatusCode::FORBIDDEN,
                "this server is open to other machines and needs its token",
            )
            .way_out("use the whole address that `sprague lab` printed"));
        }
        if changes_state(request.method(), request.uri().path()) && !self.in_header(headers) {
            return Err(forbidden("this request changes something and needs the header X-Sprague-Token")
                .way_out("load the page again"));
        }
        Ok(())
    }

    fn in_header(&self, headers: &HeaderMap) -> bool {
        headers.get(TOKEN).is_some_and(|sent| self.token.matches(sent.as_bytes()))
    }

    fn shows_token(&self, headers: &HeaderMap, query: Option<&str>) -> bool {
        let pairs = query.unwrap_or_default().split('&');
        let in_query = pairs.filter_map(|pair| pair.strip_prefix("token="));
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let in_cookie =
            cookies.flat_map(|line| line.split(';')).filter_map(|c| c.trim().strip_prefix("sprague-token="));
        self.in_header(headers) || in_query.chain(in_cookie).any(|sent| self.token.matches(sent.as_bytes()))
    }
}

/// Questions may come by POST; everything else that is not GET or HEAD changes something.
fn changes_state(method: &Method, path: &str) -> bool {
    const QUESTIONS: [&str; 6] =
        ["/api/position", "/api/move", "/api/reply", "/api/teacher", "/api/graph", "/api/graph/svg"];
    !(method == Method::GET || method == Method::HEAD || method == Method::POST && QUESTIONS.contains(&path))
}

fn forbidden(message: &str) -> Problem {
    Problem::new(StatusCode::FORBIDDEN, message)
}

/// Files and answers of this server and nothing else; no script and no style stands in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Lets a request through or refuses it, and puts the headers on every answer that keep it on our page.
pub async fn watch(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match (guard.admit(&request), Place::take(&guard)) {
        (Err(problem), _) => problem.into_response(),
        (Ok(()), None) => Problem::busy("too many requests at a time").into_response(),
        (Ok(()), Some(_place)) => next.run(request).await,
    };
    let fixed = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    let headers = response.headers_mut();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry("cache-control").or_insert(HeaderValue::from_static("no-store"));
    if guard.reach == Reach::Elsewhere
        && let Ok(cookie) = HeaderValue::from_str(&format!(
            "sprague-token={}; HttpOnly; SameSite=Strict; Path=/",
            guard.token()
        ))
        && response.status() != StatusCode::FORBIDDEN
    {
        response.headers_mut().insert("set-cookie", cookie);
    }
    response
}

/// One of the requests that are being answered.
struct Place<'g>(&'g Guard);

impl<'g> Place<'g> {
    fn take(guard: &'g Guard) -> Option<Self> {
        let place = Self(guard);
        (guard.answering.fetch_add(1, Ordering::Relaxed) < MOST_REQUESTS).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.answering.fetch_sub(1, Ordering::Relaxed);
    }
}

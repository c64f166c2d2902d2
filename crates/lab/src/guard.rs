//! Who may ask: every request passes here first, and who does not know the secret learns nothing else.
//!
//! The token is asked for before anything else is looked at, on loopback too: other users of the machine reach
//! loopback. It comes in the header `X-Sprague-Token` (programs), in the address that was printed or opened (once, and
//! the server exchanges it for a cookie and sends the browser to the clean address), and from then on as that cookie.
//! The exchange is the only place that sets a cookie. Its name holds the port, because browsers send cookies of a host
//! to every port.
//!
//! A page of another site can make a browser send requests here, cookie and all. So the Host must be one of our names
//! (against names that are made to point here), an Origin, where one is sent, must be ours too, and whatever changes
//! state needs the header, which only our own page can fill. No other origin is ever allowed to read an answer.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sprague_api::problem::Refusal;
use sprague_api::routes::find;

use crate::limits::LONGEST_URL;
use crate::respond::refuse;
use crate::token::{Tickets, Token};

/// The header that carries the token.
const TOKEN: &str = "x-sprague-token";
const NEEDS_TOKEN: &str = "this lab needs its token";
const OPEN_PRINTED: &str = "open the whole address that `sprague lab` printed";

/// What a request must show.
pub struct Guard {
    hosts: Vec<String>,
    token: Token,
    cookie: Token,
    cookie_name: String,
    tickets: Tickets,
}

/// How a request showed that it may ask.
enum Shown<'r> {
    Header,
    Address(&'r str),
    Cookie,
}

/// What becomes of a request.
enum Admission {
    Ask,
    /// The browser is sent to the clean address, with a cookie where it has none.
    Exchange {
        location: String,
        cookie: Option<HeaderValue>,
    },
}

impl Guard {
    /// A guard for these names of the server, each with its port.
    pub fn new(hosts: Vec<String>, port: u16) -> Result<Self, getrandom::Error> {
        Ok(Self {
            hosts,
            token: Token::fresh()?,
            cookie: Token::fresh()?,
            cookie_name: format!("sprague-lab-{port}"),
            tickets: Tickets::default(),
        })
    }

    /// The token.
    pub fn token(&self) -> &str {
        self.token.text()
    }

    /// A token for one address that is opened once.
    pub fn ticket(&self) -> Result<Token, getrandom::Error> {
        self.tickets.issue()
    }

    fn admit(&self, request: &Request) -> Result<Admission, Refusal> {
        let shown = self
            .shown(request)
            .ok_or_else(|| Refusal::new(StatusCode::FORBIDDEN, NEEDS_TOKEN).way_out(OPEN_PRINTED))?;
        let (headers, uri) = (request.headers(), request.uri());
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let ours = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        if headers.get_all(HOST).iter().count() != 1 || !text(HOST).is_some_and(ours) {
            return Err(forbidden("this server does not go by that Host")
                .way_out("use one of the addresses that `sprague lab` printed, or name it with --name"));
        }
        if uri.host().is_some() {
            return Err(forbidden("this server is no proxy"));
        }
        let from_us = |origin: &str| origin.strip_prefix("http://").is_some_and(ours);
        let origins = headers.get_all(ORIGIN).iter().count();
        if origins > 1 || text(ORIGIN).is_some_and(|origin| !from_us(origin)) {
            return Err(forbidden("pages of another origin are not answered"));
        }
        let site = text(HeaderName::from_static("sec-fetch-site"));
        if is_interface(uri) && !matches!(site, None | Some("same-origin" | "none")) {
            return Err(forbidden("pages of another site are not answered"));
        }
        if uri.to_string().len() > LONGEST_URL {
            let message = format!("the address is longer than {LONGEST_URL} bytes");
            return Err(Refusal::new(StatusCode::URI_TOO_LONG, message));
        }
        if changes_state(request.method(), uri.path()) && !matches!(shown, Shown::Header) {
            return Err(forbidden("this request changes something and needs the header X-Sprague-Token")
                .way_out("load the page again"));
        }
        if request.method() == Method::GET && !is_interface(uri) && in_address(uri).is_some() {
            return self.exchange(uri, &shown);
        }
        Ok(Admission::Ask)
    }

    /// How the request shows that it may ask; `None` where it does not.
    fn shown<'r>(&self, request: &'r Request) -> Option<Shown<'r>> {
        let (headers, uri) = (request.headers(), request.uri());
        if self.in_header(headers) {
            return Some(Shown::Header);
        }
        let knows = |sent: &&str| self.token.matches(sent.as_bytes()) || self.tickets.knows(sent.as_bytes());
        let page = request.method() == Method::GET && !is_interface(uri);
        if let Some(sent) = in_address(uri).filter(|_| page).filter(knows) {
            return Some(Shown::Address(sent));
        }
        self.in_cookie(headers).then_some(Shown::Cookie)
    }

    fn in_header(&self, headers: &HeaderMap) -> bool {
        let mut sent = headers.get_all(TOKEN).iter();
        sent.next().is_some_and(|sent| self.token.matches(sent.as_bytes())) && sent.next().is_none()
    }

    fn in_cookie(&self, headers: &HeaderMap) -> bool {
        let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs
            .filter(|(name, _)| *name == self.cookie_name)
            .any(|(_, sent)| self.cookie.matches(sent.as_bytes()))
    }

    /// The cookie for the token of the address: the one place that gives one.
    fn exchange(&self, uri: &Uri, shown: &Shown<'_>) -> Result<Admission, Refusal> {
        let cookie = match shown {
            Shown::Address(sent) => {
                if !self.token.matches(sent.as_bytes()) && !self.tickets.redeem(sent.as_bytes()) {
                    return Err(forbidden("this address was opened already").way_out(OPEN_PRINTED));
                }
                let text =
                    format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie_name, self.cookie.text());
                HeaderValue::from_str(&text).ok()
            }
            Shown::Header | Shown::Cookie => None,
        };
        let path = uri.path().trim_start_matches(['/', '\\']);
        let rest = uri.query().unwrap_or_default().split('&').filter(|pair| !pair.starts_with("token="));
        let rest = rest.collect::<Vec<_>>().join("&");
        let mark = if rest.is_empty() { "" } else { "?" };
        Ok(Admission::Exchange { location: format!("/{path}{mark}{rest}"), cookie })
    }
}

/// The token in an address, where there is one.
fn in_address(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// Whether the address is one of the interface, not of the page.
fn is_interface(uri: &Uri) -> bool {
    let path = uri.path().trim_start_matches('/');
    path == "api" || path.starts_with("api/")
}

/// Questions may come by POST; everything else that is not GET or HEAD changes something.
fn changes_state(method: &Method, path: &str) -> bool {
    let is_question = || find(method.as_str(), path).is_some_and(|(route, _)| !route.changes);
    !(method == Method::GET || method == Method::HEAD || method == Method::POST && is_question())
}

fn forbidden(message: &str) -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, message)
}

/// Files and answers of this server and nothing else; no script and no style stands in the page itself. Pictures may also
/// be those that the page has drawn itself, so that a board can be saved as one.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Lets a request through or refuses it, and puts the headers on every answer that keep it on our page.
pub async fn watch(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let for_people = !is_interface(request.uri());
    let mut response = match guard.admit(&request) {
        Err(problem) if for_people => {
            let kind = (CONTENT_TYPE, "text/plain; charset=utf-8");
            (problem.status, [kind], problem.line() + "\n").into_response()
        }
        Err(problem) => refuse(&problem),
        Ok(Admission::Exchange { location, cookie }) => {
            let mut response = (StatusCode::SEE_OTHER, [(LOCATION, location)]).into_response();
            response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
            response
        }
        Ok(Admission::Ask) => next.run(request).await,
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
    response
}

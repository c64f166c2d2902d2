//! Who may ask: the token is asked for before anything else, and a cookie is given for the token alone.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::Ipv4Addr;

use sprague_api::routes::ROUTES;
use sprague_lab::Settings;

use super::client::Server;

/// Sends these bytes as they are; all that comes back.
fn raw(server: &Server, request: &str) -> String {
    let mut stream = server.connect();
    let _ = stream.write_all(request.as_bytes());
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Requests of every form, without the token: every route and method, what is too long, malformed or unknown.
fn every_form(server: &Server) -> Vec<String> {
    let host = server.address;
    let wrong = "0".repeat(32);
    let mut paths: Vec<String> = ROUTES.iter().map(|route| route.path.replace("{id}", "1")).collect();
    paths.extend(
        ["/", "/index.html", "/icon.svg", "/api", "/api/nothing", "/nothing.js", "/play"].map(str::to_owned),
    );
    paths.extend([
        format!("/?token={wrong}"),
        "/?token=".to_owned(),
        format!("/api/games?token={}", server.token),
        format!("/{}", "a".repeat(9_000)),
        format!("/api/game?game={}", "9".repeat(9_000)),
        format!("/{}", "a".repeat(70_000)),
        "/%ff%fe".to_owned(),
        "/api/jobs/99999999999999999999".to_owned(),
    ]);
    let mut forms = Vec::new();
    for path in &paths {
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW"]
        {
            forms.push(format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        }
    }
    for (head, body) in [
        ("Content-Type: application/json\r\nContent-Length: 3\r\n", "{{{"),
        ("Content-Type: text/plain\r\nContent-Length: 3\r\n", "abc"),
        ("Content-Type: application/json\r\nContent-Length: 99999999999\r\n", ""),
        ("Transfer-Encoding: chunked\r\n", "zzz\r\n"),
        ("Upgrade: websocket\r\nConnection: Upgrade\r\n", ""),
        ("Cookie: sprague-token=1; sprague-lab-1=2\r\n", ""),
        ("X-Sprague-Token: \r\n", ""),
        ("Expect: 100-continue\r\nContent-Length: 5\r\n", ""),
    ] {
        forms.push(format!("POST /api/position HTTP/1.1\r\nHost: {host}\r\n{head}\r\n{body}"));
        forms.push(format!("POST /api/jobs HTTP/1.1\r\nHost: evil.example\r\n{head}\r\n{body}"));
    }
    let mut many = String::new();
    for number in 0..200 {
        let _ = write!(many, "X-{number}: 1\r\n");
    }
    forms.push(format!("GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n"));
    forms.push(format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Long: {}\r\n\r\n", "x".repeat(100_000)));
    forms.push("GET / HTTP/1.0\r\n\r\n".to_owned());
    forms.push(
        "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".to_owned(),
    );
    forms.push("nonsense\r\n\r\n".to_owned());
    forms.push("GET / HTTP/9.9\r\n\r\n".to_owned());
    forms
}

/// Nobody gets a cookie, the token or an answer without the token, whatever the form of the request.
#[test]
fn nothing_is_told_before_the_token() {
    let everywhere = Settings { listen: Some(Ipv4Addr::UNSPECIFIED.into()), ..Settings::default() };
    for settings in [Settings::default(), everywhere] {
        let server = Server::with(&settings);
        let cookie = server.cookie();
        let secret = cookie.split_once('=').expect("a pair").1;
        for request in every_form(&server) {
            let answer = raw(&server, &request);
            let shown: String = request.chars().take(120).collect();
            let lower = answer.to_lowercase();
            assert!(!lower.contains("set-cookie"), "{shown}\n{answer}");
            assert!(!answer.contains(&server.token) && !answer.contains(secret), "{shown}\n{answer}");
            // what cannot be read as a request at all is refused by a bare status
            let status = answer.split(' ').nth(1).unwrap_or_default();
            let bare = matches!(status, "400" | "414" | "431") && answer.ends_with("\r\n\r\n");
            assert!(status == "403" || bare || answer.is_empty(), "{shown}\n{answer}");
        }
        assert!(server.get("/api/jobs").json(200)["jobs"].as_array().expect("jobs").is_empty());
    }
}

/// A page gets one line that says what to do.
#[test]
fn who_has_no_token_is_told_where_it_is() {
    let server = Server::start();
    let page = server.send("GET", "/", &[], "");
    assert_eq!(page.status, 403);
    assert_eq!(page.text(), "this lab needs its token: open the whole address that `sprague lab` printed\n");
    let error = server.send("GET", "/api/games", &[], "").json(403);
    assert_eq!(error["error"]["message"], "this lab needs its token");
}

#[test]
fn the_token_in_the_address_becomes_a_cookie() {
    let server = Server::start();
    let first = server.send("GET", &format!("/play?a=1&token={}&b=2", server.token), &[], "");
    assert_eq!((first.status, first.header("location")), (303, Some("/play?a=1&b=2")));
    let cookie = first.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.starts_with(&format!("sprague-lab-{}=", server.address.port())), "{cookie}");
    for word in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    assert!(!cookie.contains(&server.token), "{cookie}");
    let cookie = server.cookie();
    let page = server.send("GET", "/", &[("Cookie", &cookie)], "");
    assert!(page.status == 200 && page.text().contains(&server.token) && page.header("set-cookie").is_none());
    assert_eq!(server.send("GET", "/api/games", &[("Cookie", &cookie)], "").status, 200);
    // the printed address opens a second browser; an old one of a browser that is known leads on without a cookie
    assert_eq!(server.send("GET", &format!("/?token={}", server.token), &[], "").status, 303);
    let stale = server.send("GET", "/?token=0123", &[("Cookie", &cookie)], "");
    assert_eq!((stale.status, stale.header("location"), stale.header("set-cookie")), (303, Some("/"), None));
    // not to another machine
    let away = server.send("GET", &format!("//evil.example/?token={}", server.token), &[], "");
    assert_eq!(away.header("location"), Some("/evil.example/"));
}

/// The arguments of the command that opens the browser can be read by all users of the machine.
#[test]
fn the_opened_address_can_be_used_once() {
    let server = Server::start();
    let path = server.ticket.split_once(&server.address.to_string()).expect("our address").1.to_owned();
    assert!(!path.contains(&server.token), "{path}");
    assert_eq!(server.send("GET", &path, &[("Host", "evil.example")], "").status, 403);
    let first = server.send("GET", &path, &[], "");
    assert!(first.status == 303 && first.header("set-cookie").is_some());
    let second = server.send("GET", &path, &[], "");
    assert!(second.status == 403 && second.header("set-cookie").is_none());
    let ticket = path.split_once('=').expect("a token").1;
    assert_eq!(server.send("GET", "/api/games", &[("X-Sprague-Token", ticket)], "").status, 403);
}

/// A browser sends the cookies of a host to all its ports.
#[test]
fn two_labs_on_one_host_keep_apart() {
    let (one, two) = (Server::start(), Server::start());
    let both = format!("{}; {}", one.cookie(), two.cookie());
    for server in [&one, &two] {
        assert_eq!(server.send("GET", "/api/games", &[("Cookie", &both)], "").status, 200);
    }
    assert_eq!(one.send("GET", "/api/games", &[("Cookie", &two.cookie())], "").status, 403);
}

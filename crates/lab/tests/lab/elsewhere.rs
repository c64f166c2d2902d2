//! A server that other machines can reach: every request needs the token, and the person is warned.

use std::net::Ipv4Addr;

use sprague_lab::{Lab, Settings};

use super::client::Server;

fn settings() -> Settings {
    Settings { listen: Some(Ipv4Addr::UNSPECIFIED.into()), ..Settings::default() }
}

#[test]
fn every_request_needs_the_token() {
    let server = Server::with(&settings());
    for path in ["/", "/api/games", "/icon.svg", "/?token=", "/?token=00000000000000000000000000000000"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 403, "{path}");
        assert_eq!(answer.header("set-cookie"), None, "{path}");
        assert!(!answer.text().contains(&server.token), "{path}");
    }
    let first = server.get(&format!("/?token={}", server.token));
    assert_eq!(first.status, 200);
    let cookie = first.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().expect("a pair");
    assert_eq!(server.send("GET", "/api/games", &[("Cookie", cookie)], "").status, 200);
    assert_eq!(server.send("GET", "/api/games", &[("Cookie", "sprague-token=1")], "").status, 403);
    // a cookie is sent by the browser on its own, so it changes nothing
    let job = r#"{"kind":"sequence","game":"kayles","to":10}"#;
    assert_eq!(server.send("POST", "/api/jobs", &[("Cookie", cookie)], job).status, 403);
    assert_eq!(server.change("POST", "/api/jobs", job).status, 202);
}

#[test]
fn the_person_is_warned() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (open, own) = runtime.block_on(async {
        let open = Lab::bind(&settings()).await.expect("a port");
        (open, Lab::bind(&Settings::default()).await.expect("a port"))
    });
    assert!(open.warning().expect("a warning").contains("other machines"));
    assert!(open.url().contains("token="), "{}", open.url());
    assert!(own.url().starts_with("http://127.0.0.1:") && !own.url().contains("token"), "{}", own.url());
    assert!(own.warning().is_none_or(|text| !text.contains("other machines")));
}

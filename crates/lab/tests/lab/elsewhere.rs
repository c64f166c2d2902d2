//! A server that other machines can reach: by the names that it prints, and by no others.

use std::net::{Ipv4Addr, TcpStream};

use sprague_lab::Settings;

use super::client::Server;

fn settings() -> Settings {
    Settings {
        listen: Some(Ipv4Addr::UNSPECIFIED.into()),
        names: vec!["lab.example".to_owned(), "proxy.example:443".to_owned()],
        ..Settings::default()
    }
}

/// The name and the path of an address.
fn parts(url: &str) -> (&str, String) {
    let (host, path) = url.strip_prefix("http://").expect("an address").split_once('/').expect("a path");
    (host, format!("/{path}"))
}

#[test]
fn every_printed_address_opens_the_page() {
    let server = Server::with(&settings());
    let hosts: Vec<&str> = server.urls.iter().map(|url| parts(url).0).collect();
    let port = server.address.port();
    assert!(
        hosts.contains(&&*format!("lab.example:{port}")) && hosts.contains(&"proxy.example:443"),
        "{hosts:?}"
    );
    assert!(!hosts.iter().any(|host| host.starts_with("0.0.0.0")), "{hosts:?}");
    let mut numbers = 0;
    for url in &server.urls {
        let (host, path) = parts(url);
        let answer = server.send("GET", &path, &[("Host", host)], "");
        assert_eq!((answer.status, answer.header("location")), (303, Some("/")), "{url}");
        let cookie = answer.header("set-cookie").expect("a cookie").split(';').next().expect("a pair");
        let (own, origin) = (("Host", host), format!("http://{host}"));
        let page = server.send("GET", "/api/games", &[own, ("Cookie", cookie), ("Origin", &origin)], "");
        assert_eq!(page.status, 200, "{url}");
        // numbers of this machine lead to it
        if host.starts_with(|c: char| c.is_ascii_digit()) {
            assert!(TcpStream::connect(host).is_ok(), "{url}");
            numbers += 1;
        }
    }
    assert!(numbers >= 1, "{hosts:?}");
    for host in ["evil.example", "0.0.0.0", "lab.example:1", "proxy.example"] {
        let host = if host.contains(':') { host.to_owned() } else { format!("{host}:{port}") };
        assert_eq!(server.known("GET", "/api/games", &[("Host", &host)], "").status, 403, "{host}");
    }
}

#[test]
fn the_person_is_warned() {
    let (open, own) = (Server::with(&settings()), Server::start());
    let said = |server: &Server| server.warnings.iter().any(|line| line.contains("other machines"));
    assert!(said(&open) && !said(&own));
    assert_eq!(own.urls, [format!("http://{}/?token={}", own.address, own.token)]);
}

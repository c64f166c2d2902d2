//! Many clients at once: none fails, and a small question stays quick.
//!
//! Two crowds of 256 open connections. The impatient one asks again as soon as it is answered, so it keeps the machine
//! busy and its times are those of a queue: the number of clients over what the cores can answer. The human one asks
//! five times a second each, and what it waits is what a person would. Times are asserted where `TIMES` is set, on a
//! machine that does nothing else; everywhere none may fail.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::client::Server;

const CLIENTS: usize = 256;

/// One question on an open connection; the time until the whole answer is there.
async fn ask(stream: &mut TcpStream, request: &[u8]) -> Duration {
    let started = Instant::now();
    stream.write_all(request).await.expect("a connection");
    let mut bytes = Vec::new();
    let mut piece = [0; 8192];
    loop {
        let count = stream.read(&mut piece).await.expect("an answer");
        assert!(count > 0, "the server hung up");
        bytes.extend_from_slice(&piece[..count]);
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        assert!(head.starts_with("http/1.1 200"), "{head}");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.and_then(|text| text.trim().parse().ok()).expect("a length");
        if bytes.len() >= end + 4 + length {
            return started.elapsed();
        }
    }
}

/// Lets all clients ask so many questions, each so long after the answer before; all times, in order.
fn crowd(server: &Server, request: &[u8], questions: usize, pause: Duration) -> Vec<Duration> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (address, request) = (server.address, request.to_owned());
    let mut times = runtime.block_on(async {
        let mut clients = Vec::new();
        for number in 0..CLIENTS as u32 {
            let mut stream = TcpStream::connect(address).await.expect("a connection");
            let request = request.clone();
            clients.push(tokio::spawn(async move {
                // not all in the same moment
                sleep(pause * number / CLIENTS as u32).await;
                let mut times = Vec::new();
                for _ in 0..questions {
                    times.push(ask(&mut stream, &request).await);
                    sleep(pause).await;
                }
                times
            }));
        }
        let mut times = Vec::new();
        for client in clients {
            times.extend(client.await.expect("a client"));
        }
        times
    });
    times.sort_unstable();
    times
}

#[test]
fn two_hundred_and_fifty_six_clients_are_all_answered() {
    let server = Server::start();
    let position = server.wire("POST", "/api/position", "", r#"{"position":"kayles: 7 5"}"#);
    let game = server.wire("GET", "/api/game?game=kayles", "", "");
    for (name, request) in [("position", position), ("game", game)] {
        for (kind, questions, pause) in [("impatient", 20, 0), ("human", 10, 200)] {
            let started = Instant::now();
            let times = crowd(&server, &request, questions, Duration::from_millis(pause));
            assert_eq!(times.len(), CLIENTS * questions);
            let at = |share: usize| times[(times.len() * share / 1000).min(times.len() - 1)];
            let rate = times.len() as f64 / started.elapsed().as_secs_f64();
            println!(
                "{name}, {kind}: {} questions, {rate:.0} a second, median {:?}, p99 {:?}, longest {:?}",
                times.len(),
                at(500),
                at(990),
                at(1000)
            );
            assert!(at(990) < Duration::from_secs(5), "{:?}", at(990));
            if std::env::var_os("TIMES").is_some() {
                let most = if kind == "human" { 10 } else { 200 };
                assert!(at(990) < Duration::from_millis(most), "{name}, {kind}: {:?}", at(990));
            }
        }
    }
}

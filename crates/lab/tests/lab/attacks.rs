//! Attacks on a lab in a process of its own: hostile requests, stalled bodies, a crowd that sends both good and bad.
//! Each counts its tries and what came of them; `SPRAGUE_ATTACK=full` makes them as long as the documentation says.

use std::io::Write as _;
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sprague_kit::{Random, Scratch, extent};

use super::client::{Answer, Client};
use super::process::Process;

/// The memory that a lab may ever have, in bytes.
const MEMORY: u64 = 1 << 30;
/// How long a question may take, with the waiting and a machine that is busy with other tests.
const LONGEST: Duration = Duration::from_secs(55);
/// The attacks disturb each other.
static ALONE: Mutex<()> = Mutex::new(());

fn check_memory(lab: &Process) -> u64 {
    let most = lab.most_memory().unwrap_or(0);
    assert!(most < MEMORY, "the lab had {most} bytes");
    most >> 20
}

/// Questions that are too large, too deep or malformed, about positions.
fn hostile_positions() -> Vec<String> {
    let mut found: Vec<String> = [
        "wythoff: 1000000000000 999999999999",
        "wythoff: 9223372036854775807 9223372036854775806",
        "wythoff: 1000000 999999",
        "bogus-nim: 1000000000 5 bank 7",
        "bogus-nim: 5 5 5 5 5 5 5 5 bank 9223372036854775807",
        "shared(1000000000): 5 7",
        "shared(1000000000): 1000000007 1000000009",
        "shared(3): 100000 100001 100002",
        "rectangle: 1000000x7 3x3",
        "rectangle: 1000000007x1000000009",
        "rectangle: 999x999x999x999",
        "rectangle(diff>=5): 100000x100000",
        "chomp: 40x40",
        "chomp: 1000000000000x1",
        "chomp: 9223372036854775807x9223372036854775807",
        "star: [1000000000] [999999999] [5,1000000]",
        "star-nim: 1000000000000 999999999999 7",
        "star-nim: 100 200 300 400 500",
        "silver-dollar: [1,1000000000000]",
        "nearly(grundy): [1000000000] [5]",
        "nearly(grundy): [9000,9000]! [9000]",
        "nearly(take(1,3)): [1000000000000000]! [1]",
        "grundy: 1000000000000000",
        "0.106: 1000000000",
        "split(3, distinct): 1000000",
        "take(any) leave(0..9): 5000",
        "split(9): 500 500",
        "kayles: 9223372036854775807",
        "nim: 9223372036854775807 9223372036854775807 1",
        "graph: /etc/passwd#a",
        "graph: ../../../etc/shadow#a",
        "graph: {a>a}#a",
        "graph: {a>b, b>a}#a",
        "nim: -1",
        "nim: NaN",
        "nim: 1e999999999",
        "nim: 99999999999999999999999999999999",
        "nim: 0x10",
        "kayls: 3",
        "",
        "+",
        ": : :",
        "nim: 3 +",
        "nim\u{0}: 3",
        "nim: 3\u{202e}",
        "\u{feff}nim: 3",
    ]
    .map(str::to_owned)
    .into();
    let many = |term: &str, count: usize| vec![term; count].join(" + ");
    found.push(many("nim: 1", 7_000));
    found.push(many("kayles: 5 7", 4_000));
    found.push(many("chomp: 2x2", 5_000));
    found.push(many("rectangle: 3x4", 3_000));
    found.push(many("star-nim: 3 4", 3_000));
    found.push(format!("nim: {}", "1 ".repeat(31_000)));
    found.push(format!("kayles: {}", "9 ".repeat(31_000)));
    found.push(format!("grundy: {}", "99 ".repeat(20_000)));
    found.push(format!("chomp: {}", "10000x1 ".repeat(7_000)));
    found.push(format!("rectangle: {}", "9x9 ".repeat(15_000)));
    found.push(format!("silver-dollar: {}", "[1,9,99] ".repeat(7_000)));
    found.push(format!("star: {}", "[1,9,99] ".repeat(7_000)));
    found.push(format!("bogus-nim: {} bank 99", "9 ".repeat(30_000)));
    let tokens: Vec<String> = (0..9_000).map(|n| (2 * n).to_string()).collect();
    found.push(format!("silver-dollar: [{}]", tokens.join(",")));
    found.push(format!("nim: {}", "(".repeat(50_000)));
    found.push("nearly(".repeat(9_000));
    let edges: Vec<String> = (0..4_000).map(|n| format!("n{n}>n{}", n + 1)).collect();
    found.push(format!("graph: {{{}}}#n0", edges.join(",")));
    found
}

/// Hostile requests, each with the token unless it says otherwise.
struct Requests<'c> {
    client: &'c Client,
    found: Vec<(Vec<u8>, Ending)>,
}

impl Requests<'_> {
    fn add(&mut self, method: &str, path: &str, more: &str, body: &str) {
        let ending = if more.contains("Content-Length") || more.contains("Transfer-Encoding") {
            Ending::Cut
        } else {
            Ending::Whole
        };
        let more = format!("Connection: close\r\n{more}");
        self.found.push((self.client.wire(method, path, &more, body), ending));
    }

    fn positions(&mut self) {
        for (number, position) in hostile_positions().iter().enumerate() {
            let body = json!({"position": position}).to_string();
            self.add("POST", "/api/teacher", "", &body);
            self.add("POST", "/api/position", "", &body);
            match number % 3 {
                0 => self.add("POST", "/api/reply", "", &body),
                1 => self.add("POST", "/api/graph", "", &body),
                _ => self.add(
                    "POST",
                    "/api/teacher",
                    "",
                    &json!({"position": position, "misere": true}).to_string(),
                ),
            }
        }
    }

    fn addresses(&mut self) {
        let nine = "9".repeat(7_000);
        for path in [
            "/api/values?game=grundy&from=18446744073709551615",
            "/api/values?game=grundy&to=18446744073709551616",
            "/api/values?game=grundy&to=NaN",
            "/api/values?game=grundy&to=-1",
            "/api/values?game=grundy&game=nim",
            "/api/values?game=split(3,distinct)&from=1000000&to=1000100",
            "/api/values?game=take(1..1000000000)%20leave(0..5)&to=100",
            "/api/values?game=%ff%fe",
            "/api/compare?a=grundy&b=0.106&to=1000000",
            "/api/compare?a=split(3,distinct)&b=split(3)&to=1000000",
            "/api/star/table?rows=18446744073709551615&cols=18446744073709551615",
            "/api/star/table?row0=18446744073709551615&rows=1",
            "/api/star/table?rows=2000&cols=2000&row0=2001&col0=2001",
            "/api/star/row?row=99999999999",
            "/api/star/sequence?value=4294967295",
            "/api/star/diagonal?diagonal=-0",
            "/api/jobs/18446744073709551615/values",
            "/api/jobs/-1",
            "/api/jobs/1%00",
            "/api/jobs/../../etc/passwd",
            "/api/jobs/1/raster?columns=18446744073709551615&rows=18446744073709551615",
            "/api/jobs/1/raster?width=0",
            "/api/jobs/1/export?format=exe",
            "/api/jobs/1/export?format=svg&width=18446744073709551615",
            "/..%2f..%2fetc%2fpasswd",
            "/../../etc/passwd",
            "/assets/..\\..\\x.txt",
            "/%00",
            "//evil.example/",
            "/?token=",
            "/?token=00000000000000000000000000000000",
            "*",
            "http://evil.example/",
            "evil.example:80",
        ] {
            self.add("GET", path, "", "");
        }
        self.add("GET", &format!("/api/game?game=0.{nine}"), "", "");
        self.add("GET", &format!("/api/game?game=take(1..{nine})"), "", "");
        self.add("GET", &format!("/api/values?game=0.{nine}&to=1000"), "", "");
        self.add("GET", &format!("/{}", "a".repeat(9_000)), "", "");
        self.add("GET", &format!("/{}", "a".repeat(70_000)), "", "");
    }

    fn bodies(&mut self) {
        let nine = "9".repeat(7_000);
        let deep = "[".repeat(30_000);
        for body in [
            "{",
            "null",
            "[]",
            "\"nim: 3\"",
            "{\"position\":null}",
            "{\"position\":7}",
            "{\"position\":[\"nim: 3\"]}",
            "{\"position\":\"nim: 3\",\"position\":\"nim: 4\"}",
            "{\"position\":\"nim: 3\",\"other\":1}",
            "{\"position\":\"nim: 3\",\"misere\":\"yes\"}",
            "{\"position\":\"nim: 3\",\"misere\":NaN}",
            "{\"position\":\"\\ud800\"}",
            "{\"position\":\"nim: 3\"}trailing",
            &deep,
        ] {
            self.add("POST", "/api/position", "", body);
            self.add("POST", "/api/jobs", "", body);
        }
        for job in [
            json!({"kind": "sequence", "game": "grundy", "to": u64::MAX}),
            json!({"kind": "sequence", "game": format!("0.{nine}"), "to": 10}),
            json!({"kind": "prove", "game": "grundy", "limit": 1e300}),
            json!({"kind": "star-row", "row": 0}),
            json!({"kind": "nothing"}),
        ] {
            self.add("POST", "/api/jobs", "", &job.to_string());
        }
        let long = json!({"text": "a b\n".repeat(300_000)}).to_string();
        self.add("POST", "/api/graphs", "", &long);
        self.add("POST", "/api/graphs", "", &json!({"text": "a b\nb a\n"}).to_string());
    }

    fn headers(&mut self) {
        for method in ["PUT", "PATCH", "TRACE", "CONNECT", "PROPFIND", "BREW", "get"] {
            self.add(method, "/api/games", "", "");
        }
        for more in [
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n",
            "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
            "Host: evil.example\r\n",
            "Origin: null\r\n",
            "Content-Length: 5\r\nContent-Length: 6\r\n",
            "Content-Length: -1\r\n",
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: gzip, chunked\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
            "Content-Encoding: gzip\r\n",
            "X-Fold: a\r\n b\r\n",
            "X-Null: a\0b\r\n",
            ": no name\r\n",
            "Range: bytes=0-18446744073709551615\r\n",
            "Accept-Encoding: gzip;q=99999999999999999999\r\n",
            "Expect: 200-maybe\r\n",
            "Cookie: =;;;=;\r\n",
            "Sec-Fetch-Site: cross-site\r\n",
        ] {
            self.add("GET", "/api/games", more, "");
            self.add("POST", "/api/position", more, "{\"position\":\"nim: 3\"}");
        }
        let many = (0..150).fold(String::new(), |many, number| many + &format!("X-{number}: 1\r\n"));
        self.add("GET", "/api/games", &many, "");
        self.add("GET", "/api/games", &format!("X-Long: {}\r\n", "x".repeat(100_000)), "");
        let chunks =
            "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nfffffffffffffffff\r\nabc";
        self.add("POST", "/api/position", chunks, "");
        for raw in [
            "\r\n\r\n",
            "GET",
            "GET / HTTP/1.1",
            "\u{16}\u{3}\u{1}\u{2}\u{0}",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ] {
            self.found.push((raw.as_bytes().to_vec(), Ending::Cut));
        }
    }
}

fn hostile_requests(client: &Client) -> Vec<(Vec<u8>, Ending)> {
    let mut requests = Requests { client, found: Vec::new() };
    requests.positions();
    requests.addresses();
    requests.bodies();
    requests.headers();
    requests.found
}

/// Whether the client says that nothing more comes. A server may take that for a client that is gone, so it is said
/// only where the server would wait for more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Whole,
    Cut,
}

/// What came back for bytes that were sent as they are.
fn send(client: &Client, bytes: &[u8], ending: Ending) -> Answer {
    let mut stream = client.connect();
    let _ = stream.write_all(bytes);
    if ending == Ending::Cut {
        let _ = stream.shutdown(Shutdown::Write);
    }
    Answer::read(&mut stream)
}

/// Questions whose answers are known, with the place of the answer in the document.
fn good_questions() -> Vec<(&'static str, &'static str, String, &'static str, Value)> {
    let ask = |position: &str| json!({"position": position}).to_string();
    let none = String::new;
    vec![
        ("POST", "/api/teacher", ask("kayles: 7 5 + nim: 3"), "/value", json!("5")),
        ("POST", "/api/teacher", ask("grundy: 9 5"), "/value", json!("3")),
        ("POST", "/api/teacher", ask("chomp: 3x3"), "/value", json!("5")),
        ("POST", "/api/teacher", ask("star-nim: 3 6"), "/value", json!("8")),
        ("POST", "/api/teacher", ask("nim: 1e18 7"), "/value", json!("1000000000000000007")),
        ("POST", "/api/teacher", ask("wythoff: 3 5"), "/outcome", json!("P")),
        ("POST", "/api/position", ask("kayles: 3"), "/moves_total", json!("3")),
        ("POST", "/api/graph", ask("nim: 2 1"), "/nodes/0/outcome", json!("N")),
        ("POST", "/api/reply", ask("nim: 3 4 5"), "/to", json!("nim: 5 4 1")),
        ("GET", "/api/values?game=kayles&to=5", none(), "/values", json!([0, 1, 2, 3, 1, 4])),
        ("GET", "/api/compare?a=kayles&b=0.07&to=100", none(), "/first_difference", json!(1)),
        ("GET", "/api/game?game=0.07", none(), "/names/0", json!("dawsons-kayles")),
        ("GET", "/api/star/row?row=2", none(), "/period", json!(3)),
        ("GET", "/api/games", none(), "/games/0/name", json!("nim")),
    ]
}

/// Whether an answer is one that a lab may give to a bad request.
fn is_refusal(answer: &Answer) -> bool {
    match answer.status {
        503 => answer.header("retry-after").is_some(),
        // hung up
        0 => answer.head.is_empty(),
        status => status < 500,
    }
}

#[test]
fn attack_hostile_requests() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Scratch::new("hostile");
    let mut lab = Process::start(&folder.0, None);
    let mut requests = hostile_requests(&lab.client);
    let all = requests.len();
    assert!(all >= 150, "{all}");
    let (mut refused, mut answered, mut busy) = (0, 0, 0);
    let mut longest = Duration::ZERO;
    let mut faults = Vec::new();
    // every third of them, of all kinds, where it has to be short
    let step = extent(3, 1);
    for number in (0..all).step_by(step) {
        let (request, ending) = &requests[number];
        let started = Instant::now();
        let answer = send(&lab.client, request, *ending);
        let time = started.elapsed();
        let shown: String = String::from_utf8_lossy(request).chars().take(300).collect();
        match answer.status {
            200..=399 => answered += 1,
            503 => busy += 1,
            _ => refused += 1,
        }
        if !is_refusal(&answer) || answer.status == 0 && *ending == Ending::Whole {
            faults.push(format!("status {} for\n{shown}\n{}", answer.status, answer.text()));
        }
        if answer.body.len() > 64 << 20 {
            faults.push(format!("{} bytes for\n{shown}", answer.body.len()));
        }
        if time > Duration::from_secs(3) {
            println!("{time:.1?} for {}", shown.replace("\r\n", " "));
        }
        if time > LONGEST {
            faults.push(format!("{time:?} for\n{shown}"));
        }
        longest = longest.max(time);
        if answer.head.is_empty() {
            // a process that ends takes a moment
            std::thread::sleep(Duration::from_millis(200));
        }
        if lab.most_memory().is_some_and(|memory| memory > MEMORY) || !lab.is_alive() {
            faults.push(format!("{:?} bytes or the end of the lab after\n{shown}", lab.most_memory()));
            drop(lab);
            lab = Process::start(&folder.0, None);
            requests = hostile_requests(&lab.client);
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n\n"));
    for (method, path, body, place, expected) in good_questions() {
        let document = lab.client.known(method, path, &[], &body).json(200);
        assert_eq!(document.pointer(place), Some(&expected), "{path} {body}");
    }
    let memory = check_memory(&lab);
    println!(
        "attack | hostile requests to the lab | {} | {refused} refused, {answered} answered, {busy} told to come \
         again, 0 server errors, 0 aborts, longest {longest:.1?}, at most {memory} MiB",
        refused + answered + busy
    );
}

#[test]
fn attack_stalled_bodies() {
    const STALLED: usize = 1_100;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Scratch::new("stalled");
    // as many as a shell usually gives, so that the connections alone are more
    let mut lab = Process::start(&folder.0, Some(1024));
    let client = &lab.client;
    let mut half = Vec::new();
    let mut held: Vec<TcpStream> = Vec::new();
    for number in 0..STALLED {
        let mut request = client.wire("POST", "/api/position", "", "{\"position\":\"nim: 3 4 5\"}");
        if number % 3 == 0 {
            request = String::from_utf8(request).expect("text").replace(&client.token, "").into_bytes();
        }
        request.truncate(request.len() - 10);
        half.push(request);
    }
    for request in &half {
        // beyond what this process may hold itself, fewer have to do
        let Ok(mut stream) = TcpStream::connect(client.address) else { break };
        let _ = stream.write_all(request);
        held.push(stream);
    }
    let stalled = held.len();
    let until = Instant::now() + Duration::from_secs(extent(4, 15));
    let (mut asked, mut longest) = (0, Duration::ZERO);
    while Instant::now() < until {
        let started = Instant::now();
        let body = json!({"position": "nim: 3 4 5"}).to_string();
        let lesson = client.known("POST", "/api/teacher", &[], &body).json(200);
        assert_eq!(lesson["value"], "2");
        longest = longest.max(started.elapsed());
        assert!(longest < Duration::from_secs(8), "{longest:?}");
        asked += 1;
    }
    drop(held);
    assert!(lab.is_alive());
    let memory = check_memory(&lab);
    println!(
        "attack | stalled bodies | {stalled} | {asked} questions beside them answered right, longest {longest:.1?}, at \
         most {memory} MiB"
    );
}

/// One request on a connection that is closed after it; without blocking others.
async fn ask(address: std::net::SocketAddr, bytes: &[u8]) -> std::io::Result<Answer> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = tokio::net::TcpStream::connect(address).await?;
    let _ = stream.write_all(bytes).await;
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all).await;
    Ok(Answer::of(&all))
}

#[test]
fn attack_crowd_of_good_and_bad() {
    const CLIENTS: u64 = 256;
    const SEED: u64 = 16;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Scratch::new("mixed");
    let mut lab = Process::start(&folder.0, None);
    let time = Duration::from_secs(extent(6, 120));
    let close = "Connection: close\r\n";
    let good: Vec<(Vec<u8>, &str, Value)> = good_questions()
        .into_iter()
        .map(|(method, path, body, place, expected)| {
            (lab.client.wire(method, path, close, &body), place, expected)
        })
        .collect();
    // what is refused at once; the rest has an attack of its own
    let cheap = ["kayls: 3", "nim: -1", "graph: /etc/passwd#a", "chomp: 40x40", "nim: 99999999999999999999"];
    let mut bad: Vec<Vec<u8>> = cheap
        .iter()
        .map(|position| {
            lab.client.wire("POST", "/api/teacher", close, &json!({"position": position}).to_string())
        })
        .collect();
    for (method, path, more, body) in [
        ("GET", "/api/nothing", "", ""),
        ("PUT", "/api/games", "", ""),
        ("GET", "/api/jobs/77", "", ""),
        ("POST", "/api/jobs", "", "{\"kind\":\"nothing\"}"),
        ("GET", "/api/games", "Origin: http://evil.example\r\n", ""),
        ("GET", "/api/star/row?row=999", "", ""),
    ] {
        bad.push(lab.client.wire(method, path, &format!("{close}{more}"), body));
    }
    let bare = format!("GET /api/games HTTP/1.1\r\nHost: {}\r\n{close}\r\n", lab.client.address);
    bad.push(bare.into_bytes());
    let (good, bad) = (std::sync::Arc::new(good), std::sync::Arc::new(bad));
    let address = lab.client.address;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let counts = runtime.block_on(async {
        let mut clients = Vec::new();
        for number in 0..CLIENTS {
            let (good, bad) = (std::sync::Arc::clone(&good), std::sync::Arc::clone(&bad));
            clients.push(tokio::spawn(async move {
                let mut numbers = Random::new(SEED + number);
                let (mut right, mut refused, mut busy) = (0u64, 0u64, 0u64);
                let until = Instant::now() + time;
                while Instant::now() < until {
                    if numbers.below(4) == 0 {
                        let request = &bad[numbers.below(bad.len() as u64) as usize];
                        let answer = ask(address, request).await.expect("a connection");
                        let shown = String::from_utf8_lossy(request);
                        assert!(answer.status >= 400 && is_refusal(&answer), "{shown}\n{}", answer.head);
                        refused += 1;
                        continue;
                    }
                    let (request, place, expected) = &good[numbers.below(good.len() as u64) as usize];
                    let answer = ask(address, request).await.expect("a connection");
                    if answer.status == 503 {
                        assert!(is_refusal(&answer), "{}", answer.head);
                        busy += 1;
                        continue;
                    }
                    let shown = String::from_utf8_lossy(request);
                    assert_eq!(answer.status, 200, "seed {SEED}: {shown}\n{}", answer.head);
                    assert_eq!(answer.json(200).pointer(place), Some(expected), "seed {SEED}: {shown}");
                    right += 1;
                }
                (right, refused, busy)
            }));
        }
        let mut counts = (0, 0, 0);
        for client in clients {
            let (right, refused, busy) = client.await.expect("a client");
            counts = (counts.0 + right, counts.1 + refused, counts.2 + busy);
        }
        counts
    });
    let (right, refused, busy) = counts;
    assert!(lab.is_alive() && right > 0);
    let memory = check_memory(&lab);
    println!(
        "attack | {CLIENTS} clients for {} s | {} | {right} answered right, {refused} bad ones refused, {busy} told to \
         come again, 0 wrong, 0 server errors, at most {memory} MiB",
        time.as_secs(),
        right + refused + busy
    );
}

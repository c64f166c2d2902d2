//! Jobs: what they compute, how they are watched and cancelled, and that they survive a restart.

use serde_json::{Value, json};
use sprague_certificate::{Selection, check};
use sprague_kit::{Scratch, until};
use sprague_lab::Settings;

use super::client::Server;

fn cells(body: &[u8]) -> Vec<u64> {
    body.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]).into()).collect()
}

#[test]
fn a_raster_of_two_jobs_tells_where_their_values_differ() {
    let server = Server::start();
    let sequence = |game: &str, to: u64| {
        let id = server.start_job(&json!({"kind": "sequence", "game": game, "to": to}));
        server.wait(&id, &["done"]);
        let answer = server.get(&format!("/api/jobs/{id}/values?to={to}")).json(200);
        let values = answer["values"].as_array().expect("values").iter().filter_map(Value::as_u64).collect();
        (id, values)
    };
    let (one, a): (String, Vec<u64>) = sequence("kayles", 40_000);
    let (other, b): (String, Vec<u64>) = sequence("grundy", 39_999);
    let apart: Vec<u64> = a.iter().zip(&b).map(|(a, b)| a.abs_diff(*b)).collect();
    let raster =
        |query: &str| cells(&server.get(&format!("/api/jobs/{one}/raster?with={other}&{query}")).body);
    assert_eq!(raster("width=1000&from=20000&to=21999&show=max"), apart[20_000..22_000]);
    // of 10000, where a cell holds 2000 heaps
    let share = |row: &[u64]| 5 * row.iter().filter(|&&x| x > 0).count() as u64;
    let differ: Vec<u64> = apart.chunks(2_000).map(share).collect();
    assert_eq!(raster("width=2000&columns=1&show=differ"), differ);
    let most: Vec<u64> = apart.chunks(2_000).filter_map(|row| row.iter().max().copied()).collect();
    assert_eq!(raster("width=2000&columns=1&show=max"), most);
    // means of values that differ everywhere are equal; the values are not
    let (ones, _) = sequence("take(1)", 20_000);
    let (twos, _) = sequence("split(2)", 20_000);
    let cell = |show: &str| {
        let path =
            format!("/api/jobs/{ones}/raster?with={twos}&width=20000&to=19999&columns=1&rows=1&show={show}");
        cells(&server.get(&path).body)[0]
    };
    assert!(cell("differ") > 9_000);
    for query in ["show=differ", "with=77&show=differ", &format!("with={twos}&show=rare")] {
        let refused = server.get(&format!("/api/jobs/{ones}/raster?{query}"));
        assert!((400..500).contains(&refused.status), "{query}");
    }
}

#[test]
fn a_sequence_is_the_same_in_every_form() {
    let server = Server::start();
    let id = server.start_job(&json!({"kind": "sequence", "game": "grundy", "to": 50_000}));
    let job = server.wait(&id, &["done"]);
    assert_eq!(job["done"], 50_001);
    let values = server.get("/api/values?game=grundy&to=50000").json(200)["values"].clone();
    let of_job = server.get(&format!("/api/jobs/{id}/values?to=50000")).json(200)["values"].clone();
    assert_eq!(values, of_job);
    let numbers: Vec<u64> = values.as_array().expect("values").iter().filter_map(Value::as_u64).collect();

    let exact = server.get(&format!("/api/jobs/{id}/raster?width=100&from=1000&to=3999"));
    assert_eq!(cells(&exact.body), numbers[1000..4000]);
    let header: Value =
        serde_json::from_str(exact.header("x-sprague-raster").expect("a header")).expect("a document");
    assert_eq!((header["exact"].as_bool(), header["rows"].as_u64()), (Some(true), Some(30)));

    let binned =
        server.get(&format!("/api/jobs/{id}/raster?width=200&columns=100&rows=25&to=19999&show=max"));
    let expected: Vec<u64> = (0..25 * 100)
        .map(|cell| {
            let (row, column) = (cell / 100, cell % 100);
            let heaps = (4 * row..4 * row + 4).flat_map(|y| [200 * y + 2 * column, 200 * y + 2 * column + 1]);
            heaps.map(|heap| numbers[heap]).max().expect("heaps")
        })
        .collect();
    assert_eq!(cells(&binned.body), expected);

    let part = server.get(&format!("/api/jobs/{id}/raster?width=100&from=1000&to=3999&left=30&across=20"));
    let expected: Vec<u64> =
        (0..30).flat_map(|row| numbers[1030 + 100 * row..1050 + 100 * row].to_vec()).collect();
    assert_eq!(cells(&part.body), expected);
    let zeros = server.get(&format!("/api/jobs/{id}/raster?width=1000&columns=1&rows=1&to=999&show=zeros"));
    assert_eq!(cells(&zeros.body), [numbers[..1000].iter().filter(|&&value| value == 0).count() as u64]);
    let rare = server.get(&format!("/api/jobs/{id}/raster?width=50001&columns=1&rows=1&show=rare"));
    let count = server.get(&format!("/api/jobs/{id}/summary")).json(200)["rare_count"].as_u64();
    assert_eq!(Some(cells(&rare.body)[0]), count);

    // a lag, nim-sums and binary places
    let shifted = |more: &str| {
        let raster = format!("/api/jobs/{id}/raster?width=100&from=1000&to=3999&show=max&{more}");
        cells(&server.get(&raster).body)
    };
    let pairs = || (1000..4000).map(|heap| (numbers[heap], numbers[heap + 17]));
    assert_eq!(
        shifted(&format!("with={id}&lag=17")),
        pairs().map(|(a, b)| a.abs_diff(b)).collect::<Vec<_>>()
    );
    assert_eq!(
        shifted(&format!("with={id}&lag=17&xor=true")),
        pairs().map(|(a, b)| a ^ b).collect::<Vec<_>>()
    );
    assert_eq!(shifted("bit=2"), numbers[1000..4000].iter().map(|value| value >> 2 & 1).collect::<Vec<_>>());
    for wrong in [
        "show=differ",
        "bit=32",
        "bit=1&show=rare",
        &format!("bit=1&with={id}"),
        &format!("with={id}&show=zeros"),
    ] {
        server.get(&format!("/api/jobs/{id}/raster?width=100&{wrong}")).json(400);
    }
    let differs = server.get(&format!("/api/jobs/{id}/difference?with={id}&lag=17&from=100")).json(200);
    let unlike = (100..=50_001 - 18).filter(|&heap| numbers[heap] != numbers[heap + 17]).count();
    assert_eq!(
        (differs["compared"].as_u64(), differs["differ"].as_u64()),
        (Some(49_884), Some(unlike as u64))
    );
    assert_eq!(server.get(&format!("/api/jobs/{id}/difference?with={id}")).json(200)["differ"], 0);
    let lags = server.get(&format!("/api/jobs/{id}/lags")).json(200);
    let (from, best) = (lags["from"].as_u64().expect("a heap") as usize, &lags["lags"][0]);
    let (lag, compared) =
        (best["lag"].as_u64().expect("a lag") as usize, lags["compared"].as_u64().expect("heaps") as usize);
    let agree = |lag: usize| {
        (from..from + compared).filter(|&heap| numbers[heap] == numbers[heap + lag]).count() as u64
    };
    assert_eq!(best["equal"].as_u64(), Some(agree(lag)));
    assert_eq!(best["equal"].as_u64(), (1..=2048).map(agree).max());
    // the zeros of theory 4.4 once more, by looking for the value
    let zeros = server.get(&format!("/api/jobs/{id}/places?pattern=0")).json(200);
    assert_eq!((zeros["count"].as_u64(), zeros["last"].as_u64()), (Some(42), Some(1222)));
    let pattern = server.get(&format!("/api/jobs/{id}/places?pattern=1+*+2&to=5000")).json(200);
    let found = (0..=4998).filter(|&heap| numbers[heap] == 1 && numbers[heap + 2] == 2).count();
    assert_eq!(pattern["count"].as_u64(), Some(found as u64));
    server.get(&format!("/api/jobs/{id}/places?pattern=1+x")).json(400);

    let scatter = server.get(&format!("/api/jobs/{id}/scatter?columns=50&rows=40"));
    assert_eq!(cells(&scatter.body).iter().sum::<u64>(), 50_001);
    let histogram = server.get(&format!("/api/jobs/{id}/histogram")).json(200);
    let total: u64 =
        histogram["counts"].as_array().expect("bars").iter().filter_map(|bar| bar[1].as_u64()).sum();
    assert_eq!(total, 50_001);

    let summary = server.get(&format!("/api/jobs/{id}/summary")).json(200);
    // theory 4.4: 41 positive heaps of value 0, the last 1222; heap 0 too
    assert_eq!((summary["zero_count"].as_u64(), summary["last_zeros"][19].as_u64()), (Some(42), Some(1222)));
    assert_eq!(summary["max"].as_u64(), numbers.iter().copied().max());
    assert_eq!(summary["space"]["type"], 0);

    let file = server.get(&format!("/api/jobs/{id}/export?format=bfile"));
    assert!(file.text().starts_with("0 0\n1 0\n2 0\n3 1\n4 0\n5 2\n"));
    assert!(file.header("content-disposition").is_some_and(|text| text.contains("grundy-b.txt")));
    let part = server.get(&format!("/api/jobs/{id}/export?format=csv&from=20000&to=20999"));
    let lines: Vec<String> = (20_000..21_000).map(|heap| format!("{heap},{}", numbers[heap])).collect();
    assert_eq!(part.text().trim_end(), format!("n,value\n{}", lines.join("\n")));
    server.get(&format!("/api/jobs/{id}/export?format=csv&from=9&to=5")).json(400);
    for kind in ["raster", "scatter", "histogram"] {
        let svg = server.get(&format!("/api/jobs/{id}/export?format=svg&kind={kind}"));
        assert!(svg.status == 200 && svg.text().starts_with("<svg"), "{kind}");
    }
    let part = server.get(&format!("/api/jobs/{id}/export?format=csv&to=9")).text();
    assert_eq!((part.lines().count(), part.lines().last()), (11, Some("9,1")));
    let wide = server.get(&format!("/api/jobs/{id}/export?format=svg&to=9&width=1024"));
    assert!(wide.status == 200 && wide.text().contains("rows of 9"));
    let part = server.get(&format!("/api/jobs/{id}/summary?to=1000")).json(200);
    assert_eq!(
        (part["to"].as_u64(), part["max"].as_u64()),
        (Some(1000), numbers[..=1000].iter().copied().max())
    );
    assert_eq!(server.get(&format!("/api/jobs/{id}/export?format=certificate")).status, 409);
}

#[test]
fn the_period_of_kayles_is_proved_and_certified() {
    let server = Server::start();
    let id = server.start_job(&json!({"kind": "prove", "game": "kayles", "limit": 10_000}));
    let result = server.wait(&id, &["done"])["result"].clone();
    assert_eq!((result["period"].as_u64(), result["preperiod"].as_u64()), (Some(12), Some(71)));
    assert_eq!((result["proved"].as_bool(), result["certificate"].as_bool()), (Some(true), Some(true)));
    assert!(result["words"][1].as_str().expect("words").contains("theory P.1"), "{result}");
    let certificate = server.get(&format!("/api/jobs/{id}/export?format=certificate"));
    assert_eq!(certificate.status, 200);
    assert!(check(&certificate.text(), Selection::All, 1).fault.is_none());
    let none = server.start_job(&json!({"kind": "period", "game": "grundy", "limit": 5_000}));
    assert_eq!(server.wait(&none, &["done"])["result"]["proved"], false);
}

#[test]
fn a_running_job_is_seen_cancelled_and_forgotten() {
    let server = Server::start();
    let id = server.start_job(&json!({"kind": "sequence", "game": "grundy", "to": 100_000_000}));
    let done = || server.get(&format!("/api/jobs/{id}")).json(200)["done"].as_u64();
    until("the first heaps", || done() >= Some(10_000));
    assert!(!server.get(&format!("/api/jobs/{id}/raster?width=100")).body.is_empty());
    let job = server.change("DELETE", &format!("/api/jobs/{id}"), "").json(200);
    assert_eq!(job["state"], "cancelled");
    let events = server.get(&format!("/api/jobs/{id}/events"));
    assert!(events.text().contains("\"state\":\"cancelled\""), "{}", events.text());
    let kept = server.get(&format!("/api/jobs/{id}/values?to=12")).json(200);
    assert_eq!(kept["values"], json!([0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]));
    assert_eq!(server.change("DELETE", &format!("/api/jobs/{id}"), "").status, 204);
    server.get(&format!("/api/jobs/{id}")).json(404);
}

#[test]
fn jobs_survive_a_restart() {
    let folder = Scratch::new("restart");
    let settings = Settings { data: Some(folder.0.clone()), ..Settings::default() };
    let (done, long, before) = {
        let server = Server::with(&settings);
        let done = server.start_job(&json!({"kind": "sequence", "game": "0.137", "to": 5000}));
        server.wait(&done, &["done"]);
        let before = server.get(&format!("/api/jobs/{done}/values?to=5000")).json(200);
        let long = server.start_job(&json!({"kind": "sequence", "game": "grundy", "to": 90_000_000}));
        server.wait(&long, &["running"]);
        (done, long, before)
    };
    let server = Server::with(&settings);
    assert_eq!(server.get(&format!("/api/jobs/{done}")).json(200)["state"], "done");
    assert_eq!(server.get(&format!("/api/jobs/{done}/values?to=5000")).json(200), before);
    server.wait(&long, &["running"]);
    server.change("DELETE", &format!("/api/jobs/{long}"), "").json(200);
}

#[test]
fn what_is_too_large_is_refused_and_what_is_known_is_not_done_twice() {
    let server = Server::start();
    let large = server.change("POST", "/api/jobs", r#"{"kind":"sequence","game":"grundy","to":10000000000}"#);
    assert!(large.json(422)["error"]["message"].as_str().expect("words").contains("bytes"));
    let first = server.start_job(&json!({"kind": "sequence", "game": "kayles", "to": 1000}));
    assert_eq!(server.start_job(&json!({"kind": "sequence", "game": "0.77", "to": 500})), first);
    assert_ne!(server.start_job(&json!({"kind": "sequence", "game": "0.77", "to": 2000})), first);
}

//! The folder for results: one lab at a time, numbers that are never given twice, and databases that were damaged in
//! every way. A lab on a damaged database starts, keeps the file, says so, and never tells a wrong value.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::{Value, json};
use sprague_kit::{Random, Scratch, extent};
use sprague_lab::{Lab, LabError, Settings};

use super::client::Server;

fn settings(folder: &Path) -> Settings {
    Settings { data: Some(folder.to_owned()), ..Settings::default() }
}

fn done(server: &Server, body: &Value) -> String {
    let id = server.start_job(body);
    server.wait(&id, &["done"]);
    // the row is written just after the state is told
    sleep(Duration::from_millis(30));
    id
}

#[test]
fn a_second_lab_on_the_folder_is_refused() {
    let folder = Scratch::new("twice");
    let first = Server::with(&settings(&folder.0));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let refused = runtime.block_on(Lab::bind(&settings(&folder.0))).err().expect("a refusal");
    assert!(matches!(refused, LabError::Locked(_)), "{refused}");
    assert!(refused.to_string().contains("--data") && !refused.to_string().contains('\n'), "{refused}");
    assert_eq!(first.get("/api/jobs").status, 200);
    drop(first);
    assert!(runtime.block_on(Lab::bind(&settings(&folder.0))).is_ok());
}

#[test]
fn a_number_is_never_given_twice() {
    let folder = Scratch::new("numbers");
    let job = json!({"kind": "sequence", "game": "kayles", "to": 50});
    {
        let server = Server::with(&settings(&folder.0));
        assert_eq!(done(&server, &job), "1");
        assert_eq!(server.change("DELETE", "/api/jobs/1", "").status, 204);
    }
    let server = Server::with(&settings(&folder.0));
    assert_eq!(done(&server, &job), "2");
}

/// Damage that comes while the lab runs is found when the values are read.
#[test]
fn values_are_checked_when_they_are_read() {
    let folder = Scratch::new("later");
    {
        let server = Server::with(&settings(&folder.0));
        // more than the database keeps in memory
        done(&server, &json!({"kind": "sequence", "game": "nim", "to": 2_000_000}));
    }
    let server = Server::with(&settings(&folder.0));
    // behind its back; the values of an ended job are not in memory after a start
    let path = folder.0.join("lab.sqlite");
    let mut bytes = std::fs::read(&path).expect("the database");
    let values: Vec<u8> = (1000..1016u32).flat_map(u32::to_le_bytes).collect();
    let place = bytes.windows(64).position(|part| part == values).expect("the values");
    bytes[place] ^= 1;
    write_in_place(&path, &bytes);
    let refused = server.get("/api/jobs/1/values?from=1000&to=1010").json(409);
    assert!(refused["error"]["message"].as_str().expect("words").contains("checksum"), "{refused}");
}

#[allow(clippy::disallowed_methods, reason = "a test damages a file")]
fn write_in_place(path: &Path, bytes: &[u8]) {
    use std::io::Write as _;
    let mut file = std::fs::OpenOptions::new().write(true).open(path).expect("the file");
    file.write_all(bytes).expect("room");
}

fn numbers(values: &Value) -> Vec<u64> {
    values.as_array().expect("values").iter().map(|value| value.as_u64().expect("a number")).collect()
}

/// The values by the library, not by a lab.
fn server_values(game: &str, to: u64) -> Vec<u64> {
    use sprague::limits::Limits;
    let game: sprague::heap::HeapGame = game.parse().expect("a game");
    let mut found = Vec::new();
    let mut keep = |_: u64, values: &[sprague::nimber::Nimber]| {
        found.extend(values.iter().map(|value| value.0));
        std::ops::ControlFlow::Continue(())
    };
    game.sequence().stream(0..=to, &Limits::default(), &mut keep).expect("values");
    found
}

#[allow(clippy::disallowed_methods, reason = "a test copies a folder")]
fn copy(from: &Path, to: &Path) {
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        std::fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
    }
}

/// The games of the jobs, with the last heap.
const GAMES: [(&str, u64); 4] =
    [("grundy", 6000), ("0.16", 6000), ("kayles", 4000), ("split(2) on 3..", 500)];

/// Two ways to find the jobs on disk: all in the file, or the last of them in the log beside it.
fn originals(folder: &Path) -> [std::path::PathBuf; 2] {
    let [whole, logged] = ["whole", "logged"].map(|name| folder.join(name));
    let first = folder.join("first");
    {
        let server = Server::with(&settings(&first));
        for (game, to) in &GAMES[..3] {
            done(&server, &json!({"kind": "sequence", "game": game, "to": to}));
        }
        done(&server, &json!({"kind": "prove", "game": "kayles", "limit": 1000}));
    }
    copy(&first, &whole);
    let server = Server::with(&settings(&first));
    done(&server, &json!({"kind": "sequence", "game": GAMES[3].0, "to": GAMES[3].1}));
    copy(&first, &logged);
    drop(server);
    assert!(logged.join("lab.sqlite-wal").exists(), "the log is there while a lab runs");
    [whole, logged]
}

/// Statements that leave a database in which everything can be read.
const EDITS: [&str; 20] = [
    "UPDATE chunk SET job = 5 - job WHERE job IN (1, 2)",
    "UPDATE job SET game = 'kayles' WHERE id = 1",
    "UPDATE job SET game = CASE id WHEN 1 THEN '0.16' ELSE 'grundy' END WHERE id IN (1, 2)",
    "UPDATE job SET last_heap = 5000 WHERE id = 1",
    "UPDATE job SET done = 100 WHERE id = 1",
    "UPDATE job SET state = 'failed' WHERE id = 2",
    "UPDATE job SET result = replace(result, '12', '13') WHERE id = 4",
    "UPDATE job SET certificate = replace(certificate, '12', '13') WHERE id = 4",
    "UPDATE job SET mask = 6 WHERE id = 1",
    "UPDATE job SET id = 40 WHERE id = 3",
    "DELETE FROM job WHERE id = 2",
    "DELETE FROM chunk WHERE job = 1",
    "DELETE FROM chunk",
    "UPDATE chunk SET bytes = zeroblob(length(bytes)) WHERE job = 1",
    "UPDATE chunk SET bytes = (SELECT bytes FROM chunk WHERE job = 2) WHERE job = 1",
    "UPDATE chunk SET (bytes, seal) = (SELECT bytes, seal FROM chunk WHERE job = 2) WHERE job = 1",
    "UPDATE chunk SET first = first + 1 WHERE job = 3",
    "INSERT INTO chunk SELECT job, 1000000, width, bytes, seal FROM chunk WHERE job = 1",
    "UPDATE sqlite_sequence SET seq = 9223372036854775807",
    "CREATE TRIGGER t AFTER UPDATE ON job BEGIN UPDATE chunk SET bytes = zeroblob(9); END",
];

/// Damages the database in a folder in the way of this number, and tells how.
#[allow(clippy::disallowed_methods, reason = "a test damages files")]
fn damage(folder: &Path, other: &Path, way: usize, numbers: &mut Random) -> String {
    let path = folder.join("lab.sqlite");
    let log = folder.join("lab.sqlite-wal");
    let file = if log.exists() && way.is_multiple_of(2) { &log } else { &path };
    let read = |path: &Path| std::fs::read(path).expect("a file");
    let mut bytes = read(file);
    let size = bytes.len() as u64;
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    if way < EDITS.len() {
        let connection = Connection::open(&path).expect("a database");
        let _ = connection.execute_batch("PRAGMA foreign_keys = OFF");
        let outcome = connection.execute_batch(EDITS[way]);
        return format!("{} ({outcome:?})", EDITS[way]);
    }
    match way {
        20 => write(&path, b""),
        21 => write(
            &path,
            b"not a database at all, but long enough to be looked at as if it were one, and then some",
        ),
        22 => {
            std::fs::remove_file(&path).expect("the file goes");
            std::fs::create_dir(&path).expect("a folder in its place");
        }
        23 => {
            let _ = std::fs::remove_file(&log);
            std::fs::create_dir(&log).expect("a folder in its place");
        }
        24 => write(&folder.join("lab.sqlite-shm"), &vec![0xff; 32768]),
        25 => write(&folder.join("lab.sqlite-wal"), &vec![0xff; 32768]),
        26 => write(&folder.join("lab.sqlite-journal"), &vec![0xff; 32768]),
        27 => {
            std::fs::copy(other.join("lab.sqlite"), &path).expect("the file of another state");
        }
        28 => {
            let _ = std::fs::copy(other.join("lab.sqlite-wal"), &log);
        }
        29 => {
            std::fs::remove_file(&path).expect("the file goes");
        }
        _ => match numbers.below(7) {
            0 => write(file, &bytes[..numbers.below(size) as usize]),
            1 => write(file, &bytes[..(numbers.below(size / 4096 + 1) * 4096).min(size) as usize]),
            2 => {
                let at = numbers.below(size) as usize;
                let end = (at + 1 + numbers.below(4096) as usize).min(bytes.len());
                bytes[at..end].fill(numbers.below(256) as u8);
                write(file, &bytes);
            }
            3 if size >= 8192 => {
                let pages = size / 4096;
                let (a, b) = (numbers.below(pages) as usize * 4096, numbers.below(pages) as usize * 4096);
                let page = bytes[a..a + 4096].to_vec();
                bytes.copy_within(b..b + 4096, a);
                bytes[b..b + 4096].copy_from_slice(&page);
                write(file, &bytes);
            }
            _ => {
                for _ in 0..=numbers.below(3) {
                    bytes[numbers.below(size) as usize] ^= 1 << numbers.below(8);
                }
                write(file, &bytes);
            }
        },
    }
    format!("way {way} on {name}")
}

#[allow(clippy::disallowed_methods, reason = "a test damages files")]
fn write(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).expect("a file is written");
}

/// What a lab tells of its jobs is right, as far as it tells something; how many it knows.
fn check(server: &Server, truth: &[(&str, Vec<u64>)], how: &str) -> usize {
    let jobs = server.get("/api/jobs").json(200)["jobs"].clone();
    let jobs = jobs.as_array().expect("jobs");
    for job in jobs {
        let (id, game) = (job["id"].as_str().expect("an id"), job["game"].as_str().expect("a game"));
        if job["kind"] == "prove" {
            if job["state"] == "done" {
                assert_eq!(job["result"]["period"], 12, "{how}");
                let paper = server.get(&format!("/api/jobs/{id}/export?format=certificate")).text();
                let report = sprague_certificate::check(&paper, sprague_certificate::Selection::All, 1);
                assert!(report.fault.is_none(), "{how}");
            }
            continue;
        }
        let (_, right) = truth.iter().find(|(name, _)| *name == game).expect("one of the games");
        let told = server.get(&format!("/api/jobs/{id}/values?to=6000"));
        if told.status == 409 {
            continue;
        }
        let told = numbers(&told.json(200)["values"]);
        assert!(
            told.len() <= right.len() && told[..] == right[..told.len()],
            "{how}: wrong values of {game}"
        );
        if job["state"] == "done" {
            assert_eq!(told.len(), right.len(), "{how}: values of {game} are missing");
        }
    }
    jobs.len()
}

#[test]
#[allow(clippy::disallowed_methods, reason = "a test looks at a folder")]
fn attack_damaged_databases() {
    const SEED: u64 = 80;
    let all = extent(36, 80);
    let folder = Scratch::new("damaged");
    let originals = originals(&folder.0);
    let truth: Vec<(&str, Vec<u64>)> = GAMES.map(|(game, to)| (game, server_values(game, to))).into();
    for (original, jobs) in originals.iter().zip([4, 5]) {
        let whole = folder.0.join("untouched");
        copy(original, &whole);
        let server = Server::with(&settings(&whole));
        assert!(!server.warnings.iter().any(|line| line.contains("set aside")), "{:?}", server.warnings);
        assert_eq!(check(&server, &truth, "untouched"), jobs);
    }
    let mut random = Random::new(SEED);
    let (mut found, mut harmless) = (0, 0);
    for number in 0..all {
        let (original, other) = (&originals[number % 2], &originals[(number + 1) % 2]);
        let place = folder.0.join("attacked");
        copy(original, &place);
        // every special way, then random ones
        let how = damage(&place, other, if number < 30 { number } else { number + 30 }, &mut random);
        let how = format!("seed {SEED}, number {number}: {how}");
        let server = Server::with(&settings(&place));
        let set_aside = server.warnings.iter().filter(|line| line.contains("set aside")).count();
        let names =
            std::fs::read_dir(&place).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let kept = names.filter(|name| name.to_string_lossy().contains(".sqlite.bad-")).count();
        assert_eq!(set_aside > 0, kept > 0, "{how}");
        assert!(set_aside <= 1, "{how}: {:?}", server.warnings);
        let jobs = check(&server, &truth, &how);
        if set_aside > 0 {
            assert_eq!(jobs, 0, "{how}");
            found += 1;
        } else {
            harmless += 1;
        }
        // and it works
        assert_eq!(
            server.change("POST", "/api/jobs", r#"{"kind":"sequence","game":"nim","to":9}"#).status,
            202,
            "{how}"
        );
    }
    println!(
        "attack | damaged databases of the lab | {all} | {found} found and set aside, {harmless} harmless, 0 wrong \
         values, 0 not started"
    );
}

/// The first form of the database had no checksums, so nothing in it is believed.
#[test]
#[allow(clippy::disallowed_methods, reason = "a test makes a folder")]
fn a_database_without_checksums_is_set_aside() {
    let folder = Scratch::new("old");
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let connection = Connection::open(folder.0.join("lab.sqlite")).expect("a database");
    connection
        .execute_batch("CREATE TABLE job (id INTEGER PRIMARY KEY, kind TEXT NOT NULL) STRICT; INSERT INTO job VALUES (1, 'sequence')")
        .expect("a table");
    drop(connection);
    let server = Server::with(&settings(&folder.0));
    let line = server.warnings.iter().find(|line| line.contains("set aside")).expect("a warning");
    assert!(line.contains("lab.sqlite.old-1") && line.contains("checksums"), "{line}");
    assert!(folder.0.join("lab.sqlite.old-1").exists());
}

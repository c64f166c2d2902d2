//! Questions as text, answers as bytes.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sprague::limits::Meter;
use sprague::solve::SolvedSums;
use sprague_api::graphs::Graphs;
use sprague_api::limits::Allowance;
use sprague_api::problem::Refusal;
use sprague_api::question::{Host, Question, Reply};
use sprague_api::routes::find;

use crate::jobs::{BOUNDS, Jobs};

/// The most bytes of answers that are kept.
const MOST_BYTES: f64 = 8e6;
/// The most positions of searches that are kept.
const MOST_POSITIONS: f64 = 2e5;

/// A question as the worker writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The method.
    method: String,
    /// The path, from `/api` on.
    path: String,
    /// What stands behind the question mark.
    #[serde(default)]
    query: String,
    /// The body, as text.
    #[serde(default)]
    body: String,
    /// What chance is drawn from.
    #[serde(default)]
    seed: u64,
    /// Seconds since the worker started.
    #[serde(default)]
    now: f64,
    /// Seconds since the beginning of 1970.
    #[serde(default)]
    today: f64,
}

#[derive(Serialize)]
struct Head<'r> {
    status: u16,
    kind: &'r str,
    headers: &'r [(&'static str, String)],
}

/// The engine of one worker.
pub struct Engine {
    graphs: Graphs,
    solved: SolvedSums,
    jobs: Jobs,
}

impl Engine {
    /// Without graphs and jobs.
    pub const fn new() -> Self {
        Self { graphs: Graphs::new(), solved: SolvedSums::new(MOST_BYTES, MOST_POSITIONS), jobs: Jobs::new() }
    }

    /// Answers a request; what is no request gets a refusal as well.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let outcome = self.reply(request);
        let Reply { status, kind, headers, body } =
            outcome.unwrap_or_else(|problem| Reply::problem(&problem));
        let head = Head { status: status.as_u16(), kind, headers: &headers };
        let head = serde_json::to_vec(&head).unwrap_or_default();
        let length = u32::try_from(head.len()).unwrap_or_default();
        [&length.to_le_bytes()[..], &head, &body].concat()
    }

    fn reply(&mut self, request: &[u8]) -> Result<Reply, Refusal> {
        let read = serde_json::from_slice(request);
        let request: Request = read.map_err(|error| Refusal::bad(format!("this is no request: {error}")))?;
        let (route, id) = find(&request.method, &request.path)
            .ok_or_else(|| Refusal::missing("the engine in the browser has no such path"))?;
        let now = Duration::try_from_secs_f64(request.now).unwrap_or_default();
        self.jobs.set_time(now, request.today as u64);
        let allowance = Allowance::new(route.budget, Meter::default());
        let host = Host {
            allowance: &allowance,
            graphs: &self.graphs,
            solved: &self.solved,
            jobs: &self.jobs,
            bounds: &BOUNDS,
            seed: request.seed,
            now,
        };
        (route.answer)(&Question { id, query: &request.query, body: request.body.as_bytes(), host })
    }

    /// The jobs.
    pub const fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    /// Does a slice of the first job; false where there is none left.
    pub fn advance(&mut self, slice: u64, now: Duration) -> bool {
        self.jobs.advance(slice, now)
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use sprague_kit::{Random, extent};

    fn ask(engine: &mut Engine, request: &Value) -> (u64, Vec<u8>) {
        let answer = engine.answer(request.to_string().as_bytes());
        let length = u32::from_le_bytes([answer[0], answer[1], answer[2], answer[3]]) as usize;
        let head: Value = serde_json::from_slice(&answer[4..4 + length]).expect("a head");
        (head["status"].as_u64().expect("a status"), answer[4 + length..].to_vec())
    }

    fn document(engine: &mut Engine, request: &Value) -> Value {
        let (status, body) = ask(engine, request);
        assert!((200..300).contains(&status), "{status}: {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).expect("a document")
    }

    #[test]
    fn what_is_no_request_is_refused_in_words() {
        let mut engine = Engine::new();
        assert_eq!(ask(&mut engine, &json!({"method": "GET"})).0, 400);
        assert_eq!(ask(&mut engine, &json!({"method": "GET", "path": "/api/openapi.json"})).0, 404);
        let far = json!({"method": "POST", "path": "/api/jobs", "body": r#"{"kind":"sequence","game":"grundy","to":1000000000}"#});
        let (status, body) = ask(&mut engine, &far);
        assert_eq!(status, 422);
        assert!(String::from_utf8_lossy(&body).contains("sprague lab"));
    }

    /// What the page asks for one click of a person, in its order (`play/match.svelte.ts`, `play/Table.svelte`): the
    /// position after the move, what the move did, the opponent's move, the position after that, and the teacher there.
    /// The answers, and the position after both moves.
    fn click(engine: &mut Engine, from: &str, to: &str, misere: bool) -> (Vec<Vec<u8>>, Option<String>) {
        let mut answers = Vec::new();
        let mut post = |path: &str, mut body: Value| {
            body["misere"] = misere.into();
            let request = json!({"method": "POST", "path": path, "body": body.to_string(), "seed": 7});
            let (status, body) = ask(engine, &request);
            answers.push(body.clone());
            (status == 200).then(|| serde_json::from_slice::<Value>(&body).expect("a document"))
        };
        let seen = post("/api/position", json!({ "position": to }));
        post("/api/move", json!({"position": from, "to": to}));
        post("/api/teacher", json!({ "position": to }));
        if seen.is_none_or(|seen| seen["over"] == true) {
            return (answers, None);
        }
        let reply = post("/api/reply", json!({ "position": to }));
        let next = reply.map(|reply| reply["to"].as_str().expect("a position").to_owned());
        if let Some(next) = &next {
            post("/api/position", json!({ "position": next }));
            post("/api/teacher", json!({ "position": next }));
        }
        (answers, next)
    }

    /// The moves that the page offers.
    fn offered(engine: &mut Engine, position: &str, misere: bool) -> Vec<String> {
        let body = json!({"position": position, "misere": misere}).to_string();
        let seen = document(engine, &json!({"method": "POST", "path": "/api/position", "body": body}));
        let to = |step: &Value| step["to"].as_str().expect("a position").to_owned();
        seen["moves"].as_array().expect("moves").iter().map(to).collect()
    }

    #[test]
    fn a_click_searches_each_sum_once() {
        for (start, misere) in [
            ("kayles: 9 5 + chomp: 3x4", false),
            ("cram: 4x5", false),
            ("node-kayles: grid 3x4", false),
            ("grundy: 9 + chomp: 2x3", true),
        ] {
            let mut engine = Engine::new();
            let mut position = start.to_owned();
            let mut sums = std::collections::BTreeSet::new();
            loop {
                let moves = offered(&mut engine, &position, misere);
                let Some(to) = moves.get(moves.len() / 2) else { break };
                let (_, next) = click(&mut engine, &position, to, misere);
                sums.extend([position.clone(), to.clone()]);
                sums.extend(next.clone());
                assert_eq!(
                    engine.solved.searches(),
                    sums.len() as u64,
                    "{start}: {position} to {to} to {next:?}"
                );
                let Some(next) = next else { break };
                position = next;
            }
            assert!(sums.len() > 4, "{start}");
        }
    }

    #[test]
    fn attack_random_clicks_are_answered_as_by_an_engine_that_was_just_started() {
        let mut random = Random::new(2027);
        let list = json!({"method": "GET", "path": "/api/games"});
        let games = document(&mut Engine::new(), &list);
        let examples = games["games"].as_array().expect("games").iter().map(|game| game["example"].as_str());
        let mut starts: Vec<String> =
            examples.map(|example| example.expect("a position").to_owned()).collect();
        // names of one rule, and graphs that were handed in under the same names of their nodes
        starts.extend(
            ["0.77: 7 5", "take(1..3): 9 + nim: 2", "nim: 3 + graph: g1#a", "nim: 3 + graph: g2#a"]
                .map(str::to_owned),
        );
        let started = || {
            let mut engine = Engine::new();
            for text in ["a b\nb c\nc d\n", "a b\na c\nb c\nc d\n"] {
                let body = json!({ "text": text }).to_string();
                document(&mut engine, &json!({"method": "POST", "path": "/api/graphs", "body": body}));
            }
            engine
        };
        let mut engine = started();
        let (mut clicks, most) = (0, extent(120, 2_000));
        while clicks < most {
            let mut position = random.pick(&starts);
            if random.one_in(4) {
                // a graph that was handed in is the last term of a sum
                let mut terms = [position, random.pick(&starts)];
                terms.sort_by_key(|term| term.contains("graph: g"));
                position = if terms[0].contains("graph: g") { terms[1].clone() } else { terms.join(" + ") };
            }
            let misere = random.one_in(3);
            for _ in 0..3 {
                let moves = offered(&mut engine, &position, misere);
                if moves.is_empty() {
                    break;
                }
                let to = random.pick(&moves);
                let (told, next) = click(&mut engine, &position, &to, misere);
                let (fresh, _) = click(&mut started(), &position, &to, misere);
                assert!(told == fresh, "{position} to {to}, misère {misere}");
                // each question of a click, to an engine that was asked nothing else
                let body = json!({"position": to, "misere": misere}).to_string();
                for path in ["/api/teacher", "/api/reply"] {
                    let request = json!({"method": "POST", "path": path, "body": body, "seed": 7});
                    assert!(ask(&mut engine, &request) == ask(&mut started(), &request), "{path} {body}");
                }
                clicks += 1;
                let Some(next) = next else { break };
                position = next;
            }
        }
        println!("attack | random clicks against an engine that was just started | {clicks} | 0 differ");
    }

    #[test]
    fn jobs_go_on_in_slices_and_can_be_cancelled() {
        let mut engine = Engine::new();
        let start = |game: &str, kind: &str| {
            let body = json!({"kind": kind, "game": game, "to": 20_000}).to_string();
            json!({"method": "POST", "path": "/api/jobs", "body": body, "now": 1.0, "today": 1.8e9})
        };
        assert_eq!(document(&mut engine, &start("grundy", "sequence"))["state"], "queued");
        assert_eq!(document(&mut engine, &start("kayles", "period"))["id"], "2");
        let mut slices = 0;
        while engine.advance(1000, Duration::from_secs(2)) {
            slices += 1;
        }
        assert!(slices > 20);
        let one = |id: u64| json!({"method": "GET", "path": format!("/api/jobs/{id}"), "now": 5.0});
        assert_eq!(document(&mut engine, &one(1))["done"], 20_001);
        let period = document(&mut engine, &one(2));
        assert_eq!((&period["result"]["period"], &period["result"]["preperiod"]), (&json!(12), &json!(71)));
        let values = json!({"method": "GET", "path": "/api/jobs/1/values", "query": "from=1000&to=1002"});
        let direct =
            json!({"method": "GET", "path": "/api/values", "query": "game=grundy&from=1000&to=1002"});
        assert_eq!(document(&mut engine, &values)["values"], document(&mut engine, &direct)["values"]);
        document(&mut engine, &start("0.007", "sequence"));
        engine.advance(1000, Duration::from_secs(6));
        let end = json!({"method": "DELETE", "path": "/api/jobs/3", "now": 7.0});
        assert_eq!(document(&mut engine, &end)["state"], "cancelled");
        assert!(!engine.advance(1000, Duration::from_secs(8)));
        assert_eq!(ask(&mut engine, &end).0, 204);
        assert_eq!(ask(&mut engine, &end).0, 404);
    }

    #[test]
    fn a_job_that_was_kept_is_known_after_a_reload_and_a_damaged_one_is_not() {
        let ask_for = |game: &str, kind: &str, to: u64| {
            let body = json!({"kind": kind, "game": game, "to": to}).to_string();
            json!({"method": "POST", "path": "/api/jobs", "body": body, "now": 1.0, "today": 1.8e9})
        };
        let mut engine = Engine::new();
        document(&mut engine, &ask_for("grundy", "sequence", 20_000));
        document(&mut engine, &ask_for("0.16", "prove", 400_000));
        while engine.advance(4096, Duration::from_secs(2)) {}
        let mut finished: Vec<u64> = std::iter::from_fn(|| engine.jobs().next_finished()).collect();
        finished.sort_unstable();
        assert_eq!(finished, [1, 2]);
        let kept: Vec<_> = finished.iter().map(|&id| engine.jobs().keep(id).expect("a job")).collect();
        assert!(kept[0].values.len() > 20_000 && kept[1].values.is_empty());

        let mut later = Engine::new();
        for each in &kept {
            assert!(later.jobs().restore(&each.head).is_some());
        }
        assert!(later.jobs().fill(1, &kept[0].values));
        let answers = |engine: &mut Engine, path: &str| {
            ask(engine, &json!({"method": "GET", "path": path, "query": "", "now": 9.0}))
        };
        for path in ["/api/jobs", "/api/jobs/1/values", "/api/jobs/1/summary", "/api/jobs/2"] {
            assert_eq!(answers(&mut engine, path), answers(&mut later, path), "{path}");
        }
        // nothing is computed again, and fewer heaps are answered by more
        assert_eq!(document(&mut later, &ask_for("grundy", "sequence", 10_000))["id"], "1");
        assert!(!later.advance(1, Duration::from_secs(9)));

        // one bit anywhere
        for place in [0, 31, 32, 40, kept[0].head.len() - 1] {
            let mut head = kept[0].head.clone();
            head[place] ^= 1;
            assert!(Engine::new().jobs().restore(&head).is_none(), "{place}");
        }
        assert!(Engine::new().jobs().restore(b"").is_none());
        for place in [0, 3, 5, 1000, kept[0].values.len() - 1] {
            let mut values = kept[0].values.clone();
            values[place] ^= 4;
            let mut engine = Engine::new();
            assert_eq!(engine.jobs().restore(&kept[0].head), Some(1));
            assert!(!engine.jobs().fill(1, &values), "{place}");
            assert_eq!(answers(&mut engine, "/api/jobs/1").0, 404);
            assert_eq!(document(&mut engine, &ask_for("grundy", "sequence", 20_000))["state"], "queued");
        }
        let engine = Engine::new();
        assert_eq!(engine.jobs().restore(&kept[0].head), Some(1));
        assert!(!engine.jobs().fill(1, &kept[0].values[..1000]));
        assert!(!engine.jobs().fill(7, &kept[0].values));
    }
}

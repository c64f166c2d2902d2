//! What the lab answers, byte for byte: `corpus/requests.txt` holds a request a line, `corpus/answers.jsonl` the answers.
//! `SPRAGUE_CORPUS=write cargo test -p sprague-lab --test lab corpus::` writes them again.

#[path = "../../../cli/tests/corpus/kept.rs"]
mod kept;

use serde_json::json;

use crate::client::Server;

#[test]
fn every_request_is_answered_as_it_was() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lab/corpus");
    let server = Server::start();
    kept::compare(folder, "requests.txt", |request| {
        let mut parts = request.splitn(3, ' ');
        let [method, path] = [(); 2].map(|()| parts.next().expect("a method and a path"));
        let answer = server.change(method, path, parts.next().unwrap_or_default());
        json!({"status": answer.status, "body": kept::short(answer.text().as_bytes())})
    });
}

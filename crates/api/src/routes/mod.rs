//! The questions, one file each, and the one table of them: what each is called, what it may cost, what answers it, an
//! example, and whether it changes something.
//!
//! The server, the engine in the browser, the guard of the server and the description of the interface read this table.
//! What a question asks for and what it is answered with are the types of the function that answers it; a function asks
//! the library and phrases nothing that another front end says too.

#![expect(clippy::needless_pass_by_value, reason = "a question is read for the one function that answers it")]

mod automaton;
mod compare;
mod export;
mod game;
mod games;
mod graph;
mod jobs;
mod periods;
mod pictures;
mod position;
mod quotient;
mod reply;
mod served;
mod star;
mod study;
mod teacher;
mod uploads;
mod values;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use sprague::heap::HeapGame;
use sprague::notation::Cursor;

use crate::limits::{
    Budget, EVENTS, FILE, GAME, GRAPH, JOB, LISTING, PICTURE, POSITION, STAR, UPLOAD, VALUES,
};
use crate::operation::{Operation, Types};
use crate::problem::Refusal;
use crate::question::{Question, Reply};
use crate::sent::Sent;
use served::{Description, Events, elsewhere};

/// What answers a question.
pub type Answerer = fn(&Question<'_>) -> Result<Reply, Refusal>;

/// A route.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The method, in small letters.
    pub method: &'static str,
    /// The path, with its parameter in braces.
    pub path: &'static str,
    /// What a question may cost.
    pub budget: &'static Budget,
    /// What answers it.
    pub answer: Answerer,
    /// Whether it changes something; other questions may come from whoever may look.
    pub changes: bool,
}

/// One row a route: method, `changes` where it changes something, path, budget, a sentence and what answers it; then an
/// example in braces, and in brackets a refusal beyond the usual ones.
macro_rules! routes {
    ($($method:ident $($changes:ident)? $path:literal $budget:ident $summary:literal $answer:path
        $({ $($example:tt)* })? $([$refusal:literal])?;)*) => {
        /// Every route.
        pub const ROUTES: &[Route] = &[$(Route {
            method: stringify!($method),
            path: $path,
            budget: &$budget,
            answer: |question| Ok($answer(routes!(@read $method question)?, question)?.reply()),
            changes: routes!(@changes $($changes)?),
        },)*];

        /// The routes as they are described.
        pub fn operations(types: &mut Types) -> Vec<Operation> {
            vec![$({
                let operation = Operation::new(stringify!($method), $path, $summary);
                let operation = described(operation, types, $answer, &json!({$($($example)*)?}));
                let operation = operation.refuses(&[$($refusal)?]);
                $(let operation = operation.$changes();)?
                operation
            },)*]
        }
    };
    (@read post $question:ident) => { $question.body() };
    (@read $method:ident $question:ident) => { $question.parameters() };
    (@changes changes) => { true };
    (@changes) => { false };
}

/// What an operation asks for and what it sends are the types of what answers it.
fn described<A: JsonSchema, S: Sent>(
    operation: Operation,
    types: &mut Types,
    _: fn(A, &Question<'_>) -> Result<S, Refusal>,
    example: &Value,
) -> Operation {
    S::describe(operation.asks::<A>(types, example), types)
}

routes! {
    get "/api/openapi.json" LISTING "This description" elsewhere::<Description>;
    get "/api/games" LISTING "The gallery: every named game" games::list;
    get "/api/game" GAME "All that is known of one game" game::one {"game": "grundy"};
    post "/api/position" POSITION "A position with its boards and every way to move" position::look
        {"position": "kayles: 7 5 + nim: 3"};
    post "/api/move" POSITION "Whether a position is an option of another" position::check
        {"position": "nim: 1e18 7", "to": "nim: 7 7"};
    post "/api/reply" POSITION "The opponent's move" reply::reply
        {"position": "grundy: 9", "opponent": "perfect"} [409];
    post "/api/teacher" POSITION "Why a position is won or lost" teacher::teach {"position": "nim: 3 4 5"};
    get "/api/values" VALUES "Values of single heaps, a short range at once" values::at_once {"game": "grundy"};
    get "/api/compare" VALUES "Where two games first differ" compare::compare {"a": "kayles", "b": "0.07"};
    post "/api/graph" GRAPH "The game graph of a small position, with coordinates" graph::lay_out
        {"position": "nim: 2 1"};
    post "/api/graph/svg" GRAPH "The game graph as a picture" graph::draw {"position": "nim: 2 1"};
    post "/api/quotient/svg" GRAPH
        "The misère quotient of the heaps of a position, with their sum walking through it" quotient::draw
        {"position": "kayles: 12 9 5"};
    post changes "/api/graphs" UPLOAD "Hand in a graph, to be named by its id in positions" uploads::hand_in
        {"text": "a b\nb c\n"};
    get "/api/jobs" LISTING "All jobs, the newest first" jobs::list;
    post changes "/api/jobs" JOB "Start a job" jobs::start
        {"kind": "sequence", "game": "grundy", "to": 10_000} [429];
    get "/api/jobs/{id}" LISTING "One job" jobs::one;
    delete changes "/api/jobs/{id}" JOB "Cancel a job, or forget one that has ended" jobs::end;
    get "/api/jobs/{id}/events" EVENTS "The job whenever it has changed, until it has ended" elsewhere::<Events>;
    get "/api/jobs/{id}/values" VALUES "Values that a job has computed" values::of_job [409];
    get "/api/jobs/{id}/raster" PICTURE
        "Values in rows, as cells of 16 bits, little-endian; 65535 where there is no heap"
        pictures::raster::raster [409];
    get "/api/jobs/{id}/scatter" PICTURE
        "Heaps against values, counted in cells of 16 bits, little-endian" pictures::scatter::scatter [409];
    get "/api/jobs/{id}/histogram" PICTURE "How often each value occurs" pictures::histogram::histogram [409];
    get "/api/jobs/{id}/summary" PICTURE
        "Extremes, zeros, records, sparse space, what is known of the period" jobs::summary [409];
    get "/api/jobs/{id}/difference" PICTURE
        "Where the values of two jobs differ, with a lag where one is wanted" study::difference {"with": 1} [409];
    get "/api/jobs/{id}/lags" PICTURE
        "The distances at which the values of a job agree most often: widths worth a look" study::widths [409];
    get "/api/jobs/{id}/places" PICTURE "Where a pattern of values begins" study::find {"pattern": "1 2 *"} [409];
    get "/api/jobs/{id}/export" FILE "A file to keep" export::export {"format": "bfile"} [409];
    get "/api/ulam-warburton" GAME "The Ulam-Warburton automaton after a generation, beside three-heap Nim"
        automaton::told {"generation": 7};
    get "/api/ulam-warburton/svg" GRAPH "The same as a picture" automaton::draw {"generation": 7};
    get "/api/star/table" STAR
        "A rectangle of the table of 2-Star Nim, as cells of 16 bits, little-endian; 65535 at (0, 0)" star::table;
    get "/api/star/row" STAR "The additive period of a row of 2-Star Nim" periods::row {"row": 11};
    get "/api/star/sequence" STAR "The period of the differences of the pairs of a value" periods::sequence
        {"value": 6};
    get "/api/star/diagonal" STAR "The period of a diagonal G(a, a + c)" periods::diagonal {"diagonal": 2};
}

impl Route {
    /// The part of a path that this route leaves open, if it is a path of this route; empty where nothing is open.
    pub fn open_part<'p>(&self, path: &'p str) -> Option<&'p str> {
        let Some((before, after)) = self.path.split_once("{id}") else {
            return (self.path == path).then_some("");
        };
        let id = path.strip_prefix(before)?.strip_suffix(after)?;
        (!id.is_empty() && !id.contains('/')).then_some(id)
    }
}

/// The route of a method and a path, and the part of the path that it leaves open.
pub fn find<'p>(method: &str, path: &'p str) -> Option<(&'static Route, &'p str)> {
    let routes = ROUTES.iter().filter(|route| route.method.eq_ignore_ascii_case(method));
    routes.into_iter().find_map(|route| Some((route, route.open_part(path)?)))
}

/// A question that asks for nothing more than its path.
#[derive(Deserialize, JsonSchema)]
pub struct Nothing {}

/// A number in the address of a request, in the notation: 1000, 1e6 or 2^20.
pub fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    let mut cursor = Cursor::new(&text);
    let number = cursor.number("a number such as 1000, 1e6 or 2^20");
    number.and_then(|number| cursor.end().map(|()| number)).map_err(D::Error::custom)
}

/// The same where it may be left out.
pub fn maybe_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    count(deserializer).map(Some)
}

/// Reads a heap game that was typed.
pub fn heap_game(text: &str) -> Result<HeapGame, Refusal> {
    Ok(text.parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_their_routes() {
        let found = |method, path| find(method, path).map(|(route, id)| (route.path, id));
        assert_eq!(found("GET", "/api/jobs/12"), Some(("/api/jobs/{id}", "12")));
        assert_eq!(found("GET", "/api/jobs/12/raster"), Some(("/api/jobs/{id}/raster", "12")));
        assert_eq!(found("POST", "/api/graph/svg"), Some(("/api/graph/svg", "")));
        assert_eq!(found("DELETE", "/api/jobs/"), None);
        assert_eq!(found("GET", "/api/jobs/1/2/raster"), None);
        assert_eq!(found("PUT", "/api/games"), None);
    }
}

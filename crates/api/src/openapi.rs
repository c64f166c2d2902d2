//! The description of the interface (`OpenAPI` 3.1), made from the types of requests and answers.
//!
//! What the types cannot tell stands in one table: a sentence for each route, its examples, and the refusals beyond
//! those that every route can give. A test holds the table against the routes, and sends each example to the server.

use std::sync::LazyLock;

use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use sprague_answer::{Document, ProblemDocument, VERSION, lab, schema_name};

use crate::routes::{
    compare, export, game, graph, jobs, periods, pictures, position, quotient, reply, star, uploads, values,
};

/// What every route can refuse with: not allowed, no such method, too slow, too long, too large, busy.
const ALWAYS: [u16; 7] = [403, 405, 408, 413, 414, 422, 503];
/// Heaps and seeds have at most 63 bits.
const LARGEST: i64 = i64::MAX;

/// The description as text.
static DESCRIPTION: LazyLock<String> = LazyLock::new(|| {
    let mut text = serde_json::to_string_pretty(&description()).unwrap_or_default();
    text.push('\n');
    text
});

/// The description, as it is served and kept in `docs/schema`.
pub fn text() -> &'static str {
    &DESCRIPTION
}

/// The definitions of the answers' types, by name.
pub fn answer_types() -> Map<String, Value> {
    let mut types = Types::new();
    let _ = operations(&mut types);
    types.document::<ProblemDocument>();
    types.answers.take_definitions(true)
}

/// The types met so far; requests and answers differ in which fields must be there.
struct Types {
    answers: SchemaGenerator,
    requests: SchemaGenerator,
}

impl Types {
    fn new() -> Self {
        let settings = |contract: Contract| {
            let mut settings = SchemaSettings::draft2020_12();
            settings.contract = contract;
            settings.definitions_path = "/components/schemas".into();
            settings.into_generator()
        };
        Self { answers: settings(Contract::Serialize), requests: settings(Contract::Deserialize) }
    }

    /// The type of an answer, which carries the name of its schema.
    fn document<T: Document>(&mut self) -> Value {
        let name = json!({"properties": {"schema": {"const": schema_name::<T>()}}, "required": ["schema"]});
        json!({"allOf": [self.answers.subschema_for::<T>().to_value(), name]})
    }

    /// The type of a request, in full.
    fn request<T: JsonSchema>(&mut self) -> Value {
        let mut schema = T::json_schema(&mut self.requests).to_value();
        schema.as_object_mut().map(|words| words.remove("description"));
        for field in schema["properties"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            if field["format"] == "uint64" && field.get("maximum").is_none() {
                field["maximum"] = LARGEST.into();
            }
        }
        schema
    }
}

/// One operation in the making.
struct Operation {
    method: &'static str,
    path: &'static str,
    fields: Map<String, Value>,
    parameters: Vec<Value>,
    responses: Vec<(u16, Value)>,
    refusals: Vec<u16>,
}

impl Operation {
    fn new(method: &'static str, path: &'static str, summary: &str) -> Self {
        let fields = Map::from_iter([("summary".to_owned(), summary.into())]);
        let (mut parameters, mut refusals) = (Vec::new(), ALWAYS.to_vec());
        if path.contains("{id}") {
            parameters.push(json!({
                "name": "id", "in": "path", "required": true, "description": "The number of the job",
                "schema": {"type": "string", "pattern": "^[0-9]{1,18}$"}, "example": "1",
            }));
            refusals.push(404);
        }
        Self { method, path, fields, parameters, responses: Vec::new(), refusals }
    }

    /// Its parameters are the fields of a type; an example for each that must be there.
    fn query<T: JsonSchema>(mut self, types: &mut Types, example: &Value) -> Self {
        let schema = types.request::<T>();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let mut field = field.clone();
            let description = field.as_object_mut().and_then(|words| words.remove("description"));
            let mut parameter = json!({
                "name": name, "in": "query", "required": required.iter().any(|known| known == name),
                "description": description, "schema": without_null(field),
            });
            if let Some(example) = example.get(name) {
                parameter["example"] = example.clone();
            }
            self.parameters.push(parameter);
        }
        self.refusals.push(400);
        self
    }

    /// Its body is a type.
    fn body<T: JsonSchema>(mut self, types: &mut Types, example: &Value) -> Self {
        let content = json!({"application/json": {"schema": types.request::<T>(), "example": example}});
        self.fields.insert("requestBody".to_owned(), json!({"required": true, "content": content}));
        self.refusals.extend([400, 415]);
        self
    }

    /// It answers with a document.
    fn answers<T: Document>(self, types: &mut Types) -> Self {
        self.answers_as::<T>(types, 200, "The answer")
    }

    /// It answers with a document and this status.
    fn answers_as<T: Document>(mut self, types: &mut Types, status: u16, what: &str) -> Self {
        let content = json!({"application/json": {"schema": types.document::<T>()}});
        self.responses.push((status, json!({"description": what, "content": content})));
        self
    }

    /// It answers with cells, which a document in a header describes.
    fn cells<T: Document>(mut self, types: &mut Types, header: &str, what: &str) -> Self {
        let content = json!({"application/json": {"schema": types.document::<T>()}});
        let described = json!({"description": "What the cells are, as JSON", "content": content});
        let headers = Map::from_iter([(header.to_owned(), described)]);
        let content = files(&[("application/octet-stream", Bytes::Raw)]);
        self.responses.push((200, json!({"description": what, "headers": headers, "content": content})));
        self
    }

    /// It answers with one of these kinds of files.
    fn file(mut self, what: &str, kinds: &[(&str, Bytes)]) -> Self {
        self.responses.push((200, json!({"description": what, "content": files(kinds)})));
        self
    }

    /// It may answer without content.
    fn empty(mut self, status: u16, what: &str) -> Self {
        self.responses.push((status, json!({"description": what})));
        self
    }

    /// It can be refused for these reasons too.
    fn refuses(mut self, statuses: &[u16]) -> Self {
        self.refusals.extend(statuses);
        self
    }

    /// It changes something, so it needs the header.
    fn changes(mut self) -> Self {
        self.fields.insert("security".to_owned(), json!([{"token": []}]));
        self
    }

    fn finish(mut self) -> (&'static str, &'static str, Value) {
        let refusal = json!({"$ref": "#/components/responses/Problem"});
        self.responses.extend(self.refusals.iter().map(|&status| (status, refusal.clone())));
        self.responses.sort_by_key(|(status, _)| *status);
        let responses: Map<String, Value> =
            self.responses.into_iter().map(|(status, response)| (status.to_string(), response)).collect();
        if !self.parameters.is_empty() {
            self.fields.insert("parameters".to_owned(), self.parameters.into());
        }
        self.fields.insert("responses".to_owned(), responses.into());
        (self.path, self.method, self.fields.into())
    }
}

#[derive(Clone, Copy)]
enum Bytes {
    Text,
    Raw,
    Object,
}

fn files(kinds: &[(&str, Bytes)]) -> Map<String, Value> {
    let schema = |bytes: Bytes| match bytes {
        Bytes::Text => json!({"schema": {"type": "string"}}),
        Bytes::Raw => json!({"schema": {"type": "string", "format": "binary"}}),
        Bytes::Object => json!({"schema": {"type": "object"}}),
    };
    kinds.iter().map(|&(kind, bytes)| (kind.to_owned(), schema(bytes))).collect()
}

/// A parameter that is left out is no null.
fn without_null(mut schema: Value) -> Value {
    if let Some(kinds) = schema.get("type").and_then(Value::as_array) {
        let kinds: Vec<&Value> = kinds.iter().filter(|kind| *kind != "null").collect();
        if let [kind] = kinds[..] {
            schema["type"] = kind.clone();
        }
    }
    let only = |forms: &Vec<Value>| match &forms[..] {
        [form, null] if null["type"] == "null" => Some(form.clone()),
        _ => None,
    };
    let form = schema.get("anyOf").and_then(Value::as_array).and_then(only);
    form.unwrap_or(schema)
}

/// The table.
#[expect(clippy::too_many_lines, reason = "one table")]
fn operations(types: &mut Types) -> Vec<Operation> {
    let get = |path, summary| Operation::new("get", path, summary);
    let post = |path, summary| Operation::new("post", path, summary);
    let nothing = Value::Null;
    vec![
        get("/api/openapi.json", "This description").file("The description", &[("application/json", Bytes::Object)]),
        get("/api/games", "The gallery: every named game").answers::<lab::GameList>(types),
        get("/api/game", "All that is known of one game")
            .query::<game::Asked>(types, &json!({"game": "grundy"}))
            .answers::<lab::GameAnswer>(types),
        post("/api/position", "A position with its boards and every way to move")
            .body::<position::Asked>(types, &json!({"position": "kayles: 7 5 + nim: 3"}))
            .answers::<lab::PositionAnswer>(types),
        post("/api/move", "Whether a position is an option of another")
            .body::<position::Typed>(types, &json!({"position": "nim: 1e18 7", "to": "nim: 7 7"}))
            .answers::<lab::MoveAnswer>(types),
        post("/api/reply", "The opponent's move")
            .body::<reply::Asked>(types, &json!({"position": "grundy: 9", "opponent": "perfect"}))
            .answers::<lab::ReplyAnswer>(types)
            .refuses(&[409]),
        post("/api/teacher", "Why a position is won or lost")
            .body::<position::Asked>(types, &json!({"position": "nim: 3 4 5"}))
            .answers::<lab::TeacherAnswer>(types),
        get("/api/values", "Values of single heaps, a short range at once")
            .query::<values::Asked>(types, &json!({"game": "grundy"}))
            .answers::<lab::ValuesAnswer>(types),
        get("/api/compare", "Where two games first differ")
            .query::<compare::Asked>(types, &json!({"a": "kayles", "b": "0.07"}))
            .answers::<lab::CompareAnswer>(types),
        post("/api/graph", "The game graph of a small position, with coordinates")
            .body::<graph::Asked>(types, &json!({"position": "nim: 2 1"}))
            .answers::<lab::GraphAnswer>(types),
        post("/api/graph/svg", "The game graph as a picture")
            .body::<graph::Asked>(types, &json!({"position": "nim: 2 1"}))
            .file("The picture", &[("image/svg+xml", Bytes::Text)]),
        post("/api/quotient/svg", "The misère quotient of the heaps of a position, with their sum walking through it")
            .body::<quotient::Asked>(types, &json!({"position": "kayles: 12 9 5"}))
            .file("The picture", &[("image/svg+xml", Bytes::Text)]),
        post("/api/graphs", "Hand in a graph, to be named by its id in positions")
            .body::<uploads::Graph>(types, &json!({"text": "a b\nb c\n"}))
            .answers_as::<lab::UploadAnswer>(types, 201, "The graph is kept")
            .changes(),
        get("/api/jobs", "All jobs, the newest first").answers::<lab::JobList>(types),
        post("/api/jobs", "Start a job")
            .body::<jobs::Asked>(types, &json!({"kind": "sequence", "game": "grundy", "to": 10_000}))
            .answers_as::<lab::JobAnswer>(types, 200, "A job that was there already answers it")
            .answers_as::<lab::JobAnswer>(types, 202, "The job waits for its turn")
            .refuses(&[429])
            .changes(),
        get("/api/jobs/{id}", "One job").answers::<lab::JobAnswer>(types),
        Operation::new("delete", "/api/jobs/{id}", "Cancel a job, or forget one that has ended")
            .answers_as::<lab::JobAnswer>(types, 200, "The job is cancelled")
            .empty(204, "The job is forgotten")
            .changes(),
        get("/api/jobs/{id}/events", "The job whenever it has changed, until it has ended")
            .file("Events whose data is a job", &[("text/event-stream", Bytes::Text)]),
        get("/api/jobs/{id}/values", "Values that a job has computed")
            .query::<values::Part>(types, &nothing)
            .answers::<lab::JobValues>(types)
            .refuses(&[409]),
        get(
            "/api/jobs/{id}/raster",
            "Values in rows, as cells of 16 bits, little-endian; 65535 where there is no heap",
        )
        .query::<pictures::raster::Asked>(types, &nothing)
        .cells::<lab::RasterHead>(
            types,
            "X-Sprague-Raster",
            "Cells row by row: the mean, greatest or least value of their heaps, divided by scale",
        )
        .refuses(&[409]),
        get("/api/jobs/{id}/scatter", "Heaps against values, counted in cells of 16 bits, little-endian")
            .query::<pictures::scatter::Asked>(types, &nothing)
            .cells::<lab::ScatterHead>(
                types,
                "X-Sprague-Scatter",
                "Layers of cells, row by row from the top: common heaps, then rare ones where there is a sparse space",
            )
            .refuses(&[409]),
        get("/api/jobs/{id}/histogram", "How often each value occurs")
            .query::<pictures::histogram::Asked>(types, &nothing)
            .answers::<lab::HistogramAnswer>(types)
            .refuses(&[409]),
        get("/api/jobs/{id}/summary", "Extremes, zeros, records, sparse space, what is known of the period")
            .query::<jobs::Reach>(types, &nothing)
            .answers::<lab::SummaryAnswer>(types)
            .refuses(&[409]),
        get("/api/jobs/{id}/export", "A file to keep")
            .query::<export::Asked>(types, &json!({"format": "bfile"}))
            .file(
                "The file",
                &[
                    ("text/plain", Bytes::Text),
                    ("text/csv", Bytes::Text),
                    ("image/svg+xml", Bytes::Text),
                    ("image/png", Bytes::Raw),
                ],
            )
            .refuses(&[409]),
        get(
            "/api/star/table",
            "A rectangle of the table of 2-Star Nim, as cells of 16 bits, little-endian; 65535 at (0, 0)",
        )
        .query::<star::Asked>(types, &nothing)
        .cells::<lab::TableHead>(types, "X-Sprague-Table", "Cells row by row"),
        get("/api/star/row", "The additive period of a row of 2-Star Nim")
            .query::<periods::Row>(types, &json!({"row": 11}))
            .answers::<lab::RowResult>(types),
        get("/api/star/sequence", "The period of the differences of the pairs of a value")
            .query::<periods::Wanted>(types, &json!({"value": 6}))
            .answers::<lab::SequenceResult>(types),
        get("/api/star/diagonal", "The period of a diagonal G(a, a + c)")
            .query::<periods::Slant>(types, &json!({"diagonal": 2}))
            .answers::<lab::DiagonalResult>(types),
    ]
}

fn description() -> Value {
    let mut types = Types::new();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations(&mut types) {
        let (path, method, fields) = operation.finish();
        paths.entry(path).or_insert_with(|| json!({}))[method] = fields;
    }
    let problem = json!({"application/json": {"schema": types.document::<ProblemDocument>()}});
    let mut schemas = types.answers.take_definitions(true);
    schemas.extend(types.requests.take_definitions(true));
    schemas.sort_keys();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sprague lab",
            "version": format!("{VERSION}"),
            "description": "The interface between the laboratory's page and its server. Integers that may exceed 2^53 are \
                text. Every request needs the token of the run: in the header X-Sprague-Token, or the cookie that the \
                server gives for the token in the address it printed. Whatever changes state needs the header, whose value \
                also stands in the page's meta tag sprague-token. Every question has a budget of time, memory and size: \
                422 says that it is too large, 503 with Retry-After that the server is busy.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "security": [{"token": []}, {"cookie": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": {"Problem": {"description": "Why there is no answer", "content": problem}},
            "securitySchemes": {
                "token": {"type": "apiKey", "in": "header", "name": "X-Sprague-Token"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "sprague-lab-{port}"},
            },
        },
    })
}

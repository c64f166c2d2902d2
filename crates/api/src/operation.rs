//! One operation of the description in the making: what it asks for, what it answers, what it can be refused for; and the
//! types met so far.

use std::collections::BTreeMap;

use http::StatusCode;
use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use sprague_tell::{Document, schema, schema_name};

/// What every route can refuse with: not allowed, no such method, too slow, too long, too large, busy.
const ALWAYS: [u16; 7] = [403, 405, 408, 413, 414, 422, 503];
/// Heaps and seeds have at most 63 bits.
const LARGEST: i64 = i64::MAX;

/// The types met so far; requests and answers differ in which fields must be there.
pub struct Types {
    pub(crate) answers: SchemaGenerator,
    pub(crate) requests: SchemaGenerator,
    /// The schema of each document that is answered with, by its name.
    pub(crate) documents: BTreeMap<&'static str, fn() -> Value>,
}

impl Types {
    pub(crate) fn new() -> Self {
        let settings = |contract: Contract| {
            let mut settings = SchemaSettings::draft2020_12();
            settings.contract = contract;
            settings.definitions_path = "/components/schemas".into();
            settings.into_generator()
        };
        let (answers, requests) = (settings(Contract::Serialize), settings(Contract::Deserialize));
        Self { answers, requests, documents: BTreeMap::new() }
    }

    /// The type of an answer, which carries the name of its schema.
    pub(crate) fn document<T: Document>(&mut self) -> Value {
        self.documents.insert(T::NAME, schema::<T>);
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
#[must_use]
pub struct Operation {
    method: &'static str,
    path: &'static str,
    fields: Map<String, Value>,
    parameters: Vec<Value>,
    responses: Vec<(u16, Value)>,
    refusals: Vec<u16>,
}

impl Operation {
    /// What is called so and does this.
    pub fn new(method: &'static str, path: &'static str, summary: &str) -> Self {
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

    /// It asks for a type: in its body where it is posted, else in its address.
    pub fn asks<T: JsonSchema>(self, types: &mut Types, example: &Value) -> Self {
        match self.method {
            "post" => self.body::<T>(types, example),
            _ => self.query::<T>(types, example),
        }
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
            self.refusals.push(400);
        }
        self
    }

    /// Its body is a type.
    fn body<T: JsonSchema>(mut self, types: &mut Types, example: &Value) -> Self {
        let content = json!({"application/json": {"schema": types.request::<T>(), "example": example}});
        self.fields.insert("requestBody".to_owned(), json!({"required": true, "content": content}));
        self.refusals.extend([400, 415]);
        self
    }

    /// It answers with a document and this status.
    pub fn answers<T: Document>(mut self, types: &mut Types, status: StatusCode, what: &str) -> Self {
        let content = json!({"application/json": {"schema": types.document::<T>()}});
        self.responses.push((status.as_u16(), json!({"description": what, "content": content})));
        self
    }

    /// It answers with cells, which a document in a header describes.
    pub fn cells<T: Document>(mut self, types: &mut Types, header: &str, what: &str) -> Self {
        let content = json!({"application/json": {"schema": types.document::<T>()}});
        let described = json!({"description": "What the cells are, as JSON", "content": content});
        let headers = Map::from_iter([(header.to_owned(), described)]);
        let content = files(&["application/octet-stream"]);
        self.responses.push((200, json!({"description": what, "headers": headers, "content": content})));
        self
    }

    /// It answers with one of these kinds of files.
    pub fn file(mut self, what: &str, kinds: &[&str]) -> Self {
        self.responses.push((200, json!({"description": what, "content": files(kinds)})));
        self
    }

    /// It may answer without content.
    pub fn empty(mut self, status: StatusCode, what: &str) -> Self {
        self.responses.push((status.as_u16(), json!({"description": what})));
        self
    }

    /// It can be refused for these reasons too.
    pub fn refuses(mut self, statuses: &[u16]) -> Self {
        self.refusals.extend(statuses);
        self
    }

    /// It changes something, so it needs the header.
    pub fn changes(mut self) -> Self {
        self.fields.insert("security".to_owned(), json!([{"token": []}]));
        self
    }

    pub(crate) fn finish(mut self) -> (&'static str, &'static str, Value) {
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

fn files(kinds: &[&str]) -> Map<String, Value> {
    let schema = |kind: &str| match kind {
        "application/json" => json!({"type": "object"}),
        "application/octet-stream" | "image/png" => json!({"type": "string", "format": "binary"}),
        _ => json!({"type": "string"}),
    };
    kinds.iter().map(|&kind| (kind.to_owned(), json!({"schema": schema(kind)}))).collect()
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

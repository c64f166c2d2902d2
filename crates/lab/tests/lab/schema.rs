//! Documents against schemas, as far as the description of the interface uses them; an unknown word is a fault, so that
//! nothing passes because it was not looked at.

use serde_json::Value;

/// What does not fit, with its place; empty where the document is as described.
pub fn faults(description: &Value, schema: &Value, document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(description, schema, document, "$", &mut found);
    found
}

fn check(description: &Value, schema: &Value, document: &Value, at: &str, faults: &mut Vec<String>) {
    let Some(words) = schema.as_object() else {
        faults.push(format!("{at}: the schema is no object"));
        return;
    };
    for (word, what) in words {
        let holds = match word.as_str() {
            "$ref" => {
                let target = what.as_str().and_then(|path| description.pointer(path.trim_start_matches('#')));
                match target {
                    Some(target) => {
                        check(description, target, document, at, faults);
                        true
                    }
                    None => false,
                }
            }
            "type" => match what {
                Value::Array(kinds) => kinds.iter().any(|kind| is(document, kind)),
                kind => is(document, kind),
            },
            "allOf" => {
                for part in what.as_array().into_iter().flatten() {
                    check(description, part, document, at, faults);
                }
                true
            }
            "enum" => what.as_array().is_some_and(|values| values.contains(document)),
            "required" => document.as_object().is_none_or(|fields| {
                what.as_array().is_some_and(|names| {
                    names.iter().all(|name| name.as_str().is_some_and(|name| fields.contains_key(name)))
                })
            }),
            "properties" => {
                for (name, schema) in what.as_object().into_iter().flatten() {
                    if let Some(value) = document.get(name) {
                        check(description, schema, value, &format!("{at}.{name}"), faults);
                    }
                }
                true
            }
            "additionalProperties" => document.as_object().is_none_or(|fields| {
                let named = |name: &String| schema["properties"].get(name).is_some();
                let numbered = |name: &String| schema.get("patternProperties").is_some() && is_number(name);
                fields.keys().all(|name| named(name) || numbered(name)) || *what == Value::Bool(true)
            }),
            "patternProperties" => {
                for (pattern, schema) in what.as_object().into_iter().flatten() {
                    let fields = document.as_object().into_iter().flatten();
                    for (name, value) in fields.filter(|(name, _)| pattern == "^\\d+$" && is_number(name)) {
                        check(description, schema, value, &format!("{at}.{name}"), faults);
                    }
                }
                true
            }
            "items" => {
                for (i, item) in document.as_array().into_iter().flatten().enumerate() {
                    check(description, what, item, &format!("{at}[{i}]"), faults);
                }
                true
            }
            "prefixItems" => {
                let items =
                    what.as_array().into_iter().flatten().zip(document.as_array().into_iter().flatten());
                for (i, (schema, item)) in items.enumerate() {
                    check(description, schema, item, &format!("{at}[{i}]"), faults);
                }
                true
            }
            "oneOf" | "anyOf" => {
                let fits = |schema: &&Value| self::faults(description, schema, document).is_empty();
                let fitting = what.as_array().map_or(0, |schemas| schemas.iter().filter(fits).count());
                fitting == 1 || fitting > 1 && word == "anyOf"
            }
            "const" => document == what,
            "minimum" => document.as_f64().is_none_or(|number| Some(number) >= what.as_f64()),
            "maximum" => document.as_f64().is_none_or(|number| Some(number) <= what.as_f64()),
            "maxLength" => document.as_str().is_none_or(|text| Some(text.len() as u64) <= what.as_u64()),
            "minItems" => document.as_array().is_none_or(|items| Some(items.len() as u64) >= what.as_u64()),
            "maxItems" => document.as_array().is_none_or(|items| Some(items.len() as u64) <= what.as_u64()),
            "pattern" => document.as_str().is_none_or(|text| {
                let most = if what == "^[0-9]+$" { usize::MAX } else { 18 };
                let known = what == "^[0-9]+$" || what == "^[0-9]{1,18}$";
                known && (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
            }),
            "description" | "example" | "default" | "format" | "title" | "$schema" | "$id" | "$defs"
            | "version" => true,
            _ => {
                faults.push(format!("{at}: the word {word} is not understood"));
                true
            }
        };
        if !holds {
            let shown: String = document.to_string().chars().take(120).collect();
            faults.push(format!("{at}: {word} {what} does not hold for {shown}"));
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is(document: &Value, kind: &Value) -> bool {
    match kind.as_str() {
        Some("object") => document.is_object(),
        Some("array") => document.is_array(),
        Some("string") => document.is_string(),
        Some("integer") => document.is_u64() || document.is_i64(),
        Some("number") => document.is_number(),
        Some("boolean") => document.is_boolean(),
        Some("null") => document.is_null(),
        _ => false,
    }
}

#[test]
fn what_does_not_fit_is_found() {
    use serde_json::json;
    let description =
        json!({"count": {"oneOf": [{"type": "integer"}, {"type": "string", "pattern": "^[0-9]+$"}]}});
    let schema = json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": {"a": {"$ref": "#/count"}, "b": {"type": "array", "items": {"enum": [1, 2]}}},
    });
    let bad = |document: Value| !faults(&description, &schema, &document).is_empty();
    assert!(!bad(json!({"a": 3, "b": [1, 2]})) && !bad(json!({"a": "12"})));
    for document in
        [json!({}), json!({"a": "x"}), json!({"a": 1, "c": 1}), json!({"a": 1, "b": [3]}), json!(5)]
    {
        assert!(bad(document.clone()), "{document}");
    }
}

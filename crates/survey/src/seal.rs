//! Sealed documents: one JSON object whose last field, `check`, is BLAKE3 of every byte before it. So a document can be
//! read by any program, and a changed or missing byte is found before anything in it is believed.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sprague_store::FileText;

const BEFORE: &str = ",\"check\":\"";
const AFTER: &str = "\"}\n";
const HASH: usize = 64;

/// The document as text.
pub fn seal<T: Serialize>(content: &T) -> String {
    let mut text = serde_json::to_string(content).expect("plain data");
    assert_eq!(text.pop(), Some('}'), "a document is an object");
    let hash = blake3::hash(text.as_bytes()).to_hex();
    text + BEFORE + &hash + AFTER
}

/// The content of a document, or what is wrong with it.
pub fn open<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FileText> {
    let tail = BEFORE.len() + HASH + AFTER.len();
    let (body, end) = match bytes.len().checked_sub(tail) {
        None | Some(0) => return Err("it is too short".into()),
        Some(at) => bytes.split_at(at),
    };
    let hash = end.strip_prefix(BEFORE.as_bytes()).and_then(|end| end.strip_suffix(AFTER.as_bytes()));
    let Some(hash) = hash else { return Err("it has no checksum: a part of it is missing".into()) };
    if blake3::hash(body).to_hex().as_bytes() != hash {
        return Err("its checksum is wrong".into());
    }
    let mut text = body.to_vec();
    text.push(b'}');
    serde_json::from_slice(&text).map_err(|error| error.to_string().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_or_missing_byte_is_found() {
        let sealed = seal(&serde_json::json!({"a": [1, 2, 3], "b": "c"})).into_bytes();
        assert!(open::<serde_json::Value>(&sealed).is_ok());
        for at in 0..sealed.len() {
            assert!(open::<serde_json::Value>(&sealed[..at]).is_err(), "{at} bytes");
            for bit in 0..8 {
                let mut changed = sealed.clone();
                changed[at] ^= 1 << bit;
                assert!(open::<serde_json::Value>(&changed).is_err(), "bit {bit} of byte {at}");
            }
        }
    }
}

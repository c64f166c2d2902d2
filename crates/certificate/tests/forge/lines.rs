//! Certificates as lists of lines: without the closing hash, with it made anew, and with whole lines forged.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

/// The lines before the closing hash.
pub fn lines(text: &str) -> Vec<String> {
    text.lines().take_while(|line| !line.starts_with("sha256")).map(str::to_string).collect()
}

/// The lines with the hash that belongs to them.
pub fn close(lines: &[String]) -> String {
    let body: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let digit = |digit: u8| char::from_digit(digit.into(), 16).unwrap();
    let hash = Sha256::digest(body.as_bytes());
    let hash: String = hash.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
    format!("{body}sha256 {hash}\n")
}

/// Every line left out, doubled, and swapped with the one before it.
pub fn rearranged(lines: &[String]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for at in 0..lines.len() {
        let (mut fewer, mut more) = (lines.to_vec(), lines.to_vec());
        fewer.remove(at);
        more.insert(at, lines[at].clone());
        found.extend([close(&fewer), close(&more)]);
        if at > 0 {
            let mut swapped = lines.to_vec();
            swapped.swap(at - 1, at);
            found.insert(close(&swapped));
        }
    }
    found
}

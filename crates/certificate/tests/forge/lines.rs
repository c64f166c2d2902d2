//! Certificates as lists of lines: without the closing hash, with it made anew, and with whole lines forged.

use std::collections::BTreeSet;

/// The lines before the closing hash.
pub fn lines(text: &str) -> Vec<String> {
    text.lines().take_while(|line| !line.starts_with("sha256")).map(str::to_string).collect()
}

/// The lines with the hash that belongs to them.
pub fn close(lines: &[String]) -> String {
    super::forgeries::close(&lines.iter().flat_map(|line| [line, "\n"]).collect::<String>())
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

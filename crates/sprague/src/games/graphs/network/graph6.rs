//! graph6 and sparse6, the two text formats of `McKay`'s nauty: a graph in one word.
//!
//! Characters 63 to 126 carry six bits each, the most significant first. Both formats begin with the number of nodes:
//! one character, or a `~` and three, or two `~` and six. In graph6 follow the upper triangle of the matrix, column by
//! column. In sparse6, which begins with `:`, follow pairs of one bit and a number x of as many bits as the largest
//! node needs: the bit moves on to the next node v, then x > v makes x the node v, and else x-v is an edge. Nodes are
//! called 0, 1, 2, ..., as everywhere in nauty.

use super::Network;

/// Which of the two formats.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Graph6,
    Sparse6,
}

/// Whether a character carries bits.
pub(super) const fn is_letter(c: char) -> bool {
    matches!(c, '?'..='~')
}

/// The graph that a word describes, or why it describes none.
pub(super) fn decode(format: Format, word: &str) -> Result<Network, String> {
    let header = if format == Format::Graph6 { ">>graph6<<" } else { ">>sparse6<<" };
    let word = word.strip_prefix(header).unwrap_or(word);
    let word = match format {
        Format::Graph6 => word,
        Format::Sparse6 => word.strip_prefix(':').ok_or("sparse6 text begins with `:`")?,
    };
    if let Some(wrong) = word.chars().find(|&c| !is_letter(c)) {
        return Err(format!("`{}` is no character of this format", wrong.escape_default()));
    }
    let letters: Vec<u64> = word.bytes().map(|byte| u64::from(byte) - 63).collect();
    let (nodes, rest) = node_count(&letters).ok_or("the text ends before the number of nodes does")?;
    if nodes > Network::MOST_NODES as u64 {
        return Err(too_large(nodes));
    }
    let bit = |at: usize| rest[at / 6] >> (5 - at % 6) & 1;
    let mut edges = Vec::new();
    match format {
        Format::Graph6 => {
            let bits = (nodes * nodes.saturating_sub(1) / 2) as usize;
            if rest.len() != bits.div_ceil(6) {
                let (wanted, found) = (bits.div_ceil(6), rest.len());
                return Err(format!(
                    "a graph of {nodes} nodes takes {wanted} characters more, and here are {found}"
                ));
            }
            let pairs = (0..nodes as u32).flat_map(|column| (0..column).map(move |row| (row, column)));
            edges.extend(pairs.enumerate().filter(|&(at, _)| bit(at) == 1).map(|(_, pair)| pair));
        }
        Format::Sparse6 => {
            let width = (u64::BITS - nodes.saturating_sub(1).leading_zeros()) as usize;
            let mut v = 0;
            let mut at = 0;
            while at + 1 + width <= 6 * rest.len() {
                v += bit(at);
                let x = (0..width).fold(0, |x, i| x << 1 | bit(at + 1 + i));
                at += 1 + width;
                if v >= nodes {
                    break;
                }
                if x > v {
                    v = x;
                } else {
                    edges.push((x as u32, v as u32));
                }
            }
        }
    }
    if edges.len() > Network::MOST_EDGES {
        return Err(format!(
            "the graph has {} edges, and at most {} are read",
            edges.len(),
            Network::MOST_EDGES
        ));
    }
    Ok(Network::new((0..nodes).map(|node| node.to_string().into()).collect(), edges))
}

/// The number of nodes, and what follows it.
fn node_count(letters: &[u64]) -> Option<(u64, &[u64])> {
    const LONGER: u64 = 63;
    let number = |digits: &[u64]| digits.iter().fold(0, |n, digit| n << 6 | digit);
    match letters {
        [LONGER, LONGER, rest @ ..] => Some((number(rest.get(..6)?), &rest[6..])),
        [LONGER, rest @ ..] => Some((number(rest.get(..3)?), &rest[3..])),
        [n, rest @ ..] => Some((*n, rest)),
        [] => None,
    }
}

/// That a graph has too many nodes.
pub(super) fn too_large(nodes: u64) -> String {
    format!("the graph has {nodes} nodes, and at most {} are read", Network::MOST_NODES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(format: Format, word: &str) -> Vec<(u32, u32)> {
        decode(format, word).expect("a graph").edges().to_vec()
    }

    /// The examples of nauty's own description of its formats.
    #[test]
    fn the_examples_of_the_description() {
        let path = [(0, 2), (0, 4), (1, 3), (3, 4)];
        assert_eq!(edges(Format::Graph6, "DQc"), path);
        assert_eq!(edges(Format::Graph6, ">>graph6<<DQc"), path);
        let sparse = [(0, 1), (0, 2), (1, 2), (5, 6)];
        assert_eq!(edges(Format::Sparse6, ":Fa@x^"), sparse);
        assert_eq!(decode(Format::Sparse6, ":Fa@x^").expect("a graph").node_count(), 7);
        for (format, word) in [
            (Format::Graph6, ""),
            (Format::Graph6, "DQ"),
            (Format::Graph6, "DQcc"),
            (Format::Graph6, "D c"),
            (Format::Graph6, "~~"),
            (Format::Graph6, "~~~~~~~~"),
            (Format::Sparse6, "Fa@x^"),
        ] {
            assert!(decode(format, word).is_err(), "{word}");
        }
        assert_eq!(decode(Format::Graph6, "?").expect("no nodes").node_count(), 0);
    }
}

//! One token beside a pair, and perhaps a token on square 1 (theory 6.11).
//!
//! The heads [a] [b,c] are a P-position exactly when the gap c - b - 1 is a, and so are [1] [a] [b,c]. No value follows
//! for the others, but their outcome and all winning moves do, at squares of any size: only few moves can make the gap
//! a, and with a token on square 0 the value is a nim-sum (theory 6.4).

use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// A token of the heads that moves: the strip, its place in the strip, and the square that it goes to.
pub(super) type Step = (usize, usize, u64);

/// The heads of a star with square 0 free, each with its strip.
#[derive(Clone, Copy, Debug)]
pub(super) struct MixedHeads {
    /// The strip with a token on square 1, where there is a third one.
    one: Option<usize>,
    /// The strip of the single token, and its square.
    single: (usize, u64),
    /// The strip of the pair, and its squares.
    pair: (usize, u64, u64),
}

impl MixedHeads {
    /// The heads, if they are of this kind.
    pub fn of(heads: &[(usize, Vec<u64>)]) -> Option<Self> {
        let (mut singles, mut pair) = (Vec::new(), None);
        for (strip, head) in heads {
            match head[..] {
                [0, ..] => return None,
                [square] => singles.push((*strip, square)),
                [lower, upper] if pair.is_none() => pair = Some((*strip, lower, upper)),
                _ => return None,
            }
        }
        let pair = pair?;
        match singles[..] {
            [single] => Some(Self { one: None, single, pair }),
            [(one, 1), single] | [single, (one, 1)] => Some(Self { one: Some(one), single, pair }),
            _ => None,
        }
    }

    const fn gap(&self) -> u64 {
        self.pair.2 - self.pair.1 - 1
    }

    /// Whether they are a P-position.
    pub const fn is_p(&self) -> bool {
        self.gap() == self.single.1
    }

    /// The two numbers that are compared.
    pub fn working(&self) -> Working {
        let (_, lower, upper) = self.pair;
        let rows = vec![
            WorkingRow::new("gap of the pair", self.gap()).out_of([lower, upper]),
            WorkingRow::new("single token", self.single.1).out_of([self.single.1]),
        ];
        let because = "One token beside a pair is P exactly if the gap is the square of the token";
        let working = Working::of_outcome(Theorem::MixedStrips, Combine::Match(1), rows).because(because);
        match self.one {
            Some(_) => working.because("The token on square 1 may be left out"),
            None => working,
        }
    }

    /// All moves of the heads to P-positions.
    pub fn winning(&self) -> Vec<Step> {
        let Self { one, single: (strip, a), pair: (pair, lower, upper) } = *self;
        let gap = self.gap();
        let mut steps = Vec::new();
        if gap > a {
            steps.push((pair, 1, lower + 1 + a));
        }
        if gap < a {
            // to square 0 where the gap is 0
            steps.push((strip, 0, gap));
            // a lower token that goes down widens the gap
            steps.extend(lower.checked_sub(a - gap).filter(|&to| to > 0).map(|to| (pair, 0, to)));
        }
        if a == upper {
            steps.push((pair, 0, 0));
        }
        if let Some(one) = one {
            steps.extend((a - 1 == gap).then_some((one, 0, 0)));
            // two tokens on 1 are the same
            steps.extend((a == 1 && gap == 0).then_some((strip, 0, 0)));
        }
        steps.sort_unstable();
        steps.dedup();
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_heads_they_are() {
        let of = |heads: &[&[u64]]| {
            let heads: Vec<(usize, Vec<u64>)> = heads.iter().map(|head| head.to_vec()).enumerate().collect();
            MixedHeads::of(&heads)
        };
        assert!(of(&[&[3], &[2, 6]]).is_some_and(|heads| heads.is_p()));
        assert!(of(&[&[2, 6], &[1], &[4]]).is_some_and(|heads| !heads.is_p()));
        assert!(of(&[&[3], &[2], &[4, 6]]).is_none());
        assert!(of(&[&[3], &[0, 6]]).is_none());
        assert!(of(&[&[3, 4], &[2, 6]]).is_none());
        assert_eq!(of(&[&[6], &[2, 6]]).map(|heads| heads.winning()), Some(vec![(0, 0, 3), (1, 0, 0)]));
    }
}

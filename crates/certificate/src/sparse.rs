//! P.5: games whose values are nearly all in one class of a sparse space.
//!
//! The checker recomputes every value, in both halves. Options of the common class have exactly one rare part, so the
//! rare heaps alone give the least common value c that is not the value of an option. Then every smaller rare value
//! must be found among the splits with a small part of at most `reach`. If all splits were tried and one value is not
//! found, the heap is rare, and it must be the next in the list of the certificate. Only the last W + k values and
//! those of the small parts are used, so segments can be checked alone.

use crate::rule::Seen;
use crate::small::check_claim;
use crate::write::Digest;
use crate::{Certificate, Fault, MOST_NEAR, MOST_NUMBER, MOST_SPARSE, MOST_TAKES, MOST_VALUE};
use crate::{MOST_WALK, MoveText, RuleText, SpaceText, SpaceType, invalid, require};

/// A game to which P.5 applies if its values are as the certificate says.
pub(crate) struct Game<'a> {
    certificate: &'a Certificate,
    pub(crate) space: &'a SpaceText,
    /// For type 1, the parity of all break indices.
    parity: u64,
    /// W + k: how far back options are looked for.
    pub(crate) back: u64,
    /// preperiod + W + k, and one period more: the last period of the proof.
    pub(crate) turn: u64,
    pub(crate) end: u64,
    /// How many numbers the `take` sets have, and how many ranges the rule.
    takes: u64,
    /// The most steps of a walk, if that is less than the format's limit.
    steps: u64,
}

impl<'a> Game<'a> {
    pub(crate) fn new(certificate: &'a Certificate, space: &'a SpaceText, steps: u64) -> Result<Self, Fault> {
        let (rule, claim, last) =
            (&certificate.rule, certificate.claim, space.rare.last().map_or(0, |r| r.0));
        let k = rule.most_taken();
        let back = space.reach.saturating_add(k);
        require("P1", back < MOST_NEAR, "a move takes any number of tokens, or W + k is too large")?;
        let sizes = rule.moves.iter().flat_map(|m| &m.take.0).map(|range| range.1.saturating_sub(range.0));
        let takes = sizes.fold(0u64, |sum, size| sum.saturating_add(size).saturating_add(1));
        require("P2", takes <= MOST_TAKES, "too many numbers of tokens may be taken")?;
        require("P3", claim.saltus == 0, "P.5 does not apply: a saltus")?;
        require("P4", rule.most_left() <= 2, "P.5 does not apply: more than two heaps left")?;
        require("P5", space.reach >= last, "P.5 does not apply: W is less than the last rare heap")?;
        let beyond = claim.preperiod >= last + rule.gap().max(1);
        require(
            "P6",
            beyond,
            "P.5 does not apply: the preperiod is not beyond the last rare heap, by D at least",
        )?;
        let settled = rule.settled() <= claim.preperiod + space.reach;
        require("P7", settled, "P.5 does not apply: the rule still changes beyond preperiod + W")?;
        let breaks = rule.moves.iter().filter(|m| m.leave.contains(2)).flat_map(|m| m.take.up_to(MOST_NEAR));
        let parities: Vec<u64> = breaks.map(|taken| taken % 2).collect();
        let one = !parities.is_empty() && parities.iter().all(|parity| *parity == parities[0]);
        let (typed, even) = (space.kind == SpaceType::Zero, claim.period.is_multiple_of(2));
        require("P8", typed || one, "P.5 does not apply: type 1 needs break indices of one parity")?;
        require("P9", typed || even, "P.5 does not apply: type 1 needs an even period")?;
        let small = space.rare.iter().all(|rare| rare.1 < MOST_VALUE);
        require("P10", small, "a rare heap has a value beyond 65535")?;
        let (parity, turn) = (parities.first().copied().unwrap_or(0), claim.preperiod + back);
        let ranges: usize = rule.moves.iter().map(|m| m.take.0.len() + m.leave.0.len() + m.on.0.len()).sum();
        let takes = takes + ranges as u64;
        Ok(Self { certificate, space, parity, back, turn, end: turn + claim.period, takes, steps })
    }

    pub(crate) const fn rule(&self) -> &RuleText {
        &self.certificate.rule
    }

    /// The moves of this heap that leave 0, 1, 2 heaps: (tokens taken, least difference of two parts).
    pub(crate) fn moves_at(&self, heap: u64) -> [Vec<(u64, u64)>; 3] {
        let with = |m: &MoveText| m.take.up_to(MOST_NUMBER).map(|taken| (taken, m.gap())).collect::<Vec<_>>();
        let all = self.rule().moves.iter().filter(|m| m.on.contains(heap));
        let leaving = |left| all.clone().filter(move |m| m.leave.contains(left));
        [0, 1, 2].map(|left| leaving(left).flat_map(with).collect())
    }

    pub(crate) fn is_common(&self, heap: u64, value: u32) -> bool {
        let ones = u64::from((value & self.space.mask).count_ones());
        match self.space.kind {
            SpaceType::Zero => ones % 2 == 1,
            SpaceType::One => (ones + heap + self.parity) % 2 == 1,
        }
    }

    /// Whether the mask has no bit above those of the largest value: such bits would say nothing.
    pub(crate) fn check_mask(&self, largest: u32) -> Result<(), Fault> {
        let spare = u64::from(self.space.mask) >> (32 - largest.leading_zeros());
        require("P15", spare == 0, "the mask has bits beyond those of the largest value")
    }
}

/// The values of the heaps from `start` on, and what the next one needs.
pub(crate) struct Walk<'a> {
    game: &'a Game<'a>,
    /// The values of the small parts, where they are not among `values`.
    small: Option<&'a [u32]>,
    start: u64,
    pub(crate) values: Vec<u32>,
    /// How many of the listed rare heaps have been met.
    met: usize,
    seen: Seen,
    /// How many steps are left.
    pub(crate) left: u64,
    /// What `Game::moves_at` says of the next heap.
    moves: [Vec<(u64, u64)>; 3],
}

impl<'a> Walk<'a> {
    /// Begins after these values of the heaps from `start` on, and goes to `end`.
    pub(crate) fn new(
        game: &'a Game<'a>,
        small: Option<&'a [u32]>,
        (start, end): (u64, u64),
        values: Vec<u32>,
    ) -> Self {
        let next = start + values.len() as u64;
        let met = game.space.rare.iter().take_while(|rare| rare.0 < next).count();
        let left = (MOST_WALK.0 + MOST_WALK.1 * end.saturating_sub(next)).min(game.steps);
        Self { game, small, start, values, met, seen: Seen::default(), left, moves: game.moves_at(next) }
    }

    /// The heap whose value comes next.
    pub(crate) const fn next(&self) -> u64 {
        self.start + self.values.len() as u64
    }

    /// Whether all listed rare heaps have been met.
    pub(crate) const fn has_met_all(&self) -> bool {
        self.met == self.game.space.rare.len()
    }

    /// Goes on before this heap, where the last values are these.
    pub(crate) fn replace(&mut self, next: u64, values: impl Iterator<Item = u32>) {
        self.values.clear();
        self.values.extend(values);
        self.start = next - self.values.len() as u64;
    }

    /// Adds the next value, found with small parts of at most `reach`.
    pub(crate) fn step(&mut self, reach: u64) -> Result<u32, Fault> {
        let n = self.next();
        let mut changing = 0;
        if n <= self.game.rule().settled() {
            self.moves = self.game.moves_at(n);
            changing = self.game.takes;
        }
        let Self { game, small, start, values, met, seen, left, moves: [empty, single, split] } = self;
        let looked_at = changing + (empty.len() + single.len() + *met * split.len()) as u64;
        require("P12", looked_at <= *left, "the values take too many steps")?;
        let (small, value_of) = (small.unwrap_or(values), |heap: u64| values[(heap - *start) as usize]);
        seen.0.fill(0);
        if empty.iter().any(|&(taken, _)| taken == n) {
            seen.insert(0);
        }
        for &(taken, _) in single.iter().filter(|one| one.0 < n) {
            seen.insert(value_of(n - taken));
        }
        for &(part, value) in game.space.rare[..*met].iter().filter(|rare| rare.0 > 0) {
            for &(taken, gap) in split.iter().filter(|two| two.0 + part < n) {
                let other = n - taken - part;
                if other.abs_diff(part) >= gap {
                    seen.insert(value ^ value_of(other));
                }
            }
        }
        let common = (0..MOST_VALUE).find(|&value| game.is_common(n, value) && !seen.contains(value));
        let common = common.ok_or(()).or_else(|()| invalid("there is no common value below 65536 (P11)"))?;
        let mut steps = left.checked_sub(looked_at + u64::from(common));
        let mut open = (0..common).filter(|&value| !seen.contains(value)).count();
        for part in 1..=reach.min(n / 2) {
            if open == 0 || steps.is_none() {
                break;
            }
            steps = steps.and_then(|steps| steps.checked_sub(split.len() as u64));
            for &(taken, _) in split.iter().filter(|two| two.0 + 2 * part + two.1 <= n) {
                let value = small[part as usize] ^ value_of(n - taken - part);
                open -= usize::from(value < common && seen.insert(value));
            }
        }
        *left = steps.ok_or(()).or_else(|()| invalid("the values take too many steps (P12)"))?;
        let value = seen.mex();
        if open > 0 {
            let listed = reach >= n / 2 && game.space.rare.get(*met) == Some(&(n, value));
            require(
                "P13",
                listed,
                format_args!("heap {n} is rare and not listed so, or a witness lies beyond W"),
            )?;
            *met += 1;
        }
        values.push(value);
        Ok(value)
    }

    pub(crate) fn check_rare(&self) -> Result<(), Fault> {
        require("P14", self.has_met_all(), "a heap listed as rare is not")
    }

    /// Forgets all but the last `keep` values, when there are three times as many.
    pub(crate) fn forget(&mut self, keep: u64) {
        if self.values.len() as u64 > 3 * keep {
            let old = self.values.len() - keep as usize;
            self.values.drain(..old);
            self.start += old as u64;
        }
    }
}

/// Checks a sparse certificate that is not segmented.
pub(crate) fn check(game: &Game, digest: [u8; 32]) -> Result<(), Fault> {
    require("P16", game.end <= MOST_SPARSE, "there are too many values for a certificate without segments")?;
    let (mut walk, mut hash) = (Walk::new(game, None, (0, game.end), Vec::new()), Digest::default());
    for n in 0..game.end {
        hash.add(walk.step(if n < game.turn { n } else { game.space.reach })?);
    }
    walk.check_rare()?;
    game.check_mask(walk.values.iter().copied().max().unwrap_or(0))?;
    require("P17", hash.finish() == digest, "the SHA-256 of the values is another")?;
    check_claim(&walk.values, game.certificate.claim, game.turn)
}

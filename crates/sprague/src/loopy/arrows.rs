//! The moves of a finite game by the numbers of its positions, analysed backwards (theory D.1, D.2).
//!
//! Remoteness looks at each move once. Labels are given in levels, all zeros before all ones and so on: each level is
//! retrograde analysis of what has no label yet, so a label costs one look at each move, and no label is larger than
//! the square root of twice the number of moves. The levels are one of the orders that the theory allows, and the order
//! is kept: who wins a sum and always moves to the earliest labels comes to an end (theory D.4).

use std::collections::VecDeque;

use super::value::LoopyValue;
use crate::nimber::Nimber;
use crate::play::{Outcome, Play};

/// The moves of a game whose positions are 0, 1, 2, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrows {
    /// The options of position i are `targets[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Default for Arrows {
    fn default() -> Self {
        Self { starts: vec![0], targets: Vec::new() }
    }
}

impl FromIterator<Vec<u32>> for Arrows {
    /// The options of each position in turn; each must be the number of a position.
    fn from_iter<I: IntoIterator<Item = Vec<u32>>>(positions: I) -> Self {
        let mut arrows = Self::default();
        for options in positions {
            arrows.push(options);
        }
        arrows
    }
}

/// No label so far.
const NONE: u32 = u32::MAX;

/// The labels of all positions, and when each was given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopyLabels {
    labels: Vec<u32>,
    turns: Vec<u32>,
    /// The labels of the options of each position without one, in one list.
    reached: Vec<u32>,
    reached_from: Vec<u32>,
}

impl LoopyLabels {
    /// The value of a position.
    pub fn value(&self, position: usize) -> LoopyValue {
        match self.labels[position] {
            NONE => {
                let reached = self.reached_from[position] as usize..self.reached_from[position + 1] as usize;
                LoopyValue::Infinite(
                    self.reached[reached].iter().map(|&label| Nimber(label.into())).collect(),
                )
            }
            label => LoopyValue::Finite(Nimber(label.into())),
        }
    }

    /// When the position got its label, counted from 0; `None` if it has none.
    pub fn turn(&self, position: usize) -> Option<u32> {
        (self.labels[position] != NONE).then(|| self.turns[position])
    }
}

impl Arrows {
    /// Adds a position with these options.
    pub fn push(&mut self, options: impl IntoIterator<Item = u32>) {
        self.targets.extend(options);
        self.starts.push(self.targets.len() as u32);
    }

    /// The number of positions.
    pub const fn positions(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of moves.
    pub const fn moves(&self) -> usize {
        self.targets.len()
    }

    /// The options of a position.
    pub fn options(&self, position: usize) -> &[u32] {
        &self.targets[self.starts[position] as usize..self.starts[position + 1] as usize]
    }

    /// Who wins each position.
    pub fn outcomes(&self, play: Play) -> Vec<Outcome> {
        let even = match play {
            Play::Normal => Outcome::P,
            Play::Misere => Outcome::N,
        };
        let odd = if even == Outcome::P { Outcome::N } else { Outcome::P };
        let outcome =
            |moves: Option<u32>| moves.map_or(Outcome::Draw, |n| if n % 2 == 0 { even } else { odd });
        self.remoteness(play).into_iter().map(outcome).collect()
    }

    /// After how many moves the game ends if who wins hurries and who loses lingers; `None` where nobody wins.
    pub fn remoteness(&self, play: Play) -> Vec<Option<u32>> {
        let back = self.reversed();
        let mut found: Vec<Option<u32>> = vec![None; self.positions()];
        // the options that are not known to win
        let mut open: Vec<u32> = (0..self.positions()).map(|at| self.options(at).len() as u32).collect();
        let mut queue = VecDeque::new();
        for at in 0..self.positions() {
            if open[at] == 0 {
                found[at] = Some(0);
                queue.push_back(at as u32);
            }
        }
        while let Some(at) = queue.pop_front() {
            let moves = found[at as usize].unwrap_or_default();
            let is_lost = moves.is_multiple_of(2) == (play == Play::Normal);
            for &from in back.options(at as usize) {
                let from_at = from as usize;
                if found[from_at].is_some() {
                    continue;
                }
                open[from_at] -= 1;
                if is_lost || open[from_at] == 0 {
                    found[from_at] = Some(moves + 1);
                    queue.push_back(from);
                }
            }
        }
        found
    }

    /// The labels of all positions under normal play.
    pub fn labels(&self) -> LoopyLabels {
        let count = self.positions();
        let back = self.reversed();
        let mut found =
            LoopyLabels { labels: vec![NONE; count], turns: vec![0; count], ..LoopyLabels::default() };
        let mut turn = 0;
        // the options without a label, and of these the ones from which no move leads to the label at hand
        let mut unlabelled: Vec<u32> = (0..count).map(|at| self.options(at).len() as u32).collect();
        let mut astray = Vec::new();
        // the least number that is no label of an option, as far as it is known
        let mut mex = vec![0; count];
        // the last label that an option got
        let mut reverts = vec![NONE; count];
        let mut candidates: Vec<u32> = (0..count as u32).collect();
        let mut label = 0;
        while !candidates.is_empty() {
            astray.clone_from(&unlabelled);
            let mut reverting = Vec::new();
            let mut queue: VecDeque<u32> =
                candidates.iter().copied().filter(|&at| astray[at as usize] == 0).collect();
            while let Some(at) = queue.pop_front() {
                found.labels[at as usize] = label;
                found.turns[at as usize] = turn;
                turn += 1;
                for &from in back.options(at as usize) {
                    let from_at = from as usize;
                    if found.labels[from_at] != NONE {
                        continue;
                    }
                    unlabelled[from_at] -= 1;
                    astray[from_at] -= 1;
                    if reverts[from_at] == label {
                        continue;
                    }
                    reverts[from_at] = label;
                    reverting.push(from);
                    for &before in back.options(from_at) {
                        let before_at = before as usize;
                        if found.labels[before_at] != NONE {
                            continue;
                        }
                        astray[before_at] -= 1;
                        if astray[before_at] == 0 && mex[before_at] == label && reverts[before_at] != label {
                            queue.push_back(before);
                        }
                    }
                }
            }
            reverting.retain(|&at| found.labels[at as usize] == NONE && mex[at as usize] == label);
            label += 1;
            for &at in &reverting {
                mex[at as usize] = label;
            }
            candidates = reverting;
        }
        found.reached_from.push(0);
        for at in 0..count {
            if found.labels[at] == NONE {
                let start = found.reached.len();
                let labels = self.options(at).iter().map(|&option| found.labels[option as usize]);
                found.reached.extend(labels.filter(|&label| label != NONE));
                found.reached[start..].sort_unstable();
                let mut kept = start;
                for next in start..found.reached.len() {
                    if next == start || found.reached[next] != found.reached[kept - 1] {
                        found.reached[kept] = found.reached[next];
                        kept += 1;
                    }
                }
                found.reached.truncate(kept);
            }
            found.reached_from.push(found.reached.len() as u32);
        }
        found
    }

    /// All moves backwards.
    fn reversed(&self) -> Self {
        let mut starts = vec![0; self.starts.len()];
        for &target in &self.targets {
            starts[target as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; self.targets.len()];
        for from in 0..self.positions() {
            for &to in self.options(from) {
                targets[next[to as usize] as usize] = from as u32;
                next[to as usize] += 1;
            }
        }
        Self { starts, targets }
    }
}

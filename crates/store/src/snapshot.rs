//! Everything that is needed to continue a run: the content of checkpoints and kept states.
//!
//! | field | coding |
//! |---|---|
//! | BLAKE3 of the rule's canonical form | 32 bytes |
//! | BLAKE3 over the log's entries of the finished segments | 32 bytes |
//! | first heap not done, milliseconds worked | numbers |
//! | counts of even and odd heaps, zeros, records: all finished segments | two lists, list, pairs |
//! | values of the unfinished segment, of the smallest heaps | width and bytes |
//! | first heap from which the tall ones are listed, the list | number, pairs |
//! | heaps audited, left open, segments audited too little, audited in the unfinished segment | numbers |
//! | mask and parity of the space, rare heaps with values | number, option, pairs |
//! | the engine: 0 nothing, 1 all values, 2 a state (its fields in order; small heaps and window last) | |

use std::sync::Arc;

use sprague::heap::Rule;
use sprague::sequence::{CHUNK, Engine, EngineSettings, State, ValueRoom};

use crate::coding::{Decoder, Encoder, coded};
use crate::tally::Tally;
use crate::window::Tall;

/// No list of values is longer.
const MOST: u64 = 1 << 26;

/// The values of so many small heaps are kept for ever.
const MOST_SMALL: u64 = 1 << 16;

/// Where an engine stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// At heap 0, or where starting again is all that can be done.
    Start,
    /// Behind these values.
    Values(Vec<u32>),
    /// In the middle.
    State(Box<State>),
}

/// Below this heap a snapshot holds all values: the engine may still choose another space.
const UNSETTLED: u64 = 1 << 22;

impl Position {
    /// Where this engine stands.
    pub fn of(engine: &Engine) -> Self {
        let next = engine.next();
        let values = || {
            let mut room = ValueRoom::default();
            let known = engine.recall(0, next, &mut room)?;
            Some(Self::Values(known.iter().map(|value| value.0 as u32).collect()))
        };
        let state = || engine.state().map(|state| Self::State(Box::new(state)));
        let position = if next < UNSETTLED { values().or_else(state) } else { state().or_else(values) };
        position.unwrap_or(Self::Start)
    }

    /// The first heap that an engine from here remembers.
    pub fn first(&self) -> u64 {
        if let Self::State(state) = self { state.from } else { 0 }
    }
}

/// How much was audited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Audited {
    /// Heaps that were found right.
    pub right: u64,
    /// Heaps that could not be judged.
    pub open: u64,
    /// Segments with less than 0.1 % of their heaps found right.
    pub weak: u64,
    /// Heaps of the unfinished segment that were found right.
    pub in_segment: u64,
}

/// A run between two heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// BLAKE3 of the rule's canonical form.
    pub rule: [u8; 32],
    /// BLAKE3 over the log's entries of the finished segments.
    pub log: [u8; 32],
    /// The first heap that is not done.
    pub next: u64,
    /// How long the run has worked.
    pub milliseconds: u64,
    /// What was counted over all finished segments.
    pub tally: Tally,
    /// The values of the unfinished segment.
    pub partial: Vec<u32>,
    /// The values of the smallest heaps.
    pub small: Vec<u32>,
    /// The heaps with tall values.
    pub tall: Tall,
    /// How much was audited.
    pub audited: Audited,
    /// The mask of the engine's space and the parity of the break indices for type 1.
    pub space: Option<(u32, Option<u64>)>,
    /// The heaps that are rare under it, with their values.
    pub rares: Vec<(u64, u64)>,
    /// The engine.
    pub position: Position,
}

impl Snapshot {
    /// The snapshot as bytes: all but the engine's small heaps and its window, those heaps, and the window.
    pub fn encode(&self) -> (Vec<u8>, [&[u8]; 2]) {
        let mut out = Encoder::default();
        out.add(&self.rule).add(&self.log).add(&self.next).add(&self.milliseconds).add(&self.tally);
        values(&mut out, &self.partial);
        values(&mut out, &self.small);
        out.add(&self.tall).add(&self.audited).add(&self.space.unwrap_or_default()).add(&self.rares);
        let mut heaps = [&[][..]; 2];
        match &self.position {
            Position::Start => drop(out.number(0)),
            Position::Values(known) => values(out.number(1), known),
            Position::State(state) => {
                out.number(2).add(&state.next).add(&state.space).add(&state.first_space);
                values(&mut out, &state.values);
                out.add(&state.rares).add(&state.tall).add(&state.seen).add(&state.full).add(&state.from);
                out.add(&state.small.len()).add(&state.window.len());
                heaps = [&state.small, &state.window];
            }
        }
        (out.into_bytes(), heaps)
    }

    /// The engine that stands here, if one can.
    pub fn engine(&self, rule: &Rule, settings: EngineSettings) -> Option<Engine> {
        match &self.position {
            Position::Start => None,
            Position::Values(values) => Engine::from_values(rule.clauses(), settings, values.into()),
            Position::State(state) => Engine::from_state(rule.clauses(), settings, state),
        }
    }

    /// BLAKE3 of the bytes.
    pub fn hash(&self) -> [u8; 32] {
        let (head, [small, window]) = self.encode();
        *blake3::Hasher::new().update(&head).update(small).update(window).finalize().as_bytes()
    }

    /// The snapshot that these bytes are.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut decoder = Decoder::new(bytes);
        let from = &mut decoder;
        let (rule, log) = (from.take()?, from.take()?);
        let next = from.number().filter(|&next| next < 1 << 63)?;
        let snapshot = Self {
            rule,
            log,
            next,
            milliseconds: from.take()?,
            tally: from.take()?,
            partial: read_values(from, CHUNK)?,
            small: read_values(from, MOST_SMALL.min(next))?,
            tall: from.take()?,
            audited: from.take()?,
            space: from.take().map(|space: (u32, _)| Some(space).filter(|space| space.0 != 0))?,
            rares: from.take()?,
            position: match from.number()? {
                0 => Position::Start,
                1 => Position::Values(read_values(from, next.min(MOST))?),
                2 => Position::State(Box::new(read_state(from, next)?)),
                _ => return None,
            },
        };
        decoder.is_done().then_some(snapshot)
    }
}

coded!(
    Audited { right, open, weak, in_segment }
    Tall { from, list }
);

fn read_state(from: &mut Decoder<'_>, next: u64) -> Option<State> {
    let mut state = State {
        next: from.take()?,
        space: from.take()?,
        first_space: from.take()?,
        values: read_values(from, next.min(MOST))?,
        rares: from.take()?,
        tall: from.take()?,
        seen: from.take()?,
        full: from.take()?,
        from: from.take()?,
        window: Vec::new(),
        small: Arc::default(),
    };
    let (small, window) = (from.take()?, from.take()?);
    state.small = from.raw(small)?.into();
    state.window = from.raw(window)?.to_vec();
    Some(state)
}

/// Values in as few bytes each as the greatest needs: 1, 2 or 4.
pub fn values(encoder: &mut Encoder, values: &[u32]) {
    let bits = values.iter().fold(0, |bits, value| bits | value);
    let width = [1, 2].into_iter().find(|width| bits >> (8 * width) == 0).unwrap_or(4);
    encoder.number(width as u64).number((values.len() * width) as u64);
    for value in values {
        encoder.raw(&value.to_le_bytes()[..width]);
    }
}

/// Values that were written so, at most `most`.
pub fn read_values(input: &mut Decoder<'_>, most: u64) -> Option<Vec<u32>> {
    let width = input.index(4)?;
    let bytes = input.block()?;
    let fits = [1, 2, 4].contains(&width) && bytes.len().is_multiple_of(width);
    if !fits || (bytes.len() / width) as u64 > most {
        return None;
    }
    let value = |bytes: &[u8]| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
    Some(bytes.chunks_exact(width).map(value).collect())
}

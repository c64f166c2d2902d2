//! Everything that is needed to continue a run: the content of checkpoints and kept states.
//!
//! | field | coding |
//! |---|---|
//! | BLAKE3 of the rule's canonical form | 32 bytes |
//! | BLAKE3 over the log's entries of the finished segments; not in version 1 | 32 bytes |
//! | first heap not done, milliseconds worked | numbers |
//! | counts of even and odd heaps, zeros, records: all finished segments | two lists, list, pairs |
//! | values of the unfinished segment, of the smallest heaps | width and bytes |
//! | first heap from which the tall ones are listed, the list | number, pairs |
//! | heaps audited, left open, segments audited too little, audited in the unfinished segment | numbers |
//! | mask and parity of the space, rare heaps with values | number, option, pairs |
//! | the engine: 0 nothing, 1 all values, 2 a state (its fields in order; small heaps and window last) | |

use std::sync::Arc;

use sprague::sequence::{CHUNK, State};

use crate::coding::{Decoder, Encoder};
use crate::sealed::Bond;
use crate::tally::Tally;
use crate::window::Tall;

/// No list of heaps or values is longer.
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
    /// BLAKE3 over the log's entries of the finished segments; version 1 did not say.
    pub log: Option<[u8; 32]>,
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
        let mut encoder = Encoder::default();
        encoder
            .raw(&self.rule)
            .raw(&self.log.unwrap_or_default())
            .number(self.next)
            .number(self.milliseconds);
        self.tally.encode(&mut encoder);
        values(&mut encoder, &self.partial);
        values(&mut encoder, &self.small);
        encoder.number(self.tall.from);
        pairs(&mut encoder, &self.tall.list);
        let Audited { right, open, weak, in_segment } = self.audited;
        encoder.number(right).number(open).number(weak).number(in_segment);
        space(&mut encoder, self.space.unwrap_or((0, None)));
        encoder.pairs(self.rares.iter().copied());
        let mut heaps = [&[][..]; 2];
        match &self.position {
            Position::Start => {
                encoder.number(0);
            }
            Position::Values(known) => values(encoder.number(1), known),
            Position::State(state) => {
                encoder.number(2).number(state.next);
                space(&mut encoder, state.space);
                space(&mut encoder, state.first_space);
                values(&mut encoder, &state.values);
                pairs(&mut encoder, &state.rares);
                pairs(&mut encoder, &state.tall);
                encoder.number(state.seen.into()).number(state.full.into()).number(state.from);
                encoder.number(state.small.len() as u64).number(state.window.len() as u64);
                heaps = [&state.small, &state.window];
            }
        }
        (encoder.into_bytes(), heaps)
    }

    /// BLAKE3 of the bytes.
    pub fn hash(&self) -> [u8; 32] {
        let (head, [small, window]) = self.encode();
        *blake3::Hasher::new().update(&head).update(small).update(window).finalize().as_bytes()
    }

    /// The snapshot that these bytes are.
    pub fn decode(bond: Bond, bytes: &[u8]) -> Option<Self> {
        let mut decoder = Decoder::new(bytes);
        let input = &mut decoder;
        let rule = input.hash()?;
        let log = if bond == Bond::Bound { Some(input.hash()?) } else { None };
        let next = input.number().filter(|&next| next < 1 << 63)?;
        let snapshot = Self {
            rule,
            log,
            next,
            milliseconds: input.number()?,
            tally: Tally::decode(input)?,
            partial: read_values(input, CHUNK)?,
            small: read_values(input, MOST_SMALL.min(next))?,
            tall: Tall { from: input.number()?, list: read_pairs(input, next)? },
            audited: Audited {
                right: input.number()?,
                open: input.number()?,
                weak: input.number()?,
                in_segment: input.number()?,
            },
            space: Some(read_space(input)?).filter(|space| space.0 != 0),
            rares: input.short_pairs(next.min(MOST))?,
            position: match input.number()? {
                0 => Position::Start,
                1 => Position::Values(read_values(input, next.min(MOST))?),
                2 => Position::State(Box::new(read_state(input, next)?)),
                _ => return None,
            },
        };
        decoder.is_done().then_some(snapshot)
    }
}

fn read_state(input: &mut Decoder<'_>, next: u64) -> Option<State> {
    let mut state = State {
        next: input.number()?,
        space: read_space(input)?,
        first_space: read_space(input)?,
        values: read_values(input, next.min(MOST))?,
        rares: read_pairs(input, next)?,
        tall: read_pairs(input, next)?,
        seen: input.small()?,
        full: input.index(1)? == 1,
        from: input.number()?,
        window: Vec::new(),
        small: Arc::default(),
    };
    let (small, window) = (usize::try_from(input.number()?).ok()?, usize::try_from(input.number()?).ok()?);
    state.small = input.raw(small)?.into();
    state.window = input.raw(window)?.to_vec();
    Some(state)
}

fn space(encoder: &mut Encoder, (mask, parity): (u32, Option<u64>)) {
    encoder.number(mask.into()).option(parity);
}

fn read_space(input: &mut Decoder<'_>) -> Option<(u32, Option<u64>)> {
    Some((input.small()?, input.option()?.pop()))
}

fn pairs(encoder: &mut Encoder, pairs: &[(u64, u32)]) {
    encoder.pairs(pairs.iter().map(|&(heap, value)| (heap, value.into())));
}

fn read_pairs(input: &mut Decoder<'_>, heaps: u64) -> Option<Vec<(u64, u32)>> {
    input
        .short_pairs(heaps.min(MOST))?
        .into_iter()
        .map(|(heap, value)| Some((heap, value.try_into().ok()?)))
        .collect()
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

//! Consecutive values as they are at hand, and in the least width that holds them.
//!
//! Engines keep values in one, two or four bytes each, and nearly all fit a byte. So a sink is shown what there is, in
//! its width ([`Values`]), and what keeps values keeps them in the least width ([`Packed`]): an eighth of the memory of
//! nimbers, several times as fast to read.

use std::ops::{ControlFlow, Range};

use crate::nimber::Nimber;

/// The values of consecutive heaps, in the width in which they are at hand.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// A byte each.
    Bytes(&'a [u8]),
    /// Two bytes each.
    Words(&'a [u16]),
    /// Four bytes each.
    Small(&'a [u32]),
    /// Any nimbers.
    Wide(&'a [Nimber]),
}

/// Does the same with the list of values, whatever its width, and with the way from one of them to a nimber.
macro_rules! each {
    ($values:expr, $list:ident, $nimber:ident => $work:expr) => {
        match $values {
            Values::Bytes($list) => each!(u8, $nimber, $work),
            Values::Words($list) => each!(u16, $nimber, $work),
            Values::Small($list) => each!(u32, $nimber, $work),
            Values::Wide($list) => {
                let $nimber = |&value: &Nimber| value;
                $work
            }
        }
    };
    ($type:ty, $nimber:ident, $work:expr) => {{
        let $nimber = |&value: &$type| Nimber(u64::from(value));
        $work
    }};
}

impl<'a> Values<'a> {
    /// How many.
    pub const fn len(self) -> usize {
        match self {
            Self::Bytes(list) => list.len(),
            Self::Words(list) => list.len(),
            Self::Small(list) => list.len(),
            Self::Wide(list) => list.len(),
        }
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Those at some places.
    #[must_use]
    pub fn slice(self, places: Range<usize>) -> Self {
        match self {
            Self::Bytes(list) => Self::Bytes(&list[places]),
            Self::Words(list) => Self::Words(&list[places]),
            Self::Small(list) => Self::Small(&list[places]),
            Self::Wide(list) => Self::Wide(&list[places]),
        }
    }

    /// Where these are the values of the heaps from `first` on: those of the heaps `from` to `to`, with the first heap of
    /// them.
    #[must_use]
    pub fn within(self, first: u64, (from, to): (u64, u64)) -> (u64, Self) {
        let count = self.len() as u64;
        let start = from.saturating_sub(first).min(count);
        let end = to.saturating_add(1).saturating_sub(first).clamp(start, count);
        (first + start, self.slice(start as usize..end as usize))
    }

    /// The value at a place.
    pub fn get(self, place: usize) -> Nimber {
        each!(self, list, nimber => nimber(&list[place]))
    }

    /// All of them, in order.
    pub fn iter(self) -> impl Iterator<Item = Nimber> + Clone + 'a {
        (0..self.len()).map(move |place| self.get(place))
    }

    /// Calls back with each of them, in order: quicker than [`Self::iter`].
    pub fn visit(self, mut visit: impl FnMut(u64)) {
        each!(self, list, nimber => list.iter().map(nimber).for_each(|value| visit(value.0)));
    }

    /// The bits of all values together.
    pub fn bits(self) -> u64 {
        each!(self, list, nimber => list.iter().map(nimber).fold(0, |bits, value| bits | value.0))
    }

    /// The first place at which two lists of one length differ.
    pub fn first_difference(self, other: Values<'_>) -> Option<usize> {
        if let (Values::Bytes(one), Values::Bytes(other)) = (self, other)
            && one == other
        {
            return None;
        }
        self.iter().zip(other.iter()).position(|(one, other)| one != other)
    }

    /// Adds them to a list.
    pub fn append_to(self, nimbers: &mut Vec<Nimber>) {
        each!(self, list, nimber => nimbers.extend(list.iter().map(nimber)));
    }

    /// Shows them to a function of nimbers as the values of the heaps from `first` on: all at once, or in pieces where they
    /// are at hand in another width.
    pub fn in_pieces(
        self,
        mut first: u64,
        mut take: impl FnMut(u64, &[Nimber]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        /// A copy that stays in the nearest cache.
        const PIECE: usize = 1 << 10;
        if let Self::Wide(list) = self {
            return take(first, list);
        }
        let mut room = [Nimber::ZERO; PIECE];
        each!(self, list, nimber => list.chunks(PIECE).try_for_each(|piece| {
            room.iter_mut().zip(piece.iter().map(nimber)).for_each(|(place, value)| *place = value);
            take(first, &room[..piece.len()])?;
            first += piece.len() as u64;
            ControlFlow::Continue(())
        }))
    }
}

impl PartialEq for Values<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.first_difference(*other).is_none()
    }
}

macro_rules! from_slices {
    ($($variant:ident $value:ty),*) => {
        $(
            impl<'a> From<&'a [$value]> for Values<'a> {
                fn from(list: &'a [$value]) -> Self {
                    Self::$variant(list)
                }
            }

            impl<'a> From<&'a Vec<$value>> for Values<'a> {
                fn from(list: &'a Vec<$value>) -> Self {
                    Self::$variant(list)
                }
            }
        )*
    };
}
from_slices!(Bytes u8, Words u16, Small u32, Wide Nimber);

/// Values in the fewest bytes that hold them all: 1, 2, 4 or 8 each, little-endian.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    width: usize,
    bytes: Vec<u8>,
}

impl Default for Packed {
    fn default() -> Self {
        Self { width: 1, bytes: Vec::new() }
    }
}

impl From<Values<'_>> for Packed {
    fn from(values: Values<'_>) -> Self {
        let mut packed = Self::default();
        packed.push(values);
        packed
    }
}

impl Packed {
    /// Values of which the width and the bytes were kept; `None` if they do not fit.
    pub fn from_bytes(width: usize, bytes: Vec<u8>) -> Option<Self> {
        (matches!(width, 1 | 2 | 4 | 8) && bytes.len().is_multiple_of(width)).then_some(Self { width, bytes })
    }

    /// How many bytes each value has.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many values.
    pub const fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.width = 1;
    }

    /// Adds values.
    pub fn push(&mut self, values: Values<'_>) {
        if let (Values::Bytes(list), 1) = (values, self.width) {
            return self.bytes.extend_from_slice(list);
        }
        let bits = values.bits();
        let width = [1, 2, 4].into_iter().find(|w| bits >> (8 * w) == 0).unwrap_or(8);
        if width > self.width {
            let narrow = std::mem::take(&mut self.bytes);
            for value in narrow.chunks_exact(self.width) {
                self.bytes.extend_from_slice(value);
                self.bytes.resize(self.bytes.len() + width - self.width, 0);
            }
            self.width = width;
        }
        let bytes = &mut self.bytes;
        bytes.reserve(values.len() * self.width);
        match self.width {
            1 => values.visit(|value| bytes.push(value as u8)),
            2 => values.visit(|value| bytes.extend_from_slice(&(value as u16).to_le_bytes())),
            4 => values.visit(|value| bytes.extend_from_slice(&(value as u32).to_le_bytes())),
            _ => values.visit(|value| bytes.extend_from_slice(&value.to_le_bytes())),
        }
    }

    /// Calls back with each value at some places, in order.
    pub fn visit(&self, places: Range<usize>, mut visit: impl FnMut(u64)) {
        let bytes = &self.bytes[places.start * self.width..places.end * self.width];
        match self.width {
            1 => bytes.iter().for_each(|&value| visit(value.into())),
            2 => bytes.as_chunks().0.iter().for_each(|&value| visit(u16::from_le_bytes(value).into())),
            4 => bytes.as_chunks().0.iter().for_each(|&value| visit(u32::from_le_bytes(value).into())),
            _ => bytes.as_chunks().0.iter().for_each(|&value| visit(u64::from_le_bytes(value))),
        }
    }
}

/// Room for values that are made ready to be shown.
#[derive(Clone, Debug, Default)]
pub struct ValueRoom {
    /// For values of a byte.
    pub bytes: Vec<u8>,
    /// For others.
    pub small: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_same_in_every_width_and_piece() {
        let wide: Vec<Nimber> = (0..3_000).map(|n| Nimber(n * n % 251)).collect();
        let small: Vec<u32> = wide.iter().map(|value| value.0 as u32).collect();
        let words: Vec<u16> = wide.iter().map(|value| value.0 as u16).collect();
        let bytes: Vec<u8> = wide.iter().map(|value| value.0 as u8).collect();
        let lists: [Values<'_>; 4] = [(&bytes).into(), (&words).into(), (&small).into(), (&wide).into()];
        for values in lists {
            assert_eq!(values, Values::Wide(&wide));
            let mut found = Vec::new();
            let flow = values.in_pieces(7, |first, piece| {
                assert_eq!(first, 7 + found.len() as u64);
                found.extend_from_slice(piece);
                if found.len() < 1_500 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            assert!(flow.is_break() && found.len() >= 1_500 && wide.starts_with(&found));
            for (range, expected) in [((0, 106), 0..7), ((150, 250), 50..151), ((5_000, 9_000), 3_000..3_000)]
            {
                let (first, some) = values.within(100, range);
                assert_eq!((first, some), (100 + expected.start as u64, Values::Wide(&wide[expected])));
            }
            assert_eq!(Packed::from(values), Packed { width: 1, bytes: bytes.clone() });
        }
    }

    #[test]
    fn what_is_packed_comes_back_in_the_least_width() {
        let mut packed = Packed::default();
        let mut all = Vec::new();
        for (most, width) in [(256, 1), (65_536, 2), (7, 2), (1 << 32, 4), (u64::MAX, 8)] {
            let some: Vec<Nimber> = (0..97).map(|n| Nimber(n % most)).chain([Nimber(most - 1)]).collect();
            all.extend(some.iter().map(|value| value.0));
            packed.push(Values::Wide(&some));
            assert_eq!((packed.width(), packed.len()), (width, all.len()));
            assert_eq!(Packed::from_bytes(width, packed.bytes().to_vec()), Some(packed.clone()));
            let mut found = Vec::new();
            packed.visit(5..all.len(), |value| found.push(value));
            assert_eq!(found, all[5..]);
        }
        packed.clear();
        assert_eq!(packed, Packed::default());
        assert_eq!(Packed::from_bytes(2, vec![0; 3]), None);
        assert_eq!(Packed::from_bytes(3, vec![0; 3]), None);
    }
}

//! Numbers and lists as bytes: seven bits a byte, the lowest first, the top bit set on all but the last.
//!
//! Whatever bytes are read, nothing panics and no list is made longer than the bytes that are left.

/// Writes.
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    bytes: Vec<u8>,
}

impl Encoder {
    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// A number.
    pub fn number(&mut self, mut number: u64) -> &mut Self {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
        self
    }

    /// Bytes whose number the reader knows.
    pub fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// Bytes with their number.
    pub fn block(&mut self, bytes: &[u8]) -> &mut Self {
        self.number(bytes.len() as u64).raw(bytes)
    }

    /// Numbers with their count.
    pub fn list(&mut self, numbers: impl ExactSizeIterator<Item = u64>) -> &mut Self {
        self.number(numbers.len() as u64);
        numbers.fold(self, Self::number)
    }

    /// Pairs with their count.
    pub fn pairs(&mut self, pairs: impl ExactSizeIterator<Item = (u64, u64)>) -> &mut Self {
        self.number(pairs.len() as u64);
        pairs.fold(self, |encoder, (a, b)| encoder.number(a).number(b))
    }

    /// A number that may be missing.
    pub fn option(&mut self, number: Option<u64>) -> &mut Self {
        self.list(number.into_iter())
    }
}

/// Reads; `None` where the bytes are no such thing.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    rest: &'a [u8],
}

impl<'a> Decoder<'a> {
    /// A reader of these bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Whether everything was read.
    pub const fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// A number.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A number that fits 32 bits.
    pub fn small(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    /// A number up to a largest one.
    pub fn index(&mut self, most: usize) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|&index| index <= most)
    }

    /// So many bytes.
    pub fn raw(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(bytes)
    }

    /// Thirty-two bytes.
    pub fn hash(&mut self) -> Option<[u8; 32]> {
        self.raw(32)?.try_into().ok()
    }

    /// Bytes with their number.
    pub fn block(&mut self) -> Option<&'a [u8]> {
        let count = self.count(1)?;
        self.raw(count)
    }

    /// Numbers with their count.
    pub fn list(&mut self) -> Option<Vec<u64>> {
        (0..self.count(1)?).map(|_| self.number()).collect()
    }

    /// Pairs with their count.
    pub fn pairs(&mut self) -> Option<Vec<(u64, u64)>> {
        (0..self.count(2)?).map(|_| Some((self.number()?, self.number()?))).collect()
    }

    /// At most `most` numbers with their count.
    pub fn short_list(&mut self, most: u64) -> Option<Vec<u64>> {
        let count = self.count(1).filter(|&count| count as u64 <= most)?;
        (0..count).map(|_| self.number()).collect()
    }

    /// At most `most` pairs with their count.
    pub fn short_pairs(&mut self, most: u64) -> Option<Vec<(u64, u64)>> {
        let count = self.count(2).filter(|&count| count as u64 <= most)?;
        (0..count).map(|_| Some((self.number()?, self.number()?))).collect()
    }

    /// A number that may be missing: at most one number in a list.
    pub fn option(&mut self) -> Option<Vec<u64>> {
        self.short_list(1)
    }

    /// A count of things that take `least` bytes each.
    fn count(&mut self, least: usize) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.rest.len() / least).then_some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_is_inverse_to_writing() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), 1 << 63, u64::MAX];
        let mut encoder = Encoder::default();
        encoder.list(numbers.into_iter()).block(b"bytes").option(None).option(Some(7));
        encoder.pairs(numbers.into_iter().map(|n| (n, !n))).raw(&[9; 32]);
        let bytes = encoder.into_bytes();
        let mut decoder = Decoder::new(&bytes);
        assert_eq!(decoder.list().as_deref(), Some(&numbers[..]));
        assert_eq!(decoder.block(), Some(&b"bytes"[..]));
        assert_eq!((decoder.option(), decoder.option()), (Some(vec![]), Some(vec![7])));
        assert_eq!(decoder.pairs(), Some(numbers.map(|n| (n, !n)).to_vec()));
        assert_eq!(decoder.hash(), Some([9; 32]));
        assert!(decoder.is_done() && decoder.number().is_none());
    }

    #[test]
    fn bytes_that_are_no_numbers_are_refused() {
        assert_eq!(Decoder::new(&[0xff; 10]).number(), None);
        assert_eq!(Decoder::new(&[0x80]).number(), None);
        assert_eq!(Decoder::new(&[5, 1, 2]).list(), None);
        assert_eq!(Decoder::new(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]).block(), None);
    }
}

//! Numbers and lists as bytes: seven bits a byte, the lowest first, the top bit set on all but the last.
//!
//! A list is its length and its items, an option a list of at most one, a pair or a struct its parts one after the
//! other, a hash its 32 bytes, a byte itself. Whatever bytes are read, nothing panics and no list is made longer than
//! the bytes that are left.

/// No list is longer.
const MOST: usize = 1 << 26;

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

    /// Anything that has a coding.
    pub fn add(&mut self, item: &impl Coded) -> &mut Self {
        item.put(self);
        self
    }

    /// Things with their number.
    pub fn list<T: Coded>(&mut self, items: &[T]) -> &mut Self {
        self.number(items.len() as u64);
        items.iter().fold(self, Self::add)
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

    /// Bytes with their number.
    pub fn block(&mut self) -> Option<&'a [u8]> {
        let count = self.index(self.rest.len())?;
        self.raw(count)
    }

    /// Anything that has a coding.
    pub fn take<T: Coded>(&mut self) -> Option<T> {
        T::get(self)
    }
}

/// What can be written as bytes and read again.
pub trait Coded: Sized {
    /// Writes it.
    fn put(&self, out: &mut Encoder);

    /// Reads it.
    fn get(from: &mut Decoder<'_>) -> Option<Self>;

    /// It alone, as bytes.
    fn encode(&self) -> Vec<u8> {
        let mut out = Encoder::default();
        self.put(&mut out);
        out.into_bytes()
    }

    /// What these bytes are, all of them.
    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut from = Decoder::new(bytes);
        let read = Self::get(&mut from)?;
        from.is_done().then_some(read)
    }
}

/// The coding of structs whose fields come one after the other.
macro_rules! coded {
    ($($name:ident { $($field:ident),+ $(,)? })+) => {
        $(impl $crate::coding::Coded for $name {
            fn put(&self, out: &mut $crate::coding::Encoder) {
                $(out.add(&self.$field);)+
            }

            fn get(from: &mut $crate::coding::Decoder<'_>) -> Option<Self> {
                Some(Self { $($field: from.take()?),+ })
            }
        })+
    };
}
pub(crate) use coded;

/// The coding of numbers that are narrower than those in files.
macro_rules! narrow {
    ($($kind:ty),+) => {
        $(impl Coded for $kind {
            #[allow(clippy::cast_lossless, reason = "a usize has no `From`, and at most 64 bits")]
            fn put(&self, out: &mut Encoder) {
                out.number(*self as u64);
            }

            fn get(from: &mut Decoder<'_>) -> Option<Self> {
                from.number()?.try_into().ok()
            }
        })+
    };
}

narrow!(u64, u32, usize);

impl Coded for bool {
    fn put(&self, out: &mut Encoder) {
        out.number((*self).into());
    }

    fn get(from: &mut Decoder<'_>) -> Option<Self> {
        Some(from.index(1)? == 1)
    }
}

impl<const N: usize> Coded for [u8; N] {
    fn put(&self, out: &mut Encoder) {
        out.raw(self);
    }

    fn get(from: &mut Decoder<'_>) -> Option<Self> {
        from.raw(N)?.try_into().ok()
    }
}

impl Coded for u8 {
    fn put(&self, out: &mut Encoder) {
        out.raw(&[*self]);
    }

    fn get(from: &mut Decoder<'_>) -> Option<Self> {
        <[u8; 1]>::get(from).map(|[byte]| byte)
    }
}

impl Coded for i8 {
    fn put(&self, out: &mut Encoder) {
        out.add(&self.cast_unsigned());
    }

    fn get(from: &mut Decoder<'_>) -> Option<Self> {
        u8::get(from).map(u8::cast_signed)
    }
}

impl<A: Coded, B: Coded> Coded for (A, B) {
    fn put(&self, out: &mut Encoder) {
        out.add(&self.0).add(&self.1);
    }

    fn get(from: &mut Decoder<'_>) -> Option<Self> {
        Some((from.take()?, from.take()?))
    }
}

impl<T: Coded> Coded for Vec<T> {
    fn put(&self, out: &mut Encoder) {
        out.list(self);
    }

    fn get(from: &mut Decoder<'_>) -> Option<Self> {
        (0..from.index(from.rest.len().min(MOST))?).map(|_| from.take()).collect()
    }
}

impl<T: Coded> Coded for Option<T> {
    fn put(&self, out: &mut Encoder) {
        out.list(self.as_slice());
    }

    fn get(from: &mut Decoder<'_>) -> Option<Self> {
        (0..from.index(1)?).map(|_| from.take()).next().map_or(Some(None), |item| item.map(Some))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_is_inverse_to_writing() {
        let numbers = vec![0, 1, 127, 128, 300, u64::from(u32::MAX), 1 << 63, u64::MAX];
        let pairs: Vec<(u64, u64)> = numbers.iter().map(|&n| (n, !n)).collect();
        let mut out = Encoder::default();
        out.add(&numbers)
            .add(&b"bytes".to_vec())
            .add(&None::<u64>)
            .add(&Some(7u64))
            .add(&pairs)
            .add(&[9; 32]);
        let bytes = out.into_bytes();
        let mut from = Decoder::new(&bytes);
        assert_eq!(from.take(), Some(numbers));
        assert_eq!(from.block(), Some(&b"bytes"[..]));
        assert_eq!((from.take(), from.take()), (Some(None::<u64>), Some(Some(7u64))));
        assert_eq!(from.take(), Some(pairs));
        assert_eq!(from.take(), Some([9; 32]));
        assert!(from.is_done() && from.number().is_none());
    }

    #[test]
    fn bytes_that_are_no_numbers_are_refused() {
        assert_eq!(Decoder::new(&[0xff; 10]).number(), None);
        assert_eq!(Decoder::new(&[0x80]).number(), None);
        assert_eq!(Vec::<u64>::decode(&[5, 1, 2]), None);
        assert_eq!((bool::decode(&[2]), Option::<u64>::decode(&[2, 1, 1])), (None, None));
        assert_eq!(Decoder::new(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]).block(), None);
    }
}

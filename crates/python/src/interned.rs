//! Objects of Python by numbers, in the order in which they were met.
//!
//! An open table of numbers: the hash is that of the interpreter and is kept, equality is asked of the interpreter only
//! where hashes agree and the objects are two. A number costs about 25 bytes beside its object; an entry of a dict with
//! a number of its own costs three times as much, and an extraction at every look.

use pyo3::prelude::*;

/// Nothing here.
const FREE: u32 = u32::MAX;

/// Objects and their numbers.
#[derive(Default)]
pub struct Interned {
    /// The numbers, at places that their hashes give; a power of two of them.
    slots: Vec<u32>,
    hashes: Vec<isize>,
    objects: Vec<Py<PyAny>>,
    /// What is compared, where that is not the object.
    keys: Vec<Py<PyAny>>,
}

impl Interned {
    /// How many there are.
    pub const fn len(&self) -> usize {
        self.objects.len()
    }

    /// The object of a number.
    pub fn object(&self, number: u32) -> Option<&Py<PyAny>> {
        self.objects.get(number as usize)
    }

    /// The number of what equals this key; otherwise the place where it would be.
    pub fn find(&self, key: &Bound<'_, PyAny>, hash: isize) -> PyResult<Result<u32, usize>> {
        if self.slots.is_empty() {
            return Ok(Err(0));
        }
        let mask = self.slots.len() - 1;
        let mut at = spread(hash) & mask;
        loop {
            let number = self.slots[at];
            if number == FREE {
                return Ok(Err(at));
            }
            let place = number as usize;
            if self.hashes[place] == hash {
                let other = self.keys.get(place).unwrap_or_else(|| &self.objects[place]);
                if other.is(key) || other.bind(key.py()).eq(key)? {
                    return Ok(Ok(number));
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// A number for a new object, at the place that was found for it. `None` where there is no number or no memory left.
    pub fn insert(
        &mut self,
        object: Py<PyAny>,
        key: Option<Py<PyAny>>,
        hash: isize,
        place: usize,
    ) -> Option<u32> {
        let number = u32::try_from(self.objects.len()).ok().filter(|&number| number < FREE - 1)?;
        self.objects.try_reserve(1).ok()?;
        self.hashes.try_reserve(1).ok()?;
        self.objects.push(object);
        self.hashes.push(hash);
        self.keys.extend(key);
        // at most two thirds are full
        if self.slots.len() * 2 <= self.objects.len() * 3 {
            self.grow()?;
        } else {
            self.slots[place] = number;
        }
        Some(number)
    }

    /// A number for an object that is found in another way.
    pub fn push(&mut self, object: Py<PyAny>) -> Option<u32> {
        let number = u32::try_from(self.objects.len()).ok().filter(|&number| number < FREE - 1)?;
        self.objects.try_reserve(1).ok()?;
        self.objects.push(object);
        Some(number)
    }

    fn grow(&mut self) -> Option<()> {
        let size = (self.slots.len() * 2).max(16);
        let mut slots = Vec::new();
        slots.try_reserve_exact(size).ok()?;
        slots.resize(size, FREE);
        for (&hash, number) in self.hashes.iter().zip(0..) {
            let mut at = spread(hash) & (size - 1);
            while slots[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            slots[at] = number;
        }
        self.slots = slots;
        Some(())
    }
}

/// Hashes of small numbers are the numbers; their bits are spread.
const fn spread(hash: isize) -> usize {
    let mixed = (hash as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize ^ mixed as usize
}

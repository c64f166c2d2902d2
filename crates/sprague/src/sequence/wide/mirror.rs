//! Values in descending order of heaps, so that the larger parts of neighboring splits lie side by side.

/// A table of values that grows to smaller places.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    /// Heap h is `places[places.len() - 1 - h]`.
    places: Vec<u16>,
    heaps: usize,
}

impl Mirror {
    /// Adds the values of the next heaps.
    pub fn extend(&mut self, values: &[u16]) {
        let heaps = self.heaps + values.len();
        if heaps > self.places.len() {
            let mut places = vec![0; heaps.next_power_of_two()];
            let kept = places.len() - self.heaps;
            places[kept..].copy_from_slice(&self.places[self.places.len() - self.heaps..]);
            self.places = places;
        }
        let end = self.places.len() - self.heaps;
        self.places[..end].iter_mut().rev().zip(values).for_each(|(place, &value)| *place = value);
        self.heaps = heaps;
    }

    /// The values of the heaps from `first` down, which must be known.
    pub fn down_from(&self, first: u64) -> &[u16] {
        &self.places[self.places.len() - 1 - first as usize..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_come_in_descending_order() {
        let values: Vec<u16> = (0..1000).map(|heap| heap * 3).collect();
        let mut mirror = Mirror::default();
        for some in values.chunks(7) {
            mirror.extend(some);
        }
        for first in 0..1000usize {
            let down: Vec<u16> = values[..=first].iter().rev().copied().collect();
            assert_eq!(mirror.down_from(first as u64), down);
        }
    }
}

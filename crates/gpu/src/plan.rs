//! How a game is laid out on the device: the sizes the kernels are compiled for, and what does not fit.

use sprague::sequence::accelerator::StretchInput;

/// Heaps in a block.
pub const HEAPS: u32 = 512;
/// Thread blocks that lead.
pub const CLUSTER: u32 = 16;
/// Into how many parts the workers divide the entries.
pub const PARTS: u32 = 3;
/// Thread blocks that work.
pub const WORKERS: u32 = HEAPS / 32 * PARTS;
/// Heaps that a worker has at hand.
pub const RING: u32 = 1 << 17;
/// Blocks for which the workers' sets have room.
pub const SLOTS: u32 = 4;
/// Small parts among which witnesses are sought.
pub const SMALL: usize = 1 << 16;

/// Shared memory that a thread block of the device may have.
const MOST_SHARED: u32 = 227 << 10;

/// Sizes that a program is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Words of a set of indices.
    pub words: u32,
    /// Entries within a block, divided by the lanes of a warp.
    pub items: u32,
}

/// A game on the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The sizes.
    pub sizes: Sizes,
    /// Shift and index of the entries that reach no further than [`RING`], the index in the top byte, by shift.
    pub entries: Vec<u32>,
    /// Shift and index, one after the other, of those that reach further.
    pub distant: Vec<u32>,
    /// How many entries reach less far than two blocks.
    pub near: u32,
    /// Bytes of shared memory.
    pub shared: u32,
    /// Break indices.
    pub taken: Vec<u32>,
    /// How many small parts there are.
    pub small: usize,
}

impl Plan {
    /// The layout of a game, or why it does not fit.
    pub fn new(ground: &StretchInput<'_>) -> Result<Self, String> {
        let close: Vec<&(u32, u8)> = ground.entries.iter().filter(|entry| entry.0 <= RING).collect();
        let far = ground.entries.iter().filter(|entry| entry.0 > RING);
        let inside = close.iter().filter(|entry| entry.0 < HEAPS).count() as u32;
        let near = close.iter().filter(|entry| entry.0 < 2 * HEAPS).count() as u32;
        let words = if ground.ceiling <= 128 {
            4
        } else {
            let greatest = ground.window.iter().filter(|&&byte| byte != 255).max().copied().unwrap_or(0);
            // room for a few more, so that a new greatest value is no event
            (u32::from(greatest) + 12).div_ceil(32).clamp(5, 8)
        };
        let items = inside.div_ceil(32).max(1);
        if items > 8 {
            return Err(format!(
                "{inside} rare heaps lie within {HEAPS} of each other, too many for its registers"
            ));
        }
        let each = (close.len() as u32 - near).div_ceil(PARTS) + 1;
        let shared = RING + 32 * 32 * words * 4 + 16 + 4 * each;
        if shared > MOST_SHARED || 4 * near > RING {
            return Err(format!("{} rare heaps are too many for its shared memory", ground.entries.len()));
        }
        let taken = ground.taken.iter().map(|&taken| u32::try_from(taken)).collect::<Result<Vec<_>, _>>();
        let taken = taken.map_err(|_| "a move takes too many tokens for it".to_owned())?;
        let reach = taken.iter().max().copied().unwrap_or(0) as usize;
        let small =
            ground.small.len().min(SMALL).min(ground.window.len().saturating_sub(reach + 8)) / 512 * 512;
        if small == 0 || ground.window.len() < (RING + 2 * HEAPS) as usize {
            return Err("too few heaps are known yet".to_owned());
        }
        Ok(Self {
            sizes: Sizes { words, items },
            entries: close.iter().map(|&&(shift, index)| shift | u32::from(index) << 24).collect(),
            distant: far.flat_map(|&(shift, index)| [shift, index.into()]).collect(),
            near,
            shared,
            taken,
            small,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::sequence::{Kind, Space};

    fn ground(window: &[u8], entries: Vec<(u32, u8)>, ceiling: u32) -> StretchInput<'_> {
        let space = Space::new(0xfe, Kind::Value).expect("a mask");
        StretchInput {
            next: 1 << 22,
            until: 1 << 30,
            window,
            ceiling,
            entries,
            exceptions: Vec::new(),
            taken: vec![0, 3],
            small: window,
            space,
        }
    }

    #[test]
    fn entries_are_sorted_into_near_far_and_distant() {
        let window = vec![100; 1 << 18];
        let plan = Plan::new(&ground(&window, vec![(3, 1), (600, 2), (5000, 3), (200_000, 4)], 128)).unwrap();
        assert_eq!(plan.entries, [3 + (1 << 24), 600 + (2 << 24), 5000 + (3 << 24)]);
        assert_eq!((plan.near, plan.distant), (2, vec![200_000, 4]));
        assert_eq!(plan.sizes, Sizes { words: 4, items: 1 });
        assert_eq!(plan.small, SMALL);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let window = vec![200; 1 << 18];
        let many = (1..400).map(|shift| (shift, 0)).collect();
        assert!(Plan::new(&ground(&window, many, 255)).unwrap_err().contains("399 rare heaps"));
        assert!(Plan::new(&ground(&window[..1000], vec![(1, 0)], 255)).unwrap_err().contains("too few"));
        assert_eq!(Plan::new(&ground(&window, vec![(1, 0)], 255)).unwrap().sizes.words, 7);
    }
}

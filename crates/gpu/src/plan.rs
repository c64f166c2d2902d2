//! How a game is laid out on the device: the sizes the kernels are compiled for, and what does not fit.

use sprague::sequence::accelerator::StretchInput;

/// Heaps in a chunk.
pub const CHUNK: u32 = 128;
/// Thread blocks in a cluster: the leader and those that strike ahead of it.
pub const CLUSTER: u32 = 4;
/// Thread blocks that work.
pub const WORKERS: u32 = 28;
/// Threads of each.
pub const THREADS: u32 = 768;
/// Workers take the entries with a shift of at least so many chunks.
pub const DEPTH: u32 = 9;
/// Chunks for which the workers' lists have room.
pub const SLOTS: u32 = 64;
/// Candidates of a heap that the workers list.
pub const GIVEN: u32 = 6;
/// Candidates of a heap that the leader is given.
const LEFT: usize = 3;
/// Heaps of a sample.
const SAMPLE: usize = 512;
/// So many of them at most may have another value than the leader's candidates: two in a chunk.
const MOST_SINGLE: usize = 8;
/// Chunks that the leader keeps at hand.
const KEPT: u32 = 128;
/// The workers are never so many chunks ahead of the leader.
const LAGS: u32 = 64;
/// Small parts among which witnesses are sought.
pub const SMALL: usize = 1 << 16;
/// All the shared memory of a multiprocessor: the check must not slow down the leader.
pub const SHARED: u32 = 227 << 10;
/// The most entries that fit into it besides the rest.
const MOST_ENTRIES: usize = 23_000;
/// The most entries with a shift within a chunk, or within two, that each of the leader's four warps may have.
const MOST_NEAR: u32 = 24;

/// Sizes that a program is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Words of a set of indices: four if no index is above 127, otherwise eight.
    pub words: u32,
    /// For each of the leader's four warps, the entries with shifts of less than one and of less than two chunks.
    pub near: [u32; 2],
}

/// A game on the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The sizes.
    pub sizes: Sizes,
    /// Shift and index of the entries, the longest shift first.
    pub entries: Vec<(u32, u8)>,
    /// For each i below [`LAGS`], how many entries have a shift of at least i chunks.
    pub ends: Vec<u32>,
    /// Break indices.
    pub taken: Vec<u32>,
    /// How many small parts there are.
    pub small: usize,
}

impl Plan {
    /// The layout of a game, or why it does not fit.
    pub fn new(ground: &StretchInput<'_>) -> Result<Self, String> {
        let is_narrow = ground.ceiling <= 128;
        // among indices below 128 the others exclude nothing
        let mut entries: Vec<(u32, u8)> =
            ground.entries.iter().filter(|entry| !is_narrow || entry.1 < 128).copied().collect();
        entries.sort_unstable_by(|a, b| b.cmp(a));
        let ends: Vec<u32> =
            (0..LAGS).map(|i| entries.partition_point(|entry| entry.0 >= i * CHUNK) as u32).collect();
        let near = [ends[0] - ends[1], ends[1] - ends[2]];
        let sizes = Sizes { words: if is_narrow { 4 } else { 8 }, near: near.map(|near| near.div_ceil(4)) };
        if sizes.near.iter().any(|&near| near > MOST_NEAR) {
            return Err(format!(
                "{} rare heaps lie within {} of each other, too many for its registers",
                near[0] + near[1],
                2 * CHUNK
            ));
        }
        if entries.len() > MOST_ENTRIES {
            return Err(format!("{} rare heaps are too many for its shared memory", entries.len()));
        }
        let taken = ground.taken.iter().map(|&taken| u32::try_from(taken)).collect::<Result<Vec<_>, _>>();
        let taken = taken.map_err(|_| "a move takes too many tokens for it".to_owned())?;
        let reach = taken.iter().max().copied().unwrap_or(0) as usize;
        let small =
            ground.small.len().min(SMALL).min(ground.window.len().saturating_sub(reach + 8)) / 512 * 512;
        if small == 0 || ground.window.len() < (KEPT * CHUNK) as usize {
            return Err("too few heaps are known yet".to_owned());
        }
        Ok(Self { sizes, entries, ends, taken, small })
    }

    /// Says why where the leader would have to compute too many heaps alone, because the near entries exclude every
    /// candidate. The processor is faster then.
    pub fn judge(&self, window: &[u8]) -> Result<(), String> {
        let reach = self.entries.first().map_or(0, |entry| entry.0 as usize);
        // where only the farthest entries reach further back than the window, the others tell enough
        let heaps = reach.min(window.len() / 2)..window.len();
        let step = heaps.len().div_ceil(SAMPLE).max(1);
        let singles = heaps.step_by(step).filter(|&at| window[at] != 255 && !self.lists(window, at));
        match singles.count() {
            0..=MOST_SINGLE => Ok(()),
            many => Err(format!(
                "near rare heaps exclude all candidates of {many} heaps in {SAMPLE}; the processor is faster"
            )),
        }
    }

    /// Whether the value of a heap is among the candidates that the leader is given for it.
    fn lists(&self, window: &[u8], at: usize) -> bool {
        let [far, middle] = [DEPTH, 2].map(|lag| self.ends[lag as usize] as usize);
        let excluded = |entries: &[(u32, u8)]| {
            let mut set = [false; 256];
            for &(shift, index) in entries {
                let byte = at.checked_sub(shift as usize).map_or(255, |from| window[from]);
                set[usize::from(byte ^ index)] |= byte != 255;
            }
            set
        };
        let (far, middle) = (excluded(&self.entries[..far]), excluded(&self.entries[far..middle]));
        let listed = (0..255).filter(|&index| !far[usize::from(index)]).take(GIVEN as usize);
        listed.filter(|&index| !middle[usize::from(index)]).take(LEFT).any(|index: u8| index == window[at])
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
    fn entries_are_sorted_by_the_chunks_they_reach_back() {
        let window = vec![100; 1 << 18];
        let entries = vec![(3, 1), (127, 2), (128, 3), (300, 130), (5000, 4), (200_000, 5)];
        let narrow = Plan::new(&ground(&window, entries.clone(), 128)).unwrap();
        assert_eq!(narrow.entries, [(200_000, 5), (5000, 4), (128, 3), (127, 2), (3, 1)]);
        assert_eq!(narrow.ends[..4], [5, 3, 2, 2]);
        assert_eq!(narrow.sizes, Sizes { words: 4, near: [1, 1] });
        assert_eq!(narrow.small, SMALL);
        let wide = Plan::new(&ground(&window, entries, 255)).unwrap();
        assert_eq!(wide.ends[..4], [6, 4, 3, 2]);
        assert_eq!(wide.sizes.words, 8);
    }

    #[test]
    fn games_whose_candidates_run_out_are_left_to_the_processor() {
        // with one near entry the candidates of every heap are 0, 1 and 2
        let window: Vec<u8> = (0..1 << 18).map(|heap| (heap / 512 % 64) as u8).collect();
        let plan = Plan::new(&ground(&window, vec![(1, 64)], 128)).expect("a plan that fits");
        assert!(plan.lists(&window, 1024) && !plan.lists(&window, 1536));
        assert!(plan.judge(&vec![0; 1 << 18]).is_ok());
        assert!(plan.judge(&window).unwrap_err().contains("the processor is faster"));
        // the shift of 2000 is for the workers, that of 300 for those who strike ahead
        let plan = Plan::new(&ground(&window, vec![(200, 64), (300, 1), (2000, 7)], 128)).unwrap();
        let lists = |value| plan.lists(&vec![value; 1 << 18], 1 << 17);
        assert_eq!([0, 1, 3, 4].map(lists), [true, true, true, false]);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let window = vec![200; 1 << 18];
        let many = (1..128).map(|shift| (shift, 0)).collect();
        assert!(Plan::new(&ground(&window, many, 255)).unwrap_err().contains("127 rare heaps"));
        let far = (1000..30_000).map(|shift| (shift, 0)).collect();
        assert!(Plan::new(&ground(&window, far, 255)).unwrap_err().contains("29000 rare heaps"));
        assert!(Plan::new(&ground(&window[..1000], vec![(1, 0)], 255)).unwrap_err().contains("too few"));
    }
}

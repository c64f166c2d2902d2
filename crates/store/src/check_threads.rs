//! The threads that hash, count, compare and audit.

use std::sync::Arc;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Some threads, perhaps only the caller's own.
#[derive(Clone, Debug, Default)]
pub struct CheckThreads {
    pool: Option<Arc<ThreadPool>>,
}

impl CheckThreads {
    /// So many threads, as far as the system grants them.
    pub fn of(threads: usize) -> Self {
        let pool = || ThreadPoolBuilder::new().num_threads(threads).build().ok().map(Arc::new);
        Self { pool: if threads > 1 { pool() } else { None } }
    }

    /// Cuts the items into shares of at least `least`, a few for each thread at most, and works on them side by side;
    /// the results come in the order of the items.
    pub fn in_shares<T: Sync, R: Send>(
        &self,
        items: &[T],
        least: usize,
        work: impl Fn(&[T]) -> R + Send + Sync,
    ) -> Vec<R> {
        /// So that nobody waits long for the slowest.
        const EACH: usize = 2;
        match &self.pool {
            None => vec![work(items)],
            Some(pool) => {
                let share = items.len().div_ceil(EACH * pool.current_num_threads()).max(least).max(1);
                pool.install(|| items.par_chunks(share).map(work).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once_and_in_order() {
        let items: Vec<u32> = (0..1000).collect();
        for (threads, least, most) in [(0, 0, 1), (1, 1, 1), (3, 1, 6), (7, 300, 4)] {
            let shares = CheckThreads::of(threads).in_shares(&items, least, <[u32]>::to_vec);
            assert!(shares.len() <= most);
            assert_eq!(shares.concat(), items);
        }
        assert!(CheckThreads::of(2).in_shares(&[], 1, <[u32]>::to_vec).is_empty());
    }
}

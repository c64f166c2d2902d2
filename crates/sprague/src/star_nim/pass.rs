//! The pass over one cycle of the lower rows in which the tracks of the next row are followed (theory 8.12).
//!
//! The cycle is cut into equal runs. Each starts from a state that the level below knows, settles its pattern, and goes to
//! where the next one started; there windows and pattern must agree, at the last run with the first. So the runs together
//! prove that the rows below have this period, that the structure holds in each of its columns, and how it permutes the
//! tracks. Runs are plain data: a pass can be stopped after any number of columns, kept and taken up again. Cost:
//! about 2 ns for each column on one core with AVX2, of which a row takes a tenth.

use std::sync::Mutex;

use super::lanes::{LANES, LOWER, Lanes, PLANES};
use super::marks::{Level, Mark};
use super::pattern::{Pattern, SETTLING};

/// Marks divide a cycle into so many parts, or a divisor of it: the small primes and enough twos.
const PARTS: u64 = 1680 * 11 * 13;
/// Runs, or a divisor of it: of short cycles, of longer ones, of long ones.
const RUNS: [u64; 3] = [1, 80, 240];
/// Cycles are longer from here on, and long from there on.
const LONGER: [u64; 2] = [1 << 20, 1 << 32];

/// A part of the cycle on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The windows of the rows below, and the pattern.
    pub pattern: Pattern,
    /// The numbers of the tracks by place: bit j of the number of the track at place i is bit i of plane j.
    pub planes: [u32; PLANES],
    /// Columns done.
    pub done: u64,
    /// The state at every mark so far.
    pub marks: Vec<Mark>,
    /// The places at which values can be taken, in all columns so far.
    pub taken: u32,
    /// Whether the structure failed in some column.
    pub fault: bool,
}

/// The pass of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The row whose tracks are followed.
    pub row: usize,
    /// The column at which the first run starts.
    pub base: u64,
    /// The cycle of the rows below.
    pub cycle: u64,
    /// Columns between marks.
    pub spacing: u64,
    /// The parts, of equal length.
    pub runs: Vec<Run>,
}

impl Run {
    fn new(windows: Vec<u32>) -> Self {
        let pattern = Pattern::settle(windows);
        let mut planes = [0; PLANES];
        for (number, place) in pattern.places().into_iter().enumerate() {
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= ((number >> bit & 1) as u32) << place;
            }
        }
        Self { pattern, planes, done: 0, marks: Vec::new(), taken: 0, fault: false }
    }

    fn mark(&self) -> Mark {
        let mut places: Vec<(usize, u8)> =
            self.pattern.places().into_iter().map(|at| (self.number(at), at)).collect();
        places.sort_unstable();
        let places = places.into_iter().map(|(_, place)| place).collect();
        Mark { windows: self.pattern.windows.clone(), used: self.pattern.used, places }
    }

    /// The number of the track at a place.
    fn number(&self, place: u8) -> usize {
        self.planes.iter().rev().fold(0, |number, plane| number << 1 | (plane >> place & 1) as usize)
    }
}

impl Pass {
    /// The pass of the row after a level; `None` if it has too many rows or columns.
    pub fn after(level: &Level) -> Option<Self> {
        let cycle = level.period().filter(|_| level.row <= LOWER)?;
        let parts = gcd(cycle, PARTS);
        let available = level.marks.len() as u64 * level.ratio;
        let runs = gcd(gcd(available, parts), RUNS[LONGER.iter().filter(|&&longer| cycle >= longer).count()]);
        let start = |run: u64| {
            let at = run * (available / runs);
            level.windows(at / level.marks.len() as u64, (at % level.marks.len() as u64) as usize)
        };
        let runs = (0..runs).map(|run| Run::new(start(run))).collect();
        Some(Self { row: level.row + 1, base: level.base + SETTLING, cycle, spacing: cycle / parts, runs })
    }

    /// Columns of each run.
    pub fn length(&self) -> u64 {
        self.cycle / self.runs.len() as u64
    }

    /// Columns done, of all runs together.
    pub fn done(&self) -> u64 {
        self.runs.iter().map(|run| run.done).sum()
    }

    /// Whether all columns are done, or one of them has refuted the structure.
    pub fn is_over(&self) -> bool {
        self.runs.iter().any(|run| run.fault) || self.runs.iter().all(|run| run.done == self.length())
    }

    /// Takes every run further by at most so many columns.
    pub fn advance(&mut self, columns: u64, threads: usize) {
        let (length, spacing, lower) = (self.length(), self.spacing, self.row - 1);
        let groups = Mutex::new(self.runs.chunks_mut(LANES));
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let group = groups.lock().map(|mut groups| groups.next());
                        let Ok(Some(group)) = group else { return };
                        let to = length.min(group[0].done.saturating_add(columns));
                        advance_group(group, to, spacing, lower);
                    }
                });
            }
        });
    }

    /// The level of the row, if the structure holds: every run ends where the next one started. `window` is the row's own
    /// at the base.
    pub fn finish(self, window: u32) -> Option<Level> {
        let count = self.runs.len();
        let (length, first) = (self.length(), self.runs[0].marks.first()?.clone());
        let mut numbers: Vec<usize> = (0..first.places.len()).collect();
        let mut marks = Vec::new();
        for (at, run) in self.runs.iter().enumerate() {
            let next = &self.runs[(at + 1) % count].marks.first()?;
            let end = run.mark();
            let (mut here, mut there) = (end.places.clone(), next.places.clone());
            here.sort_unstable();
            there.sort_unstable();
            if run.fault
                || run.done < length
                || end.windows != next.windows
                || end.used != next.used
                || here != there
            {
                return None;
            }
            marks.extend(run.marks.iter().map(|mark| {
                let places = numbers.iter().map(|&number| mark.places[number]).collect();
                Mark { places, ..mark.clone() }
            }));
            for number in &mut numbers {
                let place = end.places[*number];
                *number = next.places.iter().position(|&other| other == place)?;
            }
        }
        let tracks = first.places.iter().fold(0, |tracks, place| tracks | 1u32 << place);
        if window & !tracks != first.used {
            return None;
        }
        let labels = first
            .places
            .iter()
            .enumerate()
            .fold(0, |labels, (track, &place)| labels | (window >> place & 1) << track);
        let taken = self.runs.iter().fold(0, |taken, run| taken | run.taken);
        Some(Level::new(self.row, self.base, self.cycle, marks, numbers, labels, taken))
    }
}

/// Takes up to sixteen runs, all equally far, to the same column.
fn advance_group(group: &mut [Run], to: u64, spacing: u64, lower: usize) {
    let mut lanes = load(group, lower);
    let mut at = group[0].done;
    while at < to {
        if at.is_multiple_of(spacing) {
            store(&lanes, group, lower, at);
            for run in &mut *group {
                run.marks.push(run.mark());
            }
            if group.iter().any(|run| run.fault) {
                return;
            }
        }
        let next = to.min((at / spacing + 1) * spacing);
        lanes.advance(lower, next - at);
        at = next;
    }
    store(&lanes, group, lower, at);
}

fn load(group: &[Run], lower: usize) -> Lanes {
    let lane = |word: &dyn Fn(&Run) -> u32| std::array::from_fn(|i| word(&group[i.min(group.len() - 1)]));
    let mut windows = [[0; LANES]; LOWER];
    for (row, window) in windows[..lower].iter_mut().enumerate() {
        *window = lane(&|run| run.pattern.windows[row]);
    }
    Lanes {
        windows,
        used: lane(&|run| run.pattern.used),
        tracks: lane(&|run| run.pattern.tracks),
        planes: std::array::from_fn(|plane| lane(&|run| run.planes[plane])),
        places: lane(&|run| run.taken),
        faults: lane(&|run| u32::from(run.fault)),
    }
}

fn store(lanes: &Lanes, group: &mut [Run], lower: usize, done: u64) {
    for (i, run) in group.iter_mut().enumerate() {
        for (window, lane) in run.pattern.windows.iter_mut().zip(&lanes.windows[..lower]) {
            *window = lane[i];
        }
        (run.pattern.used, run.pattern.tracks) = (lanes.used[i], lanes.tracks[i]);
        run.planes = std::array::from_fn(|plane| lanes.planes[plane][i]);
        (run.taken, run.fault, run.done) = (lanes.places[i], lanes.faults[i] != 0, done);
    }
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

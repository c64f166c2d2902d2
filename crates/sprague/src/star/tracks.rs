//! The tracks of a row, followed through one cycle of the rows below (theory 8.12).
//!
//! *Where the tracks are* is a guess, which the pass then proves or refutes ([`Pattern`]). With the rows below fixed,
//! windows that differ at the start fall, after some columns, into one family: the k-subsets of the tracks. So a plain
//! window is followed through a number of columns until it has settled; then all windows that differ from it by one
//! exchange are followed as well. Positions used in all remaining windows are always used; positions used in some of
//! them are tracks.
//!
//! *The pass* over one cycle of the rows below ([`Pass`]) is cut into equal runs. Each run starts from a state known
//! from the row below, finds its pattern, and continues to the column where the next run started. There windows and
//! pattern must agree; the last run must agree with the first. So the runs together prove that the rows below have this
//! period, that the structure holds in each of its columns, and how it permutes the tracks. Runs are plain data: a pass
//! can be stopped after any number of columns, kept and resumed. It costs about 2 ns for each column on one core with
//! AVX2, of which a row takes a tenth.
//!
//! *After the pass* ([`TrackedRow`]) the tracks have returned to their places permuted by sigma. The label of a track,
//! used or not, moves with it. So after j cycles the row is as at the beginning, but with the labels permuted j times,
//! and its period is that of the rows below times the length of the orbit of its labels. The marks give the states of
//! all rows at the same columns of each cycle without computing up to there; from these states the next row starts, in
//! parallel.

use std::sync::Mutex;

use super::cycle::primes_of;
use super::lanes::{LANES, LOWER, Lanes, PLANES, at_column_one, step};

/// Columns after which the windows have fallen into their family, as far as was seen.
const SETTLING: u64 = 1 << 16;

/// Positions in the window of a row, with the windows of the rows below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The windows of the rows below.
    pub windows: Vec<u64>,
    /// Positions that are always used.
    pub used: u64,
    /// The tracks.
    pub tracks: u64,
}

impl Pattern {
    /// The pattern of the row above these, `SETTLING` columns later.
    pub fn settle(mut windows: Vec<u64>) -> Self {
        let row = windows.len() as u32 + 1;
        let mut family = vec![(1u64 << row) - 1];
        for column in 0..SETTLING {
            if column == SETTLING / 2 {
                family = exchanges(&family, 2 * row);
            }
            let seen = step(&mut windows);
            family.retain_mut(|window| {
                let all = *window | seen;
                let window_after = *window | (!all & all.wrapping_add(1));
                *window = window_after >> 1;
                // A value below the window would be lost: no window of a game.
                window_after & 1 == 1
            });
            if column % 256 == 0 {
                family.sort_unstable();
                family.dedup();
            }
        }
        let used = family.iter().fold(u64::MAX, |all, window| all & window);
        let some = family.iter().fold(0, |any, window| any | window);
        Self { windows, used: used & some, tracks: some & !used }
    }

    /// The positions of the tracks, ascending: a track's number is its place here.
    pub fn places(&self) -> Vec<u8> {
        (0..64).filter(|&at| self.tracks >> at & 1 == 1).collect()
    }
}

/// All windows that differ from one of these by one used place that becomes free and one free place that becomes used.
fn exchanges(windows: &[u64], places: u32) -> Vec<u64> {
    let pairs = (0..places).flat_map(|out| (0..places).map(move |into| (1u64 << out, 1u64 << into)));
    let exchanged =
        |window: u64| pairs.clone().filter(move |(out, into)| window & out != 0 && window & into == 0);
    let all =
        windows.iter().flat_map(|&window| exchanged(window).map(move |(out, into)| window ^ out ^ into));
    all.chain(windows.iter().copied()).collect()
}

/// A mark: the windows of the rows below, and where the tracks are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The windows of the rows below.
    pub windows: Vec<u64>,
    /// Positions that are always used.
    pub used: u64,
    /// For each track, in the order of the places at the first mark, its place here.
    pub places: Vec<u8>,
}

/// What is known of a row after its pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackedRow {
    /// The row.
    pub row: usize,
    /// The column of the first mark.
    pub base: u64,
    /// The period of the rows below.
    pub lower_period: u64,
    /// Marks at equal distances over one lower period.
    pub marks: Vec<Mark>,
    /// The track at the place that each track of the first mark takes after one lower period.
    pub sigma: Vec<usize>,
    /// The labels at the base: bit t tells that track t is used.
    pub labels: u32,
    /// The length of the orbit of the labels under sigma.
    pub ratio: u64,
    /// The places at which the row takes values from the base on: place i is the value b - a + i. There are no others.
    pub taken: u64,
}

impl TrackedRow {
    /// Row 1, whose window is the same in every column: G(1, b) = b.
    pub fn first(base: u64) -> Self {
        let mark = Mark { windows: Vec::new(), used: 1, places: Vec::new() };
        let marks = vec![mark];
        Self { row: 1, base, lower_period: 1, marks, sigma: Vec::new(), labels: 0, ratio: 1, taken: 2 }
    }

    /// The level of a row, when one turn permutes its tracks by sigma.
    pub(crate) fn new(
        row: usize,
        base: u64,
        lower_period: u64,
        marks: Vec<Mark>,
        sigma: Vec<usize>,
        labels: u32,
        taken: u64,
    ) -> Self {
        let mut level = Self { row, base, lower_period, marks, sigma, labels, ratio: 1, taken };
        let mut turned = level.turn(labels);
        while turned != labels {
            turned = level.turn(turned);
            level.ratio += 1;
        }
        level
    }

    /// The joint period of this row and those below.
    pub fn period(&self) -> Option<u64> {
        self.lower_period.checked_mul(self.ratio)
    }

    /// The labels after one lower period.
    fn turn(&self, labels: u32) -> u32 {
        let used = self.sigma.iter().enumerate().filter(|(track, _)| labels >> track & 1 == 1);
        used.fold(0, |turned, (_, &to)| turned | 1 << to)
    }

    /// The windows of this row and those below at a mark in the given lower period, counted from the base.
    pub fn windows(&self, cycle: u64, mark: usize) -> Vec<u64> {
        let labels = (0..cycle % self.ratio).fold(self.labels, |labels, _| self.turn(labels));
        let mark = &self.marks[mark];
        let tracks = mark.places.iter().enumerate().filter(|(track, _)| labels >> track & 1 == 1);
        let window = tracks.fold(mark.used, |window, (_, &place)| window | 1 << place);
        mark.windows.iter().copied().chain([window]).collect()
    }

    /// The lengths of the cycles of sigma, longest first.
    pub fn cycle_type(&self) -> Vec<usize> {
        let mut seen = vec![false; self.sigma.len()];
        let mut lengths = Vec::new();
        for start in 0..self.sigma.len() {
            let (mut at, mut length) = (start, 0);
            while !std::mem::replace(&mut seen[at], true) {
                at = self.sigma[at];
                length += 1;
            }
            lengths.extend((length > 0).then_some(length));
        }
        lengths.sort_unstable();
        lengths.reverse();
        lengths
    }
}

/// Marks divide a cycle into so many parts, or a divisor of it: the small primes and enough twos.
const PARTS: u64 = 1680 * 11 * 13;
/// Marks lie closer than this where the cycle can be divided so: the way from one to the next is followed again in a second.
pub const FARTHEST: u64 = 1 << 24;
/// Runs, or a divisor of it: of short cycles, of longer ones, of long ones.
const RUNS: [u64; 3] = [1, 80, 240];
/// Cycles are longer from here on, and long from there on.
const LONGER: [u64; 2] = [1 << 20, 1 << 32];

/// A part of the cycle on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassRun {
    /// The windows of the rows below, and the pattern.
    pub pattern: Pattern,
    /// The numbers of the tracks by place: bit j of the number of the track at place i is bit i of plane j.
    pub planes: [u64; PLANES],
    /// Columns done.
    pub done: u64,
    /// The state at every mark so far.
    pub marks: Vec<Mark>,
    /// The places at which values can be taken, in all columns so far.
    pub taken: u64,
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
    pub runs: Vec<PassRun>,
}

impl PassRun {
    fn new(windows: Vec<u64>) -> Self {
        let pattern = Pattern::settle(windows);
        let places = pattern.places();
        Self::at(&Mark { windows: pattern.windows, used: pattern.used, places })
    }

    /// A run that stands at a mark.
    pub fn at(mark: &Mark) -> Self {
        let mut planes = [0; PLANES];
        let mut tracks = 0;
        for (number, &place) in mark.places.iter().enumerate() {
            tracks |= 1 << place;
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= (number as u64 >> bit & 1) << place;
            }
        }
        let pattern = Pattern { windows: mark.windows.clone(), used: mark.used, tracks };
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
    pub fn after(level: &TrackedRow) -> Option<Self> {
        let cycle = level.period().filter(|_| level.row <= LOWER)?;
        let parts = parts_of(cycle);
        let available = level.marks.len() as u64 * level.ratio;
        let runs = gcd(gcd(available, parts), RUNS[LONGER.iter().filter(|&&longer| cycle >= longer).count()]);
        let start = |run: u64| {
            let at = run * (available / runs);
            level.windows(at / level.marks.len() as u64, (at % level.marks.len() as u64) as usize)
        };
        let runs = (0..runs).map(|run| PassRun::new(start(run))).collect();
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
        let work = || {
            loop {
                let group = groups.lock().map(|mut groups| groups.next());
                let Ok(Some(group)) = group else { return };
                let to = length.min(group[0].done.saturating_add(columns));
                advance_group(group, to, spacing, lower);
            }
        };
        // not everywhere is there more than one thread
        if threads <= 1 {
            return work();
        }
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    }

    /// The level of the row, if the structure holds: every run ends where the next one started. `window` is the row's
    /// own at the base.
    pub fn finish(self, window: u64) -> Option<TrackedRow> {
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
        let tracks = first.places.iter().fold(0, |tracks, place| tracks | 1u64 << place);
        if window & !tracks != first.used {
            return None;
        }
        let labels = first
            .places
            .iter()
            .enumerate()
            .fold(0, |labels, (track, &place)| labels | ((window >> place & 1) as u32) << track);
        let taken = self.runs.iter().fold(0, |taken, run| taken | run.taken);
        Some(TrackedRow::new(self.row, self.base, self.cycle, marks, numbers, labels, taken))
    }
}

/// Takes up to sixteen runs, all equally far, to the same column.
fn advance_group(group: &mut [PassRun], to: u64, spacing: u64, lower: usize) {
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

/// In a machine all windows begin where that of the row above them does, so many places lower.
const fn lower_by(lower: usize, row: usize) -> usize {
    lower - row
}

fn load(group: &[PassRun], lower: usize) -> Lanes {
    let lane =
        |word: &dyn Fn(&PassRun) -> u64| std::array::from_fn(|i| word(&group[i.min(group.len() - 1)]) as u32);
    let mut windows = [[0; LANES]; LOWER];
    for (row, window) in windows[..lower].iter_mut().enumerate() {
        let by = lower_by(lower, row);
        *window = lane(&|run| run.pattern.windows[row] << by | ((1 << by) - 1));
    }
    // a place that a machine does not have is a fault
    let fits = |run: &PassRun| {
        let rows = run.pattern.windows[..lower].iter().enumerate();
        let mut words = rows.map(|(row, &window)| window.saturating_mul(1 << lower_by(lower, row)));
        let own = run.pattern.used | run.pattern.tracks;
        words.all(|word| word >> 32 == 0) && own >> 32 == 0
    };
    Lanes {
        windows,
        used: lane(&|run| run.pattern.used),
        tracks: lane(&|run| run.pattern.tracks),
        planes: std::array::from_fn(|plane| lane(&|run| run.planes[plane])),
        places: lane(&|run| run.taken),
        many: lane(&|run| u64::from(run.fault || !fits(run))),
        none: [0; LANES],
    }
}

fn store(lanes: &Lanes, group: &mut [PassRun], lower: usize, done: u64) {
    for (i, run) in group.iter_mut().enumerate() {
        for (row, window) in run.pattern.windows[..lower].iter_mut().enumerate() {
            *window = u64::from(lanes.windows[row][i] >> lower_by(lower, row));
        }
        (run.pattern.used, run.pattern.tracks) = (lanes.used[i].into(), lanes.tracks[i].into());
        run.planes = std::array::from_fn(|plane| lanes.planes[plane][i].into());
        (run.taken, run.fault, run.done) = (lanes.places[i].into(), lanes.is_faulty(i), done);
    }
}

/// Into how many parts the marks divide a cycle.
fn parts_of(cycle: u64) -> u64 {
    let mut parts = gcd(cycle, PARTS);
    for prime in primes_of(cycle) {
        while cycle / parts > FARTHEST && (cycle / parts).is_multiple_of(prime) {
            parts *= prime;
        }
    }
    parts
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The tracks of a row before a column, and the value taken in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackColumn {
    /// The column b.
    pub column: u64,
    /// For each track its value minus b, and whether that value is used already.
    pub tracks: Vec<(i64, bool)>,
    /// G(a, b) - b.
    pub taken: i64,
}

/// Follows the tracks of a row from 2 to 17 from some column after `from` on. `None` where the structure does not hold.
pub fn follow_tracks(row: usize, from: u64, columns: usize) -> Option<Vec<TrackColumn>> {
    if !(2..=LOWER + 1).contains(&row) {
        return None;
    }
    let mut windows = at_column_one(row);
    for _ in 1..from {
        step(&mut windows);
    }
    let mut pattern = Pattern::settle(windows[..row - 1].to_vec());
    let mut column = from.max(1);
    while windows[..row - 1] != pattern.windows[..] || column < from + SETTLING {
        step(&mut windows);
        column += 1;
    }
    let mut places = pattern.places();
    let mut followed = Vec::new();
    for b in (column..).take(columns) {
        let window = windows[row - 1];
        let offset = |place: u8| i64::from(place) - row.cast_signed() as i64;
        let tracks = places.iter().map(|&place| (offset(place), window >> place & 1 == 1)).collect();
        let seen = step(&mut pattern.windows);
        let all = pattern.used | pattern.tracks | seen;
        let to = !all & all.wrapping_add(1);
        let from = pattern.tracks & !seen & to.wrapping_sub(1);
        if to == 0 || !from.is_power_of_two() {
            return None;
        }
        let taken = if window & from == 0 { from } else { to };
        followed.push(TrackColumn { column: b, tracks, taken: offset(taken.trailing_zeros() as u8) });
        pattern.used = (pattern.used | from) >> 1;
        pattern.tracks = ((pattern.tracks & !from) | to) >> 1;
        for place in &mut places {
            let moved =
                if u32::from(*place) == from.trailing_zeros() { to.trailing_zeros() as u8 } else { *place };
            *place = moved - 1;
        }
        step(&mut windows);
    }
    Some(followed)
}

#[cfg(test)]
mod tests {
    use super::{FARTHEST, parts_of};

    /// A proof that is taken up again follows the way from one mark to the next, so marks that lie far apart would stop it.
    #[test]
    fn the_marks_of_all_rows_lie_close() {
        for cycle in [1, 144, 1_778_112_000, 16_003_008_000, 320_060_160_000, 3_200_601_600_000] {
            let parts = parts_of(cycle);
            assert!(cycle % parts == 0 && cycle / parts <= FARTHEST, "{parts} parts of {cycle}");
        }
    }
}

//! A row whose tracks were followed through a whole cycle of the rows below, with marks along the way (theory 8.12).
//!
//! Over one cycle the tracks return to their places permuted by sigma. The label of a track, used or not, travels with
//! it; so after j cycles the row is as at the beginning, but with the labels permuted j times, and its period is that of
//! the rows below times the length of the orbit of its labels. With the marks every state of all rows, at equally many
//! columns of each cycle, is known without going there: that is where the next row starts, in parallel.

/// A mark: the windows of the rows below, and where the tracks are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The windows of the rows below.
    pub windows: Vec<u32>,
    /// Positions that are always used.
    pub used: u32,
    /// For each track, in the order of the places at the first mark, its place here.
    pub places: Vec<u8>,
}

/// What is known of a row after its pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
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
    pub taken: u32,
}

impl Level {
    /// Row 1, whose window is the same in every column: G(1, b) = b.
    pub fn first(base: u64) -> Self {
        let mark = Mark { windows: Vec::new(), used: 1, places: Vec::new() };
        let marks = vec![mark];
        Self { row: 1, base, lower_period: 1, marks, sigma: Vec::new(), labels: 0, ratio: 1, taken: 2 }
    }

    /// The level of a row, when one turn permutes its tracks by sigma.
    pub(super) fn new(
        row: usize,
        base: u64,
        lower_period: u64,
        marks: Vec<Mark>,
        sigma: Vec<usize>,
        labels: u32,
        taken: u32,
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
    pub fn windows(&self, cycle: u64, mark: usize) -> Vec<u32> {
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
        lengths.sort_unstable_by(|x, y| y.cmp(x));
        lengths
    }
}

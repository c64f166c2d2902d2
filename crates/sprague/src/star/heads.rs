//! Lines of Star Silver Dollar: one token takes all places of its strip in turn, the others stay (theory 6.8, 6.10).
//!
//! Every strip has one or two tokens; by the head/tail theorem this is enough. The moving token is the upper one of its
//! strip, or alone on it. A *line* is the sequence of values over the places of this token; there is one line for every
//! placement of the other tokens that play can reach. As with the rows of Star Nim a value is the least one used
//! neither before in its line nor in this column by the lines below it. Options with a token on square 0 have the value
//! (t - s) xor k with constants s and k (theory 6.4), which is t plus a function of t modulo a power of two. So the
//! sets of used values relative to the column, together with that remainder, are the state of a finite machine, and
//! every line is ultimately additively periodic.

use super::cycle::{Turn, cycle};

/// All the lines that a line depends on.
#[derive(Clone, Debug)]
pub struct HeadLine {
    lines: Vec<Line>,
    /// xor with any constant changes only bits below this power of two.
    modulus: u64,
    first: u64,
}

/// One placement of the tokens that stay.
#[derive(Clone, Debug)]
struct Line {
    /// The lower token of the running strip; 0 if the running token is alone.
    lower: u64,
    /// The placements after a move of another token, not to square 0.
    options: Vec<usize>,
    /// Options with another token on square 0: the value is (t - s) xor k.
    to_zero: Vec<(u64, u64)>,
    /// The value when the running token itself goes to square 0.
    runs_to_zero: Option<u64>,
}

/// The values of a line have this additive period from this token on; `offsets` are the values minus the token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePeriod {
    /// The first square of the running token from which on the period holds.
    pub first: u64,
    /// The least period.
    pub period: u64,
    /// Values minus squares over one period.
    pub offsets: Vec<i64>,
}

impl HeadLine {
    /// The line of a token that runs above `lower`, or alone on its strip, beside strips of one or two tokens. All
    /// squares are at least 1 and ascend in each strip; `None` otherwise, or if there are more than `most` placements.
    pub fn new(strips: &[Vec<u64>], lower: Option<u64>, most: usize) -> Option<Self> {
        let fits = |strip: &Vec<u64>| {
            (1..=2).contains(&strip.len()) && !strip.contains(&0) && strip.is_sorted_by(|a, b| a < b)
        };
        if !strips.iter().all(fits) || lower == Some(0) {
            return None;
        }
        // The last "strip" is the lower token of the running one.
        let mut all = strips.to_vec();
        all.push(lower.into_iter().collect());
        let mut places: Vec<Vec<Vec<u64>>> = vec![Vec::new()];
        for strip in &all {
            if (places.len() as u128).saturating_mul(placed(strip)) > most as u128 {
                return None;
            }
            let mine = placements(strip);
            let longer = |place: Vec<Vec<u64>>| {
                mine.iter().map(move |strip| [&place[..], std::slice::from_ref(strip)].concat())
            };
            places = places.into_iter().flat_map(longer).collect();
        }
        places.sort_unstable();
        let lines: Vec<Line> = places.iter().map(|place| Line::new(place, &places)).collect();
        let largest = lines.iter().flat_map(|line| &line.to_zero).map(|&(_, k)| k).max().unwrap_or(0);
        let modulus = (largest + 1).checked_next_power_of_two()?;
        Some(Self { lines, modulus, first: lower.unwrap_or(0) + 1 })
    }

    /// The first square of the running token.
    pub const fn first(&self) -> u64 {
        self.first
    }

    /// The values as the token runs from its first square to `last`.
    pub fn values(&self, last: u64) -> Vec<u64> {
        let mut column = Column::new(self);
        (1..=last)
            .map(|t| (t, column.step(self)))
            .filter(|&(t, _)| t >= self.first)
            .map(|(_, value)| value)
            .collect()
    }

    /// The period, proved by a state that comes back within so many columns.
    pub fn period(&self, limit: u64) -> Option<LinePeriod> {
        self.repetition(limit).map(|(from, length)| self.period_of(from, length))
    }

    /// The token at which the state of all lines is one that comes back, and after how many columns.
    fn repetition(&self, limit: u64) -> Option<(u64, u64)> {
        let shift = self.lines.iter().map(|line| line.lower + 1).max().unwrap_or(1);
        let start = self.modulus.checked_add(shift)?.max(self.first);
        if start > limit {
            return None;
        }
        let mut column = Column::new(self);
        while column.token < start {
            column.step(self);
        }
        let (before, length) = cycle(&mut column, limit - start, |column| {
            column.step(self);
            true
        })?;
        Some((start + before, length))
    }

    fn period_of(&self, from: u64, length: u64) -> LinePeriod {
        let values = self.values(from + length - 1);
        let offsets: Vec<i64> =
            (self.first..).zip(values).map(|(t, value)| value.wrapping_sub(t).cast_signed()).collect();
        let turn = Turn::of(&offsets, (from - self.first) as usize);
        LinePeriod { first: self.first + turn.preperiod, period: turn.period, offsets: turn.cycle }
    }

    /// About how many steps a column takes.
    pub fn cost(&self) -> u64 {
        self.lines.iter().map(|line| 1 + line.options.len() as u64 + line.to_zero.len() as u64).sum()
    }

    /// The line at squares of any size, if a state comes back within so many columns.
    pub fn far(self, limit: u64) -> Option<FarLine> {
        let (from, length) = self.repetition(limit)?;
        let period = self.period_of(from, length);
        let early = self.values(period.first + period.period);
        Some(FarLine { line: self, from, length, period, early })
    }
}

/// A line whose period is proved, with all lines below it.
#[derive(Clone, Debug)]
pub struct FarLine {
    line: HeadLine,
    /// The state of all lines at this token comes back.
    from: u64,
    /// After so many columns.
    length: u64,
    period: LinePeriod,
    /// The values from the first square on, to the end of the first period at least.
    early: Vec<u64>,
}

impl FarLine {
    /// The columns that its proof has looked at.
    pub const fn columns(&self) -> u64 {
        self.from + self.length
    }

    /// The value at a square of the running token; `None` below its first square.
    pub fn value(&self, token: u64) -> Option<u64> {
        let LinePeriod { first, period, .. } = self.period;
        let near = if token < first { token } else { first + (token - first) % period };
        let at = usize::try_from(near.checked_sub(self.line.first)?).ok()?;
        self.early.get(at).map(|value| value + (token - near))
    }

    /// The values at a square of the placements that one move of another token leads to, not to square 0.
    pub fn lowered(&self, token: u64) -> Vec<u64> {
        let near = if token < self.from { token } else { self.from + (token - self.from) % self.length };
        let mut column = Column::new(&self.line);
        while column.token <= near {
            column.step(&self.line);
        }
        let options = self.line.lines.last().map_or(&[][..], |line| &line.options);
        options.iter().map(|&option| column.values[option] + (token - near)).collect()
    }

    /// The placements in the order of `lowered`: the strip, its token and the square that it goes to.
    pub fn moves(strips: &[Vec<u64>], lower: Option<u64>) -> Vec<(usize, usize, u64)> {
        let mut all = strips.to_vec();
        all.push(lower.into_iter().collect());
        let lowered = |(at, strip): (usize, &Vec<u64>)| {
            let down = |(token, square): (usize, u64), floor: u64| {
                (floor..square).map(move |to| (at, token, to)).collect::<Vec<_>>()
            };
            let floor = |token: usize| if token == 0 { 1 } else { strip[token - 1] + 1 };
            strip
                .iter()
                .copied()
                .enumerate()
                .flat_map(|token| down(token, floor(token.0)))
                .collect::<Vec<_>>()
        };
        all.iter().enumerate().flat_map(lowered).collect()
    }

    /// The square below `token` at which the line has the value: a line has no value twice.
    pub fn square_of(&self, value: u64, token: u64) -> Option<u64> {
        let LinePeriod { first, offsets, .. } = &self.period;
        let early = (self.line.first..token.min(*first)).zip(&self.early);
        let late = offsets.iter().filter_map(|&offset| value.checked_add_signed(-offset));
        let late = late.filter(|square| (*first..token).contains(square));
        let mut all = early.filter(|&(_, &other)| other == value).map(|(square, _)| square).chain(late);
        all.find(|&square| self.value(square) == Some(value))
    }
}

/// How many placements of a strip's tokens play reaches without square 0.
const fn placed(strip: &[u64]) -> u128 {
    match *strip {
        [a] => a as u128,
        [a, b] => a as u128 * b as u128 - a as u128 * (a as u128 + 1) / 2,
        _ => 1,
    }
}

/// All placements of a strip's tokens that play reaches without square 0, ascending.
fn placements(strip: &[u64]) -> Vec<Vec<u64>> {
    match *strip {
        [a] => (1..=a).map(|a| vec![a]).collect(),
        [a, b] => (1..=a).flat_map(|a| (a + 1..=b).map(move |b| vec![a, b])).collect(),
        _ => vec![Vec::new()],
    }
}

/// The value of a strip above an occupied square 0 (theory 6.4).
fn lowered(strip: &[u64]) -> u64 {
    match *strip {
        [a] => a - 1,
        [a, b] => b - a - 1,
        _ => 0,
    }
}

impl Line {
    fn new(place: &[Vec<u64>], all: &[Vec<Vec<u64>>]) -> Self {
        let (running, others) = place.split_last().expect("the running strip is always there");
        let lower = running.first().copied().unwrap_or(0);
        let others_lowered = others.iter().fold(0, |sum, strip| sum ^ lowered(strip));
        let mut to_zero = Vec::new();
        for strip in others {
            // The strip's lowest token goes to 0, its upper one stays and is alone.
            let rest = strip.get(1).map_or(0, |upper| upper - 1);
            to_zero.push((lower + 1, others_lowered ^ lowered(strip) ^ rest));
        }
        to_zero.extend((lower > 0).then_some((1, others_lowered)));
        let mut options = Vec::new();
        for (at, strip) in place.iter().enumerate() {
            for (token, &square) in strip.iter().enumerate() {
                let floor = if token == 0 { 1 } else { strip[token - 1] + 1 };
                for to in floor..square {
                    let mut option = place.to_vec();
                    option[at][token] = to;
                    options.extend(all.binary_search(&option));
                }
            }
        }
        Self { lower, options, to_zero, runs_to_zero: (lower == 0).then_some(others_lowered) }
    }
}

/// The values used in a line: all below `mex`, and a few above.
#[derive(Clone, Debug, Default)]
struct Used {
    mex: u64,
    above: Vec<u64>,
}

impl Used {
    fn insert(&mut self, value: u64) {
        if value > self.mex {
            if let Err(at) = self.above.binary_search(&value) {
                self.above.insert(at, value);
            }
        } else if value == self.mex {
            self.mex += 1;
            let run = (self.mex..).zip(&self.above).take_while(|&(next, &value)| next == value).count();
            self.above.drain(..run);
            self.mex += run as u64;
        }
    }

    fn relative(&self, token: u64) -> impl Iterator<Item = u64> + '_ {
        std::iter::once(&self.mex).chain(&self.above).map(move |value| value.wrapping_sub(token))
    }
}

/// All lines before a column.
#[derive(Clone, Debug)]
struct Column {
    token: u64,
    modulus: u64,
    used: Vec<Used>,
    values: Vec<u64>,
}

impl PartialEq for Column {
    fn eq(&self, other: &Self) -> bool {
        self.token % self.modulus == other.token % self.modulus
            && self
                .used
                .iter()
                .zip(&other.used)
                .all(|(x, y)| x.relative(self.token).eq(y.relative(other.token)))
    }
}

impl Column {
    fn new(machine: &HeadLine) -> Self {
        let used = machine.lines.iter().map(|line| {
            let mut used = Used::default();
            line.runs_to_zero.into_iter().for_each(|value| used.insert(value));
            used
        });
        Self {
            token: 1,
            modulus: machine.modulus,
            used: used.collect(),
            values: vec![0; machine.lines.len()],
        }
    }

    /// The value of the last line, that of the placement asked for.
    fn step(&mut self, machine: &HeadLine) -> u64 {
        let t = self.token;
        for (at, line) in machine.lines.iter().enumerate().filter(|(_, line)| line.lower < t) {
            let others: Vec<u64> = line.options.iter().map(|&option| self.values[option]).collect();
            let zero = line.to_zero.iter().map(|&(s, k)| (t - s) ^ k);
            let taken: Vec<u64> = others.into_iter().chain(zero).collect();
            let used = &mut self.used[at];
            let free = |value: &u64| !taken.contains(value) && used.above.binary_search(value).is_err();
            let most = used.mex + (used.above.len() + taken.len()) as u64;
            let value = (used.mex..=most).find(free).expect("finitely many are taken");
            used.insert(value);
            self.values[at] = value;
        }
        self.token += 1;
        self.values.last().copied().unwrap_or(0)
    }
}

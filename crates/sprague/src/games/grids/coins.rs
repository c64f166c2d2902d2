//! Coin turning: a move turns coins of a row, and the rightmost of them goes from heads to tails (theory N.2 to N.5).
//!
//! Which sets of coins may be turned depends on their places alone. So the value of a row is the nim-sum of the values
//! of its heads, each taken alone (N.2), and the value of one coin is the mex of the nim-sums that the coins to its left
//! can have. On a board of rows a move of one rule along the rows times a move of another rule along the columns is
//! turned; the value of a coin is the nim-product of its values under both rules (N.5). That holds for normal play only:
//! under misère play all faces of the coins are searched.
//!
//! A bound on the distance makes the values periodic (N.3). Where no closed form gives the value of a coin (N.3, N.4),
//! the nim-sums of 0, 1, 2, ... coins are kept as sets of bits, one for each number of coins, and grow with every coin: adding a coin of value g to a set is the set with the
//! places i and i + g exchanged, 64 places at a time.
//!
//! Winning moves are sets of coins with a given nim-sum. All but the last coin of a set are tried; the last one is
//! looked up by its value.

use std::collections::HashMap;
use std::fmt;

use crate::games::{Action, BoardKind, Counted, Evaluation, Found, Game, Known, Part, Room, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::{Limits, TooLarge};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::sequence::Ground;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// Which coins of a row may be turned together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CoinRule {
    count: CoinCount,
    /// The greatest distance of two coins that are turned.
    within: Option<u64>,
}

/// How many coins are turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CoinCount {
    /// At least one and at most so many.
    AtMost(u64),
    /// So many.
    Exactly(u64),
    /// Any number of neighbors.
    Consecutive,
}

/// The rules that have names.
const NAMED: &[(&str, CoinRule)] = &[
    ("turning-turtles", CoinRule::at_most(2)),
    ("mock-turtles", CoinRule::at_most(3)),
    ("moebius", CoinRule::at_most(5)),
    ("mogul", CoinRule::at_most(7)),
    ("moidores", CoinRule::at_most(9)),
    ("twins", CoinRule { count: CoinCount::Exactly(2), within: None }),
    ("triplets", CoinRule { count: CoinCount::Exactly(3), within: None }),
    ("ruler", CoinRule { count: CoinCount::Consecutive, within: None }),
    ("mock-turtle-fives", CoinRule { count: CoinCount::AtMost(3), within: Some(4) }),
    ("triplet-fives", CoinRule { count: CoinCount::Exactly(3), within: Some(4) }),
];

impl CoinRule {
    const fn at_most(most: u64) -> Self {
        Self { count: CoinCount::AtMost(most), within: None }
    }

    /// A rule; `None` for no coins.
    pub const fn new(count: CoinCount, within: Option<u64>) -> Option<Self> {
        match count {
            CoinCount::AtMost(0) | CoinCount::Exactly(0) => None,
            _ => Some(Self { count, within }),
        }
    }

    /// The first place of the coins that may be turned with this one.
    fn first(self, place: u64) -> u64 {
        self.within.map_or(0, |within| place.saturating_sub(within))
    }

    /// How many other coins may be turned.
    fn others(self, place: u64) -> (u64, u64) {
        let room = place - self.first(place);
        match self.count {
            CoinCount::AtMost(most) => (0, (most - 1).min(room)),
            CoinCount::Exactly(count) => (count - 1, count - 1),
            CoinCount::Consecutive => (0, room),
        }
    }

    /// Whether these places, ascending, may be turned together.
    fn allows(self, places: &[u64]) -> bool {
        let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return false };
        let (least, most) = self.others(last);
        let others = places.len() as u64 - 1;
        places.is_sorted_by(|a, b| a < b)
            && first >= self.first(last)
            && (least..=most).contains(&others)
            && (self.count != CoinCount::Consecutive || last - first == others)
    }

    /// The number of sets whose last place is this one.
    fn moves(self, place: u64) -> f64 {
        let room = (place - self.first(place)) as f64;
        let (least, most) = self.others(place);
        match self.count {
            CoinCount::Consecutive => room + 1.0,
            _ => choices(room, least, most),
        }
    }

    /// The sets whose last place is this one, the smallest first.
    fn sets(self, last: u64) -> impl Iterator<Item = Vec<u64>> {
        let first = self.first(last);
        let (least, most) = self.others(last);
        (least..=most).flat_map(move |size| {
            let consecutive = self.count == CoinCount::Consecutive;
            let whole = if consecutive { Some((last - size..=last).collect()) } else { None };
            let chosen = if consecutive { None } else { Some(combinations(first, last, size)) };
            whole.into_iter().chain(chosen.into_iter().flatten().map(move |mut set| {
                set.push(last);
                set
            }))
        })
    }

    /// The value of the coin at a place, by a closed form.
    fn closed(self, place: u64) -> Option<(Nimber, Theorem)> {
        if self.count == CoinCount::Consecutive {
            let most = self.within.map_or(u64::MAX, |within| within + 1);
            let value = (1 << (place + 1).trailing_zeros()).min(1 << most.ilog2());
            return Some((Nimber(value), Theorem::Ruler));
        }
        let place = self.within.map_or(place, |within| place % (within + 1));
        let value = match self.count {
            CoinCount::Exactly(count) => match place.checked_sub(count - 1) {
                Some(place) => return Self::at_most(count).closed(place),
                None => 0,
            },
            CoinCount::AtMost(1) => 1,
            CoinCount::AtMost(2) => place + 1,
            CoinCount::AtMost(3) => odious(place),
            CoinCount::AtMost(_) | CoinCount::Consecutive => return None,
        };
        Some((Nimber(value), Theorem::Turtles))
    }

    /// Refuses a table of the values of so many coins that would take too much: as many nim-sums as there are sets of
    /// coins to the left.
    fn admit(self, coins: u64, limits: &Limits) -> Result<(), TooLarge> {
        const WORD: f64 = 64.0;
        let coins = self.within.map_or(coins, |within| coins.min(within.saturating_add(1)));
        let Some(last) = coins.checked_sub(1).filter(|&last| self.closed(last).is_none()) else {
            return Ok(());
        };
        let (_, most) = self.others(last);
        let words = 2.0 * choices(last as f64, 0, most) / WORD + 1.0;
        let sets = most as f64 + 1.0;
        let what = format!("the table of the values of {coins} coins of coins({self})");
        limits.admit(what.clone(), words * sets)?;
        limits.admit_steps(what, coins as f64 * words * sets)
    }

    /// The values of the first coins, each alone.
    ///
    /// ```
    /// use sprague::games::coins::CoinRule;
    /// let moebius: CoinRule = "moebius".parse()?;
    /// assert_eq!(moebius.values(9), [1, 2, 4, 8, 16, 31, 32, 64, 103]);
    /// # Ok::<(), sprague::notation::NotationError>(())
    /// ```
    pub fn values(self, coins: u64) -> Vec<u64> {
        match (self.count, self.within) {
            (CoinCount::AtMost(4..), None) => {}
            (CoinCount::Exactly(count), None) => {
                // the first coins cannot be turned and have the value 0: they stand for coins that are left out
                let idle = (count - 1).min(coins);
                let mut values = vec![0; idle as usize];
                values.extend(Self::at_most(count).values(coins - idle));
                return values;
            }
            (CoinCount::AtMost(_) | CoinCount::Exactly(_), Some(within)) => {
                let cycle = Self { within: None, ..self }.values(coins.min(within.saturating_add(1)));
                return cycle.iter().copied().cycle().take(coins as usize).collect();
            }
            _ => {
                return (0..coins).filter_map(|place| self.closed(place)).map(|(value, _)| value.0).collect();
            }
        }
        let mut sums = Sums::default();
        let next = |place: u64| {
            let value = sums.mex();
            sums.add(value, self.others(place + 1).1);
            value
        };
        (0..coins).map(next).collect()
    }
}

/// The n-th number with an odd number of ones in binary, from 0.
const fn odious(n: u64) -> u64 {
    2 * n + (n.count_ones() as u64 + 1) % 2
}

/// The number of ways to choose at least `least` and at most `most` of so many things.
fn choices(things: f64, least: u64, most: u64) -> f64 {
    let (mut sum, mut ways) = (0.0, 1.0);
    for size in 0..=most {
        if size >= least {
            sum += ways;
        }
        ways *= (things - size as f64) / (size as f64 + 1.0);
        if ways <= 0.0 || !ways.is_finite() {
            return if ways > 0.0 { ways } else { sum };
        }
    }
    sum
}

/// All ascending lists of so many numbers from `first` to `end`, without `end`.
fn combinations(first: u64, end: u64, size: u64) -> impl Iterator<Item = Vec<u64>> {
    let start: Option<Vec<u64>> = (size <= end - first).then(|| (first..first + size).collect());
    std::iter::successors(start, move |chosen| {
        let grows = (0..chosen.len()).rev().find(|&at| chosen[at] + ((chosen.len() - at) as u64) < end)?;
        let mut next = chosen.clone();
        for (step, place) in (0..).zip(next[grows..].iter_mut()) {
            *place = chosen[grows] + 1 + step;
        }
        Some(next)
    })
}

/// The nim-sums of 0, 1, 2, ... of some coins, as sets of bits of one length, a power of 2.
#[derive(Default)]
struct Sums {
    of: Vec<Vec<u64>>,
}

impl Sums {
    fn words(&self) -> usize {
        self.of.first().map_or(1, Vec::len)
    }

    /// One more coin of this value; sums of more than `most` coins are not wanted.
    fn add(&mut self, value: u64, most: u64) {
        if self.of.is_empty() {
            self.of.push(vec![1]);
        }
        let words = (value as usize / 64 + 1).next_power_of_two().max(self.words());
        self.of.iter_mut().for_each(|sums| sums.resize(words, 0));
        if (self.of.len() as u64) <= most {
            self.of.push(vec![0; words]);
        }
        for size in (1..self.of.len()).rev() {
            for word in 0..words {
                let from = self.of[size - 1][word ^ (value as usize / 64)];
                self.of[size][word] |= exchanged(from, value % 64);
            }
        }
    }

    /// The least number that is no sum.
    fn mex(&self) -> u64 {
        if self.of.is_empty() {
            return 1;
        }
        let words = (0..self.words()).map(|word| self.of.iter().fold(0, |all, sums| all | sums[word]));
        let free = (0..).zip(words).find(|(_, word)| *word != u64::MAX);
        free.map_or(64 * self.words() as u64, |(at, word)| 64 * at + u64::from(word.trailing_ones()))
    }
}

/// The word whose bit i is bit i + by of the other, by nim-sum.
const fn exchanged(word: u64, by: u64) -> u64 {
    const HALVES: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let mut word = word;
    let mut bit = 0;
    while bit < HALVES.len() {
        if by >> bit & 1 == 1 {
            let (half, step) = (HALVES[bit], 1 << bit);
            word = (word & half) << step | (word >> step) & half;
        }
        bit += 1;
    }
    word
}

impl fmt::Display for CoinRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMED.iter().find(|(_, rule)| rule == self) {
            return f.write_str(name);
        }
        match self.count {
            CoinCount::AtMost(most) => write!(f, "at most {most}"),
            CoinCount::Exactly(count) => write!(f, "exactly {count}"),
            CoinCount::Consecutive => f.write_str("consecutive"),
        }?;
        self.within.map_or(Ok(()), |within| write!(f, " within {within}"))
    }
}

impl std::str::FromStr for CoinRule {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut cursor = Cursor::new(text);
        let rule = Self::read(&mut cursor)?;
        cursor.end()?;
        Ok(rule)
    }
}

impl CoinRule {
    /// Reads a name or `at most 3`, `exactly 2`, `consecutive`, perhaps with `within 4`.
    fn read(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        const FORMS: &str = "a rule such as mock-turtles, ruler, `at most 3 within 4` or `exactly 2`";
        text.skip_spaces();
        let start = text.clone();
        let word = text.take_while(|c| c.is_alphanumeric() || c == '-').to_lowercase();
        if word.is_empty() {
            return Err(start.expected(FORMS));
        }
        let named = match &word[..] {
            "möbius" | "mobius" => "moebius",
            "turtles" => "turning-turtles",
            word => word,
        };
        let named = NAMED.iter().find(|(name, _)| *name == named).map(|(_, rule)| *rule);
        if let Some(rule) = named.filter(|rule| rule.within.is_some()) {
            return Ok(rule);
        }
        text.skip_spaces();
        if word == "at" && !text.eat_str("most") {
            return Err(text.expected("`most`, as in `at most 3`"));
        }
        text.skip_spaces();
        let number = text.clone();
        let count = match (named, &word[..]) {
            (Some(rule), _) => rule.count,
            (_, "at") => CoinCount::AtMost(text.number("how many coins may be turned")?),
            (_, "exactly") => CoinCount::Exactly(text.number("how many coins are turned")?),
            (_, "consecutive") => CoinCount::Consecutive,
            _ => return Err(start.error(format!("unknown rule `{word}`: expected {FORMS}"))),
        };
        text.skip_spaces();
        let mut within = None;
        if text.eat_str("within") {
            text.skip_spaces();
            within = Some(text.number("the greatest distance of two coins that are turned")?);
        }
        Self::new(count, within).ok_or_else(|| number.error("a move turns at least one coin"))
    }
}

/// The rules of coin turning: along the rows, and down the columns of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coins {
    across: CoinRule,
    down: Option<CoinRule>,
}

impl Coins {
    /// One row.
    pub const fn row(rule: CoinRule) -> Self {
        Self { across: rule, down: None }
    }

    /// A board: the first rule along the rows, the second along the columns.
    pub const fn board(across: CoinRule, down: CoinRule) -> Self {
        Self { across, down: Some(down) }
    }

    /// The rule along the columns; with a single row, turn it.
    fn downwards(self) -> CoinRule {
        self.down.unwrap_or(CoinRule::at_most(1))
    }

    /// The values of all columns and of all rows under their rules.
    fn side_values(self, position: &CoinBoard, known: &mut Known) -> Result<(Vec<u64>, Vec<u64>), TooLarge> {
        let (rows, columns) = position.extent();
        let across = tabulated(self.across, columns, known)?;
        let down = match self.down {
            Some(rule) => tabulated(rule, rows, known)?,
            None => vec![1; rows as usize],
        };
        Ok((across, down))
    }

    fn theorem(self) -> Theorem {
        match (self.down, self.across.closed(0)) {
            (Some(_), _) => Theorem::Tartan,
            (None, Some((_, theorem))) => theorem,
            (None, None) => Theorem::Coins,
        }
    }
}

/// What was computed of the values of single coins, by rule.
type CoinTables = HashMap<CoinRule, Vec<u64>>;

/// The values of at least so many coins.
fn tabulated(rule: CoinRule, coins: u64, known: &mut Known) -> Result<Vec<u64>, TooLarge> {
    let held = known.table::<CoinTables>().get(&rule);
    if let Some(values) = held.filter(|values| values.len() as u64 >= coins) {
        return Ok(values.clone());
    }
    rule.admit(coins, known.limits())?;
    let values = rule.values(coins);
    known.table::<CoinTables>().insert(rule, values.clone());
    Ok(values)
}

/// Rows of as many coins each; `true` is heads.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CoinBoard(Vec<Vec<bool>>);

impl CoinBoard {
    /// The heads: row and column.
    fn heads(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..).zip(&self.0).flat_map(|(row, coins)| {
            (0..).zip(coins).filter(|(_, head)| **head).map(move |(column, _)| (row, column))
        })
    }

    /// The rows and columns up to the last that hold heads.
    fn extent(&self) -> (u64, u64) {
        self.heads()
            .fold((0, 0), |(rows, columns), (row, column)| (rows.max(row + 1), columns.max(column + 1)))
    }

    /// The board with all coins of these rows and columns turned.
    fn turned(&self, rows: &[u64], columns: &[u64]) -> Option<Self> {
        let mut board = self.0.clone();
        for &row in rows {
            let coins = board.get_mut(usize::try_from(row).ok()?)?;
            for &column in columns {
                let coin = coins.get_mut(usize::try_from(column).ok()?)?;
                *coin = !*coin;
            }
        }
        Some(Self(board))
    }

    fn head_at(&self, row: u64, column: u64) -> bool {
        let coins = usize::try_from(row).ok().and_then(|row| self.0.get(row));
        let coin = usize::try_from(column).ok().zip(coins).and_then(|(column, coins)| coins.get(column));
        coin.copied().unwrap_or(false)
    }
}

fn letters(coins: &[bool]) -> String {
    coins.iter().map(|&head| if head { 'H' } else { 'T' }).collect()
}

impl Game for Coins {
    type At = CoinBoard;
    const ENTRY: &'static Entry = &Entry {
        name: "coins",
        title: "Coin turning",
        aliases: &["coin-turning"],
        kind: EntryKind::Board("coins(mock-turtles): HTTHTHH"),
        words: "Turn coins of a row; the rightmost of them goes from heads to tails. coins(RULE) says which may be \
                turned together: turning-turtles (at most 2), mock-turtles (3), moebius (5), mogul (7), moidores (9), \
                twins (exactly 2), triplets (exactly 3), ruler (neighbors), mock-turtle-fives (at most 3 of five \
                neighbors), or any `at most K`, `exactly K`, `consecutive` with `within D`. coins(RULE x RULE) is \
                played on rows and columns.",
        known: &[
            "A row is the nim-sum of its heads, each alone (theory N.2).",
            "Turning Turtles, Mock Turtles, Twins and Triplets have closed forms (theory N.3, N.4), and so has Ruler.",
            "On a board the value of a coin is the nim-product of its values along row and column (theory N.5).",
        ],
        oeis: None,
    };
    const ENDS_ARE_EMPTY: bool = true;
    const CONTINUATION: &'static str = "`H`, `T`, `/` and another row, ";

    fn name(&self) -> String {
        match self.down {
            Some(down) => format!("coins({} x {down})", self.across),
            None => format!("coins({})", self.across),
        }
    }

    /// `(RULE)` or `(RULE x RULE)`.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        text.require('(')?;
        let across = CoinRule::read(text)?;
        text.skip_spaces();
        let down =
            if text.eat('x') || text.eat('X') || text.eat('×') { Some(CoinRule::read(text)?) } else { None };
        text.skip_spaces();
        if !text.eat(')') {
            return Err(text.expected(if down.is_some() {
                "`within` or `)`"
            } else {
                "`within`, `x` or `)`"
            }));
        }
        Ok(Self { across, down })
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<CoinBoard, NotationError> {
        let mut rows: Vec<Vec<bool>> = Vec::new();
        loop {
            text.skip_spaces();
            let start = text.clone();
            let mut coins = Vec::new();
            while let Some(face) = text.peek().filter(|c| matches!(c, 'H' | 'T' | 'h' | 't')) {
                coins.push(matches!(face, 'H' | 'h'));
                text.advance();
                text.skip_spaces();
            }
            if rows.first().is_some_and(|first| first.len() != coins.len()) {
                let (first, this) = (rows[0].len(), coins.len());
                return Err(
                    start.error(format!("every row has as many coins: the first {first}, this one {this}"))
                );
            }
            if coins.is_empty() && rows.is_empty() {
                return Ok(CoinBoard::default());
            }
            rows.push(coins);
            if text.peek() != Some('/') {
                return Ok(CoinBoard(rows));
            }
            if self.down.is_none() {
                let message =
                    "one rule plays on one row: write two for a board, as in `coins(ruler x twins)`";
                return Err(text.error(message));
            }
            text.advance();
        }
    }

    fn write(&self, position: &CoinBoard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = position.0.iter().map(|coins| letters(coins)).collect();
        f.write_str(&rows.join("/"))
    }

    /// Tails behind the last head are never turned.
    fn representative(&self, position: CoinBoard) -> CoinBoard {
        let (rows, columns) = position.extent();
        let kept = position.0.into_iter().take(rows as usize);
        CoinBoard(kept.map(|coins| coins.into_iter().take(columns as usize).collect()).collect())
    }

    fn actions<'p>(&'p self, position: &'p CoinBoard, _part: usize) -> impl Iterator<Item = Action> + 'p {
        position.heads().flat_map(move |(row, column)| {
            self.downwards().sets(row).flat_map(move |rows| {
                self.across.sets(column).map(move |columns| Action::Turn { rows: rows.clone(), columns })
            })
        })
    }

    fn act(&self, position: &CoinBoard, _part: usize, action: &Action) -> Option<CoinBoard> {
        let Action::Turn { rows, columns } = action else { return None };
        let (&row, &column) = (rows.last()?, columns.last()?);
        let allowed =
            self.across.allows(columns) && self.downwards().allows(rows) && position.head_at(row, column);
        if allowed { position.turned(rows, columns) } else { None }
    }

    fn has_move(&self, position: &CoinBoard) -> bool {
        let any = |rule: CoinRule, place: u64| rule.others(place).0 <= place - rule.first(place);
        position.heads().any(|(row, column)| any(self.across, column) && any(self.downwards(), row))
    }

    fn view(&self, position: &CoinBoard) -> View {
        View::new(BoardKind::Coins, position.0.iter().map(|coins| Part::Row { coins: letters(coins) }))
    }

    fn evaluate(&self, component: &CoinBoard, known: &mut Known) -> Result<Evaluation, TooLarge> {
        let (across, down) = self.side_values(component, known)?;
        let value = component.heads().map(|(row, column)| coin(&across, &down, row, column)).sum();
        Ok(Evaluation::valued(value, vec![Ground::Theorem(self.theorem())]))
    }

    fn working(&self, position: &CoinBoard, known: &mut Known) -> Option<Working> {
        let (across, down) = self.side_values(position, known).ok()?;
        let row = |(row, column): (u64, u64)| {
            let value = coin(&across, &down, row, column);
            if self.down.is_none() {
                return WorkingRow::new(format!("head at {column}"), value).out_of([column]);
            }
            let (r, c) = (down[row as usize], across[column as usize]);
            WorkingRow::new(format!("head at row {row}, column {column}"), value)
                .out_of([row, column])
                .because(format!("nim-product {c} · {r}"))
        };
        let rows = position.heads().map(row).collect();
        let each = match (self.down, self.across.count, self.across.within) {
            (None, CoinCount::AtMost(2), None) => "A head at n has the value n + 1",
            (None, CoinCount::AtMost(3), None) => {
                "A head at n has the value 2n or 2n + 1, whichever has an odd number of ones in binary"
            }
            (None, CoinCount::Consecutive, None) => {
                "A head at n has as value the largest power of 2 that divides n + 1"
            }
            (Some(_), ..) => "A head has as value the nim-product of its values along its row and its column",
            _ => "Each head counts alone: its value is the mex of what the coins to its left can add up to",
        };
        Some(Working::of_value(self.theorem(), Combine::NimSum, rows).because(each))
    }

    fn moves_of_value(
        &self,
        position: &CoinBoard,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<CoinBoard>, TooLarge> {
        let (across, down) = self.side_values(position, known)?;
        let now: Nimber = position.heads().map(|(row, column)| coin(&across, &down, row, column)).sum();
        let change = now + value;
        let mut found = Counted::first(room.moves);
        if self.down.is_some() || self.across.count == CoinCount::Consecutive {
            if !room.admit(self.breadth(position), known.limits())? {
                return Ok(Found::default());
            }
            for action in self.actions(position, 0) {
                let Action::Turn { rows, columns } = &action else { continue };
                let side = |values: &[u64], places: &[u64]| {
                    Nimber(places.iter().fold(0, |sum, &place| sum ^ values[place as usize]))
                };
                // the product distributes over the sum
                if side(&across, columns) * side(&down, rows) == change {
                    found.add(|| position.turned(rows, columns).expect("coins of the board"));
                }
            }
            return Ok(found.into());
        }
        let tried: f64 = position.heads().map(|(_, column)| tries(self.across, column)).sum();
        if !room.admit(tried, known.limits())? {
            return Ok(Found::default());
        }
        let mut places: HashMap<u64, Vec<u64>> = HashMap::new();
        for (place, &value) in (0..).zip(&across) {
            places.entry(value).or_default().push(place);
        }
        for (row, column) in position.heads() {
            let wanted = change.0 ^ across[column as usize];
            self.across.sets_with_sum(column, wanted, &across, &places, &mut |columns| {
                found.add(|| position.turned(&[row], columns).expect("coins of the row"));
            });
        }
        Ok(found.into())
    }

    fn reachable(&self, component: &CoinBoard) -> f64 {
        let (rows, columns) = component.extent();
        (rows as f64 * columns as f64).exp2()
    }

    fn breadth(&self, position: &CoinBoard) -> f64 {
        position.heads().map(|(row, column)| self.across.moves(column) * self.downwards().moves(row)).sum()
    }

    fn words(&self, position: &CoinBoard) -> f64 {
        position.0.iter().map(|coins| coins.len() as f64 / 8.0 + 3.0).sum()
    }
}

/// The value of one coin (theory N.5); on a single row, that of the row's rule.
fn coin(across: &[u64], down: &[u64], row: u64, column: u64) -> Nimber {
    Nimber(across[column as usize]) * Nimber(down[row as usize])
}

/// How many sets are tried for one head.
fn tries(rule: CoinRule, place: u64) -> f64 {
    let (_, most) = rule.others(place);
    let room = (place - rule.first(place)) as f64;
    choices(room, 0, most.saturating_sub(1)) + 1.0
}

impl CoinRule {
    /// Every set whose last place is `last` and whose other coins have this nim-sum: all of them but the highest are
    /// tried, the highest is looked up.
    fn sets_with_sum(
        self,
        last: u64,
        wanted: u64,
        values: &[u64],
        places: &HashMap<u64, Vec<u64>>,
        found: &mut dyn FnMut(&[u64]),
    ) {
        let first = self.first(last);
        let (least, most) = self.others(last);
        if least == 0 && wanted == 0 {
            found(&[last]);
        }
        for size in least.max(1)..=most {
            for mut lower in combinations(first, last, size - 1) {
                let rest = lower.iter().fold(wanted, |sum, &place| sum ^ values[place as usize]);
                let above = lower.last().map_or(first, |&place| place + 1);
                let Some(same) = places.get(&rest) else { continue };
                let from = same.partition_point(|&place| place < above);
                let kept = lower.len();
                for &place in same[from..].iter().take_while(|&&place| place < last) {
                    lower.truncate(kept);
                    lower.extend([place, last]);
                    found(&lower);
                }
            }
        }
    }
}

//! Who sits across the table.
//!
//! The perfect opponent wins whenever it can, the shortest way that it sees. From a lost position it looks for the
//! move that leaves the fewest winning replies, then for the one that leaves the most moves, so that the game lasts.
//! How many options it looks at depends on the size of the position alone, so that it always plays the same. The random
//! opponent draws from the generator splitmix64, so that a seed repeats a game.
//!
//! Between the two are opponents who play as people do ([`ahead`]): they know no theory, see a few moves ahead, overlook
//! some moves, and where they see no end they move somewhere. So they play the beginning at random and the end well.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use crate::games::{Known, Term};
use crate::limits::TooLarge;
use crate::loopy::LoopySolver;
use crate::moves::{self, Extent, Move};
use crate::play::{Outcome, Play};
use crate::position::{Games, Position};
use crate::ruleset::Ruleset;
use crate::solve::{Answer, Request, find, solve};

/// The other player.
#[derive(Clone, Debug)]
pub enum Rival {
    /// Never misses a win.
    Perfect,
    /// Any legal move, from a seed.
    Random {
        /// The seed.
        seed: u64,
        /// The numbers that come of it.
        chance: Chance,
    },
    /// Another person.
    Human,
}

impl Rival {
    /// A random opponent, with a seed of its own unless one is given.
    pub fn random(seed: Option<u64>) -> Self {
        let seed = seed.unwrap_or_else(Chance::fresh_seed);
        Self::Random { seed, chance: Chance::new(seed) }
    }
}

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The sequence of this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A seed that differs from run to run, short enough to be typed again.
    pub fn fresh_seed() -> u64 {
        RandomState::new().build_hasher().finish() % 1_000_000
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: u64, high: u64) -> u64 {
        let count = u128::from(high - low) + 1;
        low + ((u128::from(self.next()) * count) >> 64) as u64
    }

    fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        let last = (items.len() as u64).checked_sub(1)?;
        items.get(self.between(0, last) as usize)
    }

    /// Any legal move; `None` if there is none. Where the moves cannot all be listed, a few are made up at random and
    /// the first that the rules allow is taken.
    pub fn any_move(&mut self, position: &Position) -> Option<Move> {
        const TRIES: usize = 200;
        let all = moves::distinct(position);
        if all.extent == Extent::Some {
            for _ in 0..TRIES {
                let at = self.between(0, position.0.len() as u64 - 1) as usize;
                let term = &position.0[at];
                if let Some((part, action)) = term.guess(&mut |low, high| self.between(low, high))
                    && let Some(after) = term.act(part, &action)
                {
                    return Some(Move { at, part: Some(part), action, term: after });
                }
            }
        }
        self.pick(&all.moves).cloned()
    }
}

/// How well an opponent plays who looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Sees a move that ends the game, and overlooks every third move.
    Beginner,
    /// Sees three moves ahead, and overlooks every eighth move.
    Casual,
    /// Sees five moves ahead, and overlooks nothing that it has the patience for.
    Strong,
}

impl Level {
    /// How many moves ahead the level sees, its own included.
    const fn depth(self) -> u32 {
        match self {
            Self::Beginner => 1,
            Self::Casual => 3,
            Self::Strong => 5,
        }
    }

    /// One in so many of its moves is overlooked; 0 where none is.
    const fn overlooks(self) -> u64 {
        match self {
            Self::Beginner => 3,
            Self::Casual => 8,
            Self::Strong => 0,
        }
    }
}

/// The move of an opponent who looks ahead: one that wins as far as it sees, else one that does not lose as far as it
/// sees, else any; drawn by chance among equals. `None` if there is no move.
pub fn ahead(position: &Position, play: Play, level: Level, chance: &mut Chance) -> Option<Move> {
    let all = moves::distinct(position);
    if all.extent == Extent::Some {
        return chance.any_move(position);
    }
    let mut sight = Sight { play, seen: HashMap::new(), patience: PATIENCE };
    let (mut wins, mut open) = (Vec::new(), Vec::new());
    for step in &all.moves {
        let overlooked = level.overlooks() > 0 && chance.between(1, level.overlooks()) == 1;
        match sight.outcome(step.after(position), level.depth() - 1) {
            _ if overlooked => open.push(step),
            Some(Outcome::P) => wins.push(step),
            Some(Outcome::N) => {}
            Some(Outcome::Draw) | None => open.push(step),
        }
    }
    let wins = if wins.is_empty() { open } else { wins };
    chance.pick(&wins).map(|&step| step.clone()).or_else(|| chance.pick(&all.moves).cloned())
}

/// How many options an opponent looks at before it loses patience: some tenths of a second of work.
const PATIENCE: usize = 20_000;

/// What is seen of a game a few moves ahead, by the definition alone (theory 1.1).
struct Sight {
    play: Play,
    seen: HashMap<(Position, u32), Option<Outcome>>,
    patience: usize,
}

impl Sight {
    /// Who wins the position if that shows within so many moves.
    fn outcome(&mut self, position: Position, depth: u32) -> Option<Outcome> {
        if !moves::any(&position) {
            return Some(match self.play {
                Play::Normal => Outcome::P,
                Play::Misere => Outcome::N,
            });
        }
        if depth == 0 || breadth(&position) > self.patience as f64 {
            return None;
        }
        let key = (Games.canonical(position), depth);
        if let Some(&known) = self.seen.get(&key) {
            return known;
        }
        let options = Games.options(&key.0);
        self.patience = self.patience.saturating_sub(options.len());
        let mut found = Some(Outcome::P);
        for option in options {
            match self.outcome(option, depth - 1) {
                Some(Outcome::P) => {
                    found = Some(Outcome::N);
                    break;
                }
                Some(Outcome::N) => {}
                Some(Outcome::Draw) | None => found = None,
            }
        }
        self.seen.insert(key, found);
        found
    }
}

/// The most winning moves that are compared.
pub const COMPARED: usize = 1_000;

/// Everything known of a position.
pub fn answer(position: &Position, play: Play, known: &mut Known) -> Result<Answer, TooLarge> {
    solve(position, Request { play, moves: COMPARED }, known)
}

/// The winning move that leaves the fewest moves, or comes to an end where play need not; `None` if none wins or none was found.
pub fn winning_move(answer: &Answer) -> Option<Move> {
    // where play may go on for ever the earliest labels lead to an end (theory D.4)
    let turns = |position: &Position| -> u64 { position.0.iter().map(|term| u64::from(term.turn())).sum() };
    let leaves = answer.winning_moves.iter().map(|option| (turns(option), breadth(option), option));
    let (_, _, best) = leaves.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))?;
    Move::between(&answer.position, best)
}

/// The perfect move, or a stubborn one where none wins.
pub fn perfect(position: &Position, play: Play, known: &mut Known) -> Option<Move> {
    match find(position, Request { play, moves: COMPARED }, known) {
        Ok(answer) => best(&answer, known),
        Err(_) => moves::distinct(position).moves.into_iter().next(),
    }
}

/// The same from the answer to a position.
pub fn best(answer: &Answer, known: &mut Known) -> Option<Move> {
    let loopy = || answer.position.0.iter().any(Term::is_loopy);
    match answer.outcome {
        Outcome::N if answer.play == Play::Misere && loopy() => quickest(answer, known),
        Outcome::N if !answer.winning_moves.is_empty() => winning_move(answer),
        Outcome::Draw => drawing(answer, known).or_else(|| stubborn(answer, known)),
        _ => stubborn(answer, known),
    }
}

/// The winning move after which the game ends first, where play may go on for ever and values do not tell.
fn quickest(answer: &Answer, known: &Known) -> Option<Move> {
    let mut solver = LoopySolver::with_limits(Games, known.limits().clone());
    let moves =
        |option: &&Position| solver.remoteness(option, answer.play).ok().flatten().unwrap_or(u32::MAX);
    Move::between(&answer.position, answer.winning_moves.iter().min_by_key(moves)?)
}

/// A move that keeps a draw.
fn drawing(answer: &Answer, known: &mut Known) -> Option<Move> {
    let mut all = moves::distinct(&answer.position).moves.into_iter();
    all.find(|step| {
        let after = self::answer(&step.after(&answer.position), answer.play, known);
        after.is_ok_and(|after| after.outcome == Outcome::Draw)
    })
}

/// The move after which the fewest replies win. A move after which none does wins itself, so this also finds a win
/// that the answer does not name.
fn stubborn(answer: &Answer, known: &mut Known) -> Option<Move> {
    const WORK: f64 = 100_000.0;
    const MOST: f64 = 200.0;
    let position = &answer.position;
    let mut all = moves::distinct(position).moves;
    let option = |step: &Move| position.with_term(step.at, step.term.clone());
    // how many options there are after each move, without making the whole position
    let before = breadth(position);
    let after = |step: &Move| before - position.0[step.at].breadth() + step.term.breadth();
    all.sort_by_cached_key(|step| Reverse(after(step).min(1e18) as u64));
    let each = breadth(position) + answer.searched as f64 * 10.0 + 1.0;
    all.truncate((WORK / each).clamp(1.0, MOST) as usize);
    all.into_iter().min_by_key(|step| {
        match find(&option(step), Request { play: answer.play, moves: COMPARED }, known) {
            Ok(reply) if reply.outcome == Outcome::P => 0,
            Ok(reply) => reply.winning_moves_total.unwrap_or(reply.winning_moves.len() as u64).max(1),
            Err(_) => u64::MAX,
        }
    })
}

fn breadth(position: &Position) -> f64 {
    position.0.iter().map(Term::breadth).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn reply(text: &str, play: Play) -> String {
        let position: Position = text.parse().expect("a position");
        let step = perfect(&position, play, &mut Known::new(Limits::default())).expect("a move");
        position.with_term(step.at, step.term).to_string()
    }

    #[test]
    fn it_wins_where_it_can() {
        assert_eq!(reply("nim: 3 4 5", Play::Normal), "nim: 5 4 1");
        assert_eq!(reply("nim: 1e18 7", Play::Normal), "nim: 7 7");
        assert_eq!(reply("nim: 1 1 1 5", Play::Misere), "nim: 1 1 1");
        assert_eq!(reply("kayles: 2 + nim: 1", Play::Misere), "kayles: + nim: 1");
    }

    #[test]
    fn a_lost_position_is_played_to_the_end() {
        assert_eq!(reply("nim: 1e18 1e18", Play::Normal), "nim: 1000000000000000000 999999999999999999");
        let lost = reply("chomp: 3,1,1", Play::Normal);
        assert!(lost == "chomp: 2,1,1" || lost == "chomp: 3,1", "{lost}");
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let draw = |seed| (0..5).map(|_| Chance::new(seed).between(0, 9)).collect::<Vec<_>>();
        assert_eq!(draw(7), draw(7));
        let mut chance = Chance::new(1);
        let seen: std::collections::BTreeSet<u64> = (0..200).map(|_| chance.between(3, 8)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [3, 4, 5, 6, 7, 8]);
        assert_eq!(chance.between(u64::MAX, u64::MAX), u64::MAX);
    }

    #[test]
    fn who_looks_ahead_sees_the_end_of_the_game() {
        let mut known = Known::new(Limits::default());
        for (text, play) in [
            ("nim: 2 1", Play::Normal),
            ("nim: 1 1 1 5", Play::Misere),
            ("kayles: 4 2", Play::Normal),
            ("chomp: 2x3", Play::Normal),
            ("wythoff: 1 3", Play::Misere),
        ] {
            let position: Position = text.parse().expect("a position");
            let step = ahead(&position, play, Level::Strong, &mut Chance::new(5)).expect("a move");
            let after = answer(&step.after(&position), play, &mut known).expect("small");
            assert_eq!(after.outcome, Outcome::P, "{text}");
        }
        assert!(
            ahead(&"nim:".parse().expect("a position"), Play::Normal, Level::Casual, &mut Chance::new(1))
                .is_none()
        );
        let huge = "nim: 1e18 7".parse().expect("a position");
        assert!(ahead(&huge, Play::Normal, Level::Strong, &mut Chance::new(1)).is_some());
    }

    /// The players of the ladder, from the weakest to the strongest.
    const LADDER: [Option<Level>; 5] =
        [None, Some(Level::Beginner), Some(Level::Casual), Some(Level::Strong), None];

    fn move_of(
        rung: usize,
        position: &Position,
        play: Play,
        chance: &mut Chance,
        known: &mut Known,
    ) -> Option<Move> {
        match LADDER[rung] {
            Some(level) => ahead(position, play, level, chance),
            None if rung == 0 => chance.any_move(position),
            None => perfect(position, play, known),
        }
    }

    /// Whether the second of two players wins; `first` begins.
    fn second_wins(
        start: &Position,
        play: Play,
        rungs: [usize; 2],
        chance: &mut Chance,
        known: &mut Known,
    ) -> bool {
        let mut position = start.clone();
        for turn in 0.. {
            let Some(step) = move_of(rungs[turn % 2], &position, play, chance, known) else {
                // who cannot move loses under normal play
                return (turn % 2 == 0) == (play == Play::Normal);
            };
            position = step.after(&position);
        }
        unreachable!("every game ends")
    }

    /// Prints how often each level beats the one below it; `SPRAGUE_LEVELS` is the number of games of each position
    /// (docs/lab.md has the figures of 200).
    #[test]
    fn each_level_beats_the_one_below() {
        let games: u64 = std::env::var("SPRAGUE_LEVELS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
        let starts = [
            "nim: 3 4 5",
            "kayles: 7 5",
            "grundy: 9 5",
            "chomp: 3x4",
            "silver-dollar: [2,5,8]",
            "wythoff: 4 6",
        ];
        let mut known = Known::new(Limits::default());
        for upper in 1..LADDER.len() {
            let (mut won, mut played) = (0u32, 0u32);
            for (start, play) in
                starts.iter().flat_map(|start| [(start, Play::Normal), (start, Play::Misere)])
            {
                let start: Position = start.parse().expect("a position");
                for seed in 0..games {
                    let mut chance = Chance::new(seed);
                    let begins = second_wins(&start, play, [upper, upper - 1], &mut chance, &mut known);
                    let follows = second_wins(&start, play, [upper - 1, upper], &mut chance, &mut known);
                    won += u32::from(!begins) + u32::from(follows);
                    played += 2;
                }
            }
            println!(
                "level {upper} wins {:.0} % of {played} games against the one below",
                f64::from(100 * won) / f64::from(played)
            );
            assert!(2 * won > played, "level {upper} won {won} of {played} games");
        }
    }

    #[test]
    fn random_moves_are_legal_in_small_and_huge_positions() {
        for text in [
            "nim: 1e18 7",
            "grundy: 1e18",
            "split(2..): 1e18",
            "take(5..9) leave(2): 1e12",
            "kayles: 9",
            "take(1..7): 1e18 + grundy: 1e15",
            "split(50..): 1e6",
        ] {
            let position: Position = text.parse().expect("a position");
            let mut chance = Chance::new(3);
            for _ in 0..20 {
                let step = chance.any_move(&position).expect("there is a move");
                let again = Move::of_term(step.at, &position.0[step.at], &step.term);
                assert!(again.is_some(), "{text}: {}", step.term.game_name());
            }
        }
        assert!(Chance::new(3).any_move(&"nim:".parse().expect("a position")).is_none());
    }
}

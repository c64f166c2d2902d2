//! Answers that a host has given, kept in bounded memory, so that the questions of one click search a sum once.
//!
//! A click in the lab asks several questions about few sums, some of them at the same time: what the move did, what the
//! opponent answers, why the position after it is won or lost. An answer tells how many positions were searched, which
//! depends on what was known before; so an answer is kept only where nothing was known, and what comes out of memory is
//! what a fresh search would give. A question about a sum that another thread is searching waits for it.
//!
//! Kept are answers by the text of the sum and its terms (two names of one rule are two texts, two games of one name are
//! two terms), apart for both kinds of play; and, where it is small, all that was computed on the way to one, for who goes
//! on from there. The longest unused go first. What was refused or stopped is asked anew.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Answer, Request, solve};
use crate::games::{Known, Term};
use crate::limits::{Limits, STEPS_PER_OPTION, TooLarge};
use crate::play::Play;
use crate::position::Position;

/// How long a question waits for another one until it looks at its own time.
const PACE: Duration = Duration::from_millis(20);

/// What was found for the questions of one host.
#[derive(Debug)]
pub struct SolvedSums {
    kept: Mutex<Kept>,
    ended: Condvar,
    most: Bounds,
}

/// What may be kept.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// Bytes of answers, about.
    bytes: f64,
    /// Positions of searches.
    positions: f64,
}

/// What a sum is kept by: misère play or not, and its text.
type Key = (bool, String);

#[derive(Debug)]
struct Kept {
    entries: BTreeMap<Key, Entry>,
    /// The sums that are being searched.
    busy: BTreeSet<Key>,
    /// Counts what is asked, to tell what was used last.
    clock: u64,
    searches: u64,
}

#[derive(Debug)]
struct Entry {
    /// Without its winning moves.
    answer: Answer,
    /// All that were made.
    winning_moves: Vec<Position>,
    /// The bounds under which it was found: positions, steps, bytes of the answer.
    under: [u64; 3],
    bytes: f64,
    /// What is known after it, and how many positions that may be.
    known: Option<(Known, f64)>,
    used: u64,
}

impl SolvedSums {
    /// Nothing yet; at most about so many bytes of answers are kept, and so many positions of searches.
    pub const fn new(bytes: f64, positions: f64) -> Self {
        let kept = Kept { entries: BTreeMap::new(), busy: BTreeSet::new(), clock: 0, searches: 0 };
        Self { kept: Mutex::new(kept), ended: Condvar::new(), most: Bounds { bytes, positions } }
    }

    /// Solves a position as [`solve`] does where nothing is known, or tells what it found before.
    pub fn solve(&self, position: &Position, request: Request, limits: &Limits) -> Result<Answer, TooLarge> {
        let key = key(position, request.play);
        let mut kept = self.lock();
        loop {
            limits.check_time()?;
            if let Some(Entry { answer, winning_moves, .. }) = kept.entry(&key, position, limits) {
                return Ok(told(answer, winning_moves, position, request.moves, limits));
            }
            if kept.busy.insert(key.clone()) {
                break;
            }
            kept = self.ended.wait_timeout(kept, PACE).unwrap_or_else(PoisonError::into_inner).0;
        }
        kept.searches += 1;
        drop(kept);
        let busy = Busy { solved: self, key };
        let mut known = Known::new(limits.clone());
        let mut answer = solve(position, Request { moves: usize::MAX, ..request }, &mut known)?;
        let winning_moves = std::mem::take(&mut answer.winning_moves);
        let found = told(&answer, &winning_moves, position, request.moves, limits);
        if !limits.meter.is_stopped() {
            let kept = told(&answer, &winning_moves, position, usize::MAX, limits);
            self.lock().keep(&busy.key, kept, known, limits, self.most);
        }
        Ok(found)
    }

    /// What is known after such an answer, for a question that goes on from there; nothing where it was not kept.
    pub fn known(&self, position: &Position, play: Play, limits: &Limits) -> Known {
        let mut kept = self.lock();
        let entry =
            kept.entries.get_mut(&key(position, play)).filter(|entry| entry.answer.position == *position);
        let known = entry.and_then(|entry| entry.known.take());
        known.map_or_else(|| Known::new(limits.clone()), |(known, _)| known.within(limits))
    }

    /// How often a sum was searched, and not found among those that are kept.
    pub fn searches(&self) -> u64 {
        self.lock().searches
    }

    /// About how many bytes of answers and positions of searches are kept.
    pub fn held(&self) -> (f64, f64) {
        self.lock().held()
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn entry(&mut self, key: &Key, position: &Position, limits: &Limits) -> Option<&Entry> {
        self.clock += 1;
        let entry = self.entries.get_mut(key)?;
        entry.used = self.clock;
        (entry.answer.position == *position && entry.under == under(limits)).then_some(entry)
    }

    fn keep(&mut self, key: &Key, mut answer: Answer, known: Known, limits: &Limits, most: Bounds) {
        let bytes = bytes(&answer);
        if bytes > most.bytes {
            return;
        }
        // such a sum carries what it has asked itself
        let carries = |term: &Term| matches!(term, Term::Nearly(..));
        let weight = weight(&known);
        let is_kept = weight <= most.positions && !answer.position.0.iter().any(carries);
        let known = is_kept.then_some((known, weight));
        let winning_moves = std::mem::take(&mut answer.winning_moves);
        let entry = Entry { answer, winning_moves, under: under(limits), bytes, known, used: self.clock };
        self.entries.insert(key.clone(), entry);
        while self.held().1 > most.positions {
            let oldest = self.entries.values_mut().filter(|entry| entry.known.is_some());
            let Some(oldest) = oldest.min_by_key(|entry| entry.used) else { break };
            oldest.known = None;
        }
        while self.held().0 > most.bytes {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone());
            let Some(oldest) = oldest else { break };
            self.entries.remove(&oldest);
        }
    }

    fn held(&self) -> (f64, f64) {
        let known = |entry: &Entry| entry.known.as_ref().map_or(0.0, |(_, weight)| *weight);
        let sum = |part: &dyn Fn(&Entry) -> f64| self.entries.values().map(part).sum();
        (sum(&|entry| entry.bytes), sum(&known))
    }
}

/// A sum that is being searched.
struct Busy<'s> {
    solved: &'s SolvedSums,
    key: Key,
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.solved.lock().busy.remove(&self.key);
        self.solved.ended.notify_all();
    }
}

fn key(position: &Position, play: Play) -> Key {
    (play == Play::Misere, position.to_string())
}

const fn under(limits: &Limits) -> [u64; 3] {
    [limits.positions, limits.steps, limits.answer]
}

/// About how many bytes an answer takes.
fn bytes(answer: &Answer) -> f64 {
    let position: f64 = answer.position.0.iter().map(Term::bytes).sum();
    let listed = answer.winning_moves.len() + 4;
    position * listed as f64
}

/// How many positions are known after a question, at most: each was an option that was looked at, or lies in a table
/// that was counted.
fn weight(known: &Known) -> f64 {
    known.held() + (known.limits().meter.spent() / STEPS_PER_OPTION) as f64
}

/// The answer to who asks now, with so many winning moves, all of which ask within these limits.
fn told(
    answer: &Answer,
    winning_moves: &[Position],
    position: &Position,
    moves: usize,
    limits: &Limits,
) -> Answer {
    let mut told = answer.clone();
    told.position = position.clone().within(limits);
    told.winning_moves =
        winning_moves.iter().take(moves).map(|position| position.clone().within(limits)).collect();
    let workings = told.components.iter_mut().filter_map(|component| component.working.as_mut());
    workings.chain(told.working.as_mut()).for_each(|working| working.truncate(moves));
    told
}

#[cfg(test)]
mod tests {
    use std::thread;

    use sprague_kit::{Random, extent};

    use super::*;
    use crate::games::catalogue;
    use crate::opponent::{Chance, best};
    use crate::play::Outcome;

    fn read(text: &str) -> Position {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn limits() -> Limits {
        Limits { positions: 100_000, steps: 100_000_000, answer: 1 << 16, ..Limits::default() }
    }

    fn request(play: Play, moves: usize) -> Request {
        Request { play, moves }
    }

    /// All that an answer says.
    fn said(answer: &Result<Answer, TooLarge>) -> String {
        format!("{answer:?}")
    }

    fn fresh_answer(position: &Position, request: Request) -> String {
        said(&solve(position, request, &mut Known::new(limits())))
    }

    /// Positions that play reaches from the examples of the gallery and from sums of them, in the order of play.
    fn lines(seed: u64) -> Vec<Vec<Position>> {
        let (mut random, mut chance) = (Random::new(seed), Chance::new(seed));
        let mut starts: Vec<String> = catalogue::entries()
            .map(|entry| match entry.kind {
                crate::heap::catalogue::EntryKind::Board(example) => example.to_owned(),
                crate::heap::catalogue::EntryKind::Heap(_) => format!("{}: 9 5", entry.name),
            })
            .collect();
        // one rule under several names, and rules without a name
        let more = [
            "0.77: 9 5",
            "kayles: 9 5",
            "take(1..2) leave(0..2): 9 5",
            "split(2, distinct): 9 5",
            "take(1..3): 7",
        ];
        starts.extend(more.map(str::to_owned));
        for _ in 0..10 {
            let parts: Vec<String> = (0..2).map(|_| random.pick(&starts)).collect();
            let sum = parts.join(" + ");
            starts.push(sum);
        }
        let line = |start: &String| {
            let mut line = vec![read(start)];
            while let Some(step) = chance.any_move(line.last().expect("a start")).filter(|_| line.len() < 6) {
                line.push(step.after(line.last().expect("a start")));
            }
            line
        };
        starts.iter().map(line).collect()
    }

    #[test]
    fn attack_answers_are_those_of_a_fresh_search_whatever_was_asked_before() {
        let mut compared = 0;
        for seed in 0..extent(1, 20) {
            // room for a few of them alone, so that most are forgotten again
            let solved = SolvedSums::new(2e5, 2e4);
            let mut random = Random::new(100 + seed);
            let mut asked: Vec<(Position, Play)> = Vec::new();
            for line in lines(seed) {
                for position in line {
                    asked.push((position.clone(), Play::Normal));
                    if random.one_in(2) {
                        asked.push((position, Play::Misere));
                    }
                    for _ in 0..2 {
                        // one of those before, the last ones most
                        let recent = 1 + random.index(40);
                        let back = random.index(recent.min(asked.len()));
                        let (position, play) = &asked[asked.len() - 1 - back];
                        let request = request(*play, random.below(5) as usize);
                        let answer = solved.solve(position, request, &limits());
                        assert_eq!(
                            said(&answer),
                            fresh_answer(position, request),
                            "seed {seed}: {position}, {play:?}"
                        );
                        compared += 1;
                    }
                    let (bytes, positions) = solved.held();
                    assert!(bytes <= 2e5 && positions <= 2e4, "{bytes} {positions}");
                }
            }
            assert!(solved.searches() < compared, "nothing was found again");
        }
        println!("attack | answers that are kept against fresh searches | {compared} | 0 differ");
    }

    #[test]
    fn threads_that_ask_at_once_search_a_sum_once_and_are_answered_alike() {
        let solved = SolvedSums::new(1e7, 1e6);
        let lines = lines(7);
        let all: Vec<&Position> = lines.iter().flatten().collect();
        thread::scope(|scope| {
            for thread in 0..4 {
                let (all, solved) = (&all, &solved);
                scope.spawn(move || {
                    for position in all {
                        let request =
                            request(if thread % 2 == 0 { Play::Normal } else { Play::Misere }, thread);
                        let answer = solved.solve(position, request, &limits());
                        assert_eq!(said(&answer), fresh_answer(position, request), "{position}");
                    }
                });
            }
        });
        let given = |play: Play| {
            let solvable = all
                .iter()
                .filter(|position| solve(position, request(play, 1), &mut Known::new(limits())).is_ok());
            solvable.map(ToString::to_string).collect::<BTreeSet<String>>().len() as u64
        };
        let refused = solved.searches() - given(Play::Normal) - given(Play::Misere);
        assert!(refused <= 4 * all.len() as u64 / 10, "{refused} searches more than sums");
    }

    #[test]
    fn names_keep_their_own_answers_and_kinds_of_play_are_apart() {
        let solved = SolvedSums::new(1e7, 1e6);
        let ask = |text: &str, play| solved.solve(&read(text), request(play, 9), &limits()).expect("small");
        for text in ["kayles: 7 5", "0.77: 7 5", "nim: 2 2", "nim: 1 1"] {
            for play in [Play::Normal, Play::Misere] {
                let answer = ask(text, play);
                assert!(answer.winning_moves.iter().all(|option| option.to_string().starts_with(&text[..4])));
                assert_eq!(said(&Ok(answer)), fresh_answer(&read(text), request(play, 9)), "{text}");
            }
        }
        assert_eq!(
            (ask("nim: 1 1", Play::Normal).outcome, ask("nim: 1 1", Play::Misere).outcome),
            (Outcome::P, Outcome::N)
        );
        assert_eq!(solved.searches(), 8);
    }

    #[test]
    fn a_stopped_question_leaves_nothing_behind_and_other_bounds_ask_anew() {
        let solved = SolvedSums::new(1e7, 1e6);
        let position = read("chomp: 5,5,4,3");
        let stopped = limits();
        stopped.meter.stop();
        assert_eq!(
            solved.solve(&position, request(Play::Normal, 1), &stopped).unwrap_err(),
            TooLarge::Stopped
        );
        assert!(solved.solve(&position, request(Play::Normal, 1), &limits()).is_ok());
        let narrow = Limits { positions: 10, ..limits() };
        assert!(solved.solve(&position, request(Play::Normal, 1), &narrow).is_err());
        assert_eq!(solved.searches(), 2);
    }

    /// The opponent in a lost position looks at what follows each of its moves: all of that was searched before.
    #[test]
    fn an_opponent_goes_on_from_what_is_known() {
        let solved = SolvedSums::new(1e7, 1e6);
        for text in ["cram: 4x4", "chomp: 3,1,1 + chomp: 3,1,1", "node-kayles: grid 3x4", "grundy: 9 9"] {
            let position = read(text);
            let before = limits();
            let answer = solved.solve(&position, request(Play::Normal, 1_000), &before).expect("small");
            assert_eq!(answer.outcome, Outcome::P, "{text}");
            // as at the end of a question
            before.meter.stop();
            let mut known = solved.known(&position, Play::Normal, &limits());
            let again = solve(&position, request(Play::Normal, 1_000), &mut known).expect("small");
            assert_eq!(known.limits().meter.spent(), 0, "{text}: nothing is looked at again");
            let step = best(&answer, &mut known);
            // what it rests on tells how many positions were searched: no more than before
            assert_eq!(format!("{:?}", again.components), format!("{:?}", answer.components), "{text}");
            let mut cold = Known::new(limits());
            let fresh = solve(&position, request(Play::Normal, 1_000), &mut cold).expect("small");
            assert_eq!(step, best(&fresh, &mut cold), "{text}");
            // it is lent once
            let mut lent = solved.known(&position, Play::Normal, &limits());
            assert!(weight(&lent) == 0.0, "{text}");
            assert_eq!(step, best(&answer, &mut lent), "{text}");
        }
    }
}

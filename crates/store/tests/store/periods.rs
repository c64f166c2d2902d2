//! The period watch: a run sees the periods that are proved, also after interruptions, and no others.

use std::sync::atomic::AtomicBool;

use crate::disk::Memory;
use crate::kit::{Quiet, finish, folder, game, options};
use sprague::heap::HeapGame;
use sprague::limits::Limits;
use sprague::sequence::period::{Finding, HowFar};
use sprague::sequence::{CHUNK, EngineSettings, Sequence};
use sprague_store::{Keep, ObservedPeriod, PeriodNews, Run, RunEnding, RunSettings, Watcher, status};

/// Keeps what is told of periods.
#[derive(Default)]
struct Listener(Vec<PeriodNews>);

impl Watcher for Listener {
    fn warn(&mut self, text: String) {
        panic!("{text}");
    }

    fn period(&mut self, news: PeriodNews) {
        self.0.push(news);
    }
}

/// A run that ends at each of these heaps and goes on; what it told of periods, and what is in its folder at the end.
fn run(code: &str, ends: &[u64], state_bytes: u64) -> (Vec<PeriodNews>, Option<ObservedPeriod>) {
    let memory = Memory::default();
    let game = game(code);
    let settings = RunSettings { to: ends[0], keep: Keep::Nothing, state_bytes };
    let mut run = Run::create(folder(&memory), &game, settings, options()).expect("an empty folder");
    let mut listener = Listener::default();
    for (at, &end) in ends.iter().enumerate() {
        if at > 0 {
            drop(run);
            run = Run::open(folder(&memory), Some(end), options()).expect("a run");
        }
        run.keep_states_every(CHUNK).expect("a power of two");
        assert_eq!(run.work(&AtomicBool::new(false), &mut listener).expect("a disk"), RunEnding::Finished);
    }
    drop(run);
    (listener.0, status(&folder(&memory)).expect("a run").0.manifest.period_observed)
}

/// Known periods (`docs/solved.md`), each seen from the first anchor.
#[test]
fn known_periods_are_seen_from_the_first_anchor() {
    for (code, period) in [("0.16", 149_459), ("0.56", 144), ("0.356", 142), ("0.77", 12), ("4.7", 2)] {
        let (news, observed) = run(code, &[CHUNK + 200_000], 1 << 26);
        let seen = observed.expect(code);
        assert_eq!((seen.period, seen.at, seen.compared), (period, CHUNK + period, 1 << 16), "{code}");
        assert_eq!(seen.seen_from, CHUNK - (1 << 16), "{code}");
        assert!(seen.condition_a, "{code}");
        assert_eq!(news, [PeriodNews::Seen(seen)], "{code}");
    }
}

#[test]
fn later_anchors_confirm_what_was_seen_and_tell_it_no_second_time() {
    let (news, observed) = run("0.16", &[7 * CHUNK], 1 << 26);
    let seen = observed.expect("a period");
    assert_eq!((seen.period, seen.seen_from), (149_459, CHUNK - (1 << 16)));
    assert_eq!(seen.at, 6 * CHUNK + 149_459);
    assert_eq!(news.len(), 1);
}

/// The anchor is behind the stop each time: it is set again from the values at hand.
#[test]
fn interrupted_runs_see_the_same_period() {
    let whole = run("0.16", &[3 * CHUNK + 500_000], 1 << 26);
    for stops in [
        &[CHUNK][..],
        &[CHUNK - 1],
        &[CHUNK + 1],
        &[CHUNK + 149_457],
        &[CHUNK + 149_458],
        &[CHUNK + 149_459],
        &[100, CHUNK + 70_000, CHUNK + 90_000, CHUNK + 149_000, 2 * CHUNK, 3 * CHUNK + 5],
    ] {
        for state_bytes in [0, 1 << 26] {
            let ends = [stops, &[3 * CHUNK + 500_000]].concat();
            assert_eq!(run("0.16", &ends, state_bytes), whole, "{stops:?}");
        }
    }
}

#[test]
fn games_without_a_known_period_show_none() {
    for code in ["0.6", "0.104", "grundy"] {
        assert_eq!(run(code, &[CHUNK + 100_000], 1 << 26), (Vec::new(), None), "{code}");
    }
}

/// A run to the first anchor takes more than a few seconds.
const SLOW: [&str; 15] = [
    "0.07", "0.15", "0.17", "0.26", "0.27", "0.35", "0.40", "0.41", "0.42", "0.43", "0.72", "0.420", "0.525",
    "0.603", "0.632",
];

/// Games of two digits, and some of three, whose period is proved from a few thousand values.
#[test]
fn the_period_seen_is_the_one_that_is_proved() {
    let two = (1..64).map(|code| format!("0.{code:02o}"));
    let three = (65..512).step_by(23).map(|code| format!("0.{code:03o}"));
    let four = (8..64).step_by(11).map(|code| format!("4.{code:02o}"));
    let (mut seen, mut open) = (0, 0);
    for code in two.chain(three).chain(four).filter(|code| !SLOW.contains(&code.as_str())) {
        let game: HeapGame = code.parse().expect("a code");
        let report = Sequence::new(game, options()).period(HowFar::To(20_000), &Limits::unlimited());
        let Finding::Proved(proved, _) = report.finding else {
            open += 1;
            continue;
        };
        let (news, observed) = run(&code, &[CHUNK + 10_000], 0);
        if proved.saltus > 0 {
            assert_eq!((news, observed), (Vec::new(), None), "{code}");
            continue;
        }
        assert_eq!(observed.map(|observed| observed.period), Some(proved.period), "{code}");
        seen += 1;
    }
    assert!(seen >= 40 && open < 40, "{seen} {open}");
}

/// What is in the manifest is what a session has seen, whatever another one finds; nonsense is not shown.
#[test]
fn a_period_in_the_manifest_is_read_with_care() {
    let memory = Memory::default();
    let game = game("0.6");
    let settings = RunSettings { to: 70_000, keep: Keep::Nothing, state_bytes: 0 };
    let mut run = Run::create(folder(&memory), &game, settings, options()).expect("an empty folder");
    run.work(&AtomicBool::new(false), &mut Quiet::default()).expect("a disk");
    let mut manifest = run.manifest().clone();
    drop(run);
    let sound = ObservedPeriod { period: 3, seen_from: 1, at: 70_001, compared: 50, condition_a: true };
    let cases = [
        (sound, true),
        (ObservedPeriod { at: 70_002, ..sound }, false),
        (ObservedPeriod { period: 0, ..sound }, false),
        (ObservedPeriod { period: u64::MAX, ..sound }, false),
        (ObservedPeriod { compared: 70_000, ..sound }, false),
        (ObservedPeriod { seen_from: 70_000, ..sound }, false),
    ];
    for (observed, is_shown) in cases {
        manifest.period_observed = Some(observed);
        manifest.write(&folder(&memory)).expect("a disk");
        let shown = status(&folder(&memory)).expect("a run").0.manifest.period_observed;
        assert_eq!(shown, Some(observed).filter(|_| is_shown), "{observed:?}");
        let mut run = Run::open(folder(&memory), None, options()).expect("a run");
        finish(&mut run);
    }
}

/// A false period in the manifest does not come back at the next anchor and is withdrawn.
#[test]
fn a_period_that_does_not_come_back_is_withdrawn() {
    let memory = Memory::default();
    let game = game("0.6");
    let settings = RunSettings { to: CHUNK - 1, keep: Keep::Nothing, state_bytes: 0 };
    let mut run = Run::create(folder(&memory), &game, settings, options()).expect("an empty folder");
    run.work(&AtomicBool::new(false), &mut Quiet::default()).expect("a disk");
    let mut manifest = run.manifest().clone();
    drop(run);
    let wrong = ObservedPeriod { period: 1_000, seen_from: 5, at: 9_000, compared: 50, condition_a: false };
    manifest.period_observed = Some(wrong);
    manifest.write(&folder(&memory)).expect("a disk");
    let mut run = Run::open(folder(&memory), Some(CHUNK + 5_000), options()).expect("a run");
    let mut listener = Listener::default();
    run.work(&AtomicBool::new(false), &mut listener).expect("a disk");
    assert_eq!(listener.0, [PeriodNews::Withdrawn(wrong)]);
    drop(run);
    assert_eq!(status(&folder(&memory)).expect("a run").0.manifest.period_observed, None);
}

/// The values before the anchor are no longer at hand: the state that was kept there has them, and without it the next
/// anchor is waited for.
#[test]
fn an_anchor_is_set_again_from_the_state_that_was_kept_there() {
    let game = game("0.16");
    let settings = EngineSettings { memory: 1 << 16, ..options() };
    for (state_bytes, at) in [(1 << 26, Some(16 * CHUNK + 149_459)), (0, None)] {
        let memory = Memory::default();
        let wanted = RunSettings { to: 16 * CHUNK + 100_000, keep: Keep::Nothing, state_bytes };
        let mut run = Run::create(folder(&memory), &game, wanted, settings).expect("an empty folder");
        run.keep_states_every(CHUNK).expect("a power of two");
        run.work(&AtomicBool::new(false), &mut Quiet::default()).expect("a disk");
        let mut manifest = run.manifest().clone();
        drop(run);
        manifest.period_observed = None;
        manifest.write(&folder(&memory)).expect("a disk");
        let mut run = Run::open(folder(&memory), Some(17 * CHUNK), settings).expect("a run");
        let mut listener = Listener::default();
        run.work(&AtomicBool::new(false), &mut listener).expect("a disk");
        let seen = status(&folder(&memory)).expect("a run").0.manifest.period_observed;
        assert_eq!(seen.map(|seen| (seen.period, seen.at)), at.map(|at| (149_459, at)));
        assert_eq!(listener.0, seen.map(PeriodNews::Seen).into_iter().collect::<Vec<_>>());
    }
}

/// The three longest periods that are proved here and seen within seconds (`docs/long-runs.md`).
#[test]
#[ignore = "some 700 million heaps"]
fn long_periods_are_seen() {
    let anchor = 192 * CHUNK;
    for (code, period) in [("0.454", 60_620_715), ("0.104", 11_770_282), ("0.054", 10_015_179)] {
        let (news, observed) = run(code, &[anchor + period / 2, anchor + period + 5], 1 << 26);
        let seen = observed.expect(code);
        assert_eq!((seen.period, seen.at, seen.condition_a), (period, anchor + period, true), "{code}");
        assert_eq!(news, [PeriodNews::Seen(seen)], "{code}");
    }
}

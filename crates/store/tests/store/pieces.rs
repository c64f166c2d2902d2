//! A log of several pieces: written as it grows, gone back in, damaged, and never shorter than it was.

use crate::disk::Memory;
use crate::kit::{flip, folder, get, put};
use sprague::sequence::CHUNK;
use sprague_store::Segment;
use sprague_store::formats::{Added, Entry, Log, Mark, Order};

/// Two pieces and some of the third.
const ALL: u64 = 2500;

/// Only value 1 occurs in it.
fn entry(number: u64) -> Entry {
    let leaf = *blake3::hash(&number.to_le_bytes()).as_bytes();
    let segment =
        Segment { number, leaf, counts: vec![(1, CHUNK)], space: None, rare_count: 0, rares: vec![] };
    let records = if number == 0 { vec![(0, 1)] } else { vec![] };
    Entry { segment, added: Added { even: vec![(1, CHUNK / 2)], zeros: vec![], records } }
}

fn mark(segment: u64, kept: bool) -> Mark {
    Mark { next: segment * CHUNK, hash: *blake3::hash(&segment.to_be_bytes()).as_bytes(), kept }
}

/// As a run does: a full piece is written at once, and everything at a checkpoint.
fn grow(memory: &Memory, log: &mut Log, until: u64) {
    while log.len() < until {
        let next = entry(log.len());
        assert!(log.agrees(&next.segment));
        log.push(&next);
        if log.is_piece_full() {
            log.write(&folder(memory)).expect("no failure");
        }
        if log.len().is_multiple_of(70) {
            log.mark(mark(log.len(), log.len().is_multiple_of(350)));
            log.write(&folder(memory)).expect("no failure");
        }
    }
    log.mark(mark(log.len(), false));
    log.write(&folder(memory)).expect("no failure");
}

fn names(log: &Log, segment: u64) -> bool {
    log.names(segment * CHUNK, &mark(segment, false).hash)
}

#[test]
fn a_log_of_several_pieces_survives_what_happens_to_it() {
    let memory = Memory::default();
    for name in ["", "log"] {
        folder(&memory).create(name).expect("an empty disk");
    }
    let mut log = Log::default();
    grow(&memory, &mut log, ALL);
    let (root, digest) = (log.root(ALL).expect("all"), log.digest());
    let load = |memory: &Memory| {
        let loaded = Log::load(&folder(memory), Order::First).expect("readable");
        assert_eq!((loaded.log.len(), loaded.log.root(ALL), loaded.lost), (ALL, Some(root), None));
        assert_eq!(loaded.log.digest(), digest);
        assert!(loaded.tally(ALL).is_some());
        loaded
    };
    let loaded = load(&memory);
    assert!(loaded.bad.is_empty() && loaded.torn.is_empty());
    assert!(names(&loaded.log, ALL) && names(&loaded.log, 2450) && !names(&loaded.log, 70));
    assert!((350..ALL).step_by(350).all(|segment| loaded.log.keeps(segment) && names(&loaded.log, segment)));
    // each file in turn: the other one is read, and both are whole again
    for (number, name) in
        ["log/0", "log/0.copy", "log/1", "log/1.copy", "log/2", "log/2.copy"].iter().enumerate()
    {
        let memory = Memory::with(memory.files());
        flip(&memory, name);
        let loaded = load(&memory);
        assert_eq!((loaded.bad.len(), &loaded.torn), (1, &vec![number as u64 / 2]));
        loaded.log.heal(&folder(&memory), number as u64 / 2, &loaded.records).expect("no failure");
        assert!(load(&memory).torn.is_empty());
        assert!((350..ALL).step_by(350).all(|segment| load(&memory).log.keeps(segment)), "{name}");
    }
    // gone back to the first piece: what lies beyond is a promise, also on the disk, at every moment
    for back in [0, 5, 1023, 1024, 1500, 2048] {
        let memory = Memory::with(memory.files());
        let loaded = load(&memory);
        let mut log = loaded.log.clone();
        log.rewind(back, &loaded.records);
        assert_eq!(log.len(), back);
        let mut other = entry(2300);
        other.segment.leaf = [0; 32];
        assert!(!log.agrees(&other.segment));
        for until in [back + 1, 1030, 1500, 2047, 2060, ALL] {
            let until = until.max(log.len());
            grow(&memory, &mut log, until);
            load(&memory);
        }
        assert_eq!((log.len(), log.root(ALL), log.digest()), (ALL, Some(root), digest.clone()));
    }
    // pieces that changed places are found
    let swapped = Memory::with(memory.files());
    put(&swapped, "log/0", get(&memory, "log/1"));
    assert_eq!(load(&swapped).bad[0].0, "log/0");
    put(&swapped, "log/0.copy", get(&memory, "log/1"));
    let loaded = Log::load(&folder(&swapped), Order::First).expect("readable");
    assert_eq!((loaded.log.len(), loaded.lost, loaded.bad.len()), (0, Some(0), 2));
}

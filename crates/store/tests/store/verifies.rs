//! `verify` against forgeries: what a folder says is true, or verifying it says that it is not. A value, a kept state, a
//! record of the log, a count or a signature is changed, and all checksums and hashes are made right again, in one file
//! or in the log and the checkpoint together.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::attack::{Base, hostile, values};
use crate::disk::Memory;
use crate::hostile::{forge, forge_zeros};
use crate::kit::{Quiet, content, folder, get, lists, names, path, put, resealed, tally};
use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, leaf};
use sprague_kit::{Random, extent};
use sprague_store::formats::{Entry, Piece, Snapshot};
use sprague_store::{Choice, Keep, Label, status, verify};

/// A change of a record of the log and of the checkpoint.
type Change<'c> = dyn Fn(&mut Entry, &mut Snapshot) + 'c;

/// What is forged in the log and the checkpoint together, with the values that are kept.
fn forge_deeply(memory: &Memory, base: &Base, chance: &mut Random) -> &'static str {
    let log = Piece::decode(0, &content("log/0", &get(memory, "log/0"))).expect("a piece");
    let segment = chance.index(log.entries.len());
    let kept = format!("values/0/{segment}");
    let (what, change): (_, &Change<'_>) = match chance.index(5) {
        0 => ("a leaf", &|entry: &mut Entry, _: &mut Snapshot| entry.segment.leaf[7] ^= 1),
        1 => ("a value with its leaf", &|entry: &mut Entry, _: &mut Snapshot| {
            let first = segment as u64 * CHUNK;
            let mut forged: Vec<Nimber> = values(base, first as usize).to_vec();
            let (one, other) = (forged.len() / 2, forged.len() / 2 + 2);
            forged.swap(one, other);
            forged[one].0 ^= u64::from(forged[one] == forged[other]);
            entry.segment.leaf = leaf(first, (&forged).into());
        }),
        2 => ("two counts", &|entry: &mut Entry, snapshot: &mut Snapshot| {
            let added = &mut entry.added;
            if added.even.len() <= 2 {
                return;
            }
            let (mut even, odd, zeros, records) = lists(&snapshot.tally);
            for (place, step) in [(1, -1), (2, 1)] {
                let value = added.even[place].0;
                let count =
                    entry.segment.counts.iter_mut().find(|count| count.0 == value).expect("its count");
                for number in [&mut added.even[place].1, &mut count.1, &mut even[value as usize]] {
                    *number = number.wrapping_add_signed(step);
                }
            }
            snapshot.tally = tally(&even, &odd, &zeros, &records);
        }),
        3 => ("a record", &|entry: &mut Entry, snapshot: &mut Snapshot| {
            let Some(record) = entry.added.records.last_mut() else { return };
            let (even, odd, zeros, mut records) = lists(&snapshot.tally);
            records.iter_mut().filter(|listed| *listed == record).for_each(|listed| listed.0 += 1);
            record.0 += 1;
            snapshot.tally = tally(&even, &odd, &zeros, &records);
        }),
        _ => ("a zero", &forge_zeros),
    };
    forge(memory, segment, change);
    if what == "a value with its leaf" && memory.files().contains_key(&path(&kept)) {
        let bytes = get(memory, &kept);
        let mut inside = content(&kept, &bytes);
        let middle = inside.len() / 2;
        inside[middle] ^= 1;
        put(memory, &kept, resealed(&kept, &bytes, &inside));
    }
    what
}

/// Whether what a folder says is true: its status, and the values that can be read.
fn is_true(memory: &Memory, base: &Base) -> Result<(), String> {
    let (found, contents) = status(&folder(memory)).map_err(|error| error.to_string())?;
    base.judge(&found)?;
    for segment in 0..contents.leaves.len() as u64 {
        if let Ok(read) = contents.values(segment)
            && !values(base, (segment * CHUNK) as usize).starts_with(&read)
        {
            return Err(format!("wrong values of segment {segment} are read"));
        }
    }
    Ok(())
}

/// What came of one forgery.
#[derive(Default)]
struct Count {
    refused: u64,
    found: u64,
    harmless: u64,
    repaired: u64,
}

fn judge(memory: &Memory, base: &Base, goes_on: bool, count: &mut Count) -> Result<(), String> {
    let Ok(_) = status(&folder(memory)) else {
        count.refused += 1;
        return Ok(());
    };
    let before = is_true(memory, base);
    let Ok(report) = verify(&folder(memory), &Choice::default(), 1, &mut Quiet::default()) else {
        count.refused += 1;
        return Ok(());
    };
    let after = status(&folder(memory)).map_err(|error| error.to_string())?.0;
    let is_found = !report.mismatches.is_empty();
    if is_found && (report.label == Label::DoubleChecked || after.label == Label::DoubleChecked) {
        return Err(format!("double-checked, although {:?} do not agree", report.mismatches));
    }
    match before {
        _ if is_found => count.found += 1,
        Ok(()) => count.harmless += 1,
        Err(what) => return Err(format!("verify finds nothing wrong, but {what}: {report:?}")),
    }
    if goes_on && base.resume(memory)? {
        is_true(memory, base)?;
        count.repaired += 1;
    }
    Ok(())
}

#[test]
fn attack_verify_finds_what_is_forged() {
    let tries = extent(60, 3_000);
    let mut bases = vec![
        Base::new("0.106", 20_000, Keep::Nothing, true),
        Base::new("0.16", (1 << 20) + 5_000, Keep::Values, true),
    ];
    if tries > 100 {
        // beyond 2^22 heaps states are kept
        bases.push(Base::new("0.106", (5 << 20) + 3_000, Keep::Nothing, true));
    }
    let mut chance = Random::new(31);
    let (mut count, mut wrong) = (Count::default(), Vec::new());
    for number in 0..tries {
        let base = &bases[if number % 4 > 0 {
            0
        } else if number % 32 == 0 {
            bases.len() - 1
        } else {
            1
        }];
        let mut files = base.files.clone();
        if chance.index(2) == 0 {
            files.retain(|path, _| !path.to_string_lossy().contains("verified"));
        }
        let memory = Memory::with(files);
        let case = if number % 8 == 4 || number % 32 == 0 {
            forge_deeply(&memory, base, &mut chance).to_owned()
        } else {
            let names = names(&memory.files());
            let name = &names[chance.index(names.len())];
            let changed = hostile(name, &get(&memory, name), &mut chance);
            let twins = [name.replace(".copy", ""), format!("{name}.copy"), name.replace("-copy", "")];
            let twins = twins.into_iter().chain([name.replace(".json", "-copy.json")]);
            for twin in twins.filter(|twin| names.contains(twin)) {
                put(&memory, &twin, changed.clone());
            }
            put(&memory, name, changed);
            name.clone()
        };
        let judged = || judge(&memory, base, number % 8 == 1 || number % 64 == 4, &mut count);
        let judged = catch_unwind(AssertUnwindSafe(judged)).unwrap_or_else(|_| Err("a panic".to_owned()));
        wrong.extend(judged.err().map(|what| format!("try {number} of seed 31: {case}: {what}")));
    }
    println!(
        "attack | `verify` against forged values, states, logs, counts and signatures | {tries} | {} wrong; {} found, \
         {} harmless, {} refused, {} repaired by going on",
        wrong.len(),
        count.found,
        count.harmless,
        count.refused,
        count.repaired
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count.found > tries / 20 && count.repaired > 0, "{} of {tries} found", count.found);
}

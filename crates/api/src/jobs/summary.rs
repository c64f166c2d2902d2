//! What is to be said of a sequence as far as it is computed: extremes, zeros, records, the sparse space, the period.

use std::collections::VecDeque;

use sprague::heap::catalogue;
use sprague::heap::closed::closed_form;
use sprague::nimber::Nimber;
use sprague::sequence::Kind;
use sprague_picture::{Class, Classes};
use sprague_tell::lab::{JobState, SparseSpace, SummaryAnswer};

use super::{HeldValues, Job, JobAccess, Task};

/// The first zeros that are listed.
const FIRST: usize = 200;
/// The last zeros that are listed.
const LAST: usize = 20;
/// The last rare heaps that are listed.
const RARES: usize = 200;

/// The summary of a sequence job, of its values up to a heap.
pub fn summary(job: &Job, values: &HeldValues, to: u64, jobs: &dyn JobAccess) -> SummaryAnswer {
    let mut zeros = Ends::new(FIRST, LAST);
    let mut rares = Ends::new(0, RARES);
    let mut records: Vec<(u64, u32)> = Vec::new();
    let mut count: u64 = 0;
    values.visit(0, to, |heap, value| {
        count += 1;
        if value == 0 {
            zeros.add((heap, 0));
        }
        if records.last().is_none_or(|&(_, record)| value > record) {
            records.push((heap, value));
        }
        if job.classes.is_some_and(|classes| classes.of(heap, Nimber(value.into())) == Class::Rare) {
            rares.add((heap, value));
        }
    });
    let greatest = records.last().copied();
    let record_count = records.len();
    records.drain(..record_count.saturating_sub(1000));
    let heaps = |list: Vec<(u64, u32)>| list.into_iter().map(|(heap, _)| heap).collect::<Vec<_>>();
    SummaryAnswer {
        game: job.task.name(),
        to: count.checked_sub(1),
        max: greatest.map(|(_, value)| value),
        argmax: greatest.map(|(heap, _)| heap),
        zero_count: zeros.count,
        zeros: heaps(zeros.first),
        last_zeros: heaps(zeros.last.into()),
        records,
        space: job.classes.map(|classes| space(&classes)),
        rare_count: job.classes.map(|_| rares.count),
        last_rare: rares.last.back().copied(),
        rares: rares.last.into(),
        status: status(job, jobs),
    }
}

/// The first and the last of many.
struct Ends {
    most_first: usize,
    most_last: usize,
    first: Vec<(u64, u32)>,
    last: VecDeque<(u64, u32)>,
    count: u64,
}

impl Ends {
    fn new(most_first: usize, most_last: usize) -> Self {
        Self { most_first, most_last, first: Vec::new(), last: VecDeque::new(), count: 0 }
    }

    fn add(&mut self, item: (u64, u32)) {
        self.count += 1;
        if self.first.len() < self.most_first {
            self.first.push(item);
        }
        if self.last.len() == self.most_last {
            self.last.pop_front();
        }
        self.last.push_back(item);
    }
}

fn space(classes: &Classes) -> SparseSpace {
    let (kind, words) = match classes.kind {
        Kind::Value => (0, "A heap is rare if its value has an even number of ones under the mask."),
        Kind::ValueAndSize(_) => {
            (1, "A heap n is rare if n and the ones of its value under the mask together are of one parity.")
        }
    };
    SparseSpace { mask: format!("{:#06x}", classes.mask & 0xffff), kind, words }
}

/// What is known, proved or observed of the period.
fn status(job: &Job, jobs: &dyn JobAccess) -> Vec<String> {
    let Some(rule) = job.task.game().map(|game| &game.rule) else { return Vec::new() };
    let known = catalogue::of_rule(rule).map_or(&[][..], |entry| entry.known);
    let mut said: Vec<String> = known.iter().map(|&fact| fact.to_owned()).collect();
    if let Some((_, theorem)) = closed_form(rule, 0) {
        said.push(format!("Every value by theorem: {theorem}."));
    }
    let searched = jobs.all().into_iter().find(|other| {
        let period = matches!(&other.task, Task::Period { game, .. } if game.rule == *rule);
        period && other.state == JobState::Done
    });
    if let Some(result) = searched.and_then(|other| other.result) {
        said.extend_from_slice(result.words());
    }
    if said.is_empty() {
        said.push("Nothing is proved of its period yet.".to_owned());
    }
    said
}

//! Which claims of results their certificates show.
//!
//! A checksum shows that a result is as it was written, not that it is true. So a period is called proved only if the
//! certificate beside the result is of the very rule of the plan, if the checker accepts all of it within a budget of
//! steps, and if the result says what the certificate says. Everything else that a result calls proved stays a claim.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sprague::heap::Rule;
use sprague::sequence::naive_values;
use sprague_proof::shown;
use sprague_store::{Folder, StoreError};

use crate::collect::Collected;
use crate::finding::{GameStanding, RootFinding, shifted};
use crate::plan::{GamesWork, PlanIndex, SurveyPlan, SurveyWork, is_family};
use crate::results::MOST_CERTIFICATE;

/// The most steps of the checker for one certificate: half a minute.
const STEPS: u64 = 1 << 34;

/// Longer periods from the first heap on are not followed into the zeros before a shifted form.
const MOST_TURN: u64 = 1 << 10;

/// Calls those claims proved that their certificates show, with so many threads.
pub fn confirm(
    folder: &Folder,
    plan: &SurveyPlan,
    collected: &mut Collected,
    threads: usize,
) -> Result<(), StoreError> {
    let SurveyWork::Games(games) = &plan.work else { return Ok(()) };
    let claims: Vec<&mut RootFinding> = collected.findings.iter_mut().flatten().collect();
    let claims: Vec<Mutex<&mut RootFinding>> = claims
        .into_iter()
        .filter(|finding| finding.standing == GameStanding::Claimed)
        .map(Mutex::new)
        .collect();
    let index = PlanIndex::of(plan);
    let (next, failure) = (AtomicUsize::new(0), Mutex::new(None));
    let work = || {
        while let Some(finding) = claims.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut finding = finding.lock().unwrap_or_else(PoisonError::into_inner);
            match is_shown(folder, (games, &index), &finding) {
                Ok(Some(theorem)) => {
                    finding.standing = GameStanding::Proved;
                    finding.theorem = Some(theorem.into());
                }
                Ok(None) => {}
                Err(error) => *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error),
            }
        }
    };
    std::thread::scope(|scope| {
        (1..threads.clamp(1, 64)).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// The theorem by which the certificate of a finding shows what the finding says of its root and of all its forms: of
/// several that would do, the one that the checker used.
fn is_shown(
    folder: &Folder,
    (games, index): (&GamesWork, &PlanIndex),
    finding: &RootFinding,
) -> Result<Option<&'static str>, StoreError> {
    if !is_family(games, index, finding.root) {
        return Ok(None);
    }
    let Some(certificate) = &finding.certificate else { return Ok(None) };
    let Some(bytes) = folder.read(&certificate.file, MOST_CERTIFICATE)? else { return Ok(None) };
    let Ok(rule) = games.roots[finding.root as usize].rule.parse::<Rule>() else { return Ok(None) };
    let Ok(text) = String::from_utf8(bytes) else { return Ok(None) };
    let Ok((period, theorem)) = shown(&rule, &text, STEPS) else { return Ok(None) };
    if (finding.period, finding.saltus) != (Some(period.period), Some(period.saltus)) {
        return Ok(None);
    }
    let mut turn = None;
    let preperiods = finding.forms.iter().all(|own| {
        let shift = games.forms.get(own.form as usize).map(|form| form.shift);
        let right = shift.and_then(|shift| {
            if period.preperiod == 0 && shift > 0 && turn.is_none() {
                let last = period.period.checked_sub(1).filter(|&last| last < MOST_TURN)?;
                turn = Some(naive_values(rule.clauses(), last));
            }
            let value = |heap: u64| {
                turn.as_ref().and_then(|turn| turn.get(heap as usize)).map_or(u64::MAX, |value| value.0)
            };
            Some(shifted(&period, shift, value))
        });
        right.is_some() && right == own.preperiod
    });
    Ok(preperiods.then_some(theorem))
}

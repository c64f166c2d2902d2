//! The search for a period far out as bytes: all of it, so that it continues as if it had never stopped.
//!
//! The rule, the windows that were kept, the points, and how far it has come. Reading computes the first 2^24 heaps of
//! the rule again, so that everything that is not kept is what it was. A file whose checksum is right and whose content
//! does not fit together is refused.

use sprague::heap::Rule;
use sprague::sequence::period::{FAR_PLACE, FAR_START, FarClaim, FarPeriod, FarStage, FarState};

use crate::coding::{Decoder, Encoder, coded};
use crate::error::{KeptSubject, StoreError};
use crate::file_text::FileText;
use crate::folder::Folder;
use crate::kept_proof::{KeptProof, PairStatus, RowStatus, bound};
use crate::proof_trust::ProofTrust;
use crate::sealed::{Kind, Packing};

/// Heaps between two looks at the clock, about a second.
const STEP: u64 = 1 << 28;

coded!(FarClaim { preperiod, period });

impl KeptProof for FarPeriod {
    type Subject = Rule;
    const PREFIX: &'static str = "far-";
    const KIND: Kind = Kind::FarPeriod;
    const RUN: &'static [u8] = b"sprague period far out\n";

    fn begin(rule: Rule) -> Result<Self, StoreError> {
        Self::new(&rule).map_err(|why| StoreError::Request(format!("{rule}: {why}")))
    }

    fn turns_to(&mut self, rule: Rule) -> bool {
        *self.rule() == rule
    }

    fn kept(&self) -> KeptSubject {
        KeptSubject::Far(self.rule().to_string())
    }

    fn is_done(&self) -> bool {
        self.is_over()
    }

    fn step(&mut self, _: usize) -> bool {
        self.advance(STEP);
        false
    }

    fn to_bytes(&self, milliseconds: u64) -> Vec<u8> {
        let FarState { next, window, kept, points, level, stage } = self.state();
        let mut out = Encoder::default();
        out.add(&self.rule().to_string().into_bytes()).add(&milliseconds).add(&next).add(&window);
        out.number(kept.len() as u64);
        for (_, window) in &kept {
            out.add(window);
        }
        out.add(&points).add(&level);
        match stage {
            FarStage::Searching => out.number(0),
            FarStage::Locating { point, period, between } => {
                out.number(1).add(&point).add(&period).add(&between)
            }
            FarStage::Finishing(claim) => out.number(2).add(&claim),
            FarStage::Done(claim) => out.number(3).add(&claim),
            FarStage::Failed(why) => out.number(4).add(&why.into_bytes()),
        };
        out.into_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Option<(Self, u64)> {
        let mut from = Decoder::new(bytes);
        let rule = rule(&mut from)?;
        let (milliseconds, next, window) = (from.take()?, from.take()?, from.take()?);
        let places = from.index((1 << 16) + 1)?;
        let place = |at: usize| if at == 0 { FAR_START } else { at as u64 * FAR_PLACE };
        let kept = (0..places).map(|at| Some((place(at), from.take()?))).collect::<Option<Vec<_>>>()?;
        let points = from.take().filter(|points: &Vec<(u64, u64)>| points.len() <= 1 << 17)?;
        let level = from.take()?;
        let stage = match from.index(4)? {
            0 => FarStage::Searching,
            1 => {
                let (point, period) = from.take()?;
                FarStage::Locating { point, period, between: (from.index(places)?, from.index(places)?) }
            }
            2 => FarStage::Finishing(from.take()?),
            3 => FarStage::Done(from.take()?),
            _ => FarStage::Failed(FileText::from(str::from_utf8(from.block()?).ok()?).into()),
        };
        if !from.is_done() {
            return None;
        }
        let far = Self::resumed(&rule, FarState { next, window, kept, points, level, stage })?;
        Some((far, milliseconds))
    }

    /// What it says is a claim to be checked; reading has computed the first heaps again.
    fn examine(&self, _: u64) -> Result<ProofTrust, &'static str> {
        Ok(ProofTrust::Claimed)
    }
}

/// The rule of these bytes.
fn rule(from: &mut Decoder<'_>) -> Option<Rule> {
    str::from_utf8(from.block()?).ok()?.parse().ok()
}

/// The game of these bytes, as text.
pub fn game(bytes: &[u8]) -> Option<String> {
    rule(&mut Decoder::new(bytes)).map(|rule| rule.to_string())
}

/// What is proved in a folder, for those who look for a run there.
pub fn kept_in(folder: &Folder) -> Option<KeptSubject> {
    let row = RowStatus::look(folder).ok().flatten().map(|status| status.proof.kept());
    let pair = || PairStatus::look(folder).ok().flatten().map(|status| status.proof.kept());
    // the whole search would compute its first heaps again
    let far = || {
        let last = *folder.numbers("", FarPeriod::PREFIX).ok()?.last()?;
        let bound = bound::<FarPeriod>(folder.clone());
        let bytes = bound.unseal(&format!("{}{last}", FarPeriod::PREFIX), FarPeriod::KIND, Packing::Plain);
        game(&bytes.ok()?).map(KeptSubject::Far)
    };
    row.or_else(pair).or_else(far)
}

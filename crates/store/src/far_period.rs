//! The search for a period far out as bytes: all of it, so that it continues as if it had never stopped.
//!
//! The rule, the windows that were kept, the points, and how far it has come. Reading computes the first 2^24 heaps of
//! the rule again, so that everything that is not kept is what it was. A file whose checksum is right and whose content
//! does not fit together is refused.

use sprague::heap::Rule;
use sprague::sequence::period::{FAR_PLACE, FAR_START, FarClaim, FarPeriod, FarStage, FarState};

use crate::coding::{Decoder, Encoder};

/// The bytes of a search that has worked so long.
pub fn encode(far: &FarPeriod, milliseconds: u64) -> Vec<u8> {
    let FarState { next, window, kept, points, level, stage } = far.state();
    let mut out = Encoder::default();
    out.block(far.rule().to_string().as_bytes()).number(milliseconds).number(next).block(&window);
    out.number(kept.len() as u64);
    for (_, window) in &kept {
        out.block(window);
    }
    out.pairs(points.into_iter()).number(level.into());
    match stage {
        FarStage::Searching => out.number(0),
        FarStage::Locating { point, period, between } => {
            out.number(1).number(point).number(period).number(between.0 as u64).number(between.1 as u64)
        }
        FarStage::Finishing(claim) => out.number(2).number(claim.preperiod).number(claim.period),
        FarStage::Done(claim) => out.number(3).number(claim.preperiod).number(claim.period),
        FarStage::Failed(why) => out.number(4).block(why.as_bytes()),
    };
    out.into_bytes()
}

/// The game of these bytes, as text.
pub fn game(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8(Decoder::new(bytes).block()?.to_vec()).ok()?;
    text.parse::<Rule>().ok().map(|rule| rule.to_string())
}

/// The search of these bytes, and how long it has worked; `None` where they are none.
pub fn decode(bytes: &[u8]) -> Option<(FarPeriod, u64)> {
    let mut from = Decoder::new(bytes);
    let rule: Rule = std::str::from_utf8(from.block()?).ok()?.parse().ok()?;
    let (milliseconds, next, window) = (from.number()?, from.number()?, from.block()?.to_vec());
    let places = from.index((1 << 16) + 1)?;
    let place = |at: usize| if at == 0 { FAR_START } else { at as u64 * FAR_PLACE };
    let kept = (0..places).map(|at| Some((place(at), from.block()?.to_vec()))).collect::<Option<Vec<_>>>()?;
    let (points, level) = (from.short_pairs(1 << 17)?, from.small()?);
    let stage = match from.index(4)? {
        0 => FarStage::Searching,
        1 => {
            let (point, period) = (from.number()?, from.number()?);
            FarStage::Locating { point, period, between: (from.index(places)?, from.index(places)?) }
        }
        2 => FarStage::Finishing(FarClaim { preperiod: from.number()?, period: from.number()? }),
        3 => FarStage::Done(FarClaim { preperiod: from.number()?, period: from.number()? }),
        _ => FarStage::Failed(String::from_utf8(from.block()?.to_vec()).ok()?),
    };
    if !from.is_done() {
        return None;
    }
    let far = FarPeriod::resumed(&rule, FarState { next, window, kept, points, level, stage })?;
    Some((far, milliseconds))
}

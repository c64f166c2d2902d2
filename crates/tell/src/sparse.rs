//! The sparse space of a game, its rare heaps, and how far is far enough.

use std::fmt::Write;

use sprague::analysis::FarEnough;
use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::{Kind, Space};

use crate::Told;
use crate::command::{FarEnoughBound, Sparse};

/// How many rare heaps a person wants to see.
const SHOWN: usize = 40;

/// The rare heaps of a game to a heap.
pub struct SparseHeaps<'g> {
    /// The game.
    pub game: &'g HeapGame,
    /// The last heap.
    pub to: u64,
    /// The sparse space, if there is one.
    pub space: Option<Space>,
    /// The bits that values have used.
    pub bits_used: u64,
    /// The rare heaps with their values.
    pub rares: Vec<(u64, Nimber)>,
}

impl SparseHeaps<'_> {
    /// The answer, negative where there is no space.
    pub fn told(self) -> Told<Sparse> {
        let Self { game, to, space, bits_used, rares } = self;
        let Some(space) = space else {
            let document = Sparse {
                game: game.to_string(),
                to,
                mask: None,
                kind: None,
                rare_count: None,
                last_rare: None,
                rare: None,
                far_enough: None,
            };
            let text = format!("{game} shows no sparse space to heap {to}.\n");
            return Told::new(document, text).only_if(false);
        };
        let (mask, kind) = (space.open_mask(bits_used), u8::from(space.kind() != Kind::Value));
        let heaps: Vec<u64> = rares.iter().map(|&(heap, _)| heap).collect();
        let far_enough = FarEnough::new(game.rule.clauses(), space, &heaps);
        let mut text = report(&game.to_string(), to, mask, kind, &rares);
        if let Some(far) = &far_enough {
            bound(far, to, &mut text);
        }
        let document = Sparse {
            game: game.to_string(),
            to,
            mask: Some(format!("{:#06x}", mask & 0xffff)),
            kind: Some(kind),
            rare_count: Some(rares.len()),
            last_rare: heaps.last().copied(),
            rare: Some(rares.iter().map(|&(heap, value)| [heap, value.0]).collect()),
            far_enough: far_enough.map(|far| FarEnoughBound {
                base: far.base,
                factor: far.factor,
                exponent: far.exponent,
                digits: far.digits(),
            }),
        };
        Told::new(document, text)
    }
}

/// How far the game must be quiet.
fn bound(far: &FarEnough, to: u64, text: &mut String) {
    let FarEnough { last, rare, base, factor, exponent, .. } = *far;
    let digits = far.digits();
    let size = if digits < 16.0 {
        format!("{}", base as f64 + 2.0 * (factor as f64).powf(exponent as f64))
    } else {
        format!("a number of about {digits:.0} digits")
    };
    let _ = writeln!(
        text,
        "\nTo heap {to} R = {last} is the last rare heap, and k = {rare} heaps are rare, heap 0 counted. If no heap beyond R \
         and up to\n{base} + 2 · {factor}^{exponent} is rare, {size}, then none ever is, and there is a period (theory 4.8)."
    );
}

fn report(game: &str, to: u64, mask: u64, kind: u8, rares: &[(u64, Nimber)]) -> String {
    let rule = match kind {
        0 => "a heap is rare if its value has an even number of ones under the mask",
        _ => "a heap n is rare if n and the ones of its value under the mask together are of one parity",
    };
    let mut text = format!(
        "{game}: sparse space of type {kind} to heap {to}, computed\n\n  mask  {:#06x} (all higher bits too): {rule}\n  rare  {} heaps, the last {}\n\n",
        mask & 0xffff,
        rares.len(),
        rares.last().map_or("none".to_owned(), |(heap, value)| format!("{heap} with value {value}")),
    );
    let _ = writeln!(text, "  {:>12}  value", "heap");
    let skipped = rares.len().saturating_sub(SHOWN);
    for (heap, value) in rares.iter().take(SHOWN / 2) {
        let _ = writeln!(text, "  {heap:>12}  {value}");
    }
    if skipped > 0 {
        let _ = writeln!(text, "  ... {skipped} more (all of them with --json) ...");
    }
    for (heap, value) in rares.iter().skip((SHOWN / 2).max(rares.len().saturating_sub(SHOWN / 2))) {
        let _ = writeln!(text, "  {heap:>12}  {value}");
    }
    text
}

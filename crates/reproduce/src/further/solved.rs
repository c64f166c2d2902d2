//! Solved games: the certificates of the library of proofs, judged by the checker that shares no code with the engine.
//!
//! The usual range checks every certificate of fewer than 400 000 values in full. For a longer one it recomputes the
//! values around the beginning of the period if the engine gets there in a second or two; otherwise it compares the
//! rare heaps of the certificate. The full range checks all of them in full.

use sprague::heap::Rule;
use sprague::sequence::Space;
use sprague::sequence::period::{Period, RuleFacts};
use sprague_certificate::{Certificate, Evidence, Selection, SpaceType, check};
use sprague_proofs::CERTIFICATES;

use crate::claim::Expected::{Holds, Open};
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, holds, open, same};
use crate::range::{Effort, Range, values};
use crate::thesis::proved;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("0.77", "Kayles", "3.3", Holds, |_| small("0.77", 12, 71),
        "0.77 has the period 12 from 71."),
    ("0.07", "Dawson's Kayles", "3.2", Holds, |_| small("0.07", 34, 53),
        "0.07 has the period 34 from 53."),
    ("0.137", "Dawson's chess", "H.1", Holds, |_| small("0.137", 34, 52),
        "0.137 has the period 34 from 52."),
    ("0.45", "solved games", "P.1", Holds, |_| small("0.45", 20, 498),
        "0.45 has the period 20 from 498."),
    ("0.156", "solved games", "P.5", Holds, |_| small("0.156", 349, 3479),
        "0.156 has the period 349 from 3 479."),
    ("0.165", "solved games", "P.1", Holds, |_| small("0.165", 1550, 5181),
        "0.165 has the period 1 550 from 5 181."),
    ("0.356", "solved games", "P.5", Holds, |_| small("0.356", 142, 7315),
        "0.356 has the period 142 from 7 315."),
    ("0.644", "solved games", "P.5", Holds, |_| small("0.644", 442, 3256),
        "0.644 has the period 442 from 3 256."),
    ("4.064", "solved games", "P.5", Holds, |_| certified("4.064", 16_132, 94_272),
        "4.064 has the period 16 132 from 94 272."),
    ("0.16", "solved games", "P.5", Holds, |_| certified("0.16", 149_459, 105_351),
        "0.16 has the period 149 459 from 105 351."),
    ("0.56", "solved games", "P.5", Holds, |_| certified("0.56", 144, 326_640),
        "0.56 has the period 144 from 326 640."),
    ("0.127", "solved games", "P.5", Holds, |_| certified("0.127", 4, 46_578),
        "0.127 has the period 4 from 46 578."),
    ("0.376", "solved games", "P.5", Holds, |range| long(range, "0.376", 4, 2_268_248),
        "0.376 has the period 4 from 2 268 248."),
    ("0.354", "solved games", "P.5", Holds, |range| long(range, "0.354", 1180, 10_061_916),
        "0.354 has the period 1 180 from 10 061 916."),
    ("0.454", "solved games", "P.5", Holds, |range| long(range, "0.454", 60_620_715, 160_949_019),
        "0.454 has the period 60 620 715 from 160 949 019."),
    ("0.104", "solved games", "P.5", Holds, |range| long(range, "0.104", 11_770_282, 197_769_598),
        "0.104 has the period 11 770 282 from 197 769 598."),
    ("0.054", "solved games", "P.5", Holds, |range| long(range, "0.054", 10_015_179, 193_235_616),
        "0.054 has the period 10 015 179 from 193 235 616."),
    ("proofs", "the other certificates of the library", "P.1", Holds, other_certificates,
        "Sixteen octal games and seven others have the periods that their certificates state."),
    ("forged", "the checker", "P.1", Holds, forgeries,
        "A certificate with one digit changed is refused."),
    ("0.106", "solved by others", "P.5", Open, zero_106,
        "0.106 is said to have the period 328 226 140 474 from 465 384 263 797; 15 heaps are rare, the \
         last 1103."),
];

fn text(game: &str) -> Result<&'static str, String> {
    let found = CERTIFICATES.iter().find(|(name, _)| *name == game);
    found.map(|(_, text)| *text).ok_or_else(|| format!("no certificate of {game}"))
}

fn stated(game: &str, period: u64, preperiod: u64) -> Result<Certificate, String> {
    let certificate = Certificate::parse(text(game)?).map_err(|fault| fault.to_string())?;
    same(game, (certificate.claim.period, certificate.claim.preperiod), (period, preperiod))?;
    Ok(certificate)
}

/// The certificate in full.
fn certified(game: &str, period: u64, preperiod: u64) -> Checked {
    stated(game, period, preperiod)?;
    let report = check(text(game)?, Selection::All, 1);
    ensure!(report.fault.is_none() && report.complete, "{:?}", report.fault);
    Ok(holds(
        format!("all n: certificate checked, {} values recomputed", report.checked_to + 1),
        report.checked_to,
    ))
}

/// The certificate in full, and the library's own proof.
fn small(game: &str, period: u64, preperiod: u64) -> Checked {
    let (found, theorem) = proved(game, 20_000)?;
    same("by the library", found, Period::new(period, preperiod, 0))?;
    Ok(certified(game, period, preperiod)?.noting(format!("proved anew by {theorem}")))
}

fn long(range: &Range, game: &str, period: u64, preperiod: u64) -> Checked {
    if range.effort() == Effort::Full {
        return certified(game, period, preperiod);
    }
    let certificate = stated(game, period, preperiod)?;
    if preperiod < 3_000_000 {
        let to = preperiod + 40_000;
        let g = values(game, to);
        let (start, p) = (preperiod as usize, period as usize);
        ensure!((start..g.len() - p).all(|n| g[n] == g[n + p]), "the values do not repeat");
        ensure!(g[start - 1] != g[start - 1 + p], "they repeat earlier");
        return Ok(holds(format!("values to {to}; the whole certificate with --full"), to));
    }
    let (Evidence::Segmented(space, _) | Evidence::Sparse(space, _)) = certificate.evidence else {
        return Err("not a sparse certificate".to_owned());
    };
    let rule: Rule = game.parse().map_err(|error| format!("{error}"))?;
    let to = 500_000;
    let g = values(game, to);
    let parity = match space.kind {
        SpaceType::Zero => None,
        SpaceType::One => RuleFacts::of(rule.clauses()).break_parity(),
    };
    let classes = Space::from_parts((space.mask, parity)).ok_or("no mask")?;
    let values = (0..).zip(&g).map(|(n, &value)| (n, value as u32));
    let rare: Vec<(u64, u32)> = values.filter(|&(n, value)| classes.is_rare(n, value)).collect();
    let known: Vec<(u64, u32)> = space.rare.iter().copied().filter(|&(heap, _)| heap <= to).collect();
    same("rare heaps", rare, known.clone())?;
    Ok(holds(
        format!("{} rare heaps of the certificate to {to}; the proof itself with --full", known.len()),
        to,
    ))
}

fn other_certificates(_: &Range) -> Checked {
    let own = CLAIMS.iter().map(|line| line.0);
    let mut checked = 0;
    for (game, text) in CERTIFICATES.iter().filter(|(game, _)| !own.clone().any(|other| other == *game)) {
        let certificate = Certificate::parse(text).map_err(|fault| fault.to_string())?;
        let report = check(text, Selection::All, 1);
        ensure!(report.fault.is_none() && report.complete, "{game}: {:?}", report.fault);
        let claim = certificate.claim;
        let (found, _) = proved(game, 20_000)?;
        same(game, found, Period::new(claim.period, claim.preperiod, claim.saltus))?;
        checked += 1;
    }
    same("certificates", checked, 19)?;
    Ok(holds(format!("{checked} certificates checked and proved anew"), checked))
}

fn forgeries(_: &Range) -> Checked {
    let text = text("0.77")?;
    let places: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let mut tried = 0;
    for at in places.iter().step_by(7) {
        let mut forged = text.as_bytes().to_vec();
        forged[*at] = if forged[*at] == b'3' { b'4' } else { b'3' };
        let forged = String::from_utf8(forged).map_err(|error| error.to_string())?;
        ensure!(check(&forged, Selection::All, 1).fault.is_some(), "digit {at} can be changed");
        tried += 1;
    }
    Ok(holds(format!("{tried} digits of the certificate of Kayles"), tried))
}

fn zero_106(range: &Range) -> Checked {
    let to = range.to(1_000_000, 100_000_000);
    let rare = super::rare::rare_heaps("0.106", to)?;
    same("rare heaps, and the last", (rare.len(), rare.last().map(|rare| rare.0)), (15, Some(1103)))?;
    Ok(open(format!("n ≤ {to}: 15 rare heaps"), to)
        .noting("its period is proved by `proofs/far/0.106.cert`; to recompute it takes 7.9 · 10¹¹ values, 146 minutes of CPU time"))
}

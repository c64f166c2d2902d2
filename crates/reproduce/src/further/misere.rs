//! Misère play by theory: quotients with their periods, partial quotients, genera, tame games, each against a figure from
//! the literature or from a second program.

use sprague::heap::{HeapGame, Heaps};
use sprague::limits::Limits;
use sprague::play::Outcome;
use sprague::quotient::{
    QuotientEnd, QuotientExtent, QuotientFound, RuleHeap, count_canonical_forms, genera, quotient, tame_heaps,
};
use sprague::search::MisereSolver;
use sprague_certificate::{Selection, check};
use sprague_proof::misere::{certify_quotient, certify_tame};

use crate::claim::Expected::Holds;
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, holds, same};
use crate::range::Range;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("misere-quotient-kayles", "misère Kayles (Sibert and Conway)", "M.11", Holds, kayles,
        "The misère quotient of Kayles has order 40 with 9 P-elements, and heaps have period 12 from 71."),
    ("misere-sums-kayles", "misère Kayles, sums", "M.12", Holds, kayles_sums,
        "12 9 5 is won by 12→5+5, 9→4+4, 5→4, 5→2+2 alone, 20 17 5 by 20→9+9, 17→4+12; 71 72 73 74 is P, and \
         so are two heaps of 10^18."),
    ("misere-07", "misère Dawson's Kayles", "M.13", Holds, dawsons_kayles,
        "The quotient of 0.07 to heap 33 has order 638 with 109 P-elements; with heap 34 it has more than 1000."),
    ("misere-solved", "solved misère games", "M.11", Holds, solved,
        "Orders, P-elements and periods of 0.3, 0.31, 0.75, 4.56, 0.123, 0.53, 0.71, 0.351, 0.144, 0.152, \
         0.153, 0.15 and 0.115, each with a certificate."),
    ("misere-same", "0.15 and 0.115", "M.7", Holds, one_quotient,
        "0.15 and 0.115 have one quotient, and so have 0.53 and 0.153, and 0.75 and 4.56."),
    ("misere-long", "misère play of 0.156 and 0.644", "M.11", Holds, long,
        "0.156: order 34, period 349 from 3479; 0.644: order 172 with 7 P-elements, period 442 from 3256."),
    ("misere-partial", "partial quotients", "M.13", Holds, partial,
        "To heap 13 0.35 has 1174, to 14 0.64 has 2248, to 6 0.3122 has 52, to 11 0.76 has 34, to 28 \
         Grundy's game has 48, to 30 4.7 has 322."),
    ("misere-joint", "sums of two games", "M.7", Holds, joint,
        "Kayles and 0.123, heaps to 30, have a joint quotient of order 124; alone 40 and 20."),
    ("misere-tame", "misère play of 0.56", "M.6", Holds, firm,
        "All heaps of 0.56 are tame, and all but 1, 2 and 6 firm, so it is played as under normal play."),
    ("misere-genus", "genera (Conway)", "M.5", Holds, genus,
        "Genera of Kayles to heap 12, the first wild heap 5; 0.137 is tame below 9."),
    ("misere-forms", "canonical forms (Conway)", "M.4", Holds, forms,
        "There are 1, 2, 3, 5, 22 misère canonical forms of length at most 0, 1, 2, 3, 4."),
    ("misere-kernel", "kernels", "M.12", Holds, kernel,
        "In each finite quotient computed the kernel has 2^k elements, one of them P, that of nim value 0."),
];

#[expect(clippy::disallowed_methods, reason = "a claim is asked like any question")]
fn found(games: &str, to: u64, order: usize) -> Result<QuotientFound, String> {
    let rules =
        games.split(" & ").map(|game| Ok(game.parse::<HeapGame>().map_err(|why| why.to_string())?.rule));
    let rules = rules.collect::<Result<Vec<_>, String>>()?;
    let extent = QuotientExtent { heaps: vec![to; rules.len()], order, until_period: true };
    quotient(&rules, &extent, &Limits::default()).map_err(|why| why.to_string())
}

/// Order, P-elements, period and preperiod, with a certificate that the checker accepts.
fn whole(game: &str, to: u64, expected: (usize, usize, u64, u64)) -> Result<QuotientFound, String> {
    let found = found(game, to, 400)?;
    let period = found.quotient.period(0).ok_or_else(|| format!("{game}: no period"))?;
    let shown = (found.quotient.order(), found.quotient.portion().len(), period.period, period.preperiod);
    same(game, shown, expected)?;
    let accepted = certify_quotient(&found.quotient)?;
    ensure!(check(&accepted.text, Selection::All, 1).fault.is_none(), "{game}: refused");
    Ok(found)
}

fn kayles(_: &Range) -> Checked {
    let found = whole("kayles", 2000, (40, 9, 12, 71))?;
    let growth: Vec<(u64, usize)> =
        found.quotient.growth().iter().map(|(heap, order)| (heap.size, *order)).collect();
    same("growth", growth, vec![(1, 2), (2, 6), (5, 12), (9, 18), (12, 24), (25, 32), (27, 40)])?;
    Ok(holds("built from 167 heaps, the certificate accepted", 167))
}

fn kayles_sums(range: &Range) -> Checked {
    let quotient = found("kayles", 2000, 400)?.quotient;
    let heaps = |sizes: &[u64]| sizes.iter().map(|&size| RuleHeap { rule: 0, size }).collect::<Vec<_>>();
    let winning = |sizes: &[u64]| -> Result<Vec<(u64, Vec<u64>)>, String> {
        let mut moves = Vec::new();
        for (at, &size) in sizes.iter().enumerate() {
            let mut rest = sizes.to_vec();
            rest.remove(at);
            let rest = quotient.product(heaps(&rest)).ok_or("no product")?;
            moves.extend(
                quotient.winning_options(RuleHeap { rule: 0, size }, rest).map(|parts| (size, parts)),
            );
        }
        Ok(moves)
    };
    let first = vec![(12, vec![5, 5]), (9, vec![4, 4]), (5, vec![4]), (5, vec![2, 2])];
    same("12 9 5", winning(&[12, 9, 5])?, first)?;
    same("20 17 5", winning(&[20, 17, 5])?, vec![(20, vec![9, 9]), (17, vec![4, 12])])?;
    let large = 1_000_000_000_000_000_000;
    for sum in [&[71, 72, 73, 74][..], &[large, large]] {
        same(&format!("{sum:?}"), quotient.outcome(heaps(sum)), Some(Outcome::P))?;
    }
    let most = range.to(9, 12);
    let game: HeapGame = "kayles".parse().map_err(|_| "a name")?;
    let mut search = MisereSolver::new(game);
    let mut count = 0;
    for a in 1..=most {
        for b in a..=most {
            for c in b..=most {
                let value = search.value(&Heaps::new([a, b, c])).map_err(|why| why.to_string())?;
                let outcome = quotient.outcome(heaps(&[a, b, c]));
                same(&format!("{a} {b} {c}"), outcome, Some(Outcome::of_value(value)))?;
                count += 1;
            }
        }
    }
    Ok(holds(format!("the golden sums, and {count} sums of three heaps to {most} by the plain search"), most))
}

fn dawsons_kayles(_: &Range) -> Checked {
    let found = found("0.07", 40, 1000)?;
    same("0.07 to 33", (found.quotient.order(), found.quotient.portion().len()), (638, 109))?;
    let QuotientEnd::Order { heap, more_than, .. } = found.end else { return Err("no bound".into()) };
    same("0.07 to 34", (heap.size, more_than), (34, 1000))?;
    Ok(holds("heap by heap", 34))
}

fn solved(_: &Range) -> Checked {
    let table = [
        ("0.3", (2, 1, 2, 1)),
        ("0.31", (6, 2, 2, 3)),
        ("0.75", (8, 2, 2, 8)),
        ("4.56", (8, 2, 4, 11)),
        ("0.123", (20, 5, 5, 5)),
        ("0.53", (16, 3, 9, 21)),
        ("0.71", (36, 9, 6, 3)),
        ("0.351", (22, 6, 8, 4)),
        ("0.144", (30, 5, 10, 12)),
        ("0.152", (34, 6, 48, 25)),
        ("0.153", (16, 3, 14, 32)),
        ("0.15", (42, 12, 10, 66)),
        ("0.115", (42, 12, 14, 92)),
    ];
    for (game, expected) in table {
        whole(game, 2000, expected)?;
    }
    Ok(holds(format!("{} games, each certificate accepted", table.len()), table.len() as u64))
}

#[expect(clippy::disallowed_methods, reason = "a claim is asked like any question")]
fn one_quotient(_: &Range) -> Checked {
    let limits = Limits::default();
    for (a, b) in [("0.15", "0.115"), ("0.53", "0.153"), ("0.75", "4.56")] {
        let (one, other) = (found(a, 2000, 400)?.quotient, found(b, 2000, 400)?.quotient);
        ensure!(one.is_isomorphic(&other, &limits).map_err(|why| why.to_string())?, "{a} and {b}");
    }
    Ok(holds("three pairs of games, by a search for an isomorphism", 3))
}

fn long(range: &Range) -> Checked {
    whole("0.156", 8000, (34, 2, 349, 3479))?;
    if range.to(0, 1) == 0 {
        return Ok(holds("0.156 alone", 7658));
    }
    whole("0.644", 8000, (172, 7, 442, 3256))?;
    Ok(holds("7658 and 7398 heaps, both certificates accepted", 7658))
}

fn partial(range: &Range) -> Checked {
    let table = [
        ("0.3122", 6, 52),
        ("0.76", 11, 34),
        ("grundy", 28, 48),
        ("4.7", 30, 322),
        ("0.35", 13, 1174),
        ("0.64", 14, 2248),
    ];
    let count = range.to(4, 6) as usize;
    for (game, to, order) in &table[..count] {
        same(game, found(game, *to, 2500)?.quotient.order(), *order)?;
    }
    Ok(holds(format!("{count} games"), count as u64))
}

fn joint(_: &Range) -> Checked {
    same("0.77 and 0.123", found("0.77 & 0.123", 30, 400)?.quotient.order(), 124)?;
    Ok(holds("heaps to 30 of both", 30))
}

#[expect(clippy::disallowed_methods, reason = "a claim is asked like any question")]
fn firm(_: &Range) -> Checked {
    let game: HeapGame = "0.56".parse().map_err(|_| "a code")?;
    let tame = tame_heaps(&game.rule, 300, &Limits::default()).map_err(|why| why.to_string())?;
    let fickle: Vec<usize> = (1..tame.pairs.len()).filter(|&heap| tame.pairs[heap].is_fickle()).collect();
    same("fickle heaps", fickle, vec![1, 2, 6])?;
    let accepted = certify_tame(&game.rule, &tame)?;
    ensure!(check(&accepted.text, Selection::All, 1).fault.is_none(), "refused");
    Ok(holds("from heaps 0 to 14, the certificate accepted", 14))
}

#[expect(clippy::disallowed_methods, reason = "a claim is asked like any question")]
fn genus(_: &Range) -> Checked {
    let of = |game: &str, to: u64| {
        let rule = game.parse::<HeapGame>().map_err(|why| why.to_string())?.rule;
        genera(&rule, to, &Limits::default()).map_err(|why| why.to_string())
    };
    let kayles = of("kayles", 12)?;
    let text: Vec<String> = kayles.genera.iter().map(|heap| heap.genus.to_string()).collect();
    let known =
        "0^{120} 1^{031} 2^{20} 3^{31} 1^{031} 4^{146} 3^{31} 2^{20} 1^{13} 4^{046} 2^{20} 6^{46} 4^{046}";
    same("Kayles", text.join(" ").as_str(), known)?;
    same("the first wild heap of Kayles", kayles.first_wild, Some(5))?;
    let chess = of("0.137", 20)?;
    same("the first wild heap of 0.137", chess.first_wild, Some(9))?;
    for (heap, genus) in [(9, "3^{1431}"), (11, "2^{0520}"), (13, "4^{146}"), (15, "5^{057}"), (20, "0^{02}")]
    {
        same(&format!("0.137, heap {heap}"), chess.genera[heap].genus.to_string().as_str(), genus)?;
    }
    Ok(holds("Kayles to heap 12, 0.137 to heap 20", 20))
}

fn forms(_: &Range) -> Checked {
    same("forms", count_canonical_forms(4), vec![1, 2, 3, 5, 22])?;
    Ok(holds("by removing reversible options", 4))
}

fn kernel(_: &Range) -> Checked {
    let games = ["0.31", "0.75", "0.123", "0.53", "0.71", "0.351", "0.144", "0.152", "0.15", "0.77"];
    for game in games {
        let quotient = found(game, 2000, 400)?.quotient;
        let kernel = quotient.monoid().kernel();
        ensure!(kernel.len().is_power_of_two(), "{game}: {}", kernel.len());
        let values = quotient.nim_values().ok_or_else(|| format!("{game}: no nim values"))?;
        for &x in &kernel {
            let is_zero = values[usize::from(x)] == 0;
            ensure!(quotient.is_position(x) == is_zero, "{game}: element {x}");
        }
    }
    Ok(holds(format!("{} games", games.len()), games.len() as u64))
}

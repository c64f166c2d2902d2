//! What could not be checked, and why: part of every written report.

/// One sentence each.
pub const LIMITS: &[&str] = &[
    "The loops of the program listings in the appendices of the thesis and of Farr and Ho are written again in Rust and run; \
     the listings themselves, in other languages, are not.",
    "Of the tables that the sources print, only the frequencies of the thesis are at hand as printed; the others are compared \
     with golden tables that were computed from the definitions by other programs.",
    "Many formulas of Farr and Ho are not legible in the text at hand. What is checked is their reconstruction; the constants \
     of their Remark 5, Corollary 3, Lemma 6 and Remarks 6 to 8, and their Examples 2 to 4, are lost.",
    "The frequencies of common values of Grundy's game to 2^35 take three hours of computation: not here, but in a long run \
     (docs/records.md), which found all 78 counts right. Here rare heaps and zeros are computed to 49 000 000; the long run found \
     no more, and nobody knows whether more come later.",
    "The period of 0.106 needs 7.9 · 10^11 values; the checker recomputes them in 146 minutes of CPU time.",
    "The rows of 2-Star Nim from 14 on have periods of 10^10 columns and more; with --full rows to 13 are proved, and offsets are \
     looked at over whole periods to row 11. Row 16 is read from the record of a long run. The number of tracks in every row is \
     only observed.",
    "Farr and Ho's conjecture is settled for the diagonals to 29. For 30 to 33 a thousand million rows bring no state back.",
    "The Chomp board 7 × 10 was never computed in the sources; with --full the boards of the golden table with at most 12 000 positions are.",
    "That generation n of the Ulam-Warburton automaton has 4 · 3^(w(n) - 1) new cells is a theorem of others; here it is simulated.",
    "Random graphs, games and recurrences are the same in every run; they are samples, and what holds for them is proved only \
     where the theory has a proof.",
];

//! The appendix: four short programs. Their listings are restated from what is known of them (`docs/theory.md`, 6.9).

use sprague::nimber::Nimber;

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::{Stars, mex, two_star};
use crate::range::Range;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("A.1", "appendix, mex", "6.9", Holds, mex_program,
        "The program for mex, which tries 0, 1, 2, ..., is right."),
    ("A.2", "appendix, ns", "6.9", Holds, nim_sum_program,
        "The program for nim-sums, which adds eight binary digits, is right to 127, and to 255."),
    ("E-F2b", "appendix, SN2", "6.9", Corrected, two_star_program,
        "For which a and b the program for 2-Star Nim, which fills the first column to b only, is right."),
    ("E-F2c", "appendix, S113", "6.9", Corrected, long_strip_program,
        "The loop over the middle token of the long strip must end at u - 1; as printed that token never \
         moves, yet all values are right, for by Theorem 2 its moves do not matter."),
];

fn mex_program(_: &Range) -> Checked {
    for bits in 0..1u32 << 12 {
        let set: Vec<u64> = (0..12).filter(|bit| bits >> bit & 1 == 1).collect();
        let tried = (0..=12).find(|number| !set.contains(number)).unwrap_or(13);
        same(
            "mex",
            (tried, mex(set.iter().copied())),
            (sprague::nimber::mex(set.iter().copied().map(Nimber)).0, tried),
        )?;
    }
    Ok(holds("all subsets of 0..11", 11))
}

fn nim_sum_program(_: &Range) -> Checked {
    let program = |a: u64, b: u64| (0..8).map(|k| (((a >> k & 1) + (b >> k & 1)) % 2) << k).sum::<u64>();
    let right = |a: u64, b: u64| program(a, b) == (Nimber(a) + Nimber(b)).0;
    for a in 0..=255 {
        ensure!((0..=255).all(|b| right(a, b)), "a = {a}");
    }
    same("the first wrong argument", (0..1000).find(|&a| !right(a, 0)), Some(256))?;
    Ok(holds("a, b ≤ 256", 256).noting("the text says to 127; 256 is the first that is wrong"))
}

fn two_star_program(_: &Range) -> Checked {
    let known = two_star(15, 15);
    // the first column is set for rows up to b; the entries not set are 0
    let program = |a: usize, b: usize| {
        let mut g = vec![vec![0u64; b + 1]; a + 1];
        for j in 1..=b {
            g[0][j] = j as u64 - 1;
        }
        for i in 1..=b.min(a) {
            g[i][0] = i as u64 - 1;
        }
        for i in 1..=a {
            for j in 1..=b {
                g[i][j] = mex((0..i).map(|x| g[x][j]).chain((0..j).map(|y| g[i][y])).collect::<Vec<_>>());
            }
        }
        g[a][b]
    };
    let mut wrong = 0;
    for a in 1..=15 {
        for b in 1..=15 {
            let right = Some(program(a, b)) == known[a][b];
            ensure!(right || a > b, "({a}, {b}) is wrong");
            wrong += u64::from(!right);
        }
    }
    ensure!(wrong > 0, "it is right for a > b as well");
    Ok(corrected("all a, b", "a ≤ b", format!("a, b ≤ 15: {wrong} wrong values, all with a > b"), 15))
}

/// Values of ([l], [o], [t, u, v]) when the token u never moves.
#[derive(Default)]
struct StiffMiddle(std::collections::HashMap<[u64; 5], u64>);

impl StiffMiddle {
    fn value(&mut self, at: [u64; 5]) -> u64 {
        if let Some(&value) = self.0.get(&at) {
            return value;
        }
        let [l, o, t, u, v] = at;
        let least = u64::from(l == 0 || o == 0 || t == 0);
        let mut options: Vec<[u64; 5]> = (least..l).map(|l| [l, o, t, u, v]).collect();
        options.extend((least..o).map(|o| [l, o, t, u, v]));
        options.extend((least..t).map(|t| [l, o, t, u, v]));
        options.extend((u + 1..v).map(|v| [l, o, t, u, v]));
        let value = mex(options.into_iter().map(|option| self.value(option)).collect::<Vec<_>>());
        self.0.insert(at, value);
        value
    }
}

fn long_strip_program(_: &Range) -> Checked {
    let (mut stiff, mut stars, mut tested) = (StiffMiddle::default(), Stars::default(), 0);
    for code in 0..64 {
        let [l, o, t] = [1 + code % 4, 1 + code / 4 % 4, 1 + code / 16];
        for u in t + 1..=6 {
            for v in u + 1..=8 {
                let value = stars.value(&[vec![l], vec![o], vec![t, u, v]]);
                same(&format!("([{l}],[{o}],[{t},{u},{v}])"), stiff.value([l, o, t, u, v]), value)?;
                tested += 1;
            }
        }
    }
    same("positions", tested, 768)?;
    Ok(corrected(
        "to z - 1",
        "to u - 1",
        "768 positions, l, o, t ≤ 4, u ≤ 6, v ≤ 8: the values are the same",
        768,
    ))
}

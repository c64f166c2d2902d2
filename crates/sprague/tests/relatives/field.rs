//! The numbers below 2^64 as a field (theory N.1).

use proptest::prelude::*;
use sprague::nimber::Nimber;

use crate::common::rows;

fn number() -> impl Strategy<Value = Nimber> {
    // every size, so that every subfield is met
    (any::<u64>(), 0..64u32).prop_map(|(bits, shift)| Nimber(bits >> shift))
}

/// `nim_products_16.csv`: by the definition, in a separate program. Conway prints the same table in On Numbers and
/// Games, chapter 6.
#[test]
fn the_table_of_products() {
    let mut entries = 0;
    for (a, row) in (0..).zip(rows(include_str!("../../../tables/golden/nim_products_16.csv"))) {
        for (b, &product) in (0..).zip(&row[1..]) {
            assert_eq!((Nimber(a) * Nimber(b)).to_string(), product, "{a} times {b}");
            entries += 1;
        }
    }
    assert_eq!(entries, 256);
}

/// a b = mex {a' b + a b' + a' b'}.
#[test]
fn products_are_those_of_the_definition() {
    const TO: usize = 48;
    let mut table = vec![vec![0u64; TO]; TO];
    for a in 0..TO {
        for b in 0..TO {
            let mut seen = vec![false; 4096];
            for x in 0..a {
                for y in 0..b {
                    seen[(table[x][b] ^ table[a][y] ^ table[x][y]) as usize] = true;
                }
            }
            table[a][b] = seen.iter().position(|seen| !seen).expect("a free number") as u64;
            assert_eq!((Nimber(a as u64) * Nimber(b as u64)).0, table[a][b], "{a} times {b}");
        }
    }
}

/// A Fermat 2-power times a smaller number is the ordinary product, and its square is three halves of it.
#[test]
fn fermat_powers() {
    for n in 0..6 {
        let f = 1u64 << (1 << n);
        assert_eq!(Nimber(f) * Nimber(f), Nimber(f / 2 * 3));
        for x in [1, f / 2, f - 1, f.isqrt()] {
            assert_eq!(Nimber(f) * Nimber(x), Nimber(f.wrapping_mul(x)), "{f} times {x}");
        }
    }
}

#[test]
fn powers_and_inverses_at_the_ends() {
    assert_eq!(Nimber(0).inverse(), None);
    assert_eq!(Nimber(0).power(0), Nimber(1));
    assert_eq!(Nimber(0).power(7), Nimber(0));
    assert_eq!(Nimber(u64::MAX).power(u64::MAX), Nimber(1));
    for a in 1..70_000 {
        assert_eq!(Nimber(a) * Nimber(a).inverse().expect("not 0"), Nimber(1), "{a}");
        assert_eq!(Nimber(a).square_root().power(2), Nimber(a));
    }
}

proptest! {
    #[test]
    fn it_is_a_field(a in number(), b in number(), c in number()) {
        prop_assert_eq!(a * b, b * a);
        prop_assert_eq!((a * b) * c, a * (b * c));
        prop_assert_eq!(a * (b + c), a * b + a * c);
        prop_assert_eq!(a * Nimber(1), a);
        prop_assert_eq!(a * Nimber(0), Nimber(0));
        if a != Nimber(0) {
            prop_assert_eq!(a * a.inverse().expect("not 0"), Nimber(1));
            prop_assert_eq!((a * b) * a.inverse().expect("not 0"), b);
        }
    }

    /// The square is linear, its inverse is the root, and 64 squares lead back.
    #[test]
    fn frobenius(a in number(), b in number()) {
        prop_assert_eq!((a + b).power(2), a.power(2) + b.power(2));
        prop_assert_eq!(a.square_root() * a.square_root(), a);
        prop_assert_eq!((a * a).square_root(), a);
        prop_assert_eq!((0..64).fold(a, |square, _| square * square), a);
    }

    #[test]
    fn exponents_add_up(a in number(), m in any::<u32>(), n in any::<u32>()) {
        let (m, n) = (u64::from(m), u64::from(n));
        prop_assert_eq!(a.power(m) * a.power(n), a.power(m + n));
        prop_assert_eq!(a.power(m).power(n), a.power(m * n));
    }

    /// The numbers below a Fermat 2-power are a field of their own.
    #[test]
    fn subfields_are_closed(a in any::<u16>(), b in any::<u16>(), shift in 0..3u32) {
        let bits = 16 >> shift;
        let (a, b) = (Nimber(u64::from(a) >> (16 - bits)), Nimber(u64::from(b) >> (16 - bits)));
        prop_assert!((a * b).0 < 1 << bits);
        prop_assert!(a.inverse().is_none_or(|inverse| inverse.0 < 1 << bits));
        prop_assert!(a.square_root().0 < 1 << bits);
    }
}

//! `sprague compare` and `sprague sparse` against the definition: random games, whose values are computed here once
//! more.

use std::collections::BTreeSet;

use sprague_kit::{Random, extent};

use crate::common::judged;

fn text(code: &[u64; 4]) -> String {
    format!("{}.{}{}{}", code[0], code[1], code[2], code[3])
}

/// Moves of one kind: tokens taken, the numbers of heaps left, and by how much two heaps that are left differ at least.
struct Moves {
    taken: usize,
    left: [bool; 3],
    differ: usize,
}

impl Moves {
    fn of_digit(taken: usize, digit: u64) -> Self {
        Self {
            taken,
            left: [digit & 1 > 0 && taken > 0, digit & 2 > 0 && taken > 0, digit & 4 > 0],
            differ: 0,
        }
    }

    /// In the rule language; a part for the split, whose heaps may have to differ, and one for the rest.
    fn text(&self) -> Vec<String> {
        let few: Vec<&str> =
            ["0", "1"].into_iter().zip(self.left).filter(|few| few.1).map(|few| few.0).collect();
        let distinct = ["", ", distinct"][self.differ];
        let taken = self.taken;
        let few = (!few.is_empty()).then(|| format!("take({taken}) leave({})", few.join(", ")));
        let split = self.left[2].then(|| match taken {
            0 => format!("split(2{distinct})"),
            _ => format!("take({taken}) leave(2{distinct})"),
        });
        few.into_iter().chain(split).collect()
    }

    /// The pairs that are left of a heap.
    fn pairs(&self, heap: usize) -> impl Iterator<Item = (usize, usize)> {
        let rest = heap.checked_sub(self.taken).filter(|_| self.left[2]).unwrap_or(0);
        (1..=rest / 2).map(move |part| (part, rest - part)).filter(|(one, other)| other - one >= self.differ)
    }
}

/// The moves of a code, digit by digit.
fn moves(digits: &[u64]) -> Vec<Moves> {
    let all = digits.iter().enumerate().map(|(taken, &digit)| Moves::of_digit(taken, digit));
    all.filter(|kind| kind.left.contains(&true)).collect()
}

/// The nim-sequence to a heap, by the definition.
fn sequence(moves: &[Moves], to: usize) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for n in 0..=to {
        let mut seen = vec![false; 2 * n.next_power_of_two() + 2];
        for kind in moves.iter().filter(|kind| kind.taken <= n) {
            let rest = n - kind.taken;
            seen[0] |= kind.left[0] && rest == 0;
            if kind.left[1] && rest > 0 {
                seen[values[rest]] = true;
            }
            kind.pairs(n).for_each(|(one, other)| seen[values[one] ^ values[other]] = true);
        }
        values.push(seen.iter().position(|is_seen| !is_seen).expect("more places than options"));
    }
    values
}

/// The space that `sprague sparse` reports obeys the law of rare and common values for every option of every heap, and
/// its list is that of all rare heaps, where values and options are those of the definition.
#[test]
fn attack_a_sparse_space_obeys_its_law() {
    let most = extent(60, 2_000);
    let mut random = Random::new(7);
    let mut roll = |sides: u64| random.below(sides);
    let (mut spaces, mut of_type_1, mut fewest) = (0, 0, 0);
    for number in 0..most {
        let to = [300, 700, 1_500, 3_000][roll(if number % 10 == 0 { 4 } else { 3 }) as usize];
        let is_code = roll(2) == 0;
        let digits: Vec<u64> =
            (0..=1 + roll(6)).map(|taken| if taken == 0 { 4 * roll(2) } else { roll(8) }).collect();
        let mut moves = moves(&digits);
        let game = if is_code {
            let after: String = digits[1..].iter().map(u64::to_string).collect();
            format!("{}.{after}", digits[0])
        } else {
            for kind in &mut moves {
                (kind.taken, kind.differ) = (kind.taken + 3 * roll(2) as usize, roll(2) as usize);
            }
            moves.iter().flat_map(Moves::text).collect::<Vec<_>>().join(" | ")
        };
        if moves.is_empty() {
            continue;
        }
        let (told, code) = judged(&["sparse", &game, "--to", &to.to_string()]);
        let what = format!("{game} to {to}");
        assert!(matches!(code, Some(0 | 1)), "{what}");
        assert_eq!(told["mask"].is_null(), code == Some(1), "{what}");
        let Some(mask) = told["mask"].as_str() else { continue };
        let mask = usize::from_str_radix(mask.trim_start_matches("0x"), 16).expect(&what);
        let values = sequence(&moves, to);
        let splits = moves.iter().filter(|kind| kind.left[2]);
        let parities: BTreeSet<usize> = splits.map(|kind| kind.taken % 2).collect();
        // the size of the heap takes part where all splits take an odd number, or all an even one
        let is_of_type_1 = told["type"] == 1;
        assert!(!is_of_type_1 || parities.len() == 1, "{what}");
        let turn = parities.first().copied().unwrap_or(0);
        let is_rare_in = |mask: usize, is_of_type_1: bool, heap: usize, value: usize| {
            let ones = (value & mask).count_ones() as usize;
            (ones + if is_of_type_1 { heap + turn } else { 0 }).is_multiple_of(2)
        };
        let is_rare = |heap: usize, value: usize| is_rare_in(mask, is_of_type_1, heap, value);
        for heap in 0..=to {
            for (one, other) in moves.iter().flat_map(|kind| kind.pairs(heap)) {
                let is_same = is_rare(one, values[one]) == is_rare(other, values[other]);
                assert_eq!(
                    is_rare(heap, values[one] ^ values[other]),
                    is_same,
                    "{what} {heap} {one} {other}"
                );
            }
        }
        let rare: Vec<usize> = (0..=to).filter(|&heap| is_rare(heap, values[heap])).collect();
        let listed: Vec<[usize; 2]> = rare.iter().map(|&heap| [heap, values[heap]]).collect();
        assert_eq!(told["rare"], serde_json::json!(listed), "{what}");
        assert_eq!(told["rare_count"], rare.len(), "{what}");
        assert_eq!(told["last_rare"].as_u64(), rare.last().map(|&heap| heap as u64), "{what}");
        let masks = 1..values.iter().max().map_or(2, |greatest| (greatest + 1).next_power_of_two());
        let kinds = [false, true].into_iter().take(parities.len());
        let count = |mask: usize, kind: bool| {
            (0..=to).filter(|&heap| is_rare_in(mask, kind, heap, values[heap])).count()
        };
        let least = kinds.flat_map(|kind| masks.clone().map(move |mask| (mask, kind)));
        fewest += usize::from(least.map(|(mask, kind)| count(mask, kind)).min() == Some(rare.len()));
        (spaces, of_type_1) = (spaces + 1, of_type_1 + usize::from(is_of_type_1));
    }
    assert!(spaces > most / 4 && of_type_1 > most / 40, "{spaces} {of_type_1} of {most}");
    println!(
        "attack | `sparse` against the definition | {most} | {spaces} spaces, {of_type_1} with the size of the heap, \
         {fewest} with the fewest rare heaps there are, 0 wrong"
    );
}

#[test]
fn attack_two_games_differ_where_the_definition_says() {
    const TO: usize = 80;
    const FAR: usize = 400;
    let most = extent(60, 2_000);
    let mut random = Random::new(5);
    let mut roll = |sides: u64| random.below(sides);
    let (mut equal, mut different) = (0, 0);
    for _ in 0..most {
        let a = [4 * roll(2), roll(8), roll(8), roll(8)];
        // first cousins and games that differ in one digit agree for long
        let mut b = a;
        if roll(3) == 0 {
            b = [4 * roll(2), roll(8), roll(8), roll(8)];
        } else {
            b[1 + roll(3) as usize] = roll(8);
        }
        let (told, code) = judged(&["compare", &text(&a), &text(&b), "--to", &TO.to_string()]);
        let pair = format!("{} and {}", text(&a), text(&b));
        assert!(matches!(code, Some(0 | 1)), "{pair}");
        let [left, right] = [a, b].map(|code| sequence(&moves(&code), FAR));
        let first = (0..=TO).find(|&n| left[n] != right[n]);
        assert_eq!(told["first_difference"].as_u64(), first.map(|n| n as u64), "{pair} {told}");
        if let Some(n) = first {
            different += 1;
            assert_eq!(told["values"], serde_json::json!([left[n], right[n]]), "{pair}");
        }
        if told["same_game"] == true || told["same_values"].is_string() {
            equal += 1;
            assert_eq!(left, right, "{pair} {told}");
        }
    }
    assert!(equal > most / 30 && different > most / 3, "{equal} {different}");
    println!(
        "attack | `compare` against the definition | {most} | {different} differ, {equal} equal for ever, 0 wrong"
    );
}

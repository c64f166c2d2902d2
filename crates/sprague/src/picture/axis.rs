//! Axes: round numbers at even distances, as many as there is room for.

use super::lettering::Lettering;

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    /// How far along the axis, in pixels.
    pub at: f64,
    /// What is written there.
    pub text: String,
}

/// Whether lines run from the ticks across the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    Across,
    None,
}

/// An axis: what it counts and where.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    pub label: String,
    pub ticks: Vec<Tick>,
    pub lines: Lines,
}

/// The direction in which labels stand next to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Run {
    /// They need room for their width.
    Across,
    /// They need room for their height.
    Along,
}

/// Ticks at whole numbers from 0 to `last`; number i lies at `at(i)` and is written as `number(i)`.
pub(super) fn whole_ticks(
    last: u64,
    run: Run,
    at: impl Fn(u64) -> f64,
    number: impl Fn(u64) -> u64,
) -> Vec<Tick> {
    let room = match run {
        Run::Across => Lettering::Tick.width(&grouped(number(last))) + 18.0,
        Run::Along => 36.0,
    };
    let apart = if last == 0 { f64::INFINITY } else { (at(last) - at(0)).abs() / last as f64 };
    let step = round_step(room / apart).max(1.0) as u64;
    let tick = |i: u64| Tick { at: at(i), text: grouped(number(i)) };
    (0..=last / step).map(|i| tick(i * step)).collect()
}

/// Ticks at round numbers, whole or not, from `low` to `high` on an axis of this length.
pub(super) fn real_ticks(low: f64, high: f64, length: f64) -> Vec<Tick> {
    let room = Lettering::Tick.width("0000.0") + 12.0;
    let span = high - low;
    if !span.is_finite() || span <= 0.0 {
        return vec![Tick { at: 0.0, text: decimal(low, 1) }];
    }
    let step = round_step(span * room / length);
    let places = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
    let first = (low / step - 1e-9).ceil();
    let count = ((high / step + 1e-9).floor() - first).max(0.0) as usize;
    (0..=count)
        .map(|i| (first + i as f64) * step)
        .map(|x| Tick { at: (x - low) / span * length, text: decimal(x, places) })
        .collect()
}

/// The least of 1, 2 and 5 times a power of ten that is at least `least`.
fn round_step(least: f64) -> f64 {
    if !(least.is_finite() && least > 0.0) {
        return 1.0;
    }
    let power = 10f64.powi(least.log10().floor() as i32);
    [1.0, 2.0, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|&step| step >= least * 0.999_999)
        .unwrap_or(10.0 * power)
}

/// A number with its digits in groups of three.
pub(super) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        // Four digits are read at a glance.
        if index > 0 && digits.len() > 4 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn decimal(x: f64, places: usize) -> String {
    if places == 0 && x >= 0.0 { grouped(x.round() as u64) } else { format!("{x:.places$}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|tick| tick.text.as_str()).collect()
    }

    #[test]
    fn steps_are_round() {
        for (least, step) in
            [(0.3, 0.5), (1.0, 1.0), (1.1, 2.0), (3.0, 5.0), (5.1, 10.0), (20_001.0, 50_000.0)]
        {
            assert!((round_step(least) - step).abs() < 1e-9, "{least}");
        }
    }

    #[test]
    fn ticks_are_round_numbers_that_fit() {
        let at = |n: u64| n as f64 * 0.045;
        let ticks = whole_ticks(20_000, Run::Across, at, |n| n);
        assert_eq!(texts(&ticks)[..3], ["0", "2000", "4000"]);
        assert_eq!(ticks.last().map(|tick| tick.text.as_str()), Some("20 000"));
        for pair in ticks.windows(2) {
            assert!(pair[1].at - pair[0].at > Lettering::Tick.width(&pair[1].text));
        }
    }

    #[test]
    fn a_single_heap_and_the_largest_ones_have_ticks() {
        assert_eq!(texts(&whole_ticks(0, Run::Along, |_| 0.5, |n| n)), ["0"]);
        let last = u64::MAX >> 1;
        let ticks = whole_ticks(last, Run::Across, |n| n as f64 / last as f64 * 900.0, |n| n);
        assert!((2..10).contains(&ticks.len()), "{ticks:?}");
    }

    #[test]
    fn means_have_as_many_places_as_needed() {
        assert_eq!(texts(&real_ticks(57.13, 58.02, 300.0)), ["57.2", "57.4", "57.6", "57.8", "58.0"]);
        assert_eq!(texts(&real_ticks(0.0, 143.0, 240.0)), ["0", "50", "100"]);
        assert_eq!(real_ticks(3.0, 3.0, 240.0).len(), 1);
    }

    #[test]
    fn groups_of_three() {
        let known = [(0, "0"), (999, "999"), (1000, "1000"), (12_345, "12 345"), (1_000_000, "1 000 000")];
        for (n, text) in known {
            assert_eq!(grouped(n), text);
        }
    }
}

//! Which color stands for which value, and how the legend says so.

use crate::color::{self, Rgb};
use crate::plot::{Entry, Run, SCALE, Sample, real_ticks, whole_ticks};

/// The most colors: a byte holds their numbers.
const MOST: usize = 255;
/// Up to this value, each whole value has a color of its own.
const FEW: f64 = 31.0;

/// Colors from `low` to `high`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    steps: usize,
    /// What the legend says of values that have the color of an end.
    beyond: &'static str,
}

/// Whether text on a color is white or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shade {
    Dark,
    Light,
}

impl Scale {
    /// From 0 to the largest value. A few values far above the others do not stretch it.
    pub fn of_values(mut values: Vec<f64>) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        let (_, usual) = middle(&values);
        let most = values.last().copied().unwrap_or(0.0);
        let high = if most > 1.25 * usual { usual.max(FEW.min(most)) } else { most };
        let high = high.max(1.0);
        let steps = if high <= FEW { high as usize + 1 } else { MOST };
        Self {
            low: 0.0,
            high,
            steps,
            beyond: if most > high { "; larger ones have the last color" } else { "" },
        }
    }

    /// Around the means. A few means far from the others do not stretch it.
    pub fn of_means(mut means: Vec<f64>) -> Self {
        means.sort_unstable_by(f64::total_cmp);
        let (low, high) = middle(&means);
        if high - low <= 1e-9 * high {
            return Self::of_values(means);
        }
        let within = means.first() == Some(&low) && means.last() == Some(&high);
        let beyond = if within { "" } else { "; beyond the ends, the color of the end" };
        Self { low, high, steps: MOST, beyond }
    }

    /// All colors, in order.
    pub fn colors(&self) -> Vec<Rgb> {
        (0..self.steps).map(|i| color::of_value(i as f64 / (self.steps - 1) as f64)).collect()
    }

    /// The number of a value's color, counted from 1.
    pub fn color(&self, value: f64) -> u8 {
        let place = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        1 + (place * (self.steps - 1) as f64).round() as u8
    }

    /// Whether a value's color is dark: lightness runs evenly along the scale.
    pub fn shade(&self, value: f64) -> Shade {
        if value - self.low < 0.45 * (self.high - self.low) { Shade::Dark } else { Shade::Light }
    }

    /// The colors with their values, and what they are values of.
    pub fn entry(&self, meaning: &str) -> Entry {
        let ticks = if self.steps < MOST {
            let apart = SCALE / self.steps as f64;
            whole_ticks(self.high as u64, Run::Across, |i| (i as f64 + 0.5) * apart, |i| i)
        } else {
            real_ticks(self.low, self.high, SCALE)
        };
        Entry::new(Sample::Scale(self.colors(), ticks), format!("{meaning}{}", self.beyond))
    }
}

/// All sorted numbers but the few smallest and largest lie between these.
fn middle(sorted: &[f64]) -> (f64, f64) {
    let few = sorted.len() / 200;
    let at = |index: usize| sorted.get(index).copied().unwrap_or(0.0);
    (at(few), at(sorted.len().saturating_sub(1 + few)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_have_a_color_each() {
        let scale = Scale::of_values((0..10).map(f64::from).collect());
        assert_eq!(scale.colors().len(), 10);
        assert_eq!(
            (0..10).map(|v| scale.color(f64::from(v))).collect::<Vec<u8>>(),
            (1..=10).collect::<Vec<u8>>()
        );
    }

    #[test]
    fn an_outlier_does_not_stretch_the_scale_and_is_named() {
        let values = (0..1000).map(|i| if i == 5 { 4000.0 } else { f64::from(i % 100) });
        let scale = Scale::of_values(values.collect());
        assert!((scale.high - 99.0).abs() < 1.5, "{scale:?}");
        assert_eq!((scale.color(0.0), scale.color(4000.0)), (1, 255));
        assert!(!scale.beyond.is_empty());
    }

    #[test]
    fn means_close_together_still_differ() {
        let scale = Scale::of_means((0..100).map(|i| 57.0 + f64::from(i) / 100.0).collect());
        assert_eq!((scale.color(57.0), scale.color(57.99), scale.beyond), (1, 255, ""));
    }

    #[test]
    fn nothing_and_zeros_have_a_scale() {
        for values in [vec![], vec![0.0; 7]] {
            assert_eq!(Scale::of_means(values.clone()), Scale::of_values(values.clone()));
            assert_eq!(Scale::of_values(values).color(0.0), 1);
        }
    }
}

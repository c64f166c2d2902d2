//! Colors of plots: a scale for values, a scale for densities, and the two classes of heaps.
//!
//! Scales are computed in `OKLCh` (Ottosson, 2020), where equal steps look equal. Lightness runs evenly from one end
//! to the other, so the order of the colors survives every kind of color blindness and a printer without colors.

use std::fmt;

use crate::classes::Class;

/// A color of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rgb(pub [u8; 3]);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// Lightness from 0 to 1, chroma, hue in degrees.
type Stop = [f64; 3];

/// From dark violet through blue and green to light yellow.
const VALUES: [Stop; 6] = [
    [0.27, 0.12, 305.0],
    [0.40, 0.12, 275.0],
    [0.54, 0.088, 230.0],
    [0.67, 0.09, 190.0],
    [0.81, 0.13, 150.0],
    [0.95, 0.15, 106.0],
];
/// From a breath of teal to nearly black.
const DENSITIES: [Stop; 2] = [[0.82, 0.07, 195.0], [0.25, 0.05, 215.0]];

/// The color of a value, which runs from 0 to 1.
pub(crate) fn of_value(t: f64) -> Rgb {
    along(&VALUES, t)
}

/// The color of a density, which runs from 0 to 1: darker is more.
pub(crate) fn of_density(t: f64) -> Rgb {
    along(&DENSITIES, t)
}

/// Rare heaps in an image.
pub(crate) const RARE: Rgb = Rgb([0xff, 0xab, 0x1a]);

/// Fill and border of a mark: teal and amber, as in the pictures of game graphs.
pub(crate) const fn of_class(class: Class) -> (&'static str, &'static str) {
    match class {
        Class::Common => ("#2a8c80", "#00695c"),
        Class::Rare => ("#ffab1a", "#7a4a00"),
    }
}

fn along(stops: &[Stop], t: f64) -> Rgb {
    let place = t.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let left = (place as usize).min(stops.len() - 2);
    let part = place - left as f64;
    let between = |i: usize| stops[left][i] + (stops[left + 1][i] - stops[left][i]) * part;
    from_oklch([between(0), between(1), between(2)])
}

#[allow(clippy::unreadable_literal, reason = "the coefficients as their author prints them")]
fn from_oklch([lightness, chroma, hue]: Stop) -> Rgb {
    let (sine, cosine) = hue.to_radians().sin_cos();
    let (a, b) = (chroma * cosine, chroma * sine);
    let l = (lightness + 0.3963377774 * a + 0.2158037573 * b).powi(3);
    let m = (lightness - 0.1055613458 * a - 0.0638541728 * b).powi(3);
    let s = (lightness - 0.0894841775 * a - 1.2914855480 * b).powi(3);
    let linear = [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    ];
    Rgb(linear.map(|x| {
        let x = x.clamp(0.0, 1.0);
        let encoded = if x <= 0.0031308 { 12.92 * x } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 };
        (255.0 * encoded).round() as u8
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(Rgb(channels): Rgb) -> f64 {
        let linear = channels.map(|c| (f64::from(c) / 255.0).powf(2.2));
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn known_colors() {
        assert_eq!(from_oklch([1.0, 0.0, 0.0]).to_string(), "#ffffff");
        assert_eq!(from_oklch([0.0, 0.0, 0.0]).to_string(), "#000000");
        // red, as the author of the color space gives it
        assert_eq!(from_oklch([0.62796, 0.25768, 29.234]).to_string(), "#ff0000");
    }

    #[test]
    fn lightness_keeps_the_order() {
        let steps = (0..=64).map(|i| f64::from(i) / 64.0);
        let values: Vec<f64> = steps.clone().map(|t| luminance(of_value(t))).collect();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}");
        let densities: Vec<f64> = steps.map(|t| luminance(of_density(t))).collect();
        assert!(densities.windows(2).all(|pair| pair[0] > pair[1]), "{densities:?}");
    }

    #[test]
    fn beyond_the_ends_are_the_ends() {
        assert_eq!(of_value(-1.0), of_value(0.0));
        assert_eq!(of_value(2.0), of_value(1.0));
    }
}

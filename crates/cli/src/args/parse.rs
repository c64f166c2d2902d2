//! How values of flags are read: for bad text each parser says what it expected.

use std::num::NonZeroU64;
use std::ops::Range;
use std::time::Duration;

use sprague::notation::read_number;
use sprague::sequence::{Kernel, UnknownKernel};
use sprague_certificate::Selection;

pub fn kernel(text: &str) -> Result<Kernel, String> {
    let kernel: Kernel = text.parse().map_err(|error: UnknownKernel| error.to_string())?;
    match kernel.why_not() {
        Some(why) => Err(format!("{why}; leave --kernel out for the fastest kernel of this processor")),
        None => Ok(kernel),
    }
}

pub fn number(text: &str) -> Result<u64, String> {
    read_number(text, "a number such as 1000, 1e6 or 2^20").map_err(|error| error.to_string())
}

pub fn segments(text: &str) -> Result<Selection, String> {
    Selection::segments(text).ok_or_else(|| "expected two numbers such as 3..7".to_owned())
}

pub fn sample(text: &str) -> Result<Selection, String> {
    Selection::sample(text).ok_or_else(|| "expected a percentage such as 5%".to_owned())
}

pub fn duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let seconds = units.into_iter().find_map(|(unit, seconds)| {
        let count: f64 = text.strip_suffix(unit)?.parse().ok()?;
        Some(count * seconds)
    });
    let length = seconds.or_else(|| text.parse().ok()).and_then(|s| Duration::try_from_secs_f64(s).ok());
    length.ok_or_else(|| "expected a time such as 60s, 5m or 1h".to_owned())
}

/// Segments of a run, counted from 0; the last one named is not included. Certificates count them so too.
pub fn stretch(text: &str) -> Result<Range<u64>, String> {
    let (first, end) = text.split_once("..").ok_or("expected two segments such as 0..64")?;
    Ok(number(first)?..number(end)?)
}

pub fn share(text: &str) -> Result<f64, String> {
    let number = match text.strip_suffix('%') {
        Some(percent) => percent.parse().map(|percent: f64| percent / 100.0),
        None => text.parse(),
    };
    number
        .ok()
        .filter(|share| *share > 0.0 && *share <= 1.0)
        .ok_or_else(|| "expected a share such as 0.01 or 1%".to_owned())
}

pub fn positive(text: &str) -> Result<NonZeroU64, String> {
    NonZeroU64::new(number(text)?).ok_or_else(|| "expected a number from 1 on".to_owned())
}

//! The ladder of engines, from the definition to the fastest; each is the oracle of the next.

use std::fmt;
use std::str::FromStr;

use super::kernels::Level;

/// How values are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kernel {
    /// The definition.
    Naive,
    /// Every option of every heap.
    Dense,
    /// The textbook sparse algorithm, one heap after the other.
    Textbook,
    /// Exclusion sets in planes, one heap after the other.
    Planes,
    /// Planes for blocks of heaps, portable code.
    Blocks,
    /// Planes for blocks of heaps with AVX2.
    Avx2,
    /// Planes for blocks of heaps with AVX-512.
    Avx512,
}

impl Kernel {
    /// All kernels, from the slowest to the fastest.
    pub const ALL: [Self; 7] =
        [Self::Naive, Self::Dense, Self::Textbook, Self::Planes, Self::Blocks, Self::Avx2, Self::Avx512];

    /// The kernels that this processor can run, from the slowest to the fastest.
    pub fn available() -> Vec<Self> {
        Self::ALL.into_iter().filter(|kernel| kernel.is_available()).collect()
    }

    /// Whether this processor can run it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Avx2 => Level::avx2().is_some(),
            Self::Avx512 => Level::avx512().is_some(),
            _ => true,
        }
    }

    /// The fastest kernel that this processor can run.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::Blocks)
    }

    /// The name by which it is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Dense => "dense",
            Self::Textbook => "textbook",
            Self::Planes => "planes",
            Self::Blocks => "blocks",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// The level of instructions; the portable one where the processor lacks what was asked for.
    pub(super) fn level(self) -> Level {
        let level = match self {
            Self::Avx2 => Level::avx2(),
            Self::Avx512 => Level::avx512(),
            _ => None,
        };
        level.unwrap_or(Level::Scalar)
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is none of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no kernel `{0}`; the kernels are naive, dense, textbook, planes, blocks, avx2, avx512")]
pub struct UnknownKernel(String);

impl FromStr for Kernel {
    type Err = UnknownKernel;

    fn from_str(name: &str) -> Result<Self, UnknownKernel> {
        Self::ALL
            .into_iter()
            .find(|kernel| kernel.name() == name)
            .ok_or_else(|| UnknownKernel(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_inverse_to_parsing() {
        assert!(Kernel::ALL.iter().all(|kernel| kernel.to_string().parse() == Ok(*kernel)));
        assert!("gpu".parse::<Kernel>().is_err());
        assert!(Kernel::available().contains(&Kernel::best()));
    }
}

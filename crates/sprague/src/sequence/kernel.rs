//! The ladder of engines, from the definition to the fastest; each is the oracle of the next.

use std::fmt;
use std::str::FromStr;

use super::accelerator;
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
    /// Blocks of heaps on a GPU, where the processor's block engine leaves them to it.
    Gpu,
}

impl Kernel {
    /// All kernels, from the slowest to the fastest.
    pub const ALL: [Self; 8] = [
        Self::Naive,
        Self::Dense,
        Self::Textbook,
        Self::Planes,
        Self::Blocks,
        Self::Avx2,
        Self::Avx512,
        Self::Gpu,
    ];

    /// The kernels that this processor can run, from the slowest to the fastest. The GPU is only used where it is asked
    /// for.
    pub fn available() -> Vec<Self> {
        let own = Self::ALL.into_iter().filter(|&kernel| kernel != Self::Gpu);
        own.filter(|kernel| kernel.why_not().is_none()).collect()
    }

    /// Why this machine cannot run it, if it cannot.
    pub fn why_not(self) -> Option<String> {
        match self {
            Self::Avx2 if Level::avx2().is_none() => Some("this processor has no AVX2".to_owned()),
            Self::Avx512 if Level::avx512().is_none() => Some("this processor has no AVX-512".to_owned()),
            Self::Gpu => accelerator::open().err(),
            _ => None,
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
            Self::Gpu => "gpu",
        }
    }

    /// The level of instructions; the portable one where the processor lacks what was asked for.
    pub(super) fn level(self) -> Level {
        let level = match self {
            Self::Avx2 => Level::avx2(),
            Self::Avx512 => Level::avx512(),
            Self::Gpu => Level::avx512().or_else(Level::avx2),
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
#[error(
    "there is no kernel `{0}`; the kernels are naive, dense, textbook, planes, blocks, avx2, avx512, gpu"
)]
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
        assert!("abacus".parse::<Kernel>().is_err());
        assert!(Kernel::available().contains(&Kernel::best()));
    }
}

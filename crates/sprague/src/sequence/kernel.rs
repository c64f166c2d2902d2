//! Kernels: a method together with the instructions it uses, and the one table of them.
//!
//! | name | method | instructions | continues from |
//! |---|---|---|---|
//! | `naive` | the definition | any | nothing |
//! | `dense` | every option of every heap | any | values |
//! | `textbook` | the textbook sparse algorithm, a heap at a time | any | values |
//! | `planes` | exclusion sets in planes, a heap at a time | any | values, states |
//! | `blocks` | exclusion sets in planes, blocks of heaps | any | values, states |
//! | `avx2` | blocks | AVX2 | values, states |
//! | `avx512` | blocks | AVX-512 (F, BW, VL) | values, states |
//! | `neon` | blocks | NEON | values, states |
//! | `simd128` | blocks | those of WebAssembly with 128 bits | values, states |
//! | `gpu` | blocks | an NVIDIA GPU, beside the widest of the processor | values, states |
//!
//! From the definition to the fastest, each is the oracle of the next, and all have the same values. States of one kernel
//! are continued by any other that continues from states. Another kernel is a constant and a place in [`Kernel::ALL`].

use std::fmt;
use std::str::FromStr;

use super::accelerator;
use sprague_kernels::Loops;

/// How values are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The definition.
    Naive,
    /// Every option of every heap.
    Dense,
    /// The textbook sparse algorithm, one heap after the other.
    Textbook,
    /// Exclusion sets in planes, one heap after the other.
    Planes,
    /// Exclusion sets in planes, for blocks of heaps.
    Blocks,
}

impl Method {
    /// Whether it continues from the state of an engine, not only from its values.
    pub const fn continues_states(self) -> bool {
        matches!(self, Self::Planes | Self::Blocks)
    }
}

/// The instructions that a method uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Isa {
    /// Those of every processor.
    Scalar,
    /// AVX2.
    Avx2,
    /// AVX-512 with byte instructions.
    Avx512,
    /// Those of WebAssembly with 128 bits.
    Simd128,
    /// NEON.
    Neon,
    /// Those of an NVIDIA GPU, beside the widest of the processor.
    Gpu,
}

impl Isa {
    /// Why this machine does not have them, if it does not.
    fn why_not(self) -> Option<String> {
        match self {
            Self::Avx2 if Loops::avx2().is_none() => Some("this processor has no AVX2".to_owned()),
            Self::Avx512 if Loops::avx512().is_none() => Some("this processor has no AVX-512".to_owned()),
            Self::Neon if Loops::neon().is_none() => Some("this processor has no NEON".to_owned()),
            Self::Simd128 if Loops::simd128().is_none() => Some("this program is not WebAssembly".to_owned()),
            Self::Gpu => accelerator::open().err(),
            Self::Scalar | Self::Avx2 | Self::Avx512 | Self::Neon | Self::Simd128 => None,
        }
    }

    /// The processor's loops with these instructions; the portable ones where it does not have them.
    fn loops(self) -> Loops {
        let loops = match self {
            Self::Scalar => None,
            Self::Avx2 => Loops::avx2(),
            Self::Avx512 => Loops::avx512(),
            Self::Neon => Loops::neon(),
            Self::Simd128 => Loops::simd128(),
            Self::Gpu => Some(Loops::widest()),
        };
        loops.unwrap_or_else(Loops::portable)
    }
}

/// A method with its instructions, by the name under which it is chosen and kept in run folders.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kernel {
    name: &'static str,
    /// How values are found.
    pub method: Method,
    /// With which instructions.
    pub isa: Isa,
}

impl Kernel {
    /// The definition.
    pub const NAIVE: Self = Self { name: "naive", method: Method::Naive, isa: Isa::Scalar };
    /// Every option of every heap.
    pub const DENSE: Self = Self { name: "dense", method: Method::Dense, isa: Isa::Scalar };
    /// The textbook sparse algorithm.
    pub const TEXTBOOK: Self = Self { name: "textbook", method: Method::Textbook, isa: Isa::Scalar };
    /// Planes, one heap after the other.
    pub const PLANES: Self = Self { name: "planes", method: Method::Planes, isa: Isa::Scalar };
    /// Planes for blocks of heaps, portable code.
    pub const BLOCKS: Self = Self { name: "blocks", method: Method::Blocks, isa: Isa::Scalar };
    /// Planes for blocks of heaps with AVX2.
    pub const AVX2: Self = Self { name: "avx2", method: Method::Blocks, isa: Isa::Avx2 };
    /// Planes for blocks of heaps with AVX-512.
    pub const AVX512: Self = Self { name: "avx512", method: Method::Blocks, isa: Isa::Avx512 };
    /// Planes for blocks of heaps with NEON.
    pub const NEON: Self = Self { name: "neon", method: Method::Blocks, isa: Isa::Neon };
    /// Planes for blocks of heaps with the instructions of WebAssembly.
    pub const SIMD128: Self = Self { name: "simd128", method: Method::Blocks, isa: Isa::Simd128 };
    /// Blocks of heaps on a GPU, where the processor's block engine leaves them to it.
    pub const GPU: Self = Self { name: "gpu", method: Method::Blocks, isa: Isa::Gpu };

    /// All kernels, from the slowest to the fastest.
    pub const ALL: [Self; 10] = [
        Self::NAIVE,
        Self::DENSE,
        Self::TEXTBOOK,
        Self::PLANES,
        Self::BLOCKS,
        Self::AVX2,
        Self::AVX512,
        Self::NEON,
        Self::SIMD128,
        Self::GPU,
    ];

    /// The kernels that this processor can run, from the slowest to the fastest. The GPU is only used where it is asked
    /// for.
    pub fn available() -> Vec<Self> {
        let own = Self::ALL.into_iter().filter(|kernel| kernel.isa != Isa::Gpu);
        own.filter(|kernel| kernel.why_not().is_none()).collect()
    }

    /// Why this machine cannot run it, if it cannot.
    pub fn why_not(self) -> Option<String> {
        self.isa.why_not()
    }

    /// The fastest kernel that this processor can run.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::BLOCKS)
    }

    /// The name by which it is chosen.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The processor's loops that it uses.
    pub(super) fn loops(self) -> Loops {
        self.isa.loops()
    }

    /// How many heaps make a block, of so many that were asked for.
    pub(super) const fn block(self, asked: usize) -> usize {
        if matches!(self.method, Method::Planes) { 1 } else { asked }
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// A name that is none of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no kernel `{0}`; the kernels are {names}", names = Kernel::ALL.map(Kernel::name).join(", "))]
pub struct UnknownKernel(String);

impl FromStr for Kernel {
    type Err = UnknownKernel;

    fn from_str(name: &str) -> Result<Self, UnknownKernel> {
        let named = Self::ALL.into_iter().find(|kernel| kernel.name == name);
        named.ok_or_else(|| UnknownKernel(name.to_owned()))
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

    #[test]
    fn no_pair_has_two_names() {
        for (at, kernel) in Kernel::ALL.iter().enumerate() {
            let same = |other: &Kernel| (other.method, other.isa) == (kernel.method, kernel.isa);
            assert!(!Kernel::ALL[..at].iter().any(same), "{kernel}");
        }
    }
}

//! The levels of instructions: the vector of each, the loops compiled for it, and those that are written for it alone.
//!
//! A new level is a file here, its line in the dispatch and in [`crate::Loops`], and its name in the library.

/// The loops that are one for all levels, compiled for the instructions of one. What a loop asks for beside them, in
/// general that loads stay inside of what is read, its caller has checked.
macro_rules! pass_on {
    (#[$instructions:meta] $($loop:path as fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $(
            #[$instructions]
            #[allow(unused_unsafe, reason = "some loops ask for nothing")]
            pub unsafe fn $name($($argument: $type),*) $(-> $result)? {
                // SAFETY: passed on from the caller; the instructions are those of this function.
                unsafe { $loop($($argument),*) }
            }
        )*
    };
}

/// Loops over a vector.
macro_rules! vector_loops {
    (#[$instructions:meta] $vector:ty) => {
        pass_on! {
            #[$instructions]
            candidates::climb::<$vector> as fn climb(place: HeapPlace<'_>, stages: &Stages) -> Lists;
            candidates::strike_near::<$vector> as
                fn strike_lists(place: HeapPlace<'_>, entries: &[ShiftEntry], lists: &mut Lists);
            candidates::agree::<$vector> as
                fn agree(heaps: &mut [u8], at: usize, range: IndexRange, entries: &[ShiftEntry], lists: &Lists, pins: &Pins)
                    -> u32;
            translation::translate::<$vector> as
                fn translate(translation: &Translation, indices: &[u8], values: &mut [u8]);
        }
    };
}

/// Loops over a vector that the portable level has in plain words.
macro_rules! wide_loops {
    (#[$instructions:meta] $vector:ty) => {
        vector_loops!(#[$instructions] $vector);
        pass_on! {
            #[$instructions]
            lanes::collect::<$vector> as fn collect(view: BlockView, entries: &[ShiftEntry], planes: &mut Planes);
            plain::mex as fn mex(far: &Planes, near: &Planes, guess: &mut [u8]) -> bool;
            plain::cover as fn cover(open: &mut [u64], bits: &[u8], offsets: &[u32], enough: u32);
            plain::gain as fn gain(open: &[[u64; 8]], bits: &[u8], step: usize) -> u32;
            walks::portable::unite as fn unite(heaps: &mut [u64; SERVED], bits: &[u8]);
            walks::portable::draw as fn draw(digits: &[[u64; SERVED]; DIGITS], bits: &mut [u8], place: MapPlace);
            walks::portable::draw_united as fn draw_united(bits: &mut [u8], place: MapPlace, shifts: &[u64]);
        }

        #[$instructions]
        pub fn compiled<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
    };
}

/// Searches over a vector, so many runs at a time.
macro_rules! searches {
    (#[$instructions:meta] $vector:ty, $runs:literal) => {
        pass_on! {
            #[$instructions]
            search::find::<$vector, $runs> as
                fn find(small: &[u8], large: &[u8], runs: &[u32], limit: u32, open: &mut Vec<u8>);
            search::spread::<$vector> as fn spread(bytes: &[u8], indices: &[u8], bits: &mut [u8], stride: usize);
            search::at_least::<$vector> as fn at_least(bytes: &[u8], least: u8, words: &mut [u64]);
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
#[cfg(target_arch = "wasm32")]
pub mod simd128;

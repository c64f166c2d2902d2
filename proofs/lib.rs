//! The library of proofs as text: the index of the solved games, that of misère play, and certificates of periods.
//! `docs/certificate.md` describes the files, and `docs/solved.md` lists the games.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

/// `index.csv`: a row for each solved game.
pub const INDEX: &str = include_str!("index.csv");
/// `misere.csv`: a row for each game that is solved under misère play.
pub const MISERE: &str = include_str!("misere.csv");

macro_rules! certificates {
    ($($game:literal $file:literal;)*) => {
        /// Games and their certificates.
        pub const CERTIFICATES: &[(&str, &str)] =
            &[$(($game, include_str!(concat!($file, ".cert"))),)*];
    };
}

certificates! {
    "0.07" "0.07"; "0.137" "0.137"; "0.77" "0.77"; "0.044" "0.044"; "0.045" "0.045"; "0.055" "0.055"; "0.074" "0.074";
    "0.116" "0.116"; "0.124" "0.124"; "0.134" "0.134"; "0.177" "0.177"; "0.44" "0.44"; "0.45" "0.45"; "4.005" "4.005";
    "4.344" "4.344"; "4.444" "4.444"; "0.165" "0.165"; "0.156" "0.156"; "0.356" "0.356"; "0.644" "0.644"; "4.064" "4.064";
    "0.16" "0.16"; "0.56" "0.56"; "0.127" "0.127"; "0.376" "0.376"; "0.354" "0.354"; "0.454" "0.454"; "0.104" "0.104";
    "0.054" "0.054"; "nim" "nim"; "take(1..7)" "take_1..7"; "take(1,3,4)" "take_1_3_4"; "take(2,5,7)" "take_2_5_7";
    "take(2,5..)" "take_2_5.."; "split(2, diff>=2)" "split_2__diff__2"; "split(3)" "split_3";
}

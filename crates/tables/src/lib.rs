//! What is known, as tables of text: golden tables, which programs that share nothing with the library computed, and the
//! records of the project. Data alone: what a table means stands beside it, in `golden/README.md` and `docs/records.md`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

macro_rules! tables {
    ($folder:literal: $($(#[$doc:meta])* $name:ident = $file:literal;)*) => {
        $(#[doc = concat!("`", $folder, "/", $file, "`")] $(#[$doc])*
        pub const $name: &str = include_str!(concat!("../", $folder, "/", $file));)*
    };
}

/// Which sequences of the On-Line Encyclopedia of Integer Sequences are those of which game, with the page that was read.
pub const OEIS: &str = include_str!("../oeis.csv");

/// Known answers, each with its source in `golden/README.md`.
pub mod golden {
    tables! {
        "golden":
        EXAMPLE_GRAPHS = "example_game_graphs.csv";
        TEN_GAMES = "thesis_games_A_to_J_first200.csv";
        DIFFERENCES = "split_difference_games_1d.csv";
        GRUNDY_ZEROS = "grundy_zeros.csv";
        GRUNDY_EXCLUDED = "grundy_excluded_periods.csv";
        GRUNDY_RARE = "grundy_rare_positions.csv";
        GRUNDY_FREQUENCIES = "grundy_value_frequencies_10000.csv";
        GRUNDY_FREQUENCIES_FAR = "grundy-frequency-2e35.csv";
        SILVER_DOLLAR = "silver_dollar_samples.csv";
        STARS = "star_silver_dollar_samples.csv";
        MIXED_HEADS = "star_silver_dollar_mixed_heads.csv";
        STAR_NIM_4 = "star_nim4_ppositions_max16.csv";
        STAR_NIM_5 = "star_nim5_ppositions_max10.csv";
        STAR_NIM_COUNTS = "star_nim_k_counts.csv";
        TWO_STAR = "star_nim2_sg_60x60.csv";
        PAIRS = "star_nim2_gseq_pairs.csv";
        ROW_OFFSETS = "star_nim2_row_offsets_rows1to6.csv";
        DIAGONALS = "star_nim2_diagonal_values.csv";
        SCHRAGE_0 = "schrage_2d_d0_24x24.csv";
        SCHRAGE_1 = "schrage_2d_d1_24x24.csv";
        SCHRAGE_2 = "schrage_2d_d2_24x24.csv";
        SCHRAGE_3 = "schrage_2d_d3_24x24.csv";
        SINGLE_HEAPS = "notes_single_heap_games_300.csv";
        MISERE_HEAPS = "misere_small_games_single_heap.csv";
        MISERE_NIM = "misere_nim_3heaps_max7.csv";
        BOGUS_NIM = "bogus_nim.csv";
        ULAM_WARBURTON = "ulam_warburton.csv";
        LONGEST_GAMES = "nim_longest_optimal_game.csv";
        CHOMP = "chomp_first_moves.csv";
        OTHER_EXCLUDED = "split_games_excluded_periods_n3000.csv";
        PRINTED = "printed_tables.csv";
    }
}

/// What was computed, and what others have published.
pub mod records {
    tables! {
        "records":
        /// The long runs, a row for each.
        RUNS = "runs.csv";
        /// Signatures of open octal games below powers of two.
        OPEN_GAMES = "open-octal-games.csv";
        /// How often each value of Grundy's game occurs among the heaps 0 to 2^35 - 1.
        GRUNDY_COUNTS = "grundy-2e35.csv";
        /// The same among the heaps 0 to 2^37 - 1.
        GRUNDY_COUNTS_FURTHER = "grundy-2e37.csv";
        /// First columns and periods of the rows of 2-Star Nim (theory 8.11).
        STAR_ROWS = "star-rows.csv";
        /// What others have published, a row for each game and paper.
        LITERATURE = "literature.csv";
        /// The survey of the codes d0.d1d2d3, a row for each standard form.
        SURVEY = "survey.csv";
    }
}

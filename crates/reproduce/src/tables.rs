//! The golden tables with which claims are compared, and how they are read. The files and how they were made are
//! described in `crates/sprague/tests/data/README.md`; they were computed by programs that share nothing with the
//! library.

macro_rules! tables {
    ($($name:ident = $file:literal;)*) => {
        $(pub const $name: &str = include_str!(concat!("../../sprague/tests/data/", $file));)*
    };
}

tables! {
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

/// The rows of a table without its head and remarks.
pub fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.skip(1).map(|line| line.trim_end().split(',').collect())
}

/// The number in a cell, `None` where it is empty.
pub fn cell(row: &[&str], column: usize) -> Option<u64> {
    row.get(column)?.trim().parse().ok()
}

/// One column of numbers beside the first one, without empty cells.
pub fn column(table: &str, column: usize) -> Vec<(u64, u64)> {
    rows(table).filter_map(|row| Some((cell(&row, 0)?, cell(&row, column)?))).collect()
}

//! What long runs have found, as the documentation records it: claims that are out of reach here read these pages.

/// The runs, and how often each value of Grundy's game occurs among the heaps 0 to 2^35 - 1.
const RUNS: &str = include_str!("../../../docs/records.md");
pub const GRUNDY_COUNTS: &str = include_str!("../../../docs/records/grundy-2e35.csv");
/// The statements, with the table of the rows of 2-Star Nim.
const THEORY: &str = include_str!("../../../docs/theory.md");

/// The number that a cell begins with: digits with blanks between them.
fn number(cell: &str) -> Option<u64> {
    let digits: String =
        cell.chars().take_while(|c| c.is_ascii_digit() || *c == ' ').filter(|c| *c != ' ').collect();
    digits.parse().ok()
}

/// The cells of the lines of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// The last heap to which a run of this game, as the page names it, has computed.
pub fn farthest(game: &str) -> Option<u64> {
    let heaps = |line: &str| {
        let cells = cells(line);
        let range = cells.get(1).filter(|_| cells[0] == game)?.strip_prefix("0 to ")?;
        number(range.split(" = ").last()?)
    };
    RUNS.lines().filter(|line| line.starts_with('|')).filter_map(heaps).max()
}

/// First column and period of a row of 2-Star Nim, as theory 8.11 lists them.
pub fn row(row: u64) -> Option<(u64, u64)> {
    let table = THEORY.split("### 8.11 ").nth(1)?.split("\n### ").next()?;
    let line = |line: &str| {
        let cells = cells(line);
        (number(cells[0])? == row).then(|| Some((number(cells.get(1)?)?, number(cells.get(2)?)?)))?
    };
    table.lines().filter(|line| line.starts_with('|')).find_map(line)
}

//! Pieces on their way to the corner, Wythoff's game with a gap, identified cells, nearly disjunctive sums, rectangles
//! with a rule for each direction and Northcott's game (theory W.1 to W.5, 9.1, 9.3, 5.4, R.6).

use sprague::play::Play;

use crate::common::{answer, ask};

/// `classic_games.csv`: by the definition, in a separate program, which leaves some outcomes of misère play empty.
#[test]
fn values_and_outcomes_are_those_of_the_table() {
    let mut lines = 0;
    for line in include_str!("../../../tables/golden/classic_games.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(';').collect();
        let text = cells[0];
        let normal = answer(text);
        assert_eq!(normal.value.map(|value| value.to_string()).as_deref(), Some(cells[1]), "{text}");
        assert_eq!(normal.outcome.to_string(), cells[2], "{text}");
        if !cells[3].is_empty() {
            let misere = ask(text, Play::Misere).expect("a small search");
            assert_eq!(misere.outcome.to_string(), cells[3], "{text}");
        }
        lines += 1;
    }
    assert_eq!(lines, 2289);
}

//! Sums of games of one's own and of typed positions under misère play, where values of the parts do not decide.
//!
//! The sum is a ruleset whose components belong to several games; the library's search does the rest. Under normal play
//! nothing of this is needed: values add up (theory 1.6).

use std::ops::ControlFlow;
use std::sync::Arc;

use pyo3::prelude::*;
use sprague::limits::{Limits, SearchProgress};
use sprague::position::{Games, Position};
use sprague::ruleset::Ruleset;
use sprague::search::{Holding, MisereSolver, TryRuleset};

use crate::own_game::{NumberedSum, OwnGame, OwnGameError, SharedGame};
use crate::own_rules::OwnRules;
use crate::questions::read;

/// A part of such a sum, or several.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    /// Of the game of this number.
    Own(usize, NumberedSum),
    /// In the notation.
    Typed(Position),
    /// Several.
    Sum(Vec<Part>),
}

struct SumOfGames(Vec<SharedGame>);

impl TryRuleset for SumOfGames {
    type Position = Part;
    type Error = OwnGameError;

    fn try_options(&self, part: &Part) -> Result<Vec<Part>, OwnGameError> {
        self.try_options_within(part, &mut Holding::beside(0, 0, &Limits::unlimited()))
    }

    fn try_options_within(&self, part: &Part, holding: &mut Holding<'_>) -> Result<Vec<Part>, OwnGameError> {
        Ok(match part {
            Part::Own(game, sum) => {
                let options = self.0[*game].try_options_within(sum, holding)?;
                options.into_iter().map(|option| Part::Own(*game, option)).collect()
            }
            Part::Typed(position) => {
                if let Some(game) = self.0.first() {
                    Python::attach(|py| game.0.look_now_and_then(py))?;
                }
                let options = Games.try_options(position)?;
                holding.add_all(options.len())?;
                options.into_iter().map(Part::Typed).collect()
            }
            // its components are asked for their options
            Part::Sum(_) => Vec::new(),
        })
    }

    fn try_components(&self, position: Part, parts: &mut Vec<Part>) -> Result<(), OwnGameError> {
        match position {
            Part::Own(game, sum) => {
                let mut own = Vec::new();
                self.0[game].try_components(sum, &mut own)?;
                parts.extend(own.into_iter().map(|one| Part::Own(game, one)));
            }
            Part::Typed(position) => {
                let mut typed = Vec::new();
                Games.components(position, &mut typed);
                parts.extend(typed.into_iter().map(Part::Typed));
            }
            Part::Sum(all) => {
                for part in all {
                    self.try_components(part, parts)?;
                }
            }
        }
        Ok(())
    }

    fn try_canonical(&self, part: Part) -> Result<Part, OwnGameError> {
        Ok(match part {
            Part::Typed(position) => Part::Typed(Games.canonical(position)),
            own => own,
        })
    }

    fn cyclic(&self, cycle: Vec<Part>) -> OwnGameError {
        let own = |part: Part| match part {
            Part::Own(_, sum) => Some(sum),
            _ => None,
        };
        OwnGameError::Cyclic(cycle.into_iter().filter_map(own).collect())
    }
}

/// Misère values of sums of these games and typed positions; what was found is kept.
#[pyclass(frozen, module = "sprague._native")]
pub struct OwnSum {
    rules: Vec<Py<OwnRules>>,
    games: Vec<Arc<OwnGame>>,
    search: std::sync::Mutex<MisereSolver<SumOfGames>>,
}

#[pymethods]
impl OwnSum {
    #[new]
    fn new(rules: Vec<Py<OwnRules>>) -> Self {
        let games: Vec<Arc<OwnGame>> = rules.iter().map(|one| one.get().game()).collect();
        let first = games.first().cloned();
        let positions = first.as_ref().map_or(0, |game| game.positions);
        let listener = move |progress: SearchProgress| match &first {
            Some(game) => game.note(progress),
            None => ControlFlow::Continue(()),
        };
        let limits = Limits { positions, progress: Some(Arc::new(listener)), ..Limits::unlimited() };
        let sum = SumOfGames(games.iter().cloned().map(SharedGame).collect());
        let search = std::sync::Mutex::new(MisereSolver::with_limits(sum, limits));
        Self { rules, games, search }
    }

    /// The misère value of the sum of a position of each game and of a typed position, which may be empty text.
    #[pyo3(signature = (positions, text, listener))]
    fn value<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<Bound<'py, PyAny>>,
        text: &str,
        listener: Option<Bound<'py, PyAny>>,
    ) -> PyResult<u64> {
        let typed = if text.is_empty() { Position::default() } else { read(py, text)? };
        typed.admit_misere().map_err(|refusal| crate::errors::too_large(py, &refusal))?;
        OwnRules::ask_all(py, &self.rules, listener, || {
            let mut parts = vec![Part::Typed(typed)];
            for (at, position) in positions.into_iter().enumerate() {
                parts.push(Part::Own(at, self.games[at].sum_of(py, position)?));
            }
            let mut search = self.search.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            Ok(search.value(&Part::Sum(parts))?.0)
        })
    }
}

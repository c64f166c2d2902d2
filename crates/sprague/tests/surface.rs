//! The public names of the library, module by module: this file stops compiling when one is renamed or removed.
//!
//! Types, functions, traits and constants only; what happens to fields, methods and signatures is told by `make semver`.
//! A new public name is added here when it is meant to stay.
#![allow(unused_imports, reason = "importing them is the test")]

mod analysis {
    pub use sprague::analysis::{Match, excluded_periods, identify, shift_count};
}

mod board {
    pub use sprague::board::{Board, Counted, Reduction};
}

mod bogus_nim {
    pub use sprague::games::bogus_nim::{BogusNim, Position};
}

mod chomp {
    pub use sprague::games::chomp::{Chomp, Diagram, Position, Shape, Square, Table};
}

mod digraph {
    pub use sprague::games::digraph::{Builder, Digraph, DigraphGame, Files, GraphError, NoFiles, Node};
}

mod graph {
    pub use sprague::graph::{GameGraph, Node, TooManyNodes};
}

mod heap {
    pub use sprague::heap::{
        Clause, Code, Condition, ENDLESS, Ending, HeapGame, Heaps, LONGEST, MOST_HEAPS, Options, Parts, Rule,
        RuleError, SizeSet,
        catalogue::{ENTRIES, Entry, Kind, find, nearest, of_rule},
        closed::{closed_form, example_in_three, is_nim},
        describe,
        misere::{misere_moves, misere_value},
        relations::{first_cousin, standard_form},
    };
}

mod limits {
    pub use sprague::limits::{Limits, Meter, TooLarge, dense_steps};
}

mod nearly {
    pub use sprague::games::nearly::{Nearly, NearlyPosition, Owner};
}

mod nim {
    pub use sprague::nim::{
        HeapMove, count_zero_triples, longest_optimal_game, misere_outcome, misere_winning_moves, nim_sum,
        winning_moves,
    };
}

mod nimber {
    pub use sprague::nimber::{Nimber, ValueSet, mex, mex_from, nim_sum};
}

mod notation {
    pub use sprague::notation::{Cursor, LARGEST, Notation, NotationError};
}

mod play {
    pub use sprague::play::{Outcome, Play};
}

mod playing {
    pub use sprague::playing::{
        Action, Chance, Extent, Listed, Manner, Move, Rival, Way, Ways, allows, answer, any, change,
        from_both, is_game_of_neighbors, listed, option, perfect, refusal, way_between, ways, winning_move,
        words,
    };
}

mod position {
    pub use sprague::position::{Games, Position, Term};
}

mod rectangle {
    pub use sprague::games::rectangle::{Cuboid, Extent, Found, Rectangles, value_from_sides};
}

mod ruleset {
    pub use sprague::ruleset::{Plain, Ruleset, Sum};
}

mod search {
    pub use sprague::search::{MisereSolver, Solver};
}

mod sequence {
    pub use sprague::sequence::{
        Break, CHUNK, Collect, Counts, Dense, Engine, EngineSettings, Ground, Isa, Kernel, Kind, Method,
        Phase, ProvedPeriod, RareHeaps, Sequence, Shape, Signature, Sink, Space, State, Statistics, Textbook,
        UnknownKernel, Unproved,
        accelerator::{Accelerator, Opener, Stretch, StretchInput, install, open},
        leaf, leaf_of_bytes, naive_values, on_widest_instructions,
        period::{
            Claim, Finding, HowFar, Moves, PartsRule, Period, PeriodReport, RuleFacts, Source, USUAL, Window,
            all_but, find,
            sparse::{Reach, SparseTest, claim, primes},
        },
        root,
    };
}

mod shared {
    pub use sprague::games::shared::Shared;
}

mod silver_dollar {
    pub use sprague::games::silver_dollar::{SilverDollar, Strip, Strips};
}

mod solve {
    pub use sprague::solve::{
        Answer, Appraisal, Appraiser, Component, Note, OptionValue, Request, option_values, solve,
    };
}

mod star {
    pub use sprague::games::star::{
        Star, StarNim, StarPosition, TwoStarTable, outcome_by_theorem, two_star_table,
        winning_moves_by_theorem,
    };
}

mod theorem {
    pub use sprague::theorem::Theorem;
}

mod ulam_warburton {
    pub use sprague::ulam_warburton::{births, simulated_births, zero_triples};
}

mod wythoff {
    pub use sprague::games::wythoff::{Position, Table, Wythoff};
}

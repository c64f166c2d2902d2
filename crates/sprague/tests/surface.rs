//! The public names of the library, module by module: this file stops compiling when one is renamed or removed.
//!
//! Types, functions, traits and constants only; what happens to fields, methods and signatures is told by `make
//! semver`. A new public name is added here when it is meant to stay.
#![allow(unused_imports, reason = "importing them is the test")]

/// What most people need stands at the root.
mod root {
    use sprague::{
        Answer, Game, HeapGame, Known, Limits, Nimber, Outcome, Period, Play, Position, Request, Ruleset,
        Sequence, Solver, TooLarge, TryRuleset, solve,
    };
}

mod analysis {
    pub use sprague::analysis::{
        FarEnough, Match, NoResidues, PartClass, ResidueClass, excluded_periods, excluded_with_witnesses,
        identify, identify_within, residue_classes, shift_count,
    };
}

mod games {
    pub use sprague::games::{
        Action, AnyGame, BOARDS, BoardKind, Counted, Evaluation, Found, Game, JointMove, Known, Part,
        Reduction, Room, Taken, Term, View,
        action::HeapChange,
        arc_kayles::ArcKayles,
        bogus_nim::{BankedHeaps, BogusNim},
        catalogue::{entries, find, nearest},
        chomp::{Boards, Chomp, ChompBoard, ChompTable, Diagram, Square},
        coins::{CoinBoard, CoinCount, CoinRule, Coins},
        compound::{
            AllComponents, AnyComponents, Compound, CompoundPosition, Conjunctive, Continued, Endings,
            Joining, Moved, OpenComponents, Ordinal, Selective, endings,
        },
        corner::{Bishop, BishopMoves, Corner, King, KingMoves, Knight, KnightMoves, Piece, Rook, RookMoves},
        cram::{Cram, CramBoard},
        digraph::{Builder, Digraph, DigraphGame, Files, GraphError, NoFiles, Node},
        dollar::{Dollar, DollarStrip},
        euclid::{Euclid, EuclidPair},
        fibonacci::{FibonacciNim, FibonacciTable, FibonacciTables, LimitedHeap},
        hackenbush::Hackenbush,
        heaps::{allows, is_game_of_neighbors},
        identified::{Identified, TwoTokens},
        moore::Moore,
        nearly::{Nearly, NearlyPosition, Owner},
        network::{Family, Network},
        nimble::{Nimble, NimbleCoins},
        node_kayles::NodeKayles,
        northcott::{Northcott, NorthcottRows},
        notakto::{Notakto, NotaktoBoard, NotaktoBoards, as_heaps, from_heap, heap_rule},
        rectangle::{Cuboid, Cuts, Rectangles, value_from_sides},
        shared::Shared,
        silver_dollar::{SilverDollar, Strip, Strips},
        staircase::{StaircaseNim, Stairs},
        star::{Star, StarPosition},
        star_jumps::{HexadJumps, Jumps, StarHexad, StarJumps, StarWelter, WelterJumps},
        star_nim::{StarNim, TwoStarTable, outcome_by_theorem, two_star_table, winning_moves_by_theorem},
        treblecross::{CrossRow, Treblecross},
        view::{Gap, GraphView, InnerView, StripMarks},
        welter::{Welter, welter_function},
        winning::{MOST_TRIED, MOST_TRIED_IN_ALL, listable_bytes},
        wythoff::{Pair, Wythoff, WythoffTable},
    };
}

mod graph {
    pub use sprague::graph::{GameGraph, GraphVertex, TooManyNodes};
}

mod heap {
    pub use sprague::heap::{
        Amounts, Bound, Clause, Code, Condition, Cycle, Division, ENDLESS, Ending, HeapGame, Heaps, LONGEST,
        MOST_HEAPS, Options, Parts, PlainClause, Rule, RuleError, SizeSet, Sizes, Take,
        catalogue::{Entry, EntryKind, HEAP_GAMES, of_rule},
        closed::{closed_form, example_in_three, is_nim},
        dense_steps, describe,
        misere::{misere_moves, misere_value},
        relations::{first_cousin, root, standard_form},
    };
}

mod limits {
    pub use sprague::limits::{Limit, Limits, Measure, Meter, SearchProgress, TooLarge};
    pub use sprague::loopy::{Arrows, LoopyLabels, LoopySolver, LoopyValue};
}

mod nim {
    pub use sprague::nim::{
        HeapMove, count_zero_triples, longest_optimal_game, misere_outcome, misere_winning_moves, nim_sum,
        winning_moves,
    };
}

mod nim_expression {
    pub use sprague::nim_expression::NimExpression;
}

mod nimber {
    pub use sprague::nimber::{Nimber, ValueSet, mex, mex_from, nim_sum};
}

mod notation {
    pub use sprague::notation::{Cursor, LARGEST, NotationError};
}

mod play {
    pub use sprague::play::{Outcome, Play};
}

mod moves {
    pub use sprague::moves::{Extent, Move, MoveList, all, any, distinct, refusal};
}

mod open_position {
    pub use sprague::open_position::{OpenPosition, ValuedPosition};
}

mod opponent {
    pub use sprague::opponent::{Chance, Level, Rival, ahead, answer, perfect, winning_move};
}

mod position {
    pub use sprague::position::{Games, Position};
}

mod quotient {
    pub use sprague::quotient::{
        BoundEvidence, Element, FirmForEver, Genera, Genus, HeapGenus, IdempotentClass, MOST_ORDER, Monoid,
        Quotient, QuotientEnd, QuotientExtent, QuotientFound, QuotientPeriod, Rewriting, RuleHeap, TameHeaps,
        TamePair, Word, count_canonical_forms, genera, quotient, tame_heaps, word_in_letters,
    };
}

mod ruleset {
    pub use sprague::ruleset::{Plain, Ruleset, Sum};
}

mod search {
    pub use sprague::search::{
        Holding, MisereSolver, NumberedOptions, NumberedRules, NumberedSolver, Solver, TryRuleset,
    };
}

mod sequence {
    pub use sprague::sequence::{
        Break, CHUNK, Collect, Counts, Dense, Engine, EngineSettings, Ground, Isa, Kernel, Kind, Method,
        Packed, Phase, ProvedPeriod, RareHeaps, Sequence, Shape, Signature, Sink, Space, State, Statistics,
        Textbook, Unheard, UnknownKernel, Unproved, ValueRoom, Values,
        accelerator::{Accelerator, Helpers, Opener, Stretch, StretchInput, install, open},
        leaf, naive_values, on_widest_instructions,
        period::{
            Cell, Claim, ClassWindow, Finding, HowFar, Moves, PartsRule, Period, PeriodReport, PeriodSearch,
            RuleFacts, Source, USUAL, Window, all_but, classes, find,
            sparse::{Reach, SparseTest, claim, primes},
        },
        root,
    };
}

mod solve {
    pub use sprague::solve::{
        Answer, Component, MisereGround, MisereOption, MisereProduct, Note, OptionValue, Request,
        misere_options, misere_outcome, option_values, solve,
    };
}

mod star {
    pub use sprague::star::{
        Block, BlockLock, BlockProgress, BlockWatcher, Blocks, DiagonalPeriod, FarBlocks, FarLine, FarRows,
        HeadLine, LARGEST_ROW, LARGEST_SHARED_ROW, LAST_LOCKED, LinePeriod, MOST_DIAGONAL, MOST_PAIR,
        MOST_SHARED, MOST_VALUE, Mark, PairColumns, PairGame, PairPeriod, PairProof, Pass, PassRun, Pattern,
        REPEATS_WITHIN, RowMethod, RowPeriod, RowProof, RowStage, SHARED_REPEATS_WITHIN, SequencePeriod,
        SharedRow, TrackColumn, TrackedRow, ValueMachine, WHOLE_STATE, Walk, diagonal_period, follow_tracks,
        row_by_repetition, row_windows, sequence_period, shared_diagonal_period, shared_row,
        shared_sequence_period, watched_diagonal_period, watched_sequence_period,
    };
}

mod theorem {
    pub use sprague::theorem::Theorem;
}

mod ulam_warburton {
    pub use sprague::ulam_warburton::{births, simulated_births, zero_triples};
}

mod working {
    pub use sprague::working::{Combine, Quantity, Working, WorkingChange, WorkingRow};
}

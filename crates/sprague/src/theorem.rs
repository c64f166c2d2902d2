//! The statements that answers rest on, each with its number in `docs/theory.md`.

use std::fmt;

macro_rules! theorems {
    ($($(#[$doc:meta])* $variant:ident = $number:literal, $name:literal;)*) => {
        /// A proved statement that gives a value or an outcome without a search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Theorem { $(#[doc = concat!("Theory ", $number, ": ", $name, ".")] $variant,)* }

        impl Theorem {
            /// All of them, in the order of the theory.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The number in `docs/theory.md`.
            pub const fn number(self) -> &'static str {
                match self { $(Self::$variant => $number,)* }
            }

            /// The name by which answers call it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

theorems! {
    Sum = "1.6", "Sprague-Grundy theorem";
    WinningMove = "1.8", "winning-move algorithm";
    Nim = "2.1", "Bouton's theorem on Nim";
    MisereNim = "2.2", "misère Nim";
    BogusNim = "2.3", "bogus Nim";
    Moore = "2.6", "Moore's theorem on Nim";
    TakeUpTo = "3.1", "take 1 to m";
    TakeModulo = "3.5", "1 to m and no multiple of m + 1";
    TakePowers = "3.6", "powers of a number";
    TakeHalf = "3.7", "at most half a heap";
    TakeDivisors = "3.8", "divisors of the heap";
    TakeMultiples = "3.9", "multiples of a number";
    ToDivisors = "3.10", "to a divisor of the heap";
    ToShares = "3.11", "to a share of the heap";
    OneOrHalf = "3.12", "one token, or half";
    DawsonsKayles = "3.2", "period 34 of Dawson's Kayles";
    Kayles = "3.3", "period 12 of Kayles";
    SplitAny = "4.1 C", "any two parts";
    SplitDiffTwo = "4.1 F", "parts that differ by at least 2";
    SplitThree = "4.1 J", "any three parts";
    Rectangles = "5.2", "Schrage's theorem";
    RectanglesAnyDimension = "5.3", "Schrage's theorem in higher dimension";
    RectanglesAnyRule = "5.4", "general form of Schrage's theorem";
    SilverDollar = "6.2", "Silver Dollar";
    ZeroSquare = "6.4", "occupied zero square";
    HeadTail = "6.5", "head/tail theorem";
    AllOdd = "6.6", "all strips odd";
    AllEven = "6.7", "all strips even";
    StarLines = "6.10", "lines of stars";
    MixedStrips = "6.11", "one token beside a pair";
    TwoStarNim = "7.1", "P-positions of 2-Star Nim";
    ThreeStarNim = "7.2", "P-positions of 3-Star Nim";
    FourStarNim = "7.3", "P-positions of 4-Star Nim with a token on 1";
    StarPairs = "7.9", "periods of pairs of 4-Star Nim";
    StarSmallValues = "8.2", "small values of 2-Star Nim";
    StarRowOne = "8.3", "first rows of 2-Star Nim";
    StarRows = "8.11", "periods of rows of 2-Star Nim";
    StarTracks = "8.12", "tracks of rows of 2-Star Nim";
    StarDiagonals = "8.14", "blocks of diagonals of 2-Star Nim";
    Owner = "9.1", "nearly disjunctive sum with an owner";
    Retrograde = "D.1", "outcomes with draws";
    Labels = "D.2", "labels of games with cycles";
    LoopySum = "D.3", "sums of games with cycles";
    Selective = "J.1", "selective compounds";
    Conjunctive = "J.2", "conjunctive compounds by remoteness";
    Continued = "J.3", "continued conjunctive compounds by suspense";
    Ordinal = "J.4", "ordinal sums";
    SharedOccupied = "9.2", "occupied shared square";
    SharedTwo = "9.2", "two tokens above shared squares";
    IdentifiedCells = "9.6", "pairing of identified cells";
    NearlyStar = "9.4", "nearly disjunctive sums as Star Nim";
    ChompRectangle = "10.1", "strategy stealing in Chomp";
    MisereTakeUpTo = "10.2", "misère play of take 1 to m";
    Wythoff = "W.1", "Wythoff's theorem";
    Coins = "N.2", "rows of coins";
    Turtles = "N.3", "Turtles";
    Ruler = "N.4", "Ruler";
    Tartan = "N.5", "Tartan theorem";
    Welter = "R.1", "Welter's theorem";
    Euclid = "R.2", "quotients of Euclid";
    FibonacciNim = "R.3", "Fibonacci Nim";
    StaircaseNim = "R.4", "Staircase Nim";
    Nimble = "R.5", "Nimble";
    Northcott = "R.6", "gaps of Northcott's game";
    Dollar = "R.7", "Silver Dollar with the dollar";
    Rims = "R.8", "Rims";
    Memory = "R.9", "take at most k times what was taken";
    StarWelter = "R.10", "Welter's game above an occupied square 0";
    GeneralWythoff = "W.2", "P-positions of Wythoff's game with a gap";
    CornerKing = "W.3", "values of the king";
    CornerKnight = "W.4", "values of the knight";
    CornerBishop = "W.5", "values of the bishop";
    WythoffRows = "W.6", "periods of rows of Wythoff's game";
    KaylesOnPaths = "G.1", "Kayles on paths, cycles and complete graphs";
    Pairing = "G.2", "pairing strategy in Node Kayles";
    Cram = "G.3", "half turns in Cram";
    Fusion = "G.5", "colon and fusion principles of Hackenbush";
    Treblecross = "G.6", "Treblecross";
    Tame = "M.6", "tame sums under misère play";
    QuotientPeriod = "M.11", "permanence of misère quotients";
    Quotient = "M.12", "sums by their misère quotient";
    OctalPeriod = "P.1", "permanence for octal games";
    ManyHeapsPeriod = "P.2", "permanence for moves that leave several heaps";
    GrundyPeriod = "P.3", "permanence for Grundy's game";
    ApartPeriod = "P.4", "permanence for parts that must differ";
    SparsePeriod = "P.5", "permanence for sparse games";
    ExcludedPeriods = "P.6", "excluded periods";
    SubtractionPeriod = "P.7", "permanence for subtraction games";
    AllButPeriod = "P.8", "permanence for all-but subtraction games";
    PartsPeriod = "P.10", "permanence for any number of parts";
    ClassPeriod = "P.11", "class theorem";
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (theory {})", self.name(), self.number())
    }
}

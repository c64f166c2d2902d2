//! The public names of the format and its checker: this file stops compiling when one is renamed or removed.
#![allow(unused_imports, reason = "importing them is the test")]

use sprague_certificate::{
    Certificate, Claim, Condition, Digest, ENDLESS, Evidence, Fault, MOST_BYTES, MOST_FAR, MOST_LEFT,
    MOST_MOVES, MOST_NEAR, MOST_NUMBER, MOST_SEGMENT, MOST_SMALL, MOST_SPARSE, MOST_STAR_STEPS, MOST_STEPS,
    MOST_TAKES, MOST_VALUE, Move, Report, RuleText, Runs, Segment, Selection, Set, Space, SpaceType,
    StarCertificate, Subject, Theorem, check, check_file, follows, values_needed,
};

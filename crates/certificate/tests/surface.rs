//! The public names of the format and its checker: this file stops compiling when one is renamed or removed.
#![allow(unused_imports, reason = "importing them is the test")]

use sprague_certificate::{
    Certificate, CheckReport, ClaimText, ClassText, ConditionText, Digest, ENDLESS, Evidence, Fault,
    MOST_BYTES, MOST_ELEMENTS, MOST_FAR, MOST_LEFT, MOST_MOVES, MOST_NEAR, MOST_NUMBER, MOST_RANGES,
    MOST_SEGMENT, MOST_SMALL, MOST_SPARSE, MOST_STAR_STEPS, MOST_STAR_WORK, MOST_STEPS, MOST_TAKES,
    MOST_VALUE, MOST_WALK, MisereCertificate, MisereExtent, MonoidText, MoveText, PairLine, RuleText, Runs,
    SegmentText, Selection, Set, SpaceText, SpaceType, StarBlock, StarCertificate, StarEvidence, Subject,
    TheoremName, check, check_file, check_file_logged, check_within, follows, misere_values_needed,
    values_needed,
};

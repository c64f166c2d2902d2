//! Any text as a certificate: it is read or refused, and what was read prints as the same text. Cheap ones are checked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use sprague_certificate::{Certificate, Evidence, Selection, StarCertificate, StarEvidence, check};

fuzz_target!(|text: &str| {
    // The closing hash is made right, so that the text behind it is reached.
    let body = match text.rsplit_once("\nsha256 ") {
        Some((body, _)) => format!("{body}\n"),
        None => format!("sprague certificate 1\n{text}\n"),
    };
    let hash: String = Sha256::digest(body.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let text = format!("{body}sha256 {hash}\n");
    if let Ok(paper) = StarCertificate::parse(&text) {
        // Texts of earlier versions have a line more.
        assert!(paper.to_text() == text || text.contains("\nagain 0\nblock"));
        let (again, marks) = match &paper.evidence {
            StarEvidence::Repetition { again, .. } => (*again, false),
            StarEvidence::Tracks { again, .. } => (*again, true),
            StarEvidence::Blocks(blocks) => {
                (blocks.iter().map(|block| block.before.saturating_add(block.again)).max().unwrap_or(0), false)
            }
        };
        if paper.at < 2000 && (again < 2000 || !marks && again > 1 << 24) {
            let report = check(&text, Selection::All, 1);
            assert_eq!(report.complete, report.fault.is_none());
        }
    }
    let Ok(certificate) = Certificate::parse(&text) else { return };
    assert_eq!(certificate.to_text(), text);
    let cheap = match &certificate.evidence {
        Evidence::Closed => true,
        Evidence::Small(values) => values.len() < 200,
        Evidence::Sparse(space, _) | Evidence::Segmented(space, _) => {
            space.reach < 500 && certificate.claim.preperiod < 2000 && certificate.claim.period < 2000
        }
    };
    if cheap {
        let report = check(&text, Selection::All, 1);
        assert_eq!(report.complete, report.fault.is_none());
    }
});

//! The library of proofs: the index, the certificates, the page and the command `games` say the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sprague_certificate::{Certificate, MisereCertificate, MisereExtent, Selection, StarCertificate, check};

use crate::common::{document, path, text as output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn games(game: &str) -> Value {
    document(&["games", game])
}

/// The rows of the index, each as its fields: game, period, preperiod, saltus, theorem, values, seconds, bytes, limit,
/// file.
fn rows() -> Vec<Vec<String>> {
    let mut index = csv::Reader::from_path(root().join("proofs/index.csv")).expect("an index");
    let rows = index.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect());
    rows.collect()
}

#[test]
fn the_page_is_made_from_the_index() {
    let folder = root().join("proofs");
    let page = fs::read_to_string(root().join("docs/solved.md")).expect("the page");
    assert_eq!(page, output(&["proofs", path(&folder)]), "run `make solved`");
}

#[test]
fn every_certificate_says_what_the_index_says_and_the_short_ones_are_accepted() {
    let mut kept = BTreeSet::new();
    let mut checked = 0;
    for row in rows() {
        let [game, period, preperiod, saltus, theorem, values, _, bytes, _, file] = &row[..] else {
            panic!("{row:?}")
        };
        if file.is_empty() {
            continue;
        }
        assert!(kept.insert(file.clone()), "{file} twice");
        let text = fs::read_to_string(root().join("proofs").join(file)).expect(file);
        assert_eq!(text.len().to_string(), *bytes, "{game}");
        let (claim, by) = if game.starts_with("star-nim pair ") {
            let paper = StarCertificate::parse(&text).expect(file);
            assert_eq!(format!("star-nim {}", paper.subject), *game);
            ([paper.period, paper.first, paper.period], "7.9")
        } else {
            let paper = Certificate::parse(&text).expect(file);
            ([paper.claim.period, paper.claim.preperiod, paper.claim.saltus], paper.theorem.name())
        };
        assert_eq!(claim.map(|n| n.to_string()).each_ref(), [period, preperiod, saltus], "{game}");
        assert_eq!(by, theorem, "{game}");
        if values.parse::<u64>().expect("a number") <= 5_000 {
            let report = check(&text, Selection::All, 1);
            assert!(report.complete && report.fault.is_none(), "{game}: {report:?}");
            checked += 1;
        }
    }
    let files = fs::read_dir(root().join("proofs")).expect("a folder").map(|entry| entry.expect("a file"));
    let files = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "cert"));
    let files: BTreeSet<String> = files.map(|file| file.file_name().into_string().expect("UTF-8")).collect();
    kept.retain(|file| !file.contains('/'));
    assert_eq!(files, kept);
    assert!(checked >= 10, "{checked}");
}

/// The same for misère play: game, order, P-elements, period, preperiod, fickle heaps, last heap, bytes, limit, file.
#[test]
fn every_certificate_of_misere_play_says_what_its_index_says() {
    let folder = root().join("proofs/misere");
    let list = fs::read_to_string(root().join("proofs/misere.txt")).expect("a list");
    let listed: Vec<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
    let mut index = csv::Reader::from_path(root().join("proofs/misere.csv")).expect("an index");
    let rows: Vec<csv::StringRecord> = index.records().map(|row| row.expect("a row")).collect();
    let mut kept = BTreeSet::new();
    for (row, line) in rows.iter().zip(&listed) {
        let cells: Vec<&str> = row.iter().collect();
        let [game, order, positions, period, preperiod, fickle, heaps, bytes, limit, file] = cells[..] else {
            panic!("{row:?}")
        };
        assert_eq!(line.split_once("  ").unwrap_or((line, "")), (game, limit));
        assert_eq!(file, format!("{game}.cert"));
        kept.insert(file.to_owned());
        let text = fs::read_to_string(folder.join(file)).expect(file);
        assert_eq!(text.len().to_string(), bytes, "{game}");
        match MisereCertificate::parse(&text).expect(file) {
            MisereCertificate::Quotient { monoid, portion, extent, .. } => {
                let MisereExtent::All { preperiod: from, period: length } = extent else { panic!("{game}") };
                let claim = [monoid.order, portion.len() as u64, length, from].map(|n| n.to_string());
                assert_eq!(claim, [order, positions, period, preperiod], "{game}");
            }
            MisereCertificate::Tame { last_fickle, .. } => {
                assert!(fickle.ends_with(&format!(" {last_fickle}")) && order.is_empty(), "{game}");
            }
            MisereCertificate::Bound { .. } => panic!("{game}"),
        }
        if heaps.parse::<u64>().expect("a number") <= 1_000 {
            let report = check(&text, Selection::All, 1);
            assert!(report.complete && report.fault.is_none(), "{game}: {report:?}");
            assert_eq!(report.checked_to.to_string(), heaps, "{game}");
        }
    }
    assert_eq!((rows.len(), kept.len()), (listed.len(), listed.len()));
    assert!(rows.len() >= 240, "{}", rows.len());
    let files = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("a file").file_name());
    let files: BTreeSet<String> = files.map(|name| name.into_string().expect("UTF-8")).collect();
    assert_eq!(files, kept);
    let text = output(&["games", "kayles"]);
    assert!(text.contains("quotient of order 40, 9 P-elements, period 12 from heap 71"), "{text}");
}

/// The certificate of Notakto is the one that the command writes, of the rule whose heaps are the boards.
#[test]
fn the_certificate_of_notakto_is_kept() {
    let kept = root().join("proofs/boards/notakto.cert");
    let written = Path::new(env!("CARGO_TARGET_TMPDIR")).join("notakto.cert");
    output(&["prove", "--misere", "notakto: 3x3", "-o", path(&written)]);
    let text = fs::read_to_string(&kept).expect("a certificate");
    assert_eq!(text, fs::read_to_string(written).expect("a certificate"));
    let MisereCertificate::Quotient { monoid, portion, .. } =
        MisereCertificate::parse(&text).expect("a quotient")
    else {
        panic!("{text}")
    };
    assert_eq!((monoid.order, portion.len()), (18, 4));
    let report = check(&text, Selection::All, 1);
    assert!(report.complete && report.fault.is_none(), "{report:?}");
}

/// The published periods of the solved games of two and three digits.
#[test]
fn the_known_periods_are_in_the_index() {
    let known = [
        ("0.77", 12, 71),
        ("0.07", 34, 53),
        ("0.137", 34, 52),
        ("0.45", 20, 498),
        ("0.156", 349, 3_479),
        ("0.165", 1_550, 5_181),
        ("0.356", 142, 7_315),
        ("0.644", 442, 3_256),
        ("4.064", 16_132, 94_272),
        ("0.16", 149_459, 105_351),
        ("0.56", 144, 326_640),
        ("0.127", 4, 46_578),
        ("0.376", 4, 2_268_248),
        ("0.354", 1_180, 10_061_916),
        ("0.454", 60_620_715, 160_949_019),
        ("0.104", 11_770_282, 197_769_598),
        ("0.054", 10_015_179, 193_235_616),
    ];
    let rows = rows();
    for (game, period, preperiod) in known {
        let row = rows.iter().find(|row| row[0] == game).expect(game);
        assert_eq!((&row[1], &row[2]), (&period.to_string(), &preperiod.to_string()), "{game}");
    }
}

#[test]
fn games_tells_the_standard_form_equal_games_and_the_proof() {
    let game = games("0.057");
    assert_eq!(game["standard_form"], "0.055");
    assert_eq!(game["equal"], json!(["0.055"]));
    assert_eq!((&game["solved"]["period"], &game["solved"]["preperiod"]), (&json!(148), &json!(259)));
    assert_eq!(game["solved"]["certificate"], "0.055.cert");
    let text = output(&["games", "0.057"]);
    assert!(text.contains("0.055 (same values") && text.contains("certificate proofs/0.055.cert"), "{text}");
    assert_eq!(games("0.007")["solved"], Value::Null);
    let large = &games("0.454")["solved"];
    assert_eq!((&large["period"], &large["theorem"]), (&json!(60_620_715), &json!("P.5")));
}

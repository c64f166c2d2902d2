//! Boards as pictures: every game of the catalogue, what its picture must show, and what is too large.

use sprague::games::BOARDS;
use sprague::heap::catalogue::EntryKind;
use sprague::position::Position;
use sprague_picture::BoardPicture;

fn picture(text: &str) -> BoardPicture {
    let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let terms = position.0.iter().map(|term| (term.to_string(), term.view())).collect();
    BoardPicture { title: position.to_string(), terms }
}

/// The words of a picture, in the order in which they are drawn.
fn words(svg: &str) -> Vec<&str> {
    let texts = svg.split("<text ").skip(1);
    texts.filter_map(|rest| rest.split_once('>')?.1.split_once('<').map(|(word, _)| word)).collect()
}

#[test]
fn every_board_of_the_catalogue_is_drawn() {
    for entry in BOARDS {
        let EntryKind::Board(example) = entry.kind else { continue };
        let svg = picture(example).to_svg().expect(example);
        let shapes =
            ["<rect", "<circle", "<path"].iter().map(|shape| svg.matches(shape).count()).sum::<usize>();
        assert!(shapes > 3, "{example}: {shapes} shapes");
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count(), "{example}");
        assert!(!svg.contains("NaN") && svg.trim_end().ends_with("</svg>"), "{example}");
    }
    for text in ["kayles: 9 4", "grundy: 7 5", "nim: 3 40 1e18", "kayles:", "silver-dollar: []", "chomp: 0x0"]
    {
        if text.parse::<Position>().is_ok() {
            picture(text).to_svg().expect(text);
        }
    }
}

#[test]
fn gaps_heads_and_numbers_are_written() {
    // the numbers of the squares, then the brackets: 2, 0 and 1 empty squares, from the right
    let svg = picture("silver-dollar: [2,5,6,8,10]").to_svg().expect("drawn");
    let squares = (0..=10).map(|square| square.to_string()).chain(["1", "0", "2"].map(str::to_owned));
    let expected: Vec<String> = squares.collect();
    let drawn = words(&svg);
    assert_eq!(drawn[1..=expected.len()], expected);
    assert_eq!(svg.matches("<circle").count(), 5);
    // a shared square is one cell, heads are amber
    let svg = picture("star: [2,3,5] [1,4,5] [3]").to_svg().expect("drawn");
    assert_eq!(words(&svg).iter().filter(|word| **word == "0").count(), 2, "the cell, and a gap");
    assert_eq!((svg.matches("<circle").count(), svg.matches("fill=\"#ffab1a\"").count()), (7, 3));
    // a coin for each coin, a square for each square
    let svg = picture("coins(mock-turtles): HTTHTHH").to_svg().expect("drawn");
    assert_eq!(words(&svg).iter().filter(|word| **word == "H").count(), 4);
    let svg = picture("chomp: 4,4,2").to_svg().expect("drawn");
    assert_eq!((svg.matches("#b3261e").count(), svg.matches("fill=\"#fcfdfe\"").count()), (1, 9));
}

#[test]
fn long_strips_are_cut_and_large_boards_refused() {
    let svg = picture("star: [1e18] [2,5]").to_svg().expect("drawn");
    assert!(words(&svg).contains(&"…") && svg.len() < 20_000);
    assert!(picture("shared(1e15): 1e17 4").to_svg().expect("drawn").len() < 20_000);
    for text in ["chomp: 1x30000"] {
        if text.parse::<Position>().is_ok() {
            assert!(picture(text).to_svg().is_err(), "{text}");
        }
    }
}

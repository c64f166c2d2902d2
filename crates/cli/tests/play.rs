//! Whole games through the real command: what is typed goes in by a pipe, and the screen is read back.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use sprague_kit::{Random, ended};

use crate::common::SPRAGUE;

fn arguments(position: &str, flags: &str) -> Vec<String> {
    let flags = flags.split_whitespace().map(str::to_owned);
    ["play".to_owned(), position.to_owned()].into_iter().chain(flags).collect()
}

/// A game with all its input at once: the exit code and the screen.
fn scripted(position: &str, flags: &str, input: impl Into<Vec<u8>>) -> (i32, String) {
    let input: Vec<u8> = input.into();
    let mut command = SPRAGUE.command(&[]);
    let said = ended(command.args(arguments(position, flags)).env("LC_ALL", "C.UTF-8"), &input);
    (said.code.expect("an exit code"), said.out + &said.err)
}

/// A game in which what is typed depends on what is shown.
struct Table {
    child: Child,
    input: ChildStdin,
    screen: ChildStdout,
}

impl Table {
    fn sit_down(position: &str, flags: &str) -> Self {
        let mut child = SPRAGUE
            .command(&[])
            .args(arguments(position, flags))
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let (input, screen) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let mut table = Self { child, input, screen };
        table.until_prompt();
        table
    }

    fn until_prompt(&mut self) -> String {
        let mut shown = Vec::new();
        let mut byte = [0];
        while !shown.ends_with(b"you> ") && !shown.ends_with(b"leave> ") {
            self.screen.read_exact(&mut byte).expect("the game goes on");
            shown.push(byte[0]);
        }
        String::from_utf8(shown).expect("text")
    }

    fn say(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").expect("the game listens");
        self.until_prompt()
    }

    /// Follows the hints to the end and returns the last screen.
    fn follow_hints(mut self) -> String {
        for _ in 0..200 {
            let hint = self.say("hint");
            let step = hint.split('`').nth(1).unwrap_or_else(|| panic!("no hint: {hint}")).to_owned();
            let shown = self.say(&step);
            assert!(shown.contains("You       "), "`{step}` was not accepted: {shown}");
            if shown.contains("leave> ") {
                drop(self.input);
                assert!(self.child.wait().expect("it ends").success());
                return shown;
            }
        }
        panic!("the game does not end");
    }
}

#[test]
fn hints_win_every_won_game_against_perfection() {
    for (position, flags) in [
        ("kayles: 9", ""),
        ("kayles: 12 7 3", ""),
        ("chomp: 4x5", ""),
        ("chomp: 3x3 2x4", "--misere"),
        ("silver-dollar: [2,5,6,8,10]", ""),
        ("star: [3] [4] [2,5,7]", ""),
        ("star-nim: 3 5 7", ""),
        ("shared(2): 5 7", ""),
        ("nim: 3 4 5", "--misere"),
        ("nim: 1e18 7", ""),
        ("grundy: 12", ""),
        ("lasker: 5 9 2", ""),
        ("rectangle: 7x18", ""),
        ("bogus-nim: 3 5 bank 7", ""),
        ("wythoff: 5 9", ""),
        ("nearly(kayles, nim): [5] [3]", ""),
        ("graph: {a>b, a>c, b>c, b>d}#a", ""),
        ("kayles: 5 7 + nim: 3 + chomp: 2x3", ""),
        ("kayles: 4 + grundy: 7 + star-nim: 2 3", "--misere"),
    ] {
        let last = Table::sit_down(position, flags).follow_hints();
        assert!(last.contains("You win after "), "{position} {flags}: {last}");
    }
}

#[test]
fn the_perfect_opponent_wins_a_won_game() {
    for (position, flags) in
        [("nim: 3 4 5", "--second"), ("kayles: 9", "--second"), ("nim: 1 1 1 5", "--misere --second")]
    {
        let (code, screen) = scripted(position, flags, "1\n".repeat(30));
        assert_eq!(code, 0);
        assert!(screen.contains("Opponent wins after "), "{position}: {screen}");
    }
}

#[test]
fn undo_takes_back_the_move_and_the_reply() {
    let (code, screen) = scripted("kayles: 9", "--quiet", "pins 4 5\nundo\nundo\nvalues\n");
    assert_eq!(code, 0);
    let boards = screen.matches("▲ ▲ ▲ ▲ ▲ ▲ ▲ ▲ ▲").count();
    assert_eq!(boards, 2, "the first board, and again after undo: {screen}");
    assert!(screen.contains("There is nothing to take back."), "{screen}");
    assert!(screen.contains("  kayles: 9  4  100  period 12 of Kayles"), "{screen}");
}

#[test]
fn a_lost_game_can_be_taken_back() {
    let (_, screen) = scripted("nim: 1 1", "--quiet", "take 1 from 1\nundo\nmoves\nquit\n");
    assert!(screen.contains("Opponent wins after 2 moves: You cannot move."), "{screen}");
    assert!(screen.contains("  1  take 1 from 1\n"), "{screen}");
    assert!(screen.ends_with("Goodbye.\n"), "{screen}");
}

#[test]
fn nothing_that_is_typed_crashes_or_ends_the_game() {
    let mut random = Random::new(12345);
    let mut garbage: Vec<u8> = (0..5_000).map(|_| random.below(256) as u8).collect();
    garbage.push(b'\n');
    garbage.extend("\n\n   \n\t\n\0\n\r\n".bytes());
    garbage.extend(std::iter::repeat_n(b'9', 100_000));
    garbage.extend(b"\ntake 99999999999999999999 from 3\n7 -> 9223372036854775807 9223372036854775807 9223372036854775807\n");
    garbage.extend(b"take 0\nsplit into 0\npins 0 1\npin -1\ncut 0 at 0\n0 0\n0 to 0\n: : :\nA:\n#0\n#\n-1\n+\n[\n`\n\xff\xfe\n");
    garbage.extend(
        b"graph: /etc/passwd#a\nnim: 1 + \nundo\nmore\nmore\nvalues\nhint\nhelp\nrules\nboard\nmoves\n",
    );
    for position in [
        "kayles: 9",
        "nim: 1e18 9223372036854775807",
        "chomp: 3x4 5",
        "rectangle: 4x7 3x3",
        "silver-dollar: [2,5] [3]",
        "star: [3] [] [2,5]",
        "star-nim: 3 0 5",
        "shared(2): 5 7",
        "nearly(nim): 3 4",
        "bogus-nim: 3 5 bank 7",
        "wythoff: 5 8",
        "graph: {a>b, a>c, b>c}#a",
        "kayles: 5 + nim: 3",
        "nim:",
        "0.0: 5",
    ] {
        for flags in ["", "--misere", "--opponent random --seed 1 --second"] {
            let (code, screen) = scripted(position, flags, garbage.clone());
            assert_eq!(code, 0, "{position} {flags}: {screen}");
            assert!(!screen.contains("panicked"), "{position} {flags}: {screen}");
            assert!(
                !screen.contains('\0') && !screen.contains('\x1b'),
                "{position}: control characters are not echoed"
            );
        }
    }
}

#[test]
fn what_is_not_legal_gets_one_line_with_what_is() {
    let lines = |input: &str| {
        let (_, screen) = scripted("nim: 3 5", "--quiet", format!("{input}\n"));
        screen
            .split("you> \n")
            .nth(1)
            .map(|shown| shown.split("you> ").next().unwrap_or(shown).to_owned())
            .expect("a reply")
    };
    assert_eq!(
        lines("take 9 from 5"),
        "`take 9 from 5` is not legal here, but `take 1 from 5` or `take 5 from 5` is.\n"
    );
    assert_eq!(
        lines("dance"),
        "`dance` is no move: try `take 1 from 5` or `take 5 from 5`, or `moves`, `help`.\n"
    );
    assert_eq!(lines("take 1"), "Say which: `take 1 from 5` or `take 1 from 3`.\n");
    assert_eq!(lines("9"), "There is no move number 9: `moves` lists 1 to 8.\n");
}

#[test]
fn a_seed_repeats_the_random_opponent() {
    let game = |seed: u32| {
        let (code, screen) =
            scripted("kayles: 40", &format!("--opponent random --seed {seed}"), "1\n".repeat(40));
        assert_eq!(code, 0);
        let replies: Vec<String> =
            screen.lines().filter(|line| line.starts_with("Opponent  ")).map(str::to_owned).collect();
        assert!(replies.len() > 5, "{screen}");
        replies
    };
    assert_eq!(game(5), game(5));
    assert_ne!(game(5), game(6), "another seed plays another game");
    let (code, huge) = scripted("nim: 1e18 1e18", "--opponent random --seed 1", "1\n1\n1\n");
    assert_eq!((code, huge.matches("Opponent  take ").count()), (0, 3), "{huge}");
}

#[test]
fn two_people_play_at_one_keyboard() {
    let (code, screen) =
        scripted("nim: 1 2", "--opponent human --quiet", "take 1 from 2\ntake 1\nundo\n1\n1\n");
    assert_eq!(code, 0);
    let told: Vec<&str> = screen.lines().filter(|line| line.starts_with("Player ")).collect();
    assert_eq!(
        told,
        [
            "Player 1  take 1 from 2",
            "Player 2  take 1 from 1",
            "Player 2  take 1 from 1",
            "Player 1  take 1 from 1",
            "Player 1 wins after 3 moves: Player 2 cannot move.",
        ],
        "{screen}"
    );
    let asked: Vec<&str> = screen.lines().filter(|line| line.starts_with("player ")).collect();
    assert_eq!(
        asked,
        ["player 1> ", "player 2> ", "player 1> ", "player 2> ", "player 1> "],
        "undo is one move"
    );
}

#[test]
fn the_end_of_the_input_ends_the_game_politely() {
    let (code, screen) = scripted("chomp: 3x4", "", "2 3");
    assert_eq!(code, 0);
    assert!(screen.ends_with("The input ends here, and so does the game.\n"), "{screen}");
}

#[test]
fn what_cannot_be_played_is_refused_in_one_line() {
    for (position, flags, says) in [
        ("chomp: 40x40", "", "--opponent random or --opponent human"),
        ("grundy: 300", "--misere", "--opponent random or --opponent human"),
        ("star-nim: 1e12 5", "", "use smaller numbers"),
        ("nearly(take(1,3)): [1e15]! [1]", "", "use smaller heaps"),
        ("kayles 9 x", "", "column"),
        ("kayles: 9", "--json", "solve --json"),
    ] {
        let (code, screen) = scripted(position, flags, "");
        assert_eq!(code, 2, "{position}: {screen}");
        assert!(screen.contains(says) && screen.lines().count() == 1, "{position}: {screen}");
    }
    let (code, screen) = scripted("chomp: 40x40", "--opponent random --seed 1", "40 40\nhint\n");
    assert_eq!(code, 0);
    assert!(screen.contains("Opponent  ") && screen.contains("No hint: "), "{screen}");
}

#[test]
fn letters_without_a_utf8_locale() {
    let mut command = SPRAGUE.command(&["play", "star: [3] [2] [3,4]", "--quiet"]);
    let screen = ended(command.env("LC_ALL", "C"), b"").out;
    let board = "\n          1  2  3  4\n      +--[ ][ ][o]     strip 1\n  [ ]-+--[ ][o]        strip 2\n   0  +--[ ][ ][o][o]  strip 3\n\n";
    assert!(screen.starts_with(board), "{screen}");
    assert!(screen.is_ascii(), "{screen}");
}

/// A sum that no search could hold: hints and the words about values come from the quotient.
#[test]
fn under_misere_play_a_proved_quotient_is_played_to_the_end() {
    let (code, screen) = scripted("kayles: 1e18 1e17 5", "--misere", "values\nhint\nquit\n");
    assert_eq!(code, 0);
    for words in ["product", "This rests on: quotient of order 40, period 12 from heap 71.", "Hint: `"] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    let last = Table::sit_down("kayles: 20 17 5", "--misere").follow_hints();
    assert!(last.contains("You win"), "{last}");
}

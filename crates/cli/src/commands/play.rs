//! `sprague play`: a game in the terminal, read line by line.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sprague::games::Known;
use sprague::limits::{Limits, SearchProgress, TooLarge};
use sprague::moves::{self, refusal};
use sprague::opponent::Rival;
use sprague::play::Play;
use sprague::position::Position;
use sprague::solve::{Request, solve};

use super::position;
use crate::args::{Common, Opponent, PlayArgs, joined};
use crate::draw::Ink;
use crate::failure::{Failure, refused};
use crate::prompt::Prompt;
use crate::session::{Reply, Session, Setup, Start};

pub fn run(args: &PlayArgs, common: &Common) -> Result<ExitCode, Failure> {
    if common.json || common.output.is_some() {
        let message =
            "`play` talks to a person: it has no --json and no --output; `solve --json` answers programs";
        return Err(Failure::Input(message.to_owned()));
    }
    let position = position(&joined(&args.position))?;
    if let Some(refusal) = refusal(&position) {
        return Err(Failure::Input(refusal));
    }
    let play = position.play(args.misere);
    if play == Play::Misere {
        position.admit_misere()?;
    }
    let thinking = Thinking::default();
    let mut known = Known::with_settings(thinking.limits(common), common.engine());
    let rival = match args.opponent {
        Opponent::Human => Rival::Human,
        Opponent::Perfect => {
            let request = Request { play, moves: 1 };
            let solved = solve(&position, request, &mut known).and_then(|answer| match answer.value {
                // who wins a rectangle of Chomp says nothing of what is left of it
                None if play == Play::Normal => follow_up(&position, request, &mut known),
                _ => Ok(()),
            });
            thinking.over();
            solved.map_err(|refusal| {
                let refused = refused(&refusal);
                Failure::Input(format!("{refused}, or play with --opponent random or --opponent human"))
            })?;
            Rival::Perfect
        }
        Opponent::Random => Rival::random(args.seed),
    };
    let start = if args.second { Start::Rival } else { Start::You };
    let mut session = Session::new(Setup { position, play, rival, start, ink: Ink::of_environment(), known });
    let mut out = io::stdout().lock();
    if !common.quiet {
        write!(out, "{}", session.welcome())?;
    }
    let opening = session.open();
    thinking.over();
    write!(out, "{opening}")?;
    converse(&mut session, &thinking, &mut out)
}

/// A line on the standard error while a search takes long, only where a person sees it.
#[derive(Clone, Default)]
struct Thinking {
    shown: Arc<AtomicBool>,
}

impl Thinking {
    /// The limits that were asked for, with this line as listener.
    fn limits(&self, common: &Common) -> Limits {
        let limits = common.limits();
        if common.quiet || !io::stderr().is_terminal() {
            return limits;
        }
        let shown = Arc::clone(&self.shown);
        let listener = move |progress: SearchProgress| {
            if progress.positions > 0 && progress.positions.is_multiple_of(1 << 16) {
                shown.store(true, Ordering::Relaxed);
                eprint!("\rthinking: {} positions ", progress.positions);
            }
            ControlFlow::Continue(())
        };
        Limits { progress: Some(Arc::new(listener)), ..limits }
    }

    /// Takes the line away.
    fn over(&self) {
        if self.shown.swap(false, Ordering::Relaxed) {
            eprint!("\r{:40}\r", "");
        }
    }
}

/// Reads lines and prints their answers until the game or the input ends.
fn converse(session: &mut Session, thinking: &Thinking, out: &mut impl Write) -> Result<ExitCode, Failure> {
    let stdin = io::stdin();
    let mut input = stdin.lock();
    let mut prompt = Prompt::of_environment();
    loop {
        let question = session.prompt();
        if matches!(prompt, Prompt::Plain) {
            write!(out, "{question}")?;
        }
        out.flush()?;
        let line = prompt
            .line(&question, || session.words(), &mut input)
            .map_err(|error| Failure::Input(format!("cannot read the input: {error}")))?;
        if line.is_none() || !stdin.is_terminal() {
            writeln!(out)?;
        }
        let Some(line) = line else {
            writeln!(out, "The input ends here, and so does the game.")?;
            return Ok(ExitCode::SUCCESS);
        };
        let reply = session.line(&line);
        thinking.over();
        match reply {
            Reply::More(text) => write!(out, "{text}")?,
            Reply::Last(text) => {
                write!(out, "{text}").and_then(|()| out.flush())?;
                return Ok(ExitCode::SUCCESS);
            }
        }
    }
}

/// Whether the opponent could go on: looks at the first and the last moves of a position whose value is out of reach.
fn follow_up(position: &Position, request: Request, known: &mut Known) -> Result<(), TooLarge> {
    const LOOKED_AT: usize = 3;
    let listed = moves::distinct(position).moves;
    let ends = listed.iter().take(LOOKED_AT).chain(listed.iter().rev().take(LOOKED_AT));
    ends.map(|step| step.after(position)).try_for_each(|after| solve(&after, request, known).map(|_| ()))
}

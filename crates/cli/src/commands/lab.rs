//! `sprague lab`: the page in the browser. It prints its addresses on the standard output, the best one first.

use std::io::{self, Write};
use std::process::ExitCode;

use sprague_lab::{Opening, Settings, usual_folder};

use crate::args::{Common, Lab};
use crate::failure::Failure;

pub fn run(args: &Lab, common: &Common) -> Result<ExitCode, Failure> {
    if common.json || common.output.is_some() {
        let message =
            "`lab` serves a page: it has no --json and no --output; its interface speaks JSON itself";
        return Err(Failure::Input(message.to_owned()));
    }
    let data = args.data.clone().or_else(usual_folder);
    if data.is_none() && !common.quiet {
        eprintln!(
            "sprague lab: no folder for results is known, they are gone at the end; name one with --data"
        );
    }
    let settings = Settings {
        listen: args.listen,
        port: args.port,
        names: args.name.clone(),
        data,
        page: args.page.clone(),
    };
    let opening = if args.no_open { Opening::Nothing } else { Opening::Browser };
    let mut written = Ok(());
    let ready = |urls: &[String], warnings: &[String]| {
        let mut out = io::stdout().lock();
        written = urls.iter().try_for_each(|url| writeln!(out, "{url}")).and_then(|()| out.flush());
        for warning in warnings {
            eprintln!("sprague lab: {warning}");
        }
        if !common.quiet {
            eprintln!("Ctrl-C ends it.");
        }
    };
    sprague_lab::run(&settings, opening, ready).map_err(|error| Failure::Input(error.to_string()))?;
    written?;
    Ok(ExitCode::SUCCESS)
}

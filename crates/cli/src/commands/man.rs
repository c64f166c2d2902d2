//! The manual page: one for the command and a section for each subcommand.

use std::io::{self, Write};

use clap::CommandFactory;

use crate::args::Args;

/// Renders the manual page in roff.
pub fn render(out: &mut impl Write) -> io::Result<()> {
    let command = Args::command();
    clap_mangen::Man::new(command.clone()).render(out)?;
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let name = sub.get_name();
        writeln!(out, ".SH \"SPRAGUE {}\"", name.to_uppercase())?;
        let page = clap_mangen::Man::new(sub.clone().bin_name(format!("sprague {name}")));
        page.render_synopsis_section(out)?;
        page.render_options_section(out)?;
    }
    Ok(())
}

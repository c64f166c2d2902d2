//! The manual page: the command, and a section for each of its subcommands.
//!
//! clap's own list of subcommands refers to a page for each of them. There is only this page, so their sections take the
//! place of that list.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::args::Args;

/// Renders the manual page in roff.
pub fn render(out: &mut impl Write) -> io::Result<()> {
    let command = with_every_option(Args::command()).long_version(None::<&str>);
    let page = Man::new(command.clone().disable_help_subcommand(true));
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    let mut examples = Vec::new();
    page.render_extra_section(&mut examples)?;
    out.write_all(String::from_utf8_lossy(&examples).replace(".SH EXTRA", ".SH EXAMPLES").as_bytes())?;
    render_subcommands(&command, "sprague", out)?;
    page.render_version_section(out)
}

/// A section for each subcommand that is not hidden, and for those below it.
fn render_subcommands(command: &Command, path: &str, out: &mut impl Write) -> io::Result<()> {
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let path = format!("{path} {}", sub.get_name());
        let mut section = Roff::new();
        section.control("SH", [path.to_uppercase().as_str()]);
        if let Some(about) = sub.get_long_about().or_else(|| sub.get_about()) {
            section.text([roman(about.to_string())]);
        }
        section.to_writer(out)?;
        let sub = with_every_option(sub.clone());
        let page =
            Man::new(sub.clone().bin_name(&path).disable_help_flag(true).disable_help_subcommand(true));
        let mut parts = Vec::new();
        page.render_synopsis_section(&mut parts)?;
        page.render_options_section(&mut parts)?;
        out.write_all(String::from_utf8_lossy(&parts).replace(".SH ", ".SS ").as_bytes())?;
        render_subcommands(&sub, &path, out)?;
    }
    Ok(())
}

/// An option that the short help leaves out would stand in the page without its text.
fn with_every_option(command: Command) -> Command {
    command.mut_args(|arg| arg.hide_short_help(false))
}

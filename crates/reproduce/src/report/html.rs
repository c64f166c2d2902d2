//! The report as a single page: style and pictures are inside, light or dark like the reader's system.

use std::fmt::Write;

use sprague_picture::svg::Escaped;

use super::pictures::{self, Picture, Width};
use super::{ClaimReport, ClaimTally, grounds, result, seconds};
use crate::limits::LIMITS;
use crate::range::Effort;

const STYLE: &str = include_str!("page.css");

impl ClaimReport {
    /// The report as a page.
    pub fn to_html(&self) -> String {
        let mut page =
            String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        let _ = write!(
            page,
            "<title>Every claim, recomputed</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
        );
        let effort = match self.effort {
            Effort::Usual => "the usual ranges",
            Effort::Full => "the full ranges",
        };
        let _ = writeln!(
            page,
            "<h1>Every claim, recomputed</h1>\n<p>Numbered statements, tables, examples and conjectures of five documents on impartial \
             games, in our own words, recomputed by Sprague in {effort}. “theory” is the number of the statement in the project's own account of the mathematics.</p>"
        );
        self.tiles(&mut page);
        page.push_str("<nav>");
        for (source, entries) in self.sources() {
            let _ = write!(page, "<a href=\"#{source}\">{source}<span>{}</span></a>", entries.len());
        }
        page.push_str("</nav>\n");
        for (source, entries) in self.sources() {
            let _ = writeln!(page, "<section id=\"{source}\">\n<h2>{}</h2>", Escaped(source.title()));
            page.push_str("<div class=\"figures\">\n");
            for Picture { svg, caption, width } in pictures::of(source) {
                let class = if width == Width::Whole { " class=\"wide\"" } else { "" };
                let _ = writeln!(
                    page,
                    "<figure{class}>{svg}<figcaption>{}</figcaption></figure>",
                    Escaped(caption)
                );
            }
            page.push_str("</div>\n");
            page.push_str("<ol>\n");
            for entry in entries {
                let (word, what) = result(entry);
                let claim = &entry.claim;
                let _ = writeln!(
                    page,
                    "<li id=\"{}\" class=\"{}\"><header><a class=\"number\" href=\"#{0}\">{}</a><span class=\"badge\">{word}</span><span class=\"place\">{} · theory {}</span><span class=\"time\">{}</span></header>\n<p>{}</p>",
                    Escaped(&claim.id()),
                    word.to_lowercase(),
                    Escaped(claim.number),
                    Escaped(claim.place),
                    claim.theory,
                    seconds(entry.time),
                    Escaped(claim.statement)
                );
                if !what.is_empty() {
                    let _ = writeln!(page, "<p class=\"what\">{}</p>", Escaped(&what));
                }
                let grounds = grounds(entry);
                if !grounds.is_empty() {
                    let _ = writeln!(page, "<p class=\"grounds\">{}</p>", Escaped(&grounds));
                }
                page.push_str("</li>\n");
            }
            page.push_str("</ol>\n</section>\n");
        }
        page.push_str("<section id=\"limits\">\n<h2>What could not be checked</h2>\n<ul>\n");
        for limit in LIMITS {
            let _ = writeln!(page, "<li>{}</li>", Escaped(limit));
        }
        page.push_str("</ul>\n</section>\n");
        page.push_str("</main>\n</body>\n</html>\n");
        page
    }

    fn tiles(&self, page: &mut String) {
        let ClaimTally { holds, corrected, open, unclear, failed } = self.tally();
        let tiles = [
            ("holds", holds, "hold"),
            ("corrected", corrected, "corrected"),
            ("open", open, "open"),
            ("ambiguous", unclear, "ambiguous"),
            ("fails", failed, "fail"),
        ];
        page.push_str("<div class=\"tiles\">");
        for (class, number, word) in tiles {
            let class = if number == 0 { "none" } else { class };
            let _ = write!(page, "<div class=\"{class}\"><b>{number}</b>{word}</div>");
        }
        let _ =
            writeln!(page, "<div><b>{}</b>in all, {}</div></div>", self.entries.len(), seconds(self.time));
    }
}

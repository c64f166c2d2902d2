//! `sprague graph`: the game graph as a picture, as Graphviz or as JSON.

use std::fs;
use std::io::{IsTerminal, stdout};
use std::path::Path;
use std::process::ExitCode;

use sprague::graph::{GameGraph, GraphVertex, TooManyNodes};
use sprague::limits::Limit;
use sprague::play::Play;
use sprague_picture::pixels::Painter;
use sprague_picture::{GraphPicture, Labels};
use sprague_tell::command::{GraphStep, GraphSteps};
use sprague_tell::labelling::labelling;
use sprague_tell::{ProblemCode, Told, command, flags};

use super::position;
use crate::args::{Common, Graph, GraphFormat, joined};
use crate::ending::graph_format;
use crate::failure::Failure;
use crate::output;

pub fn run(args: &Graph, common: &Common) -> Result<ExitCode, Failure> {
    let position = position(&joined(&args.position))?;
    let limit = usize::try_from(args.max_nodes).unwrap_or(usize::MAX);
    let refused = |refusal: TooManyNodes| Failure::Refused {
        code: ProblemCode::TooLarge,
        message: refusal.to_string(),
        way_out: Some(format!("raise the limit with {}", flags(&[Limit::Nodes]))),
    };
    let play = position.play(args.misere);
    if play == Play::Misere {
        position.admit_misere()?;
    }
    let graph = GameGraph::build(&position, play, limit).map_err(refused)?;
    if let Some(folder) = &args.steps {
        return steps(&graph, args, folder, common);
    }
    let labels = if args.plain { Labels::None } else { Labels::All };
    match graph_format(args, common) {
        GraphFormat::Json | GraphFormat::Dot if args.plain => {
            Err(Failure::Input("--plain leaves labels out of a picture; write .svg or .png".to_owned()))
        }
        GraphFormat::Json => output::json(common, &document(&graph)),
        format @ (GraphFormat::Svg | GraphFormat::Png) => {
            if format == GraphFormat::Png && common.output.is_none() && stdout().is_terminal() {
                let message = "a terminal cannot show a PNG picture; write -o FILE.png";
                return Err(Failure::Input(message.to_owned()));
            }
            let pen = Pen::new(format)?;
            output::write(common, &pen.draw(&GraphPicture::of(&graph), &labels)?)
        }
        GraphFormat::Dot => output::text(common, &GraphPicture::of(&graph).to_dot()),
    }
}

/// The most positions whose labelling is drawn, each in a picture of its own.
const MOST_STEPS: usize = 300;

/// Makes files of pictures.
struct Pen(Option<Painter>);

impl Pen {
    fn new(format: GraphFormat) -> Result<Self, Failure> {
        let is_png = format == GraphFormat::Png;
        is_png.then(Painter::new).transpose().map(Self).map_err(Failure::Input)
    }

    const fn ending(&self) -> &'static str {
        if self.0.is_some() { "png" } else { "svg" }
    }

    fn draw(&self, picture: &GraphPicture, labels: &Labels<'_>) -> Result<Vec<u8>, Failure> {
        let svg = picture.to_svg_with(labels).map_err(|error| Failure::Input(error.to_string()))?;
        match &self.0 {
            None => Ok(svg.into_bytes()),
            Some(painter) => painter.png(&svg).map_err(Failure::Input),
        }
    }
}

/// A picture for each step of the labelling algorithm, in a folder of their own.
#[expect(clippy::disallowed_methods, reason = "the folder of --steps")]
fn steps(graph: &GameGraph, args: &Graph, folder: &Path, common: &Common) -> Result<ExitCode, Failure> {
    if common.output.is_some() {
        return Err(Failure::Input("--steps names the folder of its pictures; leave out -o".to_owned()));
    }
    let format = args.format.unwrap_or(GraphFormat::Svg);
    if !matches!(format, GraphFormat::Svg | GraphFormat::Png) {
        return Err(Failure::Input("the steps are pictures; write --format svg or --format png".to_owned()));
    }
    if graph.nodes.len() > MOST_STEPS {
        let (count, start) = (graph.nodes.len(), &graph.nodes[0].position);
        return Err(Failure::Input(format!(
            "{start} has {count} positions, and so many pictures are too many; the limit is {MOST_STEPS}"
        )));
    }
    let pen = Pen::new(format)?;
    let cannot = |error: std::io::Error| Failure::Input(format!("cannot make {}: {error}", folder.display()));
    fs::create_dir(folder).map_err(cannot)?;
    let picture = GraphPicture::of(graph);
    let all = labelling(graph);
    let mut told = vec![false; graph.nodes.len()];
    let digits = all.len().to_string().len();
    let mut document = GraphSteps { position: picture.title.clone(), steps: Vec::new() };
    let first = "No position is labelled; those without moves come first.".to_owned();
    for number in 0..=all.len() {
        let step = number.checked_sub(1).map(|before| &all[before]);
        if let Some(step) = step {
            told[step.node] = true;
        }
        let note = step.map_or(&first, |step| &step.words);
        let words = format!("Step {number} of {}: {note}", all.len());
        let labels = Labels::Some { told: &told, new: step.map(|step| step.node), note: &words };
        let name = format!("step-{number:0digits$}.{}", pen.ending());
        output::write_file(&folder.join(&name), &pen.draw(&picture, &labels)?)?;
        document.steps.push(GraphStep {
            file: name,
            position: step.map(|step| graph.nodes[step.node].position.to_string()),
            outcome: step.map(|step| graph.nodes[step.node].outcome),
            because: step.map_or_else(|| first.clone(), |step| step.because.clone()),
        });
    }
    let words = std::iter::once(&first).chain(all.iter().map(|step| &step.words));
    let lines: Vec<String> =
        document.steps.iter().zip(words).map(|(step, words)| format!("{}  {words}\n", step.file)).collect();
    output::told(common, &Told::new(document, lines.concat()))
}

fn document(graph: &GameGraph) -> command::Graph {
    let node = |(id, node): (usize, &GraphVertex)| command::GraphPosition {
        id,
        position: node.position.to_string(),
        outcome: node.outcome,
        value: node.number().map(|value| value.0),
        loopy_value: node.infinite().map(ToString::to_string),
    };
    let pair = |(from, to): (usize, usize)| [from, to];
    command::Graph {
        play: graph.play,
        nodes: graph.nodes.iter().enumerate().map(node).collect(),
        edges: graph.edges().map(pair).collect(),
        winning: graph.edges().filter(|&edge| graph.wins(edge)).map(pair).collect(),
    }
}

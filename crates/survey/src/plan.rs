//! The plan of a survey: what is computed, how far, and in which units.
//!
//! Games with the same standard form have the same values (theory H.5), and forms with one root have the same values but
//! for a shift of the heaps (theory H.1). So only roots are computed, and every game that was asked for knows its form,
//! its root and its shift. A plan is written once, sealed, and kept twice. Units that compute a sample again may be added
//! later; nothing else changes. The *identity* of a plan is the hash of its work, and every result carries it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sprague::heap::{HeapGame, Rule, relations};
use sprague_store::{FileText, Folder, PartsOfRun, StoreError, now};

use crate::cost;
use crate::request::MOST_GAMES;
use crate::seal;

const NAME: &str = "plan.json";
const COPY: &str = "plan-copy.json";
const FORMAT: u32 = 1;

/// No plan is longer.
const MOST_BYTES: u64 = 1 << 30;

/// The most units of a plan.
const MOST_TASKS: usize = 1 << 20;

/// A game that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedGame {
    /// The text, as it was asked.
    pub text: String,
    /// Which form it has.
    pub form: u32,
}

/// A game in standard form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormGame {
    /// Its rule.
    pub rule: String,
    /// Which root it has.
    pub root: u32,
    /// The value of a heap of n is that of a heap of n - shift of the root, and 0 where n < shift.
    pub shift: u64,
}

/// A game that is computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RootGame {
    /// Its rule.
    pub rule: String,
    /// About how many steps it takes.
    pub cost: f64,
}

/// Games to be computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GamesWork {
    /// What was asked for, as it was typed.
    pub request: Vec<FileText>,
    /// The last heap.
    pub to: u64,
    /// The most steps of one game; dense games end where these are spent.
    pub steps: u64,
    /// Every game that was asked for.
    pub asked: Vec<AskedGame>,
    /// Their standard forms.
    pub forms: Vec<FormGame>,
    /// The roots of the forms.
    pub roots: Vec<RootGame>,
    /// Which roots each unit computes.
    pub units: Vec<Vec<u32>>,
}

/// A run to be verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyWork {
    /// Where its folder is.
    pub folder: String,
    /// The share of its parts that was drawn by lot, if not all.
    pub sample: Option<String>,
    /// Decides which parts were drawn.
    pub seed: u64,
    /// Its parts, a unit each.
    pub parts: PartsOfRun,
}

/// What a survey is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SurveyWork {
    /// Many games.
    Games(GamesWork),
    /// One run.
    Verify(VerifyWork),
}

/// Roots that are computed a second time, by another kernel and if possible on other hosts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecheckWork {
    /// The share that was drawn.
    pub share: String,
    /// Decides which.
    pub seed: u64,
    /// Which roots each further unit computes.
    pub units: Vec<Vec<u32>>,
}

/// The plan of a survey.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SurveyPlan {
    /// The version of the format.
    pub format: u32,
    /// The version of the program.
    pub version: FileText,
    /// When it was made.
    pub made: FileText,
    /// What is computed.
    pub work: SurveyWork,
    /// What is computed again.
    pub rechecks: Vec<RecheckWork>,
}

/// What hangs on what: the forms of each root, the games of each form.
#[derive(Clone, Debug, Default)]
pub struct PlanIndex {
    /// The forms of each root.
    pub forms: Vec<Vec<u32>>,
    /// The games of each form.
    pub asked: Vec<Vec<u32>>,
}

impl PlanIndex {
    /// The index of a plan; empty where it is not about games.
    pub fn of(plan: &SurveyPlan) -> Self {
        let SurveyWork::Games(games) = &plan.work else { return Self::default() };
        let mut index =
            Self { forms: vec![Vec::new(); games.roots.len()], asked: vec![Vec::new(); games.forms.len()] };
        for (number, form) in (0..).zip(&games.forms) {
            index.forms[form.root as usize].push(number);
        }
        for (number, asked) in (0..).zip(&games.asked) {
            index.asked[asked.form as usize].push(number);
        }
        index
    }
}

/// The root of a rule, and by how many heaps its values are shifted; a game without a code may have a cousin with one.
fn family(rule: &Rule) -> (Rule, u64) {
    if rule.code().is_some() {
        return relations::root(rule);
    }
    match relations::first_cousin(rule).filter(|cousin| cousin.code().is_some()) {
        Some(cousin) => {
            let (root, shift) = relations::root(&cousin);
            (root, shift + 1)
        }
        None => (rule.clone(), 0),
    }
}

/// The number of a thing in a list in which each stands once.
fn number_of<T>(
    list: &mut Vec<T>,
    known: &mut HashMap<String, u32>,
    key: String,
    make: impl FnOnce() -> T,
) -> u32 {
    *known.entry(key).or_insert_with(|| {
        list.push(make());
        (list.len() - 1) as u32
    })
}

/// Whether all that hangs on a root is its family: the games that were asked for have the forms that the plan gives them,
/// and these the root and the shift. Whoever made the plan said so; here it is derived again.
pub fn is_family(games: &GamesWork, index: &PlanIndex, root: u32) -> bool {
    let name = &games.roots[root as usize].rule;
    index.forms[root as usize].iter().all(|&number| {
        let form = &games.forms[number as usize];
        let asked = index.asked[number as usize].iter().map(|&asked| &games.asked[asked as usize].text);
        let standard =
            |text: &str| text.parse::<HeapGame>().ok().map(|game| relations::standard_form(&game.rule));
        asked.into_iter().all(|text| {
            standard(text).is_some_and(|standard| {
                let (root, shift) = family(&standard);
                standard.to_string() == form.rule && root.to_string() == *name && shift == form.shift
            })
        })
    })
}

impl SurveyPlan {
    /// The plan of these games to a heap, in so many units.
    pub fn of_games(
        request: Vec<String>,
        games: Vec<(String, Rule)>,
        (to, steps): (u64, u64),
        tasks: Option<usize>,
    ) -> Result<Self, StoreError> {
        if to >= 1 << 63 {
            return Err(StoreError::Request(format!("there is no heap {to}; heaps end before 2^63")));
        }
        let (mut asked, mut forms, mut roots) = (Vec::new(), Vec::new(), Vec::new());
        let (mut known_forms, mut known_roots) = (HashMap::new(), HashMap::new());
        let mut root_rules: Vec<Rule> = Vec::new();
        for (text, rule) in games {
            let standard = relations::standard_form(&rule);
            let form = number_of(&mut forms, &mut known_forms, standard.to_string(), || {
                let (root, shift) = family(&standard);
                let name = root.to_string();
                let root = number_of(&mut root_rules, &mut known_roots, name, || root);
                FormGame { rule: standard.to_string(), root, shift }
            });
            asked.push(AskedGame { text, form });
        }
        for rule in &root_rules {
            roots.push(RootGame { rule: rule.to_string(), cost: cost::estimate(rule, to, steps).round() });
        }
        let request = request.into_iter().map(FileText::from).collect();
        let costs: Vec<f64> = roots.iter().map(|root| root.cost).collect();
        let units = cost::units(&costs, tasks.unwrap_or_else(|| usual_tasks(&costs)).min(MOST_TASKS));
        Ok(Self::of(SurveyWork::Games(GamesWork { request, to, steps, asked, forms, roots, units })))
    }

    /// The plan of verifying a run, a unit for each of its parts.
    pub fn of_run(work: VerifyWork) -> Self {
        Self::of(SurveyWork::Verify(work))
    }

    fn of(work: SurveyWork) -> Self {
        let version = env!("CARGO_PKG_VERSION").into();
        Self { format: FORMAT, version, made: now().into(), work, rechecks: Vec::new() }
    }

    /// The hash of the work, which every result carries.
    pub fn identity(&self) -> String {
        let text = serde_json::to_vec(&self.work).expect("plain data");
        blake3::hash(&text).to_hex().to_string()
    }

    /// How many units compute something for the first time.
    pub fn first_units(&self) -> usize {
        match &self.work {
            SurveyWork::Games(games) => games.units.len(),
            SurveyWork::Verify(run) => run.parts.parts.len(),
        }
    }

    /// How many tasks there are; they are counted from 1.
    pub fn tasks(&self) -> u64 {
        let again: usize = self.rechecks.iter().map(|again| again.units.len()).sum();
        (self.first_units() + again) as u64
    }

    /// The roots that a task computes, and whether it is for the second time; `None` where there is no such task.
    pub fn roots_of(&self, task: u64) -> Option<(&[u32], bool)> {
        let SurveyWork::Games(games) = &self.work else { return None };
        let mut at = usize::try_from(task.checked_sub(1)?).ok()?;
        if let Some(unit) = games.units.get(at) {
            return Some((unit, false));
        }
        at -= games.units.len();
        for again in &self.rechecks {
            if let Some(unit) = again.units.get(at) {
                return Some((unit, true));
            }
            at -= again.units.len();
        }
        None
    }

    /// Adds units that compute a share of the roots again, drawn by lot; tells the first and the last new task.
    pub fn recheck(&mut self, share: f64, seed: u64) -> Result<(u64, u64), StoreError> {
        let SurveyWork::Games(games) = &self.work else {
            return Err(StoreError::Request(
                "a verification is the second computation already; plan another one for a third".to_owned(),
            ));
        };
        let wanted = ((games.roots.len() as f64 * share).ceil() as usize).clamp(1, games.roots.len());
        let mut drawn: Vec<usize> = (0..games.roots.len()).collect();
        let lot = |root: &usize| *blake3::hash(format!("{seed} {root}").as_bytes()).as_bytes();
        drawn.sort_by_key(lot);
        drawn.truncate(wanted);
        let costs: Vec<f64> = drawn.iter().map(|&root| games.roots[root].cost).collect();
        let units = (games.units.len() as f64 * share).ceil() as usize;
        let units = cost::units(&costs, units).into_iter();
        let named = units.map(|unit| unit.into_iter().map(|at| drawn[at as usize] as u32).collect());
        let units: Vec<Vec<u32>> = named.collect();
        let first = self.tasks() + 1;
        self.rechecks.push(RecheckWork { share: format!("{}%", 100.0 * share), seed, units });
        Ok((first, self.tasks()))
    }

    /// Whether a folder holds a plan.
    pub fn is_in(folder: &Folder) -> Result<bool, StoreError> {
        Ok(folder.has(NAME)? || folder.has(COPY)?)
    }

    /// Reads the plan of a folder, or its copy where it is damaged; tells if it is.
    pub fn read(folder: &Folder) -> Result<(Self, Option<String>), StoreError> {
        let (plan, damage) = folder.read_either([NAME, COPY], MOST_BYTES, Self::parse)?;
        let damage = damage.map(|(name, why)| StoreError::damaged(&folder.file(name), why));
        match plan {
            Some(plan) => Ok((plan, damage.map(|damage| format!("{damage}; its copy is read")))),
            None => Err(damage.unwrap_or_else(|| {
                let path = folder.path().display();
                StoreError::Request(format!("{path} is no folder of a survey: it has no plan.json"))
            })),
        }
    }

    /// The plan that these bytes are, or what is wrong with them.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let plan: Self = seal::open(bytes)?;
        if plan.format != FORMAT {
            return Err(format!("it has format {}, this program reads format {FORMAT}", plan.format));
        }
        plan.examine().map(|()| plan).map_err(|why| format!("{why}, though its checksum is right"))
    }

    /// Whether everything in it fits together: every root is in one unit, and every number is a number of something.
    fn examine(&self) -> Result<(), &'static str> {
        if self.first_units() > MOST_TASKS || self.rechecks.len() > MOST_TASKS {
            return Err("it has too many units");
        }
        let games = match &self.work {
            SurveyWork::Verify(run) => {
                let parts = &run.parts.parts;
                let is_inside =
                    parts.iter().all(|part| part.first < part.until && part.until <= run.parts.segments);
                let ascends = parts.is_sorted_by(|a, b| a.until <= b.first);
                let fits = is_inside && ascends && run.parts.segments <= 1 << 43 && self.rechecks.is_empty();
                return if fits { Ok(()) } else { Err("its segments do not follow each other") };
            }
            SurveyWork::Games(games) => games,
        };
        let asked = games.asked.iter().map(|asked| &asked.text);
        let rules =
            games.forms.iter().map(|form| &form.rule).chain(games.roots.iter().map(|root| &root.rule));
        let is_plain = |text: &String| *FileText::from(text.as_str()) == **text && !text.contains(['<', '`']);
        if !asked.chain(rules).all(is_plain) {
            return Err("a game of it has marks that no game has");
        }
        if games.to >= 1 << 63 || games.asked.len() as u64 > MOST_GAMES {
            return Err("its numbers are too large");
        }
        let roots = games.roots.len();
        let fits = games.asked.iter().all(|asked| (asked.form as usize) < games.forms.len())
            && games.forms.iter().all(|form| (form.root as usize) < roots && form.shift < 1 << 16)
            && games.forms.len() <= games.asked.len()
            && roots <= games.forms.len();
        if !fits {
            return Err("its games have forms or roots that it does not have");
        }
        let mut seen = vec![false; roots];
        for &root in games.units.iter().flatten() {
            match seen.get_mut(root as usize) {
                Some(seen @ false) => *seen = true,
                _ => return Err("a game is in two of its units, or in none of its lists"),
            }
        }
        if seen.contains(&false) {
            return Err("a game is in none of its units");
        }
        let again = self.rechecks.iter().flat_map(|again| again.units.iter().flatten());
        if again.into_iter().any(|&root| root as usize >= roots) {
            return Err("it computes games again that it does not have");
        }
        Ok(())
    }

    /// Writes it into a folder, twice. The folder must hold no other plan.
    pub fn write(&self, folder: &Folder) -> Result<(), StoreError> {
        folder.create("")?;
        let _lock = folder.lock()?;
        if Self::is_in(folder)? && Self::read(folder)?.0.identity() != self.identity() {
            let path = folder.path().display();
            return Err(StoreError::Request(format!("{path} holds another survey; take another folder")));
        }
        for inside in ["results", "work", "certificates", "verified"] {
            folder.create(inside)?;
        }
        self.rewrite(folder)
    }

    /// Writes it into a folder whose lock is held, in the place of the plan that is there.
    pub fn rewrite(&self, folder: &Folder) -> Result<(), StoreError> {
        let text = seal::seal(self);
        [COPY, NAME].iter().try_for_each(|name| folder.write(name, text.as_bytes()))
    }
}

/// Units that last some minutes each.
fn usual_tasks(costs: &[f64]) -> usize {
    const STEPS_OF_A_UNIT: f64 = 2e11;
    ((costs.iter().sum::<f64>() / STEPS_OF_A_UNIT) as usize).clamp(1, 1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{Wish, games_of};

    fn plan(pattern: &str, tasks: usize) -> SurveyPlan {
        let games = games_of(&[Wish::Octal(pattern.to_owned())]).expect("games");
        SurveyPlan::of_games(vec![pattern.to_owned()], games, (2_000, 1_000_000_000), Some(tasks))
            .expect("a plan")
    }

    #[test]
    fn equal_games_and_cousins_are_computed_once() {
        let plan = plan("0.??", 4);
        let SurveyWork::Games(games) = &plan.work else { panic!("games") };
        assert_eq!((games.asked.len(), games.units.len()), (64, 4));
        assert!(games.roots.len() < games.forms.len() && games.forms.len() < 64);
        let of =
            |text: &str| games.asked.iter().find(|asked| asked.text == text).expect("asked").form as usize;
        // Dawson's Kayles is Dawson's chess but for a heap
        let kayles = &games.forms[of("0.07")];
        assert_eq!((games.roots[kayles.root as usize].rule.as_str(), kayles.shift), ("0.137", 1));
    }

    type Change = fn(&mut GamesWork);

    #[test]
    fn a_plan_is_read_as_it_was_written_and_nothing_else_is() {
        let mut plan = plan("0.?", 3);
        plan.recheck(0.3, 7).expect("units");
        let text = seal::seal(&plan);
        assert_eq!(SurveyPlan::parse(text.as_bytes()).expect("a plan"), plan);
        let hostile: [Change; 7] = [
            |games| games.to = u64::MAX,
            |games| games.asked[0].form = u32::MAX,
            |games| games.forms[0].root = 1 << 30,
            |games| games.forms[0].shift = u64::MAX,
            |games| games.units[0].push(u32::MAX),
            |games| games.units.push(vec![0]),
            |games| games.units.clear(),
        ];
        for change in hostile {
            let mut other = plan.clone();
            let SurveyWork::Games(games) = &mut other.work else { panic!("games") };
            change(games);
            assert!(SurveyPlan::parse(seal::seal(&other).as_bytes()).is_err());
        }
        let mut other = plan.clone();
        other.rechecks[0].units[0][0] = 99;
        assert!(SurveyPlan::parse(seal::seal(&other).as_bytes()).is_err());
        other = SurveyPlan { format: 2, ..plan };
        assert!(
            SurveyPlan::parse(seal::seal(&other).as_bytes()).expect_err("a refusal").contains("format 2")
        );
    }

    #[test]
    fn a_sample_is_the_same_for_the_same_seed() {
        let (mut one, mut same, mut other) = (plan("0.??", 5), plan("0.??", 5), plan("0.??", 5));
        one.recheck(0.2, 1).expect("units");
        same.recheck(0.2, 1).expect("units");
        other.recheck(0.2, 2).expect("units");
        assert_eq!(one.rechecks, same.rechecks);
        assert_ne!(one.rechecks[0].units, other.rechecks[0].units);
        assert_eq!(one.identity(), other.identity());
        assert_eq!(one.tasks(), 6);
        assert!(one.roots_of(6).is_some_and(|(_, again)| again) && one.roots_of(7).is_none());
        assert!(one.roots_of(0).is_none() && one.roots_of(u64::MAX).is_none());
    }
}

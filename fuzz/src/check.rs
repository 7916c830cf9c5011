//! Everything that is done with an input, and what is noticed meanwhile.

use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

use snarl_hierarchy::{ClassId, Origin, Progress};
use snarl_ir::{LowerAll, Program};

use crate::archives::{File, jar_of};
use crate::corpus::{Corpus, Library};
use crate::exercise::{
    ask_hierarchy, everything_said, load, lower_everything, number_of, open_everything,
    read_everything, resolve_everything,
};
use crate::folder::TempFolder;
use crate::random::Random;
use crate::watch::{Watched, on_threads, watched};

/// What one step may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Processor time.
    pub time: Duration,
    /// Memory.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(2), bytes: 512 << 20 }
    }
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Inputs looked at: classes and archives.
    pub iterations: u64,
    /// Archives among them.
    pub archives: u64,
    /// Classes that could be parsed.
    pub parsed: u64,
    /// Methods that were lowered.
    pub lowered: u64,
    /// Methods whose code breaks the JVM's rules so that it cannot be lowered.
    pub refused: u64,
    /// Bodies that passed the verifier.
    pub verified: u64,
    /// Bodies that did not.
    pub rejected: u64,
    /// References that were resolved, successfully or not.
    pub resolved: u64,
    /// Panics.
    pub panics: u64,
    /// Steps that took too long.
    pub slow: u64,
    /// Steps that took too much memory.
    pub large: u64,
}

impl Counts {
    const FIELDS: usize = 11;

    /// The numbers, in a fixed order.
    pub fn to_array(self) -> [u64; Self::FIELDS] {
        [
            self.iterations,
            self.archives,
            self.parsed,
            self.lowered,
            self.refused,
            self.verified,
            self.rejected,
            self.resolved,
            self.panics,
            self.slow,
            self.large,
        ]
    }

    /// From what [`Self::to_array`] gave.
    pub fn from_array(all: [u64; Self::FIELDS]) -> Self {
        let [iterations, archives, parsed, lowered, refused, verified, rejected, resolved, ..] =
            all;
        let [.., panics, slow, large] = all;
        Self {
            iterations,
            archives,
            parsed,
            lowered,
            refused,
            verified,
            rejected,
            resolved,
            panics,
            slow,
            large,
        }
    }

    /// Adds others.
    pub fn add(&mut self, other: Self) {
        let mut all = self.to_array();
        all.iter_mut().zip(other.to_array()).for_each(|(sum, more)| *sum += more);
        *self = Self::from_array(all);
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} iterations ({} archives), {} classes parsed, {} methods lowered ({} refused), \
             {} verified, {} rejected by the verifier, {} references resolved, \
             panics {}, slow {}, large {}",
            self.iterations,
            self.archives,
            self.parsed,
            self.lowered,
            self.refused,
            self.verified,
            self.rejected,
            self.resolved,
            self.panics,
            self.slow,
            self.large
        )
    }
}

/// Something that must not happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is, in a form that is the same for the same fault: `panic at …`, `slow: lower`.
    pub what: String,
    /// More about it.
    pub detail: String,
    /// Which class of the input it is about, if it is about one.
    pub class: Option<usize>,
}

/// Something to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Class files that make up a program.
    Classes(Vec<Vec<u8>>),
    /// A file of any kind.
    File(File),
}

/// An input with all that decides what is done with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is looked at.
    pub input: Input,
    /// What it is loaded with.
    pub library: Library,
    /// Whether a JVM would take it, so that the verifier must not reject it.
    pub valid: bool,
    /// Decides what is asked of the hierarchy.
    pub seed: u64,
}

/// Looks at inputs, counts, and collects what must not happen.
pub struct Checker<'c> {
    corpus: &'c Corpus,
    limits: Limits,
    folder: TempFolder,
    /// What was done.
    pub counts: Counts,
    /// What was found.
    pub findings: Vec<Finding>,
}

impl<'c> Checker<'c> {
    /// A checker that has done nothing yet.
    pub fn new(corpus: &'c Corpus, limits: Limits) -> io::Result<Self> {
        let (counts, findings) = (Counts::default(), Vec::new());
        Ok(Self { corpus, limits, folder: TempFolder::new()?, counts, findings })
    }

    /// Looks at an input.
    pub fn check(&mut self, case: &Case) {
        match &case.input {
            Input::Classes(classes) => {
                self.counts.iterations += classes.len() as u64;
                for (number, class) in classes.iter().enumerate() {
                    let parsed = self.step("read", Some(number), |_| read_everything(class));
                    self.counts.parsed += u64::from(parsed == Some(true));
                }
                self.classes(classes, case);
            }
            Input::File(file) => {
                self.counts.iterations += 1;
                self.counts.archives += 1;
                self.file(file, case);
            }
        }
    }

    /// Does one thing with an input and notes if it panics or costs too much.
    fn step<T>(
        &mut self,
        name: &str,
        class: Option<usize>,
        work: impl FnOnce(&mut Counts) -> T,
    ) -> Option<T> {
        let counts = &mut self.counts;
        let Watched { result, cost, panics } = watched(|| work(counts));
        for panic in panics {
            self.counts.panics += 1;
            let what = format!("panic at {}", panic.place);
            let detail = format!("{name}: {}\n{}", panic.message, panic.backtrace);
            self.findings.push(Finding { what, detail, class });
        }
        if cost.time > self.limits.time {
            self.counts.slow += 1;
            let what = format!("slow: {name}");
            self.findings.push(Finding { what, detail: format!("{:?}", cost.time), class });
        }
        if cost.bytes > self.limits.bytes {
            self.counts.large += 1;
            let what = format!("large: {name}");
            self.findings.push(Finding { what, detail: format!("{} bytes", cost.bytes), class });
        }
        result
    }

    fn classes(&mut self, classes: &[Vec<u8>], case: &Case) {
        // Entries are named by their number, so that what is found can be traced to its class.
        let names: Vec<String> = (0..classes.len()).map(|it| format!("{it}.class")).collect();
        let entries = names.iter().zip(classes).map(|(name, class)| (&**name, &**class));
        let Ok(path) = self.folder.write("batch.jar", &jar_of(entries)) else { return };
        self.program(&path, case);
    }

    fn file(&mut self, file: &File, case: &Case) {
        let Ok(path) = self.folder.write(&file.name, &file.bytes) else { return };
        self.step("open", None, |_| open_everything(&path));
        self.program(&path, case);
    }

    /// Looks at a program: a jar, a folder, whatever is at a path.
    fn program(&mut self, path: &Path, case: &Case) {
        let library = case.library;
        let jdk = self.corpus.library(library);
        let loaded = self.step("load", None, |_| load(path, jdk));
        let Some(hierarchy) = loaded else { return };
        let classes: Vec<ClassId> =
            hierarchy.ids().take_while(|&id| hierarchy.origin(id) == Origin::Application).collect();
        let mut random = Random::new(case.seed);
        for &class in &classes {
            let number = number_of(&hierarchy, class);
            let complaints =
                self.step("lower", number, |counts| lower_everything(&hierarchy, class, counts));
            for detail in complaints.into_iter().flatten().filter(|_| case.valid) {
                let what = "valid code is refused".to_owned();
                self.findings.push(Finding { what, detail, class: number });
            }
            self.step("resolve", number, |counts| {
                counts.resolved += resolve_everything(&hierarchy, class, &mut random);
            });
        }
        self.step("hierarchy", None, |_| ask_hierarchy(&hierarchy, &classes, library, &mut random));
        if random.one_in(40) {
            self.compare_threads(path, library);
        }
        // The same again as Python does it: through a program that guards itself.
        if random.one_in(8) {
            self.step("program", None, |_| {
                let program = Program::new(hierarchy);
                let what = LowerAll { origin: Some(Origin::Application), verify: true, keep: true };
                program.lower_all(what, &Progress::default()).failures.len()
            });
        }
    }

    /// What is said about a program must not depend on how many threads found it out.
    fn compare_threads(&mut self, path: &Path, library: Library) {
        let corpus = self.corpus;
        let difference = self.step("threads", None, |_| {
            let alone = everything_said(path, corpus.library(library));
            let together = on_threads(3, || everything_said(path, corpus.library(library)));
            let pairs = alone.into_iter().zip(together);
            pairs.into_iter().find(|(alone, together)| alone != together)
        });
        if let Some(Some((alone, together))) = difference {
            let what = "threads disagree".to_owned();
            let detail = format!("one: {alone}\nthree: {together}");
            self.findings.push(Finding { what, detail, class: None });
        }
    }
}

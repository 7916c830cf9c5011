//! Batch after batch: what is in one, and what becomes of a finding.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::anatomy::Anatomy;
use crate::archives::{File, jar_of, some_archive};
use crate::check::{Case, Checker, Counts, Finding, Input, Limits};
use crate::corpus::{Corpus, Library};
use crate::giants::GIANTS;
use crate::mutate::{mutate, set_super_class};
use crate::programs::some_program;
use crate::random::Random;

/// Classes of a batch: enough that loading the library beside them does not dominate.
const CLASSES: usize = 60;
const ARCHIVES: usize = 4;

/// The cases of a batch. They depend on the seed and the corpus alone.
pub fn batch(corpus: &Corpus, seed: u64) -> Vec<Case> {
    let mut random = Random::new(seed);
    let case = |input, library, valid| Case { input, library, valid, seed };
    match random.below(200) {
        0 => {
            let giant = &GIANTS[random.below(GIANTS.len())];
            let classes = (giant.classes)(random.between(5, 100));
            vec![case(Input::Classes(classes), Library::None, false)]
        }
        1..=19 => (0..ARCHIVES)
            .map(|_| {
                let classes: Vec<Vec<u8>> = (0..random.between(1, 6))
                    .map(|number| mutant(corpus, &mut random, number))
                    .collect();
                let file = some_archive(&mut random, &classes);
                case(Input::File(file), some_library(&mut random), false)
            })
            .collect(),
        20..=49 => {
            let classes = (0..CLASSES).map(|number| some_program(&mut random, number)).collect();
            vec![case(Input::Classes(classes), some_library(&mut random), true)]
        }
        50..=59 => {
            let classes = (0..CLASSES).map(|number| {
                let class = some_program(&mut random, number);
                let donor = corpus.class(&mut random);
                mutate(&mut random, class, &donor)
            });
            let classes = classes.collect();
            vec![case(Input::Classes(classes), some_library(&mut random), false)]
        }
        _ => {
            let mut classes: Vec<Vec<u8>> =
                (0..CLASSES).map(|number| mutant(corpus, &mut random, number)).collect();
            if random.one_in(4) {
                relate(&mut random, &mut classes);
            }
            vec![case(Input::Classes(classes), some_library(&mut random), false)]
        }
    }
}

fn some_library(random: &mut Random) -> Library {
    match random.below(40) {
        0 => Library::Jdk,
        1..=6 => Library::None,
        _ => Library::Core,
    }
}

fn mutant(corpus: &Corpus, random: &mut Random, number: usize) -> Vec<u8> {
    let class = corpus.stranger(random, number);
    let donor = corpus.class(random);
    mutate(random, class, &donor)
}

/// Makes classes of a batch extend each other, in circles, too.
fn relate(random: &mut Random, classes: &mut [Vec<u8>]) {
    let names: Vec<Vec<u8>> = classes
        .iter()
        .filter_map(|class| Some(class[Anatomy::of(class).name(class)?].to_vec()))
        .collect();
    for class in classes.iter_mut() {
        let above = random.pick(&names);
        if let (Some(name), true) = (above, random.one_in(2)) {
            set_super_class(class, name);
        }
    }
}

/// Runs batches and keeps what is found.
pub struct Campaign<'c> {
    corpus: &'c Corpus,
    limits: Limits,
    /// Where inputs that show a fault are saved.
    failures: PathBuf,
    /// Faults that are known already.
    known: BTreeSet<String>,
    /// What was done so far.
    pub counts: Counts,
}

impl<'c> Campaign<'c> {
    /// A campaign that has found nothing yet.
    pub fn new(corpus: &'c Corpus, limits: Limits, failures: &Path) -> Self {
        let (known, counts) = (BTreeSet::new(), Counts::default());
        Self { corpus, limits, failures: failures.to_owned(), known, counts }
    }

    /// Runs the batch of a seed; gives what it found that was not known, each with where its input was
    /// saved.
    pub fn run(&mut self, seed: u64) -> io::Result<Vec<(Finding, PathBuf)>> {
        let mut new = Vec::new();
        for case in batch(self.corpus, seed) {
            let mut checker = Checker::new(self.corpus, self.limits)?;
            checker.check(&case);
            self.counts.add(checker.counts);
            for finding in checker.findings {
                if self.known.insert(finding.what.clone()) {
                    let saved = self.save(&case, &finding)?;
                    new.push((finding, saved));
                }
            }
        }
        Ok(new)
    }

    /// Saves the class that shows a fault if it does so alone, else the whole input.
    fn save(&self, case: &Case, finding: &Finding) -> io::Result<PathBuf> {
        let mut alone = case.clone();
        if let (Input::Classes(classes), Some(number)) = (&case.input, finding.class) {
            alone.input = Input::Classes(classes.get(number).cloned().into_iter().collect());
            let mut checker = Checker::new(self.corpus, self.limits)?;
            checker.check(&alone);
            if !checker.findings.iter().any(|it| it.what == finding.what) {
                alone = case.clone();
            }
        }
        let title = format!("{} ({:?}, seed {})", finding.what, case.library, case.seed);
        let text = format!("{title}\n{}\n", finding.detail);
        save(&self.failures, &finding.what, case.seed, &alone.input, &text)
    }
}

/// Saves an input under a name that tells what it shows, with a text beside it.
pub fn save(
    folder: &Path,
    what: &str,
    seed: u64,
    input: &Input,
    text: &str,
) -> io::Result<PathBuf> {
    let (suffix, bytes) = match input {
        Input::Classes(classes) if classes.len() == 1 => ("class", classes[0].clone()),
        Input::Classes(classes) => {
            let names: Vec<String> = (0..classes.len()).map(|it| format!("{it}.class")).collect();
            let entries = names.iter().zip(classes).map(|(name, class)| (&**name, &**class));
            ("jar", jar_of(entries))
        }
        Input::File(File { name, bytes }) => {
            (name.rsplit('.').next().unwrap_or(name), bytes.clone())
        }
    };
    // The end of a path tells more than its start.
    let slug: String =
        what.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '-' }).collect();
    let slug = &slug[slug.len().saturating_sub(48)..];
    fs::create_dir_all(folder)?;
    let stem = format!("{}-{seed}", slug.trim_matches('-'));
    fs::write(folder.join(format!("{stem}.txt")), text)?;
    let path = folder.join(format!("{stem}.{suffix}"));
    fs::write(&path, bytes)?;
    Ok(path)
}

/// An input that was saved.
pub fn saved(path: &Path) -> io::Result<Input> {
    let bytes = fs::read(path)?;
    if path.extension().is_some_and(|suffix| suffix == "class") {
        return Ok(Input::Classes(vec![bytes]));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Input::File(File { name, bytes }))
}

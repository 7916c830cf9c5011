//! `snarl-fuzz`: runs a campaign for some time, in a process that may die.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio, exit};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use snarl_fuzz::campaign::{Campaign, batch, save, saved};
use snarl_fuzz::check::{Case, Checker, Counts, Input, Limits};
use snarl_fuzz::corpus::{Corpus, Library};
use snarl_fuzz::folder::TempFolder;
use snarl_fuzz::giants::GIANTS;
use snarl_fuzz::watch::on_one_thread;

const USAGE: &str = "\
usage: snarl-fuzz [--seconds N] [--seed S] [--jdk HOME] [--failures FOLDER] [JAR...]
       snarl-fuzz --reproduce FILE [--jdk HOME]
       snarl-fuzz --giants PERCENT [--only TEXT] [--jdk HOME]   what programs at the limits cost";

/// A batch that takes longer will never end.
const HANGS_AFTER: Duration = Duration::from_secs(90);
/// The exit code of a worker that hangs.
const HUNG: i32 = 70;
/// How often progress is reported.
const REPORT_EVERY: Duration = Duration::from_secs(60);

#[derive(Clone, Debug)]
struct Options {
    seconds: u64,
    seed: u64,
    jdk: Option<PathBuf>,
    jars: Vec<PathBuf>,
    failures: PathBuf,
    reproduce: Option<PathBuf>,
    giants: Option<u64>,
    only: String,
    /// In a worker: where it tells what it is doing.
    worker: Option<PathBuf>,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            seconds: 60,
            seed: 1,
            jdk: None,
            jars: Vec::new(),
            failures: Path::new(env!("CARGO_MANIFEST_DIR")).join("failures"),
            reproduce: None,
            giants: None,
            only: String::new(),
            worker: None,
        };
        while let Some(argument) = arguments.next() {
            if !argument.starts_with("--") {
                options.jars.push(argument.into());
                continue;
            }
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            let number = |text: String| text.parse().map_err(|_| format!("{text} is no number"));
            match &*argument {
                "--seconds" => options.seconds = number(value()?)?,
                "--seed" => options.seed = number(value()?)?,
                "--jdk" => options.jdk = Some(value()?.into()),
                "--failures" => options.failures = value()?.into(),
                "--reproduce" => options.reproduce = Some(value()?.into()),
                "--giants" => options.giants = Some(number(value()?)?),
                "--only" => options.only = value()?,
                "--worker" => options.worker = Some(value()?.into()),
                _ => return Err(format!("{argument} is not known")),
            }
        }
        Ok(options)
    }
}

fn main() -> ExitCode {
    let options = match Options::parse(env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let done = match (&options.reproduce, &options.worker) {
        (Some(path), _) => on_one_thread(|| reproduce(&options, path)),
        (None, Some(state)) => on_one_thread(|| work(&options, state)),
        (None, None) if options.giants.is_some() => on_one_thread(|| giants(&options)),
        (None, None) => supervise(&options),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Whether all went well, or why nothing could be done.
type Outcome = Result<bool, String>;

fn said(error: io::Error) -> String {
    error.to_string()
}

fn reproduce(options: &Options, path: &Path) -> Outcome {
    let corpus = Corpus::open(options.jdk.as_deref(), &options.jars)?;
    let input = saved(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut clean = true;
    for library in [Library::None, Library::Core, Library::Jdk] {
        // Some questions are asked for some seeds only.
        for seed in 0..8 {
            let case = Case { input: input.clone(), library, valid: false, seed };
            let mut checker = Checker::new(&corpus, Limits::default()).map_err(said)?;
            checker.check(&case);
            for finding in &checker.findings {
                println!("{library:?}: {}\n{}", finding.what, finding.detail);
            }
            clean &= checker.findings.is_empty();
            if seed == 0 {
                println!("{library:?}: {}", checker.counts);
            }
        }
    }
    Ok(clean)
}

/// Shows the steps that take time or memory to speak of.
fn giants(options: &Options) -> Outcome {
    let corpus = Corpus::open(options.jdk.as_deref(), &[])?;
    let mut clean = true;
    for giant in GIANTS.iter().filter(|it| it.name.contains(&options.only)) {
        let classes = (giant.classes)(options.giants.unwrap_or(100) as usize);
        let bytes: usize = classes.iter().map(Vec::len).sum();
        println!("{}: {} classes, {bytes} bytes", giant.name, classes.len());
        let limits = Limits { time: Duration::from_millis(100), bytes: 100 << 20 };
        let case =
            Case { input: Input::Classes(classes), library: Library::None, valid: false, seed: 0 };
        let mut checker = Checker::new(&corpus, limits).map_err(said)?;
        checker.check(&case);
        println!("    {} lowered, {} refused", checker.counts.lowered, checker.counts.refused);
        for finding in checker.findings {
            println!("    {}: {}", finding.what, finding.detail);
            clean &= !finding.what.starts_with("panic");
        }
    }
    Ok(clean)
}

/// When the batch that is running was begun, in milliseconds.
static BATCH_BEGAN: AtomicU64 = AtomicU64::new(0);

fn watch_for_hangs(started: Instant) {
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_secs(1));
            let began = Duration::from_millis(BATCH_BEGAN.load(Ordering::Relaxed));
            if started.elapsed().saturating_sub(began) > HANGS_AFTER {
                exit(HUNG);
            }
        }
    });
}

/// Runs batches until the time is over, and says in a file which one is running.
fn work(options: &Options, state: &Path) -> Outcome {
    let started = Instant::now();
    let corpus = Corpus::open(options.jdk.as_deref(), &options.jars)?;
    let mut campaign = Campaign::new(&corpus, Limits::default(), &options.failures);
    let mut clean = true;
    let mut reported = Duration::ZERO;
    watch_for_hangs(started);
    for seed in options.seed.. {
        let elapsed = started.elapsed();
        write_state(state, seed, campaign.counts).map_err(said)?;
        if elapsed.as_secs() >= options.seconds {
            break;
        }
        if elapsed - reported >= REPORT_EVERY {
            reported = elapsed;
            println!("  {:5} s, seed {seed}: {}", elapsed.as_secs(), campaign.counts);
        }
        BATCH_BEGAN.store(elapsed.as_millis() as u64, Ordering::Relaxed);
        for (finding, path) in campaign.run(seed).map_err(said)? {
            println!("{}\n{}\nsaved: {}", finding.what, finding.detail, path.display());
            clean = false;
        }
    }
    Ok(clean)
}

fn write_state(path: &Path, seed: u64, counts: Counts) -> io::Result<()> {
    let numbers: Vec<String> =
        [seed].into_iter().chain(counts.to_array()).map(|it| it.to_string()).collect();
    fs::write(path, numbers.join(" "))
}

fn read_state(path: &Path) -> Option<(u64, Counts)> {
    let text = fs::read_to_string(path).ok()?;
    let mut numbers = text.split(' ').map_while(|it| it.parse().ok());
    let seed = numbers.next()?;
    let counts: Vec<u64> = numbers.collect();
    Some((seed, Counts::from_array(counts.try_into().ok()?)))
}

/// Runs workers until the time is over. When one dies, finds out what killed it and starts another.
fn supervise(options: &Options) -> Outcome {
    let started = Instant::now();
    let folder = TempFolder::new().map_err(said)?;
    let state = folder.path().join("state");
    let mut counts = Counts::default();
    let mut seed = options.seed;
    let mut clean = true;
    let corpus = Corpus::open(options.jdk.as_deref(), &options.jars)?;
    println!("{} classes in the corpus, from seed {seed}", corpus.len());
    loop {
        let elapsed = started.elapsed().as_secs();
        let left = options.seconds.saturating_sub(elapsed);
        let status =
            spawn(options, seed, left, &state).and_then(|mut child| child.wait()).map_err(said)?;
        let (stopped_at, done) = read_state(&state).unwrap_or((seed, Counts::default()));
        counts.add(done);
        match status.code() {
            Some(0) => {}
            Some(1) => clean = false,
            Some(2) => return Err("the worker could not start".to_owned()),
            _ => {
                clean = false;
                let what = describe(status);
                let saved = find_killer(options, &corpus, stopped_at, what).map_err(said)?;
                println!("{what}; saved: {}", saved.display());
            }
        }
        seed = stopped_at + 1;
        if started.elapsed().as_secs() >= options.seconds {
            break;
        }
    }
    let seconds = started.elapsed().as_secs().max(1);
    println!("{counts}; {} s, {} iterations/s", seconds, counts.iterations / seconds);
    Ok(clean)
}

fn describe(status: ExitStatus) -> &'static str {
    match status.code() {
        Some(HUNG) => "hang",
        _ => "the process dies (stack overflow, or out of memory)",
    }
}

fn spawn(options: &Options, seed: u64, seconds: u64, state: &Path) -> io::Result<Child> {
    let mut command = Command::new(env::current_exe()?);
    command.arg("--worker").arg(state);
    command.arg("--seed").arg(seed.to_string()).arg("--seconds").arg(seconds.to_string());
    command.arg("--failures").arg(&options.failures);
    if let Some(jdk) = &options.jdk {
        command.arg("--jdk").arg(jdk);
    }
    command.args(&options.jars).spawn()
}

/// The part of a batch that kills a process by itself; all of it, if none does.
fn find_killer(
    options: &Options,
    corpus: &Corpus,
    seed: u64,
    what: &'static str,
) -> io::Result<PathBuf> {
    let folder = TempFolder::new()?;
    let cases = batch(corpus, seed);
    for case in &cases {
        let parts: Vec<Input> = match &case.input {
            Input::Classes(classes) => {
                classes.iter().map(|class| Input::Classes(vec![class.clone()])).collect()
            }
            whole => vec![whole.clone()],
        };
        for part in parts {
            let tried = save(folder.path(), "tried", seed, &part, "")?;
            if kills(options, &tried)? {
                return save(&options.failures, what, seed, &part, what);
            }
        }
    }
    let all = cases.into_iter().flat_map(|case| match case.input {
        Input::Classes(classes) => classes,
        Input::File(_) => Vec::new(),
    });
    save(&options.failures, what, seed, &Input::Classes(all.collect()), what)
}

fn kills(options: &Options, path: &Path) -> io::Result<bool> {
    let mut command = Command::new(env::current_exe()?);
    command.arg("--reproduce").arg(path);
    if let Some(jdk) = &options.jdk {
        command.arg("--jdk").arg(jdk);
    }
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let started = Instant::now();
    while started.elapsed() < HANGS_AFTER / 3 {
        if let Some(status) = child.try_wait()? {
            return Ok(!matches!(status.code(), Some(0 | 1)));
        }
        thread::sleep(Duration::from_millis(50));
    }
    child.kill()?;
    child.wait()?;
    Ok(true)
}

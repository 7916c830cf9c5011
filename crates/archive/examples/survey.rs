//! Opens the inputs and JDK homes given as arguments, reads every class, and says how long it took.

use std::path::Path;
use std::time::Instant;

use rayon::prelude::*;
use snarl_archive::{Container, Limits, Problem, open, open_jdk};

fn main() {
    for argument in std::env::args().skip(1) {
        survey(Path::new(&argument));
    }
}

fn survey(path: &Path) {
    let limits = Limits::default();
    let start = Instant::now();
    let (containers, problems) = match open_jdk(path, &limits) {
        Ok(jdk) => {
            println!("JDK {} ({})", jdk.version, jdk.full_version);
            (jdk.containers, jdk.problems)
        }
        Err(_) => {
            let start = Instant::now();
            let opened = open(path, 25, &limits);
            println!("open {:?}", start.elapsed());
            (opened.containers, opened.problems)
        }
    };
    let listed = start.elapsed();
    for problem in &problems {
        println!("{problem}");
    }
    let classes: usize = containers.iter().map(Container::len).sum();
    println!(
        "{}: {} containers, {classes} classes, listed in {listed:?}",
        path.display(),
        containers.len()
    );
    for round in ["first", "second"] {
        let start = Instant::now();
        let (bytes, failed) = read_all(&containers);
        println!("{round} read of all: {bytes} bytes in {:?}", start.elapsed());
        for problem in failed.iter().take(5) {
            println!("{problem}");
        }
    }
}

fn read_all(containers: &[Container]) -> (u64, Vec<Problem>) {
    let reads = containers
        .par_iter()
        .flat_map(|container| (0..container.len()).into_par_iter().map(|i| container.read(i)));
    let (sizes, problems): (Vec<_>, Vec<_>) = reads.partition_map(|read| match read {
        Ok(bytes) => rayon::iter::Either::Left(touch(&bytes)),
        Err(problem) => rayon::iter::Either::Right(problem),
    });
    (sizes.iter().sum(), problems)
}

/// Makes sure that mapped bytes are really read.
fn touch(bytes: &[u8]) -> u64 {
    let sum: u64 = bytes.iter().step_by(512).map(|&byte| u64::from(byte)).sum();
    std::hint::black_box(sum);
    bytes.len() as u64
}

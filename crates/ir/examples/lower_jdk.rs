//! Lowers and verifies every method of a JDK, and says how long each step takes.
//!
//! `cargo run --release -p snarl-ir --example lower_jdk -- JAVA_HOME`

use std::time::Instant;

use snarl_hierarchy::{Hierarchy, Input, Progress};
use snarl_ir::{LowerAll, Program};

fn main() {
    let home = std::env::args().nth(1).expect("the JDK's home");
    let progress = Progress::default();
    let start = Instant::now();
    let jdk = snarl_archive::open_jdk(home.as_ref(), &snarl_archive::Limits::default());
    let jdk = jdk.unwrap_or_else(|problem| panic!("{problem}"));
    let input = Input { jdk: jdk.containers, ..Input::default() };
    let program = Program::new(Hierarchy::load(input, &progress));
    println!("index     {:?}", start.elapsed());
    let start = Instant::now();
    program.hierarchy().link_all();
    println!("hierarchy {:?}", start.elapsed());
    let start = Instant::now();
    let summary = program.lower_all(LowerAll { keep: true, ..LowerAll::default() }, &progress);
    println!("lower     {:?}", start.elapsed());
    let start = Instant::now();
    let all = LowerAll { keep: true, verify: true, ..LowerAll::default() };
    let verified = program.lower_all(all, &progress);
    println!("verify    {:?}", start.elapsed());
    let Summary { classes, methods, bodies, instructions, bytes, .. } = summary;
    println!(
        "{classes} classes, {methods} methods, {bodies} bodies, {instructions} instructions, {} MB",
        bytes >> 20
    );
    println!("{} failures", verified.failures.len());
    for failure in verified.failures.iter().take(40) {
        println!("{}: {}", program.hierarchy().method_name(failure.method), failure.message);
    }
}

use snarl_ir::Summary;

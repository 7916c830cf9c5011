//! Analyses a program from its main class: `reach JAVA_HOME CONTEXT MAIN_CLASS PATH…`

use std::time::Instant;

use snarl_archive::Limits;
use snarl_hierarchy::{Hierarchy, Input, MethodId, Progress};
use snarl_ir::Program;
use snarl_pta::{Analysis, Selector};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let home = arguments.next().expect("the JDK's home");
    let depth: u32 = arguments.next().and_then(|it| it.parse().ok()).expect("depth of contexts");
    let main = arguments.next().expect("the main class").replace('.', "/");
    let start = Instant::now();
    let jdk = snarl_archive::open_jdk(home.as_ref(), &Limits::default()).expect("a JDK");
    let mut input = Input { jdk: jdk.containers, ..Input::default() };
    for path in arguments {
        input
            .application
            .extend(snarl_archive::open(path.as_ref(), jdk.version, &Limits::default()).containers);
    }
    let program = Program::new(Hierarchy::load(input, &Progress::default()));
    println!("load   {:?}", start.elapsed());
    let class = program.hierarchy().find(main.as_bytes()).expect("the main class is there");
    let index = program.hierarchy().class(class).find_method(b"main", b"([Ljava/lang/String;)V");
    let root = MethodId { class, index: index.expect("it has a main method") };
    let start = Instant::now();
    let analysis = Analysis::run(&program, &[root], Selector::objects(depth));
    println!("solve  {:?}", start.elapsed());
    println!("{:?}", analysis.counts());
}

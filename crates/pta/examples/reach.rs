//! Analyses a program from its main class: `reach JAVA_HOME CONTEXT MAIN_CLASS PATH…`, without models.

use std::time::Instant;

use snarl_archive::Limits;
use snarl_hierarchy::{Hierarchy, Input, MethodId, Progress, Type};
use snarl_ir::Program;
use snarl_pta::{Inputs, Options, Prepared, Selector, Sensitivity, Synthetic, Target, analyse};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let home = arguments.next().expect("the JDK's home");
    let sensitivity = match arguments.next().expect("ci, 1obj, 2obj, 2type or auto").as_str() {
        "ci" => Sensitivity::Insensitive,
        "1obj" => Sensitivity::Objects(1),
        "2obj" => Sensitivity::Objects(2),
        "2type" => Sensitivity::Types(2),
        _ => Sensitivity::Auto,
    };
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
    let main = MethodId { class, index: index.expect("it has a main method") };
    let string = Type::class(program.hierarchy().find(b"java/lang/String").expect("a JDK"));
    let mut root = Synthetic::new(&[], Type::VOID);
    let array = root.make(string.array_of().expect("few dimensions"));
    root.call(Target::Static(main), &[array], Type::VOID, false);
    let inputs = Inputs { roots: vec![root], ..Inputs::default() };
    let start = Instant::now();
    let options = Options { selector: Selector::new(sensitivity), memory: 3 << 30 };
    let solution = analyse(&program, &inputs, options, Prepared::default(), &|_| false);
    println!("solve  {:?}", start.elapsed());
    println!("{:?}", solution.counts());
}

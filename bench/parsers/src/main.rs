//! How long class-file readers need for a whole JDK, on one thread: for the constant pool and all
//! members, and then for all instructions too. `cargo run --release -- JAVA_HOME`

use std::time::{Duration, Instant};

use snarl_archive::{Bytes, Limits};
use snarl_classfile::Layout;

/// Instructions seen and classes refused.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    instructions: usize,
    refused: usize,
}

fn ours(class: &[u8], with_code: bool) -> Option<usize> {
    let layout = Layout::parse(class).ok()?;
    if !with_code {
        return Some(0);
    }
    let methods = layout.on(class).methods();
    let codes = methods.filter_map(|method| method.code()?.ok());
    Some(codes.map(|code| code.instructions().filter_map(Result::ok).count()).sum())
}

fn noak(class: &[u8], with_code: bool) -> Option<usize> {
    use noak::reader::{AttributeContent, Class};
    let class = Class::new(class).ok()?;
    let mut count = 0;
    for method in class.methods() {
        for attribute in method.ok()?.attributes() {
            let attribute = attribute.ok()?;
            if !with_code {
                continue;
            }
            if let Ok(AttributeContent::Code(code)) = attribute.read_content(class.pool()) {
                count += code.raw_instructions().filter_map(Result::ok).count();
            }
        }
    }
    Some(count)
}

fn cafebabe(class: &[u8], with_code: bool) -> Option<usize> {
    use cafebabe::attributes::AttributeData;
    let mut options = cafebabe::ParseOptions::default();
    options.parse_bytecode(with_code);
    let class = cafebabe::parse_class_with_options(class, &options).ok()?;
    let attributes = class.methods.iter().flat_map(|method| &method.attributes);
    let codes = attributes.filter_map(|attribute| match &attribute.data {
        AttributeData::Code(code) => code.bytecode.as_ref(),
        _ => None,
    });
    Some(codes.map(|code| code.opcodes.len()).sum())
}

fn measure(classes: &[Bytes], parse: impl Fn(&[u8]) -> Option<usize>) -> (Duration, Seen) {
    let mut best = Duration::MAX;
    let mut seen = Seen::default();
    for _ in 0..3 {
        seen = Seen::default();
        let start = Instant::now();
        for class in classes {
            match parse(class) {
                Some(count) => seen.instructions += count,
                None => seen.refused += 1,
            }
        }
        best = best.min(start.elapsed());
    }
    (best, seen)
}

fn main() {
    let home = std::env::args().nth(1).expect("usage: parsers JAVA_HOME");
    let jdk = snarl_archive::open_jdk(home.as_ref(), &Limits::default()).expect("a JDK");
    let entries = jdk.containers.iter().flat_map(|it| (0..it.len()).filter_map(|index| it.read(index).ok()));
    let classes: Vec<Bytes> = entries.collect();
    println!("{} classes of JDK {}; best of 3, one thread", classes.len(), jdk.full_version);
    type Parse = fn(&[u8], bool) -> Option<usize>;
    for (name, parse) in [("snarl", ours as Parse), ("noak", noak), ("cafebabe", cafebabe)] {
        let (headers, _) = measure(&classes, |class| parse(class, false));
        let (all, seen) = measure(&classes, |class| parse(class, true));
        println!(
            "{name:9} headers {headers:>10.2?}   with code {all:>10.2?}   {} instructions, {} classes refused",
            seen.instructions, seen.refused
        );
    }
}

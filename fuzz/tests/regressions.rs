//! Faults that a campaign found and that no giant shows, each as the smallest program that has it.

use std::time::Duration;

use snarl_classfile::opcode::*;
use snarl_fuzz::assemble::{ClassWriter, CodeWriter};
use snarl_fuzz::check::{Case, Checker, Finding, Input, Limits};
use snarl_fuzz::corpus::{Corpus, Library};
use snarl_fuzz::watch::on_one_thread;

/// Looks at a program for several seeds, for some questions are asked for some seeds only.
fn findings(classes: &[&ClassWriter]) -> Vec<Finding> {
    let classes: Vec<Vec<u8>> = classes.iter().map(|it| it.bytes()).collect();
    on_one_thread(|| {
        let corpus = Corpus::open(None, &[]).unwrap_or_else(|message| panic!("{message}"));
        let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
        let mut checker = Checker::new(&corpus, limits).unwrap();
        for seed in 0..16 {
            let input = Input::Classes(classes.clone());
            checker.check(&Case { input, library: Library::None, valid: false, seed });
        }
        checker.findings
    })
}

/// Every phantom extended `java.lang.Object`, itself included where there is no JDK, so that who looked
/// for a member in all super classes never came to an end.
#[test]
fn object_may_be_missing() {
    let mut class = ClassWriter::new("a/User", "java/lang/Object");
    class.field_ref("a/User", "missing", "I");
    class.method_ref("a/User", "missing", "()V");
    class.method(1, "m", "()V", Some(CodeWriter::roomy(vec![RETURN])));
    assert_eq!(findings(&[&class]), []);
}

/// The slots of a frame's locals were counted in 16 bits; a frame can have more than a method.
#[test]
fn a_frame_may_have_more_locals_than_slots() {
    let mut class = ClassWriter::new("a/Frames", "java/lang/Object");
    // Two types meet at index 17, in a slot that no long of the frame starts in.
    let mut code = CodeWriter::roomy(vec![
        ILOAD_0, IFEQ, 0, 11, ALOAD_1, WIDE, ASTORE, 0xFF, 0xFD, GOTO, 0, 8, ALOAD_2, WIDE, ASTORE,
        0xFF, 0xFD, WIDE, ALOAD, 0xFF, 0xFD, POP, RETURN,
    ]);
    let mut map = vec![0, 1, 255, 0, 17, 0xFF, 0xFF];
    map.extend(vec![4; 0xFFFF]);
    map.extend([0, 0]);
    code.attributes.push(("StackMapTable", map));
    class.method(9, "m", "(ILjava/lang/String;Ljava/lang/Integer;)V", Some(code));
    assert_eq!(findings(&[&class]), []);
}

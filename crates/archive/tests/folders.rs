//! Folders and single class files.

mod support;

use snarl_archive::{Limits, ProblemKind, Role, open};
use support::*;

fn open_folder(folder: &TempFolder) -> snarl_archive::Opened {
    open(folder.path(), RELEASE, &Limits::default())
}

#[test]
fn lists_classes_at_any_depth() {
    let folder = TempFolder::new();
    folder.write("b/B.class", b"B");
    folder.write("a/b/c/C.class", b"C");
    folder.write("Main.class", b"M");
    folder.write("a/package-info.class", b"-");
    folder.write("module-info.class", b"-");
    folder.write("META-INF/versions/11/b/B.class", b"-");
    folder.write("lib.jar", &Zip::new().with("L.class", b"L").bytes());
    let classes = only(open_folder(&folder));
    assert_eq!(names(&classes), ["Main", "a/b/c/C", "b/B"]);
    assert_eq!(classes.entry_path(1), "a/b/c/C.class");
    assert_eq!(read(&classes, "a/b/c/C"), b"C");
}

#[test]
fn a_folder_of_jars_stands_for_its_jars() {
    let folder = TempFolder::new();
    folder.write("b.jar", &Zip::new().with("B.class", b"B").bytes());
    folder.write("a.jar", &Zip::new().with("A.class", b"A").bytes());
    folder.write("broken.jar", b"junk");
    folder.write("deeper/c.jar", &Zip::new().with("C.class", b"C").bytes());
    folder.write("notes.txt", b"-");
    let opened = open_folder(&folder);
    let found: Vec<_> = opened.containers.iter().map(names).collect();
    assert_eq!(found, [["A"], ["B"]]);
    assert!(opened.containers.iter().all(|jar| jar.role() == Role::Main));
    assert!(opened.containers[0].label().ends_with("a.jar"));
    assert_eq!(kinds(&opened), [ProblemKind::BadArchive]);
}

#[test]
fn a_folder_without_classes_is_said() {
    let folder = TempFolder::new();
    folder.write("notes.txt", b"-");
    assert_eq!(kinds(&open_folder(&folder)), [ProblemKind::NoClasses]);
}

#[test]
fn a_single_class_is_an_input() {
    let folder = TempFolder::new();
    let path = folder.write("p/Main.class", b"\xca\xfe\xba\xbe");
    let class = only(open(&path, RELEASE, &Limits::default()));
    assert_eq!(names(&class), ["Main"]);
    assert_eq!(read(&class, "Main"), b"\xca\xfe\xba\xbe");
    std::fs::remove_file(&path).unwrap();
    let problem = class.read(0).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Missing);
    assert_eq!(problem.entry, None);
}

#[test]
fn limits_hold_for_folders() {
    let folder = TempFolder::new();
    folder.write("A.class", &[0; 100]);
    folder.write("B.class", b"B");
    folder.write("C.class", b"C");
    let limits = Limits { entry_bytes: 10, entries: 2, ..Limits::default() };
    let opened = open(folder.path(), RELEASE, &limits);
    assert_eq!(names(&opened.containers[0]), ["A", "B"]);
    assert_eq!(kinds(&opened), [ProblemKind::TooLarge]);
    let problem = opened.containers[0].read(0).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::TooLarge);
    assert!(problem.to_string().ends_with("A.class: is 100 bytes; the limit is 10"));
}

#[cfg(unix)]
#[test]
fn links_are_followed_but_not_in_circles() {
    use std::os::unix::fs::symlink;
    let folder = TempFolder::new();
    folder.write("classes/a/A.class", b"A");
    folder.write("elsewhere/b/B.class", b"B");
    let classes = folder.path().join("classes");
    symlink(folder.path().join("elsewhere/b"), classes.join("b")).unwrap();
    symlink(&classes, classes.join("a/loop")).unwrap();
    symlink(classes.join("missing"), classes.join("Gone.class")).unwrap();
    let opened = open(&classes, RELEASE, &Limits::default());
    assert_eq!(names(&opened.containers[0]), ["Gone", "a/A", "b/B"]);
    assert_eq!(read(&opened.containers[0], "b/B"), b"B");
    let problem = opened.containers[0].read(0).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Missing);
}

//! Jars as build tools make them.

mod support;

use rayon::prelude::*;
use snarl_archive::{Bytes, Container, Limits, ProblemKind, Role, open};
use support::*;

#[test]
fn lists_classes_sorted_and_nothing_else() {
    let zip = Zip::new()
        .with("b/B.class", b"B")
        .with_stored("a/A$1.class", b"A1")
        .with("a/A.class", b"A")
        .with("module-info.class", b"-")
        .with("a/package-info.class", b"-")
        .with("META-INF/X.class", b"-")
        .with("a/readme.txt", b"-");
    let jar = only(open_bytes("app.jar", &zip.bytes()));
    assert_eq!(names(&jar), ["a/A", "a/A$1", "b/B"]);
    assert_eq!(jar.role(), Role::Main);
    assert!(jar.label().ends_with("app.jar"));
    assert_eq!(jar.entry_path(1), "a/A$1.class");
    assert_eq!(read(&jar, "a/A$1"), b"A1");
    assert_eq!(read(&jar, "b/B"), b"B");
}

#[test]
fn an_index_that_does_not_exist_is_a_problem() {
    let jar = only(open_bytes("app.jar", &Zip::new().with("A.class", b"A").bytes()));
    assert_eq!(jar.read(1).unwrap_err().kind, ProblemKind::Missing);
    assert_eq!(jar.entry_path(1), "");
    assert_eq!(jar.name(1), "");
    assert_eq!(jar.find("B"), None);
}

#[test]
fn the_application_wins_over_what_lies_beside_it() {
    let zip = Zip::new()
        .with("a/A.class", b"root")
        .with("BOOT-INF/classes/a/A.class", b"application")
        .with("org/boot/Launcher.class", b"launcher");
    let jar = only(open_bytes("app.jar", &zip.bytes()));
    assert_eq!(names(&jar), ["a/A", "org/boot/Launcher"]);
    assert_eq!(jar.entry_path(0), "BOOT-INF/classes/a/A.class");
    assert_eq!(read(&jar, "a/A"), b"application");
}

#[test]
fn jars_inside_are_containers_of_their_own() {
    let inner = Zip::new().with("lib/L.class", b"L").bytes();
    let deepest = Zip::new().with("d/D.class", b"D").bytes();
    let middle = Zip::new().with("inside/deepest.jar", &deepest).bytes();
    let zip = Zip::new()
        .with("WEB-INF/classes/a/A.class", b"A")
        .with_stored("WEB-INF/lib/stored.jar", &inner)
        .with("WEB-INF/lib/deflated.jar", &inner)
        .with_stored("other/middle.JAR", &middle)
        .with("WEB-INF/lib/resources.jar", &Zip::new().with("x.txt", b"x").bytes());
    let opened = open_bytes("app.war", &zip.bytes());
    assert_eq!(opened.problems, []);

    let labels: Vec<_> = opened
        .containers
        .iter()
        .map(|container| container.label().rsplit_once("app.war").unwrap().1)
        .collect();
    assert_eq!(
        labels,
        [
            "",
            "!/WEB-INF/lib/stored.jar",
            "!/WEB-INF/lib/deflated.jar",
            "!/other/middle.JAR!/inside/deepest.jar"
        ]
    );
    let roles: Vec<_> = opened.containers.iter().map(Container::role).collect();
    assert_eq!(roles[0], Role::Main);
    assert!(roles[1..].iter().all(|&role| role == Role::Nested));
    assert_eq!(read(&opened.containers[1], "lib/L"), b"L");
    assert_eq!(read(&opened.containers[2], "lib/L"), b"L");
    assert_eq!(read(&opened.containers[3], "d/D"), b"D");
}

#[test]
fn an_archive_without_classes_of_its_own_stands_for_those_in_it() {
    let library = Zip::new().with("l/L.class", b"L").bytes();
    let war = Zip::new()
        .with("WEB-INF/classes/w/W.class", b"W")
        .with("WEB-INF/lib/l.jar", &library)
        .bytes();
    let ejb = Zip::new().with("e/E.class", b"E").bytes();
    let ear = Zip::new().with("web.war", &war).with("ejb.jar", &ejb).bytes();
    let opened = open_bytes("app.ear", &ear);
    let roles: Vec<_> =
        opened.containers.iter().map(|it| (it.name(0).to_owned(), it.role())).collect();
    let expected = [("w/W", Role::Main), ("l/L", Role::Nested), ("e/E", Role::Main)];
    assert_eq!(roles, expected.map(|(name, role)| (name.to_owned(), role)));
}

fn multi_release() -> Zip {
    Zip::new()
        .with("a/A.class", b"base")
        .with("META-INF/versions/11/a/A.class", b"11")
        .with("META-INF/versions/9/a/A.class", b"9")
        .with("META-INF/versions/21/a/A.class", b"21")
        .with("META-INF/versions/11/a/New.class", b"new")
        .with("META-INF/versions/11/module-info.class", b"-")
}

#[test]
fn of_a_multi_release_jar_the_latest_that_is_not_too_late_is_used() {
    let zip = multi_release().with_manifest("Multi-Release: true").bytes();
    let folder = TempFolder::new();
    let path = folder.write("app.jar", &zip);
    let expected: [(u32, &[u8], &str); 4] = [
        (8, b"base", "a/A.class"),
        (10, b"9", "META-INF/versions/9/a/A.class"),
        (17, b"11", "META-INF/versions/11/a/A.class"),
        (25, b"21", "META-INF/versions/21/a/A.class"),
    ];
    for (release, bytes, entry) in expected {
        let jar = only(open(&path, release, &Limits::default()));
        assert_eq!(read(&jar, "a/A"), bytes);
        assert_eq!(jar.entry_path(0), entry);
        assert_eq!(jar.find("a/New").is_some(), release >= 11);
    }
}

#[test]
fn without_the_manifest_there_are_no_releases() {
    for zip in [multi_release(), multi_release().with_manifest("Multi-Release: false")] {
        let jar = only(open_bytes("app.jar", &zip.bytes()));
        assert_eq!(names(&jar), ["a/A"]);
        assert_eq!(read(&jar, "a/A"), b"base");
    }
}

#[test]
fn a_nested_jar_has_releases_of_its_own() {
    let inner = multi_release().with_manifest("Multi-Release: true").bytes();
    let zip = Zip::new()
        .with("META-INF/versions/11/b/B.class", b"not used")
        .with_stored("BOOT-INF/lib/inner.jar", &inner);
    let jar = only(open_bytes("app.jar", &zip.bytes()));
    assert_eq!(read(&jar, "a/A"), b"11");
}

#[test]
fn a_launch_script_before_the_archive_does_not_matter() {
    let mut bytes = b"#!/bin/sh\nexec java -jar \"$0\"\n".to_vec();
    bytes.extend(Zip::new().with("a/A.class", b"A").bytes());
    assert_eq!(read(&only(open_bytes("app.jar", &bytes)), "a/A"), b"A");
    assert_eq!(read(&only(open_bytes("app", &bytes)), "a/A"), b"A");
}

#[test]
fn a_jmod_has_its_classes_below_classes() {
    let mut bytes = b"JM\x01\x00".to_vec();
    let zip = Zip::new()
        .with("classes/java/lang/Object.class", b"O")
        .with("classes/module-info.class", b"-")
        .with("lib/tool.jar", b"-")
        .with("conf/X.class", b"-");
    bytes.extend(zip.bytes());
    let jmod = only(open_bytes("java.base.jmod", &bytes));
    assert_eq!(names(&jmod), ["java/lang/Object"]);
    assert_eq!(jmod.entry_path(0), "classes/java/lang/Object.class");
    assert_eq!(read(&jmod, "java/lang/Object"), b"O");
}

#[test]
fn a_comment_may_hold_the_magic_number_of_an_end_record() {
    let mut bytes = Zip::new().with("a/A.class", b"A").bytes();
    let length = bytes.len();
    let comment = [&b"PK\x05\x06"[..], &[0; 30]].concat();
    bytes[length - 2] = comment.len() as u8;
    bytes.extend(comment);
    assert_eq!(names(&only(open_bytes("app.jar", &bytes))), ["a/A"]);
}

#[test]
fn more_entries_than_fit_in_16_bits() {
    let count = 70_000;
    let zip = (0..count).fold(Zip::new(), |zip, i| zip.with_stored(&format!("p/C{i}.class"), b"C"));
    let jar = only(open_bytes("app.jar", &zip.bytes()));
    assert_eq!(jar.len(), count);
    assert_eq!(read(&jar, "p/C69999"), b"C");
}

#[test]
fn names_are_utf_8() {
    let zip = Zip::new().with("é/Straße$日本.class", b"A").bytes();
    assert_eq!(names(&only(open_bytes("app.jar", &zip))), ["é/Straße$日本"]);
}

#[test]
fn many_threads_may_read_at_once() {
    fn shared<T: Send + Sync>(value: T) -> T {
        value
    }
    let class = |i: usize| format!("class {i} ").repeat(i).into_bytes();
    let zip = (0..500).fold(Zip::new(), |zip, i| zip.with(&format!("C{i:03}.class"), &class(i)));
    let jar = shared(only(open_bytes("app.jar", &zip.bytes())));
    let all: Vec<Bytes> =
        (0..jar.len() * 10).into_par_iter().map(|i| jar.read(i % 500).unwrap()).collect();
    for (i, bytes) in all.iter().enumerate() {
        assert_eq!(**bytes, class(i % 500));
    }
}

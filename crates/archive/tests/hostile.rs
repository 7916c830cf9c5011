//! Files that are broken, or were made to hurt.

mod support;

use snarl_archive::{Limits, Opened, ProblemKind, open};
use support::*;

fn class(length: usize) -> Vec<u8> {
    (0..length).map(|i| ((i * i) >> 3) as u8).collect()
}

/// Reads everything; whatever comes back, it must come back.
fn exhaust(opened: &Opened) -> usize {
    let containers = opened.containers.iter();
    let reads = containers.flat_map(|container| (0..container.len()).map(|i| container.read(i)));
    reads.filter(|read| read.is_ok()).count()
}

#[test]
fn what_is_not_there_is_missing() {
    let folder = TempFolder::new();
    let opened = open(&folder.path().join("no.jar"), RELEASE, &Limits::default());
    assert_eq!(kinds(&opened), [ProblemKind::Missing]);
    assert!(opened.problems[0].to_string().ends_with("no.jar: does not exist"));
}

#[test]
fn other_files_are_told_apart() {
    let text = open_bytes("notes.txt", b"dear diary");
    assert_eq!(kinds(&text), [ProblemKind::BadArchive]);
    assert_eq!(text.problems[0].message, "is neither a folder, a jar nor a class file");
    let jar = open_bytes("broken.jar", b"dear diary");
    assert_eq!(kinds(&jar), [ProblemKind::BadArchive]);
    assert_eq!(jar.problems[0].message, "is not a zip archive, or is cut off");
    assert_eq!(kinds(&open_bytes("empty.jar", b"")), [ProblemKind::NoClasses]);
    let resources = Zip::new().with("a.txt", b"a").bytes();
    assert_eq!(kinds(&open_bytes("r.jar", &resources)), [ProblemKind::NoClasses]);
    let nothing = Zip::new().bytes();
    assert_eq!(kinds(&open_bytes("n.jar", &nothing)), [ProblemKind::NoClasses]);
}

#[cfg(unix)]
#[test]
fn a_device_is_not_read() {
    let opened = open("/dev/zero".as_ref(), RELEASE, &Limits::default());
    assert_eq!(kinds(&opened), [ProblemKind::Unreadable]);
}

#[test]
fn paths_that_leave_the_archive_are_named_and_skipped() {
    let mut zip = Zip::new()
        .with("xx/Up.class", b"-")
        .with("xRoot.class", b"-")
        .with("winxpath.class", b"-")
        .with("CxDrive.class", b"-")
        .with("a/x/Empty.class", b"-")
        .with("good/Good.class", b"good")
        .bytes();
    patch(&mut zip, b"xx/Up", b"../Up");
    patch(&mut zip, b"xRoot", b"/Root");
    patch(&mut zip, b"winxpath", b"win\\path");
    patch(&mut zip, b"CxDrive", b"C:Drive");
    patch(&mut zip, b"a/x/Empty", b"a///Empty");
    let opened = open_bytes("app.jar", &zip);
    assert_eq!(names(&opened.containers[0]), ["good/Good"]);
    let entries: Vec<_> = opened
        .problems
        .iter()
        .map(|problem| (problem.kind, problem.entry.as_deref().unwrap()))
        .collect();
    assert_eq!(
        entries,
        [
            (ProblemKind::OutsideArchive, "../Up.class"),
            (ProblemKind::OutsideArchive, "/Root.class"),
            (ProblemKind::OutsideArchive, "win\\path.class"),
            (ProblemKind::OutsideArchive, "C:Drive.class"),
            (ProblemKind::BadEntry, "a///Empty.class"),
        ]
    );
}

#[test]
fn a_thousand_bad_paths_are_not_a_thousand_problems() {
    let zip = (0..1000).fold(Zip::new(), |zip, i| zip.with(&format!("xx/{i}"), b"-"));
    let mut zip = zip.bytes();
    patch(&mut zip, b"xx/", b"../");
    let opened = open_bytes("app.jar", &zip);
    assert_eq!(opened.problems.len(), 21);
    assert!(opened.problems[20].message.contains("1000 entries"));
}

#[test]
fn a_path_that_is_not_utf_8_is_skipped() {
    let mut zip = Zip::new().with("xyz.class", b"-").with("A.class", b"A").bytes();
    patch(&mut zip, b"xyz", b"\xff\xfe\xfd");
    let opened = open_bytes("app.jar", &zip);
    assert_eq!(names(&opened.containers[0]), ["A"]);
    assert_eq!(kinds(&opened), [ProblemKind::BadEntry]);
}

#[test]
fn of_duplicates_the_first_is_used() {
    let mut zip = Zip::new().with("a/A.class", b"first").with("a/B.class", b"second").bytes();
    patch(&mut zip, b"a/B.class", b"a/A.class");
    let opened = open_bytes("app.jar", &zip);
    assert_eq!(kinds(&opened), [ProblemKind::Duplicate]);
    assert_eq!(names(&opened.containers[0]), ["a/A"]);
    assert_eq!(read(&opened.containers[0], "a/A"), b"first");
}

#[test]
fn a_bomb_is_too_large_and_the_limit_is_stated() {
    let bomb = vec![0; 80 << 20];
    let zip = Zip::new().with("Bomb.class", &bomb).with("Good.class", b"good").bytes();
    let jar = only(open_bytes("app.jar", &zip));
    let problem = jar.read(0).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::TooLarge);
    assert!(problem.message.contains("the limit is 67108864"), "{problem}");
    assert_eq!(problem.entry.as_deref(), Some("Bomb.class"));
    assert_eq!(read(&jar, "Good"), b"good");
}

#[test]
fn a_bomb_below_the_limit_is_found_by_its_ratio() {
    let zip = Zip::new().with("Bomb.class", &vec![0; 8 << 20]).bytes();
    let problem = only(open_bytes("app.jar", &zip)).read(0).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::TooLarge);
    assert!(problem.message.ends_with("the limit is 250 times"), "{problem}");
}

#[test]
fn a_nested_bomb_is_not_inflated() {
    let bomb = vec![0; 1 << 20];
    let zip = Zip::new().with("lib/bomb.jar", &bomb).with("A.class", b"A").bytes();
    let limits = Limits { nested_bytes: 1 << 16, ..Limits::default() };
    let opened = open_bytes_within("app.jar", &zip, &limits);
    assert_eq!(kinds(&opened), [ProblemKind::TooLarge]);
    assert!(opened.problems[0].message.contains("the limit is 65536"));
    assert_eq!(opened.problems[0].entry.as_deref(), Some("lib/bomb.jar"));
    assert_eq!(exhaust(&opened), 1);
}

#[test]
fn what_an_archive_inflates_to_in_all_is_bounded() {
    let class = class(1000);
    let inner = Zip::new().with("b/B.class", &class).bytes();
    let zip = Zip::new()
        .with("a/A.class", &class)
        .with("a/B.class", &class)
        .with("a/C.class", &class)
        .with_stored("lib/inner.jar", &inner);
    let limits = Limits { archive_bytes: 2500, ..Limits::default() };
    let opened = open_bytes_within("app.jar", &zip.bytes(), &limits);
    assert_eq!(names(&opened.containers[0]), ["a/A", "a/B"]);
    assert_eq!(opened.containers.len(), 1);
    assert_eq!(kinds(&opened), [ProblemKind::TooLarge; 2]);
    assert!(opened.problems[0].message.contains("limit of 2500 bytes"));
}

#[test]
fn sizes_that_lie_are_found_when_read() {
    let honest = Zip::new().with("A.class", &class(5000)).bytes();
    let header = central_header(&honest, "A.class");
    for size in [0u32, 10, 4999, 5001, 60_000, 0x7fff_ffff] {
        let mut zip = honest.clone();
        zip[header + 24..header + 28].copy_from_slice(&size.to_le_bytes());
        let problem = only(open_bytes("app.jar", &zip)).read(0).unwrap_err();
        let expected = match size {
            0x7fff_ffff => ProblemKind::TooLarge,
            _ => ProblemKind::BadEntry,
        };
        assert_eq!(problem.kind, expected, "{problem}");
    }
}

#[test]
fn a_checksum_that_is_wrong_is_found_when_read() {
    for zip in
        [Zip::new().with("A.class", &class(500)), Zip::new().with_stored("A.class", &class(500))]
    {
        let mut zip = zip.bytes();
        let header = central_header(&zip, "A.class");
        zip[header + 16] ^= 1;
        let problem = only(open_bytes("app.jar", &zip)).read(0).unwrap_err();
        assert_eq!(problem.kind, ProblemKind::BadEntry);
        assert!(problem.to_string().ends_with("app.jar!A.class: has a wrong checksum"));
    }
}

#[test]
fn what_is_encrypted_or_compressed_otherwise_is_said() {
    let honest = Zip::new().with("A.class", b"A").bytes();
    let header = central_header(&honest, "A.class");
    let mut encrypted = honest.clone();
    encrypted[header + 8] |= 1;
    let problem = only(open_bytes("app.jar", &encrypted)).read(0).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Encrypted);
    let mut zstd = honest;
    zstd[header + 10] = 93;
    let problem = only(open_bytes("app.jar", &zstd)).read(0).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Unsupported);
    assert!(problem.message.contains("method 93"));
}

#[test]
fn jars_in_jars_in_jars_end_somewhere() {
    let innermost = Zip::new().with("C6.class", b"C").bytes();
    let zip = (0..6).rev().fold(innermost, |inner, i| {
        Zip::new().with(&format!("C{i}.class"), b"C").with("in.jar", &inner).bytes()
    });
    let opened = open_bytes("app.jar", &zip);
    assert_eq!(opened.containers.len(), 5);
    assert_eq!(kinds(&opened), [ProblemKind::TooLarge]);
    assert!(opened.problems[0].message.contains("deeper than the limit of 4"));
}

#[test]
fn entries_are_counted_across_nested_jars() {
    let inner = Zip::new().with("B.class", b"B").with("C.class", b"C").bytes();
    let zip = Zip::new().with("A.class", b"A").with("in.jar", &inner).bytes();
    let limits = Limits { entries: 3, ..Limits::default() };
    let opened = open_bytes_within("app.jar", &zip, &limits);
    assert_eq!(exhaust(&opened), 2);
    assert_eq!(kinds(&opened), [ProblemKind::TooLarge]);
    assert!(opened.problems[0].file.ends_with("app.jar!/in.jar"));
}

#[test]
fn a_nested_jar_that_is_none_is_named() {
    let zip = Zip::new().with("A.class", b"A").with("lib/x.jar", b"junk").bytes();
    let opened = open_bytes("app.jar", &zip);
    assert_eq!(kinds(&opened), [ProblemKind::BadArchive]);
    assert!(opened.problems[0].file.ends_with("app.jar!/lib/x.jar"));
    assert_eq!(exhaust(&opened), 1);
}

/// Every prefix and every one-byte change of a small archive with a bit of everything.
#[test]
fn no_damage_makes_it_panic() {
    let inner = Zip::new().with("in/I.class", &class(60)).bytes();
    let zip = Zip::new()
        .with_manifest("Multi-Release: true")
        .with("a/A.class", &class(100))
        .with_stored("META-INF/versions/11/a/A.class", &class(50))
        .with_stored("in.jar", &inner)
        .bytes();
    let folder = TempFolder::new();
    let limits = Limits::default();
    let check = |bytes: &[u8]| {
        let opened = open(&folder.write("app.jar", bytes), RELEASE, &limits);
        let read = exhaust(&opened);
        assert!(read > 0 || !opened.problems.is_empty() || !opened.containers.is_empty());
    };
    for end in 0..zip.len() {
        check(&zip[..end]);
    }
    let mut damaged = zip.clone();
    for at in 0..zip.len() {
        for value in [0x00, 0x7f, 0xff] {
            damaged[at] = value;
            check(&damaged);
        }
        damaged[at] = zip[at];
    }
}

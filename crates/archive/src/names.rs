//! Which paths in an archive are classes, which are jars, and which are not to be trusted.

use crate::problem::{Fault, ProblemKind};

/// Where fat jars and wars have the application's own classes.
pub(crate) const APPLICATION_FOLDERS: [&str; 2] = ["BOOT-INF/classes/", "WEB-INF/classes/"];

/// Refuses the path of an entry that would leave the archive if it were unpacked, or that no tool
/// could have meant. We never unpack, but who sees such a name should know about it.
pub(crate) fn check_path(path: &str) -> Result<(), Fault> {
    let outside = |what: &str| {
        let message = format!("{what}, which points outside the archive; skipped");
        Err(Fault::new(ProblemKind::OutsideArchive, message))
    };
    let bytes = path.as_bytes();
    if bytes.first() == Some(&b'/') {
        return outside("is an absolute path");
    }
    if bytes.contains(&b'\\') {
        return outside("has a backslash in its path");
    }
    if bytes.len() >= 2 && bytes[1] == b':' && bytes[0].is_ascii_alphabetic() {
        return outside("has a drive letter in its path");
    }
    if path.split('/').any(|part| part == "..") {
        return outside("has `..` in its path");
    }
    if bytes.contains(&0) {
        return Err(Fault::bad_entry("has a NUL in its path; skipped"));
    }
    Ok(())
}

/// Refuses names that no class loader would ask for, such as `a//B`.
pub(crate) fn check_class_name(name: &str) -> Result<(), Fault> {
    if name.split('/').any(|part| part.is_empty() || part == ".") {
        return Err(Fault::bad_entry("is not the path of a class; skipped"));
    }
    Ok(())
}

/// The path of a class file without its suffix. `None` for other files, and for `module-info` and
/// `package-info`, which hold no code.
pub(crate) fn class_stem(path: &str) -> Option<&str> {
    let stem = path.strip_suffix(".class")?;
    let simple = stem.rsplit('/').next().unwrap_or(stem);
    (simple != "module-info" && simple != "package-info").then_some(stem)
}

/// Whether the path is that of an archive that holds classes.
pub(crate) fn is_jar(path: &str) -> bool {
    let Some((stem, suffix)) = path.rsplit_once('.') else {
        return false;
    };
    let known = suffix.eq_ignore_ascii_case("jar") || suffix.eq_ignore_ascii_case("war");
    known && !stem.is_empty()
}

/// How the entries of an archive are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Layout {
    /// A jar or war, fat or not.
    Jar,
    /// A jmod: classes are below `classes/`, the rest is native.
    Jmod,
}

/// What the path of a class entry says about it.
#[derive(Debug, PartialEq)]
pub(crate) struct Place<'a> {
    /// The internal name, `a/b/C`.
    pub name: &'a str,
    /// What comes before the name in the path.
    pub prefix: &'a str,
    /// Of two entries of one name, the one of the higher rank is used.
    pub rank: Rank,
}

/// The application's own classes come before those beside them, and a later release before an
/// earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    /// Whether it is below `BOOT-INF/classes/` or `WEB-INF/classes/`.
    pub application: bool,
    /// The release of a multi-release entry, 0 for the base.
    pub release: u32,
}

/// Where the class at `path` belongs; `None` if it is no class, or one that is never loaded.
pub(crate) fn place(path: &str, layout: Layout) -> Option<Place<'_>> {
    let stem = class_stem(path)?;
    let (release, below) = match layout {
        Layout::Jmod => (0, stem.strip_prefix("classes/")?),
        Layout::Jar => split_release(stem)?,
    };
    let application = APPLICATION_FOLDERS.iter().find_map(|prefix| below.strip_prefix(prefix));
    let name = application.unwrap_or(below);
    if name.starts_with("META-INF/") {
        return None;
    }
    Some(Place {
        name,
        prefix: &stem[..stem.len() - name.len()],
        rank: Rank { application: application.is_some(), release },
    })
}

/// Splits `META-INF/versions/11/a/B` into 11 and `a/B`. Releases before 9 do not exist there.
fn split_release(stem: &str) -> Option<(u32, &str)> {
    let Some(versioned) = stem.strip_prefix("META-INF/versions/") else {
        return Some((0, stem));
    };
    let (release, below) = versioned.split_once('/')?;
    let release = release.parse().ok().filter(|&release| release >= 9)?;
    Some((release, below))
}

/// Whether a manifest's main section says `Multi-Release: true`.
pub(crate) fn is_multi_release(manifest: &[u8]) -> bool {
    manifest
        .split(|&byte| byte == b'\n')
        .map(|line| line.trim_ascii())
        .take_while(|line| !line.is_empty())
        .filter_map(|line| std::str::from_utf8(line).ok()?.split_once(':'))
        .any(|(name, value)| {
            name.eq_ignore_ascii_case("Multi-Release") && value.trim().eq_ignore_ascii_case("true")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(path: &str) -> Option<(&str, bool, u32)> {
        let place = place(path, Layout::Jar)?;
        assert_eq!(format!("{}{}.class", place.prefix, place.name), path);
        Some((place.name, place.rank.application, place.rank.release))
    }

    #[test]
    fn places_classes_by_their_path() {
        assert_eq!(placed("a/b/C.class"), Some(("a/b/C", false, 0)));
        assert_eq!(placed("BOOT-INF/classes/a/C.class"), Some(("a/C", true, 0)));
        assert_eq!(placed("META-INF/versions/11/a/C.class"), Some(("a/C", false, 11)));
        assert_eq!(placed("META-INF/versions/8/a/C.class"), None);
        assert_eq!(placed("META-INF/versions/x/C.class"), None);
        assert_eq!(placed("META-INF/C.class"), None);
        assert_eq!(placed("a/package-info.class"), None);
        assert_eq!(placed("module-info.class"), None);
        assert_eq!(placed("a/C.java"), None);
    }

    #[test]
    fn only_classes_count_in_a_jmod() {
        let of = |path| place(path, Layout::Jmod).map(|place| place.name);
        assert_eq!(of("classes/java/lang/Object.class"), Some("java/lang/Object"));
        assert_eq!(of("lib/Object.class"), None);
    }

    #[test]
    fn names_that_leave_the_archive_are_refused() {
        for path in ["../A.class", "a/../../B.class", "/A.class", "a\\B.class", "C:/A.class"] {
            let fault = check_path(path).unwrap_err();
            assert_eq!(fault.kind, ProblemKind::OutsideArchive, "{path}");
        }
        for path in ["a/B.class", "a..b/C.class", "..a/C.class", "é/Ü.class", ""] {
            assert!(check_path(path).is_ok(), "{path}");
        }
        assert!(check_class_name("a//B").is_err());
        assert!(check_class_name("").is_err());
        assert!(check_class_name("./B").is_err());
    }

    #[test]
    fn the_manifest_must_say_so_in_its_main_section() {
        assert!(is_multi_release(b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n"));
        assert!(is_multi_release(b"multi-release:TRUE"));
        assert!(!is_multi_release(b"Manifest-Version: 1.0\n\nName: a\nMulti-Release: true\n"));
        assert!(!is_multi_release(b"Multi-Release: false\n"));
        assert!(!is_multi_release(b"\xff\xfe:\n"));
    }
}

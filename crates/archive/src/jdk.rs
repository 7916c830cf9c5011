//! The class library of a JDK, in whichever form its release has it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::container::Container;
use crate::file;
use crate::limits::Limits;
use crate::open::{Opened, open_file};
use crate::problem::{Problem, ProblemKind};

/// The jars of a JDK 8 on the boot class path. Those of the extension loader come after them.
const BOOT_JARS: &[&str] = &["rt.jar", "jce.jar", "jsse.jar", "charsets.jar", "jfr.jar"];

/// Class files of feature version N have the major version N + 44.
const MAJOR_VERSION_OF_ZERO: u32 = 44;

/// More than any `release` file.
const MOST_RELEASE_BYTES: u64 = 1 << 20;

/// A JDK (or a run time image that `jlink` made) and its classes.
#[derive(Debug)]
pub struct Jdk {
    /// Its home, as given.
    pub home: PathBuf,
    /// The feature version: 8, 17, 25.
    pub version: u32,
    /// The version in full: `1.8.0_392`, `17.0.15+6`.
    pub full_version: String,
    /// Its classes: one container for an image, else one a module or jar.
    pub containers: Vec<Container>,
    /// What of it could not be used.
    pub problems: Vec<Problem>,
}

/// Opens the class library of the JDK or JRE at `home`: `lib/modules`, else `jmods/*.jmod`, else
/// `rt.jar` and its companions. The version is that of the `release` file, else that of the class
/// file of `java.lang.Object`. An error if there is no `java.lang.Object`.
pub fn open_jdk(home: &Path, limits: &Limits) -> Result<Jdk, Problem> {
    let label = home.display().to_string();
    if let Err(error) = fs::metadata(home) {
        return Err(file::fault_of(&error).in_file(&label));
    }
    let files = library_files(home);
    if files.is_empty() {
        let message = "is not the home of a JDK: it has no lib/modules, jmods or rt.jar";
        return Err(Problem::of_file(ProblemKind::Missing, &label, message));
    }
    let mut opened = Opened::default();
    for path in files {
        // The library has no multi-release jars.
        let label = path.display().to_string();
        opened.add(open_file(&path, &label, 0, limits));
    }
    let Some(object_version) = version_of_object(&opened.containers) else {
        return Err(no_object(&label, opened.problems));
    };
    let release = Release::of(home);
    Ok(Jdk {
        home: home.to_owned(),
        version: release.feature.unwrap_or(object_version),
        full_version: release.full.unwrap_or_else(|| object_version.to_string()),
        containers: opened.containers,
        problems: opened.problems,
    })
}

/// Why there is no `java.lang.Object`: the first problem, if there was one.
fn no_object(label: &str, problems: Vec<Problem>) -> Problem {
    problems.into_iter().next().unwrap_or_else(|| {
        let message = "is not the home of a JDK: java.lang.Object is missing from its classes";
        Problem::of_file(ProblemKind::NoClasses, label, message)
    })
}

/// The files that hold the library, in the order in which they are searched for a class.
fn library_files(home: &Path) -> Vec<PathBuf> {
    let image = home.join("lib").join("modules");
    if image.is_file() {
        return vec![image];
    }
    let jmods = files_in(&home.join("jmods"), "jmod");
    if !jmods.is_empty() {
        return jmods;
    }
    let lib = [home.join("jre").join("lib"), home.join("lib")]
        .into_iter()
        .find(|lib| lib.join("rt.jar").is_file());
    let Some(lib) = lib else {
        return Vec::new();
    };
    let mut jars: Vec<_> = BOOT_JARS.iter().map(|name| lib.join(name)).collect();
    jars.retain(|jar| jar.is_file());
    jars.extend(files_in(&lib.join("ext"), "jar"));
    jars
}

/// The files with a suffix that lie directly in a folder, sorted.
fn files_in(folder: &Path, suffix: &str) -> Vec<PathBuf> {
    let Ok(listed) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = listed.flatten().map(|file| file.path());
    let mut files: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|found| found == suffix)).collect();
    files.sort_unstable();
    files
}

/// The feature version that the class file of `java.lang.Object` was compiled for.
fn version_of_object(containers: &[Container]) -> Option<u32> {
    let object = containers.iter().find_map(|container| {
        let index = container.find("java/lang/Object")?;
        container.read(index).ok()
    })?;
    let major = u16::from_be_bytes(*object.get(6..)?.first_chunk()?);
    u32::from(major).checked_sub(MAJOR_VERSION_OF_ZERO)
}

/// What the `release` file says.
#[derive(Debug, Default, PartialEq)]
struct Release {
    feature: Option<u32>,
    full: Option<String>,
}

impl Release {
    /// Reads the file beside the library, or above it for the JRE of a JDK 8.
    fn of(home: &Path) -> Release {
        let above = home.file_name().is_some_and(|name| name == "jre");
        let homes = [Some(home), home.parent().filter(|_| above)];
        homes
            .into_iter()
            .flatten()
            .find_map(|home| file::read(&home.join("release"), MOST_RELEASE_BYTES).ok())
            .map(|bytes| Release::parse(&String::from_utf8_lossy(&bytes)))
            .unwrap_or_default()
    }

    fn parse(text: &str) -> Release {
        let value = |key: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once('='));
            let (_, value) = lines.find(|(found, _)| found.trim() == key)?;
            let value = value.trim().trim_matches('"');
            (!value.is_empty()).then(|| value.to_owned())
        };
        let version = value("JAVA_VERSION");
        Release {
            feature: version.as_deref().and_then(feature_version),
            full: value("JAVA_RUNTIME_VERSION").or(version),
        }
    }
}

/// The feature version of `17.0.15`, `25-ea` or `1.8.0_392`.
fn feature_version(version: &str) -> Option<u32> {
    let version = version.strip_prefix("1.").unwrap_or(version);
    let end = version.find(|c: char| !c.is_ascii_digit());
    version[..end.unwrap_or(version.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_feature_version_of_any_age() {
        assert_eq!(feature_version("1.8.0_392"), Some(8));
        assert_eq!(feature_version("17.0.15"), Some(17));
        assert_eq!(feature_version("25-ea"), Some(25));
        assert_eq!(feature_version("21"), Some(21));
        assert_eq!(feature_version("x"), None);
        assert_eq!(feature_version("99999999999"), None);
    }

    #[test]
    fn reads_the_release_file() {
        let text =
            "IMPLEMENTOR=\"X\"\nJAVA_RUNTIME_VERSION=\"17.0.1+6\"\nJAVA_VERSION=\"17.0.1\"\n";
        let release = Release::parse(text);
        assert_eq!(release.feature, Some(17));
        assert_eq!(release.full.as_deref(), Some("17.0.1+6"));
        let old = Release::parse("JAVA_VERSION=\"1.8.0_392\"\r\nOS_NAME=\"Linux\"");
        assert_eq!(old.full.as_deref(), Some("1.8.0_392"));
        assert_eq!(Release::parse("=\n\n"), Release::default());
    }
}

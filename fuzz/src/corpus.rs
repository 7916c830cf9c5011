//! Real class files: those of a JDK, and of jars that the user names.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use snarl_archive::{Container, Limits, open, open_jdk};

use crate::archives::jar_of;
use crate::folder::TempFolder;
use crate::mutate;
use crate::random::Random;

/// The packages that most code needs. With these alone, a program is loaded ten times as fast as with a
/// whole JDK.
const CORE: [&str; 3] = ["java/lang/", "java/util/", "java/io/"];

/// Larger classes are rare in the corpus, for they take as long as many small ones.
const LARGE: usize = 40_000;

/// Which classes stand beside a mutated program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// None: all that it refers to is missing.
    None,
    /// The core packages of the JDK.
    Core,
    /// All of the JDK.
    Jdk,
}

/// Real class files, and the JDK they need.
pub struct Corpus {
    /// The JDK's classes, and those of the jars.
    groups: Vec<Vec<Container>>,
    home: PathBuf,
    core: PathBuf,
    _folder: TempFolder,
}

impl Corpus {
    /// Opens the JDK at a home, or the one that is found, and jars.
    pub fn open(home: Option<&Path>, jars: &[PathBuf]) -> Result<Self, String> {
        let home = match home {
            Some(home) => home.to_owned(),
            None => find_jdk().ok_or("no JDK found: set JAVA_HOME, or name one with --jdk")?,
        };
        let jdk = open_jdk(&home, &Limits::default()).map_err(|problem| problem.to_string())?;
        let folder = TempFolder::new().map_err(|error| format!("no temporary folder: {error}"))?;
        let core = folder
            .write("core.jar", &core_jar(&jdk.containers)?)
            .map_err(|error| format!("no temporary file: {error}"))?;
        let mut groups = vec![jdk.containers];
        let mut others = Vec::new();
        for jar in jars {
            let opened = open(jar, jdk.version, &Limits::default());
            if opened.containers.is_empty() {
                let why = opened.problems.first().map(ToString::to_string);
                return Err(why.unwrap_or_else(|| format!("{}: holds no class", jar.display())));
            }
            others.extend(opened.containers);
        }
        if !others.is_empty() {
            groups.push(others);
        }
        Ok(Self { groups, home, core, _folder: folder })
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.groups.iter().flatten().map(Container::len).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of the classes. Half of them come from the user's jars, if there are any.
    pub fn class(&self, random: &mut Random) -> Vec<u8> {
        for _ in 0..64 {
            let Some(group) = random.pick(&self.groups) else { break };
            let mut place = random.below(group.iter().map(Container::len).sum());
            for container in group {
                if place >= container.len() {
                    place -= container.len();
                    continue;
                }
                match container.read(place) {
                    Ok(bytes) if bytes.len() < LARGE || random.one_in(8) => return bytes.to_vec(),
                    _ => break,
                }
            }
        }
        Vec::new()
    }

    /// One of the classes under a name that nobody else has, in its old package: of two classes of one
    /// name, the JDK's would win.
    pub fn stranger(&self, random: &mut Random, number: usize) -> Vec<u8> {
        let mut bytes = self.class(random);
        mutate::rename(&mut bytes, |name| {
            const DIGITS: &[u8; 16] = b"0123456789abcdef";
            let simple = name.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
            let mut rest = number;
            for letter in name[simple..].iter_mut().rev().take(3) {
                *letter = DIGITS[rest % 16];
                rest /= 16;
            }
        });
        bytes
    }

    /// The containers that a program is loaded with.
    pub fn library(&self, which: Library) -> Vec<Container> {
        match which {
            Library::None => Vec::new(),
            Library::Core => open(&self.core, 0, &Limits::default()).containers,
            Library::Jdk => open_jdk(&self.home, &Limits::default())
                .map_or_else(|_| Vec::new(), |it| it.containers),
        }
    }
}

fn core_jar(jdk: &[Container]) -> Result<Vec<u8>, String> {
    let mut entries = Vec::new();
    for container in jdk {
        for index in 0..container.len() {
            let name = container.name(index);
            if CORE.iter().any(|package| name.starts_with(package)) {
                let bytes = container.read(index).map_err(|problem| problem.to_string())?;
                entries.push((format!("{name}.class"), bytes));
            }
        }
    }
    Ok(jar_of(entries.iter().map(|(name, bytes)| (&**name, &**bytes))))
}

/// The JDK that `JAVA_HOME` names, or the one of `java` on the path.
fn find_jdk() -> Option<PathBuf> {
    if let Some(home) = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        return Some(home.into());
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).find_map(|folder| {
        let java = fs::canonicalize(folder.join("java")).ok()?;
        let home = java.parent()?.parent()?;
        let is_jdk = home.join("lib").is_dir();
        is_jdk.then(|| home.to_owned())
    })
}

//! The JDK of this machine: that of `JAVA_HOME`, else that of the `java` on the path. Without one,
//! these tests pass and say so.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use snarl_archive::{Container, Jdk, Limits, ProblemKind, open_jdk};
use support::TempFolder;

fn home() -> Option<PathBuf> {
    let home = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let home = home.filter(|home| home.join("lib").is_dir()).or_else(|| {
        let path = std::env::var_os("PATH")?;
        let mut programs = std::env::split_paths(&path).map(|folder| folder.join("java"));
        let java = programs.find(|java| java.is_file())?;
        let real = fs::canonicalize(java).ok()?;
        Some(real.parent()?.parent()?.to_owned())
    });
    if home.is_none() {
        eprintln!("no JDK found: not tested");
    }
    home
}

fn open_home(home: &Path) -> Jdk {
    let jdk = open_jdk(home, &Limits::default()).unwrap();
    assert_eq!(jdk.problems, []);
    jdk
}

fn class_names(jdk: &Jdk) -> BTreeSet<&str> {
    let entries = jdk.containers.iter().flat_map(Container::entries);
    entries.map(|entry| &*entry.name).collect()
}

fn bytes_of(jdk: &Jdk, name: &str) -> Option<Vec<u8>> {
    let (container, index) =
        jdk.containers.iter().find_map(|container| Some((container, container.find(name)?)))?;
    Some(container.read(index).unwrap().to_vec())
}

#[test]
fn every_class_of_the_jdk_can_be_read() {
    let Some(home) = home() else { return };
    let jdk = open_home(&home);
    assert!(jdk.version >= 8);
    assert!(jdk.full_version.contains(&jdk.version.to_string()));
    let names = class_names(&jdk);
    for name in ["java/lang/Object", "java/util/concurrent/locks/ReentrantLock"] {
        assert!(names.contains(name), "{name}");
    }
    assert!(!names.contains("module-info"));
    for container in &jdk.containers {
        (0..container.len()).into_par_iter().for_each(|index| {
            let bytes = container.read(index).unwrap();
            assert!(bytes.starts_with(&[0xca, 0xfe, 0xba, 0xbe]), "{}", container.name(index));
        });
    }
}

#[test]
fn the_image_holds_the_classes_of_the_jmods() {
    let Some(home) = home() else { return };
    let jmods = home.join("jmods");
    if !jmods.is_dir() || !home.join("lib/modules").is_file() {
        return eprintln!("this JDK has not both forms: not tested");
    }
    let other_home = TempFolder::new();
    fs::create_dir(other_home.path().join("jmods")).unwrap();
    for jmod in fs::read_dir(&jmods).unwrap().flatten() {
        let copy = other_home.path().join("jmods").join(jmod.file_name());
        fs::copy(jmod.path(), copy).unwrap();
    }
    let (image, modules) = (open_home(&home), open_home(other_home.path()));
    assert_eq!(image.version, modules.version);
    let (of_image, of_modules) = (class_names(&image), class_names(&modules));
    let lost: Vec<_> = of_modules.difference(&of_image).collect();
    assert!(lost.is_empty(), "{lost:?}");
    // jlink makes some classes of its own: the tables of modules, and shapes for method handles.
    let made: Vec<_> = of_image
        .difference(&of_modules)
        .filter(|name| {
            let known = ["jdk/internal/module/SystemModules$", "java/lang/invoke/"];
            !known.iter().any(|start| name.starts_with(start))
        })
        .collect();
    assert!(made.is_empty(), "{made:?}");
    for name in ["java/lang/String", "java/util/concurrent/Executors"] {
        assert_eq!(bytes_of(&image, name), bytes_of(&modules, name), "{name}");
    }
}

/// Takes half a minute: run it with `--ignored` after a change to how images are unpacked.
#[test]
#[ignore = "runs jlink"]
fn a_compressed_image_holds_the_same_bytes() {
    let Some(home) = home() else { return };
    let jlink = home.join("bin").join("jlink");
    let folder = TempFolder::new();
    let link = |level: &str| {
        let output = folder.path().join(level);
        let mut command = Command::new(&jlink);
        command.args(["--add-modules", "java.base", "--output"]).arg(&output);
        let status = command.arg(format!("--compress={level}")).status().unwrap();
        assert!(status.success());
        open_home(&output)
    };
    let plain = link("0");
    for level in ["1", "2"] {
        let packed = link(level);
        assert_eq!(class_names(&plain), class_names(&packed));
        let (plain, packed) = (&plain.containers[0], &packed.containers[0]);
        (0..plain.len()).into_par_iter().for_each(|index| {
            let (plain, packed) = (plain.read(index).unwrap(), packed.read(index).unwrap());
            assert_eq!(*plain, *packed);
        });
    }
}

#[test]
fn a_jdk_8_has_its_classes_in_jars() {
    // The class file of a java.lang.Object that was compiled for release 8.
    let object = b"\xca\xfe\xba\xbe\x00\x00\x00\x34";
    let home = TempFolder::new();
    let rt = support::Zip::new().with("java/lang/Object.class", object);
    home.write("jre/lib/rt.jar", &rt.bytes());
    let jce = support::Zip::new().with("javax/crypto/Cipher.class", object);
    home.write("jre/lib/jce.jar", &jce.bytes());
    let ext = support::Zip::new().with("e/E.class", object);
    home.write("jre/lib/ext/e.jar", &ext.bytes());
    let jdk = open_home(home.path());
    assert_eq!((jdk.version, &*jdk.full_version), (8, "8"));
    assert_eq!(jdk.containers.len(), 3);

    home.write("release", b"JAVA_VERSION=\"1.8.0_392\"\n");
    for home in [home.path().to_owned(), home.path().join("jre")] {
        let jdk = open_home(&home);
        assert_eq!((jdk.version, &*jdk.full_version), (8, "1.8.0_392"));
        assert_eq!(jdk.containers.len(), 3);
    }
}

#[test]
fn what_is_no_jdk_is_said() {
    let folder = TempFolder::new();
    let problem = open_jdk(folder.path(), &Limits::default()).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Missing);
    assert!(problem.message.contains("lib/modules"));
    let nowhere = folder.path().join("nowhere");
    let problem = open_jdk(&nowhere, &Limits::default()).unwrap_err();
    assert_eq!(problem.message, "does not exist");
    folder.write("lib/modules", b"junk");
    let problem = open_jdk(folder.path(), &Limits::default()).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::BadArchive);
    let folder = TempFolder::new();
    let rt = support::Zip::new().with("a/A.class", b"A").bytes();
    folder.write("lib/rt.jar", &rt);
    let problem = open_jdk(folder.path(), &Limits::default()).unwrap_err();
    assert!(problem.message.contains("java.lang.Object is missing"));
}

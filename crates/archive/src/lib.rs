//! Finds and reads the class files of a program: folders, jars, fat jars and wars with jars inside,
//! multi-release jars, jmods, and the `lib/modules` image or `rt.jar` of a JDK.
//!
//! What it promises:
//!
//! - **Lazy.** Opening lists names. Bytes are read or inflated when [`Container::read`] asks for
//!   them; only a compressed jar inside a jar is inflated early, because its list is inside it.
//! - **Shared.** A [`Container`] is immutable, `Send` and `Sync`; reads take no lock.
//! - **Deterministic.** Entries are sorted by name, containers come in the order of the archive,
//!   and which entries a limit cuts off does not depend on which thread reads first.
//! - **Total.** No input makes it panic, hang or allocate without bound (see [`Limits`]). What cannot
//!   be used becomes a [`Problem`] that names the file and the entry, and the rest is still read.
//! - **Read only.** Nothing is ever written or run.
//!
//! Files are memory-mapped: an input that another process truncates while it is analysed ends this
//! process (`SIGBUS` on Unix), as it does a JVM.

mod bytes;
mod compact_cp;
mod container;
mod file;
mod folder;
mod inflate;
mod jar;
mod jdk;
mod jimage;
mod limits;
mod names;
mod open;
mod problem;
mod zipfile;

pub use bytes::Bytes;
pub use container::{Container, Entry, Role};
pub use jdk::{Jdk, open_jdk};
pub use limits::Limits;
pub use open::{Opened, open};
pub use problem::{Problem, ProblemKind};

//! The classes of a program: where they come from, their super types and subtypes, and the JVM's
//! rules for which field or method a reference means.
//!
//! [`Hierarchy::load`] makes an index of all classes on the path. Application classes are parsed at
//! once, in parallel; library and JDK classes when they are first asked for. After loading, a
//! hierarchy is shared freely between threads: each class is parsed and linked at most once.
//!
//! - A [`ClassId`] is the class's place in the index, so it does not depend on the order of questions.
//! - A class that is referred to but nowhere found is a *phantom*: an id and a name, extending
//!   `java.lang.Object`, with no members. It is a warning, never an error.
//! - A class that is its own super type is cut loose from it, with a warning.

mod access;
mod class;
mod hierarchy;
mod load;
mod phantom;
mod resolve;
mod select;
mod subtypes;
mod types;
mod warning;

pub use class::{Class, Origin};
pub use hierarchy::Hierarchy;
pub use load::{Input, Progress};
pub use resolve::{InvokeKind, LinkageError};
pub use types::{ClassId, FieldId, MethodId, Type};
pub use warning::{Warning, WarningKind};

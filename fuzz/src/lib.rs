//! Feeds mutated class files, jars and images to the engine, and watches what it does.
//!
//! The engine promises that no input makes it panic, hang or allocate without bound. Here that promise is
//! put to the test, on a stable compiler and without instrumentation: what coverage would find out, the
//! mutations know, for they know the format. A run is a sequence of batches, and a batch depends on its
//! seed and the corpus alone:
//!
//! 1. [`corpus`]: take real class files, of a JDK and of jars;
//! 2. [`mutate`]: change bytes, constants, names, attributes, instructions, jumps, handlers, stack maps
//!    (where these are, [`anatomy`] knows); [`archives`]: pack classes into jars and images, and damage
//!    these; [`programs`]: write methods of random control flow that a JVM would accept, so that the
//!    verifier has to; [`giants`]: write programs at the limits of the format, to find what grows faster
//!    than its input (both with [`assemble`], a small writer of class files);
//! 3. [`check`]: read everything there is to read, load a program of the classes, lower and verify all
//!    methods, resolve all references, ask the hierarchy, and sometimes do it all again on several
//!    threads, which must not say anything else;
//! 4. [`watch`]: note panics, also those that the engine itself catches, processor time and memory.
//!
//! [`campaign`] does this batch after batch. The binary runs it in a process of its own, because a stack
//! overflow or exhausted memory cannot be caught: when that process dies, the seed of its last batch is
//! known, and the class that kills it is found by trying.
//!
//! ```console
//! $ cargo run --profile fuzz -p snarl-fuzz -- --seconds 600 old.jar      # checks overflows, too
//! $ cargo run --release -p snarl-fuzz -- --reproduce fuzz/failures/….class
//! ```
//!
//! What the verifier rejects is no failure: mutated code is wrong code. What it must not do is panic.
//! Every fault that was found is kept as a test, in `tests/` here or beside the code that was at fault.

pub mod anatomy;
pub mod archives;
pub mod assemble;
pub mod campaign;
pub mod check;
pub mod corpus;
mod exercise;
pub mod folder;
pub mod giants;
pub mod mutate;
pub mod programs;
pub mod random;
pub mod watch;

//! Templates before the analysis: while others find out where it starts, a thread makes those of the
//! application, and then of what its code probably reaches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use rustc_hash::FxHashMap;
use snarl_hierarchy::{MethodId, Origin};
use snarl_ir::Program;

use crate::template::{Merging, Template};
use crate::wanted::{Maker, Wanted};

/// So many templates are made at most, in case nobody ever asks for them.
const MOST: usize = 50_000;

/// A thread that makes templates until somebody needs them.
pub struct Preparation {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<Prepared>>,
}

/// What was made.
#[derive(Default)]
pub struct Prepared(pub(crate) FxHashMap<MethodId, Template>);

impl Preparation {
    /// Begins. It is worth the while where most of the application is reached.
    pub fn begin(program: Arc<Program>) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&is_over);
        Self { is_over, thread: Some(thread::spawn(move || prepare(&program, &told))) }
    }

    /// What was made so far.
    pub fn end(mut self) -> Prepared {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.take().and_then(|it| it.join().ok()).unwrap_or_default()
    }
}

impl Drop for Preparation {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

fn prepare(program: &Program, is_over: &AtomicBool) -> Prepared {
    let hierarchy = program.hierarchy();
    let merging = Merging::default();
    let mut maker = Maker::new(program, &merging);
    let mut wanted = Wanted::default();
    for class in hierarchy.ids().filter(|&it| hierarchy.origin(it) == Origin::Application) {
        let count = hierarchy.class(class).file().map_or(0, |file| file.methods().len());
        (0..count as u16).for_each(|index| {
            wanted.ask(MethodId { class, index });
        });
    }
    let mut made = FxHashMap::default();
    loop {
        let pending = wanted.take_pending();
        if pending.is_empty() {
            return Prepared(made);
        }
        for method in pending {
            if made.len() == MOST || is_over.load(Ordering::Relaxed) {
                return Prepared(made);
            }
            if let Some(template) = maker.make(method) {
                wanted.ask_callees(hierarchy, &template, |_| false);
                wanted.instantiate_all(hierarchy, &template);
                made.insert(method, template);
            }
        }
    }
}

//! A program: its classes, and the bodies of its methods as they are asked for.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use snarl_hierarchy::{ClassId, Hierarchy, MethodId, Origin, Progress};

use crate::body::Body;
use crate::lower::{self, LowerError};
use crate::verify;

type Bodies = Box<[OnceLock<Option<Result<Box<Body>, LowerError>>>]>;

/// The classes of a program with their code.
pub struct Program {
    hierarchy: Hierarchy,
    bodies: Box<[OnceLock<Bodies>]>,
}

/// A method that could not be lowered or whose body is wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The method.
    pub method: MethodId,
    /// What is wrong.
    pub message: String,
}

/// What [`Program::lower_all`] did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Classes looked at.
    pub classes: usize,
    /// Methods in them, abstract and native ones too.
    pub methods: usize,
    /// Methods with code that was lowered.
    pub bodies: usize,
    /// Instructions of the bodies.
    pub instructions: usize,
    /// Bytes that the bodies take.
    pub bytes: usize,
    /// Methods that failed, in the order of their ids.
    pub failures: Vec<Failure>,
}

/// What to do with all methods.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowerAll {
    /// Only classes of this origin.
    pub origin: Option<Origin>,
    /// Verify each body.
    pub verify: bool,
    /// Keep the bodies.
    pub keep: bool,
}

impl Program {
    /// A program of these classes.
    pub fn new(hierarchy: Hierarchy) -> Self {
        let bodies = (0..hierarchy.len()).map(|_| OnceLock::new()).collect();
        Self { hierarchy, bodies }
    }

    /// The classes.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// The body of a method, lowered at the first request; `None` if it has no code. A fault in our own
    /// code becomes an error of this one method.
    pub fn body(&self, method: MethodId) -> Option<Result<&Body, &LowerError>> {
        let slot = self.bodies.get(method.class.0 as usize)?;
        let count = || self.hierarchy.class(method.class).file().map_or(0, |it| it.methods().len());
        let bodies = slot.get_or_init(|| (0..count()).map(|_| OnceLock::new()).collect());
        let body = bodies.get(usize::from(method.index))?.get_or_init(|| {
            let lowered = guarded(|| lower::lower(&self.hierarchy, method));
            Some(lowered.unwrap_or_else(|| Some(Err(internal_error())))?.map(Box::new))
        });
        Some(body.as_ref()?.as_ref().map(|body| &**body))
    }

    /// Whether a method's body has been asked for already.
    pub fn has_body(&self, method: MethodId) -> bool {
        let bodies = self.bodies.get(method.class.0 as usize).and_then(OnceLock::get);
        let body = bodies.and_then(|it| it.get(usize::from(method.index)));
        body.is_some_and(|it| it.get().is_some())
    }

    /// What the verifier has against a method's body; `None` if nothing, or if there is no code.
    pub fn verify(&self, method: MethodId) -> Option<String> {
        match self.body(method)? {
            Err(error) => Some(error.to_string()),
            Ok(body) => self.verify_body(method, body),
        }
    }

    fn verify_body(&self, method: MethodId, body: &Body) -> Option<String> {
        match guarded(|| verify::verify(&self.hierarchy, method, body)) {
            Some(verified) => verified.err().map(|error| error.to_string()),
            None => Some("internal error in the verifier".to_owned()),
        }
    }

    /// Lowers all methods of all classes, in parallel.
    pub fn lower_all(&self, what: LowerAll, progress: &Progress) -> Summary {
        let wanted =
            |id: &ClassId| what.origin.is_none_or(|origin| self.hierarchy.origin(*id) == origin);
        let classes: Vec<ClassId> = self.hierarchy.ids().filter(wanted).collect();
        progress.begin(classes.len());
        let counters = Counters::default();
        let failures: Vec<Failure> = classes
            .par_iter()
            .filter(|_| progress.step())
            .flat_map_iter(|&class| self.lower_class(class, what, &counters))
            .collect();
        let get = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
        Summary {
            classes: classes.len(),
            methods: get(&counters.methods),
            bodies: get(&counters.bodies),
            instructions: get(&counters.instructions),
            bytes: get(&counters.bytes),
            failures,
        }
    }

    fn lower_class(&self, class: ClassId, what: LowerAll, counters: &Counters) -> Vec<Failure> {
        let count = self.hierarchy.class(class).file().map_or(0, |file| file.methods().len());
        counters.methods.fetch_add(count, Ordering::Relaxed);
        let methods = (0..count).map(|index| MethodId { class, index: index as u16 });
        let message = |method| {
            let lowered = self.lowered(method, what.keep)?;
            let body = match &lowered {
                Ok(body) => body,
                Err(error) => return Some(error.to_string()),
            };
            counters.add(body);
            if what.verify { self.verify_body(method, body) } else { None }
        };
        let failure = |method| Some(Failure { method, message: message(method)? });
        methods.filter_map(failure).collect()
    }

    /// The body of a method, kept for later or made for this once.
    fn lowered(&self, method: MethodId, keep: bool) -> Option<Result<Cow<'_, Body>, LowerError>> {
        if keep {
            return Some(self.body(method)?.map(Cow::Borrowed).map_err(LowerError::clone));
        }
        let lowered = guarded(|| lower::lower(&self.hierarchy, method));
        Some(lowered.unwrap_or_else(|| Some(Err(internal_error())))?.map(Cow::Owned))
    }
}

#[derive(Default)]
struct Counters {
    methods: AtomicUsize,
    bodies: AtomicUsize,
    instructions: AtomicUsize,
    bytes: AtomicUsize,
}

impl Counters {
    fn add(&self, body: &Body) {
        self.bodies.fetch_add(1, Ordering::Relaxed);
        self.instructions.fetch_add(body.insts().len(), Ordering::Relaxed);
        self.bytes.fetch_add(body.heap_size(), Ordering::Relaxed);
    }
}

/// Runs something on behalf of one method; a panic in it is a fault of ours, and costs that method
/// alone.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn internal_error() -> LowerError {
    LowerError { index: None, message: "internal error while lowering".into() }
}

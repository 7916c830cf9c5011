//! Methods that an analysis will probably reach, found by what the code that is known so far names: calls,
//! and overriding methods of classes that have objects (rapid type analysis).

use rustc_hash::{FxHashMap, FxHashSet};
use snarl_hierarchy::{ClassId, Hierarchy, MethodId, Origin};
use snarl_ir::Program;

use crate::template::{CallTarget, Merging, NewKind, Template};

/// What is wanted, each method once.
#[derive(Default)]
pub(crate) struct Wanted {
    asked: FxHashSet<MethodId>,
    /// What was asked for since it was last looked at.
    pending: Vec<MethodId>,
    /// Classes that have objects, or extend to one that has.
    instantiated: FxHashSet<ClassId>,
    /// Signatures of which there are virtual calls.
    called: FxHashSet<u32>,
    /// Methods of instantiated classes with signatures of which there are no calls yet.
    uncalled: FxHashMap<u32, Vec<MethodId>>,
}

impl Wanted {
    /// Asks for a method; says whether nobody had.
    pub(crate) fn ask(&mut self, method: MethodId) -> bool {
        let is_new = self.asked.insert(method);
        if is_new {
            self.pending.push(method);
        }
        is_new
    }

    /// Lets nobody ask for a method any more; says whether nobody had.
    pub(crate) fn give_up(&mut self, method: MethodId) -> bool {
        self.asked.insert(method)
    }

    /// What was asked for since the last time.
    pub(crate) fn take_pending(&mut self) -> Vec<MethodId> {
        std::mem::take(&mut self.pending)
    }

    /// Asks for what code calls, unless it is told to pass over it.
    pub(crate) fn ask_callees(
        &mut self,
        hierarchy: &Hierarchy,
        template: &Template,
        is_passed_over: impl Fn(MethodId) -> bool,
    ) {
        for call in &template.calls {
            let method = call.target.method();
            if is_passed_over(method) || !self.ask(method) {
                continue;
            }
            if matches!(call.target, CallTarget::Virtual(_))
                && let Some(signature) = hierarchy.class(method.class).signature(method.index)
            {
                self.call(signature);
            }
        }
    }

    /// Asks for the methods that a virtual call of a signature may run.
    fn call(&mut self, signature: u32) {
        if self.called.insert(signature) {
            for method in self.uncalled.remove(&signature).unwrap_or_default() {
                self.ask(method);
            }
        }
    }

    /// Asks for the methods of the classes of which code makes objects.
    pub(crate) fn instantiate_all(&mut self, hierarchy: &Hierarchy, template: &Template) {
        for new in &template.news {
            if let NewKind::Instance(of) | NewKind::Merged(of) = new.what
                && let Some(class) = of.as_class()
            {
                self.instantiate(hierarchy, class);
            }
        }
    }

    /// Asks for the methods of a class that now has an object.
    pub(crate) fn instantiate(&mut self, hierarchy: &Hierarchy, class: ClassId) {
        let mut next = Some(class);
        while let Some(class) = next.filter(|&it| self.instantiated.insert(it)) {
            let data = hierarchy.class(class);
            for &(signature, index) in data.signatures() {
                let method = MethodId { class, index };
                if self.called.contains(&signature) {
                    self.ask(method);
                } else {
                    self.uncalled.entry(signature).or_default().push(method);
                }
            }
            next = data.super_class();
        }
    }
}

/// Makes templates beside the solver. What a template is depends on class files alone, so the answer is
/// the same whoever makes it first. Only what would make new phantoms is left to the solver: their numbers
/// are given out in the order in which they are met.
pub(crate) struct Maker<'p> {
    program: &'p Program,
    merging: &'p Merging,
    safe: FxHashMap<ClassId, bool>,
}

impl<'p> Maker<'p> {
    pub(crate) fn new(program: &'p Program, merging: &'p Merging) -> Self {
        Self { program, merging, safe: FxHashMap::default() }
    }

    /// The template of a method, unless it is the solver's to make, or already lowered: then somebody was
    /// quicker.
    pub(crate) fn make(&mut self, method: MethodId) -> Option<Template> {
        let hierarchy = self.program.hierarchy();
        let class = method.class;
        let is_safe = self.safe.entry(class).or_insert_with(|| makes_no_phantoms(hierarchy, class));
        (*is_safe && !self.program.has_body(method))
            .then(|| Template::of(self.program, method, self.merging))
    }
}

fn makes_no_phantoms(hierarchy: &Hierarchy, class: ClassId) -> bool {
    match hierarchy.origin(class) {
        // What it lacks was found when it was loaded.
        Origin::Application => true,
        Origin::Library => false,
        Origin::Jdk => !hierarchy.names_missing(class),
    }
}

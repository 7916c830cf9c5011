//! Where contexts pay ([`Sensitivity::Auto`](crate::Sensitivity)).
//!
//! They do for what the program itself makes, and for classes of the JDK that hold what programs give
//! them. Those say so: they are generic, for what they hold has a type that they do not know.

use snarl_classfile::access;
use snarl_hierarchy::{ClassId, Hierarchy, MethodId, Origin, Type};

use super::{Code, Instance, Solver};
use crate::context::{ContextId, EMPTY, Sensitivity};
use crate::object::{Allocation, CodeId, ObjectId};
use crate::template::{Call, CallTarget, NO_VAR, New, NewKind, Template, Var};

/// So many objects of one root are told apart by contexts.
const CROWD: u32 = 200;
/// A method with so few variables costs little in each of its contexts.
const SHORT: u32 = 8;
/// A program with so many methods is large; so is one with so many classes, which is known from the start.
const LARGE: usize = 4_000;
const MANY_CLASSES: usize = 600;
/// Objects that are made at more places have more contexts than a method of the program may have.
const MANY_MAKERS: u32 = 6;
/// Classes of the JDK that hold what programs give them, and are not generic.
const HOLDERS: [&[u8]; 4] = [
    b"java/util/concurrent/CyclicBarrier",
    b"java/util/concurrent/ThreadPoolExecutor",
    b"java/util/concurrent/Executors$DelegatedExecutorService",
    b"java/util/concurrent/ForkJoinPool",
];

impl Solver<'_> {
    /// Whether telling an object's methods from those of others is worth its price: the program made
    /// it, or it is a collection, or another holder of things, that belongs to such an object.
    pub(super) fn pays(&mut self, allocation: Allocation, heap: ContextId, of: Type) -> bool {
        let Allocation::At(code, ..) = allocation else { return false };
        let Some(class) = of.as_class() else { return false };
        let is_own = self.site_class(code).is_none_or(|by| !self.is_of_jdk(by));
        // A lambda of the program's has what it captured, whatever interface it has.
        let is_lambda = is_own && self.hierarchy.class(class).is_interface();
        if self.is_of_jdk(class) && !is_lambda && !self.holds_things(class) {
            return false;
        }
        if !self.is_of_jdk(class) && self.is_crowded(code) {
            return false;
        }
        heap != EMPTY || is_own
    }

    /// Whether code is a root that makes many objects: the harness of a large open program. It has one
    /// of each class and calls them all with the same arguments, so contexts would tell little apart.
    fn is_crowded(&self, code: CodeId) -> bool {
        match self.code.get(code as usize).map(|it| it.code) {
            Some(Code::Synthetic(root)) => self.inputs.roots[root as usize].made() > CROWD,
            _ => false,
        }
    }

    /// Counts methods of the program, and the places that make objects of a class.
    pub(super) fn count(&mut self, code: Code, template: &Template) {
        let is_own = |class: ClassId| self.hierarchy.origin(class) != Origin::Jdk;
        self.own_methods += usize::from(matches!(code, Code::Method(it) if is_own(it.class)));
        for new in &template.news {
            let NewKind::Instance(of) = new.what else { continue };
            if let Some(class) = of.as_class().filter(|&it| is_own(it)) {
                *self.makers.entry(class).or_default() += 1;
            }
        }
    }

    /// Whether it is known, in a large program, that contexts of a method will become too many: those who
    /// come first would have one of their own, at the price of one for each, and all others share one.
    pub(super) fn is_too_common(&self, method: MethodId) -> bool {
        self.own_methods > LARGE
            && self.makers.get(&method.class).is_some_and(|&makers| makers > MANY_MAKERS)
    }

    /// The context that receivers share where a method has as many contexts as it may have: one for each
    /// class that inherits it, for one may lock what another does not. In a large program, one for all.
    pub(super) fn shared_by(&mut self, code: Code, object: ObjectId) -> ContextId {
        let Code::Method(method) = code else { return EMPTY };
        if self.selector.sensitivity != Sensitivity::Auto
            || self.application_classes > MANY_CLASSES
            || self.budget.is_scarce()
            || self.is_of_jdk(method.class)
        {
            return EMPTY;
        }
        let class = self.objects.class(self.hierarchy, object);
        if class == method.class || !self.hierarchy.is_subclass(class, method.class) {
            return EMPTY;
        }
        let element = self.elements.number(Allocation::OfType(Type::class(class))).0;
        self.contexts.of_receiver(EMPTY, element)
    }

    /// The context in which a static method runs, or a model.
    pub(super) fn inherited(&mut self, code: Code, context: ContextId) -> ContextId {
        let inherits = match code {
            Code::Model(..) => true,
            Code::Method(method) if self.selector.sensitivity == Sensitivity::Auto => {
                self.selector.static_inherits && self.passes_things(method)
            }
            _ => self.selector.static_inherits,
        };
        if inherits { context } else { EMPTY }
    }

    /// Whether a static method may give what it got to others: the program's own, a generic one.
    fn passes_things(&mut self, method: MethodId) -> bool {
        let class = self.hierarchy.class(method.class);
        !self.is_of_jdk(method.class)
            || class.method(method.index).is_some_and(|it| is_generic(it.signature()))
            || self.holds_things(method.class)
    }

    /// The context of a call: one of a method that starts threads for its callers, or makes tasks for
    /// them, is told apart by where it is called, or a join of one would say nothing; and so is one that
    /// takes a lock and runs what it is given, or all that it runs would hold any lock, and one that makes
    /// pools of threads or locks, or all callers would seem to have the same ones. What a lambda calls is
    /// called where the lambda is.
    pub(super) fn at_site(
        &mut self,
        code: Code,
        context: ContextId,
        by: Instance,
        call: u32,
    ) -> ContextId {
        if self.selector.sensitivity != Sensitivity::Auto || !self.differs_by_call(code) {
            return context;
        }
        let data = &self.data[by as usize];
        let caller = &self.code[data.code as usize];
        let above = self.contexts.elements(data.context).last();
        if let (Code::Lambda(..), Some(&site)) = (caller.code, above) {
            return self.contexts.of_receiver(context, site);
        }
        let Some(call) = caller.template.calls.get(call as usize) else { return context };
        let class = call.target.method().class;
        let element = Allocation::At(data.code, call.inst, Type::class(class));
        let element = self.elements.number(element).0;
        self.contexts.of_receiver(context, element)
    }

    /// Whether code does for its callers what differs from call to call: a method, or a lambda that calls
    /// such a method or makes tasks itself.
    pub(super) fn differs_by_call(&mut self, code: Code) -> bool {
        match code {
            Code::Method(method) => self.serves_callers(method),
            Code::Lambda(..) => {
                if let Some(&known) = self.serving_lambdas.get(&code) {
                    return known;
                }
                let template = self.template_of(code);
                let differs = template.news.iter().any(|it| self.makes_task(&template, it))
                    || template.calls.iter().any(|it| self.serves_callers(it.target.method()));
                self.serving_lambdas.insert(code, differs);
                differs
            }
            _ => false,
        }
    }

    /// Whether a class is of threads, or of what they run.
    fn is_task(&self, class: ClassId) -> bool {
        self.is_below(class, b"java/lang/Runnable")
            || self.is_below(class, b"java/util/concurrent/Callable")
    }

    fn is_below(&self, class: ClassId, name: &[u8]) -> bool {
        self.hierarchy
            .find(name)
            .is_some_and(|above| self.hierarchy.is_subtype(Type::class(class), Type::class(above)))
    }

    /// Whether a method of the program gets something and makes a thread of it, or a task for one, or
    /// asks for one.
    fn starts_threads(&mut self, method: MethodId) -> bool {
        let template = self.template_of(Code::Method(method));
        let member = self.hierarchy.class(method.class).method(method.index);
        let first = usize::from(member.is_some_and(|it| !it.is(access::STATIC)));
        let is_constructor = member.is_some_and(|it| it.name() == b"<init>");
        let gets = template.parameters.iter().skip(first).any(|&it| it != NO_VAR);
        gets && !is_constructor
            && (template.news.iter().any(|it| self.makes_task(&template, it))
                || template.calls.iter().any(|call| self.asks_for_thread(call.target.method())))
    }

    fn makes_task(&self, template: &Template, new: &New) -> bool {
        let class = match new.what {
            NewKind::Instance(of) => of.as_class(),
            NewKind::Lambda(index) => template.lambdas[index as usize].interface.as_class(),
            _ => None,
        };
        class.is_some_and(|class| self.is_task(class))
    }

    /// Whether the contexts of a method tell threads apart: it starts them, or is what they run; or what
    /// runs under which lock.
    pub(super) fn tells_threads_apart(&mut self, method: MethodId) -> bool {
        self.serves_callers(method) || self.is_task(method.class)
    }

    /// Whether a method does for its callers what differs from call to call.
    pub(super) fn serves_callers(&mut self, method: MethodId) -> bool {
        if self.is_of_jdk(method.class) {
            return false;
        }
        if let Some(&known) = self.serving.get(&method) {
            return known;
        }
        let serves = self.starts_threads(method)
            || self.runs_locked(method)
            || self.calls_given(method)
            || self.makes_means(method);
        self.serving.insert(method, serves);
        serves
    }

    /// Whether a method of the program is a short static one that makes nothing and calls what it is
    /// given: all callers give it theirs, so what it calls would be anybody's.
    fn calls_given(&mut self, method: MethodId) -> bool {
        // A lambda's body runs in the context of the lambda, which tells more.
        let member = self.hierarchy.class(method.class).method(method.index);
        let is_static = member.is_some_and(|it| it.is(access::STATIC) && !it.is(access::SYNTHETIC));
        if !is_static {
            return false;
        }
        let template = self.template_of(Code::Method(method));
        let calls = |call: &Call| {
            matches!(call.target, CallTarget::Virtual(_))
                && template.parameters.contains(&call.arguments[0])
        };
        template.vars - template.shared <= SHORT
            && template.news.is_empty()
            && template.calls.iter().any(calls)
    }

    /// Whether a method of the program takes a lock and calls something that it is given.
    fn runs_locked(&mut self, method: MethodId) -> bool {
        let template = self.template_of(Code::Method(method));
        let member = self.hierarchy.class(method.class).method(method.index);
        let is_given = |var: Var| var != NO_VAR && template.parameters.contains(&var);
        let first = usize::from(member.is_some_and(|it| !it.is(access::STATIC)));
        let runs = |call: &Call| match call.target {
            CallTarget::Virtual(called) => {
                self.hierarchy.class(called.class).is_interface()
                    && !self.is_lock(called.class)
                    && template.parameters[first..].contains(&call.arguments[0])
            }
            _ => false,
        };
        let takes = |call: &Call| {
            call.target.has_receiver()
                && is_given(call.arguments[0])
                && self.is_lock(call.target.method().class)
        };
        let locks =
            template.monitors.iter().any(|&it| is_given(it)) || template.calls.iter().any(takes);
        locks && template.calls.iter().any(runs)
    }

    /// Whether a static method of the program makes a pool of threads or a lock.
    fn makes_means(&mut self, method: MethodId) -> bool {
        let member = self.hierarchy.class(method.class).method(method.index);
        if !member.is_some_and(|it| it.is(access::STATIC) && !it.is(access::SYNTHETIC)) {
            return false;
        }
        let template = self.template_of(Code::Method(method));
        let is_means = |new: &New| match new.what {
            NewKind::Instance(of) => of.as_class().is_some_and(|class| {
                self.is_lock(class) || self.is_below(class, b"java/util/concurrent/Executor")
            }),
            _ => false,
        };
        let asks = |call: &Call| {
            let asked = call.target.method();
            let member = self.hierarchy.class(asked.class).method(asked.index);
            &*self.hierarchy.name(asked.class) == b"java/util/concurrent/Executors"
                && member.is_some_and(|it| it.name().starts_with(b"new"))
        };
        template.news.iter().any(is_means) || template.calls.iter().any(asks)
    }

    /// Whether a class is of locks of the JDK.
    fn is_lock(&self, class: ClassId) -> bool {
        let name = self.hierarchy.name(class);
        name.starts_with(b"java/util/concurrent/locks/")
            || &*name == b"java/util/concurrent/Semaphore"
    }

    /// Whether a method is a short one of an interface: between a caller and the one method that a lambda
    /// has, as Scala's compiler puts it. All lambdas of a shape come through it, so what they do would blur.
    pub(super) fn is_adapter(&mut self, method: MethodId) -> bool {
        let class = self.hierarchy.class(method.class);
        let is_default = class.is_interface()
            && class.method(method.index).is_some_and(|it| !it.is(access::STATIC));
        is_default && {
            let template = self.template_of(Code::Method(method));
            template.vars <= SHORT && template.news.is_empty()
        }
    }

    fn asks_for_thread(&self, method: MethodId) -> bool {
        let member = self.hierarchy.class(method.class).method(method.index);
        let Some(name) = member.map(|it| it.name()) else { return false };
        match &*self.hierarchy.name(method.class) {
            b"java/lang/Thread" => name.starts_with(b"of") || name == b"startVirtualThread",
            owner if owner.starts_with(b"java/util/concurrent/") => {
                matches!(name, b"submit" | b"execute" | b"supplyAsync" | b"runAsync")
            }
            _ => false,
        }
    }

    fn is_of_jdk(&self, class: ClassId) -> bool {
        self.hierarchy.origin(class) == Origin::Jdk
    }

    /// Whether a class, or one that it extends or is nested in, is generic. Threads and their pools hold
    /// tasks, barriers what they run when all have come.
    fn holds_things(&mut self, class: ClassId) -> bool {
        if let Some(&known) = self.holding.get(&class) {
            return known;
        }
        let data = self.hierarchy.class(class);
        let name = self.hierarchy.name(class);
        let holds = name.starts_with(b"java/lang/Thread")
            || HOLDERS.contains(&&*name)
            || data.file().is_some_and(|file| {
                is_generic(file.signature())
                    || is_in_generic(file.signature())
                    || file.nest_host().and_then(|host| self.hierarchy.find(host)).is_some_and(
                        |host| {
                            let host = self.hierarchy.class(host);
                            host.file().is_some_and(|it| is_generic(it.signature()))
                        },
                    )
            })
            || data.super_class().is_some_and(|above| self.holds_things(above));
        // Every enum extends a generic class, and holds nothing.
        let holds = holds && &*name != b"java/lang/Enum";
        self.holding.insert(class, holds);
        holds
    }
}

pub(super) fn application_classes(hierarchy: &Hierarchy) -> usize {
    let classes = hierarchy.program_classes().iter();
    classes.filter(|&&it| hierarchy.origin(it) == Origin::Application).count()
}

/// Whether a signature has type parameters (JVMS 4.7.9.1).
fn is_generic(signature: Option<&[u8]>) -> bool {
    signature.is_some_and(|it| it.first() == Some(&b'<'))
}

/// Whether a signature names a type parameter of what the class is written in: a method, or a class that
/// need not be the outermost one.
fn is_in_generic(signature: Option<&[u8]>) -> bool {
    let names_one = |it: &[u8]| it[1] == b'T' && b"<+-;[".contains(&it[0]);
    signature.is_some_and(|it| it.windows(2).any(names_one))
}

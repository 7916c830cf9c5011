//! Effects that values decide: reflection, method and variable handles, proxies, services, clones.
//!
//! An effect is looked at again whenever one of its arguments points to more. What stands for a class,
//! a method or a field is an object like any other, so that it may come from anywhere: a constant, a
//! static field, a map.

use std::rc::Rc;

use snarl_classfile::access;
use snarl_hierarchy::{ClassId, FieldId, MethodId, Origin, Type};

use super::{Code, Instance, MENTIONED, NONE, Node, Solver, THREADS};
use crate::boxes::box_of;
use crate::object::{Allocation, CodeId, Filter, NO_FILTER, ObjectId};
use crate::set::Set;
use crate::template::{Reflect, Reflection, Slot, Template, Var, parameter_types};

/// So many classes that an object may have are as good as all.
const MANY_CLASSES: usize = 32;

/// So many classes at one place are told apart by place.
const FEW_CLASSES: usize = 8;

/// An effect that could not be decided: the code, its instruction, the effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Unresolved {
    pub(crate) code: CodeId,
    pub(crate) what: Reflect,
}

/// An access through a handle, an offset or a `Field`. No field: the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct HandleAccess {
    pub(crate) code: CodeId,
    pub(crate) field: Option<FieldId>,
    pub(crate) what: Reflect,
}

/// One effect of an instance.
struct Effect<'a> {
    instance: Instance,
    code: CodeId,
    it: &'a Reflection,
    result: Node,
    /// The argument that points to more, and what is new there. None: look at all.
    news: Option<(usize, &'a Set)>,
}

impl Solver<'_> {
    /// Does what an effect does for what is new in a variable.
    pub(super) fn reflect_news(
        &mut self,
        instance: Instance,
        template: &Rc<Template>,
        index: u32,
        var: Var,
        news: &Set,
    ) {
        let arguments = &template.reflections[index as usize].arguments;
        for position in (0..arguments.len()).filter(|&position| arguments[position] == var) {
            self.reflect(instance, template, index, Some((position, news)));
        }
    }

    /// Does what an effect does with what its arguments point to now.
    pub(super) fn reflect(
        &mut self,
        instance: Instance,
        template: &Rc<Template>,
        index: u32,
        news: Option<(usize, &Set)>,
    ) {
        let it = &template.reflections[index as usize];
        let code = self.data[instance as usize].code;
        let effect = Effect { instance, code, it, result: self.node(instance, it.result), news };
        match it.what {
            Reflect::ClassNamed => self.class_named(&effect),
            Reflect::ClassOf => self.class_of(&effect),
            Reflect::Instance => self.new_instances(&effect),
            Reflect::Providers => self.providers(&effect),
            Reflect::Constructor => self.constructors(&effect),
            Reflect::Method => self.methods_named(&effect),
            Reflect::Field => self.fields_named(&effect),
            Reflect::Elements => {
                let object = self.object(Allocation::Elements(it.of), 0, it.of);
                self.add_object(effect.result, object);
            }
            Reflect::Construct => self.invoke(&effect, None, true),
            Reflect::Invoke => self.invoke(&effect, Some(1), true),
            Reflect::Apply => self.invoke(&effect, Some(1), false),
            Reflect::Get | Reflect::Set => self.access(&effect),
            Reflect::Read | Reflect::Write | Reflect::Update => self.access(&effect),
            Reflect::Proxy => self.proxy(&effect),
            Reflect::Clone => self.clone_objects(&effect),
            Reflect::Component => self.components(&effect),
            Reflect::Array => self.arrays(&effect),
            Reflect::Bind => self.bind(&effect),
            Reflect::CurrentThread => {
                if self.is_first(&effect, 0, 0) {
                    self.add_edge(THREADS, effect.result, NO_FILTER);
                }
            }
            Reflect::CallingClass => {
                if let Some(class) = self.site_class(effect.code) {
                    let object = self.class_object(Type::class(class));
                    self.add_object(effect.result, object);
                }
            }
        }
    }

    fn argument(&self, effect: &Effect<'_>, position: usize) -> Node {
        let var = effect.it.arguments.get(position);
        var.map_or(NONE, |&var| self.node(effect.instance, var))
    }

    /// What an argument points to; of the one that got more, what is new.
    fn values(&self, effect: &Effect<'_>, position: usize) -> Vec<ObjectId> {
        if let Some((changed, news)) = effect.news
            && changed == position
        {
            return news.iter().collect();
        }
        match self.argument(effect, position) {
            NONE => Vec::new(),
            node => self.set(node).iter().collect(),
        }
    }

    /// Whether the program itself asks. What the JDK does with classes and names that it computes is its
    /// own affair: following it would reach most of the JDK, and say nothing of the program.
    fn is_own(&self, effect: &Effect<'_>) -> bool {
        let class = self.site_class(effect.code);
        class.is_some_and(|class| self.hierarchy.origin(class) != Origin::Jdk)
    }

    fn leave(&mut self, effect: &Effect<'_>) {
        if !self.is_own(effect) {
            return;
        }
        self.unresolved.insert(Unresolved { code: effect.code, what: effect.it.what });
    }

    /// Whether an effect meets a pair of things for the first time.
    fn is_first(&mut self, effect: &Effect<'_>, a: u32, b: u32) -> bool {
        self.reflected.insert((effect.instance, effect.it.inst, a, b))
    }

    // Classes and their instances.

    fn class_named(&mut self, effect: &Effect<'_>) {
        for name in self.values(effect, 0) {
            if !self.is_first(effect, name, 0) {
                continue;
            }
            if let Allocation::Text(text) = self.objects.allocation(name) {
                let internal: Vec<u8> = self.texts.get(text).iter().map(dot_to_slash).collect();
                if let Some(class) = self.hierarchy.find(&internal)
                    && !self.hierarchy.is_phantom(class)
                {
                    self.found_class(effect, class);
                }
                continue;
            }
            if !self.is_own(effect) {
                continue;
            }
            self.leave(effect);
            if self.is_first(effect, NONE, 0) {
                self.load_mentioned();
                self.add_edge(MENTIONED, effect.result, NO_FILTER);
            }
        }
    }

    /// Notes a class of the program that a computed name may mean.
    pub(super) fn mention(&mut self, class: ClassId) {
        if self.hierarchy.origin(class) == Origin::Jdk {
            return;
        }
        let object = self.class_object(Type::class(class));
        self.add_object(MENTIONED, object);
        if self.loads_mentioned {
            self.initialize(class);
        }
    }

    fn load_mentioned(&mut self) {
        if self.loads_mentioned {
            return;
        }
        self.loads_mentioned = true;
        let classes: Vec<ObjectId> = self.set(MENTIONED).iter().collect();
        for object in classes {
            if let Allocation::ClassOf(of) = self.objects.allocation(object)
                && let Some(class) = of.as_class()
            {
                self.initialize(class);
            }
        }
    }

    fn found_class(&mut self, effect: &Effect<'_>, class: ClassId) {
        let object = self.class_object(Type::class(class));
        self.add_object(effect.result, object);
        self.initialize(class);
    }

    fn class_of(&mut self, effect: &Effect<'_>) {
        let is_own = self.is_own(effect);
        for object in self.values(effect, 0) {
            // Where anything can come, its class says nothing. The class of an array is what new arrays
            // are made of, in the JDK too.
            let known = self.set(effect.result).len();
            let is_told = is_own || self.objects.of(object).element().is_some();
            let class = if known < MANY_CLASSES && is_told {
                self.class_object(self.objects.of(object))
            } else {
                let class = self.hierarchy.class_named(b"java/lang/Class", None);
                self.merged(Type::class(class))
            };
            self.add_object(effect.result, class);
        }
    }

    /// The classes that an argument's class objects stand for.
    fn classes(&mut self, effect: &Effect<'_>, position: usize) -> Vec<ClassId> {
        let mut classes = Vec::new();
        for object in self.values(effect, position) {
            match self.objects.allocation(object) {
                Allocation::ClassOf(of) => classes.extend(of.as_class()),
                _ => self.leave(effect),
            }
        }
        classes
    }

    fn components(&mut self, effect: &Effect<'_>) {
        for object in self.values(effect, 0) {
            match self.objects.allocation(object) {
                Allocation::ClassOf(of) => {
                    if let Some(element) = of.element() {
                        let object = self.class_object(element);
                        self.add_object(effect.result, object);
                    }
                }
                _ => self.add_object(effect.result, object),
            }
        }
    }

    fn arrays(&mut self, effect: &Effect<'_>) {
        for object in self.values(effect, 0) {
            let element = match self.objects.allocation(object) {
                Allocation::ClassOf(of) => of,
                _ => {
                    self.leave(effect);
                    Type::class(self.hierarchy.object())
                }
            };
            // A program that makes arrays of the class of what it got would never end.
            let is_flat = element != Type::VOID && element.dimensions() < 2;
            let Some(of) = element.array_of().filter(|_| is_flat) else { continue };
            let heap = self.heap_context(effect.instance);
            let made = self.object(Allocation::At(effect.code, effect.it.inst, of), heap, of);
            self.add_object(effect.result, made);
        }
    }

    fn bind(&mut self, effect: &Effect<'_>) {
        for member in self.values(effect, 0) {
            let Allocation::Member(method, of) = self.objects.allocation(member) else { continue };
            for receiver in self.values(effect, 1) {
                let object = self.object(Allocation::Bound(method, receiver), 0, of);
                self.add_object(effect.result, object);
            }
        }
    }

    fn new_instances(&mut self, effect: &Effect<'_>) {
        for class in self.classes(effect, 0) {
            if self.is_first(effect, class.0, 0) {
                self.new_instance(effect, class);
            }
        }
    }

    fn providers(&mut self, effect: &Effect<'_>) {
        for service in self.classes(effect, 0) {
            let providers = self.inputs.services.get(&service).cloned().unwrap_or_default();
            for class in providers {
                if self.is_first(effect, class.0, 0) {
                    self.new_instance(effect, class);
                }
            }
        }
    }

    fn new_instance(&mut self, effect: &Effect<'_>, class: ClassId) {
        let Some(object) = self.made_by(effect, class) else { return };
        self.add_object(effect.result, object);
        if let Some(index) = self.hierarchy.class(class).find_method(b"<init>", b"()V") {
            let constructor = MethodId { class, index };
            self.call(effect, constructor, Some(object), &[], NONE);
        }
    }

    /// The object of a class that an effect makes; `None` if there can be none.
    fn made_by(&mut self, effect: &Effect<'_>, class: ClassId) -> Option<ObjectId> {
        let data = self.hierarchy.class(class);
        if data.file().is_none() || data.access() & (access::ABSTRACT | access::INTERFACE) != 0 {
            return None;
        }
        self.initialize(class);
        let of = Type::class(class);
        // Where any of many classes is made, one object a class is enough.
        let known = self.argument(effect, 0);
        if known != NONE && self.set(known).len() > FEW_CLASSES {
            self.made_by_reflection.insert(of);
            return Some(self.merged(of));
        }
        let heap = self.heap_context(effect.instance);
        Some(self.object(Allocation::At(effect.code, effect.it.inst, of), heap, of))
    }

    // Members.

    fn constructors(&mut self, effect: &Effect<'_>) {
        for class in self.classes(effect, 0) {
            let of = effect.it.of;
            let object = self.object(Allocation::Constructors(class, of), 0, of);
            self.add_object(effect.result, object);
        }
    }

    /// New instances by the constructors of a class.
    fn construct(&mut self, effect: &Effect<'_>, class: ClassId, given: &[Node], spread: bool) {
        let Some(object) = self.made_by(effect, class) else { return };
        self.add_object(effect.result, object);
        let Some(file) = self.hierarchy.class(class).file() else { return };
        for (index, member) in file.methods().enumerate() {
            let method = MethodId { class, index: index as u16 };
            if member.name() != b"<init>" {
                continue;
            }
            let count = parameter_types(self.hierarchy, method).len() - 1;
            if spread {
                let all = given.first().copied().unwrap_or(NONE);
                self.call(effect, method, Some(object), &vec![all; count], NONE);
            } else if count == given.len() {
                self.call(effect, method, Some(object), given, NONE);
            }
        }
    }

    fn found_methods(
        &mut self,
        effect: &Effect<'_>,
        class: ClassId,
        wanted: impl Fn(&[u8], u16) -> bool,
    ) {
        let Some(file) = self.hierarchy.class(class).file() else { return };
        for (index, member) in file.methods().enumerate() {
            if wanted(member.name(), member.access()) {
                let method = MethodId { class, index: index as u16 };
                let of = effect.it.of;
                let object = self.object(Allocation::Member(method, of), 0, of);
                self.add_object(effect.result, object);
            }
        }
    }

    /// The names that an argument may be; `None` among them is any.
    fn names(&mut self, effect: &Effect<'_>, position: usize) -> Vec<Option<u32>> {
        if self.argument(effect, position) == NONE {
            return vec![None];
        }
        let name = |object| match self.objects.allocation(object) {
            Allocation::Text(text) => Some(text),
            _ => None,
        };
        self.values(effect, position).into_iter().map(name).collect()
    }

    fn methods_named(&mut self, effect: &Effect<'_>) {
        let names = self.names(effect, 0);
        for class in self.classes(effect, 1) {
            for &name in &names {
                if self.is_first(effect, class.0, name.unwrap_or(NONE)) {
                    self.methods_of(effect, class, name);
                }
            }
        }
    }

    fn methods_of(&mut self, effect: &Effect<'_>, class: ClassId, name: Option<u32>) {
        let above = self.hierarchy.class(class).ancestors().to_vec();
        let Some(text) = name else {
            // Any method: those that the program's own classes offer.
            self.leave(effect);
            for class in above {
                if self.hierarchy.origin(class) != Origin::Jdk {
                    let skipped = access::SYNTHETIC;
                    self.found_methods(effect, class, |name, flags| {
                        flags & skipped == 0 && name.first() != Some(&b'<')
                    });
                }
            }
            return;
        };
        let text = self.texts.get(text).clone();
        for class in above {
            self.found_methods(effect, class, |name, _| name == &*text);
        }
    }

    fn fields_named(&mut self, effect: &Effect<'_>) {
        let names = self.names(effect, 0);
        for class in self.classes(effect, 1) {
            for &name in &names {
                if self.is_first(effect, class.0, name.unwrap_or(NONE)) {
                    self.fields_of(effect, class, name);
                }
            }
        }
    }

    fn fields_of(&mut self, effect: &Effect<'_>, class: ClassId, name: Option<u32>) {
        if name.is_none() {
            self.leave(effect);
        }
        let text = name.map(|it| self.texts.get(it).clone());
        for class in self.hierarchy.class(class).ancestors().to_vec() {
            if name.is_none() && self.hierarchy.origin(class) == Origin::Jdk {
                continue;
            }
            let Some(file) = self.hierarchy.class(class).file() else { continue };
            for (index, member) in file.fields().enumerate() {
                if text.as_ref().is_none_or(|text| member.name() == &**text) {
                    let field = FieldId { class, index: index as u16 };
                    let of = effect.it.of;
                    let object = self.object(Allocation::Field(field, of), 0, of);
                    self.add_object(effect.result, object);
                }
            }
        }
    }

    // Calls.

    /// Calls methods: the first argument holds what stands for them. With `spread`, the last holds all
    /// that their parameters may be; else the arguments behind the first are theirs, receiver first.
    fn invoke(&mut self, effect: &Effect<'_>, receivers: Option<usize>, spread: bool) {
        for member in self.values(effect, 0) {
            let count = effect.it.arguments.len();
            let (method, bound) = match self.objects.allocation(member) {
                Allocation::Constructors(class, _) => {
                    if self.is_first(effect, member, NONE) {
                        let first = if spread { count - 1 } else { 1 };
                        let given: Vec<Node> =
                            (first..count).map(|it| self.argument(effect, it)).collect();
                        self.construct(effect, class, &given, spread);
                    }
                    continue;
                }
                Allocation::Member(method, _) => (method, None),
                Allocation::Bound(method, receiver) => (method, Some(receiver)),
                Allocation::Field(field, _) if !spread => {
                    self.apply_to_field(effect, member, field);
                    continue;
                }
                _ => {
                    self.leave(effect);
                    continue;
                }
            };
            let data = self.hierarchy.class(method.class);
            let Some(declared) = data.method(method.index) else { continue };
            let is_static = declared.is(access::STATIC);
            let constructs = declared.name() == b"<init>";
            let is_receiver_given = !is_static && !constructs && bound.is_none();
            let first = if is_receiver_given { 2 } else { 1 };
            let given: Vec<Node> = if spread {
                let all = self.argument(effect, count - 1);
                vec![all; parameter_types(self.hierarchy, method).len()]
            } else {
                (first..count).map(|position| self.argument(effect, position)).collect()
            };
            if constructs {
                if self.is_first(effect, member, NONE)
                    && let Some(object) = self.made_by(effect, method.class)
                {
                    self.add_object(effect.result, object);
                    self.call(effect, method, Some(object), &given, NONE);
                }
            } else if is_static {
                if self.is_first(effect, member, NONE) {
                    self.initialize(method.class);
                    self.call(effect, method, None, &given, effect.result);
                }
            } else if let Some(position) = receivers {
                let objects = bound.map_or_else(|| self.values(effect, position), |it| vec![it]);
                for object in objects {
                    let class = self.objects.class(self.hierarchy, object);
                    if self.hierarchy.is_subclass(class, method.class)
                        && self.is_first(effect, member, object)
                    {
                        self.call(effect, method, Some(object), &given, effect.result);
                    }
                }
            }
        }
    }

    /// One call; `given` are the nodes of the arguments behind the receiver.
    fn call(
        &mut self,
        effect: &Effect<'_>,
        method: MethodId,
        receiver: Option<ObjectId>,
        given: &[Node],
        result: Node,
    ) {
        let context = self.data[effect.instance as usize].context;
        let is_constructor = self
            .hierarchy
            .class(method.class)
            .method(method.index)
            .is_some_and(|it| it.name() == b"<init>");
        let callee = match receiver {
            None => {
                let code = self.code_at(method, effect.code, NONE);
                self.instance_of(code, self.inherited(code, context))
            }
            Some(object) => {
                let code = if is_constructor {
                    Some(Code::Method(method))
                } else {
                    self.select(method, object)
                };
                let Some(code) = code else { return };
                self.instance_for(code, effect.code, NONE, context, object)
            }
        };
        if let Some(object) = receiver {
            self.add_object(self.parameter(callee, 0), object);
        }
        if !self.reflective_calls.insert((effect.instance, effect.it.inst, callee)) {
            return;
        }
        let first = usize::from(receiver.is_some());
        let types = parameter_types(self.hierarchy, method);
        for (position, &from) in given.iter().enumerate() {
            let position = position + first;
            let Some(&include) = types.get(position) else { break };
            let filter = if include.is_reference() {
                self.objects.filter(self.hierarchy, Filter { include, exclude: Vec::new() })
            } else {
                NO_FILTER
            };
            self.add_edge(from, self.parameter(callee, position), filter);
        }
        let template = self.template(callee);
        self.add_edge(self.node(callee, template.returns), result, NO_FILTER);
        let throws = self.node(effect.instance, effect.it.throws);
        self.add_edge(self.node(callee, template.throws), throws, NO_FILTER);
        if let Some(of) = self.primitive_result(method) {
            let object = self.merged(of);
            self.add_object(result, object);
        }
    }

    /// What a primitive result is wrapped into.
    fn primitive_result(&self, method: MethodId) -> Option<Type> {
        let member = self.hierarchy.class(method.class).method(method.index)?;
        let signature = self.hierarchy.signature(member.descriptor(), method.class).ok()?;
        box_of(self.hierarchy, signature.1)
    }

    // Accesses.

    /// Reads and writes what the first argument stands for. Elements of an array need no such thing: any
    /// offset into an array is one of an element.
    fn access(&mut self, effect: &Effect<'_>) {
        let what = effect.it.what;
        let (reads, writes) = match what {
            Reflect::Get | Reflect::Read => (true, false),
            Reflect::Set | Reflect::Write => (false, true),
            _ => (true, true),
        };
        let last = effect.it.arguments.len() - 1;
        let value = if writes { self.argument(effect, last) } else { NONE };
        let parts = self.values(effect, 0);
        let bases = self.values(effect, 1);
        for &part in &parts {
            if let Allocation::Field(field, _) = self.objects.allocation(part)
                && self.is_static(field)
                && self.is_first(effect, part, NONE)
            {
                self.initialize(field.class);
                let node = self.static_node(field);
                self.transfer(effect, node, value, reads, Some(field));
            }
        }
        for base in bases {
            if self.objects.of(base).element().is_some() {
                if self.is_first(effect, NONE, base)
                    && let Some(node) = self.slot_of(base, Slot::Elements)
                {
                    self.transfer(effect, node, value, reads, None);
                }
                continue;
            }
            for &part in &parts {
                let Allocation::Field(field, _) = self.objects.allocation(part) else { continue };
                if !self.is_static(field)
                    && self.is_first(effect, part, base)
                    && let Some(node) = self.slot_of(base, Slot::Field(field))
                {
                    self.transfer(effect, node, value, reads, Some(field));
                }
            }
        }
    }

    /// A method handle that reads or writes a field: with a value, it writes.
    fn apply_to_field(&mut self, effect: &Effect<'_>, part: ObjectId, field: FieldId) {
        let is_static = self.is_static(field);
        let count = effect.it.arguments.len();
        let writes = count > if is_static { 1 } else { 2 };
        let value = if writes { self.argument(effect, count - 1) } else { NONE };
        if is_static {
            if self.is_first(effect, part, NONE) {
                self.initialize(field.class);
                let node = self.static_node(field);
                self.transfer(effect, node, value, !writes, Some(field));
            }
            return;
        }
        for base in self.values(effect, 1) {
            if self.is_first(effect, part, base)
                && let Some(node) = self.slot_of(base, Slot::Field(field))
            {
                self.transfer(effect, node, value, !writes, Some(field));
            }
        }
    }

    fn is_static(&self, field: FieldId) -> bool {
        let member = self.hierarchy.class(field.class).field(field.index);
        member.is_some_and(|it| it.is(access::STATIC))
    }

    fn transfer(
        &mut self,
        effect: &Effect<'_>,
        node: Node,
        value: Node,
        reads: bool,
        field: Option<FieldId>,
    ) {
        self.add_edge(value, node, NO_FILTER);
        if reads {
            self.add_edge(node, effect.result, NO_FILTER);
        }
        let what = effect.it.what;
        self.handle_accesses.insert(HandleAccess { code: effect.code, field, what });
    }

    // Objects.

    fn proxy(&mut self, effect: &Effect<'_>) {
        let handler = self.argument(effect, 1);
        for class in self.classes(effect, 0) {
            if !self.hierarchy.class(class).is_interface() || !self.is_first(effect, class.0, 0) {
                continue;
            }
            let heap = self.heap_context(effect.instance);
            let of = Type::class(class);
            let allocation = Allocation::At(effect.code, effect.it.inst, of);
            let object = self.object(allocation, heap, of);
            self.proxies.insert(object);
            let slot = self.slot(object, Slot::Captured(0));
            self.add_edge(handler, slot, NO_FILTER);
            self.add_object(effect.result, object);
        }
    }

    fn clone_objects(&mut self, effect: &Effect<'_>) {
        for object in self.values(effect, 0) {
            if !self.is_first(effect, object, 0) {
                continue;
            }
            let of = self.objects.of(object);
            if !matches!(self.objects.allocation(object), Allocation::At(..)) {
                self.add_object(effect.result, object);
                continue;
            }
            let heap = self.heap_context(effect.instance);
            let allocation = Allocation::At(effect.code, effect.it.inst, of);
            let copy = self.object(allocation, heap, of);
            self.add_object(effect.result, copy);
            for slot in self.slots_of_type(of) {
                let (from, to) = (self.slot(object, slot), self.slot(copy, slot));
                self.add_edge(from, to, NO_FILTER);
            }
        }
    }

    /// The parts of objects of a type that hold references.
    fn slots_of_type(&self, of: Type) -> Vec<Slot> {
        if let Some(element) = of.element() {
            return if element.is_reference() { vec![Slot::Elements] } else { Vec::new() };
        }
        let mut slots = Vec::new();
        let mut next = of.as_class();
        while let Some(class) = next {
            let data = self.hierarchy.class(class);
            for (index, member) in data.file().iter().flat_map(|it| it.fields()).enumerate() {
                let is_reference = matches!(member.descriptor().first(), Some(b'L' | b'['));
                if is_reference && !member.is(access::STATIC) {
                    slots.push(Slot::Field(FieldId { class, index: index as u16 }));
                }
            }
            next = data.super_class();
        }
        slots
    }
}

fn dot_to_slash(byte: &u8) -> u8 {
    if *byte == b'.' { b'/' } else { *byte }
}

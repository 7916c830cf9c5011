//! Loading a program and asking for its classes, members and code.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use numpy::{PyArray1, ToPyArray};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use snarl_archive::{Jdk, Limits, Role};
use snarl_classfile::{Code, Member, decode_mutf8, encode_mutf8};
use snarl_hierarchy::{
    ClassId, Hierarchy, Input, InvokeKind, LinkageError, MethodId, Origin, Progress, Type, Warning,
};
use snarl_ir::{self as ir, LowerAll};
use snarl_pta::Preparation;

use crate::body::Body;
use crate::constants;
use crate::progress;

pub(crate) fn decoded(name: &[u8]) -> String {
    decode_mutf8(name).into_owned()
}

/// Name, descriptor and access flags.
type MemberRow = (String, String, u16);

/// Start, length, slot, name and descriptor.
type LocalVariableRow = (u16, u16, u16, String, String);

/// A loaded program.
#[pyclass(frozen, module = "snarl._engine")]
pub(crate) struct Program {
    inner: Arc<ir::Program>,
    jdk_version: Option<(u32, String)>,
    preparation: Mutex<Option<Preparation>>,
}

fn load(
    application: &[PathBuf],
    library: &[PathBuf],
    jdk: Option<Jdk>,
    modules: Option<Vec<String>>,
    own_of_jdk: &[String],
    progress: &Progress,
) -> ir::Program {
    let limits = Limits::default();
    let release = jdk.as_ref().map_or(u32::MAX, |jdk| jdk.version);
    let mut input = Input::default();
    for path in application {
        let opened = snarl_archive::open(path, release, &limits);
        input.warnings.extend(opened.problems.into_iter().map(Warning::from));
        for container in opened.containers {
            match container.role() {
                Role::Main => input.application.push(container),
                Role::Nested => input.library.push(container),
            }
        }
    }
    for path in library {
        let opened = snarl_archive::open(path, release, &limits);
        input.warnings.extend(opened.problems.into_iter().map(Warning::of_library));
        input.library.extend(opened.containers);
    }
    if let Some(jdk) = jdk {
        input.warnings.extend(jdk.problems.into_iter().map(Warning::from));
        input.jdk = jdk.containers;
        input.modules = modules;
        let internal = |name: &String| encode_mutf8(&name.replace('.', "/")).into();
        input.own_of_jdk = own_of_jdk.iter().map(internal).collect();
    }
    ir::Program::new(Hierarchy::load(input, progress))
}

impl Program {
    pub(crate) fn inner(&self) -> &Arc<ir::Program> {
        &self.inner
    }

    /// What is being prepared for the next analysis.
    pub(crate) fn take_preparation(&self) -> Option<Preparation> {
        self.preparation.lock().ok()?.take()
    }

    fn hierarchy(&self) -> &Hierarchy {
        self.inner.hierarchy()
    }

    fn with_code<T>(
        &self,
        class_: u32,
        method: u16,
        read: impl FnOnce(Code<'_>) -> PyResult<T>,
    ) -> PyResult<Option<T>> {
        self.with_method(class_, method, |member| match member.code() {
            None => Ok(None),
            Some(code) => read(code.map_err(constants::unreadable)?).map(Some),
        })
    }

    fn with_method<T>(
        &self,
        class_: u32,
        method: u16,
        read: impl FnOnce(Member<'_>) -> PyResult<T>,
    ) -> PyResult<T> {
        let class = ClassId(class_);
        match self.hierarchy().class(class).method(method) {
            Some(member) => read(member),
            None => Err(PyIndexError::new_err("no such method")),
        }
    }

    fn named(&self, name: &str) -> PyResult<ClassId> {
        let internal = name.replace('.', "/");
        let missing = || crate::LinkageError::new_err(LinkageError::NoClassDefFound.name());
        self.hierarchy().find(&encode_mutf8(&internal)).ok_or_else(missing)
    }
}

fn linkage(error: LinkageError) -> PyErr {
    crate::LinkageError::new_err(error.name())
}

fn origin_of(name: Option<&str>) -> PyResult<Option<Origin>> {
    let Some(name) = name else { return Ok(None) };
    let all = [Origin::Application, Origin::Library, Origin::Jdk];
    let found = all.into_iter().find(|origin| origin.name() == name);
    let unknown = || {
        PyValueError::new_err(format!(
            "expected origin 'application', 'library' or 'jdk', but got {name:?}"
        ))
    };
    found.map(Some).ok_or_else(unknown)
}

fn kind_of(name: &str) -> PyResult<InvokeKind> {
    Ok(match name {
        "virtual" => InvokeKind::Virtual,
        "special" => InvokeKind::Special,
        "static" => InvokeKind::Static,
        "interface" => InvokeKind::Interface,
        _ => {
            return Err(PyValueError::new_err(format!(
                "expected kind 'virtual', 'special', 'static' or 'interface', but got {name:?}"
            )));
        }
    })
}

fn row(member: Member<'_>) -> MemberRow {
    (decoded(member.name()), decoded(member.descriptor()), member.access())
}

fn rows<'a>(members: impl Iterator<Item = Member<'a>>) -> Vec<MemberRow> {
    members.map(row).collect()
}

#[pymethods]
impl Program {
    /// Loads classes: all of `application`, and what is needed of `library` and the JDK. The JDK's
    /// classes of the names `own_of_jdk` count as application.
    #[staticmethod]
    #[pyo3(signature = (application, library, jdk=None, modules=None, progress=None, own_of_jdk=vec![]))]
    fn load(
        py: Python<'_>,
        application: Vec<PathBuf>,
        library: Vec<PathBuf>,
        jdk: Option<PathBuf>,
        modules: Option<Vec<String>>,
        progress: Option<Bound<'_, PyAny>>,
        own_of_jdk: Vec<String>,
    ) -> PyResult<Self> {
        let opened = match jdk {
            None => None,
            Some(home) => {
                let opened = py.detach(|| snarl_archive::open_jdk(&home, &Limits::default()));
                let refuse = |it: snarl_archive::Problem| {
                    crate::InputError::new_err((it.file, it.entry, it.message))
                };
                Some(opened.map_err(refuse)?)
            }
        };
        let jdk_version = opened.as_ref().map(|jdk| (jdk.version, jdk.full_version.clone()));
        let inner = progress::run(py, progress.as_ref(), |progress| {
            load(&application, &library, opened, modules, &own_of_jdk, progress)
        })?;
        Ok(Self { inner: Arc::new(inner), jdk_version, preparation: Mutex::default() })
    }

    /// Feature number and full version of the JDK, or None without one.
    #[getter]
    fn jdk_version(&self) -> Option<(u32, String)> {
        self.jdk_version.clone()
    }

    /// (kind, file, entry, message, whether input was lost) for each thing that went wrong.
    fn warnings(&self) -> Vec<(&'static str, String, Option<String>, String, bool)> {
        let all = self.hierarchy().warnings().into_iter();
        all.map(|it| (it.kind.name(), it.file, it.entry, it.message, it.kind.loses_input()))
            .collect()
    }

    /// Number of classes, phantoms left out; their ids are `range(class_count)`.
    #[getter]
    fn class_count(&self) -> usize {
        self.hierarchy().len()
    }

    /// The ids of all classes, or of those of one origin.
    #[pyo3(signature = (origin=None))]
    fn class_ids<'py>(
        &self,
        py: Python<'py>,
        origin: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let origin = origin_of(origin)?;
        let hierarchy = self.hierarchy();
        let wanted = |id: &ClassId| origin.is_none_or(|it| hierarchy.origin(*id) == it);
        let ids: Vec<u32> = hierarchy.ids().filter(wanted).map(|id| id.0).collect();
        Ok(ids.to_pyarray(py))
    }

    /// The id of a class or phantom, by its name with dots.
    fn find_class(&self, name: &str) -> Option<u32> {
        self.named(name).ok().map(|id| id.0)
    }

    /// The name of a class, with dots.
    fn class_name(&self, class_: u32) -> String {
        self.hierarchy().display_name(ClassId(class_))
    }

    /// 'application', 'library' or 'jdk'.
    fn class_origin(&self, class_: u32) -> &'static str {
        self.hierarchy().origin(ClassId(class_)).name()
    }

    /// Access flags; 0 for a phantom.
    fn class_access(&self, class_: u32) -> u16 {
        self.hierarchy().class(ClassId(class_)).access()
    }

    /// Whether a class is referred to but not there, or not readable.
    fn is_phantom(&self, class_: u32) -> bool {
        self.hierarchy().is_phantom(ClassId(class_))
    }

    /// Major and minor version of the class file; None for a phantom.
    fn class_version(&self, class_: u32) -> Option<(u16, u16)> {
        self.hierarchy().class(ClassId(class_)).file().map(|file| file.version())
    }

    /// The file that a class was read from, and the entry in it.
    fn class_location(&self, class_: u32) -> Option<(String, String)> {
        let found = self.hierarchy().location(ClassId(class_));
        found.map(|(file, entry)| (file.to_owned(), entry))
    }

    /// Name of the source file, where the class has it.
    fn source_file(&self, class_: u32) -> Option<String> {
        let class = self.hierarchy().class(ClassId(class_));
        class.file().and_then(|file| file.source_file()).map(decoded)
    }

    /// The super class; None for `java.lang.Object`.
    fn super_class(&self, class_: u32) -> Option<u32> {
        self.hierarchy().class(ClassId(class_)).super_class().map(|id| id.0)
    }

    /// The direct super interfaces, in the order of declaration.
    fn interfaces(&self, class_: u32) -> Vec<u32> {
        let class = self.hierarchy().class(ClassId(class_));
        class.interfaces().iter().map(|id| id.0).collect()
    }

    /// All super types, the class itself included, in the order of their ids.
    fn super_types<'py>(&self, py: Python<'py>, class_: u32) -> Bound<'py, PyArray1<u32>> {
        let class = self.hierarchy().class(ClassId(class_));
        let ids: Vec<u32> = class.ancestors().iter().map(|id| id.0).collect();
        ids.to_pyarray(py)
    }

    /// The direct subtypes among all classes, in the order of their ids.
    fn direct_subtypes<'py>(&self, py: Python<'py>, class_: u32) -> Bound<'py, PyArray1<u32>> {
        let class = ClassId(class_);
        let found = py.detach(|| self.hierarchy().direct_subtypes(class));
        let ids: Vec<u32> = found.iter().map(|id| id.0).collect();
        ids.to_pyarray(py)
    }

    /// All subtypes, the class itself included, in the order of their ids.
    fn subtypes<'py>(&self, py: Python<'py>, class_: u32) -> Bound<'py, PyArray1<u32>> {
        let class = ClassId(class_);
        let found = py.detach(|| self.hierarchy().subtypes(class));
        let ids: Vec<u32> = found.iter().map(|id| id.0).collect();
        ids.to_pyarray(py)
    }

    /// Whether one class is the other or below it.
    fn is_subclass(&self, below: u32, above: u32) -> bool {
        self.hierarchy().is_subclass(ClassId(below), ClassId(above))
    }

    /// Whether a value of one type can be assigned to the other.
    fn is_subtype(&self, below: u32, above: u32) -> bool {
        self.hierarchy().is_subtype(Type::from_bits(below), Type::from_bits(above))
    }

    /// The name of a type, as Java writes it.
    fn type_name(&self, of: u32) -> String {
        self.hierarchy().type_name(Type::from_bits(of))
    }

    /// The class of a type that is a class and no array.
    fn type_class(&self, of: u32) -> Option<u32> {
        Type::from_bits(of).as_class().map(|id| id.0)
    }

    /// Parameter types without the receiver, and the return type, of a method descriptor.
    fn signature(&self, class_: u32, descriptor: &str) -> PyResult<(Vec<String>, String)> {
        let (hierarchy, class) = (self.hierarchy(), ClassId(class_));
        let found = hierarchy.signature(&encode_mutf8(descriptor), class);
        let (parameters, returns) =
            found.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let names = parameters.into_iter().map(|of| hierarchy.type_name(of)).collect();
        Ok((names, hierarchy.type_name(returns)))
    }

    /// (name, descriptor, access flags) of each field.
    fn fields(&self, class_: u32) -> Vec<MemberRow> {
        let class = self.hierarchy().class(ClassId(class_));
        class.file().map_or_else(Vec::new, |file| rows(file.fields()))
    }

    /// (name, descriptor, access flags) of each method.
    fn methods(&self, class_: u32) -> Vec<MemberRow> {
        let class = self.hierarchy().class(ClassId(class_));
        class.file().map_or_else(Vec::new, |file| rows(file.methods()))
    }

    /// (name, descriptor, access flags) of one field.
    fn field(&self, class_: u32, field: u16) -> PyResult<MemberRow> {
        let class = self.hierarchy().class(ClassId(class_));
        class.field(field).map(row).ok_or_else(|| PyIndexError::new_err("no such field"))
    }

    /// (name, descriptor, access flags) of one method.
    fn method(&self, class_: u32, method: u16) -> PyResult<MemberRow> {
        self.with_method(class_, method, |member| Ok(row(member)))
    }

    /// (type's descriptor, values by name) of each annotation of a class, of one of its fields or of
    /// one of its methods.
    #[pyo3(signature = (class_, field=None, method=None))]
    fn annotations<'py>(
        &self,
        py: Python<'py>,
        class_: u32,
        field: Option<u16>,
        method: Option<u16>,
    ) -> PyResult<Vec<(String, Bound<'py, PyDict>)>> {
        let class = self.hierarchy().class(ClassId(class_));
        let all = match (field, method) {
            (Some(field), _) => class.field(field).map(|it| it.annotations()),
            (None, Some(method)) => class.method(method).map(|it| it.annotations()),
            (None, None) => class.file().map(|it| it.annotations()),
        };
        constants::annotations(py, &all.unwrap_or_default())
    }

    /// The constant that a static field starts with, like `constant`; None without one.
    fn field_constant<'py>(
        &self,
        py: Python<'py>,
        class_: u32,
        field: u16,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let class = self.hierarchy().class(ClassId(class_));
        let index = class.field(field).and_then(|it| it.constant_value());
        let constant = class.file().zip(index);
        constant.map(|(file, index)| constants::constant(py, file, index)).transpose()
    }

    /// Whether a method has code.
    fn has_code(&self, class_: u32, method: u16) -> PyResult<bool> {
        self.with_method(class_, method, |member| Ok(member.has_code()))
    }

    /// (bytecode index, line) pairs, in the order of the file.
    fn line_table(&self, class_: u32, method: u16) -> PyResult<Vec<(u16, u16)>> {
        let table = self.with_code(class_, method, |code| Ok(code.line_table()))?;
        Ok(table.unwrap_or_default())
    }

    /// (start, length, slot, name, descriptor) of each local variable, in the order of the file.
    fn local_variables(&self, class_: u32, method: u16) -> PyResult<Vec<LocalVariableRow>> {
        let found = self.with_code(class_, method, |code| {
            let row = |it: snarl_classfile::LocalVariable<'_>| {
                (it.start, it.length, it.slot, decoded(it.name), decoded(it.descriptor))
            };
            Ok(code.local_variables().into_iter().map(row).collect())
        })?;
        Ok(found.unwrap_or_default())
    }

    /// (bytecode index, mnemonic, operands) of each instruction of the bytecode.
    fn bytecode(&self, class_: u32, method: u16) -> PyResult<Vec<(u16, String, String)>> {
        let found = self.with_code(class_, method, |code| {
            snarl_classfile::disassemble(&code).map_err(constants::unreadable)
        })?;
        Ok(found.unwrap_or_default())
    }

    /// A constant of a class: a kind, then what it holds.
    fn constant<'py>(
        &self,
        py: Python<'py>,
        class_: u32,
        index: u16,
    ) -> PyResult<Bound<'py, PyTuple>> {
        match self.hierarchy().class(ClassId(class_)).file() {
            Some(file) => constants::constant(py, file, index),
            None => Err(PyIndexError::new_err("a missing class has no constants")),
        }
    }

    /// The code of a method in SSA form; None if it has none.
    fn body(&self, py: Python<'_>, class_: u32, method: u16) -> PyResult<Option<Body>> {
        let method = MethodId { class: ClassId(class_), index: method };
        match py.detach(|| self.inner.body(method)) {
            None => Ok(None),
            Some(Err(error)) => Err(crate::LoweringError::new_err(error.to_string())),
            Some(Ok(_)) => Ok(Some(Body::new(self.inner.clone(), method))),
        }
    }

    /// Whether a method's code has been lowered, or was found to be bad, already.
    fn is_lowered(&self, class_: u32, method: u16) -> bool {
        self.inner.has_body(MethodId { class: ClassId(class_), index: method })
    }

    /// Begins to prepare an analysis that reaches most of the application, in a thread of its own.
    fn prepare(&self) {
        if let Ok(mut preparation) = self.preparation.lock() {
            preparation.get_or_insert_with(|| Preparation::begin(Arc::clone(&self.inner)));
        }
    }

    /// What the IR verifier has against a method's body; None if nothing.
    fn verify(&self, py: Python<'_>, class_: u32, method: u16) -> Option<String> {
        let method = MethodId { class: ClassId(class_), index: method };
        py.detach(|| self.inner.verify(method))
    }

    /// Links all classes, in parallel.
    fn link_all(&self, py: Python<'_>) {
        py.detach(|| self.hierarchy().link_all());
    }

    /// Lowers all methods, in parallel: (classes, methods, bodies, instructions, bytes, failures),
    /// where a failure is (class, method, message).
    #[pyo3(signature = (origin=None, verify=false, keep=false, progress=None))]
    #[allow(clippy::type_complexity)]
    fn lower_all(
        &self,
        py: Python<'_>,
        origin: Option<&str>,
        verify: bool,
        keep: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<(usize, usize, usize, usize, usize, Vec<(u32, u16, String)>)> {
        let what = LowerAll { origin: origin_of(origin)?, verify, keep };
        let done =
            progress::run(py, progress.as_ref(), |progress| self.inner.lower_all(what, progress))?;
        let failures =
            done.failures.into_iter().map(|it| (it.method.class.0, it.method.index, it.message));
        let failures = failures.collect();
        Ok((done.classes, done.methods, done.bodies, done.instructions, done.bytes, failures))
    }

    /// Field resolution without access control: (class, field).
    fn resolve_field(&self, owner: &str, name: &str, descriptor: &str) -> PyResult<(u32, u16)> {
        let (name, descriptor) = (encode_mutf8(name), encode_mutf8(descriptor));
        let found = self.hierarchy().resolve_field(self.named(owner)?, &name, &descriptor);
        found.map(|it| (it.class.0, it.index)).map_err(linkage)
    }

    /// Field resolution as an instruction in `caller` does it: (class, field).
    fn link_field(
        &self,
        caller: &str,
        owner: &str,
        name: &str,
        descriptor: &str,
        is_static: bool,
    ) -> PyResult<(u32, u16)> {
        let (caller, owner) = (self.named(caller)?, self.named(owner)?);
        let (name, descriptor) = (encode_mutf8(name), encode_mutf8(descriptor));
        let found = self.hierarchy().link_field(caller, owner, &name, &descriptor, is_static);
        found.map(|it| (it.class.0, it.index)).map_err(linkage)
    }

    /// Method resolution without access control: (class, method).
    fn resolve_method(
        &self,
        owner: &str,
        name: &str,
        descriptor: &str,
        interface: bool,
    ) -> PyResult<(u32, u16)> {
        let (name, descriptor) = (encode_mutf8(name), encode_mutf8(descriptor));
        let owner = self.named(owner)?;
        let found = self.hierarchy().resolve_method(owner, &name, &descriptor, interface);
        found.map(|it| (it.class.0, it.index)).map_err(linkage)
    }

    /// The method that a call of a resolved method runs for a receiver: (class, method).
    fn select(&self, receiver: u32, class_: u32, method: u16) -> PyResult<(u32, u16)> {
        let resolved = MethodId { class: ClassId(class_), index: method };
        let found = self.hierarchy().select(ClassId(receiver), resolved);
        found.map(|it| (it.class.0, it.index)).map_err(linkage)
    }

    /// The whole way of a call in `caller`: resolution, the checks of its kind, and selection.
    #[pyo3(signature = (kind, caller, owner, name, descriptor, interface, receiver=None))]
    #[allow(clippy::too_many_arguments)]
    fn target(
        &self,
        kind: &str,
        caller: &str,
        owner: &str,
        name: &str,
        descriptor: &str,
        interface: bool,
        receiver: Option<&str>,
    ) -> PyResult<(u32, u16)> {
        let receiver = receiver.map(|it| self.named(it)).transpose()?;
        let found = self.hierarchy().target(
            kind_of(kind)?,
            self.named(caller)?,
            self.named(owner)?,
            &encode_mutf8(name),
            &encode_mutf8(descriptor),
            interface,
            receiver,
        );
        found.map(|it| (it.class.0, it.index)).map_err(linkage)
    }
}

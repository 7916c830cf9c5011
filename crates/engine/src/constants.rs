//! Constants of a class's pool as Python tuples: a kind, then what it holds.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use snarl_classfile::{
    Annotation, ClassFile, Constant, ElementValue, MemberRef, MethodHandle, ParseError,
};

use crate::program::decoded;

type Member = (String, String, String, bool);

fn member(found: MemberRef<'_>) -> Member {
    (dotted(found.owner), decoded(found.name), decoded(found.descriptor), found.interface)
}

fn handle(found: MethodHandle<'_>) -> (u8, Member) {
    (found.kind, member(found.member))
}

/// A class's internal name with dots, an array's descriptor as it is.
pub(crate) fn dotted(name: &[u8]) -> String {
    decoded(name).replace('/', ".")
}

/// One constant: `("int", 7)`, `("method", owner, name, descriptor, interface)`, …
pub(crate) fn constant<'py>(
    py: Python<'py>,
    file: ClassFile<'_>,
    index: u16,
) -> PyResult<Bound<'py, PyTuple>> {
    let found = file.constants().get(index).map_err(unreadable)?;
    match found {
        Constant::Utf8(text) => ("text", decoded(text)).into_pyobject(py),
        Constant::Integer(value) => ("int", value).into_pyobject(py),
        Constant::Float(value) => ("float", f64::from(value)).into_pyobject(py),
        Constant::Long(value) => ("long", value).into_pyobject(py),
        Constant::Double(value) => ("double", value).into_pyobject(py),
        Constant::Class(name) => ("class", dotted(name)).into_pyobject(py),
        Constant::String(text) => ("string", decoded(text)).into_pyobject(py),
        Constant::Field(it) => {
            let (owner, name, descriptor, _) = member(it);
            ("field", owner, name, descriptor).into_pyobject(py)
        }
        Constant::Method(it) => {
            let (owner, name, descriptor, interface) = member(it);
            ("method", owner, name, descriptor, interface).into_pyobject(py)
        }
        Constant::NameAndType(name, of) => {
            ("name-and-type", decoded(name), decoded(of)).into_pyobject(py)
        }
        Constant::MethodHandle(it) => {
            let (kind, member) = handle(it);
            ("method-handle", kind, member).into_pyobject(py)
        }
        Constant::MethodType(descriptor) => ("method-type", decoded(descriptor)).into_pyobject(py),
        Constant::Dynamic(site) => {
            let (bootstrap, arguments) = bootstrap(file, site.index)?;
            ("dynamic", decoded(site.name), decoded(site.descriptor), bootstrap, arguments)
                .into_pyobject(py)
        }
        Constant::InvokeDynamic(site) => {
            let (bootstrap, arguments) = bootstrap(file, site.index)?;
            ("invoke-dynamic", decoded(site.name), decoded(site.descriptor), bootstrap, arguments)
                .into_pyobject(py)
        }
        Constant::Module(name) => ("module", decoded(name)).into_pyobject(py),
        Constant::Package(name) => ("package", dotted(name)).into_pyobject(py),
    }
}

/// The bootstrap method's handle, and the constants of its arguments.
fn bootstrap(file: ClassFile<'_>, index: u16) -> PyResult<((u8, Member), Vec<u16>)> {
    let (found, arguments) = file.bootstrap_method(index).map_err(unreadable)?;
    let found = file.constants().method_handle(found).map_err(unreadable)?;
    Ok((handle(found), arguments))
}

/// Annotations: (type's descriptor, values by name) each.
pub(crate) fn annotations<'py>(
    py: Python<'py>,
    all: &[Annotation<'_>],
) -> PyResult<Vec<(String, Bound<'py, PyDict>)>> {
    all.iter().map(|it| annotation(py, it)).collect()
}

fn annotation<'py>(py: Python<'py>, it: &Annotation<'_>) -> PyResult<(String, Bound<'py, PyDict>)> {
    let values = PyDict::new(py);
    for (name, value) in &it.elements {
        values.set_item(decoded(name), element(py, value)?)?;
    }
    Ok((decoded(it.descriptor), values))
}

/// The value of an element: a number or text; a list; ("enum", type, name); ("class", descriptor);
/// ("annotation", type, values).
fn element<'py>(py: Python<'py>, value: &ElementValue<'_>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        ElementValue::Constant(Constant::Utf8(text)) => decoded(text).into_pyobject(py)?.into_any(),
        ElementValue::Constant(Constant::Integer(it)) => it.into_pyobject(py)?.into_any(),
        ElementValue::Constant(Constant::Long(it)) => it.into_pyobject(py)?.into_any(),
        ElementValue::Constant(Constant::Float(it)) => it.into_pyobject(py)?.into_any(),
        ElementValue::Constant(Constant::Double(it)) => it.into_pyobject(py)?.into_any(),
        ElementValue::Constant(_) => py.None().into_bound(py),
        ElementValue::Enum(of, name) => {
            ("enum", decoded(of), decoded(name)).into_pyobject(py)?.into_any()
        }
        ElementValue::Class(descriptor) => {
            ("class", decoded(descriptor)).into_pyobject(py)?.into_any()
        }
        ElementValue::Annotation(inner) => {
            let (of, values) = annotation(py, inner)?;
            ("annotation", of, values).into_pyobject(py)?.into_any()
        }
        ElementValue::Array(values) => {
            let values = values.iter().map(|it| element(py, it)).collect::<PyResult<Vec<_>>>()?;
            values.into_pyobject(py)?.into_any()
        }
    })
}

pub(crate) fn unreadable(error: ParseError) -> PyErr {
    crate::LoweringError::new_err(error.to_string())
}

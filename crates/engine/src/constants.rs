//! Constants of a class's pool as Python tuples: a kind, then what it holds.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use snarl_classfile::{ClassFile, Constant, MemberRef, MethodHandle, ParseError};

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

pub(crate) fn unreadable(error: ParseError) -> PyErr {
    crate::LoweringError::new_err(error.to_string())
}

//! Methods that Python hands to the engine.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use snarl_classfile::encode_mutf8;
use snarl_hierarchy::{ClassId, FieldId, Hierarchy, LinkageError, MethodId, Type};
use snarl_ir as ir;
use snarl_pta::{self as pta, NO_VARIABLE, Reflect, Target, Variable};

use crate::program::Program;

/// In Python, no variable is -1.
type Number = i64;

fn linkage(error: LinkageError) -> PyErr {
    crate::LinkageError::new_err(error.name())
}

fn variable(given: Number) -> Variable {
    Variable::try_from(given).unwrap_or(NO_VARIABLE)
}

fn number(given: Variable) -> Number {
    if given == NO_VARIABLE { -1 } else { Number::from(given) }
}

/// A method in the making: what it does to references, in no order. Names are internal (`a/b/C`),
/// variables are numbers, -1 stands for a primitive, for null and for no result.
#[pyclass(module = "snarl._engine")]
pub(crate) struct Synthetic {
    program: Arc<ir::Program>,
    pub(crate) inner: pta::Synthetic,
}

impl Synthetic {
    fn hierarchy(&self) -> &Hierarchy {
        self.program.hierarchy()
    }

    fn class(&self, name: &str) -> PyResult<ClassId> {
        let found = self.hierarchy().find(&encode_mutf8(name));
        found.ok_or_else(|| linkage(LinkageError::NoClassDefFound))
    }

    fn of(&self, descriptor: &str) -> PyResult<Type> {
        type_of(self.hierarchy(), descriptor)
    }

    fn field(&self, class_: &str, name: &str, descriptor: &str) -> PyResult<FieldId> {
        let class = self.class(class_)?;
        let (name, descriptor) = (encode_mutf8(name), encode_mutf8(descriptor));
        self.hierarchy().resolve_field(class, &name, &descriptor).map_err(linkage)
    }

    fn method(&self, class: ClassId, name: &str, descriptor: &str) -> PyResult<MethodId> {
        let interface = self.hierarchy().class(class).is_interface();
        let (name, descriptor) = (encode_mutf8(name), encode_mutf8(descriptor));
        let found = self.hierarchy().resolve_method(class, &name, &descriptor, interface);
        found.map_err(linkage)
    }
}

/// The type that a descriptor names.
fn type_of(hierarchy: &Hierarchy, descriptor: &str) -> PyResult<Type> {
    let signature = format!("(){descriptor}");
    let found = hierarchy.signature(&encode_mutf8(&signature), hierarchy.object());
    found.map(|it| it.1).map_err(|error| PyValueError::new_err(error.to_string()))
}

#[pymethods]
impl Synthetic {
    #[new]
    fn new(program: &Program, parameters: Vec<String>, returns: &str) -> PyResult<Self> {
        let program = Arc::clone(program.inner());
        let types: PyResult<Vec<Type>> =
            parameters.iter().map(|it| type_of(program.hierarchy(), it)).collect();
        let returns = type_of(program.hierarchy(), returns)?;
        let inner = pta::Synthetic::new(&types?, returns);
        Ok(Self { program, inner })
    }

    /// The variables of the parameters.
    #[getter]
    fn parameters(&self) -> Vec<Number> {
        self.inner.parameters().iter().copied().map(number).collect()
    }

    /// The variable of the result.
    #[getter]
    fn result(&self) -> Number {
        number(self.inner.result())
    }

    /// A new variable, for values of a type.
    fn variable(&mut self, descriptor: &str) -> PyResult<Number> {
        self.of(descriptor)?;
        Ok(number(self.inner.variable()))
    }

    /// What one variable holds, another holds too; with a descriptor, instances of its type alone.
    #[pyo3(signature = (source, target, cast=None))]
    fn copy(&mut self, source: i64, target: i64, cast: Option<&str>) -> PyResult<()> {
        let cast = cast.map(|it| self.of(it)).transpose()?;
        self.inner.copy(variable(source), variable(target), cast);
        Ok(())
    }

    /// A new object or array; no constructor runs.
    #[pyo3(name = "new")]
    fn make(&mut self, descriptor: &str) -> PyResult<Number> {
        let of = self.of(descriptor)?;
        Ok(number(self.inner.make(of)))
    }

    /// The field of an object.
    fn load(&mut self, base: i64, class_: &str, field: &str, descriptor: &str) -> PyResult<i64> {
        let field = self.field(class_, field, descriptor)?;
        Ok(number(self.inner.load(variable(base), field)))
    }

    /// Writes the field of an object.
    fn store(
        &mut self,
        base: i64,
        class_: &str,
        field: &str,
        descriptor: &str,
        value: i64,
    ) -> PyResult<()> {
        let field = self.field(class_, field, descriptor)?;
        self.inner.store(variable(base), field, variable(value));
        Ok(())
    }

    /// The elements of an array.
    fn load_elements(&mut self, base: i64) -> i64 {
        number(self.inner.load_elements(variable(base)))
    }

    /// Writes the elements of an array.
    fn store_elements(&mut self, base: i64, value: i64) {
        self.inner.store_elements(variable(base), variable(value));
    }

    /// A static field.
    fn load_static(&mut self, class_: &str, field: &str, descriptor: &str) -> PyResult<i64> {
        let field = self.field(class_, field, descriptor)?;
        Ok(number(self.inner.load_static(field)))
    }

    /// Writes a static field.
    fn store_static(
        &mut self,
        class_: &str,
        field: &str,
        descriptor: &str,
        value: i64,
    ) -> PyResult<()> {
        let field = self.field(class_, field, descriptor)?;
        self.inner.store_static(field, variable(value));
        Ok(())
    }

    /// A call of kind 'virtual', 'special', 'static', or 'spawn': a virtual one in a new thread. Its
    /// result, or -1.
    fn call(
        &mut self,
        kind: &str,
        class_: &str,
        name: &str,
        descriptor: &str,
        arguments: Vec<i64>,
    ) -> PyResult<i64> {
        let class = self.class(class_)?;
        let method = self.method(class, name, descriptor)?;
        let signature = self.hierarchy().signature(&encode_mutf8(descriptor), class);
        let returns = signature.map_err(|error| PyValueError::new_err(error.to_string()))?.1;
        let target = match kind {
            "virtual" | "spawn" => Target::Virtual(method),
            "special" => Target::Special(method),
            "static" => Target::Static(method),
            _ => {
                return Err(PyValueError::new_err(format!(
                    "expected kind 'virtual', 'special', 'static' or 'spawn', but got {kind:?}"
                )));
            }
        };
        let arguments: Vec<Variable> = arguments.into_iter().map(variable).collect();
        Ok(number(self.inner.call(target, &arguments, returns, kind == "spawn")))
    }

    /// An effect that depends on values, such as 'class-named'; its result.
    fn reflect(&mut self, what: &str, arguments: Vec<i64>) -> PyResult<i64> {
        let Some((_, effect)) = Reflect::ALL.iter().find(|(name, _)| *name == what) else {
            let names: Vec<&str> = Reflect::ALL.iter().map(|it| it.0).collect();
            return Err(PyValueError::new_err(format!(
                "expected an effect of {}, but got {what:?}",
                names.join(", ")
            )));
        };
        let arguments: Vec<Variable> = arguments.into_iter().map(variable).collect();
        Ok(number(self.inner.reflect(*effect, &arguments)))
    }
}

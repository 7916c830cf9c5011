//! The Python module `snarl._engine`: converts between Python and the engine's crates, and nothing
//! else. Ids and arrays cross the border; what they mean is told in Python (`snarl.program`).

mod body;
mod constants;
mod graph;
mod instructions;
mod pages;
mod points_to;
mod program;
mod progress;
mod synthetic;

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyLookupError};
use pyo3::prelude::*;

/// The engine makes millions of small pieces; this allocator is made for that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

create_exception!(
    snarl._engine,
    InputError,
    PyException,
    "An input that cannot be used at all: (file, entry or None, message)."
);
create_exception!(
    snarl._engine,
    LinkageError,
    PyLookupError,
    "A reference that means nothing: the simple name of the JVM's error."
);
create_exception!(
    snarl._engine,
    LoweringError,
    PyException,
    "A method whose bytecode breaks the JVM's rules: what is wrong with it."
);

/// The engine of snarl.
#[pymodule]
mod _engine {
    use super::*;

    #[pymodule_export]
    use super::InputError;
    #[pymodule_export]
    use super::LinkageError;
    #[pymodule_export]
    use super::LoweringError;
    #[pymodule_export]
    use super::body::Body;
    #[pymodule_export]
    use super::graph::{
        graph_components, graph_intersection, graph_reachable, graph_reversed, graph_union,
    };
    #[pymodule_export]
    use super::points_to::Solution;
    #[pymodule_export]
    use super::program::Program;
    #[pymodule_export]
    use super::synthetic::Synthetic;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // A panic becomes an exception, or costs the one method it happened in; its text is for us.
        if std::env::var_os("SNARL_DEBUG").is_none() {
            std::panic::set_hook(Box::new(|_| {}));
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        let names: Vec<String> = snarl_ir::Op::ALL.iter().map(|op| format!("{op:?}")).collect();
        module.add("OPERATIONS", names)
    }
}

//! The Python module `snarl._engine`: converts between Python and the engine's crates, and nothing
//! else.

use pyo3::prelude::*;

/// The engine of snarl.
#[pymodule]
mod _engine {
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

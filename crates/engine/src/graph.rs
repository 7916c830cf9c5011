//! Kernels over graphs, on numpy arrays. `snarl.graph` tells what they mean.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use snarl_graph::{BitSets, Components, Graph, GraphError, Problem};

type Array<'py, T> = Bound<'py, PyArray1<T>>;
type Given<'py, T> = PyReadonlyArray1<'py, T>;
/// The row of each node or edge, and the words of all rows.
type GivenSets<'py> = (Given<'py, u32>, Given<'py, u64>);

fn bad(error: GraphError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn sets(universe: usize, given: &GivenSets<'_>) -> PyResult<BitSets> {
    let (rows, bits) = given;
    BitSets::new(universe, rows.as_slice()?.to_vec(), bits.as_slice()?.to_vec()).map_err(bad)
}

/// Whether each node can be reached from one of the roots.
#[pyfunction]
pub(crate) fn graph_reachable<'py>(
    py: Python<'py>,
    offsets: Given<'py, u64>,
    targets: Given<'py, u32>,
    roots: Given<'py, u32>,
) -> PyResult<Array<'py, bool>> {
    let (offsets, targets, roots) = (offsets.as_slice()?, targets.as_slice()?, roots.as_slice()?);
    let reached = py.detach(|| Graph::new(offsets, targets)?.reachable(roots)).map_err(bad)?;
    Ok(reached.into_pyarray(py))
}

/// (offsets, targets, edges): the graph turned round, and for each of its edges the original's number.
#[pyfunction]
pub(crate) fn graph_reversed<'py>(
    py: Python<'py>,
    offsets: Given<'py, u64>,
    targets: Given<'py, u32>,
) -> PyResult<(Array<'py, u64>, Array<'py, u32>, Array<'py, u64>)> {
    let (offsets, targets) = (offsets.as_slice()?, targets.as_slice()?);
    let turned = || Graph::new(offsets, targets).map(|graph| graph.reversed());
    let (reversed, originals) = py.detach(turned).map_err(bad)?;
    Ok((
        reversed.offsets().to_vec().into_pyarray(py),
        reversed.targets().to_vec().into_pyarray(py),
        originals.into_pyarray(py),
    ))
}

/// The strongly connected component of each node, numbered in topological order.
#[pyfunction]
pub(crate) fn graph_components<'py>(
    py: Python<'py>,
    offsets: Given<'py, u64>,
    targets: Given<'py, u32>,
) -> PyResult<Array<'py, u32>> {
    let (offsets, targets) = (offsets.as_slice()?, targets.as_slice()?);
    let found = || Graph::new(offsets, targets).map(|graph| Components::new(&graph).of().to_vec());
    Ok(py.detach(found).map_err(bad)?.into_pyarray(py))
}

/// The union fixpoint: (rows, bits).
#[pyfunction]
pub(crate) fn graph_union<'py>(
    py: Python<'py>,
    offsets: Given<'py, u64>,
    targets: Given<'py, u32>,
    universe: usize,
    own: GivenSets<'py>,
) -> PyResult<(Array<'py, u32>, Array<'py, u64>)> {
    let (offsets, targets) = (offsets.as_slice()?, targets.as_slice()?);
    let own = sets(universe, &own)?;
    let values = py.detach(|| Graph::new(offsets, targets)?.union(&own)).map_err(bad)?;
    let (rows, bits) = values.into_parts();
    Ok((rows.into_pyarray(py), bits.into_pyarray(py)))
}

/// The intersection fixpoint: (rows, bits, whether each node is reached).
#[pyfunction]
#[pyo3(signature = (offsets, targets, universe, roots, starts, adds, removes=None))]
#[allow(clippy::too_many_arguments, clippy::type_complexity)] // Python has names for them
pub(crate) fn graph_intersection<'py>(
    py: Python<'py>,
    offsets: Given<'py, u64>,
    targets: Given<'py, u32>,
    universe: usize,
    roots: Given<'py, u32>,
    starts: GivenSets<'py>,
    adds: GivenSets<'py>,
    removes: Option<GivenSets<'py>>,
) -> PyResult<(Array<'py, u32>, Array<'py, u64>, Array<'py, bool>)> {
    let (offsets, targets, roots) = (offsets.as_slice()?, targets.as_slice()?, roots.as_slice()?);
    let (starts, adds) = (sets(universe, &starts)?, sets(universe, &adds)?);
    let removes = removes.map(|given| sets(universe, &given)).transpose()?;
    let problem = Problem { roots, starts: &starts, adds: &adds, removes: removes.as_ref() };
    let found = py.detach(|| Graph::new(offsets, targets)?.intersection(problem)).map_err(bad)?;
    let (rows, bits) = found.values.into_parts();
    Ok((rows.into_pyarray(py), bits.into_pyarray(py), found.reached.into_pyarray(py)))
}

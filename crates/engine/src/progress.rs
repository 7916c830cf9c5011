//! Long work: without the GIL, with a callback for progress, and stopped by Ctrl-C.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use snarl_hierarchy::Progress;

/// Short enough for Ctrl-C and a smooth bar, long enough to cost nothing.
const TICK: Duration = Duration::from_millis(40);

/// Runs `work` on a thread of its own. Meanwhile this thread calls `callback(done, total)` now and then
/// and looks for signals; an exception from either ends the work early and is raised.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    callback: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Progress) -> T + Send,
) -> PyResult<T> {
    let progress = Progress::default();
    let caller = thread::current();
    thread::scope(|scope| {
        let shared = &progress;
        let worker = scope.spawn(move || {
            let result = work(shared);
            caller.unpark();
            result
        });
        let mut raised = Ok(());
        while !worker.is_finished() {
            py.detach(|| thread::park_timeout(TICK));
            if raised.is_ok() && !worker.is_finished() {
                raised = py.check_signals().and_then(|()| report(callback, &progress));
                progress.cancelled.store(raised.is_err(), Ordering::Relaxed);
            }
        }
        let result = py.detach(|| worker.join());
        // The last word, also of work that was too quick for any other.
        raised.and_then(|()| report(callback, &progress))?;
        result.map_err(|_| PyRuntimeError::new_err("internal error in the engine"))
    })
}

fn report(callback: Option<&Bound<'_, PyAny>>, progress: &Progress) -> PyResult<()> {
    let Some(callback) = callback else { return Ok(()) };
    let total = progress.total.load(Ordering::Relaxed);
    let done = progress.done.load(Ordering::Relaxed).min(total);
    callback.call1((done, total)).map(|_| ())
}

//! What must not happen, and how it is noticed: panics, also those that the engine catches itself, time
//! and memory out of proportion.

use std::alloc::{GlobalAlloc, Layout, System};
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// More than this on the heap at once is refused, which ends the process.
const MOST_BYTES: usize = 4 << 30;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counting. Exact where the resident set depends on what was freed before, and
/// cheap enough to be asked for every class.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

impl Counting {
    /// Whether so many bytes more are allowed; then they are counted.
    fn grow(bytes: usize) -> bool {
        let total = ALLOCATED.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if total > MOST_BYTES {
            ALLOCATED.fetch_sub(bytes, Ordering::Relaxed);
            return false;
        }
        PEAK.fetch_max(total, Ordering::Relaxed);
        true
    }
}

// SAFETY: all memory comes from and goes back to the system's allocator, with the layouts given.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !Self::grow(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller promises what `alloc` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the pointer came from `System` with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !Self::grow(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller promises what `alloc_zeroed` asks for.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !Self::grow(size) {
            return std::ptr::null_mut();
        }
        // SAFETY: the pointer came from `System` with this layout.
        let moved = unsafe { System.realloc(pointer, layout, size) };
        let gone = if moved.is_null() { size } else { layout.size() };
        ALLOCATED.fetch_sub(gone, Ordering::Relaxed);
        moved
    }
}

/// What a piece of work cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// Processor time of the thread that did it: others on the machine do not count.
    pub time: Duration,
    /// How much more was on the heap than before, at its highest.
    pub bytes: usize,
}

/// Measures the cost of work on this thread.
fn measured<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    let before = ALLOCATED.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let clock = Clock::start();
    let result = work();
    let time = clock.elapsed();
    let bytes = PEAK.load(Ordering::Relaxed).saturating_sub(before);
    (result, Cost { time, bytes })
}

/// Processor time of this thread; the time of day where the system does not tell.
struct Clock {
    on_processor: Option<Duration>,
    started: Instant,
}

impl Clock {
    fn start() -> Self {
        Self { on_processor: thread_time(), started: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        match (self.on_processor, thread_time()) {
            (Some(start), Some(end)) => end.saturating_sub(start),
            _ => self.started.elapsed(),
        }
    }
}

fn thread_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_ascii_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// A panic, wherever it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// File and line.
    pub place: String,
    /// What it said.
    pub message: String,
    /// How the program came there; empty from the second time on.
    pub backtrace: String,
}

thread_local! {
    /// How many times over this thread is being watched.
    static WATCHED: Cell<u32> = const { Cell::new(0) };
    static PANICS: RefCell<Vec<Panic>> = const { RefCell::new(Vec::new()) };
    /// Places whose backtrace is known: making one takes longer than checking a class.
    static KNOWN: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// Notes panics on watched threads instead of printing them, also those that somebody catches.
fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if WATCHED.get() == 0 {
                return others(info);
            }
            let place = info.location().map(|it| format!("{}:{}", it.file(), it.line()));
            let place = place.unwrap_or_default();
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied();
            let text = text.or_else(|| payload.downcast_ref::<String>().map(|it| &**it));
            let message = text.unwrap_or("not a text").to_owned();
            let is_new = KNOWN.with_borrow_mut(|known| known.insert(place.clone()));
            let backtrace = is_new.then(|| Backtrace::force_capture().to_string());
            let backtrace = backtrace.unwrap_or_default();
            PANICS.with_borrow_mut(|all| all.push(Panic { place, message, backtrace }));
        }));
    });
}

/// Work that was watched: its result, unless it panicked; what it cost; and all panics on this thread,
/// those that the work itself caught included.
pub struct Watched<T> {
    /// What the work gave.
    pub result: Option<T>,
    /// What it cost.
    pub cost: Cost,
    /// The panics in it.
    pub panics: Vec<Panic>,
}

/// Runs work that may go wrong.
pub fn watched<T>(work: impl FnOnce() -> T) -> Watched<T> {
    note_panics();
    WATCHED.set(WATCHED.get() + 1);
    let (result, cost) = measured(|| panic::catch_unwind(AssertUnwindSafe(work)).ok());
    WATCHED.set(WATCHED.get() - 1);
    let mut panics = PANICS.take();
    if result.is_none() && panics.is_empty() {
        let (place, message) = ("another thread".to_owned(), "see the standard error".to_owned());
        panics.push(Panic { place, message, backtrace: String::new() });
    }
    Watched { result, cost, panics }
}

/// Runs all of some work, what it does in parallel too, on one thread with a stack of ordinary size: only
/// that thread is watched, and a recursion that is too deep shows.
pub fn on_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    on_threads(1, work)
}

/// Runs work on so many threads.
pub fn on_threads<T: Send>(count: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).stack_size(2 << 20).build();
    pool.expect("threads can be started").install(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_counted_at_its_highest() {
        let (length, cost) = measured(|| vec![0_u8; 50 << 20].len());
        assert_eq!(length, 50 << 20);
        assert!(cost.bytes >= 50 << 20);
    }

    #[test]
    fn time_is_counted() {
        let (_, cost) = measured(|| {
            let start = Instant::now();
            while start.elapsed() < Duration::from_millis(30) {}
        });
        assert!(cost.time > Duration::ZERO);
    }

    #[test]
    fn a_panic_is_noted_even_if_it_is_caught() {
        let caught = watched(|| panic::catch_unwind(|| panic!("oh")).is_err());
        assert_eq!(caught.result, Some(true));
        assert_eq!(caught.panics.len(), 1);
        assert_eq!(caught.panics[0].message, "oh");
        let ended = watched(|| -> u8 { panic!("no") });
        assert_eq!((ended.result, ended.panics.len()), (None, 1));
    }
}

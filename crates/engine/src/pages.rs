//! Memory ahead of time: while the solver works, a thread beside it has the system clear the pages that the
//! allocator will hand out next.
//!
//! A large analysis touches hundreds of megabytes for the first time, and waits while each page is found and
//! cleared: a tenth of its time, and twice that where the memory of a virtual machine is given back to its
//! host meanwhile. The allocator takes most of its memory from one large mapping, roughly from its beginning
//! to its end, so whoever has just touched a page will touch those behind it soon.
//!
//! Linux alone can do this without touching what is in the pages; elsewhere the work is done without.

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::with_pages_ahead;
#[cfg(target_os = "linux")]
pub(crate) use linux::with_pages_ahead;

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    /// Does the work.
    pub(crate) fn with_pages_ahead<T>(work: impl FnOnce() -> T) -> T {
        work()
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::ops::{Range, RangeInclusive};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    /// Work that is done by then needs no help.
    const DELAY: Duration = Duration::from_millis(300);
    /// How often it is looked what was touched.
    const TICK: Duration = Duration::from_millis(4);
    /// What the system hands out at once: huge pages, where it has them.
    const BLOCK: usize = 2 << 20;
    /// A page, at least: what the system counts by, if it has no larger ones.
    const PAGE: usize = 4096;
    /// The blocks of a mapping from which the allocator takes all its memory.
    const BLOCKS: RangeInclusive<usize> = 32..=512;
    /// What is made ready behind a block that was touched, as a part of all that is in use.
    const PART: usize = 8;
    /// But at most so many blocks.
    const MOST: usize = 32;

    /// Whether it was done in this process. Later work uses memory again that earlier work has given back;
    /// to make more of it ready would only keep the allocator from returning it.
    static IS_USED: AtomicBool = AtomicBool::new(false);

    /// Does the work, and meanwhile makes ready the memory that it will need.
    pub(crate) fn with_pages_ahead<T>(work: impl FnOnce() -> T) -> T {
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            let helper = scope.spawn(|| {
                thread::park_timeout(DELAY);
                if is_over.load(Ordering::Relaxed) || IS_USED.swap(true, Ordering::Relaxed) {
                    return;
                }
                if let Some(mut arena) = Arena::find() {
                    while !is_over.load(Ordering::Relaxed) && arena.make_ready().is_some() {
                        thread::park_timeout(TICK);
                    }
                }
            });
            let result = work();
            is_over.store(true, Ordering::Relaxed);
            helper.thread().unpark();
            result
        })
    }

    /// The mapping from which the allocator takes memory, and which of its blocks are in use or ready.
    struct Arena {
        start: usize,
        ready: Vec<bool>,
        /// What the system says of each page.
        pages: Vec<u8>,
    }

    impl Arena {
        /// The mapping that holds what is allocated now, if it is worth the while.
        fn find() -> Option<Self> {
            let probe = Box::new([0_u64; 8]);
            let mapping = mapping_of(&raw const *probe as usize)?;
            let blocks = mapping.len() / BLOCK;
            let start = mapping.start;
            if !BLOCKS.contains(&blocks) || !start.is_multiple_of(BLOCK) {
                return None;
            }
            let pages = vec![0; blocks * BLOCK / PAGE];
            let mut arena = Self { start, ready: vec![false; blocks], pages };
            arena.ready = arena.resident()?;
            Some(arena)
        }

        /// Makes ready what is behind the blocks that were touched since the last time. Gives nothing if
        /// this cannot be done here, or if there is no block left.
        fn make_ready(&mut self) -> Option<()> {
            let resident = self.resident()?;
            if resident.iter().all(|&it| it) {
                return None;
            }
            let known = std::mem::replace(&mut self.ready, resident.clone());
            let ahead = (resident.iter().filter(|&&it| it).count() / PART).min(MOST);
            for block in (0..resident.len()).filter(|&it| resident[it] && !known[it]) {
                for next in block + 1..resident.len().min(block + 1 + ahead) {
                    if !self.ready[next] {
                        self.populate(next)?;
                        self.ready[next] = true;
                    }
                }
            }
            Some(())
        }

        /// Which blocks are in memory.
        fn resident(&mut self) -> Option<Vec<bool>> {
            let length = self.ready.len() * BLOCK;
            // SAFETY: `pages` has a byte for each page of the range, or more. The range is only asked
            // about; if it is no mapping any more, the answer is an error.
            let code = unsafe {
                libc::mincore(self.start as *mut libc::c_void, length, self.pages.as_mut_ptr())
            };
            let each = self.pages.chunks_exact(BLOCK / PAGE);
            (code == 0).then(|| each.map(|pages| pages[0] & 1 == 1).collect())
        }

        /// Has the system find and clear the pages of a block that has none.
        fn populate(&self, block: usize) -> Option<()> {
            let address = (self.start + block * BLOCK) as *mut libc::c_void;
            // SAFETY: this changes nothing that is in memory (madvise(2), MADV_POPULATE_WRITE). If the
            // range is no mapping any more, or the system is too old for this, it is an error.
            let code = unsafe { libc::madvise(address, BLOCK, libc::MADV_POPULATE_WRITE) };
            (code == 0).then_some(())
        }
    }

    /// The mapping that an address is in.
    fn mapping_of(address: usize) -> Option<Range<usize>> {
        let maps = fs::read_to_string("/proc/self/maps").ok()?;
        maps.lines().find_map(|line| {
            let (from, to) = line.split_once(' ')?.0.split_once('-')?;
            let mapping =
                usize::from_str_radix(from, 16).ok()?..usize::from_str_radix(to, 16).ok()?;
            mapping.contains(&address).then_some(mapping)
        })
    }
}

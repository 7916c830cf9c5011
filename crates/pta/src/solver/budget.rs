//! How much the analysis may take. Counts, not clocks: the same program degrades in the same way.

/// What was used, and what may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    generosity: Generosity,
    /// Bytes that nodes, facts and edges may take.
    limit: usize,
    pub(crate) nodes: usize,
    pub(crate) facts: usize,
    pub(crate) edges: usize,
    /// Objects that were handed to nodes, known there or not: the work that was done.
    pub(crate) delivered: usize,
}

/// How many contexts [`Sensitivity::Auto`](crate::Sensitivity) begins with. An analysis that turns out to
/// be too much work is begun again with less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Generosity {
    /// As many as most programs can have.
    Full,
    /// Some, for what holds things.
    Little,
    /// None at all.
    None,
}

impl Generosity {
    pub(crate) fn less(self) -> Option<Self> {
        match self {
            Self::Full => Some(Self::Little),
            Self::Little => Some(Self::None),
            Self::None => None,
        }
    }
}

/// How many contexts a method of the program may have.
const OF_OWN: usize = 6;

/// How much work is much, so that no method gets further contexts, and how much is too much: some seconds.
const MUCH_WORK: usize = 900_000_000;
const TOO_MUCH_WORK: usize = 4_000_000_000;

/// Rough sizes: a node with its lists, a stored edge, a fact in a set.
const NODE: usize = 140;
const EDGE: usize = 12;
const FACT: usize = 1;

impl Budget {
    pub(crate) fn new(limit: usize, generosity: Generosity) -> Self {
        Self { generosity, limit, nodes: 0, facts: 0, edges: 0, delivered: 0 }
    }

    /// Less generous, if this has turned out to be too much work.
    pub(crate) fn less(&self) -> Option<Generosity> {
        self.generosity.less().filter(|_| self.delivered > TOO_MUCH_WORK)
    }

    /// Whether methods may have fewer contexts than those of most programs.
    pub(crate) fn is_scarce(&self) -> bool {
        self.contexts(true) < OF_OWN
    }

    /// How many contexts a method may have from now on: few for the program's own, which are many and
    /// large, more for those of collections; fewer as memory is used up and work is done.
    pub(crate) fn contexts(&self, is_own: bool) -> usize {
        let used = self.nodes * NODE + self.edges * EDGE + self.facts * FACT;
        let memory = used.saturating_mul(100) / self.limit.max(1);
        let work = self.delivered.saturating_mul(100) / MUCH_WORK;
        let most = match memory.max(work) {
            0..50 => usize::MAX,
            50..75 => 4,
            _ => 1,
        };
        let wanted = match (self.generosity, is_own) {
            (Generosity::Full, true) => OF_OWN,
            (Generosity::Full, false) => 256,
            (Generosity::Little, true) => 1,
            (Generosity::Little, false) => 16,
            (Generosity::None, _) => 0,
        };
        wanted.min(most)
    }
}

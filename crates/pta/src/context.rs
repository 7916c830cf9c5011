//! Contexts: strings of at most k allocation sites (paper 1, section 2.2.1; k-object sensitivity).

use crate::tables::Table;

/// A context, by number. The empty one is 0.
pub type ContextId = u32;

/// The context of code that has none.
pub const EMPTY: ContextId = 0;

/// How contexts of methods and objects are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selector {
    /// Longest context of a method; an object's is one shorter. 0 is context-insensitive.
    pub depth: u32,
    /// Whether a context is made of the classes whose code allocates, instead of the sites.
    pub by_type: bool,
    /// Whether static methods inherit their caller's context; Chord gives them the empty one.
    pub static_inherits: bool,
}

impl Selector {
    /// No contexts.
    pub const INSENSITIVE: Self = Self::objects(0);

    /// k-object sensitivity with heap contexts of length k - 1.
    pub const fn objects(depth: u32) -> Self {
        Self { depth, by_type: false, static_inherits: true }
    }
}

/// All contexts that were needed.
pub(crate) struct Contexts {
    table: Table<Box<[u32]>>,
    selector: Selector,
}

impl Contexts {
    pub(crate) fn new(selector: Selector) -> Self {
        let mut table = Table::new();
        table.number(Box::default());
        Self { table, selector }
    }

    /// The context in which the methods of an object run: the object's own, extended by its element.
    pub(crate) fn of_receiver(&mut self, heap: ContextId, element: u32) -> ContextId {
        let depth = self.selector.depth as usize;
        if depth == 0 {
            return EMPTY;
        }
        let mut elements = self.table.get(heap).to_vec();
        elements.push(element);
        let first = elements.len().saturating_sub(depth);
        self.table.number(elements[first..].into()).0
    }

    /// The context of an object that is made by a method in a context.
    pub(crate) fn of_object(&mut self, method: ContextId) -> ContextId {
        let depth = (self.selector.depth as usize).saturating_sub(1);
        let elements = self.table.get(method);
        if elements.len() <= depth {
            return method;
        }
        let kept = elements[elements.len() - depth..].into();
        self.table.number(kept).0
    }

    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }
}

//! Contexts: strings of at most k allocation sites (paper 1, section 2.2.1; k-object sensitivity).

use crate::tables::Table;

/// A context, by number. The empty one is 0.
pub type ContextId = u32;

/// The context of code that has none.
pub const EMPTY: ContextId = 0;

/// What contexts are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sensitivity {
    /// Nothing.
    Insensitive,
    /// Allocation sites of receivers, at most so many; an object's context is one shorter.
    Objects(u32),
    /// The classes whose code allocates them.
    Types(u32),
    /// Allocation sites where they pay: contexts start at objects that the program itself makes, and
    /// follow these into the JDK's collections; what the JDK makes for itself has none.
    Auto,
}

/// How contexts of methods and objects are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selector {
    /// What contexts are made of.
    pub sensitivity: Sensitivity,
    /// Whether static methods inherit their caller's context; Chord gives them the empty one.
    pub static_inherits: bool,
}

impl Selector {
    /// As Chord and its followers name them: static methods inherit.
    pub const fn new(sensitivity: Sensitivity) -> Self {
        Self { sensitivity, static_inherits: true }
    }

    /// Longest context of a method.
    pub(crate) fn depth(self) -> usize {
        match self.sensitivity {
            Sensitivity::Insensitive => 0,
            Sensitivity::Objects(depth) | Sensitivity::Types(depth) => depth as usize,
            Sensitivity::Auto => 2,
        }
    }
}

/// All contexts that were needed.
pub(crate) struct Contexts {
    table: Table<Box<[u32]>>,
    depth: usize,
}

impl Contexts {
    pub(crate) fn new(depth: usize) -> Self {
        let mut table = Table::new();
        table.number(Box::default());
        Self { table, depth }
    }

    /// The context in which the methods of an object run: the object's own, extended by its element.
    pub(crate) fn of_receiver(&mut self, heap: ContextId, element: u32) -> ContextId {
        if self.depth == 0 {
            return EMPTY;
        }
        let mut elements = self.table.get(heap).to_vec();
        elements.push(element);
        let first = elements.len().saturating_sub(self.depth);
        self.table.number(elements[first..].into()).0
    }

    /// The context of an object that is made by a method in a context.
    pub(crate) fn of_object(&mut self, method: ContextId) -> ContextId {
        let depth = self.depth.saturating_sub(1);
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

    /// The elements of a context, the oldest first.
    pub(crate) fn elements(&self, context: ContextId) -> &[u32] {
        self.table.get(context)
    }
}

//! The control-flow graph of a method.

use snarl_classfile::Instruction;

use super::explore::{Explored, Explorer};
use super::raw::{self, NONE, RawGraph};
use super::{Result, Source};
use crate::body::{BlockId, Handler};
use crate::dominators;

/// What a block is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The entry: parameters, the monitor of a synchronized method, and then the instructions
    /// `0..end`, which are none if something jumps back to the first.
    Entry { end: u32 },
    /// Instructions `first..end`. If they start a handler, the exception is caught first.
    Code { first: u32, end: u32, catches: bool },
    /// Catches an exception for a handler that is also reached without one.
    Landing { index: u16 },
    /// Leaves the monitor of a synchronized method when an exception does.
    Unlock,
}

/// A block of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Bytecode index of its start.
    pub(super) index: u16,
}

impl Node {
    /// The instructions of the block.
    pub(super) fn code(&self) -> std::ops::Range<usize> {
        match self.kind {
            Kind::Entry { end } => 0..end as usize,
            Kind::Code { first, end, .. } => first as usize..end as usize,
            Kind::Landing { .. } | Kind::Unlock => 0..0,
        }
    }
}

/// Lists of neighbours, one for each node.
#[derive(Debug, Default)]
pub(super) struct Lists<T> {
    offsets: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new() -> Self {
        Self { offsets: vec![0], items: Vec::new() }
    }

    fn end_list(&mut self) {
        self.offsets.push(self.items.len() as u32);
    }

    pub(super) fn get(&self, node: u32) -> &[T] {
        let node = node as usize;
        &self.items[self.offsets[node] as usize..self.offsets[node + 1] as usize]
    }

    pub(super) fn items(&self) -> &[T] {
        &self.items
    }

    pub(super) fn offset(&self, node: u32) -> usize {
        self.offsets[node as usize] as usize
    }
}

/// The control-flow graph of a method. Node 0 is the entry and has no predecessor; all nodes are
/// reachable; they are in the order of the bytecode.
pub(super) struct Graph<'a> {
    pub(super) instructions: Vec<Instruction<'a>>,
    pub(super) nodes: Vec<Node>,
    /// After the terminator, in its order.
    pub(super) successors: Lists<BlockId>,
    pub(super) handlers: Lists<Handler>,
    /// What the exception edges into each node catch, in the order of the nodes they come from.
    pub(super) caught: Lists<u16>,
    /// All successors, handlers too, each once.
    pub(super) flow: Lists<BlockId>,
    /// For each item of `flow`: the place of this node among the predecessors of that one.
    pub(super) flow_places: Vec<u32>,
    pub(super) predecessors: Lists<BlockId>,
    /// Reverse post-order.
    pub(super) order: Vec<BlockId>,
    pub(super) idom: Vec<BlockId>,
}

impl<'a> Graph<'a> {
    pub(super) fn build(source: &Source<'a>) -> Result<Self> {
        let decoded = raw::decode(source)?;
        let table = raw::exception_table(source, &decoded)?;
        let explored = Explorer::run(&RawGraph::build(source, &decoded, table)?)?;
        Ok(Self::from_explored(explored, decoded.instructions))
    }

    /// Sorts the nodes by bytecode index and makes the lists of neighbours.
    fn from_explored(explored: Explored, instructions: Vec<Instruction<'a>>) -> Self {
        let count = explored.nodes.len();
        let rank = |node: &Node| match node.kind {
            Kind::Entry { .. } => (0, 0, 0),
            Kind::Landing { .. } => (1, node.index, 0),
            Kind::Code { .. } => (1, node.index, 1),
            Kind::Unlock => (2, 0, 0),
        };
        let mut sorted: Vec<u32> = (0..count as u32).collect();
        sorted.sort_by_key(|&old| rank(&explored.nodes[old as usize]));
        let mut new_id = vec![0; count];
        for (new, &old) in sorted.iter().enumerate() {
            new_id[old as usize] = new as BlockId;
        }
        let mut graph = Graph {
            nodes: sorted.iter().map(|&old| explored.nodes[old as usize]).collect(),
            successors: Lists::new(),
            handlers: Lists::new(),
            caught: Lists::new(),
            flow: Lists::new(),
            flow_places: Vec::new(),
            predecessors: Lists::new(),
            order: Vec::new(),
            idom: Vec::new(),
            instructions,
        };
        for &old in &sorted {
            let renumbered =
                explored.successors[old as usize].iter().map(|&it| new_id[it as usize]);
            graph.successors.items.extend(renumbered);
            graph.successors.end_list();
            graph.handlers.items.extend(explored.handlers[old as usize].iter().map(|handler| {
                Handler { block: new_id[handler.block as usize], catch_type: handler.catch_type }
            }));
            graph.handlers.end_list();
        }
        graph.connect();
        graph
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}

impl Graph<'_> {
    /// Fills in what follows from successors and handlers.
    fn connect(&mut self) {
        let count = self.nodes.len();
        let mut last_seen = vec![NONE; count];
        for node in 0..count as u32 {
            let successors = self.successors.get(node).iter().copied();
            let handlers = self.handlers.get(node).iter().map(|handler| handler.block);
            for target in successors.chain(handlers) {
                if std::mem::replace(&mut last_seen[target as usize], node) != node {
                    self.flow.items.push(target);
                }
            }
            self.flow.end_list();
        }
        let mut counts = vec![0_u32; count + 1];
        for &target in &self.flow.items {
            self.flow_places.push(counts[target as usize + 1]);
            counts[target as usize + 1] += 1;
        }
        for node in 0..count {
            counts[node + 1] += counts[node];
        }
        self.predecessors = Lists { items: vec![0; self.flow.items.len()], offsets: counts };
        for node in 0..count as u32 {
            for position in self.flow.offset(node)..self.flow.offset(node + 1) {
                let target = self.flow.items[position];
                let place = self.predecessors.offset(target) + self.flow_places[position] as usize;
                self.predecessors.items[place] = node;
            }
        }
        self.find_caught();
        self.order = dominators::reverse_post_order(count, |node| self.flow.get(node));
        self.idom = dominators::immediate(count, &self.order, |node| self.predecessors.get(node));
    }

    fn find_caught(&mut self) {
        let count = self.nodes.len();
        let mut ends = vec![0_u32; count + 1];
        for handler in &self.handlers.items {
            ends[handler.block as usize + 1] += 1;
        }
        for node in 0..count {
            ends[node + 1] += ends[node];
        }
        let mut next = ends.clone();
        let mut items = vec![0; self.handlers.items.len()];
        for handler in &self.handlers.items {
            let place = &mut next[handler.block as usize];
            items[*place as usize] = handler.catch_type;
            *place += 1;
        }
        self.caught = Lists { offsets: ends, items };
    }
}

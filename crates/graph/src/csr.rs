//! A graph as two arrays.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// Arrays that are no graph, or that do not fit one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphError(String);

impl GraphError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for GraphError {}

/// A directed graph; parallel edges and loops are allowed. The edges are numbered as the targets are.
#[derive(Debug, Clone)]
pub struct Graph<'a> {
    offsets: Cow<'a, [u64]>,
    targets: Cow<'a, [u32]>,
}

impl<'a> Graph<'a> {
    /// A graph over arrays of the caller, which are checked: offsets start at 0, never fall, and end
    /// at the number of targets; every target is a node.
    pub fn new(offsets: &'a [u64], targets: &'a [u32]) -> Result<Self, GraphError> {
        let Some(nodes) = offsets.len().checked_sub(1) else {
            return Err(GraphError::new("offsets are empty: they need one more than nodes"));
        };
        if u32::try_from(nodes).is_err() {
            return Err(GraphError::new(format!("{nodes} nodes are more than 32 bits can number")));
        }
        if offsets[0] != 0 {
            return Err(GraphError::new(format!("offsets start at {}, not at 0", offsets[0])));
        }
        if let Some(node) = offsets.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(GraphError::new(format!("offsets fall at node {node}")));
        }
        if offsets[nodes] != targets.len() as u64 {
            return Err(GraphError::new(format!(
                "offsets end at {}, but there are {} targets",
                offsets[nodes],
                targets.len()
            )));
        }
        if let Some(edge) = targets.iter().position(|&target| target as usize >= nodes) {
            return Err(GraphError::new(format!(
                "edge {edge} goes to {}, but there are {nodes} nodes",
                targets[edge]
            )));
        }
        Ok(Self { offsets: Cow::Borrowed(offsets), targets: Cow::Borrowed(targets) })
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where each node's edges start, and the end of the last.
    pub fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    /// Where each edge goes.
    pub fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// The edges that leave a node.
    pub fn edges(&self, node: u32) -> Range<usize> {
        self.offsets[node as usize] as usize..self.offsets[node as usize + 1] as usize
    }

    /// Where the edges of a node go, in their order.
    pub fn successors(&self, node: u32) -> &[u32] {
        &self.targets[self.edges(node)]
    }

    /// Where each edge comes from.
    pub fn sources(&self) -> Vec<u32> {
        let mut sources = Vec::with_capacity(self.targets.len());
        for node in 0..self.len() as u32 {
            sources.resize(self.edges(node).end, node);
        }
        sources
    }

    /// The graph with its edges turned round, and for each of its edges the number of the original.
    /// The edges of a node are in the order of their originals.
    pub fn reversed(&self) -> (Graph<'static>, Vec<u64>) {
        let mut offsets = vec![0_u64; self.len() + 1];
        for &target in self.targets.iter() {
            offsets[target as usize + 1] += 1;
        }
        for node in 0..self.len() {
            offsets[node + 1] += offsets[node];
        }
        let mut next = offsets.clone();
        let mut targets = vec![0_u32; self.targets.len()];
        let mut originals = vec![0_u64; self.targets.len()];
        for source in 0..self.len() as u32 {
            for edge in self.edges(source) {
                let place = &mut next[self.targets[edge] as usize];
                targets[*place as usize] = source;
                originals[*place as usize] = edge as u64;
                *place += 1;
            }
        }
        (Graph { offsets: Cow::Owned(offsets), targets: Cow::Owned(targets) }, originals)
    }

    pub(crate) fn check_nodes(&self, what: &str, nodes: &[u32]) -> Result<(), GraphError> {
        match nodes.iter().find(|&&node| node as usize >= self.len()) {
            Some(node) => Err(GraphError::new(format!(
                "{what} {node} is no node: there are {} nodes",
                self.len()
            ))),
            None => Ok(()),
        }
    }
}

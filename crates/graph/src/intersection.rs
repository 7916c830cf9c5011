//! The intersection fixpoint: what holds on all paths.

use crate::components::Components;
use crate::csr::{Graph, GraphError};
use crate::sets::{BitSets, Rows, full, words_of};

/// What an intersection fixpoint is asked about.
#[derive(Debug, Clone, Copy)]
pub struct Problem<'a> {
    /// Where paths start. A node may be named twice; then both its start sets count.
    pub roots: &'a [u32],
    /// What holds at the start of each root: one set for each entry of `roots`.
    pub starts: &'a BitSets,
    /// What each edge adds: one set an edge.
    pub adds: &'a BitSets,
    /// What each edge takes away, before it adds; nothing if there are none.
    pub removes: Option<&'a BitSets>,
}

/// The answer to an intersection fixpoint.
#[derive(Debug, Clone)]
pub struct Intersection {
    /// What holds at each node on all paths from the roots; everything where there is no path.
    pub values: BitSets,
    /// Whether there is a path to each node.
    pub reached: Vec<bool>,
}

impl Graph<'_> {
    /// What holds on all paths from the roots: the greatest sets with
    ///
    /// > value(n) = ⋂ { start(r) | a root r = n } ∩ ⋂ { (value(m) \ removes(e)) ∪ adds(e) | an edge e:
    /// > m → n whose m is reached }
    ///
    /// For the locks that are surely held when a method begins, nodes are methods, edges are calls, and
    /// `adds(e)` are the locks that the caller itself surely holds at the site. A method that a thread
    /// starts with is a root, with the empty set. An edge out of a node that no root reaches counts for
    /// nothing.
    pub fn intersection(&self, problem: Problem<'_>) -> Result<Intersection, GraphError> {
        let universe = problem.starts.universe();
        problem.starts.check("roots", problem.roots.len(), universe)?;
        problem.adds.check("edges", self.targets().len(), universe)?;
        if let Some(removes) = problem.removes {
            removes.check("edges", self.targets().len(), universe)?;
        }
        let reached = self.reachable(problem.roots)?;
        let mut fixpoint = Fixpoint {
            graph: self,
            problem,
            words: words_of(universe),
            components: Components::new(self),
            place: vec![0; self.len()],
            values: Vec::new(),
            rows: Rows::new(universe),
            row_of: vec![0; self.len()],
        };
        fixpoint.solve(&reached);
        let values = fixpoint.rows.sets(universe, fixpoint.row_of);
        Ok(Intersection { values, reached })
    }
}

struct Fixpoint<'a> {
    graph: &'a Graph<'a>,
    problem: Problem<'a>,
    words: usize,
    components: Components,
    place: Vec<u32>,  // of a node in its component
    values: Vec<u64>, // of the component's nodes, by place
    rows: Rows,
    row_of: Vec<u32>, // of nodes of finished components
}

impl Fixpoint<'_> {
    /// Component after component, in topological order: what comes from outside is final, and what goes
    /// round is repeated until nothing changes.
    fn solve(&mut self, reached: &[bool]) {
        let (reversed, originals) = self.graph.reversed();
        let starts = starts_by_node(self.graph.len(), self.problem.roots);
        let top = full(self.problem.starts.universe());
        let top_row = self.rows.add(&top);
        let order = order(self.graph, self.problem.roots);
        for component in 0..self.components.len() {
            let mut members = self.components.members(component).to_vec();
            // All nodes of a component are reached, or none.
            if !reached[members[0] as usize] {
                members.iter().for_each(|&node| self.row_of[node as usize] = top_row);
                continue;
            }
            // In the order of a search, most of what goes round is settled in two rounds.
            members.sort_unstable_by_key(|&node| order[node as usize]);
            self.values.clear();
            for (place, &node) in members.iter().enumerate() {
                self.place[node as usize] = place as u32;
                self.values.extend_from_slice(&top);
                for root in starts.of(node) {
                    let value = &mut self.values[place * self.words..][..self.words];
                    intersect(value, self.problem.starts.get(root as usize));
                }
                for edge in reversed.edges(node) {
                    let before = reversed.targets()[edge];
                    let outside = self.components.of()[before as usize] as usize != component;
                    if outside && reached[before as usize] {
                        self.pass_from_outside(before, originals[edge] as usize, place);
                    }
                }
            }
            self.go_round(component, &members);
            for (place, &node) in members.iter().enumerate() {
                let value = &self.values[place * self.words..][..self.words];
                self.row_of[node as usize] = self.rows.add(value);
            }
        }
    }

    fn pass_from_outside(&mut self, from: u32, edge: usize, place: usize) {
        let value = &mut self.values[place * self.words..][..self.words];
        let given = self.rows.get(self.row_of[from as usize]);
        for (word, into) in value.iter_mut().enumerate() {
            *into &= transfer(&self.problem, edge, word, given[word]);
        }
    }

    /// Repeats the edges inside a component until nothing changes.
    fn go_round(&mut self, component: usize, members: &[u32]) {
        let mut now: Vec<u32> = members.to_vec();
        let mut next: Vec<u32> = Vec::new();
        let mut is_waiting = vec![true; members.len()];
        while !now.is_empty() {
            for &node in &now {
                let from = self.place[node as usize] as usize;
                is_waiting[from] = false;
                for edge in self.graph.edges(node) {
                    let target = self.graph.targets()[edge];
                    if self.components.of()[target as usize] as usize != component {
                        continue;
                    }
                    let to = self.place[target as usize] as usize;
                    if self.pass_inside(from, edge, to)
                        && !std::mem::replace(&mut is_waiting[to], true)
                    {
                        next.push(target);
                    }
                }
            }
            next.sort_unstable_by_key(|&node| self.place[node as usize]);
            std::mem::swap(&mut now, &mut next);
            next.clear();
        }
    }

    fn pass_inside(&mut self, from: usize, edge: usize, to: usize) -> bool {
        let mut changed = false;
        for word in 0..self.words {
            let given = self.values[from * self.words + word];
            let into = &mut self.values[to * self.words + word];
            let less = *into & transfer(&self.problem, edge, word, given);
            changed |= less != *into;
            *into = less;
        }
        changed
    }
}

/// One word of what an edge gives of what it gets.
fn transfer(problem: &Problem<'_>, edge: usize, word: usize, value: u64) -> u64 {
    let removed = problem.removes.map_or(0, |removes| removes.get(edge)[word]);
    value & !removed | problem.adds.get(edge)[word]
}

fn intersect(value: &mut [u64], more: &[u64]) {
    for (word, more) in value.iter_mut().zip(more) {
        *word &= more;
    }
}

/// The entries of `roots` that each node has.
struct Starts {
    sorted: Vec<(u32, u32)>,
    offsets: Vec<u32>,
}

impl Starts {
    fn of(&self, node: u32) -> impl Iterator<Item = u32> {
        let node = node as usize;
        let range = self.offsets[node] as usize..self.offsets[node + 1] as usize;
        self.sorted[range].iter().map(|&(_, root)| root)
    }
}

fn starts_by_node(nodes: usize, roots: &[u32]) -> Starts {
    let mut sorted: Vec<(u32, u32)> =
        roots.iter().enumerate().map(|(root, &node)| (node, root as u32)).collect();
    sorted.sort_unstable();
    let mut offsets = vec![0_u32; nodes + 1];
    for &node in roots {
        offsets[node as usize + 1] += 1;
    }
    for node in 0..nodes {
        offsets[node + 1] += offsets[node];
    }
    Starts { sorted, offsets }
}

/// A reverse postorder of a depth-first search from the roots; the same high number for what they do
/// not reach.
fn order(graph: &Graph<'_>, roots: &[u32]) -> Vec<u32> {
    let mut order = vec![u32::MAX; graph.len()];
    let mut is_seen = vec![false; graph.len()];
    let mut path: Vec<(u32, usize)> = Vec::new();
    let mut next = u32::MAX - 1;
    for &root in roots.iter().rev() {
        if std::mem::replace(&mut is_seen[root as usize], true) {
            continue;
        }
        path.push((root, graph.edges(root).start));
        while let Some(&mut (node, ref mut edge)) = path.last_mut() {
            if *edge < graph.edges(node).end {
                let target = graph.targets()[*edge];
                *edge += 1;
                if !std::mem::replace(&mut is_seen[target as usize], true) {
                    path.push((target, graph.edges(target).start));
                }
                continue;
            }
            path.pop();
            order[node as usize] = next;
            next -= 1;
        }
    }
    order
}

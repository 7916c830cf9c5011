//! The kernels agree with naive versions on random graphs, and manage long chains and large cycles.

use snarl_graph::{BitSets, Components, Condensed, Graph, Problem};

/// Numbers that look random and are the same in each run (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound as u64) as usize
    }
}

struct Arrays {
    offsets: Vec<u64>,
    targets: Vec<u32>,
}

impl Arrays {
    fn new(successors: &[Vec<u32>]) -> Self {
        let mut offsets = vec![0];
        let mut targets = Vec::new();
        for list in successors {
            targets.extend(list);
            offsets.push(targets.len() as u64);
        }
        Self { offsets, targets }
    }

    fn graph(&self) -> Graph<'_> {
        Graph::new(&self.offsets, &self.targets).unwrap()
    }
}

fn random_graph(random: &mut Random) -> Arrays {
    let nodes = 1 + random.below(30);
    let edges = random.below(2 * nodes + 1);
    let mut successors = vec![Vec::new(); nodes];
    for _ in 0..edges {
        successors[random.below(nodes)].push(random.below(nodes) as u32);
    }
    Arrays::new(&successors)
}

fn random_sets(random: &mut Random, len: usize, universe: usize, density: usize) -> BitSets {
    let words = universe.div_ceil(64);
    let mut bits = vec![0_u64; len * words];
    for node in 0..len {
        for item in 0..universe {
            if random.below(100) < density {
                bits[node * words + item / 64] |= 1 << (item % 64);
            }
        }
    }
    BitSets::new(universe, (0..len as u32).collect(), bits).unwrap()
}

fn empty_sets(len: usize, universe: usize) -> BitSets {
    BitSets::new(universe, vec![0; len], vec![0; universe.div_ceil(64)]).unwrap()
}

fn list(sets: &BitSets, node: usize) -> Vec<usize> {
    (0..sets.universe()).filter(|&item| sets.contains(node, item)).collect()
}

/// Whether each node reaches each; all reach themselves.
struct Closure(Vec<Vec<bool>>);

impl Closure {
    fn has(&self, from: usize, to: usize) -> bool {
        self.0[from][to]
    }
}

fn closure(graph: &Graph<'_>) -> Closure {
    let nodes = graph.len();
    let mut reaches = vec![vec![false; nodes]; nodes];
    for (node, row) in reaches.iter_mut().enumerate() {
        row[node] = true;
        graph.successors(node as u32).iter().for_each(|&next| row[next as usize] = true);
    }
    for middle in 0..nodes {
        let onward = reaches[middle].clone();
        for from in &mut reaches {
            if from[middle] {
                from.iter_mut().zip(&onward).for_each(|(to, onward)| *to |= onward);
            }
        }
    }
    Closure(reaches)
}

#[test]
fn reachability_and_components_agree_with_the_closure() {
    let mut random = Random(1);
    for _ in 0..500 {
        let arrays = random_graph(&mut random);
        let graph = arrays.graph();
        let closure = closure(&graph);
        let roots: Vec<u32> =
            (0..random.below(4)).map(|_| random.below(graph.len()) as u32).collect();
        let reached = graph.reachable(&roots).unwrap();
        let (reversed, _) = graph.reversed();
        let leads = reversed.reachable(&roots).unwrap();
        for node in 0..graph.len() {
            assert_eq!(reached[node], roots.iter().any(|&root| closure.has(root as usize, node)));
            assert_eq!(leads[node], roots.iter().any(|&root| closure.has(node, root as usize)));
        }
        let components = Components::new(&graph);
        for from in 0..graph.len() {
            for to in 0..graph.len() {
                let same = closure.has(from, to) && closure.has(to, from);
                assert_eq!(components.of()[from] == components.of()[to], same);
            }
            for &to in graph.successors(from as u32) {
                assert!(components.of()[from] <= components.of()[to as usize]);
            }
        }
        let members: usize = (0..components.len()).map(|it| components.members(it).len()).sum();
        assert_eq!(members, graph.len());
    }
}

#[test]
fn what_leads_where_agrees_with_the_closure() {
    let mut random = Random(5);
    for _ in 0..500 {
        let arrays = random_graph(&mut random);
        let graph = arrays.graph();
        let closure = closure(&graph);
        let condensed = Condensed::new(&graph);
        let mut some = || -> Vec<u32> {
            (0..random.below(4)).map(|_| random.below(graph.len()) as u32).collect()
        };
        let (from, to) = (some(), some());
        let expected =
            from.iter().any(|&from| to.iter().any(|&to| closure.has(from as usize, to as usize)));
        assert_eq!(condensed.leads(&from, &to), Ok(expected));
        assert!(condensed.leads(&from, &[graph.len() as u32]).is_err());
    }
}

#[test]
fn turning_round_twice_gives_the_same_graph() {
    let mut random = Random(2);
    for _ in 0..200 {
        let arrays = random_graph(&mut random);
        let graph = arrays.graph();
        let (reversed, originals) = graph.reversed();
        let sources = graph.sources();
        for node in 0..graph.len() as u32 {
            for edge in reversed.edges(node) {
                let original = originals[edge] as usize;
                assert_eq!(graph.targets()[original], node);
                assert_eq!(sources[original], reversed.targets()[edge]);
            }
        }
        let (twice, _) = reversed.reversed();
        for node in 0..graph.len() as u32 {
            let mut successors = graph.successors(node).to_vec();
            successors.sort_unstable();
            assert_eq!(twice.successors(node), successors);
        }
    }
}

#[test]
fn union_agrees_with_the_closure() {
    let mut random = Random(3);
    for _ in 0..300 {
        let arrays = random_graph(&mut random);
        let graph = arrays.graph();
        let closure = closure(&graph);
        let universe = random.below(150);
        let own = random_sets(&mut random, graph.len(), universe, 5);
        let united = graph.union(&own).unwrap();
        for node in 0..graph.len() {
            let mut expected: Vec<usize> = (0..graph.len())
                .filter(|&from| closure.has(from, node))
                .flat_map(|from| list(&own, from))
                .collect();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(list(&united, node), expected);
        }
    }
}

/// The greatest fixpoint, item by item, by brute force.
fn naive_intersection(graph: &Graph<'_>, problem: Problem<'_>, item: usize) -> Vec<bool> {
    let reached = graph.reachable(problem.roots).unwrap();
    let sources = graph.sources();
    let mut holds = vec![true; graph.len()];
    loop {
        let mut changed = false;
        let mut forbid = |holds: &mut Vec<bool>, node: usize| {
            changed |= holds[node];
            holds[node] = false;
        };
        for (root, &node) in problem.roots.iter().enumerate() {
            if !problem.starts.contains(root, item) {
                forbid(&mut holds, node as usize);
            }
        }
        for (edge, &target) in graph.targets().iter().enumerate() {
            let from = sources[edge] as usize;
            let removed = problem.removes.is_some_and(|removes| removes.contains(edge, item));
            let given = holds[from] && !removed || problem.adds.contains(edge, item);
            if reached[from] && !given {
                forbid(&mut holds, target as usize);
            }
        }
        if !changed {
            return holds;
        }
    }
}

#[test]
fn intersection_agrees_with_brute_force() {
    let mut random = Random(4);
    for round in 0..400 {
        let arrays = random_graph(&mut random);
        let graph = arrays.graph();
        let universe = random.below(80);
        let roots: Vec<u32> =
            (0..random.below(4)).map(|_| random.below(graph.len()) as u32).collect();
        let starts = random_sets(&mut random, roots.len(), universe, 60);
        let adds = random_sets(&mut random, graph.targets().len(), universe, 30);
        let removes = random_sets(&mut random, graph.targets().len(), universe, 15);
        let removes = (round % 2 == 0).then_some(&removes);
        let problem = Problem { roots: &roots, starts: &starts, adds: &adds, removes };
        let answer = graph.intersection(problem).unwrap();
        assert_eq!(answer.reached, graph.reachable(&roots).unwrap());
        for item in 0..universe {
            let expected = naive_intersection(&graph, problem, item);
            for (node, expected) in expected.into_iter().enumerate() {
                assert_eq!(answer.values.contains(node, item), expected);
            }
        }
    }
}

fn chain(nodes: u32) -> Arrays {
    Arrays::new(
        &(0..nodes)
            .map(|node| if node + 1 < nodes { vec![node + 1] } else { vec![] })
            .collect::<Vec<_>>(),
    )
}

fn cycle(nodes: u32) -> Arrays {
    Arrays::new(&(0..nodes).map(|node| vec![(node + 1) % nodes]).collect::<Vec<_>>())
}

fn one_item_at(len: usize, node: usize) -> BitSets {
    let mut rows = vec![0; len];
    rows[node] = 1;
    BitSets::new(1, rows, vec![0, 1]).unwrap()
}

#[test]
fn a_chain_of_a_million_nodes() {
    let arrays = chain(1_000_000);
    let graph = arrays.graph();
    assert_eq!(graph.reachable(&[500_000]).unwrap().iter().filter(|&&it| it).count(), 500_000);
    let components = Components::new(&graph);
    assert!(components.of().iter().enumerate().all(|(node, &of)| node == of as usize));
    let united = graph.union(&one_item_at(graph.len(), 10)).unwrap();
    assert!(!united.contains(9, 0));
    assert!(united.contains(999_999, 0));
    let adds = one_item_at(graph.targets().len(), 600_000);
    let starts = empty_sets(1, 1);
    let problem = Problem { roots: &[0], starts: &starts, adds: &adds, removes: None };
    let answer = graph.intersection(problem).unwrap().values;
    assert!(!answer.contains(600_000, 0));
    assert!(answer.contains(600_001, 0));
    assert_eq!(answer.bits().len(), 2); // equal sets are stored once
}

#[test]
fn a_cycle_of_a_hundred_thousand_nodes() {
    let arrays = cycle(100_000);
    let graph = arrays.graph();
    assert_eq!(Components::new(&graph).len(), 1);
    let united = graph.union(&one_item_at(graph.len(), 10)).unwrap();
    assert!((0..graph.len()).all(|node| united.contains(node, 0)));
    let full = BitSets::new(1, vec![0], vec![1]).unwrap();
    let adds = empty_sets(graph.targets().len(), 1);
    let removes = one_item_at(graph.targets().len(), 49_999);
    let problem = Problem { roots: &[50_001], starts: &full, adds: &adds, removes: Some(&removes) };
    // The item is lost on the way, and so, once round, everywhere.
    let answer = graph.intersection(problem).unwrap().values;
    assert!((0..graph.len()).all(|node| !answer.contains(node, 0)));
}

#[test]
fn arrays_that_are_no_graph() {
    let error = |offsets: &[u64], targets: &[u32]| Graph::new(offsets, targets).unwrap_err();
    assert_eq!(error(&[], &[]).to_string(), "offsets are empty: they need one more than nodes");
    assert_eq!(error(&[1, 1], &[0]).to_string(), "offsets start at 1, not at 0");
    assert_eq!(error(&[0, 2, 1], &[0, 0]).to_string(), "offsets fall at node 1");
    assert_eq!(error(&[0, 1], &[]).to_string(), "offsets end at 1, but there are 0 targets");
    assert_eq!(error(&[0, 1], &[1]).to_string(), "edge 0 goes to 1, but there are 1 nodes");
    let arrays = cycle(2);
    let error = arrays.graph().reachable(&[2]).unwrap_err();
    assert_eq!(error.to_string(), "root 2 is no node: there are 2 nodes");
    let error = arrays.graph().union(&empty_sets(3, 1)).unwrap_err();
    assert_eq!(error.to_string(), "expected 2 sets of nodes, but got 3");
    let error = BitSets::new(3, vec![0], vec![8]).unwrap_err();
    assert_eq!(error.to_string(), "a set holds more than 0..3");
}

#[test]
fn nothing_at_all() {
    let graph = Graph::new(&[0], &[]).unwrap();
    assert!(graph.reachable(&[]).unwrap().is_empty());
    assert!(Components::new(&graph).is_empty());
    assert!(graph.union(&empty_sets(0, 0)).unwrap().is_empty());
}

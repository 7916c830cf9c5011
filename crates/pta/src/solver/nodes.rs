//! Nodes, and the sets that they share.
//!
//! A node whose objects have all come from one other node, unfiltered, has the same set; it follows that
//! node and has no set of its own until something else comes. Most results of calls and many parameters
//! stay followers to the end. Nodes of a cycle share a set for good.

use rustc_hash::FxHashMap;

use super::{NONE, Node};
use crate::object::{FilterId, NO_FILTER, ObjectId};
use crate::set::Set;

/// So many leaders lie above a follower, at most: whoever stops following takes its own followers along,
/// and has to find them.
const DEPTH: u8 = 12;

/// So many nodes share a set because they follow, at most.
const FOLLOWERS: usize = 2_000;

/// So many nodes have room from the start: to move them as they become more costs more than room that is
/// never touched.
const ROOM: usize = 1 << 20;

/// All nodes.
pub(crate) struct Nodes {
    all: Vec<NodeData>,
    /// What nodes have to hand on. Few wait at a time: their places are used again.
    news: Vec<Set>,
    free: Vec<u32>,
    /// Who shares the set of a node, beside itself, and has something to hand on.
    members: FxHashMap<Node, Vec<Node>>,
    /// Who shares the set of a node for good, and hands on nothing of its own.
    silent: FxHashMap<Node, Vec<Node>>,
}

struct NodeData {
    /// The node whose set it shares.
    holder: Node,
    /// The node that it follows.
    leader: Node,
    /// What may be in it: for the elements of arrays.
    filter: FilterId,
    /// How many leaders are above it.
    depth: u8,
    /// Whether it follows, and has not handed on anything yet.
    is_fresh: bool,
    /// The place of what it has to hand on, or [`NONE`].
    news: u32,
    set: Set,
}

/// What a node has to hand on.
pub(super) enum Turn {
    /// These are new, for it and all that share its set.
    News(Set),
    /// It has come to share a set, and hands on all of it.
    All(Set),
}

impl Default for Nodes {
    fn default() -> Self {
        let all = Vec::with_capacity(ROOM);
        let (news, free) = (Vec::new(), Vec::new());
        Self { all, news, free, members: FxHashMap::default(), silent: FxHashMap::default() }
    }
}

impl Nodes {
    pub(super) fn add(&mut self) -> Node {
        let node = self.all.len() as Node;
        self.all.push(NodeData {
            holder: node,
            leader: NONE,
            filter: NO_FILTER,
            depth: 0,
            is_fresh: false,
            news: NONE,
            set: Set::default(),
        });
        node
    }

    /// Lets the memory know that a node is needed soon.
    #[inline]
    pub(super) fn prefetch(&self, node: Node) {
        prefetch(&self.all, node);
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// What a node points to.
    pub(crate) fn set(&self, node: Node) -> &Set {
        &self.all[self.holder(node) as usize].set
    }

    pub(super) fn holder(&self, node: Node) -> Node {
        self.all[node as usize].holder
    }

    pub(super) fn filter(&self, node: Node) -> FilterId {
        self.all[node as usize].filter
    }

    pub(super) fn set_filter(&mut self, node: Node, filter: FilterId) {
        self.all[node as usize].filter = filter;
    }

    pub(super) fn follows(&self, node: Node) -> bool {
        self.all[node as usize].leader != NONE
    }

    /// The node that stands for a node of a cycle; for others, the node itself.
    pub(super) fn merged(&self, node: Node) -> Node {
        let data = &self.all[node as usize];
        if data.leader == NONE { data.holder } else { node }
    }

    /// Lets some of those be silent that share the set of a node for good: they hand on nothing themselves.
    pub(super) fn silence(&mut self, holder: Node, mut silent: Vec<Node>) {
        silent.sort_unstable();
        if let Some(members) = self.members.get_mut(&holder) {
            members.retain(|it| silent.binary_search(it).is_err());
        }
        self.silent.entry(holder).or_default().extend(silent);
    }

    /// Who shares the set of a node, beside itself, and has something to hand on.
    pub(super) fn members(&self, holder: Node) -> &[Node] {
        self.members.get(&holder).map_or(&[], Vec::as_slice)
    }

    /// Adds an object. Gives how many objects a node gained that now has to wait for its turn.
    pub(super) fn insert(&mut self, node: Node, object: ObjectId) -> Gain {
        if self.set(node).contains(object) {
            return Gain::default();
        }
        let mut gain = self.own(node);
        let holder = self.holder(node);
        gain.waits |= self.all[holder as usize].news == NONE;
        let news = self.place_for_news(holder);
        gain.facts += usize::from(self.all[holder as usize].set.insert(object));
        self.news[news as usize].insert(object);
        gain
    }

    /// The place of what a holder has to hand on; a free one if there is nothing yet.
    fn place_for_news(&mut self, holder: Node) -> u32 {
        let data = &mut self.all[holder as usize];
        if data.news == NONE {
            data.news = self.free.pop().unwrap_or_else(|| {
                self.news.push(Set::default());
                self.news.len() as u32 - 1
            });
        }
        data.news
    }

    /// What a holder has to hand on. It has nothing then.
    fn take_news(&mut self, holder: Node) -> Set {
        let news = std::mem::replace(&mut self.all[holder as usize].news, NONE);
        if news == NONE {
            return Set::default();
        }
        self.free.push(news);
        std::mem::take(&mut self.news[news as usize])
    }

    /// Adds what passes a filter.
    pub(super) fn add_all(&mut self, node: Node, more: &Set, mask: Option<&Set>) -> Gain {
        let mut gain = Gain::default();
        if self.follows(node) {
            if self.set(node).covers(more, mask) {
                return gain;
            }
            gain = self.own(node);
        }
        let holder = self.holder(node);
        let waited = self.all[holder as usize].news != NONE;
        let news = self.place_for_news(holder);
        let data = &mut self.all[holder as usize];
        let before = data.set.len();
        if data.set.add_all(more, mask, &mut self.news[news as usize]) {
            gain.facts += data.set.len() - before;
            gain.waits |= !waited;
        } else if !waited {
            data.news = NONE;
            self.free.push(news);
        }
        gain
    }

    /// Takes a holder's set away, to hand it on; it has to be put back.
    pub(super) fn take(&mut self, holder: Node) -> Set {
        std::mem::take(&mut self.all[holder as usize].set)
    }

    pub(super) fn put_back(&mut self, holder: Node, set: Set) {
        self.all[holder as usize].set = set;
    }

    /// Lets a node follow another one, if nothing has come to it yet. Says whether it does.
    pub(super) fn follow(&mut self, node: Node, leader: Node) -> bool {
        let data = &self.all[node as usize];
        let is_free = data.set.is_empty()
            && data.filter == NO_FILTER
            && data.leader == NONE
            && data.holder == node;
        let depth = self.all[leader as usize].depth + 1;
        if !is_free || depth > DEPTH {
            return false;
        }
        let holder = self.holder(leader);
        let members = self.members.entry(holder).or_default();
        if members.len() >= FOLLOWERS {
            return false;
        }
        members.push(node);
        let data = &mut self.all[node as usize];
        (data.holder, data.leader, data.depth) = (holder, leader, depth);
        data.is_fresh = true;
        true
    }

    /// Gives a node that follows a set of its own; who follows it comes along.
    fn own(&mut self, node: Node) -> Gain {
        if !self.follows(node) {
            return Gain::default();
        }
        let holder = self.holder(node);
        let members = self.members.remove(&holder).unwrap_or_default();
        let (along, rest): (Vec<Node>, Vec<Node>) =
            members.into_iter().partition(|&it| self.is_below(it, node));
        if !rest.is_empty() {
            self.members.insert(holder, rest);
        }
        for &member in &along {
            self.all[member as usize].holder = node;
        }
        let along: Vec<Node> = along.into_iter().filter(|&it| it != node).collect();
        if !along.is_empty() {
            self.members.insert(node, along);
        }
        let set = self.all[holder as usize].set.clone();
        let news = match self.all[holder as usize].news {
            _ if self.all[node as usize].is_fresh => set.clone(),
            NONE => Set::default(),
            news => self.news[news as usize].clone(),
        };
        let gain = Gain { waits: !news.is_empty(), facts: set.len() };
        if gain.waits {
            let place = self.place_for_news(node);
            self.news[place as usize] = news;
        }
        let data = &mut self.all[node as usize];
        (data.leader, data.depth, data.is_fresh) = (NONE, 0, false);
        data.set = set;
        gain
    }

    /// Whether a node is another one, or follows it.
    fn is_below(&self, node: Node, leader: Node) -> bool {
        let mut next = node;
        while next != leader {
            next = self.all[next as usize].leader;
            if next == NONE {
                return false;
            }
        }
        true
    }

    /// What a node has to hand on when its turn comes.
    pub(super) fn turn(&mut self, node: Node) -> Turn {
        if !self.all[node as usize].is_fresh {
            return Turn::News(self.take_news(node));
        }
        self.all[node as usize].is_fresh = false;
        Turn::All(self.set(node).clone())
    }

    /// Lets holders share one set for good. Gives, for each group of nodes that had shared one before,
    /// what they have to hand on.
    pub(super) fn unify(&mut self, holders: &[Node]) -> Vec<(Vec<Node>, Set)> {
        let kept = holders[0];
        let mut all = Set::default();
        for &holder in holders {
            all.add_all(&self.all[holder as usize].set, None, &mut Set::default());
        }
        let mut groups = Vec::with_capacity(holders.len());
        let (mut members, mut silent) = (Vec::new(), Vec::new());
        for &holder in holders {
            let (mut own, mut fresh) = (self.take(holder), self.take_news(holder));
            own.add_all(&all, None, &mut fresh);
            let mut group = self.members.remove(&holder).unwrap_or_default();
            group.push(holder);
            members.extend(group.iter().copied().filter(|&it| it != kept));
            groups.push((group, fresh));
            silent.extend(self.silent.remove(&holder).unwrap_or_default());
        }
        for &member in &silent {
            self.all[member as usize].holder = kept;
        }
        if !silent.is_empty() {
            self.silent.insert(kept, silent);
        }
        for &member in &members {
            self.all[member as usize].holder = kept;
        }
        self.members.insert(kept, members);
        self.all[kept as usize].set = all;
        groups
    }
}

/// Lets the memory know that an item is needed soon.
#[inline]
pub(super) fn prefetch<T>(items: &[T], index: u32) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(index as usize) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: this reads nothing, and is there on every processor of the kind.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}

/// What came of adding to a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Gain {
    /// Whether the node has something to hand on, and did not have before.
    pub(super) waits: bool,
    /// How many objects were stored.
    pub(super) facts: usize,
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, VecDeque};

    use super::*;

    /// Hands objects on along edges, as the solver does, and nothing else.
    #[derive(Default)]
    struct Net {
        nodes: Nodes,
        edges: Vec<Vec<Node>>,
        queue: VecDeque<Node>,
    }

    impl Net {
        fn new(count: usize) -> Self {
            let mut net = Self { edges: vec![Vec::new(); count], ..Self::default() };
            (0..count).for_each(|_| {
                net.nodes.add();
            });
            net
        }

        fn gained(&mut self, node: Node, gain: Gain) {
            if gain.waits {
                self.queue.push_back(self.nodes.holder(node));
            }
        }

        fn insert(&mut self, node: Node, object: ObjectId) {
            let gain = self.nodes.insert(node, object);
            self.gained(node, gain);
        }

        fn hand(&mut self, from: Node, to: Node, some: &Set) {
            if self.nodes.holder(from) == self.nodes.holder(to) || some.is_empty() {
                return;
            }
            if self.nodes.follow(to, from) {
                self.queue.push_back(to);
            } else {
                let gain = self.nodes.add_all(to, some, None);
                self.gained(to, gain);
            }
        }

        fn connect(&mut self, from: Node, to: Node) {
            self.edges[from as usize].push(to);
            let set = self.nodes.set(from).clone();
            self.hand(from, to, &set);
        }

        fn hand_on(&mut self, node: Node, some: &Set) {
            for to in self.edges[node as usize].clone() {
                self.hand(node, to, some);
            }
        }

        fn run(&mut self) {
            while let Some(node) = self.queue.pop_front() {
                match self.nodes.turn(node) {
                    Turn::All(set) => self.hand_on(node, &set),
                    Turn::News(news) => {
                        let members = self.nodes.members(node).to_vec();
                        self.hand_on(node, &news);
                        members.iter().for_each(|&it| self.hand_on(it, &news));
                    }
                }
            }
        }

        fn unify(&mut self, holders: &[Node]) {
            for (nodes, fresh) in self.nodes.unify(holders) {
                nodes.iter().for_each(|&it| self.hand_on(it, &fresh));
            }
        }
    }

    /// A small deterministic generator of numbers.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self, below: usize) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((self.0 >> 33) % below as u64) as u32
        }
    }

    /// What each node gets in the end, by going from each object along all edges.
    fn reached(edges: &[Vec<Node>], given: &[(Node, ObjectId)]) -> Vec<BTreeSet<ObjectId>> {
        let mut sets = vec![BTreeSet::new(); edges.len()];
        for &(node, object) in given {
            let mut stack = vec![node];
            while let Some(node) = stack.pop() {
                if sets[node as usize].insert(object) {
                    stack.extend(&edges[node as usize]);
                }
            }
        }
        sets
    }

    #[test]
    fn sharing_changes_no_answer() {
        let mut numbers = Numbers(11);
        for round in 0..600 {
            let count = [6, 20, 60][round % 3];
            let mut net = Net::new(count);
            let mut given = Vec::new();
            for _ in 0..3 * count {
                let (a, b) = (numbers.next(count), numbers.next(count));
                match numbers.next(4) {
                    0 => {
                        given.push((a, numbers.next(500)));
                        net.insert(a, given[given.len() - 1].1);
                    }
                    1 => net.run(),
                    _ if a != b => net.connect(a, b),
                    _ => {}
                }
            }
            net.run();
            let expected = reached(&net.edges, &given);
            for (node, expected) in expected.iter().enumerate() {
                let found: BTreeSet<ObjectId> = net.nodes.set(node as Node).iter().collect();
                assert_eq!(&found, expected, "round {round}, node {node}");
            }
        }
    }

    #[test]
    fn a_follower_has_its_own_set_when_something_else_comes() {
        let mut net = Net::new(4);
        net.insert(0, 1);
        net.run();
        net.connect(0, 1);
        net.connect(1, 2);
        net.run();
        assert!(net.nodes.follows(1) && net.nodes.follows(2));
        net.insert(1, 7);
        net.run();
        assert!(!net.nodes.follows(1) && net.nodes.holder(2) == 1);
        assert_eq!(net.nodes.set(0).iter().collect::<Vec<_>>(), [1]);
        assert_eq!(net.nodes.set(2).iter().collect::<Vec<_>>(), [1, 7]);
    }

    #[test]
    fn nodes_of_a_cycle_share_for_good() {
        let mut net = Net::new(4);
        net.insert(0, 1);
        net.insert(1, 2);
        net.run();
        net.edges[0].push(1);
        net.edges[1].push(0);
        net.edges[1].push(2);
        net.unify(&[0, 1]);
        net.run();
        net.insert(0, 3);
        net.run();
        assert_eq!(net.nodes.holder(0), net.nodes.holder(1));
        assert_eq!(net.nodes.set(2).iter().collect::<Vec<_>>(), [1, 2, 3]);
    }
}

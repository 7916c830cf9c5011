//! Types of phis and of elements of object arrays, which depend on other values' types.

use snarl_classfile::{Frame, VerificationType};
use snarl_hierarchy::Type;

use super::Source;
use super::finish::Replaced;
use super::graph::Graph;
use super::rename::{Draft, PhiPlace};
use crate::body::{Op, Value};

/// Types in all frames of a stack map together. A hostile one can have 65,535 frames of 65,535 locals.
const MAX_FRAME_TYPES: usize = 4_000_000;

/// After so many passes over all unknowns, only those are looked at of which an operand has changed: in
/// hostile code, types go through thousands of blocks against the order. Real code does with two or three.
const MANY_PASSES: usize = 8;

/// A value whose type is to be found.
enum Unknown {
    Phi { value: Value, operands: std::ops::Range<usize>, block: u32, place: PhiPlace },
    Element { value: Value, array: Value },
}

/// Finds them by iteration from below. Where a phi's operands disagree, the stack map says what the
/// compiler meant; without one, it is their least common super type.
pub(super) fn infer(
    source: &Source<'_>,
    graph: &Graph<'_>,
    draft: &mut Draft,
    replaced: &Replaced,
) {
    let mut frames = Frames { source, parsed: None };
    for &(value, index) in &draft.multi_catches {
        if let Some(stated) = frames.find(index, PhiPlace::Stack(0)) {
            draft.types[value as usize] = stated;
        }
    }
    let unknowns = collect(graph, draft, replaced);
    // A phi takes its stated type for good: going back and forth would never end.
    let mut settled = vec![false; unknowns.len()];
    let mut users: Option<Users> = None;
    let mut waits = vec![true; unknowns.len()];
    let mut changed = !unknowns.is_empty();
    let mut passes = 0;
    while changed {
        changed = false;
        passes += 1;
        if passes == MANY_PASSES {
            users = Some(Users::of(&unknowns, draft, replaced));
        }
        for (position, unknown) in unknowns.iter().enumerate() {
            if settled[position] || users.is_some() && !std::mem::take(&mut waits[position]) {
                continue;
            }
            let (value, found) = match unknown {
                Unknown::Element { value, array } => {
                    (*value, element_of(source, draft.types[*array as usize]))
                }
                Unknown::Phi { value, operands, block, place } => {
                    let types = draft.phi_operands[operands.clone()]
                        .iter()
                        .map(|&operand| draft.types[replaced.get(operand) as usize]);
                    let index = graph.nodes[*block as usize].index;
                    let stated = || frames.find(index, *place);
                    let (found, is_stated) =
                        merge(source, draft.types[*value as usize], types, stated);
                    settled[position] = is_stated;
                    (*value, found)
                }
            };
            let known = &mut draft.types[value as usize];
            if *known != found && found != Type::VOID {
                changed = true;
                *known = found;
                let users = users.as_ref().map_or(&[][..], |users| users.get(value));
                users.iter().for_each(|&user| waits[user as usize] = true);
            }
        }
    }
    let object = Type::class(source.hierarchy.object());
    for unknown in &unknowns {
        let (Unknown::Phi { value, .. } | Unknown::Element { value, .. }) = unknown;
        if draft.types[*value as usize] == Type::VOID {
            draft.types[*value as usize] = object;
        }
    }
}

/// The unknowns that depend on each value.
struct Users {
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Users {
    fn of(unknowns: &[Unknown], draft: &Draft, replaced: &Replaced) -> Self {
        let mut pairs = Vec::new();
        for (position, unknown) in unknowns.iter().enumerate() {
            let mut add = |value: Value| pairs.push((replaced.get(value), position as u32));
            match unknown {
                Unknown::Element { array, .. } => add(*array),
                Unknown::Phi { operands, .. } => {
                    draft.phi_operands[operands.clone()].iter().for_each(|&operand| add(operand));
                }
            }
        }
        pairs.sort_unstable();
        let mut ends = vec![0_u32; draft.types.len()];
        pairs.iter().for_each(|&(value, _)| ends[value as usize] += 1);
        let mut end = 0;
        for count in &mut ends {
            end += *count;
            *count = end;
        }
        Self { ends, items: pairs.into_iter().map(|(_, user)| user).collect() }
    }

    fn get(&self, value: Value) -> &[u32] {
        let value = value as usize;
        let start = if value == 0 { 0 } else { self.ends[value - 1] };
        &self.items[start as usize..self.ends[value] as usize]
    }
}

fn collect(graph: &Graph<'_>, draft: &Draft, replaced: &Replaced) -> Vec<Unknown> {
    let mut unknowns = Vec::new();
    for &block in &graph.order {
        let count = graph.predecessors.get(block).len();
        for phi in &draft.phis[block as usize] {
            if replaced.get(phi.value) == phi.value {
                let first = phi.first_operand as usize;
                let operands = first..first + count;
                unknowns.push(Unknown::Phi { value: phi.value, operands, block, place: phi.place });
            }
        }
        let (start, end) = draft.ranges[block as usize];
        for inst in &draft.insts[start as usize..end as usize] {
            if inst.op == Op::ArrayLoad && draft.types[inst.result as usize] == Type::VOID {
                let array = replaced.get(draft.operands[inst.first_operand as usize]);
                unknowns.push(Unknown::Element { value: inst.result, array });
            }
        }
    }
    unknowns
}

fn element_of(source: &Source<'_>, array: Type) -> Type {
    match array {
        Type::VOID | Type::NULL => array,
        _ => array
            .element()
            .filter(|element| element.is_reference())
            .unwrap_or_else(|| Type::class(source.hierarchy.object())),
    }
}

/// The type of a phi that was `known` so far, and whether it is the stated one.
fn merge(
    source: &Source<'_>,
    known: Type,
    types: impl Iterator<Item = Type>,
    mut stated: impl FnMut() -> Option<Type>,
) -> (Type, bool) {
    let mut merged = known;
    for of in types {
        if of == merged || of == Type::VOID || of == Type::NULL && merged.is_reference() {
            continue;
        }
        if merged == Type::VOID || merged == Type::NULL && of.is_reference() {
            merged = of;
            continue;
        }
        if !merged.is_reference() || !of.is_reference() {
            // Ill-typed code; the verifier will say so.
            return (merged, false);
        }
        if let Some(stated) = stated() {
            return (stated, true);
        }
        merged = source.hierarchy.join(merged, of);
    }
    (merged, false)
}

/// The stack map, parsed when it is first needed.
struct Frames<'s, 'a> {
    source: &'s Source<'a>,
    parsed: Option<Vec<Frame>>,
}

impl Frames<'_, '_> {
    fn find(&mut self, index: u16, place: PhiPlace) -> Option<Type> {
        let source = self.source;
        let frames = self.parsed.get_or_insert_with(|| parse(source));
        let position = frames.binary_search_by_key(&u32::from(index), |frame| frame.index).ok()?;
        let stated = match place {
            PhiPlace::Stack(depth) => *frames[position].stack.get(usize::from(depth))?,
            PhiPlace::Local(slot) => in_slot(&frames[position].locals, slot)?,
        };
        self.type_of(stated)
    }

    fn type_of(&self, stated: VerificationType) -> Option<Type> {
        let class = self.source.method.class;
        let pool = self.source.code.class().constants();
        match stated {
            VerificationType::Object(constant) => {
                self.source.hierarchy.type_of_constant(pool.class(constant).ok()?, class).ok()
            }
            VerificationType::UninitializedThis => Some(Type::class(class)),
            VerificationType::Parameter(position) => {
                self.source.parameters.get(usize::from(position)).copied()
            }
            _ => None,
        }
    }
}

fn in_slot(locals: &[VerificationType], wanted: u16) -> Option<VerificationType> {
    // Frames may hold more locals than a method can have.
    let mut slot = 0;
    for &local in locals {
        if slot == usize::from(wanted) {
            return Some(local);
        }
        slot += 1 + usize::from(matches!(local, VerificationType::Long | VerificationType::Double));
    }
    None
}

fn parse(source: &Source<'_>) -> Vec<Frame> {
    let mut frames = Vec::new();
    let Some(mut map) = source.code.stack_map() else { return frames };
    let parameter = |(position, of): (usize, &Type)| match *of {
        Type::INT => VerificationType::Int,
        Type::LONG => VerificationType::Long,
        Type::FLOAT => VerificationType::Float,
        Type::DOUBLE => VerificationType::Double,
        _ => VerificationType::Parameter(position as u16),
    };
    let mut frame = Frame::default();
    frame.locals.extend(source.parameters.iter().enumerate().map(parameter));
    let mut types = 0;
    while let Ok(true) = map.advance(&mut frame, frames.is_empty()) {
        types += frame.locals.len() + frame.stack.len();
        if types > MAX_FRAME_TYPES {
            break;
        }
        frames.push(frame.clone());
    }
    frames
}

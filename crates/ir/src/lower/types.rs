//! Types of phis and of elements of object arrays, which depend on other values' types.

use snarl_classfile::{Frame, VerificationType};
use snarl_hierarchy::Type;

use super::Source;
use super::finish::Replaced;
use super::graph::Graph;
use super::rename::{Draft, PhiPlace};
use crate::body::{Op, Value};

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
    let mut changed = !unknowns.is_empty();
    while changed {
        changed = false;
        for (unknown, settled) in unknowns.iter().zip(&mut settled) {
            let (value, found) = match unknown {
                Unknown::Phi { .. } if *settled => continue,
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
                    *settled = is_stated;
                    (*value, found)
                }
            };
            let known = &mut draft.types[value as usize];
            if *known != found && found != Type::VOID {
                changed = true;
                *known = found;
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
    let mut slot = 0;
    for &local in locals {
        if slot == wanted {
            return Some(local);
        }
        slot += 1 + u16::from(matches!(local, VerificationType::Long | VerificationType::Double));
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
    while let Ok(true) = map.advance(&mut frame, frames.is_empty()) {
        frames.push(frame.clone());
    }
    frames
}

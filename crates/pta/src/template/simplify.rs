//! Variables of a method that must point to the same objects become one: loops of plain copies, and a
//! variable that gets its value by one plain copy and in no other way. Every context of the method is
//! then cheaper, and nothing is lost.

use super::{Copy, Draft, NO_VAR, Var};

/// Unifies variables and numbers them anew.
pub(super) fn simplify(draft: &mut Draft) {
    let unified = unify(draft);
    let mut renumbered: Vec<Var> = vec![NO_VAR; unified.len()];
    let mut next = 0;
    for var in 0..unified.len() {
        if unified[var] == var as Var {
            renumbered[var] = next;
            next += 1;
        }
    }
    let rename = |var: &mut Var| {
        if *var != NO_VAR {
            *var = renumbered[unified[*var as usize] as usize];
        }
    };
    rename_all(draft, &rename);
    draft.vars = next;
    draft.copies.retain(|(from, copy)| *from != copy.to);
    draft.copies.sort_unstable_by_key(|(from, copy)| (*from, copy.to, copy.filter));
    draft.copies.dedup();
}

fn rename_all(draft: &mut Draft, rename: &impl Fn(&mut Var)) {
    for (from, copy) in &mut draft.copies {
        rename(from);
        rename(&mut copy.to);
    }
    for (base, (_, var)) in draft.loads.iter_mut().chain(&mut draft.stores) {
        rename(base);
        rename(var);
    }
    for (_, var) in draft.static_loads.iter_mut().chain(&mut draft.static_stores) {
        rename(var);
    }
    draft.news.iter_mut().for_each(|new| rename(&mut new.var));
    for lambda in &mut draft.lambdas {
        lambda.captured.iter_mut().for_each(rename);
    }
    for call in &mut draft.calls {
        call.arguments.iter_mut().for_each(rename);
        rename(&mut call.result);
        rename(&mut call.throws);
    }
    for reflection in &mut draft.reflections {
        reflection.arguments.iter_mut().for_each(rename);
        rename(&mut reflection.result);
        rename(&mut reflection.throws);
    }
    draft.values.iter_mut().for_each(rename);
    draft.parameters.iter_mut().for_each(rename);
    draft.monitors.iter_mut().for_each(rename);
    rename(&mut draft.returns);
    rename(&mut draft.throws);
}

/// For each variable the one that stands for it. Exceptions' variables, which contexts share, stay.
fn unify(draft: &Draft) -> Vec<Var> {
    let count = draft.vars as usize;
    let mut to: Vec<Var> = (0..draft.vars).collect();
    let plain: Vec<(Var, Var)> = draft
        .copies
        .iter()
        .filter(|(from, copy)| {
            copy.filter == u32::MAX && *from >= draft.shared && copy.to >= draft.shared
        })
        .map(|(from, copy)| (*from, copy.to))
        .collect();
    if plain.is_empty() {
        return to;
    }
    let mut has_other = other_inflows(draft);
    // Sources of plain copies, by target: what a variable copies from, as long as that is one.
    let mut sources: Vec<Vec<Var>> = vec![Vec::new(); count];
    for &(from, target) in &plain {
        sources[target as usize].push(from);
    }
    // A few rounds are enough: each shortens chains, and what is left over is only less simple.
    for _ in 0..4 {
        let mut changed = false;
        for target in draft.shared..draft.vars {
            let found = root(&to, target);
            if found != target || has_other[target as usize] {
                continue;
            }
            let mut only = NO_VAR;
            let mut many = false;
            for &source in &sources[target as usize] {
                let source = root(&to, source);
                if source == target || source == only {
                    continue;
                }
                many |= only != NO_VAR;
                only = source;
            }
            if !many && only != NO_VAR {
                to[target as usize] = only;
                changed = true;
            }
        }
        changed |= unify_loops(&mut to, &mut sources, &mut has_other);
        if !changed {
            break;
        }
    }
    (0..draft.vars).map(|var| root(&to, var)).collect()
}

fn root(to: &[Var], mut var: Var) -> Var {
    while to[var as usize] != var {
        var = to[var as usize];
    }
    var
}

/// Two variables that copy to each other are one. Longer loops of phis become such pairs as chains are
/// shortened.
fn unify_loops(to: &mut [Var], sources: &mut [Vec<Var>], has_other: &mut [bool]) -> bool {
    let mut pairs: Vec<(Var, Var)> = Vec::new();
    for (target, from) in sources.iter().enumerate() {
        let target = root(to, target as Var);
        let from = from.iter().map(|&from| root(to, from)).filter(|&from| from != target);
        pairs.extend(from.map(|from| (from, target)));
    }
    pairs.sort_unstable();
    pairs.dedup();
    let mut changed = false;
    for &(from, target) in &pairs {
        let (kept, gone) = (root(to, from), root(to, target));
        if from < target && kept != gone && pairs.binary_search(&(target, from)).is_ok() {
            to[gone as usize] = kept;
            let moved = std::mem::take(&mut sources[gone as usize]);
            sources[kept as usize].extend(moved);
            has_other[kept as usize] |= has_other[gone as usize];
            changed = true;
        }
    }
    changed
}

/// Whether a variable gets objects in another way than by plain copies within the contexts' own part.
fn other_inflows(draft: &Draft) -> Vec<bool> {
    let mut has = vec![false; draft.vars as usize];
    let mut mark = |var: Var| {
        if var != NO_VAR {
            has[var as usize] = true;
        }
    };
    draft.parameters.iter().copied().for_each(&mut mark);
    draft.loads.iter().for_each(|(_, (_, var))| mark(*var));
    draft.static_loads.iter().for_each(|(_, var)| mark(*var));
    draft.news.iter().for_each(|new| mark(new.var));
    draft.calls.iter().for_each(|call| mark(call.result));
    draft.reflections.iter().for_each(|reflection| mark(reflection.result));
    for (from, Copy { to, filter }) in &draft.copies {
        if *filter != u32::MAX || *from < draft.shared {
            mark(*to);
        }
    }
    has
}

//! Changes to class files: blind ones, which test the reader, and ones that know the format and leave a
//! file that can still be read, which test what comes after.

mod bytes;
mod code;
mod constants;
mod members;

use crate::random::Random;
pub use constants::{rename, set_super_class};

/// Files are not grown beyond this.
const MOST_BYTES: usize = 1 << 20;

/// A class file that is being changed.
struct Mutant<'m> {
    random: &'m mut Random,
    bytes: Vec<u8>,
    /// Another class file, of which parts may be taken.
    donor: &'m [u8],
}

/// Changes something; `None` if the class has nothing to be changed that way.
type Mutation = fn(&mut Mutant<'_>) -> Option<()>;

/// The mutations, each with its weight.
const MUTATIONS: &[(usize, Mutation)] = &[
    (2, bytes::flip_bit),
    (2, bytes::set_number),
    (1, bytes::copy_range),
    (1, bytes::delete_range),
    (1, bytes::take_from_donor),
    (1, bytes::truncate),
    (3, constants::redirect_constant),
    (2, constants::change_constant_kind),
    (1, constants::resize_pool),
    (3, constants::replace_text),
    (2, constants::change_text),
    (2, members::change_access),
    (2, members::redirect_header),
    (2, members::redirect_member),
    (1, members::repeat_member),
    (2, members::rename_attribute),
    (1, members::resize_attribute),
    (3, members::change_attribute),
    (1, members::repeat_attribute),
    (1, members::change_count),
    (8, code::replace_opcode),
    (6, code::insert_instructions),
    (4, code::delete_instructions),
    (3, code::move_instructions),
    (8, code::redirect_branch),
    (6, code::redirect_operand),
    (4, code::change_operand),
    (4, code::change_limits),
    (8, code::redirect_handler),
    (4, code::add_handler),
    (2, code::repeat_handlers),
    (4, code::change_stack_map),
    (2, code::turn_into_subroutine),
];

/// Mutates a class file a few times over. Parts may come from a donor, another class file.
pub fn mutate(random: &mut Random, bytes: Vec<u8>, donor: &[u8]) -> Vec<u8> {
    let total: usize = MUTATIONS.iter().map(|(weight, _)| weight).sum();
    let mut mutant = Mutant { random, bytes, donor };
    // Most often a few, so that much of the class stays as it was; now and then many.
    let mut times = 1;
    while mutant.random.one_in(2) && times < 12 {
        times += 1;
    }
    if mutant.random.one_in(16) {
        times *= 12;
    }
    for _ in 0..times {
        // Some need a part that this class lacks; another then takes their place.
        for _ in 0..8 {
            let mut choice = mutant.random.below(total);
            let chosen = MUTATIONS.iter().find(|(weight, _)| {
                let found = choice < *weight;
                choice = choice.saturating_sub(*weight);
                found
            });
            let Some((_, mutation)) = chosen else { break };
            if mutant.bytes.len() < MOST_BYTES && mutation(&mut mutant).is_some() {
                break;
            }
        }
    }
    mutant.bytes
}

#[cfg(test)]
mod tests {
    use snarl_classfile::Layout;
    use snarl_classfile::opcode::*;

    use super::*;
    use crate::assemble::{ClassWriter, CodeWriter};

    fn sample() -> Vec<u8> {
        let mut class = ClassWriter::new("a/Sample", "java/lang/Object");
        let call = class.method_ref("a/Sample", "run", "(La/Sample;[La/Sample;)V");
        let [high, low] = call.to_be_bytes();
        let bytes =
            vec![ALOAD_0, ACONST_NULL, ACONST_NULL, INVOKEVIRTUAL, high, low, GOTO, 0, 3, RETURN];
        let mut code = CodeWriter::roomy(bytes);
        code.table.push([0, 6, 9, 0]);
        class.method(1, "run", "(La/Sample;[La/Sample;)V", Some(code));
        class.bytes()
    }

    #[test]
    fn a_seed_gives_one_mutation() {
        let mutated = |seed| mutate(&mut Random::new(seed), sample(), &sample());
        assert_eq!(mutated(5), mutated(5));
        assert!((0..50).any(|seed| mutated(seed) != sample()));
    }

    #[test]
    fn every_mutation_works_on_some_class() {
        for (position, (_, mutation)) in MUTATIONS.iter().enumerate() {
            let worked = (0..400).any(|seed| {
                let (random, donor) = (&mut Random::new(seed), &sample());
                let mut mutant = Mutant { random, bytes: sample(), donor };
                mutation(&mut mutant).is_some() && mutant.bytes != sample()
            });
            // This class has no attribute but its code.
            let needs_more = [
                members::repeat_attribute as Mutation,
                code::change_stack_map,
                members::change_attribute,
            ];
            let needs_more = needs_more.iter().any(|it| std::ptr::fn_addr_eq(*it, *mutation));
            assert!(worked || needs_more, "mutation {position}");
        }
    }

    #[test]
    fn many_mutants_can_still_be_read() {
        let readable = (0..1000).filter(|&seed| {
            Layout::parse(&mutate(&mut Random::new(seed), sample(), &sample())).is_ok()
        });
        assert!(readable.count() > 400);
    }

    #[test]
    fn renaming_reaches_descriptors() {
        let mut bytes = sample();
        rename(&mut bytes, |name| name[7] = b'X').unwrap();
        let layout = Layout::parse(&bytes).unwrap();
        let file = layout.on(&bytes);
        assert_eq!(file.name(), b"a/SamplX");
        assert_eq!(file.method(0).unwrap().descriptor(), b"(La/SamplX;[La/SamplX;)V");
        set_super_class(&mut bytes, b"a/much/longer/Name").unwrap();
        let layout = Layout::parse(&bytes).unwrap();
        assert_eq!(layout.on(&bytes).super_name(), Some(&b"a/much/longer/Name"[..]));
    }
}

//! What wraps a primitive (JLS 5.1.7).

use snarl_hierarchy::{Hierarchy, Type};

/// The class that wraps a primitive; `None` for other types.
pub(crate) fn box_of(hierarchy: &Hierarchy, primitive: Type) -> Option<Type> {
    let name: &[u8] = match primitive {
        Type::BOOLEAN => b"java/lang/Boolean",
        Type::BYTE => b"java/lang/Byte",
        Type::CHAR => b"java/lang/Character",
        Type::SHORT => b"java/lang/Short",
        Type::INT => b"java/lang/Integer",
        Type::LONG => b"java/lang/Long",
        Type::FLOAT => b"java/lang/Float",
        Type::DOUBLE => b"java/lang/Double",
        _ => return None,
    };
    Some(Type::class(hierarchy.class_named(name, None)))
}

/// The classes of what may be given for a parameter when a method is called by reflection: for a primitive,
/// what wraps it or something that is widened to it, which is a number or a character.
pub(crate) fn boxes_for(hierarchy: &Hierarchy, parameter: Type) -> Vec<Type> {
    let class = |name: &[u8]| Type::class(hierarchy.class_named(name, None));
    match parameter {
        Type::BOOLEAN | Type::CHAR | Type::BYTE => {
            box_of(hierarchy, parameter).into_iter().collect()
        }
        Type::SHORT | Type::INT | Type::LONG | Type::FLOAT | Type::DOUBLE => {
            vec![class(b"java/lang/Number"), class(b"java/lang/Character")]
        }
        _ => vec![parameter],
    }
}

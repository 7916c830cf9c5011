//! Which instructions can throw.

use snarl_classfile::opcode::*;

/// Whether control can leave the instruction by an exception that the program can catch. Left out are
/// errors of the JVM itself (linkage, memory, stack) and `monitorexit`, which throws only in code that
/// does not pair its monitors: counting it would give every compiler-made unlock handler an edge to
/// itself.
pub(crate) fn can_throw(opcode: u8) -> bool {
    matches!(
        opcode,
        IALOAD..=SALOAD
            | IASTORE..=SASTORE
            | IDIV
            | LDIV
            | IREM
            | LREM
            | GETSTATIC..=ATHROW
            | CHECKCAST
            | MONITORENTER
            | MULTIANEWARRAY
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_throws() {
        let throwing =
            [INVOKEDYNAMIC, NEW, NEWARRAY, ANEWARRAY, ARRAYLENGTH, ATHROW, PUTFIELD, IREM];
        assert!(throwing.into_iter().all(can_throw));
        let quiet = [FDIV, DREM, INSTANCEOF, MONITOREXIT, IINC, ARETURN, LDC, GOTO, ASTORE];
        assert!(!quiet.into_iter().any(can_throw));
    }
}

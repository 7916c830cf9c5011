"""A small class-file assembler, for the class files that no compiler gives us.

`jsr`/`ret`, wrong constant kinds, odd hierarchies, cycles, broken attributes: tests build them
here, byte by byte if need be. Nothing is checked, so that wrong files can be written as easily as
right ones. A class of version 49 or below needs no StackMapTable; straight-line code never does.

    cls = ClassBuilder("p/Answer", version=(49, 0))
    code = cls.method("get", "(I)I", Access.PUBLIC | Access.STATIC).code
    code.emit("iload", 0).emit("ifeq", "zero").push(42).emit("ireturn")
    code.label("zero").push(0).emit("ireturn")
    cls.write(folder)

Names are internal (`a/b/C`). The format is JVMS 4, the instructions are JVMS 6.
"""

from .classes import Access, ClassBuilder, FieldBuilder, MethodBuilder
from .code import MNEMONICS, OPCODES, PLAIN, CodeBuilder
from .constants import ConstantPool, modified_utf8

__all__ = [
    "MNEMONICS",
    "OPCODES",
    "PLAIN",
    "Access",
    "ClassBuilder",
    "CodeBuilder",
    "ConstantPool",
    "FieldBuilder",
    "MethodBuilder",
    "modified_utf8",
]

"""Programs: what the engine reads of them, in a form that people like to walk.

`load` makes a `Program` from jars, folders of classes or sources. A program has classes, a class
has fields and methods, a method may have a body: code in SSA form. `program.hierarchy` answers
what the JVM would answer about super types, subtypes, and which method a call means.

Classes, methods and fields are light handles on ids of the engine. They compare equal when they
mean the same thing, and cost nothing to make; millions of them never exist at once.
"""

from snarl.program.body import Block, Body, Handler, Instruction, Op
from snarl.program.hierarchy import Hierarchy
from snarl.program.inputs import InputError
from snarl.program.jdk import Jdk, find_jdk
from snarl.program.loading import load
from snarl.program.model import (
    Annotation,
    BytecodeInstruction,
    Class,
    Field,
    LinkageError,
    LocalVariable,
    Lowered,
    LoweringError,
    Method,
    Program,
    Warning,
)

__all__ = [
    "Annotation",
    "Block",
    "Body",
    "BytecodeInstruction",
    "Class",
    "Field",
    "Handler",
    "Hierarchy",
    "InputError",
    "Instruction",
    "Jdk",
    "LinkageError",
    "LocalVariable",
    "Lowered",
    "LoweringError",
    "Method",
    "Op",
    "Program",
    "Warning",
    "find_jdk",
    "load",
]

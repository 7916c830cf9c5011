"""Types of values where ways join: stated by the compiler, or the least common super type."""

from __future__ import annotations

import struct
from pathlib import Path

import snarl
from classgen import Access, ClassBuilder
from classgen.code import CodeBuilder

FULL_FRAME = 255
INTEGER, OBJECT = 1, 7


def full_frame(code: CodeBuilder, delta: int, classes: list[str | None]) -> bytes:
    """A frame of a StackMapTable with these locals (None: an int) and an empty stack."""
    locals = b"".join(
        bytes([INTEGER]) if name is None else struct.pack(">BH", OBJECT, code.pool.class_(name))
        for name in classes
    )
    return struct.pack(">BHH", FULL_FRAME, delta, len(classes)) + locals + struct.pack(">H", 0)


def test_stated_types_that_disagree_with_inferred_ones_end(tmp_path: Path) -> None:
    """One local goes round a loop, and each of three frames calls it by another interface.

    All are legal, for the JVM takes an interface for Object. Inference that follows the frames back
    and forth never ends.
    """
    p, q, r = "java/lang/Runnable", "java/lang/Comparable", "java/util/List"
    builder = ClassBuilder("Oscillation", version=(52, 0))
    static = Access.PUBLIC | Access.STATIC
    code = builder.method("f", f"(L{p};L{q};L{r};I)V", static).code
    code.emit("aload_0").emit("astore", 4)
    code.label("first").emit("iload_3").emit("ifeq", "second").emit("aload_1").emit("astore", 4)
    code.label("second").emit("iload_3").emit("ifeq", "third").emit("aload_2").emit("astore", 4)
    code.label("third").emit("iinc", 3, -1).emit("iload_3").emit("ifne", "first").emit("return")
    code.max_locals = 5
    targets = [code.offset(label) for label in ("first", "second", "third")]
    deltas = [targets[0], targets[1] - targets[0] - 1, targets[2] - targets[1] - 1]
    frames = [
        full_frame(code, delta, [p, q, r, None, stated])
        for delta, stated in zip(deltas, (q, r, p), strict=True)
    ]
    code.attributes.append(("StackMapTable", struct.pack(">H", 3) + b"".join(frames)))
    builder.write(tmp_path)

    method = snarl.load([tmp_path])["Oscillation"].method("f")

    assert method.verify() is None


def test_a_join_without_a_stack_map_is_the_common_super_class(tmp_path: Path) -> None:
    """Class files before Java 6 have no frames: the type is inferred."""
    builder = ClassBuilder("Join", version=(48, 0))
    code = builder.method("f", "(I)Ljava/lang/Object;", Access.PUBLIC | Access.STATIC).code
    code.emit("iload_0").emit("ifeq", "other")
    code.type("new", "java/util/ArrayList").emit("goto", "end")
    code.label("other").type("new", "java/util/LinkedList")
    code.label("end").emit("areturn")
    builder.write(tmp_path)

    body = snarl.load([tmp_path])["Join"].method("f").body

    assert body is not None
    (phi,) = [instruction for instruction in body if instruction.op.name == "PHI"]
    assert phi.result_type == "java.util.AbstractList"


def test_a_missing_class_in_a_join_is_no_failure(tmp_path: Path) -> None:
    """A handler of a missing exception joins with one of a known class; both are Throwables."""
    builder = ClassBuilder("Missing", version=(48, 0))
    code = builder.method("f", "()V", Access.PUBLIC | Access.STATIC).code
    code.label("start").invoke("invokestatic", "java/lang/Thread", "yield", "()V")
    code.label("stop").emit("return")
    code.label("handler").emit("athrow")
    code.handler("start", "stop", "handler", "no/such/Trouble")
    code.handler("start", "stop", "handler", "java/lang/RuntimeException")
    builder.write(tmp_path)

    program = snarl.load([tmp_path])

    assert program["Missing"].method("f").verify() is None
    assert ["no.such.Trouble" in str(warning) for warning in program.warnings] == [True]

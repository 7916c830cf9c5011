"""Methods that no compiler makes any more, or never made, and that the JVM runs all the same.

Each is a class `odd.Name` of version 49 (which needs no StackMapTable and may have subroutines)
with one static method `run`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from classgen import Access, ClassBuilder, CodeBuilder

Write = Callable[[CodeBuilder], object]

VERSION = (49, 0)
THROWABLE = "java/lang/Throwable"
ARITHMETIC = "java/lang/ArithmeticException"
RUNTIME = "java/lang/RuntimeException"
NULL_POINTER = "java/lang/NullPointerException"

_METHODS: dict[str, tuple[str, str, int, Write]] = {}


def _method(descriptor: str = "(I)I", access: int = 0, group: str = "") -> Callable[[Write], Write]:
    def register(write: Write) -> Write:
        name = "".join(word.capitalize() for word in write.__name__.split("_"))
        _METHODS[name] = (group, descriptor, access, write)
        return write

    return register


def class_files(group: str = "") -> Iterator[ClassBuilder]:
    """All of a group: `address` is where a return address is not stored first of all."""
    for name, (of, descriptor, access, write) in _METHODS.items():
        if of == group:
            yield make(name, descriptor, write, access)
    if not group:
        yield from _stack_classes()


def make(name: str, descriptor: str, write: Write, access: int = 0) -> ClassBuilder:
    """A class `odd.<name>` with a method `run`."""
    cls = ClassBuilder(f"odd/{name}", version=VERSION)
    write(cls.method("run", descriptor, Access.PUBLIC | Access.STATIC | access).code)
    return cls


def _throw(code: CodeBuilder, type: str) -> None:
    code.type("new", type).emit("dup").invoke("invokespecial", type, "<init>", "()V").emit("athrow")


# Subroutines


@_method()
def finally_by_subroutine(code: CodeBuilder) -> None:
    """As javac 1.3 wrote try { return 10 / a } catch (ArithmeticException) { … } finally { … }."""
    code.push(0).emit("istore", 1)
    code.label("try").push(10).emit("iload", 0).emit("idiv").emit("istore", 1).label("tried")
    code.emit("jsr", "finally").emit("iload", 1).emit("ireturn")
    code.label("catch").emit("pop").push(-7).emit("istore", 1).label("caught")
    code.emit("jsr", "finally").emit("iload", 1).emit("ireturn")
    code.label("any").emit("astore", 2).emit("jsr", "finally").emit("aload", 2).emit("athrow")
    code.label("finally").emit("astore", 3)
    code.emit("iload", 1).push(3).emit("imul").emit("iload", 0).emit("iadd").emit("istore", 1)
    code.emit("ret", 3)
    code.handler("try", "tried", "catch", ARITHMETIC)
    code.handler("try", "caught", "any")


@_method()
def nested_subroutines(code: CodeBuilder) -> None:
    """HotSpot's verifier wants an inner subroutine to be called on one level only."""
    code.emit("jsr", "a").emit("iinc", 0, 2).emit("jsr", "a").emit("iload", 0).emit("ireturn")
    code.label("a").emit("astore", 1).emit("jsr", "b").emit("iinc", 0, 5).emit("jsr", "b").emit(
        "ret", 1
    )
    code.label("b").emit("astore", 2).emit("jsr", "c").emit("iinc", 0, -3).emit("jsr", "c")
    code.emit("ret", 2)
    code.label("c").emit("astore", 3).emit("iload", 0).push(7).emit("imul").emit("istore", 0)
    code.emit("ret", 3)


@_method()
def subroutine_left_by_goto(code: CodeBuilder) -> None:
    code.emit("iload", 0).push(127).emit("irem").emit("istore", 0)
    code.label("again").emit("iload", 0).push(100).emit("if_icmpgt", "done")
    code.emit("jsr", "sub").emit("iinc", 0, 1).emit("goto", "again")
    code.label("sub").emit("astore", 1).emit("iinc", 0, 7)
    code.emit("iload", 0).push(3).emit("irem").emit("ifeq", "leave").emit("ret", 1)
    code.label("leave").emit("iload", 0).push(0).emit("if_icmplt", "done")
    code.emit("iinc", 0, 40).emit("goto", "again")
    code.label("done").emit("iload", 0).emit("ireturn")


@_method()
def subroutine_left_by_throw(code: CodeBuilder) -> None:
    code.label("try").emit("jsr", "sub").emit("iinc", 0, 1).emit("jsr", "sub").label("tried")
    code.emit("iload", 0).emit("ireturn")
    code.label("sub").emit("astore", 1).emit("iload", 0).push(7).emit("if_icmpne", "back")
    code.label("throw")
    _throw(code, RUNTIME)
    code.label("back").emit("iinc", 0, -1).emit("ret", 1)
    code.label("catch").emit("pop").emit("iload", 0).push(1000).emit("iadd").emit("ireturn")
    code.handler("throw", "back", "catch", RUNTIME)


@_method()
def subroutine_covered_by_handler(code: CodeBuilder) -> None:
    """The handler covers the subroutine, and sees what locals hold there."""
    code.push(1).emit("istore", 1)
    code.label("try").emit("jsr", "sub").push(5).emit("istore", 1).emit("jsr", "sub")
    code.emit("iload", 1).emit("ireturn")
    code.label("sub").emit("astore", 2).push(100).emit("iload", 0).emit("idiv").emit("istore", 3)
    code.emit("iload", 1).emit("iload", 3).emit("iadd").emit("istore", 1).emit("iinc", 0, -1)
    code.emit("ret", 2).label("end")
    code.label("catch").emit("pop").emit("iload", 1).push(-1).emit("imul").emit("ireturn")
    code.handler("try", "end", "catch", ARITHMETIC)


@_method()
def ret_of_a_wide_slot(code: CodeBuilder) -> None:
    code.emit("jsr", "sub").emit("jsr_w", "sub").emit("iload", 0).emit("ireturn")
    code.label("sub").emit("astore", 300).wide("iinc", 0, 1000).emit("ret", 300)


@_method()
def wide_ret_of_a_small_slot(code: CodeBuilder) -> None:
    code.emit("jsr", "sub").emit("jsr", "sub").emit("iload", 0).emit("ireturn")
    code.label("sub").wide("astore", 1).emit("iinc", 0, 3).wide("ret", 1)


@_method()
def subroutine_with_loop_in_loop(code: CodeBuilder) -> None:
    code.emit("iload", 0).push(15).emit("iand").emit("istore", 0).push(0).emit("istore", 1)
    code.label("next").emit("iload", 0).emit("ifle", "end").emit("jsr", "sub").emit("iinc", 0, -1)
    code.emit("goto", "next").label("end").emit("jsr", "sub").emit("iload", 1).emit("ireturn")
    code.label("sub").emit("astore", 2).emit("iload", 0).emit("istore", 3)
    code.label("inner").emit("iload", 3).emit("iflt", "back").emit("iinc", 3, -1).emit("iinc", 1, 2)
    code.emit("goto", "inner").label("back").emit("ret", 2)


@_method()
def subroutine_keeps_locals_of_other_types(code: CodeBuilder) -> None:
    """Slot 1 is an int at one call, a float at the other, and a long: not touched."""
    code.push(5).emit("istore", 1).emit("jsr", "sub").emit("iload", 1).emit("istore", 4)
    code.emit("fconst_2").emit("fstore", 1).emit("jsr", "sub").emit("fload", 1).emit("f2i")
    code.emit("iload", 4).emit("iadd").emit("istore", 4)
    code.emit("lconst_1").emit("lstore", 1).emit("jsr", "sub").emit("lload", 1).emit("l2i")
    code.emit("iload", 4).emit("iadd").emit("iload", 0).emit("iadd").emit("ireturn")
    code.label("sub").emit("astore", 3).emit("iinc", 0, 11).emit("ret", 3)


@_method()
def return_address_is_dropped(code: CodeBuilder) -> None:
    code.emit("jsr", "next").label("next").emit("pop").emit("iload", 0).emit("ireturn")


@_method()
def values_below_the_return_address(code: CodeBuilder) -> None:
    code.emit("iload", 0).push(3).emit("jsr", "sub").emit("isub").push(9).emit("swap")
    code.emit("jsr", "sub").emit("isub").emit("ireturn")
    code.label("sub").emit("astore", 1).emit("imul").emit("iload", 0).push(1).emit("ior").emit(
        "ret", 1
    )
    code.max_stack = 8


@_method()
def inner_returns_for_outer(code: CodeBuilder) -> None:
    code.emit("jsr", "outer").emit("iload", 0).emit("ireturn")
    code.label("outer").emit("astore", 1).emit("iinc", 0, 1).emit("jsr", "inner").emit(
        "iinc", 0, 20
    )
    code.label("inner").emit("astore", 2).emit("iinc", 0, 7).emit("ret", 1)


@_method()
def subroutine_never_returns(code: CodeBuilder) -> None:
    code.emit("iload", 0).emit("ifle", "other").emit("jsr", "sub")
    code.label("other").emit("jsr", "sub")
    code.label("sub").emit("astore", 1).emit("iload", 0).push(3).emit("imul").emit("ireturn")


@_method()
def slot_of_address_is_reused(code: CodeBuilder) -> None:
    code.emit("jsr", "sub").push(4).emit("istore", 1).emit("iload", 1).emit("iload", 0).emit("iadd")
    code.emit("istore", 0).emit("jsr", "sub").emit("iload", 0).emit("ireturn")
    code.label("sub").emit("astore", 1).emit("iinc", 0, 9).emit("ret", 1)


@_method(group="address")
def subroutine_starts_with_nop(code: CodeBuilder) -> None:
    code.emit("jsr", "sub").emit("iload", 0).emit("ireturn")
    code.label("sub").emit("nop").emit("astore", 1).emit("iinc", 0, 3).emit("ret", 1)


@_method(group="address")
def subroutine_starts_with_goto(code: CodeBuilder) -> None:
    code.emit("jsr", "sub").emit("jsr", "sub").emit("iload", 0).emit("ireturn")
    code.label("store").emit("astore", 1).emit("iinc", 0, 3).emit("ret", 1)
    code.label("sub").emit("goto", "store")


@_method(group="address")
def return_address_is_swapped(code: CodeBuilder) -> None:
    code.emit("iload", 0).emit("jsr", "sub").emit("iload", 0).emit("ireturn")
    code.label("sub").emit("swap").push(2).emit("imul").emit("istore", 0).emit("astore", 1)
    code.emit("ret", 1)


@_method(group="address")
def return_address_waits_on_the_stack(code: CodeBuilder) -> None:
    code.emit("jsr", "sub").emit("iload", 0).emit("ireturn")
    code.label("sub").emit("iinc", 0, 3).emit("iload", 0).emit("ifgt", "back").emit("iinc", 0, 50)
    code.label("back").emit("astore", 1).emit("ret", 1)


@_method(group="address")
def return_address_is_copied(code: CodeBuilder) -> None:
    code.emit("jsr", "sub").emit("jsr", "sub").emit("iload", 0).emit("ireturn")
    code.label("sub").emit("dup").emit("astore", 1).emit("astore", 2).emit("iinc", 0, 3)
    code.emit("ret", 2)


# Exception tables


@_method()
def handler_is_also_jumped_to(code: CodeBuilder) -> None:
    code.emit("iload", 0).push(7).emit("if_icmpne", "try")
    code.type("new", RUNTIME).emit("dup").invoke("invokespecial", RUNTIME, "<init>", "()V")
    code.push(-1).emit("istore", 0).emit("goto", "catch")
    code.label("try").push(100).emit("iload", 0).emit("idiv").emit("istore", 0).label("end")
    code.emit("iload", 0).emit("ireturn")
    code.label("catch").type("instanceof", ARITHMETIC).push(1000).emit("imul").emit("iload", 0)
    code.emit("iadd").emit("ireturn")
    code.handler("try", "end", "catch", ARITHMETIC)


@_method()
def handler_is_fallen_into(code: CodeBuilder) -> None:
    code.push(0).emit("istore", 1)
    code.label("try").push(100).emit("iload", 0).emit("idiv").emit("istore", 1).emit("iinc", 1, 1)
    code.push(50).emit("iload", 1).emit("irem").emit("istore", 1).emit("aconst_null").label("end")
    code.label("catch").emit("ifnull", "none").emit("iinc", 1, 1000)
    code.label("none").emit("iload", 1).emit("ireturn")
    code.handler("try", "end", "catch")


@_method()
def range_covers_its_handler(code: CodeBuilder) -> None:
    """The handler throws, and catches itself, until its divisor is not zero."""
    code.emit("iload", 0).push(3).emit("iand").emit("istore", 1)
    code.label("try").push(10).emit("iload", 1).emit("idiv").emit("ireturn")
    code.label("catch").emit("pop").emit("iinc", 0, 7).emit("iinc", 1, -1)
    code.push(60).emit("iload", 1).push(1).emit("iadd").emit("idiv").emit("iload", 0).emit("iadd")
    code.emit("ireturn").label("end")
    code.handler("try", "end", "catch", ARITHMETIC)


@_method()
def range_is_its_handler(code: CodeBuilder) -> None:
    code.push(20).emit("istore", 1).emit("aconst_null")
    code.label("catch").emit("pop").emit("iinc", 1, -5).emit("iload", 0).emit("iload", 1).emit(
        "idiv"
    )
    code.emit("istore", 0).emit("iinc", 1, -5).emit("iload", 0).emit("iload", 1).emit("irem")
    code.emit("istore", 0).label("end").emit("iload", 0).emit("iload", 1).emit("iadd").emit(
        "ireturn"
    )
    code.handler("catch", "end", "catch")


@_method()
def shadowed_rows(code: CodeBuilder) -> None:
    code.label("try").push(100).emit("iload", 0).emit("idiv").emit("ireturn").label("end")
    code.label("first").emit("pop").push(1).emit("ireturn")
    code.label("second").emit("pop").push(2).emit("ireturn")
    code.label("third").emit("pop").push(3).emit("ireturn")
    code.handler("try", "end", "first", NULL_POINTER)
    code.handler("try", "end", "second", RUNTIME)
    code.handler("try", "end", "third", ARITHMETIC)
    code.handler("try", "end", "first")


@_method()
def rows_after_catch_all(code: CodeBuilder) -> None:
    code.label("try").push(100).emit("iload", 0).emit("idiv").label("half").push(5).emit("iload", 0)
    code.push(1).emit("isub").emit("irem").emit("iadd").emit("ireturn").label("end")
    code.label("any").emit("pop").push(1).emit("ireturn")
    code.label("late").emit("pop").push(2).emit("ireturn")
    code.handler("try", "half", "any")
    code.handler("try", "end", "late", ARITHMETIC)


@_method()
def overlapping_ranges(code: CodeBuilder) -> None:
    """[a, c) to one, [b, d) to two: the state is known by what was stored."""
    code.push(1).emit("istore", 1)
    code.label("a").push(60).emit("iload", 0).emit("idiv").emit("istore", 1)
    code.label("b").push(60).emit("iload", 0).push(1).emit("isub").emit("idiv").emit("iload", 1)
    code.emit("iadd").emit("istore", 1)
    code.label("c").push(60).emit("iload", 0).push(2).emit("isub").emit("idiv").emit("iload", 1)
    code.emit("iadd").emit("istore", 1)
    code.label("d").push(60).emit("iload", 0).push(3).emit("isub").emit("idiv").emit("iload", 1)
    code.emit("iadd").emit("ireturn")
    code.label("one").emit("pop").emit("iload", 1).push(1000).emit("iadd").emit("ireturn")
    code.label("two").emit("pop").emit("iload", 1).push(2000).emit("iadd").emit("ireturn")
    code.handler("a", "c", "one", ARITHMETIC)
    code.handler("b", "d", "two")


@_method()
def range_cuts_an_expression(code: CodeBuilder) -> None:
    """Only the second of two divisions is covered, with values on the stack."""
    code.push(7).emit("iload", 0).push(100).emit("iload", 0).emit("idiv")
    code.label("try").push(60).emit("iload", 0).push(1).emit("isub").emit("idiv").label("end")
    code.emit("iadd").emit("isub").emit("iadd").emit("ireturn")
    code.label("catch").emit("pop").emit("iload", 0).push(500).emit("iadd").emit("ireturn")
    code.handler("try", "end", "catch", ARITHMETIC)


@_method()
def handler_before_its_range(code: CodeBuilder) -> None:
    code.emit("goto", "start")
    code.label("catch").emit("pop").emit("iinc", 0, 1)
    code.label("start").push(3).emit("istore", 1)
    code.label("try").push(100).emit("iload", 0).emit("idiv").emit("istore", 1)
    code.push(1000).emit("iload", 0).push(7).emit("isub").emit("idiv").emit("iload", 1).emit("iadd")
    code.emit("ireturn").label("end")
    code.handler("try", "end", "catch", ARITHMETIC)


@_method()
def handler_is_a_loop_head(code: CodeBuilder) -> None:
    code.push(0).emit("istore", 1).emit("aconst_null").emit("goto", "head")
    code.label("back").emit("aconst_null")
    code.label("head").emit("pop").emit("iinc", 1, 1).emit("iload", 1).push(6).emit(
        "if_icmpge", "done"
    )
    code.label("try").emit("iload", 0).push(24).emit("iload", 1).push(3).emit("isub").emit("idiv")
    code.emit("iadd").emit("istore", 0).label("end").emit("goto", "back")
    code.label("done").emit("iload", 0).emit("ireturn")
    code.handler("try", "end", "head")


@_method()
def one_handler_for_two_classes(code: CodeBuilder) -> None:
    code.label("try").emit("iload", 0).push(5).emit("irem").emit("newarray", 10).emit("astore", 1)
    code.push(100).emit("aload", 1).emit("arraylength").emit("idiv").emit("ireturn").label("end")
    code.label("catch").emit("astore", 2).emit("aload", 2).type("instanceof", ARITHMETIC)
    code.push(10).emit("imul").emit("aload", 2).type("instanceof", RUNTIME).emit("iadd").emit(
        "ireturn"
    )
    code.handler("try", "end", "catch", ARITHMETIC)
    code.handler("try", "end", "catch", "java/lang/NegativeArraySizeException")


@_method()
def stores_between_throws(code: CodeBuilder) -> None:
    """One block of source, many states: which local the handler sees is the question."""
    code.push(0).emit("istore", 1).push(0).emit("istore", 2)
    code.label("try")
    for step in range(1, 6):
        code.push(step).emit("istore", 1).push(100).emit("iload", 0).push(step).emit("isub")
        code.emit("idiv").emit("istore", 2).emit("iinc", 1, 10)
    code.label("end").emit("iload", 1).emit("iload", 2).emit("iadd").emit("ireturn")
    code.label("catch").emit("pop").emit("iload", 1).push(1000).emit("imul").emit("iload", 2)
    code.emit("iadd").emit("ireturn")
    code.handler("try", "end", "catch")


@_method()
def handler_reads_swapped_locals(code: CodeBuilder) -> None:
    code.push(1).emit("istore", 1).push(2).emit("istore", 2)
    code.label("try").emit("iload", 1).emit("iload", 2).emit("istore", 1).emit("istore", 2)
    code.push(9).emit("iload", 0).emit("idiv").emit("pop")
    code.emit("iload", 1).emit("iload", 2).emit("istore", 1).emit("istore", 2)
    code.push(9).emit("iload", 0).push(3).emit("isub").emit("idiv").emit("pop").label("end")
    code.label("out").emit("iload", 1).push(10).emit("imul").emit("iload", 2).emit("iadd").emit(
        "ireturn"
    )
    code.label("catch").emit("pop").emit("iinc", 1, 5).emit("goto", "out")
    code.handler("try", "end", "catch")


@_method()
def throw_null(code: CodeBuilder) -> None:
    code.label("try").emit("iload", 0).emit("ifgt", "end").emit("aconst_null").emit("athrow")
    code.label("end").emit("iload", 0).emit("ireturn")
    code.label("catch").emit("pop").push(-5).emit("ireturn")
    code.handler("try", "end", "catch", NULL_POINTER)


@_method()
def nulls(code: CodeBuilder) -> None:
    """Instructions on null, whose type says nothing."""
    code.emit("iload", 0).push(7).emit("iand").tableswitch(0, list("abcdef"), "other")
    code.label("a").emit("aconst_null").emit("arraylength").emit("ireturn")
    code.label("b").emit("aconst_null").push(0).emit("iaload").emit("ireturn")
    code.label("c").emit("aconst_null").push(0).emit("aaload").emit("pop").push(1).emit("ireturn")
    code.label("d").emit("aconst_null").type("checkcast", "[[I").push(0).emit("aaload")
    code.push(0).emit("iaload").emit("ireturn")
    code.label("e").emit("aconst_null").push(0).push(1).emit("bastore").push(1).emit("ireturn")
    code.label("f").emit("aconst_null").type("instanceof", RUNTIME).emit("ireturn")
    code.label("other").emit("aconst_null").push(0).emit("aaload").type("checkcast", "[J")
    code.push(0).emit("laload").emit("l2i").emit("ireturn")


@_method()
def merged_arrays(code: CodeBuilder) -> None:
    """int[] or long[] is an Object, String[] or Integer[] an Object[], null or byte[] a byte[]."""
    code.push(2).emit("newarray", 10).emit("astore", 1).push(3).type(
        "anewarray", "java/lang/String"
    )
    code.emit("astore", 2).emit("aconst_null").emit("astore", 3)
    code.emit("iload", 0).emit("ifgt", "join").push(2).emit("newarray", 11).emit("astore", 1)
    code.push(4).type("anewarray", "java/lang/Integer").emit("astore", 2)
    code.push(5).emit("newarray", 8).emit("astore", 3)
    code.label("join").emit("aload", 1).type("instanceof", "[J").push(100).emit("imul")
    code.emit("aload", 2).emit("arraylength").emit("iadd")
    code.emit("aload", 2).push(0).emit("aaload").type("instanceof", RUNTIME).emit("iadd")
    code.emit("aload", 3).push(2).push(300).emit("bastore").emit("aload", 3).push(2).emit("baload")
    code.emit("iadd").emit("ireturn")


# Synchronized methods, and monitors by hand


@_method(access=Access.SYNCHRONIZED)
def synchronized_loop_at_start(code: CodeBuilder) -> None:
    code.label("head").emit("iinc", 0, -3).push(700).emit("iload", 0).emit("idiv").emit("istore", 1)
    code.emit("iload", 0).push(5).emit("idiv").emit("istore", 0)
    code.emit("iload", 0).push(50).emit("if_icmpgt", "head").emit("iload", 1).emit("ireturn")


@_method(access=Access.SYNCHRONIZED)
def synchronized_with_handlers(code: CodeBuilder) -> None:
    code.label("try").push(700).emit("iload", 0).emit("idiv").label("mid").emit("istore", 1)
    code.push(700).emit("iload", 0).push(1).emit("isub").emit("idiv").emit("ireturn").label("end")
    code.label("catch").emit("astore", 2).emit("iinc", 0, 5).emit("iload", 0).push(5)
    code.emit("if_icmpeq", "out").emit("aload", 2).emit("athrow")
    code.label("out").push(30).emit("iload", 0).push(5).emit("isub").emit("idiv").emit("ireturn")
    code.handler("try", "mid", "catch", ARITHMETIC)


@_method(access=Access.SYNCHRONIZED)
def synchronized_with_subroutine(code: CodeBuilder) -> None:
    code.emit("jsr", "sub").emit("jsr", "sub").emit("iload", 0).emit("ireturn")
    code.label("sub").emit("astore", 1).push(70).emit("iload", 0).emit("idiv").emit("istore", 0)
    code.emit("iinc", 0, -2).emit("ret", 1)


@_method()
def monitors_crossed(code: CodeBuilder) -> None:
    """Not in the order of a stack, but paired; an exception is caught between."""
    code.push(1).emit("newarray", 10).emit("astore", 1).push(1).emit("newarray", 10).emit(
        "astore", 2
    )
    code.push(0).emit("istore", 3)
    code.emit("aload", 1).emit("monitorenter").emit("aload", 2).emit("monitorenter")
    code.label("try").push(9).emit("iload", 0).emit("idiv").emit("istore", 3).label("end")
    code.emit("goto", "out")
    code.label("catch").emit("pop").push(-4).emit("istore", 3)
    code.label("out").emit("aload", 1).emit("monitorexit").emit("aload", 2).emit("monitorexit")
    code.emit("iload", 3).emit("ireturn")
    code.handler("try", "end", "catch")


# Control flow


@_method()
def dead_code(code: CodeBuilder) -> None:
    code.emit("goto", "live")
    code.emit("iadd").emit("pop2").emit("aload", 9).emit("athrow").label("dead").emit(
        "goto", "dead"
    )
    code.label("live").emit("iload", 0).emit("ireturn").emit("nop").emit("nop").emit("athrow")


@_method()
def dead_handler(code: CodeBuilder) -> None:
    code.emit("goto", "live").label("try").push(1).push(0).emit("idiv").emit("ireturn").label("end")
    code.label("catch").emit("pop").emit("iload", 5).emit("ireturn")
    code.label("live").emit("iload", 0).emit("ireturn")
    code.handler("try", "end", "catch")


@_method()
def first_instruction_is_a_target(code: CodeBuilder) -> None:
    code.label("head").emit("iload", 0).push(2).emit("idiv").emit("istore", 0)
    code.emit("iload", 0).push(100).emit("if_icmpgt", "head").emit("iload", 0).emit("ireturn")


@_method()
def first_instruction_is_a_covered_target(code: CodeBuilder) -> None:
    code.label("head").emit("iload", 0).push(2).emit("idiv").emit("istore", 0)
    code.push(100).emit("iload", 0).push(3).emit("irem").emit("idiv")
    code.emit("istore", 1).emit("iload", 0).push(50).emit("if_icmpgt", "head").emit("iload", 1)
    code.emit("ireturn").label("end")
    code.label("catch").emit("pop").emit("iinc", 0, 5).emit("goto", "head")
    code.handler("head", "end", "catch")


@_method()
def wide_increments(code: CodeBuilder) -> None:
    code.emit("iload", 0).emit("istore", 400).emit("iinc", 400, 5).emit("iinc", 400, 30000)
    code.emit("iinc", 400, -32768).wide("iinc", 0, 1).emit("iinc", 0, 32767)
    code.emit("iload", 400).emit("iload", 0).emit("ixor").emit("ireturn")


@_method("(JD)J")
def wide_locals(code: CodeBuilder) -> None:
    code.emit("lload", 0).emit("lstore", 300).emit("dload", 2).emit("dstore", 65533)
    code.emit("aconst_null").emit("astore", 500).emit("fconst_2").emit("fstore", 600)
    code.emit("lload", 300).emit("dload", 65533).emit("fload", 600).emit("f2d").emit("dadd")
    code.emit("d2l").emit("lxor").emit("lreturn")
    code.max_locals = 65535


@_method()
def switch_of_one(code: CodeBuilder) -> None:
    code.emit("iload", 0).tableswitch(7, ["seven"], "default")
    code.label("default").push(-1).emit("ireturn")
    code.label("seven").emit("iload", 0).emit("ireturn")


@_method()
def switch_of_extremes(code: CodeBuilder) -> None:
    code.emit("iload", 0).tableswitch(-(2**31), ["a", "b"], "more")
    code.label("more").emit("iload", 0).tableswitch(2**31 - 2, ["a", "b"], "less")
    code.label("less").emit("iload", 0).lookupswitch({-(2**31): "a", -6: "c", 2**31 - 1: "b"}, "d")
    code.label("a").push(1).emit("ireturn")
    code.label("b").push(2).emit("ireturn")
    code.label("c").push(3).emit("ireturn")
    code.label("d").push(4).emit("ireturn")


@_method()
def switch_of_nothing(code: CodeBuilder) -> None:
    code.emit("iload", 0).lookupswitch({}, "default")
    code.label("default").emit("iload", 0).emit("ireturn")


@_method()
def switch_to_one_place(code: CodeBuilder) -> None:
    code.emit("iload", 0).push(9).emit("iload", 0).tableswitch(-1, ["x", "x", "x"], "x")
    code.label("x").emit("isub").emit("ireturn")


@_method()
def switch_back(code: CodeBuilder) -> None:
    code.label("head").emit("iinc", 0, 1).emit("iload", 0).push(15).emit("iand")
    code.lookupswitch({3: "head", 7: "out", 8: "out2", 9: "head"}, "next")
    code.label("next").emit("iinc", 0, 2).emit("goto", "head")
    code.label("out2").emit("iinc", 0, 1000)
    code.label("out").emit("iload", 0).emit("ireturn")


@_method()
def branch_to_next(code: CodeBuilder) -> None:
    code.emit("iload", 0).emit("dup").emit("ifeq", "a").label("a").emit("dup").emit("ifgt", "b")
    code.label("b").push(3).emit("goto", "c").label("c").emit("imul").emit("ireturn")


@_method()
def irreducible(code: CodeBuilder) -> None:
    """A loop with two entries."""
    code.push(0).emit("istore", 1).emit("iload", 0).emit("ifgt", "two")
    code.label("one").emit("iinc", 1, 3).emit("iinc", 0, 5)
    code.label("two").emit("iinc", 1, 1).emit("iload", 1).push(20).emit("if_icmplt", "one")
    code.emit("iload", 0).emit("iload", 1).emit("iadd").emit("ireturn")


@_method()
def irreducible_with_stack(code: CodeBuilder) -> None:
    code.push(0).emit("istore", 1).push(17).emit("iload", 0).emit("iload", 0).emit("ifgt", "two")
    code.label("one").emit("swap").emit("iinc", 1, 3)
    code.label("two").emit("dup_x1").emit("isub").emit("iinc", 1, 1).emit("iload", 1).push(9)
    code.emit("if_icmplt", "one").emit("ixor").emit("ireturn")


@_method()
def long_jumps(code: CodeBuilder) -> None:
    """65,535 bytes of code, the most there can be."""
    code.emit("goto_w", "end").label("back").emit("iinc", 0, 1).emit("iload", 0).emit("ireturn")
    tail = 3 + 5
    code.raw(bytes(65535 - tail - code.bci)).label("end").emit("iinc", 0, 2).emit("goto_w", "back")
    assert code.bci == 65535
    code.max_stack = 2


@_method()
def much_code(code: CodeBuilder) -> None:
    """65,535 bytes that do something."""
    while code.bci < 65500:
        code.emit("iinc", 0, 3).emit("iload", 0).push(7).emit("ixor").emit("istore", 0)
    code.emit("iload", 0).emit("ireturn")
    code.max_stack = 4


@_method("(" + "I" * 255 + ")I")
def many_ints(code: CodeBuilder) -> None:
    code.push(0)
    for slot in range(255):
        code.push(31).emit("imul").emit("iload", slot).emit("iadd")
    code.emit("ireturn")


@_method("(" + "JD" * 63 + "IFI)J")
def many_wide(code: CodeBuilder) -> None:
    code.emit("lconst_0")
    for slot in range(0, 252, 4):
        code.push(31).emit("i2l").emit("lmul").emit("lload", slot).emit("ladd")
        code.emit("dload", slot + 2).emit("d2l").emit("lxor")
    code.emit("iload", 252).emit("fload", 253).emit("f2i").emit("imul").emit("iload", 254).emit(
        "iadd"
    )
    code.emit("i2l").emit("lsub").emit("lreturn")


@_method("(JI)J")
def shifts_of_long_by_int(code: CodeBuilder) -> None:
    code.emit("lload", 0).emit("iload", 2).emit("lshl").emit("lload", 0).emit("iload", 2).emit(
        "lushr"
    )
    code.emit("lxor").emit("lload", 0).emit("iload", 2).emit("lshr").emit("lsub").emit("lreturn")


@_method("(FD)I")
def comparisons(code: CodeBuilder) -> None:
    """All of fcmpl, fcmpg, dcmpl, dcmpg, in both orders."""
    code.push(0)
    for first, second in ((0, 1), (1, 0)):
        for mnemonic in ("fcmpl", "fcmpg", "dcmpl", "dcmpg"):
            code.push(3).emit("imul")
            for side in (first, second):
                if mnemonic.startswith("f"):
                    code.emit("fload", 0) if side == 0 else code.emit("fconst_1")
                else:
                    code.emit("dload", 1) if side == 0 else code.emit("dconst_1")
            code.emit(mnemonic).emit("iadd")
    code.emit("ireturn")


@_method()
def slot_of_two_types(code: CodeBuilder) -> None:
    """Slot 1 is an int, a long with its second half in slot 2, a reference, a float."""
    code.push(5).emit("istore", 1).emit("iload", 0).emit("i2l").emit("lstore", 1).emit("lload", 1)
    code.emit("l2i").emit("istore", 2).emit("aconst_null").emit("astore", 1)
    code.emit("iload", 0).emit("ifgt", "on").emit("fconst_2").emit("fstore", 1).emit("iinc", 2, 3)
    code.label("on").emit("dconst_1").emit("dstore", 3).emit("iload", 2).emit("ireturn")


# The forms of dup, pop and swap (JVMS 6.5), by the categories of what lies on the stack, top last.

_FORMS = {
    "pop": ["1"],
    "pop2": ["11", "2"],
    "dup": ["1"],
    "dup_x1": ["11"],
    "dup_x2": ["111", "21"],
    "dup2": ["11", "2"],
    "dup2_x1": ["111", "12"],
    "dup2_x2": ["1111", "112", "211", "22"],
    "swap": ["11"],
}
_SHAPES = {
    "pop": lambda s: s[:-1],
    "pop2": lambda s: s[:-1] if s[-1] == "2" else s[:-2],
    "dup": lambda s: s + s[-1],
    "dup_x1": lambda s: s[:-2] + s[-1] + s[-2:],
    "dup_x2": lambda s: s[-1] + s,
    "dup2": lambda s: s + s,
    "dup2_x1": lambda s: (s[-1] if s[-1] == "2" else s[-2:]) + s,
    "dup2_x2": lambda s: (s[-1] if s[-1] == "2" else s[-2:]) + s,
    "swap": lambda s: s,
}


def _stack_classes() -> Iterator[ClassBuilder]:
    for mnemonic, forms in _FORMS.items():
        for form in forms:
            for below in ("", "1", "2"):
                for wide in "JD":
                    name = f"{mnemonic.title().replace('_', '')}{form}Over{below}{wide}"
                    yield make(name, "(IJ)J", _stack_form(mnemonic, below, form, wide))


def _stack_form(mnemonic: str, below: str, form: str, wide: str) -> Write:
    """Pushes different numbers, does it, and folds what is on the stack then."""

    def write(code: CodeBuilder) -> None:
        for place, category in enumerate(below + form):
            if category == "1":
                code.emit("iload", 0).push(place * 10 + 3).emit("imul")
            else:
                code.emit("lload", 1).push(place * 10 + 5).emit("i2l").emit("lmul")
                if wide == "D":
                    code.emit("l2d")
        code.emit(mnemonic).emit("lconst_1").emit("lstore", 3)
        for category in reversed(below + _SHAPES[mnemonic](form)):
            if category == "2":
                code.emit("d2l" if wide == "D" else "nop")
            else:
                code.emit("i2l")
            code.emit("lload", 3).push(31).emit("i2l").emit("lmul").emit("ladd").emit("lstore", 3)
        code.emit("lload", 3).emit("lreturn")

    return write

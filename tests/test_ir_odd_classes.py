"""Classes that no compiler writes: each costs at most the method that it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

import snarl
from classgen import Access, ClassBuilder
from snarl.program import LoweringError, Op
from snarl.program.listing import Listing

STATIC = Access.PUBLIC | Access.STATIC
INVOKE_STATIC = 6


def lines_of(tmp_path: Path, builder: ClassBuilder) -> list[str]:
    builder.write(tmp_path)
    cls = snarl.load([tmp_path])[builder.name]
    return list(Listing().of_class(cls, cls.methods))


class TestConstants:
    def test_a_dynamic_constant_made_of_itself(self, tmp_path: Path) -> None:
        builder = ClassBuilder("Self", version=(61, 0))
        pool = builder.pool
        maker = pool.method("Maker", "make", "()Ljava/lang/Object;")
        itself = pool.dynamic(0, "itself", "Ljava/lang/Object;")
        builder.bootstrap(pool.method_handle(INVOKE_STATIC, maker), itself)
        builder.method("f", "()V", STATIC).code.ldc(itself).emit("pop").emit("return")
        builder.method("fine", "()V", STATIC).code.emit("return")
        lines = lines_of(tmp_path, builder)
        assert any("made of itself" in line for line in lines)
        assert any(line.endswith("fine()") for line in lines)

    def test_an_argument_that_is_no_value(self, tmp_path: Path) -> None:
        builder = ClassBuilder("Text", version=(61, 0))
        pool = builder.pool
        maker = pool.method("Maker", "make", "()Ljava/lang/Object;")
        builder.bootstrap(pool.method_handle(INVOKE_STATIC, maker), pool.utf8("text"))
        code = builder.method("f", "()V", STATIC).code
        code.ldc(pool.dynamic(0, "it", "Ljava/lang/Object;")).emit("pop").emit("return")
        assert any("which has no value" in line for line in lines_of(tmp_path, builder))

    def test_a_lambda_without_its_arguments(self, tmp_path: Path) -> None:
        builder = ClassBuilder("Bare", version=(61, 0))
        pool = builder.pool
        factory = pool.method("java/lang/invoke/LambdaMetafactory", "metafactory", "()V")
        builder.bootstrap(pool.method_handle(INVOKE_STATIC, factory))
        site = pool.invoke_dynamic(0, "run", "()Ljava/lang/Runnable;")
        code = builder.method("f", "()V", STATIC).code
        code.raw(bytes([0xBA, site >> 8, site & 0xFF, 0, 0])).emit("pop").emit("return")
        code.max_stack = 1
        assert any("dynamic lambda run()" in line for line in lines_of(tmp_path, builder))


class TestFlow:
    def test_dead_code_may_fall_off_the_end(self, tmp_path: Path) -> None:
        """The JVM runs it, for nobody gets there."""
        builder = ClassBuilder("Dead", version=(49, 0))
        builder.method("f", "()V", STATIC).code.emit("return").emit("nop")
        builder.write(tmp_path)
        assert snarl.load([tmp_path])["Dead"].method("f").verify() is None

    def test_code_that_is_reached_may_not(self, tmp_path: Path) -> None:
        builder = ClassBuilder("Open", version=(49, 0))
        builder.method("f", "()V", STATIC).code.emit("nop")
        builder.write(tmp_path)
        with pytest.raises(LoweringError, match="falls off the end"):
            snarl.load([tmp_path])["Open"].method("f").body  # noqa: B018, reading it is the point

    def test_nothing_escapes_a_catch_of_throwable(self, tmp_path: Path) -> None:
        builder = ClassBuilder("All", version=(49, 0))
        access = STATIC | Access.SYNCHRONIZED
        code = builder.method("f", "()V", access).code
        code.label("start").invoke("invokestatic", "java/lang/Thread", "yield", "()V")
        code.label("end").emit("return")
        code.label("handler").emit("pop").emit("return")
        code.handler("start", "end", "handler", "java/lang/Throwable")
        builder.write(tmp_path)
        body = snarl.load([tmp_path])["All"].method("f").body
        assert body is not None
        (throwing,) = [block for block in body.blocks if block.handlers]
        assert [handler.catches for handler in throwing.handlers] == ["java.lang.Throwable"]

    def test_subroutines_cannot_multiply_a_switch(self, tmp_path: Path) -> None:
        """Each of fifteen subroutines calls the next twice; the last has 15,000 cases."""
        builder = ClassBuilder("Many", version=(49, 0))
        code = builder.method("f", "(I)V", STATIC).code
        levels, cases = 15, 15_000
        code.emit("jsr", "s0").emit("return")
        for level in range(levels):
            slot = level + 1
            code.label(f"s{level}").emit("astore", slot)
            if level + 1 < levels:
                code.emit("jsr", f"s{level + 1}").emit("jsr", f"s{level + 1}")
            else:
                code.emit("iload_0").tableswitch(0, ["end"] * cases, "end").label("end")
            code.emit("ret", slot)
        builder.write(tmp_path)
        with pytest.raises(LoweringError, match="too m"):
            snarl.load([tmp_path])["Many"].method("f").body  # noqa: B018, reading it is the point


def test_a_monitor_shares_its_block_with_nothing_that_throws(java_home: Path) -> None:
    """So that the lock state at an exception edge is never in doubt."""
    program = snarl.load([], jdk=java_home)
    monitors = (Op.MONITOR_ENTER, Op.MONITOR_EXIT)
    seen = 0
    for name in ("java.util.Vector", "java.util.Timer", "java.io.PrintStream", "java.lang.Thread"):
        for method in program[name].methods:
            for block in method.body.blocks if method.body else ():
                if not block.handlers:
                    continue
                instructions = list(block)
                if any(instruction.op in monitors for instruction in instructions):
                    others = [it for it in instructions if it.op not in monitors and it.can_throw]
                    assert others == [], f"{method} block {block.index}"
                seen += 1
    assert seen > 100

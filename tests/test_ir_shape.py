"""The form of bodies: how their text looks, and what holds for every one of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from classgen import Access, ClassBuilder
from ir import calls, odd_code
from ir.calls import compile_sources
from ir.interpreter import Interpreter
from ir.values import type_of_descriptor
from java_homes import jdks
from snarl import _engine
from snarl.program import Block, Body, Instruction, Method, Op, Program, load
from snarl.program.listing import Listing

LISTED = [
    "loop",
    "tryFinally",
    "synchronizedBlock",
    "synchronizedMethod",
    "synchronizedStaticMethod",
    "lambda",
    "switches",
    "reusedSlots",
    "stack",
]


# Text


@pytest.fixture(scope="module")
def samples() -> list[Program]:
    """The sample as every JDK compiles it."""
    return [load([calls.SOURCES / "listing"], jdk=home) for home in jdks()]


@pytest.mark.parametrize("name", LISTED)
def test_listing(samples: list[Program], name: str, snapshot: SnapshotAssertion) -> None:
    """One text for all JDKs: what javac makes of these has not changed in years."""
    for sample in samples:
        listing = Listing()
        text = "\n".join(listing.of_method(sample["listing.Sample"].method(name)))
        assert text == snapshot(name="text")
        assert not listing.failed


def test_operations_have_the_engine_names() -> None:
    names = ["".join(word.capitalize() for word in op.name.split("_")) for op in Op]
    assert names == _engine.OPERATIONS
    assert [op.value for op in Op] == list(range(len(Op)))


# What holds for every body


@pytest.fixture(scope="module")
def program(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Compiled code with debug tables, and code that no compiler makes."""
    folder = tmp_path_factory.mktemp("shape")
    compile_sources(home, sorted(calls.SOURCES.glob("*.java")), folder, "-g")
    for cls in odd_code.class_files():
        cls.write(folder)
    return load([folder], jdk=home)


def bodies(program: Program) -> Iterator[Body]:
    for cls in program.classes("application"):
        for method in cls.methods:
            if method.has_code:
                body = method.body
                assert body is not None
                yield body


def test_verifier_accepts_all(program: Program) -> None:
    verification = program.verify("application")
    assert verification.bodies > 300
    assert verification.failures == []
    for body in bodies(program):
        assert body.method.verify() is None


def test_instructions_have_their_place(program: Program) -> None:
    """Each has a bytecode index where an instruction starts, and that index's line."""
    with_lines = 0
    for body in bodies(program):
        starts = {row.bci for row in body.method.bytecode}
        table = body.method.line_table
        for instruction in body:
            assert instruction.bci in starts, f"{instruction} of {body}"
            assert instruction.line in lines_at(table, instruction.bci), f"{instruction} of {body}"
            with_lines += instruction.line is not None
    assert with_lines > 3000


def test_lists_say_what_the_arrays_say(program: Program) -> None:
    for body in bodies(program):
        arrays = (
            *(body.ops, body.details, body.constants, body.results, body.indices),
            *(body.operand_offsets, body.operands, body.block_offsets),
        )
        assert body.engine.lists() == tuple(array.tolist() for array in arrays), body


def test_values_know_their_definition_and_uses(program: Program) -> None:
    for body in bodies(program):
        defined = {it.result: it.index for it in body if it.result is not None}
        assert body.engine.definitions() == [
            defined.get(value, -1) for value in range(len(body.types))
        ]
        uses: dict[int, list[int]] = {}
        for instruction in body:
            for value in instruction.operands:
                uses.setdefault(value, []).append(instruction.index)
        assert list(body.engine.uses().items()) == list(uses.items()), body


def test_instructions_are_found_by_what_they_are(program: Program) -> None:
    for body in bodies(program):
        by_op: dict[int, list[int]] = {}
        calls: dict[int, list[int]] = {}
        for instruction in body:
            by_op.setdefault(int(instruction.op), []).append(instruction.index)
            if instruction.op in (Op.INVOKE, Op.INVOKE_DYNAMIC):
                calls.setdefault(instruction.bci, []).append(instruction.index)
        assert body.engine.by_op() == by_op, body
        assert list(body.engine.calls_by_index().items()) == list(calls.items()), body
        of_blocks = [[it.index for it in block] for block in body.blocks]
        blocks = body.engine.blocks()
        assert [[it for it, at in enumerate(blocks) if at == n] for n in range(len(of_blocks))] == (
            of_blocks
        ), body
        all_calls = {it for them in calls.values() for it in them}
        in_blocks = [[it for it in block if it in all_calls] for block in of_blocks]
        assert body.engine.calls_by_block() == in_blocks, body


def test_flow_is_that_of_the_blocks(program: Program) -> None:
    for body in bodies(program):
        plain = [block.successors for block in body.blocks]
        thrown = [[handler.block for handler in block.handlers] for block in body.blocks]
        both = [list(dict.fromkeys([*one, *two])) for one, two in zip(plain, thrown, strict=True)]
        assert body.engine.flow(plain=True, thrown=False) == plain, body
        assert body.engine.flow(plain=False, thrown=True) == thrown, body
        assert body.engine.flow(plain=True, thrown=True) == both, body


def test_values_stem_from_parameters(program: Program) -> None:
    """What is a parameter, a part of one, or may be either; what a call gives stems from none."""
    passing = (Op.CHECK_CAST, Op.GET_FIELD, Op.ARRAY_LOAD)
    joined = 0
    for body in bodies(program):
        stems = body.engine.stems()
        parameters = body.engine.parameters()
        for instruction in body:
            if instruction.result is None:
                continue
            found = stems[instruction.result]
            if instruction.op is Op.PARAMETER:
                assert parameters[instruction.constant] == instruction.result
                assert found == (1 << instruction.constant) % 2**64
            elif instruction.op is Op.PHI:
                of_all = [stems[it] for it in instruction.operands]
                assert found == reduce(or_, of_all), f"{instruction} of {body}"
                joined += len(set(of_all)) > 1
            elif instruction.op in passing:
                assert found == stems[instruction.operands[0]], f"{instruction} of {body}"
            else:
                assert found == 0, f"{instruction} of {body}"
    assert joined


def test_values_are_references_or_numbers(program: Program) -> None:
    numbers = {"boolean", "byte", "char", "short", "int", "long", "float", "double"}
    for body in bodies(program):
        expected = [body.type_name(value) not in numbers for value in range(len(body.types))]
        assert body.engine.references() == expected, body


def lines_at(table: list[tuple[int, int]], bci: int) -> set[int | None]:
    """The lines of the last row that starts at the index or before it; rarely, several do."""
    starts = [start for start, _ in table if start <= bci]
    if not starts:
        return {None}
    return {line for start, line in table if start == max(starts)}


def test_blocks_have_the_order_of_the_bytecode(program: Program) -> None:
    for body in bodies(program):
        firsts = [
            next(it.bci for it in block if it.op is not Op.PHI)
            for block in body.blocks
            if not is_unlock(block)
        ]
        assert firsts == sorted(firsts), body
        for block in body.blocks:
            bcis = [instruction.bci for instruction in block]
            assert bcis == sorted(bcis), block


def is_unlock(block: Block) -> bool:
    """Whether it stands for what a synchronized method does with an exception."""
    return any(it.is_implicit and it.op is Op.MONITOR_EXIT for it in block) and any(
        it.op is Op.CATCH for it in block
    )


def test_names_are_of_local_variables(program: Program) -> None:
    """A named value has a type that the variable of that name can hold."""
    machine = Interpreter(program)
    named = 0
    for body in bodies(program):
        declared: dict[str, set[str]] = {}
        for variable in body.method.local_variables:
            declared.setdefault(variable.name, set()).add(type_of_descriptor(variable.descriptor))
        for value, name in enumerate(body.names):
            if name is None:
                continue
            named += 1
            types = {on_stack(type) for type in declared[name]}
            found = body.type_name(value)
            holds = found in types or any(
                found == "null" or ("." in found + type and machine.is_assignable(found, type))
                for type in types
            )
            assert holds, f"{name} of {body} is {found}, declared as {types}"
    assert named > 700


def on_stack(type: str) -> str:
    return "int" if type in ("boolean", "byte", "char", "short") else type


def test_parameters_have_their_names(program: Program) -> None:
    for body in bodies(program):
        method = body.method
        variables = {it.slot: it.name for it in method.local_variables if it.start == 0}
        types, _ = method.signature
        slots = [] if method.is_static else [0]
        slot = len(slots)
        for type in types:
            slots.append(slot)
            slot += 2 if type in ("long", "double") else 1
        parameters = [it for it in body if it.op is Op.PARAMETER]
        assert [it.constant for it in parameters] == list(range(len(slots)))
        for instruction, slot in zip(parameters, slots, strict=True):
            assert instruction.result is not None
            assert body.names[instruction.result] == variables.get(slot)


def test_names_change_with_the_slot(tmp_path: Path) -> None:
    """One slot, three variables: two by name, one that the table does not know."""
    cls = ClassBuilder("p/Names", version=(49, 0))
    code = cls.method("run", "(I)I", Access.PUBLIC | Access.STATIC).code
    code.label("start").push(1).emit("istore", 1).label("a").emit("iinc", 1, 5).emit("iload", 1)
    code.label("b").emit("istore", 0).push(2).emit("istore", 1).label("c").push(3)
    code.emit("istore", 1).label("d").emit("iload", 1).emit("iload", 0).emit("iadd").emit("ireturn")
    code.label("end")
    code.variable("first", "I", "a", "b", 1).variable("second", "I", "d", "end", 1)
    code.variable("argument", "I", "start", "end", 0)
    cls.write(tmp_path)
    body = load([tmp_path], jdk=jdks()[0])["p.Names"].method("run").body
    assert body is not None
    names = {it.bci: body.names[it.result] for it in body if it.result is not None}
    literals = {it.literal: body.names[it.result or 0] for it in body if it.op is Op.CONSTANT}
    assert names[0] == "first"
    assert literals == {1: "first", 5: None, 2: None, 3: "second"}
    increments = [it.result for it in body if it.op is Op.BINARY]
    assert [body.names[result or 0] for result in increments] == ["first", None]


# Monitors

THROWING = {
    Op.NEW,
    Op.NEW_ARRAY,
    Op.NEW_MULTI_ARRAY,
    Op.ARRAY_LENGTH,
    Op.ARRAY_LOAD,
    Op.ARRAY_STORE,
    Op.GET_STATIC,
    Op.PUT_STATIC,
    Op.GET_FIELD,
    Op.PUT_FIELD,
    Op.INVOKE,
    Op.INVOKE_DYNAMIC,
    Op.CHECK_CAST,
    Op.THROW,
}


def can_throw(instruction: Instruction) -> bool:
    if instruction.op is Op.BINARY:
        return instruction.operator in "/%" and instruction.result_type in ("int", "long")
    if instruction.op is Op.MONITOR_ENTER:
        return not instruction.is_implicit
    return instruction.op in THROWING


def leaves_monitor(block: Block) -> bool:
    return any(it.op is Op.MONITOR_EXIT for it in block)


def monitor_faults(body: Body) -> list[str]:
    """Where a monitor may be left too often, or not at all, on some way through the body."""
    blocks = body.blocks
    entered = {0: 0}  # monitors held at the start of a block
    work = [0]
    faults = []
    while work:
        block = blocks[work.pop()]
        held = entered[block.index]
        at_start = held
        at_throws = set()
        for instruction in block:
            if can_throw(instruction):
                at_throws.add(held)
            if instruction.op is Op.MONITOR_ENTER:
                held += 1
            elif instruction.op is Op.MONITOR_EXIT:
                held -= 1
            elif instruction.op is Op.RETURN and held != 0:
                faults.append(f"{block} returns with {held} monitors")
        if len(at_throws) > 1:
            faults.append(f"{block} throws with {at_throws} monitors")
        handlers = block.handlers
        escapes = all(handler.catches is not None for handler in handlers)
        if escapes and any(at_throws):
            faults.append(f"an exception leaves {block} with {at_throws} monitors")
        ways = [(target, held) for target in block.successors]
        # Where nothing throws, the JVM's own idea remains: a monitor that could not be left.
        at_throws = at_throws or {at_start if leaves_monitor(block) else held}
        ways += [(handler.block, at) for handler in handlers for at in at_throws]
        for target, count in ways:
            if target not in entered:
                entered[target] = count
                work.append(target)
            elif entered[target] != count:
                faults.append(
                    f"block {target} is reached with {entered[target]} and {count} monitors"
                )
    return faults


def test_monitors_are_paired_on_all_paths(program: Program) -> None:
    locking = 0
    for body in bodies(program):
        operations = {it.op for it in body}
        assert (Op.MONITOR_ENTER in operations) == (Op.MONITOR_EXIT in operations)
        if Op.MONITOR_ENTER in operations and body.method.owner.name != "odd.MonitorsCrossed":
            locking += 1
            assert monitor_faults(body) == []
    assert locking >= 12


def test_synchronized_methods_lock_first_and_unlock_last(program: Program) -> None:
    seen: list[Method] = []
    for body in bodies(program):
        method = body.method
        implicit = [it for it in body if it.is_implicit]
        if not method.is_synchronized:
            assert implicit == []
            continue
        seen.append(method)
        first = next(it for it in body if it.op not in (Op.PARAMETER, Op.CONSTANT))
        assert first.op is Op.MONITOR_ENTER
        assert first.is_implicit
        (lock,) = {operand for it in implicit for operand in it.operands}
        assert body.type_name(lock) == (
            "java.lang.Class" if method.is_static else method.owner.name
        )
        for block in body.blocks:
            *_, last = block
            leaves = last.op is Op.RETURN or (last.op is Op.THROW and not block.handlers)
            exits = [it for it in block if it.is_implicit and it.op is Op.MONITOR_EXIT]
            assert len(exits) == int(leaves), block
    assert len(seen) >= 8

"""An interpreter of snarl's IR that believes nothing.

It follows what `snarl.program.body` promises, and fails where a body breaks it: phis are read all
at once on an edge; an exception goes to the first handler of its block that catches its class; a
value is there only once the block that defines it has come so far; what a value holds fits the
value's type; a method leaves as many monitors as it enters.

The JDK's own methods run like any others, from their IR; `library` models the few that cannot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from snarl.program import Block, Body, Instruction, LinkageError, Method, Op, Program
from snarl.program.body import ClassLiteral, MemberReference

from . import library, numbers
from .values import (
    PRIMITIVES,
    Array,
    Lambda,
    Object,
    Thrown,
    Value,
    default,
    type_of,
    type_of_constant,
    type_of_descriptor,
)

Values = dict[int, Value]
Step = Callable[[Values], None]

_PENDING = -1  # in place of a value: the exception that a CATCH takes
_RESULT = -2
_RETURNED = -1  # in place of a block
_FCMPG, _DCMPG = 0x96, 0x98
_LONGEST = 1 << 20  # array; the JVM's limit is another on every machine
_LIMIT = 3_000_000  # instructions of one call from outside


class BrokenPromise(AssertionError):  # noqa: N818 - what it says
    """The body did what bodies never do."""


@dataclass(frozen=True, slots=True)
class _Phi:
    result: int
    operands: list[int]
    fits: Callable[[Value], bool]
    type: str


@dataclass(frozen=True, slots=True)
class _Block:
    """A block, ready to run."""

    places: dict[int, int]
    """Where the operands for a predecessor are."""
    phis: list[_Phi]
    steps: list[Step]
    leave: Callable[[Values], int]
    handlers: list[tuple[int, str | None]]
    defines: list[int]


class Interpreter:
    """Runs methods of a program. Static fields live as long as it does."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.boxes: dict[tuple[str, Value], Object] = {}
        self._statics: dict[tuple[str, str], Value] = {}
        self._initialized: set[str] = set()
        self._bodies: dict[Method, list[_Block]] = {}
        self._assignable: dict[tuple[str, str], bool] = {}
        self._signatures: dict[str, tuple[list[str], str]] = {}
        self._targets: dict[tuple[str, str, MemberReference, str | None], Method] = {}
        self._monitors: Counter[object] = Counter()
        self._steps = 0

    def run(self, method: Method, arguments: Sequence[Value]) -> Value:
        """Calls a static method from outside. Raises `Thrown`."""
        self._steps = 0
        self._initialize(method.owner.name)
        try:
            return self.call(method, arguments)
        finally:
            if +self._monitors:
                raise BrokenPromise(f"{method} leaves monitors entered")

    # Methods

    def call(self, method: Method, arguments: Sequence[Value]) -> Value:
        """Calls a method with its receiver and arguments."""
        name = f"{method.owner.name}.{method.name}"
        if (native := library.METHODS.get(name)) is not None:
            return native(self, method.descriptor, list(arguments))
        entered = self._monitors.total()
        try:
            result = self._execute(method, arguments)
        finally:
            if self._monitors.total() != entered:
                raise BrokenPromise(f"{method} does not pair its monitors")
        _, returns = self.signature(method.descriptor)
        cut = numbers.narrow(returns)
        return cut(result) if cut is not None and isinstance(result, int) else result

    def _execute(self, method: Method, arguments: Sequence[Value]) -> Value:
        blocks = self._body(method)
        values: Values = {-3 - position: argument for position, argument in enumerate(arguments)}
        came_from, now = -1, 0
        while now != _RETURNED:
            block = blocks[now]
            self._enter(block, values, came_from)
            try:
                for step in block.steps:
                    step(values)
                came_from, now = now, block.leave(values)
            except Thrown as thrown:
                came_from, now = now, self._handler(block, thrown)
                values[_PENDING] = thrown.exception
        return values.get(_RESULT)

    def _enter(self, block: _Block, values: Values, came_from: int) -> None:
        self._steps += len(block.steps) + 1
        if self._steps > _LIMIT:
            raise BrokenPromise("this does not end")
        merged = []
        if block.phis:
            place = block.places[came_from]
            for phi in block.phis:
                value = values[phi.operands[place]]
                if not phi.fits(value):
                    raise BrokenPromise(f"a phi of type {phi.type} holds {value!r}")
                merged.append((phi.result, value))
        if block.handlers:
            # What the last time round left must not reach a handler.
            for value_id in block.defines:
                values.pop(value_id, None)
        values.update(merged)

    def _handler(self, block: _Block, thrown: Thrown) -> int:
        for target, catches in block.handlers:
            if catches is None or self.is_assignable(thrown.exception.type, catches):
                return target
        raise thrown

    def _body(self, method: Method) -> list[_Block]:
        if method not in self._bodies:
            body = method.body
            if body is None:
                raise NotImplementedError(f"{method} has no code and no model")
            complaint = method.verify()
            if complaint is not None:
                raise BrokenPromise(f"{method}: {complaint}")
            self._bodies[method] = _Compiler(self, body).blocks()
        return self._bodies[method]

    def invoke(
        self, caller: str, kind: str, reference: MemberReference, arguments: list[Value]
    ) -> Value:
        """Finds the method that the JVM would run, and runs it."""
        if kind == "static":
            method = self._target(caller, kind, reference, None)
            self._initialize(method.owner.name)
            return self.call(method, arguments)
        receiver = arguments[0]
        if receiver is None:
            raise self.throw("java.lang.NullPointerException")
        if isinstance(receiver, Array):
            return self._array_method(caller, reference, receiver, arguments)
        if isinstance(receiver, Lambda) and kind != "special":
            return self._lambda_method(reference, receiver, arguments)
        type = None if reference.name == "<init>" else type_of(receiver)
        return self.call(self._target(caller, kind, reference, type), arguments)

    def _target(
        self, caller: str, kind: str, reference: MemberReference, receiver: str | None
    ) -> Method:
        key = (caller, kind, reference, receiver)
        if key not in self._targets:
            try:
                self._targets[key] = self.program.hierarchy.target(
                    kind,  # type: ignore[arg-type]
                    caller=caller,
                    owner=reference.owner,
                    name=reference.name,
                    descriptor=reference.descriptor,
                    interface=reference.interface,
                    receiver=receiver,
                )
            except LinkageError as error:
                raise self.throw(f"java.lang.{error.error}") from None
        return self._targets[key]

    def _array_method(
        self, caller: str, reference: MemberReference, receiver: Array, arguments: list[Value]
    ) -> Value:
        if reference.name == "clone":
            return Array(receiver.element, list(receiver.items))
        return self.call(self._target(caller, "virtual", reference, "java.lang.Object"), arguments)

    def _lambda_method(
        self, reference: MemberReference, receiver: Lambda, arguments: list[Value]
    ) -> Value:
        owner, name, descriptor = reference.owner, reference.name, reference.descriptor
        method = self.program.hierarchy.resolve_method(
            owner, name, descriptor, interface=reference.interface
        )
        if not method.is_abstract:
            return self.call(method, arguments)
        return library.call_lambda(self, receiver, arguments[1:])

    def signature(self, descriptor: str) -> tuple[list[str], str]:
        """The types of a method's parameters and of its result."""
        if descriptor not in self._signatures:
            root = self.program["java.lang.Object"].id
            self._signatures[descriptor] = self.program.engine.signature(root, descriptor)
        return self._signatures[descriptor]

    # Classes

    def _initialize(self, name: str) -> None:
        """JVMS 5.5: superclasses first, then the class."""
        if name in self._initialized or name in library.WITHOUT_INITIALIZER:
            return
        self._initialized.add(name)
        found = self.program[name]
        if found.super_class is not None and not found.is_interface:
            self._initialize(found.super_class.name)
        for method in found.methods_named("<clinit>"):
            self.call(method, [])

    def is_assignable(self, type: str, to: str) -> bool:
        """Whether an object of one type is an instance of another (JVMS 6.5.instanceof)."""
        key = (type, to)
        if key not in self._assignable:
            self._assignable[key] = self._is_assignable(type, to)
        return self._assignable[key]

    def _is_assignable(self, type: str, to: str) -> bool:
        if type == to:
            return True
        if type.endswith("[]"):
            if to.endswith("[]"):
                type, to = type[:-2], to[:-2]
                primitive = type in PRIMITIVES.values() or to in PRIMITIVES.values()
                return not primitive and self.is_assignable(type, to)
            return to in ("java.lang.Object", "java.lang.Cloneable", "java.io.Serializable")
        below, above = self.program.find_class(type), self.program.find_class(to)
        if below is None or above is None:
            return False
        return self.program.hierarchy.is_subtype(below, above)

    def fits(self, type: str) -> Callable[[Value], bool]:
        """Whether a value may be where the IR says that type."""
        if type == "int":
            return lambda value: isinstance(value, int) and -(2**31) <= value < 2**31
        if type == "long":
            return lambda value: isinstance(value, int) and -(2**63) <= value < 2**63
        if type in ("float", "double"):
            return lambda value: isinstance(value, float)
        if type == "null":
            return lambda value: value is None
        if type in PRIMITIVES.values():
            raise BrokenPromise(f"a value of type {type}, which is an int in code")
        return lambda value: (
            value is None
            or (not isinstance(value, int | float) and self.is_assignable(type_of(value), type))
        )

    def throw(self, type: str) -> Thrown:
        """An exception that the JVM itself makes."""
        return Thrown(Object(type))

    # Fields

    def static_field(self, reference: MemberReference, caller: str) -> tuple[str, str]:
        return self._field(reference, caller, static=True)

    def instance_field(self, reference: MemberReference, caller: str) -> tuple[str, str]:
        return self._field(reference, caller, static=False)

    def _field(self, reference: MemberReference, caller: str, static: bool) -> tuple[str, str]:
        owner, name, descriptor = reference.owner, reference.name, reference.descriptor
        try:
            field = self.program.hierarchy.resolve_field(
                owner, name, descriptor, caller=caller, static=static
            )
        except LinkageError as error:
            raise self.throw(f"java.lang.{error.error}") from None
        return field.owner.name, field.name

    def get_static(self, key: tuple[str, str], type: str) -> Value:
        self._initialize(key[0])
        return self._statics.get(key, default(type))

    def put_static(self, key: tuple[str, str], value: Value) -> None:
        self._initialize(key[0])
        self._statics[key] = value

    def new(self, type: str) -> Object:
        self._initialize(type)
        return Object(type)

    # Monitors

    def enter(self, lock: Value) -> None:
        if lock is None:
            raise self.throw("java.lang.NullPointerException")
        self._monitors[_lock(lock)] += 1

    def exit(self, lock: Value) -> None:
        key = _lock(lock)
        if not self._monitors[key]:
            raise BrokenPromise(f"a monitor is left that was not entered: {lock!r}")
        self._monitors[key] -= 1


def _lock(lock: Value) -> object:
    return lock if isinstance(lock, ClassLiteral) else id(lock)


class _Compiler:
    """Turns a body's instructions into Python's closures."""

    def __init__(self, machine: Interpreter, body: Body) -> None:
        self._machine = machine
        self._body = body
        self._caller = body.method.owner.name

    def blocks(self) -> list[_Block]:
        return [self._block(block) for block in self._body.blocks]

    def _block(self, block: Block) -> _Block:
        instructions = list(block)
        phis = [it for it in instructions if it.op is Op.PHI]
        steps = instructions[len(phis) : -1]
        return _Block(
            places={source: place for place, source in enumerate(block.predecessors)},
            phis=[self._phi(it) for it in phis],
            steps=[self._step(it) for it in steps],
            leave=self._terminator(instructions[-1], block),
            handlers=[
                (handler.block, handler.catches and type_of_constant(handler.catches))
                for handler in block.handlers
            ],
            defines=[it.result for it in instructions if it.result is not None],
        )

    def _phi(self, phi: Instruction) -> _Phi:
        assert phi.result is not None
        assert phi.result_type is not None
        fits = self._machine.fits(phi.result_type)
        return _Phi(phi.result, phi.operands, fits, phi.result_type)

    def _step(self, instruction: Instruction) -> Step:
        act = self._action(instruction)
        operands, result = instruction.operands, instruction.result
        if result is None:
            return lambda values: _ignore(act(*[values[it] for it in operands]))
        type = instruction.result_type
        assert type is not None
        fits = self._machine.fits(type)
        where = f"{instruction!r} of {self._body.method}"
        if instruction.op is Op.PARAMETER:
            operands = [-3 - instruction.constant]
        elif instruction.op is Op.CATCH:
            operands = [_PENDING]

        def run(values: Values) -> None:
            value = act(*[values[it] for it in operands])
            if not fits(value):
                raise BrokenPromise(f"{where} of type {type} gives {value!r}")
            values[result] = value

        return run

    def _action(self, instruction: Instruction) -> Callable[..., Value]:
        """What an instruction does with its operands."""
        machine = self._machine
        match instruction.op:
            case Op.PARAMETER | Op.CATCH:
                return lambda value: value
            case Op.CONSTANT:
                return self._constant(instruction)
            case Op.NEGATE:
                return numbers.negate(instruction.result_type or "")
            case Op.BINARY:
                return self._binary(instruction)
            case Op.CONVERT:
                source = self._body.type_name(instruction.operands[0])
                return numbers.convert(source, instruction.operator)
            case Op.COMPARE:
                return numbers.compare(1 if instruction.detail in (_FCMPG, _DCMPG) else -1)
            case Op.NEW:
                created = instruction.class_name
                return lambda: machine.new(created)
            case Op.NEW_ARRAY | Op.NEW_MULTI_ARRAY:
                return self._new_array(instruction)
            case Op.ARRAY_LENGTH:
                return lambda array: len(self._array(array).items)
            case Op.ARRAY_LOAD:
                return self._array_load
            case Op.ARRAY_STORE:
                return self._array_store
            case Op.GET_STATIC | Op.PUT_STATIC:
                return self._static_field(instruction)
            case Op.GET_FIELD | Op.PUT_FIELD:
                return self._instance_field(instruction)
            case Op.INVOKE:
                return self._invoke(instruction)
            case Op.INVOKE_DYNAMIC:
                site = instruction.bootstrap
                return lambda *values: library.call_site(machine, site, list(values))
            case Op.CHECK_CAST:
                return self._check_cast(type_of_constant(instruction.class_name))
            case Op.INSTANCE_OF:
                wanted = type_of_constant(instruction.class_name)
                return lambda value: int(
                    value is not None and machine.is_assignable(type_of(value), wanted)
                )
            case Op.MONITOR_ENTER:
                return machine.enter
            case Op.MONITOR_EXIT:
                return machine.exit
        raise BrokenPromise(f"{instruction!r} within a block")

    def _constant(self, instruction: Instruction) -> Callable[[], Value]:
        literal = instruction.literal
        if literal is None or isinstance(literal, int | float | str | ClassLiteral):
            return lambda: literal
        raise NotImplementedError(f"a constant {literal!r}")

    def _binary(self, instruction: Instruction) -> Callable[..., Value]:
        operation = numbers.binary(instruction.operator, instruction.result_type or "")

        def run(left: int, right: int) -> Value:
            try:
                return operation(left, right)
            except ZeroDivisionError:
                raise self._machine.throw("java.lang.ArithmeticException") from None

        return run

    def _new_array(self, instruction: Instruction) -> Callable[..., Value]:
        type = instruction.result_type or ""

        def make(type: str, lengths: Sequence[int]) -> Array:
            element = type.removesuffix("[]")
            if len(lengths) == 1:
                return Array(element, [default(element)] * lengths[0])
            return Array(element, [make(element, lengths[1:]) for _ in range(lengths[0])])

        def run(*lengths: int) -> Value:
            if max(lengths) > _LONGEST:
                raise NotImplementedError(f"an array of {lengths}")
            if min(lengths) < 0:
                raise self._machine.throw("java.lang.NegativeArraySizeException")
            return make(type, lengths)

        return run

    def _array(self, array: Value) -> Array:
        if array is None:
            raise self._machine.throw("java.lang.NullPointerException")
        assert isinstance(array, Array)
        return array

    def _array_load(self, array: Value, index: int) -> Value:
        items = self._array(array).items
        if not 0 <= index < len(items):
            raise self._machine.throw("java.lang.ArrayIndexOutOfBoundsException")
        return items[index]

    def _array_store(self, array: Value, index: int, value: Value) -> None:
        into = self._array(array)
        if not 0 <= index < len(into.items):
            raise self._machine.throw("java.lang.ArrayIndexOutOfBoundsException")
        if isinstance(value, int):
            cut = numbers.narrow(into.element)
            value = cut(value) if cut is not None else value
        elif (
            value is not None
            and not isinstance(value, float)
            and not self._machine.is_assignable(type_of(value), into.element)
        ):
            raise self._machine.throw("java.lang.ArrayStoreException")
        into.items[index] = value

    def _static_field(self, instruction: Instruction) -> Callable[..., Value]:
        machine, reference, caller = self._machine, instruction.reference, self._caller
        type = type_of_descriptor(reference.descriptor)
        if instruction.op is Op.GET_STATIC:
            return lambda: machine.get_static(machine.static_field(reference, caller), type)
        cut = numbers.narrow(type) or (lambda value: value)

        def put(value: Value) -> None:
            machine.put_static(machine.static_field(reference, caller), cut(value))  # type: ignore[arg-type]

        return put

    def _instance_field(self, instruction: Instruction) -> Callable[..., Value]:
        machine, reference, caller = self._machine, instruction.reference, self._caller
        type = type_of_descriptor(reference.descriptor)
        start = default(type)
        cut = numbers.narrow(type) or (lambda value: value)

        def fields_of(target: Value) -> dict[tuple[str, str], Value]:
            if target is None:
                raise machine.throw("java.lang.NullPointerException")
            assert isinstance(target, Object)
            return target.fields

        def get(target: Value) -> Value:
            return fields_of(target).get(machine.instance_field(reference, caller), start)

        def put(target: Value, value: Value) -> None:
            fields_of(target)[machine.instance_field(reference, caller)] = cut(value)  # type: ignore[arg-type]

        return get if instruction.op is Op.GET_FIELD else put

    def _invoke(self, instruction: Instruction) -> Callable[..., Value]:
        machine, reference, caller = self._machine, instruction.reference, self._caller
        kind = instruction.invoke_kind
        return lambda *values: machine.invoke(caller, kind, reference, list(values))

    def _check_cast(self, wanted: str) -> Callable[[Value], Value]:
        def run(value: Value) -> Value:
            if value is not None and not self._machine.is_assignable(type_of(value), wanted):
                raise self._machine.throw("java.lang.ClassCastException")
            return value

        return run

    def _terminator(self, instruction: Instruction, block: Block) -> Callable[[Values], int]:
        machine, operands, targets = self._machine, instruction.operands, block.successors
        match instruction.op:
            case Op.GOTO:
                return lambda _: targets[0]
            case Op.IF:
                return self._if(instruction, targets)
            case Op.SWITCH:
                ways = dict(zip(block.switch_keys, targets[1:], strict=True))
                return lambda values: ways.get(values[operands[0]], targets[0])  # type: ignore[arg-type]
            case Op.RETURN:
                return self._return(operands)
            case Op.THROW:

                def throw(values: Values) -> int:
                    exception = values[operands[0]]
                    if exception is None:
                        raise machine.throw("java.lang.NullPointerException")
                    assert isinstance(exception, Object)
                    raise Thrown(exception)

                return throw
        raise BrokenPromise(f"{instruction!r} at the end of a block")

    def _if(self, instruction: Instruction, targets: list[int]) -> Callable[[Values], int]:
        left, *rest = instruction.operands
        holds, otherwise = targets
        condition = numbers.CONDITIONS[instruction.operator]
        if self._body.type_name(left) == "int":
            with_zero = not rest
            right = -1 if with_zero else rest[0]

            def integers(values: Values) -> int:
                other = 0 if with_zero else values[right]
                return holds if condition(values[left], other) else otherwise  # type: ignore[arg-type]

            return integers
        if instruction.operator not in ("==", "!="):
            raise BrokenPromise(f"references compared by {instruction.operator}")
        wanted = instruction.operator == "=="

        def references(values: Values) -> int:
            one, other = values[left], values[rest[0]] if rest else None
            same = one is other or (isinstance(one, str | ClassLiteral) and one == other)
            return holds if same is wanted else otherwise

        return references

    def _return(self, operands: list[int]) -> Callable[[Values], int]:
        def leave(values: Values) -> int:
            values[_RESULT] = values[operands[0]] if operands else None
            return _RETURNED

        return leave


def _ignore(_: object) -> None:
    return None

"""What of the JDK cannot be run from its code: native methods, strings, and call sites."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from snarl.program.body import Bootstrap, ClassLiteral, MemberReference, MethodHandle

from . import numbers
from .values import (
    PRIMITIVES,
    Array,
    Lambda,
    Object,
    Reference,
    Value,
    type_of,
    type_of_constant,
)

if TYPE_CHECKING:
    from .interpreter import Interpreter

Native = Callable[["Interpreter", str, list[Value]], Value]

_BOXES = {
    "java.lang.Boolean": "boolean",
    "java.lang.Byte": "byte",
    "java.lang.Character": "char",
    "java.lang.Short": "short",
    "java.lang.Integer": "int",
    "java.lang.Long": "long",
    "java.lang.Float": "float",
    "java.lang.Double": "double",
}
_BOX_OF = {primitive: box for box, primitive in _BOXES.items()}
WITHOUT_INITIALIZER = {
    *_BOXES,
    "java.lang.Class",
    "java.lang.Object",
    "java.lang.String",
    "java.lang.StringBuilder",
    "java.lang.System",
    "java.lang.Throwable",
    "jdk.internal.util.ArraysSupport",
}

METHODS: dict[str, Native] = {}


def _models(*names: str) -> Callable[[Native], Native]:
    def register(native: Native) -> Native:
        METHODS.update(dict.fromkeys(names, native))
        return native

    return register


def _text(value: Value) -> str:
    assert isinstance(value, str)
    return value


# Texts


def to_text(machine: Interpreter, value: Value, type: str) -> str:
    """As `String.valueOf` gives it."""
    if value is None:
        return "null"
    if isinstance(value, str):
        return value
    if type == "char":
        assert isinstance(value, int)
        return chr(value)
    if type == "boolean":
        return "true" if value else "false"
    if isinstance(value, float):
        return _decimal(value, type)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Object) and value.type in _BOXES:
        return to_text(machine, unbox(value), _BOXES[value.type])
    reference = MemberReference("java.lang.Object", "toString", "()Ljava/lang/String;")
    return _text(machine.invoke("java.lang.Object", "virtual", reference, [value]))


def _decimal(value: float, type: str) -> str:
    """`Double.toString`, of numbers that need no exponent."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value and not 1e-3 <= abs(value) < 1e7:
        raise NotImplementedError(f"{value} as a text")
    if type == "float":
        digits = next(d for d in range(1, 10) if numbers.to_float(float(f"{value:.{d}g}")) == value)
        value = float(f"{value:.{digits}g}")
    return repr(value)


@_models("java.lang.String.valueOf")
def _value_of(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    if isinstance(values[0], Array):
        return "".join(chr(it) for it in values[0].items)  # type: ignore[arg-type]
    return to_text(machine, values[0], machine.signature(descriptor)[0][0])


@_models("java.lang.String.hashCode")
def _hash(_: Interpreter, descriptor: str, values: list[Value]) -> Value:
    total = 0
    for character in _text(values[0]):
        total = numbers.to_int(31 * total + ord(character))
    return total


@_models("java.lang.String.charAt")
def _char_at(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    text, index = values
    assert isinstance(text, str)
    assert isinstance(index, int)
    if not 0 <= index < len(text):
        raise machine.throw("java.lang.StringIndexOutOfBoundsException")
    return ord(text[index])


@_models("java.lang.String.substring")
def _substring(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    text = _text(values[0])
    first = values[1]
    end = values[2] if len(values) > 2 else len(text)
    assert isinstance(first, int)
    assert isinstance(end, int)
    if not 0 <= first <= end <= len(text):
        raise machine.throw("java.lang.StringIndexOutOfBoundsException")
    return text[first:end]


@_models("java.lang.String.indexOf")
def _index_of(_: Interpreter, descriptor: str, values: list[Value]) -> Value:
    text, wanted = values
    return _text(text).find(chr(wanted) if isinstance(wanted, int) else _text(wanted))


METHODS |= {
    "java.lang.String.length": lambda _, d, values: len(_text(values[0])),
    "java.lang.String.isEmpty": lambda _, d, values: int(not values[0]),
    "java.lang.String.equals": lambda _, d, values: int(values[0] == values[1]),
    "java.lang.String.toString": lambda _, d, values: values[0],
    "java.lang.String.concat": lambda _, d, values: _text(values[0]) + _text(values[1]),
    "java.lang.String.startsWith": lambda _, d, values: int(
        _text(values[0]).startswith(_text(values[1]))
    ),
}


def _builder(value: Value) -> list[object]:
    assert isinstance(value, Object)
    return value.state


@_models("java.lang.StringBuilder.<init>")
def _new_builder(_: Interpreter, descriptor: str, values: list[Value]) -> Value:
    if values[1:] and isinstance(values[1], str):
        _builder(values[0]).append(values[1])
    return None


@_models("java.lang.StringBuilder.append")
def _append(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    receiver, value, *_ = values
    _builder(receiver).append(to_text(machine, value, machine.signature(descriptor)[0][0]))
    return receiver


@_models("java.lang.StringBuilder.reverse")
def _reverse(_: Interpreter, descriptor: str, values: list[Value]) -> Value:
    state = _builder(values[0])
    state[:] = ["".join(map(str, state))[::-1]]
    return values[0]


METHODS |= {
    "java.lang.StringBuilder.toString": lambda _, d, values: "".join(map(str, _builder(values[0]))),
    "java.lang.StringBuilder.length": lambda _, d, values: len(
        "".join(map(str, _builder(values[0])))
    ),
}

# Boxes


def box(machine: Interpreter, value: Value, type: str) -> Object:
    """As `valueOf` of the type's box: small numbers are the same object each time."""
    name = _BOX_OF[type]
    made = Object(name, {(name, "value"): value})
    small = isinstance(value, int) and -128 <= value <= 127
    return machine.boxes.setdefault((name, value), made) if small else made


def unbox(value: Object) -> int | float:
    number = value.fields[value.type, "value"]
    assert isinstance(number, int | float)
    return number


def _box_value_of(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    (type, *_), returns = machine.signature(descriptor)
    value = values[0]
    if type == "java.lang.String":
        value = int(_text(value))
    return box(machine, value, _BOXES[returns])


def _box_to_string(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    types, _ = machine.signature(descriptor)
    if types:
        return to_text(machine, values[0], types[0])
    return to_text(machine, values[0], type_of(values[0]))


for _name in _BOXES:
    METHODS[f"{_name}.valueOf"] = _box_value_of
    METHODS[f"{_name}.toString"] = _box_to_string


@_models("java.lang.Integer.parseInt")
def _parse_int(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    try:
        number = int(_text(values[0])) if values[0] is not None else 2**31
    except ValueError:
        number = 2**31
    if numbers.to_int(number) != number:
        raise machine.throw("java.lang.NumberFormatException")
    return number


def _on_number(function: Callable[..., int | float]) -> Native:
    return lambda machine, descriptor, values: function(values[0])


METHODS |= {
    "java.lang.Float.floatToIntBits": _on_number(numbers.float_bits),
    "java.lang.Float.floatToRawIntBits": _on_number(numbers.float_bits),
    "java.lang.Float.intBitsToFloat": _on_number(numbers.float_of_bits),
    "java.lang.Double.doubleToLongBits": _on_number(numbers.double_bits),
    "java.lang.Double.doubleToRawLongBits": _on_number(numbers.double_bits),
    "java.lang.Double.longBitsToDouble": _on_number(numbers.double_of_bits),
    "java.lang.Math.sqrt": _on_number(lambda it: math.sqrt(it) if it >= 0 else math.nan),
}

# Objects, classes, exceptions

METHODS |= {
    "java.lang.Object.<init>": lambda _, d, values: None,
    "java.lang.Object.getClass": lambda _, d, values: ClassLiteral(type_of(values[0])),
    "java.lang.Class.desiredAssertionStatus": lambda _, d, values: 0,
    "java.lang.Class.getSimpleName": lambda _, d, values: _simple_name(values[0]),
    "java.lang.Class.getName": lambda _, d, values: _literal(values[0]).name,
    "java.lang.Throwable.fillInStackTrace": lambda _, d, values: values[0],
}


@_models("java.lang.Class.getSuperclass")
def _super_class(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    above = machine.program[_literal(values[0]).name].super_class
    return None if above is None else ClassLiteral(above.name)


def _literal(value: Value) -> ClassLiteral:
    assert isinstance(value, ClassLiteral)
    return value


def _simple_name(value: Value) -> str:
    return _literal(value).name.rpartition(".")[2].rpartition("$")[2]


@_models("java.lang.System.arraycopy")
def _array_copy(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    source, first, target, to, count = values
    assert isinstance(source, Array)
    assert isinstance(target, Array)
    assert isinstance(first, int)
    assert isinstance(to, int)
    assert isinstance(count, int)
    target.items[to : to + count] = source.items[first : first + count]
    return None


@_models("java.util.Arrays.copyOf")
def _copy_of(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    source, length = values[:2]
    assert isinstance(source, Array)
    assert isinstance(length, int)
    filling: Value = source.items[0] if source.items else None
    padding = [None if not isinstance(filling, int | float) else type(filling)(0)] * length
    return Array(source.element, (source.items + padding)[:length])


@_models("java.lang.Throwable.<init>")
def _new_throwable(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    receiver = values[0]
    assert isinstance(receiver, Object)
    message: Value = None
    cause: Value = None
    for value, type in zip(values[1:], machine.signature(descriptor)[0], strict=True):
        if type == "java.lang.String":
            message = value
        elif type == "java.lang.Throwable":
            cause = value
    receiver.state[:] = [message, cause]
    return None


def _state(value: Value, place: int) -> Value:
    assert isinstance(value, Object)
    return value.state[place] if place < len(value.state) else None  # type: ignore[return-value]


@_models("java.lang.Throwable.addSuppressed")
def _add_suppressed(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    receiver, suppressed = values
    assert isinstance(receiver, Object)
    receiver.state += [None] * (2 - len(receiver.state)) + [suppressed]
    return None


@_models("java.lang.Throwable.getSuppressed")
def _get_suppressed(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    assert isinstance(values[0], Object)
    return Array("java.lang.Throwable", values[0].state[2:])  # type: ignore[arg-type]


METHODS |= {
    "java.lang.Throwable.getMessage": lambda _, d, values: _state(values[0], 0),
    "java.lang.Throwable.getCause": lambda _, d, values: _state(values[0], 1),
}


@_models("java.lang.Enum.valueOf")
def _enum_value_of(machine: Interpreter, descriptor: str, values: list[Value]) -> Value:
    name = _literal(values[0]).name
    array = f"[L{name.replace('.', '/')};"
    all_of = machine.invoke(name, "static", MemberReference(name, "values", f"(){array}"), [])
    assert isinstance(all_of, Array)
    for constant in all_of.items:
        if _enum_name(constant) == values[1]:
            return constant
    problem = "IllegalArgumentException" if values[1] is not None else "NullPointerException"
    raise machine.throw(f"java.lang.{problem}")


def _enum_name(constant: Value) -> Value:
    assert isinstance(constant, Object)
    return constant.fields["java.lang.Enum", "name"]


# Call sites


def call_site(machine: Interpreter, site: Bootstrap, values: list[Value]) -> Value:
    """What an invokedynamic gives."""
    match site.kind:
        case "lambda":
            return _lambda(machine, site, values)
        case "concat":
            return _concat(machine, site, values)
        case "record":
            return _record(machine, site, values)
        case "switch":
            return _switch(machine, site, values)
    raise NotImplementedError(f"a call site of {site.method.member}")


def _lambda(machine: Interpreter, site: Bootstrap, values: list[Value]) -> Lambda:
    erased, handle, instantiated = site.arguments[:3]
    assert isinstance(erased, MemberReference)
    assert isinstance(instantiated, MemberReference)
    assert isinstance(handle, MethodHandle)
    if handle.kind == 5 and site.descriptor.startswith("(L") and values[0] is None:
        raise machine.throw("java.lang.NullPointerException")  # null::method
    type = machine.signature(site.descriptor)[1]
    descriptors = (erased.descriptor, instantiated.descriptor)
    return Lambda(type, site.name, *descriptors, handle, values)


def call_lambda(machine: Interpreter, callee: Lambda, arguments: list[Value]) -> Value:
    """Calls the method behind a lambda, with the conversions of LambdaMetafactory."""
    erased, returns = machine.signature(callee.erased)
    result, given = call_handle(machine, callee.handle, callee.captured, arguments, erased)
    return _adapt(machine, result, given, returns)


def call_handle(
    machine: Interpreter,
    handle: MethodHandle,
    bound: list[Value],
    arguments: list[Value],
    types: list[str],
) -> tuple[Value, str]:
    """Calls what a handle means; gives the result and its type."""
    member = handle.member
    if handle.kind < 5:
        assert handle.kind == 1, "only getfield is modelled"
        target = (bound + arguments)[0]
        assert isinstance(target, Object)
        type = machine.signature(f"(){member.descriptor}")[1]
        return target.fields.get((member.owner, member.name)), type
    parameters, returns = machine.signature(member.descriptor)
    created = None
    all_bound = bound
    if handle.kind == 8:
        created = machine.new(member.owner)
        all_bound = [created, *bound]
    if handle.kind != 6:
        parameters = [member.owner, *parameters]
    wanted = parameters[len(all_bound) :]
    converted = [
        _adapt(machine, value, type, to)
        for value, type, to in zip(arguments, types, wanted, strict=True)
    ]
    kind = {5: "virtual", 6: "static", 7: "special", 8: "special", 9: "interface"}[handle.kind]
    result = machine.invoke(member.owner, kind, member, all_bound + converted)
    return (created, member.owner) if created is not None else (result, returns)


def _adapt(machine: Interpreter, value: Value, type: str, to: str) -> Value:
    """Boxing, unboxing and widening, as a method handle's `asType` does them."""
    if to == "void":
        return None
    primitives = PRIMITIVES.values()
    if to in primitives and type not in primitives:
        if value is None:
            raise machine.throw("java.lang.NullPointerException")
        assert isinstance(value, Object)
        type, value = _BOXES[value.type], unbox(value)
    if to in primitives and type != to:
        return numbers.convert(type, to)(value)
    if type in primitives and to not in primitives:
        return box(machine, value, type)
    return value


def _concat(machine: Interpreter, site: Bootstrap, values: list[Value]) -> str:
    types = machine.signature(site.descriptor)[0]
    texts = iter([to_text(machine, *pair) for pair in zip(values, types, strict=True)])
    if site.method.member.name == "makeConcat":
        return "".join(texts)
    recipe, *constants = site.arguments
    rest = iter(constants)
    pieces = {"\1": lambda: next(texts), "\2": lambda: str(next(rest))}
    return "".join(pieces[it]() if it in pieces else it for it in str(recipe))


def _record(machine: Interpreter, site: Bootstrap, values: list[Value]) -> Value:
    names = [name for name in str(site.arguments[1]).split(";") if name]
    receiver = values[0]

    def components(of: Value) -> list[tuple[Value, str]]:
        handles = [it for it in site.arguments[2:] if isinstance(it, MethodHandle)]
        return [call_handle(machine, handle, [], [of], []) for handle in handles]

    if site.name == "toString":
        parts = [to_text(machine, *part) for part in components(receiver)]
        pairs = [f"{name}={part}" for name, part in zip(names, parts, strict=True)]
        return f"{_simple_name(ClassLiteral(type_of(receiver)))}[{', '.join(pairs)}]"
    if site.name == "hashCode":
        total = 0
        for value, type in components(receiver):
            total = numbers.to_int(31 * total + _object_hash(machine, value, type))
        return total
    other = values[1]
    if other is None or type_of(other) != type_of(receiver):
        return 0
    pairs_of_parts = zip(components(receiver), components(other), strict=True)
    return int(
        all(_object_equals(machine, one, type, two) for (one, type), (two, _) in pairs_of_parts)
    )


def _boxed(machine: Interpreter, value: Value, type: str) -> Reference:
    if isinstance(value, int | float):
        return box(machine, value, type)
    return value


def _object_hash(machine: Interpreter, value: Value, type: str) -> int:
    if value is None:
        return 0
    reference = MemberReference("java.lang.Object", "hashCode", "()I")
    found = machine.invoke("java.lang.Object", "virtual", reference, [_boxed(machine, value, type)])
    assert isinstance(found, int)
    return found


def _object_equals(machine: Interpreter, one: Value, type: str, two: Value) -> bool:
    if one is None or two is None:
        return one is two
    reference = MemberReference("java.lang.Object", "equals", "(Ljava/lang/Object;)Z")
    boxed: list[Value] = [_boxed(machine, one, type), _boxed(machine, two, type)]
    return machine.invoke("java.lang.Object", "virtual", reference, boxed) == 1


def _switch(machine: Interpreter, site: Bootstrap, values: list[Value]) -> int:
    target, start = values
    assert isinstance(start, int)
    if target is None:
        return -1
    for place, label in enumerate(site.arguments):
        if place >= start and _matches(machine, site, target, label):
            return place
    return len(site.arguments)


def _matches(machine: Interpreter, site: Bootstrap, target: Value, label: object) -> bool:
    if isinstance(label, ClassLiteral):
        return machine.is_assignable(type_of(target), type_of_constant(label.name))
    if isinstance(label, str):
        if site.method.member.name == "enumSwitch":
            return _enum_name(target) == label
        return target == label
    if isinstance(label, int):
        return isinstance(target, Object) and target.type in _BOXES and unbox(target) == label
    if isinstance(label, Bootstrap):
        if label.method.member.name != "primitiveClass":
            raise NotImplementedError(f"a label {label}")
        return site.descriptor.startswith(f"({label.name}")
    return False

"""Programs, classes and their members."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntFlag
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from snarl import _engine
from snarl.program.body import Body, MemberReference
from snarl.program.hierarchy import Hierarchy
from snarl.program.inlined import ANNOTATION, InlinedLines, inlined_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from snarl.points_to import Roots, Solution, Start
    from snarl.program.jdk import Jdk
    from snarl.program.models import Purpose
    from snarl.program.sources import Sources

Origin = Literal["application", "library", "jdk"]

LoweringError = _engine.LoweringError
"""A method whose bytecode breaks the JVM's rules has no body; this says what is wrong."""


class LinkageError(LookupError):
    """A reference that means nothing. `error` is the simple name of what the JVM would throw."""

    def __init__(self, error: str, reference: str) -> None:
        super().__init__(f"{error}: {reference}")
        self.error = error


class Access(IntFlag):
    """Access flags of classes and members (JVMS 4.1, 4.5, 4.6)."""

    PUBLIC = 0x0001
    PRIVATE = 0x0002
    PROTECTED = 0x0004
    STATIC = 0x0008
    FINAL = 0x0010
    SYNCHRONIZED = 0x0020
    VOLATILE = 0x0040
    NATIVE = 0x0100
    INTERFACE = 0x0200
    ABSTRACT = 0x0400
    SYNTHETIC = 0x1000
    ANNOTATION = 0x2000
    ENUM = 0x4000


_STATIC = int(Access.STATIC)
"""As a plain number: with a member of an enumeration, `&` takes a hundred times as long."""


_BEFORE_1_0 = 44
"""Major version of class files, less the feature number of the JDK that they are for."""
_OLDEST_JDK = 8


@dataclass(frozen=True, slots=True)
class Warning:
    """Something that went wrong without ending the analysis."""

    kind: str
    """`input`, `empty-library`, `entry`, `bad-class`, `duplicate-class`, `misplaced-class`,
    `hierarchy-cycle`, `missing-class`, `missing-of-library`, `newer-class` or `resource`."""
    file: str
    entry: str | None
    message: str
    loses_input: bool
    """Whether something that the user gave could not be analysed."""

    def __str__(self) -> str:
        """The message behind the file and entry it is about."""
        place = f"{self.file}!{self.entry}" if self.entry else self.file
        return f"{place}: {self.message}" if place else self.message


@dataclass(frozen=True, slots=True)
class Annotation:
    """An annotation of a class or member, visible at run time or not."""

    name: str
    """The annotation's type, with dots."""
    values: dict[str, object]
    """Its elements that are given: numbers, texts, lists; `("enum", type, name)`,
    `("class", descriptor)`, `("annotation", type, values)`."""


def _annotations(rows: list[tuple[str, dict[str, object]]]) -> list[Annotation]:
    return [Annotation(of[1:-1].replace("/", "."), values) for of, values in rows]


@dataclass(frozen=True, slots=True)
class Lowered:
    """What `Program.lower` or `Program.verify` saw."""

    classes: int
    methods: int
    bodies: int
    instructions: int
    bytes: int
    failures: list[tuple[Method, str]]


class Program:
    """All classes under analysis. Made by `snarl.load`."""

    def __init__(
        self,
        engine: _engine.Program,
        jdk: Jdk,
        sources: Sources,
        failures: Sequence[Warning] = (),
        compiled: Mapping[str, str] | None = None,
        is_of_jdk: bool = False,
    ) -> None:
        self._engine = engine
        self.is_of_jdk = is_of_jdk
        """Whether classes of the JDK itself are analysed."""
        self._owners: dict[int, Class] = {}
        self._fields: dict[tuple[int, int], Field] = {}
        self._inlined: dict[int, InlinedLines] = {}
        self._names: dict[int, str] = {}
        """Classes by their ids, one object each: methods are asked for by the ten thousand."""
        self.references: dict[int, dict[int, MemberReference]] = {}
        """Members as constants of classes name them, as far as somebody wanted to know."""
        self._failures = list(failures)
        self._compiled = dict(compiled or {})
        self.jdk = jdk
        self.sources = sources

    def __repr__(self) -> str:
        return f"<Program of {self._engine.class_count} classes>"

    @property
    def jdk_version(self) -> int:
        """Feature number of the JDK: 8, 17, 25."""
        version = self._engine.jdk_version
        return version[0] if version else 0

    @property
    def warnings(self) -> list[Warning]:
        """What went wrong so far, in a fixed order."""
        rows = self._engine.warnings()
        told = [
            Warning(kind, self.input_name(file), entry, message, loses_input)
            for kind, file, entry, message, loses_input in rows
        ]
        return [*self._failures, *self._newer_classes, *told]

    @cached_property
    def _newer_classes(self) -> list[Warning]:
        """Tells of classes that were made for a newer JDK than the one they are analysed with."""
        engine, jdk = self._engine, self.jdk_version
        versions = (engine.class_version(it) for it in engine.class_ids("application").tolist())
        newest = max((it[0] - _BEFORE_1_0 for it in versions if it is not None), default=0)
        if self.is_of_jdk or newest <= max(jdk, _OLDEST_JDK):
            return []
        message = (
            f"the program has classes for Java {newest}, and the JDK is {jdk}: "
            "what is new since then is missing; --jdk names another one"
        )
        return [Warning("newer-class", "", None, message, False)]

    def input_name(self, file: str) -> str:
        """What the user named, for a temporary folder of compiled sources; else the file itself."""
        return self._compiled.get(file, file)

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """Super types, subtypes, resolution and selection."""
        return Hierarchy(self)

    @property
    def engine(self) -> _engine.Program:
        """The engine's side, in ids and arrays."""
        return self._engine

    def inlined_lines(self, class_id: int) -> InlinedLines:
        """The lines of a class that stand for calls of code that its compiler has put there."""
        if class_id not in self._inlined:
            said = (
                values.get("value")
                for of, values in self._engine.annotations(class_id)
                if of[1:-1].replace("/", ".") == ANNOTATION
            )
            parts = next((it for it in said if isinstance(it, list | tuple)), ())
            self._inlined[class_id] = inlined_lines(
                "".join(map(str, parts)), self._engine.class_name(class_id)
            )
        return self._inlined[class_id]

    def class_ids(self, origin: Origin | None = None) -> NDArray[np.uint32]:
        """The ids of all classes, or of those of one origin, in order."""
        return self._engine.class_ids(origin)

    def classes(self, origin: Origin | None = None) -> Iterator[Class]:
        """All classes, or those of one origin, in the order of the path."""
        for class_id in self.class_ids(origin).tolist():
            yield Class(self, class_id)

    def method(self, class_id: int, index: int) -> Method:
        """A method by the ids that the engine has for it."""
        if class_id not in self._owners:
            self._owners[class_id] = Class(self, class_id)
        return Method(self._owners[class_id], index, *self._engine.method(class_id, index))

    def field(self, class_id: int, index: int) -> Field:
        """A field by the ids that the engine has for it."""
        key = (class_id, index)
        if key not in self._fields:
            found = self._engine.field(class_id, index)
            self._fields[key] = Field(Class(self, class_id), index, *found)
        return self._fields[key]

    def class_name(self, class_id: int) -> str:
        """The name of a class by its id: asked for often, and long to put together."""
        found = self._names.get(class_id)
        if found is None:
            found = self._names[class_id] = self._engine.class_name(class_id)
        return found

    def find_class(self, name: str) -> Class | None:
        """The class of a name with dots (`a.b.C$Inner`); None if nobody mentions it."""
        class_id = self._engine.find_class(name)
        return None if class_id is None else Class(self, class_id)

    def __getitem__(self, name: str) -> Class:
        """The class of a name; raises `KeyError` if it is not there."""
        found = self.find_class(name)
        if found is None or found.is_phantom:
            raise KeyError(name)
        return found

    def __contains__(self, name: str) -> bool:
        """Whether the class is there."""
        found = self.find_class(name)
        return found is not None and not found.is_phantom

    def lower(
        self, origin: Origin | None = None, *, progress: Callable[[int, int], None] | None = None
    ) -> Lowered:
        """Lowers all methods, or those of one origin, in parallel, and keeps their bodies."""
        return self._lower(origin, verify=False, keep=True, progress=progress)

    def verify(
        self, origin: Origin | None = None, *, progress: Callable[[int, int], None] | None = None
    ) -> Lowered:
        """Lowers all methods, or those of one origin, in parallel, and verifies their bodies."""
        return self._lower(origin, verify=True, keep=False, progress=progress)

    def points_to(
        self,
        context: str = "auto",
        *,
        main: Sequence[str] | None = None,
        roots: Sequence[Method] | Roots | None = None,
        models: Mapping[str, Mapping[str, object]] | None = None,
        memory: int | None = None,
        static_inherits: bool = True,
        start: Start = "full",
        purpose: Purpose = "threads",
        progress: Callable[[int, int], None] | None = None,
    ) -> Solution:
        """What may refer to what, and what may call what; see `snarl.points_to.analyse`."""
        from snarl.points_to import analysis

        return analysis.analyse(
            self,
            context,
            main=main,
            roots=roots,
            models=models,
            memory=analysis.MEMORY if memory is None else memory,
            static_inherits=static_inherits,
            start=start,
            purpose=purpose,
            progress=progress,
        )

    def _lower(
        self,
        origin: Origin | None,
        *,
        verify: bool,
        keep: bool,
        progress: Callable[[int, int], None] | None,
    ) -> Lowered:
        done = self._engine.lower_all(origin, verify, keep, progress)
        classes, methods, bodies, instructions, size, failures = done
        named = [(self.method(owner, index), text) for owner, index, text in failures]
        return Lowered(classes, methods, bodies, instructions, size, named)


@dataclass(frozen=True, slots=True)
class Class:
    """A class or interface of a program."""

    program: Program
    id: int

    def __repr__(self) -> str:
        return f"<Class {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Class) and (self.id, self.program) == (other.id, other.program)

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def name(self) -> str:
        """The name, with dots: `a.b.C$Inner`."""
        return self.program.class_name(self.id)

    @property
    def package(self) -> str:
        """The part of the name before the last dot."""
        return self.name.rpartition(".")[0]

    @property
    def origin(self) -> Origin:
        """Where it comes from."""
        return self.program.engine.class_origin(self.id)

    @property
    def access(self) -> Access:
        """Access flags."""
        # What is SYNCHRONIZED on a method is a relic of Java 1.0 on a class.
        return Access(self.program.engine.class_access(self.id) & ~Access.SYNCHRONIZED)

    @property
    def is_interface(self) -> bool:
        """Whether it is known to be an interface."""
        return Access.INTERFACE in self.access

    @property
    def is_phantom(self) -> bool:
        """Whether it is referred to but not there, or not readable."""
        return self.program.engine.is_phantom(self.id)

    @property
    def version(self) -> tuple[int, int] | None:
        """Major and minor version of the class file; None for a phantom."""
        return self.program.engine.class_version(self.id)

    @property
    def location(self) -> tuple[str, str] | None:
        """The file it was read from and the entry in it; None if it is nowhere."""
        location = self.program.engine.class_location(self.id)
        return location and (self.program.input_name(location[0]), location[1])

    @property
    def source_file(self) -> str | None:
        """Name of its source file, where the class has it."""
        return self.program.engine.source_file(self.id)

    def source_place(self, line: int) -> tuple[str | None, int]:
        """The file and the line at which a line of its code is seen: of what the compiler has put
        in the place of a call, those of the call."""
        if not line:
            return self.source_file, line
        file, line = self.program.inlined_lines(self.id).place(line)
        return file or self.source_file, line

    @property
    def super_class(self) -> Class | None:
        """The super class; None for `java.lang.Object`."""
        found = self.program.engine.super_class(self.id)
        return None if found is None else Class(self.program, found)

    @property
    def interfaces(self) -> list[Class]:
        """The direct super interfaces, in the order of declaration."""
        return [Class(self.program, found) for found in self.program.engine.interfaces(self.id)]

    @property
    def fields(self) -> list[Field]:
        """The fields it declares."""
        rows = self.program.engine.fields(self.id)
        return [Field(self, index, *row) for index, row in enumerate(rows)]

    @property
    def methods(self) -> list[Method]:
        """The methods it declares, constructors (`<init>`) and `<clinit>` too."""
        rows = self.program.engine.methods(self.id)
        return [Method(self, index, *row) for index, row in enumerate(rows)]

    @property
    def annotations(self) -> list[Annotation]:
        """Its annotations."""
        return _annotations(self.program.engine.annotations(self.id))

    def methods_named(self, name: str) -> list[Method]:
        """The methods of that name."""
        return [method for method in self.methods if method.name == name]

    def method(self, name: str, descriptor: str | None = None) -> Method:
        """The method of that name and, if there are several, descriptor."""
        found = [
            method
            for method in self.methods_named(name)
            if descriptor is None or method.descriptor == descriptor
        ]
        if len(found) == 1:
            return found[0]
        wanted = name if descriptor is None else name + descriptor
        if not found:
            raise KeyError(f"{self.name} has no method {wanted}")
        raise KeyError(f"{self.name} has {len(found)} methods {wanted}: name the descriptor too")

    def constant(self, index: int) -> tuple[object, ...]:
        """A constant of its pool: a kind, then what it holds."""
        return self.program.engine.constant(self.id, index)

    @property
    def references(self) -> dict[int, MemberReference]:
        """The members that constants of its pool name, as far as they were asked for."""
        return self.program.references.setdefault(self.id, {})

    def reference(self, index: int) -> MemberReference:
        """The member that a constant of its pool names."""
        known = self.references
        if index not in known:
            _, *parts = self.constant(index)
            known[index] = MemberReference(*parts)  # type: ignore[arg-type]
        return known[index]


@dataclass(frozen=True, slots=True)
class Member:
    """A field or method of a class."""

    owner: Class
    index: int
    name: str
    descriptor: str
    flags: int

    @property
    def is_static(self) -> bool:
        """Whether it belongs to the class and not to its instances."""
        return bool(self.flags & _STATIC)


@dataclass(frozen=True, slots=True)
class Field(Member):
    """A field of a class."""

    def __repr__(self) -> str:
        return f"<Field {self.owner.name}.{self.name}>"

    @property
    def access(self) -> Access:
        """Access flags."""
        return Access(self.flags)

    @property
    def is_volatile(self) -> bool:
        """Whether it is volatile."""
        return bool(self.flags & Access.VOLATILE)

    @property
    def is_final(self) -> bool:
        """Whether it is final."""
        return bool(self.flags & Access.FINAL)

    @property
    def annotations(self) -> list[Annotation]:
        """Its annotations."""
        return _annotations(self.owner.program.engine.annotations(self.owner.id, self.index))

    @property
    def constant(self) -> object:
        """The number or text that a static field starts with by declaration; None without one."""
        found = self.owner.program.engine.field_constant(self.owner.id, self.index)
        return None if found is None else found[1]


@dataclass(frozen=True, slots=True)
class BytecodeInstruction:
    """An instruction of the bytecode, as `javap -c` would show it."""

    bci: int
    mnemonic: str
    operands: str


@dataclass(frozen=True, slots=True)
class LocalVariable:
    """A local variable as the compiler describes it: in `slot`, from `start` for `length` bytes."""

    start: int
    length: int
    slot: int
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class Method(Member):
    """A method of a class."""

    def __repr__(self) -> str:
        return f"<Method {self.owner.name}.{self.name}{self.descriptor}>"

    @property
    def access(self) -> Access:
        """Access flags."""
        # The flags of bridges and varargs have other meanings on fields; they are of no use here.
        return Access(self.flags & ~0x00C0)

    @property
    def is_abstract(self) -> bool:
        """Whether it is abstract."""
        return bool(self.flags & Access.ABSTRACT)

    @property
    def is_native(self) -> bool:
        """Whether it is native."""
        return bool(self.flags & Access.NATIVE)

    @property
    def is_synchronized(self) -> bool:
        """Whether it is declared synchronized; its body has explicit monitor instructions."""
        return bool(self.flags & Access.SYNCHRONIZED)

    @property
    def signature(self) -> tuple[list[str], str]:
        """Types of the parameters, without the receiver, and of the result."""
        return self._engine.signature(self.owner.id, self.descriptor)

    @property
    def has_code(self) -> bool:
        """Whether it has code: neither abstract nor native."""
        return self._engine.has_code(self.owner.id, self.index)

    @property
    def body(self) -> Body | None:
        """Its code in SSA form; None without code. Bad code raises `LoweringError`."""
        found = self._engine.body(self.owner.id, self.index)
        return None if found is None else Body(self, found)

    @property
    def bytecode(self) -> list[BytecodeInstruction]:
        """Its code as it stands in the class file."""
        rows = self._engine.bytecode(self.owner.id, self.index)
        return [BytecodeInstruction(*row) for row in rows]

    @property
    def line_table(self) -> list[tuple[int, int]]:
        """(bytecode index, line) pairs, in the order of the class file."""
        return self._engine.line_table(self.owner.id, self.index)

    @property
    def local_variables(self) -> list[LocalVariable]:
        """Its local variables, in the order of the class file."""
        rows = self._engine.local_variables(self.owner.id, self.index)
        return [LocalVariable(*row) for row in rows]

    @property
    def annotations(self) -> list[Annotation]:
        """Its annotations."""
        return _annotations(self._engine.annotations(self.owner.id, None, self.index))

    def verify(self) -> str | None:
        """What the IR verifier has against its body; None if nothing."""
        return self._engine.verify(self.owner.id, self.index)

    @property
    def _engine(self) -> _engine.Program:
        return self.owner.program.engine

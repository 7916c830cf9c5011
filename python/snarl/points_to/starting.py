"""What the JVM does before and after a program: all of it, or only what programs see of it.

In full, the JVM's start reaches more of the JDK than most programs do: class loading, modules,
security. The light start makes what programs can get at, as the JVM would: streams and properties
of `System`, the loader of the application, the main thread and its groups.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from snarl import _engine

if TYPE_CHECKING:
    from snarl.program.model import Program

Start = Literal["full", "light", "none"]

# What the JVM calls before and after the main method.
_PHASES = (
    ("java/lang/System", "initPhase1", "()V"),
    ("java/lang/System", "initPhase2", "(ZZ)I"),
    ("java/lang/System", "initPhase3", "()V"),
)
_SHUTDOWN = ("java/lang/Shutdown", "shutdown", "()V")
_ACCESS = ("java/lang/System", "setJavaLangAccess", "()V")

_SYSTEM, _THREAD, _GROUP = "java/lang/System", "java/lang/Thread", "java/lang/ThreadGroup"
_STRING, _OBJECT = "Ljava/lang/String;", "Ljava/lang/Object;"
_LOADER = "java/lang/ClassLoader"
_LOADERS = "jdk/internal/loader/ClassLoaders"
_BUILTIN = "Ljdk/internal/loader/BuiltinClassLoader;"
_NULL = -1


def start_jvm(program: Program, body: _engine.Synthetic, start: Start) -> None:
    """Adds what the JVM does itself to the body of a root."""
    if start == "none" or _SYSTEM.replace("/", ".") not in program:
        return
    steps = _Steps(program, body)
    if start == "full":
        for owner, name, descriptor in _PHASES:
            steps.call(owner, name, descriptor)
    else:
        steps.start_lightly()
    steps.start_main_thread()
    steps.call(*_SHUTDOWN)


def has_method(program: Program, owner: str, name: str, descriptor: str) -> bool:
    """Whether a class, by its internal name, declares a method."""
    found = program.find_class(owner.replace("/", "."))
    return found is not None and any(
        (it.name, it.descriptor) == (name, descriptor) for it in found.methods
    )


class _Steps:
    """What is done for a program. What its JDK does not have is left out."""

    def __init__(self, program: Program, body: _engine.Synthetic) -> None:
        self._program = program
        self._body = body

    def call(self, owner: str, name: str, descriptor: str) -> None:
        """Calls a static method that has no parameters but flags."""
        if has_method(self._program, owner, name, descriptor):
            self._body.call("static", owner, name, descriptor, [_NULL] * descriptor.count("Z"))

    def start_main_thread(self) -> None:
        named = f"(L{_GROUP};{_STRING})V"
        if not (self._has(_GROUP, "<init>", named) and self._has(_THREAD, "<init>", named)):
            return
        text = self._body.new(_STRING)
        system = self._make(_GROUP, "()V")
        group = self._make(_GROUP, named, system, text)
        thread = self._make(_THREAD, named, group, text)
        if self._has(_THREAD, "exit", "()V"):
            self._body.call("special", _THREAD, "exit", "()V", [thread])

    def start_lightly(self) -> None:
        """What `System.initPhase1` to `initPhase3` leave behind for programs."""
        self.call(*_ACCESS)
        self._set_properties()
        self._set_streams()
        self._set_loader()

    def _set_properties(self) -> None:
        text = self._body.new(_STRING)
        self._set(_SYSTEM, "lineSeparator", _STRING, text)
        properties = self._make("java/util/Properties", "()V")
        put = f"({_OBJECT}{_OBJECT}){_OBJECT}"
        self._body.call("virtual", "java/util/Map", "put", put, [properties, text, text])
        self._set(_SYSTEM, "props", "Ljava/util/Properties;", properties)
        saved = self._make("java/util/HashMap", "()V")
        self._body.call("virtual", "java/util/Map", "put", put, [saved, text, text])
        self._set("jdk/internal/misc/VM", "savedProps", "Ljava/util/Map;", saved)

    def _set_streams(self) -> None:
        by_descriptor, over = "(Ljava/io/FileDescriptor;)V", "(Ljava/io/OutputStream;)V"
        descriptor = self._make("java/io/FileDescriptor", "()V")
        file = self._make("java/io/FileInputStream", by_descriptor, descriptor)
        buffered = self._make("java/io/BufferedInputStream", "(Ljava/io/InputStream;)V", file)
        for field in ("in", "initialIn"):
            self._set(_SYSTEM, field, "Ljava/io/InputStream;", buffered)
        for fields in (("out",), ("err", "initialErr")):
            output = self._make("java/io/FileOutputStream", by_descriptor, descriptor)
            buffer = self._make("java/io/BufferedOutputStream", over, output)
            stream = self._make("java/io/PrintStream", over, buffer)
            for field in fields:
                self._set(_SYSTEM, field, "Ljava/io/PrintStream;", stream)

    def _set_loader(self) -> None:
        platform = self._make(
            f"{_LOADERS}$PlatformClassLoader", f"(L{_LOADERS}$BootClassLoader;)V", _NULL
        )
        path = "Ljdk/internal/loader/URLClassPath;"
        loader = self._make(f"{_LOADERS}$AppClassLoader", f"({_BUILTIN}{path})V", platform, _NULL)
        self._set(_LOADER, "scl", f"L{_LOADER};", loader)

    def _has(self, owner: str, name: str, descriptor: str) -> bool:
        return has_method(self._program, owner, name, descriptor)

    def _make(self, of: str, constructor: str, *arguments: int) -> int:
        """A new object on which a constructor has run, if the class has this one."""
        if of.replace("/", ".") not in self._program:
            return _NULL
        made = self._body.new(f"L{of};")
        if self._has(of, "<init>", constructor):
            self._body.call("special", of, "<init>", constructor, [made, *arguments])
        return made

    def _set(self, owner: str, name: str, descriptor: str, value: int) -> None:
        found = self._program.find_class(owner.replace("/", "."))
        if found is not None and any(
            (it.name, it.descriptor) == (name, descriptor) for it in found.fields
        ):
            self._body.store_static(owner, name, descriptor, value)

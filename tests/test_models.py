"""Library models: the language, the checks against a program, and every built-in model."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from conftest import feature, jar_of, simple_class
from java_homes import jdks
from snarl import _engine
from snarl.program import Program, load
from snarl.program.models import ModelError, Models, load_models
from snarl.program.models.entries import USER_FILE
from snarl.program.models.language import (
    Argument,
    Call,
    Copy,
    Effect,
    EffectError,
    New,
    Place,
    Reflect,
    parse,
)
from snarl.program.models.linking import split, type_name
from snarl.program.models.loading import TESTED, read_file

FOLDER = Path(load_models.__code__.co_filename).parent
THIS = Place("this")
ARG0 = Place("arg0")
RETURN = Place("return")
# What stands for a member: as an object of reflection, as a handle, as an offset.
REFLECTED = ("Method", "Constructor", "Field")
HANDLES = ("Ljava/lang/invoke/MethodHandle;", "Ljava/lang/invoke/VarHandle;", "I", "J")
MEMBERS = {*(f"Ljava/lang/reflect/{name};" for name in REFLECTED), *HANDLES}


@cache
def program_of(home: Path) -> Program:
    return load([], jdk=home)


@pytest.fixture
def program(home: Path) -> Program:
    return program_of(home)


class Recorder:
    """A body that writes down what it is made of, and knows the types of its variables."""

    def __init__(self, engine: _engine.Program, parameters: list[str], returns: str) -> None:
        self.engine = engine
        self.types: list[str | None] = [*parameters]
        self.parameters = list(range(len(parameters)))
        self.result = -1 if returns == "V" else self._new_variable(returns)
        self.steps: list[str] = []
        self.calls: list[tuple[str, str, str]] = []
        self.wrong: list[str] = []

    def _new_variable(self, of: str | None) -> int:
        self.types.append(of)
        return len(self.types) - 1

    def _type(self, variable: int) -> str | None:
        return None if variable == -1 else self.types[variable]

    def _check(self, what: str, variable: int, wanted: str) -> None:
        of = self._type(variable)
        if of is not None and not self._may_be(of, wanted):
            self.wrong.append(f"{what}: {type_name(of)} is no {type_name(wanted)}")

    def _may_be(self, of: str, wanted: str) -> bool:
        """Whether a value of one static type may be of another."""
        if of == wanted or "Ljava/lang/Object;" in (of, wanted):
            return True
        if "[" in (of[0], wanted[0]):
            return of[0] == wanted[0] and self._may_be(of[1:], wanted[1:])
        if of[0] != "L" or wanted[0] != "L" or of.startswith("Ljava/lang/reflect/"):
            return of in MEMBERS and wanted in MEMBERS
        below, above = (self._class(it) for it in (of, wanted))
        return (
            self.engine.is_subclass(below, above)
            or self.engine.is_subclass(above, below)
            or any(self.engine.class_access(it) & 0x200 for it in (below, above))
        )

    def _class(self, descriptor: str) -> int:
        found = self.engine.find_class(type_name(descriptor))
        assert found is not None
        return found

    def variable(self, descriptor: str, /) -> int:
        return self._new_variable(descriptor)

    def copy(self, source: int, target: int, cast: str | None = None, /) -> None:
        self.steps.append(f"{target} = {f'({cast}) ' if cast else ''}{source}")
        to = self._type(target)
        if to is not None:
            self._check("copy", source, to)

    def new(self, descriptor: str, /) -> int:
        variable = self._new_variable(descriptor)
        if descriptor[0] == "L":
            access = self.engine.class_access(self._class(descriptor))
            if access & 0x600:
                self.wrong.append(f"new {type_name(descriptor)}: is abstract")
        self.steps.append(f"{variable} = new {descriptor}")
        return variable

    def load(self, base: int, owner: str, name: str, descriptor: str, /) -> int:
        variable = self._new_variable(descriptor)
        self._check(f"base of {name}", base, f"L{owner};")
        self.steps.append(f"{variable} = {base}.{owner}.{name}:{descriptor}")
        return variable

    def store(self, base: int, owner: str, name: str, descriptor: str, value: int, /) -> None:
        self._check(f"base of {name}", base, f"L{owner};")
        self._check(name, value, descriptor)
        self.steps.append(f"{base}.{owner}.{name}:{descriptor} = {value}")

    def load_elements(self, base: int, /) -> int:
        of = self._type(base)
        variable = self._new_variable(of[1:] if of and of[0] == "[" else None)
        self.steps.append(f"{variable} = {base}[]")
        return variable

    def store_elements(self, base: int, value: int, /) -> None:
        of = self._type(base)
        if of is not None and of[0] == "[":
            self._check("element", value, of[1:])
        self.steps.append(f"{base}[] = {value}")

    def load_static(self, owner: str, name: str, descriptor: str, /) -> int:
        variable = self._new_variable(descriptor)
        self.steps.append(f"{variable} = {owner}.{name}:{descriptor}")
        return variable

    def store_static(self, owner: str, name: str, descriptor: str, value: int, /) -> None:
        self._check(name, value, descriptor)
        self.steps.append(f"{owner}.{name}:{descriptor} = {value}")

    def call(
        self, kind: str, owner: str, name: str, descriptor: str, arguments: list[int], /
    ) -> int:
        parameters, returns = split(descriptor)
        wanted = list(parameters) if kind == "static" else [f"L{owner};", *parameters]
        for argument, of in zip(arguments, wanted, strict=True):
            self._check(f"{name}{descriptor}", argument, of)
        self.calls.append((owner.replace("/", "."), name, descriptor))
        variable = -1 if returns == "V" else self._new_variable(returns)
        given = ", ".join(map(str, arguments))
        self.steps.append(f"{variable} = {kind} {owner}.{name}{descriptor}({given})")
        return variable

    def reflect(self, what: str, arguments: list[int], /) -> int:
        variable = self._new_variable(None)
        self.steps.append(f"{variable} = {what}({', '.join(map(str, arguments))})")
        return variable


def recorded(program: Program, extra: dict[str, dict[str, object]] | None = None) -> Models:
    return load_models(program, extra, synthetic=Recorder)


def steps(program: Program, cls: str, key: str, effects: str) -> list[str]:
    """What a model of the user becomes."""
    models = recorded(program, {cls: {key: effects}})
    found = [place for place, entry in models.entries.items() if entry.file == USER_FILE]
    body = models.body(*found[0])
    assert isinstance(body, Recorder)
    return body.steps


class TestLanguage:
    def test_places(self) -> None:
        assert parse("this.next = arg0.a.b[]") == [
            Effect(Place("this", ("next",)), Copy(Place("arg0", ("a", "b", "[]"))))
        ]
        assert parse("static a.b.C.x = arg0[][]") == [
            Effect(Place("static", ("x",), "a.b.C"), Copy(Place("arg0", ("[]", "[]"))))
        ]
        assert parse("return = static a.b.C.x[]") == [
            Effect(RETURN, Copy(Place("static", ("x", "[]"), "a.b.C")))
        ]

    def test_lines_comments_and_semicolons(self) -> None:
        text = "x = arg0 # what; it is\n\n  this.f = x; return = this"
        assert parse(text) == [
            Effect(Place("x"), Copy(ARG0)),
            Effect(Place("this", ("f",)), Copy(Place("x"))),
            Effect(RETURN, Copy(THIS)),
        ]
        assert parse(" # nothing") == []

    def test_casts_and_new_objects(self) -> None:
        assert parse("return = (a.b.C[]) arg0") == [Effect(RETURN, Copy(ARG0, "a.b.C[]"))]
        assert parse("x = new a.b.C") == [Effect(Place("x"), New("a.b.C", None))]
        assert parse("x = new a.b.C()") == [Effect(Place("x"), New("a.b.C", ()))]
        arguments = (Argument(ARG0, "int"), Argument(Place("_"), None))
        assert parse("new a.b.C(int arg0, _)") == [Effect(None, New("a.b.C", arguments))]

    def test_calls(self) -> None:
        assert parse("spawn arg0.run()") == [Effect(None, Call(True, ARG0, "", "run", ()))]
        assert parse("x = arg0; call x.f.get(this)") == [
            Effect(Place("x"), Copy(ARG0)),
            Effect(None, Call(False, Place("x", ("f",)), "", "get", (Argument(THIS, None),))),
        ]
        assert parse("return = call a.b.C.of(static a.b.C.x)") == [
            Effect(
                RETURN,
                Call(
                    False, None, "a.b.C", "of", (Argument(Place("static", ("x",), "a.b.C"), None),)
                ),
            )
        ]

    @pytest.mark.parametrize(
        ("text", "what", "count"),
        [
            ("clone this", "clone", 1),
            ("class named this", "class-named", 1),
            ("class of this", "class-of", 1),
            ("component of this", "component", 1),
            ("instance of this", "instance", 1),
            ("array of this", "array", 1),
            ("constructor of this", "constructor", 1),
            ("method this of this", "method", 2),
            ("field _ of this", "field", 2),
            ("elements of this", "elements", 1),
            ("construct this with this", "construct", 2),
            ("invoke this on this with this", "invoke", 3),
            ("apply this", "apply", 1),
            ("bind this to this", "bind", 2),
            ("get this on this", "get", 2),
            ("set this on this to _", "set", 3),
            ("read this", "read", 1),
            ("write this", "write", 1),
            ("update this", "update", 1),
            ("proxy of this with this", "proxy", 2),
            ("providers of this", "providers", 1),
            ("current thread", "current-thread", 0),
            ("calling class", "calling-class", 0),
            ("defined class", "defined-class", 0),
        ],
    )
    def test_what_the_engine_does(self, text: str, what: str, count: int) -> None:
        ((_, source),) = parse(f"return = {text}")
        assert isinstance(source, Reflect)
        assert (source.what, len(source.places)) == (what, count)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("arg0", "'arg0' has no effect: expected 'place = source', a call or a spawn"),
            ("x =", "'x =': expected a source, got the end"),
            (
                "return = y",
                "expected a place (this, argN, return, or 'static a.b.C.field'), got 'y'",
            ),
            ("x = this; return = y", "(this, argN, return, x, or 'static a.b.C.field'), got 'y'"),
            ("x = this; x = arg0", "x has a value already: expected a name that is new"),
            (
                "this = arg0",
                "expected return, a new name, a field or elements before '=', got 'this'",
            ),
            ("arg0 = this", "before '=', got 'arg0'"),
            ("call run()", "expected a method as place.method(…) or a.b.C.method(…), got 'run'"),
            ("spawn a.b.C.run()", "expected a place before the method that runs in a new thread"),
            ("call this.run(arg0", "expected ',' or ')', got the end"),
            ("call this.run(int arg0 arg1)", "expected ',' or ')', got 'arg1'"),
            ("return = class this", "expected 'named' or 'of', got 'this'"),
            ("return = invoke this on arg0", "expected 'with', got the end"),
            ("return = this this", "expected the end, got 'this'"),
            ("return = {this}", "expected a name or one of ( ) = , got '{this}'"),
            ("static x = this", "expected a static field as a.b.C.field, got 'x'"),
            ("return = (", "expected a type, got the end"),
        ],
    )
    def test_mistakes(self, text: str, message: str) -> None:
        with pytest.raises(EffectError) as error:
            parse(text)
        assert message in str(error.value)


class TestBodies:
    def test_fields_elements_and_statics(self, program: Program) -> None:
        cls, key = "java.util.ArrayList", "set(int, Object)"
        assert steps(
            program, cls, key, "this.elementData[] = arg1; return = this.elementData[]"
        ) == [
            "4 = 0.java/util/ArrayList.elementData:[Ljava/lang/Object;",
            "4[] = 2",
            "5 = 0.java/util/ArrayList.elementData:[Ljava/lang/Object;",
            "6 = 5[]",
            "3 = 6",
        ]
        assert steps(program, cls, key, "static System.out = static java.lang.System.err") == [
            "4 = java/lang/System.err:Ljava/io/PrintStream;",
            "java/lang/System.out:Ljava/io/PrintStream; = 4",
        ]

    def test_return_has_the_type_of_what_it_was_given(self, program: Program) -> None:
        cls = "java.util.concurrent.AbstractExecutorService"
        key = "submit(java.util.concurrent.Callable)"
        text = "return = new java.util.concurrent.FutureTask(arg0); spawn return.run()"
        assert steps(program, cls, key, text) == [
            "3 = new Ljava/util/concurrent/FutureTask;",
            "-1 = special java/util/concurrent/FutureTask.<init>"
            "(Ljava/util/concurrent/Callable;)V(3, 1)",
            "2 = 3",
            "-1 = spawn java/util/concurrent/FutureTask.run()V(3)",
        ]

    def test_a_cast_to_a_local_takes_a_variable(self, program: Program) -> None:
        assert steps(
            program, "java.util.ArrayList", "add(Object)", "x = (Thread) arg0; call x.start()"
        ) == [
            "3 = (Ljava/lang/Thread;) 1",
            "-1 = virtual java/lang/Thread.start()V(3)",
        ]

    def test_private_methods_and_constructors_are_not_selected(self, program: Program) -> None:
        cls, key = "java.util.concurrent.ThreadPoolExecutor", "execute(Runnable)"
        assert steps(program, cls, key, "call this.addWorker(arg0, _)") == [
            "2 = special java/util/concurrent/ThreadPoolExecutor.addWorker"
            "(Ljava/lang/Runnable;Z)Z(0, 1, -1)"
        ]

    def test_a_method_of_a_super_interface(self, program: Program) -> None:
        found = steps(
            program,
            "java.util.Objects",
            "hash(Object[])",
            "x = new java.util.ArrayList; call x.stream()",
        )
        assert found[-1].endswith(
            "virtual java/util/Collection.stream()Ljava/util/stream/Stream;(2)"
        )

    def test_methods_that_look_the_same_share_a_body(self, program: Program) -> None:
        models = recorded(
            program, {"java.util.ArrayList": {"add*|remove(Object)": "this.elementData[] = arg0"}}
        )
        cls = program["java.util.ArrayList"]
        add = cls.method("add", "(Ljava/lang/Object;)Z")
        remove = cls.method("remove", "(Ljava/lang/Object;)Z")
        assert models.body(cls.id, add.index) is models.body(cls.id, remove.index)
        assert models.body(cls.id, cls.method("size").index) is None


class TestMistakes:
    @pytest.mark.parametrize(
        ("key", "message"),
        [
            (
                "begin()",
                'snarl.toml: ["java.lang.Thread"] "begin()": expected a method that '
                "java.lang.Thread declares itself, got no method begin",
            ),
            ("run(int)", "got only run()"),
            ("get(...)", "got no method get"),
            ("run", "expected a key as name(types)"),
        ],
    )
    def test_of_a_key(self, program: Program, key: str, message: str) -> None:
        with pytest.raises(ModelError) as error:
            recorded(program, {"java.lang.Thread": {key: ""}})
        assert message in str(error.value)
        assert (error.value.file, error.value.cls) == (USER_FILE, "java.lang.Thread")
        assert error.value.key == key

    @pytest.mark.parametrize(
        ("effects", "message"),
        [
            ("spawn this.go()", "expected a method of java.lang.Thread, got go"),
            (
                "call this.setName()",
                "expected a method setName of java.lang.Thread for (), "
                "got only setName(java.lang.String)",
            ),
            (
                "x = new Thread(_)",
                "expected one constructor of java.lang.Thread for (_), got 2: "
                "<init>(java.lang.Runnable), <init>(java.lang.String); "
                "put types before the places",
            ),
            ("x = this.nam", "expected a field of java.lang.Thread, got nam; did you mean name"),
            ("x = arg1", "expected a parameter of the method (this, arg0), got arg1"),
            ("return = this", "expected a method with a result for 'return', got void"),
            ("x = return", "got 'return' before it has one"),
            ("x = call this.run()", "expected a value for x, got a call without a result"),
            ("call Missing.f()", "expected a class of the program, got Missing"),
            (
                "call Thread.start()",
                "expected a static method, got Thread.start(), which needs an object",
            ),
            (
                "call this.activeCount()",
                "expected a method of an object, got java.lang.Thread.activeCount(), "
                "which is static",
            ),
            ("call _.run()", "expected an object before .run, got _"),
            ("x = new a.b.Missing()", "expected a class of the program, got a.b.Missing"),
            ("x = new int", "expected a class or array after 'new', got int"),
            ("static System.lost = this", "expected a field of java.lang.System, got lost"),
            ("static Thread.name = this", "expected a static field, got Thread.name"),
            ("x = new System.out", "expected a class of the program, got System.out"),
            ("x = arg0.f", "expected an object before .f, got boolean"),
            ("y = new Object; x = y.f", "cast it first: x = (a.b.C) place"),
            ("do this", "'do this': expected"),
            (7, "expected effects, or a table with effects, got 7"),
            ({"effects": "", "form": 1}, "expected since, until and effects, got form"),
            (
                {"effects": "", "since": "17"},
                "since: expected the number of a JDK as 21, got '17'",
            ),
        ],
    )
    def test_of_effects(self, program: Program, effects: object, message: str) -> None:
        with pytest.raises(ModelError) as error:
            recorded(program, {"java.lang.Thread": {"setDaemon(boolean)": effects}})
        assert message in str(error.value)
        assert error.value.key == "setDaemon(boolean)"

    def test_of_a_class(self, program: Program) -> None:
        with pytest.raises(ModelError) as error:
            recorded(program, {"a.b.Missing": {"f()": ""}})
        assert str(error.value) == (
            'snarl.toml: ["a.b.Missing"]: expected a class of the program, got none of this name; '
            "name the jar or folder that has it on the class path, or remove the table"
        )

    def test_a_table_is_expected(self, program: Program) -> None:
        with pytest.raises(ModelError, match="expected a table of models, got 'spawn'"):
            recorded(program, {"java.lang.Thread": "spawn"})  # type: ignore[dict-item]

    def test_two_models_of_one_method(self, program: Program) -> None:
        with pytest.raises(ModelError, match="expected one model a method, got another"):
            recorded(program, {"java.lang.Thread": {"run()": "", "run|start()": ""}})

    def test_a_file_that_is_not_toml(self, tmp_path: Path) -> None:
        path = tmp_path / "bad.toml"
        path.write_text("[")
        with pytest.raises(ModelError, match=r"bad\.toml: is not TOML"):
            read_file(path)


class TestVersions:
    def test_since_and_until(self, program: Program) -> None:
        now = program.jdk_version
        table: dict[str, object] = {
            "run()": {"since": now, "until": now, "effects": ""},
            "start()": [
                {"until": now - 1, "effects": "call this.earlier()"},
                {"since": now, "effects": "call this.run()"},
            ],
            "gone()": {"until": now - 1, "effects": ""},
            "coming()": {"since": now + 1, "effects": ""},
        }
        models = recorded(program, {"java.lang.Thread": table})
        keys = {entry.key for entry in models.entries.values() if entry.file == USER_FILE}
        assert keys == {"run()", "start()"}

    def test_of_a_whole_class(self, program: Program) -> None:
        now = program.jdk_version
        for limits in ({"since": now + 1}, {"until": now - 1}, {"requires": "a.b.Missing"}):
            table: dict[str, object] = {**limits, "f()": ""}
            recorded(program, {"a.b.Missing": table})


class TestUsersModels:
    def test_they_win(self, program: Program) -> None:
        models = recorded(program, {"java.lang.Thread": {"start()": "call this.run()"}})
        cls = program["java.lang.Thread"]
        body = models.body(cls.id, cls.method("start", "()V").index)
        assert isinstance(body, Recorder)
        assert body.steps == ["-1 = virtual java/lang/Thread.run()V(0)"]

    def test_of_classes_in_no_package(self, tmp_path: Path, home: Path) -> None:
        jar = jar_of(tmp_path / "a.jar", simple_class("Task"), simple_class("p/Pool"))
        program = load([jar], jdk=home)
        models = recorded(program, {"Task": {"<init>()": "x = new Task()"}})
        assert any(entry.cls == "Task" for entry in models.entries.values())


Row = tuple[str, str, str, int, int]


def built_in() -> Iterator[Row]:
    """(file, class, key, since, until) of every built-in model."""
    for path in sorted(FOLDER.glob("*.toml")):
        for cls, table in read_file(path).items():
            if not isinstance(table, dict):
                continue
            since, until = table.get("since", 0), table.get("until", 99)
            for key, value in table.items():
                if "(" not in key:
                    continue
                for one in value if isinstance(value, list) else [value]:
                    limits = one if isinstance(one, dict) else {}
                    yield (
                        path.name,
                        cls,
                        key,
                        *(
                            max(since, limits.get("since", 0)),
                            min(until, limits.get("until", 99)),
                        ),
                    )


class TestBuiltIn:
    def test_all_fit(self, program: Program) -> None:
        """Each entry matches where it says it does; in strict versions, loading would fail."""
        models = recorded(program)
        assert models.warnings == []
        assert len(models.bodies()) == len(models.entries) > 800
        assert models.warnings == []
        there = {(entry.file, entry.cls, entry.key) for entry in models.entries.values()}
        now = program.jdk_version
        missing = [
            row
            for row in built_in()
            if row[3] <= now <= row[4] and row[:3] not in there and not shadowed(row, models)
            # Of other libraries only what is on the class path: test_other_languages.py.
            if row[1].startswith(("java.", "javax.", "jdk.", "sun."))
        ]
        assert missing == []

    def test_each_is_tested(self) -> None:
        versions = {feature(home) for home in jdks()} & set(TESTED)
        if versions != set(TESTED):
            pytest.skip(f"needs JDKs {TESTED}")
        assert [row for row in built_in() if not any(row[3] <= it <= row[4] for it in TESTED)] == []

    def test_types_fit(self, program: Program) -> None:
        models = recorded(program)
        wrong = [
            f"{entry.file} {entry.cls} {entry.key}: {message}"
            for place, entry in models.entries.items()
            if isinstance(body := models.body(*place), Recorder)
            for message in body.wrong
        ]
        assert wrong == []

    def test_none_calls_itself(self, program: Program) -> None:
        """A model is taken anew at each call, so that a cycle of models would have no end.

        Wrappers that pass a call on are cut: they end where what they wrap does.
        """
        models = recorded(program)
        engine = program.engine
        by_signature: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for class_id, index in models.entries:
            name, descriptor, _ = engine.method(class_id, index)
            by_signature.setdefault((name, descriptor), []).append((class_id, index))
        calls: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for place, entry in models.entries.items():
            body = models.body(*place)
            assert isinstance(body, Recorder)
            if "Delegated" in entry.cls or "DelayedExecutor" in entry.cls:
                continue
            for owner, name, descriptor in body.calls:
                owner_id = engine.find_class(owner)
                assert owner_id is not None
                calls.setdefault(place, []).extend(
                    target
                    for target in by_signature.get((name, descriptor), [])
                    if engine.is_subclass(target[0], owner_id)
                    or engine.is_subclass(owner_id, target[0])
                )
        assert [models.entries[place] for place in calls if in_cycle(place, calls)] == []

    def test_the_engine_takes_them(self, program: Program) -> None:
        models = load_models(program)
        assert len(models.bodies()) == len(models.entries)

    def test_a_part_of_the_jdk(self, home: Path) -> None:
        program = load([], jdk=home, modules=["java.base"])
        models = recorded(program)
        assert models.warnings == []
        files = {entry.file for entry in models.entries.values()}
        assert "threads.toml" in files
        assert not files & {"desktop.toml", "xml.toml", "unsupported.toml"}

    def test_an_untested_version_warns(
        self, program: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        broken = {"java.lang.Thread": {"lost()": ""}, "java.lang.Lost": {"f()": ""}}
        broken["java.lang.String"] = {"intern()": "call this.lost()"}

        def read(path: Path) -> dict[str, object]:
            return dict(broken) if path.name == "natives.toml" else {}

        monkeypatch.setattr("snarl.program.models.loading.read_file", read)
        monkeypatch.setattr("snarl.program.models.loading.TESTED", (8,))
        models = recorded(program)
        assert models.bodies() == []
        assert len(models.warnings) == 3
        monkeypatch.setattr("snarl.program.models.loading.TESTED", (program.jdk_version,))
        with pytest.raises(ModelError, match=r'natives\.toml: \["java\.lang\.Thread"\] "lost\(\)"'):
            recorded(program)

    def test_a_purpose(self, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
        tables: dict[str, object] = {"java.lang.String": {"intern()": "return = this"}}

        def read(path: Path) -> dict[str, object]:
            return dict(tables) if path.name == "natives.toml" else {}

        monkeypatch.setattr("snarl.program.models.loading.read_file", read)
        assert len(load_models(program, purpose="calls").entries) == 1
        tables["purpose"] = "threads"
        assert len(load_models(program).entries) == 1
        assert load_models(program, purpose="calls").entries == {}
        tables["purpose"] = "speed"
        message = r"natives\.toml: purpose: expected threads or calls, got 'speed'"
        with pytest.raises(ModelError, match=message):
            load_models(program)


def shadowed(row: Row, models: Models) -> bool:
    """Whether entries that name methods have taken all that a pattern matches."""
    return "*" in row[2] and any(entry.cls == row[1] for entry in models.entries.values())


def in_cycle(start: tuple[int, int], calls: dict[tuple[int, int], list[tuple[int, int]]]) -> bool:
    seen: set[tuple[int, int]] = set()
    work = list(calls.get(start, []))
    while work:
        place = work.pop()
        if place == start:
            return True
        if place not in seen:
            seen.add(place)
            work += calls.get(place, [])
    return False


def test_every_mode_of_a_var_handle(program: Program) -> None:
    """Each signature-polymorphic method has a model: bytecode has none."""
    models = recorded(program)
    cls = program["java.lang.invoke.VarHandle"]
    native = [method for method in cls.methods if method.is_native]
    polymorphic = [it for it in native if it.descriptor.startswith("([Ljava/lang/Object;)")]
    assert len(polymorphic) == 31
    assert all((cls.id, method.index) in models.entries for method in polymorphic)


def test_every_way_to_start_a_thread(program: Program) -> None:
    """All public methods of these take tasks, and each has a model that keeps it."""
    models = recorded(program)
    modelled = {
        (program.engine.class_name(class_id), program.engine.method(class_id, index)[0])
        for class_id, index in models.entries
    }
    executors = ("execute", "submit", "invokeAll", "invokeAny")
    scheduled = ("schedule", "scheduleAtFixedRate", "scheduleWithFixedDelay")
    juc = "java.util.concurrent"
    wanted = [
        *itertools.product([f"{juc}.AbstractExecutorService"], executors[1:]),
        *itertools.product(
            [f"{juc}.ForkJoinPool", f"{juc}.Executors$DelegatedExecutorService"], executors
        ),
        *itertools.product([f"{juc}.ScheduledThreadPoolExecutor"], scheduled),
        (f"{juc}.ThreadPoolExecutor", "execute"),
        (f"{juc}.ForkJoinTask", "fork"),
        (f"{juc}.ExecutorCompletionService", "submit"),
        ("java.lang.Thread", "start"),
        ("java.util.Timer", "schedule"),
        ("java.util.Timer", "scheduleAtFixedRate"),
        ("java.lang.Runtime", "addShutdownHook"),
        ("java.lang.ref.Cleaner", "register"),
        ("javax.swing.SwingUtilities", "invokeLater"),
        ("java.awt.EventQueue", "invokeAndWait"),
    ]
    if program.jdk_version >= 21:
        wanted += itertools.product([f"{juc}.ThreadPerTaskExecutor"], executors)
        wanted += [("java.lang.Thread", "startVirtualThread"), ("java.lang.VirtualThread", "start")]
    assert [it for it in wanted if it not in modelled] == []
    stages = {
        method.name
        for method in program[f"{juc}.CompletionStage"].methods
        if method.is_abstract or method.name.endswith(("Async", "Compose"))
    } - {"toCompletableFuture"}
    assert [it for it in stages if (f"{juc}.CompletableFuture", it) not in modelled] == []

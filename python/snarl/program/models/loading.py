"""Models for a program: read from TOML, matched with its methods, compiled for the engine.

A key that matches nothing and an effect that names nothing is an error: a model that silently
does not apply would make every answer wrong that rests on it. On a JDK that the models were not
tested with, what does not fit of snarl's own models is left out with a warning, for its user could
not mend it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from snarl import _engine
from snarl.program.models.compiling import Bodies, Synthetic, SyntheticFactory
from snarl.program.models.entries import USER_FILE, Entry, ModelError
from snarl.program.models.matching import Matcher, Purpose

if TYPE_CHECKING:
    from snarl.program.model import Program

TESTED = (17, 25)
"""Feature versions of the JDKs that every built-in model is tested with."""

_FOLDER = Path(__file__).parent


class Body(NamedTuple):
    """A modelled method, by the ids that the engine has for it, and its body."""

    class_id: int
    method_index: int
    synthetic: Synthetic


class Models:
    """The models of a program: which methods have one, and bodies of those that are asked for."""

    def __init__(self, entries: dict[tuple[int, int], Entry], compiler: Bodies) -> None:
        self.entries = dict(sorted(entries.items()))
        """What models a method, by class and index of the method."""
        self._compiler = compiler

    @property
    def warnings(self) -> list[str]:
        """What of snarl's own models does not fit a JDK that they were not tested with, so far."""
        return self._compiler.warnings

    def body(self, class_id: int, method_index: int) -> Synthetic | None:
        """The body that stands in for a method's own; None without one.

        Methods of a class that look and do the same share one. Raises `ModelError`.
        """
        entry = self.entries.get((class_id, method_index))
        return None if entry is None else self._compiler.make(class_id, method_index, entry)

    def bodies(self) -> list[Body]:
        """All bodies, in a fixed order. Raises `ModelError`."""
        bodies = []
        for class_id, method_index in self.entries:
            body = self.body(class_id, method_index)
            if body is not None:
                bodies.append(Body(class_id, method_index, body))
        return bodies


def load_models(
    program: Program,
    extra: Mapping[str, Mapping[str, object]] | None = None,
    *,
    purpose: Purpose = "threads",
    synthetic: SyntheticFactory | None = None,
) -> Models:
    """snarl's own models and the user's, as far as they are about the program.

    Args:
        program: What the models are checked against.
        extra: The user's: tables of models by class. They win over snarl's own.
        purpose: What they are for; files of models that are for another purpose are left out.
        synthetic: Makes an empty body; the engine's own by default.

    Raises:
        ModelError: A model is not in the language, or names what is not there.
    """
    is_tested = program.jdk_version in TESTED
    bodies = Bodies(program, synthetic or _engine.Synthetic, is_tested=is_tested)
    own = Matcher(bodies, lenient=not is_tested, purpose=purpose)
    for path in sorted(_FOLDER.glob("*.toml")):
        own.add_file(path.name, read_file(path))
    if program.is_of_jdk:
        _take_code_for_models(program, own.entries)
    if not extra:
        return Models(own.entries, bodies)
    users = Matcher(bodies, lenient=False, purpose=purpose)
    users.add_tables(USER_FILE, extra)
    models = Models(own.entries | users.entries, bodies)
    for class_id, method_index in users.entries:
        models.body(class_id, method_index)  # a mistake is told now, also where nothing calls it
    return models


def _take_code_for_models(program: Program, entries: dict[tuple[int, int], Entry]) -> None:
    """Leaves out the models of classes that are to be analysed themselves, where there is code."""
    analysed = set(program.class_ids("application").tolist())
    for class_id, index in list(entries):
        if class_id in analysed and not program.method(class_id, index).is_native:
            del entries[class_id, index]


def read_file(path: Path) -> dict[str, object]:
    """The tables of a file of models."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(path.name, "", "", f"is not TOML: {error}") from None

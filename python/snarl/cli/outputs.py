"""Where reports go: `--output FORMAT[=FILE]`, for all commands that report findings."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from snarl.report import FORMATS, View, render
from snarl.terminal import wants_color

if TYPE_CHECKING:
    from snarl.findings import Report

Stream = Literal["stdout", "stderr"]
_MOST_COLUMNS = 100


@dataclass(frozen=True, slots=True)
class Output:
    """A format, and the file or stream that it goes to."""

    form: str
    file: str | None = None
    stream: Stream = "stdout"

    @property
    def place(self) -> str:
        """Where it goes."""
        return self.stream if self.file is None else self.file


def parsed(given: Sequence[str], streams: Mapping[str, Stream] | None = None) -> tuple[Output, ...]:
    """What was given, by default text; formats without a file go to stdout, or as `streams` says.

    Raises:
        click.BadParameter: A format that there is not, or two reports at one place.
    """
    outputs = tuple(_output(text, streams or {}) for text in given or ["text"])
    for number, output in enumerate(outputs):
        if any(output.place == other.place for other in outputs[:number]):
            raise click.BadParameter(
                f"two reports go to {output.place}: name a file for one, as {output.form}=FILE."
            )
    return outputs


def _output(text: str, streams: Mapping[str, Stream]) -> Output:
    form, equals, file = text.partition("=")
    if form not in FORMATS:
        raise click.BadParameter(f"there is no format {form!r}; known: {', '.join(FORMATS)}.")
    if equals and not file:
        raise click.BadParameter(f"expected a file after '{form}='.")
    if file == "-":
        return Output(form)
    return Output(form, file or None, streams.get(form, "stdout"))


def for_stream(view: View, stream: Stream) -> View:
    """How to show a report on a stream: in colour and in its width, if it is a terminal."""
    target = sys.stdout if stream == "stdout" else sys.stderr
    if target is None or not target.isatty():
        return view
    width = min(shutil.get_terminal_size().columns, _MOST_COLUMNS)
    return replace(view, color=wants_color(target), width=width)


def print_report(text: str, stream: Stream) -> None:
    """Prints; whether there are colours was decided before."""
    click.echo(text, nl=False, err=stream == "stderr", color=True)


def write_files(outputs: Sequence[Output], report: Report, view: View) -> list[str]:
    """Writes those that go to files; gives what went wrong."""
    failures = []
    for output in outputs:
        if output.file is None:
            continue
        try:
            _write_file(Path(output.file), render(output.form, report, view))
        except OSError as error:
            failures.append(f"{output.file}: cannot be written ({error.strerror})")
    return failures


def _write_file(path: Path, text: str) -> None:
    """Writes a report into a file, whose folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)

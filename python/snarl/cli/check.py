"""`snarl check`: finds concurrency bugs in a program without running it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, get_args

import click

from snarl.cli.loading import (
    INCOMPLETE,
    UsageProblem,
    class_path,
    load_program,
    load_settings,
    program_options,
    progress,
    report_warnings,
    with_line,
)
from snarl.cli.outputs import Output, for_stream, parsed, print_report, write_files
from snarl.report import FORMATS, Group, View, render
from snarl.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snarl.cache import Question
    from snarl.findings import Report
    from snarl.program import Program, Warning
    from snarl.program.sources import Sources
    from snarl.settings import Settings

FINDINGS = 1
BAD_USAGE = 2
_CONTEXTS = ("ci", "1obj", "2obj", "3obj", "auto")
_SHOWN_ROOTS = 3
_SHOWN_WARNINGS = 20


def _outputs(
    context: click.Context, option: click.Parameter, given: tuple[str, ...]
) -> tuple[Output, ...]:
    return parsed(given)


def _rules(
    context: click.Context, option: click.Parameter, given: str | None
) -> tuple[str, ...] | None:
    if given is None:
        return None
    names = tuple(name.strip() for name in given.split(",") if name.strip())
    if not names:
        raise click.BadParameter("expected names of rules, separated by commas.")
    return names


@click.command("check", short_help="Find concurrency bugs in a program, without running it.")
@click.argument("paths", metavar="PATH...", nargs=-1)
@click.option(
    "--main",
    multiple=True,
    metavar="CLASS",
    help="The program starts in the main method of this class. Can be given several times.",
)
@click.option(
    "--open",
    "opened",
    multiple=True,
    metavar="PATTERN",
    help="Any thread may call the public methods of these classes, at any time: com.acme.Pool, or "
    "'com.acme.*'. Can be given several times.",
)
@program_options
@click.option(
    "--context",
    type=click.Choice(_CONTEXTS),
    default="auto",
    show_default=True,
    help="What tells calls of one method apart.",
)
@click.option(
    "--rules",
    metavar="LIST",
    callback=_rules,
    help="Only these rules, separated by commas; `snarl explain` lists them.",
)
@click.option(
    "--output",
    "outputs",
    multiple=True,
    metavar="FORMAT[=FILE]",
    callback=_outputs,
    help=f"The form of the report, {' or '.join(FORMATS)}, and the file that it goes to; by "
    "default text on stdout. Can be given several times.",
)
@click.option(
    "--group",
    type=click.Choice(get_args(Group)),
    default="field",
    show_default=True,
    help="What the text puts together: findings about one field, or about one object.",
)
@click.option(
    "--no-cache",
    is_flag=True,
    help="Check anew, also if nothing has changed since the last time, and keep nothing.",
)
def command(
    paths: tuple[str, ...],
    main: tuple[str, ...],
    opened: tuple[str, ...],
    classpath: tuple[str, ...],
    jdk: str | None,
    context: str,
    rules: tuple[str, ...] | None,
    outputs: tuple[Output, ...],
    group: Group,
    no_cache: bool,
) -> int:
    """Find concurrency bugs in a program, without running it.

    PATH is a jar, a fat jar or war, a folder of classes, or a folder of .java sources. Without
    --main and --open the program starts in the main methods that it has; if it has none, all its
    public classes are open. Without PATH, --open names classes of the JDK itself. What snarl
    cannot know, snarl.toml can tell.

    \b
    Examples:
      snarl check build/libs/app.jar
      snarl check target/classes --main com.acme.Main --classpath lib
      snarl check pool.jar --open 'com.acme.pool.*' --output text --output json=races.json

    \b
    Exit codes:
      0  no findings
      1  findings, of whatever severity
      2  bad usage or input, or a report that could not be written
      3  something could not be analysed; there may be findings all the same
    """
    if not paths and not opened:
        raise click.UsageError("Missing argument 'PATH...'.")
    asked = _Asked(paths, classpath, jdk, main, opened, context, rules, load_settings())
    done = asked.check_again() if no_cache else asked.check()
    report = done.report
    click.echo(printable(_start(report)), err=True)
    if done.was_kept:
        click.echo("nothing has changed since this was checked; --no-cache checks anew", err=True)
    failures = _write(report, outputs, View(done.sources, group=group))
    _report_all_warnings(report, done.warnings)
    for failure in failures:
        click.echo(f"snarl: {printable(failure)}", err=True)
    return BAD_USAGE if failures else _status(report)


@dataclass(frozen=True, slots=True)
class _Checked:
    """A report, and what belongs to it."""

    report: Report
    sources: Sources
    warnings: Sequence[Warning]
    """Those of loading the program."""
    was_kept: bool = False


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is to be checked, and how."""

    paths: tuple[str, ...]
    classpath: tuple[str, ...]
    jdk: str | None
    main: tuple[str, ...]
    opened: tuple[str, ...]
    context: str
    rules: tuple[str, ...] | None
    settings: Settings

    def check(self) -> _Checked:
        """The report of an earlier check, if nothing has changed; else that of one now, which is
        kept."""
        from snarl.cache import reports
        from snarl.program.loading import find_sources

        question = self._question()
        if question is None:
            return self.check_again()
        if kept := reports.find(question):
            seconds = dict.fromkeys(kept.report.seconds, 0.0)
            report = replace(kept.report, seconds=seconds)
            return _Checked(report, find_sources(self.paths), kept.warnings, was_kept=True)
        done = self.check_again()
        reports.keep(question, done.report, done.warnings)
        return done

    def _question(self) -> Question | None:
        """What the report depends on; None without a JDK, which loading tells better."""
        from snarl.cache import Question
        from snarl.program import InputError, find_jdk

        try:
            home = find_jdk(self.jdk).home
        except InputError:
            return None
        libraries = [Path(path) for path in class_path(self.classpath)]
        options = {
            "paths": self.paths,  # reports name files as they were given
            "main": self.main,
            "open": self.opened,
            "context": self.context,
            "rules": self.rules,
            "settings": self.settings.text,
        }
        return Question([Path(path) for path in self.paths], libraries, home, options)

    def check_again(self) -> _Checked:
        """The report of a check that is made now."""
        began = monotonic()
        of_jdk = () if self.paths else self.opened
        program = load_program(self.paths, self.classpath, self.jdk, of_jdk=of_jdk)
        loaded = monotonic() - began
        # What is slow to import comes when it is sure to be needed.
        from snarl.checking import RuleError, check
        from snarl.points_to import RootError
        from snarl.program.callbacks import CallbackError
        from snarl.program.models import ModelError
        from snarl.settings import SettingsError

        try:
            report = check(
                program,
                main=self.main or None,
                open=self.opened or None,
                context=self.context,
                rules=self.rules,
                settings=self.settings,
                progress=progress,
            )
        except (CallbackError, ModelError) as error:
            raise with_line(error, self.settings) from None
        except RootError as error:
            report_warnings(program.warnings)
            raise UsageProblem(str(error)) from None
        except (RuleError, SettingsError) as error:
            raise UsageProblem(str(error)) from None
        report = _completed(report, program, self.paths, loaded)
        return _Checked(report, program.sources, program.warnings)


def _completed(report: Report, program: Program, paths: tuple[str, ...], loaded: float) -> Report:
    """The report with what loading has to say."""
    lost = [warning for warning in program.warnings if warning.loses_input]
    return replace(
        report,
        paths=paths,
        warnings=tuple(dict.fromkeys([*map(str, program.warnings), *report.warnings])),
        seconds={**report.seconds, "load": loaded},
        is_complete=report.is_complete and not lost and bool(report.roots),
    )


def _start(report: Report) -> str:
    """What the analysis started from, in one line."""
    roots = report.roots
    if not roots:
        return f"{report.mode} program: nothing was analysed, for there was nothing to start from"
    if report.mode == "open":
        classes = {root.partition("(")[0].rpartition(".")[0] for root in roots}
        methods = _count(len(roots), "public method", "public methods")
        of = _count(len(classes), "class", "classes")
        return f"open program: {methods} of {of}, called from any thread"
    shown = ", ".join(roots[:_SHOWN_ROOTS])
    more = f" and {len(roots) - _SHOWN_ROOTS} more" if len(roots) > _SHOWN_ROOTS else ""
    return f"closed program: starts from {shown}{more}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _write(report: Report, outputs: Sequence[Output], view: View) -> list[str]:
    """Writes all outputs; gives what went wrong. Findings are never lost: if a file cannot be
    written and nothing else goes to stdout, the text does."""
    from snarl.report.as_text import summary

    failures = write_files(outputs, report, view)
    on_stdout = next((output.form for output in outputs if output.file is None), None)
    if on_stdout is None and failures:
        on_stdout = "text"
    if on_stdout is not None:
        print_report(render(on_stdout, report, for_stream(view, "stdout")), "stdout")
    if on_stdout != "text":
        click.echo(summary(report), err=True)
    return failures


def _report_all_warnings(report: Report, of_loading: Sequence[Warning]) -> None:
    """The program's warnings, then those of the analysis."""
    report_warnings(of_loading)
    of_program = set(map(str, of_loading))
    own = [text for text in report.warnings if text not in of_program]
    for text in own[:_SHOWN_WARNINGS]:
        line = printable(text).replace("\n", "\\n")
        click.echo(f"warning: {line}", err=True)
    if len(own) > _SHOWN_WARNINGS:
        click.echo(f"warning: {len(own) - _SHOWN_WARNINGS} more of the analysis", err=True)


def _status(report: Report) -> int:
    """That the analysis is incomplete counts more than findings: 1 promises that these are all."""
    if not report.is_complete:
        return INCOMPLETE
    return FINDINGS if report.findings else 0

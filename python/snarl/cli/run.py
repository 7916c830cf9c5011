"""`snarl run`: watches a program while it runs, and reports what its threads do wrong."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from snarl.cli.loading import INCOMPLETE, UsageProblem, load_settings
from snarl.cli.outputs import Output, Stream, for_stream, parsed, print_report, write_files
from snarl.report import FORMATS, View, render
from snarl.terminal import printable

if TYPE_CHECKING:
    from snarl.findings import Finding, Report
    from snarl.monitor.plan import Instrument
    from snarl.watching import Detector

FINDINGS = 1
BAD_USAGE = 2
_STREAMS: dict[str, Stream] = {"text": "stderr"}
_SHOWN_WARNINGS = 20
_RULE = "---- snarl run "
_PLANNING = (
    "snarl: looking for what threads may share, once for these classes; --instrument all does "
    "without"
)


def _outputs(
    context: click.Context, option: click.Parameter, given: tuple[str, ...]
) -> tuple[Output, ...]:
    return parsed(given, _STREAMS)


@click.command(
    "run",
    short_help="Watch a program while it runs, and report what its threads do wrong.",
    context_settings={"allow_interspersed_args": False},
)
@click.argument(
    "command_line", metavar="[--] COMMAND...", nargs=-1, type=click.UNPROCESSED, required=True
)
@click.option(
    "--detector",
    "detectors",
    multiple=True,
    type=click.Choice(("racer", "eraser", "fasttrack")),
    help="Who looks at the run; by default racer and fasttrack. Can be given several times.",
)
@click.option(
    "--instrument",
    type=click.Choice(("shared", "all")),
    default="shared",
    show_default=True,
    help="Which accesses are looked at: those that may be shared, or all. The report says what "
    "was.",
)
@click.option(
    "--with",
    "derived_file",
    metavar="FILE",
    help="A report of `snarl check --output json`: what the run shows of it has better evidence.",
)
@click.option(
    "--monitor",
    "monitors",
    multiple=True,
    metavar="FILE",
    help="A Python file with monitors of your own, which hear the run in place of the detectors. "
    "Can be given several times.",
)
@click.option(
    "--noise",
    type=click.IntRange(min=0),
    default=0,
    metavar="NUMBER",
    help="Short pauses that are drawn from this number, so that threads take turns differently.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="End the program after this time; what was seen until then is reported.",
)
@click.option(
    "--output",
    "outputs",
    multiple=True,
    metavar="FORMAT[=FILE]",
    callback=_outputs,
    help=f"The form of the report, {' or '.join(FORMATS)}, and the file that it goes to; by "
    "default text on stderr. Can be given several times.",
)
@click.option(
    "--keep",
    metavar="FOLDER",
    help="Keep what the agent wrote, in this folder.",
)
def command(
    command_line: tuple[str, ...],
    detectors: tuple[Detector, ...],
    instrument: Instrument,
    derived_file: str | None,
    monitors: tuple[str, ...],
    noise: int,
    timeout: float | None,
    outputs: tuple[Output, ...],
    keep: str | None,
) -> int:
    """Watch a program while it runs, and report what its threads do wrong: data races and locks
    that are acquired in orders that contradict each other.

    COMMAND is java with its options, or whatever starts JVMs: mvn, gradle, a script. The program
    has its input, output and signals to itself; the report follows on stderr when it has ended.

    \b
    Examples:
      snarl run -- java -jar app.jar
      snarl run --output json=races.json -- mvn test
      snarl run --with check.json --timeout 60 -- java -cp target/classes com.acme.Main

    \b
    Exit codes:
      1  findings, whatever the program's own exit code is
      2  bad usage, a program that cannot be run, or a report that could not be written
      3  nothing was watched, or not all of the run although the program ended with 0
      else the program's own: 0 if it ended well and there are no findings
    """
    if monitors:
        return _hear(command_line, monitors, timeout)
    settings = load_settings()
    derived = _derived(derived_file)
    if instrument == "shared" and sys.stderr.isatty():
        click.echo(_PLANNING, err=True)
    # What is slow to import comes when it is sure to be needed.
    from snarl.watching import DEFAULT_DETECTORS, WatchError, watch

    try:
        report = watch(
            command_line,
            detectors=tuple(dict.fromkeys(detectors)) or DEFAULT_DETECTORS,
            instrument=instrument,
            noise=noise,
            timeout=timeout,
            keep=Path(keep) if keep else None,
            derived=derived,
            settings=settings,
        )
    except WatchError as error:
        raise UsageProblem(str(error)) from None
    failures = _write(report, outputs)
    _report_warnings(report.warnings)
    for failure in failures:
        click.echo(f"snarl: {printable(failure)}", err=True)
    if report.run is not None and report.run.unwatched:
        click.echo(f"snarl: NOTHING WAS WATCHED: {printable(report.run.unwatched)}", err=True)
    return BAD_USAGE if failures else _status(report)


def _hear(command: Sequence[str], files: Sequence[str], timeout: float | None) -> int:
    """Lets monitors hear the run, and prints what they say."""
    from snarl.hearing import HearingError, hear

    try:
        hearing = hear(command, [Path(it) for it in files], timeout)
    except HearingError as error:
        raise UsageProblem(str(error)) from None
    _print_rule(View())
    reports = [report for heard in hearing.heard for report in heard.reports]
    for report in reports:
        click.echo(f"{report.monitor}: {printable(report.message)}", err=True)
        for event in report.events:
            click.echo(f"    {event.kind} by thread {event.thread} at {event.place}", err=True)
    _report_warnings(hearing.warnings)
    errors = [heard.error for heard in hearing.heard if heard.error]
    incomplete = [heard for heard in hearing.heard if not heard.is_complete and not heard.error]
    for problem in errors:
        click.echo(f"snarl: {printable(problem)}", err=True)
    for heard in incomplete:
        click.echo(f"snarl: the JVM {heard.pid} did not come to its end", err=True)
    events = sum(heard.events for heard in hearing.heard)
    summary = "no join point of the code is watched" if hearing.is_deaf else hearing.summary
    click.echo(
        f"{summary}; {_many(events, 'event')}, {_many(len(reports), 'report')}; the program's own "
        f"exit code is {hearing.exit_code}",
        err=True,
    )
    if hearing.is_deaf:
        click.echo("snarl: NOTHING WAS WATCHED: no pointcut selects anything", err=True)
        return INCOMPLETE
    if not hearing.heard:
        click.echo("snarl: NOTHING WAS WATCHED: no JVM told of any event", err=True)
        return INCOMPLETE
    if errors:
        return BAD_USAGE
    if reports:
        return FINDINGS
    return hearing.exit_code or (INCOMPLETE if incomplete else 0)


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _derived(file: str | None) -> tuple[Finding, ...]:
    if file is None:
        return ()
    from snarl.report.from_json import ReportError, read

    try:
        return read(Path(file)).findings
    except ReportError as error:
        raise UsageProblem(str(error)) from None


def _write(report: Report, outputs: Sequence[Output]) -> list[str]:
    """Writes all outputs; gives what went wrong. Findings are never lost: if a file cannot be
    written and no text goes to a stream, it goes to stderr."""
    from snarl.report.as_text import summary, watched

    view = _view(report)
    failures = write_files(outputs, report, view)
    streamed = [output for output in outputs if output.file is None]
    if failures and not any(output.form == "text" for output in streamed):
        streamed.append(Output("text", stream="stderr"))
    for output in streamed:
        if output.stream == "stderr":
            _print_rule(view)
        shown = render(output.form, report, for_stream(view, output.stream))
        print_report(shown, output.stream)
    if not any(output.form == "text" for output in streamed) and report.run is not None:
        _print_rule(view)
        for line in (*watched(report.run), summary(report)):
            click.echo(line, err=True)
    return failures


def _print_rule(view: View) -> None:
    """A line between what the program has printed and what snarl has to say."""
    width = for_stream(view, "stderr").width
    click.echo(f"\n{_RULE.ljust(min(width, 80), '-')}", err=True)


def _view(report: Report) -> View:
    if not report.findings or report.run is None:
        return View()
    from snarl.monitor.sources import sources_of

    return View(sources_of(report.run.command, Path.cwd()))


def _report_warnings(warnings: Sequence[str]) -> None:
    for text in warnings[:_SHOWN_WARNINGS]:
        line = printable(text).replace("\n", "\\n")
        click.echo(f"warning: {line}", err=True)
    if len(warnings) > _SHOWN_WARNINGS:
        click.echo(f"warning: {len(warnings) - _SHOWN_WARNINGS} more", err=True)


def _status(report: Report) -> int:
    """Findings come first, as the caller asked for them; then what the program itself says."""
    run = report.run
    if run is None or not run.classes:
        return INCOMPLETE
    if report.findings:
        return FINDINGS
    if run.exit_code:
        return run.exit_code
    return 0 if report.is_complete else INCOMPLETE

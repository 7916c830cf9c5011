"""What a run has shown becomes findings, and raises the evidence of static ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

import report_samples
import run_samples as samples
from report_samples import seen
from snarl.findings import Evidence, Finding, Frame, Severity, Site, Subject, ThreadInfo
from snarl.monitor.merging import merge
from snarl.monitor.sightings import LockName
from snarl.monitor.verdicts import believed, findings, lock_name, type_name
from snarl.settings import Settings


def found(*rows: object) -> list[Finding]:
    return findings([seen(samples.jvm(), samples.THREADS, *rows)])


class TestRaces:
    def test_observed(self) -> None:
        (finding,) = found(samples.BALANCE)
        assert finding.rule == "data-race"
        assert (finding.evidence, finding.severity) == (Evidence.OBSERVED, Severity.ERROR)
        assert finding.confidence == "high"
        assert finding.subject == Subject("field", samples.ACCOUNT, "balance")
        one, two = finding.sites
        assert (one.access, one.locks, one.stack) == ("write", (), "exact")
        assert one.path[-1] == Frame(samples.ACCOUNT, "withdraw", "BankAccount.java", 20)
        assert one.path[0] == Frame("java.lang.Thread", "run", "Thread.java", 1474)
        start = Frame("demo.Transfer", "main", "Transfer.java", 20)
        assert one.thread == ThreadInfo("there", start, "main")
        assert two.locks == (f"{samples.ACCOUNT} (demo.Transfer.main:15#1)",)
        assert two.stack == "example"
        assert finding.details == {
            "instance": f"{samples.ACCOUNT} (demo.Transfer.main:15#1)",
            "detectors": "racer, fasttrack",
        }

    def test_predicted(self) -> None:
        (finding,) = found(samples.race("predicted"), samples.BALANCE[1:])
        assert (finding.evidence, finding.severity) == (Evidence.PREDICTED, Severity.WARNING)
        # Somebody holds a lock, so that there is a discipline that is broken.
        assert finding.confidence == "medium"
        assert finding.message.endswith("with no lock held at both")
        (finding,) = found(samples.INCREMENT)
        assert finding.confidence == "low"

    def test_one_finding_for_one_line(self) -> None:
        (finding,) = found(samples.INCREMENT)
        assert {site.access for site in finding.sites} == {"read", "write"}
        assert finding.details["pairs"] == "2"

    def test_one_finding_for_all_jvms(self) -> None:
        first = seen(
            samples.jvm(1), samples.THREADS, samples.race("predicted"), samples.BALANCE[1:]
        )
        second = seen(samples.jvm(2), samples.THREADS, samples.BALANCE)
        (finding,) = findings([first, second])
        assert finding.evidence == Evidence.OBSERVED

    def test_other_lines_are_other_findings(self) -> None:
        other = (samples.race(), samples.side("write", line=99), samples.side("read", thread=2))
        assert len(found(samples.BALANCE, other)) == 2

    def test_without_lines(self) -> None:
        rows = [
            (samples.race(), samples.side("write", line=0, bci=bci), samples.side("read", thread=2))
            for bci in (1, 5)
        ]
        assert len(found(*rows)) == 2

    def test_the_fingerprint_is_that_of_a_check(self) -> None:
        (finding,) = found(samples.BALANCE)
        assert finding.fingerprint == report_samples.BALANCE.fingerprint

    @pytest.mark.parametrize(
        ("rows", "subject"),
        [
            (samples.ELEMENTS, Subject("array", "demo.Grid", "int[]")),
            (samples.CONTENTS, Subject("container", "demo.Log", "java.util.ArrayList")),
            (
                (samples.race(kind="array", member="cells"), *samples.ELEMENTS[1:]),
                Subject("array", samples.ACCOUNT, "cells"),
            ),
            (
                (samples.race(kind="static", thing=("", "")), *samples.BALANCE[1:]),
                Subject("field", samples.ACCOUNT, "balance"),
            ),
        ],
    )
    def test_subjects(self, rows: tuple[samples.Row, ...], subject: Subject) -> None:
        (finding,) = found(rows)
        assert finding.subject == subject

    def test_threads_of_one_name(self) -> None:
        threads = (("thread", 5, "main/1", "w", 0), ("thread", 6, "main/2", "w", 5))
        sides = (samples.side("write", thread=5), samples.side("read", thread=6))
        (finding,) = found(threads, samples.race(), *sides)
        assert [site.thread.name for site in finding.sites] == ["w (main/1)", "w (main/2)"]
        assert [site.thread.starter for site in finding.sites] == ["main", "w"]

    def test_threads_without_names(self) -> None:
        sides = (samples.side("write", thread=5), samples.side("read", thread=6))
        (finding,) = found(("thread", 5, "main/9", "", -1), samples.race(), *sides)
        assert [site.thread.name for site in finding.sites] == ["main/9", "number 6"]

    @pytest.mark.parametrize(
        ("locks", "why", "hint"),
        [
            ((("exclusive", "a"), None), "Only one side holds a lock.", "Hold L (a) at all"),
            (
                (("exclusive", "a"), ("exclusive", "b")),
                "Each side holds locks, but",
                "Hold one lock at all accesses: some hold L (a), others L (b).",
            ),
            ((("shared", "a"), ("shared", "a")), "The lock that both hold is held in shared", "Ho"),
            ((None, None), "No lock is held.", "Make it volatile if"),
        ],
    )
    def test_locks(self, locks: tuple[tuple[str, str] | None, ...], why: str, hint: str) -> None:
        rows: list[samples.Row] = [samples.race()]
        for access, line, lock in zip(("write", "read"), (3, 4), locks, strict=True):
            rows.append(samples.side(access, line=line))
            if lock:
                rows.append(("lock", lock[0], "L", lock[1]))
        (finding,) = found(rows)
        assert finding.why.startswith(why)
        assert finding.hint.startswith(hint)
        if locks[0] == ("shared", "a"):
            assert finding.sites[0].locks == ("L (a) (shared)",)

    def test_a_lock_that_both_hold(self) -> None:
        """Once a discipline is broken, RACER tells of all accesses that follow."""
        lock = ("lock", "exclusive", "L", "a")
        rows = (
            *(samples.race("predicted"), samples.side("write", line=3), lock),
            *(samples.side("read", line=4, thread=2), lock),
        )
        (finding,) = found(rows)
        assert finding.why.startswith("Both sides hold L (a), but an earlier access did not.")
        assert finding.message.endswith(", with a lock that is not held at all accesses")
        (finding,) = found(rows, samples.BALANCE)
        assert finding.evidence == Evidence.OBSERVED

    def test_the_lock_of_the_object_itself(self) -> None:
        (finding,) = found(samples.BALANCE)
        assert finding.hint.startswith("Hold the monitor of the BankAccount itself at all acces")

    def test_a_constructor(self) -> None:
        sides = (samples.side("write", "<init>"), samples.side("read", "run", thread=2))
        (finding,) = found(samples.race("predicted"), *sides)
        assert finding.hint.startswith("Let other threads know the object only after its constr")

    @pytest.mark.parametrize(
        ("name", "instead"),
        [
            ("java.util.ArrayList", "use a collection of java.util.concurrent."),
            ("java.util.zip.CRC32", "let each thread have its own."),
            ("java.text.SimpleDateFormat", "let each thread have its own."),
        ],
    )
    def test_containers(self, name: str, instead: str) -> None:
        race = samples.race(kind="container", owner=name, member="", thing=(name, "A.m:1#1"))
        sides = (samples.side("write", line=3), samples.side("write", line=4, thread=2))
        (finding,) = found(race, *sides)
        assert finding.hint == f"Guard all accesses with one lock, or {instead}"

    def test_observed_ones_come_first(self) -> None:
        everything = found(samples.INCREMENT, samples.CYCLE, samples.ELEMENTS, samples.BALANCE)
        evidence = [finding.evidence for finding in everything]
        assert evidence == sorted(evidence, reverse=True)
        assert len(set(evidence)) == 2


class TestCycles:
    def test_predicted(self) -> None:
        (finding,) = found(samples.CYCLE)
        assert finding.rule == "lock-order-cycle"
        assert (finding.evidence, finding.severity) == (Evidence.PREDICTED, Severity.WARNING)
        assert finding.subject == Subject("lock", samples.ACCOUNT, "order among its objects")
        one, two = finding.sites
        assert (one.access, one.thread.name, two.thread.name) == ("acquire", "there", "back")
        assert (one.target,) == two.locks
        assert (two.target,) == one.locks

    def test_a_deadlock_is_better_evidence_of_the_same(self) -> None:
        for rows in ((samples.CYCLE, samples.DEADLOCK), (samples.DEADLOCK, samples.CYCLE)):
            (finding,) = found(*rows)
            assert (finding.evidence, finding.severity) == (Evidence.OBSERVED, Severity.ERROR)
            assert finding.message == (
                "thread there in Transfer.move and thread back in Transfer.move wait for each "
                "other's lock for ever"
            )

    def test_who_waits_inside_the_jdk_is_shown_where_it_was_called(self) -> None:
        park = ("jdk.internal.misc.Unsafe", "park")
        rows: list[samples.Row] = [("deadlock", 2)]
        for thread, held, wanted, line in ((1, "x", "y", 7), (2, "y", "x", 8)):
            rows += [
                ("edge", thread, "a.L", held, "a.L", wanted, *park, "(ZJ)V", 0, "Unsafe.java", 0),
                ("frame", *park, "Unsafe.java", 0),
                ("frame", "a.Two", "both", "Two.java", line),
                ("frame", "a.Two", "run", "Two.java", 3),
            ]
        (finding,) = found(rows)
        assert finding.message.startswith("thread there in Two.both and thread back in Two.both")
        assert [it.line for it in finding.sites] == [7, 8]
        assert [str(it.method) for it in finding.sites[0].path] == ["run", "both"]

    def test_other_objects_at_the_same_places(self) -> None:
        again = (("cycle", 2), *samples.edge(1, 5, 6), *samples.edge(2, 6, 5))
        assert len(found(samples.CYCLE, again)) == 1
        elsewhere = (("cycle", 2), *samples.edge(1, 5, 6, 44), *samples.edge(2, 6, 5))
        assert len(found(samples.CYCLE, elsewhere)) == 2

    def test_wherever_it_is_entered(self) -> None:
        turned = (("cycle", 2), *samples.edge(1, 1, 2), *samples.edge(2, 2, 1))
        assert found(samples.CYCLE) == found(turned)

    def test_different_classes(self) -> None:
        place = ("m", "()V", 3, "B.java", 7)
        rows = (
            ("cycle", 2),
            ("edge", 1, "a.Log", "x", "a.Cache", "y", "a.B", *place),
            ("edge", 2, "a.Cache", "y", "a.Log", "x", "a.C", *place),
        )
        (finding,) = found(rows)
        assert finding.subject == Subject("lock", "a.Cache", "order with a.Log")
        assert finding.message == (
            "the locks of Cache and Log are acquired in one order by thread back in C.m, and in "
            "the other by thread there in B.m"
        )


class TestNames:
    @pytest.mark.parametrize(
        ("given", "shown"),
        [
            ("[I", "int[]"),
            ("[[Ljava.lang.String;", "java.lang.String[][]"),
            ("a.B", "a.B"),
            ("int[]", "int[]"),
            ("", ""),
        ],
    )
    def test_types(self, given: str, shown: str) -> None:
        assert type_name(given) == shown

    @pytest.mark.parametrize(
        ("lock", "shown"),
        [
            (LockName("java.lang.Class", "a.B"), "a.B.class"),
            (LockName("java.lang.Class", "a.B.class"), "a.B.class"),
            (LockName("a.B", ""), "a.B"),
            (LockName("a.B", "a.B@1f"), "a.B@1f"),
            (LockName("a.B", "a.C.m:3#1"), "a.B (a.C.m:3#1)"),
        ],
    )
    def test_locks(self, lock: LockName, shown: str) -> None:
        assert lock_name(lock) == shown


class TestPromises:
    @pytest.mark.parametrize("pattern", ["demo.BankAccount", "demo.BankAccount.balance", "demo.*"])
    def test_what_is_promised_is_believed_unless_seen(self, pattern: str) -> None:
        settings = Settings(thread_local=(pattern,))
        predicted = found(samples.race("predicted"), samples.BALANCE[1:])
        assert believed(predicted, settings) == []
        (finding,) = believed(found(samples.BALANCE), settings)
        assert finding.note == (
            "The settings say that no two threads use it at once; in this run two did."
        )

    def test_others_are_not_touched(self) -> None:
        everything = found(samples.BALANCE, samples.INCREMENT, samples.CYCLE)
        assert believed(everything, Settings(thread_local=("other.*",))) == everything


class TestMerging:
    def test_the_same_pair(self) -> None:
        derived = report_samples.BALANCE
        (both,) = merge([derived], found(samples.BALANCE))
        assert both.fingerprint == derived.fingerprint
        assert (both.evidence, both.severity) == (Evidence.OBSERVED, Severity.ERROR)
        assert both.sites[0].thread.name == "there"
        assert both.sites[0].stack == "exact"
        assert (both.hint, both.objects) == (derived.hint, derived.objects)
        # What else the check has told is not lost, and nothing is told twice.
        assert [site.method for site in both.sites] == ["withdraw", "deposit", "balance"]

    def test_another_pair_of_the_same_field(self) -> None:
        derived = report_samples.BALANCE
        rows = (samples.race(), samples.side("write", "reset", 44), samples.side("read", thread=2))
        (both,) = merge([derived], found(rows))
        assert both.fingerprint == derived.fingerprint
        assert both.evidence == Evidence.OBSERVED
        assert [site.method for site in both.sites] == [
            *("reset", "withdraw", "withdraw", "deposit", "balance")
        ]

    def test_one_that_was_not_seen(self) -> None:
        everything = merge([report_samples.BALANCE, report_samples.CACHE], found(samples.BALANCE))
        assert everything[1] is report_samples.CACHE

    def test_a_new_one(self) -> None:
        (finding,) = found(samples.ELEMENTS)
        assert merge([report_samples.CACHE], [finding]) == [finding, report_samples.CACHE]

    def test_arrays_are_the_same_by_their_places(self) -> None:
        (finding,) = found(samples.ELEMENTS)
        sites = tuple(
            replace(site, thread=ThreadInfo("x"), path=(), stack="derived")
            for site in finding.sites
        )
        subject = Subject("array", "demo.Grid", "cells")
        derived = Finding("data-race", Severity.WARNING, "…", subject, sites)
        (both,) = merge([derived], [finding])
        assert both.subject == subject
        assert both.fingerprint == derived.fingerprint
        assert both.evidence == Evidence.OBSERVED
        moved = replace(derived, sites=(sites[0], replace(sites[1], method="other")))
        assert len(merge([moved], [finding])) == 2

    def test_a_note_stays_one_if_it_is_only_predicted(self) -> None:
        site = Site("demo.Counter", "hit", "(J)V", "Counter.java", 9, "write", ThreadInfo("x"))
        subject = Subject("field", "demo.Counter", "hits")
        note = "A statistic."
        derived = Finding("data-race", Severity.NOTE, "…", subject, (site, site), note=note)
        (both,) = merge([derived], found(samples.INCREMENT))
        assert (both.severity, both.evidence) == (Severity.NOTE, Evidence.PREDICTED)
        assert both.note == note
        observed = tuple(
            samples.race(owner="demo.Counter", member="hits") if row[0] == "race" else row
            for row in samples.INCREMENT
        )
        (both,) = merge([derived], found(observed))
        assert (both.severity, both.evidence) == (Severity.ERROR, Evidence.OBSERVED)
        assert both.note == note

    def test_what_was_seen_at_all_sites_of_one_is_one(self) -> None:
        other = (
            samples.race(),
            samples.side("write", bci=7),
            samples.side("read", "balance", 25, 0),
        )
        both = found(samples.BALANCE, other)
        assert len(both) == 2
        assert len(merge([report_samples.BALANCE], both)) == 1

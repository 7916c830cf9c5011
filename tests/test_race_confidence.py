"""How sure findings are: where sides surely meet, and where they may never."""

from __future__ import annotations

from pathlib import Path

import pytest

import snarl
from snarl.checking import check
from snarl.findings import Finding, Severity

CALLED = """
public class Box {
    private int count;
    public synchronized void add() { count++; }
    public int get() { return count; }
}
"""
INSIDE = """
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
public class Box {
    static class Part { int count; }
    private final Map<String, Part> parts = Collections.synchronizedMap(new LinkedHashMap<>());
    public void put(String name) { parts.put(name, new Part()); }
    public synchronized void add(String name) { parts.get(name).count++; }
    public int get(String name) { return parts.get(name).count; }
}
"""
LENT = """
import java.util.concurrent.ConcurrentLinkedQueue;
public class Box {
    static class Part { int count; }
    private final ConcurrentLinkedQueue<Part> parts = new ConcurrentLinkedQueue<>();
    public static Part part() { return new Part(); }
    public void put(Part part) { part.count++; parts.add(part); }
    public synchronized int get() { return parts.peek().count; }
}
"""
KEPT = LENT.replace("part.count++; parts.add(part);", "parts.add(part); part.count++;")
YOUNG = """
public class Box {
    static Box last;
    private int count;
    public Box() { this(1); }
    private Box(int count) { publish(); fill(count); }
    private synchronized void publish() { last = this; }
    private void fill(int count) { this.count = count; }
    public static Box make() { return new Box(); }
    public synchronized int get() { return count; }
    public synchronized void set(int count) { fill(count); }
}
"""


def finding(folder: Path, source: str, *, open: str = "Box") -> Finding:
    (folder / "Box.java").write_text(source)
    found = check(snarl.load([folder]), open=[open]).findings
    (only,) = [it for it in found if it.subject.member == "count"]
    return only


def test_what_callers_call_themselves_is_sure(tmp_path: Path) -> None:
    found = finding(tmp_path, CALLED)
    assert (found.severity, found.confidence) == (Severity.ERROR, "high")


def test_what_is_found_inside_is_less_sure(tmp_path: Path) -> None:
    found = finding(tmp_path, INSIDE)
    assert (found.severity, found.confidence) == (Severity.ERROR, "medium")


@pytest.mark.parametrize(
    ("source", "reason"), [(LENT, "as an argument"), (YOUNG, "constructor at work")]
)
def test_sides_that_may_never_meet_are_told_last(tmp_path: Path, source: str, reason: str) -> None:
    found = finding(tmp_path, source)
    assert (found.severity, found.confidence) == (Severity.WARNING, "low")
    assert reason in found.note


def test_an_argument_that_is_kept_before_it_is_used_is_an_error(tmp_path: Path) -> None:
    found = finding(tmp_path, KEPT)
    assert (found.severity, found.confidence) == (Severity.ERROR, "medium")

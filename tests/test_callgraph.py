"""`snarl callgraph` on a small program: its three forms, and what it says when it cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import Snarl

SOURCE = """
package app;
public class Main {
    interface Task { void go(); }
    static class Work implements Runnable, Task {
        public void run() { go(); }
        public void go() { }
    }
    public static void main(String[] args) {
        new Thread(new Work()).start();
    }
    static void never() { new Work().go(); }
}
"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("app")
    (folder / "app").mkdir()
    (folder / "app" / "Main.java").write_text(SOURCE)
    return folder


def test_json(app: Path, snarl: Snarl) -> None:
    done = snarl("callgraph", str(app), "--output", "json", "--context", "ci")
    assert done.status == 0
    document = json.loads(done.out)
    named = [f"{it['class']}.{it['method']}" for it in document["methods"]]
    edges = {(named[it["caller"]], named[it["callee"]], it["kind"]) for it in document["edges"]}
    assert ("app.Main$Work.run", "app.Main$Work.go", "call") in edges
    assert ("java.lang.Thread.start", "app.Main$Work.run", "spawn") not in edges
    assert ("app.Main.main", "java.lang.Thread.start", "call") in edges
    assert [named[root] for root in document["roots"]] == ["app.Main.main"]
    assert "app.Main.never" not in named
    assert document["version"] == 1


def test_dot(app: Path, snarl: Snarl) -> None:
    done = snarl("callgraph", str(app), "--output", "dot", "--main", "app.Main")
    lines = done.out.splitlines()
    assert (lines[0], lines[-1]) == ("digraph calls {", "}")
    assert '  "app.Main$Work.run()V" -> "app.Main$Work.go()V";' in lines


def test_stats(app: Path, snarl: Snarl) -> None:
    done = snarl("callgraph", str(app))
    rows = [line.split() for line in done.out.splitlines()]
    assert ["roots", "1"] in rows
    assert ["methods", "4", "application"] in rows


def test_no_main(app: Path, snarl: Snarl) -> None:
    done = snarl("callgraph", str(app), "--main", "app.Main$Work")
    assert done.status == 2
    assert "app.Main$Work has no main method" in done.err

"""Where settings are found, and what is said about those that cannot be used."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from conftest import Snarl
from snarl.settings import Settings, SettingsError, read

SOURCE = """
package app;
public class Main {
    static native Object same(Object o);
    static class A { void go() { } }
    public static void main(String[] args) {
        ((A) same(new A())).go();
    }
}
"""
MODEL = """
[models.'app.Main']
'same(Object)' = 'return = arg0'
"""


ALL = """\
[threads]
not-parallel = [
    ["com.acme.A.init", "com.acme.*"],
    ["a.B.c", "a.B.d"],
]
single = ["com.acme.Poller.run"]
[shared]
thread-local = [
    "com.acme.Session",
    " com.acme.Job.buffer ",
]
[callbacks.'com.acme.Handler']
methods = ["handle*"]
[models.'app.Main']
'same(Object)' = 'return = arg0'
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "src" / "app").mkdir(parents=True)
    (tmp_path / "src" / "app" / "Main.java").write_text(SOURCE)
    monkeypatch.chdir(tmp_path / "src")
    return tmp_path


class TestFile:
    def test_none(self, tmp_path: Path) -> None:
        settings = read(tmp_path)
        assert settings.models == {}

    def test_the_nearest_counts(self, project: Path) -> None:
        (project / "snarl.toml").write_text(MODEL)
        assert read().path == project / "snarl.toml"
        (project / "src" / ".snarl.toml").write_text("")
        assert read().path == project / "src" / ".snarl.toml"
        (project / "src" / "snarl.toml").write_text("")
        assert read().path == project / "src" / "snarl.toml"

    def test_all_of_them(self, tmp_path: Path) -> None:
        (tmp_path / "snarl.toml").write_text(ALL)
        settings = read(tmp_path)
        assert settings.not_parallel == (("com.acme.A.init", "com.acme.*"), ("a.B.c", "a.B.d"))
        assert settings.single == ("com.acme.Poller.run",)
        assert settings.thread_local == ("com.acme.Session", "com.acme.Job.buffer")
        assert settings.callbacks == {"com.acme.Handler": {"methods": ["handle*"]}}
        assert settings.models == {"app.Main": {"same(Object)": "return = arg0"}}

    def test_no_settings_is_nothing(self) -> None:
        settings = Settings()
        assert (settings.not_parallel, settings.single, settings.thread_local) == ((), (), ())
        assert (settings.callbacks, settings.models) == ({}, {})

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("[models", "1: Expected ']' at the end of a table declaration"),
            ("\n[threads]\nsingle = [", "3: Invalid value (at end of document)"),
            ("[shared]\nthread-local = ['a' 'b']", "2:21: Unclosed array"),
            ("model = 1", "1: model: there is no such setting; did you mean models?"),
            (
                "\ncolour = 'red'",
                "2: colour: there is no such setting; known: models, threads, shared, callbacks",
            ),
            ("models = 1", "1: models: expected tables, one for each class, but got 1"),
            ("[models]\nx = 1", "2: models.x: expected a table, as [models.'x'], but got 1"),
            ("[callbacks]\nx = 1", "2: callbacks.x: expected a table, as [callbacks.'x'], but"),
            ("threads = [1]", "1: threads: expected a table, as [threads], but got [1]"),
            (
                "[threads]\nnot_parallel = []",
                "2: threads.not_parallel: there is no such setting; did you mean not-parallel?",
            ),
            ("[threads]\nx = 1", "2: threads.x: there is no such setting; known: not-parallel, si"),
            ("[threads]\nsingle = 'a'", "2: threads.single: expected a list, but got 'a'"),
            (
                "[threads]\nnot-parallel = [\n  ['a', 'b'],\n  'c',\n]",
                "4: threads.not-parallel[1]: expected a pair of texts, as "
                '["a.b.C.run", "a.b.D.*"], but got \'c\'',
            ),
            (
                "[threads]\nnot-parallel = [['a', 'b', 'c']]",
                "2: threads.not-parallel[0]: expected a pair of texts, as",
            ),
            (
                "threads.not-parallel = [['a',\n3]]",
                "2: threads.not-parallel[0][1]: expected a text, but got 3",
            ),
            (
                "# why\n[shared]\nthread-local = [\n  'a.b', # [1]\n  3,\n]",
                "5: shared.thread-local[1]: expected a text, but got 3",
            ),
            ("shared = { thread-local = [{}] }", "1: shared.thread-local[0]: expected a text, but"),
            (
                "[shared]\nthread-local = [true]",
                "2: shared.thread-local[0]: expected a text, but got true",
            ),
            (
                "[shared]\nthread-local = ['']",
                "2: shared.thread-local[0]: expected a name or a pattern of names, but got an em",
            ),
        ],
    )
    def test_bad(self, text: str, message: str, tmp_path: Path) -> None:
        (tmp_path / "snarl.toml").write_text(text)
        with pytest.raises(SettingsError) as caught:
            read(tmp_path)
        assert str(caught.value).startswith(f"snarl.toml:{message}")

    def test_a_long_value_is_cut(self, tmp_path: Path) -> None:
        (tmp_path / "snarl.toml").write_text(f"[threads]\nsingle = '{'x' * 999}'")
        with pytest.raises(SettingsError, match=r"but got 'x{39}…$"):
            read(tmp_path)

    def test_not_utf_8(self, tmp_path: Path) -> None:
        (tmp_path / "snarl.toml").write_bytes(b"# \xc3\xbc\n# \xfc\n")
        with pytest.raises(SettingsError, match=r"^snarl.toml:2: is not in UTF-8 \(invalid start"):
            read(tmp_path)

    def test_a_byte_order_mark_is_no_setting(self, tmp_path: Path) -> None:
        (tmp_path / "snarl.toml").write_bytes(b"\xef\xbb\xbf[threads]\r\nsingle = ['a']\r\n")
        assert read(tmp_path).single == ("a",)

    def test_nested_too_deeply(self, tmp_path: Path) -> None:
        (tmp_path / "snarl.toml").write_text(f"x = {'[' * 5000}{']' * 5000}")
        with pytest.raises(SettingsError, match=r"^snarl.toml: is nested too deeply$"):
            read(tmp_path)

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_unreadable(self, tmp_path: Path) -> None:
        (tmp_path / "snarl.toml").touch(0)
        with pytest.raises(SettingsError, match=r"^snarl.toml: cannot be read \(Permission"):
            read(tmp_path)

    def test_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / "snarl.toml").mkdir()
        with pytest.raises(SettingsError, match=r"^snarl.toml: cannot be read \(Is a directory"):
            read(tmp_path)

    def test_a_link_to_nothing(self, tmp_path: Path) -> None:
        (tmp_path / "snarl.toml").symlink_to(tmp_path / "gone.toml")
        with pytest.raises(SettingsError, match=r"^snarl.toml: cannot be read \(No such file"):
            read(tmp_path)

    def test_errors_that_are_found_later(self, tmp_path: Path) -> None:
        (tmp_path / ".snarl.toml").write_text(ALL)
        error = read(tmp_path).error(("shared", "thread-local", 1), "matches nothing")
        assert str(error) == ".snarl.toml:10: shared.thread-local[1]: matches nothing"
        error = Settings(single=("x",)).error(("threads", "single", 0), "matches nothing")
        assert str(error) == "snarl.toml: threads.single[0]: matches nothing"


class TestCommand:
    def test_models_count(self, project: Path, snarl: Snarl) -> None:
        edge = '"app.Main.main([Ljava/lang/String;)V" -> "app.Main$A.go()V"'
        assert edge not in snarl("callgraph", ".", "--context", "ci", "--output", "dot").out
        (project / "snarl.toml").write_text(MODEL)
        assert edge in snarl("callgraph", ".", "--context", "ci", "--output", "dot").out

    def test_a_model_of_nothing(self, project: Path, snarl: Snarl) -> None:
        (project / "snarl.toml").write_text(MODEL.replace("same", "some"))
        done = snarl("callgraph", ".", "--context", "ci")
        assert done.status == 2
        assert done.err.startswith("snarl: snarl.toml:3: models.'app.Main'.'some(Object)': ")

    def test_a_broken_file(self, project: Path, snarl: Snarl) -> None:
        (project / "snarl.toml").write_text("[models")
        done = snarl("callgraph", ".")
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("snarl: snarl.toml:1: ")

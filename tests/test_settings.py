"""Where settings are found, and what is said about those that cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Snarl
from snarl.settings import SettingsError, read

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

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("[models", "snarl.toml: Expected ']' at the end of a table declaration"),
            ("model = 1", "snarl.toml: there is no setting model; did you mean models?"),
            ("colour = 'red'", "snarl.toml: there is no setting colour; known: models"),
            ("models = 1", "snarl.toml: models: expected tables, one for each class"),
            ("[models]\nx = 1", "snarl.toml: models.x: expected a table, as [models.'x']"),
        ],
    )
    def test_bad(self, text: str, message: str, tmp_path: Path) -> None:
        (tmp_path / "snarl.toml").write_text(text)
        with pytest.raises(SettingsError) as caught:
            read(tmp_path)
        assert str(caught.value).startswith(message)


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
        assert done.err.startswith('snarl: snarl.toml: ["app.Main"] "some(Object)": ')

    def test_a_broken_file(self, project: Path, snarl: Snarl) -> None:
        (project / "snarl.toml").write_text("[models")
        done = snarl("callgraph", ".")
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("snarl: snarl.toml: ")

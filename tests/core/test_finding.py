"""`spectral find` and `spectral check --ud`: what is printed where, and how they exit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from spectral_core.cli import main
from spectral_core.files import locate_assets

Run = Callable[..., tuple[int, str, str]]
SAMPLE = locate_assets() / "sample" / "english"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def called(*arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return called


def test_what_is_found_is_shown_with_the_words_around_it(run: Run) -> None:
    path = SAMPLE / "written.conllu"
    code, out, err = run("find", "soup > people or VERB >nsubj (soup)", path)
    assert code == 0
    assert f"{path}:21: This [soup serves] four people and costs almost nothing .\n" in out
    assert "hits in" in err


def test_a_phrase_is_shown_with_its_label(run: Run) -> None:
    code, out, _ = run("find", "NP directly over VP", SAMPLE / "written.mrg", "-k", "1")
    assert code == 0
    line = "(NP-SBJ VP) [Half a lemon , squeezed over the bowls at the last moment ,] makes all the difference ."
    assert out.split(": ", 1)[1] == line + "\n"


def test_with_json_there_is_one_object_and_nothing_else(run: Run) -> None:
    code, out, _ = run("find", "the", SAMPLE / "written.conllu", "--json", "-k", "1")
    assert code == 0
    found = json.loads(out)
    assert found["query"] == "the"
    (file,) = found["files"]
    assert (file["sentences"], file["more"]) == (1, True)
    match = file["matches"][0]
    assert (match["sentence"], match["id"], match["words"], match["nodes"]) == (2, "letter-02", [4], [])
    assert match["text"].startswith("Thank you for the seeds")


def test_nothing_found_is_no_failure_but_a_wrong_query_is_wrong_usage(run: Run) -> None:
    assert run("find", "zzz", SAMPLE / "written.conllu")[:2] == (0, "")
    code, out, err = run("find", "NOUN >", SAMPLE / "written.conllu")
    assert (code, out) == (2, "")
    assert err.startswith("NOUN >: column 7: ")
    code, out, err = run("find", "a\udcff", SAMPLE / "written.conllu")
    assert (code, out) == (2, "")
    assert "column 2: '\\udcff' is no sign of Unicode text" in err


def test_a_check_of_universal_dependencies_is_asked_for(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("1\tDogs\tdog\tNUON\tNNS\tPlur\t0\troot\t_\t_\n\n", encoding="utf-8")
    assert run("check", path)[0] == 0
    code, out, _ = run("check", "--ud", path)
    assert code == 1
    assert "line 1: word 1 'Dogs': 'Plur' is not written as a feature" in out
    path.write_text("# sent_id = a\n1\tDogs\tdog\tNOUN\tNNS\t_\t0\troot\t_\t_\n\n" * 2, encoding="utf-8")
    assert run("check", path)[0] == 0
    assert "sent_id 'a' is already that of sentence 1" in run("check", "--ud", path)[1]


def test_warnings_alone_are_no_failure(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    row = "# sent_id = 1\n# text = Dogs\n1\tDogs\tdog\tNOUN\tNNS\t_\t0\t{}\t_\tA=1||B=2\n\n"
    path.write_text(row.format("root"))
    code, out, _ = run("check", "--ud", path)
    assert code == 0
    assert "line 3: warning: word 1 'Dogs': MISC has an empty item" in out
    path.write_text(row.format("thing"))
    code, out, _ = run("check", "--ud", path)
    assert code == 1
    assert "line 3: word 1 'Dogs' has the relation 'thing'. Version 2 has acl, advcl" in out

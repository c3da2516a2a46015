"""The pages for developers and of help: links lead somewhere, code runs, and lists are in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import spectral_core
from spectral_core.files import locate_assets

PAGES = locate_assets() / "developing"
ALL_PAGES = (*sorted(PAGES.glob("*.md")), *sorted((locate_assets() / "help").glob("*.md")))
ROOT = Path(spectral_core.__file__).resolve().parent.parent
IN_CHECKOUT = (ROOT / "README.md", ROOT / ".github" / "CONTRIBUTING.md")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
in_checkout = pytest.mark.skipif(not IN_CHECKOUT[0].exists(), reason="the pages link to files of the checkout")


@in_checkout
@pytest.mark.parametrize("page", [*ALL_PAGES, *IN_CHECKOUT], ids=lambda page: page.name)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)", re.sub(r"`[^`\n]*`", "", page.read_text(encoding="utf-8")))
    assert [link for link in links if not (page.parent / link).exists()] == []


@in_checkout
def test_the_request_on_the_page_of_contributing_runs_in_this_process(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (PAGES / "contributing.md").read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(ROOT)
    exec(compile(program, "contributing.md", "exec"), {})
    assert "perplexity" in capsys.readouterr().out


def test_the_changelog_has_the_version_and_no_other_kinds_than_it_may() -> None:
    text = (PAGES / "changelog.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(.*?)\](.*)$", text, re.MULTILINE)
    assert versions[0] == ("Unreleased", "")
    assert all(re.fullmatch(r" - \d{4}-\d\d-\d\d", date) for _, date in versions[1:])
    assert spectral_core.__version__ in dict(versions)
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= KINDS
    assert not [line for line in text.splitlines() if line.startswith("- ") and len(line) > 240]


def test_the_glossary_is_alphabetical_and_has_each_term_once() -> None:
    text = (PAGES / "glossary.md").read_text(encoding="utf-8")
    terms = [
        re.sub(r"[^a-z0-9 ]", "", term.lower().replace("-", " "))
        for term in re.findall(r"^- \*\*(.*?)\*\*", text, re.M)
    ]
    assert terms == sorted(set(terms))

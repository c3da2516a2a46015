"""Treebanks that can be had: the list, and how they come here over a network that cuts, refuses and lies."""

from __future__ import annotations

import hashlib
import lzma
import pickle
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from servers import Served, serving

from spectral_core.cli import main
from spectral_core.errors import FetchError, FormatError, SettingsError
from spectral_core.progress import Cancelled, Progress
from spectral_core.treebanks.catalogue import (
    CatalogueEntry,
    compose_catalogue,
    download_catalogue,
    load_catalogue,
    parse_catalogue,
    pin_checksums,
)
from spectral_core.treebanks.download import PART_SUFFIX, RECORD, fetch, read_checksum_record
from spectral_core.treebanks.treebank_download import SOURCE, download_treebank, forget_checksums, make_file_url

CONTENT = b"1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n" * 4000
ENTRY = CatalogueEntry("Tiny", "xx", "Made", 4000, 4001, ("fiction",), "CC0 1.0", ("train", "test"))
PLACE = "/UD_Tiny-Made/r1.0"
TRAIN = f"{PLACE}/xx_made-ud-train.conllu"
LINE = "Tiny\txx\tMade\t4000\t4001\tfiction\tCC0 1.0\ttrain test"
HEAD = "# Made up, release 1.0\nlanguage\tcode\ttreebank\ttrain\tsentences\tgenre\tlicence\tparts\n"
PINNED_HEAD = HEAD.replace("parts", "parts\trelease\tsha256")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as made:
        made.files[TRAIN] = CONTENT
        made.files[TRAIN.replace("train", "test")] = CONTENT[:1000]
        yield made


def test_the_list_that_comes_along_has_its_date_and_names_files_and_licences() -> None:
    found = load_catalogue()
    assert len(found.entries) >= 100
    assert found.release == "2.18"
    assert "2026-" in found.about
    assert len({one.name for one in found.entries}) == len(found.entries)
    assert all(one.licence and one.parts for one in found.entries)
    english = found.find_entry("english-ewt")
    assert english is not None
    assert english.file_names == ("en_ewt-ud-train.conllu", "en_ewt-ud-dev.conllu", "en_ewt-ud-test.conllu")
    assert (
        make_file_url(english, "2.18", english.file_names[0]) == f"{SOURCE}/UD_English-EWT/r2.18/en_ewt-ud-train.conllu"
    )


def test_treebanks_are_found_by_language_name_code_and_genre() -> None:
    found = load_catalogue()
    assert {one.language for one in found.search("arabic")[:2]} == {"Arabic"}
    assert found.search("arabic")[0].treebank == "PADT"
    assert [one.name for one in found.search("Türkish KENET")] == ["UD_Turkish-Kenet"]
    assert {one.treebank for one in found.search("german news reviews")} == {"GSD"}
    assert found.find_entry("UD_Old_East_Slavic-TOROT") == found.find_entry("orv_torot")
    assert found.find_entry("klingon") is None
    assert "UD_English-EWT" in found.suggest_names("Englsh-EWT")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<html>", "no list of treebanks"),
        (b"\xff\xfe", "not UTF-8"),
        (HEAD.replace("release 1.0", "").encode(), "does not say which release"),
        ((HEAD + "Tiny\txx\n").encode(), "2 columns instead of 8"),
        ((HEAD + LINE.replace("Made", "../../etc")).encode(), "cannot be part of the name"),
        ((HEAD + LINE.removesuffix("train test")).encode(), "which files"),
        ((HEAD + LINE.replace("train test", "tr:ain")).encode(), "cannot be part of the name"),
        ((HEAD + LINE.replace("train test", "tr\\ain")).encode(), "cannot be part of the name"),
        ((HEAD + LINE.replace("train test", "tr\0ain")).encode(), "cannot be part of the name"),
        ((HEAD + LINE.replace("Made", "M" * 200)).encode(), "cannot be part of the name"),
        ((HEAD + LINE.replace("Made", "Made.")).encode(), "cannot be part of the name"),
        ((PINNED_HEAD + LINE).encode(), "8 columns instead of 10"),
        ((PINNED_HEAD + LINE + "\t1.0\t" + "a" * 64).encode(), "does not have a SHA-256, or -, for each part"),
        ((PINNED_HEAD + LINE + "\t1.0\t- abc").encode(), "does not have a SHA-256, or -, for each part"),
    ],
)
def test_what_is_no_list_of_treebanks_is_refused_in_a_sentence(content: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        parse_catalogue(content, Path("list.tsv"))


def test_what_is_not_known_of_a_treebank_is_left_open() -> None:
    (entry,) = parse_catalogue((HEAD + "Tiny\txx\tMade\t\t\t\t\ttest").encode(), None).entries
    assert (entry.train, entry.sentences, entry.genres, entry.licence) == (None, None, (), "")


def test_a_treebank_comes_whole_and_is_not_fetched_twice(served: Served, tmp_path: Path) -> None:
    told: list[Progress] = []
    got = download_treebank(ENTRY, "1.0", tmp_path / "here", told.append, served.base)
    assert [path.name for path in got.files] == list(ENTRY.file_names)
    assert got.files[0].read_bytes() == CONTENT
    assert next(one.done for one in told if one.total == len(CONTENT)) == 0
    assert max(one.done for one in told if one.stage == ENTRY.file_names[0]) == len(CONTENT)
    assert sorted(path.name for path in got.folder.iterdir()) == sorted((RECORD, *ENTRY.file_names))
    before = len(served.paths())
    assert download_treebank(ENTRY, "1.0", tmp_path / "here", mirror=served.base).files == got.files
    assert len(served.paths()) == before


def test_a_download_that_was_cut_goes_on_where_it_stopped(served: Served, tmp_path: Path) -> None:
    served.cut[TRAIN] = 70_000
    target = tmp_path / "a.conllu"
    with pytest.raises(
        FetchError, match=f"cut after 70,000 of {len(CONTENT):,} bytes.*the download resumes where it stopped"
    ):
        fetch(served.base + TRAIN, target)
    assert not target.exists()
    assert fetch(served.base + TRAIN, target).read_bytes() == CONTENT
    assert (TRAIN, "bytes=70000-") in served.asked


def test_what_changed_there_meanwhile_is_fetched_anew(served: Served, tmp_path: Path) -> None:
    served.cut[TRAIN] = 70_000
    with pytest.raises(FetchError):
        fetch(served.base + TRAIN, tmp_path / "a.conllu")
    served.files[TRAIN], served.tag = CONTENT.replace(b"Dogs", b"Cats"), '"two"'
    assert fetch(served.base + TRAIN, tmp_path / "a.conllu").read_bytes() == served.files[TRAIN]


def test_without_a_tag_of_the_file_nothing_is_pieced_together(served: Served, tmp_path: Path) -> None:
    served.cut[TRAIN], served.tag = 70_000, ""
    with pytest.raises(FetchError):
        fetch(served.base + TRAIN, tmp_path / "a.conllu")
    assert fetch(served.base + TRAIN, tmp_path / "a.conllu").read_bytes() == CONTENT
    assert [one for one in served.asked if one[0] == TRAIN][-1] == (TRAIN, "")


def test_a_file_that_is_shorter_now_than_what_has_come_is_fetched_anew(served: Served, tmp_path: Path) -> None:
    served.cut[TRAIN] = 70_000
    with pytest.raises(FetchError):
        fetch(served.base + TRAIN, tmp_path / "a.conllu")
    served.files[TRAIN] = CONTENT[:100]
    assert fetch(served.base + TRAIN, tmp_path / "a.conllu").read_bytes() == CONTENT[:100]


def test_a_cancelled_download_leaves_no_file_and_can_be_gone_on_with(served: Served, tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.done:
            raise Cancelled

    target = tmp_path / "a.conllu"
    with pytest.raises(Cancelled):
        fetch(served.base + TRAIN, target, stop)
    assert not target.exists()
    came = target.with_name(target.name + PART_SUFFIX).stat().st_size
    assert 0 < came < len(CONTENT)
    assert fetch(served.base + TRAIN, target).read_bytes() == CONTENT
    assert (TRAIN, f"bytes={came}-") in served.asked


@pytest.mark.parametrize("beside", [f"{TRAIN}.sha256", f"{PLACE}/SHA256SUMS"])
def test_what_does_not_have_the_checksum_that_is_offered_is_removed(
    beside: str, served: Served, tmp_path: Path
) -> None:
    name = TRAIN.rpartition("/")[2]
    digest = hashlib.sha256(CONTENT).hexdigest()
    served.files[beside] = f"{digest}  {name}\n".encode()
    assert fetch(served.base + TRAIN, tmp_path / "a.conllu").exists()
    served.files[beside] = f"{digest[::-1]}  {name}\n".encode()
    with pytest.raises(FetchError, match=r"damaged: its checksum is .*It was removed"):
        fetch(served.base + TRAIN, tmp_path / "b.conllu")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.conllu"]


def test_a_file_that_is_not_there_is_a_sentence_with_address_status_and_remedy(served: Served, tmp_path: Path) -> None:
    with pytest.raises(FetchError, match=r"there is no such file \(404\)\. Check the address") as caught:
        fetch(served.base + "/none.conllu", tmp_path / "a")
    assert (caught.value.status, caught.value.url) == (404, served.base + "/none.conllu")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_part_that_a_release_lacks_is_told_and_a_treebank_it_lacks_is_refused(served: Served, tmp_path: Path) -> None:
    del served.files[TRAIN]
    got = download_treebank(ENTRY, "1.0", tmp_path, mirror=served.base)
    assert [path.name for path in got.files] == ["xx_made-ud-test.conllu"]
    assert got.missing == ("xx_made-ud-train.conllu",)
    with pytest.raises(FetchError, match="404"):
        download_treebank(ENTRY, "9.9", tmp_path / "other", mirror=served.base)


@pytest.mark.parametrize(("status", "said"), [(403, "refuses"), (500, "answered 500"), (503, "Try again later")])
def test_a_server_that_refuses_is_told(status: int, said: str, served: Served, tmp_path: Path) -> None:
    served.status[TRAIN] = status
    with pytest.raises(FetchError, match=said):
        fetch(served.base + TRAIN, tmp_path / "a.conllu")


def test_a_web_page_in_place_of_the_file_is_refused(served: Served, tmp_path: Path) -> None:
    served.kind = "text/html"
    with pytest.raises(FetchError, match="a web page came"):
        fetch(served.base + TRAIN, tmp_path / "a.conllu")


def test_a_machine_that_does_not_answer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(FetchError, match=r"no server answers there\. Check that this machine is online"):
        fetch(f"http://127.0.0.1:{port}/a.conllu", tmp_path / "a.conllu")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x/y", "nothing", "http://[/a", "https://x:y/a"])
def test_what_is_no_address_is_refused(url: str, tmp_path: Path) -> None:
    with pytest.raises(FetchError, match=r"no address"):
        fetch(url, tmp_path / "a")


def test_a_file_larger_than_one_may_be_is_not_taken(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spectral_core.treebanks.download.compute_unpack_limit", lambda _: 1000)
    with pytest.raises(FetchError, match="larger than"):
        fetch(served.base + TRAIN, tmp_path / "a.conllu")


def test_a_folder_that_cannot_be_written_is_told(served: Served, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FormatError, match="could not be written"):
        fetch(served.base + TRAIN, tmp_path / "file" / "a.conllu")


def test_a_mirror_may_be_laid_out_in_its_own_way(served: Served, tmp_path: Path) -> None:
    served.files = {f"/ud/1.0/UD_Tiny-Made/{name}.xz": b"packed" for name in ENTRY.file_names}
    got = download_treebank(ENTRY, "1.0", tmp_path, mirror=served.base + "/ud/{release}/{treebank}/{file}.xz")
    assert [path.name for path in got.files] == [f"{name}.xz" for name in ENTRY.file_names]


@pytest.mark.parametrize(
    ("mirror", "path"),
    [
        ("/ud/..", "/ud/../UD_Tiny-Made/r1.0/{file}"),
        ("/{file}/..", "/{file}/.."),
        ("/{file}/%2e%2e", "/{file}/%2e%2e"),
        ("/{file}/..%2f..%2fa", "/{file}/..%2f..%2fa"),
        ("/{file}/..\\..\\a", "/{file}/..%5C..%5Ca"),
        ("/{file}/C:a", "/{file}/C:a"),
        ("/{file}/NUL", "/{file}/NUL"),
        ("/get?name={file}&raw=../..", "/get?name={file}&raw=../.."),
        ("/{file}?raw=1#/../b", "/{file}?raw=1"),
        ("/{file}/", "/{file}/"),
    ],
)
def test_a_file_has_the_name_of_the_list_whatever_its_address_ends_in(
    mirror: str, path: str, served: Served, tmp_path: Path
) -> None:
    served.files = {path.replace("{file}", file): CONTENT[:1000] for file in ENTRY.file_names}
    got = download_treebank(ENTRY, "1.0", tmp_path / "a" / "b", mirror=served.base + mirror)
    assert got.files == tuple(tmp_path / "a" / "b" / file for file in ENTRY.file_names)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file() and path.parent.name != "b"] == []


@pytest.mark.parametrize("treebank", ["../Made", "a/b", "a\\b", "C:a", "a\0b", "Made\n"])
def test_an_entry_that_names_a_file_elsewhere_is_refused(treebank: str, served: Served, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be the name of a file"):
        download_treebank(replace(ENTRY, treebank=treebank), "1.0", tmp_path, mirror=served.base)
    assert not served.asked


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_a_file_that_is_not_the_one_of_the_list_is_refused_and_removed(served: Served, tmp_path: Path) -> None:
    pinned = replace(ENTRY, pins=(digest(CONTENT), ""), release="1.0")
    got = download_treebank(pinned, "1.0", tmp_path / "a", mirror=served.base)
    assert list(got.checks.values()) == ["list", "none"]
    served.files[TRAIN] = CONTENT.replace(b"Dogs", b"Cats", 1)
    with pytest.raises(FetchError, match=r"not the same file: .* the list of release 1\.0 has .*It was removed"):
        download_treebank(pinned, "1.0", tmp_path / "b", mirror=served.base)
    assert not list((tmp_path / "b").iterdir())
    served.files[TRAIN.replace("r1.0", "r2.0")] = served.files[TRAIN]  # of which the list says nothing
    assert (
        download_treebank(pinned, "2.0", tmp_path / "c", mirror=served.base).checks[
            tmp_path / "c" / ENTRY.file_names[0]
        ]
        == "none"
    )


def test_a_mirror_may_pack_a_file_that_the_list_pins(served: Served, tmp_path: Path) -> None:
    served.files[f"{TRAIN}.xz"] = lzma.compress(CONTENT)
    mirror = served.base + "/{treebank}/r{release}/{file}.xz"
    one = replace(ENTRY, parts=("train",), pins=(digest(CONTENT),), release="1.0")
    assert download_treebank(one, "1.0", tmp_path, mirror=mirror).checks == {
        tmp_path / f"{ENTRY.file_names[0]}.xz": "list"
    }
    served.files[f"{TRAIN}.xz"] = served.files[f"{TRAIN}.xz"][:-20]
    with pytest.raises(FetchError, match="not the same file"):
        download_treebank(one, "1.0", tmp_path / "b", mirror=mirror)


def test_a_file_that_comes_again_must_be_the_one_that_came_first(served: Served, tmp_path: Path) -> None:
    record = tmp_path / RECORD
    first = download_treebank(ENTRY, "1.0", tmp_path / "a", mirror=served.base, record=record)
    assert set(first.checks.values()) == {"none"}
    assert read_checksum_record(record)[f"{ENTRY.name}/r1.0/{ENTRY.file_names[0]}"] == digest(CONTENT)
    again = download_treebank(ENTRY, "1.0", tmp_path / "b", mirror=served.base, record=record)
    assert set(again.checks.values()) == {"earlier"}
    served.files[TRAIN] = CONTENT[:500]
    with pytest.raises(FetchError, match=r"an earlier download of this release had .* remove the line of this file"):
        download_treebank(ENTRY, "1.0", tmp_path / "c", mirror=served.base, record=record)
    assert not (tmp_path / "c" / ENTRY.file_names[0]).exists()
    forget_checksums(ENTRY, "1.0", record)
    assert download_treebank(ENTRY, "1.0", tmp_path / "c", mirror=served.base, record=record).files


def test_what_the_server_offers_is_told_apart_from_nothing(served: Served, tmp_path: Path) -> None:
    served.files[f"{TRAIN}.sha256"] = digest(CONTENT).encode()
    assert list(download_treebank(ENTRY, "1.0", tmp_path, mirror=served.base).checks.values()) == ["server", "none"]


def test_a_list_is_pinned_from_a_folder_of_files(tmp_path: Path) -> None:
    catalogue = parse_catalogue((HEAD + LINE + "\n").encode(), None)
    assert compose_catalogue(catalogue) == (HEAD + LINE + "\n").encode()
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / f"{ENTRY.file_names[1]}.xz").write_bytes(lzma.compress(b"test"))
    (tmp_path / "other.conllu").write_bytes(b"other")
    pinned, count = pin_checksums(catalogue, tmp_path)
    assert (count, pinned.entries[0].pins) == (1, ("", digest(b"test")))
    assert compose_catalogue(pinned) == (PINNED_HEAD + LINE + f"\t1.0\t- {digest(b'test')}\n").encode()
    assert parse_catalogue(compose_catalogue(pinned), None) == pinned
    (tmp_path / ENTRY.file_names[1]).write_bytes(b"another")
    with pytest.raises(FormatError, match="in this folder is different"):
        pin_checksums(catalogue, tmp_path)


def test_checksums_belong_to_one_release(tmp_path: Path) -> None:
    catalogue = parse_catalogue((HEAD + LINE + "\n").encode(), None)
    for file in ENTRY.file_names:
        (tmp_path / file).write_bytes(b"old")
    old, _ = pin_checksums(catalogue, tmp_path, "0.9")
    assert old.list_releases(old.entries[0]) == ("0.9", "1.0")
    (tmp_path / ENTRY.file_names[0]).unlink()
    renewed, _ = pin_checksums(old, tmp_path)
    assert renewed.entries[0].pins == ("", digest(b"old"))
    assert renewed.list_releases(renewed.entries[0]) == ("1.0",)


def test_the_bundled_list_has_checksums_of_nearly_all_files() -> None:
    catalogue = load_catalogue()
    checked = [entry for entry in catalogue.entries if entry.has_checksums("2.10")]
    assert len(checked) >= 170
    assert all(catalogue.list_releases(entry) == ("2.10", "2.18") for entry in checked)
    digests = [pin for entry in checked for pin in entry.pins]
    assert len(set(digests)) == len(digests)
    padt = catalogue.find_entry("ar_padt")
    assert padt is not None
    assert padt.get_pinned_checksum(padt.file_names[0], "2.18") == ""
    assert len(padt.get_pinned_checksum(padt.file_names[0], "2.10")) == 64


def test_the_list_is_renewed_only_by_a_list(served: Served, tmp_path: Path) -> None:
    kept = tmp_path / "lists" / "treebanks.tsv"
    served.files["/list.tsv"] = (HEAD + LINE).encode()
    assert download_catalogue(f"{served.base}/list.tsv", kept).entries == (ENTRY,)
    served.files["/list.tsv"] = b"nothing of the kind"
    with pytest.raises(FormatError, match="no list of treebanks"):
        download_catalogue(f"{served.base}/list.tsv", kept)
    assert load_catalogue(kept).entries == (ENTRY,)


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return int(ended.value.code or 0)


def test_the_command_lists_treebanks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("treebanks", "arabic", "padt") == 0
    out, _ = capsys.readouterr()
    assert "Arabic-PADT" in out
    assert "CC BY-NC-SA 3.0" in out
    assert run("treebanks", "klingon", "--json") == 0
    assert '"treebanks": []' in capsys.readouterr()[0]


def test_the_command_gets_one_and_says_its_licence_first(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    served.files["/list.tsv"] = (HEAD + LINE).encode()
    asked = ("treebanks", "get", "Tiny-Made", "-o", str(tmp_path / "tiny"), "--mirror", served.base)
    assert run(*asked, "--list", f"{served.base}/list.tsv") == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [str(tmp_path / "tiny" / name) for name in ENTRY.file_names]
    assert err.startswith("UD_Tiny-Made, release 1.0, licence CC0 1.0, from http://127.0.0.1:")
    assert run("treebanks", "get", "Englsh-EWT") == 2
    assert "did you mean UD_English-EWT" in capsys.readouterr()[1]


def test_the_command_says_what_was_checked_and_pins_a_list(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, pinned = tmp_path / "list.tsv", tmp_path / "pinned.tsv"
    plain.write_text(HEAD + LINE)
    got = ("treebanks", "get", "Tiny-Made", "--mirror", served.base, "--list")
    assert run(*got, str(plain), "-o", str(tmp_path / "a")) == 0
    assert "xx_made-ud-train.conllu: not checked" in capsys.readouterr()[1]
    assert run("treebanks", "--pin", str(tmp_path / "a"), "--list", str(plain)) == 2
    assert "with -o" in capsys.readouterr()[1]
    assert run("treebanks", "--pin", str(tmp_path / "a"), "--list", str(plain), "-o", str(pinned)) == 0
    assert "2 files of release 1.0 pinned" in capsys.readouterr()[1]
    assert run(*got, str(pinned), "-o", str(tmp_path / "b"), "--json") == 0
    assert capsys.readouterr()[0].count('": "list"') == 2
    old = tmp_path / "old.tsv"
    served.files[TRAIN.replace("r1.0", "r0.9")] = CONTENT
    served.files[TRAIN.replace("r1.0", "r0.9").replace("train", "test")] = CONTENT[:1000]
    pinning = ("treebanks", "--pin", str(tmp_path / "a"), "--release", "0.9", "--list", str(plain), "-o", str(old))
    assert run(*pinning) == 0
    assert run(*got, str(old), "-o", str(tmp_path / "c")) == 0
    said = capsys.readouterr()[1]
    assert "UD_Tiny-Made, release 0.9" in said
    assert "Release 1.0 is newer, but the list has no checksums of its files; --release 1.0 downloads it" in said

"""Servers that are slow, silent or hostile: a download ends in a sentence, and stops as soon as it is told to."""

from __future__ import annotations

import os
import queue
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from servers import Script, Stall, dripping, read_request, saying, scripted

from spectral_core.errors import FetchError, FormatError
from spectral_core.progress import Cancelled, Progress, list_abandoned_threads
from spectral_core.treebanks import network
from spectral_core.treebanks.download import PART_SUFFIX, fetch
from spectral_core.treebanks.network import Patience, is_public_address, parse_address, resolve_redirect

SOON = 0.5  # seconds within which a stop must be heard
HEAD = b'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nETag: "one"\r\n'
WHOLE = HEAD + b"Content-Length: 5\r\n\r\nDogs\n"
CHUNKS = b"5;x=y\r\nDogs\n\r\n0\r\nX: y\r\n\r\n"
LONG = b"9" * 5000  # digits: more than Python makes a number of

posix_only = pytest.mark.skipif(os.name != "posix", reason="links and pipes are made in other ways there")


@pytest.fixture(autouse=True)
def direct(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("no_proxy", "127.0.0.1,localhost")


def silent(_peer: socket.socket, stall: Stall) -> None:
    stall.begin()


def silent_after_the_request(peer: socket.socket, stall: Stall) -> None:
    read_request(peer)
    stall.begin()


def stuck_amid_the_body(peer: socket.socket, stall: Stall) -> None:
    read_request(peer)
    peer.sendall(HEAD + b"Content-Length: 100000\r\n\r\n" + b"x" * 1000)
    stall.over.wait(0.3)  # until that has been read
    stall.begin()


def stop_once(stall: Stall, url: str, target: Path) -> float:
    """Seconds between the moment at which a server says nothing more and the end of a download that is stopped then."""

    def report(_: Progress) -> None:
        if stall.stuck.is_set():
            raise Cancelled

    with pytest.raises(Cancelled):
        fetch(url, target, report)
    return time.monotonic() - stall.since


@pytest.mark.parametrize(
    ("script", "scheme"),
    [
        (silent, "http"),
        (silent, "https"),
        (silent_after_the_request, "http"),
        (stuck_amid_the_body, "http"),
        (dripping(HEAD + b"Content-Length: 100000\r\n\r\n", 3.0), "http"),
        (dripping(b"HTTP/1.1 100 Continue\r\n\r\n" * 20, 0.01), "http"),
    ],
    ids=["accepts only", "in the handshake", "before the head", "amid the body", "drips the head", "continues"],
)
def test_a_stop_is_heard_at_once_whatever_the_server_does(script: Script, scheme: str, tmp_path: Path) -> None:
    with scripted(script) as (base, stall):
        assert stop_once(stall, base.replace("http", scheme) + "/a", tmp_path / "a") < SOON


def test_a_stop_is_heard_while_the_body_drips_and_what_came_is_kept(tmp_path: Path) -> None:
    def script(peer: socket.socket, stall: Stall) -> None:
        read_request(peer)
        peer.sendall(HEAD + b"Content-Length: 100000\r\n\r\nxyz")
        stall.begin(0.3)
        for _ in range(20):
            peer.sendall(b"x")
            if stall.over.wait(0.3):
                return

    with scripted(script) as (base, stall):

        def report(progress: Progress) -> None:
            if progress.done >= 4:
                raise Cancelled

        began = time.monotonic()
        with pytest.raises(Cancelled):
            fetch(base + "/a", tmp_path / "a", report)
        assert time.monotonic() - began < 0.3 + 3 * SOON
        assert stall.stuck.is_set()
    assert (tmp_path / f"a{PART_SUFFIX}").read_bytes().startswith(b"xyzx")


def test_a_stop_is_heard_while_the_name_of_the_server_is_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stall = Stall()

    def look_up(*_: object, **__: object) -> list[object]:
        stall.begin()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    try:
        assert stop_once(stall, "http://treebanks.invalid/a", tmp_path / "a") < SOON
        (thread,) = list_abandoned_threads()
    finally:
        stall.over.set()
    thread.join(8)
    assert not list_abandoned_threads()


@pytest.mark.skipif(sys.platform != "linux", reason="a full queue of connections is answered in other ways there")
def test_a_stop_is_heard_while_the_server_takes_no_connection(tmp_path: Path) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        waiting = [socket.socket() for _ in range(3)]
        for one in waiting:  # of which it has room for one
            one.setblocking(False)
            one.connect_ex(listening.getsockname())
        stall = Stall()
        timer = threading.Timer(0.3, stall.mark)
        timer.start()
        try:
            url = f"http://127.0.0.1:{listening.getsockname()[1]}/a"
            assert stop_once(stall, url, tmp_path / "a") < SOON
        finally:
            timer.join()
            for one in waiting:
                one.close()


def test_a_server_that_falls_silent_is_given_up_and_what_came_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "PATIENCE", Patience(step=0.05, silence=0.4))
    with (
        scripted(stuck_amid_the_body) as (base, _),
        pytest.raises(FetchError, match=r"nothing came for 0 seconds.*the download resumes where it stopped"),
    ):
        fetch(base + "/a", tmp_path / "a")
    assert (tmp_path / f"a{PART_SUFFIX}").stat().st_size == 1000


@pytest.mark.parametrize("body", [b"", b"\r\n" + b"x" * 200], ids=["in the head", "in the body"])
def test_a_server_that_drips_for_ever_is_given_up(body: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "PATIENCE", Patience(step=0.05, silence=5, span=1.0, min_bytes=1000))
    head = b"HTTP/1.1 200 OK\r\n"

    def script(peer: socket.socket, stall: Stall) -> None:
        read_request(peer)
        peer.sendall(head if body else b"")
        for byte in body or head * 20:
            peer.sendall(bytes([byte]))
            if stall.over.wait(0.1):
                return

    with (
        scripted(script) as (base, _),
        pytest.raises(FetchError, match=r"too slow: only \d+ bytes came in 1 seconds\. Try again"),
    ):
        fetch(base + "/a", tmp_path / "a")
    assert (tmp_path / f"a{PART_SUFFIX}").exists() == bool(body)


HOSTILE = {
    "no HTTP": (b"220 ftp.example ready\r\n", "no answer of a web server"),
    "binary": (bytes(range(256)) * 40 + b"\r\n", "no answer of a web server"),
    "nothing": (b"", "the connection was cut"),
    "a status of many digits": (b"HTTP/1.1 " + LONG + b" OK\r\n\r\n", "no answer of a web server"),
    "a status that is none": (b"HTTP/1.1 abc OK\r\n\r\n", "no answer of a web server"),
    "another version": (b"HTTP/7.5 200 OK\r\n\r\n", "no answer of a web server"),
    "a long status line": (b"HTTP/1.1 200 " + b"x" * 70_000 + b"\r\n\r\n", "no answer of a web server"),
    "a long reason": (b"HTTP/1.1 500 " + b"x" * 60_000 + b"\r\n\r\n", "answered 500 x{200}\\. Try"),
    "a long header": (HEAD + b"X: " + b"x" * 70_000 + b"\r\n\r\n", "no answer of a web server"),
    "many headers": (HEAD + b"X: y\r\n" * 101 + b"\r\n", "no answer of a web server"),
    "many headers of some length": (HEAD + (b"X: " + b"y" * 60_000 + b"\r\n") * 90, "no answer of a web server"),
    "continues for ever": (b"HTTP/1.1 100 Continue\r\n\r\n" * 30_000, "no answer of a web server"),
    "nothing to give": (b"HTTP/1.1 204 No Content\r\n\r\n", "answered 204"),
    "another protocol": (b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", "answered 101"),
    "a length of many digits": (HEAD + b"Content-Length: " + LONG + b"\r\n\r\nDogs\n", "contradicts itself"),
    "a negative length": (HEAD + b"Content-Length: -5\r\n\r\nDogs\n", "contradicts itself"),
    "a length in other digits": (HEAD + "Content-Length: ²\r\n\r\nDogs\n".encode("latin-1"), "contradicts itself"),
    "two lengths": (HEAD + b"Content-Length: 5\r\nContent-Length: 3\r\n\r\nDogs\n", "contradicts itself"),
    "an absurd length": (HEAD + b"Content-Length: 999999999999999\r\n\r\nDogs\n", "larger than the"),
    "less than its length": (HEAD + b"Content-Length: 50\r\n\r\nDogs\n", "cut after 5 of 50 bytes"),
    "an unknown packing": (HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nDogs\n\r\n0\r\n\r\n", "contradicts"),
    "chunks that are none": (HEAD + b"Transfer-Encoding: chunked\r\n\r\nDogs\n", "the connection was cut"),
    "a chunk of many digits": (
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + LONG + b"\r\nDogs\n",
        "the connection was cut",
    ),
    "a negative chunk": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nDogs\n", "the connection was cut"),
    "a chunk that is cut": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n50\r\nDogs\n", "the connection was cut"),
    "a long line of a chunk": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"0" * 70_000, "cut|no answer"),
    "a part unasked": (
        b"HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-4/5\r\nContent-Length: 5\r\n\r\nDogs\n",
        "a different part than requested",
    ),
    "a web page": (b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=\xff\r\n\r\n<html>", "a web page came"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_answer_is_a_sentence(name: str, tmp_path: Path) -> None:
    answer, wanted = HOSTILE[name]
    with scripted(saying(answer)) as (base, _), pytest.raises(FetchError, match=wanted):
        fetch(base + "/a", tmp_path / "a")
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    ("answer", "content"),
    [
        (WHOLE + b"and much more", b"Dogs\n"),
        (HEAD + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nDogs\n", b"Dogs\n"),
        (
            HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 99\r\n\r\n5;x=y\r\nDogs\n\r\n0\r\nX: y\r\n\r\n",
            b"Dogs\n",
        ),
        (b"HTTP/1.0 200 OK\r\nContent-Type: text/\xed\xa0\x80; charset=none\r\n\r\nDogs\n", b"Dogs\n"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + WHOLE, b"Dogs\n"),
    ],
    ids=["more than its length", "its length twice", "chunks and a length", "a strange type", "continue"],
)
def test_an_answer_that_is_odd_and_clear_is_taken(answer: bytes, content: bytes, tmp_path: Path) -> None:
    with scripted(saying(answer)) as (base, _):
        assert fetch(base + "/a", tmp_path / "a").read_bytes() == content


@pytest.mark.parametrize(
    ("range_", "length", "wanted"),
    [
        (b"bytes 3-4/" + LONG, b"2", "a different part"),
        (LONG, b"2", "a different part"),
        (b"bytes 3-4/2", b"2", "contradicts itself"),
        (b"bytes 3-2/5", b"2", "contradicts itself"),
        (b"bytes 3-4/5", b"7", "contradicts itself"),
        (b"bytes 3-4/5", LONG, "contradicts itself"),
        (b"bytes -3-4/5", b"2", "a different part"),
        (b"bytes 0-4/5", b"5", "a different part"),
    ],
)
def test_a_part_of_a_file_that_cannot_be_is_a_sentence(
    range_: bytes, length: bytes, wanted: str, tmp_path: Path
) -> None:
    part = tmp_path / f"a{PART_SUFFIX}"
    part.write_bytes(b"Dog")
    (tmp_path / f"a{PART_SUFFIX}.tag").write_text('"one"')
    head = b"HTTP/1.1 206 Partial\r\nContent-Range: " + range_ + b"\r\nContent-Length: " + length + b"\r\n\r\n"
    with scripted(saying(head + b"s\n")) as (base, _), pytest.raises(FetchError, match=wanted):
        fetch(base + "/a", tmp_path / "a")
    assert part.read_bytes() == b"Dog"


@pytest.mark.parametrize("known", [b"\xff\xfe\x00", b'"one"\r\nX-Evil: yes', "\u4e2d".encode(), b"x" * 5000])
def test_garbage_beside_a_part_begins_the_download_anew(known: bytes, tmp_path: Path) -> None:
    (tmp_path / f"a{PART_SUFFIX}").write_bytes(b"Cat")
    (tmp_path / f"a{PART_SUFFIX}.tag").write_bytes(known)
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def script(peer: socket.socket, _: Stall) -> None:
        requests.put(read_request(peer))
        peer.sendall(WHOLE)

    with scripted(script) as (base, _):
        assert fetch(base + "/a", tmp_path / "a").read_bytes() == b"Dogs\n"
    assert b"Range" not in requests.get_nowait()


@pytest.mark.parametrize(
    ("known", "validators", "joined"),
    [
        (b'"one"', b'ETag: "two"\r\n', False),
        (b'"one"', b'ETag: W/"one"\r\n', False),
        (b"Mon, 01 Jan 2024 00:00:00 GMT", b"Last-Modified: Tue, 02 Jan 2024 00:00:00 GMT\r\n", False),
        (b'"one"', b'ETag: "one"\r\nLast-Modified: Tue, 02 Jan 2024 00:00:00 GMT\r\n', True),
        (
            b"Mon, 01 Jan 2024 00:00:00 GMT",
            b'ETag: "one"\r\nLast-Modified: Mon, 01 Jan 2024 00:00:00 GMT\r\n',
            True,
        ),
        (b'"one"', b"", True),
    ],
)
def test_a_rest_that_is_of_another_file_is_not_joined(
    known: bytes, validators: bytes, joined: bool, tmp_path: Path
) -> None:
    (tmp_path / f"a{PART_SUFFIX}").write_bytes(b"Cat")
    (tmp_path / f"a{PART_SUFFIX}.tag").write_bytes(known)
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    rest = b"HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 3-4/5\r\nContent-Length: 2\r\n" + validators

    def script(peer: socket.socket, _: Stall) -> None:
        request = read_request(peer)
        if request.startswith(b"GET /a "):  # the others ask for checksums
            requests.put(request)
        peer.sendall(rest + b"\r\ns\n" if b"Range: bytes=3-" in request else WHOLE)

    with scripted(script) as (base, _):
        assert fetch(base + "/a", tmp_path / "a").read_bytes() == (b"Cats\n" if joined else b"Dogs\n")
    assert requests.qsize() == (1 if joined else 2)
    assert not (tmp_path / f"a{PART_SUFFIX}").exists()
    assert not (tmp_path / f"a{PART_SUFFIX}.tag").exists()


@posix_only
@pytest.mark.parametrize("ending", [PART_SUFFIX, f"{PART_SUFFIX}.tag"])
def test_a_link_or_a_pipe_in_place_of_a_part_is_not_written_through(ending: str, tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("kept")
    beside = tmp_path / f"a{ending}"
    with scripted(saying(WHOLE)) as (base, _):
        for make in (lambda: beside.symlink_to(own), lambda: os.link(own, beside), lambda: os.mkfifo(beside)):
            make()
            assert fetch(base + "/a", tmp_path / "a").read_bytes() == b"Dogs\n"
    assert own.read_text() == "kept"
    assert not (tmp_path / "a").is_symlink()


def test_a_folder_in_place_of_a_part_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / f"a{PART_SUFFIX}").mkdir()
    with scripted(saying(WHOLE)) as (base, _), pytest.raises(FormatError, match="could not be written"):
        fetch(base + "/a", tmp_path / "a")


def test_no_more_is_written_than_a_file_may_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spectral_core.treebanks.download.compute_unpack_limit", lambda _: 1000)
    answer = HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1F4\r\n" + b"x" * 500 + b"\r\n"
    answer += (b"320\r\n" + b"x" * 800 + b"\r\n") * 3 + b"0\r\n\r\n"
    with scripted(saying(answer)) as (base, _), pytest.raises(FetchError, match="larger than"):
        fetch(base + "/a", tmp_path / "a")
    assert (tmp_path / f"a{PART_SUFFIX}").stat().st_size <= 1000


def redirect(location: str, status: int = 302) -> Script:
    return saying(f"HTTP/1.1 {status} Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode("latin-1"))


def test_a_redirect_on_the_same_server_is_followed_and_its_part_gone_on_with(tmp_path: Path) -> None:
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def script(peer: socket.socket, _: Stall) -> None:
        asked = read_request(peer)
        requests.put(asked)
        if asked.startswith(b"GET /old?x=1 "):
            peer.sendall(b"HTTP/1.1 301 Moved\r\nLocation: /n\xe9w%20?y=2#z\r\n\r\n")
        elif asked.startswith(b"GET /n%C3%A9w%20?y=2 "):
            peer.sendall(b'HTTP/1.1 206 Part\r\nContent-Range: bytes 3-4/5\r\nETag: "one"\r\n\r\ns\n')
        else:
            peer.sendall(b"HTTP/1.1 404 None\r\n\r\n")

    (tmp_path / f"a{PART_SUFFIX}").write_bytes(b"Dog")
    (tmp_path / f"a{PART_SUFFIX}.tag").write_text('"one"')
    with scripted(script) as (base, _):
        assert fetch(base + "/old?x=1", tmp_path / "a").read_bytes() == b"Dogs\n"
    for _ in range(2):
        asked = requests.get_nowait()
        assert b"Range: bytes=3-\r\n" in asked
        assert b'If-Range: "one"\r\n' in asked


@pytest.mark.parametrize(
    ("location", "wanted"),
    [
        ("ftp://127.0.0.1/a", "no web address"),
        ("file:///etc/passwd", "no web address"),
        ("data:text/plain,Dogs", "no web address"),
        ("http://[::1/a", "no web address"),
        ("http://[zz]/a", "no web address"),
        ("http://127.0.0.1:99999/a", "no web address"),
        ("http://127.0.0.1:x/a", "no web address"),
        ("http://name:secret@127.0.0.1/a", "no web address"),
        ("http://" + "x" * 70 + "/a", "no web address"),
        ("http://localhost:1/a", "another server"),
        ("http://127.0.0.1:1/a", "another server"),
        ("https://github.com/a", "another server"),
        ("x" * 60_000, "no web address|404|more than 5 times|another server"),
        ("/a", "more than 5 times"),
    ],
)
def test_a_redirect_that_leads_elsewhere_is_refused(location: str, wanted: str, tmp_path: Path) -> None:
    with scripted(redirect(location)) as (base, _), pytest.raises(FetchError, match=wanted) as caught:
        fetch(base + "/a", tmp_path / "a")
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    ("current", "location", "wanted"),
    [
        ("https://raw.githubusercontent.com/a", "http://raw.githubusercontent.com/a", "not be encrypted"),
        ("https://raw.githubusercontent.com/a", "https://127.0.0.1/a", "another server"),
        ("https://raw.githubusercontent.com/a", "https://github.com:8443/a", "another server"),
        ("https://raw.githubusercontent.com/a", "https://github.com.example/a", "another server"),
        ("https://raw.githubusercontent.com/a", "https://GitHub.com/b", ""),
        ("https://github.com/a", "//codeload.github.com/b", ""),
        ("http://example.org/a", "https://example.org/a", ""),
        ("http://example.org/a", "https://example.org./a", ""),
        ("http://example.org/a", "https://www.example.org/a", "another server"),
    ],
)
def test_redirects_stay_with_one_publisher_and_encrypted(current: str, location: str, wanted: str) -> None:
    if not wanted:
        assert resolve_redirect(parse_address(current), location, 302).scheme == "https"
        return
    with pytest.raises(FetchError, match=wanted):
        resolve_redirect(parse_address(current), location, 302)


@pytest.mark.parametrize(
    ("host", "wanted"),
    [
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("0.0.0.0", False),
        ("localhost", False),
        ("a.localhost", False),
        ("140.82.112.3", True),
        ("::ffff:140.82.112.3", True),
        ("2606:50c0:8000::154", True),
        ("github.com", None),
    ],
)
def test_addresses_of_private_networks_are_told_from_public_ones(host: str, wanted: bool | None) -> None:
    assert is_public_address(host) is wanted


def test_a_public_server_never_sends_on_to_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first server is said to be public: its name is looked up anew, and is then one of this machine."""
    monkeypatch.setattr(network, "is_public_address", lambda host: seen.append(host) or len(seen) == 1)
    seen: list[str] = []
    with (
        scripted(redirect("/b")) as (base, _),
        pytest.raises(FetchError, match=r"sends you on to a private network \(127\.0\.0\.1\)"),
    ):
        fetch(base + "/a", tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_files_come_through_the_proxy_that_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def script(peer: socket.socket, _: Stall) -> None:
        asked = read_request(peer)
        requests.put(asked)
        peer.sendall(WHOLE if asked.startswith(b"GET http://treebanks.invalid/a ") else b"HTTP/1.1 502 No\r\n\r\n")

    with scripted(script) as (base, _):
        for scheme in ("http", "https"):
            monkeypatch.setenv(f"{scheme}_proxy", base.replace("http://", "http://me:a%3Ab@"))
        assert fetch("http://treebanks.invalid/a", tmp_path / "a").read_bytes() == b"Dogs\n"
        assert b"Proxy-Authorization: Basic bWU6YTpi\r\n" in requests.get_nowait()
        with pytest.raises(FetchError, match=r"the proxy refuses the connection \(502 No\)"):
            fetch("https://treebanks.invalid/a", tmp_path / "b")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not there to make a certificate with")
def test_an_encrypted_file_comes_from_a_server_that_is_trusted_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ("-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost")
    names = ("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate))
    subprocess.run(["openssl", "req", *made, *names], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    def script(peer: socket.socket, _: Stall) -> None:
        with context.wrap_socket(peer, server_side=True) as encrypted:
            read_request(encrypted)
            encrypted.sendall(WHOLE)

    with scripted(script) as (base, _):
        url = base.replace("http", "https") + "/a"
        with pytest.raises(FetchError, match="the connection is not safe"):
            fetch(url, tmp_path / "a")
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert fetch(url, tmp_path / "a").read_bytes() == b"Dogs\n"

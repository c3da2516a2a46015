"""A server on this machine's loopback that files are fetched from: it can cut, refuse, and forget what it has."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(slots=True)
class Served:
    """What a server has, and how it behaves."""

    base: str = ""
    files: dict[str, bytes] = field(default_factory=dict)  # by path
    asked: list[tuple[str, str]] = field(default_factory=list)  # path, and the range that was asked for
    cut: dict[str, int] = field(default_factory=dict)  # by path, the bytes after which the next answer is cut
    status: dict[str, int] = field(default_factory=dict)  # by path, what is answered in place of the file
    held: dict[str, threading.Event] = field(default_factory=dict)  # by path, what the second half waits for
    kind: str = "application/octet-stream"
    tag: str = '"one"'  # of all files; "" for none

    def paths(self) -> list[str]:
        """What was asked for, without checksums and terms."""
        return [path for path, _ in self.asked if path.endswith(".conllu")]


@contextmanager
def serving() -> Iterator[Served]:
    served = Served()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = self.headers.get("Range", "")
            served.asked.append((self.path, wanted))
            content = served.files.get(self.path)
            status = served.status.get(self.path, 200 if content is not None else 404)
            if status != 200 or content is None:
                self.send_error(status)
                return
            begin = 0
            if wanted and served.tag and self.headers.get("If-Range") == served.tag:
                begin = int(wanted.removeprefix("bytes=").partition("-")[0])
            if begin and begin >= len(content):
                self.send_error(416)
                return
            self.send_response(206 if begin else 200)
            self.send_header("Content-Type", served.kind)
            self.send_header("Content-Length", str(len(content) - begin))
            if served.tag:
                self.send_header("ETag", served.tag)
            if begin:
                self.send_header("Content-Range", f"bytes {begin}-{len(content) - 1}/{len(content)}")
            self.end_headers()
            if self.path in served.held:
                half = len(content) // 2
                self.wfile.write(content[begin:half])
                self.wfile.flush()
                begin = half
                served.held[self.path].wait(20)
            end = served.cut.pop(self.path, len(content))
            with contextlib.suppress(OSError):  # who asked has hung up
                self.wfile.write(content[begin:end])

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.base = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass(slots=True)
class Stall:
    """What a scripted server tells the test: when it was reached, and so far that it says nothing more."""

    stuck: threading.Event = field(default_factory=threading.Event)
    since: float = 0.0
    over: threading.Event = field(default_factory=threading.Event)  # the test has ended

    def begin(self, seconds: float = 8.0) -> None:
        """Say nothing more until the test has ended, or so long."""
        self.mark()
        self.over.wait(seconds)

    def mark(self) -> None:
        if not self.stuck.is_set():
            self.since = time.monotonic()
            self.stuck.set()


Script = Callable[[socket.socket, Stall], None]


@contextmanager
def scripted(script: Script) -> Iterator[tuple[str, Stall]]:
    """A server that does with each connection what a script says, and then hangs up; its address, and its state."""
    stall = Stall()
    threads: list[threading.Thread] = []

    def serve(peer: socket.socket) -> None:
        with peer, contextlib.suppress(OSError):
            peer.settimeout(8.0)
            script(peer, stall)
            peer.shutdown(socket.SHUT_WR)
            while peer.recv(1 << 16):  # or what was sent last may be lost
                pass

    def listen() -> None:
        with contextlib.suppress(OSError):
            while True:
                peer, _ = listening.accept()
                if stall.over.is_set():
                    peer.close()
                    return
                threads.append(threading.Thread(target=serve, args=(peer,), daemon=True))
                threads[-1].start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        accepting = threading.Thread(target=listen, daemon=True)
        accepting.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", stall
        finally:
            stall.over.set()
            with contextlib.suppress(OSError):  # which wakes it, as closing does not everywhere
                socket.create_connection(listening.getsockname(), 5).close()
            for thread in (accepting, *threads):
                thread.join(10)


def read_request(peer: socket.socket) -> bytes:
    """The head of what is asked."""
    content = b""
    while b"\r\n\r\n" not in content and (piece := peer.recv(1 << 16)):
        content += piece
    return content


def saying(answer: bytes) -> Script:
    """A script that reads the request, and answers just so."""

    def script(peer: socket.socket, _stall: Stall) -> None:
        read_request(peer)
        peer.sendall(answer)

    return script


def dripping(answer: bytes, pause: float, most: int = 400) -> Script:
    """A script that sends the beginning of an answer byte by byte, again and again waiting for so many seconds."""

    def script(peer: socket.socket, stall: Stall) -> None:
        read_request(peer)
        for byte in answer[:most]:
            peer.sendall(bytes([byte]))
            stall.mark()
            if stall.over.wait(pause):
                return

    return script

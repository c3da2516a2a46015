"""A server on this machine's loopback that files are fetched from: it can cut, refuse, and forget what it has."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
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

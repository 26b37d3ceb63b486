"""A web server on this machine that misbehaves when told to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Served:
    """What is offered, how, and what was asked for.

    Attributes:
        files: path -> content.
        cuts: after how many bytes the next responses break off; none when the list is used up.
        resumes: whether ranges are answered with ranges.
        shift: how far behind the wanted start these begin.
        asked: path and Range header of each request.
    """

    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    cuts: list[int] = field(default_factory=list)
    resumes: bool = True
    shift: int = 0
    asked: list[tuple[str, str | None]] = field(default_factory=list)


@contextmanager
def serving(**files: bytes) -> Iterator[Served]:
    served = Served(files={f"/{name}": content for name, content in files.items()})

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            span = self.headers.get("Range")
            served.asked.append((self.path, span))
            if self.path not in served.files:
                self.send_error(404)
                return
            content = served.files[self.path]
            start = int(span.removeprefix("bytes=").removesuffix("-")) if span and served.resumes else 0
            if start and start >= len(content):
                self.send_response(416)
                self.send_header("Content-Range", f"bytes */{len(content)}")
                self.end_headers()
                return
            self.send_response(206 if start else 200)
            if start:
                self.send_header(
                    "Content-Range", f"bytes {start + served.shift}-{len(content) - 1}/{len(content)}"
                )
            self.send_header("Content-Length", str(len(content) - start))
            self.end_headers()
            stop = start + served.cuts.pop(0) if served.cuts else len(content)
            self.wfile.write(content[start:stop])

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

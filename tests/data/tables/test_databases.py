"""SQLite and a real PostgreSQL, each through its ADBC driver."""

from __future__ import annotations

import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from gdgnn.data.tables import BadRowError, read_edges, read_nodes
from tests.data.tables.test_edges import named_edges

ROWS = [
    ("ann", "bob", 1.5, "2020-01-02"),
    ("bob", "eve", 2.0, "2021-01-01"),
    ("eve", "ann", 3.0, "2022-01-01"),
]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    pytest.importorskip("adbc_driver_sqlite")
    file = tmp_path / "the shop?.db"
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE friends (a TEXT, b TEXT, weight REAL, since TEXT)")
        db.executemany("INSERT INTO friends VALUES (?, ?, ?, ?)", ROWS)
        db.execute("CREATE TABLE numbers (src INTEGER, dst INTEGER)")
        db.execute("INSERT INTO numbers VALUES (5, 6), (6, NULL)")
    db.close()
    return file


def test_sqlite_is_read_by_table_or_query(shop: Path) -> None:
    table = read_edges(shop, table="friends", weight="weight", time="since")
    assert named_edges(table.graph) == [row[:2] for row in ROWS]
    assert table.weight.tolist() == [1.5, 2.0, 3.0]
    assert str(table.time[0]) == "2020-01-02T00:00:00.000000"
    assert read_edges(f"sqlite:///{shop}", query="SELECT b, a FROM friends LIMIT 1").graph.num_edges == 1
    with pytest.raises(BadRowError, match=r'the shop\?.db, row 2: "dst" is empty'):
        read_edges(shop, table="numbers")


def test_a_wrong_query_says_what_the_database_says_and_changes_nothing(shop: Path) -> None:
    before = shop.read_bytes()
    with pytest.raises(ValueError, match=r"'SELECT \* FROM \"enemies\"' failed: .*no such table: enemies"):
        read_edges(shop, table="enemies")
    with pytest.raises(ValueError, match=r"failed: .*readonly"):
        read_edges(shop, query="DELETE FROM friends RETURNING a, b")
    assert shop.read_bytes() == before


def test_sqlite_goes_through_its_driver_and_no_extension(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adbc_driver_sqlite.dbapi", None)
    with pytest.raises(ImportError, match=r'needs adbc_driver_sqlite; pip install "gdgnn\[database\]"'):
        read_edges(shop, table="friends")


# --- PostgreSQL ---------------------------------------------------------------------------------------


def server_folder() -> Path | None:
    """Where initdb and pg_ctl are: on the path, or where Debian keeps them."""
    places = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next(
        (place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()), None
    )


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The address of a server of our own, on a socket in a temporary folder; both end with the tests."""
    pytest.importorskip("adbc_driver_postgresql")
    programs = server_folder()
    if programs is None:
        pytest.skip("no PostgreSQL server here: install Debian's package postgresql")
    as_user: dict[str, object] = {}
    if os.geteuid() == 0:  # the server refuses to run as root
        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
        as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    # A socket's path must be short.
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp") as name:
        folder = Path(name)
        if as_user:
            os.chown(folder, user.pw_uid, user.pw_gid)

        def run(program: str, *arguments: str) -> None:
            done = subprocess.run(
                [str(programs / program), *arguments],
                cwd=folder,
                env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": name},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                check=False,
                **as_user,
            )
            assert done.returncode == 0, done.stderr.decode()

        data = str(folder / "data")
        run("initdb", "-D", data, "-U", "tester", "-A", "trust", "-N", "-E", "UTF8")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        run("pg_ctl", "-D", data, "-l", str(folder / "log"), "-o", options, "-w", "start")
        try:
            yield f"postgresql:///postgres?host={folder}&user=tester"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


@pytest.fixture(scope="module")
def filled(postgres: str) -> str:
    import adbc_driver_postgresql.dbapi as dbapi

    with dbapi.connect(postgres) as connection, connection.cursor() as cursor:
        cursor.execute("CREATE TABLE friends (a TEXT, b TEXT, weight NUMERIC, since DATE)")
        cursor.executemany("INSERT INTO friends VALUES ($1, $2, $3::text::numeric, $4::text::date)", ROWS)
        cursor.execute("CREATE SCHEMA work")
        cursor.execute(
            "CREATE TABLE work.many AS SELECT i::bigint AS src, (i * 7) % 50000 AS dst "
            "FROM generate_series(0, 49999) AS i"
        )
        cursor.execute(
            "CREATE TABLE ids AS SELECT 'f47ac10b-58cc-4372-a567-0e02b2c3d479'::uuid AS u, 'x'::varchar AS v"
        )
        cursor.execute("CREATE TABLE holes (src INT, dst INT)")
        cursor.execute("INSERT INTO holes VALUES (1, 2), (3, NULL)")
        connection.commit()
    return postgres


def test_postgres_is_read_by_table_or_query(filled: str) -> None:
    table = read_edges(filled, table="friends", weight="weight", time="since")
    assert named_edges(table.graph) == [row[:2] for row in ROWS]
    assert table.weight.tolist() == [1.5, 2.0, 3.0]
    assert str(table.time[1])[:10] == "2021-01-01"
    some = read_edges(
        filled, query="SELECT b AS src, a AS dst FROM friends WHERE weight > 1.9 ORDER BY since;"
    )
    assert named_edges(some.graph) == [("eve", "bob"), ("ann", "eve")]
    assert list(read_nodes(filled, table="friends", node="a").numeric) == ["weight"]


def test_postgres_keeps_numbers_and_turns_other_ids_into_text(filled: str) -> None:
    many = read_edges(filled, table="work.many")
    assert many.graph.num_nodes == 50_000
    assert many.graph.node_names[1] == 1
    names = read_edges(filled, table="ids").graph.node_names
    assert names == ("f47ac10b-58cc-4372-a567-0e02b2c3d479", "x")


def test_postgres_says_what_is_wrong(filled: str) -> None:
    with pytest.raises(BadRowError, match=r'query, row 2: "dst" is empty; give both ends'):
        read_edges(filled, table="holes")
    with pytest.raises(ValueError, match=r'failed: .*relation "enemies" does not exist'):
        read_edges(filled, table="enemies")
    with pytest.raises(ValueError, match=r"a Postgres server, needs one of table= \(--table\) and query="):
        read_edges(filled)
    with pytest.raises(ValueError, match=r"query: .* failed: .*(No such file|could not connect|connection)"):
        read_edges("postgresql:///postgres?host=/nowhere", table="friends")

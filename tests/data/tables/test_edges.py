from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdgnn import Graph
from gdgnn.data.tables import read_edges, read_nodes

SMALL = [("ann", "bob"), ("bob", "eve"), ("eve", "ann")]


def write(folder: Path, data: bytes | str, name: str = "edges.csv") -> Path:
    file = folder / name
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    return file


def named_edges(graph: Graph) -> list[tuple[Any, Any]]:
    heads, tails, _ = graph.to_names()
    return list(zip(heads, tails, strict=True))


# --- every kind of source -----------------------------------------------------------------------------


def as_csv(folder: Path) -> Any:
    return write(folder, "src,dst\nann,bob\nbob,eve\neve,ann\n")


def as_tsv(folder: Path) -> Any:
    return write(folder, "src\tdst\nann\tbob\nbob\teve\neve\tann\n", "edges.tsv")


def as_spaces(folder: Path) -> Any:
    return write(folder, "# from a paper\n% and a site\nann  bob\nbob \teve\n eve ann\n", "edges.txt")


def as_gzip(folder: Path) -> Any:
    return write(folder, gzip.compress(b"src,dst\nann,bob\nbob,eve\neve,ann\n"), "edges.csv.gz")


def as_gzip_in_disguise(folder: Path) -> Any:
    return write(folder, gzip.compress(b"src,dst\nann,bob\nbob,eve\neve,ann\n"))


def as_json_lines(folder: Path) -> Any:
    lines = [f'{{"src": "{u}", "dst": "{v}"}}\n' for u, v in SMALL]
    return write(folder, "".join(lines), "edges.jsonl")


def as_json_array(folder: Path) -> Any:
    return write(
        folder, '[{"src": "ann", "dst": "bob"}, {"src": "bob", "dst": "eve"}, {"dst": "ann", "src": "eve"}]'
    )


def as_parquet(folder: Path) -> Any:
    pq.write_table(
        pa.table({"src": ["ann", "bob", "eve"], "dst": ["bob", "eve", "ann"]}), folder / "edges.parquet"
    )
    return folder / "edges.parquet"


def as_pandas(folder: Path) -> Any:
    return pd.DataFrame(SMALL, columns=["src", "dst"], index=[7, 7, 8])


def as_pyarrow(folder: Path) -> Any:
    return pa.table({"src": ["ann", "bob", "eve"], "dst": ["bob", "eve", "ann"]})


class Stream:
    """What polars and others offer, and nothing else."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)


def as_arrow_stream(folder: Path) -> Any:
    return Stream(as_pyarrow(folder))


def as_array_of_names(folder: Path) -> Any:
    return np.array(SMALL)


def as_structured_array(folder: Path) -> Any:
    return np.array(SMALL, dtype=[("src", "U3"), ("dst", "U3")])


SOURCES = [
    as_csv,
    as_tsv,
    as_spaces,
    as_gzip,
    as_gzip_in_disguise,
    as_json_lines,
    as_json_array,
    as_parquet,
    as_pandas,
    as_pyarrow,
    as_arrow_stream,
    as_array_of_names,
    as_structured_array,
]


@pytest.mark.parametrize("make", SOURCES, ids=lambda make: make.__name__)
def test_the_same_table_is_the_same_graph_wherever_it_is(make: Any, tmp_path: Path) -> None:
    table = read_edges(make(tmp_path))
    assert table.graph == Graph.from_names(*zip(*SMALL, strict=True))
    assert table.graph.node_id("eve") == 2
    assert (table.report.rows, table.report.bad, table.report.cleaning.edges) == (3, 0, 3)


def test_a_duckdb_file_is_read_by_table_or_query_and_never_changed(tmp_path: Path) -> None:
    file = tmp_path / "shop.data"
    with duckdb.connect(str(file)) as db:
        db.execute("CREATE TABLE friends AS SELECT * FROM (VALUES (1, 2), (2, 3), (9, 9)) AS t(a, b)")
    before = file.read_bytes()
    assert read_edges(file, table="friends").graph.num_nodes == 4
    assert named_edges(read_edges(file, query="SELECT b, a FROM friends WHERE a < 9;").graph) == [
        (2, 1),
        (3, 2),
    ]
    assert file.read_bytes() == before
    with pytest.raises(ValueError, match=r"shop.data, a database, needs one of table= .* and query="):
        read_edges(file)
    with pytest.raises(ValueError, match=r"shop.data cannot be read: .*enemies"):
        read_edges(file, table="enemies")


def test_arrays_of_numbers_are_two_rows_or_columns() -> None:
    wide = np.array([[10, 20, 30], [20, 30, 10]])
    assert read_edges(wide).graph == read_edges(np.concatenate([wide, wide]).T).graph
    assert list(read_edges(wide).graph.node_names) == [10, 20, 30]
    with pytest.raises(ValueError, match=r"table has shape \(3,\)"):
        read_edges(np.arange(3))
    with pytest.raises(TypeError, match=r"a table is needed, but int was given"):
        read_edges(3)


# --- names and ids ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "names"),
    [
        (["1", "2", "30"], [1, 2, 30]),
        (["-5", "0", "7"], [-5, 0, 7]),
        (["007", "7", "8"], ["007", "7", "8"]),
        (["1", "2", "x"], ["1", "2", "x"]),
        (["1.0", "2.0", "3.5"], ["1.0", "2.0", "3.5"]),
        (["99999999999999999999", "2", "1"], ["99999999999999999999", "2", "1"]),
        (["näh", "東京", "a b"], ["näh", "東京", "a b"]),
        (['"a,b"', '"say ""hi"""', '"two\nlines"'], ["a,b", 'say "hi"', "two\nlines"]),
    ],
)
def test_names_of_text_are_numbers_only_where_nothing_is_lost(
    cells: list[str], names: list[Any], tmp_path: Path
) -> None:
    file = write(tmp_path, f"src,dst\n{cells[0]},{cells[1]}\n{cells[1]},{cells[2]}\n")
    graph = read_edges(file).graph
    assert list(graph.node_names) == names
    assert graph.node_id(names[2]) == 2


@pytest.mark.parametrize(
    ("src", "dst", "names"),
    [
        ([1, 2], [2, 3], [1, 2, 3]),
        ([1.0, 2.0], [2, 3], [1, 2, 3]),
        (["1", "2"], ["2", "3"], ["1", "2", "3"]),
        ([1, 2], ["2", "3"], ["1", "2", "3"]),
        ([1, "a"], ["a", "b"], ["1", "a", "b"]),
        ([2**63, 5], [5, 7], [str(2**63), "5", "7"]),
    ],
)
def test_names_of_typed_tables_keep_their_type(src: list[Any], dst: list[Any], names: list[Any]) -> None:
    frame = pd.DataFrame({"src": src, "dst": dst})
    graph = read_edges(frame).graph
    assert list(graph.node_names) == names
    assert named_edges(graph)[0] == (names[0], names[1])


def test_ends_of_different_types_are_said_aloud() -> None:
    report = read_edges(pd.DataFrame({"src": [1, 2], "dst": ["2", "3"]})).report
    assert "src holds whole numbers, dst does not: all names are text" in report.guesses


NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs"]), min_size=1, max_size=4)


@given(
    rows=st.lists(st.tuples(NAMES, NAMES, st.integers(0, 2)), min_size=1, max_size=12),
    threads=st.integers(1, 3),
)
@settings(max_examples=25)
def test_a_csv_file_of_any_names_is_the_graph_of_these_names(
    rows: list[tuple[str, str, int]], threads: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("names") / "edges.csv"
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("src", "dst", "rel"), *rows])
    graph = read_edges(file, src="src", dst="dst", relation="rel", threads=threads).graph
    heads, tails, relation = zip(*rows, strict=True)
    whole = all(name.isascii() and name.isdecimal() and str(int(name)) == name for name in heads + tails)
    if whole:
        heads, tails = tuple(map(int, heads)), tuple(map(int, tails))
    assert graph == Graph.from_names(heads, tails, relation=relation)


# --- which column is what -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "row", "names"),
    [
        ("weight,Source,Target", "5,a,b", ("a", "b")),
        ("tail,head", "b,a", ("a", "b")),
        ("to_id,x,from_id", "b,9,a", ("a", "b")),
        ("person,friend", "a,b", ("a", "b")),
    ],
)
def test_the_ends_are_guessed_by_their_names_and_said(
    header: str, row: str, names: tuple[str, str], tmp_path: Path
) -> None:
    table = read_edges(write(tmp_path, f"{header}\n{row}\n"))
    assert named_edges(table.graph) == [names]
    assert any(guess.startswith("edges join") for guess in table.report.guesses)


def test_columns_are_given_by_name_or_number(tmp_path: Path) -> None:
    file = write(tmp_path, "a,knows,b,3\nb,likes,c,4\n")
    table = read_edges(file, src=0, dst="2", relation=1, weight=3, header=False, directed=True)
    assert table.graph.to_names() == (["a", "b"], ["b", "c"], ["knows", "likes"])
    assert table.weight.tolist() == [3.0, 4.0]
    assert "columns not used" not in str(table.report)
    with pytest.raises(ValueError, match=r'no column "who"; it has no header, but 4 columns. Give a number'):
        read_edges(file, src="who", header=False)
    with pytest.raises(ValueError, match=r'src and dst are both column "1"|dst and src are both column "1"'):
        read_edges(file, src=0, dst=0, header=False)


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    file = write(tmp_path, "src,dst\na,b\n")
    with pytest.raises(
        ValueError, match=r'edges.csv has no column "weigth"; it has src, dst. Give one of these'
    ):
        read_edges(file, weight="weigth")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("src,dst\na,b\nb,c\n", 2),
        ("1,2\n2,3\n", 2),
        ("a,b\nb,c\n", 2),
        ("person,friend\na,b\n", 1),
        ("person,friend\n1,2\n", 1),
    ],
)
def test_a_header_is_told_from_a_first_row(text: str, rows: int, tmp_path: Path) -> None:
    assert read_edges(write(tmp_path, text)).report.rows == rows


def test_times_are_numbers_or_dates(tmp_path: Path) -> None:
    file = write(
        tmp_path, "src,dst,year,when,score\na,b,2019,2020-01-02,1.5\nb,c,2020,2020-01-03 10:00:00,2\n"
    )
    assert read_edges(file, time="year").time.tolist() == [2019, 2020]
    assert read_edges(file, time="score").time.tolist() == [1.5, 2.0]
    when = read_edges(file, time="when").time
    assert when.dtype == np.dtype("M8[us]")
    assert when[1] == np.datetime64("2020-01-03T10:00")
    frame = pd.DataFrame({"src": [1], "dst": [2], "when": pd.to_datetime(["2021-05-06"])})
    assert read_edges(frame, time="when").time[0] == np.datetime64("2021-05-06")


def test_several_graphs_are_told_apart_by_a_column(tmp_path: Path) -> None:
    file = write(tmp_path, "g,src,dst\nx,1,2\ny,1,3\nx,2,3\n")
    table = read_edges(file, graph="g")
    assert list(table.graph_names) == ["x", "y"]
    assert table.graph.graph_ptr.tolist() == [0, 3, 5]
    assert list(table.graph.node_names) == ["x/1", "x/2", "x/3", "y/1", "y/3"]
    assert [graph.edge_index.tolist() for graph in table.graphs()] == [[[0, 1], [1, 2]], [[0], [1]]]
    distinct = read_edges(write(tmp_path, "g,src,dst\n5,1,2\n6,7,8\n"), graph="g")
    assert (list(distinct.graph.node_names), list(distinct.graph_names)) == ([1, 2, 7, 8], [5, 6])


def test_nodes_without_edges_come_from_a_table_of_nodes(tmp_path: Path) -> None:
    nodes = read_nodes({"name": ["zoe", "ann"], "age": [3, 4]})
    graph = read_edges({"src": ["ann"], "dst": ["bob"]}, nodes=nodes).graph
    assert list(graph.node_names) == ["ann", "bob", "zoe"]
    numbers = read_nodes({"id": [5, 6]})
    assert list(read_edges({"src": ["1"], "dst": ["6"]}, nodes=numbers).graph.node_names) == ["1", "6", "5"]
    with pytest.raises(
        ValueError, match=r"the table of nodes has 'zoe', but all ends of edges are whole numbers"
    ):
        read_edges({"src": [1], "dst": [6]}, nodes=nodes)


def test_loops_and_duplicates_are_counted(tmp_path: Path) -> None:
    file = write(tmp_path, "src,dst\na,b\na,b\nb,a\nc,c\n")
    assert str(read_edges(file).report.cleaning) == (
        "4 rows -> 1 edge: 1 loop dropped, 1 repeated row and 1 reversed row merged"
    )
    assert read_edges(file, directed=True).graph.num_edges == 2
    one = read_edges(write(tmp_path, "src,dst\na,a\n")).graph
    assert (one.num_nodes, one.num_edges) == (1, 0)


def test_a_limit_on_memory_changes_nothing(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    ends = random.integers(0, 20_000, (60_000, 2))
    stream = io.StringIO()
    stream.write("src,dst\n")
    stream.writelines(f"node number {u},node number {v}\n" for u, v in ends.tolist())
    file = write(tmp_path, stream.getvalue())
    tight = read_edges(file, memory_limit="30MB", threads=1).graph
    assert tight == read_edges(file, threads=2).graph
    assert tight.node_names[0] == f"node number {ends[0, 0]}"
    with pytest.raises(ValueError, match=r"memory_limit is 'plenty' and threads is None"):
        read_edges(file, memory_limit="plenty")


def test_a_path_is_no_pattern_and_names_no_columns(tmp_path: Path) -> None:
    folder = tmp_path / "year=2020"
    folder.mkdir()
    write(folder, "src,dst\na,b\nc,d\n", "edges.csv")
    star = write(folder, "src,dst\na,b\n", "e*.csv")
    assert read_edges(star).graph.num_edges == 1
    pq.write_table(pa.table({"src": [1], "dst": [2]}), folder / "e[1].parquet")
    table = read_edges(folder / "e[1].parquet")
    assert (table.graph.num_edges, table.report.guesses) == (1, ('edges join "src" and "dst"',))


def test_the_delimiter_and_encoding_may_be_spelled_in_several_ways(tmp_path: Path) -> None:
    file = write(tmp_path, "\ufeffsrc\tdst\na\tb\n")
    for delimiter in ("\t", "\\t", "tab", "whitespace", None):
        for encoding in ("UTF8", "utf-8-sig", None):
            assert named_edges(read_edges(file, src="src", delimiter=delimiter, encoding=encoding).graph) == [
                ("a", "b")
            ]
    with pytest.raises(ValueError, match=r"delimiter is '::'; give one character"):
        read_edges(file, delimiter="::")


def test_no_extension_is_downloaded() -> None:
    from gdgnn.data.tables.database import workspace

    with workspace(memory_limit="100MB", threads=1) as work:
        settings = work.db.execute(
            "SELECT value FROM duckdb_settings() WHERE name LIKE 'auto%known_extensions'"
        ).fetchall()
        assert settings == [("false",), ("false",)]

"""Every way in which a table can be wrong has an answer that says where and what to do."""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdgnn.data.tables import BadRowError, read_edges
from tests.data.tables.test_edges import named_edges, write

GOOD = "src,dst\na,b\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            GOOD + "c,\n",
            'edges.csv, line 3: "dst" is empty; give both ends or drop the row with skip_bad=True',
        ),
        (GOOD + '  ,"d"\n', 'line 3: "src" is empty'),
        (GOOD + "\n\nc,\n", 'line 5: "dst" is empty'),
        (GOOD + '"two\nlines\nx",d\ne,\n', 'line 6: "dst" is empty'),
        ('src,"d\ns\nt"\na,b\nc,\n', 'line 5: "d\ns\nt" is empty'),
        ("\ufeffsrc,dst\na,b\nc,\n", 'line 3: "dst" is empty'),
        ("src,dst\r\na,b\r\nc,\r\n", 'line 3: "dst" is empty'),
        ("src,dst\ra,b\rc,\r", 'line 3: "dst" is empty'),
        (GOOD + "c\n", "line 3: 1 columns, expected 2: src, dst"),
        (GOOD + "c,d,e\n", "line 3: 3 columns, expected 2: src, dst; quote values that hold the delimiter"),
        (GOOD + 'c,"d\ne,f\n', "line 3: a quote is not closed"),
        (GOOD + '"c"x,d\n', "line 3: ',' expected after '\"'"),
        (GOOD + "c,d\0e\n", 'line 3: "dst" holds a NUL byte'),
        ("# comment\n" + GOOD + "c,\n", 'line 4: "dst" is empty'),
        ("1 2\n3  4\n5\n", "edges.csv, line 3: 1 columns, expected 2: 1, 2"),
        (",a\nb,c\n", 'line 1: "1" is empty'),
    ],
)
def test_a_bad_row_is_told_by_line_and_column(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadRowError, match=re.escape(message)):
        read_edges(write(tmp_path, text))


@pytest.mark.parametrize(
    ("column", "cell", "message"),
    [
        ("weight", "x", 'line 3: "w" is "x", which is not a finite number'),
        ("weight", "inf", 'line 3: "w" is "inf", which is not a finite number'),
        ("weight", "", 'line 3: "w" is empty; fill it in'),
        ("time", "soon", 'line 3: "w" is "soon", which is not a whole number'),
        ("relation", "", 'line 3: "w" is empty'),
        ("graph", "", 'line 3: "w" is empty'),
    ],
)
def test_a_bad_value_is_told_by_line_and_column(column: str, cell: str, message: str, tmp_path: Path) -> None:
    file = write(tmp_path, f"src,dst,w\na,b,1\nc,d,{cell}\ne,f,3\n")
    with pytest.raises(BadRowError, match=re.escape(message)):
        read_edges(file, **{column: "w"})


def test_bad_rows_are_skipped_counted_and_written(tmp_path: Path) -> None:
    text = 'src,dst,w\na,b,1\nc,,2\n\n"d\nd",e,3\nf\ng,"h,4\ni,j,x\n"k"l,m,5\nn,o,6\0\np,q,7\n'
    table = read_edges(write(tmp_path, text), weight="w", skip_bad=True)
    assert named_edges(table.graph) == [("a", "b"), ("d\nd", "e"), ("p", "q")]
    assert table.weight.tolist() == [1, 3, 7]
    assert (table.report.rows, table.report.bad) == (3, 6)
    assert table.report.bad_file == tmp_path / "edges.csv.bad.csv"
    with table.report.bad_file.open(newline="") as stream:
        written = list(csv.reader(stream))
    assert written[0] == ["place", "problem", "row"]
    assert [row[0] for row in written[1:]] == [f"line {line}" for line in (3, 7, 8, 9, 10, 11)]
    assert "bad rows left out: 6, see" in str(table.report)


KINDS = {
    "good": ("u{0},v{0}\n", 1, True),
    "two lines": ('"u\n{0}","v, ""{0}"""\r\n', 2, True),
    "blank": ("  \n\n", 2, None),
    "empty": ("u{0}, \n", 1, False),
    "short": ("u{0}\n", 1, False),
    "long": ("u{0},v{0},w\n", 1, False),
    "quote": ('"u{0},v\n', 1, False),
}


@given(kinds=st.lists(st.sampled_from(sorted(KINDS)), max_size=12))
@settings(max_examples=25)
def test_good_rows_are_kept_and_bad_ones_told_by_their_lines(
    kinds: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    text, line, good, bad = "src,dst\nx,y\n", 3, 1, []
    for at, kind in enumerate(kinds):
        row, lines, is_good = KINDS[kind]
        # A quote that is opened swallows a later one that is closed; each is told by its own line here.
        if kind == "quote" and "two lines" in kinds[at:]:
            continue
        text += row.format(at)
        good += is_good is True
        bad += [line] if is_good is False else []
        line += lines
    file = write(tmp_path_factory.mktemp("rows"), text)
    table = read_edges(file, skip_bad=True)
    assert (table.report.rows, table.report.bad) == (good, len(bad))
    if bad:
        with table.report.bad_file.open(newline="") as stream:
            places = [row["place"] for row in csv.DictReader(stream)]
        assert places == [f"line {number}" for number in bad]
        with pytest.raises(BadRowError, match=f"edges.csv, line {bad[0]}: "):
            read_edges(file)


def test_the_file_of_bad_rows_goes_where_it_is_told(tmp_path: Path) -> None:
    elsewhere = tmp_path / "bad.csv"
    frame = pd.DataFrame({"src": ["a", None], "dst": ["b", "c"]})
    report = read_edges(frame, skip_bad=True, bad_file=elsewhere).report
    assert report.bad_file == elsewhere
    assert elsewhere.read_text().splitlines() == ["place,problem,row", 'row 2,"""src"" is empty",",c"']
    with pytest.raises(BadRowError, match=r'table, row 2: "src" is empty; give both ends'):
        read_edges(frame)


def test_missing_numbers_are_bad_in_typed_tables() -> None:
    frame = pd.DataFrame({"src": [1.0, float("nan")], "dst": [2, 3]})
    with pytest.raises(BadRowError, match=r'row 2: "src" is empty'):
        read_edges(frame)


# --- encodings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_tells_the_encoding(encoding: str, tmp_path: Path) -> None:
    file = write(tmp_path, "src,dst\nnäh,東京\n".encode(encoding))
    assert named_edges(read_edges(file).graph) == [("näh", "東京")]


def test_utf_16_without_a_mark_is_recognised(tmp_path: Path) -> None:
    file = write(tmp_path, "src,dst\na,b\n".encode("utf-16-le"))
    with pytest.raises(
        ValueError, match=r'looks like UTF-16 without a byte order mark; give encoding="utf-16-le"'
    ):
        read_edges(file)
    assert named_edges(read_edges(file, encoding="utf-16-le").graph) == [("a", "b")]


def test_latin_1_is_read_when_it_is_told(tmp_path: Path) -> None:
    file = write(tmp_path, "src,dst\na,b\nnäh,c\n".encode("latin-1"))
    with pytest.raises(BadRowError, match=r'line 3: "src" holds the byte 0xe4, .*encoding="latin-1"'):
        read_edges(file)
    assert named_edges(read_edges(file, encoding="latin-1").graph)[1] == ("näh", "c")
    assert read_edges(file, skip_bad=True).report.bad == 1
    with pytest.raises(ValueError, match=r"encoding is 'klingon', which Python does not know"):
        read_edges(file, encoding="klingon")
    with pytest.raises(ValueError, match=r"edges.csv is not utf-16 .*give its encoding"):
        read_edges(write(tmp_path, b"abc"), encoding="utf-16")


# --- files that are no tables -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "edges.csv is empty; give a table"),
        (b"\n \n", "edges.csv is empty"),
        (b"\xef\xbb\xbf", "edges.csv is empty"),
        (b"src,dst\n", "edges.csv has only a header; give a row, or header=False"),
        (b"# nothing\n", "edges.csv holds comments only"),
        (b"node\na\nb\n", "edges.csv, line 1: one column only"),
        (b"PK\x03\x04xxxx", "edges.csv is a spreadsheet or zip archive, not a table; export it as CSV"),
        (b"\x80\x04\x95abc", "edges.csv is a pickle, not a table"),
        (b"\x1f\x8bbroken", "cannot be read"),
        (b"PAR1 but no more", "edges.csv cannot be read"),
    ],
)
def test_a_file_that_is_no_table_says_what_it_is(data: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        read_edges(write(tmp_path, data))


def test_a_wrong_delimiter_is_mended_by_the_message(tmp_path: Path) -> None:
    file = write(tmp_path, "src;dst\na;b\n")
    with pytest.raises(ValueError, match=r'one column only.*looks separated by ";": give delimiter=";"'):
        read_edges(file, delimiter=",")
    assert named_edges(read_edges(file).graph) == [("a", "b")]
    assert 'the delimiter is ";"' in read_edges(file).report.guesses


def test_missing_and_forbidden_files_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none.csv does not exist"):
        read_edges(tmp_path / "none.csv")
    with pytest.raises(IsADirectoryError, match=r"is a folder; give one of its files"):
        read_edges(tmp_path)
    with pytest.raises(ValueError, match=r"table or query is given, but edges.csv is no database"):
        read_edges(write(tmp_path, GOOD), query="SELECT 1")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_permission_says_so(tmp_path: Path) -> None:
    file = write(tmp_path, GOOD)
    file.chmod(0)
    with pytest.raises(PermissionError, match=r"may not be read; change its permissions"):
        read_edges(file)


def test_permission_is_asked_for_when_the_system_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("gdgnn.data.tables.source.open_bytes", refuse)
    with pytest.raises(PermissionError, match=r"may not be read; change its permissions"):
        read_edges(write(tmp_path, GOOD))


def test_no_row_is_left_when_all_are_bad(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match=r"edges.csv has no good row: all 2 are bad, see .*edges.csv.bad.csv"
    ):
        read_edges(write(tmp_path, "src,dst\na,\n,b\n"), skip_bad=True)
    with pytest.raises(ValueError, match=r"table has no rows; give at least one"):
        read_edges(pd.DataFrame({"src": [], "dst": []}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"src": 1, "dst": 2}\n{"src": 3,\n', "edges.jsonl, line 2: no JSON"),
        ('{"src": 1, "dst": 2}\n\n{"src": 3}\n', 'row 2: "dst" is empty'),
        ('{"src": 1, "dst": 2}\n[3, 4]\n', "edges.jsonl, line 2: list instead of an object"),
    ],
)
def test_bad_json_lines_are_told(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        read_edges(write(tmp_path, text, "edges.jsonl"))


def test_columns_of_one_name_are_refused_only_when_they_are_asked_for(tmp_path: Path) -> None:
    file = write(tmp_path, "a,b,w,w\nx,y,1,2\n")
    assert named_edges(read_edges(file, header=True).graph) == [("x", "y")]
    with pytest.raises(ValueError, match=r'edges.csv has 2 columns named "w"; rename them'):
        read_edges(file, weight="w", header=True)

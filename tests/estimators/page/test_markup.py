from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gdgnn.estimators.page.markup import isolated, tag
from tests.estimators.page.parsed import parsed

# What no HTML can hold, or what a reader of HTML makes one line end of, is left out.
TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")))


@given(TEXT, TEXT)
def test_text_comes_back_as_it_was_given(text: str, value: str) -> None:
    (element,) = parsed(tag("p", text, title=value)).all("p")
    assert element.text == text
    assert element.attributes == {"title": value}
    assert len([one for one in element.children if not isinstance(one, str)]) == 0


def test_markup_stays_markup_and_what_is_none_is_left_out() -> None:
    assert tag("p", tag("b", "<"), None, class_=None) == "<p><b>&lt;</b></p>"


def test_a_name_cannot_leave_its_place() -> None:
    assert isolated("</bdi><script>") == "<bdi>&lt;/bdi&gt;&lt;script&gt;</bdi>"

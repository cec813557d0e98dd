"""No text without use, and no use without a text."""

import re

import pytest

from tests.client.catalogues import (
    CATALOGUES,
    PRINTED,
    keys_of_contract,
    names_of_contract,
    placeholders,
)
from tests.client.key_uses import Uses, uses_of_client, uses_of_table


@pytest.fixture(scope="module")
def uses() -> Uses:
    return uses_of_client()


def test_no_key_is_without_use(uses: Uses) -> None:
    given = {*keys_of_contract(), *PRINTED}
    names = names_of_contract()
    table = uses_of_table()
    unused = [
        key
        for key in CATALOGUES["en"]
        if key not in given and not uses.has(key, names) and not table.fullmatch(key)
    ]
    assert not unused, f"neither of the contract nor asked for by the client: {unused}"


def test_no_key_is_asked_for_that_is_not_there(uses: Uses) -> None:
    texts = CATALOGUES["en"]
    missing = [f"{one.place} {one.key}" for one in uses.asked if one.key not in texts]
    assert not missing, f"not in the catalogue: {missing}"


def test_no_family_is_asked_for_that_is_not_there(uses: Uses) -> None:
    missing = [
        f"{place} {pattern}"
        for pattern, place in uses.asked_families.items()
        if not any(re.fullmatch(pattern, key) for key in CATALOGUES["en"])
    ]
    assert not missing, f"not in the catalogue: {missing}"


def test_whoever_asks_for_a_text_gives_every_value_it_names(uses: Uses) -> None:
    texts = CATALOGUES["en"]
    lacking = {
        f"{one.place} {one.key}": sorted(placeholders(texts[one.key]) - one.values)
        for one in uses.asked
        if one.key in texts and not one.gives_more
    }
    found = {place: names for place, names in lacking.items() if names}
    assert not found, f"values that are not given: {found}"


def test_uses_are_found_by_literal_and_by_family() -> None:
    uses = Uses()
    source = (
        'words("a.b" if x else "c", n=1)\nself._words(f"event.{e}.{w}")\nf"{x}.y"\nf"https://{x}"'
    )
    uses.read("one.py", source)
    assert [(one.place, one.key) for one in uses.asked] == [("one.py:1", "a.b"), ("one.py:1", "c")]
    assert not any(one.gives_more for one in uses.asked)
    assert {frozenset(one.values) for one in uses.asked} == {frozenset({"n"})}
    assert uses.has("c", ())
    assert uses.has("event.taken.you", {"taken", "you"})
    assert not uses.has("event.taken.you", {"taken"})
    assert not uses.has("taken.y", {"taken"})
    assert uses.asked_families == {r"event\.(.+)\.(.+)": "one.py:2"}


@pytest.mark.parametrize("call", ["pen.say({})", "Failed({}, code=2)", "self.tell(News({}))"])
def test_keys_are_also_seen_where_somebody_else_asks_for_the_text(call: str) -> None:
    uses = Uses()
    uses.read("one.py", call.format("'a.b'"))
    assert [one.key for one in uses.asked] == ["a.b"]


def test_values_in_a_mapping_are_not_known() -> None:
    uses = Uses()
    uses.read("one.py", "News('a.b', told)")
    assert [one.gives_more for one in uses.asked] == [True]

"""Ids and tokens: what they are made of, and what is none."""

import hmac

import pytest

from gemwright.matches.ids import (
    MATCH_ID,
    ResumePoint,
    digest,
    is_join_token,
    join_token,
    match_id,
    read_resume_token,
    resume_token,
)

SECRET = bytes(range(32))
OTHER_SECRET = bytes(32)


def test_the_same_request_of_the_same_owner_names_the_same_match() -> None:
    assert match_id(SECRET, "ann", "request-1") == match_id(SECRET, "ann", "request-1")


@pytest.mark.parametrize(
    ("secret", "owner", "request_id"),
    [
        (OTHER_SECRET, "ann", "request-1"),
        (SECRET, "bob", "request-1"),
        (SECRET, "ann", "request-2"),
        (SECRET, "annr", "equest-1"),
    ],
)
def test_another_secret_owner_or_request_names_another_match(
    secret: bytes, owner: str, request_id: str
) -> None:
    assert match_id(secret, owner, request_id) != match_id(SECRET, "ann", "request-1")


def test_a_match_id_looks_like_one() -> None:
    assert MATCH_ID.fullmatch(match_id(SECRET, "ann", "request-1"))


def test_a_join_token_opens_its_seat_alone() -> None:
    token = join_token(SECRET, "a-match", 1)
    assert is_join_token(SECRET, "a-match", 1, token)
    assert not is_join_token(SECRET, "a-match", 0, token)
    assert not is_join_token(SECRET, "b-match", 1, token)
    assert not is_join_token(OTHER_SECRET, "a-match", 1, token)
    assert not is_join_token(SECRET, "a-match", 1, "Ünsinn")


def test_join_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bool] = []
    compare_digest = hmac.compare_digest

    def compare(one: bytes, other: bytes) -> bool:
        compared.append(compare_digest(one, other))
        return compared[-1]

    monkeypatch.setattr(hmac, "compare_digest", compare)
    token = join_token(SECRET, "a-match", 1)
    for shown in (token, f"{token}x"):
        is_join_token(SECRET, "a-match", 1, shown)
    assert compared == [True, False]


def test_parts_of_a_digest_cannot_run_into_each_other() -> None:
    assert digest("ab", "c") != digest("a", "bc")


@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_a_place_is_read_back_from_its_token(viewer: int | None) -> None:
    place = ResumePoint(57, b"commitid", viewer)
    assert read_resume_token(resume_token(place)) == place


@pytest.mark.parametrize(
    "token",
    ["", "x", "=", "AAAA", "ÄÖÜ", "A" * 1000, resume_token(ResumePoint(1, bytes(8), 0)) + "A"],
)
def test_what_is_no_token_has_no_place(token: str) -> None:
    assert read_resume_token(token) is None


def test_a_token_has_one_spelling() -> None:
    token = resume_token(ResumePoint(1, bytes(8), 0))
    assert read_resume_token(token + "=") is None
    assert read_resume_token(token.replace("A", "+", 1)) is None

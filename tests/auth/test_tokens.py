"""Credentials as texts: what can be read from them, and what only looks like one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from gemwright.auth.keys import Keys, with_api_key, with_signing_key
from gemwright.auth.tokens import Claim, api_key_text, find_api_key, player_token, read_player_token

KEYS, API_KEY, SECRET = with_api_key(with_signing_key(Keys(), 100), "lobby", ("matchmaker",), 100)
(SIGNER,) = KEYS.signing_keys
CLAIM = Claim("lobby", "ann@x.y:1", 2_000)


def test_a_token_says_what_was_signed() -> None:
    assert read_player_token(KEYS, player_token(SIGNER, CLAIM)) == CLAIM
    assert find_api_key(KEYS, api_key_text(API_KEY, SECRET)) == API_KEY


def test_neither_is_the_other() -> None:
    assert find_api_key(KEYS, player_token(SIGNER, CLAIM)) is None
    assert read_player_token(KEYS, api_key_text(API_KEY, SECRET)) is None


def test_a_token_holds_no_longer_than_its_key() -> None:
    ending = replace(SIGNER, good_until=1_500)
    found = read_player_token(replace(KEYS, signing_keys=(ending,)), player_token(SIGNER, CLAIM))
    assert found == replace(CLAIM, expires_at=1_500)


def test_a_credential_with_any_character_changed_is_none() -> None:
    token, key = player_token(SIGNER, CLAIM), api_key_text(API_KEY, SECRET)
    for text, read in ((token, read_player_token), (key, find_api_key)):
        for place in range(len(text)):
            other = "A" if text[place] != "A" else "B"
            assert read(KEYS, text[:place] + other + text[place + 1 :]) is None
            assert read(KEYS, text[:place] + text[place + 1 :]) is None
            assert read(KEYS, text[:place]) is None
        assert read(KEYS, text + "=") is None


@given(some.text(max_size=700))
def test_any_other_text_is_none(text: str) -> None:
    for prefix in ("", "gwk_", "gwp_", f"gwk_{API_KEY.id}_", f"gwp_{SIGNER.id}_"):
        assert find_api_key(KEYS, prefix + text) is None
        assert read_player_token(KEYS, prefix + text) is None


@pytest.mark.parametrize("name", ["API_KEY", "SIGNER"])
def test_a_key_does_not_print_its_secret(name: str) -> None:
    said = repr({"API_KEY": API_KEY, "SIGNER": SIGNER}[name])
    assert repr(SIGNER.secret) not in said
    assert repr(API_KEY.digest) not in said

"""The credentials with which bots play at a server elsewhere."""

import time
from pathlib import Path

import pytest

from gemwright.auth import keyring as keyring_module
from gemwright.auth.keyring import Keyring
from gemwright.auth.tokens import read_player_token
from gemwright.bot_host.built_in import owners_in
from gemwright.commands.bots import TOKEN_S, Credential
from tests.auth.keyfiles import keyfile


def test_a_token_is_made_anew_before_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_800_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)
    keyring = Keyring(keyfile(tmp_path).path, lambda text: None)
    credential = Credential(keyring, "acme", "bot:greedy")
    first = credential()
    now += TOKEN_S / 2 - 1
    assert credential() == first
    now += 2
    second = credential()
    assert second != first
    claim = read_player_token(keyring.keys, second)
    assert claim is not None
    assert (claim.owner, claim.principal) == ("acme", "bot:greedy")
    assert claim.expires_at == now + TOKEN_S


def test_a_token_is_made_anew_when_the_keys_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring_module, "LOOK_EVERY", 0.0)
    made = keyfile(tmp_path)
    keyring = Keyring(made.path, lambda text: None)
    credential = Credential(keyring, "acme", "bot:greedy")
    credential()
    generation = keyring.generation
    made.api_key("acme")
    credential()
    assert keyring.generation == generation + 1
    assert set(owners_in(keyring)) == {"nobody-in-tests", "acme"}

"""Who calls: as development mode believes it, and as keys and tokens prove it."""

import hmac
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from gemwright.auth import keyring, tokens
from gemwright.matches.api import Caller, Scope
from gemwright.matches.faults import CredentialsInvalid, ScopeMissing, TokenExpired
from gemwright.rpc.auth import DevelopmentIdentity, KeyIdentity
from gemwright.rpc.calls import Call
from tests.auth.keyfiles import Keyfile, bearer, keyfile

IDENTITY = DevelopmentIdentity()
BOTH = frozenset(Scope)


@pytest.fixture
def keys(tmp_path: Path) -> Keyfile:
    return keyfile(tmp_path)


@pytest.fixture
def identity(keys: Keyfile, monkeypatch: pytest.MonkeyPatch) -> KeyIdentity:
    """One that looks at its file at every call."""
    monkeypatch.setattr(keyring, "LOOK_EVERY", 0.0)
    return KeyIdentity(keys.path, 60.0)


def test_a_principal_is_believed() -> None:
    caller = IDENTITY.identify((("user-agent", "x"), ("authorization", "Bearer dev:ann@x.y:1")))
    assert caller == Caller(principal="ann@x.y:1", owner="dev", scopes=BOTH)


def test_the_word_bearer_may_be_written_anyhow() -> None:
    assert IDENTITY.identify((("authorization", "bEARER dev:ann"),)).principal == "ann"


def test_nobody_in_particular_is_a_spectator() -> None:
    assert IDENTITY.identify(()) == Caller(principal=None, owner="dev", scopes=BOTH)


@pytest.mark.parametrize(
    "shown",
    [
        "",
        "dev:ann",
        "Bearer",
        "Bearer ann",
        "Bearer dev:",
        "Bearer dev:ann ",
        "Bearer dev:ann\n",
        "Bearer dev:a b",
        "Bearer dev:" + "a" * 65,
        "Bearer dev:bot:random",
        "Basic dev:ann",
    ],
)
def test_any_other_credential_is_invalid(shown: str) -> None:
    with pytest.raises(CredentialsInvalid) as told:
        IDENTITY.identify((("authorization", shown),))
    assert "Bearer dev:<principal>" in str(told.value)
    assert not shown or shown not in str(told.value).replace("Bearer dev:<principal>", "")


def test_with_keys_a_developer_is_told_what_is_believed_instead(identity: KeyIdentity) -> None:
    for shown in ("Bearer dev:ann", "gwk_without_the_word", "Bearer gwk_aaaaaaaa_" + "a" * 43):
        with pytest.raises(CredentialsInvalid, match="API keys and player tokens") as told:
            identity.identify((("authorization", shown),))
        assert "dev:" not in str(told.value)
        assert shown not in str(told.value)


def test_two_credentials_are_none(identity: KeyIdentity, keys: Keyfile) -> None:
    with pytest.raises(CredentialsInvalid):
        IDENTITY.identify((("authorization", "Bearer dev:a"), ("authorization", "Bearer dev:b")))
    lobby = bearer(keys.api_key("lobby"))
    with pytest.raises(CredentialsInvalid):
        identity.identify((*lobby, *lobby))


def test_a_credential_in_bytes_is_none(identity: KeyIdentity, keys: Keyfile) -> None:
    with pytest.raises(CredentialsInvalid):
        IDENTITY.identify((("authorization", b"Bearer dev:a"),))
    with pytest.raises(CredentialsInvalid):
        identity.identify((("authorization", f"Bearer {keys.api_key('lobby')}".encode()),))


def test_a_web_page_is_refused_in_development_mode_alone(identity: KeyIdentity) -> None:
    page = ("origin", "http://localhost:8080")
    with pytest.raises(CredentialsInvalid):
        IDENTITY.identify((page, ("authorization", "Bearer dev:ann")))
    assert identity.identify((page,)) == Caller()


def test_an_api_key_is_its_owner(identity: KeyIdentity, keys: Keyfile) -> None:
    caller = identity.identify(bearer(keys.api_key("lobby")))
    assert caller == Caller(None, "lobby", frozenset([Scope.MATCHMAKER]), caller.key_id)
    assert caller.key_id
    operator = identity.identify(bearer(keys.api_key("ops", "operator")))
    assert operator.scopes == frozenset([Scope.OPERATOR])


def test_a_scope_that_only_newer_servers_know_is_none_here(
    identity: KeyIdentity, keys: Keyfile
) -> None:
    text = keys.api_key("lobby")
    api_keys = tuple(replace(key, scopes=(*key.scopes, "accountant")) for key in keys.keys.api_keys)
    keys.path.write_bytes(msgspec.json.encode(replace(keys.keys, api_keys=api_keys)))
    assert identity.identify(bearer(text)).scopes == frozenset([Scope.MATCHMAKER])


def test_a_player_token_is_its_principal_until_its_end(identity: KeyIdentity) -> None:
    token = identity.mint("lobby", "ann", 30.0)
    caller = identity.identify(bearer(token.text))
    assert caller == Caller("ann", "lobby", expires_at=token.expires_at)
    assert 30.0 <= token.expires_at - time.time() + 1 <= 32.0
    assert identity.mint("lobby", "bot:random").expires_at > time.time() + 59
    assert identity.identify(bearer(identity.mint("lobby", "bot:random").text)).principal


def test_a_token_that_has_ended_is_told_from_one_that_never_was(
    identity: KeyIdentity, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = identity.mint("lobby", "ann", 5.0)
    assert identity.identify(bearer(token.text)).principal == "ann"
    monkeypatch.setattr(time, "time", lambda: float(token.expires_at))
    for _ in range(2):
        with pytest.raises(TokenExpired):
            identity.identify(bearer(token.text))
    with pytest.raises(CredentialsInvalid):
        identity.identify(bearer(token.text[:-1]))


def test_a_key_that_was_revoked_is_known_no_more(identity: KeyIdentity, keys: Keyfile) -> None:
    text = keys.api_key("lobby")
    key_id = identity.identify(bearer(text)).key_id
    before = identity.generation
    keys.run("revoke", "--id", key_id)
    assert identity.generation != before
    with pytest.raises(CredentialsInvalid):
        identity.identify(bearer(text))


def test_a_key_that_was_replaced_ends_after_the_overlap(
    identity: KeyIdentity, keys: Keyfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = keys.api_key("lobby")
    before = identity.identify(bearer(old))
    new = keys.run("rotate", "--id", before.key_id, "--overlap", "1h").strip()
    after = identity.identify(bearer(new))
    assert (after.owner, after.scopes) == (before.owner, before.scopes)
    end = identity.identify(bearer(old)).expires_at
    assert end is not None
    assert end == pytest.approx(time.time() + 3600, abs=5)
    monkeypatch.setattr(time, "time", lambda: end)
    with pytest.raises(CredentialsInvalid):
        identity.identify(bearer(old))
    assert identity.identify(bearer(new)) == after


def test_tokens_stay_good_when_the_signing_key_is_followed_by_another(
    identity: KeyIdentity, keys: Keyfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = 30 * 86_400
    old = identity.mint("lobby", "ann", longest)
    keys.run("rotate")
    assert identity.identify(bearer(old.text)).principal == "ann"
    signer = old.text[4:].partition("_")[0]
    now = time.time()
    assert identity.mint("lobby", "ann").text[4:].startswith(signer)
    monkeypatch.setattr(time, "time", lambda: now + 61)
    assert not identity.mint("lobby", "ann").text[4:].startswith(signer)
    monkeypatch.setattr(time, "time", lambda: now + longest - 1)
    assert identity.identify(bearer(old.text)).principal == "ann"


def test_a_signing_key_that_was_revoked_takes_its_tokens_with_it(
    identity: KeyIdentity, keys: Keyfile
) -> None:
    token = identity.mint("lobby", "ann")
    assert identity.identify(bearer(token.text)).principal == "ann"
    keys.run("rotate")
    keys.run("revoke", "--id", token.text[4:].partition("_")[0])
    with pytest.raises(CredentialsInvalid):
        identity.identify(bearer(token.text))
    assert identity.identify(bearer(identity.mint("lobby", "ann").text)).principal == "ann"


def test_secrets_are_compared_in_constant_time(
    identity: KeyIdentity, keys: Keyfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[bool] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append(hmac.compare_digest(one, other))
        return compared[-1]

    monkeypatch.setattr(tokens, "compare_digest", compare)
    key, token = keys.api_key("lobby"), identity.mint("lobby", "ann").text
    for text in (key, token):
        identity.identify(bearer(text))
        with pytest.raises(CredentialsInvalid):
            identity.identify(bearer(f"{text}x"))
    assert compared == [True, False, True, False]


def test_a_key_of_too_narrow_a_scope_is_told_which_scope_it_needs() -> None:
    caller = Caller(None, "lobby", frozenset([Scope.MATCHMAKER]), "a-key")
    with pytest.raises(ScopeMissing, match="API key with the scope operator"):
        Call(caller, "").needs_scope(Scope.OPERATOR)

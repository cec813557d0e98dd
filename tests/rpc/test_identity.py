"""Who calls, in development mode."""

import pytest

from gemwright.rpc.identity import DevelopmentIdentity
from gemwright.runtime.api import Caller
from gemwright.runtime.faults import CredentialsInvalid

IDENTITY = DevelopmentIdentity()


def test_a_principal_is_believed() -> None:
    caller = IDENTITY.identify((("user-agent", "x"), ("authorization", "Bearer dev:ann@x.y:1")))
    assert caller == Caller(principal="ann@x.y:1", owner="dev")


def test_the_word_bearer_may_be_written_anyhow() -> None:
    assert IDENTITY.identify((("authorization", "bEARER dev:ann"),)).principal == "ann"


def test_nobody_in_particular_is_a_spectator() -> None:
    assert IDENTITY.identify(()) == Caller(principal=None, owner="dev")


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
        "Basic dev:ann",
    ],
)
def test_any_other_credential_is_invalid(shown: str) -> None:
    with pytest.raises(CredentialsInvalid) as told:
        IDENTITY.identify((("authorization", shown),))
    assert not shown or shown not in str(told.value).replace("Bearer dev:<principal>", "")


def test_two_credentials_are_none() -> None:
    with pytest.raises(CredentialsInvalid):
        IDENTITY.identify((("authorization", "Bearer dev:a"), ("authorization", "Bearer dev:b")))


def test_a_credential_in_bytes_is_none() -> None:
    with pytest.raises(CredentialsInvalid):
        IDENTITY.identify((("authorization", b"Bearer dev:a"),))


def test_a_web_page_is_refused() -> None:
    page = ("origin", "http://localhost:8080")
    with pytest.raises(CredentialsInvalid):
        IDENTITY.identify((page, ("authorization", "Bearer dev:ann")))

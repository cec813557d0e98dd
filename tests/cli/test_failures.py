"""What is said of an error: a line or two, in words that help, and nothing a terminal obeys."""

from collections.abc import Mapping

import pytest

from gemwright_client.cli.failures import Failed, cause_of, code_of, complaint
from gemwright_client.cli.output import printable
from gemwright_client.errors import (
    CLASS_OF_REASON,
    ActionRefused,
    AddressUnusable,
    CallError,
    ExtraMissing,
    Facts,
    GemwrightError,
    InvalidRequest,
    MatchNotFound,
    NotAllowed,
    NotAuthenticated,
    RefusedByNetwork,
    ReplyUnusable,
    ServerFault,
    Unreachable,
)
from gemwright_client.network.status import failed
from gemwright_client.words import LANGUAGES, words_of

ENGLISH = words_of("en")
FIRST = "failed to connect to all addresses; last error: UNKNOWN: "
SAID = "a sentence for developers"


def lines(error: Exception, server: str = "example.org:7373") -> list[str]:
    """What is said of an error in English."""
    first, *others = complaint(error, ENGLISH, server).split("\n")
    return [first.removeprefix("gemwright: "), *others]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("reason", "kind"), CLASS_OF_REASON.items())
def test_every_reason_of_the_contract_has_its_sentence(
    reason: str, kind: type[CallError], language: str
) -> None:
    words = words_of(language)
    first, second, *_ = complaint(kind(Facts(reason, "", SAID)), words).split("\n")
    if not issubclass(kind, Unreachable):
        assert first == f"gemwright: {words[f'error.{reason}']}"
        assert second == words("cli.server_says", text=SAID)


def test_the_trace_is_told_for_the_servers_log() -> None:
    assert lines(MatchNotFound(Facts("MATCH_NOT_FOUND", "NOT_FOUND", SAID, trace="12ab")))[1] == (
        f"The server says: {SAID} (trace 12ab)"
    )


def test_a_refusal_is_told_by_its_own_sentence() -> None:
    refused = ActionRefused(Facts("ACTION_REFUSED", "", SAID, refusal="NOT_A_LINE"))
    assert lines(refused)[0] == ENGLISH["refusal.NOT_A_LINE"]


def test_a_reason_that_is_newer_than_the_client_is_named() -> None:
    newer = ServerFault(Facts("TOO_EARLY_IN_THE_DAY", "ABORTED", SAID))
    assert lines(newer)[0].endswith(": TOO_EARLY_IN_THE_DAY")
    refused = ActionRefused(Facts("ACTION_REFUSED", "", SAID, refusal="99"))
    assert lines(refused)[0] == ENGLISH["error.ACTION_REFUSED"]


def test_who_is_not_authenticated_is_told_how_to_be() -> None:
    error = NotAuthenticated(Facts("CREDENTIALS_MISSING", "UNAUTHENTICATED", SAID))
    assert lines(error)[-1] == ENGLISH["cli.token_hint"]


def test_who_has_no_token_is_told_of_it_where_one_may_help() -> None:
    private = NotAllowed(Facts("MATCH_PRIVATE", "", SAID))
    invited = NotAllowed(Facts("JOIN_TOKEN_INVALID", "", SAID))

    def last(error: Exception, *, has_token: bool) -> str:
        return complaint(error, ENGLISH, has_token=has_token).split("\n")[-1]

    assert last(private, has_token=False) == ENGLISH["cli.token_hint"]
    assert last(private, has_token=True) == ENGLISH("cli.server_says", text=SAID)
    assert last(invited, has_token=False) == ENGLISH("cli.server_says", text=SAID)


def test_what_cannot_be_the_id_of_a_match_is_no_match() -> None:
    def first(field: str) -> str:
        return lines(InvalidRequest(Facts("INVALID_FIELD", "", SAID, violations=((field, "no"),))))[
            0
        ]

    assert first("match") == ENGLISH["error.MATCH_NOT_FOUND"]
    assert first("seats") == ENGLISH["error.INVALID_FIELD"]


@pytest.mark.parametrize(
    ("told", "cause", "hint"),
    [
        (
            f"{FIRST}ipv4:127.0.0.1:1: Failed to connect to remote host: Connection refused",
            "Connection refused",
            "cli.no_server_hint",
        ),
        (
            f"{FIRST}ipv6:%5B::1%5D:1: Tls handshake failed (TSI_PROTOCOL_FAILURE): wrong version",
            "Tls handshake failed (TSI_PROTOCOL_FAILURE): wrong version",
            "cli.tls_hint",
        ),
        (
            "last error: UNAVAILABLE: ipv4:1.2.3.4:1: Failed parsing HTTP/2 (Expected SETTINGS)",
            "Failed parsing HTTP/2 (Expected SETTINGS)",
            "cli.tls_hint",
        ),
        (
            "ipv4:1.2.3.4:1: Failed parsing HTTP/2 (Trying to connect an http1.x server)",
            "Failed parsing HTTP/2 (Trying to connect an http1.x server)",
            "cli.http_hint",
        ),
        ("Deadline Exceeded", "Deadline Exceeded", "cli.no_server_hint"),
        ("DNS resolution failed for nowhere:7373", None, "cli.no_server_hint"),
    ],
)
def test_where_no_server_answers_the_cause_is_told_and_what_to_look_at(
    told: str, cause: str | None, hint: str
) -> None:
    error = failed("UNAVAILABLE", told, {})
    assert isinstance(error, Unreachable)
    assert cause_of(error) == (cause or told)
    assert lines(error) == [
        f"No server answers at example.org:7373: {cause or told}",
        ENGLISH[hint],
    ]


def test_what_grpc_refuses_is_not_taken_for_our_servers_word() -> None:
    error = RefusedByNetwork(Facts("", "UNIMPLEMENTED", "Method not found!"))
    assert lines(error)[0].startswith("What answers at example.org:7373 is no Gemwright server")


def test_what_a_command_adds_comes_last() -> None:
    error = MatchNotFound(Facts("MATCH_NOT_FOUND", "", SAID))
    error.add_note("Look under the table.")
    assert lines(error)[-1] == "Look under the table."


def test_an_error_of_the_library_is_told_in_its_words() -> None:
    assert lines(ExtraMissing("cli", "rich is missing")) == [
        "rich is missing; pip install 'gemwright-client[cli]'"
    ]
    assert lines(Failed("cli.token_file_empty", path="/a/b")) == ["The token file /a/b is empty."]


def test_what_nobody_expected_is_told_with_a_way_to_find_it() -> None:
    assert lines(KeyError("card")) == [
        "Something unexpected happened: KeyError: 'card'",
        "Run it again with --debug to see where.",
    ]


@pytest.mark.parametrize("sign", ["\x1b", "\r", "\b", "\x07", "\x9b", "\u202e", "\x7f", "\n", "\t"])
def test_a_text_of_a_server_does_nothing_to_a_terminal(sign: str) -> None:
    assert printable(f"a{sign}b") == "a b"
    told = complaint(MatchNotFound(Facts("MATCH_NOT_FOUND", "", f"a{sign}b")), ENGLISH)
    assert told.splitlines()[1] == "The server says: a b"


CODES: Mapping[Exception, int] = {
    Unreachable(Facts("", "UNAVAILABLE", SAID)): 3,
    NotAuthenticated(Facts("TOKEN_EXPIRED", "", SAID)): 4,
    CLASS_OF_REASON["MATCH_PRIVATE"](Facts("MATCH_PRIVATE", "", SAID)): 4,
    CLASS_OF_REASON["STORE_UNAVAILABLE"](Facts("STORE_UNAVAILABLE", "", SAID)): 1,
    MatchNotFound(Facts("MATCH_NOT_FOUND", "", SAID)): 5,
    InvalidRequest(Facts("INVALID_FIELD", "", SAID, violations=(("match", "no id"),))): 5,
    InvalidRequest(Facts("INVALID_FIELD", "", SAID, violations=(("seats", "one"),))): 1,
    InvalidRequest(Facts("INVALID_FIELD", "", SAID)): 1,
    AddressUnusable("no address"): 2,
    Failed("cli.token_twice", code=2): 2,
    Failed("cli.token_file_empty", path=""): 1,
    GemwrightError(SAID): 1,
    ReplyUnusable(SAID): 1,
    KeyError("card"): 1,
}


@pytest.mark.parametrize(("error", "code"), CODES.items())
def test_each_error_has_its_exit_code(error: Exception, code: int) -> None:
    assert code_of(error) == code

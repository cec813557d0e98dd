"""Every error that can answer a call: one tree, each worded once.

A class has the name of its reason in the contract, which says the gRPC status too: `MatchOver` is
sent as `MATCH_OVER`.

    Fault
    ├── InvalidField        a field that could never be right
    ├── CredentialsMissing  CredentialsInvalid  TokenExpired  ScopeMissing
    ├── NotYourSeat  MatchPrivate  JoinTokenInvalid  DevelopmentOnly
    ├── MatchNotFound
    ├── StaleVersion        the match has another version than expected
    ├── ActionRefused       the rules say no
    ├── MatchWaiting  MatchOver  MatchNotOver  MatchUnreadable
    ├── RequestIdReused  SeedUsed
    ├── Draining
    └── LimitExceeded

What the store may raise (`StoreUnavailable`, `StoreOutcomeUnknown`) is described in `store.py`.
Texts are for developers who read a log; they hold no secret and no words of an exception.
"""

from gemwright.engine.refusals import Refusal


class Fault(Exception):
    """A call that is answered by an error. Raising one means that nothing was changed."""

    text = "the call failed"

    def __init__(self, text: str = "") -> None:
        super().__init__(text or self.text)


class InvalidField(Fault):
    """A field that no state could make right; `violations` are pairs of path and text."""

    def __init__(self, *violations: tuple[str, str]) -> None:
        super().__init__("; ".join(f"{path}: {text}" for path, text in violations))
        self.violations = violations


class CredentialsMissing(Fault):
    text = (
        "this call needs a credential: send the metadata authorization: Bearer and an API key or "
        "a player token, in development mode Bearer dev:<principal>"
    )


class CredentialsInvalid(Fault):
    text = "this credential is none that the server believes"


class TokenExpired(Fault):
    text = "the credential was good and is too old: get a new one and go on"


class ScopeMissing(Fault):
    text = "the credential is for other calls than this one"


class NotYourSeat(Fault):
    text = "the caller does not hold that seat"


class MatchPrivate(Fault):
    text = "the match is private: only its seats and its owner may look at it"


class JoinTokenInvalid(Fault):
    text = "this join token opens no seat of the match, or somebody else has used it"


class DevelopmentOnly(Fault):
    text = "positions, seeds and scenarios can be given in development mode only"


class MatchNotFound(Fault):
    text = "there is no such match, or not any more"


class StaleVersion(Fault):
    """Another version is current."""

    def __init__(self, current: int) -> None:
        super().__init__(f"the match has version {current} now")
        self.current = current


class ActionRefused(Fault):
    """The action is not legal now."""

    def __init__(self, refusal: Refusal) -> None:
        about = f": {refusal.field} {refusal.value}".rstrip() if refusal.field else ""
        reason = refusal.reason.replace("_", " ")
        super().__init__(f"the rules refuse this: {reason} (rule {refusal.rule}){about}")
        self.refusal = refusal


class MatchWaiting(Fault):
    text = "the match waits for seats to be filled"


class MatchOver(Fault):
    text = "the match is over"


class MatchNotOver(Fault):
    text = "the match is not over yet"


class RequestIdReused(Fault):
    text = "the request id was used before, for something else: make a new one for each request"


class SeedUsed(Fault):
    text = "the seed was used for another match: no seed serves two"


class MatchUnreadable(Fault):
    text = "the match is stored in a form that this server is too old to read"


class Draining(Fault):
    text = "the server stops; try another one"


class LimitExceeded(Fault):
    """A limit was reached; the text says which."""

    def __init__(self, text: str, retry_after_s: float) -> None:
        super().__init__(text)
        self.retry_after_s = retry_after_s

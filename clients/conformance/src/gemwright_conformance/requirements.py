"""What a client must do; `clients/conformance/README.md` has the same list."""

from collections.abc import Mapping
from typing import Final

REQUIREMENTS: Final[Mapping[str, str]] = {
    "PLAY-1": "plays its match to the end, says what it did and how it ended, and ends itself",
    "CALL-1": "a call that changes something, and whose answer did not come or said "
    "`OUTCOME_UNKNOWN`, `STORE_UNAVAILABLE` or `DRAINING`, is sent again",
    "CALL-2": "it is sent again as it was: the same request id and the same bytes",
    "CALL-3": "while it is not known whether a call took effect, nothing else is sent for the seat",
    "CALL-4": "each intention has a request id of its own",
    "CALL-5": "between repetitions there is a pause, and it grows",
    "CALL-6": "where an error has a `RetryInfo`, the repetition comes no sooner than it says",
    "CALL-7": "a call that is not answered has a deadline, and is sent again after it",
    "CALL-8": "it acts on what it has seen: an action that was listed to it, at the version it "
    "was listed for",
    "CALL-9": "after `STALE_VERSION` it chooses anew, at the version that is current now, with "
    "a new request id",
    "ERROR-1": "a refusal is told with the reason of its `ErrorInfo`",
    "ERROR-2": "what the rules refuse is told with reason, rule and field; a stale version with "
    "the current one",
    "ERROR-3": "what was refused for good is not sent again",
    "ERROR-4": "a reason that is newer than the client is told as it came, and not sent again",
    "ERROR-5": "`LIMIT_EXCEEDED` is no refusal for good: the call is sent again",
    "WATCH-1": "snapshot and updates are told once each, in order, without a gap, over any "
    "number of cuts",
    "WATCH-2": "a watch is resumed with the newest token that was received",
    "WATCH-3": "after a reset the snapshot replaces what was there, also where numbers of "
    "versions come again",
    "WATCH-4": "after `going_away` it watches again, and does not wait for the stream to end",
    "WATCH-5": "a stream that is silent for more than two heartbeats is taken for dead, and "
    "opened again",
    "WATCH-6": "between attempts to open a stream there is a pause, and it grows",
    "WATCH-7": "after `reveal`, and after the reset `MATCH_EXPIRED`, it watches no more",
    "TOKEN-1": "when its credential has expired, it asks for another one, once",
    "TOKEN-2": "with that it goes on where it was: the same call, the same place in the stream",
    "INBOX-1": "an older entry, or the same again, never replaces a newer one, and is no news",
    "INBOX-2": "after a reset it forgets the matches that are not told of anew",
    "INBOX-3": "an inbox is resumed with the newest token that was not empty",
    "FUTURE-1": "fields that it does not know are ignored, wherever they are",
    "FUTURE-2": "an event that it does not know costs nothing but that event",
    "FUTURE-3": "a message of a stream that it does not know is ignored",
    "FUTURE-4": "an enum value that it does not know is survived, and told as its number",
}

"""How the client follows a match."""

import math
from collections.abc import Iterator
from typing import Final

from gemwright.pb.match_service_pb2 import RESET_REASON_MATCH_EXPIRED, WatchMatchResponse
from gemwright_conformance.checks.calls import judged_pauses
from gemwright_conformance.driver import Said
from gemwright_conformance.evidence import Evidence, Finding, broken, met_if
from gemwright_conformance.journal import Opened, Sent

LONGEST_SILENCE_S: Final = 10.0
"""With a heartbeat every second, a client that waits longer does not check for them."""
LONGEST_AWAY_S: Final = 10.0
_EMPTY_STREAMS: Final = 4
"""How many in a row show whether pauses grow."""
MOST_CONNECTIONS: Final = 30
"""A client that connects more often in three seconds makes no pauses."""
_LINES: Final = ("snapshot", "update", "reset")


def tells_each_once(evidence: Evidence) -> Iterator[Finding]:
    """WATCH-1: the reported updates are the log, each once."""
    lines = evidence.account.lines(*_LINES)
    place: tuple[object, object] | None = None
    for line in lines:
        version, commit = line.line.get("version"), line.line.get("commit")
        if line.saw == "reset":
            place = None
            continue
        yield _follows(evidence, place, line)
        place = version, commit
    if evidence.end == "over" and place is not None:
        newest = evidence.match.version, evidence.match.commit_id
        text = f"it told the match up to version {place[0]}, and there are {newest[0]}"
        yield met_if(place == newest, text)
    elif evidence.journal.watches() and not lines and not _is_refused(evidence):
        yield broken("it told nothing of its match")


def _is_refused(evidence: Evidence) -> bool:
    return any(stream.refused for stream in evidence.journal.watches())


def _follows(evidence: Evidence, place: tuple[object, object] | None, line: Said) -> Finding:
    """Whether a line may follow the place reported before it."""
    version, commit = line.line.get("version"), line.line.get("commit")
    if (version, commit) not in _sent(evidence, str(line.saw)):
        return broken(f"it told {line.saw} {version}, which was never sent like that")
    if line.saw == "snapshot":
        return met_if(place is None, f"it began anew at version {version} without a reset")
    if place is None:
        return broken(f"it told update {version} before any snapshot")
    before = place[0]
    follows = isinstance(before, int) and version == before + 1
    return met_if(follows, f"after version {before} it told update {version}")


def _sent(evidence: Evidence, kind: str) -> set[object]:
    """Every version and commit that was sent in messages of this kind."""
    streams = evidence.journal.watches()
    return {one.place for stream in streams for one in stream.sent if one.kind == kind}


def resumes(evidence: Evidence) -> Iterator[Finding]:
    """WATCH-2: every watch is resumed where the one before it ended."""
    watches = evidence.journal.watches()
    for number, stream in enumerate(watches[1:], 1):
        tokens = [sent.token for before in watches[:number] for sent in before.sent]
        seen = _tokens_surely_seen(evidence, watches[:number], stream.at)
        if _ends_with_a_reset(watches[number - 1]) or not seen:
            continue
        if not stream.token:
            yield broken("it opened a watch again without a token, and began anew")
        elif stream.token not in tokens:
            yield broken("it opened a watch with a token that it never got")
        else:
            newest = max(at for at, token in enumerate(tokens) if token == stream.token)
            text = "it opened a watch with an older token than the newest it had"
            yield met_if(newest >= seen - 1, text)


def _ends_with_a_reset(stream: Opened) -> bool:
    """Whether a stream was cut just after a reset, when nothing sent before it holds."""
    return any(one.kind == "reset" for one in stream.sent[-2:])


def _tokens_surely_seen(evidence: Evidence, streams: list[Opened], at: float) -> int:
    """How many messages the client had surely read by then, because it had reported the last."""
    told = [
        (line.line.get("version"), line.line.get("commit"))
        for line in evidence.account.lines("snapshot", "update")
        if line.at < at
    ]
    if not told:
        return 0
    places = [one.place for stream in streams for one in stream.sent]
    return max((number for number, place in enumerate(places, 1) if place == told[-1]), default=0)


def begins_anew_after_a_reset(evidence: Evidence) -> Iterator[Finding]:
    """WATCH-3: a reset is reported, then a snapshot, then everything after it."""
    resets = [one for stream in evidence.journal.watches() for one in stream.sent]
    sent = [one for one in resets if one.kind == "reset" and not _is_last(one)]
    told = evidence.account.lines(*_LINES)
    places = [number for number, line in enumerate(told) if line.saw == "reset"]
    if sent:
        text = f"{len(sent)} resets were sent, and it told {len(places)}"
        yield met_if(len(places) == len(sent), text)
    for place in places if sent else ():
        following = told[place + 1].saw if place + 1 < len(told) else "nothing"
        yield met_if(following == "snapshot", f"after a reset it told {following}, no snapshot")
    if sent:
        found = _told_after(told, places)
        missing = [one for one in _updates_after(resets, sent[-1]) if one not in found]
        text = f"of what came after a reset it did not tell {missing}"
        yield met_if(not missing, text)


def _updates_after(messages: list[Sent], reset: Sent) -> list[int]:
    """The versions that were sent after a reset."""
    after = messages[messages.index(reset) :]
    return list(dict.fromkeys(one.update.version for one in after if one.update))


def _told_after(told: list[Said], resets: list[int]) -> set[object]:
    """The versions that were reported after the last reset."""
    first = resets[-1] if resets else len(told)
    return {line.line.get("version") for line in told[first:] if line.saw == "update"}


def _is_last(sent: Sent) -> bool:
    """Whether this is a reset after which nothing comes."""
    message = sent.message
    is_of_watch = isinstance(message, WatchMatchResponse)
    return is_of_watch and message.reset.reason == RESET_REASON_MATCH_EXPIRED


def follows_a_server_that_goes(evidence: Evidence) -> Iterator[Finding]:
    """WATCH-4: the client watches again after a server goes away."""
    for stream, after in _with_next(evidence):
        farewell = next((one for one in stream.sent if one.kind == "going_away"), None)
        if farewell is not None:
            waited = after - farewell.at
            yield met_if(waited < LONGEST_AWAY_S, "after going_away it did not watch again")


def notices_silence(evidence: Evidence) -> Iterator[Finding]:
    """WATCH-5: a stream without heartbeats is taken for dead."""
    for stream, after in _with_next(evidence):
        if stream.silent_from < math.inf:
            waited = after - stream.silent_from
            text = "a stream fell silent, and it did not open another one"
            yield met_if(waited < LONGEST_SILENCE_S, text)


def pauses_ever_longer(evidence: Evidence) -> Iterator[Finding]:
    """WATCH-6: the pauses between streams that bring nothing grow."""
    watches = evidence.journal.watches()
    for first in range(len(watches) - _EMPTY_STREAMS):
        run = watches[first : first + _EMPTY_STREAMS + 1]
        if any(stream.sent for stream in run[:-1]) or (first and not watches[first - 1].sent):
            continue
        pauses = [run[at + 1].at - run[at].ended_at for at in range(_EMPTY_STREAMS)]
        yield from judged_pauses(pauses, "a stream that gave nothing")
    if evidence.journal.connections:
        tried = evidence.journal.connections
        text = f"while nobody answered, it tried {tried} times in three seconds"
        yield met_if(tried <= MOST_CONNECTIONS, text)


def ends_with_the_match(evidence: Evidence) -> Iterator[Finding]:
    """WATCH-7: after the last message no stream is opened."""
    for stream, after in _with_next(evidence):
        last = stream.sent[-1] if stream.sent else None
        if last is None or stream.is_cut:
            continue
        is_gone = last.kind == "reset" and _is_last(last)
        if last.kind == "reveal" or is_gone:
            yield met_if(after == math.inf, f"it watched again after {last.kind}")


def _with_next(evidence: Evidence) -> Iterator[tuple[Opened, float]]:
    """Every watch with the time when the next one was opened; infinity means never."""
    watches = evidence.journal.watches()
    for number, stream in enumerate(watches):
        yield stream, watches[number + 1].at if number + 1 < len(watches) else math.inf

"""How the client follows all its matches at once."""

from collections.abc import Iterator, Mapping

from gemwright_conformance.evidence import Evidence, Finding, broken, met_if
from gemwright_conformance.journal import INBOX, Journal


def keeps_the_newest(evidence: Evidence) -> Iterator[Finding]:
    """INBOX-1: no version goes back, and at the end each match has its newest version."""
    if not evidence.journal.watches(INBOX):
        return
    before: Mapping[str, object] = {}
    repeated = 0
    for line in evidence.account.lines("inbox", "reset"):
        if line.saw == "reset":
            before = {}
            continue
        now = _map(line.line.get("matches"))
        for match in before.keys() & now.keys():
            old, new = before[match], now[match]
            is_newer = isinstance(old, int) and isinstance(new, int) and new >= old
            yield met_if(is_newer, f"version {new} of a match replaced version {old}")
        repeated += now == before
        before = now
    text = f"{repeated} times it told a map in which nothing had changed"
    yield met_if(repeated <= _completes(evidence.journal), text)
    yield met_if(
        dict(before) == state(evidence.journal), "in the end its map was not what it had been told"
    )


def _completes(journal: Journal) -> int:
    """How often an unchanged map may be reported."""
    sent = [one for stream in journal.watches(INBOX) for one in stream.sent]
    return sum(one.kind == "complete" for one in sent)


def _map(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def state(journal: Journal) -> dict[str, int]:
    """The newest version of each match, as it was sent."""
    found: dict[str, int] = {}
    for stream in journal.watches(INBOX):
        for sent in stream.sent:
            if sent.kind == "reset":
                found.clear()
            elif sent.entry:
                before = found.get(sent.entry.match, 0)
                found[sent.entry.match] = max(sent.entry.version, before)
    return found


def forgets(evidence: Evidence) -> Iterator[Finding]:
    """INBOX-2: the first map after a reset has nothing from before the reset."""
    resets = [
        sent
        for stream in evidence.journal.watches(INBOX)
        for sent in stream.sent
        if sent.kind == "reset"
    ]
    if not resets:
        return
    lines = evidence.account.lines("inbox", "reset")
    after = [line for line in lines if line.at > resets[-1].at and line.saw == "inbox"]
    if not any(line.saw == "reset" for line in lines):
        yield broken("it did not tell that its inbox began anew")
    known = state(evidence.journal).keys()
    for line in after:
        kept = _map(line.line.get("matches")).keys() - known
        yield met_if(not kept, f"after a reset it still had {len(kept)} matches from before")

    if after:
        missing = _told_anew(evidence.journal) - _map(after[0].line.get("matches")).keys()
        text = f"after a reset it lacked {len(missing)} matches that were told of anew"
        yield met_if(not missing, text)


def _told_anew(journal: Journal) -> set[str]:
    """The matches that were sent between the last reset and its `complete`."""
    found: set[str] = set()
    is_open = False
    for sent in (one for stream in journal.watches(INBOX) for one in stream.sent):
        if sent.kind == "reset":
            found, is_open = set(), True
        elif sent.kind == "complete":
            is_open = False
        elif sent.entry and is_open:
            found.add(sent.entry.match)
    return found


def resumes(evidence: Evidence) -> Iterator[Finding]:
    """INBOX-3: every stream is resumed with the newest token."""
    streams = evidence.journal.watches(INBOX)
    tokens: list[str] = []
    for number, stream in enumerate(streams):
        if number and tokens:
            is_known = stream.token in tokens
            recent = tokens[-2:]
            text = (
                "it opened its inbox again without a token"
                if not stream.token
                else "it opened its inbox again with an old token"
            )
            yield met_if(is_known and stream.token in recent, text)
        tokens += [sent.token for sent in stream.sent if sent.token and sent.token not in tokens]

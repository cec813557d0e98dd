"""What the client does when its credential has expired."""

from collections.abc import Iterator

from gemwright_conformance.evidence import Evidence, Finding, met_if
from gemwright_conformance.refusing import EXPIRED


def asks_once(evidence: Evidence) -> Iterator[Finding]:
    """TOKEN-1: it asks for a credential once for each expiry."""
    expiries, asked = evidence.journal.expiries, evidence.account.asked
    if expiries or asked:
        text = f"its credential expired {expiries} times, and it asked for {asked} others"
        yield met_if(asked == expiries, text)


def goes_on_where_it_was(evidence: Evidence) -> Iterator[Finding]:
    """TOKEN-2: the refused call is repeated unchanged, and the watch is resumed."""
    calls = evidence.journal.changes()
    for number, call in enumerate(calls):
        if call.refused and call.refused.reason == EXPIRED:
            following = calls[number + 1] if number + 1 < len(calls) else None
            is_same = following is not None and following.content == call.content
            yield met_if(
                is_same, "a call whose credential had expired was not sent again as it was"
            )
    watches = evidence.journal.watches()
    for number, stream in enumerate(watches):
        if stream.refused and stream.refused.reason == EXPIRED:
            following_watch = watches[number + 1] if number + 1 < len(watches) else None
            goes_on = following_watch is not None and bool(following_watch.token)
            yield met_if(goes_on, "a watch whose credential had expired was not resumed")

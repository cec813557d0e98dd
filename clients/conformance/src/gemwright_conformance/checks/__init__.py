"""Every requirement with the check for it."""

from collections.abc import Mapping
from typing import Final

from gemwright_conformance.checks import calls, errors, future, inbox, playing, tokens, watching
from gemwright_conformance.evidence import Check

CHECKS: Final[Mapping[str, Check]] = {
    "PLAY-1": playing.plays_to_the_end,
    "CALL-1": calls.is_sent_again,
    "CALL-2": calls.is_sent_as_it_was,
    "CALL-3": calls.sends_nothing_else_meanwhile,
    "CALL-4": calls.has_an_id_of_its_own,
    "CALL-5": calls.pauses_ever_longer,
    "CALL-6": calls.waits_as_told,
    "CALL-7": calls.has_a_deadline,
    "CALL-8": calls.does_what_was_listed,
    "CALL-9": calls.chooses_anew,
    "ERROR-1": errors.tells_the_reason,
    "ERROR-2": errors.tells_the_details,
    "ERROR-3": errors.repeats_no_refusal,
    "ERROR-4": errors.tells_newer_reasons,
    "ERROR-5": errors.repeats_after_a_limit,
    "WATCH-1": watching.tells_each_once,
    "WATCH-2": watching.resumes,
    "WATCH-3": watching.begins_anew_after_a_reset,
    "WATCH-4": watching.follows_a_server_that_goes,
    "WATCH-5": watching.notices_silence,
    "WATCH-6": watching.pauses_ever_longer,
    "WATCH-7": watching.ends_with_the_match,
    "TOKEN-1": tokens.asks_once,
    "TOKEN-2": tokens.goes_on_where_it_was,
    "INBOX-1": inbox.keeps_the_newest,
    "INBOX-2": inbox.forgets,
    "INBOX-3": inbox.resumes,
    "FUTURE-1": future.ignores_fields,
    "FUTURE-2": future.skips_events,
    "FUTURE-3": future.skips_messages,
    "FUTURE-4": future.tells_numbers,
}

"""Every fault that can be planted, by name. The product knows of none of them."""

from collections.abc import Callable
from typing import Final

from tests.programs.chaos.faults import in_scripts, in_server

FAULTS: Final[dict[str, Callable[[], None]]] = {
    "acknowledges-before-commit": in_server.acknowledges_before_commit,
    "drops-the-version-check": in_scripts.drops_the_version_check,
    "forgets-request-ids": in_scripts.forgets_request_ids,
    "repeats-with-the-present": in_server.repeats_with_the_present,
    "keeps-the-old-position": in_scripts.keeps_the_old_position,
    "skips-wake-ups": in_server.skips_wake_ups,
    "skips-after-resume": in_server.skips_after_resume,
    "leaks-to-spectators": in_server.leaks_to_spectators,
    "fires-timers-twice": in_scripts.fires_timers_twice,
    "charges-outages": in_scripts.charges_outages,
    "tells-no-ends": in_scripts.tells_no_ends,
    "leaves-files-open": in_server.leaves_files_open,
}

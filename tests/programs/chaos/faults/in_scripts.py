"""Faults in what the store is asked to do: pieces of the Lua scripts, replaced by faulty ones."""

from tests.programs.chaos.faults.planting import rewrite


def drops_the_version_check() -> None:
    """Whatever was decided is stored, whatever came between."""
    rewrite(
        "if match[1] ~= ARGV[5] or match[2] ~= ARGV[6] then\n  local entry",
        "if false then\n  local entry",
    )


def forgets_request_ids() -> None:
    """A repeated request is taken for a new one."""
    rewrite("redis.call('HSET', KEYS[3], ARGV[10], version .. ':' .. ARGV[11])", "")


def keeps_the_old_position() -> None:
    """One update in three is in the log and not in the position."""
    rewrite(
        "'st', ARGV[8], 'w', notice, 'f', place, unpack(ARGV, 21 + people))",
        "'st', ARGV[8], 'w', notice, 'f', place)\n"
        "if version % 3 ~= 2 and ARGV[21 + people] then\n"
        "  redis.call('HSET', KEYS[1], unpack(ARGV, 21 + people))\nend",
    )


def fires_timers_twice() -> None:
    """The timeout of a seat is stored once more, as the next version."""
    rewrite(
        "redis.call('RPUSH', KEYS[2], stamp .. ARGV[7] .. entry)\n",
        "redis.call('RPUSH', KEYS[2], stamp .. ARGV[7] .. entry)\n"
        "if ARGV[18] == '1' then\n"
        "  redis.call('RPUSH', KEYS[2], stamp .. ARGV[7] .. entry)\n"
        "  redis.call('HINCRBY', KEYS[1], 'v', 1)\nend\n",
    )


def charges_outages() -> None:
    """The time while no server was there is the players'."""
    rewrite("local is_outage = gap > 5000 or gap < 0", "local is_outage = false")


def tells_no_ends() -> None:
    """The end of a match gets no lasting notice."""
    rewrite(
        "if ARGV[15] == '1' then\n  local", "if ARGV[15] == '1' and ARGV[13] == '' then\n  local"
    )

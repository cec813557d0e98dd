"""The store of matches on Redis, and the ways to connect to a Redis."""


class StartError(Exception):
    """The server cannot start; the text says why and what to do, in one line without secrets."""

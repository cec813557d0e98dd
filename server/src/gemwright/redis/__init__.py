"""The ports of the runtime on Redis, and the ways to get at a Redis."""


class StartError(Exception):
    """The server cannot start; the text says why and what to do, in one line without secrets."""

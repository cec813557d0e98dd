"""What whoever starts the server is told when it cannot start."""


class StartError(Exception):
    """The server cannot start; the text says why and what to do, in one line without secrets."""

"""A request that no state could make right: the field, and what is wrong with it."""


class Malformed(Exception):
    """Raised while a request is read, before anything else has happened."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = text

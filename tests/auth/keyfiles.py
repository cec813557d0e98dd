"""Files of keys for tests, made by the command that operators use, in this process."""

import io
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from gemwright.auth.keyfile import read_keys
from gemwright.auth.keys import Keys
from gemwright.commands import keys


@dataclass(frozen=True)
class Keyfile:
    """A file of keys."""

    path: Path

    def run(self, name: str, *words: str) -> str:
        """Run a command on it; what it prints for a script."""
        said = io.StringIO()
        with redirect_stdout(said), redirect_stderr(io.StringIO()):
            assert keys.main([name, "--keys", str(self.path), *words], {}) == 0
        return said.getvalue()

    def api_key(self, owner: str, *scopes: str) -> str:
        """A new API key of an owner."""
        named = [word for scope in scopes for word in ("--scope", scope)]
        return self.run("new", "--owner", owner, *named).removesuffix("\n")

    @property
    def keys(self) -> Keys:
        """What it holds."""
        return read_keys(self.path)


def keyfile(folder: Path) -> Keyfile:
    """A file with a key of an owner that no test uses."""
    made = Keyfile(folder / "keys.json")
    made.api_key("nobody-in-tests")
    return made


def bearer(text: str) -> tuple[tuple[str, str], ...]:
    """The metadata that shows a credential."""
    return (("authorization", f"Bearer {text}"),)

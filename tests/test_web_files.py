"""The table that the server brings along is the one that its sources make; no Node is needed here.

`clients/web/build.mjs` writes the hash of every source beside what it builds from them.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
BUILT: Final = ROOT / "server" / "src" / "gemwright" / "web"
HASHES: Final[dict[str, str]] = json.loads((BUILT / "sources.json").read_text(encoding="utf-8"))


def test_the_built_table_is_that_of_its_sources() -> None:
    stale = [path for path, known in HASHES.items() if _hash_of(ROOT / path) != known]
    assert not stale, f"changed since the table was built: {stale}; run: make web"


def test_the_page_loads_what_was_built() -> None:
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    for name in ("table.js", "table.css"):
        assert f'"{name}"' in page
        assert (BUILT / name).stat().st_size > 0


def test_the_lock_file_names_no_address() -> None:
    """npm writes some anew with each install: where packages came from, and who asks for funds."""
    lock = (ROOT / "clients/web/package-lock.json").read_text(encoding="utf-8")
    assert "://" not in lock


def _hash_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest() if path.exists() else "no such file"

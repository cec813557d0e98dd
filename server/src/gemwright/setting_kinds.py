"""The kinds of settings: each a function from text to a value, or ValueError."""

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen."""

    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return ipaddress.ip_address(self.host).is_loopback

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Automatic:
    """Left to the server, depending on other settings."""


AUTOMATIC: Final = Automatic()


def address(text: str) -> Address:
    """Read `127.0.0.1:7373` or `[::1]:7373`."""
    host, colon, port = text.rpartition(":")
    host = "127.0.0.1" if host == "localhost" else host.removeprefix("[").removesuffix("]")
    if not (colon and port.isascii() and port.isdecimal() and int(port) < 2**16):
        raise ValueError(f"{text!r} is no address such as 127.0.0.1:7373 or [::1]:7373")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        raise ValueError(f"{host!r} is neither localhost nor an IP address") from None
    return Address(host, int(port))


def optional_address(text: str) -> Address | None:
    """Read an address, or nothing."""
    return address(text) if text else None


def automatic_address(text: str) -> Address | Automatic | None:
    """Read an address, `off`, or `auto`."""
    match text:
        case "auto":
            return AUTOMATIC
        case "off":
            return None
        case _:
            return address(text)


ORIGIN: Final = re.compile(
    r"(?!http:.*:80$|https:.*:443$)"
    r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?"
)
"""The origin of a page as a browser writes it: lower case, no path, no default port."""


def origins(text: str) -> tuple[str, ...]:
    """Read `https://play.example,http://localhost:5173`, or nothing."""
    found = tuple(one.strip() for one in text.split(",")) if text else ()
    for one in found:
        if not ORIGIN.fullmatch(one):
            raise ValueError(
                f"{one!r} is no origin such as https://play.example, without a path "
                "and without a port that browsers leave out"
            )
    return found


def file(text: str) -> Path | None:
    """Read the path of a file, or nothing."""
    return Path(text) if text else None


DATABASE: Final = re.compile(r"(/[0-9]{0,5})?")
"""What may follow the host in the URL of a Redis."""


def redis_url(text: str) -> str | None:
    """Read the URL of a Redis; errors do not repeat it, as it may hold a password."""
    if not text:
        return None
    try:
        parts = urlsplit(text)
        is_good = bool(parts.path) if parts.scheme == "unix" else bool(parts.hostname)
        is_good = is_good and parts.scheme in ("redis", "rediss", "unix") and parts.port != 0
        is_good = is_good and bool(parts.scheme == "unix" or DATABASE.fullmatch(parts.path))
    except ValueError:
        is_good = False
    if not is_good:
        raise ValueError("needs a URL such as redis://host:6379/0, rediss://host or unix:///path")
    return text


UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}

LONGEST_PLAYER_TOKEN: Final = 30 * 86_400
"""Seconds for which a player token can hold at most."""


def duration(text: str) -> float:
    """Read `250ms`, `15s`, `10m`, `6h` or `30d`, as seconds."""
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)(ms|s|m|h|d)", text)
    if not found:
        raise ValueError(f"{text!r} is no time, such as 250ms, 15s, 10m, 6h or 30d")
    return float(found[1]) * UNITS[found[2]]


def long_time(text: str) -> float:
    """Read a time above 0."""
    seconds = duration(text)
    if not seconds:
        raise ValueError(f"{text!r} is too short")
    return seconds


def automatic_time(text: str) -> float | None:
    """Read a time, or `auto`."""
    return None if text == "auto" else long_time(text)


def count(text: str) -> int:
    """Read a whole number."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError(f"{text!r} is no whole number below a thousand million")
    return int(text)


def automatic_count(text: str) -> int | None:
    """Read a whole number, or `auto`."""
    return None if text == "auto" else count(text)


def positive(text: str) -> int:
    """Read a whole number above 0."""
    if not (number := count(text)):
        raise ValueError("0 is too few")
    return number


def size(text: str) -> int:
    """Read a number of bytes: `4096`, `512KiB` or `1MiB`."""
    found = re.fullmatch(r"([1-9][0-9]{0,8})(KiB|MiB)?", text)
    if not found:
        raise ValueError(f"{text!r} is no size from 1 to 2 GiB, such as 4096, 512KiB or 1MiB")
    number = int(found[1]) * {"KiB": 2**10, "MiB": 2**20}.get(found[2], 1)
    if number >= 2**31:
        raise ValueError(f"{text!r} is more than 2 GiB")
    return number


def switch(text: str) -> bool:
    """Read `on` or `off`."""
    if text not in ("on", "off"):
        raise ValueError(f"{text!r} is neither on nor off")
    return text == "on"


def one_of(*allowed: str) -> Callable[[str], str]:
    """Read one of these words."""

    def read(text: str) -> str:
        if text not in allowed:
            raise ValueError(f"{text!r} is none of {', '.join(allowed)}")
        return text

    return read

"""Sockets at an address, held but not listening yet."""

import socket

from gemwright.setting_kinds import Address


def bound(address: Address, *, is_shared: bool = False) -> socket.socket:
    """A socket at the address; raises `OSError`.

    If it is shared, other processes of this user may hold the address in the same way.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    held = socket.socket(family, socket.SOCK_STREAM)
    try:
        option = socket.SO_REUSEPORT if is_shared else socket.SO_REUSEADDR
        held.setsockopt(socket.SOL_SOCKET, option, 1)
        held.bind((address.host, address.port))
    except OSError:
        held.close()
        raise
    return held

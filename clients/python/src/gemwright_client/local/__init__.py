"""Servers on this machine for tests and for `gemwright play`; needs the extra `server`."""

from gemwright_client.local.in_process import InProcessServer
from gemwright_client.local.private import PrivateServer, data_folder

__all__ = ["InProcessServer", "PrivateServer", "data_folder"]

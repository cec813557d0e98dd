"""Servers of one's own on this machine; needs the extra `server`."""

from gemwright_client.local.in_process import InProcessServer
from gemwright_client.local.private import PrivateServer, data_folder

__all__ = ["InProcessServer", "PrivateServer", "data_folder"]

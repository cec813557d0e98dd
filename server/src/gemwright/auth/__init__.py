"""Credentials: the file of keys, API keys, player tokens, and the command that makes keys.

Nothing here knows of calls or matches; who may do what with a credential is told elsewhere.
"""

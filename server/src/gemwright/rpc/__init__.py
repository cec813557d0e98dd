"""How calls are answered: who calls, limits, handlers, and the listeners for gRPC and HTTP.

A handler converts, calls the matches and converts back; no rule of a game and no key of a store
belongs here.
"""

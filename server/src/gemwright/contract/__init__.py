"""The contract in code: the engine's values and those of matches as messages, and back.

What the messages of a game are is derived from their descriptors (`encoder.py`, `decoder.py`);
`exceptions.py` has what cannot be, with reasons. `Malformed` is all that reading raises.
"""

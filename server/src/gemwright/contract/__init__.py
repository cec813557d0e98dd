"""The contract in code: the engine's values and those of matches as messages, and back.

How a game's messages are read and written is derived from their descriptors (`encoder.py`,
`decoder.py`); `exceptions.py` lists what cannot be derived, with reasons. Reading raises only
`Malformed`.
"""

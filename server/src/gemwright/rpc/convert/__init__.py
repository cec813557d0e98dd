"""The one place where the contract's messages meet the engine's values.

Each module has both directions of one file of the contract. What a client sent is read with care:
`Malformed` is all that reading raises.
"""

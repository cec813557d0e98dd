"""Bytes with something wrong in them."""

from random import Random


def mutated(content: bytes, rng: Random) -> bytes:
    """A copy with a byte changed, or now and then some put in and some left out."""
    damaged = bytearray(content)
    place = rng.randrange(len(damaged) + 1)
    damaged[place : place + 1] = bytes((rng.randrange(256),))
    if rng.random() < 0.3:
        damaged[place:place] = rng.randbytes(rng.randrange(4))
        del damaged[place : place + rng.randrange(4)]
    return bytes(damaged)

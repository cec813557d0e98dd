"""The rules core: pure rules of three games, standard library only.

No I/O, clock, logging or asyncio belongs here. Chance is an argument (`chance.py`).
"""

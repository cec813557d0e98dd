"""Bots: what one is (`bot`), how it is asked (`choosing`), how it plays matches (`runner`).

Several programs share the matches of one principal by `leases`.
"""

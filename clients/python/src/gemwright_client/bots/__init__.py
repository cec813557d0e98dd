"""Bots: what one is (`bot`), playing every match of a principal (`hosting`).

One decision is looked at, asked for and sent in `deciding`; how a bot is asked without holding up
anything is in `asking`, with `threads` and `processes`; by `leases` several programs share matches.
"""

"""Bots: what one is (`bot`), playing every match of a principal (`hosting`), how it is asked
(`asking`)."""

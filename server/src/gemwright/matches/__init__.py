"""Matches over time: created, joined, played, watched, ended."""

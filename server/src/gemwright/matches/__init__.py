"""What a match is over time: created, joined, played, watched, ended."""

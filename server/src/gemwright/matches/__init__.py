"""What a match is over time: created, joined, played, watched, ended. It knows engine and ports."""

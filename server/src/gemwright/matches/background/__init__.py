"""What time does to matches: clocks that run out, matches to close, archive and remove."""

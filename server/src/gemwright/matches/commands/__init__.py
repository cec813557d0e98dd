"""What owners, players and operators do to matches: create, join, play, find, close."""

"""What `watch` and `replay` show: a board with moves under it, and no line to type on."""

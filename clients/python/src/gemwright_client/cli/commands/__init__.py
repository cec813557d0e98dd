"""What each command does: one module each, or one for a group."""

"""Background work: timeouts, and closing, archiving and removing matches."""

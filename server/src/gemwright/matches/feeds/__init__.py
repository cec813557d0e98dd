"""Streams across matches: inboxes of principals, the activity of owners."""

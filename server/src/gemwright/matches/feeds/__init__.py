"""What is told across matches: inboxes of principals, the activity of owners."""

"""Watching one match: the newest updates, the history, what each watcher is sent."""

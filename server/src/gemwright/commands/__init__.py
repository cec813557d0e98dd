"""What `gemwright-server` does beside serving, a module for each first word."""

"""What `gemwright-server` does besides serving, a module for each first word."""

"""The command line `gemwright`; needs the extra `cli`. `app.py` lists its commands."""

"""Commands: each module is one, run as `python -m gdgnn.cli.NAME`."""

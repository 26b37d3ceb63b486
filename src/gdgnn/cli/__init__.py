"""The `gdgnn` command: one module a sub-command."""

"""`python -m gdgnn.cli` is the same as `gdgnn`."""

import sys

from gdgnn.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

"""One self-contained HTML page about a saved predictor, see :func:`write_page`."""

from gdgnn.estimators.page.held_out import HeldOut, train_again
from gdgnn.estimators.page.write import write_page

__all__ = ["HeldOut", "train_again", "write_page"]

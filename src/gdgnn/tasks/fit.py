"""`fit`: train a task."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lightning.pytorch.callbacks import Callback

from gdgnn.loader import GeodesicLoader
from gdgnn.tasks.base import GeodesicTask, Metric
from gdgnn.tasks.history import History
from gdgnn.tasks.memory import keep_freed_memory
from gdgnn.tasks.processes import this_process
from gdgnn.tasks.record import Record
from gdgnn.tasks.trainer import Epochs, SaveEachEpoch, make_trainer, undisturbed

CHECKPOINT = "last.ckpt"


def fit(
    task: GeodesicTask[Any],
    train_loader: GeodesicLoader[Any],
    valid_loader: GeodesicLoader[Any] | None = None,
    *,
    metric: Metric | None = None,
    checkpoint_dir: str | Path | None = None,
    resume: bool = False,
    progress: bool = False,
    device: str = "auto",
) -> History:
    """Train a task by its recipe; afterwards its model has the weights that the recipe selects.

    The same weights to begin with, loaders and recipe end in the same weights. No file is written unless
    ``checkpoint_dir`` is given. From then on the process keeps some of the memory that it frees, see
    :func:`keep_freed_memory`.

    Args:
        task: what to train.
        train_loader: what from.
        valid_loader: what to choose the epoch by: without shuffling and drawn negatives.
        metric: of the scores and labels of ``valid_loader``; the larger the better.
        checkpoint_dir: where to write, after each epoch, all it takes to go on.
        resume: go on after the last epoch that was written there, if any was, to the result of a training
            that was never interrupted.
        progress: whether to show a bar.
        device: ``"auto"``, ``"cpu"``, ``"cuda"`` or ``"cuda:1"``.

    Returns:
        Losses, metrics and times.

    Raises:
        FloatingPointError: a loss or metric is not finite.
        ValueError: arguments that do not go together.

    Example:
        >>> from gdgnn import Graph
        >>> from gdgnn.data import UniformNegatives
        >>> from gdgnn.loader import LinkGeodesicLoader
        >>> from gdgnn.nn import GDGNN, GIN
        >>> from gdgnn.tasks import LinkTask, Recipe
        >>> ring = Graph.from_edges([range(20), [*range(1, 20), 0]])
        >>> negatives = UniformNegatives(ring)
        >>> loader = LinkGeodesicLoader(ring, ring.edge_index, max_dist=4, shuffle=True, negatives=negatives)
        >>> task = LinkTask(GDGNN.for_links(GIN(1, 8, num_layers=2), max_dist=4), ring, Recipe(epochs=3))
        >>> fit(task, loader).epochs
        3
    """
    _check(train_loader, valid_loader, metric, checkpoint_dir, resume)
    task.check_loader(train_loader)
    record = Record(task.recipe)
    callbacks: list[Callback] = [record]
    checkpoint = None if checkpoint_dir is None else Path(checkpoint_dir) / CHECKPOINT
    if checkpoint is not None:
        callbacks.append(SaveEachEpoch(checkpoint))
    task.metric = metric
    going_on = checkpoint if resume and checkpoint is not None and checkpoint.exists() else None
    keep_freed_memory()
    with undisturbed(task):
        trainer = make_trainer(task, callbacks, progress, device)
        trainer.fit(task, Epochs(train_loader, trainer), valid_loader, ckpt_path=going_on, weights_only=True)
    if record.best_weights is not None:
        task.model.load_state_dict(record.best_weights)
    return record.history


def _check(
    train_loader: GeodesicLoader[Any],
    valid_loader: GeodesicLoader[Any] | None,
    metric: Metric | None,
    checkpoint_dir: str | Path | None,
    resume: bool,
) -> None:
    if metric is not None and valid_loader is None:
        raise ValueError("metric is given without valid_loader; give both, or neither")
    if resume and checkpoint_dir is None:
        raise ValueError("resume=True needs checkpoint_dir: where the training to go on with was saved")
    if len(train_loader) == 0:
        raise ValueError("train_loader has no batches; give it targets, or drop_last=False")
    here = this_process()
    if train_loader.world_size != here.world_size:
        raise ValueError(
            f"train_loader has world_size={train_loader.world_size}, but {here.world_size} process(es) "
            "train; make it with rank and world_size as this_process() says"
        )

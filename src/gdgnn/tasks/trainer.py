"""Lightning's `Trainer` as `fit` uses it: quiet, exact when resumed, and leaving nothing behind."""

from __future__ import annotations

import logging
import os
import signal
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from lightning import LightningModule, Trainer
from lightning.pytorch.callbacks import Callback

from gdgnn.loader import GeodesicLoader
from gdgnn.tasks.base import GeodesicTask
from gdgnn.tasks.processes import this_process


def make_trainer(task: GeodesicTask[Any], callbacks: list[Callback], progress: bool, device: str) -> Trainer:
    """A `Trainer` for the task's recipe, in as many processes as there are."""
    world_size = this_process().world_size
    on_this_machine = int(os.environ.get("LOCAL_WORLD_SIZE", world_size))
    kind, index = _where(device)
    return Trainer(
        accelerator=kind,
        devices=on_this_machine if index is None else [index],
        num_nodes=world_size // on_this_machine,
        strategy="ddp" if world_size > 1 else "auto",
        max_epochs=task.recipe.epochs,
        check_val_every_n_epoch=min(task.recipe.validate_every, task.recipe.epochs),
        callbacks=callbacks,
        enable_progress_bar=progress,
        enable_checkpointing=False,
        enable_model_summary=False,
        logger=False,
        num_sanity_val_steps=0,
        use_distributed_sampler=False,
    )


class Epochs:
    """A loader whose epochs are those of the trainer, whatever was loaded from it before."""

    def __init__(self, loader: GeodesicLoader[Any], trainer: Trainer) -> None:
        self.loader = loader
        self.trainer = trainer

    def __len__(self) -> int:
        return len(self.loader)

    def __iter__(self) -> Iterator[Any]:
        # At the first batch: Lightning makes the iterator before it has read the epoch from a checkpoint.
        self.loader.set_epoch(self.trainer.current_epoch)
        yield from self.loader


class SaveEachEpoch(Callback):
    """Writes a checkpoint after each epoch, over the last one."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def on_train_epoch_end(self, trainer: Trainer, pl_module: LightningModule) -> None:
        """Write it beside the last one first: an interruption leaves one of them whole."""
        new = self.path.with_suffix(".new")
        trainer.save_checkpoint(new)
        if trainer.is_global_zero:
            new.replace(self.path)


@contextmanager
def undisturbed(task: GeodesicTask[Any]) -> Iterator[None]:
    """What Lightning and training change is as before afterwards: mode, logging, random numbers, Ctrl-C."""
    training = task.training
    logs = [logging.getLogger(name) for name in ("lightning.pytorch", "lightning.fabric")]
    levels = [log.level for log in logs]
    on_interrupt = signal.getsignal(signal.SIGINT)
    try:
        for log in logs:
            log.setLevel(logging.WARNING)
        with torch.random.fork_rng(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="lightning")
            task.train()
            yield
    except SystemExit as exit_:
        # Lightning makes an exit of Ctrl-C, and ignores the next one.
        if isinstance(exit_.__context__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, on_interrupt)
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)
        task.train(training)
        # It holds loaders and optimizer, which are not needed any more.
        task.trainer = None


def _where(device: str) -> tuple[str, int | None]:
    """Lightning's word for a kind of device, and which one of them if not any."""
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    chosen = torch.device(device)
    return ("cpu" if chosen.type == "cpu" else "gpu"), chosen.index

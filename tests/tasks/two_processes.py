"""What each of several processes does in `test_processes.py`; torchrun runs it."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Any

import torch

from gdgnn.loader import GraphGeodesicLoader
from gdgnn.nn import GDGNN, GIN
from gdgnn.tasks import GraphTask, LinkTask, Recipe, fit, this_process
from gdgnn.tasks.metrics import auc
from tests.tasks.small import link_model, small_graph, train_links, valid_links

GRAPH = small_graph()
# The last batch of an epoch has one target: of two processes one has none.
JOINT_BATCH = (GRAPH.num_edges - 1) // 3
# No two nodes alike: where gradients cancel, Adam would make much of how sums are rounded.
MANY = [small_graph(seed, nodes=9, edges=12) for seed in range(7)]


def shared(joint_batch: int) -> dict[str, Any]:
    """The arguments by which loaders share their targets."""
    here = this_process()
    assert joint_batch % here.world_size == 0
    return {"batch_size": joint_batch // here.world_size, **here._asdict()}


def trained_links(encode: Any, folder: Path | None = None) -> dict[str, Any]:
    torch.manual_seed(this_process().rank)  # weights that differ until the processes are joined
    if this_process().rank == 0:
        torch.manual_seed(7)
    task = LinkTask(link_model(), GRAPH, Recipe(epochs=3, clip_norm=0.5, micro_batch=9), encode=encode)
    valid = valid_links(GRAPH, count=21, **shared(6))
    history = fit(
        task,
        train_links(GRAPH, **shared(JOINT_BATCH)),
        valid,
        metric=auc,
        device="cpu",
        checkpoint_dir=folder,
    )
    score = task.predict(valid)
    return {"loss": history.loss, "metric": history.metric, "score": score, "weights": task.state_dict()}


def trained_graphs() -> dict[str, Any]:
    torch.manual_seed(7)
    model = GDGNN.for_subgraphs(GIN(1, 8, 2, batch_norm=False), max_dist=2, hidden_channels=8, out_channels=2)
    task = GraphTask(model, Recipe(epochs=2))
    label = torch.arange(len(MANY)) % 2
    loader = GraphGeodesicLoader(MANY, label, max_dist=2, shuffle=True, threads=1, **shared(2))
    history = fit(task, loader, device="cpu")
    return {"loss": history.loss, "weights": task.state_dict()}


def everything(folder: Path | None = None) -> dict[str, Any]:
    full = trained_links("full", folder)
    return {"full": full, "receptive-field": trained_links("receptive-field"), "graphs": trained_graphs()}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    where = Path(sys.argv[1])
    torch.save(everything(where / "checkpoint"), where / f"{this_process().rank}.pt")

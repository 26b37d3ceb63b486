from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from gdgnn.experiments.studies.graph_network import FoldProtocol, _Watch

PROTOCOL = FoldProtocol("mutag", 10, "valid loss", ("accuracy", "best_epoch_accuracy"))


def test_each_graph_is_tested_in_one_fold_and_never_trained_on_there(data_root: Path) -> None:
    y = PROTOCOL.load(data_root).y
    tested = []
    for fold in range(10):
        train, valid, test = PROTOCOL.parts(y, fold)
        assert np.array_equal(np.sort(np.concatenate([train, valid, test])), np.arange(len(y)))
        assert abs(y[test].mean() - y.mean()) < 0.06
        tested.append(test)
    assert np.array_equal(np.sort(np.concatenate(tested)), np.arange(len(y)))


def test_validation_graphs_choose_and_test_graphs_are_only_written_down() -> None:
    watch = _Watch(2, lambda score, label: float((score.argmax(1) == label).float().mean()))
    score = torch.tensor([[0.0, 1.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    assert watch(score, torch.tensor([1, 0, 1, 1, 0])) == 0.5
    assert [round(found, 1) for found in watch.test_accuracy] == [33.3]

from __future__ import annotations

from pathlib import Path

import numpy as np

from gdgnn.experiments.studies.node_protocol import NodeProtocol


def test_each_node_is_in_one_part_of_the_right_size(data_root: Path) -> None:
    data = NodeProtocol("brazil", 0.1, 0.1, "epoch", ("accuracy",)).data(1, data_root)
    everyone = np.concatenate([data.train, data.valid, data.test])
    assert np.array_equal(np.sort(everyone), np.arange(131))
    assert (len(data.valid), len(data.test)) == (13, 13)


def test_a_seed_is_a_split(data_root: Path) -> None:
    protocol = NodeProtocol("brazil", 0.1, 0.1, "epoch", ("accuracy",))
    assert np.array_equal(protocol.data(0, data_root).test, protocol.data(0, data_root).test)
    assert not np.array_equal(protocol.data(0, data_root).test, protocol.data(1, data_root).test)

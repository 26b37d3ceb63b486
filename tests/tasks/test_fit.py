from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from gdgnn.data import UniformNegatives
from gdgnn.geodesics import distances
from gdgnn.loader import LinkBatch, LinkGeodesicLoader
from gdgnn.tasks import History, LinkTask, Recipe, fit
from gdgnn.tasks.metrics import auc
from tests.tasks.small import assert_same_tensors, link_task, small_graph, train_links, valid_links

GRAPH = small_graph()


def trained(
    epochs: int = 4, *, seed: int = 0, task: LinkTask | None = None, **options: Any
) -> tuple[LinkTask, History]:
    task = link_task(GRAPH, Recipe(epochs=epochs, seed=seed)) if task is None else task
    settings = {"train_loader": train_links(GRAPH), "valid_loader": valid_links(GRAPH), "metric": auc}
    return task, fit(task, **(settings | options))


def weights(task: LinkTask) -> dict[str, Tensor]:
    return {name: value.clone() for name, value in task.state_dict().items()}


def test_training_lowers_the_loss() -> None:
    """Near pairs are linked, far ones are not: distances say so."""
    pairs = UniformNegatives(GRAPH).sample(60, seed=2)
    near = distances(GRAPH, pairs, max_dist=3) >= 0
    loader = LinkGeodesicLoader(GRAPH, pairs, near.astype(float), max_dist=3, batch_size=20, shuffle=True)
    history = fit(link_task(GRAPH, Recipe(epochs=15, learning_rate=2e-2)), loader)
    assert 0.2 < near.mean() < 0.8
    assert history.epochs == 15
    assert history.loss[-1] < 0.3 * history.loss[0]
    assert all(second > 0 for second in history.seconds)


def test_the_same_seed_gives_the_same_weights() -> None:
    (one, first), (two, second) = trained(), trained()
    assert first.loss == second.loss
    assert first.metric == second.metric
    assert_same_tensors(weights(one), weights(two))


def test_another_seed_gives_other_weights() -> None:
    assert trained()[1].loss != trained(seed=1)[1].loss


def test_the_best_epoch_is_restored() -> None:
    values = iter([0.1, 0.5, 0.3, 0.5])
    seen: list[dict[str, Tensor]] = []
    task = link_task(GRAPH, Recipe(epochs=4))

    def metric(score: Tensor, label: Tensor) -> float:
        seen.append(weights(task))
        return next(values)

    _, history = trained(task=task, metric=metric)
    assert history.metric == {0: 0.1, 1: 0.5, 2: 0.3, 3: 0.5}
    assert (history.best_epoch, history.best_metric) == (1, 0.5)
    assert_same_tensors(weights(task), seen[1])


def test_the_last_epoch_is_kept_if_asked_for() -> None:
    values = iter([0.9, 0.1])
    last, history = trained(
        task=link_task(GRAPH, Recipe(epochs=2, select="last")), metric=lambda *_: next(values)
    )
    without, _ = trained(2, valid_loader=None, metric=None)
    assert history.best_epoch == 0
    assert_same_tensors(weights(last), weights(without))


def test_training_stops_when_patience_ends() -> None:
    values = iter([0.1, 0.9, 0.2, 0.3, 0.4])
    _, history = trained(task=link_task(GRAPH, Recipe(epochs=30, patience=2)), metric=lambda *_: next(values))
    assert history.epochs == 4
    assert history.best_epoch == 1


def test_validation_comes_as_often_as_asked() -> None:
    _, history = trained(task=link_task(GRAPH, Recipe(epochs=6, validate_every=2)))
    assert list(history.metric) == [1, 3, 5]


def test_no_file_is_written_unless_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    trained(2)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    trained(2)
    captured = capfd.readouterr()
    assert captured.out + captured.err == ""


def test_the_state_of_random_numbers_is_left_alone() -> None:
    torch.manual_seed(8)
    expected = torch.rand(3)
    torch.manual_seed(8)
    task = link_task(GRAPH, Recipe(epochs=1))
    torch.manual_seed(8)
    trained(task=task)
    assert torch.equal(torch.rand(3), expected)


class Interrupted(Exception):  # noqa: N818
    pass


class Faltering(LinkTask):
    """Breaks off in the given step."""

    breaks_at = -1

    def training_step(self, batch: LinkBatch, batch_idx: int) -> None:
        if self.breaks_at == 0:
            raise Interrupted
        self.breaks_at -= 1
        super().training_step(batch, batch_idx)


def faltering(breaks_at: int) -> Faltering:
    whole = link_task(GRAPH, Recipe(epochs=5))
    task = Faltering(whole.model, GRAPH, whole.recipe)
    task.breaks_at = breaks_at
    return task


@pytest.mark.parametrize("breaks_at", [0, 2, 5, 12, 23])
def test_an_interrupted_training_goes_on_to_the_same_result(breaks_at: int, tmp_path: Path) -> None:
    """There are five steps an epoch: in the first epoch, between two epochs, and within later ones."""
    assert len(train_links(GRAPH)) == 5
    expected, history = trained(5)
    with pytest.raises(Interrupted):
        trained(task=faltering(breaks_at), checkpoint_dir=tmp_path)
    resumed = faltering(-1)
    _, again = trained(task=resumed, checkpoint_dir=tmp_path, resume=True)
    assert again.loss == history.loss
    assert again.metric == history.metric
    assert again.best_epoch == history.best_epoch
    assert_same_tensors(weights(resumed), weights(expected))


def test_resuming_a_finished_training_changes_nothing(tmp_path: Path) -> None:
    expected, history = trained(3, checkpoint_dir=tmp_path)
    again, same = trained(3, checkpoint_dir=tmp_path, resume=True)
    assert same == history
    assert_same_tensors(weights(again), weights(expected))


def test_a_training_that_stopped_stays_so_when_resumed(tmp_path: Path) -> None:
    recipe = Recipe(epochs=30, patience=2)
    values = iter([0.1, 0.9, 0.2, 0.3])
    options = {"metric": lambda *_: next(values), "checkpoint_dir": tmp_path}
    stopped, history = trained(task=link_task(GRAPH, recipe), **options)
    resumed, again = trained(task=link_task(GRAPH, recipe), resume=True, **options)
    assert again == history
    assert_same_tensors(weights(resumed), weights(stopped))


def test_a_checkpoint_of_another_recipe_is_refused(tmp_path: Path) -> None:
    trained(2, checkpoint_dir=tmp_path)
    with pytest.raises(ValueError, match="epochs is 4, but the checkpoint is of a training with 2"):
        trained(4, checkpoint_dir=tmp_path, resume=True)


def test_what_is_interrupted_from_the_keyboard_leaves_all_as_it_was() -> None:
    def metric(score: Tensor, label: Tensor) -> float:
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    task = link_task(GRAPH).eval()
    with pytest.raises(KeyboardInterrupt):
        trained(task=task, metric=metric)
    assert signal.getsignal(signal.SIGINT) is before
    assert not task.training


def test_without_resume_training_begins_anew(tmp_path: Path) -> None:
    _, history = trained(2, checkpoint_dir=tmp_path)
    assert trained(2, checkpoint_dir=tmp_path)[1].loss == history.loss


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"valid_loader": None}, "metric is given without valid_loader"),
        ({"resume": True}, "needs checkpoint_dir"),
        ({"train_loader": train_links(GRAPH, drop_last=True, batch_size=1000)}, "no batches"),
        ({"train_loader": train_links(GRAPH, world_size=2)}, r"but 1 process\(es\) train"),
    ],
)
def test_arguments_that_do_not_go_together_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        trained(1, **options)


def test_a_metric_that_is_not_a_number_is_an_error() -> None:
    with pytest.raises(FloatingPointError, match="metric of epoch 0"):
        trained(1, metric=lambda *_: float("nan"))


def test_a_loss_that_is_not_finite_is_an_error() -> None:
    task = link_task(GRAPH)
    with torch.no_grad():
        next(task.parameters()).fill_(float("inf"))
    with pytest.raises(FloatingPointError, match="lower learning_rate"):
        trained(task=task, valid_loader=None, metric=None)

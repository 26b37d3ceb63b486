"""Configuration files: flags in TOML or YAML, and the flags of a run written as TOML."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit, urlunsplit

import typer

# These say how to run, not what: a file that repeats a run must not hold them.
_NOT_IN_FILES = {"config", "resume", "overwrite", "as_json", "help"}


def read_config(path: Path) -> dict[str, Any]:
    """The values of a TOML file (YAML too, where pyyaml is installed) by flag; "max-dist" is "max_dist".

    Raises:
        FileNotFoundError: there is no such file.
        ImportError: it is YAML, and pyyaml is not installed.
        ValueError: it is not TOML (YAML), or holds something else than one plain value for each flag.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path} does not exist; give a TOML or YAML file")
    read = _yaml if path.suffix in (".yaml", ".yml") else _toml
    values = read(path)
    if not isinstance(values, dict):
        raise ValueError(f"{path} holds no keys; write lines such as epochs = 20")
    for name, value in values.items():
        if not isinstance(value, str | int | float | bool):
            raise ValueError(f"{path}: {name} is {value!r:.60}; give one number, text, true or false")
    return {str(name).replace("-", "_"): value for name, value in values.items()}


def apply_config(context: typer.Context, path: Path | None) -> Path | None:
    """Let the values of a file stand in for flags that are not given."""
    if path is not None and not context.resilient_parsing:
        values = read_config(path)
        known = {one.name for one in context.command.params if one.name} - _NOT_IN_FILES
        for name in values:
            if name not in known:
                raise ValueError(f"{path}: no flag is called {name!r:.60}{near(name, known)}")
        context.default_map = values
    return path


ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        is_eager=True,
        callback=apply_config,
        help="TOML (or YAML) file with flags, e.g. epochs = 20; flags that are given too win.",
    ),
]


def effective(context: typer.Context) -> dict[str, Any]:
    """What was asked for in the end: flags, the file and defaults, without what was left to be chosen."""
    values = {}
    for name, value in context.params.items():
        if name not in _NOT_IN_FILES and value is not None:
            values[name] = _portable(value)
    return values


def config_text(values: dict[str, Any], comments: Iterable[str] = ()) -> str:
    """Values as TOML, under comments.

    Example:
        >>> print(config_text({"epochs": 3, "src": "who"}, ["made by gdgnn"]), end="")
        # made by gdgnn
        epochs = 3
        src = "who"
    """
    import tomlkit

    document = tomlkit.document()
    for line in comments:
        document.add(tomlkit.comment(line))
    for name, value in values.items():
        document.add(name, tomlkit.item(value))
    return tomlkit.dumps(document)


def near(name: str, known: Iterable[str]) -> str:
    """The end of a message: what may have been meant.

    Example:
        >>> near("epoch", ["epochs", "layers"]), near("x", ["epochs"])
        ('; did you mean epochs?', '')
    """
    close = difflib.get_close_matches(name, sorted(known), n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def _toml(path: Path) -> Any:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        return tomlkit.parse(path.read_text(encoding="utf-8")).unwrap()
    except (TOMLKitError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not TOML: {error}") from None


def _yaml(path: Path) -> Any:
    try:
        import yaml  # type: ignore[import-untyped]
    except ImportError:
        raise ImportError(f"{path} is YAML; pip install pyyaml, or write it as TOML") from None
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not YAML: {' '.join(str(error).split())}") from None


def _portable(value: Any) -> Any:
    """A value as it means the same in any folder, and without the password of a database."""
    if isinstance(value, bool | int | float):
        return value
    text = str(value)
    if "://" in text:
        parts = urlsplit(text)
        user, at, host = parts.netloc.rpartition("@")
        return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}{at}{host}"))
    return str(Path(text).resolve()) if isinstance(value, Path) or Path(text).is_file() else text

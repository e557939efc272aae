"""The user's own folders, as platformdirs names them; on Linux without its 10 ms on every roll."""

import os
import sys


def configuration() -> str:
    """Where ``rollkeep.toml`` may stand."""
    if sys.platform == "linux":
        return _xdg("XDG_CONFIG_HOME", "~/.config")
    import platformdirs

    return platformdirs.user_config_dir("rollkeep", appauthor=False)


def sheets() -> str:
    """Where characters may stand that are known from every folder."""
    return os.path.join(data(), "sheets")


def tables() -> str:
    """The database of the tables, unless another is named."""
    return os.path.join(data(), "tables.db")


def data() -> str:
    """Where what is kept stands: characters, tables."""
    if sys.platform == "linux":
        return _xdg("XDG_DATA_HOME", "~/.local/share")
    import platformdirs

    return platformdirs.user_data_dir("rollkeep", appauthor=False)


def _xdg(variable: str, default: str) -> str:
    base = os.environ.get(variable, "")
    return os.path.join(base if base.strip() else os.path.expanduser(default), "rollkeep")

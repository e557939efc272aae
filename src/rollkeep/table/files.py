"""Files that are read and written whole: the old one or the new one stands there at every moment."""

import errno
import os
import stat
from contextlib import suppress

_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def read(path: str, most: int) -> bytes:
    """What stands in a file, at most one byte more than ``most``; a pipe or a folder is none.

    Raises: OSError
    """
    descriptor = os.open(path, _READ)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is no ordinary file", path)
        return file.read(most + 1)


def create(path: str, data: bytes) -> None:
    """A new file, whole or not at all, and never over another.

    Raises: FileExistsError, OSError
    """
    _refuse_read_only(os.path.dirname(path) or ".")
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, "it is there already", path)
    new = _written(path, data, str(os.getpid()))
    try:
        os.link(new, path)
    except OSError as fault:
        if fault.errno not in (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS):
            raise
        os.rename(new, path)  # a disk without links
    finally:
        _gone(new)


def replace(path: str, data: bytes) -> None:
    """Puts new content in the place of a file, which keeps its permissions. Nobody else may be doing the same.

    Raises: OSError, with the old file still there
    """
    mode = stat.S_IMODE(os.stat(path).st_mode)
    _refuse_read_only(path)
    _refuse_read_only(os.path.dirname(path) or ".")
    new = _written(path, data, "new")  # always the same name: what a killed command left is written over
    try:
        os.chmod(new, mode)
        os.replace(new, path)
    except BaseException:
        _gone(new)
        raise
    _settle(os.path.dirname(path) or ".")


def _written(path: str, data: bytes, mark: str) -> str:
    """A new file beside the one meant, with its content safely on the disk."""
    folder, name = os.path.split(path)
    new = os.path.join(folder, f".{name}.{mark}")
    try:
        with open(new, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        _gone(new)
        raise
    return new


def _refuse_read_only(path: str) -> None:
    """What nobody may write is not written by an administrator either."""
    if not stat.S_IMODE(os.stat(path).st_mode) & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(errno.EACCES, "it is read-only", path)


def _settle(folder: str) -> None:
    """Makes sure that the disk knows the new name; not every system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        with suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _gone(path: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path)

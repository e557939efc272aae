"""Files that one command at a time may add to."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def locked(path: str) -> Iterator[int]:
    """The descriptor of a file, made where there is none, locked until the block ends; others wait.

    The system frees it when its holder dies. A file that is still empty at the end is taken away again.
    Raises: OSError
    """
    descriptor = _open(path)
    try:
        _lock(descriptor)
        while not _is_there(path, descriptor):  # whoever made it first took it away again
            os.close(descriptor)
            descriptor = _open(path)
            _lock(descriptor)
        try:
            yield descriptor
        finally:
            if sys.platform != "win32" and not os.fstat(descriptor).st_size and _is_there(path, descriptor):
                os.unlink(path)
    finally:
        os.close(descriptor)


@contextmanager
def tried(path: str) -> Iterator[bool]:
    """Whether the lock of a file could be had at once; it is kept until the block ends, or its holder dies.

    Raises: OSError
    """
    descriptor = _open(path)
    try:
        yield _try(descriptor)
    finally:
        os.close(descriptor)


def _open(path: str) -> int:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags | getattr(os, "O_CLOEXEC", 0), 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no ordinary file", path)
    return descriptor


def _is_there(path: str, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False


if sys.platform == "win32":

    def _lock(descriptor: int) -> None:
        import msvcrt

        os.lseek(descriptor, 2**30, os.SEEK_SET)  # far behind every line, so that readers are not kept away
        while True:
            try:
                return msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
            except OSError as fault:
                if fault.errno != errno.EDEADLK:  # it gives up after ten seconds
                    raise

    def _try(descriptor: int) -> bool:
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _lock(descriptor: int) -> None:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def _try(descriptor: int) -> bool:
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

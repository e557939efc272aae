"""Makes ``.venv`` from the lock files: for ``./rollkeep``, and with ``--dev`` for ``./check`` too.

It may be interrupted at any point: the next start begins anew, because ``ready`` is written last. Two at once wait
for each other.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
RUNTIME = (ROOT / "requirements.lock", VENV / "ready")
DEVELOPMENT = (ROOT / "requirements-dev.lock", VENV / "ready-dev")


def main() -> int:
    dev = "--dev" in sys.argv[1:]
    try:
        import ensurepip  # noqa: F401 - Debian ships it apart from Python
        import venv  # noqa: F401
    except ImportError:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        return fail(f"rollkeep needs Python's venv: install it with 'apt install python{version}-venv'.")
    try:
        with one_at_a_time():
            if not is_ready(*RUNTIME) or not PYTHON.exists():
                say("rollkeep: setting up, once; this takes some seconds …")
                make_venv()
                install(*RUNTIME)
            if dev and not is_ready(*DEVELOPMENT):
                say("rollkeep: adding what the checks need …")
                install(*DEVELOPMENT)
    except KeyboardInterrupt:
        return fail("rollkeep: the set-up was stopped; the next start begins it anew.")
    except subprocess.CalledProcessError as fault:
        last = [line for line in (fault.stderr or "").splitlines() if line.strip()][-1:]
        return fail("\n".join(["rollkeep: the packages could not be fetched; is there a network?", *last]))
    except OSError as fault:
        return fail(f"rollkeep: {fault.filename or VENV} cannot be written: {fault.strerror}.")
    return 0


def is_ready(lock: Path, ready: Path) -> bool:
    """Whether the set-up was finished for this lock file: its time is the stamp's."""
    return ready.exists() and ready.stat().st_mtime_ns == lock.stat().st_mtime_ns


def make_venv() -> None:
    import venv

    if VENV.is_symlink():
        VENV.unlink()  # what it leads to belongs to another clone, and would be emptied
    for stamp in (RUNTIME[1], DEVELOPMENT[1]):
        stamp.unlink(missing_ok=True)
    venv.EnvBuilder(clear=True, with_pip=True, symlinks=True).create(VENV)


def install(lock: Path, ready: Path) -> None:
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-deps", "--require-hashes"]
    run([*pip, "-r", str(lock)])
    run([str(PYTHON), "-m", "compileall", "-q", str(ROOT / "src")])
    ready.touch()
    os.utime(ready, ns=(lock.stat().st_mtime_ns,) * 2)


def run(command: list[str]) -> None:
    subprocess.run(command, check=True, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


class one_at_a_time:  # noqa: N801 - reads as a verb phrase
    """A lock that the system takes back when its holder dies."""

    def __enter__(self) -> None:
        import fcntl

        self.file = open(ROOT / ".venv.lock", "w")
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self.file.close()


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def fail(text: str) -> int:
    say(text)
    return 1


if __name__ == "__main__":
    sys.exit(main())

"""Any text is read as ring and skill dice (5e.check), or refused with one of our errors."""

from hypothesis import given
from hypothesis import strategies as st

from rollkeep.dice.symbol_notation import read_symbols
from rollkeep.errors import CODES, NotationError


@given(st.text("0123456789rsRSdD+- kbw/６г", max_size=12))
def test_any_text_is_read_or_refused_within_it(text: str) -> None:
    """What is read is read the same when it is written as we write it."""
    try:
        ring, skill = read_symbols(text)
    except NotationError as fault:
        assert 0 <= fault.position <= len(text)
        assert fault.hint
        assert fault.code in CODES
    else:
        assert 0 <= ring <= 10
        assert 0 <= skill <= 10
        assert ring + skill
        assert read_symbols(f"{ring}r{skill}s") == (ring, skill)


@given(st.text(max_size=8))
def test_so_is_every_other_text(text: str) -> None:
    try:
        read_symbols(text)
    except NotationError as fault:
        assert fault.code in CODES

"""Asserts in what all playthroughs share tell what they compare, as those in tests do."""

import pytest

pytest.register_assert_rewrite("tests.golden.playing")

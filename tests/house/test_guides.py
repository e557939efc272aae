"""The pages about ring dice and the duel say of the rules what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollkeep.fifth.catalogue.opportunities import EFFECTS, MARTIAL
from rollkeep.fifth.catalogue.skills import GROUPS
from rollkeep.fifth.catalogue.weapons import WEAPONS
from rollkeep.fifth.rules import RULES

DOCS = Path(__file__).resolve().parents[2] / "docs"
DUEL = (DOCS / "duel.md").read_text(encoding="utf-8")
ROWS = {
    "calm": "1 strife less from this check",
    "spare": "one more kept die",
    "soothe": "the other loses 2 strife",
    "guard": "is 1 less severe",
    "provoke": "the other takes 2 strife",
    "press": "at TN 1 higher",
    "ward": "costs the other 2 strife",
    "compose": "2 strife less",
    "refresh": "1 fatigue less",
    "pierce": "physical resistance does not count",
}


@pytest.mark.parametrize("effect", [effect for effect in EFFECTS if effect.id in ROWS], ids=lambda effect: effect.id)
def test_the_table_says_in_which_checks_an_effect_is_bought(effect: object) -> None:
    """5e.opportunity"""
    assert isinstance(effect, type(EFFECTS[0]))
    rows = [line for line in DUEL.splitlines() if line.startswith("| ") and f"{ROWS[effect.id]}" in line]
    (row,) = [line for line in rows if line.split(" | ")[1].rstrip("+").isdigit()]
    place, cost, what = row.strip("| ").split(" | ")
    assert place == (effect.ring.title() or "any ring")
    assert cost == f"{effect.cost}{'+' if effect.scales else ''}"
    assert what.startswith("in a martial check: ") == (effect.on == MARTIAL)
    assert what.startswith("in an attack: ") == (effect.on == "attack")


def test_what_a_ward_costs_and_what_is_left_out_is_told() -> None:
    """5e.opportunity, 5e.action.predict"""
    assert {effect.id for effect in EFFECTS if effect.computed} - set(ROWS) == {
        *("ease-air", "ease-earth", "ease-fire", "ease-water", "alert"),
    }
    assert "an attack or a Predict costs the other 2 strife" in DUEL
    text = " ".join(DUEL.split())
    for left_out in ("from afar", "not aimed at oneself", "move to another range", "initiative with a Support check"):
        assert left_out in text
    names = {skill.title() for skill in GROUPS["martial"] if not skill.startswith("martial arts")} | {"Martial Arts"}
    told = text.partition("A martial check is one with a martial skill: ")[2].partition(".")[0]
    assert set(told.split(", ")) == names


def test_the_rules_name_the_coin_and_the_kick() -> None:
    """5e.duel.initiative, 5e.weapons"""
    assert "a player character before others, and then a coin" in RULES["5e.duel.initiative"].text
    for name in ("punch", "kick"):
        weapon = WEAPONS[name]
        assert f"{weapon.damage} and {weapon.deadliness} for a {name}" in RULES["5e.weapons"].text


def test_the_page_on_dice_says_that_a_wave_is_seen_whole() -> None:
    """5e.odds, 5e.explode"""
    text = " ".join((DOCS / "ring-dice.md").read_text(encoding="utf-8").split())
    assert "that one wave of explosives brings are seen together" in text

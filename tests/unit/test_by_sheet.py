"""A character's rolls: pools, Emphases, mastery, modifiers, Wounds, rulings, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from rollkeep.dice.notation import Term
from rollkeep.errors import Missing, RollKeepError, RuleError, UsageError
from rollkeep.fourth.by_sheet import fill, rank_for
from rollkeep.fourth.catalogue.weapons import WEAPONS
from rollkeep.fourth.check import Declared, declare
from rollkeep.fourth.deed import read_deed
from rollkeep.fourth.modifier import Modifier
from rollkeep.fourth.request import Request
from rollkeep.fourth.roll import NOTHING
from rollkeep.fourth.rulings import choose
from rollkeep.fourth.sheet import Carried, Character, Skill
from rollkeep.fourth.wording import aim, sentence


def declared(
    character: Character, text: str, *named: str, ranks: dict[str, int | str] | None = None, **base: Any
) -> Declared:
    rulings = choose(base.pop("rulings", {}).items())
    request = Request(NOTHING, rulings=rulings, **base)
    return declare(fill(request, character, read_deed(character, text), named, ranks))


def skilled(character: Character, **ranks: int) -> Character:
    return character._replace(skills=tuple(Skill(name.replace("_", " "), rank) for name, rank in ranks.items()))


def armed(character: Character, name: str) -> Character:
    return character._replace(weapons=(Carried(WEAPONS[name]),))


@pytest.mark.parametrize(
    ("text", "pool"),
    [
        ("kyujutsu", "7k3"),
        ("Kyūjutsu", "7k3"),
        ("kenjutsu/reflexes", "6k3"),
        ("kenjutsu / void", "6k3"),
        ("investigation/intelligence", "4k2"),
        ("lore: heraldry", "3k2"),
        ("Lore_Heraldry", "3k2"),
        ("attack", "6k3"),
        ("attack katana", "6k3"),
        ("attack yumi", "7k3"),
        ("attack tanto", "3k3"),
        ("damage", "6k2"),
        ("damage katana", "6k2"),
        ("damage yumi", "5k2"),
        ("damage yumi flesh cutter", "5k3"),
        ("damage unarmed", "2k1"),
        ("reflexes", "3k3"),
        ("air", "2k2"),
        ("Void", "3k3"),
        ("initiative", "5k3"),
        ("7k3+2", "7k3+2"),
        ("5k3 + 1", "5k3+1"),
    ],
)
def test_what_is_rolled(shinai: Character, text: str, pool: str) -> None:
    """4e.skill, 4e.trait, 4e.ring, 4e.attack, 4e.damage.melee, 4e.damage.bow, 4e.damage.unarmed, 4e.initiative"""
    assert str(declared(shinai, text).pool) == pool


def test_a_skill_that_is_not_written_down_is_unskilled(shinai: Character) -> None:
    """4e.unskilled, 4e.void.skill"""
    plain = declared(shinai, "medicine", tn=15)
    assert (str(plain.pool), plain.unskilled, plain.pool.explode_on) == ("2k2", True, None)
    promoted = declared(shinai, "medicine", tn=15, raises=1, void=("skill",))
    assert (str(promoted.pool), promoted.unskilled, promoted.target) == ("3k2", False, 20)
    with pytest.raises(RuleError, match="no Raises"):
        declared(shinai, "medicine", tn=15, raises=1)


def test_casting(isawa: Character) -> None:
    """4e.spell, 4e.mastery"""
    fire = declared(isawa, "cast fire", mastery=2)
    assert (str(fire.pool), fire.target) == ("7k3", 15)  # Fire 3, School Rank 2, affinity 1, mastery of Spellcraft 1k0
    earth = isawa._replace(traits=(*isawa.traits, ("stamina", 2), ("willpower", 2), ("strength", 2), ("perception", 2)))
    assert str(declared(earth, "cast earth").pool) == "5k2"
    assert str(declared(earth, "cast water").pool) == "4k2"
    assert str(declared(isawa, "cast void").pool) == "5k2"
    with pytest.raises(RuleError, match="cannot be cast"):
        declared(earth._replace(school_rank=1), "cast water")
    with pytest.raises(RuleError, match="casts no spells"):
        declared(isawa._replace(casts=False), "cast fire")
    assert str(declared(isawa._replace(casts=False), "cast fire", ranks={"school_rank": 1}).pool) == "6k3"
    with pytest.raises(Missing):
        declared(isawa._replace(school_rank=None), "cast fire")


def test_an_emphasis_counts_when_it_is_named(shinai: Character) -> None:
    """4e.emphasis"""
    assert not declared(shinai, "kyujutsu").pool.emphasis
    assert declared(shinai, "kyujutsu", "Yumi").pool.emphasis
    assert declared(shinai, "attack yumi").pool.emphasis  # the weapon in hand names it
    assert not declared(shinai, "damage yumi").pool.emphasis
    assert any("yumi" in sentence(reason) for reason in declared(shinai, "kyujutsu", "yumi").reasons)
    with pytest.raises(UsageError, match="nothing for 'bow'") as found:
        declared(shinai, "kyujutsu", "bow")
    assert "yumi" in found.value.hint
    with pytest.raises(UsageError):
        declared(shinai, "kenjutsu", "yumi")


def test_named_modifiers_fit_and_are_named(shinai: Character) -> None:
    """4e.pool, 4e.tn"""
    changed = shinai._replace(
        modifiers=(
            Modifier("everywhere", Term(flat=1)),
            Modifier("sword school", Term(1, 1), (frozenset({"attack", "katana"}),)),
            Modifier("light foot", Term(flat=-5), (frozenset({"tn"}),)),
            Modifier("feud", Term(0, 1), (frozenset({"attack"}),), when=("crane",)),
            Modifier("two ways", (Term()), (frozenset({"attack"}),), free_raises=1),
        )
    )
    attack = declared(changed, "attack katana", tn=20)
    assert (str(attack.pool), attack.target) == ("7k4+1", 15)
    assert aim(attack) == "15 (TN 20 - 5 light foot)"
    said = " ".join(sentence(reason) for reason in attack.reasons)
    for name in ("everywhere", "sword school", "light foot", "two ways"):
        assert name in said
    assert "feud" not in said
    assert str(declared(changed, "attack katana", "Crane", tn=20).pool) == "7k5+1"
    assert str(declared(changed, "damage katana").pool) == "6k2+1"
    lowered = declared(changed, "attack katana", tn=20, lower_tn=1)
    assert lowered.target == 10
    without_tn = declared(changed, "attack katana")
    assert (without_tn.target, "Free Raise" in str([sentence(r) for r in without_tn.reasons])) == (None, False)
    assert str(declared(changed, "initiative").pool) == "4k3+1"


def test_free_raises_of_mastery(shinai: Character) -> None:
    """4e.mastery, 4e.free-raise"""
    master = skilled(shinai, kenjutsu=10, knives=5)
    attack = declared(master, "attack katana", tn=20)
    assert sum(modifier.free_raises for modifier in attack.request.modifiers) == 1
    assert declared(master, "attack katana", tn=20, lower_tn=1).target == 15
    with pytest.raises(RuleError, match="2 of 1 Free Raises"):
        declared(master, "attack katana", tn=20, lower_tn=2)
    disarm = declared(master, "attack sai", tn=20, raises=2, raise_for="Disarm")
    assert sum(modifier.free_raises for modifier in disarm.request.modifiers) == 1
    assert sum(modifier.free_raises for modifier in declared(master, "attack sai", tn=20).request.modifiers) == 0


@pytest.mark.parametrize(
    ("ranks", "text", "pool", "explode_on"),
    [
        ({"kenjutsu": 2}, "damage katana", "5k2", 10),
        ({"kenjutsu": 7}, "damage katana", "6k2", 9),
        ({"heavy_weapons": 7}, "damage tetsubo", "5k3", 9),
        ({"jiujutsu": 3}, "damage unarmed", "3k1", 10),
        ({"jiujutsu": 7}, "damage unarmed", "3k2", 10),
        ({"kyujutsu": 7}, "damage yumi", "6k2", 10),
        ({"staves": 7}, "damage nunchaku", "4k2", 10),
        ({"staves": 7}, "damage bo", "3k2", 10),
        ({"kenjutsu": 3}, "damage shinai", "3k1", None),
        ({"ninjutsu": 2}, "damage shuriken", "1k1", None),
        ({"ninjutsu": 3}, "damage shuriken", "2k1", None),
        ({"ninjutsu": 5}, "damage shuriken", "2k1", 10),
        ({"ninjutsu": 7}, "damage shuriken", "2k2", 10),
        ({"ninjutsu": 3}, "damage blowgun", "1k1", 10),
        ({"ninjutsu": 7}, "damage blowgun", "2k1", 10),
        ({"knives": 1}, "damage tanto", "3k1", 10),
        ({"knives": 1}, "damage tanto thrown", "3k1", 10),
        ({"spears": 1}, "damage yari", "4k2", 10),
        ({"spears": 1}, "damage yari thrown", "3k2", 10),
        ({"chain_weapons": 1}, "damage kusarigama weighted end", "2k1", 10),
        ({"battle": 5}, "initiative", "5k3+5", 10),
    ],
)
def test_mastery_and_weapons(
    shinai: Character, ranks: dict[str, int], text: str, pool: str, explode_on: int | None
) -> None:
    """4e.mastery, 4e.damage.melee, 4e.damage.thrown, 4e.damage.unarmed, 4e.explode, 4e.explode.nine"""
    found = declared(skilled(shinai, **ranks), text).pool
    assert (str(found).removesuffix(", exploding on nine"), found.explode_on) == (pool, explode_on)


def test_a_dart_is_not_rolled(shinai: Character) -> None:
    """4e.damage.thrown"""
    with pytest.raises(RuleError, match="1 Wound"):
        declared(skilled(shinai, ninjutsu=2), "damage blowgun")


def test_rulings_on_damage_and_initiative(shinai: Character) -> None:
    """4e.damage.bow, 4e.damage.thrown, 4e.unskilled, 4e.void.boost, 4e.initiative, 4e.void.limit"""
    lower = {"bow_strength": "lower_of_bow_and_archer"}
    assert str(declared(shinai, "damage yumi", rulings=lower).pool) == "4k2"
    strong = shinai._replace(traits=tuple((name, 5) for name, _ in shinai.traits))
    assert str(declared(strong, "damage yumi", rulings=lower).pool) == "5k2"
    knives = skilled(shinai, knives=1)
    assert str(declared(knives, "damage tanto thrown", rulings={"thrown_strength": "never"}).pool) == "1k1"
    assert str(declared(knives, "damage tanto", rulings={"thrown_strength": "never"}).pool) == "3k1"

    assert declared(shinai, "damage tetsubo").pool.explode_on == 10
    assert declared(shinai, "damage tetsubo", rulings={"unskilled_damage": "plain"}).pool.explode_on is None
    assert declared(shinai, "damage katana", rulings={"unskilled_damage": "plain"}).pool.explode_on == 10

    with pytest.raises(RuleError, match="adds nothing to a damage roll"):
        declared(shinai, "damage katana", void=("boost",))
    yes = {"katana_void_damage": "yes", "void_outside_rounds": "free"}
    assert str(declared(shinai, "damage katana", void=("boost",), rulings=yes).pool) == "7k3"
    for text, void in (("damage yumi", ("boost",)), ("damage katana", ("boost", "boost"))):
        with pytest.raises(RuleError) as found:
            declared(shinai, text, void=void, rulings=yes)
        assert found.value.rule == "4e.void.boost"

    with pytest.raises(RuleError, match="Initiative"):
        declared(shinai, "initiative", void=("boost",))
    assert str(declared(shinai, "initiative", void=("boost",), rulings={"void_on_initiative": "yes"}).pool) == "6k4"

    with pytest.raises(RuleError, match="takes 1 Void Point, not 2") as limit:
        declared(shinai, "kyujutsu", tn=20, void=("boost", "boost"))
    assert limit.value.rule == "4e.void.limit"
    assert str(declared(shinai._replace(per_round=2), "kyujutsu", void=("boost", "boost")).pool) == "9k5"
    assert str(declared(shinai, "kyujutsu", void=("boost",) * 2, rulings={"void_outside_rounds": "free"}).pool) == "9k5"
    assert str(declared(shinai._replace(per_round=2), "medicine", void=("skill", "boost")).pool) == "4k3"


def test_wounds_raise_the_tn(shinai: Character, bandit: Character) -> None:
    """4e.wounds"""
    nicked = shinai._replace(wounds=11)
    found = declared(nicked, "kyujutsu", tn=20, raises=1)
    assert (found.target, aim(found)) == (28, "28 (TN 20 + 3 Nicked + 1 Raise)")
    assert str(found.pool) == "7k3"
    assert declared(nicked, "damage katana").target is None
    without_tn = declared(nicked, "kyujutsu")
    assert [sentence(reason) for reason in without_tn.reasons][-1] == "Nicked adds 3 to any TN."
    assert declared(bandit._replace(wounds=15), "attack", tn=15).target == 20
    for wounds, state in ((35, "unconscious"), (39, "dead")):
        with pytest.raises(RuleError, match=state):
            declared(shinai._replace(wounds=wounds), "kyujutsu", tn=20)


def test_armor_makes_rolls_harder(shinai: Character) -> None:
    """4e.armor-tn"""
    from rollkeep.fourth.catalogue.armor import ARMORS

    def target(text: str, armor: str, *named: str, **traits: int) -> int | None:
        ranks = tuple((name, traits.get(name, rank)) for name, rank in shinai.traits)
        return declared(shinai._replace(armor=ARMORS[armor], traits=ranks), text, *named, tn=20).target

    assert [target(text, "light") for text in ("athletics", "stealth", "kenjutsu", "agility")] == [25, 25, 20, 20]
    assert [target(text, "heavy") for text in ("stealth", "kenjutsu", "investigation", "agility")] == [25, 25, 20, 20]
    assert [target(text, "riding") for text in ("kenjutsu", "agility", "strength")] == [25, 25, 20]
    assert target("kenjutsu", "riding", "mounted") == 20
    assert [target("kenjutsu", "tetsu do"), target("kenjutsu", "tetsu do", strength=5)] == [30, 25]


def test_raises_follow_the_void_ring(shinai: Character) -> None:
    """4e.raise.limit"""
    assert declared(shinai, "kyujutsu", tn=20, raises=3).target == 35
    with pytest.raises(RuleError, match="at most 3"):
        declared(shinai, "kyujutsu", tn=20, raises=4)
    with pytest.raises(Missing, match="Void Ring"):
        declared(shinai._replace(void_ring=None), "kyujutsu", tn=20, raises=1)
    assert declared(shinai._replace(void_ring=None), "kyujutsu", tn=20, raises=1, void_ring=1).target == 25


def test_ranks_for_one_roll() -> None:
    alone = Character("Akodo")
    assert str(declared(alone, "kenjutsu", ranks={"trait": 3, "skill": 4}).pool) == "7k3"
    assert str(declared(alone, "air", ranks={"ring": 3}).pool) == "3k3"
    assert str(declared(alone, "damage katana", ranks={"strength": 3}).pool) == "6k2"
    assert str(declared(alone, "damage katana", ranks={"strength": 3, "dr": "5k3"}).pool) == "8k3"
    assert str(declared(alone, "damage yumi", ranks={"bow": 4, "arrow": "1k1"}).pool) == "5k1"


def test_an_emphasis_that_a_weapon_names_never_forbids_the_roll(shinai: Character) -> None:
    """4e.emphasis, 4e.unskilled"""
    beginner = shinai._replace(skills=(Skill("kenjutsu", 0, ("katana",)),))
    assert not declared(beginner, "attack katana").pool.emphasis
    assert not declared(beginner, "attack katana", void=("skill",)).pool.emphasis
    yes = {"promoted_emphasis": "yes"}
    assert declared(beginner, "attack katana", void=("skill",), rulings=yes).pool.emphasis
    with pytest.raises(RuleError, match="no Emphasis"):
        declared(beginner, "attack katana", "katana")


def test_weapons_of_ones_own(shinai: Character) -> None:
    """4e.explode.nine, 4e.damage.bow"""
    edge = Carried(WEAPONS["katana"], explode_on=9)
    assert declared(shinai._replace(weapons=(edge,)), "damage katana").pool.explode_on == 9
    assert declared(shinai._replace(weapons=(edge,)), "attack katana").pool.explode_on == 10
    bow = Carried(WEAPONS["yumi"]._replace(name="great bow", dr="5k3", strength=4))
    armed = shinai._replace(weapons=(bow,))
    assert str(declared(armed, "damage great bow").pool) == "9k3"
    assert str(declared(armed, "damage great bow willow leaf").pool) == "6k2"


def test_a_free_raise_for_one_purpose_serves_only_that(shinai: Character) -> None:
    """4e.free-raise"""
    knives = skilled(shinai, knives=5)
    assert declared(knives, "attack sai", "disarm", tn=20).target == 20
    with pytest.raises(RuleError, match="1 of 0 Free Raises"):
        declared(knives, "attack sai", "disarm", tn=20, lower_tn=1)
    unskilled = shinai._replace(modifiers=(Modifier("gift", free_raises=1),))
    assert declared(unskilled, "medicine", tn=15).unskilled
    assert declared(unskilled, "7k3", tn=15, unskilled=True).target == 15


def test_the_dead_roll_nothing(shinai: Character) -> None:
    """4e.wounds"""
    for text in ("damage katana", "initiative", "kyujutsu", "7k3"):
        with pytest.raises(RuleError, match="dead"):
            declared(shinai._replace(wounds=40), text)


def test_void_zero_rolls_nothing(shinai: Character) -> None:
    """4e.ring, 4e.ten-dice"""
    empty = shinai._replace(void_ring=0)
    assert str(declared(empty, "void").pool) == "0k0"
    assert str(declared(empty, "meditation/void").pool) == "0k0"


def test_a_partial_list_of_skills(shinai: Character) -> None:
    partial = shinai._replace(partial=True)
    assert str(declared(partial, "kenjutsu").pool) == "6k3"
    assert str(declared(partial, "damage katana").pool) == "6k2"
    with pytest.raises(Missing, match="rank in Medicine"):
        declared(partial, "medicine")


def test_a_block_that_prints_half(bandit: Character) -> None:
    """4e.attack"""
    assert bandit.block is not None
    half = bandit._replace(block=bandit.block._replace(attacks=(bandit.block.attacks[0]._replace(attack=None),)))
    assert str(declared(half, "damage").pool) == "4k2"
    with pytest.raises(Missing, match="no attack written down"):
        declared(half, "attack")


@pytest.mark.parametrize(
    ("text", "key", "rank"),
    [
        ("kenjutsu", "traits.agility", "trait"),
        ("kenjutsu", "skills.kenjutsu", "skill"),
        ("kenjutsu", "traits.willpower", ""),
        ("kenjutsu", "void.ring", "void_ring"),
        ("meditation", "void.ring", "trait"),
        ("void", "void.ring", "ring"),
        ("air", "traits.reflexes", "ring"),
        ("damage katana", "traits.strength", "strength"),
        ("initiative", "traits.reflexes", ""),
        ("initiative", "insight_rank", ""),
        ("cast fire", "school_rank", "school_rank"),
    ],
)
def test_what_helps_for_one_roll(text: str, key: str, rank: str) -> None:
    assert rank_for(read_deed(Character("X"), text), key) == rank


def test_a_stat_block_rolls_what_it_prints(bandit: Character) -> None:
    """4e.attack"""
    assert [str(declared(bandit, text).pool) for text in ("attack", "damage", "initiative")] == ["5k3", "4k2", "3k2"]
    assert declared(bandit, "attack", tn=15, raises=1).target == 20
    with pytest.raises(Missing):
        declared(bandit, "kenjutsu")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("kyjutsu", "kyujutsu"),
        ("reflexs", "reflexes"),
        ("attack katanna", "katana"),
        ("damage katana thrown", "Leave it out"),
        ("damage yari sideways", "thrown"),
        ("kenjutsu/agilty", "agility"),
        ("cast", "cast fire"),
        ("cast flame", "cast fire"),
        ("craft pottery", "craft_pottery/agility"),
        ("zzzz", "A Skill, a Trait"),
    ],
)
def test_what_is_not_known(shinai: Character, text: str, hint: str) -> None:
    with pytest.raises(RollKeepError) as found:
        declared(shinai, text)
    assert found.value.code == "usage.roll"
    assert hint in found.value.hint


def test_who_carries_nothing_names_a_weapon() -> None:
    with pytest.raises(UsageError, match="carries no weapon"):
        declared(Character("Akodo"), "attack")

"""What rest and the end of a scene bring in both games, and a character's state in words."""

from __future__ import annotations

from dataclasses import replace

from tests.duels import fighter

from rollkeep.fifth.duel.person import Person
from rollkeep.fifth.play import rest as fifth
from rollkeep.fifth.play.person import now, person
from rollkeep.fifth.sheet import Character
from rollkeep.fourth import sheet as of_fourth
from rollkeep.fourth import tracks
from rollkeep.fourth.play import rest as fourth
from rollkeep.fourth.play.person import Person as Other
from rollkeep.fourth.play.person import person as other
from rollkeep.fourth.sheet import Block
from rollkeep.fourth.sheet import Character as OtherCharacter
from rollkeep.fourth.wounds import NAMES, PENALTIES, read_block, wound_ranks
from rollkeep.machine.machine import Shifted

AKODO = Person(Character("Akodo"), 50, 50)
EARTH_2 = (("stamina", 2), ("willpower", 2))


def test_the_end_of_a_scene_leaves_half() -> None:
    """5e.scene-end: rounded up."""
    for suffered in range(14):
        one = fighter("A", rings=(2, 2, 3, 1, 2), strife=suffered, fatigue=suffered)
        after = {each.track: getattr(one, each.track) + each.by for each in fifth.scene_end("a", one)}
        assert after == {track: half for track, half in (("strife", 3), ("fatigue", 5)) if suffered > half}
    odd = Person(Character("Odd", composure=7, endurance=9), 9, 9)
    assert fifth.scene_end("odd", odd) == (
        Shifted("odd", "strife", -5, "end of the scene"),
        Shifted("odd", "fatigue", -4, "end of the scene"),
    )
    assert fifth.scene_end("akodo", AKODO) == ()


def test_a_night_takes_fatigue_off_and_nothing_else() -> None:
    """5e.derived"""
    assert fifth.rest("a", fighter("A", fatigue=3, strife=5, void=0)) == (Shifted("a", "fatigue", -3, "rest"),)
    assert fifth.rest("a", fighter("A", rings=(2, 2, 2, 3, 2), fatigue=9)) == (Shifted("a", "fatigue", -6, "rest"),)
    assert fifth.rest("a", replace(fighter("A"), fatigue=-2)) == ()
    assert fifth.rest("akodo", AKODO) == ()


def test_calm_strained_compromised() -> None:
    """5e.compromised, 5e.incapacitated: composure 8, endurance 8."""
    for suffered in range(11):
        past = (suffered > 4) + (suffered > 8)
        mind = fifth.in_words(fighter("A", strife=suffered))
        body = fifth.in_words(fighter("A", fatigue=suffered))
        assert mind == ("calm", "strained", "Compromised")[past]
        assert body == ("calm", "calm, weary", "calm, Incapacitated")[past]
    assert fifth.in_words(AKODO) == "calm"
    assert fifth.in_words(replace(fighter("A"), strife=-3, fatigue=-3)) == "calm"


def test_what_there_is_now_is_never_less_than_nothing() -> None:
    character = now(Person(Character("Akodo", strife=7), -1, -2, -3))
    assert (character.strife, character.fatigue, character.void_points) == (0, 0, 0)
    assert now(Person(Character("Akodo"), 4, 3, 2)).void_points == 2


def test_without_a_void_ring_there_are_no_void_points() -> None:
    """5e.void"""
    assert person(Character("Akodo", strife=2, fatigue=1)) == Person(Character("Akodo", strife=2, fatigue=1), 2, 1, 0)
    assert person(Character("Akodo", rings=(("void", 3),))).void == 2
    assert person(Character("Akodo", void_points=1)).void == 1


def test_all_void_points_come_back_and_no_wound_heals() -> None:
    """4e.void.pool: as much as ``tracks`` gives back."""
    for points in range(4):
        character = OtherCharacter("Aki", void_ring=3, void_points=points, wounds=12)
        one = other(character)
        back = tracks.rest(character)
        assert fourth.rest("aki", one) == ((Shifted("aki", "void", back.by, "rest"),) if back.by else ())
    assert fourth.rest("aki", Other(OtherCharacter("Aki", void_ring=3), 5)) == (), "more than all stay"
    assert fourth.rest("aki", Other(OtherCharacter("Aki"), 0)) == ()


def test_the_name_of_the_wound_rank() -> None:
    """4e.wounds"""
    for rank in wound_ranks(2):
        for wounds in (rank.first, rank.last):
            assert fourth.in_words(Other(OtherCharacter("Aki", traits=EARTH_2), 0, wounds)) == rank.name
    assert fourth.in_words(Other(OtherCharacter("Aki", traits=EARTH_2), 0, 39)) == "Dead"
    assert fourth.in_words(Other(OtherCharacter("Aki", traits=EARTH_2), 0, -4)) == "Healthy"


def test_of_whom_nobody_knows_what_is_borne() -> None:
    """4e.wounds"""
    assert fourth.in_words(Other(OtherCharacter("Beni"))) == "Healthy"
    assert fourth.in_words(Other(OtherCharacter("Beni"), 0, 1)) == fourth.WOUNDED


def test_a_stat_block_s_ranks_show_no_number() -> None:
    """4e.wounds"""
    ranks = read_block("5: +3, 10: +7, 15: +40, 20: down, 30: dead")
    assert ranks
    one = Other(OtherCharacter("Oni", block=Block(wounds=ranks)))
    told = [fourth.in_words(replace(one, wounds=wounds)) for wounds in (0, 5, 10, 15, 20, 30)]
    assert told == ["Healthy", "Nicked", "Grazed", "Down", "Down", "Dead"]
    assert dict(zip(NAMES, PENALTIES, strict=True))["Grazed"] == 5
    assert of_fourth.boxes(one.sheet) == ranks

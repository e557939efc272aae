"""Ring and skill dice thrown by hand (5e.dice, 5e.explode, 5e.advantages): read, or refused at their place."""

from __future__ import annotations

import pytest

from rollkeep.dice.symbol_hand import read_dice, read_face, spelled
from rollkeep.dice.symbols import RING, RING_FACES, SIDES, SKILL, SKILL_FACES
from rollkeep.errors import NotationError


def test_dice_in_symbols() -> None:
    dice = read_dice("su ex+st>su op / su+op -", 3, 2)
    assert [(spelled(die.face), [spelled(face) for face in die.extra]) for die in dice] == [
        ("su", []),
        ("ex+st", ["su"]),
        ("op", []),
        ("su+op", []),
        ("-", []),
    ]
    assert [die.position for die in dice] == [0, 3, 12, 17, 23]
    assert all(die.before is None for die in dice)


def test_dice_in_numbers_are_those_of_common_dice() -> None:
    """5e.dice: ring 1 to 6 and skill 1 to 12, as they lie on a d6 and a d12."""
    rings = " ".join(map(str, range(1, 7)))
    assert [die.face for die in read_dice(rings, 6, 0)] == list(RING_FACES)
    skills = [read_dice(f"1 / {number}", 1, 1)[1].face for number in range(1, 13)]
    assert skills == list(SKILL_FACES)
    assert [die[0::2] for die in read_dice("4 6>2 / 10 12>3 1", 2, 3)] == [
        *((4, ()), (6, (2,)), (20, ()), (22, (13,)), (11, ())),
    ]


@pytest.mark.parametrize("text", ["su,op;st+op/-", "SU op ST+OP / -", " su  op, op+st ,/ , - ", "5 3 2/1"])
def test_ways_to_write_the_same(text: str) -> None:
    assert [spelled(die.face) for die in read_dice(text, 3, 1)] == ["su", "op", "op+st", "-"]


def test_every_face_can_be_written() -> None:
    """Two roads: what is shown is read back as a face with the same symbols, of the same die."""
    for faces, of in ((RING_FACES, RING), (SKILL_FACES, SKILL)):
        assert len(faces) == SIDES[of]
        for face in faces:
            again = read_face(spelled(face), of)
            assert spelled(again) == spelled(face)
            assert again in faces
            assert read_face("+".join(reversed(spelled(face).split("+"))), of) == again


def test_explosions_and_re_rolls_in_a_row() -> None:
    dice = read_dice("-~ex+st>6 > op / su~ex>ex+st>-", 1, 1)
    assert [(d.before, d.face, d.extra) for d in dice] == [(1, 6, (6, 3)), (18, 22, (21, 11))]


@pytest.mark.parametrize(
    ("text", "ring", "skill", "code", "position", "says"),
    [
        ("ex", 1, 0, "dice.face", 0, "its explosive shows ex+st"),
        ("su+op", 1, 0, "dice.face", 0, "A ring die shows -, op+st, op, su+st, su or ex+st."),
        ("- / op+st", 1, 1, "dice.face", 4, "A skill die shows -, op, su+st, su, su+op, ex+st or ex."),
        ("su+su", 1, 0, "dice.face", 0, "No face of a ring die shows su+su"),
        ("su st", 2, 0, "dice.face", 3, "No face of a ring die shows st"),
        ("su+", 1, 0, "dice.face", 0, "missing"),
        ("x", 1, 0, "dice.face", 0, "no symbol"),
        ("7", 1, 0, "dice.face", 0, "1 to 6"),
        ("0", 1, 0, "dice.face", 0, "1 to 6"),
        ("1/13", 1, 1, "dice.face", 2, "1 to 12"),
        ("9999999999", 1, 0, "dice.face", 0, "1 to 6"),
        ("٣", 1, 0, "dice.face", 0, "plain digits"),
        ("\x07", 1, 0, "dice.face", 0, "symbol"),
        ("su>su", 1, 0, "dice.explosion", 2, "does not explode"),
        ("ex+st>su>su", 1, 0, "dice.explosion", 8, "does not explode"),
        ("ex+st>", 1, 0, "dice.face", 6, "missing"),
        ("ex+st>ex", 1, 0, "dice.face", 6, "ex+st"),
        ("-~su~op", 1, 0, "dice.reroll", 4, "once"),
        ("ex+st>su~op", 1, 0, "dice.reroll", 8, "once"),
        ("~su", 1, 0, "dice.face", 0, "missing"),
        ("su", 2, 0, "dice.count", 2, "2 ring dice are rolled; 1 given."),
        ("su su su", 2, 0, "dice.count", 6, "2 ring dice are rolled; 3 given."),
        ("su", 1, 1, "dice.count", 2, "1 skill die is rolled; 0 given."),
        ("su su / op", 1, 1, "dice.count", 3, "1 ring die is rolled; 2 given."),
        ("su op op", 1, 2, "dice.count", 3, "Put it here: su / op op"),
        ("su/su/su", 1, 2, "dice.count", 5, "second /"),
        ("", 1, 0, "dice.count", 0, "1 ring die is rolled; 0 given."),
        ("su " * 700, 1, 0, "dice.count", 2000, "too many"),
    ],
)
def test_what_cannot_be(text: str, ring: int, skill: int, code: str, position: int, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_dice(text, ring, skill)
    fault = caught.value
    assert (fault.code, fault.position) == (code, position), fault.message
    assert says in f"{fault.message} {fault.hint}"

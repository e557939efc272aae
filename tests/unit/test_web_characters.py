"""Characters over HTTP: how they come, who sees what of them, and how their sheets are written on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.web_tables import JSON, Evening, evening, hero

from rollkeep.fifth.catalogue.ready import READY
from rollkeep.fourth.catalogue.rings import TRAITS
from rollkeep.fourth.play.check import Ask
from rollkeep.fourth.sheet_text import example
from rollkeep.machine.machine import GM
from rollkeep.table.entry import Start
from rollkeep.web.ground.seats import MAX_IMPORT, View
from rollkeep.web.pages import bring, play

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
IMPORTED = Path(__file__).parent / "imported"
HOSTILE = (
    "<script>alert(1)</script>",
    "a\x00b",
    "a\u202eb",
    "Zo\u200be",
    "e" + "\u0301" * 100,
    "\ud83d",
    " ",
    "x" * 61,
    "gm",
    "chance",
    "{{ 7 * 7 }}",
    "../../etc/passwd",
    "'; drop table entry; --",
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as made:
        yield made


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, "5e") as made:
        yield made


def archer(name: str = "Shinai", **more: Any) -> Any:
    """A character as a file tells of it: the Traits in their order."""
    return hero(name, **({"traits": tuple((trait, 3) for trait in TRAITS)} | more))


def add(table: Evening, client: Any, **fields: Any) -> Any:
    """Brings a character by a form."""
    table.count += 1
    return client.post(f"{table.address}/characters", data={"id": f"a{table.count}"} | fields)


def write(table: Evening, client: Any, who: str, **fields: Any) -> Any:
    """A form of a character's page."""
    table.count += 1
    return client.post(f"{table.address}/who/{who}", data={"id": f"w{table.count}"} | fields)


def told(table: Evening, client: Any, who: str) -> Any:
    """A character's page, for programs."""
    return client.get(f"{table.address}/who/{who}", headers=JSON)


def everything(table: Evening, client: Any, seat: str) -> str:
    """All that a seat's addresses and its stream say."""
    pages = ("", "/log", "/menu", "/watch", "/rulings", "/seat", "/characters", "/roll")
    found = [client.get(table.address + page, headers=headers).text for page in pages for headers in ({}, JSON)]
    view = View(table.hall._rooms[table.tab], seat)
    return "\n".join((*found, play._entries(view, 0, view.table.seq), play._fragments(view, 0, view.table.seq)))


# --- coming -----------------------------------------------------------------------------------------------------


def test_a_player_brings_a_name(table: Evening) -> None:
    anna = table.joins("Anna")
    assert "Bring a character" in anna.get(table.address).text
    answer = add(table, anna, way="name", name="Shinai")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{table.address}/who/Shinai")
    assert anna.get(table.address, headers=JSON).json()["plays"] == ["Shinai"]
    assert "Only the name is written down" in anna.get(f"{table.address}/who/Shinai").text


def test_watchers_and_strangers_bring_nobody(table: Evening) -> None:
    eve = table.joins("Eve", role="watcher")
    assert add(table, eve, way="name", name="Shinai").status_code == 403
    assert add(table, table.browser(), way="name", name="Shinai").status_code == 404
    assert table.gm.get(table.address, headers=JSON).json()["people"] == []


def test_in_numbers(table: Evening) -> None:
    fields = dict.fromkeys(TRAITS, "2") | {
        "reflexes": "3",
        "void": "3",
        "skills": "Kyujutsu 4 (yumi), tides/agility: 2",
    }
    assert add(table, table.joins("Anna"), way="short", name="Shinai", **fields).status_code == 303
    text = told(table, table.gm, "Shinai").json()["text"]
    assert "reflexes = 3" in text
    assert 'kyujutsu = { rank = 4, emphases = ["yumi"] }' in text
    assert 'tides = { rank = 2, trait = "agility" }' in text


def test_from_a_file(table: Evening) -> None:
    text = (EXAMPLES / "shinai.toml").read_text()
    assert add(table, table.joins("Anna"), way="file", text=text).status_code == 303
    assert add(table, table.joins("Bo"), way="file", text=text, name="Another").status_code == 303
    assert 'name = "Another"' in told(table, table.gm, "Another").json()["text"]


def test_from_an_upload(table: Evening) -> None:
    text = example("Shinai", "shinai")
    files = {"upload": ("shinai.toml", text.encode())}
    answer = table.gm.post(f"{table.address}/characters", data={"id": "u", "way": "file", "text": ""}, files=files)
    assert answer.status_code == 303
    assert told(table, table.gm, "Shinai").status_code == 200


def test_from_another_tool_with_what_was_not_read(table: Evening) -> None:
    text = (IMPORTED / "kakita.l5r").read_text(encoding="utf-8")
    answer = add(table, table.gm, way="file", text=text, name="Kakita", school_trait="reflexes")
    assert answer.status_code == 200, answer.text
    assert "What was not read" in answer.text
    assert "<li>" in answer.text
    assert told(table, table.gm, "Kakita").json()["sheet"]["skills"]
    headers = {"id": "k", "way": "file", "text": text, "name": "Another"}
    assert table.gm.post(f"{table.address}/characters", data=headers, headers=JSON).json()["notes"]


def test_from_another_tool_of_the_5th_edition(duel: Evening) -> None:
    text = (IMPORTED / "crane.xml").read_text(encoding="utf-8")
    answer = add(duel, duel.joins("Anna"), way="file", text=text, name="Kakita")
    assert answer.status_code in (200, 303), answer.text
    assert told(duel, duel.gm, "Kakita").json()["sheet"]["skills"]
    assert add(duel, duel.gm, way="file", text=(IMPORTED / "kakita.l5r").read_text(encoding="utf-8")).status_code == 422


def test_an_import_that_comes_to_too_much(table: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bring, "MAX_BYTES", 500)
    answer = add(table, table.gm, way="file", text=(IMPORTED / "kakita.l5r").read_text(encoding="utf-8"))
    assert answer.status_code == 422
    assert "has at most 500 bytes" in answer.text


def test_what_an_import_leaves_to_mend_is_given_as_text(table: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bring, "written", lambda *_: 'name = "Kakita"\n[traits]\nreflexes = 99\n')
    answer = add(table, table.gm, way="file", text=(IMPORTED / "kakita.l5r").read_text(encoding="utf-8"))
    assert answer.status_code == 422
    assert "Line 3:" in answer.text
    assert "reflexes = 99" in answer.text
    assert "What was not read" in answer.text
    assert "--packs" not in answer.text


def test_every_fault_of_a_file_is_listed_and_the_text_stays(table: Evening) -> None:
    text = 'name = "Shinai"\nclam = "Crab"\n[traits]\nreflexes = 12\n[skills]\nkenjutsuu = 3\n'
    answer = add(table, table.gm, way="file", text=text)
    assert answer.status_code == 422
    for line in (2, 4, 6):
        assert f"Line {line}:" in answer.text
    assert "clam = &#34;Crab&#34;" in answer.text
    code = table.gm.post(
        f"{table.address}/characters", data={"id": "j", "way": "file", "text": text}, headers=JSON
    ).json()
    assert [fault["line"] for fault in code["error"]["data"]["faults"]] == [2, 4, 6]


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"way": "file", "text": ""}, 422),
        ({"way": "file", "text": "{"}, 422),
        ({"way": "file", "text": "[]"}, 422),
        ({"way": "file", "text": "<a/>"}, 422),
        ({"way": "file", "text": "a\x00b"}, 422),
        ({"way": "file", "text": "\ufffd"}, 422),
        ({"way": "file", "text": 'name = "x"\n' + "#" * 300_000}, 422),
        ({"way": "name", "name": ""}, 422),
        ({"way": "name", "name": "Shinai", "tracks": "colours"}, 422),
        ({"way": "short", "name": "Shinai", "reflexes": "\u0663"}, 422),
        ({"way": "short", "name": "Shinai", "skills": "kyujutsu"}, 422),
        ({"way": "short", "name": "Shinai", "skills": "kyujutsu 4 " * 400}, 422),
        ({"way": "block", "name": "Bandit"}, 422),
        ({"way": "block", "name": "Bandit", "attack": "5k3", "count": "21"}, 422),
        ({"way": "block", "name": "Bandit", "attack": "lots"}, 422),
        ({"way": "ready", "ready": "shinai"}, 422),
        ({"way": "door"}, 422),
    ],
)
def test_what_cannot_come(table: Evening, fields: dict[str, str], status: int) -> None:
    before = list(table.store._db.iterdump())
    answer = add(table, table.gm, **fields)
    assert answer.status_code == status
    assert 'role="alert"' in answer.text
    assert list(table.store._db.iterdump()) == before


def test_an_upload_that_is_too_large(table: Evening) -> None:
    files = {"upload": ("big.toml", b"#" * (MAX_IMPORT + 1))}
    answer = table.gm.post(f"{table.address}/characters", data={"way": "file"}, files=files)
    assert answer.status_code == 413


def test_the_other_game_is_told_so(table: Evening) -> None:
    answer = add(table, table.gm, way="file", text=(EXAMPLES / "crane.toml").read_text())
    assert answer.status_code == 422
    assert "This is a character of the 5th edition, and the table plays the 4th." in answer.text


def test_the_other_game_is_told_so_too(duel: Evening) -> None:
    answer = add(duel, duel.gm, way="file", text=(EXAMPLES / "shinai.toml").read_text())
    assert answer.status_code == 422
    assert "This is a character of the 4th edition, and the table plays the 5th." in answer.text


def test_stat_blocks_are_numbered_on(table: Evening) -> None:
    block = {"way": "block", "name": "Bandit", "attack": "5k3", "damage": "4k2", "wounds": "15: +5, 30: dead"}
    answer = add(table, table.gm, count="2", **block)
    assert "Bandit 1" in answer.text
    assert add(table, table.gm, count="2", **block).status_code == 200
    names = {each["name"] for each in table.gm.get(table.address, headers=JSON).json()["people"]}
    assert names == {f"Bandit {number}" for number in range(1, 5)}


def test_the_ready_made(duel: Evening) -> None:
    for ready in READY:
        assert add(duel, duel.gm, way="ready", ready=ready).status_code == 303
    assert add(duel, duel.gm, way="block", name="Ogre", air="8", endurance="20", count="2").status_code == 200
    assert add(duel, duel.joins("Anna"), way="name", name="Akodo").status_code == 303
    assert len(duel.gm.get(duel.address, headers=JSON).json()["people"]) == len(READY) + 3


def test_bringing_twice_with_one_id_has_one_effect(table: Evening) -> None:
    fields = {"id": "once", "way": "block", "name": "Bandit", "attack": "5k3", "count": "3"}
    for _ in range(2):
        assert table.gm.post(f"{table.address}/characters", data=fields).status_code == 200
    assert len(table.gm.get(table.address, headers=JSON).json()["people"]) == 3


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(table: Evening, name: str) -> None:
    """Refused, or shown as the text that it is."""
    try:
        answer = add(table, table.gm, way="name", name=name)
    except UnicodeEncodeError:
        return
    assert answer.status_code in (303, 409, 422)
    pages = [answer.text, table.gm.get(table.address).text, table.gm.get(f"{table.address}/settings").text]
    if answer.status_code == 303:
        page = table.gm.get(answer.headers["location"])
        assert page.status_code == 200
        pages.append(page.text)
    assert not any("<script>alert" in page or ">49<" in page for page in pages)


@pytest.mark.parametrize("name", ["shinai", "Sh\u0456nai", "SHINAI ", "Shi\u0301nai"])
def test_names_that_look_alike_are_refused(table: Evening, name: str) -> None:
    add(table, table.gm, way="name", name="Shinai")
    answer = add(table, table.joins("Anna"), way="name", name=name)
    assert answer.status_code == 409
    assert "looks the same" in answer.text


# --- who sees what ----------------------------------------------------------------------------------------------


def test_who_is_hidden_is_nowhere(table: Evening) -> None:
    add(table, table.gm, way="short", name="Ghost", hidden="yes", reflexes="9", skills="stealth 9", free="yes")
    anna = table.joins("Anna")
    page = anna.get(f"{table.address}/who/Ghost")
    assert page.status_code == 404
    assert page.text == anna.get(f"{table.address}/who/Nobody").text
    assert write(table, anna, "Ghost", what="number", of="reflexes", of_rank="3").status_code == 404
    assert "Ghost" not in everything(table, anna, "Anna")
    assert "Ghost" not in table.browser().get(table.link()).text
    assert "Ghost" in table.gm.get(table.address).text


def test_who_is_hidden_stays_so_when_written_on(table: Evening) -> None:
    add(table, table.gm, way="name", name="Ghost", hidden="yes", tracks="open", sheet="open")
    anna = table.joins("Anna")
    for fields in ({"of": "void", "of_rank": "3"}, {"skill": "stealth", "skill_rank": "5"}):
        assert write(table, table.gm, "Ghost", what="number", **fields).status_code == 303
    text = told(table, table.gm, "Ghost").json()["text"]
    assert write(table, table.gm, "Ghost", what="sheet", text=text).status_code == 303
    assert "Ghost" not in everything(table, anna, "Anna")
    assert "stealth" in text


def test_who_is_shown_keeps_what_is_shown_of_them(table: Evening) -> None:
    add(table, table.gm, way="name", name="Ghost", hidden="yes", tracks="hidden", sheet="hidden", free="yes")
    table.form(table.gm, what="shows", who="Ghost")
    anna = table.joins("Anna")
    (ghost,) = anna.get(table.address, headers=JSON).json()["people"]
    assert (ghost["free"], ghost["tracks"], ghost["words"]) == (True, {}, "")


def test_a_hidden_sheet_stays_hidden(table: Evening) -> None:
    add(table, table.gm, way="short", name="Bandit", reflexes="7", skills="stealth 9", sheet="hidden", tracks="words")
    anna = table.joins("Anna")
    shown = told(table, anna, "Bandit").json()
    assert (shown["sheet"], "text" in shown) == (None, False)
    assert "stealth" not in everything(table, anna, "Anna").lower().replace("stealth 4", "")
    page = anna.get(f"{table.address}/who/Bandit").text
    assert "The sheet is not shown" in page
    assert "stealth" not in page.lower()
    assert "<form" not in page


def test_an_open_sheet_with_closed_tracks_tells_no_wounds(table: Evening) -> None:
    add(
        table,
        table.gm,
        way="short",
        name="Bandit",
        **dict.fromkeys(TRAITS, "2"),
        sheet="open",
        tracks="words",
        void="2",
    )
    table.form(table.gm, what="mark", who="Bandit", track="wounds", by="13", why="an arrow")
    table.form(table.gm, what="mark", who="Bandit", track="void", by="-1", why="spent")
    anna = table.joins("Anna")
    shown = told(table, anna, "Bandit").json()["sheet"]
    assert (shown["wound_rank"]["name"], shown["void_points"]) == ("Healthy", 2)
    assert "aria-current" not in anna.get(f"{table.address}/who/Bandit").text.replace('aria-current="page"', "")
    assert told(table, table.gm, "Bandit").json()["sheet"]["wound_rank"]["name"] == "Nicked"
    assert "aria-current" in table.gm.get(f"{table.address}/who/Bandit").text


def test_what_is_shown_is_changed_later(table: Evening) -> None:
    table.enter("Shinai", tracks="hidden", free=False)
    anna = table.joins("Anna")
    assert told(table, anna, "Shinai").json() == {"name": "Shinai", "words": "", "sheet": None}
    assert write(table, anna, "Shinai", what="shows", sheet="open", tracks="open").status_code == 403
    assert write(table, table.gm, "Shinai", what="shows", sheet="open", tracks="open", free="yes").status_code == 303
    assert told(table, anna, "Shinai").json()["sheet"]["armor_tn"] == 20
    assert "Take Shinai" in anna.get(table.address).text
    assert write(table, table.gm, "Shinai", what="shows", sheet="open", tracks="x").status_code == 409
    hidden = write(table, table.gm, "Shinai", what="shows", sheet="open", tracks="open", hidden="yes")
    assert hidden.status_code == 409
    assert "has been seen" in hidden.text


def test_who_plays_a_character_sees_it_and_others_do_not(table: Evening) -> None:
    table.enter()
    anna, bo, eve = table.joins("Anna", "Shinai"), table.joins("Bo"), table.joins("Eve", role="watcher")
    assert "Kyujutsu" in anna.get(f"{table.address}/who/Shinai").text
    for other in (bo, eve):
        assert "Kyujutsu" not in other.get(f"{table.address}/who/Shinai").text
        assert write(table, other, "Shinai", what="sheet", text='name = "Shinai"').status_code == 403
        assert write(table, other, "Shinai", what="number", of="reflexes", of_rank="9").status_code == 403
    assert write(table, table.browser(), "Shinai", what="number").status_code == 404


# --- writing ----------------------------------------------------------------------------------------------------


def test_a_number_as_it_comes_up_and_the_roll_with_it(table: Evening) -> None:
    anna = table.joins("Anna")
    add(table, anna, way="name", name="Shinai")
    fields = {"skill": "Kyujutsu", "skill_rank": "4", "of": "reflexes", "of_rank": "3", "then": "roll"}
    answer = write(table, anna, "Shinai", what="number", **fields)
    assert answer.headers["location"] == f"{table.address}/roll?who=Shinai&deed=kyujutsu%2Freflexes"
    assert "7k3" in anna.get(answer.headers["location"]).text
    assert write(table, anna, "Shinai", what="number", of="agility", of_rank="2").status_code == 303
    text = told(table, anna, "Shinai").json()["text"]
    assert "partial = true" in text
    assert "agility = 2" in text
    assert "points" not in text
    asked = Start("check", GM, Ask("Shinai", "kyujutsu", 15))
    assert table.do(table.gm, asked).status_code == 200


def test_a_number_of_the_5th_edition(duel: Evening) -> None:
    anna = duel.joins("Anna")
    add(duel, anna, way="name", name="Shinai")
    for rank in ("2", "3"):
        fields = {"skill": "melee", "skill_rank": rank, "of": "void", "of_rank": "3"}
        assert write(duel, anna, "Shinai", what="number", **fields).status_code == 303
    text = told(duel, anna, "Shinai").json()["text"]
    assert '"martial arts melee" = 3' in text
    assert text.count("melee") == 1
    (person,) = anna.get(duel.address, headers=JSON).json()["people"]
    assert person["tracks"]["void"] == {"now": 2, "most": 3}


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"of": "luck", "of_rank": "2"},
        {"of": "reflexes", "of_rank": "11"},
        {"of": "reflexes", "of_rank": "0"},
        {"of": "reflexes", "of_rank": "\u0663"},
        {"skill": "kyjutsu", "skill_rank": "2"},
        {"skill": "kyujutsu", "skill_rank": "-1"},
        {"skill": "<script>alert(1)</script>", "skill_rank": "2"},
    ],
)
def test_numbers_that_cannot_be(table: Evening, fields: dict[str, str]) -> None:
    anna = table.joins("Anna")
    add(table, anna, way="name", name="Shinai")
    before = table.store.table(table.tab).head
    answer = write(table, anna, "Shinai", what="number", **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "<script>alert" not in answer.text
    assert table.store.table(table.tab).head == before


def test_void_points_count_once_the_ring_is_known(table: Evening) -> None:
    anna = table.joins("Anna")
    add(table, anna, way="name", name="Shinai")
    assert "void" not in anna.get(table.address, headers=JSON).json()["people"][0]["tracks"]
    table.form(anna, what="mark", who="Shinai", track="void", by="-1", why="a vow")
    write(table, anna, "Shinai", what="number", of="void", of_rank="3")
    assert anna.get(table.address, headers=JSON).json()["people"][0]["tracks"]["void"] == {"now": 2, "most": 3}
    write(table, anna, "Shinai", what="number", of="void", of_rank="4")
    assert anna.get(table.address, headers=JSON).json()["people"][0]["tracks"]["void"] == {"now": 2, "most": 4}


def test_the_sheet_as_text(table: Evening) -> None:
    table.enter("Shinai", archer())
    anna = table.joins("Anna", "Shinai")
    table.form(anna, what="mark", who="Shinai", track="wounds", by="3", why="a fall")
    text = told(table, anna, "Shinai").json()["text"]
    assert "taken" not in text
    changed = text.replace("rank = 4", "rank = 5").replace('name = "Shinai"', 'name = "Other"')
    assert write(table, anna, "Shinai", what="sheet", text=changed.replace("\n", "\r\n")).status_code == 303
    assert told(table, anna, "Shinai").json()["text"] == text.replace("rank = 4", "rank = 5")
    (person,) = anna.get(table.address, headers=JSON).json()["people"]
    assert (person["name"], person["tracks"]["wounds"]["now"]) == ("Shinai", 3)
    bad = write(table, anna, "Shinai", what="sheet", text="[traits]\nreflexes = 12\n")
    assert bad.status_code == 422
    assert "Line 2:" in bad.text
    assert "reflexes = 12" in bad.text
    other = write(table, anna, "Shinai", what="sheet", text=(EXAMPLES / "crane.toml").read_text())
    assert other.status_code == 422


def test_the_text_of_an_unchanged_sheet_changes_nothing(table: Evening) -> None:
    for name, more in (("Shinai", {}), ("Doji", {"void_ring": None}), ("Kakita", {"skills": None})):
        table.enter(name, archer(name, **more))
        text = told(table, table.gm, name).json()["text"]
        assert write(table, table.gm, name, what="sheet", text=text).status_code == 303
        assert told(table, table.gm, name).json()["text"] == text
        assert table.hall._rooms[table.tab].table.cast[name] == archer(name, **more)


def test_a_locked_table_takes_nobody(table: Evening) -> None:
    anna = table.joins("Anna")
    table.form(table.gm, what="lock", yes="yes")
    assert add(table, anna, way="name", name="Shinai").status_code == 403
    assert add(table, table.gm, way="name", name="Shinai").status_code == 303


def test_names_with_signs_have_pages(table: Evening) -> None:
    for name in ("A/B", "What? #1", "Kakita & Sons", "Zo\u00eb"):
        answer = add(table, table.gm, way="name", name=name)
        assert answer.status_code == 303
        page = table.gm.get(answer.headers["location"])
        assert page.status_code == 200
        assert (
            write(table, table.gm, answer.headers["location"].rpartition("/who/")[2], what="number").status_code == 422
        )


def test_a_name_that_is_here_is_not_brought_again(table: Evening) -> None:
    """Else a blank sheet would take the place of a written one; the same command again is no second one."""
    table.enter("Shinai")
    before = table.hall._rooms[table.tab].table.cast["Shinai"].sheet
    sent = {"way": "name", "name": "Shinai", "id": "again"}
    answer = table.gm.post(f"{table.address}/characters", data=sent)
    assert answer.status_code == 409
    assert "Shinai is here already" in answer.text
    assert table.hall._rooms[table.tab].table.cast["Shinai"].sheet == before
    fresh = {"way": "name", "name": "Kaede", "id": "once"}
    first, second = (table.gm.post(f"{table.address}/characters", data=fresh) for _ in range(2))
    assert first.status_code == second.status_code == 303

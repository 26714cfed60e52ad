"""Players of one name are told apart by club, province or number, and nobody else has anything added."""

from __future__ import annotations

from tournaments.state.namesakes import Apart, Bearer, distinguish_namesakes


def bearer(key: int, name: str = "Li Wei", **more: str) -> Bearer:
    about = dict.fromkeys(("native_name", "club", "native_club", "province", "native_province"), "")
    number = None if more.pop("unnumbered", "") else key + 10
    return Bearer(key=key, number=number, name=name, **{**about, "federation": "CHN", **more})


def test_nobody_whose_name_is_borne_once() -> None:
    assert distinguish_namesakes([bearer(1), bearer(2, "Li Wen")]) == {}


def test_another_federation_is_shown_where_the_list_does_not_show_it() -> None:
    apart = distinguish_namesakes([bearer(1), bearer(2, federation="VIE"), bearer(3, federation="")])
    assert apart == {1: Apart("CHN", is_federation=True), 2: Apart("VIE", is_federation=True)}


def test_the_federation_is_not_enough_for_two_of_three() -> None:
    apart = distinguish_namesakes(
        [bearer(1), bearer(2, club="Dawn"), bearer(3, federation="VIE", club="Dawn")]
    )
    assert apart == {1: Apart("#11"), 2: Apart("Dawn"), 3: Apart("VIE", is_federation=True)}


def test_the_club_then_the_province_then_the_number() -> None:
    apart = distinguish_namesakes(
        [
            bearer(1, club="Dawn", native_club="黎明", province="Hebei"),
            bearer(2, "LI  WEI", club="Dusk", province="Hebei"),
            bearer(3, province="Hainan"),
            bearer(4, province="Hebei"),
            bearer(5, unnumbered="yes"),
        ]
    )
    assert apart == {1: Apart("Dawn", "黎明"), 2: Apart("Dusk"), 3: Apart("Hainan"), 4: Apart("#14")}


def test_one_club_tells_nobody_apart() -> None:
    apart = distinguish_namesakes([bearer(1, club="Dawn"), bearer(2, club="Dawn")])
    assert apart == {1: Apart("#11"), 2: Apart("#12")}


def test_one_native_name_is_enough_for_a_list_in_chinese() -> None:
    apart = distinguish_namesakes(
        [bearer(1, "Li Wei", native_name="李伟"), bearer(2, "Lee Wai", native_name="李伟")]
    )
    assert apart == {1: Apart("#11"), 2: Apart("#12")}


def test_two_characters_that_are_romanised_alike() -> None:
    apart = distinguish_namesakes([bearer(1, native_name="李伟"), bearer(2, native_name="李威", club="Dawn")])
    assert apart == {1: Apart("#11"), 2: Apart("Dawn")}


def test_a_place_that_is_taken_under_either_name_tells_nobody_apart() -> None:
    bearers = distinguish_namesakes(
        [
            bearer(1, "Li Wei", native_name="李伟", club="Dawn", province="Hebei"),
            bearer(2, "Li Wei", native_name="李薇", club="Dawn"),
            bearer(3, "Lee Wai", native_name="李伟", province="Hebei"),
        ]
    )
    assert bearers == {1: Apart("#11"), 2: Apart("#12"), 3: Apart("#13")}

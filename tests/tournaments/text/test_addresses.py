"""Addresses are made of names in any script."""

from __future__ import annotations

import pytest

from tournaments.text.addresses import LONGEST, address_of, first_free


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("14th Test Championship", "14th-test-championship"),
        ("第3届槟城公开赛", "di-3-jie-bin-cheng-gong-kai-sai"),
        ("世界象棋錦標賽", "shi-jie-xiang-qi-jin-biao-sai"),
        ("女子组 B", "nu-zi-zu-b"),
        ("Giải vô địch Huế", "giai-vo-dich-hue"),
        ("Coupe de l'Élan", "coupe-de-lelan"),
        ("grand_cup", "grand-cup"),
        ("🐘 · –", ""),
    ],
)
def test_an_address_is_made_of_a_name(name: str, address: str) -> None:
    assert address_of(name) == address


def test_a_long_name_loses_whole_words() -> None:
    address = address_of("World Xiangqi Championship of all Federations and Regions")
    assert len(address) <= LONGEST
    assert address == "world-xiangqi-championship-of-all"
    assert len(address_of("x" * 99)) == LONGEST


def test_what_is_taken_gets_a_number() -> None:
    assert first_free("open", {"open", "open-2"}) == "open-3"

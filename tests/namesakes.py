"""Thirty pairs of people with one name, or nearly one: names, federations and years as lists of players have
them, made up in detail. Nobody may take two of a pair for one person."""

from __future__ import annotations

from typing import NamedTuple


class Bearer(NamedTuple):
    name: str
    federation: str = "GER"
    year: int | None = None


OTHER_NAMES = (
    ("Nguyễn Văn An", "Nguyễn Văn Ân"),
    ("Lê Thị Hương", "Lê Thị Hường"),
    ("Trần Minh Ánh", "Trần Minh Ảnh"),
    ("Phạm Quốc Hưng", "Phạm Quốc Hùng"),
    ("Đặng Hữu Trang", "Đặng Hữu Tráng"),
    ("Wang Yang", "Wang Yan"),
    ("Li Xuan", "Li Xuanhao"),
    ("Zhang Wei", "Zhang Wen"),
    ("Chen Hao", "Cheng Hao"),
    ("Lin Na", "Li Na"),
    ("Wang Wei", "Wang Wen"),
    ("Li Na", "Li Nan"),
    ("Kim Jiseok", "Kim Jisoo"),
    ("Park Junghwan", "Park Jungsang"),
    ("Müller Jan", "Möller Jan"),
    ("Müller Jan", "Miller Jan"),
    ("Anna Schmidt", "Anne Schmidt"),
    ("Hans Peter Schmidt", "Peter Schmidt"),
    ("José García López", "José López"),
    ("Jiří Novák", "Jiří Nováček"),
    ("Ivan Petrov", "Ivan Petrova"),
    ("Ivan Petrov", "Ivan Petrova"),
)
TWO_PEOPLE = (
    *((Bearer(first), Bearer(second)) for first, second in OTHER_NAMES),
    (Bearer("Wang Hui", year=1988), Bearer("Wang Hui", year=2003)),
    (Bearer("Hui Wang", year=1988), Bearer("Wang Hui", year=2003)),
    (Bearer("Nguyễn Văn Minh", year=1975), Bearer("Nguyen Van Minh", year=1999)),
    (Bearer("Thomas Müller", year=1960), Bearer("Müller, Thomas", year=1994)),
    (Bearer("Chen Wei", "CHN"), Bearer("Chen Wei", "SGP")),
    (Bearer("Chen Wei", "CHN"), Bearer("Wei Chen", "SGP")),
    (Bearer("Li Jie", "CHN"), Bearer("Jie Li", "GER")),
    (Bearer("Jan Müller", "GER"), Bearer("Muller Jan", "SGP")),
)

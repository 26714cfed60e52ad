"""Lists as clubs, federations and programs send them, and who stands in them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any

_TONES = "\u0300\u0301\u0303\u0309\u0323"


@dataclass(frozen=True, slots=True)
class Sent:
    """``rows``: what is read of each line, by field; ``heading``: the line of the headings, 0 for none."""

    name: str
    text: str
    rows: tuple[dict[str, Any], ...]
    codec: str = "utf-8"
    heading: int = 1
    encoding: str = field(default="")

    @property
    def data(self) -> bytes:
        text = windows_1258(self.text) if self.codec == "cp1258" else self.text
        return text.encode(self.codec)


def windows_1258(text: str) -> str:
    """Vowels composed, tones apart: what the code page holds."""
    spread = unicodedata.normalize("NFD", text)
    return "".join(
        unicodedata.normalize("NFC", "".join(c for c in matches if c not in _TONES))
        + "".join(c for c in matches if c in _TONES)
        for matches in re.findall(r"(?s).[\u0300-\u036f]*", spread)
    )


LI: dict[str, Any] = {"name": "Li Wei", "federation": "CHN"}
SENT = (
    Sent("plain", "Name,Fed,Rating\nLi Wei,CHN,2400\n", (LI | {"rating": 2400},)),
    Sent("byte order mark", "Name;Federation\r\nLi Wei;CHN\r\n", (LI,), "utf-8-sig"),
    Sent("unicode text of a spreadsheet", "Name\tFed\nLi Wei\tCHN\n", (LI,), "utf-16"),
    Sent("strokes between", "Name|Fed|Club\nLi Wei|CHN|Dawn\n", (LI | {"club": "Dawn"},)),
    Sent(
        "commas in full width", "姓名，协会\n王一，CHN\n", ({"name": "王一", "federation": "CHN"},), "gb18030"
    ),
    Sent(
        "a pairing program's export",
        "No.;;Name;FideID;FED;Rtg;Club/City\n1;GM;Li, Wei;123;CHN;2400;Dawn\n",
        (LI | {"rating": 2400, "club": "Dawn"},),
    ),
    Sent("surname and first name", "Surname,First name,Fed\nLI,Wei,CHN\n", (LI,)),
    Sent("surname alone", "Surname,Country\nLi Wei,chn\n", (LI,)),
    Sent("capitals", "NAME,FED\nLI Wei,CHN\nNGUYỄN VĂN Á,VIE\n", (LI, {"name": "Nguyễn Văn Á"})),
    Sent("both scripts in one cell", "Name,Fed\nLi Wei 李伟,CHN\n", (LI | {"native_name": "李伟"},)),
    Sent(
        "both scripts in one heading",
        "Name 姓名,Fed 协会\n李伟 (Li Wei),CHN\n",
        (LI | {"native_name": "李伟"},),
    ),
    Sent("full width", "姓　名,协　会\nＬｉ　Ｗｅｉ,ＣＨＮ\n", (LI,)),
    Sent(
        "spaced characters", "姓 名,国 家\n王　一,CHN\n", ({"name": "王一", "federation": "CHN"},), "gb18030"
    ),
    Sent(
        "a letterhead of six lines",
        "湖北省象棋协会\n\n2026年锦标赛报名表\n\n领队：张三　教练：李四\n\n"
        "序号,姓名,性别,等级称号,段位,单位,代表队,备注\n1,王一,男,大师,5段,武汉棋院,湖北一队,\n",
        (
            {
                "name": "王一",
                "gender": "m",
                "title": "NM",
                "grade": "5d",
                "club": "武汉棋院",
                "team": "湖北一队",
            },
        ),
        "gb18030",
        heading=7,
    ),
    Sent(
        "a provincial list",
        "序号,姓名,省份,级位,等级分,出生年月\n1,王一,湖北,3级,1500,2010.5\n2,李二,湖南,无,,2011年6月\n",
        (
            {"name": "王一", "province": "湖北", "grade": "3k", "rating": 1500, "birth_year": 2010},
            {"name": "李二", "province": "湖南", "grade": "", "birth_year": 2011},
        ),
        "gb18030",
    ),
    Sent(
        "title and grade in one column",
        "姓名,等级\n王一,特级大师\n李二,业余6段\n张三,大师\n",
        ({"title": "GM"}, {"title": "", "grade": "6d"}, {"title": "NM"}),
        "gb18030",
    ),
    Sent(
        "traditional",
        "中華象棋協會\n\n姓名,英文姓名,協會,性別,等級分\n謝靖,HSIEH Ching,TPE,男,2300\n",
        ({"name": "Hsieh Ching", "native_name": "謝靖", "federation": "TPE", "gender": "m", "rating": 2300},),
        "big5",
        heading=3,
    ),
    Sent(
        "the name in Chinese first",
        "姓名,拼音,国籍\n李伟,Li Wei,CHN\n",
        (LI | {"native_name": "李伟"},),
        "gb18030",
    ),
    Sent(
        "Vietnamese",
        "STT;Họ và tên;Năm sinh;Giới tính;Đơn vị;Hệ số;Quốc gia\n1;Nguyễn Thị Bưởi;1999;Nữ;TP HCM;1800;VIE\n",
        (
            {
                "name": "Nguyễn Thị Bưởi",
                "birth_year": 1999,
                "gender": "f",
                "club": "TP HCM",
                "rating": 1800,
                "federation": "VIE",
            },
        ),
    ),
    Sent(
        "Vietnamese of an older spreadsheet",
        "SỞ THỂ THAO\nDANH SÁCH\nHọ tên,Đẳng cấp,Tỉnh\nĐặng Văn Ơn,kiện tướng,Bến Tre\n",
        ({"name": "Đặng Văn Ơn", "title": "NM", "province": "Bến Tre"},),
        "cp1258",
        heading=3,
        encoding="windows-1258",
    ),
    Sent("without accents", "Ho ten,Don vi\nTran Van B,Hue\n", ({"name": "Tran Van B", "club": "Hue"},)),
    Sent("họ and tên apart", "Họ,Tên\nTrần Văn,B\n", ({"name": "Trần Văn B"},)),
    Sent(
        "western of an older spreadsheet",
        "Vereinsliste\n\nNachname;Vorname;Fed\nMüller;Jürgen;GER\n",
        ({"name": "Müller Jürgen", "federation": "GER"},),
        "cp1252",
        heading=3,
        encoding="windows-1252",
    ),
    Sent(
        "a go list",
        "Name,Rank,Club,Country\nLi Wei,5 dan,Dawn,CHN\n",
        (LI | {"grade": "5d", "club": "Dawn"},),
    ),
    Sent("a table of results", "Rank,Name,Fed,Pts\n1,Li Wei,CHN,7\n", (LI | {"grade": ""},)),
    Sent("ratings that are none", "Name,Fed,Elo\nLi Wei,CHN,0\n", (LI | {"rating": None},)),
    Sent(
        "dates", "Name,Fed,Date of birth (dd/mm/yyyy)\nLi Wei,CHN,31/12/1990\n", (LI | {"birth_year": 1990},)
    ),
    Sent("headings on every page", "Name,Fed\nLi Wei,CHN\nName,Fed\nWu Lan,CHN\n", (LI, {"name": "Wu Lan"})),
    Sent("names alone", "Li Wei\nWu Lan\n", ({"name": "Li Wei"}, {"name": "Wu Lan"}), heading=0),
    Sent(
        "without headings",
        "Li Wei,CHN,2400\nWu Lan,VIE,2300\n",
        (LI | {"rating": 2400}, {"federation": "VIE"}),
        heading=0,
    ),
    Sent("headings in line nine", "a\n" * 8 + "Player;Nat\nLi Wei;CHN\n", (LI,), heading=9),
    Sent("quotation marks", '"Name","Fed"\n"Li ""Lion"" Wei","CHN"\n', ({"name": 'Li "Lion" Wei'},)),
    Sent(
        "a section's name in a column",
        "姓名,组别\n王一,男子组\n",
        ({"name": "王一", "group": None, "categories": ()},),
    ),
    Sent("the draw group in a column", "姓名,组别\n王一,1\n李二,2\n", ({"group": 1}, {"group": 2})),
)

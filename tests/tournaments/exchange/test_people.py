"""Lists of players as people send them: encodings, headings, every fault with its line."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.exchange.reading import CODES, codes, only_row, read, usable
from tournaments.exchange.faults import ListErrorCode, row_problem
from tournaments.exchange.people import PersonRow
from tournaments.exchange.problems import Severity
from tournaments.exchange.tables import MOST_BYTES, MOST_ROWS

SIMPLIFIED = "姓名,协会,组,性别,俱乐部\n王天一,CHN,1,男,杭州\n郑惟桐,CHN,2,男,四川\n赖理兄,VIE,1,男,\n"
TRADITIONAL = "姓名,協會,組,性別\n黃俊陽,SGP,1,男\n林嘉欣,HKG,2,女\n高懿屏,TPE,1,女\n"


# encodings


@pytest.mark.parametrize(
    ("text", "codec", "encoding"),
    [
        (SIMPLIFIED, "utf-8", "utf-8"),
        (SIMPLIFIED, "utf-8-sig", "utf-8"),
        (SIMPLIFIED, "gb18030", "gb18030"),
        (SIMPLIFIED, "gb2312", "gb18030"),
        (SIMPLIFIED, "utf-16", "utf-16"),
        (TRADITIONAL, "big5", "big5"),
        (TRADITIONAL, "utf-8", "utf-8"),
        (TRADITIONAL, "gb18030", "gb18030"),
    ],
)
def test_encoding_is_found(text: str, codec: str, encoding: str) -> None:
    report = read(text.encode(codec))
    assert report.encoding == encoding
    assert report.problems == ()
    assert [row.name for row in report.rows] == [line.split(",")[0] for line in text.splitlines()[1:]]
    assert all(row.problems == () for row in report.rows)
    assert [row.gender for row in report.rows] == ["f" if "女" in x else "m" for x in text.splitlines()[1:]]


@pytest.mark.parametrize(
    ("names", "codec", "encoding"),
    [
        ("吕钦 洪智 许银川 赵国荣 陶汉明 胡荣华 于幼华 刘殿中", "gb18030", "gb18030"),
        ("呂欽 洪智 許銀川 趙國榮 陶漢明 胡榮華 于幼華 劉殿中", "big5", "big5"),
    ],
)
def test_encoding_is_found_by_the_names_alone(names: str, codec: str, encoding: str) -> None:
    text = "name,fed\n" + "".join(f"{name},CHN\n" for name in names.split())
    report = read(text.encode(codec))
    assert (report.encoding, report.guessed) == (encoding, True)
    assert [row.name for row in report.rows] == names.split()


def test_the_caller_may_name_the_encoding() -> None:
    data = TRADITIONAL.encode("big5")
    assert [row.name for row in read(data, encoding="Big5").rows] == ["黃俊陽", "林嘉欣", "高懿屏"]
    wrong = read(data, encoding="utf-8")
    assert codes(wrong.problems)[0] is ListErrorCode.UNREADABLE
    unknown = read(data, encoding="ebcdic")
    assert unknown.encoding == "big5"
    assert unknown.problems[0] == row_problem(ListErrorCode.UNKNOWN_ENCODING, {"encoding": "ebcdic"})
    assert unknown.problems[0].params == {"encoding": "ebcdic"}


def test_bytes_of_no_known_encoding_are_a_fault_and_the_rest_is_read() -> None:
    report = read(b"Name;Fed\nM\x8d\xffller;GER\nJos\x8d;GER\nSmith;GER\n")
    assert report.problems[0].code is ListErrorCode.UNREADABLE
    assert report.problems[0].params["position"] == 10
    assert [row.name for row in usable(report)] == ["Smith"]
    assert codes(report.rows[0].problems) == [ListErrorCode.LOST_CHARACTERS]


@pytest.mark.parametrize(
    ("names", "codec", "encoding"),
    [
        ("Müller Anna", "latin-1", "windows-1252"),
        ("Müller Jürgen\nJosé Núñez\nÅsa Sjöberg", "cp1252", "windows-1252"),
        ("Niccolò Paganini", "cp1252", "windows-1252"),
        ("Nguyễn Văn Ánh\nĐặng Thị Bưởi\nTrần Quốc Việt", "cp1258", "windows-1258"),
    ],
)
def test_western_and_vietnamese_files_of_an_older_spreadsheet(names: str, codec: str, encoding: str) -> None:
    spread = names if codec != "cp1258" else as_windows_1258(names)
    report = read(("Name;Fed\n" + "".join(f"{item};GER\n" for item in spread.split("\n"))).encode(codec))
    assert (report.encoding, report.problems) == (encoding, ())
    assert [row.name for row in usable(report)] == names.split("\n")


@pytest.mark.parametrize(
    ("names", "codec", "encoding"),
    [
        ("Dvořák Jiří\nŠťastný Tomáš\nNěmcová Květa", "cp1250", "windows-1250"),
        ("Wiśniewski Michał\nŻak Łukasz", "cp1250", "windows-1250"),
        ("Szőke Gergő\nKovács Éva", "cp1250", "windows-1250"),
        ("Петров Иван\nКузнецова Ольга\nЩукин Ёж", "cp1251", "windows-1251"),
        ("Güneş Ayşe\nÇağlar İbrahim\nYıldız Özgür", "cp1254", "windows-1254"),
        ("山下敬吾\n芝野虎丸\n井山裕太", "cp932", "shift-jis"),
        ("タナカケンジ\nさとうはな", "cp932", "shift-jis"),
        ("Simões Tomé\nCamões Luís", "cp1252", "windows-1252"),
    ],
)
def test_lists_of_other_code_pages(names: str, codec: str, encoding: str) -> None:
    report = read(("Name;Fed\n" + "".join(f"{n};GER\n" for n in names.split("\n"))).encode(codec))
    assert (report.encoding, report.problems) == (encoding, ())
    assert [row.native_name or row.name for row in usable(report)] == names.split("\n")
    first = names.partition("\n")[0]
    chosen = read(f"Name;Fed\n{first};GER\n".encode(codec), encoding=encoding)
    assert [row.native_name or row.name for row in usable(chosen)] == [first]


def test_a_list_in_hangul_is_read_and_doubted() -> None:
    report = read("Name;Fed\n홍길동;GER\n김지석;GER\n신진서;GER\n".encode("cp949"))
    assert report.encoding == "euc-kr"
    assert codes(report.problems) == [ListErrorCode.ENCODING_DOUBTFUL]
    assert [row.native_name or row.name for row in usable(report)] == ["홍길동", "김지석", "신진서"]


def test_what_may_be_turkish_or_icelandic_is_doubted() -> None:
    report = read("Name;Fed\nOğuz Ali;GER\n".encode("cp1254"))
    assert ListErrorCode.ENCODING_DOUBTFUL in codes(report.problems)


def as_windows_1258(text: str) -> str:
    """Vowels composed, tones apart: what the code page holds."""
    tones = "\u0300\u0301\u0303\u0309\u0323"
    spread = unicodedata.normalize("NFD", text)
    return "".join(
        unicodedata.normalize("NFC", "".join(c for c in matches if c not in tones))
        + "".join(filter(tones.__contains__, matches))
        for matches in re.findall(r".[\u0300-\u036f]*|\n", spread)
    )


def test_bytes_that_look_like_no_language_are_doubted() -> None:
    report = read(b"Name;Fed\n\xa1\xbf\xb6\xd7ab\xf7;GER\n")
    assert ListErrorCode.ENCODING_DOUBTFUL in codes(report.problems)
    assert report.problems[0].severity is not Severity.ERROR


# shapes


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends(delimiter: str, newline: str) -> None:
    lines = [["Name", "Fed"], ['"Ng, Jun; Yang"', "SGP"], ["Lam Ka Yan", "HKG"]]
    report = read(newline.join(delimiter.join(line) for line in lines))
    assert report.delimiter == delimiter
    assert [(row.name, row.federation, row.line) for row in report.rows] == [
        ("Ng Jun; Yang", "SGP", 2),
        ("Lam Ka Yan", "HKG", 3),
    ]


def test_excels_separator_line_and_blank_lines_are_skipped() -> None:
    report = read("\n\nsep=;\nname;fed\n\n;;\nLi;CHN\n")
    assert [(row.name, row.line) for row in report.rows] == [("Li", 7)]
    assert report.problems == ()


def test_every_column_in_either_language() -> None:
    english = (
        "Name,Native_Name,Federation,Team,Group,Rating,Categories,Birth year,Gender,Club\n"
        "Li  Wei , 李偉,chn,CHN 1,2,2350,NCNV; women,1990,F,Beijing\n"
    )
    chinese = (
        "英文名,中文名,协会,队,组,等级分,类别,出生年,性别,俱乐部\n"
        "Li Wei,李偉,CHN,CHN 1,２,2350,ncnv、women,1990,女,Beijing\n"
    )
    expected = PersonRow(
        line=2,
        name="Li Wei",
        native_name="李偉",
        federation="CHN",
        team="CHN 1",
        group=2,
        rating=2350,
        categories=("ncnv", "women"),
        birth_year=1990,
        gender="f",
        club="Beijing",
    )
    assert only_row(english) == expected
    assert only_row(chinese) == expected


@pytest.mark.parametrize("heading", ["Name,姓名", "姓名,英文名", "姓名,name"])
def test_a_chinese_name_beside_a_latin_one_is_the_native_name(heading: str) -> None:
    latin_first = heading.startswith("Name")
    row = only_row(f"{heading}\n" + ("Hong Zhi,洪智" if latin_first else "洪智,Hong Zhi"), federations=None)
    assert (row.name, row.native_name) == ("Hong Zhi", "洪智")


def test_a_federation_may_be_written_by_name() -> None:
    row = only_row("姓名,协会\n赖理兄,越南\n", federation_names={"越南": "VIE"})
    assert (row.federation, row.problems) == ("VIE", ())


def test_names_are_normalised_to_one_form() -> None:
    decomposed = "Nguye\u0302\u0303n Thành Bảo"
    assert only_row(f"name\n{decomposed}\n", federations=None).name == "Nguyễn Thành Bảo"


@pytest.mark.parametrize("cell", ["=cmd|' /C calc'!A0", "+1+1", "-2", "@SUM(A1)", "=HYPERLINK(1)"])
def test_a_cell_that_looks_like_a_formula_is_text(cell: str) -> None:
    row = only_row(f"name\n{cell}\n", federations=None)
    assert (row.name, row.problems) == (cell, ())


# faults of the file


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf", b",,\n"])
def test_an_empty_file(data: bytes) -> None:
    report = read(data)
    assert codes(report.problems) == [ListErrorCode.EMPTY]
    assert report.rows == ()


def test_only_a_heading() -> None:
    assert codes(read("name,fed\n").problems) == [ListErrorCode.ONLY_HEADER]


def test_no_name_column_names_what_was_found() -> None:
    report = read("alias,fed\nLi,CHN\n")
    missing = next(f for f in report.problems if f.code is ListErrorCode.NO_NAMES)
    assert (missing.params, missing.place.line) == ({"found": "alias, fed"}, 1)
    assert usable(report) == []
    assert report.rows == ()


def test_columns_that_are_unknown_or_there_twice_are_named_and_left_out() -> None:
    report = read("name,shoe size,fed,country\nLi,44,CHN,VIE\n")
    assert [(f.code, f.place.text) for f in report.problems] == [
        (ListErrorCode.COLUMN_UNKNOWN, "shoe size"),
        (ListErrorCode.COLUMN_TWICE, "country"),
    ]
    assert report.rows[0].federation == "CHN"
    assert report.columns == {"name": "name", "federation": "fed"}


def test_too_large_a_file_is_not_read() -> None:
    report = read(b"name\n" + b"x" * MOST_BYTES)
    assert [(f.code, f.params) for f in report.problems] == [
        (ListErrorCode.TOO_LARGE, {"bytes": MOST_BYTES + 5, "most": MOST_BYTES})
    ]


@pytest.mark.slow
def test_of_too_many_rows_the_first_are_read() -> None:
    text = "name\n" + "".join(f"P{n}\n" for n in range(MOST_ROWS + 5))
    report = read(text, federations=None)
    assert len(report.rows) == MOST_ROWS
    assert [(f.code, f.place.line) for f in report.problems] == [(ListErrorCode.TOO_MANY_ROWS, MOST_ROWS + 2)]


@pytest.mark.slow
def test_five_thousand_rows() -> None:
    text = "姓名,协会\n" + "".join(f"棋手{n},CHN\n" for n in range(5000))
    report = read(text.encode("gb18030"))
    assert (len(usable(report)), report.rows[-1].line, report.problems) == (5000, 5001, ())


def test_too_many_columns() -> None:
    report = read("name" + ",x" * 300 + "\nLi\n", federations=None)
    first = report.problems[0]
    assert (first.code, first.params) == (ListErrorCode.TOO_MANY_COLUMNS, {"columns": 301, "most": 200})
    assert usable(report)[0].name == "Li"


# faults of a row


@pytest.mark.parametrize(
    ("cells", "code", "params", "text"),
    [
        ({"name": "", "fed": "CHN"}, ListErrorCode.MISSING, {"column": "name"}, None),
        ({"fed": "XXX"}, ListErrorCode.FEDERATION_UNKNOWN, {"column": "federation"}, "XXX"),
        ({"name": "x" * 81}, ListErrorCode.TOO_LONG, {"column": "name", "length": 81, "most": 80}, "x" * 81),
        (
            {"native_name": "王" * 41},
            ListErrorCode.TOO_LONG,
            {"column": "native_name", "length": 41, "most": 40},
            "王" * 41,
        ),
        (
            {"rating": "strong"},
            ListErrorCode.NOT_A_NUMBER,
            {"column": "rating", "least": 0, "most": 10000},
            "strong",
        ),
        (
            {"rating": "1e3"},
            ListErrorCode.NOT_A_NUMBER,
            {"column": "rating", "least": 0, "most": 10000},
            "1e3",
        ),
        (
            {"birth_year": "90"},
            ListErrorCode.NOT_A_NUMBER,
            {"column": "birth_year", "least": 1900, "most": 2100},
            "90",
        ),
        (
            {"birth_year": "1850"},
            ListErrorCode.NOT_A_NUMBER,
            {"column": "birth_year", "least": 1900, "most": 2100},
            "1850",
        ),
        ({"group": "3"}, ListErrorCode.GROUP_UNKNOWN, {"column": "group"}, "3"),
        ({"gender": "x"}, ListErrorCode.GENDER_UNKNOWN, {"column": "gender"}, "x"),
        (
            {"categories": "c" * 21},
            ListErrorCode.TOO_LONG,
            {"column": "categories", "length": 21, "most": 20},
            "c" * 21,
        ),
    ],
)
def test_a_fault_names_line_column_and_text(
    cells: dict[str, str], code: ListErrorCode, params: dict[str, object], text: str | None
) -> None:
    row = {"name": "Li", "fed": "CHN"} | cells
    report = read(",".join(row) + "\n" + ",".join(row.values()) + "\nNext,CHN\n")
    (fault,) = report.rows[0].problems
    assert (fault.code, fault.params, fault.place.line) == (code, params, 2)
    assert text is None or fault.place.text == text
    assert report.rows[0].is_usable is (fault.severity is not Severity.ERROR)
    assert report.rows[1].name == "Next"


def test_all_faults_of_a_row_are_collected() -> None:
    row = only_row("name,fed,group,rating,gender\n,XXX,9,many,x\n")
    assert codes(row.problems) == [
        ListErrorCode.MISSING,
        ListErrorCode.FEDERATION_UNKNOWN,
        ListErrorCode.GROUP_UNKNOWN,
        ListErrorCode.NOT_A_NUMBER,
        ListErrorCode.GENDER_UNKNOWN,
    ]


def test_a_duplicate_names_the_first_line_in_any_spelling() -> None:
    report = read("name,fed\nLi Wei,CHN\nLI  wei,CHN\nLi Wei,VIE\nＬｉ Wei,CHN\n")
    assert [codes(row.problems) for row in report.rows] == [
        [],
        [ListErrorCode.DUPLICATE],
        [],
        [ListErrorCode.SAME_ROW],
    ]
    assert report.rows[3].problems[0].params == {"first_line": 2}


def test_nul_bytes_and_text_that_turns_round_are_taken_out_with_a_warning() -> None:
    row = only_row("name,fed\nL\0i\u202e Wei,CHN\n")
    assert (row.name, codes(row.problems), row.is_usable) == (
        "Li Wei",
        [ListErrorCode.CONTROL_CHARACTERS],
        True,
    )


def test_a_quotation_mark_without_a_partner_spoils_its_own_line_only() -> None:
    report = read('name,fed\n"Ng,SGP\nLam "Ace" Ka Yan,HKG\n"Two\nLines",TPE\n"end,CHN')
    assert [(row.line, row.name, codes(row.problems)) for row in report.rows] == [
        (2, '"Ng', [ListErrorCode.UNBALANCED_QUOTE]),
        (3, 'Lam "Ace" Ka Yan', []),
        (4, "Two Lines", []),
        (6, '"end', [ListErrorCode.UNBALANCED_QUOTE]),
    ]


def test_more_cells_than_columns() -> None:
    report = read("name,fed\nNg, Jun,SGP\nLi,CHN,,\n")
    assert [codes(row.problems) for row in report.rows] == [
        [ListErrorCode.EXTRA_CELLS, ListErrorCode.FEDERATION_UNKNOWN],
        [],
    ]


def test_fewer_cells_than_columns_are_empty() -> None:
    assert only_row("name,club,rating\nLi\n", federations=None) == PersonRow(line=2, name="Li")


@pytest.mark.slow
@given(st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda t: ("name,fed\n" + t).encode())))
def test_any_bytes_give_a_report(data: bytes) -> None:
    report = read(data)
    assert report.rows or report.problems
    lines = [row.line for row in report.rows]
    assert lines == sorted(set(lines))
    assert all(row.name and row.federation in {"", *CODES} for row in usable(report))


@given(
    st.lists(st.text("王李張劉陳吳尤林", min_size=2, max_size=3), min_size=1, max_size=6, unique=True),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from(",;\t"),
)
def test_what_was_written_is_read(names: list[str], codec: str, delimiter: str) -> None:
    text = "".join(f'"{name}"{delimiter}CHN\n' for name in names)
    report = read(f"姓名{delimiter}协会\n{text}".encode(codec))
    assert [row.name for row in usable(report)] == names


def test_what_go_federations_ask_besides() -> None:
    row = only_row(
        "Last name,First name,Fed,Grade,Declared grade,PIN,Licence,AGA no.\n"
        "Le Flochmoen,Yann,FRA,2k,1 dan,12345678,7654321,\n",
        federations=None,
    )
    assert (row.name, row.given_name, row.grade, row.declared_grade) == (
        "Le Flochmoen Yann",
        "Yann",
        "2k",
        "1d",
    )
    assert (row.egf_pin, row.ffg_licence, row.aga_id) == ("12345678", "7654321", "")


FEET = """Total: 36 players/TOTAL/Players: 36/36 players/合计：36人/共36人/总人数：36
Tổng cộng: 36 kỳ thủ/36 kỳ thủ/Gesamt: 36 Teilnehmer/Page 1 of 2/第 1 页 共 2 页/Number of players: 36"""


@pytest.mark.parametrize("foot", re.split("[/\n]", FEET))
def test_a_line_that_counts_the_list_is_no_player(foot: str) -> None:
    report = read(f"Name,Rating\nHong Zhi,2500\n{foot},\n".encode())
    assert [row.name for row in report.rows if row.is_usable] == ["Hong Zhi"]
    assert [fault.code for fault in report.rows[1].problems] == ["no-player"]


@pytest.mark.parametrize(
    "name", ["Page Mary", "Sum Ting", "共田一", "Count Basie", "Cộng Văn A", "人見", "棋手7", "Player 7"]
)
def test_names_that_look_like_such_words_are_players(name: str) -> None:
    [row] = read(f"Name,Rating\n{name},2500\n".encode()).rows
    assert row.is_usable

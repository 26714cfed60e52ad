"""Lists that come out of the forms of Google, Microsoft and 问卷星, and columns that say nothing."""

from __future__ import annotations

import pytest

from tests.tournaments.exchange.reading import read, usable
from tournaments.exchange.faults import ListErrorCode
from tournaments.exchange.headings import heading_field
from tournaments.exchange.problems import Severity

HEADINGS = {
    "name": (
        "What is your full name? | Your full name | Full name (as in passport) | Full name as in passport | "
        "Please enter your name | Player's name | 1. Name | Name of player | Họ và tên của bạn là gì? | "
        "Câu 1: Họ và tên | Vui lòng nhập họ tên | 1、个人信息：姓名 | 报名信息 [姓名]"
    ),
    "chinese_name": (
        "1、您的姓名： | 3.姓名 | Q1_姓名 | 一、姓名 | （一）姓名 | 第1题 姓名 | "
        "请填写您的真实姓名 | 请问您的姓名是？ | 您叫什么名字？ | 姓名（必填） | 学生姓名"
    ),
    "latin_name": "姓名（拼音） | 姓名(英文) | 您的英文名/拼音 | Your name in Latin letters",
    "native_name": "Name in Chinese (if any) | Your name in Chinese characters | 姓名（中文）",
    "federation": (
        "Which country do you represent? | Which federation do you play for? | Country / Federation | "
        "Federation you represent | 5、请选择您的国籍 | 您来自哪个国家/地区？ | 您代表的协会 | "
        "Quốc gia/Lãnh thổ | Q2. Federation"
    ),
    "gender": "2、您的性别： | Your gender * | Giới tính của bạn",
    "birth_year": (
        "3、您的出生年月 | Date of birth (DD/MM/YYYY) | What is your date of birth? | Bạn sinh năm nào? | "
        "Năm sinh của bạn"
    ),
    "club": "4、您所在的单位/学校 | Which club do you belong to? | Club you play for | Bạn thuộc đơn vị nào?",
    "rating": "Your rating (if any) | Xiangqi rating | 您的等级分是多少？",
    "grade": "您的段位（必填） | What is your rank/grade? | 8.您的最高段位",
    "skip": (
        "Timestamp | 时间戳记 | Dấu thời gian | Email Address | Your e-mail address | Start time | "
        "Completion time | 序号 | 提交答卷时间 | 所用时间 | 来源 | 来源详情 | 来自IP | 总分 | 6、联系电话 | "
        "7、您的身份证号码 | 您的手机号码 | Số điện thoại | Submission Date"
    ),
    "": (
        "Parent's name | 家长姓名 | 紧急联系人姓名 | 您的教练姓名 | Do you need a hotel room? | "
        "您是否需要住宿？ | Dietary requirements | 2020 rating"
    ),
}


@pytest.mark.parametrize(("name", "headings"), HEADINGS.items())
def test_a_question_is_read_as_what_it_asks(name: str, headings: str) -> None:
    texts = [text.strip() for text in headings.split(" | ")]
    assert {text: heading_field(text) for text in texts} == dict.fromkeys(texts, name)


def test_an_export_of_a_chinese_form() -> None:
    text = (
        "序号,提交答卷时间,所用时间,来源,来源详情,来自IP,1、您的姓名：,2、您的性别：,3、您的出生年月,"
        "4、您所在的单位/学校,5、您代表的协会,6、联系电话,总分\n"
        "1,2026/11/1 9:03:22,103秒,微信,N/A,1.2.3.4(四川),王天一,男,1989-04,北京威凯,中国,13800000000,0\n"
        "2,2026/11/1 9:05:00,88秒,微信,N/A,1.2.3.5(香港-香港),黃學謙,男,1984-01,,香港,13900000000,0\n"
    )
    report = read(text, federation_names={"中国": "CHN", "香港": "HKG"})
    assert report.problems == ()
    rows = [(row.name, row.gender, row.birth_year, row.club, row.federation) for row in usable(report)]
    assert rows == [("王天一", "m", 1989, "北京威凯", "CHN"), ("黃學謙", "m", 1984, "", "HKG")]


def test_an_export_of_an_english_form() -> None:
    text = (
        "Timestamp,Email Address,What is your full name? (as in passport),Name in Chinese (if any),"
        "Which country do you represent?,Date of birth (DD/MM/YYYY),Your rating (if any)\n"
        "11/2/2026 10:11:12,li@example.org,Li Wei,李伟,Hong Kong,02/03/1999,2210\n"
    )
    report = read(text, federation_names={"hong kong": "HKG"})
    assert report.problems == ()
    (row,) = usable(report)
    assert (row.name, row.native_name, row.federation, row.rating) == ("Li Wei", "李伟", "HKG", 2210)


def test_a_column_without_a_heading_is_not_left_out_without_a_word() -> None:
    report = read("name,,rating,\nLi Wei,CHN,2400,\nWang Yi,VIE,2300,\n")
    (fault,) = report.problems
    assert (fault.code, fault.params, fault.place.text) == (
        ListErrorCode.COLUMN_UNTITLED,
        {"number": 2},
        "CHN, VIE",
    )
    assert fault.severity is not Severity.ERROR
    # Whatever row its first value stands in.
    late = read("name,\n" + "".join(f"Li {n},\n" for n in range(150)) + "Wang,CHN\n")
    assert [fault.code for fault in late.problems] == [ListErrorCode.COLUMN_UNTITLED]
    # Somebody has said what it is, or that it is nothing.
    assert read("name,,rating\nLi Wei,CHN,2400\n", columns=["name", "federation", "rating"]).problems == ()
    assert read("name,,rating\nLi Wei,CHN,2400\n", columns=["name", "skip", "rating"]).problems == ()

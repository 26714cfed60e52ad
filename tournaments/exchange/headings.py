"""The headings that lists of players have, in English, Chinese and Vietnamese, and which field each names.

*field*   a part of `people.PersonRow`, one of `FIELDS`; `SKIP` for a column that lists usually have and that
          nobody reads here: a running number, a phone number, a note.
*key*     a heading as it is compared: no accents, no brackets, no stars, Chinese characters closed up.
*shape*   of a list: a digest of its headings, by which a list of the same kind is known again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256

SKIP = "skip"
# What a column can be read as, in the order in which they are offered.
FIELDS = (
    *("name", "surname", "first_name", "native_name", "federation", "province", "native_province"),
    *(
        "club",
        "native_club",
        "team",
        "title",
        "grade",
        "declared_grade",
        "rating",
        "birth_year",
        "gender",
        "categories",
        "group",
        *("egf_pin", "ffg_licence", "aga_id"),
    ),
)
# Without a column of one of these there is nobody in a list.
NAMES = frozenset({"name", "surname", "first_name", "native_name"})

# What stands above the columns of lists that people send; `key_of` of each is compared.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    field: tuple(word.strip() for word in words.split("|"))
    for field, words in {
        "latin_name": (
            "latin name | english name | romanised name | romanized name | pinyin | name in english | "
            "英文名 | 英文姓名 | 英文名字 | 拉丁名 | 拼音 | 拼音名 | 姓名拼音 | 罗马拼音 | 羅馬拼音 | "
            "汉语拼音 | 漢語拼音 | 姓名汉语拼音 | 姓名漢語拼音 | 姓名英文 | 英文 | 名字拼音 | 名字英文 | "
            "name english | name latin | name pinyin | name in latin letters | name in pinyin | "
            "full name english | full name latin | full name in english | full name in pinyin | "
            "full name in latin letters | english full name | passport name | "
            "tên tiếng anh | họ tên tiếng anh | họ và tên tiếng anh | họ và tên không dấu"
        ),
        "name": (
            "name | names | full name | player | players | player name | name of player | participant | "
            "competitor | họ tên | họ và tên | tên kỳ thủ | kỳ thủ | vận động viên | vđv | họ tên vđv | "
            "họ và tên vđv | tên đấu thủ | đấu thủ"
        ),
        "surname": (
            "surname | last name | family name | lastname | nachname | họ | họ và tên đệm | họ đệm | "
            "họ lót | 姓 | 姓氏"
        ),
        "first_name": (
            "first name | firstname | given name | given names | given | forename | vorname | tên | "
            "名 | first and middle name | first names"
        ),
        "chinese_name": (
            "姓名 | 名字 | 棋手 | 棋手姓名 | 选手 | 選手 | 选手姓名 | 選手姓名 | 运动员 | 運動員 | "
            "运动员姓名 | 運動員姓名 | 参赛选手 | 參賽選手 | 参赛者 | 參賽者 | 队员 | 隊員 | 队员姓名 | "
            "隊員姓名 | 参赛棋手 | 參賽棋手 | 参赛姓名 | 參賽姓名 | "
            "真实姓名 | 真實姓名 | 参赛者姓名 | 參賽者姓名 | 参赛选手姓名 | 參賽選手姓名 | 学生姓名 | "
            "學生姓名 | 学员姓名 | 學員姓名 | 报名人姓名 | 報名人姓名"
        ),
        "native_name": (
            "native name | chinese name | name in chinese | local name | original name | hanzi | "
            "中文名 | 中文姓名 | 中文名字 | 姓名中文 | 姓名汉字 | 姓名漢字 | 名字中文 | 本名 | 汉字 | 漢字 | "
            "name chinese | full name chinese | full name in chinese | name in chinese characters | "
            "full name in chinese characters | chinese full name | tên chữ hán | tên tiếng trung | "
            "tên gốc | tên tiếng hoa"
        ),
        "federation": (
            "federation | fed | feder | country | nation | noc | nat | nationality | association | "
            "liên đoàn | quốc gia | nước | quốc tịch | ioc | country code | 协会 | 協會 | 地区 | 地區 | "
            "国家 | 國家 | 国家地区 | 國家地區 | 国籍 | 國籍 | 国别 | 國別 | 所属协会 | 所屬協會 | "
            "会员国 | 會員國 | 国家或地区 | 國家或地區 | 国家与地区 | 国家和地区 | 代表国家 | 代表國家 | "
            "所在国家 | 所在國家 | 代表协会 | 代表協會 | country or region | country or territory | "
            "country or federation | federation or country | country of representation | "
            "national federation | quốc gia lãnh thổ | quốc gia vùng lãnh thổ"
        ),
        "province": (
            "province | state | region | province or region | prefecture | tỉnh | tỉnh thành | "
            "thành phố | tỉnh thành phố | địa phương | 省份 | 省 | 省市 | 省区 | 省區 | 籍贯 | 籍貫 | "
            "省级 | 地方 | 省市自治区 | 省自治区直辖市 | 县市 | 縣市 | 所在地"
        ),
        "native_province": "native province | province in chinese | native name of the province",
        "native_club": "native club | club in chinese | native name of the club",
        "club": (
            "club | club city | clubs | organisation | organization | institution | school | unit | "
            "câu lạc bộ | clb | đơn vị | tên đơn vị | trường | 俱乐部 | 俱樂部 | 棋社 | 棋院 | 单位 | "
            "單位 | 所属单位 | 所屬單位 | 所在单位 | 所在單位 | 工作单位 | 工作單位 | 学校 | 學校 | "
            "道场 | 道場 | 会员单位"
        ),
        "team": (
            "team | team name | delegation | 队 | 隊 | 队伍 | 隊伍 | 队名 | 隊名 | 代表队 | 代表隊 | "
            "参赛队 | 參賽隊 | 参赛单位 | 參賽單位 | 代表单位 | 代表單位 | 团体 | 團體 | 所属队 | đội | "
            "tên đội | đoàn | đoàn thể | đội tuyển"
        ),
        "title": (
            "title | titles | tit | ttl | 等级称号 | 等級稱號 | 称号 | 稱號 | 技术等级称号 | 棋手称号 | "
            "运动等级 | 運動等級 | 技术等级 | 技術等級 | 运动员等级 | 運動員等級 | 头衔 | 頭銜 | "
            "大师称号 | danh hiệu | đẳng cấp vđv | đẳng cấp | cấp bậc"
        ),
        "grade": (
            "grade | rank | dan | dan kyu | kyu | level | strength | 段位 | 级位 | 級位 | 段级位 | "
            "段級位 | 段级 | 段級 | 棋力 | 业余段位 | 業餘段位 | 职业段位 | 職業段位 | 等级 | 等級 | "
            "段 | 级别 | 級別 | đẳng | cấp | đẳng cấp cờ vây | trình độ"
        ),
        "declared_grade": (
            "declared grade | declared rank | claimed grade | claimed rank | declared level | 申报段位 | "
            "申報段位 | 自报段位 | 自報段位 | đẳng khai báo | đẳng tự khai"
        ),
        "egf_pin": (
            "egf pin | egd pin | pin | egf number | egf no | egf id | pin egf | pin egd | mã egf | "
            "egf编号 | egf編號 | 欧围联编号 | 歐圍聯編號"
        ),
        "ffg_licence": (
            "ffg licence | ffg license | ffg number | licence | license | licence ffg | numéro de licence | "
            "mã ffg | ffg编号 | ffg編號 | 法围联编号 | 法圍聯編號"
        ),
        "aga_id": (
            "aga id | aga number | aga no | aga | mã aga | aga编号 | aga編號 | 美围联编号 | 美圍聯編號"
        ),
        "rating": (
            "rating | rtg | elo | rat | ratg | elo rating | rtgi | rtgn | rtg nat | rtg int | irtg | "
            "nrtg | fide rating | wxf rating | gor | gor rating | 等级分 | 等級分 | 积分等级 | elo分 | "
            "棋力分 | 国际等级分 | 國際等級分 | rating分 | hệ số | hệ số elo | điểm elo | "
            "elo quốc gia"
        ),
        "group": (
            "lots group | draw group | 签组 | 籤組 | 抽签组 | 抽籤組 | nhóm bốc thăm | group | 组 | 組"
        ),
        "group_or_section": (
            "section | event | 组别 | 組別 | 分组 | 分組 | 参赛组别 | 參賽組別 | 项目 | 項目 | nhóm | "
            "bảng | nội dung | nội dung thi đấu"
        ),
        "categories": (
            "categories | category | age group | cat | typ | 类别 | 類別 | 年龄组 | 年齡組 | hạng mục | "
            "lứa tuổi | nhóm tuổi"
        ),
        "birth_year": (
            "birth year | year of birth | year | born | yob | birth | birthday | birthdate | birth date | "
            "geburtsjahr | jahrgang | dob | date of birth | b day | bday | geb | năm sinh | ngày sinh | "
            "ngày tháng năm sinh | "
            "sinh | sinh ngày | sinh năm | 出生年 | 出生年份 | 生年 | 出生年月 | 出生年月日 | 出生日期 | "
            "生日 | 出生"
        ),
        "gender": "gender | sex | m/f | 性别 | 性別 | giới tính | phái | nam/nữ | 男/女",
        SKIP: (
            "no | nr | number | sno | s no | start no | starting no | sn | sr no | serial no | seq | "
            "# | id | fide id | fideid | id no | wxf | wxf id | wxfid | ident number | "
            "idno | code | mã | mã số | mã vđv | board | board no | bd | bàn | 台次 | 台号 | 台號 | "
            "桌号 | 桌號 | rk | pts | points | place | seed | stt | số thứ tự | tt | số | 序号 | 序號 | "
            "编号 | 編號 | 号码 | 號碼 | 序 | 参赛号 | 參賽號 | 注册号 | 註冊號 | 证号 | 證號 | "
            "身份证号 | 身份證號 | 证件号 | 身份证 | 身份證 | 证件号码 | 注册证号 | 会员号 | 會員號 | "
            "note | notes | remark | remarks | comment | comments | ghi chú | 备注 | 備註 | 说明 | "
            "說明 | phone | telephone | tel | mobile | email | e-mail | mail | địa chỉ | điện thoại | "
            "sđt | 电话 | 電話 | 手机 | 手機 | 联系方式 | 聯絡方式 | 联系电话 | 聯絡電話 | 邮箱 | "
            "地址 | 年龄 | 年齡 | age | tuổi | paid | fee | line | reason | why | 行 | 原因 | 理由 | dòng | "
            "lý do | timestamp | time stamp | submission date | submission time | submitted at | "
            "submission id | response id | respondent id | collector id | start time | completion time | "
            "last modified time | start date | end date | email address | e mail address | username | "
            "user name | score | total points | quiz feedback | ip | ip address | language | network id | "
            "phone number | mobile number | contact number | whatsapp | wechat | zalo | facebook | address | "
            "时间戳 | 时间戳记 | 時間戳記 | 時間戳 | 提交时间 | 提交時間 | 提交答卷时间 | 提交答卷時間 | "
            "开始答题时间 | 结束答题时间 | 開始答題時間 | 結束答題時間 | 答题时长 | 答題時長 | 所用时间 | "
            "所用時間 | 填写时间 | 填寫時間 | 填表时间 | 开始时间 | 完成时间 | 上次修改时间 | 修改时间 | "
            "来源 | 來源 | 来源详情 | 來源詳情 | 来自ip | 來自ip | 总分 | 總分 | 分数 | 分數 | 答题渠道 | "
            "地理位置 | 填写设备 | 用户类型 | 提交人 | 提交者 | 填写人 | 昵称 | 微信 | 微信号 | 微信昵称 | "
            "电子邮件地址 | 電子郵件地址 | 电子邮件 | 電子郵件 | 电子邮箱 | 電子郵箱 | 邮箱地址 | 手机号 | "
            "手機號 | 手机号码 | 手機號碼 | 电话号码 | 電話號碼 | 身份证号码 | 身份證號碼 | 通讯地址 | "
            "联系地址 | dấu thời gian | địa chỉ email | thời gian gửi | thời gian bắt đầu | "
            "thời gian hoàn thành | số điện thoại | số đt | cccd | cmnd | điểm số | "
            "领队 | 領隊 | 教练 | 教練 | coach | captain | hlv | huấn luyện viên | 签名 | "
            "簽名 | signature | ký tên | 报到 | 報到 | 民族 | ethnicity | withdrawn after | absences | "
            "rating lists | k | games | passport | passport no | 护照号 | 護照號"
        ),
    }.items()
}

# Forms number their questions: `1、`, `Q1_`, `（一）`, `Câu 2:`.
_NUMBER = re.compile(
    r"^\s*+[(（【]?(?:q|question|câu(?: hỏi)?|第)?\s*+(?:\d{1,3}(?!\d)|[一二三四五六七八九十]{1,3})"
    r"\s*(?:题|題)?\s*[)）】]?[.、．:：,，_\s-]+|^q\d{1,3}_?"
)
# Forms put this around the word: `请填写您的…`, `What is your …?`, `… của bạn là gì?`.
_AROUND = tuple(
    map(
        re.compile,
        (
            # in Chinese
            r"^(?:请问|請問|请|請)?(?:您|你)?(?:填写|填寫|输入|輸入|选择|選擇|提供|留下)?(?:一下)?"
            r"(?:您|你|参赛者|參賽者|参赛选手|參賽選手|选手|選手|棋手|运动员|運動員|队员|隊員|学员|學員|"
            r"学生|學生|本人|报名者|報名者|报名人|報名人)?(?:目前|现在|現在)?(?:叫|参加|參加)?"
            r"(?:的|所在的?|所属的?|所屬的?|来自的?|來自的?|代表的?)?(?:哪个|哪個|哪一个|哪|什么|什麼)?"
            r"(?:真实|真實|完整|参赛|參賽|最高)?",
            r"(?:是|为|為)?(?:什么|什麼|多少|哪个|哪個|哪里|哪裡)?(?:呢|吗|嗎)?"
            r"(?:必填|选填|選填|填空|单选|單選)?$",
            # in English
            r"^(?:please )?(?:(?:what is|what s|whats|which|what|enter|write|type|state|give|provide|select|"
            r"choose|indicate|fill in|confirm) )?(?:the )?(?:(?:your|player s|participant s|competitor s|"
            r"applicant s|my) )?(?:(?:current|official|legal|complete|xiangqi|weiqi|go|baduk|chess|"
            r"chinese chess) )?",
            r" (?:as (?:in|on|per|shown|written|printed|it appears|stated)\b(?s:.*)|"
            r"(?:that |which )?(?:do|will) you \w(?s:.*)|"
            r"(?:that )?you (?:represent|play for|belong to|come from)|"
            r"are you \w(?s:.*)|if (?:any|known|applicable|available|you have)(?s:.*)|"
            r"in (?:capital|block|english)(?: \w+)?|required|optional|"
            r"of (?:the )?(?:player|participant|competitor|applicant))$",
            # in Vietnamese
            r"^(?:(?:vui long|xin|hay) )?(?:(?:nhap|dien|ghi|cho biet|chon) )?(?:ro )?"
            r"(?:ban (?:(?:thuoc|den tu|dai dien(?: cho)?|thi dau cho|la nguoi) )?)?",
            r" (?:cua (?:ban|vdv|ky thu|anh chi|em|con|dau thu|van dong vien|thi sinh|nguoi choi)|"
            r"la gi|la bao nhieu|bao nhieu|nao|gi|bat buoc)$",
        ),
    )
)
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|【[^【】]*】")
_NOISE = re.compile(r"[_*:.\s\-/\\|,;、·'\"?!]+")
_HAN = "\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_BETWEEN_HAN = re.compile(rf"(?<=[{_HAN}]) (?=[{_HAN}])")
_SCRIPTS = re.compile(rf"[{_HAN}](?:[{_HAN} ]*[{_HAN}])?|[^{_HAN} ](?:[^{_HAN}]*[^{_HAN} ])?")
_LETTERS = str.maketrans({"đ": "d", "ø": "o", "ł": "l"})


def heading_key(cell: str) -> str:
    """A heading as it is compared."""
    return _key(_BRACKETED.sub(" ", unicodedata.normalize("NFKC", cell[:200]).casefold()))


def _key(plain: str) -> str:
    spread = unicodedata.normalize("NFD", plain).translate(_LETTERS)
    bare = "".join(c for c in spread if not unicodedata.combining(c))
    words = " ".join(_NOISE.sub(" ", unicodedata.normalize("NFC", bare)).split())
    return _BETWEEN_HAN.sub("", words) or plain.strip()


_FIELD_OF = {heading_key(heading): name for name, headings in HEADINGS.items() for heading in headings}


@lru_cache(maxsize=4_000)
def heading_field(cell: str) -> str:
    """Return the key of `HEADINGS` that a heading names; empty for one that nobody knows."""
    plain = unicodedata.normalize("NFKC", cell[:200]).casefold()
    # A name in brackets may say in which script; what else stands there says nothing.
    for text in (re.sub(r"[()\[\]【】]", " ", plain), _BRACKETED.sub(" ", plain)):
        if name := _field_key(text):
            return name
    # In two languages: one in brackets, behind a stroke or simply beside the other.
    halves = re.split(r"[/|()\[\]\n—:]|\s[-–]\s", _NUMBER.sub("", plain))
    parts = [part for half in halves for part in (half, *_SCRIPTS.findall(half))]
    fields_named = [name for part in parts if (name := _field_key(part))]
    if {"name", "latin_name", "chinese_name"} & {*fields_named}:
        return next((field for field in fields_named if field == "latin_name"), "name")
    return next((field for field in fields_named if field != SKIP), fields_named[0] if fields_named else "")


def _field_key(text: str) -> str:
    """The key of `HEADINGS` that a text names as it stands, or within the question of a form."""
    keys = [_key(text), _key(_NUMBER.sub("", text))]
    for key in keys:
        if key in _FIELD_OF:
            return _FIELD_OF[key]
        shorter = (pattern.sub("", key, count=1) for pattern in _AROUND)
        keys += [bare for bare in shorter if bare and bare not in keys]
    return ""


def known_headings(cells: Sequence[str]) -> int:
    """How many different headings that are known stand in a row of cells; a name counts double."""
    fields = {heading_field(cell) for cell in cells if cell.strip() and len(cell) < 60} - {""}
    return len(fields) + any(name in NAMES or name.endswith("_name") for name in fields)


def heading_fields(cells: Sequence[str]) -> list[str]:
    """Return what each column is read as: of `FIELDS`, `SKIP`, or empty; of two the first."""
    fields = [heading_field(cell) for cell in cells]
    split = "surname" in fields and "first_name" in fields
    latin = "latin_name" in fields
    written = latin or "name" in fields or split
    role = {
        "latin_name": "name",
        "name": "native_name" if latin else SKIP if split else "name",
        # 姓名 is the name, or beside a Latin one the native name.
        "chinese_name": "native_name" if written else "name",
        # "Tên" and "Given" alone stand for the whole name, as "Surname" alone does; beside it they say how
        # much of it is the given name.
        "first_name": "first_name" if written else SKIP if "chinese_name" in fields else "name",
        "surname": "surname" if split else SKIP if written or "chinese_name" in fields else "name",
    }
    return [role.get(name, name) for name in fields]


def shape_of(cells: Sequence[str]) -> str:
    """Twenty figures; empty for a list without headings."""
    keys = [heading_key(cell) for cell in cells]
    return sha256("|".join(keys).encode()).hexdigest()[:20] if any(keys) else ""

"""Find in which character set a text stands that does not say it: by what its characters are.

Bytes of one set are often characters of another as well, but odd ones: what is written in the right set
consists of characters that people use. *level 1* is the half of a set in which these stand.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

CHINESE: Final = ("gb18030", "big5hkscs", "cp950")
EAST_ASIAN: Final = (*CHINESE, "cp932", "euc_jp", "cp949")
# So many characters tell enough.
SAMPLE: Final = 20_000

_USUAL: Final = frozenset(
    # the game, its results and its events, in the characters of China, Taiwan and Japan
    "平进進退上下前后後中马馬傌车車俥炮砲包兵卒相象仕士帅帥将將一二三四五六七八九十百零〇两兩半又分之"
    "红紅黑黒白胜勝负負和局棋碁围圍囲让讓贴貼目子手止盘盤押番先互定石切时時间間超认認输輸终終"
    "无無双雙方败敗不计計持反则則弃棄权權"
    "第届屆回期次轮輪组組台桌月日年号號杯赛賽比选選拔预預决決总總个個人团團体體联聯锦錦标標冠军軍亚亞季"
    "全国國際际世界中华華亚洲东東西南北京天津上海广廣州香港澳门門台湾灣河湖江山四川云雲贵貴陕陝辽遼宁寧"
    "吉林龙龍浙福建安徽苏蘇内蒙古新疆青岛島厦廈深圳成都武汉漢杭省市县縣区區大学學校小青少年男女业業余餘"
    "职職段级級初名人王座本因坊天元十聖圣战戰院会會协協甲乙丙丁戊己庚辛公开開测測试試观觀评評记記录錄谱譜"
    "布局开打法研究讲講解题題说說明文字作者来來源时间地点點裁判长長员員队隊对對弈者结果結"
    "的是在有了我他这這就也不为為以到说要与與及于於从從可能好妙步招得失很更最可惜此若如但而其已被将可"
    # family names
    "王李张張刘劉陈陳杨楊赵趙黄吴吳周徐孙孫胡朱高林何郭马罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅"
    "沈曾彭吕呂卢盧蒋蔣蔡贾賈魏薛叶葉阎閻潘杜戴夏钟鍾汪田任姜范方姚谭譚廖邹鄒熊金陆陸郝孔崔康毛邱秦江史顾顧"
    "侯邵孟万萬雷钱錢汤湯尹黎易常贺賀赖賴龚龔文柯聂聶古芮古常昊时越时柳许银申洪欧歐阳陽洪玉智银川特级大师師"
    "木村田中山本小林井上佐藤高橋渡辺伊加斎松吉川崎野原藤沢張栩瀬戸羽根直樹治勲依紀基趙治"
)
_KANA: Final = range(0x3041, 0x30FF)
_HANGUL: Final = range(0xAC00, 0xD7A4)
_HANZI: Final = range(0x4E00, 0x9FA6)
_WIDE: Final = range(0xFF01, 0xFF5F)
_PLAIN: Final = frozenset("　、。，：；！？（）「」『』《》〈〉【】“”‘’…—·・～①②③④⑤⑥⑦⑧⑨⑩½¼¾×○●△▲☆★")
_LEVEL_1: Final = {
    "gb18030": range(0xB0, 0xD8),
    "big5hkscs": range(0xA4, 0xC7),
    "cp950": range(0xA4, 0xC7),
    "cp932": range(0x88, 0x99),
    "euc_jp": range(0xB0, 0xD0),
}
# No second byte of the older set GB 2312, in which nearly all Chinese text stands, is lower.
_FIRST_OF_GB: Final = 0xA1


def unicode_of(raw: bytes) -> str | None:
    """Find the codec of text in UTF-16 or UTF-32."""
    if raw.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    head = raw[:64]
    even, odd = head[0::2], head[1::2]
    if len(head) < 8 or len(raw) % 2:
        return None
    # Without a byte-order mark the zeros tell, which stand beside what is ASCII.
    for codec, text, zeros in (("utf-16-le", even, odd), ("utf-16-be", odd, even)):
        if zeros.count(0) * 2 > len(zeros) and not text.count(0) and sum(map(_is_text, text)) * 2 > len(text):
            return codec
    return None


def _is_text(byte: int) -> bool:
    return 0x20 <= byte < 0x7F or byte in (9, 10, 13)


_WORD: Final = re.compile(rb"[A-Za-z\x80-\xff]{1,40}")
_CYRILLIC: Final = re.compile(rb"[\xa8\xb8\xc0-\xff]{2,40}")
# A word whose letters beyond ASCII stand one by one: in a set of East Asia they come in pairs.
_LATIN: Final = re.compile(
    rb"(?=[^A-Za-z]{0,39}[A-Za-z])(?:[A-Za-z]|[\x8a\x8c\x8e\x9a\x9c\x9e\x9f\xc0-\xff](?![\x80-\xff])){2,40}"
)
# Such a word with several of them in a row (``Jiří``), which the sets of East Asia may explain.
_MIXED: Final = re.compile(
    rb"(?=[^A-Za-z]{0,39}[A-Za-z])(?:[A-Za-z]|[\x8a\x8c\x8e\x9a\x9c-\x9f\xb3\xb9\xbe\xbf\xc0-\xff]){2,40}"
)


def western(raw: bytes) -> tuple[str, str] | None:
    """Find the set of the West (``cp1252``, ``cp1251``) of a text and decode it; None: perhaps East
    Asia's."""
    words = [word for word in _WORD.findall(raw[:SAMPLE]) if not word.isascii()]
    # Which set of letters with accents it is, nothing tells.
    for codec, shape in (("cp1252", _LATIN), ("cp1251", _CYRILLIC), ("cp1252", _MIXED)):
        if words and sum(shape.fullmatch(word) is not None for word in words) * 5 >= len(words) * 4:
            try:
                text = raw.decode(codec)
            except UnicodeDecodeError:
                continue
            if shape is _LATIN or all(likelihood(other, name) < 0 for name, other in _readings(raw)):
                return codec, text
    return None


def _readings(raw: bytes) -> Iterator[tuple[str, str]]:
    for codec in EAST_ASIAN:
        try:
            yield codec, raw.decode(codec)
        except UnicodeDecodeError:
            continue


def likeliest(raw: bytes, among: Sequence[str] = EAST_ASIAN) -> tuple[str, str] | None:
    """Decode by the set that every byte fits and whose characters are the likeliest; None: no set fits."""
    read: list[tuple[float, str, str]] = []
    for codec in among:
        try:
            text = raw.decode(codec)
        except UnicodeDecodeError:
            continue
        if read and read[-1][2] == text:
            continue  # Big5 of Hong Kong and of Microsoft mostly agree.
        likely = likelihood(text, codec)
        # What no Chinese set explains is likelier broken than Japanese or Korean without a usual character.
        if likely >= 0 or codec in CHINESE:
            read.append((likely, codec, text))
    if not read:
        return None
    _, codec, text = max(read, key=lambda candidate: candidate[0])
    return codec, text


def likelihood(text: str, codec: str) -> float:
    """Rate how likely people wrote this text so: the sum of 3 to -3 for each character beyond ASCII."""
    level = _LEVEL_1.get(codec)
    # A record is made of few characters: each is judged once.
    counts = Counter(text[:SAMPLE])
    score = sum(
        count * _worth(character, codec, level) for character, count in counts.items() if character > "\x7f"
    )
    if codec == "cp949":
        written = [character for character in text[:SAMPLE] if character > "\x7f"]
        # Chinese read as Korean leaps between hangul and hanzi all the time.
        leaps = sum((ord(left) in _HANGUL) != (ord(right) in _HANGUL) for left, right in pairwise(written))
        score -= 2 * leaps
    return score


def _worth(character: str, codec: str, level: range | None) -> float:
    code = ord(character)
    if codec == "cp949":
        return (
            1.8 if code in _HANGUL else 1.0 if character in _PLAIN else 0.5 if character in _USUAL else -1.0
        )
    if code in _HANZI:
        if character in _USUAL:
            return 3.0
        try:
            pair = character.encode(codec)
        except UnicodeEncodeError:
            return -2.0
        if codec == "gb18030" and pair[1] < _FIRST_OF_GB:
            return -1.5
        return 1.0 if level is not None and pair[0] in level else -0.5
    if code in _KANA:
        return 2.0 if codec in ("cp932", "euc_jp") else 0.0
    if character in _PLAIN or code in _WIDE:
        return 1.0
    return -3.0 if 0xE000 <= code < 0xF900 or code > 0xFFFF or character == "�" else -1.5

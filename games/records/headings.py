"""What a record says of its game, under the name that PGN has for it, however it is spelled."""

from __future__ import annotations

import re
from typing import Final

from games.records.results import result_of

_SPELLED: Final = {
    "Event": "event tournament competition turnier tournoi torneo campeonato турнир соревнование "
    "棋戦 대회 赛事 賽事 比赛 比賽 赛名 賽名 比赛名称 比賽名稱 赛事名称 giải giảiđấu",
    "Site": "site place location venue ort lieu lugar luogo место 場所 장소 "
    "địađiểm 地点 地點 比赛地点 比賽地點 赛址",
    "Date": "date datum fecha data дата 対局日 開始日時 날짜 日期 时间 時間 比赛日期 比賽日期 比赛时间 ngày",
    "Round": "round runde ronde ronda turno тур 轮次 輪次 轮 輪 回合 vòng",
    "Table": "table board 台次 桌次 台号",
    "Group": "group 组别 組別 组 組",
    "Title": "title titel titre título titolo название 제목 标题 標題 棋谱 棋譜 棋局名称",
    "Red": "red white redplayer whiteplayer redname first rot weiß rouge rouges blancs rojas rojo "
    "blancas rosso bianco vermelhas vermelho brancas красные белые 赤 赤方 赤番 홍 홍방 "
    "红方 紅方 帅方 帥方 红帅 紅帥 执红 執紅 红 紅 红棋 紅棋 红方棋手 先手 先手方 "
    "先走方 先 đỏ tiên bênđỏ trắng",
    "Black": "black blackplayer blackname second schwarz noir noirs negras negro nero "
    "pretas preto чёрные черные 黒 黒方 黒番 흑 흑방 黑方 将方 將方 黑将 黑將 执黑 執黑 "
    "黑 黑棋 黑方棋手 后手 後手 后手方 後手方 "
    "后走方 后 後 đen hậu bênđen",
    "RedTeam": "redteam whiteteam 红方团体 紅方團體 红队 紅隊 红方队伍 红方单位",
    "BlackTeam": "blackteam 黑方团体 黑方團體 黑队 黑隊 黑方队伍 黑方单位",
    "RedElo": "redelo whiteelo redrating 红方等级分",
    "BlackElo": "blackelo blackrating 黑方等级分",
    "Result": "result ergebnis résultat resultado risultato результат "
    "勝敗 결과 结果 結果 比赛结果 比賽結果 胜负 勝負 赛果 kếtquả",
    "FEN": "fen startfen initialfen startposition position setupfen initialposition "
    "局面 初始局面 开始局面 起始局面",
    "Format": "format",
    "Game": "game",
    "Variant": "variant",
    "Opening": "opening ecco eccoopening 开局 開局 布局 佈局",
    "Annotator": "annotator author commentator 作者 注释者 评注 讲评",
    "Remark": "remark remarks 备注 備註 注释 註釋 说明 說明",
    "TimeControl": "timecontrol timerule 用时规则 时限",
    "Termination": "termination 结束原因",
}
# As it is spelled, small letters and no blanks → as PGN has it.
NAMES: Final = {spelled: name for name, all_of in _SPELLED.items() for spelled in all_of.split()}
_SIGN: Final = re.compile("[:：=]")
_FRAME: Final = " \t　[]【】［］「」『』<>#*;/%•·-"
_CLOSING: Final = " \t　]】］」』>"
_TABBED: Final = re.compile(r"([A-Za-z]{2,20})[ \t]{1,40}(\S.{0,500})")
_QUOTED: Final = re.compile(r"([A-Za-z]{2,20})[ \t]{1,40}[\"“]([^\"”]{0,500})[\"”]")
# ``红方 甲``: no sign between.
_BLANK: Final = re.compile(r"([\u3400-\u9fff]{2,6})[ \t　]{1,40}(\S.{0,500})")
_CURRENT: Final = re.compile(
    r"[\[【［「『<][ \t　]{0,9}(\w{1,20})[ \t　]{0,9}[\]】］」』>]([^<]{1,500})(?:</\w{1,20}>)?"
)
_DASHED: Final = re.compile(r"(red|white|black|result|event|date) [-–—] (\S.{0,500})", re.IGNORECASE)
# Where another heading may begin on the line.
_NEXT: Final = re.compile(r"[ \t　,，;；|]{1,9}(?=(\w{1,12})[ \t　]?[:：])")
# The same, where headings stand in brackets: ``【红方】甲【黑方】乙``.
_NEXT_FRAMED: Final = re.compile(r"[ \t　]{0,9}(?=[【［「『\[][ \t　]?(\w{1,12})[ \t　]?[】］」』\]])")
_LONGEST: Final = 500


def canonical(name: str) -> str:
    """Name a tag as PGN has it; as it stands where it has no other name."""
    return NAMES.get(name.casefold().replace(" ", "").replace("_", ""), name)


def headings(line: str, *, tabbed: bool = False) -> list[tuple[str, str]]:
    """Read names and values of a line: ``红方: 甲  黑方: 乙``, ``【红方】甲``, ``tabbed`` ``RED  Alice``."""
    if len(line) > _LONGEST:
        return []
    borders = [
        match
        for pattern in (_NEXT, _NEXT_FRAMED)
        for match in pattern.finditer(line)
        if match.start() and _is_name(match[1])
    ]
    borders.sort(key=lambda match: match.start())
    starts = [0, *(match.end() for match in borders)]
    ends = [*(match.start() for match in borders), len(line)]
    parts = [_heading(line[start:end], tabbed=tabbed) for start, end in zip(starts, ends, strict=True)]
    if parts[0] is None and line[: ends[0]].strip(_FRAME):
        return []
    return [part for part in parts if part is not None]


def _is_name(word: str) -> bool:
    return word.casefold() in NAMES


def _heading(line: str, *, tabbed: bool) -> tuple[str, str] | None:
    if sign := _SIGN.search(line):
        name = NAMES.get(line[: sign.start()].strip(_FRAME).casefold().replace(" ", ""))
        if name:
            # ``**Red:** Alice``
            value = line[sign.end() :].strip(" \t　*" if line.lstrip()[:1] == "*" else " \t　")
            return name, value.rstrip(_CLOSING) if line.lstrip()[:1] in "[【［「『" else value
    bare = line.strip()
    for pattern in (_CURRENT, _QUOTED, _DASHED, *([_TABBED] if tabbed else [])):
        match = pattern.fullmatch(bare)
        if match and (name := NAMES.get(match[1].casefold())):
            return name, match[2].strip()
    match = _BLANK.fullmatch(bare)
    # ``红方  黑方`` stands above columns, ``红方 胜`` is a result.
    name = NAMES.get(match[1]) if match else None
    if match and name and not any(map(_is_name, match[2].split())):
        return (name, match[2].strip()) if name == "Result" or result_of(bare) is None else None
    return None

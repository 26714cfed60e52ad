"""The list of federations, and how people write them.

The list is CSV with the columns code, name_en, name_zh_hans and, if wanted, name_zh_hant, name_vi; UTF-8
only: it is a file of the house. What strangers send is read by `Spellings`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tournaments.exchange.faults import ListErrorCode, row_problem
from tournaments.exchange.problems import Problem
from tournaments.exchange.tables import MOST_BYTES, MOST_SHOWN, decode_table, records
from tournaments.exchange.weiqi_codes import federation_code
from tournaments.state.lots import canonical
from tournaments.text.name_search import search_key

REQUIRED = ("code", "name_en", "name_zh_hans")
COLUMNS = (*REQUIRED, "name_zh_hant", "name_vi")
# Three letters of ISO 3166, of FIDE and of former days, where our code is another.
_ISO = {
    "AUT": "AUT",
    "BGR": "BUL",
    "CHE": "SUI",
    "CHL": "CHI",
    "CRI": "CRC",
    "DEU": "GER",
    "DNK": "DEN",
    "GRC": "GRE",
    "GTM": "GUA",
    "HRV": "CRO",
    "IDN": "INA",
    "IRN": "IRI",
    "KHM": "CAM",
    "LVA": "LAT",
    "MDG": "MAD",
    "MMR": "MYA",
    "MNG": "MGL",
    "MYS": "MAS",
    "NLD": "NED",
    "PHL": "PHI",
    "PRT": "POR",
    "ROM": "ROU",
    "SIN": "SGP",
    "SVN": "SLO",
    "TWN": "TPE",
    "URY": "URU",
    "VNM": "VIE",
    "ZAF": "RSA",
    "ENG": "GBR",
    "SCO": "GBR",
    "WLS": "GBR",
    "HOL": "NED",
    "HKC": "HKG",
    "MFM": "MAC",
}
# These have a team of their own elsewhere: that they are read as another federation is reported.
WITHIN = frozenset({"ENG", "SCO", "WLS"})
_WRITTEN = """
ARG Argentine | Argentinien | Argentine Republic | Á Căn Đình | Ác-hen-ti-na
ARM Arménie | Armenien | Hayastan | Armenija | 亞美尼亞共和國
AUS Australien | Australie | Commonwealth of Australia | Austrália | 澳大利亞 | 澳洲 | Ô-xtrây-li-a
AUT Österreich | Oesterreich | Autriche | 奥国 | 奧國
AZE Aserbaidschan | Azerbaïdjan | Azərbaycan | Azerbaidjan | 亞塞拜疆
BEL Belgien | Belgique | België | Belgie | 比国
BIH Bosnia | Bosnia & Herzegovina | Bosnia-Herzegovina | Bosna i Hercegovina | Bosnien und Herzegowina |
    Bosnie-Herzégovine | Bosnien | 波黑 | 波斯尼亚
BLR Weißrussland | Weissrussland | Biélorussie | Byelorussia | Belorussia | Bêlarut | Bạch Nga
BRA Brasil | Brasilien | Brésil | Bra-xin
BRU Brunei | Negara Brunei Darussalam | Bru-nây | 汶莱 | 婆罗乃
BUL Bulgarien | Bulgarie | Balgaria | Bungari | Bun-ga-ri
CAM Kampuchea | Cambodge | Kambodscha | Kingdom of Cambodia | Khmer | Cam-pu-chia | Cao Miên | 高棉 |
    Kamboja
CAN Kanada | Ca-na-đa | Gia Nã Đại | 加國
CHI Chili | Chi-lê
CHN PR China | P.R. China | P. R. of China | China PR | China P.R. | China (PRC) | PRC | P.R.C. |
    People's Republic of China | Peoples Republic of China | China, People's Republic of | Mainland China |
    China mainland | Chine | Volksrepublik China | Zhongguo | Tiongkok | Cina | 中华人民共和国 |
    中華人民共和國 | 中国大陆 | 中國大陸 | 大陆 | 大陸 | 中国内地 | 內地 | Trung Hoa |
    Cộng hòa Nhân dân Trung Hoa | CHND Trung Hoa
COL Kolumbien | Colombie | Columbia | Cô-lôm-bi-a
CRC 哥斯达黎加共和国 | 哥斯達黎加
CRO Kroatien | Croatie | Hrvatska | 克罗埃西亚 | Crô-a-ti-a
CUB Kuba | Cu-ba
CYP Zypern | Chypre | Kypros | Đảo Síp
CZE Czech Republic | Czech Rep. | Czech | Czechia Republic | Tschechien | Tschechische Republik | Tchéquie |
    République tchèque | Česko | Česká republika | Cộng hòa Séc | CH Séc | Tiệp | 捷克共和国
DEN Dänemark | Daenemark | Danemark | Danmark
ECU Équateur | Ekuador | Ê-cu-a-đo
EMA Malaysia East | East-Malaysia | E. Malaysia | Sarawak | Sabah | Malaysia (Sarawak) | Malaysia (Sabah) |
    Sabah & Sarawak | Sarawak, Malaysia | Malaysia Timur | 东马 | 東馬 | 砂拉越 | 砂朥越 | 沙捞越 | 沙撈越 |
    沙巴 | 马来西亚东马
ESP Spanien | Espagne | España | Espana | Espanya | Spanish
EST Estland | Estonie | Eesti | E-xtô-ni-a
FIN Finnland | Finlande | Suomi
FRA Frankreich | République française | French Republic | 法兰西 | 法蘭西 | Phú Lang Sa
GBR UK | U.K. | United Kingdom | England | Britain | Great Britain | G.B. | Scotland | Wales |
    Northern Ireland | United Kingdom of Great Britain and Northern Ireland | British | Großbritannien |
    Vereinigtes Königreich | Royaume-Uni | Grande-Bretagne | Angleterre | Grande Bretagne | 大不列颠 |
    大不列顛 | 英格兰 | 英格蘭 | 联合王国 | 聯合王國 | 苏格兰 | 蘇格蘭 | Vương quốc Anh | Anh quốc |
    Liên hiệp Anh
GEO Georgien | Géorgie | Sakartvelo | Republic of Georgia | Grudia | Gru-di-a | 乔治亚
GER Deutschland | Allemagne | Bundesrepublik Deutschland | Federal Republic of Germany | BRD | Duitsland |
    Alemania | Germania | Tyskland | Niemcy | 德意志 | CHLB Đức | Cộng hòa Liên bang Đức
GRE Griechenland | Grèce | Hellas | Ellada | Hellenic Republic
GUA Guatémala
HKG Hong Kong | Hongkong | Hong-Kong | H.K. | Hong Kong China | China, Hong Kong | China Hong Kong |
    Hong Kong SAR | Hong Kong S.A.R. | HKSAR | Hong Kong SAR, China | Hong Kong SAR China |
    China (Hong Kong) | Hong Kong (China) | Hong Kong, PR China | Hong Kong, P.R.C. | Hongkong, China |
    Xianggang | Hong Kong Special Administrative Region | 香港 | 香港特区 | 香港特區 | 香港特别行政区 |
    香港特別行政區 | 中国香港特别行政区 | 港 | 香港中国 | Hồng Kông | Hồng Công | Hương Cảng |
    Hong Kong (Trung Quốc) | Hồng Kông (Trung Quốc) | Đặc khu hành chính Hồng Kông
HUN Ungarn | Hongrie | Magyarország | Hungari | Hung Gia Lợi
INA Indonesien | Indonésie | Republik Indonesia | 印度尼西亞 | 印尼 | In-đô-nê-xi-a | Nam Dương
IND Indien | Inde | Bharat
IRI Islamic Republic of Iran | Iran, Islamic Republic of | I.R. Iran | IR Iran |
    Iran (Islamic Republic of) | Persia | I-ran
IRL Irland | Irlande | Éire | Republic of Ireland | Ai-len
ISL Island | Islande | Ai-xơ-len | Băng Đảo
ISR Israël | I-xra-en | Do Thái
ITA Italien | Italie | Italia | Ý Đại Lợi | I-ta-li-a | 意國
JPN Japon | Nippon | Nihon | Nhật | Giappone | 日本国 | 日本國 | Jepun | Jepang
KAZ Kasachstan | Kazakstan | Qazaqstan | Ka-dắc-xtan | 哈萨克 | 哈薩克斯坦
KOR Korea | Korea, South | Korea South | S. Korea | S Korea | Republic of Korea | Korea Republic |
    Korea Rep. | Korea, Republic of | Rep. of Korea | Korea (South) | Korea (Republic of) | R.O. Korea |
    ROK | R.O.K. | Südkorea | Suedkorea | Corée du Sud | Corée | Korea Selatan | Hanguk | Daehan Minguk |
    南韩 | 南韓 | 大韩民国 | 大韓民國 | 韩 | 한국 | 대한민국 | Đại Hàn | Nam Hàn | Nam Triều Tiên
LAO Lao PDR | Lao P.D.R. | Lao | Lao People's Democratic Republic | Lào quốc | Ai Lao | 老挝人民民主共和国 |
    寮国 | 老撾
LAT Lettland | Lettonie | Latvija | Lát-vi-a
LTU Litauen | Lituanie | Lietuva | Lít-va
LUX Luxemburg | Lëtzebuerg | Luxemburgo | Lúc-xăm-bua
MAC Macau | Macao | Macau China | Macao China | China, Macau | China, Macao | China Macau | China Macao |
    China (Macau) | China (Macao) | Macau (China) | Macao (China) | Macao, China | Macau SAR | Macao SAR |
    Macau S.A.R. | Macao SAR, China | Macau SAR, China | Aomen | Macau Special Administrative Region |
    澳门 | 澳門 | 澳门特区 | 澳門特區 | 澳门特别行政区 | 澳門特別行政區 | 中国澳门特别行政区 | 澳门中国 |
    Ma Cao | Áo Môn | Ma Cao (Trung Quốc)
MAD Madagaskar | Malagasy
MAR Marokko | Morocco, Kingdom of | Al-Maghrib | Ma-rốc | Ma Rốc
MAS Malaisie | Malaya | Federation of Malaysia | Malasia | Malayisa | 马来亚 | 大马 | 大馬 | 马国 | Mã Lai |
    Ma-lai-xi-a | Mã Lai Á
MEX Mexiko | Mexique | Mexico | Mê-hi-cô | Mễ Tây Cơ
MGL Mongolei | Mongolie | Mongol | 蒙古国 | 蒙古國 | 外蒙古
MYA Burma | Myanmar (Burma) | Union of Myanmar | Burma (Myanmar) | Birma | Birmanie | Mi-an-ma | Miến Điện |
    Mianma
NED Holland | The Netherlands | Nederland | Niederlande | Pays-Bas | Hollande | Kingdom of the Netherlands |
    Dutch | 尼德兰 | Hoà Lan
NEP Népal | Nê-pan
NOR Norwegen | Norvège | Norge | Na-uy
NZL N.Z. | Aotearoa | Neuseeland | Nouvelle-Zélande | 纽西兰 | Tân Tây Lan
PAN Panamá | Pa-na-ma
PER Perú | Pérou | Pê-ru
PHI Phillipines | Phillippines | Philipines | Philippine | Filipina | The Philippines | Pilipinas |
    Republic of the Philippines | Philippinen | Phi-líp-pin | Phi Luật Tân | Filippin | Filipinas
POL Polen | Pologne | Polska
POR Portuguese Republic
PRK DPR Korea | D.P.R. Korea | DPRK | D.P.R.K. | Korea DPR | Korea, North | Korea North | N. Korea |
    Korea (North) | Democratic People's Republic of Korea | Korea, Democratic People's Republic of |
    Nordkorea | Corée du Nord | 北朝鲜 | 北朝鮮 | 朝鲜民主主义人民共和国 | Bắc Triều Tiên | Bắc Hàn |
    CHDCND Triều Tiên | Korea, DPR | Korea (DPR) | Korea D.P.R.
ROU Rumänien | Rumaenien | Roumanie | România | Rumania | Ru-ma-ni | Lỗ Ma Ni
RSA S. Africa | Südafrika | Afrique du Sud | Republic of South Africa | Cộng hòa Nam Phi
RUS Russian Federation | Russland | Rußland | Russie | Rossiya | Rossija | Россия | Liên bang Nga | LB Nga |
    俄国 | 俄國 | 俄罗斯联邦 | 俄
SGP Singapur | Singapour | Singapura | Republic of Singapore | S'pore | 星加坡 | 狮城 | 星洲 | Xin-ga-po |
    Sing-ga-po | Tân Gia Ba
SLO Slowenien | Slovénie | Slovenija | Xlô-ven-ni-a
SRB Serbien | Serbie | Srbija | Séc-bi | Xéc-bi-a
SUI Schweiz | Suisse | Svizzera | Swiss | Swiss Confederation | Thuỵ Sĩ | Thụy Sỹ | Thuỵ Sỹ
SVK Slovak Republic | Slovak | Slowakei | Slovaquie | Slovensko | Xlô-va-ki-a
SWE Schweden | Suède | Sverige | Thuỵ Điển
THA Thaïlande | Siam | 泰 | Thái | Kingdom of Thailand
TLS East Timor | Timor Leste | Osttimor | Timor oriental | 帝汶
TPE Taiwan | Chinese-Taipei | Chinese Taipeh | Taipei | Taipei, China | Taipei (China) | Taiwan, China |
    Taiwan (China) | Taiwan ROC | Taiwan, R.O.C. | Taiwan (ROC) | Republic of China |
    Republic of China (Taiwan) | Taiwan, Province of China | China Taipei | China, Taiwan | China (Taiwan) |
    台湾 | 台灣 | 臺灣 | 中国台北 | 中國台北 | 中华台北 | 中華台北 | 中国台湾 | 中國台灣 | 台北 | 臺北 |
    中华民国 | 中華民國 | 台湾地区 | Đài Loan | Đài Bắc | Đài Bắc Trung Quốc | Đài Loan (Trung Quốc)
TUR Turkey | Türkei | Turquie | Turkiye | Tuerkei | 土國
UKR Ukraine | Ukrajina | Ukrayina | U-crai-na | U-krai-na | 乌克兰国
URU U-ru-goay
USA U.S.A. | U.S. | US | United States of America | The United States | America | Vereinigte Staaten |
    Etats-Unis | États-Unis | Estados Unidos | U.S. of America | 美利坚合众国 | 美國 | 美利堅 | Mỹ | Mĩ |
    Hợp chủng quốc Hoa Kỳ | Hoa Kì
VEN Vénézuéla | Bolivarian Republic of Venezuela | Venezuela, Bolivarian Republic of
VIE Viet Nam | Viet-Nam | Việt-Nam | V.N. | Vietnam SR | Socialist Republic of Vietnam | Viêt Nam |
    CHXHCN Việt Nam | Cộng hòa Xã hội Chủ nghĩa Việt Nam | 越 | Vietname | Veitnam
WMA Malaysia West | West-Malaysia | W. Malaysia | Peninsular Malaysia | Malaysia (West) | 西马 | 西馬 |
    马来西亚半岛 | 马来半岛 | Semenanjung Malaysia
"""
# How lists write a federation besides its code and its listed names: in the languages of those who play,
# short and official, and misspelt as it often is.
FURTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    line[:3]: tuple(" ".join(name.split()) for name in line[3:].split("|"))
    for line in _WRITTEN.replace("|\n", "|").split("\n")
    if line
}
# Federations that are often written with the name of another beside theirs.
_PART_OF = {"HKG": "CHN", "MAC": "CHN", "TPE": "CHN", "EMA": "MAS", "WMA": "MAS"}
LONGEST = {"name_en": 80, "name_zh_hans": 40, "name_zh_hant": 40, "name_vi": 80}
_CODE = re.compile(r"[A-Z]{3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class FederationRow:
    """``code``: three capital letters, as the IOC writes them where it has one."""

    code: str
    name_en: str
    name_zh_hans: str
    name_zh_hant: str = ""
    name_vi: str = ""


@dataclass(frozen=True, slots=True)
class FederationsReport:
    federations: tuple[FederationRow, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_federations(data: bytes) -> FederationsReport:
    """Read a CSV file; a row with a problem is left out and named. Never raises on any bytes."""
    if len(data) > MOST_BYTES:
        problem = row_problem(ListErrorCode.TOO_LARGE, {"bytes": len(data), "most": MOST_BYTES})
        return FederationsReport(problems=(problem,))
    decoded = decode_table(data, "utf-8", lambda cells: 0)
    problems = list(decoded.problems)
    _, rows, _, _ = records(decoded.text)
    heading = next(rows, None)
    if heading is None:
        return FederationsReport(problems=(*problems, row_problem(ListErrorCode.EMPTY)))
    columns = [cell.strip().casefold() for cell in heading.cells]
    for name in REQUIRED:
        if name not in columns:
            params = {"column": name, "found": ", ".join(columns)[:MOST_SHOWN]}
            problems.append(row_problem(ListErrorCode.COLUMN_MISSING, params, heading.line))
    if any(problem.code is ListErrorCode.COLUMN_MISSING for problem in problems):
        return FederationsReport(problems=tuple(problems))
    by_code: dict[str, FederationRow] = {}
    lines: dict[str, int] = {}
    for record in rows:
        cells = dict.fromkeys(COLUMNS, "") | {
            name: " ".join(cell.split())
            for name, cell in zip(columns, record.cells, strict=False)
            if name in COLUMNS
        }
        code = cells["code"]
        wrong = _problems(cells, record.line)
        if code in lines:
            wrong.append(
                row_problem(ListErrorCode.CODE_TWICE, {"first_line": lines[code]}, record.line, code)
            )
        if record.unbalanced:
            wrong.append(
                row_problem(ListErrorCode.UNBALANCED_QUOTE, line=record.line, text=record.text[:MOST_SHOWN])
            )
        problems.extend(wrong)
        if not wrong:
            by_code[code] = FederationRow(**cells)
        lines.setdefault(code, record.line)
    if not lines:
        problems.append(row_problem(ListErrorCode.ONLY_HEADER, line=heading.line))
    return FederationsReport(tuple(by_code.values()), tuple(problems))


def _problems(cells: dict[str, str], line: int) -> list[Problem]:
    problems = []
    if not _CODE.fullmatch(cells["code"]):
        problems.append(row_problem(ListErrorCode.BAD_CODE, line=line, text=cells["code"][:MOST_SHOWN]))
    problems.extend(
        row_problem(ListErrorCode.MISSING, {"column": name}, line) for name in REQUIRED[1:] if not cells[name]
    )
    problems.extend(
        row_problem(ListErrorCode.LOST_CHARACTERS, {"column": name}, line, cell[:MOST_SHOWN])
        for name, cell in cells.items()
        if "\ufffd" in cell
    )
    for name, most in LONGEST.items():
        if len(cells[name]) > most:
            params: dict[str, str | int] = {"column": name, "length": len(cells[name]), "most": most}
            problems.append(row_problem(ListErrorCode.TOO_LONG, params, line, cells[name][:MOST_SHOWN]))
    return problems


def codes_by_name(federations: Iterable[FederationRow]) -> dict[str, str]:
    """Code by canonical name, for lists that write the name: in every language, and as people write it."""
    listed = {
        canonical(name): federation.code
        for federation in federations
        for name in (federation.name_vi, federation.name_zh_hant, federation.name_zh_hans, federation.name_en)
        if name
    }
    there = {*listed.values()}
    further = ((code, name) for code, names in FURTHER_NAMES.items() if code in there for name in names)
    return {canonical(name): code for code, name in further} | listed


_APART = re.compile(r"[/|()\[\]（）【】,，、;；:：\n]|\s[-–—]\s")
_HAN = "\u2e80-\u9fff\uf900-\ufaff"
_SCRIPTS = re.compile(rf"[{_HAN}]+|[^{_HAN}]+")
# Polite words around a name that say nothing.
_POLITE = re.compile(
    r"^(?:the )?(?:(?:republic|kingdom|state|federation|commonwealth|union|principality) of )?"
    r"(?:the )?| (?:national )?team$|(?:国家)?(?:代表)?队$"
)
# The letter A of the pairs that are shown as flags.
_FLAG = 0x1F1E6
_ALPHABET = 26
_TWO_LETTERS = 2
_LONGEST_CELL = 200


class Spellings:
    """Read federations as people write them: by code of any kind, by name in any language, with a flag."""

    def __init__(self, codes: Collection[str], names: Mapping[str, str]) -> None:
        self.codes = frozenset(codes)
        by_key: dict[str, set[str]] = {}
        for name, code in names.items():
            if code in self.codes:
                for key in (_key(name), _single(_key(name))):
                    by_key.setdefault(key, set()).add(code)
        # A key that two federations share says nothing.
        self._by_key = {key: next(iter(shared)) for key, shared in by_key.items() if len(shared) == 1}

    def code(self, text: str) -> str | None:
        """Return ``GER`` for ``DE``, ``Germany (GER)``, ``德国 Germany``; None for none, or two."""
        if text in self.codes:
            return text
        if len(text) > _LONGEST_CELL:
            return None
        plain = unicodedata.normalize("NFKC", _without_flags(text)).strip()
        if (whole := self._whole(plain)) is not None:
            return whole
        parts = [part.strip(" .-–") for part in _APART.split(plain) if _key(part)]
        if len(parts) == 1:
            parts = [part.strip() for part in _SCRIPTS.findall(parts[0]) if _key(part)]
        # What stands beside a name is never passed over: `Berlin, Germany` is none.
        read = {self.code(part) if part != plain else None for part in parts}
        # A federation that is often written with another beside it, as Hong Kong with China, is not that
        # other one.
        read -= {_PART_OF.get(code or "") for code in [*read]} - {None}
        return read.pop() if len(read) == 1 else None

    def _whole(self, plain: str) -> str | None:
        letters = plain.replace(".", "").replace(" ", "").upper()
        if letters.isascii() and letters.isalpha():
            code = federation_code(letters) if len(letters) == _TWO_LETTERS else _ISO.get(letters, letters)
            if code in self.codes:
                return code
            if len(letters) <= _TWO_LETTERS:
                # Not the Vietnamese names Ý and Úc without their accents.
                return None
        bare = _POLITE.sub("", search_key(plain))
        for key in (_key(plain), _key(bare), _single(_key(bare))):
            if key in self._by_key:
                return self._by_key[key]
        return None


def _key(name: str) -> str:
    return "".join(search_key(name).split())


def _single(key: str) -> str:
    """Doubled letters as one: ``philipines`` for ``Phillipines`` as for ``Philippines``."""
    return re.sub(r"([a-z])\1+", r"\1", key)


def _without_flags(text: str) -> str:
    """🇻🇳 as the two letters that it is made of."""
    return "".join(
        chr(ord("A") + ord(sign) - _FLAG) if 0 <= ord(sign) - _FLAG < _ALPHABET else sign
        for sign in re.sub(r"([\U0001F1E6-\U0001F1FF]{2})", r" \1 / ", text)
    )

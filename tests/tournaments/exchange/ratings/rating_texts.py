"""Lists of ratings as federations write them: the form of EGF (22 Feb 2018), FFG and AGA, other players."""


def egf_row(*cells):
    pin, name, country, club, grade, rating, last = (*cells, "")[:7]
    return f" {pin:>8}  {name:<38}{country:<3} {club:<5}  {grade:>3}  {'--':>3}   {rating:>4}  {1:>4}  {last}"


EGF_HEAD = """<html><h1>List of WORLD Players</h1>
(22 Feb 2018)
<pre>
   PIN          Name                              Club     Grade P&D    GoR    NT appearance
</b>
"""
ROWS = [
    egf_row("13633719", "Aagren Thomas", "SE", "Upp", "6k", 1484, "T040529C"),
    egf_row("16825589", "Aarle Barbara_van", "NL", "DBos", "17k", 356, "T160516AD"),
    egf_row("16749645", "(undefined) Man_Hai", "XX", "xxxx", "1p", -900),
]


def egf(rows=ROWS, foot=3):
    return (EGF_HEAD + "\n".join(rows) + f"\n</pre>\nNumber of players: {foot}\n").encode()


FFG = """#Echelle au 23/02/2018 07:56:59
AAIJ René                               243 e ------- xxxx NL
ABADIE Yves                           -1500 - 0452000 31To FR
ABAT Alexis                           -9999 - 9179004 30NJ FR
DE LA TOUR Jean Marie                   100 L 0000001 75Pa
"""


AGA = (
    " Anderson, Glenn\t23168\tFull\t-13.66602\t3/5/2018\tSEAG\tWA\t0.90598\t3/5/2017\n"
    ", Eric Yang\t23699\tYouth\t5.4\n"
    "Brain, Cocoa\t23323\tFull\t\t5/12/2019\tSPRI\tCO\t\t\n"
    "Odd, One\t7\tFull\t0.5\n"
)


CSV = """PIN;Last name;First name;Rank;Rating;Country;Club;Remarks
1;Roe;Jo;3k;1800;GER;Ulm;x
2;Doe;Al;1D;2149,6;fr;;y
2;Twice;Al;1d;2100;FR;;
3;;;1d;2100;;;
4;Far;Off;12d;2100;;;
5;Odd;Rating;1d;9999;;;
6;Max;;;;XX;;
"""

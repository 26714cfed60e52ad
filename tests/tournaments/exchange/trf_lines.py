"""Lines of a TRF by the Handbook's columns."""

from tournaments.exchange.trf import read

RULER = "         1         2         3         4         5         6         7         8         9"


def player(number, name="", cells="", *, points="", rating="", federation="", more="", rank=""):
    """A 001 line by the Handbook's columns."""
    line = f"001 {number:>4} {more:<4} {name:<33} {rating:>4} {federation:<3} {'':22} {points:>4} {rank:>4}"
    assert len(line) == 89
    return f"{line}{cells}"


def cell(opponent, colour="-", code=" "):
    return f"  {opponent:>4} {colour} {code}"


def file_of(*lines):
    return "\r\n".join(lines).encode()


FOUR = (
    "012 Kleines Turnier",
    "092 Swiss: xiangqi wxc2015",
    "XXR 3",
    player(1, "Alice", cell(2, "w", "1") + cell(3, "b", "="), points="1.5", rating="2100", federation="GER"),
    player(2, "Bob", cell(1, "b", "0") + cell(4, "w", "+"), points="1.0", federation="VIE"),
    player(3, "Charlie", cell(4, "w", "-") + cell(1, "w", "="), points="0.5"),
    player(4, "Đoàn", cell(3, "b", "+") + cell(2, "b", "-"), points="1.0"),
)


def changed(line, text):
    return file_of(*FOUR[:line], text, *FOUR[line + 1 :])


def the_flaw(data, **options):
    reading = read(data, **options)
    assert reading.tournament is None
    return reading.problems[0]

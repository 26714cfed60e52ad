"""The codes of why a pair of European go is as it is."""

from enum import StrEnum


class GroundCode(StrEnum):
    """Every code; the comment lists the parameters. Terms have their ``value`` as well."""

    DUPLICATE = "duplicate"  # met: the rounds in which they have met
    RANDOM = "random"  # most
    COLOUR = "colour"  # player, balance, opponent, opponent_balance, handicap
    CATEGORY = "category"  # one, other, categories
    SCORE = "score"  # upper, upper_score, lower, lower_score, apart, groups
    DUDD = "dudd"  # upper, upper_up, upper_down, upper_position, upper_size, upper_mode, lower…, scenario
    SEED = "seed"  # system, player, position, opponent, opponent_position, size, half
    HANDICAP = "handicap"  # apart, of
    GEO = "geo"  # country, club, near, above: numbers of those above the thresholds
    STONES = "stones"  # white, black, difference, correction, ceiling, handicap
    WHITE_STRONGER = "white-stronger"  # white, black: a handicap game
    WHITE_BALANCE = "white-balance"  # white, balance, black, black_balance: fewer games as White
    WHITE_NAMES = "white-names"  # white, black, parity: the lot of the names
    FORBIDDEN = "forbidden"  # player, opponent: the arbiter has forbidden that they meet
    WHITE_FIXED = "white-fixed"  # white, black: the arbiter set the pair
    STONES_GIVEN = "stones-given"  # black, white, handicap: the arbiter decided so for this game
    BYE = "bye"  # player, value, rank, score, byes: the smallest value, of equal ones the last by name
    BYE_NAMED = "bye-named"  # player: the arbiter named it

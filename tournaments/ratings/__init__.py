"""Ratings of a federation: one list a period, from the lists before it and the games of the events.

*system*   a formula with its numbers: what is expected of a difference, K, cut, floor, how newcomers begin.
*period*   from (included) to (excluded); its list is of its list date. Events belong to it by their last day.
*list*     a row for each number: rating, K, games, state. The number is the person's key, never a name.
*base*     the list by which an event is rated.
*pool*     games of somebody without a rating, until they are enough for a first one.
*line*     what one game was worth to one of both: the arithmetic of a change.
"""

from tournaments.ratings.files import games_of, list_document, list_of, system_of
from tournaments.ratings.periods import flaws_of_periods, rate_all

__all__ = ["flaws_of_periods", "games_of", "list_document", "list_of", "rate_all", "system_of"]

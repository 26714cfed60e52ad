"""Data for the demonstration and for tests: a made-up championship and three real ones, all through the
acts. The same seed gives the same people, pairings and results on every machine.

*roster*   the people of the made-up championship and how strong they are; pure.
*cast*     the accounts that work for it.
*records*  the real championships, from tournament files.
*finished* what one of those has besides: an announcement, a document, awarded prizes.
*congress* a go congress with handicap games.
*team_championship* teams that meet teams, whose next line-ups are still secret.
*federation* a federation's year: register, clubs, fees, rating lists, a circuit, a referee's report.
*playing*  what all of them have in common: their rounds, and the worker's part of them.
*stages*   how far the made-up championship is played: entries, paired, running, finished.
"""

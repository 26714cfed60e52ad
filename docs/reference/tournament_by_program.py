"""A tournament from nothing to the final standings: python tournament_by_program.py https://SITE qiyuan_TOKEN

The token needs the scopes read, events, staff, entries, rounds, results; its owner may create events.
"""

import json
import sys
import time
from urllib.request import Request, urlopen

PLAYERS = "name,federation\nWang,CHN\nNguyen,VIE\nLee,MAS\nTan,SGP\nChan,HKG\nLim,PHI\n"


def play(ask):
    """``ask(method, address, body)``: what the site answers, as JSON; returns the final standings."""
    me = ask("GET", "me", None)["user"]
    days = {"starts": "2026-12-05", "ends": "2026-12-06"}
    ask("POST", "events/create", {"slug": "open", "name": "City Open", **days})
    ask("POST", "events/open/staff/give", {"user": me, "role": "chief-referee"})
    rules = {"preset": "wxc2015", "rounds": 3, "seed": "drawn in public"}
    ask("POST", "events/open/create-section", {"slug": "men", "name": "Men", **rules})
    section = "events/open/sections/men"
    ask("POST", f"{section}/import-players", {"text": PLAYERS})
    ask("POST", f"{section}/check-in", {"needed": False})
    ask("POST", f"{section}/open", {})
    ask("POST", f"{section}/draw-lots", {})
    for number in (1, 2, 3):
        round_ = f"{section}/rounds/{number}"
        ask("POST", f"{round_}/pair", {})
        ask("POST", f"{round_}/publish", {"seen": done(ask, round_)["draft"]["digest"]})
        done(ask, round_)
        for table in ask("GET", f"{round_}/results", None)["results"]:
            ask("POST", f"{round_}/results", {"table": table["table"], "value": "1-0", "seen": None})
        ask("POST", f"{round_}/close", {})
        done(ask, round_)
    return ask("GET", f"{section}/standings/3", None)["rows"]


def done(ask, round_):
    """The round, once no work is in hand."""
    while (desk := ask("GET", f"{round_}/desk", None))["jobs"]:
        time.sleep(1)
    return desk


def main():
    site, token = sys.argv[1:]

    def ask(method, address, body):
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{site}/api/v1/{address}", data, headers, method=method)) as answer:
            return json.load(answer)

    for row in play(ask):
        print(row["rank"], row["player"]["name"], row["points"])


if __name__ == "__main__":
    main()

"""Standings of 200 players, about 37 kB of HTML: read with the ORM, rendered with a template."""

import random
from typing import Any

from django.template import Context, Template

from portal.accounts.models import User
from portal.outbox import Work
from portal.published import Renderer
from portal.published.drawing import Card

PLAYERS = 200
TEMPLATE = """<!doctype html>
<html lang="{{ language }}"><head><meta charset="utf-8"><title>Standings after round 5</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/static/portal/qiyuan.css"></head>
<body><main id="content" data-live data-version="{{ version }}"><h1>Standings after round 5</h1>
<table><thead><tr><th>Rank<th>Player<th>Federation<th>Points<th>Buchholz<th>Wins<th>Black</tr></thead><tbody>
{% for row in rows %}<tr data-key="{{ row.pk }}">
<td class="n">{{ forloop.counter }}</td>
<td><a href="../../player/{{ row.pk }}/">{{ row.last_name }} {{ row.first_name }}</a>
<td>{{ row.email }}</td>
<td class="n">{{ row.pk|divisibleby:7|yesno:"8,7" }}</td>
<td class="n">{{ row.pk|add:31 }}</td><td class="n">4</td><td class="n">2</td></tr>
{% endfor %}</tbody></table></main></body></html>"""


class Standings(Renderer):
    has_card = True

    def card(self, data: Any) -> Card:
        return Card(title="Standings after round 5")

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        return Work("standings", list(User.objects.order_by("pk")))

    def html(self, data: Any, *, language: str, version: int, path: str) -> str:
        return Template(TEMPLATE).render(Context({"rows": data, "language": language, "version": version}))


FAMILIES = (
    "Wang",
    "Li",
    "Zhang",
    "Liu",
    "Chen",
    "Yang",
    "Zhao",
    "Huang",
    "Zhou",
    "Nguyen",
    "Tran",
    "Le",
    "Pham",
)
GIVEN_NAMES = (
    "Tianyi",
    "Jingwen",
    "Haoran",
    "Yutong",
    "Zihan",
    "Minh",
    "Thanh",
    "Quang",
    "Duc",
    "Hoang",
    "Weiming",
)
PLACES = (
    "China",
    "Vietnam",
    "Hong Kong, China",
    "Chinese Taipei",
    "Singapore",
    "Malaysia",
    "Germany",
    "Canada",
)


def players() -> list[User]:
    chance = random.Random(PLAYERS)
    return [
        User(
            username=f"p{n}",
            first_name=f"{chance.choice(GIVEN_NAMES)} {chance.randrange(1600, 2500)}",
            last_name=chance.choice(FAMILIES),
            email=chance.choice(PLACES),
        )
        for n in range(PLAYERS)
    ]

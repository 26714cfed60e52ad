"""Who hears of announcements behind a private link hears of messages to entrants as well, and who hears of
decisions, team matches or disputes of appeals: topics that came later."""

from django.db import migrations

ADDED = {
    "entry": {"announcement": "message", "decision": "appeal"},
    "team": {"announcement": "message", "team-match": "appeal"},
    "application": {"announcement": "message"},
    "staff": {"dispute": "appeal"},
}


def add_topics(apps, schema_editor):
    Subscription = apps.get_model("portal", "Subscription")
    for kind, topics_by_known in ADDED.items():
        changed = []
        for row in Subscription.objects.filter(scope__startswith=f"{kind}:").iterator(chunk_size=1000):
            fresh = [topic for known, topic in topics_by_known.items() if known in row.topics and topic not in row.topics]
            if fresh:
                row.topics = [*row.topics, *fresh]
                changed.append(row)
        Subscription.objects.bulk_update(changed, ["topics"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0095_entrant_messages"),
        ("portal", "0019_account_follows"),
    ]

    operations = [migrations.RunPython(add_topics, migrations.RunPython.noop)]

from django.db import migrations


class Migration(migrations.Migration):
    """Changes nothing. No other app depends on these by an old name, so this does: else Django would find
    nothing left to do in a database that has only some of what the one before replaces.
    """

    # What still has those, for a database that has only some of them (`portal.checks`).
    through = 'commit 843473d9'

    replaces = [
        ('games', '0010_games_from_one'),
    ]

    dependencies = [
        ('games', '0009_who_sat_at_a_counted_board'),
    ]

    operations = []

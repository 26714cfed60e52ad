from django.db import migrations

from portal.immutable import InsertOnly


class Migration(migrations.Migration):

    dependencies = [
        ('portal', '0006_one_request_of_a_key'),
    ]

    operations = [
        InsertOnly(
            model_name='JournalEntry',
            blanks={'reason': "'▮▮▮'", 'before': 'NULL', 'after': 'NULL', 'answer': 'NULL'},
        ),
    ]
